//! Whose value it is: a quote proves its words, not which field they are about.
//!
//! The words that name a field are its cues and the words of its own name.
//! Within the clause of a value the nearest name wins. Where another field of the
//! same type is nearer, or the clause names no field at all while the schema has
//! several of that type, the value is not known to be this field's.

use std::collections::BTreeMap;
use std::ops::Range;

use groundstop_contract::{FieldRecord, FieldType};
use groundstop_value::Kind;

use crate::around::line_bounds;
use crate::clause::Sentence;
use crate::lead::DETERMINERS;
use crate::lexicon::LEXICON;
use crate::thing::{
    acting, another_thing, counted_from, handed_over, made_of_paper, misplaced, of_another_paper,
    only_signed, opposite,
};
use crate::titled::{role_after, roles_around};
use crate::token::{Shape, Token, tokens};
use groundstop_value::context::statement_around;

/// Words of a name that name nothing by themselves.
pub(crate) const GENERIC: &[&str] = &[
    "date",
    "amount",
    "number",
    "value",
    "name",
    "period",
    "type",
    "total",
    "count",
    "id",
    "no",
    "of",
    "the",
    "percentage",
    "percent",
    "sum",
    "figure",
    "level",
    "rate",
    "price",
    "time",
    "day",
    "days",
    "aggregate",
];

/// Words that tie a name to its value without naming anything.
pub(crate) const LINKS: &[&str] = &[
    "is",
    "are",
    "be",
    "been",
    "being",
    "was",
    "were",
    "shall",
    "will",
    "must",
    "has",
    "have",
    "had",
    "of",
    "at",
    "on",
    "in",
    "for",
    "as",
    "to",
    "by",
    "the",
    "a",
    "an",
    "equal",
    "equals",
    "amount",
    "amounts",
    "sum",
    "total",
    "aggregate",
    "set",
    "fixed",
    "paid",
    "payable",
    "due",
    "agreed",
    "hereunder",
    "hereof",
    "this",
    "that",
    "it",
    "its",
    "and",
    "or",
    "with",
    "approximately",
    "hereby",
    "currently",
    "initially",
    "from",
    "until",
    "through",
    "per",
    "such",
    "any",
    "which",
    "means",
    "mean",
];

/// Words after which what follows is only counted from.
const FROM: &[&str] = &["after", "following", "from", "since", "upon"];

/// How far around a value the full name of its field is looked for, in bytes.
const AROUND_BYTES: usize = 4_000;
/// How far before a sentence its heading ends at most, in bytes.
const HEADING_GAP_BYTES: usize = 12;
/// How many tokens the words of a name stand in.
const NAME_REACH_TOKENS: usize = 4;

/// The words by which a field is known.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    phrases: Vec<Vec<String>>,
    words: Vec<String>,
}

impl Names {
    fn of(field: &FieldRecord) -> Names {
        let split = |text: &str| -> Vec<String> {
            tokens(text, 0..text.len(), &(0..0))
                .into_iter()
                .filter(|token| token.shape != Shape::Mark)
                .map(|token| token.word)
                .collect()
        };
        let name = field.name.replace(['_', '.'], " ");
        let all = split(&name);
        let telling: Vec<String> = all
            .iter()
            .filter(|word| !GENERIC.contains(&word.as_str()))
            .cloned()
            .collect();
        Names {
            phrases: field
                .cues
                .iter()
                .map(String::as_str)
                .chain(field.telling_phrases())
                .map(split)
                .filter(|cue| !cue.is_empty())
                .collect(),
            words: if telling.is_empty() { all } else { telling },
        }
    }

