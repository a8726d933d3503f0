//! Text files, within their limits.

use groundstop_document::{Document, DocumentBuilder};

use crate::{LimitKind, ReadError, ReadLimits};

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Text,
    code: "text",
    reader: TEXT_READER,
    about: "UTF-8 text, pages at form feeds",
    extensions: &["txt", "text"],
    is_text: true,
    looks: looks_text,
    read: |bytes, options| read(bytes, &options.limits),
};
use crate::FileKind;
use crate::kind::looks_text;
use crate::registry::ReaderEntry;
use groundstop_document::TEXT_READER;

/// Reads a UTF-8 text file.
pub(crate) fn read(bytes: &[u8], limits: &ReadLimits) -> Result<DocumentBuilder, ReadError> {
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
