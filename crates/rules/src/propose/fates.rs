//! What became of each figure, while the rules are being sorted out.

use std::ops::Range;

use groundstop_contract::RuleStatus;

use crate::account::{Account, AccountedFigure, Fate};
use crate::stated::stated;
use crate::statute::Statute;

/// The reason of what no step has named; no figure has it, which the evaluation counts.
const UNNAMED: &str = "nothing says what it is";

/// The figures of a statute with what is known of each so far.
pub(super) struct Fates<'s> {
    statute: &'s Statute<'s>,
    figures: Vec<(Range<usize>, Option<Fate>)>,
}

impl<'s> Fates<'s> {
    pub(super) fn new(statute: &'s Statute<'s>) -> Fates<'s> {
        let figures = stated(statute);
        Fates {
            statute,
            figures: figures.into_iter().map(|one| (one.range, None)).collect(),
        }
    }

    /// Gives every figure in these stretches this fate, where it has no better one.
    pub(super) fn cover(&mut self, places: &[Range<usize>], fate: Fate) {
        for place in places {
            let from = self
                .figures
                .partition_point(|(range, _)| range.end <= place.start);
            let inside = self.figures.iter_mut().skip(from);
            for (_, own) in inside.take_while(|(range, _)| range.start < place.end) {
                if own.is_none_or(|known| rank(&fate) < rank(&known)) {
                    *own = Some(fate);
                }
            }
        }
    }

    /// Says of a figure that it states no rule, although the words of a rule around it hold it.
    pub(super) fn set_aside(&mut self, place: &Range<usize>, reason: &'static str) {
        let same = self.figures.iter_mut().find(|(range, _)| range == place);
        if let Some((_, own)) = same {
            *own = Some(Fate::NoRule(reason));
        }
    }

    /// The account, of these pages where some are named.
    pub(super) fn finish(self, pages: Option<(u32, u32)>) -> Account {
        let document = self.statute.document;
        let figures = self.figures.into_iter().map(|(range, fate)| {
            let span = self.statute.flow.span(&range);
            AccountedFigure {
                page: document.page_of(span.start),
                span,
                text: self.statute.flow.line(range),
                fate: fate.unwrap_or(Fate::NoRule(UNNAMED)),
            }
        });
        let on = |one: &AccountedFigure| {
            pages.is_none_or(|(first, last)| (first..=last).contains(&one.page))
        };
        Account {
            figures: figures.filter(on).collect(),
        }
    }
}

/// How much a fate says of a figure, the most first.
fn rank(fate: &Fate) -> u8 {
    match fate {
        Fate::Rule {
            status: RuleStatus::Candidate,
            ..
        } => 0,
        Fate::Rule {
            status: RuleStatus::Unclear,
            ..
        } => 1,
        Fate::Rule {
            status: RuleStatus::Blocked,
            ..
        } => 2,
        Fate::NoRule(_) => 3,
    }
}

/// Ranges as they lie one behind the other, those that touch joined.
pub(super) fn merged_ranges(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut sorted: Vec<Range<usize>> = ranges.filter(|range| range.start < range.end).collect();
    sorted.sort_by_key(|range| (range.start, range.end));
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in sorted {
        match all.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}

/// Whether a range shares a place with one of such ranges.
pub(super) fn touches(merged: &[Range<usize>], range: &Range<usize>) -> bool {
    let at = merged.partition_point(|one| one.end <= range.start);
    merged.get(at).is_some_and(|one| one.start < range.end)
}
