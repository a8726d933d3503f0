//! Which language a sentence is in, as far as the gate must know it.
//!
//! What takes a statement back are words of a language. In one whose words are not
//! known here nothing can be heard, so nothing can be asserted. A language is told by
//! its small words (articles, prepositions, auxiliaries), which are lists of
//! `language`; there is no statistic and no model. A sentence without such words takes
//! its document's language, and a label with its value has no sentence at all.

use std::ops::Range;

use groundstop_language::{ENGLISH, LANGUAGES, Language, has};

use crate::heard;
use crate::lead::DETERMINERS;
use crate::lexicon::LEXICON;
use crate::token::{Token, tokens};

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
    /// By language, how many words it has among its small ones, English ones included.
    shared: Vec<usize>,
}

impl Counts {
    fn of<'t>(tokens: impl Iterator<Item = &'t Token>) -> Counts {
        let mut counts = Counts {
            words: 0,
            foreign: 0,
            english: 0,
            other: (0, ""),
            shared: vec![0; LANGUAGES.len()],
        };
        let mut others = vec![0_usize; LANGUAGES.len()];
        for token in tokens.filter(|token| token.is_word()) {
            counts.words = counts.words.saturating_add(1);
            let word = token.word.as_str();
            let latin = |c: char| !c.is_alphabetic() || c < '\u{250}';
            if !word.chars().all(latin) {
                counts.foreign = counts.foreign.saturating_add(1);
            }
            // "l'accord" begins with a small word.
            let small = word.split('\'').next().unwrap_or(word);
            let elided = word.split_inclusive('\'').next().unwrap_or(word);
            let english = is_english(token);
            counts.english = counts.english.saturating_add(usize::from(english));
            // No small word is long.
            if small.len() > SMALL_WORD_MAX_BYTES {
                continue;
            }
            let all = others.iter_mut().zip(&mut counts.shared);
            for ((count, shared), language) in all.zip(LANGUAGES).skip(1) {
                let article = has(language.words.frame_determiners, elided);
                let known = usize::from(language.is_stop_word(small) || article);
                *shared = shared.saturating_add(known);
                *count = count.saturating_add(if english { 0 } else { known });
            }
        }
        let named = others.iter().zip(LANGUAGES.iter());
        if let Some((count, language)) = named.max_by_key(|(count, _)| **count) {
            counts.other = (*count, language.name);
        }
        counts
    }

    /// The languages beside English with the most small words, where that is more than English has.
    fn spoken(&self) -> Vec<&'static Language> {
        let most = self.shared.iter().copied().max().unwrap_or(0);
        let alone = self.english == 0 && most > 0;
        if !(self.is_other() || most > self.english && most >= 2 || alone) {
            return Vec::new();
        }
        let all = self.shared.iter().zip(LANGUAGES.iter());
        all.filter(|(count, _)| **count == most)
            .map(|(_, language)| *language)
            .collect()
    }

    /// The same, where the words of the language are known and the text is in no neighbour of it; of
    /// several the one whose lists have most of the words.
    fn heard(&self, tokens: &[Token]) -> Vec<&'static Language> {
        let spoken = self.spoken();
        let known = spoken.into_iter().filter_map(|language| {
            let lexicon = heard::lexicon_of(language)?;
            Some((language, Known::of(lexicon, tokens)))
        });
        let known: Vec<(&Language, Known)> = known.collect();
        let most = known.iter().map(|(_, known)| known.words).max();
        let best = known
            .into_iter()
            .filter(|(_, known)| Some(known.words) == most && known.fits());
        best.map(|(language, _)| language).collect()
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

/// Whether the words of the language with most small words are known.
fn is_heard(counts: &Counts, tokens: &[Token]) -> bool {
    !counts.is_foreign() && !counts.heard(tokens).is_empty()
}

/// How much of a text the lists of a language know.
struct Known {
    words: usize,
    /// Words of up to three letters that stand in a list, and those that stand in none.
    short: usize,
    strange: usize,
}

