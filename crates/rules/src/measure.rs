//! What a range of amounts measures. A slab is a range of income; a range of turnover, of a
//! value or of a quantity is a rate's condition.

use std::ops::Range;

use crate::outline::Block;
use crate::statute::Statute;

/// What else than income a range of amounts can be of.
const MEASURES: &[&str] = &[
    "turnover",
    "receipt",
    "receipts",
    "value",
    "values",
    "amount",
    "amounts",
    "payment",
    "payments",
    "consideration",
    "price",
    "sales",
    "rent",
    "aggregate",
    "quantity",
    "weight",
    "volume",
];
/// Those of them that a heading or a lead-in says only where the table is about them.
const TITLED: &[&str] = &[
    "turnover",
    "receipts",
    "value",
    "consideration",
    "price",
    "sales",
    "rent",
    "quantity",
    "weight",
    "volume",
];

/// What the range in a stretch of the skeleton is of, where the words before it in its clause, or
/// else the nearest words that enclose it, name something else than income.
pub(crate) fn measured_otherwise(
    statute: &Statute<'_>,
    block: &Block,
    range: &Range<usize>,
) -> Option<&'static str> {
    let from = statute.sentence(block, range).start;
    let words = statute.skeleton.slice(from..range.start.max(from));
    if let Some(own) = other_measure(words, MEASURES) {
        return own;
    }
    let above = block.above.iter().rev();
    let lines = above.map(|lead| statute.flow.line(lead.clone()).to_ascii_lowercase());
    let mut told = lines.filter_map(|line| other_measure(&line, TITLED));
    told.next().flatten()
}

/// Whether words name a measure: another one than income, or (nothing inside) income.
#[allow(clippy::option_option, reason = "no measure, income, or another one")]
fn other_measure(words: &str, measures: &'static [&'static str]) -> Option<Option<&'static str>> {
    if words.contains("income") || words.contains("profit") {
        return Some(None);
    }
    let mut said = words.split(|c: char| !c.is_alphanumeric());
    let found = said.find_map(|word| measures.iter().find(|measure| **measure == word));
    found.map(|measure| Some(*measure))
}

/// Whether words name another measure than income.
pub(crate) fn names_another(words: &str) -> bool {
    other_measure(words, MEASURES).is_some_and(|measure| measure.is_some())
}
