//! The walk over a text that finds every figure once, in order.
//!
//! Dates shadow their digits, a broken number is stepped over as a whole, and
//! a figure that shares its unit with the one before it ("5 to 7%", "two or
//! three years") is no value of its own.

use groundstop_contract::NumberFormat;

use super::figure::{Figure, Found, figure_at};
use crate::date;
use crate::reading::{Draft, Reading};
use crate::token::{Shape, Tokens, next};

/// What a kind makes of a figure.
pub(crate) enum Verdict {
    /// A value.
    Read(Draft),
    /// No value, and nothing before this index is one either.
    Refuse(usize),
    /// No value of this kind.
    Pass,
}

/// Reads every figure of the text with `read`, which knows the kind.
pub(crate) fn scan(
    t: &Tokens<'_>,
    format: Option<NumberFormat>,
    read: impl Fn(&Figure) -> Verdict,
) -> Vec<Reading> {
    let mut readings = Vec::new();
    let mut taken = 0;
    let mut unread: Option<(usize, usize)> = None;
    let mut i = 0;
    while i < t.len() {
        let trigger = matches!(t.shape(i), Some(Shape::Digits | Shape::Word));
        if !trigger {
            i = next(i);
            continue;
        }
        if let Some(end) = date::shadow(t, i) {
            (i, unread) = (end.max(next(i)), None);
            continue;
        }
        let figure = match figure_at(t, i, format) {
            Found::Nothing => {
                i = next(i);
                continue;
            }
            Found::Broken(end) => {
                unread = Some((i, end));
                i = end.max(next(i));
                continue;
            }
            Found::Figure(figure) => figure,
        };
        let shares_unit = |start: usize| {
            unread.is_some_and(|(from, to)| connected(t, to, start) && !is_reference(t, from))
        };
        match read(&figure) {
            Verdict::Read(draft) if draft.start >= taken && !shares_unit(draft.start) => {
                (taken, i, unread) = (draft.end, draft.end.max(next(i)), None);
                readings.push(draft.finish(t));
            }
            Verdict::Read(draft) => {
                unread = Some((draft.start, draft.end));
                i = draft.end.max(next(i));
            }
            Verdict::Refuse(end) => {
                (taken, unread) = (end, Some((figure.start, end)));
                i = end.max(next(i));
            }
            Verdict::Pass => {
                unread = Some((figure.start, figure.end));
                i = figure.end.max(next(i));
            }
        }
    }
    readings
}

/// Whether only a connector stands between two tokens: "to", "or", "and", a dash, a slash.
pub(crate) fn connected(t: &Tokens<'_>, from: usize, to: usize) -> bool {
    let at = t.over_blank(from);
    if at >= to {
        return false;
    }
    let connector = t.says_any(at, &["to", "or", "and", "through"])
        || t.dash(at)
        || matches!(t.mark(at), Some('/' | '&'));
    connector && t.over_blank(next(at)) == to
}

/// Whether the number at `i` names a place in a document: "Section 5 and thirty days".
pub(crate) fn is_reference(t: &Tokens<'_>, i: usize) -> bool {
    let Some(before) = t.back_over_blank(i) else {
        return false;
    };
    const NAMES: &[&str] = &[
        "section",
        "sections",
        "article",
        "articles",
        "clause",
        "clauses",
        "paragraph",
        "paragraphs",
        "schedule",
        "exhibit",
        "annex",
        "appendix",
        "item",
        "items",
        "rule",
        "page",
        "pages",
        "part",
        "chapter",
    ];
    t.says_any(before, NAMES) || t.is(before, '§')
}
