//! How a quote and the text nearest to it differ, word by word, and of what kind.

use std::ops::Range;

use groundstop_contract::{Difference, DifferenceKind};
use groundstop_language::{ENGLISH, has};

/// Words that differ: a stretch of the quote against a stretch of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hunk {
    pub(crate) quote: Range<usize>,
    pub(crate) document: Range<usize>,
}

/// The document's words that answer the quote, and where they differ.
#[derive(Clone, Debug)]
pub(crate) struct Aligned {
    pub(crate) matched: Range<usize>,
    pub(crate) hunks: Vec<Hunk>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Both,
    Quote,
    Document,
}

/// What it costs to put two words against each other.
fn price(one: &str, other: &str) -> u32 {
    if one == other {
        0
    } else if one.to_lowercase() == other.to_lowercase() {
        1
    } else {
        3
    }
}

/// What a word of the quote without a partner costs.
const INSERTED: u32 = 3;
/// What a word of the document that the quote leaves out costs: less, so that
/// as much of the quote as possible finds its partner.
const LEFT_OUT: u32 = 1;

/// Aligns all words of the quote with a stretch of the document's, cheapest first.
pub(crate) fn align(quote: &[String], document: &[String]) -> Aligned {
    let width = document.len().saturating_add(1);
    // Words of the document before the first and behind the last one cost nothing.
    let mut row: Vec<u32> = vec![0; width];
    let mut steps: Vec<Step> =
        vec![Step::Document; width.saturating_mul(quote.len().saturating_add(1))];
    for (number, word) in quote.iter().enumerate() {
        let line = number.saturating_add(1).saturating_mul(width);
        let mut diagonal = row.first().copied().unwrap_or(0);
        let mut left = diagonal.saturating_add(INSERTED);
        set(&mut row, 0, left);
        set(&mut steps, line, Step::Quote);
        for (at, other) in document.iter().enumerate() {
            let column = at.saturating_add(1);
            let above = row.get(column).copied().unwrap_or(u32::MAX);
            let options = [
                (diagonal.saturating_add(price(word, other)), Step::Both),
                (above.saturating_add(INSERTED), Step::Quote),
                (left.saturating_add(LEFT_OUT), Step::Document),
            ];
            let (best, step) = options
                .into_iter()
                .min_by_key(|(cost, _)| *cost)
                .unwrap_or((u32::MAX, Step::Quote));
            set(&mut row, column, best);
            set(&mut steps, line.saturating_add(column), step);
            diagonal = above;
            left = best;
        }
    }
    let cheapest = row
        .iter()
        .enumerate()
        .min_by_key(|(_, cost)| **cost)
        .map_or(0, |(column, _)| column);
    // Where the last word was changed, the document's own word stands against it, not nothing.
    let last = quote.len().saturating_mul(width);
    let step = |column: usize| steps.get(last.saturating_add(column)).copied();
    let next = cheapest.saturating_add(1);
    let changed = step(cheapest) == Some(Step::Quote)
        && step(next) == Some(Step::Both)
        && row.get(next) == row.get(cheapest);
    let end = if changed { next } else { cheapest };
    trace_back(&steps, width, quote, document, end)
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}

fn trace_back(
    steps: &[Step],
    width: usize,
    quote: &[String],
    document: &[String],
    end: usize,
) -> Aligned {
    let (mut line, mut column) = (quote.len(), end);
    let mut pairs: Vec<(Option<usize>, Option<usize>)> = Vec::new();
    while line > 0 {
        let step = steps
            .get(line.saturating_mul(width).saturating_add(column))
            .copied()
            .unwrap_or(Step::Quote);
        let step = if column == 0 { Step::Quote } else { step };
        let quote_at = (step != Step::Document).then(|| line.saturating_sub(1));
        let document_at = (step != Step::Quote).then(|| column.saturating_sub(1));
        line = line.saturating_sub(usize::from(quote_at.is_some()));
        column = column.saturating_sub(usize::from(document_at.is_some()));
        pairs.push((quote_at, document_at));
    }
    pairs.reverse();
    Aligned {
        matched: column..end,
        hunks: hunks(&pairs, quote, document, column),
    }
}

fn hunks(
    pairs: &[(Option<usize>, Option<usize>)],
    quote: &[String],
    document: &[String],
    from: usize,
) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut quote_at, mut document_at) = (0usize, from);
    let mut open = false;
    for (one, other) in pairs {
        let same = match (one, other) {
            (Some(one), Some(other)) => quote.get(*one) == document.get(*other),
            _ => false,
        };
        let quote_next = quote_at.saturating_add(usize::from(one.is_some()));
        let document_next = document_at.saturating_add(usize::from(other.is_some()));
        if !same {
            match hunks.last_mut().filter(|_| open) {
                Some(hunk) => {
                    hunk.quote.end = quote_next;
                    hunk.document.end = document_next;
                }
                None => hunks.push(Hunk {
                    quote: quote_at..quote_next,
                    document: document_at..document_next,
                }),
            }
        }
        open = !same;
        (quote_at, document_at) = (quote_next, document_next);
    }
    hunks
}