    /// The distance from the value at which it is named in a sentence, and the token that names it.
    fn nearest(&self, sentence: &Sentence, range: Range<usize>) -> Option<(usize, usize)> {
        let mut best = self.takes_effect(sentence);
        for at in range.clone() {
            let Some(length) = self.matches(&sentence.tokens, at) else {
                continue;
            };
            let end = at.saturating_add(length);
            let back = |steps: usize| at.checked_sub(steps).and_then(|at| sentence.token(at));
            let denied = back(1).is_some_and(|token| token.is("not"))
                || back(2).is_some_and(|token| token.is("not"))
                    && back(1).is_some_and(|token| token.is_any(&["the", "a", "an"]));
            if denied || in_adverbial(sentence, at) {
                continue;
            }
            let distance = match end <= sentence.value {
                true => sentence.value.saturating_sub(end),
                false if at > sentence.value => {
                    let Some(distance) = after(sentence, at) else {
                        continue;
                    };
                    distance
                }
                false => continue,
            };
            if best.is_none_or(|(known, _)| distance < known) {
                best = Some((distance, at));
            }
        }
        best
    }

    /// "The first instalment is $1,012. Each regular instalment is $980.": where another sentence names the
    /// field by all its words, one that names it by its last word only, with another word before that,
    /// says something else.
    fn told_elsewhere(&self, text: &str, sentence: &Sentence) -> Option<usize> {
        let (last, others) = self
            .words
            .split_last()
            .filter(|(_, others)| !others.is_empty())?;
        let start = sentence.clause_start();
        let has = |word: &String| {
            (start..sentence.clause_end()).any(|at| {
                sentence
                    .token(at)
                    .is_some_and(|token| alike(&token.word, word))
            })
        };
        if others.iter().any(has) {
            return None;
        }
        let head = (start..sentence.value).rev().find(|at| {
            sentence
                .token(*at)
                .is_some_and(|token| alike(&token.word, last))
        })?;
        let qualified = head
            .checked_sub(1)
            .and_then(|at| sentence.token(at))
            .is_some_and(|token| {
                token.is_word()
                    && !token.is_any(LINKS)
                    && !token.is_any(DETERMINERS)
                    && !GENERIC.contains(&token.word.as_str())
            });
        let phrased = (start..sentence.value).any(|at| {
            self.matches(&sentence.tokens, at)
                .is_some_and(|length| length > 1)
        });
        if !qualified || phrased {
            return None;
        }
        let place = sentence.token(sentence.value)?.span.clone();
        let from = text.ceil_char_boundary(place.start.saturating_sub(AROUND_BYTES));
        let end = text.floor_char_boundary(place.end.saturating_add(AROUND_BYTES).min(text.len()));
        let around = tokens(text, from..end, &(0..0));
        let full = |at: &usize| {
            let before = around
                .get(at.saturating_sub(NAME_REACH_TOKENS)..*at)
                .unwrap_or_default();
            let said = |word: &String| before.iter().any(|token| alike(&token.word, word));
            around
                .get(*at)
                .is_some_and(|token| alike(&token.word, last))
                && others.iter().all(said)
        };
        let mut named = (0..around.len()).filter(full).peekable();
        named.peek()?;
        // "16.04 Governing Law. … the internal Laws of": the heading of the sentence names the field.
        let opening = sentence.token(0)?.span.start;
        let headed = named.any(|at| {
            around.get(at).is_some_and(|token| {
                token.span.end <= opening
                    && opening.saturating_sub(token.span.end) <= HEADING_GAP_BYTES
            })
        });
        (!headed).then_some(head)
    }

    /// Whether all words of the name stand one after the other somewhere around a value.
    fn is_named_around(&self, text: &str, span: &Range<usize>) -> bool {
        if self.words.len() < 2 {
            return false;
        }
        let from = text.ceil_char_boundary(span.start.saturating_sub(AROUND_BYTES));
        let end = text.floor_char_boundary(span.end.saturating_add(AROUND_BYTES).min(text.len()));
        let around = tokens(text, from..end, &(0..0));
        around.windows(self.words.len()).any(|run| {
            let pairs = run.iter().zip(&self.words);
            { pairs }.all(|(token, word)| alike(&token.word, word))
        })
    }

