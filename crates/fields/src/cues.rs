//! Whether the words around a value speak of another field.
//!
//! A schema may say which phrases introduce a field (`cues`) and which mean
//! another one (`not`). A value whose sentence carries only other fields' cues
//! belongs to them.

use std::ops::Range;

use groundstop_contract::FieldRecord;
use groundstop_value::context::sentence_around;

/// The words that give a value to another field, where they do.
pub(crate) fn belongs_elsewhere(
    field: &FieldRecord,
    others: &[FieldRecord],
    text: &str,
    place: Range<usize>,
) -> Option<Range<usize>> {
    let sentence = sentence_around(text, place);
    let words = text
        .get(sentence.clone())
        .unwrap_or_default()
        .to_ascii_lowercase();
    let find = |phrase: &String| find_phrase(&words, &phrase.to_ascii_lowercase());
    let shift = |range: Range<usize>| {
        let at = |place: usize| place.saturating_add(sentence.start);
        at(range.start)..at(range.end)
    };
    if let Some(found) = field.not.iter().find_map(find) {
        return Some(shift(found));
    }
    if field.cues.is_empty() || field.cues.iter().any(|cue| find(cue).is_some()) {
        return None;
    }
    others
        .iter()
        .filter(|other| other.name != field.name)
        .flat_map(|other| &other.cues)
        .find_map(find)
        .map(shift)
}

/// A phrase as whole words, white space of any kind between them.
fn find_phrase(text: &str, phrase: &str) -> Option<Range<usize>> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let first = words.first()?;
    text.match_indices(first).find_map(|(start, _)| {
        let mut end = start;
        for (number, word) in words.iter().enumerate() {
            let rest = text.get(end..)?;
            let skipped = rest.trim_start();
            if number > 0 && skipped.len() == rest.len() {
                return None;
            }
            let after = skipped.strip_prefix(word)?;
            end = text.len().checked_sub(after.len())?;
        }
        let apart = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let before = text.get(..start)?.chars().next_back();
        let behind = text.get(end..)?.chars().next();
        (apart(before) && apart(behind)).then_some(start..end)
    })
}
