//! Which sentences of the sources answer a question.
//!
//! The rules count words, each word of the question once. A sentence is chosen
//! when it has at least half of them, when it, the sentence before it and the
//! title of its source together have at least three quarters of them and every name,
//! number and singling word of the question, when it holds something of the kind
//! that is asked for, and when a question for what is not so meets a sentence
//! that denies something. What breaks off with dots and what only asks is no claim.

use std::collections::BTreeSet;
use std::ops::Range;

use groundstop_document::ByteSpan;

use super::asked::{Asked, Sought, is_negation};
use super::sentences::{Sentence, sentences, unmarked};
use super::tongues::Tongue;
use super::words::{Splitter, Word, keys};

/// The most claims of an answer.
pub const CLAIMS_MAX: usize = 5;
/// The longest sentence that can be a claim, in characters.
const SENTENCE_CHARS_MAX: usize = 1_000;
/// The shortest, in words.
const SENTENCE_WORDS_MIN: usize = 4;
/// The shortest line such as `Rent: $500`.
const LABELLED_WORDS_MIN: usize = 2;

/// The longest heading, in words that say something.
const HEADING_WORDS_MAX: usize = 6;
/// How many of the best sentences are looked at.
const CHOSEN_MAX: usize = 24;

/// A sentence that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// Which source it stands in.
    pub(super) source: usize,
    /// Its bytes in the source's text.
    pub(super) span: Range<usize>,
    /// How many of the question's words it has.
    own: usize,
    /// How many it has together with what stands before it and the title.
    together: usize,
}

/// A stretch of a source to look for sentences in.
pub(super) struct Stretch<'a> {
    pub(super) source: usize,
    pub(super) text: &'a str,
    pub(super) span: Range<usize>,
    pub(super) title: &'a str,
    /// How the source begins: who it is about often stands there only.
    pub(super) opening: &'a str,
    /// What nobody sees or the screen took out: nothing rests on it.
    pub(super) void: &'a [ByteSpan],
}

impl Stretch<'_> {
    fn may_rest_on(&self, span: &Range<usize>) -> bool {
        let span = ByteSpan::new(span.start, span.end);
        !self.void.iter().any(|taken| taken.overlaps(span))
    }
}