    /// "Entered into as of X": whatever the verb, the paper takes effect on that day.
    fn takes_effect(&self, sentence: &Sentence) -> Option<(usize, usize)> {
        let at = sentence.value.checked_sub(2)?;
        let is = |at: usize, word: &str| sentence.token(at).is_some_and(|token| token.is(word));
        let effect = self.words.iter().any(|word| word.starts_with("effect"));
        (effect && is(at, "as") && is(at.saturating_add(1), "of")).then_some((0, at))
    }

    /// How many tokens a name that begins at a token has; the longest.
    pub(crate) fn matches(&self, tokens: &[Token], at: usize) -> Option<usize> {
        let here = |phrase: &Vec<String>| {
            let part = tokens.get(at..at.saturating_add(phrase.len()))?;
            let same = part
                .iter()
                .zip(phrase)
                .all(|(token, word)| token.shape != Shape::Value && alike(&token.word, word));
            same.then_some(phrase.len())
        };
        let cue = self.phrases.iter().filter_map(here).max();
        let word = tokens
            .get(at)
            .filter(|token| token.is_word())
            .filter(|token| self.words.iter().any(|word| alike(&token.word, word)))
            .map(|_| 1);
        cue.max(word)
    }
}

/// "Each occurrence limit, within the general aggregate: $500": a label is named by its head, not by
/// what stands behind a comma and a preposition in it.
fn in_adverbial(sentence: &Sentence, at: usize) -> bool {
    let is = |at: usize, mark: &str| sentence.token(at).is_some_and(|token| token.is(mark));
    let label = sentence
        .value
        .checked_sub(1)
        .map(|before| match is(before, "$") {
            true => before.saturating_sub(1),
            false => before,
        })
        .is_some_and(|before| is(before, ":") && at < before);
    let comma = (0..at).rev().find(|at| is(*at, ","));
    label
        && comma.is_some_and(|comma| {
            comma > 0
                && sentence
                    .token(comma.saturating_add(1))
                    .is_some_and(|token| token.is_any(LEXICON.prepositions))
        })
}

/// Whether a name after the value still names it: right after it, or in the bracket that defines it.
fn after(sentence: &Sentence, at: usize) -> Option<usize> {
    const BEHIND_TOKENS: usize = 6;
    let gap = sentence.value.saturating_add(1)..at;
    let distance = gap.len();
    let counted = at
        .checked_sub(1)
        .and_then(|at| sentence.token(at))
        .is_some_and(|token| token.is_any(FROM));
    let added = gap.clone().any(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.is_any(&["addition", "besides", "plus", ",", ";"]))
    });
    // "A refund of $500 of the price": the price is the whole, the value a part of it.
    let part = (gap.start..at)
        .rev()
        .find(|at| {
            !sentence
                .token(*at)
                .is_some_and(|token| token.is_any(&["the", "a", "an", "its"]))
        })
        .is_some_and(|at| sentence.token(at).is_some_and(|token| token.is("of")));
    (distance <= BEHIND_TOKENS && !counted && !added && !part).then_some(distance)
}

/// Whether two words are forms of one: "commences" and "commencement".
fn alike(one: &str, other: &str) -> bool {
    const STEM_MIN_BYTES: usize = 5;
    if one == other {
        return true;
    }
    let shared = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let shorter = one.len().min(other.len());
    let plural = shared == shorter && one.len().abs_diff(other.len()) <= 2 && shorter >= 3;
    plural || shared >= STEM_MIN_BYTES && shared.saturating_add(2) >= shorter
}

/// The names of all fields of a schema, made ready once.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    names: Vec<(FieldType, Names)>,
    /// The fields that have a word or a phrase with this beginning.
    by_start: BTreeMap<String, Vec<usize>>,
    /// The fields by their whole phrases.
    by_phrase: BTreeMap<Vec<String>, Vec<usize>>,
    /// How many fields of each type there are.
    counts: BTreeMap<FieldType, usize>,
}

/// Words that are forms of one share this many bytes.
const START_BYTES: usize = 3;
/// So many other fields are compared form by form; of more than that only whole phrases count.
const FIELDS_COMPARED: usize = 256;
/// How many words a phrase that names a field has at most.
const PHRASE_MAX_WORDS: usize = 12;

