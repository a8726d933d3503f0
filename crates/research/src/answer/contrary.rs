//! Sentences that look like an answer and speak of something else: they put another word
//! in the very place of one that the question has, the opposite of one, or a denial
//! before one.

use groundstop_language::{ENGLISH, has};

use super::asked::{Asked, is_negation};
use super::opposites::OPPOSITES;
use super::words::Word;

/// What turns a word into its opposite before it: `civilized`, `uncivilized`.
const OPPOSING_PREFIXES: &[&str] = &["un", "non", "dis", "in", "im", "ir", "il"];
/// A shorter word with such a beginning may be another word: `vest` and `invest`.
const PREFIXED_MIN_CHARS: usize = 5;

/// Prepositions that lead in opposite directions.
const DIRECTIONS: &[(&str, &str)] = &[
    ("above", "below"),
    ("after", "before"),
    ("from", "to"),
    ("into", "from"),
    ("over", "under"),
    ("since", "until"),
    ("with", "without"),
];

/// How many words that say nothing may stand between a preposition and its noun.
const ARTICLES: usize = 2;
/// How far before a word a denial reaches it.
const DENIED_WORDS: usize = 2;

/// What of a question a sentence can contradict.
#[derive(Clone, Debug, Default)]
pub(super) struct Contrary {
    /// Two words of the question that stand side by side, by their keys.
    pairs: Vec<(String, String)>,
    /// A preposition and the key of its noun.
    led: Vec<(String, String)>,
    /// Whether it asks for something and not whether something is so.
    asks_for: bool,
}

impl Contrary {
    pub(super) fn of(words: &[Word]) -> Contrary {
        let says = |word: &Word| !word.empty;
        let sides = words.iter().zip(words.iter().skip(1)).enumerate();
        // What follows `what` describes the thing that is sought; a source calls it by name.
        let is_sought = |place: usize| {
            let before = place.checked_sub(1).and_then(|at| words.get(at));
            before.is_some_and(|word| matches!(word.small.as_str(), "what" | "which"))
        };
        let sides =
            sides.filter(|(place, (one, next))| says(one) && says(next) && !is_sought(*place));
        let sides = sides.map(|(_, pair)| pair);
        let mut led = Vec::new();
        for (place, word) in words.iter().enumerate() {
            let noun = words.iter().skip(place.saturating_add(1));
            let mut noun = noun
                .take(ARTICLES.saturating_add(1))
                .skip_while(|one| one.empty);
            if let (true, Some(noun)) = (is_direction(&word.small), noun.next()) {
                led.push((word.small.clone(), noun.key.clone()));
            }
        }
        const ASKING: &[&str] = &[
            "how", "what", "when", "where", "which", "who", "whom", "whose", "why",
        ];
        Contrary {
            pairs: sides
                .map(|(one, next)| (one.key.clone(), next.key.clone()))
                .collect(),
            led,
            asks_for: words
                .iter()
                .any(|word| ASKING.contains(&word.small.as_str())),
        }
    }

    /// Whether a sentence says something else in the place of what is asked.
    pub(super) fn is_in(&self, asked: &Asked, words: &[Word]) -> bool {
        self.replaced(asked, words)
            || self.turned(words)
            || opposed(asked, words)
            || self.asks_for && !asked.negated && denied(asked, words)
    }

    /// Whether another word stands in the place of one of two: `the division bell` for
    /// `the deciding bell`.
    fn replaced(&self, asked: &Asked, words: &[Word]) -> bool {
        let has_key = |key: &String| words.iter().any(|word| word.key == *key);
        let other = |word: &Word| {
            !word.empty
                && !word.figure
                && !asked.terms.contains(&word.key)
                && !has(ENGLISH.words.modals, &word.small)
        };
        self.pairs.iter().any(|(one, next)| {
            if has_key(one) || !has_key(next) {
                return false;
            }
            let mut places = words
                .iter()
                .enumerate()
                .filter(|(_, word)| word.key == *next)
                .map(|(place, _)| place);
            places.all(|place| {
                let before = place.checked_sub(1).and_then(|at| words.get(at));
                before.is_some_and(other)
            })
        })
    }

