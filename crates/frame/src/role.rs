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

/// The words by which a field is known.
#[derive(Clone, Debug)]
struct Names {
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
                .map(|cue| split(cue))
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
            if denied {
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

    /// "Entered into as of X": whatever the verb, the paper takes effect on that day.
    fn takes_effect(&self, sentence: &Sentence) -> Option<(usize, usize)> {
        let at = sentence.value.checked_sub(2)?;
        let is = |at: usize, word: &str| sentence.token(at).is_some_and(|token| token.is(word));
        let effect = self.words.iter().any(|word| word.starts_with("effect"));
        (effect && is(at, "as") && is(at.saturating_add(1), "of")).then_some((0, at))
    }

    /// How many tokens a name that begins at a token has; the longest.
    fn matches(&self, tokens: &[Token], at: usize) -> Option<usize> {
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
    let range = match label {
        Some(label) if label.end <= span.start => label.start..span.end,
        Some(label) => span.start..label.end,
        None => line_bounds(text, statement_around(text, span.clone()), span),
    };
    let sentence = Sentence::new(text, range, span)?;
    let (_, own) = roles.names.get(index)?;
    let clause = naming(&sentence)..sentence.clause_end();
    let found = own.nearest(&sentence, clause.clone());
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
        .or_else(|| made_of_paper(kind, &sentence, own))
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
        _ => {}
    }
    another_thing(kind, &sentence, own, found).and_then(place)
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

/// Titles and parties stand where they stand; no words need to name them.
fn named_by_cue(field: &FieldRecord) -> bool {
    !matches!(
        field.kind,
        FieldType::Title | FieldType::Text | FieldType::Party
    ) || !field.many && !field.cues.is_empty()
}

/// A place a company is of, a court sits in or a person lives in is not whose law governs.
fn misplaced(field: &FieldRecord, sentence: &Sentence) -> Option<usize> {
    let law = ["law", "governing", "governed"];
    let asks = field.kind == FieldType::Jurisdiction
        && (field.name.split('_').any(|word| law.contains(&word)));
    if !asks {
        return None;
    }
    const FORMED: &[&str] = &[
        "organized",
        "organised",
        "incorporated",
        "existing",
        "formed",
        "registered",
        "established",
        "chartered",
        "resident",
        "courts",
        "court",
        "qualified",
        "seat",
        "arbitration",
        "venue",
        "located",
        "situated",
        "headquartered",
        "domiciled",
        "office",
        "offices",
    ];
    const AFTER: &[&str] = &[
        "corporation",
        "company",
        "limited",
        "llc",
        "partnership",
        "resident",
        "court",
        "courts",
        "bank",
    ];
    let next = sentence.value.saturating_add(1);
    let kind = (next..next.saturating_add(2))
        .find(|at| sentence.token(*at).is_some_and(|token| token.is_any(AFTER)));
    if kind.is_some() {
        return kind;
    }
    let start = sentence.clause_start();
    let governs = |token: &Token| {
        [
            "govern",
            "constru",
            "interpret",
            "appli",
            "enforc",
            "subject",
        ]
        .iter()
        .any(|stem| token.word.starts_with(stem))
    };
    for at in (start..sentence.value).rev() {
        let token = sentence.token(at)?;
        if governs(token) {
            return None;
        }
        if token.is_any(FORMED) {
            return Some(at);
        }
    }
    None
}

/// A date on which something begins is none on which it ends, and the other way round.
fn opposite(field: &FieldRecord, sentence: &Sentence) -> Option<usize> {
    const BEGINS: &[&str] = &[
        "commenc", "begin", "start", "effecti", "made", "entered", "dated",
    ];
    const ENDS: &[&str] = &[
        "expir", "terminat", "end", "matur", "laps", "until", "till", "through", "thru", "conclu",
    ];
    if field.kind != FieldType::Date {
        return None;
    }
    let says = |word: &str, list: &[&str]| list.iter().any(|stem| word.starts_with(stem));
    let name: Vec<String> = field
        .name
        .to_lowercase()
        .split('_')
        .map(str::to_owned)
        .collect();
    let asks = |list: &[&str]| name.iter().any(|word| says(word, list));
    let (own, other) = match (asks(BEGINS), asks(ENDS)) {
        (true, false) => (BEGINS, ENDS),
        (false, true) => (ENDS, BEGINS),
        _ => return None,
    };
    let clause = sentence.clause_start()..sentence.value;
    let find = |list: &[&str]| {
        clause.clone().rev().find(|at| {
            sentence
                .token(*at)
                .is_some_and(|token| token.is_word() && says(&token.word, list))
        })
    };
    match (find(own), find(other)) {
        (None, Some(at)) => Some(at),
        _ => None,
    }
}

/// When a paper was printed or saved is no date of what it says.
fn made_of_paper(kind: &Kind, sentence: &Sentence, own: &Names) -> Option<usize> {
    const PAPER: &[&str] = &[
        "printed",
        "saved",
        "typed",
        "downloaded",
        "scanned",
        "faxed",
        "generated",
        "created",
        "accessed",
        "retrieved",
        "posted",
        "revised",
        "updated",
        "modified",
        "stamped",
        "filed",
        "received",
    ];
    if !matches!(kind, Kind::Date { .. }) {
        return None;
    }
    let near = sentence.value.saturating_sub(4)..sentence.value;
    near.into_iter().find(|at| {
        sentence.token(*at).is_some_and(|token| token.is_any(PAPER))
            && own.matches(&sentence.tokens, *at).is_none()
    })
}

/// Whoever does something with another is not that other; whose thing begins is not the thing itself.
fn acting(
    field: &FieldRecord,
    sentence: &Sentence,
    found: Option<(usize, usize)>,
) -> Option<usize> {
    let (distance, at) = found?;
    match field.kind {
        FieldType::Party if !field.many => {
            let between = match at < sentence.value {
                true => sentence.value.saturating_sub(distance)..sentence.value,
                false => sentence.value.saturating_add(1)..at,
            };
            between.into_iter().find(|at| {
                sentence.token(*at).is_some_and(|token| {
                    token.is_word()
                        && !token.is_any(LINKS)
                        && !token.is_any(&["under", "hereunder", "herein"])
                        && !token.capital
                        || token.is_any(&["by", "to", "with", "from"])
                })
            })
        }
        FieldType::Date => {
            let start = sentence.clause_start();
            (start..at).find(|at| {
                sentence
                    .token(*at)
                    .is_some_and(|token| token.word.ends_with("'s") || token.word.ends_with("s'"))
            })
        }
        _ => None,
    }
}

/// The field is named in the sentence, but what the value is said of is another thing.
fn another_thing(
    kind: &Kind,
    sentence: &Sentence,
    own: &Names,
    found: Option<(usize, usize)>,
) -> Option<usize> {
    if matches!(
        kind,
        Kind::Text | Kind::Boolean | Kind::Choice { .. } | Kind::Number { .. }
    ) {
        return None;
    }
    let anywhere = (0..sentence.tokens.len()).any(|at| own.matches(&sentence.tokens, at).is_some());
    if !anywhere {
        return None;
    }
    let start = sentence.clause_start();
    let link = |at: usize| {
        sentence.token(at).is_some_and(|token| {
            !token.is_word()
                || token.is_any(LINKS)
                || token.word.ends_with("ly")
                || GENERIC.contains(&token.word.as_str())
        })
    };
    // The first word before the value that is no link.
    let head = (start..sentence.value).rev().find(|at| !link(*at))?;
    let crossed = sentence.has_finite(head..sentence.value);
    let says_own = |at: usize| own.matches(&sentence.tokens, at).is_some();
    if crossed {
        return subject(sentence, start, head, &says_own);
    }
    let of = (head..sentence.value).any(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.is_any(&["of", "as"]))
    });
    let noun = head.checked_sub(1).is_some_and(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.is_any(&["the", "a", "an", "its", "their"]))
    });
    let near = found.is_some_and(|(distance, _)| distance <= sentence.value.saturating_sub(head));
    // "This Agreement is made as of": the field is the subject, and the word only its predicate.
    let predicate = (start..head).any(|at| says_own(at) && sentence.has_finite(at..head));
    let verbal = predicate && !noun
        || sentence.token(head).is_some_and(|token| {
            token.word.ends_with("ed")
                || token.is_any(&["into", "effective", "made", "valid", "respects", "purposes"])
        });
    (of && !near && !verbal && !says_own(head) && !covers(sentence, own, head)).then_some(head)
}

/// Whether a name begins before a token and covers it.
fn covers(sentence: &Sentence, own: &Names, head: usize) -> bool {
    (0..head).any(|at| {
        own.matches(&sentence.tokens, at)
            .is_some_and(|length| at.saturating_add(length) > head)
    })
}

/// The head of a subject that is not the field: "the tax on the purchase price is".
fn subject(
    sentence: &Sentence,
    start: usize,
    end: usize,
    says_own: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    const PREPOSITIONS: &[&str] = &[
        "of",
        "for",
        "on",
        "under",
        "in",
        "to",
        "at",
        "by",
        "with",
        "from",
        "upon",
        "against",
        "following",
    ];
    let mut first = None;
    for at in start..=end {
        let token = sentence.token(at)?;
        if says_own(at) {
            return None;
        }
        let generic =
            GENERIC.contains(&token.word.as_str()) || token.is_any(LINKS) || !token.is_word();
        let tied = token.is_any(PREPOSITIONS) || token.word.ends_with("ed") && first.is_some();
        if tied && first.is_some() {
            // What comes now only restricts the head; the field is named there or elsewhere.
            return first;
        }
        if !generic && !token.is_any(PREPOSITIONS) {
            first = first.or(Some(at));
        }
    }
    first
}
