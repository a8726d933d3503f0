//! What the document says instead, for a quote that does not stand in it.
//!
//! This is for people and never on the way to an accepted value. Groups of
//! words shared with the document vote for a place; the words around it are
//! then aligned with the quote's. All work is capped.

use std::collections::BTreeMap;
use std::ops::Range;

use groundstop_contract::{Difference, DifferenceKind, Nearest};
use groundstop_document::{ByteSpan, Document};

use crate::differences::{Aligned, Hunk, align, classify};
use crate::relaxed::{is_sign, meant};
use crate::search::FoldedDocument;
use crate::words::{Word, combine, normal, words};

/// Quotes of at most this many words vote word by word.
const SHORT_QUOTE_WORDS: usize = 8;
/// Words per vote of a longer quote.
const GROUP_WORDS: usize = 3;
/// Words of a quote that are compared; the rest is left out.
const QUOTE_WORDS: usize = 400;
/// Words of context on each side of the place voted for, at least.
const SLACK_WORDS: usize = 12;
/// Quotes of fewer words are not looked at for words in another order.
const MOVED_WORDS: usize = 4;
/// Votes counted in one diagnosis.
const VOTES: usize = 2_000_000;
/// A place needs at least this share of a quote's votes, as a divisor.
const QUORUM: usize = 4;

struct Missing {
    words: Vec<Word>,
    group: usize,
}

/// The nearest text to each quote, where anything comes near.
#[must_use]
pub fn diagnose(document: &FoldedDocument<'_>, quotes: &[&str]) -> Vec<Option<Nearest>> {
    // A quote with marks of its own is the document's words: nothing comes nearer.
    let marked: Vec<Option<Nearest>> = quotes
        .iter()
        .map(|quote| {
            let places = meant(document, quote, None);
            places.first()?.nearest(document.document)
        })
        .collect();
    let unknown: Vec<&str> = quotes
        .iter()
        .zip(&marked)
        .filter_map(|(quote, found)| found.is_none().then_some(*quote))
        .collect();
    let mut nearest = nearest_all(document, &unknown).into_iter();
    marked
        .into_iter()
        .map(|found| found.or_else(|| nearest.next().flatten()))
        .collect()
}

fn nearest_all(document: &FoldedDocument<'_>, quotes: &[&str]) -> Vec<Option<Nearest>> {
    if quotes.is_empty() {
        return Vec::new();
    }
    let missing: Vec<Missing> = quotes
        .iter()
        .map(|quote| {
            let mut words = words(quote);
            words.truncate(QUOTE_WORDS);
            let group = if words.len() <= SHORT_QUOTE_WORDS {
                1
            } else {
                GROUP_WORDS
            };
            Missing { words, group }
        })
        .collect();
    let text = document.wording().words();
    let document = document.document;
    let places = vote(&missing, text);
    missing
        .iter()
        .zip(quotes)
        .zip(places)
        .map(|((missing, quote), place)| describe(document, text, missing, quote, place?))
        .collect()
}

