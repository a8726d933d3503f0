//! Closed answers: yes and no, and the options of a schema.

use std::collections::BTreeMap;

use groundstop_document::fold::plain;

use crate::money::currency;
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

/// Every yes and no in the text: the words, and the phrases of the schema.
pub(crate) fn answers(yes: &[String], no: &[String], text: &str) -> Vec<Reading> {
    let words = booleans(&Tokens::new(text));
    if yes.is_empty() && no.is_empty() {
        return words;
    }
    let said = |phrases: &[String], answer: bool| -> Vec<Found> {
        let places = phrases
            .iter()
            .flat_map(|phrase| places(text, phrase, Case::Any));
        places
            .map(|(start, end)| (start, end, Value::Boolean(answer)))
            .collect()
    };
    let mut found = said(yes, true);
    found.extend(said(no, false));
    for word in words {
        let span = word.span.clone();
        let values = word.values.into_iter();
        found.extend(values.map(|value| (span.start, span.end, value)));
    }
    longest(found)
}

/// Every option in the text, as a whole token, and every phrase that says one; of overlapping ones
/// the longest. Options are spelled as the schema spells them; phrases with any capitals.
pub(crate) fn choices(
    options: &[String],
    phrases: &BTreeMap<String, Vec<String>>,
    text: &str,
) -> Vec<Reading> {
    let mut found: Vec<Found> = Vec::new();
    let mut add = |option: &String, spelled: &str, case: Case| {
        let value = || Value::Choice(option.clone());
        let places = places(text, spelled, case).into_iter();
        found.extend(places.map(|(start, end)| (start, end, value())));
    };
    for option in options {
        add(option, option, Case::Same);
        let others = phrases.get(option);
        others
            .into_iter()
            .flatten()
            .for_each(|phrase| add(option, phrase, Case::Any));
    }
    found.extend(signs(options, text));
    longest(found)
}

/// Among currencies a sign says the only option that it can mean, as a name does: `€`, `US dollars`.
fn signs(options: &[String], text: &str) -> Vec<Found> {
    if !currency::are_codes(options) {
        return Vec::new();
    }
    let said = |(at, c): (usize, char)| {
        let option = currency::meant(c, options)?;
        let end = at.saturating_add(c.len_utf8());
        Some((at, end, Value::Choice(option.clone())))
    };
    let signs = text.char_indices().filter(|(_, c)| !c.is_alphanumeric());
    let mut found: Vec<Found> = signs.filter_map(said).collect();
    let t = Tokens::new(text);
    for i in 0..t.len() {
        let Some((from, code)) = named(&t, i) else {
            continue;
        };
        if let Some(option) = options.iter().find(|option| *option == code) {
            let span = t.span(from, next(i));
            found.push((span.start, span.end, Value::Choice(option.clone())));
        }
    }
    found
}

/// The code of a currency by its name, and where that begins: "US dollars", "euros".
fn named(t: &Tokens<'_>, i: usize) -> Option<(usize, &'static str)> {
    let label = currency::word(t.word(i)?)?;
    if label == "€" {
        return Some((i, "EUR"));
    }
    let before = t.back_over_blank(i)?;
    let code = currency::national(t.word(before)?, label)?;
    let first = match t.word(before)?.to_ascii_lowercase().as_str() {
        // Of "United States dollars" and the like the first word is part of the name.
        "states" | "zealand" | "kong" => t.back_over_blank(before)?,
        _ => before,
    };
    Some((first, code))
}

/// A value with the bytes that say it.
type Found = (usize, usize, Value);

/// Whether letter case counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Same,
    Any,
}

impl Case {
    fn same(self, one: char, other: char) -> bool {
        let (one, other) = (plain(one), plain(other));
        one == other || self == Case::Any && one.to_lowercase().eq(other.to_lowercase())
    }
}

/// Where a phrase stands in a text as a whole token.
fn places(text: &str, phrase: &str, case: Case) -> Vec<(usize, usize)> {
    let phrase = phrase.trim();
    let Some(first) = phrase.chars().next() else {
        return Vec::new();
    };
    text.char_indices()
        .filter(|(_, c)| case.same(*c, first))
        .filter_map(|(start, _)| Some((start, matches_at(text, start, phrase, case)?)))
        .collect()
}

/// The readings of values that may overlap: what stands inside another says nothing of its own.
fn longest(mut found: Vec<Found>) -> Vec<Reading> {
    found.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    let mut kept: Vec<Reading> = Vec::new();
    for (start, end, value) in found {
        match kept.last_mut() {
            Some(last) if end <= last.span.end => {}
            // Two values share words and neither holds the other: both are readings.
            Some(last) if start < last.span.end => {
                last.span.end = end;
                if !last.values.contains(&value) {
                    last.values.push(value);
                    last.values.sort_unstable();
                }
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
fn matches_at(text: &str, start: usize, option: &str, case: Case) -> Option<usize> {
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
            let found = rest.next().filter(|found| case.same(*found, c))?;
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
