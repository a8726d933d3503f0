//! Other explicit values of a field, elsewhere in the document.
//!
//! A statement is explicit where the field's own name, or the very words that
//! state the value, lead to another value with nothing but links between them:
//! "Purchase price: $500" and, pages later, "the purchase price is $600". The
//! document is walked once for all fields.

use std::collections::BTreeMap;
use std::ops::Range;

use groundstop_contract::{FieldRecord, FieldType};
use groundstop_value::{Kind, Value, read_all};

use crate::asks::Asks;
use crate::clause::Sentence;
use crate::role::{GENERIC, LINKS};
use crate::token::{Shape, Token, tokens};
use crate::{Frame, frame};

/// How many places are looked at in one document, for all fields together.
const PLACES_MAX: usize = 20_000;
/// How far after its name a value may stand, in bytes.
const BEHIND_MAX_BYTES: usize = 120;
/// How much text around a rival decides its frame, in bytes on each side.
const AROUND_BYTES: usize = 1_500;
/// How many words of the statement itself are looked for.
const OWN_WORDS_MAX: usize = 8;
/// How many links may stand between a name and its value.
const LINKS_MAX: usize = 6;

/// A field with the value that was proposed for it.
pub struct Stated<'a> {
    /// The field.
    pub field: &'a FieldRecord,
    /// Its kind.
    pub kind: &'a Kind,
    /// What the value reads as; a rival reads as something else.
    pub values: &'a [Value],
    /// Where the value stands in the document.
    pub place: Range<usize>,
}

/// Another value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Where it stands in the document.
    pub place: Range<usize>,
    /// What it reads as; nothing for text.
    pub values: Vec<Value>,
}

/// For every field the first rival in the document that is asserted there.
#[must_use]
pub fn rivals(text: &str, stated: &[Stated<'_>]) -> Vec<Option<Rival>> {
    let mut found: Vec<Option<Rival>> = stated.iter().map(|_| None).collect();
    let mut names: BTreeMap<String, Vec<(usize, Vec<String>)>> = BTreeMap::new();
    for (index, one) in stated.iter().enumerate() {
        for phrase in phrases(text, one) {
            if let Some(last) = phrase.last() {
                names.entry(last.clone()).or_default().push((index, phrase));
            }
        }
    }
    if names.is_empty() {
        return found;
    }
    let words = tokens(text, 0..text.len(), &(0..0));
    let mut looked = 0_usize;
    for (at, token) in words.iter().enumerate() {
        let Some(known) = names.get(&token.word).filter(|_| looked < PLACES_MAX) else {
            continue;
        };
        for (index, phrase) in known {
            let Some(one) = stated.get(*index) else {
                continue;
            };
            if found.get(*index).is_some_and(Option::is_some) || !ends_with(&words, at, phrase) {
                continue;
            }
            looked = looked.saturating_add(1);
            let rival = after(text, &words, at, one, phrase.len());
            if let Some(slot) = found.get_mut(*index) {
                *slot = rival;
            }
        }
    }
    found
}

/// Whether the words of a phrase end at a token.
fn ends_with(words: &[Token], at: usize, phrase: &[String]) -> bool {
    let end = at.saturating_add(1);
    let Some(start) = end.checked_sub(phrase.len()) else {
        return false;
    };
    words.get(start..end).is_some_and(|part| {
        part.iter()
            .zip(phrase)
            .all(|(token, word)| token.word == *word)
    })
}

/// The phrases that name a field: its name, its cues that are names, and the words of the statement itself.
fn phrases(text: &str, one: &Stated<'_>) -> Vec<Vec<String>> {
    let split = |text: &str| -> Vec<String> {
        tokens(text, 0..text.len(), &(0..0))
            .into_iter()
            .filter(Token::is_word)
            .map(|token| token.word)
            .collect()
    };
    let telling =
        |phrase: &Vec<String>| phrase.iter().any(|word| !GENERIC.contains(&word.as_str()));
    let mut all = Vec::new();
    if !matches!(one.kind, Kind::Text) {
        let name = split(&one.field.name.replace(['_', '.'], " "));
        let label = |cue: &Vec<String>| {
            cue.len() > 1
                && cue
                    .last()
                    .is_some_and(|last| GENERIC.contains(&last.as_str()))
        };
        all.push(name);
        all.extend(one.field.cues.iter().map(|cue| split(cue)).filter(label));
        all.retain(telling);
    }
    all.extend(own_words(text, one));
    all.sort();
    all.dedup();
    all
}

/// The words of its own clause that lead to the value.
fn own_words(text: &str, one: &Stated<'_>) -> Option<Vec<String>> {
    let from = text.ceil_char_boundary(one.place.start.saturating_sub(400));
    let line = crate::around::line_bounds(
        text,
        groundstop_value::context::statement_around(text, one.place.clone()),
        &one.place,
    );
    let sentence = Sentence::new(text, line.start.max(from)..one.place.end, &one.place)?;
    let start = sentence.clause_start();
    let words: Vec<String> = sentence
        .tokens
        .get(start..sentence.value)?
        .iter()
        .filter(|token| token.shape != Shape::Mark)
        .map(|token| token.word.clone())
        .collect();
    let marks = sentence
        .tokens
        .get(start..sentence.value)?
        .iter()
        .any(|token| token.shape == Shape::Mark);
    let skip = words.len().saturating_sub(OWN_WORDS_MAX);
    let words: Vec<String> = words.into_iter().skip(skip).collect();
    let content = words
        .iter()
        .filter(|word| !LINKS.contains(&word.as_str()) && !GENERIC.contains(&word.as_str()))
        .count();
    let enough = match one.kind {
        Kind::Text => one.field.kind == FieldType::Jurisdiction && content >= 2,
        _ => content >= 1 && words.len() >= 3,
    };
    (enough && !marks).then_some(words)
}

/// The value right after a name, where it is another one and the document asserts it.
fn after(text: &str, words: &[Token], at: usize, one: &Stated<'_>, length: usize) -> Option<Rival> {
    let end = words.get(at)?.span.end;
    if one.place.start <= end.saturating_add(BEHIND_MAX_BYTES) && end <= one.place.end {
        return None;
    }
    let stop = text.floor_char_boundary(end.saturating_add(BEHIND_MAX_BYTES).min(text.len()));
    let rest = text.get(end..stop)?;
    let rest = rest.split("\n\n").next()?;
    let rival = match one.kind {
        Kind::Text => name_after(rest, end, text, one)?,
        kind => {
            let reading = read_all(kind, rest)
                .into_iter()
                .find(|reading| !reading.bare)?;
            let gap = tokens(rest, 0..reading.span.start, &(0..0));
            let linked = gap.len() <= LINKS_MAX
                && gap.iter().all(|token| {
                    token.is_any(LINKS)
                        || token.shape == Shape::Number
                        || token.is_any(&[
                            "section",
                            "clause",
                            "paragraph",
                            "article",
                            "above",
                            "herein",
                            "now",
                            "changed",
                            "increased",
                            "reduced",
                            "amended",
                        ])
                        || token
                            .is_any(&[":", "=", "(", "\"", "\u{201c}", "\u{201d}", "$", ")", "|"])
                });
            let agrees = reading
                .values
                .iter()
                .any(|read| one.values.iter().any(|value| value.agrees(read)));
            if !linked || agrees || reading.values.len() != 1 {
                return None;
            }
            Rival {
                place: end.saturating_add(reading.span.start)..end.saturating_add(reading.span.end),
                values: reading.values,
            }
        }
    };
    // A longer name is another field's: "Amendment Effective Date".
    let first = at.saturating_add(1).checked_sub(length)?;
    let longer = first
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| {
            let named = words.get(first).is_some_and(|token| token.capital);
            before.capital
                && named
                && before.is_word()
                && !before.is_any(&["the", "this", "such"])
                && text.get(before.span.end..words.get(first).map_or(0, |token| token.span.start))
                    == Some(" ")
        });
    (!longer && is_asserted(text, &rival.place, one)).then_some(rival)
}

