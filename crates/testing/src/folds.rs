//! A slow, obvious second reading of the folds, to check the fast one against.
//!
//! It spells out every form a text can take under the folds and calls two
//! texts equal when they have a form in common.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

fn dropped(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2060}' | '\u{FEFF}'
        | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn hyphen(c: char) -> bool {
    "-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}".contains(c)
}

fn line_end(c: char) -> bool {
    "\n\r\u{b}\u{c}\u{85}\u{2028}\u{2029}".contains(c)
}

fn cjk(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}')
}

fn latin(c: char) -> bool {
    c.is_alphabetic() && (c < '\u{250}' || ('\u{1E00}'..='\u{1EFF}').contains(&c))
}

/// A text as a list of marks that the folds look at.
#[derive(Clone, Debug, PartialEq)]
enum Mark {
    Char(char),
    Space { line_end: bool },
    Soft,
    Hyphen { may_break: bool },
}

fn marks(text: &str) -> Vec<Mark> {
    let chars: Vec<char> = text.chars().collect();
    let mut out: Vec<Mark> = Vec::new();
    for (at, c) in chars.iter().copied().enumerate() {
        let visible = |c: &&char| !dropped(**c);
        let before = chars[..at].iter().rev().find(visible).copied();
        let after = chars[at + 1..].iter().find(visible).copied();
        let joiner = "\u{200C}\u{200D}".contains(c);
        if c == '\u{AD}' {
            // Only behind a letter can it break a word.
            if ends_in_letter(&out) {
                out.push(Mark::Soft);
            }
        } else if dropped(c) || joiner && before.is_some_and(latin) && after.is_some_and(latin) {
            continue;
        } else if c.is_whitespace() {
            match out.last_mut() {
                Some(Mark::Space { line_end: ended }) => *ended |= line_end(c),
                _ => out.push(Mark::Space {
                    line_end: line_end(c),
                }),
            }
        } else if hyphen(c) {
            out.push(Mark::Hyphen {
                may_break: "-\u{2010}".contains(c),
            });
        } else {
            let spelled: String = match c {
                '\u{2018}'..='\u{201B}' => "'".into(),
                '\u{201C}'..='\u{201F}' => "\"".into(),
                '\u{FB00}' => "ff".into(),
                '\u{FB01}' => "fi".into(),
                '\u{FB02}' => "fl".into(),
                '\u{FB03}' => "ffi".into(),
                '\u{FB04}' => "ffl".into(),
                '\u{FB05}' => "\u{17F}t".into(),
                '\u{FB06}' => "st".into(),
                c => c.to_string(),
            };
            out.extend(spelled.chars().map(Mark::Char));
        }
    }
    let breaks = |at: usize| matches!(out.get(at + 1), Some(Mark::Space { line_end: true }));
    let kept = |(at, mark): &(usize, &Mark)| **mark != Mark::Soft || breaks(*at);
    out.iter()
        .enumerate()
        .filter(kept)
        .map(|(_, mark)| mark.clone())
        .collect()
}

/// Whether a letter ends here, with the accents that are written after it.
fn ends_in_letter(marks: &[Mark]) -> bool {
    let mut before = marks.iter().rev();
    let base = before.find(|mark| !matches!(mark, Mark::Char(c) if is_combining_mark(*c)));
    matches!(base, Some(Mark::Char(c)) if c.is_alphabetic())
}

/// Every form of a text.
fn forms(text: &str) -> BTreeSet<String> {
    let marks = marks(text);
    let mut all: Vec<String> = vec![String::new()];
    let mut at = 0;
    while at < marks.len() {
        let letter = |index: usize| match marks.get(index) {
            Some(Mark::Char(c)) => c.is_alphabetic(),
            _ => false,
        };
        let letter_before = ends_in_letter(&marks[..at]);
        let (choices, used): (Vec<&str>, usize) = match &marks[at..] {
            // A broken word: as it stands, joined, or with its hyphen.
            [
                Mark::Hyphen { may_break: true },
                Mark::Space { line_end: true },
                ..,
            ] if letter_before && letter(at + 2) => (vec!["- ", "", "-"], 2),
            // The word goes on behind it: two words are another text.
            [Mark::Soft, Mark::Space { line_end: true }, ..] if letter_before && letter(at + 2) => {
                (vec![""], 2)
            }
            [Mark::Soft, ..] => (vec![""], 1),
            [Mark::Space { line_end }, ..] => {
                let side = |index: Option<usize>| match index.and_then(|index| marks.get(index)) {
                    Some(Mark::Char(c)) => cjk(*c),
                    _ => false,
                };
                let between = side(at.checked_sub(1)) && side(Some(at + 1));
                if between && *line_end {
                    (vec![" ", ""], 1)
                } else {
                    (vec![" "], 1)
                }
            }
            [Mark::Hyphen { .. }, ..] => (vec!["-"], 1),
            [Mark::Char(c), ..] => {
                all.iter_mut().for_each(|form| form.push(*c));
                at += 1;
                continue;
            }
            [] => break,
        };
        all = all
            .iter()
            .flat_map(|form| choices.iter().map(move |choice| format!("{form}{choice}")))
            .collect();
        at += used;
    }
    all.into_iter().map(|form| form.nfc().collect()).collect()
}

/// Whether two texts are equal under the folds, blanks at the edges included.
pub fn equal(one: &str, other: &str) -> bool {
    one == other || !forms(one).is_disjoint(&forms(other))
}
