//! Which sentences of the sources answer a question.
//!
//! The rules count words, each word of the question once. A sentence is chosen
//! when it has at least half of them, when it and the title of its source together
//! have at least three quarters of them and every name and number of the question, when
//! it has every word that singles out, when whoever is named plays the same part in it
//! (`relation.rs`), when it puts nothing else in the place of what is asked
//! (`contrary.rs`), when it holds something of the kind that is asked for, and when it
//! denies where the question does. The sentence before lends its words only to one
//! that begins with a word standing for them: it, they, this. Where the question is
//! about a document by name, names may stand in the title or the first lines.

use std::ops::Range;

use groundstop_document::ByteSpan;
use groundstop_frame::{Frame, frame_of_sentence};

use super::asked::Asked;
use super::fit::{SourceContext, answers, refers_back};
use super::sentences::{Sentence, sentences};
use super::typed::Given;
use super::words::{Splitter, Word, keys};

/// The most claims of an answer.
pub const CLAIMS_MAX: usize = 5;
/// The longest sentence that can be a claim, in characters.
pub(super) const SENTENCE_CHARS_MAX: usize = 1_000;
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
    /// How many of the question's words it has, alone and with what it may borrow.
    pub(super) weight: usize,
    /// What it gives, where a term of a named document is asked for.
    pub(super) given: Option<Given>,
}

/// A source, to look for sentences in.
pub(super) struct Ground<'a> {
    pub(super) source: usize,
    pub(super) text: &'a str,
    /// The spans to look at.
    pub(super) spans: Vec<Range<usize>>,
    pub(super) title: &'a str,
    /// How the source begins: whose document it is often stands there only.
    pub(super) opening: &'a str,
    /// What nobody sees or the screen took out: nothing rests on it.
    pub(super) void: &'a [ByteSpan],
    /// What stands on every page.
    pub(super) furniture: &'a [ByteSpan],
}

impl Ground<'_> {
    pub(super) fn may_rest_on(&self, span: &Range<usize>) -> bool {
        let span = ByteSpan::new(span.start, span.end);
        !self.void.iter().any(|taken| taken.overlaps(span))
    }

    fn is_looked_at(&self, span: &Range<usize>) -> bool {
        let mut spans = self.spans.iter();
        spans.any(|looked| looked.start < span.end && span.start < looked.end)
    }
}