fn start(word: &str) -> &str {
    let end = word.floor_char_boundary(START_BYTES.min(word.len()));
    word.get(..end).unwrap_or(word)
}

impl Roles {
    /// The names of a schema's fields.
    #[must_use]
    pub fn of(fields: &[FieldRecord]) -> Roles {
        let mut roles = Roles::default();
        for (index, field) in fields.iter().enumerate() {
            let names = Names::of(field);
            let firsts = names.phrases.iter().filter_map(|phrase| phrase.first());
            let mut starts: Vec<&str> = firsts.chain(&names.words).map(|w| start(w)).collect();
            starts.sort_unstable();
            starts.dedup();
            for start in starts {
                roles
                    .by_start
                    .entry(start.to_owned())
                    .or_default()
                    .push(index);
            }
            for phrase in &names.phrases {
                let known = roles.by_phrase.entry(phrase.clone()).or_default();
                known.push(index);
            }
            let count = roles.counts.entry(field.kind).or_default();
            *count = count.saturating_add(1);
            roles.names.push((field.kind, names));
        }
        roles
    }

    /// Whether the schema has another field of a type.
    fn has_another(&self, kind: FieldType) -> bool {
        self.counts.get(&kind).is_some_and(|count| *count > 1)
    }

    /// The other fields of a type that a clause may name.
    fn named_in(&self, field: usize, kind: FieldType, tokens: &[Token]) -> Vec<usize> {
        let other = |index: &usize| {
            *index != field && self.names.get(*index).is_some_and(|(own, _)| *own == kind)
        };
        let mut near: Vec<usize> = Vec::new();
        for token in tokens.iter().filter(|token| token.shape != Shape::Mark) {
            let known = self.by_start.get(start(&token.word));
            near.extend(known.into_iter().flatten().copied().filter(other));
            if near.len() > FIELDS_COMPARED {
                return self.spelled_in(tokens, other);
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// The fields one of whose phrases stands in a clause to the letter.
    fn spelled_in(&self, tokens: &[Token], other: impl Fn(&usize) -> bool) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for at in 0..tokens.len() {
            let mut phrase = Vec::new();
            for token in tokens.iter().skip(at).take(PHRASE_MAX_WORDS) {
                phrase.push(token.word.clone());
                let known = self.by_phrase.get(&phrase);
                found.extend(known.into_iter().flatten().copied().filter(&other));
                if found.len() > FIELDS_COMPARED {
                    return found;
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The words that give a value to another field, or that leave it without one.
///
/// `label` is the label of a form's entry, in `text`, where the value stands in one; `index` is the
/// field's place in its schema.
#[must_use]
pub fn other_field(
    kind: &Kind,
    text: &str,
    span: &Range<usize>,
    label: Option<Range<usize>>,
    (field, index): (&FieldRecord, usize),
    roles: &Roles,
) -> Option<Range<usize>> {
    if let Some(role) = another_role(text, span, (field, index), roles) {
        return Some(role);
    }
    let range = match &label {
        Some(label) if label.end <= span.start => label.start..span.end,
        Some(label) => span.start..label.end,
        None => line_bounds(text, statement_around(text, span.clone()), span),
    };
    let sentence = Sentence::new(text, range, span)?;
    let (_, own) = roles.names.get(index)?;
    let clause = naming(&sentence)..sentence.clause_end();
    // A phrase by which the schema says a value names its field, too.
    let telling = tells_itself(field, text.get(span.clone()).unwrap_or_default());
    let found = match telling {
        true => Some((0, sentence.value)),
        false => own.nearest(&sentence, clause.clone()),
    };
    let tokens = sentence.tokens.get(clause.clone()).unwrap_or_default();
    let rival = roles
        .named_in(index, field.kind, tokens)
        .into_iter()
        .filter_map(|other| {
            let (_, names) = roles.names.get(other)?;
            names.nearest(&sentence, clause.clone())
        })
        .min();
    let place = |at: usize| sentence.token(at).map(|token| token.span.clone());
    let set_apart = misplaced(field, &sentence)
        .or_else(|| opposite(field, &sentence))
        .or_else(|| handed_over(field, &sentence))
        .or_else(|| counted_from(kind, &sentence, own))
        .or_else(|| own.told_elsewhere(text, &sentence))
        .or_else(|| made_of_paper(kind, &sentence, own))
        .or_else(|| only_signed(kind, &sentence, own, || own.is_named_around(text, span)))
        .or_else(|| of_another_paper(&sentence, own, found))
        .or_else(|| acting(field, &sentence, found));
    if let Some(at) = set_apart {
        return place(at);
    }
    let alone = !roles.has_another(field.kind);
    match (found, rival) {
        (None, Some((_, at))) => return place(at),
        (None, None) if !alone && named_by_cue(field) => return Some(span.clone()),
        (None, None) if field.require_cue => return Some(span.clone()),
        (Some((own, _)), Some((other, at))) if other < own => return place(at),
        // "Each occurrence limit" names more than the "limit" it ends with; on a form only in the
        // value's own label.
        (Some((own, short)), Some((other, long)))
            if other == own
                && own > 0
                && long < short
                && short < sentence.value
                && label.is_none_or(|label| {
                    sentence
                        .token(short)
                        .is_some_and(|token| token.span.end <= label.end)
                }) =>
        {
            return place(long);
        }
        _ => {}
    }
    another_thing(kind, &sentence, own, found).and_then(place)
}

/// The role that the paper gives a name, where it is not this field's and either another field's or
/// beside one that is this field's.
fn another_role(
    text: &str,
    span: &Range<usize>,
    (field, index): (&FieldRecord, usize),
    roles: &Roles,
) -> Option<Range<usize>> {
    if field.kind != FieldType::Party || field.many {
        return None;
    }
    let role = role_after(text, span)?;
    let (_, own) = roles.names.get(index)?;
    let names = |names: &Names, role: &Range<usize>| {
        let words = tokens(text, role.clone(), &(0..0));
        // "Receiving Party" and "Disclosing Party" share what every party is.
        let telling =
            |at: usize| words.len() == 1 || !words.get(at).is_some_and(|token| token.is("party"));
        (0..words.len()).any(|at| telling(at) && names.matches(&words, at).is_some())
    };
    if names(own, &role) {
        return None;
    }
    let words = tokens(text, role.clone(), &(0..0));
    let others = roles.named_in(index, field.kind, &words).into_iter();
    let mut others = others.filter_map(|other| roles.names.get(other));
    let taken = others.any(|(_, other)| names(other, &role));
    let elsewhere = || roles_around(text, span).any(|one| one != role && names(own, &one));
    (taken || elsewhere()).then_some(role)
}

/// Where the words begin that can name a value: its clause, with the label before its colon.
fn naming(sentence: &Sentence) -> usize {
    let start = sentence.clause_start();
    let colon = start.checked_sub(1).filter(|at| {
        sentence.token(*at).is_some_and(|token| token.is(":"))
            && sentence.value <= start.saturating_add(2)
    });
    colon.map_or(start, |colon| sentence.clause_start_at(colon))
}

/// Whether a value is spelled by one of the phrases of its own field.
fn tells_itself(field: &FieldRecord, spelled: &str) -> bool {
    let lower = |text: &str| text.to_lowercase();
    let same = |phrase: &str| {
        phrase
            .split_whitespace()
            .map(lower)
            .eq(spelled.split_whitespace().map(lower))
    };
    field.telling_phrases().any(same)
}

/// Titles and parties stand where they stand; no words need to name them.
fn named_by_cue(field: &FieldRecord) -> bool {
    !matches!(
        field.kind,
        FieldType::Title | FieldType::Text | FieldType::Party
    ) || !field.many && !field.cues.is_empty()
}
