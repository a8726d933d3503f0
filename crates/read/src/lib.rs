//! Bytes to a document: PDF, DOCX, ODT, HTML, mail, filings, Markdown, text.
//!
//! What is read here is what every decision rests on, so nothing is dropped in
//! silence: a page that could not be read is *unread* with its reason, a
//! character nobody sees is flagged, and a file that cannot be read at all is
//! an error with its cure. The room is pure: it takes bytes and options and
//! opens no file, starts no program, asks no clock. It does not trust its
//! input, and every limit is named in [`ReadLimits`].
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod docx;
mod error;
mod filing;
mod html;
mod kind;
mod mail;
mod markdown;
mod markup;
mod ocr;
mod odt;
mod options;
mod pdf;
mod raised;
mod registry;
mod tables;
mod text;

pub use docx::DOCX_READER;
pub use error::{LimitKind, ReadError};
pub use filing::FILING_READER;
pub use html::HTML_READER;
pub use kind::{FileKind, kind_of};
pub use mail::{Attachment, MAIL_READER, attachments};
pub use markdown::MARKDOWN_READER;
pub use ocr::{Shown, picture_text};
pub use odt::ODT_READER;
pub use options::{ReadLimits, ReadOptions};
pub use pdf::{PDF_READER, PageLook, Picture};
pub use registry::{READERS, ReaderEntry};

use groundstop_document::{Document, DocumentBuilder};

/// Reads a document, by what the bytes are and not by what they are called.
///
/// # Errors
/// Where nothing of the file can be read, or a limit is reached.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    gather(bytes, options).map(|builder| builder.finish(bytes))
}

/// Reads a document as far as the text can still be added to: what a worker sends.
///
/// # Errors
/// As [`read`].
pub fn gather(bytes: &[u8], options: &ReadOptions) -> Result<DocumentBuilder, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let kind = kind_of(bytes);
    match (kind, kind.entry()) {
        (_, Some(entry)) => (entry.read)(bytes, options),
        (FileKind::Unsupported(what), None) => Err(ReadError::Unsupported(what.into())),
        (_, None) => Err(ReadError::Unsupported(
            "a kind of file without a reader".into(),
        )),
    }
}

/// Draws a page of a PDF, counted from 1, with so many dots to the inch.
///
/// # Errors
/// Where the file is no PDF, cannot be opened, or has no such page.
pub fn draw(
    bytes: &[u8],
    options: &ReadOptions,
    page: u32,
    dpi: u16,
) -> Result<Picture, ReadError> {
    match kind_of(bytes) {
        FileKind::Pdf => pdf::draw(bytes, options, page, dpi),
        FileKind::Docx
        | FileKind::Odt
        | FileKind::Html
        | FileKind::Mail
        | FileKind::Filing
        | FileKind::Markdown
        | FileKind::Text
        | FileKind::Unsupported(_) => Err(ReadError::NotDrawn),
    }
}

/// Draws pages of a PDF and says of every box on them whether something is seen in it.
///
/// # Errors
/// Where the file is no PDF, or a page cannot be drawn.
pub fn look(
    bytes: &[u8],
    options: &ReadOptions,
    wanted: &[PageLook],
) -> Result<Vec<Vec<bool>>, ReadError> {
    match kind_of(bytes) {
        FileKind::Pdf => pdf::look(bytes, options, wanted),
        _ => Err(ReadError::NotDrawn),
    }
}
