//! The words that lead to a list, and which sentences are its items.
//!
//! `The tenant may not:` turns everything round that follows it. Lists end where
//! their numbering ends, at a heading, or, where items have no marks, after a while:
//! one item too many is quoted with words it does not need, or not at all.

use std::ops::Range;

use groundstop_language::{LANGUAGES, Words, has};

/// How many items a list has that are not marked as such.
const UNMARKED_MAX: usize = 12;
/// How deep lists stand in each other.
const DEPTH_MAX: usize = 8;
/// What an item of a list can begin with.
const BULLETS: &[char] = &[
    '-', '*', '\u{b7}', '\u{2013}', '\u{2014}', '\u{2022}', '\u{2023}', '\u{25aa}', '\u{25cf}',
    '\u{25e6}', '\u{25a1}', '\u{2610}', '\u{2611}', '\u{2612}',
];

/// A sentence on its way through.
pub(super) struct Step<'a> {
    /// What it says.
    pub(super) said: &'a str,
    /// Where it stands.
    pub(super) span: Range<usize>,
    /// Whether an empty line stands before it.
    pub(super) new_paragraph: bool,
    /// Whether it has no end and is no heading.
    pub(super) unfinished: bool,
}

/// The words that lead to where one stands, the outermost first.
#[derive(Default)]
pub(super) struct ListIntros {
    open: Vec<ListIntro>,
    /// Whether the sentence before goes on: `;`, `and`.
    goes_on: bool,
}

struct ListIntro {
    span: Range<usize>,
    /// Whether it denies or restricts.
    turns: bool,
    /// How its sentence ends.
    end: End,
    style: Option<Style>,
    items: usize,
}

/// How a sentence ends that leads to a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// As one that leads: `:`.
    Leading,
    /// As any other: its items begin in a new paragraph.
    Whole,
    /// Not at all: its items have marks.
    None,
}

/// How an item is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Bullet,
    Letter,
    Number(u32),
}

impl ListIntros {
    /// Goes on by a sentence: the words that it hangs on, if it does.
    pub(super) fn step(&mut self, step: &Step<'_>) -> Option<Range<usize>> {
        let style = style(step.said);
        let small = unmarked(step.said).starts_with(char::is_lowercase);
        while let Some(lead) = self.open.last() {
            if lead.holds(step, style, small || self.goes_on) {
                break;
            }
            self.open.pop();
        }
        let mut hangs_on = None;
        if let Some(lead) = self.open.last_mut() {
            lead.items = lead.items.saturating_add(1);
            lead.style = match (lead.style, style) {
                (None, first) => first,
                (Some(Style::Number(_)), Some(Style::Number(this))) => Some(Style::Number(this)),
                (known, _) => known,
            };
            hangs_on = (lead.turns || small).then(|| lead.span.clone());
        }
        self.goes_on = goes_on(step.said);
        let end = match (leads(step.said), step.unfinished) {
            (true, _) => End::Leading,
            (false, true) => End::None,
            (false, false) => End::Whole,
        };
        if end != End::Whole || announces(step.said) {
            let turned = self.open.last().is_some_and(|lead| lead.turns);
            let turns = turned || restricts(step.said);
            if end == End::Leading || turns {
                let start = hangs_on.as_ref().map_or(step.span.start, |span| span.start);
                self.push(ListIntro {
                    span: start..step.span.end,
                    turns,
                    end,
                    style: None,
                    items: 0,
                });
            }
        }
        hangs_on
    }

    fn push(&mut self, lead: ListIntro) {
        if self.open.len() >= DEPTH_MAX {
            self.open.remove(0);
        }
        self.open.push(lead);
    }
}

