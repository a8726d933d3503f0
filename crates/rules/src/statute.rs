//! A document read as a statute: its flow, its outline and its figures.

use std::ops::Range;

use groundstop_contract::Figure;
use groundstop_document::Document;

use crate::flow::{Flow, running_heads};
use crate::outline::{Block, Outline};
use crate::patterns::ranges;
use crate::skeleton::{Found, PERCENT, Skeleton};

/// A document with everything that is read out of it once.
pub(crate) struct Statute<'d> {
    pub(crate) document: &'d Document,
    pub(crate) flow: Flow,
    pub(crate) outline: Outline,
    pub(crate) skeleton: Skeleton,
    /// Every range of amounts, in the skeleton.
    pub(crate) ranges: Vec<Range<usize>>,
}

impl<'d> Statute<'d> {
    pub(crate) fn new(document: &'d Document) -> Statute<'d> {
        let flow = Flow::new(document);
        let outline = Outline::new(&flow, running_heads(document));
        let skeleton = Skeleton::new(flow.text());
        Statute {
            document,
            flow,
            outline,
            ranges: ranges(&skeleton),
            skeleton,
        }
    }

    /// The block a place of the skeleton lies in.
    pub(crate) fn block(&self, place: usize) -> Option<&Block> {
        let flow = self.skeleton.to_flow(&(place..place.saturating_add(1)));
        self.outline.at(flow.start)
    }

    /// A block's own words, in the skeleton.
    pub(crate) fn words_of(&self, block: &Block) -> Range<usize> {
        self.skeleton.of_flow(block.words)..self.skeleton.of_flow(block.range.end)
    }

    /// The words that enclose a block, in small letters.
    pub(crate) fn above(&self, block: &Block) -> String {
        let all: Vec<String> = block
            .above
            .iter()
            .map(|range| self.flow.line(range.clone()).to_ascii_lowercase())
            .collect();
        all.join(" / ")
    }

    /// The sentence around a place of the skeleton, within its block.
    pub(crate) fn sentence(&self, block: &Block, place: &Range<usize>) -> Range<usize> {
        let words = self.words_of(block);
        let before = self.skeleton.slice(words.start..place.start);
        let capital = |from: usize, at: usize| self.ends_at_percent(from.saturating_add(at));
        let start = before
            .match_indices([';', '.', ':'])
            .rfind(|(at, _)| ends_sentence(before, *at) || capital(words.start, *at))
            .map_or(words.start, |(at, _)| {
                words.start.saturating_add(at).saturating_add(1)
            });
        let after = self.skeleton.slice(place.end..words.end);
        let end = after
            .match_indices([';', '.', ':'])
            .find(|(at, _)| ends_sentence(after, *at) || capital(place.end, *at))
            .map_or(words.end, |(at, _)| place.end.saturating_add(at));
        start..end
    }

    /// Whether a point of the skeleton is that of "per cent." and ends its sentence: a word that
    /// begins with a capital follows.
    fn ends_at_percent(&self, at: usize) -> bool {
        let text = self.skeleton.text();
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at..).unwrap_or_default();
        if !before.ends_with(PERCENT) || !behind.starts_with(". ") {
            return false;
        }
        let next = at.saturating_add(2);
        let flow = self.skeleton.to_flow(&(next..next.saturating_add(1)));
        let rest = self.flow.slice(flow.start..self.flow.text().len());
        let mut chars = rest.chars();
        let first = chars.next().is_some_and(char::is_uppercase);
        first && chars.next().is_some_and(|c| c.is_lowercase() || c == ' ')
    }
}

/// Whether the sign at a place ends a sentence or a part of one: not the point of
/// "per cent.", "Rs." or "No.", nor one inside a number or a bracket.
fn ends_sentence(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let after = text.get(at.saturating_add(1)..).unwrap_or_default();
    let spaced = after.is_empty() || after.starts_with([' ', '¶', '”', '\'', '—', '–']);
    let open = before.matches(['(', '[']).count() > before.matches([')', ']']).count();
    let word = before.rsplit([' ', '¶', '(']).next().unwrap_or_default();
    let is_point = text.get(at..).is_some_and(|rest| rest.starts_with('.'));
    let short = matches!(
        word,
        "rs" | "no" | "cent" | "sl" | "nos" | "sec" | "art" | ""
    ) || word.ends_with('\u{e001}')
        || word.chars().all(|c| c.is_ascii_digit());
    // A percentage that ends its sentence is followed by a capital, which is small here.
    spaced && !open && !(is_point && short && !after.trim().is_empty())
}

/// A per-cent number as a fraction of one.
pub(crate) fn fraction(found: &Found) -> Option<Figure> {
    found.number?.hundredth().and_then(Figure::new)
}

/// An amount as a figure.
pub(crate) fn amount(found: &Found) -> Option<Figure> {
    found.number.and_then(Figure::new)
}
