//! What stands around the sentence: the words that announce it, the sentences that take it back, its
//! heading.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_value::context::statement_around;

use crate::Frame;
use crate::heard::lexicon::{Found, Lexicon, Sense};
use crate::heard::parts::{Edge, Said};
use crate::heard::sentence::code_of;
use crate::token::tokens;

/// How far around the value's sentence others are asked, in bytes.
const AROUND_MAX_BYTES: usize = 700;
/// A label has no more words than this.
const LABEL_MAX_WORDS: usize = 6;

pub(crate) fn frame(text: &str, range: &Range<usize>, said: &Said) -> Frame {
    announced_inside(said)
        .or(|| announced_above(text, range, said.lexicon))
        .or(|| pointed_at(text, range, said.lexicon))
        .or(|| taken_back(text, range, said.lexicon))
}

fn unclear(said: &Said, one: Found) -> Frame {
    Frame::Unclear {
        because: said.bytes(one),
    }
}

/// What the words before a colon make of what follows it.
fn announced_inside(said: &Said) -> Frame {
    let colon = said
        .parts
        .iter()
        .rev()
        .find(|part| part.edge == Edge::Colon && part.range.start <= said.value);
    match colon {
        Some(part) => announcement(said, &(0..part.range.start.saturating_sub(1))),
        None => Frame::Asserted,
    }
}

/// A label says what a value is; a sentence before a colon must be known to stand by what follows.
fn announcement(said: &Said, head: &Range<usize>) -> Frame {
    let puts_in = said.has(Sense::Introduces, head);
    // Of several labels in a row the last is this one's.
    let colons = said.parts.iter().filter(|part| part.edge == Edge::Colon);
    let starts = colons.map(|part| part.range.start);
    let bars = (head.clone()).filter(|at| said.is(*at, &["|", "·", "•"]));
    let from = starts.chain(bars).filter(|at| *at < head.end).max();
    let last = from.unwrap_or(head.start)..head.end;
    let spoken = said.is_spoken(&last) || said.words(last) > LABEL_MAX_WORDS;
    let mut frame = Frame::Asserted;
    for one in said.found.iter().copied() {
        let Some(code) = code_of(one.sense).filter(|_| head.contains(&one.start)) else {
            continue;
        };
        // "Wird gestrichen und wie folgt ersetzt:" gives the new text.
        if one.sense == Sense::Deleted && puts_in {
            continue;
        }
        frame = frame.or(|| Frame::Withdrawn {
            code,
            because: said.bytes(one),
        });
    }
    let known = puts_in || said.has(Sense::Binding, head) || said.has(Sense::PointsForward, head);
    if spoken && !known && !head.is_empty() {
        let one = Found {
            sense: Sense::That,
            start: head.end.saturating_sub(1),
            end: head.end,
        };
        frame = frame.or(|| unclear(said, one));
    }
    frame
}

fn heard(lexicon: &'static Lexicon, text: &str, range: Range<usize>) -> Said {
    Said::new(lexicon, text, range, &(text.len()..text.len()))
}

/// The line or sentence above that ends in a colon, past the other items of a list.
fn announced_above(text: &str, range: &Range<usize>, lexicon: &'static Lexicon) -> Frame {
    const ITEMS_MAX: usize = 12;
    let floor = text.ceil_char_boundary(range.start.saturating_sub(AROUND_MAX_BYTES));
    let mut head = text.get(floor..range.start).unwrap_or_default().trim_end();
    let mut item = is_item(text.get(range.clone()).unwrap_or_default());
    for _ in 0..ITEMS_MAX {
        let body = head.trim_end_matches(|c: char| {
            c.is_whitespace() || matches!(c, '"' | '\u{201e}' | '\u{ab}' | '\u{201c}' | '>')
        });
        if body.ends_with(':') {
            let last = floor.saturating_add(body.len()).saturating_sub(1);
            let whole = statement_around(text, last..last);
            let said = heard(lexicon, text, whole.start..last);
            let head = 0..said.tokens.len();
            return announcement(&said, &head);
        }
        let line = body.rsplit('\n').next().unwrap_or_default();
        item = item && (is_item(line) || line.trim().is_empty());
        if !item {
            break;
        }
        head = head
            .get(..body.len().saturating_sub(line.len()))
            .unwrap_or_default();
        head = head.trim_end();
    }
    Frame::Asserted
}

/// "a)", "(2)", "- ": the mark of an item.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with(['-', '\u{2022}', '\u{2013}', '*']) {
        return true;
    }
    let mark = line.split_whitespace().next().unwrap_or_default();
    let plain = mark.trim_matches(['(', ')', '.']);
    plain.len() < mark.len() && !plain.is_empty() && plain.chars().count() <= 3
}