/// The sentences that answer, the best one first; ties go to the earlier source and place.
pub(super) fn choose(asked: &Asked, stretches: &[Stretch<'_>]) -> Vec<Chosen> {
    if asked.terms.is_empty() {
        return Vec::new();
    }
    let splitter = Splitter::new(asked.tongue);
    let mut chosen = Vec::new();
    for stretch in stretches {
        let title = splitter.words(stretch.title);
        let title = keys(&title);
        let opening = splitter.words(stretch.opening);
        let opening = keys(&opening);
        let mut before: Vec<Word> = Vec::new();
        for Sentence { span, labelled, .. } in sentences(stretch.text, &stretch.span) {
            let sentence = stretch.text.get(span.clone()).unwrap_or("");
            let words = splitter.words(sentence);
            let long_enough = words.len() >= words_min(labelled);
            let answers =
                answers(asked, &words, &before, (&title, &opening)).filter(|_| long_enough);
            chosen.extend(answers.and_then(|(own, together)| {
                let fits = sentence.chars().count() <= SENTENCE_CHARS_MAX
                    && !states_nothing(sentence)
                    && !is_torn(stretch.text, &span)
                    && (labelled || !is_heading(&words));
                (fits && stretch.may_rest_on(&span)).then(|| Chosen {
                    source: stretch.source,
                    span: span.clone(),
                    own,
                    together,
                })
            }));
            before = match stretch.may_rest_on(&span) {
                true => words,
                false => Vec::new(),
            };
        }
    }
    chosen.sort_by(|a, b| {
        let weight = |one: &Chosen| one.own.saturating_add(one.together);
        let place = |one: &Chosen| (one.source, one.span.start);
        weight(b)
            .cmp(&weight(a))
            .then_with(|| place(a).cmp(&place(b)))
    });
    apart(chosen)
}

/// How many words a sentence has at least.
fn words_min(labelled: bool) -> usize {
    match labelled {
        true => LABELLED_WORDS_MIN,
        false => SENTENCE_WORDS_MIN,
    }
}

/// The best ones, each stretch of a source once: items of one list share what
/// leads to them.
fn apart(chosen: Vec<Chosen>) -> Vec<Chosen> {
    let mut kept: Vec<Chosen> = Vec::new();
    for one in chosen {
        if kept.len() >= CHOSEN_MAX {
            break;
        }
        let shares = |other: &Chosen| {
            other.source == one.source
                && other.span.start < one.span.end
                && one.span.start < other.span.end
        };
        if !kept.iter().any(shares) {
            kept.push(one);
        }
    }
    kept
}

/// How many of the question's words a sentence has, alone and with what stands
/// around it; nothing where it does not answer.
fn answers(
    asked: &Asked,
    words: &[Word],
    before: &[Word],
    (title, opening): (&BTreeSet<&str>, &BTreeSet<&str>),
) -> Option<(usize, usize)> {
    let own = keys(words);
    let before = keys(before);
    let together = |key: &String| {
        let key = key.as_str();
        own.contains(key) || before.contains(key) || title.contains(key)
    };
    let headed = |key: &str| title.contains(key) || opening.contains(key);
    let named = |key: &String| own.contains(key.as_str()) || headed(key);
    let carried = |key: &String| together(key) || asked.names.contains(key) && headed(key);
    let named = asked.names.iter().all(named);
    let count = asked.terms.len();
    let alone = asked.terms.iter().filter(|key| own.contains(key.as_str()));
    let alone = alone.count();
    let joined = asked.terms.iter().filter(|key| carried(key)).count();
    let enough = alone.saturating_mul(2) >= count
        && joined.saturating_mul(4) >= count.saturating_mul(3)
        && asked.needed.iter().all(carried)
        && (named || !begins_with_another(asked, words));
    let denies = !asked.negated || words.iter().any(|word| is_negation(asked.tongue, word));
    (enough && denies && holds(asked, words)).then_some((alone, joined))
}

/// Whether a sentence begins with the name of somebody or something that was not
/// asked about: what is said of it is not said of what the sentence before names.
fn begins_with_another(asked: &Asked, words: &[Word]) -> bool {
    let is_name = |word: &Word| {
        word.capital && !word.empty && !word.figure && !asked.terms.contains(&word.key)
    };
    match words {
        [first, second, ..] if first.empty => is_name(second),
        [first, ..] => is_name(first),
        [] => false,
    }
}

/// Whether something of the kind that is sought stands in a sentence, beside
/// what the question itself brought.
fn holds(asked: &Asked, words: &[Word]) -> bool {
    // The number that a section begins with is no figure of it.
    let numbered = words.first().is_some_and(|word| word.figure);
    let mut fresh = words
        .iter()
        .skip(usize::from(numbered && asked.sought == Sought::Figure))
        .filter(|word| !asked.terms.contains(&word.key) && !asked.needed.contains(&word.key));
    match asked.sought {
        Sought::Anything => fresh.any(|word| !word.empty),
        Sought::Figure => {
            fresh.any(|word| word.figure || asked.tongue.numbers.contains(&word.small.as_str()))
        }
        Sought::Date => fresh.any(|word| is_of_time(asked.tongue, word)),
        Sought::Name => fresh.any(|word| word.capital && !word.empty),
    }
}

/// Whether a word says when: a month, a century, a year such as 1931, 400 or 1990s.
fn is_of_time(tongue: &Tongue, word: &Word) -> bool {
    let digits = word
        .small
        .trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let year = matches!(digits.len(), 3 | 4) && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A small "may" or "march" is no month.
    let plain = matches!(word.small.as_str(), "may" | "march") && !word.capital;
    year || tongue.times.contains(&word.small.as_str()) && !plain
}

/// Whether a sentence only asks, or is broken off somewhere.
fn states_nothing(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(['"', '\'', '\u{201d}', '\u{2019}', ')', ']']);
    end.ends_with('?') || sentence.contains("...") || sentence.contains('\u{2026}')
}

/// Whether a sentence goes on behind what ends it here, or began before: an empty
/// line or the end of a page may stand in the middle of one.
fn is_torn(text: &str, span: &Range<usize>) -> bool {
    let behind = text.get(span.end..).unwrap_or("").trim_start();
    let sentence = text.get(span.clone()).unwrap_or("");
    let ended = sentence.ends_with(['.', '!', ';', ':', '\u{3002}']);
    // `(b) the rent` hangs on words that were not found before it.
    unmarked(sentence).starts_with(char::is_lowercase)
        || !ended && behind.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';'))
}

