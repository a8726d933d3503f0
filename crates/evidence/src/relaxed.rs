//! Quotes that are the document's words with marks of their own.
//!
//! Models put quotation marks around a quote, set it in Markdown, write it as an item of a list,
//! end it with a full stop, or leave words out and say so with an ellipsis. None of this is a
//! fold, and none of it is ever accepted. Where a schema says so (`require_exact_quote = false`)
//! such a quote is given the one place it can mean, for a person to look at; else the place is
//! shown with the one thing to change.
//!
//! The list of what may differ is closed: letter case, punctuation (outer quotation marks and
//! Markdown marks among it), and one ellipsis between two places in order on one page. Words are
//! compared letter by letter; nothing is scored.

use std::ops::Range;

use groundstop_contract::{Difference, DifferenceKind, MatchKind, Nearest};
use groundstop_document::fold::{is_hyphen, is_ignorable, straight_quote};
use groundstop_document::{ByteOffset, ByteSpan, Document};

use crate::differences::is_negation;
use crate::made::Evidence;
use crate::search::FoldedDocument;
use crate::words::{Word, normal, words};

/// Words compared for one quote, over all places that are tried.
const COMPARED_WORDS: usize = 200_000;
/// Places of one part of a quote that are looked at; more are too many to mean one of them.
const PLACES: usize = 200;
/// Differences that are told of one quote.
const TOLD: usize = 20;

/// The words of a document, to be found by what they are.
#[derive(Debug)]
pub(crate) struct Wording {
    words: Vec<Word>,
    /// Every word's hash and number, in this order.
    by_hash: Vec<(u64, usize)>,
}

impl Wording {
    pub(crate) fn new(text: &str) -> Wording {
        let words = words(text);
        let mut by_hash: Vec<(u64, usize)> = words
            .iter()
            .enumerate()
            .map(|(number, word)| (word.hash, number))
            .collect();
        by_hash.sort_unstable();
        Wording { words, by_hash }
    }

    pub(crate) fn words(&self) -> &[Word] {
        &self.words
    }

    fn with_hash(&self, hash: u64) -> &[(u64, usize)] {
        let from = self.by_hash.partition_point(|(other, _)| *other < hash);
        let to = self.by_hash.partition_point(|(other, _)| *other <= hash);
        self.by_hash.get(from..to).unwrap_or_default()
    }
}

/// A place that a quote with marks of its own can mean.
#[derive(Clone, Debug)]
pub(crate) struct Meant {
    span: ByteSpan,
    /// The document's words that an ellipsis leaves out.
    skipped: Option<ByteSpan>,
    differences: Vec<Difference>,
}

impl Meant {
    /// The place as the nearest text to a quote that was not found.
    pub(crate) fn nearest(&self, document: &Document) -> Option<Nearest> {
        let chars = document.char_span(self.span);
        Some(Nearest {
            text: document.slice(self.span)?.to_owned(),
            page: document.page_of(self.span.start),
            start: chars.start.as_u64(),
            end: chars.end.as_u64(),
            differences: self.differences.clone(),
        })
    }
}

/// The places that a quote can mean, on a page where one is named; two stand for any number more.
pub(crate) fn meant(document: &FoldedDocument<'_>, quote: &str, page: Option<u32>) -> Vec<Meant> {
    let found = meant_by(document, quote, quote, page);
    if !found.is_empty() {
        return found;
    }
    match without_markdown(quote) {
        Some(plain) => meant_by(document, quote, &plain, page),
        None => Vec::new(),
    }
}

/// The same for a quote some of whose bytes are blanked out; `quote` is what it said.
fn meant_by(
    document: &FoldedDocument<'_>,
    quote: &str,
    plain: &str,
    page: Option<u32>,
) -> Vec<Meant> {
    let Some(parts) = parts(plain) else {
        return Vec::new();
    };
    let mut search = Search {
        document,
        quote,
        plain,
        page,
        work: COMPARED_WORDS,
    };
    let found = match parts.as_slice() {
        [only] => {
            let places = search.places(only);
            let whole = |place: &Place| Meant {
                span: place.span,
                skipped: None,
                differences: search.differences(only, place),
            };
            places.iter().take(2).map(whole).collect()
        }
        [first, second] => search.pairs(first, second),
        _ => Vec::new(),
    };
    // What was not searched to the end may stand anywhere.
    match search.work {
        0 => Vec::new(),
        _ => found,
    }
}

/// A part of a quote: its words, and the bytes that belong to it.
struct Part {
    words: Vec<Word>,
    bytes: Range<usize>,
}

