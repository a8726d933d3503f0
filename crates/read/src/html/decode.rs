//! The bytes of a web page to characters: by its mark, as UTF-8, or as it says itself.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};
use groundstop_document::Document;

use crate::ReadError;

/// Bytes at the start in which a page says how it is encoded.
const DECLARATION_BYTES: usize = 1024;
/// What switches between the alphabets of ISO-2022-JP; all its bytes are ASCII.
const ESCAPE: u8 = 0x1B;

/// The characters of a page.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    match Encoding::for_bom(bytes) {
        Some((encoding, mark)) if encoding != UTF_8 => {
            return strictly(encoding, bytes.get(mark..).unwrap_or_default());
        }
        _ => {}
    }
    let said = declared(bytes);
    if said == Some(ISO_2022_JP) && bytes.contains(&ESCAPE) {
        return strictly(ISO_2022_JP, bytes);
    }
    match (std::str::from_utf8(bytes), said) {
        (Ok(text), _) => Ok(Cow::Borrowed(text)),
        (Err(_), Some(encoding)) if encoding.is_ascii_compatible() && encoding != UTF_8 => {
            strictly(encoding, bytes)
        }
        (Err(_), _) => match Document::from_text(bytes) {
            Err(error) => Err(ReadError::NotText(error)),
            Ok(_) => Err(ReadError::malformed("HTML", "its encoding is unknown")),
        },
    }
}

fn strictly<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Result<Cow<'a, str>, ReadError> {
    encoding
        .decode_without_bom_handling_and_without_replacement(bytes)
        .ok_or_else(|| {
            let why = format!("it is not the {} it says it is", encoding.name());
            ReadError::malformed("HTML", &why)
        })
}

/// The character set that a page names at its start, where it is known.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(DECLARATION_BYTES));
    let head = String::from_utf8_lossy(head.unwrap_or_default()).to_ascii_lowercase();
    ["charset=", "encoding="].iter().find_map(|key| {
        head.split(key).skip(1).find_map(|after| {
            let name = after.trim_start_matches(['"', '\'', ' ']);
            let ends = |c: char| c.is_whitespace() || "\"';>?/".contains(c);
            let name = name.split(ends).next().unwrap_or_default();
            Encoding::for_label(name.as_bytes())
        })
    })
}