/// The name after the words of a statement, where it is another one.
fn name_after(rest: &str, base: usize, text: &str, one: &Stated<'_>) -> Option<Rival> {
    let own = text.get(one.place.clone())?;
    let trimmed = rest.trim_start();
    let start = rest.len().saturating_sub(trimmed.len());
    let length = trimmed
        .char_indices()
        .find(|(at, c)| {
            let word = trimmed.get(*at..).unwrap_or_default();
            c.is_whitespace() && !word.trim_start().starts_with(char::is_uppercase)
                || matches!(c, ',' | '.' | ';' | ')')
        })
        .map_or(trimmed.len(), |(at, _)| at);
    let said = trimmed.get(..length)?;
    let plain: Vec<&str> = said.split_whitespace().collect();
    let known: Vec<&str> = own.split_whitespace().collect();
    let named = said.starts_with(char::is_uppercase);
    (named && plain != known && !said.contains(own) && !own.contains(said)).then(|| Rival {
        place: base.saturating_add(start)..base.saturating_add(start).saturating_add(length),
        values: Vec::new(),
    })
}

/// Whether the document asserts what stands at a place.
fn is_asserted(text: &str, place: &Range<usize>, one: &Stated<'_>) -> bool {
    let from = text.ceil_char_boundary(place.start.saturating_sub(AROUND_BYTES));
    let to = text.floor_char_boundary(place.end.saturating_add(AROUND_BYTES).min(text.len()));
    let near = text.get(from..to).unwrap_or_default();
    let span = place.start.saturating_sub(from)..place.end.saturating_sub(from);
    let asks = Asks::of(one.field, one.kind);
    matches!(frame(one.kind, near, span, &asks), Frame::Asserted)
}
