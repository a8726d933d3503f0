//! The forms of statutes, as patterns on the skeleton.
//!
//! `M` stands for an amount and `P` for a percentage.

use std::ops::Range;

use groundstop_language::pattern::constant;
use groundstop_language::patterns;
use regex::Regex;

use crate::skeleton::{BREAK, Found, MONEY, PERCENT, Skeleton};
use crate::statute::amount;
use groundstop_contract::Figure;

/// From one amount to another, up to one, or above one.
const RANGE: &str = r"(?:(?:exceed(?:s|ing)?|over|above|more than|greater than|in excess of) M,? but (?:is |are |does |do )?(?:not (?:exceed(?:s|ing)?|over|above|more than|in excess of)|less than|up ?to) M|(?:from|between) M (?:to|up ?to|and|-|–) M|M (?:to|–|-) M|(?:not less than|at least) M|M (?:or more|or above|and above)|M (?:or less|or below)|(?:not exceed(?:ing)?|not over|not above|not more than|not in excess of|up ?to|less than|below|the first|first) M|(?:exceed(?:s|ing)?|over|above|more than|greater than|in excess of) M)";

/// Writes a pattern out for the skeleton.
pub(crate) fn pattern(text: &str) -> Regex {
    let text = text
        .replace("RANGE", RANGE)
        .replace("GAP", r"[^MP;¶]")
        .replace('M', &MONEY.to_string())
        .replace('P', &PERCENT.to_string())
        .replace('¶', &BREAK.to_string());
    constant(&text)
}

patterns! {
    RANGES = pattern("RANGE");
    BOUNDS_RATE = constant(
        r"\brates?\b.*\b(?:(?:shall|may|does|do|must) not exceed|not exceeding|not more than|up ?to|a maximum of)(?: the rate of| a rate of)? ?$",
    );
    /// Another sum, which no figure states: "or any other penalty as may be prescribed".
    OTHER_SUM = constant(
        r",? or (?:to )?(?:any|such) other (?:[a-z]+ ){0,2}(?:penalty|fine|sum|amount|rate|fee|interest)\b",
    );
}

/// Whether words only bound the rate that follows them: "the rate shall not exceed".
pub(crate) fn bounds_rate(words: &str) -> bool {
    BOUNDS_RATE.is_match(words)
}

/// Where a sum that no figure states begins, beside the one before: it takes nothing back.
pub(crate) fn other_sum(text: &str) -> Option<usize> {
    OTHER_SUM.find(text).map(|hit| hit.start())
}

/// All ranges of a text, in order.
pub(crate) fn ranges(skeleton: &Skeleton) -> Vec<Range<usize>> {
    RANGES
        .find_iter(skeleton.text())
        .map(|hit| hit.range())
        .collect()
}

/// Which side of its amounts a range lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Between,
    UpTo,
    Below,
    Above,
    AtLeast,
}

/// A range with its amounts.
pub(crate) struct Bounds<'s> {
    pub(crate) side: Side,
    pub(crate) figures: Vec<&'s Found>,
}

impl<'s> Bounds<'s> {
    pub(crate) fn read(skeleton: &'s Skeleton, range: &Range<usize>) -> Bounds<'s> {
        let figures: Vec<&Found> = skeleton.figures(range).iter().map(|(_, f)| f).collect();
        let words = skeleton.slice(range.clone());
        let side = match figures.len() {
            2.. => Side::Between,
            _ if words.starts_with("not less") || words.starts_with("at least") => Side::AtLeast,
            _ if words.ends_with("or less") || words.ends_with("or below") => Side::UpTo,
            _ if words.starts_with(MONEY) => Side::AtLeast,
            _ if words.starts_with("less") || words.starts_with("below") => Side::Below,
            _ if ["not", "up", "the", "first"]
                .iter()
                .any(|w| words.starts_with(w)) =>
            {
                Side::UpTo
            }
            _ => Side::Above,
        };
        Bounds { side, figures }
    }

    /// The lower and the upper end, as a slab states them.
    pub(crate) fn ends(&self) -> Option<(Figure, Option<Figure>)> {
        let mut figures = self.figures.iter().map(|found| amount(found));
        Some(match self.side {
            Side::Between => (figures.next()??, Some(figures.next()??)),
            Side::UpTo | Side::Below => (Figure::ZERO, Some(figures.next()??)),
            Side::Above | Side::AtLeast => (figures.next()??, None),
        })
    }

    /// The currency that all its amounts are in.
    pub(crate) fn currency(&self) -> Option<&str> {
        let first = self.figures.first()?.currency.as_deref()?;
        let same = self
            .figures
            .iter()
            .all(|f| f.currency.as_deref() == Some(first));
        same.then_some(first)
    }

    pub(crate) fn rounded(&self) -> bool {
        self.figures.iter().any(|found| found.rounded)
    }
}
