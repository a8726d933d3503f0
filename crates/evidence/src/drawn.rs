//! Whether a drawing says what the text says, as a reader of pictures reads it.
//!
//! Letters and digits count, under the folds and under what such readers take for one another: a
//! short closed list in which no two digits are alike. Anything else is another reading.

use groundstop_document::Document;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::made::Evidence;
use crate::second::Disagreement;
use crate::within::text_key;

/// What looks alike to a reader of pictures, each class written as its first.
const ALIKE: &[&[char]] = &[
    &['o', '0'],
    &['l', '1', 'i', '|', '!'],
    &['s', '5'],
    &['b', '8'],
    &['z', '2'],
    &['g', '9', 'q'],
];
/// Two letters that look like one, as they are written after the classes.
const TWO_AS_ONE: &[([char; 2], char)] = &[(['r', 'n'], 'm'), (['v', 'v'], 'w'), (['c', 'l'], 'd')];

/// Whether words were read in a drawing: all of them, in a row, with nothing grown on to them.
#[must_use]
pub fn is_drawn_as(words: &str, read: &str) -> bool {
    let ours = letters(words);
    let holds = |read: &str| {
        let theirs = letters(read);
        let length = ours.len();
        (0..theirs.len()).any(|at| {
            let end = at.saturating_add(length);
            let begins = theirs.get(at).is_some_and(|(_, begins)| *begins);
            let ends = theirs.get(end).is_none_or(|(_, begins)| *begins);
            let there = theirs.get(at..end);
            begins && ends && there.is_some_and(|there| same(there, &ours))
        })
    };
    // Rules beside words are read as bars.
    let bare = read.replace('|', " ");
    ours.is_empty() || holds(read) || holds(&without_signs(read)) || holds(&bare)
}

fn same(one: &[(char, bool)], other: &[(char, bool)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.0 == b.0)
}

/// A dollar sign is often read as an S: before a digit at the beginning of a word it is left out.
fn without_signs(read: &str) -> String {
    let words = read.split_whitespace().map(|word| {
        let bare = word.trim_start_matches(|each: char| !each.is_alphanumeric());
        let rest = bare.strip_prefix(['S', 's']);
        rest.filter(|rest| rest.starts_with(|each: char| each.is_ascii_digit()))
            .unwrap_or(word)
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The letters and digits of a text, each with whether it begins a word.
fn letters(text: &str) -> Vec<(char, bool)> {
    let mut all: Vec<(char, bool)> = Vec::new();
    for word in text.split_whitespace() {
        let key = text_key(word);
        let key = String::from_utf8_lossy(&key).to_lowercase();
        let bare = key.nfd().filter(|each| !is_combining_mark(*each));
        let known = bare.filter_map(|each| match class(each) {
            Some(class) => Some(class),
            None => each.is_alphanumeric().then_some(each),
        });
        let begins = std::iter::once(true).chain(std::iter::repeat(false));
        all.extend(known.zip(begins));
    }
    joined(&all)
}

fn class(each: char) -> Option<char> {
    let row = ALIKE.iter().find(|row| row.contains(&each));
    row.and_then(|row| row.first().copied())
}

/// Pairs that look like one letter become that letter.
fn joined(all: &[(char, bool)]) -> Vec<(char, bool)> {
    let mut out = Vec::with_capacity(all.len());
    let mut rest = all;
    while let [(first, begins), after @ ..] = rest {
        let second = after.first().map(|(second, _)| *second);
        let one = TWO_AS_ONE
            .iter()
            .find(|(two, _)| second.is_some_and(|second| *two == [*first, second]));
        match one {
            Some((_, one)) => {
                out.push((*one, *begins));
                rest = after.get(1..).unwrap_or_default();
            }
            None => {
                out.push((*first, *begins));
                rest = after;
            }
        }
    }
    out
}

impl Evidence {
    /// The quoted words whose drawing was read as other ones; none where none were read.
    pub(crate) fn misdrawn(&self, document: &Document) -> Vec<Disagreement> {
        let Some(drawn) = document.drawn_reading() else {
            return Vec::new();
        };
        let own = drawn.differing.iter().filter(|words| {
            let mut segments = self.segments.iter();
            segments.any(|segment| segment.overlaps(words.span))
        });
        own.map(|words| Disagreement {
            page: document.page_of(words.span.start),
            reader: drawn.reader.clone(),
            ours: document.slice(words.span).unwrap_or_default().to_owned(),
            theirs: words.read.clone(),
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_such_readers_confuse_is_the_same_reading() {
        for (words, read) in [
            ("The fee is $500.", "The fee is $500."),
            ("The fee is $500.", "The fee is S500,"),
            ("The fee is $500.", "Thefee is $ 5OO"),
            ("modern terms", "modem terrns"),
            ("USD 1,180 per item", "USD l,I8O per itern"),
            ("caf\u{e9} bill", "cafe biII"),
            ("clause 12", "dause 12"),
            ("fee is $500", "he fee is $500 a"),
            ("17 C) exempt", "17 |C) exempt"),
            ("\u{2014}", ""),
        ] {
            assert!(is_drawn_as(words, read), "{words} / {read}");
        }
    }

    #[test]
    fn another_figure_or_word_is_another_reading() {
        for (words, read) in [
            ("The fee is $500.", "The fee is $900."),
            ("The fee is $500.", "The fee is $5000."),
            ("The fee is $500.", "The fee is 5500."),
            ("The fee is $500.", "The fee is not $500."),
            ("The fee is $500.", ""),
            ("$500", "1500"),
            ("Seller", "Buyer"),
        ] {
            assert!(!is_drawn_as(words, read), "{words} / {read}");
        }
    }

    #[test]
    fn no_digit_is_another_digit() {
        for one in '0'..='9' {
            for other in '0'..='9' {
                let same = is_drawn_as(&format!("{one}7"), &format!("{other}7"));
                assert_eq!(same, one == other, "{one} {other}");
            }
        }
    }
}
