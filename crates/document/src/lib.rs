//! The text every offset points into.
//!
//! A [`Document`] is one frozen text with its pages, its lines and whatever
//! its reader noted about single characters. It is made once from bytes and
//! never changes; byte and code-point offsets are different types, so that one
//! cannot be taken for the other.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod builder;
mod caption;
mod drawn;
pub mod fold;
mod index;
mod layer;
mod offset;
mod picture;
mod place;
mod second;
mod table;
mod table_record;
mod text;
mod wire;

pub use builder::{DocumentBuilder, Page, PageState};
pub use drawn::{DrawnReading, DrawnWords};
pub use layer::{HiddenLayer, LayerKind};
pub use offset::{ByteOffset, ByteSpan, CharOffset, CharSpan};
pub use picture::{PictureText, PictureWord};
pub use place::{Area, CharBox, PageSize};
pub use second::{SecondChar, SecondReading};
pub use table::{Table, TableCell, TableRow};
pub use text::{TEXT_READER, TextError};

use groundstop_canon::sha256_hex;
use groundstop_contract::CharacterFlag;
use groundstop_contract::report::DocumentRecord;
use index::{CharIndex, LineIndex};
use serde::{Deserialize, Serialize};

/// A stretch of text its reader noted something about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flagged {
    /// Which characters.
    pub span: ByteSpan,
    /// What was noted.
    pub flag: CharacterFlag,
}

/// One frozen text with its pages, lines and flags.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    sha256: String,
    text_sha256: String,
    reader: String,
    pages: Vec<Page>,
    furniture: Vec<ByteSpan>,
    flagged: Vec<Flagged>,
    boxes: Vec<CharBox>,
    layers: Vec<HiddenLayer>,
    tracked_changes: bool,
    words: Vec<PictureWord>,
    tables: Vec<Table>,
    chars: CharIndex,
    lines: LineIndex,
    second: Option<SecondReading>,
    drawn: Option<DrawnReading>,
}

impl Document {
    fn assemble(builder: DocumentBuilder, sha256: String) -> Document {
        let DocumentBuilder {
            text,
            reader,
            pages,
            furniture,
            flagged,
            boxes,
            layers,
            tracked_changes,
            words,
            tables,
        } = builder;
        Document {
            text_sha256: sha256_hex(text.as_bytes()),
            chars: CharIndex::new(&text),
            lines: LineIndex::new(&text),
            text,
            sha256,
            reader,
            pages,
            furniture,
            flagged,
            boxes,
            layers,
            tracked_changes,
            words,
            tables,
            second: None,
            drawn: None,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// SHA-256 of the bytes the document was read from.
    #[must_use]
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// SHA-256 of the text.
    #[must_use]
    pub fn text_sha256(&self) -> &str {
        &self.text_sha256
    }

    /// The reader that made the text, with its version.
    #[must_use]
    pub fn reader(&self) -> &str {
        &self.reader
    }

    /// The pages, in order; there is always at least one.
    #[must_use]
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Running headers, footers and page numbers, in order.
    #[must_use]
    pub fn furniture(&self) -> &[ByteSpan] {
        &self.furniture
    }

    /// How many pages there are.
    #[must_use]
    pub fn page_count(&self) -> u32 {
        u32::try_from(self.pages.len()).unwrap_or(u32::MAX)
    }

    /// How many code points the text has.
    #[must_use]
    pub fn char_count(&self) -> CharOffset {
        CharOffset(self.chars.total())
    }

    /// The pages nobody read, counted from 1.
    #[must_use]
    pub fn unread_pages(&self) -> Vec<u32> {
        (1u32..)
            .zip(&self.pages)
            .filter(|(_, page)| matches!(page.state, PageState::Unread { .. }))
            .map(|(number, _)| number)
            .collect()
    }

    /// The characters of a span, where it lies on character boundaries inside the text.
    #[must_use]
    pub fn slice(&self, span: ByteSpan) -> Option<&str> {
        self.text.get(span.start.0..span.end.0)
    }

    /// The page a byte lies on, counted from 1.
    #[must_use]
    pub fn page_of(&self, byte: ByteOffset) -> u32 {
        let after = self.pages.partition_point(|page| page.span.start <= byte);
        u32::try_from(after.max(1)).unwrap_or(u32::MAX)
    }

    /// The span of a page counted from 1.
    #[must_use]
    pub fn page_span(&self, number: u32) -> Option<ByteSpan> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.pages.get(index).map(|page| page.span)
    }

    /// The line a byte lies on, counted from 1.
    #[must_use]
    pub fn line_of(&self, byte: ByteOffset) -> u64 {
        self.lines.line_of(byte.0)
    }

    /// The lines that a span touches, whole.
    #[must_use]
    pub fn lines_around(&self, span: ByteSpan) -> ByteSpan {
        let (start, end) = self.lines.around(span.start.0, span.end.0, self.text.len());
        ByteSpan {
            start: ByteOffset(start),
            end: ByteOffset(end),
        }
    }

    /// The code-point offset of a byte offset.
    #[must_use]
    pub fn char_of(&self, byte: ByteOffset) -> CharOffset {
        CharOffset(self.chars.char_of(&self.text, byte.0))
    }

    /// The byte offset of a code-point offset, where the text is that long.
    #[must_use]
    pub fn byte_of(&self, offset: CharOffset) -> Option<ByteOffset> {
        self.chars.byte_of(&self.text, offset.0).map(ByteOffset)
    }

    /// A span in code points.
    #[must_use]
    pub fn char_span(&self, span: ByteSpan) -> CharSpan {
        CharSpan {
            start: self.char_of(span.start),
            end: self.char_of(span.end),
        }
    }

    /// Everything the reader noted about single characters, in order.
    #[must_use]
    pub fn flagged(&self) -> &[Flagged] {
        &self.flagged
    }

    /// Text the file carries that a reader of it does not see.
    #[must_use]
    pub fn hidden_layers(&self) -> &[HiddenLayer] {
        &self.layers
    }

    /// Whether the document holds tracked changes that nobody has settled.
    #[must_use]
    pub fn has_tracked_changes(&self) -> bool {
        self.tracked_changes
    }

    /// The same document with some characters noted as not seen on their pages.
    #[must_use]
    pub fn with_unseen(mut self, spans: &[ByteSpan]) -> Document {
        self.flagged.extend(spans.iter().map(|span| Flagged {
            span: *span,
            flag: CharacterFlag::NotVisible,
        }));
        self.flagged.sort_by_key(|flagged| flagged.span);
        self
    }

    /// What the reader noted about the characters of a span, each flag once.
    #[must_use]
    pub fn flags_in(&self, span: ByteSpan) -> Vec<CharacterFlag> {
        let mut flags: Vec<_> = self
            .flagged
            .iter()
            .filter(|flagged| flagged.span.overlaps(span))
            .map(|flagged| flagged.flag)
            .collect();
        flags.sort_unstable();
        flags.dedup();
        flags
    }

    /// The document's identity under the name a user gave it.
    #[must_use]
    pub fn record(&self, name: &str) -> DocumentRecord {
        DocumentRecord {
            name: name.to_owned(),
            sha256: self.sha256.clone(),
            text_sha256: self.text_sha256.clone(),
            reader: self.reader.clone(),
            pages: self.page_count(),
            chars: self.char_count().as_u64(),
        }
    }
}