impl ListIntro {
    /// Whether a sentence is one of its items.
    fn holds(&self, step: &Step<'_>, style: Option<Style>, goes_on: bool) -> bool {
        if self.items == 0 {
            return match self.end {
                End::Leading => true,
                End::Whole => step.new_paragraph,
                End::None => style.is_some(),
            };
        }
        if goes_on {
            return true;
        }
        match (self.style, style) {
            (Some(Style::Number(last)), Some(Style::Number(this))) => {
                this == last.saturating_add(1)
            }
            (Some(Style::Number(_)), Some(_)) => true,
            (Some(_), Some(Style::Number(_))) => false,
            (Some(_), Some(_)) => true,
            // The same item may have more than one sentence.
            (Some(_), None) => !step.new_paragraph,
            (None, Some(_)) => false,
            (None, None) => self.items < UNMARKED_MAX,
        }
    }
}

/// Whether a sentence only leads to what follows.
fn leads(said: &str) -> bool {
    said.ends_with([':', ',', '\u{2014}', '\u{2013}'])
}

/// Whether a sentence that ends announces a list.
fn announces(said: &str) -> bool {
    let mut openers = LANGUAGES.iter().flat_map(|known| known.words.list_openers);
    openers.any(|word| said.contains(word))
}

/// Whether a sentence denies or restricts.
fn restricts(said: &str) -> bool {
    let denies = |word: &str| {
        let known = |words: &Words| has(words.negations, word) || has(words.restrictions, word);
        LANGUAGES.iter().any(|language| known(&language.words))
    };
    let mut words = said.split(|c: char| !c.is_alphabetic());
    words.any(|word| denies(&word.to_lowercase()))
}

/// Whether a sentence is one of several that belong together.
fn goes_on(said: &str) -> bool {
    said.ends_with([';', ',']) || said.ends_with(" and") || said.ends_with(" or")
}

/// What a sentence says after the mark or number it begins with.
pub(super) fn unmarked(mut sentence: &str) -> &str {
    while let Some(length) = mark(sentence) {
        sentence = sentence.get(length..).unwrap_or("").trim_start();
    }
    sentence
}

/// The length of the mark that an item begins with: `(a)`, `2.`, `iv)`, `1.2`, a bullet.
pub(super) fn mark(sentence: &str) -> Option<usize> {
    let mark = sentence.split_whitespace().next()?;
    let is_mark = sentence.starts_with(mark)
        && (is_bullet(mark) || !inner(mark).is_empty() && inner(mark).len() < mark.len());
    is_mark.then_some(mark.len())
}

fn is_bullet(mark: &str) -> bool {
    mark.chars().count() == 1 && mark.contains(BULLETS)
}

/// The number or letter of a mark; empty where it is none.
fn inner(mark: &str) -> &str {
    let inner = mark.trim_start_matches(['(', '[']);
    let inner = inner.trim_end_matches([')', ']', '.', ':']);
    let number = inner.split('.').all(|part| {
        (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    let roman = inner.len() <= 5 && inner.bytes().all(|byte| b"ivxIVX".contains(&byte));
    let letter = inner.chars().count() == 1 && inner.chars().all(char::is_alphabetic);
    // `1.2` needs no mark after it.
    match number || roman || letter {
        true => inner.split('.').next_back().unwrap_or(""),
        false => "",
    }
}

fn style(sentence: &str) -> Option<Style> {
    let length = mark(sentence)?;
    let mark = sentence.get(..length)?;
    if is_bullet(mark) {
        return Some(Style::Bullet);
    }
    Some(match inner(mark).parse() {
        Ok(number) => Style::Number(number),
        Err(_) => Style::Letter,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_numbers_letters_and_bullets() {
        for (sentence, length) in [
            ("(a) keep", Some(3)),
            ("2. Keep", Some(2)),
            ("1.2 Keep", Some(3)),
            ("iv) keep", Some(3)),
            ("\u{2022} Keep", Some(3)),
            ("[c] keep", Some(3)),
            ("Art. 5", None),
            ("Mr. Weber", None),
            ("2024 was", None),
            ("Keep", None),
        ] {
            assert_eq!(mark(sentence), length, "{sentence}");
        }
        assert_eq!(unmarked("(2) (a) the rent"), "the rent");
    }
}
