//! Whether the words around a value speak of another field.
//!
//! A schema may say which phrases introduce a field (`cues`) and which mean
//! another one (`not`). A value whose sentence carries none of its own cues, and
//! another field's close by, belongs to that one.

use std::ops::Range;

use groundstop_contract::FieldRecord;
use groundstop_value::Cue;

/// Another field's cue claims a value only from this close.
const NEAR_BYTES: usize = 80;

/// The words of the field's `not` list, where any of the parts around the value has them.
pub(crate) fn excluded(
    field: &FieldRecord,
    text: &str,
    parts: &[Range<usize>],
) -> Option<Range<usize>> {
    field
        .not
        .iter()
        .find_map(|phrase| find(phrase, text, parts))
}

/// The words that give a value to another field, where any of the parts around it has them.
pub(crate) fn belongs_elsewhere(
    field: &FieldRecord,
    others: &[FieldRecord],
    text: &str,
    place: Range<usize>,
    parts: &[Range<usize>],
) -> Option<Range<usize>> {
    if let Some(found) = excluded(field, text, parts) {
        return Some(found);
    }
    let own = |cue: &str| find(cue, text, parts).is_some();
    let mut cues = field.cues.iter().map(String::as_str);
    if field.cues.is_empty() || cues.any(own) || field.telling_phrases().any(own) {
        return None;
    }
    let near = |found: &Range<usize>| {
        let before = place.start.saturating_sub(found.end);
        let after = found.start.saturating_sub(place.end);
        before.max(after) <= NEAR_BYTES
    };
    others
        .iter()
        .filter(|other| other.name != field.name)
        .flat_map(|other| &other.cues)
        .filter_map(|cue| find(cue, text, parts))
        .find(near)
}

/// Where a phrase stands in the first part that has it.
fn find(phrase: &str, text: &str, parts: &[Range<usize>]) -> Option<Range<usize>> {
    let cue = Cue::new(phrase)?;
    parts.iter().find_map(|part| {
        let found = cue.find(text.get(part.clone())?)?;
        let at = |place: usize| place.saturating_add(part.start);
        Some(at(found.start)..at(found.end))
    })
}