/// A quote in one part, or in two around its ellipsis; nothing where there are more.
fn parts(quote: &str) -> Option<Vec<Part>> {
    let words = words(quote);
    let mut cuts = words
        .windows(2)
        .enumerate()
        .filter_map(|(index, pair)| match pair {
            [one, other] => {
                let marks = ellipsis(quote, one.end..other.start)?;
                Some((index.saturating_add(1), marks))
            }
            _ => None,
        });
    let part = |range: Range<usize>, bytes: Range<usize>| Part {
        words: words.get(range).unwrap_or_default().to_vec(),
        bytes,
    };
    let last = words.len();
    match (words.is_empty(), cuts.next(), cuts.next()) {
        (true, ..) | (_, Some(_), Some(_)) => None,
        (_, None, _) => Some(vec![part(0..last, 0..quote.len())]),
        (_, Some((cut, marks)), None) => Some(vec![
            part(0..cut, 0..marks.start),
            part(cut..last, marks.end..quote.len()),
        ]),
    }
}

/// The marks between two words that say that words were left out, with brackets around them.
fn ellipsis(quote: &str, gap: Range<usize>) -> Option<Range<usize>> {
    let between = quote.get(gap.clone())?;
    let marks: String = between.chars().filter(|c| !c.is_whitespace()).collect();
    if !marks.contains('…') && !marks.contains("...") {
        return None;
    }
    let dots = ['…', '.'];
    let first = between.find(dots)?;
    let end = between.rfind(dots)?;
    let end = between
        .get(end..)?
        .chars()
        .next()?
        .len_utf8()
        .saturating_add(end);
    let before = between.get(..first)?.trim_end();
    let before = before.strip_suffix(['[', '(']).unwrap_or(before);
    let after = between.get(end..)?.trim_start();
    let after = after.strip_prefix([']', ')']).unwrap_or(after);
    let start = gap.start.saturating_add(before.len());
    Some(start..gap.end.saturating_sub(after.len()))
}

