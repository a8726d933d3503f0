//! What was imported, held against the document before it is judged: offsets of another reader, and
//! the quotes that were given besides.

use groundstop_contract::CandidateRecord;
use groundstop_document::{CharOffset, Document};
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use groundstop_propose::Imported;

/// Has to come between `import` and every judging of what it gave; [`crate::Engine::verify`] does so.
///
/// Leaves out offsets that do not hold, and puts a quote that the document does not have in the
/// place of the candidate's own: the candidate then stops as that quote does by itself.
pub fn settle_import(document: &Document, imported: &mut Imported) {
    leave_out_foreign_offsets(document, imported);
    let others = &imported.others;
    if others.is_empty() {
        return;
    }
    let folded = FoldedDocument::new(document);
    let hints: Vec<Hints<'_>> = others.iter().map(|(_, other)| hints_of(other)).collect();
    let located = locate_all(&folded, &hints);
    for ((index, other), found) in others.iter().zip(&located).rev() {
        let Some(candidate) = imported.candidates.get_mut(*index) else {
            continue;
        };
        if found.is_err() {
            *candidate = other.clone();
        }
    }
}

fn hints_of(candidate: &CandidateRecord) -> Hints<'_> {
    Hints {
        quote: candidate.quote.as_deref().unwrap_or_default(),
        page: candidate.page,
        offsets: candidate.start.zip(candidate.end),
        prefix: candidate.prefix.as_deref(),
        suffix: candidate.suffix.as_deref(),
    }
}

/// Offsets that another tool counted in its own text are a guess about ours: where the quote does
/// not stand there, the quote counts and the offsets do not, and the report says so.
fn leave_out_foreign_offsets(document: &Document, imported: &mut Imported) {
    for index in &imported.foreign_offsets {
        let Some(candidate) = imported.candidates.get_mut(*index) else {
            continue;
        };
        let Some((start, end)) = candidate.start.zip(candidate.end) else {
            continue;
        };
        let at = |count: u64| {
            let count = usize::try_from(count).ok()?;
            document.byte_of(CharOffset(count))
        };
        let there = at(start)
            .zip(at(end))
            .and_then(|(start, end)| document.text().get(start.0..end.0));
        if there.is_none() || candidate.quote.as_deref() != there {
            (candidate.start, candidate.end) = (None, None);
            let left_out = &mut imported.record.offsets_left_out;
            *left_out = left_out.saturating_add(1);
        }
    }
}
