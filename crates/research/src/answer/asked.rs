//! What a question asks for: its words, its names and numbers, and the kind of
//! thing that would answer it.

use groundstop_language::{ENGLISH, Language, has};

use super::contrary::Contrary;
use super::relation::Relation;
use super::words::{Splitter, Word, long_names};
use crate::question::TermQuestion;

/// What kind of thing would answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    /// A figure: how many, how much.
    Figure,
    /// A date or a year: when.
    Date,
    /// Somebody or some place: who, where.
    Name,
    /// Anything.
    Anything,
}

/// A question, taken apart.
#[derive(Clone)]
pub struct Asked {
    /// Its language.
    pub(super) language: &'static Language,
    /// The keys of its words that say something, each once, in their order.
    pub(super) terms: Vec<String>,
    /// Those of them that a window must have: names, numbers, words that single out.
    pub(super) needed: Vec<String>,
    /// The words that single out among them: a title cannot lend them.
    pub(super) singling: Vec<String>,
    /// The names among them.
    pub(super) names: Vec<String>,
    /// Names of several words with their first letters: a source may write either.
    pub(super) long_names: Vec<(String, Vec<String>)>,
    /// The keys written in capitals only, with their letters.
    pub(super) letters: Vec<(String, String)>,
    /// Who does what to somebody it names, where its words show it.
    pub(super) relation: Option<Relation>,
    /// What a sentence can contradict, for questions in English.
    pub(super) contrary: Option<Contrary>,
    /// The keys of documents it speaks of: `lease`, `act`.
    pub(super) papers: Vec<String>,
    /// Whether it asks for what is not so.
    pub(super) negated: bool,
    /// What would answer it.
    pub(super) sought: Sought,
    /// The term it asks for, where it is asked of a document by its name.
    pub(super) term: Option<TermQuestion>,
}

impl Asked {
    /// Takes a question apart.
    #[must_use]
    pub fn new(question: &str) -> Asked {
        let language = Language::of(question);
        let words = Splitter::new(language).words(question);
        let mut terms: Vec<String> = Vec::new();
        let mut needed: Vec<String> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let mut singling: Vec<String> = Vec::new();
        for (place, word) in words.iter().enumerate() {
            let singles = has(language.words.selectors, &word.small);
            if word.empty && !singles || asks_with(language, &words, place) {
                continue;
            }
            if !terms.contains(&word.key) && !word.empty {
                terms.push(word.key.clone());
            }
            let named = word.capital && place > 0;
            if named && !names.contains(&word.key) {
                names.push(word.key.clone());
            }
            if singles && !singling.contains(&word.key) {
                singling.push(word.key.clone());
            }
            if (named || word.figure || singles) && !needed.contains(&word.key) {
                needed.push(word.key.clone());
            }
        }
        leave_out_happening(language, &words, &mut terms);
        let is_english = std::ptr::eq(language, ENGLISH);
        let is_paper = |word: &&Word| has(language.words.documents, &word.small);
        let papers = words.iter().filter(is_paper);
        Asked {
            language,
            terms,
            needed,
            singling,
            names,
            long_names: long_names(&words)
                .into_iter()
                .map(|(letters, keys)| (letters, keys.into_iter().map(str::to_owned).collect()))
                .collect(),
            letters: words
                .iter()
                .filter(|word| word.loud)
                .map(|word| (word.key.clone(), word.small.clone()))
                .collect(),
            relation: is_english.then(|| Relation::of(&words)).flatten(),
            contrary: is_english.then(|| Contrary::of(&words)),
            papers: papers.map(|word| word.key.clone()).collect(),
            negated: words.iter().any(|word| is_negation(language, word)),
            sought: sought(language, &words),
            term: TermQuestion::of(question),
        }
    }
}

