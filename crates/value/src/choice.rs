//! Closed answers: yes and no, and the options of a schema.

use groundstop_document::fold::plain;

use crate::reading::{Draft, Reading};
use crate::token::{Shape, Tokens, is_hyphen, next};
use crate::value::Value;

/// Every yes, no, true and false in the text that is an answer.
pub(crate) fn booleans(t: &Tokens<'_>) -> Vec<Reading> {
    let mut readings = Vec::new();
    for i in 0..t.len() {
        let Some(word) = t.word(i) else { continue };
        let yes = match word {
            "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" => true,
            "no" | "No" | "NO" | "false" | "False" | "FALSE" => false,
            _ => continue,
        };
        if stands_alone(t, i) && is_answer(t, i, word) {
            let values = vec![Value::Boolean(yes)];
            readings.push(Draft::new(i, next(i), values, false, false).finish(t));
        }
    }
    readings
}

fn stands_alone(t: &Tokens<'_>, i: usize) -> bool {
    let glued = |shape: Option<Shape>| match shape {
        Some(Shape::Digits | Shape::Numeral | Shape::Mark('_')) => true,
        Some(Shape::Mark(mark)) => is_hyphen(mark),
        _ => false,
    };
    !glued(t.shape_before(i)) && !glued(t.shape(next(i)))
}

/// "No. 5", "no later than" and "true and correct" are no answers; "Renewal: No" is one.
fn is_answer(t: &Tokens<'_>, i: usize, word: &str) -> bool {
    let says = |options: [&str; 3]| options.contains(&word);
    if says(["yes", "Yes", "YES"]) {
        return true;
    }
    let after = next(i);
    if says(["no", "No", "NO"]) && t.is(after, '.') && t.digits(t.over_blank(next(after))).is_some()
    {
        return false;
    }
    // The hundredths of a cheque: "and No/100 Dollars".
    if t.is(after, '/') && t.digits(next(after)).is_some() {
        return false;
    }
    let goes_on =
        t.blank(after) && matches!(t.shape(next(after)), Some(Shape::Word | Shape::Digits));
    let labelled = t.back_over_blank(i).is_some_and(|before| {
        matches!(
            t.mark(before),
            Some(':' | '=' | '"' | '\u{201c}' | '☒' | '☑' | '✓' | '✔')
        )
    });
    !goes_on || labelled
}

/// Every option in the text, as a whole token; of overlapping ones the longest.
pub(crate) fn choices(options: &[String], text: &str) -> Vec<Reading> {
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    for option in options {
        let Some(first) = option.trim().chars().next() else {
            continue;
        };
        for (start, c) in text.char_indices() {
            if plain(c) != plain(first) {
                continue;
            }
            if let Some(end) = matches_at(text, start, option.trim()) {
                found.push((start, end, option));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)).then(a.2.cmp(b.2)));
    let mut kept: Vec<Reading> = Vec::new();
    for (start, end, option) in found {
        let value = Value::Choice(option.to_string());
        match kept.last_mut() {
            Some(last) if end <= last.span.end => {}
            // Two options share words and neither holds the other: both are readings.
            Some(last) if start < last.span.end => {
                last.span.end = end;
                last.values.push(value);
                last.values.sort_unstable();
            }
            _ => kept.push(Reading {
                span: start..end,
                values: vec![value],
                scaled: false,
                bare: false,
            }),
        }
    }
    kept
}

/// The end of `option` at `start`, blanks in any number, if it is a whole token there.
fn matches_at(text: &str, start: usize, option: &str) -> Option<usize> {
    let mut rest = text.get(start..)?.chars().peekable();
    let mut wanted = option.chars().peekable();
    let mut end = start;
    while let Some(c) = wanted.next() {
        if c.is_whitespace() {
            while wanted.next_if(|c| c.is_whitespace()).is_some() {}
            let mut blanks = 0_usize;
            while let Some(blank) = rest.next_if(|c| c.is_whitespace()) {
                end = end.saturating_add(blank.len_utf8());
                blanks = blanks.saturating_add(1);
            }
            (blanks > 0).then_some(())?;
        } else {
            let found = rest.next().filter(|found| plain(*found) == plain(c))?;
            end = end.saturating_add(found.len_utf8());
        }
    }
    let before = text.get(..start)?.chars().rev();
    let after = text.get(end..)?.chars();
    (free(option.chars().next()?, before) && free(option.chars().next_back()?, after))
        .then_some(end)
}

/// Whether a token that ends in `edge` is not continued by what is beyond it.
fn free(edge: char, mut beyond: impl Iterator<Item = char>) -> bool {
    if !edge.is_alphanumeric() {
        return true;
    }
    match beyond.next() {
        None => true,
        Some(c) if c.is_alphanumeric() || c == '_' => false,
        // "non-exclusive" is not "exclusive".
        Some(c) if is_hyphen(c) => !beyond.next().is_some_and(char::is_alphanumeric),
        Some(_) => true,
    }
}