/// Whether a sentence is only the heading of what follows: it is short, and every
/// word of it that says something has a capital.
fn is_heading(words: &[Word]) -> bool {
    let says = |word: &&Word| !word.empty && !word.figure;
    // A heading may begin with its number: `(c)`, `iv.`
    let numbered = words.first().is_some_and(|word| word.small.len() <= 3);
    let words = words.iter().skip(usize::from(numbered));
    let said: Vec<&Word> = words.filter(says).collect();
    said.len() <= HEADING_WORDS_MAX && said.iter().all(|word| word.capital)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The Tower was built in 1931. It has 42 floors and a garden. \
                        The Garden opened in 1950.\n\nAnother house has 7 floors.";

    fn told(text: &'static str, question: &str) -> Vec<&'static str> {
        let stretch = Stretch {
            source: 0,
            text,
            span: 0..text.len(),
            title: "Houses",
            opening: "",
            void: &[],
        };
        let chosen = choose(&Asked::new(question), &[stretch]);
        chosen.into_iter().map(|one| &text[one.span]).collect()
    }

    fn chosen(question: &str) -> Vec<&'static str> {
        told(TEXT, question)
    }

    #[test]
    fn a_sentence_answers_with_the_one_before_it() {
        assert_eq!(
            chosen("How many floors has the Tower?"),
            ["It has 42 floors and a garden."]
        );
        assert_eq!(chosen("When has the Tower a garden?"), [""; 0]);
        assert_eq!(
            chosen("When was the Tower built?"),
            ["The Tower was built in 1931."]
        );
    }

    #[test]
    fn what_nobody_says_is_not_answered() {
        for question in [
            "How many floors has the Castle?",
            "When was the Tower not built?",
            "When was the first Tower built?",
            "When was the Tower opened?",
            "Who sold the Tower?",
            "the of and",
        ] {
            assert_eq!(chosen(question), [""; 0], "{question}");
        }
    }

    #[test]
    fn a_small_may_is_no_month_and_the_number_of_a_section_no_figure() {
        let holds = |question: &str, sentence: &str| {
            let asked = Asked::new(question);
            let words = Splitter::new(asked.tongue).words(sentence);
            super::holds(&asked, &words)
        };
        let when = "When is the deposit paid?";
        assert!(!holds(when, "The deposit may be paid in parts."));
        assert!(holds(when, "The deposit is paid in May."));
        let how_long = "How long is the term of the lease?";
        assert!(!holds(how_long, "13.01 Term of the lease."));
        assert!(holds(how_long, "13.01 The term of the lease is 3 years."));
    }

    #[test]
    fn what_breaks_off_or_asks_states_nothing() {
        for sentence in [
            "The tower was built in \u{2026}",
            "It was built in ...\"",
            "... to the tower, which was built in 1931.",
            "Was the tower built in 1931?",
        ] {
            assert!(states_nothing(sentence), "{sentence}");
        }
        assert!(!states_nothing("It was built in 1931."));
    }

    #[test]
    fn what_is_torn_and_what_only_heads_is_no_claim() {
        let torn = "Rules.\n\nThe Tenant may keep dogs\n\nonly in the yard of the house.";
        assert_eq!(told(torn, "May the Tenant keep dogs?"), [""; 0]);
        let orphan = "A note\nin the margin.\n\n(b) the Tenant may keep dogs in the yard.";
        assert_eq!(told(orphan, "May the Tenant keep dogs?"), [""; 0]);
        let heading = "(c) Purchase Price Adjustments.\n\nThe Seller may raise it.";
        assert_eq!(told(heading, "What is the purchase price?"), [""; 0]);
    }

    #[test]
    fn what_is_said_of_another_is_no_answer() {
        let how_many = "How many floors has the Tower?";
        let other = "The Tower stands in the park. Castle Howard has 42 floors.";
        assert_eq!(told(other, how_many), [""; 0]);
        let same = "The Tower stands in the park. The building has 42 floors.";
        assert_eq!(told(same, how_many), ["The building has 42 floors."]);
        let list = "The Tenant may not:\n\n(a) keep dogs in the house.\n\n(b) sublet the house.";
        assert_eq!(
            told(list, "May the Tenant keep dogs?"),
            ["The Tenant may not:\n\n(a) keep dogs in the house."]
        );
        let lines = "Landlord: Anna Weber\nRent: 500 francs\nDeposit: 900 francs";
        assert_eq!(told(lines, "How much is the rent?"), ["Rent: 500 francs"]);
    }

    #[test]
    fn other_languages_are_answered_by_their_own_words() {
        for (text, question, answer) in [
            (
                "Der Mietvertrag beginnt im Mai 2024. Die Kündigungsfrist des Mietvertrags beträgt drei Monate.",
                "Wie lang ist die Kündigungsfrist des Mietvertrags?",
                "Die Kündigungsfrist des Mietvertrags beträgt drei Monate.",
            ),
            (
                "Le bail est conclu pour neuf ans. Le loyer annuel de l\u{2019}appartement est de 9 000 euros.",
                "Combien coûte le loyer annuel de l'appartement ?",
                "Le loyer annuel de l\u{2019}appartement est de 9 000 euros.",
            ),
            (
                "El contrato fue firmado por ambas partes. El contrato termina el 5 de mayo de 2027.",
                "¿Cuándo termina el contrato?",
                "El contrato termina el 5 de mayo de 2027.",
            ),
            (
                "Il contratto dura sei anni. Il canone mensile ammonta a 700 euro.",
                "A quanto ammonta il canone mensile?",
                "Il canone mensile ammonta a 700 euro.",
            ),
            (
                "De huurder betaalt vooraf. De opzegtermijn van de huurder is drie maanden.",
                "Hoe lang is de opzegtermijn van de huurder?",
                "De opzegtermijn van de huurder is drie maanden.",
            ),
        ] {
            assert_eq!(told(text, question), [answer], "{question}");
        }
        let german = "Die Kündigungsfrist beträgt drei Monate.";
        assert_eq!(told(german, "Wie hoch ist die Kaution?"), [""; 0]);
    }
}
