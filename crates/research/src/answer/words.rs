//! The words of a text as they are compared: small letters, without their endings.

use std::collections::BTreeSet;
use std::ops::Range;

use groundstop_language::{ENGLISH, Language};
use rust_stemmers::Stemmer;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::irregular;
use super::language::stemming;

/// How many words a name has that is also known by its first letters, small words included.
const NAME_MAX_WORDS: usize = 7;

/// One word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Its bytes.
    pub(crate) span: Range<usize>,
    /// In small letters, without a possessive ending.
    pub(crate) small: String,
    /// What it is compared by.
    pub(crate) key: String,
    /// Whether it begins with a capital letter.
    pub(crate) capital: bool,
    /// Whether there is a digit in it.
    pub(crate) figure: bool,
    /// Whether it is written in capitals only, as `EU` is.
    pub(crate) loud: bool,
    /// Whether it says nothing about what is asked.
    pub(crate) empty: bool,
}

/// Takes texts apart into words, as one language has them.
pub(crate) struct Splitter {
    language: &'static Language,
    stemmer: Stemmer,
}

impl Splitter {
    pub(crate) fn new(language: &'static Language) -> Splitter {
        Splitter {
            language,
            stemmer: Stemmer::create(stemming(language)),
        }
    }

    /// The words of a text in their order.
    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        let mut words = Vec::new();
        let mut rest = text.char_indices().peekable();
        while let Some((start, first)) = rest.next() {
            if !first.is_alphanumeric() {
                continue;
            }
            let mut end = start.saturating_add(first.len_utf8());
            let mut before = first;
            while let Some(&(at, c)) = rest.peek() {
                let after = text.get(at.saturating_add(c.len_utf8())..).unwrap_or("");
                if !c.is_alphanumeric() && !joins(before, c, after.chars().next()) {
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
        let plain = spelled.replace('\u{2019}', "'");
        let plain = match plain.split_once('\'') {
            Some((_, after)) if self.language.elides => after,
            _ => plain.as_str(),
        };
        let small = plain.to_lowercase();
        let small = small.strip_suffix("'s").unwrap_or(&small).to_owned();
        let plain_form = match std::ptr::eq(self.language, ENGLISH) {
            true => irregular::plain(&small),
            false => &small,
        };
        Word {
            span: start..start.saturating_add(spelled.len()),
            key: without_marks(&self.stemmer.stem(plain_form)),
            capital: plain.starts_with(char::is_uppercase),
            figure: spelled.contains(|c: char| c.is_ascii_digit()),
            loud: plain.chars().count() > 1 && plain.chars().all(char::is_uppercase),
            empty: self.language.is_stop_word(&small),
            small,
        }
    }
}

/// Whether a mark inside a word or a number belongs to it: `don't`, `1,250.50`.
fn joins(before: char, mark: char, after: Option<char>) -> bool {
    let digits = before.is_ascii_digit() && after.is_some_and(|c| c.is_ascii_digit());
    let letters = before.is_alphabetic() && after.is_some_and(char::is_alphabetic);
    match mark {
        '.' | ',' => digits,
        '\'' | '\u{2019}' => letters,
        _ => false,
    }
}

/// A word without the marks on its letters: `Bolesław` is also written `Boleslaw`.
fn without_marks(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    let plain = word.nfd().filter(|c| !is_combining_mark(*c));
    plain
        .map(|c| match c {
            '\u{142}' => 'l',
            '\u{f8}' => 'o',
            '\u{111}' => 'd',
            other => other,
        })
        .collect()
}

/// Names of several words in a text, each as its first letters and its keys: `European Union` is
/// `eu`. Small words between two names belong to them: `Bank of England`.
pub(crate) fn long_names(words: &[Word]) -> Vec<(String, Vec<&str>)> {
    let mut names = Vec::new();
    for start in 0..words.len() {
        let mut letters = String::new();
        let mut keys = Vec::new();
        for word in words.iter().skip(start).take(NAME_MAX_WORDS) {
            if word.capital && !word.loud && !word.empty {
                letters.extend(word.small.chars().next());
                keys.push(word.key.as_str());
                if keys.len() > 1 {
                    names.push((letters.clone(), keys.clone()));
                }
            } else if !matches!(word.small.as_str(), "of" | "for" | "the") || keys.is_empty() {
                break;
            }
        }
    }
    names
}

/// The keys of a text's words.
pub(crate) fn keys(words: &[Word]) -> BTreeSet<&str> {
    words.iter().map(|word| word.key.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> &'static Language {
        Language::of("")
    }

    #[test]
    fn numbers_stay_whole_and_possessives_fall_off() {
        let words = Splitter::new(english()).words("Warsaw's rent: $1,250.50, don\u{2019}t pay 3.");
        let small: Vec<_> = words.iter().map(|word| word.small.as_str()).collect();
        assert_eq!(small, ["warsaw", "rent", "1,250.50", "don't", "pay", "3"]);
        assert!(words[0].capital && words[2].figure && !words[3].empty);
    }

    #[test]
    fn a_name_is_known_by_its_first_letters_and_without_the_marks_on_them() {
        let words = Splitter::new(english()).words("the European Union and the Bank of England");
        let letters: Vec<_> = long_names(&words).into_iter().map(|one| one.0).collect();
        assert_eq!(letters, ["eu", "be"]);
        let marked = Splitter::new(english()).words("Bolesław Boleslaw");
        assert_eq!(marked[0].key, marked[1].key);
    }

    #[test]
    fn an_article_that_lost_its_end_falls_off() {
        let french = Language::of("Quelle est la durée de l'accord ?");
        let words = Splitter::new(french).words("La durée de l\u{2019}Accord");
        let small: Vec<_> = words.iter().map(|word| word.small.as_str()).collect();
        assert_eq!(small, ["la", "durée", "de", "accord"]);
        assert!(words[3].capital && words[0].empty && !words[1].empty);
    }
}
