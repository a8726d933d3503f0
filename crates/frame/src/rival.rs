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
use crate::otherwise;
use crate::role::{GENERIC, LINKS};
use crate::token::{Shape, Token, tokens};
use crate::{Frame, frame};

/// How many places are looked at in one document, for all fields together.
const PLACES_MAX: usize = 20_000;
/// How long a name with its white space is at most, in bytes.
const NAME_MAX_BYTES: usize = 160;
/// How many words a phrase that names a field has at most.
const PHRASE_MAX_WORDS: usize = 12;
/// Up to this many phrases are compared by their last letters before a place is taken apart.
const PHRASES_COMPARED: usize = 64;
/// How many characters that are no letters are looked past between two words of a name.
const BETWEEN_MAX_CHARS: usize = 40;
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
    /// What the values that were proposed read as; a rival reads as something else.
    pub values: Vec<Value>,
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
    /// Whether the document says it; else it is not clear whether it does.
    pub asserted: bool,
}

/// The phrases with one last word, each with the fields that have it.
type Sought = BTreeMap<Vec<String>, Vec<(usize, Leads)>>;

/// What a name of a field is looked for.
#[derive(Clone, Copy)]
enum Leads {
    /// Another value after it.
    ToValue,
    /// A statement that gives no value: it is given elsewhere.
    Elsewhere,
    /// A statement that its value is not settled yet.
    Open,
}

/// For every field the first rival in the document that is asserted there, else the first of which
/// that is not clear.
#[must_use]
pub fn rivals(text: &str, stated: &[Stated<'_>]) -> Vec<Option<Rival>> {
    let mut found: Vec<Option<Rival>> = stated.iter().map(|_| None).collect();
    // Phrases by their last word, then by all their words: fields that share their words cost one
    // look together.
    let mut names: BTreeMap<String, Sought> = BTreeMap::new();
    for (index, one) in stated.iter().enumerate() {
        let valued = phrases(text, one)
            .into_iter()
            .map(|name| (name, Leads::ToValue));
        let all = otherwise::all_names(one);
        let bare = otherwise::unless_named(text, one, &all);
        let bare = bare.into_iter().map(|name| (name, Leads::Elsewhere));
        let open = all.into_iter().map(|name| (name, Leads::Open));
        for (phrase, leads) in valued.chain(bare).chain(open) {
            if let Some(last) = phrase.last().cloned() {
                let known = names.entry(last).or_default();
                known.entry(phrase).or_default().push((index, leads));
            }
        }
    }
    if names.is_empty() {
        return found;
    }
    let mut looked = 0_usize;
    for (end, last) in ends_of(text, &names) {
        let Some(known) = names.get(&last) else {
            continue;
        };
        let few = known.len() <= PHRASES_COMPARED;
        if few && !known.keys().any(|phrase| may_end(text, end, phrase)) {
            continue;
        }
        let from = text.ceil_char_boundary(end.saturating_sub(NAME_MAX_BYTES));
        let words = tokens(text, from..end, &(0..0));
        let Some(at) = words.len().checked_sub(1) else {
            continue;
        };
        for length in 1..=PHRASE_MAX_WORDS.min(words.len()) {
            let start = words.len().saturating_sub(length);
            let said: Vec<String> = words
                .get(start..)
                .unwrap_or_default()
                .iter()
                .map(|token| token.word.clone())
                .collect();
            for (index, leads) in known.get(&said).into_iter().flatten() {
                let Some(one) = stated.get(*index) else {
                    continue;
                };
                let known = found.get(*index).and_then(Option::as_ref);
                if known.is_some_and(|known| known.asserted) {
                    continue;
                }
                let doubted = known.is_some();
                looked = looked.saturating_add(1);
                if looked > PLACES_MAX {
                    return found;
                }
                let rival = match leads {
                    Leads::ToValue => after(text, &words, at, one, length)
                        .or_else(|| otherwise::before(text, &words, length, one)),
                    Leads::Elsewhere => otherwise::stated(text, &words, length, one),
                    Leads::Open => otherwise::open(text, &words, length, one),
                };
                let rival = rival.filter(|rival| rival.asserted || !doubted);
                if let (Some(slot), Some(rival)) = (found.get_mut(*index), rival) {
                    *slot = Some(rival);
                }
            }
        }
    }
    found
}

/// Whether the word before the last one of a phrase can stand before the word that ends at a byte: a
/// look at its last letter, so that hardly any place is taken apart for nothing.
fn may_end(text: &str, end: usize, phrase: &[String]) -> bool {
    let [.., before, last] = phrase else {
        return true;
    };
    let head = text.get(..end.saturating_sub(last.len())).unwrap_or(text);
    let found = head
        .chars()
        .rev()
        .take(BETWEEN_MAX_CHARS)
        .find(|c| c.is_alphanumeric());
    let wanted = before.chars().next_back();
    // A letter that is not plain Latin may be folded into one that is.
    found.is_none_or(|found| !found.is_ascii() || Some(found.to_ascii_lowercase()) == wanted)
}

/// Where the words that end a name end in the text: most words of a document are passed over
/// without a token made of them.
fn ends_of<'t, T>(
    text: &'t str,
    names: &'t BTreeMap<String, T>,
) -> impl Iterator<Item = (usize, String)> + 't {
    let longest = names.keys().map(String::len).max().unwrap_or(0);
    // Hardly any word has the first letter and the length of one that is looked for.
    let mut shapes = [0_u64; 256];
    for name in names.keys() {
        let first = name.as_bytes().first().copied().unwrap_or(0);
        if let Some(lengths) = shapes.get_mut(usize::from(first)) {
            *lengths |= 1_u64 << name.len().min(63);
        }
    }
    let fits = move |word: &str| {
        let first = word.as_bytes().first().copied().unwrap_or(0);
        let lengths = shapes.get(usize::from(first)).copied().unwrap_or(0);
        lengths & (1_u64 << word.len().min(63)) != 0
    };
    let mut plain = String::with_capacity(longest);
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        loop {
            let (_, c) = rest.next()?;
            if c.is_alphanumeric() {
                if plain.len() <= longest {
                    plain.extend(c.to_lowercase());
                }
            } else if !matches!(c, '*' | '_' | '`') {
                plain.clear();
                continue;
            }
            let next = rest.peek().copied();
            let ends = next.is_none_or(|(_, c)| !c.is_alphanumeric());
            if ends && fits(&plain) && names.contains_key(&plain) {
                return Some((next.map_or(text.len(), |(at, _)| at), plain.clone()));
            }
        }
    })
}

