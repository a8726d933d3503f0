//! How the pieces of a paragraph hang together: the tail of a list, the rows of a table.

use std::ops::Range;

use super::heading::is_row;
use crate::flow::Flow;

/// How a piece of a paragraph goes on from the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// It stands for itself.
    Own,
    /// It says the rest of what a list began: all items stand before it.
    Tail,
    /// It goes on behind the rows of a table that an item leads into.
    BehindRows,
}

/// Verbs that say what becomes of whoever a list names.
const PREDICATES: &[&str] = &[
    " is liable ",
    " are liable ",
    " shall ",
    " commits ",
    " commit ",
    " is guilty ",
    " must ",
    " may ",
    " will ",
];

/// The words of an item without the marks at their end.
pub(super) fn item_words(flow: &Flow, own: Range<usize>) -> Range<usize> {
    let marks = |c: char| c.is_whitespace() || ",;".contains(c);
    let text = flow.slice(own.clone()).trim_end_matches(marks);
    let text = ["; or", "; and", ", or", ", and", ";\nor", ";\nand"]
        .iter()
        .find_map(|joint| text.strip_suffix(joint))
        .unwrap_or(text);
    own.start..own.start.saturating_add(text.len())
}

/// Where the rows of a table begin or end between two lines: behind a lead-in's dash, or before
/// a sentence.
pub(super) fn row_edge(before: &str, line: &str) -> Option<Joint> {
    let before = before.trim_end();
    let last = before.rsplit('\n').next().unwrap_or_default();
    if before.ends_with(['—', '–', ':']) {
        return is_row(line).then_some(Joint::Own);
    }
    let sentence = line.trim_start().starts_with(char::is_uppercase) && !is_row(line);
    (is_row(last) && sentence).then_some(Joint::BehindRows)
}

/// Whether a line behind an item goes on for all items of its list: the page sets it apart, or
/// it is the verb that the words which lead into the list want.
pub(super) fn is_tail(lead: &str, before: &str, line: &str, apart: bool) -> bool {
    let line = line.trim_start();
    let ended = before.trim_end().ends_with([',', ';']);
    let lead = format!(" {lead} ");
    let said = PREDICATES.iter().any(|verb| lead.contains(verb));
    let mut verbs = PREDICATES.iter();
    let verb = verbs.any(|verb| line.starts_with(verb.trim_start()));
    ended && (apart && !line.starts_with('(') || verb && !said)
}
