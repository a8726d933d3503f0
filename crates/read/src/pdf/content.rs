//! A page's content stream, and whether all of it is there.
//!
//! The parser takes what it can get of a damaged stream and says nothing. Here
//! a stream that does not unpack to its end is noticed, because what is missing
//! may be a clause.

use std::io::Read;

use flate2::read::DeflateDecoder;
use hayro_syntax::Filter;
use hayro_syntax::object::dict::keys::CONTENTS;
use hayro_syntax::object::{Array, MaybeRef, Object, Stream};
use hayro_syntax::page::Page;

/// The operators of a page.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    /// Why some of them may be missing.
    pub(crate) trouble: Option<String>,
}

/// Unpacks the content of a page.
pub(crate) fn of(page: &Page<'_>, bytes_max: u64) -> Content {
    let mut content = Content {
        bytes: Vec::new(),
        trouble: None,
    };
    let raw = page.raw();
    if let Some(stream) = raw.get::<Stream<'_>>(CONTENTS) {
        content.take(Some(stream), bytes_max);
    } else if let Some(array) = raw.get::<Array<'_>>(CONTENTS) {
        for item in array.raw_iter() {
            let object = match item {
                MaybeRef::Ref(reference) => page.xref().get::<Object<'_>>(reference.into()),
                MaybeRef::NotRef(object) => Some(object),
            };
            content.take(object.and_then(Object::into_stream), bytes_max);
        }
    } else if raw.contains_key(CONTENTS) && !is_null(page) {
        content.trouble = Some("its content is not in the file".to_owned());
    }
    content
}

/// A page may say in so many words that it has no content.
fn is_null(page: &Page<'_>) -> bool {
    matches!(
        page.raw().get::<Object<'_>>(CONTENTS),
        Some(Object::Null(_))
    )
}

impl Content {
    fn take(&mut self, stream: Option<Stream<'_>>, bytes_max: u64) {
        let Some(stream) = stream else {
            self.trouble = Some("part of its content is not in the file".to_owned());
            return;
        };
        let left = bytes_max.saturating_sub(u64::try_from(self.bytes.len()).unwrap_or(u64::MAX));
        match unpacks(&stream, left) {
            Unpacked::Whole => {}
            Unpacked::Damaged => self.trouble = Some("its content is damaged".to_owned()),
            Unpacked::TooLarge => {
                self.trouble = Some(format!("its content is larger than {bytes_max} bytes"));
                return;
            }
        }
        match stream.decoded_data() {
            Ok(data) => {
                self.bytes.extend_from_slice(&data);
                self.bytes.push(b' ');
            }
            Err(_) => self.trouble = Some("its content could not be unpacked".to_owned()),
        }
    }
}

enum Unpacked {
    Whole,
    Damaged,
    TooLarge,
}

/// Whether a packed stream unpacks to its end within a limit.
fn unpacks(stream: &Stream<'_>, bytes_max: u64) -> Unpacked {
    if stream.filters().first() != Some(&Filter::FlateDecode) {
        return Unpacked::Whole;
    }
    let data = stream.raw_data();
    let through = |reader: &mut dyn Read| {
        let mut limited = reader.take(bytes_max.saturating_add(1));
        std::io::copy(&mut limited, &mut std::io::sink())
    };
    // The checksum behind the data is often wrong and nobody misses it; a viewer
    // shows the same. The end of the packed data itself must be there.
    let after_header = data.get(2..).unwrap_or_default();
    let read = through(&mut DeflateDecoder::new(after_header))
        .or_else(|_| through(&mut DeflateDecoder::new(data.as_ref())));
    match read {
        Ok(bytes) if bytes > bytes_max => Unpacked::TooLarge,
        Ok(_) => Unpacked::Whole,
        Err(_) => Unpacked::Damaged,
    }
}
