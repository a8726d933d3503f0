//! Statements about a field that give its value in another way than by a figure after its name.
//!
//! "The loan amount shall be entered in Schedule 1" says where the loan amount stands, and a
//! figure elsewhere that no word calls the loan amount is then hardly it. "April 14, 2023, which
//! date shall be the Closing Date" gives the value before the name.

use std::ops::Range;

use groundstop_value::context::statement_around;
use groundstop_value::{Kind, read_all};

use crate::around::line_bounds;
use crate::rival::{Rival, Stated, is_asserted};
use crate::token::{Shape, Token, tokens};

/// How much text after a name is looked at, in bytes.
const AFTER_MAX_BYTES: usize = 160;
/// How much text before a name is looked at, in bytes.
const BEFORE_MAX_BYTES: usize = 60;
/// How many words tell whose a named thing is: "of this Escrow Agreement".
const OWNER_MAX_TOKENS: usize = 6;

/// The names of a field: its cues of several words and its own name.
pub(crate) fn all_names(one: &Stated<'_>) -> Vec<Vec<String>> {
    if matches!(
        one.kind,
        Kind::Text | Kind::Boolean { .. } | Kind::Choice { .. }
    ) || one.field.many
    {
        return Vec::new();
    }
    let mut all: Vec<Vec<String>> = one
        .field
        .cues
        .iter()
        .map(|cue| words_of(cue, 0..cue.len()))
        .filter(|cue| cue.len() > 1)
        .collect();
    let name = one.field.name.replace(['_', '.'], " ");
    all.push(words_of(&name, 0..name.len()));
    all.retain(|name| !name.is_empty());
    all.sort();
    all.dedup();
    all
}

/// The names that are looked for as subjects of a statement without a value: none where the statement
/// of the value itself has one of them.
pub(crate) fn unless_named(text: &str, one: &Stated<'_>, all: &[Vec<String>]) -> Vec<Vec<String>> {
    let own = line_bounds(text, statement_around(text, one.place.clone()), &one.place);
    let own = words_of(text, own);
    let named = all
        .iter()
        .chain(&single(one))
        .any(|name| own.windows(name.len().max(1)).any(|part| part == name));
    match named {
        true => Vec::new(),
        false => all.to_vec(),
    }
}

/// The cues of one word: they name the value's own statement, and nothing elsewhere.
fn single(one: &Stated<'_>) -> Vec<Vec<String>> {
    let cues = one.field.cues.iter().map(|cue| words_of(cue, 0..cue.len()));
    cues.filter(|cue| cue.len() == 1).collect()
}

fn words_of(text: &str, range: Range<usize>) -> Vec<String> {
    tokens(text, range, &(0..0))
        .into_iter()
        .filter(|token| token.shape != Shape::Mark)
        .map(|token| token.word)
        .collect()
}

/// Whether the name at the end of some words is the subject of a statement that gives no value: a
/// rival without one, of which it is not clear what it says.
pub(crate) fn stated(
    text: &str,
    words: &[Token],
    length: usize,
    one: &Stated<'_>,
) -> Option<Rival> {
    let first = words.len().checked_sub(length)?;
    let name = words.get(first)?.span.start..words.last()?.span.end;
    if !begins(text, words, first) {
        return None;
    }
    let sentence = statement_around(text, name.clone());
    let stop = name.end.saturating_add(AFTER_MAX_BYTES).min(sentence.end);
    let rest = text.get(name.end..text.floor_char_boundary(stop))?;
    let rest = rest.split('\n').next()?;
    let after = tokens(rest, 0..rest.len(), &(0..0));
    let valued = read_all(one.kind, rest)
        .into_iter()
        .any(|reading| !reading.bare || matches!(one.kind, Kind::Number { .. }));
    (gives_no_value(&after) && !valued).then(|| Rival {
        place: name,
        values: Vec::new(),
        asserted: false,
    })
}

/// Whether the name at the end of some words is said not to be settled: "has not been fixed", "will be
/// agreed when the first order arrives".
pub(crate) fn open(text: &str, words: &[Token], length: usize, one: &Stated<'_>) -> Option<Rival> {
    const SETTLED: &[&str] = &[
        "agreed",
        "confirmed",
        "decided",
        "fixed",
        "known",
        "negotiated",
        "settled",
    ];
    let first = words.len().checked_sub(length)?;
    let name = words.get(first)?.span.start..words.last()?.span.end;
    let sentence = statement_around(text, name.clone());
    let stop = name.end.saturating_add(AFTER_MAX_BYTES).min(sentence.end);
    let rest = text.get(name.end..text.floor_char_boundary(stop))?;
    let after = tokens(rest, 0..rest.len(), &(0..0));
    let is = |at: usize, list: &[&str]| after.get(at).is_some_and(|token| token.is_any(list));
    let denied = match (is(0, &["has", "have", "is", "are"]), is(1, &["not"])) {
        (true, true) => (2..5).any(|at| is(at, SETTLED) || is(at, &["set", "determined"])),
        _ => false,
    };
    let later = is(0, &["will", "shall"])
        && is(1, &["be"])
        && is(2, &["agreed", "decided", "negotiated", "settled"])
        && !is(3, &["as", "to", "at"]);
    let valued = !read_all(one.kind, rest).is_empty();
    ((denied || later) && !valued).then(|| Rival {
        place: name,
        values: Vec::new(),
        asserted: false,
    })
}

