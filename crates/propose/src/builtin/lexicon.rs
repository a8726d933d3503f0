//! Telling words around a value: beginnings of words that contracts use to say
//! what a date or a length of time is for.

use std::ops::Range;

use super::finding::Feature;

/// How far before and after a value a word counts as near it.
const NEAR_BYTES: usize = 70;

/// Beginnings of words, in lower case.
const STEMS: &[&str] = &[
    "renew",
    "exten",
    "success",
    "addition",
    "consecutive",
    "initial",
    "term of",
    "thereafter",
    "notice",
    "notif",
    "prior",
    "least",
    "expir",
    "terminat",
    "unless",
    "cure",
    "breach",
    "pay",
    "invoice",
    "deliver",
    "commenc",
    "effective",
    "dated",
    "made",
    "entered",
    "execut",
    "sign",
    "between",
    "as of",
    "this agreement",
    "that certain",
    "original",
    "amend",
    "until",
    "through",
    "continu",
    "in effect",
    "force",
    "perpetual",
    "surviv",
    "confidential",
    "disclos",
    "anniversary",
    "year-to-year",
    "each",
    "option",
    "automatic",
    "end of",
    "then-current",
    "then current",
    "period",
    "closing",
    "launch",
    "first",
    "last",
    "insolven",
    "bankrupt",
    "audit",
    "record",
    "warrant",
    "report",
    "convenience",
    "without cause",
    "for any reason",
    "material",
    "force majeure",
    "intent",
    "not to",
    "elect",
    "agree",
    "solicit",
    "employ",
    "obligat",
    "source",
    "counterpart",
    "filed",
];

/// Which telling words stand before, after, and anywhere around a value.
pub(crate) fn features(text: &str, sentence: &Range<usize>, value: &Range<usize>) -> Vec<Feature> {
    let low = text.ceil_char_boundary(value.start.saturating_sub(NEAR_BYTES).max(sentence.start));
    let high = text.floor_char_boundary(value.end.saturating_add(NEAR_BYTES).min(sentence.end));
    let part = |range: Range<usize>| text.get(range).unwrap_or_default().to_ascii_lowercase();
    let (before, after) = (part(low..value.start), part(value.end..high.max(value.end)));
    let around = part(sentence.clone());
    let mut features: Vec<Feature> = Vec::new();
    for stem in STEMS {
        if has(&before, stem) {
            features.push(format!("word {stem} before").into());
        }
        if has(&after, stem) {
            features.push(format!("word {stem} after").into());
        }
        if has(&around, stem) {
            features.push(format!("word {stem} around").into());
        }
    }
    features
}

/// Whether a word of the text begins so.
fn has(text: &str, stem: &str) -> bool {
    let starts = |at: usize| {
        let before = text.get(..at).unwrap_or_default().chars().next_back();
        !before.is_some_and(char::is_alphanumeric)
    };
    text.match_indices(stem).any(|(at, _)| starts(at))
}
