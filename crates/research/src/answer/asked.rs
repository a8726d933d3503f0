//! What a question asks for: its words, its names and numbers, and the kind of
//! thing that would answer it.

use super::words::{Splitter, Word};

/// What kind of thing would answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A figure: how many, how much.
    Figure,
    /// A date or a year: when.
    Date,
    /// Somebody or some place: who, where.
    Name,
    /// Anything.
    Anything,
}

/// Words that turn a statement round.
const NEGATIONS: &[&str] = &[
    "not", "never", "no", "none", "neither", "nor", "without", "cannot",
];

/// Words that single one thing out: what a source says without them may be of another.
const SINGLING: &[&str] = &[
    "best", "earliest", "first", "fourth", "highest", "largest", "last", "latest", "least",
    "longest", "lowest", "main", "most", "oldest", "only", "primary", "second", "shortest",
    "smallest", "third", "worst", "youngest",
];

/// A question, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The keys of its words that say something, each once, in their order.
    pub(super) terms: Vec<String>,
    /// Those of them that a window must have: names, numbers, words that single out.
    pub(super) needed: Vec<String>,
    /// The names among them.
    pub(super) names: Vec<String>,
    /// Whether it asks for what is not so.
    pub(super) negated: bool,
    /// What would answer it.
    pub(super) sought: Sought,
}

impl Asked {
    /// Takes a question apart.
    #[must_use]
    pub fn new(question: &str) -> Asked {
        let words = Splitter::new().words(question);
        let mut terms: Vec<String> = Vec::new();
        let mut needed: Vec<String> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for (place, word) in words.iter().enumerate() {
            let singles = SINGLING.contains(&word.small.as_str());
            if word.is_empty_word() && !singles {
                continue;
            }
            if !terms.contains(&word.key) && !word.is_empty_word() {
                terms.push(word.key.clone());
            }
            let named = word.capital && place > 0;
            if named && !names.contains(&word.key) {
                names.push(word.key.clone());
            }
            if (named || word.figure || singles) && !needed.contains(&word.key) {
                needed.push(word.key.clone());
            }
        }
        Asked {
            terms,
            needed,
            names,
            negated: words.iter().any(is_negation),
            sought: sought(&words),
        }
    }

    /// What would answer it.
    #[must_use]
    pub fn sought(&self) -> Sought {
        self.sought
    }
}

/// Whether a word turns a statement round.
pub(super) fn is_negation(word: &Word) -> bool {
    NEGATIONS.contains(&word.small.as_str()) || word.small.ends_with("n't")
}

fn sought(words: &[Word]) -> Sought {
    let small: Vec<&str> = words.iter().map(|word| word.small.as_str()).collect();
    let early = |word: &str, within: usize| small.iter().take(within).any(|other| *other == word);
    let pair = |first: &[&str], second: &[&str]| {
        let mut pairs = small.iter().zip(small.iter().skip(1));
        pairs.any(|(a, b)| first.contains(a) && second.contains(b))
    };
    const MEASURES: &[&str] = &[
        "big", "far", "fast", "heavy", "high", "large", "long", "many", "much", "often", "old",
        "tall", "wide",
    ];
    const TIMES: &[&str] = &["century", "date", "day", "decade", "month", "time", "year"];
    if pair(&["how"], MEASURES) || small.contains(&"percentage") {
        Sought::Figure
    } else if early("when", 4) || pair(&["what", "which"], TIMES) {
        Sought::Date
    } else if ["who", "whom", "whose", "where"]
        .iter()
        .any(|word| early(word, 3))
    {
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
        for (question, sought) in [
            ("When was the deposit paid?", Sought::Date),
            ("In what year did it end?", Sought::Date),
            ("Who signed the lease?", Sought::Name),
            ("What governs the lease?", Sought::Anything),
        ] {
            assert_eq!(Asked::new(question).sought, sought, "{question}");
        }
        assert!(Asked::new("Which law doesn't apply?").negated);
    }
}