/// "Der folgende Satz ist falsch.": a sentence before that says what the next one is worth.
fn pointed_at(text: &str, range: &Range<usize>, lexicon: &'static Lexicon) -> Frame {
    let head = text.get(..range.start).unwrap_or_default().trim_end();
    let Some(last) = head.char_indices().next_back().map(|(at, _)| at) else {
        return Frame::Asserted;
    };
    let before = statement_around(text, last..last);
    if before.end > range.start || range.start.saturating_sub(before.start) > AROUND_MAX_BYTES {
        return Frame::Asserted;
    }
    let said = heard(lexicon, text, before);
    let whole = 0..said.tokens.len();
    if !said.has(Sense::PointsForward, &whole) || said.has(Sense::Introduces, &whole) {
        return Frame::Asserted;
    }
    let taken = said.found.iter().copied().find_map(|one| {
        let code = code_of(one.sense)?;
        Some(Frame::Withdrawn {
            code,
            because: said.bytes(one),
        })
    });
    taken.unwrap_or(Frame::Asserted)
}

/// "Dieser Satz ist gestrichen.": one of the next sentences that speaks of this one.
fn taken_back(text: &str, range: &Range<usize>, lexicon: &'static Lexicon) -> Frame {
    const SENTENCES: usize = 2;
    let mut at = range.end;
    let mut frame = Frame::Asserted;
    for _ in 0..SENTENCES {
        let rest = text.get(at..).unwrap_or_default();
        let gap = rest.len().saturating_sub(
            rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != '[')
                .len(),
        );
        let start = at.saturating_add(gap);
        if start >= text.len() || start.saturating_sub(range.end) > AROUND_MAX_BYTES {
            break;
        }
        let next = statement_around(text, start..start.saturating_add(1));
        let next = start..next.end.max(start.saturating_add(1));
        let said = heard(lexicon, text, next.clone());
        frame = frame.or(|| speaks_back(&said));
        at = text.ceil_char_boundary(next.end);
    }
    frame
}

/// What a later sentence says of the one before, where it speaks of it.
fn speaks_back(said: &Said) -> Frame {
    const SUBJECT_TOKENS: usize = 6;
    let whole = 0..said.tokens.len();
    let opening = 0..SUBJECT_TOKENS;
    let back = said.has(Sense::PointsBack, &opening);
    let words = said.has(Sense::WordsSaid, &opening);
    let terms = said.has(Sense::TermsSaid, &opening);
    // "Dies ist", "cela n'est": a pronoun, where its verb follows; else an article.
    let first = said.of(Sense::PointsBack).any(|one| {
        let verb = |at: usize| {
            said.begins(Sense::Finite, at)
                || said.begins(Sense::Was, at)
                || said.begins(Sense::Denies, at)
                || said.begins(Sense::Deleted, at)
        };
        one.start <= 1
            && (verb(one.end)
                || verb(one.end.saturating_add(1)) && !said.begins(Sense::Determiner, one.start))
    });
    if !back || !(words || terms || first) {
        return Frame::Asserted;
    }
    let holds = said.has(Sense::Holds, &whole);
    let taken = said.found.iter().copied().find_map(|one| {
        let code = code_of(one.sense)?;
        let strong = match one.sense {
            Sense::False | Sense::Deleted | Sense::Disputed | Sense::Past => true,
            Sense::Example | Sense::Draft => true,
            Sense::Denies => words || holds || first && !terms,
            Sense::Reported | Sense::Proposed | Sense::Supposed => words || first,
            _ => false,
        };
        strong.then(|| Frame::Withdrawn {
            code,
            because: said.bytes(one),
        })
    });
    taken.unwrap_or(Frame::Asserted)
}

/// What a heading in a language makes of what stands under it: an example, a draft, deleted text.
pub(crate) fn heading(
    lexicon: &'static Lexicon,
    text: &str,
    place: &Range<usize>,
) -> Option<RejectCode> {
    const HEADING_MAX_WORDS: usize = 10;
    let words = tokens(text, place.clone(), &(0..0));
    let said = heard(lexicon, text, place.clone());
    let whole = 0..said.tokens.len();
    if said.is_spoken(&whole)
        || words.iter().filter(|word| word.is_word()).count() > HEADING_MAX_WORDS
    {
        return None;
    }
    let alone = said.words(whole) <= 1;
    said.found.iter().find_map(|one| match one.sense {
        Sense::Example | Sense::Draft | Sense::Deleted | Sense::False => code_of(one.sense),
        Sense::Supposed | Sense::Reported | Sense::Disputed if !alone => code_of(one.sense),
        _ => None,
    })
}
