//! Smaller questions under the same folds: is one text the other, and where
//! does a text stand inside a quote.

use groundstop_document::ByteSpan;
use memchr::memmem;

use crate::fold::Folded;
use crate::made::Evidence;
use crate::search::{FoldedDocument, Query, verify};

/// Whether two texts are equal under the folds, blanks at their edges apart.
#[must_use]
pub fn same_text(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    if one == other {
        return true;
    }
    let folded = Folded::new(one, &[]);
    let query = Query::new(other);
    let whole = Folded::new(other, &[]);
    if query.is_blank() || folded.key != whole.key {
        return false;
    }
    // A hyphen at the very edge is not part of the searched key.
    let start = folded.key.len().saturating_sub(query.key().len());
    [0, start.min(1)]
        .into_iter()
        .any(|at| verify(one, &folded, &query, at).is_some())
}

/// A key that texts equal under the folds have in common.
#[must_use]
pub fn text_key(text: &str) -> Vec<u8> {
    Folded::new(text.trim(), &[]).key
}

/// Where a text stands inside a quote, under the folds, in document order.
#[must_use]
pub fn occurrences_within(
    document: &FoldedDocument<'_>,
    evidence: &Evidence,
    needle: &str,
) -> Vec<ByteSpan> {
    let span = evidence.span();
    let base = span.start.0;
    let text = document.document().slice(span).unwrap_or_default();
    let furniture: Vec<ByteSpan> = match evidence.segments().len() {
        0 | 1 => Vec::new(),
        _ => document
            .document()
            .furniture()
            .iter()
            .filter(|furniture| span.contains(**furniture))
            .map(|f| {
                let shift = |at: usize| at.saturating_sub(base);
                ByteSpan::new(shift(f.start.0), shift(f.end.0))
            })
            .collect(),
    };
    let folded = Folded::new(text, &furniture);
    let query = Query::new(needle);
    if query.is_blank() {
        return Vec::new();
    }
    let finder = memmem::Finder::new(query.key());
    let mut found = Vec::new();
    let mut from = 0usize;
    while let Some(at) = folded.key.get(from..).and_then(|rest| finder.find(rest)) {
        let start = from.saturating_add(at);
        if let Some(inner) = verify(text, &folded, &query, start) {
            let place = |at: usize| at.saturating_add(base);
            found.push(ByteSpan::new(place(inner.start.0), place(inner.end.0)));
        }
        from = start.saturating_add(1);
    }
    found
}
