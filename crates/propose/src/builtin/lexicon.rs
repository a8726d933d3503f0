//! Telling words around a value: beginnings of words that contracts use to say
//! what a date or a length of time is for.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use groundstop_language::pattern::compiled;

use super::pattern::shift;
use super::signs::{Feature, StemSigns};

/// How far before and after a value a word counts as near it.
const NEAR_BYTES: usize = 70;

/// Beginnings of words, in lower case.
pub(super) const STEMS: &[&str] = &[
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

/// All of them at once, in any case.
static AUTOMATON: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let mut builder = AhoCorasick::builder();
    compiled("STEMS", builder.ascii_case_insensitive(true).build(STEMS))
});

/// The signs of each stem: before, after and around a value.
static SIGNS: LazyLock<StemSigns> = LazyLock::new(|| StemSigns::new(STEMS));

/// Where a stem was met.
#[derive(Clone, Copy, Default)]
struct Met {
    before: bool,
    after: bool,
    around: bool,
}

/// Which telling words stand before, after, and anywhere around a value.
pub(crate) fn features(text: &str, sentence: &Range<usize>, value: &Range<usize>) -> Vec<Feature> {
    let low = text.ceil_char_boundary(value.start.saturating_sub(NEAR_BYTES).max(sentence.start));
    let high = text.floor_char_boundary(value.end.saturating_add(NEAR_BYTES).min(sentence.end));
    let mut met = vec![Met::default(); STEMS.len()];
    let from = sentence.start.min(low);
    for (stem, word) in words(text, from..sentence.end.max(high)) {
        let Some(met) = met.get_mut(stem) else {
            continue;
        };
        let inside = |low: usize, high: usize| low <= word.start && word.end <= high;
        // What is cut at the edge of a stretch begins there all the same.
        met.before |= inside(low, value.start);
        met.after |= inside(value.end, high);
        met.around |= inside(sentence.start, sentence.end);
    }
    let named = SIGNS.all().zip(met).flat_map(|(signs, met)| {
        let places = signs.into_iter().zip([met.before, met.after, met.around]);
        places.filter(|(_, met)| *met).map(|(sign, _)| sign)
    });
    named.collect()
}

/// The words of a stretch that begin with a stem, by the stem's number.
fn words(text: &str, range: Range<usize>) -> Vec<(usize, Range<usize>)> {
    let said = text.get(range.clone()).unwrap_or_default();
    let begins = |at: usize| {
        let before = said.get(..at).unwrap_or_default().chars().next_back();
        !before.is_some_and(char::is_alphanumeric)
    };
    AUTOMATON
        .find_overlapping_iter(said)
        .filter(|found| begins(found.start()))
        .map(|found| {
            (
                found.pattern().as_usize(),
                shift(found.range(), range.start),
            )
        })
        .collect()
}