/// For each quote the number of the document's word at which it would begin.
fn vote(missing: &[Missing], text: &[Word]) -> Vec<Option<i64>> {
    let mut groups: BTreeMap<u64, Vec<(usize, usize)>> = BTreeMap::new();
    let mut sizes: Vec<usize> = missing.iter().map(|quote| quote.group).collect();
    for (number, quote) in missing.iter().enumerate() {
        for (at, group) in quote.words.windows(quote.group).enumerate() {
            groups.entry(combine(group)).or_default().push((number, at));
        }
    }
    sizes.sort_unstable();
    sizes.dedup();
    let mut votes: Vec<(usize, i64)> = Vec::new();
    for size in sizes {
        for (at, group) in text.windows(size).enumerate() {
            for (number, inside) in groups.get(&combine(group)).into_iter().flatten() {
                let grouped = missing
                    .get(*number)
                    .is_some_and(|quote| quote.group == size);
                if grouped && votes.len() < VOTES {
                    votes.push((*number, signed(at).saturating_sub(signed(*inside))));
                }
            }
        }
    }
    votes.sort_unstable();
    missing
        .iter()
        .enumerate()
        .map(|(number, quote)| {
            let from = votes.partition_point(|(other, _)| *other < number);
            let to = votes.partition_point(|(other, _)| *other <= number);
            let cast: Vec<i64> = votes
                .get(from..to)
                .unwrap_or_default()
                .iter()
                .map(|(_, place)| *place)
                .collect();
            let groups = quote
                .words
                .len()
                .saturating_sub(quote.group)
                .saturating_add(1);
            elect(&cast, groups)
        })
        .collect()
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The place with the most votes, those of its near neighbours included; the first of equals.
fn elect(places: &[i64], groups: usize) -> Option<i64> {
    let near = signed(SLACK_WORDS);
    let mut best: Option<(usize, i64)> = None;
    let mut from = 0usize;
    for (to, place) in places.iter().enumerate() {
        while places
            .get(from)
            .is_some_and(|first| first.saturating_add(near) < *place)
        {
            from = from.saturating_add(1);
        }
        let count = to.saturating_sub(from).saturating_add(1);
        if best.is_none_or(|(most, _)| count > most) {
            let middle = places
                .get(from..=to)
                .and_then(|group| group.get(group.len() / 2));
            best = middle.map(|middle| (count, *middle));
        }
    }
    let (count, place) = best?;
    (count.saturating_mul(QUORUM) >= groups).then_some(place)
}

/// Compares a quote with the words around the place voted for.
fn describe(
    document: &Document,
    text: &[Word],
    missing: &Missing,
    quote: &str,
    place: i64,
) -> Option<Nearest> {
    let start = usize::try_from(place).unwrap_or(0);
    // A moved clause stands as far off as the quote is long.
    let slack = SLACK_WORDS.max(missing.words.len());
    let from = start.saturating_sub(slack);
    let to = start
        .saturating_add(missing.words.len())
        .saturating_add(slack)
        .min(text.len());
    let window = text.get(from..to)?;
    let spelled =
        |source: &str, word: &Word| normal(source.get(word.start..word.end).unwrap_or_default());
    let ours: Vec<String> = missing
        .words
        .iter()
        .map(|word| spelled(quote, word))
        .collect();
    let theirs: Vec<String> = window
        .iter()
        .map(|word| spelled(document.text(), word))
        .collect();
    let (matched, mut differences) = compare(&ours, &theirs, &missing.words, window);
    let first = window.get(matched.start)?;
    let last = window.get(matched.end.checked_sub(1)?)?;
    let mut span = ByteSpan::new(first.start, last.end);
    span.end.0 = with_final_mark(document.text(), quote, span.end.0);
    let found = document.slice(span)?;
    note_other_currency(quote, found, &mut differences);
    let chars = document.char_span(span);
    Some(Nearest {
        text: found.to_owned(),
        page: document.page_of(span.start),
        start: chars.start.as_u64(),
        end: chars.end.as_u64(),
        differences,
    })
}

/// Which words of the window the quote's stand for, and in what they differ.
fn compare(
    ours: &[String],
    theirs: &[String],
    quote: &[Word],
    window: &[Word],
) -> (Range<usize>, Vec<Difference>) {
    let aligned = align(ours, theirs);
    let differences = classify(ours, theirs, &aligned);
    let exchanged = differences
        .iter()
        .all(|one| one.kind == DifferenceKind::Party);
    let matched = match reordered(quote, window) {
        Some(matched) if !exchanged => matched,
        _ => return (aligned.matched, differences),
    };
    // The very same words in another order: no alignment says it better.
    let hunk = Hunk {
        quote: 0..ours.len(),
        document: matched.clone(),
    };
    let aligned = Aligned {
        matched,
        hunks: vec![hunk],
    };
    let mut differences = classify(ours, theirs, &aligned);
    differences
        .iter_mut()
        .for_each(|one| one.kind = DifferenceKind::Order);
    (aligned.matched, differences)
}

/// Another currency is never mere punctuation: what is paid is another thing.
fn note_other_currency(quote: &str, found: &str, differences: &mut Vec<Difference>) {
    let signs = |text: &str| -> String { text.chars().filter(|c| is_sign(*c)).collect() };
    let (quoted, found) = (signs(quote), signs(found));
    if quoted != found {
        differences.retain(|one| one.kind != DifferenceKind::Punctuation);
        differences.push(Difference {
            kind: DifferenceKind::Unit,
            quote: quoted,
            document: found,
        });
        differences.sort_by_key(|one| one.kind);
    }
}

/// A stretch of the document with exactly the quote's words in another order.
fn reordered(quote: &[Word], window: &[Word]) -> Option<Range<usize>> {
    let sum = |words: &[Word]| {
        words
            .iter()
            .fold(0u64, |sum, word| sum.wrapping_add(word.hash))
    };
    let wanted = sum(quote);
    let same = |words: &[Word]| {
        words
            .iter()
            .map(|word| word.hash)
            .eq(quote.iter().map(|word| word.hash))
    };
    if quote.len() < MOVED_WORDS {
        return None;
    }
    let (start, _) = window
        .windows(quote.len())
        .enumerate()
        .find(|(_, words)| sum(words) == wanted && !same(words))?;
    Some(start..start.saturating_add(quote.len()))
}

/// Takes in the full stop or other mark the quote ends with.
fn with_final_mark(text: &str, quote: &str, end: usize) -> usize {
    let mark = quote.chars().next_back().filter(char::is_ascii_punctuation);
    let next = text.get(end..).and_then(|rest| rest.chars().next());
    match (mark, next) {
        (Some(mark), Some(next)) if mark == next => end.saturating_add(next.len_utf8()),
        _ => end,
    }
}