/// Whether a word only asks, as `long` does in `how long`: an answer need not have it.
fn asks_with(language: &Language, words: &[Word], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| words.get(before));
    let (Some(before), Some(word)) = (before, words.get(place)) else {
        return false;
    };
    let phrases = language
        .words
        .asks_figure
        .iter()
        .chain(language.words.asks_date);
    phrases
        .filter_map(|phrase| phrase.split_once(' '))
        .any(|(first, second)| before.small == first && word.small == second)
}

/// Leaves out the words that only say that something comes about, where enough others are left.
fn leave_out_happening(language: &Language, words: &[Word], terms: &mut Vec<String>) {
    const LEFT_MIN: usize = 2;
    let is_left_out = |key: &String| {
        let mut places = words
            .iter()
            .enumerate()
            .filter(|(_, word)| word.key == *key);
        places.all(|(place, _)| happens(language, words, place))
    };
    let left = terms.iter().filter(|key| !is_left_out(key)).count();
    if left >= LEFT_MIN {
        terms.retain(|key| !is_left_out(key));
    }
}

/// Whether a word only says that something is or comes about, as `occur` does: an answer says so with
/// the verb of its own.
fn happens(language: &Language, words: &[Word], place: usize) -> bool {
    let at = |place: Option<usize>| {
        let word = place.and_then(|place| words.get(place));
        word.map_or("", |word| word.small.as_str())
    };
    language
        .words
        .happens
        .iter()
        .any(|phrase| match phrase.split_once(' ') {
            Some((first, second)) => {
                at(Some(place)) == first && at(place.checked_add(1)) == second
                    || at(Some(place)) == second && at(place.checked_sub(1)) == first
            }
            None => at(Some(place)) == *phrase,
        })
}

/// Whether a word turns a statement round.
pub(super) fn is_negation(language: &Language, word: &Word) -> bool {
    has(language.words.negations, &word.small) || word.small.ends_with("n't")
}

fn sought(language: &Language, words: &[Word]) -> Sought {
    let small: Vec<&str> = words.iter().map(|word| word.small.as_str()).collect();
    // One word asks at the beginning only, two anywhere.
    let asks = |phrases: &[&str], within: usize| {
        phrases.iter().any(|phrase| match phrase.split_once(' ') {
            Some((first, second)) => {
                let mut pairs = small.iter().zip(small.iter().skip(1));
                pairs.any(|(a, b)| *a == first && *b == second)
            }
            None => small.iter().take(within).any(|word| word == phrase),
        })
    };
    if asks(language.words.asks_figure, usize::MAX) {
        Sought::Figure
    } else if asks(language.words.asks_date, 4) {
        Sought::Date
    } else if asks(language.words.asks_name, 3) {
        Sought::Name
    } else {
        Sought::Anything
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_needed_and_the_question_says_what_is_sought() {
        let asked = Asked::new("How many residents did Warsaw have in 1939?");
        assert_eq!(asked.terms, ["resid", "warsaw", "1939"]);
        assert_eq!(asked.needed, ["warsaw", "1939"]);
        assert_eq!(asked.sought, Sought::Figure);
        assert!(!asked.negated);
        assert_eq!(Asked::new("How long is the notice?").terms, ["notic"]);
        let event = Asked::new("When did the merger with Acme take place?");
        assert_eq!(event.terms, ["merger", "acm"]);
        for (question, sought) in [
            ("When was the deposit paid?", Sought::Date),
            ("In what year did it end?", Sought::Date),
            ("Who signed the lease?", Sought::Name),
            ("What governs the lease?", Sought::Anything),
            ("Wie hoch ist die Miete?", Sought::Figure),
            ("In welchem Jahr wurde sie erhöht?", Sought::Date),
            ("Qui a signé le bail ?", Sought::Name),
            ("¿Cuándo termina el contrato?", Sought::Date),
            ("A quanto ammonta il canone?", Sought::Figure),
            ("Wie heeft het huis verkocht?", Sought::Name),
        ] {
            assert_eq!(Asked::new(question).sought, sought, "{question}");
        }
        assert!(Asked::new("Which law doesn't apply?").negated);
    }
}