impl Known {
    fn of(lexicon: &heard::Lexicon, tokens: &[Token]) -> Known {
        const SHORT_MAX_LETTERS: usize = 3;
        let mut count = Known {
            words: 0,
            short: 0,
            strange: 0,
        };
        for token in tokens.iter().filter(|token| token.is_word()) {
            for piece in token.word.split_inclusive('\'') {
                let bare = piece.trim_end_matches('\'');
                let letters = bare.chars().count();
                let short = letters <= SHORT_MAX_LETTERS && !token.capital && letters > 0;
                let knows = lexicon.knows(piece) || lexicon.knows(bare);
                let add = |count: &mut usize, one: bool| {
                    *count = count.saturating_add(usize::from(one));
                };
                add(&mut count.words, knows);
                add(&mut count.short, short && knows);
                add(&mut count.strange, short && !knows);
            }
        }
        count
    }

    /// A neighbour of the language shares some of its shortest words, and has others.
    fn fits(&self) -> bool {
        const KNOWN_TO_STRANGE: usize = 3;
        self.strange.saturating_mul(KNOWN_TO_STRANGE) <= self.short
    }
}

fn is_english(token: &Token) -> bool {
    ENGLISH.is_stop_word(&token.word)
        || token.is_any(LEXICON.prepositions)
        || token.is_any(DETERMINERS)
}

/// The languages beside English, known to the gate, that a sentence is heard in: its own, where
/// its small words tell, else that of the text around it. Where several have the same claim it is
/// heard in each.
pub(crate) fn heard_in(sentence: &[Token], around: &str) -> Vec<&'static Language> {
    let sentence = without_mark(sentence);
    let counts = Counts::of(sentence.iter());
    if counts.spoken().is_empty() && counts.english == 0 {
        let around = beginning(around);
        return Counts::of(around.iter()).heard(&around);
    }
    counts.heard(sentence)
}

/// The language beside English that a document is in, where it is known to the gate.
pub(crate) fn of_text(text: &str) -> Option<&'static Language> {
    let words = beginning(text);
    Counts::of(words.iter()).heard(&words).into_iter().next()
}

/// Whether a sentence is plainly in another language than English.
pub(crate) fn is_other(sentence: &[Token]) -> bool {
    let counts = Counts::of(without_mark(sentence).iter());
    counts.is_other() || counts.english == 0 || !counts.spoken().is_empty()
}

/// "a) Grundgebühr": the letter of an item is no word.
fn without_mark(sentence: &[Token]) -> &[Token] {
    let is = |at: usize| {
        let token = sentence.get(at);
        token.is_some_and(|token| token.is_any(&[")", "."]))
    };
    let open = usize::from(sentence.first().is_some_and(|token| token.is("(")));
    match is(open.saturating_add(1)) {
        true => sentence.get(open.saturating_add(2)..).unwrap_or_default(),
        false => sentence,
    }
}

fn beginning(text: &str) -> Vec<Token> {
    const BEGINNING_BYTES: usize = 4_000;
    let all: Range<usize> = 0..text.floor_char_boundary(BEGINNING_BYTES.min(text.len()));
    tokens(text, all, &(0..0))
}

/// The language of a whole document, where it is not heard.
pub(crate) fn of_document(tokens: &[Token]) -> Option<Unheard> {
    let tokens = tokens.get(..LOOKED_AT_WORDS).unwrap_or(tokens);
    let counts = Counts::of(tokens.iter());
    let enough = counts.words >= UNKNOWN_MIN_WORDS;
    if is_heard(&counts, tokens) {
        return None;
    }
    match (counts.is_other(), counts.is_foreign() || counts.is_thin()) {
        (true, _) => Some(Unheard::Named(counts.other.1)),
        (false, true) if enough => Some(Unheard::Unknown),
        _ => None,
    }
}

/// The language of a sentence, where it is not heard; `document` is its document's.
pub(crate) fn of_sentence(tokens: &[Token], document: Option<Unheard>) -> Option<Unheard> {
    let counts = Counts::of(tokens.iter());
    if counts.words < SENTENCE_MIN_WORDS || is_heard(&counts, tokens) {
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
