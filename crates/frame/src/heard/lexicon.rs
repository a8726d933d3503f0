//! The words of a language that say what becomes of a statement, by what they do.
//!
//! A phrase is words in a row. A word may end in `*` (`behaupt*`: every form of a
//! stem) or begin with it (`*bile`: every word of an ending). Phrases are found
//! longest first, and a harmless one takes its words away from all others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use groundstop_language::{LANGUAGES, Language, Words};

use crate::token::{Shape, Token};

/// What a phrase does to a statement in its reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sense {
    Harmless,
    Denies,
    False,
    DeniesNext,
    Reported,
    Proposed,
    Disputed,
    Supposed,
    Asked,
    Condition,
    Modal,
    Past,
    Was,
    Example,
    Draft,
    Deleted,
    Order,
    Bound,
    Near,
    Computed,
    Binding,
    Introduces,
    Continues,
    Holds,
    Exception,
    Finite,
    That,
    Joins,
    Contrasts,
    Relative,
    Opens,
    Or,
    PointsBack,
    PointsForward,
    WordsSaid,
    TermsSaid,
    PutsIn,
    Of,
    Determiner,
}

/// A phrase by the tokens it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) sense: Sense,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// One word of a phrase.
enum Piece {
    Exact(&'static str),
    Stem(&'static str),
    Ending(&'static str),
}

impl Piece {
    fn of(word: &'static str) -> Piece {
        match (word.strip_suffix('*'), word.strip_prefix('*')) {
            (Some(stem), _) => Piece::Stem(stem),
            (None, Some(ending)) => Piece::Ending(ending),
            (None, None) => Piece::Exact(word),
        }
    }

    fn fits(&self, token: &Token) -> bool {
        token.shape != Shape::Value
            && match self {
                Piece::Exact(word) => token.word == *word,
                Piece::Stem(stem) => token.word.starts_with(stem),
                Piece::Ending(ending) => {
                    token.word.len() > ending.len() && token.word.ends_with(ending)
                }
            }
    }
}

struct Phrase {
    pieces: Vec<Piece>,
    sense: Sense,
}

/// All phrases of one language.
pub(crate) struct Lexicon {
    pub(crate) language: &'static Language,
    /// By the first letter of the first word; those that begin with an ending stand under none.
    phrases: BTreeMap<Option<char>, Vec<Phrase>>,
    /// Every whole word that stands in one of the language's lists.
    words: BTreeSet<&'static str>,
}

/// The languages beside English whose words are known.
static LEXICONS: LazyLock<Vec<Lexicon>> = LazyLock::new(|| {
    let known = LANGUAGES.iter().skip(1);
    known
        .filter(|language| !language.words.frame_denies.is_empty())
        .map(|language| Lexicon::new(language))
        .collect()
});

/// The words of a language, where they are known.
pub(crate) fn lexicon_of(language: &Language) -> Option<&'static Lexicon> {
    LEXICONS
        .iter()
        .find(|lexicon| lexicon.language.code == language.code)
}

impl Lexicon {
    fn new(language: &'static Language) -> Lexicon {
        let mut lexicon = Lexicon {
            language,
            phrases: BTreeMap::new(),
            words: BTreeSet::new(),
        };
        let words = &language.words;
        let small = [
            words.asking,
            words.stop_words,
            words.pronouns,
            words.negations,
        ];
        let named = [
            language.month_names,
            language.other_month_names,
            words.short_words,
        ];
        for list in small.into_iter().chain(named) {
            lexicon.words.extend(list);
        }
        for (sense, list) in senses(&language.words) {
            for phrase in list {
                lexicon.add(sense, phrase);
            }
        }
        lexicon
    }

    fn add(&mut self, sense: Sense, phrase: &'static str) {
        let pieces: Vec<Piece> = phrase.split_whitespace().map(Piece::of).collect();
        let whole = phrase.split_whitespace().filter(|word| !word.contains('*'));
        self.words.extend(whole);
        let first = phrase.chars().next().filter(|first| *first != '*');
        let known = self.phrases.entry(first).or_default();
        known.push(Phrase { pieces, sense });
    }

    /// Whether a word stands in one of the language's lists.
    pub(crate) fn knows(&self, word: &str) -> bool {
        let number = |(piece, _): &(&str, _)| *piece == word;
        self.words.contains(word) || self.language.numbers.pieces.iter().any(number)
    }

    /// For every sense the length of its longest phrase that begins at a token.
    fn longest(&self, tokens: &[Token], at: usize) -> BTreeMap<Sense, usize> {
        let mut found = BTreeMap::new();
        let Some(token) = tokens.get(at).filter(|token| token.shape != Shape::Value) else {
            return found;
        };
        for first in [token.word.chars().next(), None] {
            for phrase in self.phrases.get(&first).into_iter().flatten() {
                let length = phrase.pieces.len();
                let here = tokens.get(at..at.saturating_add(length));
                let same = here.is_some_and(|here| {
                    here.iter()
                        .zip(&phrase.pieces)
                        .all(|(token, piece)| piece.fits(token))
                });
                if same {
                    let known = found.entry(phrase.sense).or_insert(0);
                    *known = length.max(*known);
                }
            }
        }
        found
    }

    /// Every phrase in the tokens, in order of place.
    pub(crate) fn find(&self, tokens: &[Token]) -> Vec<Found> {
        let mut all = Vec::new();
        let mut at = 0_usize;
        while at < tokens.len() {
            let found = self.longest(tokens, at);
            let longest = found.values().copied().max().unwrap_or(0);
            if found.get(&Sense::Harmless) == Some(&longest) && longest > 0 {
                at = at.saturating_add(longest);
                continue;
            }
            for (sense, length) in found {
                // What is part of a longer phrase is heard with it: "nicht mehr als".
                if length == longest || longest == 1 {
                    let end = at.saturating_add(length);
                    all.push(Found {
                        sense,
                        start: at,
                        end,
                    });
                }
            }
            at = at.saturating_add(longest.max(1));
        }
        all
    }
}

fn senses(words: &Words) -> [(Sense, &'static [&'static str]); 39] {
    [
        (Sense::Harmless, words.frame_harmless),
        (Sense::Denies, words.frame_denies),
        (Sense::False, words.frame_wrong),
        (Sense::DeniesNext, words.frame_denies_next),
        (Sense::Reported, words.frame_reported),
        (Sense::Proposed, words.frame_proposed),
        (Sense::Disputed, words.frame_disputed),
        (Sense::Supposed, words.frame_supposed),
        (Sense::Asked, words.frame_asked),
        (Sense::Condition, words.frame_condition),
        (Sense::Modal, words.frame_modal),
        (Sense::Past, words.frame_past),
        (Sense::Was, words.frame_was),
        (Sense::Example, words.frame_example),
        (Sense::Draft, words.frame_drafts),
        (Sense::Deleted, words.frame_deleted),
        (Sense::Order, words.frame_order),
        (Sense::Bound, words.frame_bound),
        (Sense::Near, words.frame_near),
        (Sense::Computed, words.frame_computed),
        (Sense::Binding, words.frame_binding),
        (Sense::Introduces, words.frame_introduces),
        (Sense::Continues, words.frame_continues),
        (Sense::Holds, words.frame_holds),
        (Sense::Exception, words.frame_exceptions),
        (Sense::Finite, words.frame_finite),
        (Sense::That, words.frame_that),
        (Sense::Joins, words.frame_joins),
        (Sense::Contrasts, words.frame_contrasts),
        (Sense::Relative, words.frame_relatives),
        (Sense::Opens, words.frame_opens),
        (Sense::Or, words.frame_or),
        (Sense::PointsBack, words.frame_points_back),
        (Sense::PointsForward, words.frame_points_forward),
        (Sense::WordsSaid, words.frame_words_said),
        (Sense::TermsSaid, words.frame_terms_said),
        (Sense::PutsIn, words.frame_puts_in),
        (Sense::Of, words.frame_of),
        (Sense::Determiner, words.frame_determiners),
    ]
}