    /// Whether a preposition leads the other way: `fled to Italy` for `fled from Italy`.
    fn turned(&self, words: &[Word]) -> bool {
        self.led.iter().any(|(preposition, noun)| {
            let leads = |wanted: &str| {
                words.iter().enumerate().any(|(place, word)| {
                    let from = place.saturating_sub(ARTICLES.saturating_add(1));
                    let lead = words.get(from..place).unwrap_or_default();
                    word.key == *noun && lead.iter().any(|word| word.small == wanted)
                })
            };
            let opposites = DIRECTIONS.iter().filter_map(|(one, other)| {
                match (preposition == one, preposition == other) {
                    (true, _) => Some(*other),
                    (_, true) => Some(*one),
                    _ => None,
                }
            });
            !leads(preposition) && opposites.into_iter().any(leads)
        })
    }
}

fn is_direction(word: &str) -> bool {
    DIRECTIONS
        .iter()
        .any(|(one, other)| *one == word || *other == word)
}

/// Whether a sentence has the opposite of a word of the question that it lacks.
fn opposed(asked: &Asked, words: &[Word]) -> bool {
    let has_key = |key: &str| words.iter().any(|word| word.key == key);
    let wanted = |key: &str| {
        asked
            .terms
            .iter()
            .chain(&asked.singling)
            .any(|term| term == key)
    };
    let prefixed = asked.terms.iter().any(|term| {
        let is_opposite = |one: &str, other: &str| {
            one.chars().count() >= PREFIXED_MIN_CHARS
                && (OPPOSING_PREFIXES.iter())
                    .any(|prefix| other.strip_prefix(prefix).is_some_and(|rest| rest == one))
        };
        let turns = |word: &Word| is_opposite(term, &word.key) || is_opposite(&word.key, term);
        !has_key(term) && words.iter().any(turns)
    });
    prefixed
        || OPPOSITES.iter().any(|(one, other)| {
            wanted(one) && !has_key(one) && has_key(other) && !wanted(other)
                || wanted(other) && !has_key(other) && has_key(one) && !wanted(one)
        })
}

/// Whether a word of the question is denied in a sentence.
fn denied(asked: &Asked, words: &[Word]) -> bool {
    words.iter().enumerate().any(|(place, word)| {
        let from = place.saturating_sub(DENIED_WORDS);
        let lead = words.get(from..place).unwrap_or_default();
        asked.terms.contains(&word.key) && lead.iter().any(|word| is_negation(asked.language, word))
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;

    fn contrary(question: &str, sentence: &str) -> bool {
        let asked = Asked::new(question);
        let words = Splitter::new(asked.language).words(sentence);
        let contrary = asked.contrary.as_ref().expect("a question in English");
        contrary.is_in(&asked, &words)
    }

    #[test]
    fn another_word_in_its_place_the_other_way_and_the_opposite_are_no_answer() {
        for (question, sentence) in [
            (
                "Who rings the closing bell?",
                "Anna rings the opening bell.",
            ),
            ("Who moved from Basel?", "Anna moved to Basel in 1990."),
            (
                "Who increased the rent?",
                "The landlord decreased the rent.",
            ),
            ("What fees are refunded?", "The fees are not refunded."),
            (
                "Which theory calls people civilized?",
                "The theory calls people uncivilized.",
            ),
        ] {
            assert!(contrary(question, sentence), "{question} {sentence}");
        }
    }

    #[test]
    fn what_says_the_same_is_not_contrary() {
        for (question, sentence) in [
            (
                "Who rings the closing bell?",
                "Anna rings the closing bell.",
            ),
            ("Who rings the closing bell?", "Anna rings the bell."),
            ("Who moved from Basel?", "Anna moved from Basel to Bern."),
            ("May fees be refunded?", "The fees are not refunded."),
        ] {
            assert!(!contrary(question, sentence), "{question} {sentence}");
        }
    }
}
