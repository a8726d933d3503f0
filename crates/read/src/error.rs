//! Why a file could not be read, and what to do about it.

use std::borrow::Cow;

use groundstop_document::TextError;
use serde::{Deserialize, Serialize};

/// A limit that a file reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitKind {
    /// Pages of one document.
    Pages,
    /// Bytes of text.
    TextBytes,
    /// Bytes of a text file.
    TextFileBytes,
    /// Files inside a DOCX.
    ZipEntries,
    /// Bytes of one file inside a DOCX.
    ZipEntryBytes,
    /// How many times larger a file inside a DOCX becomes.
    ZipRatio,
    /// Bytes of an HTML file.
    HtmlBytes,
}

impl LimitKind {
    /// What is counted, with its unit.
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            LimitKind::Pages => "pages",
            LimitKind::TextBytes => "bytes of text",
            LimitKind::TextFileBytes => "bytes in a text file",
            LimitKind::ZipEntries => "files inside the DOCX",
            LimitKind::ZipEntryBytes => "bytes in one file inside the DOCX",
            LimitKind::ZipRatio => "times the packed size inside the DOCX",
            LimitKind::HtmlBytes => "bytes of HTML",
        }
    }
}

/// Why bytes could not be read as a document. It crosses a worker's pipe as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ReadError {
    /// There is nothing in the file.
    #[error("the document is empty")]
    Empty,
    /// The file is of a kind that is not read.
    #[error("this is {0}, which is not read")]
    Unsupported(Cow<'static, str>),
    /// The file is no UTF-8 text.
    #[error(transparent)]
    NotText(TextError),
    /// The file is encrypted and no password was given.
    #[error("the file is encrypted and needs a password")]
    PasswordNeeded,
    /// The password does not open the file.
    #[error("the password does not open the file")]
    PasswordWrong,
    /// The file is encrypted in a way that is not read.
    #[error("the file is encrypted, and {0}")]
    Encryption(Cow<'static, str>),
    /// The file has no pages.
    #[error("the file has no pages")]
    NoPages,
    /// The file has no page of that number.
    #[error("the file has no page {0}")]
    NoSuchPage(u32),
    /// The file is of a kind whose pages are not drawn.
    #[error("this is no PDF, and has no pages to draw")]
    NotDrawn,
    /// The file is so damaged that nothing of it could be read.
    #[error("the {format} is damaged: {detail}")]
    Malformed {
        /// The format it claims to be.
        format: Cow<'static, str>,
        /// What is wrong with it.
        detail: String,
    },
    /// The file goes past a limit.
    #[error("the file has more than {limit} {}", .what.what())]
    Limit {
        /// Which one.
        what: LimitKind,
        /// Where it stands.
        limit: u64,
    },
}

impl ReadError {
    pub(crate) fn malformed(format: &'static str, detail: impl Into<String>) -> ReadError {
        ReadError::Malformed {
            format: Cow::Borrowed(format),
            detail: detail.into(),
        }
    }

    pub(crate) fn limit(what: LimitKind, limit: usize) -> ReadError {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        ReadError::Limit { what, limit }
    }

    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> &'static str {
        match self {
            ReadError::Empty => "give a document with text in it",
            ReadError::Unsupported(_) => {
                "convert it to PDF, DOCX, ODT, HTML or UTF-8 text first; offsets then point into that text"
            }
            ReadError::NotText(error) if error.is_utf16() => {
                "it begins as UTF-16 does: convert it with `iconv -f utf-16 -t utf-8`"
            }
            ReadError::NotText(_) => {
                "convert it to UTF-8, for example with `iconv -f windows-1252 -t utf-8` if Windows wrote it; what is no text at all is damaged, or of a kind that is not read"
            }
            ReadError::PasswordNeeded => "give the password with `--password`",
            ReadError::PasswordWrong => "give the password that opens the file for reading",
            ReadError::Encryption(_) => {
                "save a copy without encryption with the program that made the file"
            }
            ReadError::NoPages => "check that the file is complete; open it in a viewer",
            ReadError::NoSuchPage(_) => "`groundstop pages` lists the pages there are",
            ReadError::NotDrawn => {
                "only the pages of a PDF are drawn; `groundstop text` shows the text"
            }
            ReadError::Malformed { .. } => {
                "get the file again, or open it and save a new copy with the program that made it"
            }
            ReadError::Limit { .. } => {
                "split the document, or raise the limit if you trust the file"
            }
        }
    }
}
