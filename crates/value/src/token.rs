//! The text cut into words, digits, blanks and single marks.
//!
//! Every reader works on these tokens and never on raw characters, so that
//! "glued to" and "separated by a blank" mean the same thing everywhere. The
//! tokens follow each other without gaps: neighbours in the list are
//! neighbours in the text.

use std::cmp::Ordering;
use std::ops::Range;

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A run of letters, with their combining marks.
    Word,
    /// A run of the digits 0 to 9.
    Digits,
    /// One numeric character that is no plain digit: a superscript, a
    /// fraction, a circled, Roman or full-width digit.
    Numeral,
    /// A run of white space.
    Blank,
    /// Any other single character.
    Mark(char),
}

/// A piece of the text: its shape and where it starts. It ends where the next one starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    shape: Shape,
    start: usize,
}

/// A text and its tokens.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    list: Vec<Token>,
}

/// The index after `i`.
pub(crate) fn next(i: usize) -> usize {
    i.saturating_add(1)
}

/// The index `steps` after `i`.
pub(crate) fn ahead(i: usize, steps: usize) -> usize {
    i.saturating_add(steps)
}

impl<'a> Tokens<'a> {
    /// Cuts a text into tokens, in one pass.
    pub(crate) fn new(text: &'a str) -> Tokens<'a> {
        let mut list: Vec<Token> = Vec::with_capacity(text.len() / 3);
        for (start, c) in text.char_indices() {
            let shape = shape_of(c, list.last());
            let joined = list.last().is_some_and(|last| joins(last.shape, shape));
            if !joined {
                list.push(Token { shape, start });
            }
        }
        Tokens { text, list }
    }

    /// How many tokens there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The token's shape, or `None` past the end.
    pub(crate) fn shape(&self, i: usize) -> Option<Shape> {
        self.list.get(i).map(|token| token.shape)
    }

    /// The shape of the token before `i`.
    pub(crate) fn shape_before(&self, i: usize) -> Option<Shape> {
        self.shape(i.checked_sub(1)?)
    }

    /// The byte where a token starts; past the end, the end of the text.
    fn start(&self, i: usize) -> usize {
        self.list
            .get(i)
            .map_or(self.text.len(), |token| token.start)
    }

    /// The token's characters; empty past the end.
    pub(crate) fn str(&self, i: usize) -> &'a str {
        self.text
            .get(self.start(i)..self.start(next(i)))
            .unwrap_or("")
    }

    /// The token's characters if it is a word.
    pub(crate) fn word(&self, i: usize) -> Option<&'a str> {
        (self.shape(i)? == Shape::Word).then(|| self.str(i))
    }

    /// The token's characters if it is a run of digits.
    pub(crate) fn digits(&self, i: usize) -> Option<&'a str> {
        (self.shape(i)? == Shape::Digits).then(|| self.str(i))
    }

    /// The token's character if it is a mark.
    pub(crate) fn mark(&self, i: usize) -> Option<char> {
        match self.shape(i)? {
            Shape::Mark(c) => Some(c),
            _ => None,
        }
    }

    /// Whether the token is white space.
    pub(crate) fn blank(&self, i: usize) -> bool {
        self.shape(i) == Some(Shape::Blank)
    }

    /// Whether the token is this mark.
    pub(crate) fn is(&self, i: usize, mark: char) -> bool {
        self.shape(i) == Some(Shape::Mark(mark))
    }

    /// Whether the token is this word in any letter case; `word` is lower case.
    pub(crate) fn says(&self, i: usize, word: &str) -> bool {
        self.word(i).is_some_and(|w| w.eq_ignore_ascii_case(word))
    }

    /// Whether the token is one of these words in any letter case.
    pub(crate) fn says_any(&self, i: usize, words: &[&str]) -> bool {
        self.word(i)
            .is_some_and(|w| words.iter().any(|word| w.eq_ignore_ascii_case(word)))
    }

    /// The first index at or after `i` that is not white space.
    pub(crate) fn over_blank(&self, i: usize) -> usize {
        if self.blank(i) { next(i) } else { i }
    }

    /// The last index before `i` that is not white space.
    pub(crate) fn back_over_blank(&self, i: usize) -> Option<usize> {
        let before = i.checked_sub(1)?;
        if self.blank(before) {
            before.checked_sub(1)
        } else {
            Some(before)
        }
    }

    /// Whether the token is a hyphen: one that joins words.
    pub(crate) fn hyphen(&self, i: usize) -> bool {
        self.mark(i).is_some_and(is_hyphen)
    }

    /// Whether the token is a hyphen, a dash or a minus.
    pub(crate) fn dash(&self, i: usize) -> bool {
        self.mark(i).is_some_and(is_dash)
    }

    /// The bytes of the tokens from `from` up to, not including, `to`.
    pub(crate) fn span(&self, from: usize, to: usize) -> Range<usize> {
        let start = self.start(from);
        start..self.start(to).max(start)
    }
}

/// Whether a character joins words or the parts of one.
pub(crate) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// Whether a character is a hyphen, a dash or a minus.
pub(crate) fn is_dash(c: char) -> bool {
    groundstop_document::fold::is_hyphen(c)
}

fn joins(last: Shape, new: Shape) -> bool {
    last == new && matches!(new, Shape::Word | Shape::Digits | Shape::Blank)
}

fn shape_of(c: char, last: Option<&Token>) -> Shape {
    if c.is_ascii() {
        return match c {
            'a'..='z' | 'A'..='Z' => Shape::Word,
            '0'..='9' => Shape::Digits,
            ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' => Shape::Blank,
            _ => Shape::Mark(c),
        };
    }
    let after_letter = last.is_some_and(|token| token.shape == Shape::Word);
    if c.is_whitespace() {
        Shape::Blank
    } else if c.is_numeric() {
        Shape::Numeral
    } else if c.is_alphabetic() || after_letter && ('\u{300}'..='\u{36f}').contains(&c) {
        Shape::Word
    } else {
        Shape::Mark(c)
    }
}

/// Finds a word, in any letter case, in a table sorted by its lower-case keys.
pub(crate) fn lookup<T: Copy>(table: &[(&'static str, T)], word: &str) -> Option<T> {
    let found = if word.is_ascii() {
        table.binary_search_by(|(key, _)| compare_ascii(key, word))
    } else {
        let lower = word.to_lowercase();
        table.binary_search_by(|(key, _)| (*key).cmp(lower.as_str()))
    };
    found
        .ok()
        .and_then(|i| table.get(i))
        .map(|(_, value)| *value)
}

fn compare_ascii(key: &str, word: &str) -> Ordering {
    key.bytes()
        .cmp(word.bytes().map(|b| b.to_ascii_lowercase()))
}

#[cfg(test)]
pub(crate) fn is_sorted<T>(table: &[(&'static str, T)]) -> bool {
    table.windows(2).all(|pair| pair[0].0 < pair[1].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_follow_each_other_without_gaps() {
        let text = "CHF\u{a0}1'250.– for 5½ days";
        let tokens = Tokens::new(text);
        let mut at = 0;
        for i in 0..tokens.len() {
            let span = tokens.span(i, i + 1);
            assert_eq!(span.start, at);
            at = span.end;
        }
        assert_eq!(at, text.len());
    }

    #[test]
    fn a_fraction_character_is_a_numeral_and_a_combining_accent_belongs_to_its_word() {
        let tokens = Tokens::new("5½ fe\u{301}vrier");
        assert_eq!(tokens.shape(1), Some(Shape::Numeral));
        assert_eq!(tokens.word(3), Some("fe\u{301}vrier"));
    }
}