/// The phrases that name a field: its name, its cues that are names, and the words of the statement itself.
fn phrases(text: &str, one: &Stated<'_>) -> Vec<Vec<String>> {
    let split = |text: &str| -> Vec<String> {
        tokens(text, 0..text.len(), &(0..0))
            .into_iter()
            .filter(|token| token.shape != Shape::Mark)
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
        let turned: Vec<_> = all.iter().flat_map(|name| turned(name)).collect();
        all.extend(turned);
        all.retain(telling);
    }
    all.extend(own_words(text, one));
    all.sort();
    all.dedup();
    all
}

/// "Agreement date" is also "date of the agreement".
fn turned(name: &[String]) -> Vec<Vec<String>> {
    let Some((last, [first, rest @ ..])) = name.split_last() else {
        return Vec::new();
    };
    if !GENERIC.contains(&last.as_str()) {
        return Vec::new();
    }
    let turned = |between: &[&str]| {
        let mut words = vec![last.clone()];
        words.extend(between.iter().map(|word| (*word).to_owned()));
        words.push(first.clone());
        words.extend_from_slice(rest);
        words
    };
    vec![
        turned(&["of"]),
        turned(&["of", "the"]),
        turned(&["of", "this"]),
    ]
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
    // Whose law governs is said by the verb and what follows it, whatever its subject.
    let verb = words.iter().rposition(|word| word.ends_with("ed"));
    let shortest = match (one.field.kind == FieldType::Jurisdiction, verb) {
        (true, Some(verb)) => verb,
        _ => 0,
    };
    let skip = words.len().saturating_sub(OWN_WORDS_MAX).max(shortest);
    let mut words: Vec<String> = words.into_iter().skip(skip).collect();
    if one.field.kind == FieldType::Jurisdiction {
        while words
            .last()
            .is_some_and(|word| word == "the" || word == "state")
        {
            words.pop();
        }
    }
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
        _ => value_after(rest, end, one)?,
    };
    if is_longer(text, words, at, length)? {
        return None;
    }
    let asserted = is_asserted(text, &rival.place, one)?;
    Some(Rival { asserted, ..rival })
}