/// The sentences that answer, the best one first; ties go to the earlier source and place.
pub(super) fn choose(asked: &Asked, grounds: &[Ground<'_>]) -> Vec<Chosen> {
    if asked.terms.is_empty() {
        return Vec::new();
    }
    let mut chosen: Vec<Chosen> = grounds
        .iter()
        .flat_map(|ground| chosen_of(asked, ground))
        .collect();
    chosen.sort_by(|a, b| {
        let place = |one: &Chosen| (one.source, one.span.start, one.span.end);
        (b.weight.cmp(&a.weight)).then_with(|| place(a).cmp(&place(b)))
    });
    apart(chosen)
}

/// The sentences of one source that answer, in their order.
fn chosen_of(asked: &Asked, ground: &Ground<'_>) -> Vec<Chosen> {
    let splitter = Splitter::new(asked.language);
    let said = |span: &Range<usize>| ground.text.get(span.clone()).unwrap_or("");
    let title = splitter.words(ground.title);
    let opening = splitter.words(ground.opening);
    let context = SourceContext::new(asked, &title, &opening);
    let mut chosen = Vec::new();
    let mut before: Option<Sentence> = None;
    for sentence in sentences(ground.text, ground.furniture) {
        let last = before.replace(sentence.clone());
        if !ground.is_looked_at(&sentence.span) || !may_be_claim(ground, &sentence) {
            continue;
        }
        let mut words: Vec<Word> = Vec::new();
        for part in sentence.head.iter().chain([&sentence.own]) {
            words.extend(splitter.words(said(part)));
        }
        let last = last.filter(|last| ground.may_rest_on(&last.span) && !last.labelled);
        let lent = match last.filter(|_| !sentence.labelled) {
            Some(last) => splitter.words(said(&last.own)),
            None => Vec::new(),
        };
        let lent = match refers_back(asked, &words, &lent) {
            true => lent,
            false => Vec::new(),
        };
        let least = match sentence.labelled {
            true => LABELLED_WORDS_MIN,
            false => SENTENCE_WORDS_MIN,
        };
        let fits = words.len() >= least && (sentence.labelled || !is_heading(&words));
        let weight = answers(asked, &words, &keys(&lent), &context);
        let weight = weight.filter(|_| fits && is_said(ground.text, &sentence));
        chosen.extend(weight.map(|weight| Chosen {
            source: ground.source,
            span: sentence.span.clone(),
            weight,
            given: None,
        }));
    }
    chosen
}

/// Whether a sentence could be one, whatever it says.
fn may_be_claim(ground: &Ground<'_>, sentence: &Sentence) -> bool {
    // No character has more than four bytes: what is far too long is not even read.
    if sentence.torn || sentence.span.len() > SENTENCE_CHARS_MAX.saturating_mul(4) {
        return false;
    }
    let said = ground.text.get(sentence.span.clone()).unwrap_or("");
    said.chars().count() <= SENTENCE_CHARS_MAX
        && !states_nothing(said)
        && ground.may_rest_on(&sentence.span)
}

/// Whether the source says a sentence: nothing around it announces it as somebody else's, an example or
/// false, and no sentence after it takes it back. A row or a labelled line is no sentence.
pub(super) fn is_said(text: &str, sentence: &Sentence) -> bool {
    sentence.labelled
        || matches!(
            frame_of_sentence(text, sentence.own.clone()),
            Frame::Asserted | Frame::Bound { .. } | Frame::Unheard(_)
        )
}

/// The best ones, each span of a source once: items of one list share what leads
/// to them, and rows of a table their head. What shares is quoted together, where
/// that is not too long.
fn apart(chosen: Vec<Chosen>) -> Vec<Chosen> {
    let mut kept: Vec<Chosen> = Vec::new();
    for one in chosen {
        let shares = |other: &&mut Chosen| {
            other.source == one.source
                && other.span.start < one.span.end
                && one.span.start < other.span.end
        };
        if let Some(other) = kept.iter_mut().find(shares) {
            if other.weight == one.weight && one.span.len() <= SENTENCE_CHARS_MAX {
                other.span.end = other.span.end.max(one.span.end);
            }
        } else if kept.len() < CHOSEN_MAX {
            kept.push(one);
        }
    }
    kept
}

/// Whether a sentence only asks, supposes or repeats, or is broken off somewhere.
fn states_nothing(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(['"', '\'', '\u{201d}', '\u{2019}', ')', ']']);
    const SUPPOSING: &[&str] = &["Assume", "Assuming", "Suppose", "Supposing"];
    const BROKEN: &[&str] = &["...", "\u{2026}", "~~", "<!--", "-->"];
    end.ends_with('?')
        || sentence.starts_with('>')
        || SUPPOSING.iter().any(|word| sentence.starts_with(word))
        || BROKEN.iter().any(|mark| sentence.contains(mark))
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
        let ground = Ground {
            source: 0,
            text,
            spans: std::iter::once(0..text.len()).collect(),
            title: "Houses",
            opening: "",
            void: &[],
            furniture: &[],
        };
        let chosen = choose(&Asked::new(question), &[ground]);
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
    fn what_the_source_takes_back_is_no_answer() {
        let asked = "What is the monthly rent of the house?";
        let plain = "The monthly rent of the house is 500 francs.";
        assert_eq!(told(plain, asked), [plain]);
        for text in [
            "The monthly rent of the house is 500 francs. This statement is false.",
            "The following sentence is deleted:\n\nThe monthly rent of the house is 500 francs.",
            "The monthly rent of the house is 500 francs. That is not correct.",
            "An example of such a clause follows. The monthly rent of the house is 500 francs.",
        ] {
            assert_eq!(told(text, asked), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_is_said_of_another_is_no_answer() {
        let how_many = "How many floors has the Tower?";
        let other = "The Tower stands in the park. Castle Howard has 42 floors.";
        assert_eq!(told(other, how_many), [""; 0]);
        let same = "The Tower stands in the park. It has 42 floors.";
        assert_eq!(told(same, how_many), ["It has 42 floors."]);
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
