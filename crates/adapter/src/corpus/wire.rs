//! How documents of the index are packed, and the answer of a look-up.

use std::io::{self, Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use groundstop_document::{Document, DocumentBuilder};
use serde::{Deserialize, Serialize};

use super::manifest::IndexedDocument;

/// How large a document may be when it is unpacked.
const DOCUMENT_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// What a look-up returns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// The passages, the best one first.
    pub(crate) hits: Vec<Hit>,
    /// The documents they are from, in the order of their first passage.
    pub(crate) documents: Vec<AnswerDocument>,
}

/// A passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hit {
    /// SHA-256 of its document's bytes.
    pub(crate) document: String,
    /// Its first byte in the text.
    pub(crate) start: usize,
    /// One past its last byte.
    pub(crate) end: usize,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerDocument {
    pub(crate) sha256: String,
    pub(crate) name: String,
    pub(crate) text_sha256: String,
    /// The packed document, in base64.
    pub(crate) data: String,
}

impl AnswerDocument {
    pub(super) fn new(entry: &IndexedDocument, packed: &[u8]) -> AnswerDocument {
        AnswerDocument {
            sha256: entry.sha256.clone(),
            name: entry.name.clone(),
            text_sha256: entry.text_sha256.clone(),
            data: STANDARD.encode(packed),
        }
    }
}

/// Packs a document; where its characters stand on their pages is left out.
pub(super) fn pack(document: Document) -> io::Result<Vec<u8>> {
    let builder = DocumentBuilder::of(document).without_boxes();
    let bytes = postcard::to_stdvec(&builder).map_err(io::Error::other)?;
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&bytes)?;
    packed.finish()
}

/// Unpacks a document of the given bytes.
pub(super) fn unpack(packed: &[u8], sha256: &str) -> Option<Document> {
    let mut bytes = Vec::new();
    let mut from = DeflateDecoder::new(packed).take(DOCUMENT_BYTES_MAX);
    from.read_to_end(&mut bytes).ok()?;
    let builder: DocumentBuilder = postcard::from_bytes(&bytes).ok()?;
    Some(builder.finish_as(sha256.to_owned()))
}

/// Unpacks a document of an answer, where its text is the one that was indexed.
pub(crate) fn unpack_document(entry: &AnswerDocument) -> Option<Document> {
    let packed = STANDARD.decode(&entry.data).ok()?;
    unpack(&packed, &entry.sha256).filter(|document| document.text_sha256() == entry.text_sha256)
}
