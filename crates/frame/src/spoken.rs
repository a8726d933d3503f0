//! Which language a sentence is in, as far as the gate must know it.
//!
//! What takes a statement back are words of a language. In one whose words are not
//! known here nothing can be heard, so nothing can be asserted. A language is told by
//! its small words (articles, prepositions, auxiliaries), which are lists of
//! `language`; there is no statistic and no model. A sentence without such words takes
//! its document's language, and a label with its value has no sentence at all.

use groundstop_language::{ENGLISH, LANGUAGES};

use crate::lead::DETERMINERS;
use crate::lexicon::LEXICON;
use crate::token::Token;

/// A language whose words are not known to the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// One that has a name here, and no list of words that take statements back.
    Named(&'static str),
    /// One that nothing here knows.
    Unknown,
}

impl Unheard {
    /// What a reader is told.
    #[must_use]
    pub fn told(self) -> String {
        match self {
            Unheard::Named(name) => format!("language: {name}"),
            Unheard::Unknown => "language: not known".to_owned(),
        }
    }
}

/// How many words of a document are looked at.
const LOOKED_AT_WORDS: usize = 1_500;
/// A label, a row or a title has fewer words than this.
const SENTENCE_MIN_WORDS: usize = 4;
/// Fewer words than this say nothing about an unknown language.
const UNKNOWN_MIN_WORDS: usize = 8;
/// No small word of a language here has more bytes than this.
const SMALL_WORD_MAX_BYTES: usize = 12;
/// In English at least one word in this many is a small one.
const SMALL_WORDS_ONE_IN: usize = 7;

/// How many small words of each language a text has.
struct Counts {
    words: usize,
    /// Words in letters that no language here is written with.
    foreign: usize,
    english: usize,
    /// The other language with the most, and how many.
    other: (usize, &'static str),
}

impl Counts {
    fn of<'t>(tokens: impl Iterator<Item = &'t Token>) -> Counts {
        let mut counts = Counts {
            words: 0,
            foreign: 0,
            english: 0,
            other: (0, ""),
        };
        let mut others = vec![0_usize; LANGUAGES.len()];
        for token in tokens.filter(|token| token.is_word()) {
            counts.words = counts.words.saturating_add(1);
            let word = token.word.as_str();
            let latin = |c: char| !c.is_alphabetic() || c < '\u{250}';
            if !word.chars().all(latin) {
                counts.foreign = counts.foreign.saturating_add(1);
            }
            if is_english(token) {
                counts.english = counts.english.saturating_add(1);
                continue;
            }
            // No small word is long.
            if word.len() > SMALL_WORD_MAX_BYTES {
                continue;
            }
            for (count, language) in others.iter_mut().zip(LANGUAGES).skip(1) {
                *count = count.saturating_add(usize::from(language.is_stop_word(word)));
            }
        }
        let named = others.iter().zip(LANGUAGES.iter());
        if let Some((count, language)) = named.max_by_key(|(count, _)| **count) {
            counts.other = (*count, language.name);
        }
        counts
    }

    fn is_foreign(&self) -> bool {
        self.foreign.saturating_mul(2) > self.words
    }

    fn is_other(&self) -> bool {
        self.other.0 > self.english && self.other.0 >= 2
    }

    fn is_thin(&self) -> bool {
        self.english.saturating_mul(SMALL_WORDS_ONE_IN) < self.words
    }
}

fn is_english(token: &Token) -> bool {
    ENGLISH.is_stop_word(&token.word)
        || token.is_any(LEXICON.prepositions)
        || token.is_any(DETERMINERS)
}

/// The language of a whole document, where it is not heard.
pub(crate) fn of_document<'t>(tokens: impl Iterator<Item = &'t Token>) -> Option<Unheard> {
    let counts = Counts::of(tokens.take(LOOKED_AT_WORDS));
    let enough = counts.words >= UNKNOWN_MIN_WORDS;
    match (counts.is_other(), counts.is_foreign() || counts.is_thin()) {
        (true, _) => Some(Unheard::Named(counts.other.1)),
        (false, true) if enough => Some(Unheard::Unknown),
        _ => None,
    }
}

/// The language of a sentence, where it is not heard; `document` is its document's.
pub(crate) fn of_sentence(tokens: &[Token], document: Option<Unheard>) -> Option<Unheard> {
    let counts = Counts::of(tokens.iter());
    if counts.words < SENTENCE_MIN_WORDS {
        return None;
    }
    if counts.is_other() {
        return Some(Unheard::Named(counts.other.1));
    }
    if counts.is_foreign() {
        return Some(document.unwrap_or(Unheard::Unknown));
    }
    match document {
        Some(Unheard::Named(name)) if counts.english == 0 => Some(Unheard::Named(name)),
        Some(Unheard::Unknown) if counts.words >= UNKNOWN_MIN_WORDS && counts.is_thin() => {
            Some(Unheard::Unknown)
        }
        _ => None,
    }
}