/// The quote with the marks of Markdown that have letters or digits blanked out: numbers of list
/// items and targets of links. Every byte keeps its place.
fn without_markdown(quote: &str) -> Option<String> {
    let mut blanked: Vec<Range<usize>> = Vec::new();
    let mut at = 0usize;
    for line in quote.split_inclusive('\n') {
        let start = line.find(char::is_alphanumeric).unwrap_or(line.len());
        let rest = line.get(start..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = rest.get(digits..).unwrap_or_default();
        let marked = after
            .strip_prefix(['.', ')'])
            .is_some_and(|rest| rest.starts_with([' ', '\t']));
        if (1..=3).contains(&digits) && marked {
            let from = at.saturating_add(start);
            blanked.push(from..from.saturating_add(digits).saturating_add(1));
        }
        at = at.saturating_add(line.len());
    }
    let mut from = 0usize;
    while let Some(found) = quote.get(from..).and_then(|rest| rest.find("](")) {
        let open = from.saturating_add(found).saturating_add(1);
        let Some(close) = quote.get(open..).and_then(|rest| rest.find(')')) else {
            break;
        };
        let end = open.saturating_add(close).saturating_add(1);
        blanked.push(open..end);
        from = end;
    }
    if blanked.is_empty() {
        return None;
    }
    let blank = |(at, c): (usize, char)| match blanked.iter().any(|range| range.contains(&at)) {
        true => " ".repeat(c.len_utf8()),
        false => c.to_string(),
    };
    Some(quote.char_indices().map(blank).collect())
}

/// Where a part of a quote stands.
struct Place {
    span: ByteSpan,
    /// The number of its first word in the document.
    first: usize,
}

struct Search<'s, 'd> {
    document: &'s FoldedDocument<'d>,
    quote: &'s str,
    plain: &'s str,
    page: Option<u32>,
    work: usize,
}

impl Search<'_, '_> {
    /// Every place of a part, up to a limit that is too many anyway.
    fn places(&mut self, part: &Part) -> Vec<Place> {
        let wording = self.document.wording();
        let rarest = part
            .words
            .iter()
            .enumerate()
            .map(|(number, word)| (wording.with_hash(word.hash), number))
            .min_by_key(|(found, _)| found.len());
        let Some((found, inside)) = rarest else {
            return Vec::new();
        };
        let mut places = Vec::new();
        for (_, number) in found {
            let Some(first) = number.checked_sub(inside) else {
                continue;
            };
            let theirs = wording
                .words()
                .get(first..first.saturating_add(part.words.len()));
            let Some(theirs) = theirs else { continue };
            if !self.same_words(&part.words, theirs) {
                continue;
            }
            let page = |span: &ByteSpan| self.document.document.page_of(span.start);
            let named = |span: &ByteSpan| self.page.is_none_or(|number| number == page(span));
            if let Some(span) = self.with_edges(part, theirs).filter(named) {
                places.push(Place { span, first });
            }
            if places.len() >= PLACES || self.work == 0 {
                break;
            }
        }
        places
    }

    /// Whether the words are the same, letter case apart.
    fn same_words(&mut self, ours: &[Word], theirs: &[Word]) -> bool {
        let text = self.document.document.text();
        ours.iter().zip(theirs).all(|(one, other)| {
            self.work = self.work.saturating_sub(1);
            self.work > 0
                && one.hash == other.hash
                && spelled(self.plain, one).to_lowercase() == spelled(text, other).to_lowercase()
        })
    }

    /// The words with the marks at their edges that quote and document share. Signs of currencies
    /// and per cent are no punctuation: they must be the same.
    fn with_edges(&self, part: &Part, theirs: &[Word]) -> Option<ByteSpan> {
        let text = self.document.document.text();
        let (first, last) = (part.words.first()?, part.words.last()?);
        let head = self.plain.get(part.bytes.start..first.start)?;
        let tail = self.plain.get(last.end..part.bytes.end)?;
        let (start, end) = (theirs.first()?.start, theirs.last()?.end);
        let before = shared(text.get(..start)?.chars().rev(), head.chars().rev());
        let after = shared(text.get(end..)?.chars(), tail.chars());
        let span = ByteSpan::new(start.checked_sub(before)?, end.checked_add(after)?);
        let quoted = self.plain.get(part.bytes.clone())?;
        let same = signs(quoted).eq(signs(self.document.document.slice(span)?));
        same.then_some(span)
    }

    /// Both sides of an ellipsis, in order on one page; two pairs stand for any number more.
    fn pairs(&mut self, first: &Part, second: &Part) -> Vec<Meant> {
        let document = self.document.document;
        let (ones, others) = (self.places(first), self.places(second));
        let mut pairs = Vec::new();
        for one in &ones {
            for other in &others {
                let in_order = one.span.end <= other.span.start;
                let page = document.page_of(one.span.start);
                let last = ByteOffset(other.span.end.0.saturating_sub(1));
                if !in_order || document.page_of(last) != page {
                    continue;
                }
                pairs.push((one, other));
                if pairs.len() > 1 {
                    break;
                }
            }
        }
        pairs
            .into_iter()
            .take(2)
            .map(|(one, other)| {
                let skipped = ByteSpan {
                    start: one.span.end,
                    end: other.span.start,
                };
                let mut differences = self.differences(first, one);
                differences.extend(self.differences(second, other));
                // What was left out says what differs, and no more is needed.
                differences.retain(|one| !one.quote.is_empty());
                differences.push(Difference {
                    kind: DifferenceKind::Deletion,
                    quote: "…".to_owned(),
                    document: document
                        .slice(skipped)
                        .unwrap_or_default()
                        .trim()
                        .to_owned(),
                });
                differences.sort_by_key(|difference| difference.kind);
                Meant {
                    span: ByteSpan {
                        start: one.span.start,
                        end: other.span.end,
                    },
                    skipped: Some(skipped),
                    differences,
                }
            })
            .collect()
    }

    /// In what a part differs from the document at a place: letter case, and the marks between and
    /// around the words, each with the words beside it.
    fn differences(&self, part: &Part, place: &Place) -> Vec<Difference> {
        let text = self.document.document.text();
        let until = place.first.saturating_add(part.words.len());
        let theirs = self.document.wording().words().get(place.first..until);
        let theirs = theirs.unwrap_or_default();
        let mut found = Vec::new();
        let mut note = |kind, ours: &str, theirs: &str| {
            if layout_apart(ours) != layout_apart(theirs) && found.len() < TOLD {
                found.push(Difference {
                    kind,
                    quote: layout_apart(ours),
                    document: layout_apart(theirs),
                });
            }
        };
        for (one, other) in part.words.iter().zip(theirs) {
            note(
                DifferenceKind::Case,
                spelled_as(self.quote, one.start..one.end),
                spelled_as(text, other.start..other.end),
            );
        }
        let (Some(first), Some(last)) = (part.words.first(), part.words.last()) else {
            return found;
        };
        let edges = |words: &[Word]| {
            words
                .first()
                .zip(words.last())
                .map(|(f, l)| (f.end, l.start))
        };
        let Some((their_first, their_last)) = edges(theirs) else {
            return found;
        };
        let head = part.bytes.start..first.end;
        let marks = DifferenceKind::Punctuation;
        let same_letters = |ours: &str, theirs: &str| ours.to_lowercase() == theirs.to_lowercase();
        let mut marks_of = |ours: Range<usize>, theirs: Range<usize>| {
            let (ours, theirs) = (spelled_as(self.quote, ours), spelled_as(text, theirs));
            // Letter case was told above.
            if !same_letters(&layout_apart(ours), &layout_apart(theirs)) {
                note(marks, ours.trim(), theirs.trim());
            }
        };
        marks_of(head, place.span.start.0..their_first);
        for (ours, theirs) in part.words.windows(2).zip(theirs.windows(2)) {
            if let ([one, next], [other, after]) = (ours, theirs) {
                marks_of(one.start..next.end, other.start..after.end);
            }
        }
        marks_of(last.start..part.bytes.end, their_last..place.span.end.0);
        if found.is_empty() {
            found.push(Difference {
                kind: marks,
                quote: String::new(),
                document: String::new(),
            });
        }
        found.sort_by_key(|difference| difference.kind);
        found
    }
}

fn spelled(text: &str, word: &Word) -> String {
    normal(spelled_as(text, word.start..word.end))
}

fn spelled_as(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// A text with what the folds forgive made equal.
fn layout_apart(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_ignorable(*c)) {
        if c.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else if is_hyphen(c) {
            out.push('-');
        } else {
            out.push(straight_quote(c).unwrap_or(c));
        }
    }
    out
}

/// How many bytes of the document's next characters the quote has too, its own marks left out.
fn shared(document: impl Iterator<Item = char>, quote: impl Iterator<Item = char>) -> usize {
    let mut document = document.peekable();
    let (mut taken, mut pending) = (0usize, 0usize);
    for mark in quote.filter(|c| !c.is_whitespace() && !is_ignorable(*c)) {
        // A sign may stand apart from its number.
        while is_sign(mark) && document.peek().is_some_and(|c| c.is_whitespace()) {
            pending = pending.saturating_add(document.next().map_or(0, char::len_utf8));
        }
        let quotes = |one: char, other: char| is_quotation(one) && is_quotation(other);
        let same = |c: &char| *c == mark || quotes(*c, mark);
        if let Some(c) = document.next_if(same) {
            taken = taken.saturating_add(pending).saturating_add(c.len_utf8());
            pending = 0;
        }
    }
    taken
}

fn signs(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| is_sign(*c))
}

