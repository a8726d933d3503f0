//! Text and Markdown files, within their limits.

use groundstop_document::{Document, DocumentBuilder};

use crate::{LimitKind, Limits, ReadError};

/// Reads a UTF-8 text file.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<DocumentBuilder, ReadError> {
    if bytes.len() > limits.text_file_bytes {
        return Err(ReadError::limit(
            LimitKind::TextFileBytes,
            limits.text_file_bytes,
        ));
    }
    let document = Document::from_text(bytes).map_err(ReadError::NotText)?;
    if document.pages().len() > limits.pages {
        return Err(ReadError::limit(LimitKind::Pages, limits.pages));
    }
    Ok(DocumentBuilder::of(document))
}