/// The value after the words of a statement, tied to them by links only, where it is another one.
fn value_after(rest: &str, base: usize, one: &Stated<'_>) -> Option<Rival> {
    // A length of time may be spelled out; anything else has a digit.
    let digits = rest.bytes().any(|byte| byte.is_ascii_digit());
    let spelled = matches!(
        one.kind,
        Kind::Duration | Kind::Boolean { .. } | Kind::Choice { .. }
    );
    if !digits && !spelled {
        return None;
    }
    let reading = read_all(one.kind, rest)
        .into_iter()
        .find(|reading| !reading.bare || matches!(one.kind, Kind::Number { .. }))?;
    let gap = tokens(rest, 0..reading.span.start, &(0..0));
    let gap = without_owner(&gap);
    let linked = gap.len() <= LINKS_MAX && gap.iter().all(ties);
    let agrees = reading
        .values
        .iter()
        .any(|read| one.values.iter().any(|value| value.agrees(read)));
    if !linked || agrees || reading.values.len() != 1 {
        return None;
    }
    Some(Rival {
        place: base.saturating_add(reading.span.start)..base.saturating_add(reading.span.end),
        values: reading.values,
        asserted: true,
    })
}

/// Whether a word or mark between a name and a value only ties them.
fn ties(token: &Token) -> bool {
    const CHANGES: &[&str] = &[
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
        "replaced",
        "extended",
        "postponed",
        "moved",
        "amended",
    ];
    const MARKS: &[&str] = &[":", "=", "(", "\"", "\u{201c}", "\u{201d}", "$", ")", "|"];
    token.is_any(LINKS)
        || token.shape == Shape::Number
        || token.is_any(CHANGES)
        || token.is_any(MARKS)
}

/// A longer name is another field's: "Amendment Effective Date".
fn is_longer(text: &str, words: &[Token], at: usize, length: usize) -> Option<bool> {
    let first = at.saturating_add(1).checked_sub(length)?;
    let name = words.get(first);
    let longer = first
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| {
            let start = name.map_or(0, |token| token.span.start);
            before.capital
                && name.is_some_and(|token| token.capital)
                && before.is_word()
                && !before.is_any(&["the", "this", "such"])
                && text.get(before.span.end..start) == Some(" ")
        });
    Some(longer)
}

/// "Of this order is": whose value it is stands between its name and the link.
fn without_owner(gap: &[Token]) -> &[Token] {
    match gap {
        [of, this, noun, rest @ ..]
            if of.is("of") && this.is_any(&["this", "the", "our"]) && noun.is_word() =>
        {
            rest
        }
        _ => gap,
    }
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
            let next = word.trim_start();
            // "State of Texas": the word inside a name.
            let inner = next
                .strip_prefix("of ")
                .is_some_and(|rest| rest.starts_with(char::is_uppercase));
            let inside = trimmed.get(..*at).is_some_and(|head| head.ends_with(" of"));
            c.is_whitespace() && !next.starts_with(char::is_uppercase) && !inner && !inside
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
        asserted: true,
    })
}

/// Whether the document asserts what stands at a place; nothing where it takes it back.
pub(crate) fn is_asserted(text: &str, place: &Range<usize>, one: &Stated<'_>) -> Option<bool> {
    let from = text.ceil_char_boundary(place.start.saturating_sub(AROUND_BYTES));
    let to = text.floor_char_boundary(place.end.saturating_add(AROUND_BYTES).min(text.len()));
    let near = text.get(from..to).unwrap_or_default();
    let span = place.start.saturating_sub(from)..place.end.saturating_sub(from);
    let asks = Asks::of(one.field, one.kind);
    let kind = one.kind.as_said(near.get(span.clone()).unwrap_or_default());
    match frame(&kind, near, span, &asks) {
        Frame::Asserted => Some(true),
        Frame::Unclear { .. } => Some(false),
        Frame::Withdrawn { .. } | Frame::Bound { .. } | Frame::Unheard(_) => None,
    }
}