/// Whether a name begins its sentence or its line, after an article or a number at most.
fn begins(text: &str, words: &[Token], first: usize) -> bool {
    let article = first.checked_sub(1).filter(|at| {
        words
            .get(*at)
            .is_some_and(|token| token.is_any(&["the", "our"]))
    });
    let first = article.unwrap_or(first);
    let Some(before) = first.checked_sub(1).and_then(|at| words.get(at)) else {
        return true;
    };
    let start = words.get(first).map_or(0, |token| token.span.start);
    let broken = text
        .get(before.span.end..start)
        .is_some_and(|gap| gap.contains('\n'));
    broken || before.is_any(&[".", ";", ":", ")"]) || before.shape == Shape::Number
}

/// "Is as posted in the office", "shall be entered in Schedule 1", "ends when", ": to be supplied".
fn gives_no_value(after: &[Token]) -> bool {
    const SAYS: &[&str] = &["is", "are", "means", ":"];
    const RUNS: &[&str] = &["begins", "commences", "ends", "expires", "runs", "starts"];
    const GIVEN: &[&str] = &[
        "a",
        "an",
        "as",
        "blank",
        "calculated",
        "determined",
        "entered",
        "left",
        "n/a",
        "none",
        "not",
        "open",
        "see",
        "set",
        "shown",
        "specified",
        "stated",
        "tba",
        "tbc",
        "tbd",
        "that",
        "the",
        "to",
        "unknown",
        "written",
    ];
    let owned = after
        .first()
        .is_some_and(|token| token.is_any(&["of", "for", "in", "under"]));
    let within = match owned {
        true => OWNER_MAX_TOKENS,
        false => 1,
    };
    let is = |at: usize, list: &[&str]| after.get(at).is_some_and(|token| token.is_any(list));
    let verb = (0..within).find(|at| {
        let next = at.saturating_add(1);
        is(*at, SAYS) || is(*at, RUNS) || is(*at, &["shall", "will", "must"]) && is(next, &["be"])
    });
    let Some(verb) = verb else {
        return false;
    };
    let next = match is(verb, &["shall", "will", "must"]) {
        true => verb.saturating_add(2),
        false => verb.saturating_add(1),
    };
    let blank = after.get(next).is_some_and(|token| {
        token.word.chars().count() > 1 && token.word.chars().all(|c| matches!(c, '_' | '.'))
            || token.is_any(&["_", "("])
    });
    match is(verb, RUNS) {
        true => is(next, &["when", "upon", "on", "at", "with"]),
        false => blank || is(next, GIVEN),
    }
}

/// "April 14, 2023, which date shall be the Closing Date": the value before its name.
pub(crate) fn before(
    text: &str,
    words: &[Token],
    length: usize,
    one: &Stated<'_>,
) -> Option<Rival> {
    let first = words.len().checked_sub(length)?;
    let link = words.get(..first)?;
    let which = link.iter().rposition(|token| token.is("which"))?;
    let tied = link.iter().skip(which.saturating_add(1)).all(|token| {
        token.is_any(&[
            "date", "amount", "sum", "shall", "will", "be", "is", "the", "period",
        ])
    });
    let end = link.get(which)?.span.start;
    if !tied || one.place.end > end.saturating_sub(BEFORE_MAX_BYTES) && one.place.start < end {
        return None;
    }
    let from = text.ceil_char_boundary(end.saturating_sub(BEFORE_MAX_BYTES));
    let head = text.get(from..end)?;
    let reading = read_all(one.kind, head).into_iter().next_back()?;
    let touches = head
        .get(reading.span.end..)?
        .chars()
        .all(|c| c == ',' || c.is_whitespace());
    let agrees = reading
        .values
        .iter()
        .any(|read| one.values.iter().any(|value| value.agrees(read)));
    if !touches || agrees || reading.values.len() != 1 {
        return None;
    }
    let place = from.saturating_add(reading.span.start)..from.saturating_add(reading.span.end);
    let asserted = is_asserted(text, &place, one)?;
    Some(Rival {
        place,
        values: reading.values,
        asserted,
    })
}