fn is_quotation(c: char) -> bool {
    matches!(straight_quote(c).unwrap_or(c), '"' | '\'')
}

/// Signs whose change is a change of currency or unit, not of punctuation.
pub(crate) fn is_sign(c: char) -> bool {
    matches!(c, '$' | '¢'..='¥' | '\u{20A0}'..='\u{20CF}' | '%' | '‰')
}

impl Evidence {
    /// Evidence for a quote that is the document's but for letter case, punctuation or an ellipsis,
    /// where it can mean one place only; a page may say which.
    ///
    /// It is marked as relaxed, and nothing that rests on it is accepted without a person.
    #[must_use]
    pub fn relaxed(
        document: &FoldedDocument<'_>,
        quote: &str,
        page: Option<u32>,
    ) -> Option<Evidence> {
        let places = meant(document, quote, page);
        let [place] = places.as_slice() else {
            return None;
        };
        Some(Evidence {
            span: place.span,
            segments: vec![place.span],
            matched: MatchKind::Relaxed,
            folds: Vec::new(),
            occurrences: 1,
            places: Vec::new(),
            value_place: None,
            kept_hyphens: Vec::new(),
            unsettled: Vec::new(),
            reordered: document.directions.change_order(place.span),
            skipped: place.skipped,
        })
    }

    /// The parts of the document that the quote spells out: all of it, or both sides of an ellipsis.
    #[must_use]
    pub fn spelled_out(&self) -> Vec<ByteSpan> {
        match self.skipped {
            Some(skipped) => vec![
                ByteSpan {
                    start: self.span.start,
                    end: skipped.start,
                },
                ByteSpan {
                    start: skipped.end,
                    end: self.span.end,
                },
            ],
            None => vec![self.span],
        }
    }

    /// A word among those that an ellipsis leaves out which turns a statement round.
    #[must_use]
    pub fn skipped_negation<'t>(&self, document: &'t Document) -> Option<&'t str> {
        let skipped = document.slice(self.skipped?)?;
        let turns = |word: &str| is_negation(&normal(word).to_lowercase());
        words(skipped)
            .iter()
            .filter_map(|word| skipped.get(word.start..word.end))
            .find(|word| turns(word))
    }
}