/// Names the kind of every difference.
pub(crate) fn classify(
    quote: &[String],
    document: &[String],
    aligned: &Aligned,
) -> Vec<Difference> {
    let slice = |words: &[String], range: &Range<usize>| {
        words.get(range.clone()).unwrap_or_default().to_vec()
    };
    let sides: Vec<(Vec<String>, Vec<String>)> = aligned
        .hunks
        .iter()
        .map(|hunk| (slice(quote, &hunk.quote), slice(document, &hunk.document)))
        .collect();
    if sides.is_empty() {
        return vec![difference(DifferenceKind::Punctuation, &[], &[])];
    }
    let reordered = same_words(&sides);
    let months_near = |range: &Range<usize>, words: &[String]| {
        let from = range.start.saturating_sub(2);
        let to = range.end.saturating_add(2).min(words.len());
        words
            .get(from..to)
            .unwrap_or_default()
            .iter()
            .any(|word| is_month(word))
    };
    let mut found: Vec<Difference> = aligned
        .hunks
        .iter()
        .zip(&sides)
        .map(|(hunk, (ours, theirs))| {
            let dated = months_near(&hunk.quote, quote) || months_near(&hunk.document, document);
            difference(kind_of(ours, theirs, dated, reordered), ours, theirs)
        })
        .collect();
    found.sort_by_key(|difference| difference.kind);
    found
}

fn difference(kind: DifferenceKind, quote: &[String], document: &[String]) -> Difference {
    Difference {
        kind,
        quote: quote.join(" "),
        document: document.join(" "),
    }
}

/// Whether the differing words of both sides are the same words, elsewhere.
fn same_words(sides: &[(Vec<String>, Vec<String>)]) -> bool {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (quote, document) in sides {
        ours.extend(quote.iter().map(|word| word.to_lowercase()));
        theirs.extend(document.iter().map(|word| word.to_lowercase()));
    }
    ours.sort_unstable();
    theirs.sort_unstable();
    sides.len() > 1 && ours == theirs
}

fn kind_of(ours: &[String], theirs: &[String], dated: bool, reordered: bool) -> DifferenceKind {
    let lower = |words: &[String]| -> Vec<String> {
        words.iter().map(|word| word.to_lowercase()).collect()
    };
    let (mine, yours) = (lower(ours), lower(theirs));
    let any = |test: fn(&str) -> bool| mine.iter().chain(&yours).any(|word| test(word));
    let both = |test: fn(&str) -> bool| {
        mine.iter().any(|word| test(word)) && yours.iter().any(|word| test(word))
    };
    let named = |words: &[String]| {
        words
            .iter()
            .any(|word| word.chars().next().is_some_and(char::is_uppercase))
    };
    if mine == yours {
        DifferenceKind::Case
    } else if reordered {
        let exchanged = ours.len() == theirs.len() && named(ours) && named(theirs);
        if exchanged {
            DifferenceKind::Party
        } else {
            DifferenceKind::Order
        }
    } else if any(is_month) || (dated && any(has_digit)) {
        DifferenceKind::Date
    } else if any(has_digit) || any(is_number_word) {
        DifferenceKind::Number
    } else if mine.iter().filter(|word| is_negation(word)).count()
        != yours.iter().filter(|word| is_negation(word)).count()
    {
        DifferenceKind::Negation
    } else if both(is_modal) {
        DifferenceKind::Modal
    } else if both(is_unit) {
        DifferenceKind::Unit
    } else if ours.is_empty() {
        DifferenceKind::Deletion
    } else if theirs.is_empty() {
        DifferenceKind::Insertion
    } else if named(ours) && named(theirs) {
        DifferenceKind::Party
    } else {
        DifferenceKind::Wording
    }
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_month(word: &str) -> bool {
    // "may" is nearly always the verb.
    let lower = word.to_lowercase();
    lower != "may" && ENGLISH.is_month(&lower) || word == "May"
}

fn is_number_word(word: &str) -> bool {
    word.split('-')
        .any(|part| has(ENGLISH.numbers.common, part))
}

pub(crate) fn is_negation(word: &str) -> bool {
    has(ENGLISH.words.negations, word) || word.ends_with("n't")
}

fn is_modal(word: &str) -> bool {
    has(ENGLISH.words.modals, word)
}

fn is_unit(word: &str) -> bool {
    has(ENGLISH.words.units, word)
}
