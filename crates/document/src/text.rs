//! UTF-8 text files: the text as it stands, a page ending at each form feed.

use serde::{Deserialize, Serialize};

use crate::{Document, DocumentBuilder};

/// The reader of text files, with its version.
pub const TEXT_READER: &str = "text/1";

/// Why bytes are not a text document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("not UTF-8 text: byte {} (line {}) does not belong to any character", .byte, .line)]
pub struct TextError {
    byte: usize,
    line: usize,
    utf16: bool,
}

impl TextError {
    /// The first byte that is not UTF-8, counted from 0.
    #[must_use]
    pub fn byte(&self) -> usize {
        self.byte
    }

    /// Whether the bytes begin as UTF-16 text does.
    #[must_use]
    pub fn is_utf16(&self) -> bool {
        self.utf16
    }
}

impl Document {
    /// Reads a UTF-8 text file.
    ///
    /// # Errors
    /// Where the bytes are not UTF-8; the error names the first such byte.
    pub fn from_text(bytes: &[u8]) -> Result<Document, TextError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let byte = error.valid_up_to();
            let before = bytes.get(..byte).unwrap_or_default();
            let breaks = before.iter().filter(|byte| **byte == b'\n').count();
            TextError {
                byte,
                line: breaks.saturating_add(1),
                utf16: bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF"),
            }
        })?;
        let mut builder = DocumentBuilder::new(TEXT_READER);
        for page in text.split_inclusive('\u{c}') {
            builder.page(page);
        }
        if text.ends_with('\u{c}') {
            builder.page("");
        }
        Ok(builder.finish(bytes))
    }
}
