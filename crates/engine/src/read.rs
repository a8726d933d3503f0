//! Bytes to a document, by what the bytes are and not by what they are called.

use std::fmt;

use groundstop_document::{Document, TextError};

/// Why bytes could not be read as a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is nothing in the file.
    Empty,
    /// The file is of a kind that is not read.
    Unsupported(&'static str),
    /// The file is no UTF-8 text.
    NotText(TextError),
}

impl ReadError {
    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> &'static str {
        match self {
            ReadError::Empty => "give a document with text in it",
            ReadError::Unsupported(_) => {
                "convert it to UTF-8 text first; offsets then point into that text"
            }
            ReadError::NotText(_) => "convert it to UTF-8, for example with `iconv -t utf-8`",
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Empty => f.write_str("the document is empty"),
            ReadError::Unsupported(kind) => {
                write!(f, "this is {kind}, and only UTF-8 text is read")
            }
            ReadError::NotText(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a document.
///
/// # Errors
/// Where the bytes are empty, of another kind, or not UTF-8.
pub fn read_document(bytes: &[u8]) -> Result<Document, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let kinds: [(&[u8], &str); 4] = [
        (b"%PDF-", "a PDF"),
        (b"PK\x03\x04", "a ZIP container (a DOCX, perhaps)"),
        (b"\xD0\xCF\x11\xE0", "an old Office file"),
        (b"{\\rtf", "an RTF file"),
    ];
    if let Some((_, kind)) = kinds.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(ReadError::Unsupported(kind));
    }
    Document::from_text(bytes).map_err(ReadError::NotText)
}
