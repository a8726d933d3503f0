//! The words of a text as they are compared: small letters, without their endings.

use std::collections::BTreeSet;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};

/// Words that say nothing about what is asked.
const EMPTY_WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "another", "any", "are",
    "as", "at", "be", "been", "before", "being", "between", "but", "by", "called", "can", "could",
    "did", "do", "does", "doing", "done", "down", "during", "each", "every", "few", "for", "from",
    "further", "had", "has", "have", "having", "he", "her", "him", "his", "how", "i", "if", "in",
    "into", "is", "it", "its", "just", "kind", "known", "less", "many", "may", "me", "might",
    "more", "much", "must", "my", "name", "no", "nor", "not", "now", "of", "off", "on", "once",
    "onto", "or", "other", "our", "out", "over", "own", "per", "same", "shall", "she", "should",
    "so", "some", "sort", "such", "than", "that", "the", "their", "them", "then", "there", "these",
    "they", "this", "those", "through", "to", "too", "type", "under", "up", "us", "very", "via",
    "was", "we", "were", "what", "when", "where", "which", "who", "whom", "whose", "why", "will",
    "with", "would", "you", "your",
];

/// One word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// In small letters, without a possessive ending.
    pub(super) small: String,
    /// What it is compared by.
    pub(super) key: String,
    /// Whether it begins with a capital letter.
    pub(super) capital: bool,
    /// Whether there is a digit in it.
    pub(super) figure: bool,
}

impl Word {
    /// Whether it says nothing about what is asked.
    pub(super) fn is_empty_word(&self) -> bool {
        EMPTY_WORDS.binary_search(&self.small.as_str()).is_ok()
    }
}

/// Takes texts apart into words.
pub(super) struct Splitter {
    stemmer: Stemmer,
}

impl Splitter {
    pub(super) fn new() -> Splitter {
        Splitter {
            stemmer: Stemmer::create(Algorithm::English),
        }
    }

    /// The words of a text in their order.
    pub(super) fn words(&self, text: &str) -> Vec<Word> {
        let mut words = Vec::new();
        let mut rest = text.char_indices().peekable();
        while let Some((start, first)) = rest.next() {
            if !first.is_alphanumeric() {
                continue;
            }
            let mut end = start.saturating_add(first.len_utf8());
            let mut before = first;
            while let Some(&(at, c)) = rest.peek() {
                let behind = text.get(at.saturating_add(c.len_utf8())..).unwrap_or("");
                if !c.is_alphanumeric() && !joins(before, c, behind.chars().next()) {
                    break;
                }
                end = at.saturating_add(c.len_utf8());
                before = c;
                rest.next();
            }
            words.extend(text.get(start..end).map(|word| self.word(start, word)));
        }
        words
    }

    fn word(&self, start: usize, spelled: &str) -> Word {
        let small = spelled.to_lowercase().replace('\u{2019}', "'");
        let small = small.strip_suffix("'s").unwrap_or(&small).to_owned();
        Word {
            span: start..start.saturating_add(spelled.len()),
            key: self.stemmer.stem(&small).into_owned(),
            small,
            capital: spelled.starts_with(char::is_uppercase),
            figure: spelled.contains(|c: char| c.is_ascii_digit()),
        }
    }
}

/// Whether a mark inside a word or a number belongs to it: `don't`, `1,250.50`.
fn joins(before: char, mark: char, behind: Option<char>) -> bool {
    let digits = before.is_ascii_digit() && behind.is_some_and(|c| c.is_ascii_digit());
    let letters = before.is_alphabetic() && behind.is_some_and(char::is_alphabetic);
    match mark {
        '.' | ',' => digits,
        '\'' | '\u{2019}' => letters,
        _ => false,
    }
}

/// The keys of a text's words.
pub(super) fn keys(words: &[Word]) -> BTreeSet<&str> {
    words.iter().map(|word| word.key.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(EMPTY_WORDS.is_sorted());
    }

    #[test]
    fn numbers_stay_whole_and_possessives_fall_off() {
        let words = Splitter::new().words("Warsaw's rent: $1,250.50, don\u{2019}t pay 3.");
        let small: Vec<_> = words.iter().map(|word| word.small.as_str()).collect();
        assert_eq!(small, ["warsaw", "rent", "1,250.50", "don't", "pay", "3"]);
        assert!(words[0].capital && words[2].figure && !words[3].is_empty_word());
    }
}
