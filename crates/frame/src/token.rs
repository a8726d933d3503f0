//! The words and marks of a sentence, as a reader hears them.
//!
//! A word is heard through its dress: letter case, wide and mathematical
//! letters, letters that only look Latin, Markdown emphasis and invisible
//! characters are taken off before any list is asked. Marks stay marks, because
//! commas, semicolons, brackets and quotation marks are where clauses end.

use std::ops::Range;

use groundstop_value::context::latin_of;
use unicode_normalization::UnicodeNormalization;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Letters, with inner apostrophes and hyphens.
    Word,
    /// Digits, with what groups them.
    Number,
    /// One mark.
    Mark,
    /// The value itself, whatever it is made of.
    Value,
}

/// A word or mark with its place.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// The bytes in the text.
    pub(crate) span: Range<usize>,
    /// The word as it is looked up: lower case, plain letters.
    pub(crate) word: String,
    pub(crate) shape: Shape,
    /// Whether the first letter is a capital.
    pub(crate) capital: bool,
}

impl Token {
    pub(crate) fn is(&self, word: &str) -> bool {
        self.shape != Shape::Value && self.word == word
    }

    pub(crate) fn is_any(&self, words: &[&str]) -> bool {
        self.shape != Shape::Value && words.contains(&self.word.as_str())
    }

    pub(crate) fn is_word(&self) -> bool {
        self.shape == Shape::Word
    }
}

/// The tokens of `text` inside `range`; the bytes of `value` are one token.
pub(crate) fn tokens(text: &str, range: Range<usize>, value: &Range<usize>) -> Vec<Token> {
    let mut all = Vec::new();
    let before = range.start..value.start.clamp(range.start, range.end);
    let after = value.end.clamp(range.start, range.end)..range.end;
    scan(text, before, &mut all);
    if value.start < range.end && range.start < value.end {
        all.push(Token {
            span: value.clone(),
            word: String::new(),
            shape: Shape::Value,
            capital: false,
        });
    }
    scan(text, after, &mut all);
    all
}

fn scan(text: &str, range: Range<usize>, all: &mut Vec<Token>) {
    let Some(part) = text.get(range.clone()) else {
        return;
    };
    let mut word: Option<(usize, usize)> = None;
    let mut chars = part.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let end = at.saturating_add(c.len_utf8());
        let joins = word.is_some()
            && matches!(
                c,
                '\'' | '\u{2019}' | '-' | '\u{2010}' | '\u{2011}' | '\u{2013}'
            )
            && next.is_some_and(char::is_alphanumeric);
        let digits = word.is_some()
            && matches!(c, '.' | ',')
            && next.is_some_and(|next| next.is_ascii_digit())
            && part
                .get(..at)
                .and_then(|head| head.chars().next_back())
                .is_some_and(|last| last.is_ascii_digit());
        if c.is_alphanumeric() || joins || digits || is_dress(c) && word.is_some() {
            let start = word.map_or(at, |(start, _)| start);
            word = Some((start, end));
            continue;
        }
        if let Some((start, stop)) = word.take() {
            push_word(part, range.start, start..stop, all);
        }
        if !c.is_whitespace() && !is_dress(c) {
            let at = at.saturating_add(range.start);
            all.push(Token {
                span: at..at.saturating_add(c.len_utf8()),
                word: c.to_string(),
                shape: Shape::Mark,
                capital: false,
            });
        }
    }
    if let Some((start, stop)) = word {
        push_word(part, range.start, start..stop, all);
    }
}

/// Emphasis marks and invisible characters: seen through, never heard.
fn is_dress(c: char) -> bool {
    matches!(
        c,
        '*' | '_' | '`' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    ) || ('\u{300}'..='\u{36F}').contains(&c)
}

fn push_word(part: &str, base: usize, range: Range<usize>, all: &mut Vec<Token>) {
    let raw = part.get(range.clone()).unwrap_or_default();
    let plain: String = match raw.is_ascii() {
        true => raw.chars().filter(|c| !is_dress(*c)).collect(),
        false => raw
            .chars()
            .filter(|c| !is_dress(*c))
            .nfkc()
            .map(|c| match c {
                '\u{2019}' => '\'',
                '\u{2010}' | '\u{2011}' | '\u{2013}' => '-',
                c => latin_of(c).unwrap_or(c),
            })
            .collect(),
    };
    let capital = plain.starts_with(char::is_uppercase);
    let number = plain.starts_with(|c: char| c.is_ascii_digit());
    let word = plain.to_lowercase();
    let span = base.saturating_add(range.start)..base.saturating_add(range.end);
    let shape = if number { Shape::Number } else { Shape::Word };
    // "isn't", "shan't": the negation is a word of its own.
    if let Some(stem) = word.strip_suffix("n't") {
        let stem = match stem {
            "ca" => "can",
            "wo" => "will",
            "sha" => "shall",
            stem => stem,
        };
        all.push(Token {
            span: span.clone(),
            word: stem.to_owned(),
            shape,
            capital,
        });
        all.push(Token {
            span,
            word: "not".to_owned(),
            shape,
            capital: false,
        });
        return;
    }
    if word == "cannot" {
        for word in ["can", "not"] {
            all.push(Token {
                span: span.clone(),
                word: word.to_owned(),
                shape,
                capital,
            });
        }
        return;
    }
    if !word.is_empty() {
        all.push(Token {
            span,
            word,
            shape,
            capital,
        });
    }
}
