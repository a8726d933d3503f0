//! The answer of the local index.

use groundstop_document::ByteSpan;
use groundstop_research::call::{CallFault, FoundDocument};

use crate::corpus::wire::{Answer, unpack_document};

/// The documents of an answer, each with the passages found in it. One that is
/// not what its digest says spoils the answer.
pub(super) fn documents(body: &[u8]) -> Result<Vec<FoundDocument>, CallFault> {
    let answer: Answer = serde_json::from_slice(body).map_err(|_| CallFault::VendorFault)?;
    let mut found = Vec::with_capacity(answer.documents.len());
    for entry in answer.documents {
        let document = unpack_document(&entry).ok_or(CallFault::VendorFault)?;
        let passages: Vec<ByteSpan> = answer
            .hits
            .iter()
            .filter(|hit| hit.document == entry.sha256)
            .map(|hit| ByteSpan::new(hit.start, hit.end))
            .collect();
        let lie_inside = passages.iter().all(|span| document.slice(*span).is_some());
        if passages.is_empty() || !lie_inside {
            return Err(CallFault::VendorFault);
        }
        found.push(FoundDocument {
            name: entry.name,
            document,
            passages,
        });
    }
    let placed: usize = found.iter().map(|each| each.passages.len()).sum();
    if placed != answer.hits.len() {
        return Err(CallFault::VendorFault);
    }
    Ok(found)
}
