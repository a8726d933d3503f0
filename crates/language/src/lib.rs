//! What is known of each language, as data: months, number words, stop words,
//! negations, how it asks.
//!
//! One TOML file a language under `data/`, checked and turned into Rust by
//! `build.rs`: a broken file fails the build. `data/classes.toml` names the classes
//! of words and says what each is for; the rooms that use them decide what follows
//! from a word.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

pub mod pattern;

/// The files that everything here is made of, as they are written, for whoever names their digest.
pub const SOURCES: &[&str] = &[
    include_str!("../data/classes.toml"),
    include_str!("../data/en.toml"),
    include_str!("../data/en-frame.toml"),
    include_str!("../data/de.toml"),
    include_str!("../data/fr.toml"),
    include_str!("../data/es.toml"),
    include_str!("../data/it.toml"),
    include_str!("../data/nl.toml"),
    include_str!("../data/pt.toml"),
];

/// What is known of one language. All words are in small letters.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Its code in ISO 639-1: `en`.
    pub code: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// Whether short words lose their vowel to the next one: `l'accord`.
    pub elides: bool,
    /// The full names of the months, sorted by their letters.
    pub month_names: &'static [&'static str],
    /// Short and unaccented spellings of months, sorted by their letters.
    pub other_month_names: &'static [&'static str],
    /// The words numbers are spelled with.
    pub numbers: Numbers,
    /// Its other words, by class.
    pub words: Words,
}

/// The words numbers are spelled with. Every list is sorted.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Cardinals, with what each adds to a spelled number.
    pub pieces: &'static [(&'static str, NumberWord)],
    /// The cardinals that are hardly ever anything else: rare and plural ones are left out.
    pub common: &'static [&'static str],
    /// The words that can answer "how many": common cardinals, halves, dozens.
    pub answers: &'static [&'static str],
    /// Ordinals up to thirtieth that are one word.
    pub ordinals: &'static [(&'static str, u8)],
    /// Denominators.
    pub parts: &'static [(&'static str, Part)],
}

/// What a word adds to a spelled number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberWord {
    /// Zero to nineteen.
    Unit(u8),
    /// Twenty to ninety.
    Tens(u8),
    /// Hundred.
    Hundred,
    /// A power of ten from thousand on, by its exponent.
    Scale(u8),
}

/// A denominator: `half`, `thirds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Into how many parts the whole is cut.
    pub of: u64,
    /// One part as a decimal, where that has an end.
    pub exact: Option<&'static str>,
    /// Whether the word is a plural.
    pub plural: bool,
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// English, which a text is read as where nothing speaks for another language.
pub static ENGLISH: &Language = &EN;

impl Language {
    /// The language of a text: the one that has most of its words among its stop words, English
    /// where nothing speaks for another.
    #[must_use]
    pub fn of(text: &str) -> &'static Language {
        Language::spoken(text).unwrap_or(ENGLISH)
    }

    /// The language of a text, where a stop word of any speaks for it.
    #[must_use]
    pub fn spoken(text: &str) -> Option<&'static Language> {
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let known = |language: &Language| {
            let known = words.iter().filter(|word| language.is_stop_word(word));
            known.count()
        };
        let mut best = None;
        let mut most = 0;
        for language in LANGUAGES {
            let count = known(language);
            if count > most {
                (best, most) = (Some(language), count);
            }
        }
        best
    }

    /// Whether a word, in small letters, says nothing of what a question is about.
    #[must_use]
    pub fn is_stop_word(&self, word: &str) -> bool {
        has(self.words.asking, word) || has(self.words.stop_words, word)
    }

    /// Whether a word, in small letters, is a month by its full name.
    #[must_use]
    pub fn is_month_name(&self, word: &str) -> bool {
        has(self.month_names, word)
    }

    /// Whether a word, in small letters, is a month in any spelling of this language.
    #[must_use]
    pub fn is_month(&self, word: &str) -> bool {
        self.is_month_name(word) || has(self.other_month_names, word)
    }
}

/// Whether a sorted list of words has this one.
#[must_use]
pub fn has(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_stands_first_and_every_language_has_twelve_months() {
        assert_eq!(LANGUAGES[0].code, "en");
        for language in LANGUAGES {
            assert!(language.month_names.len() >= 12, "{}", language.name);
            let known = |word: &str| MONTHS.iter().any(|(month, _)| *month == word);
            assert!(language.month_names.iter().all(|word| known(word)));
        }
    }

    #[test]
    fn the_sources_are_all_files_of_the_data() {
        assert_eq!(SOURCES.len(), LANGUAGES.len() + 2);
    }

    #[test]
    fn words_are_found_in_their_class_only() {
        assert!(ENGLISH.is_stop_word("the") && ENGLISH.is_stop_word("whose"));
        assert!(!ENGLISH.is_stop_word("lease"));
        assert!(has(DE.words.negations, "kein") && !has(DE.words.negations, "no"));
        assert!(ENGLISH.is_month("sept") && !ENGLISH.is_month_name("sept"));
        assert!(FR.is_month("août") && FR.elides);
    }

    #[test]
    fn a_text_speaks_by_its_small_words() {
        assert_eq!(
            Language::of("Wie lang ist die Frist des Vertrags?").code,
            "de"
        );
        assert_eq!(Language::of("Rent, Miete, loyer").code, "en");
        assert!(Language::spoken("Miete 2024").is_none());
    }

    #[test]
    fn rare_number_words_are_read_but_not_common() {
        let read = |word| {
            ENGLISH
                .numbers
                .pieces
                .iter()
                .any(|(piece, _)| *piece == word)
        };
        assert!(read("trillions") && !has(ENGLISH.numbers.common, "trillions"));
        assert!(has(ENGLISH.numbers.common, "zero") && !has(ENGLISH.numbers.answers, "zero"));
        assert!(has(ENGLISH.numbers.answers, "dozen") && !read("dozen"));
    }
}
