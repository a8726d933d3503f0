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
use crate::trigger::may_begin;

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
    let mut walk = Walk {
        readings: Vec::new(),
        taken: 0,
        last: None,
        unread: None,
    };
    let mut i = 0;
    while i < t.len() {
        if !begins_value(t, i) {
            i = next(i);
            continue;
        }
        if let Some(end) = date::shadow(t, i) {
            (i, walk.unread) = (end.max(next(i)), None);
            continue;
        }
        let end = match figure_at(t, i, format) {
            Found::Nothing => i,
            Found::Broken(end) => walk.pass(t, i, end),
            Found::Figure(mut figure) => {
                figure.joint = walk.joint(t);
                match read(&figure) {
                    Verdict::Read(draft) if walk.takes(t, &draft) => walk.take(t, draft),
                    Verdict::Read(draft) => walk.pass(t, draft.start, draft.end),
                    Verdict::Refuse(end) => {
                        walk.taken = end;
                        walk.pass(t, figure.start, end)
                    }
                    Verdict::Pass => walk.pass(t, figure.start, figure.end),
                }
            }
        };
        i = end.max(next(i));
    }
    walk.readings
}

/// Whether a number or a date can begin at a token.
fn begins_value(t: &Tokens<'_>, i: usize) -> bool {
    match t.shape(i) {
        Some(Shape::Digits) => true,
        Some(Shape::Word) => may_begin(t.str(i)),
        _ => false,
    }
}

/// What the walk has read and passed so far.
struct Walk {
    readings: Vec<Reading>,
    /// Nothing before this index may be read again.
    taken: usize,
    /// The index after the last reading.
    last: Option<usize>,
    /// The last figure that was no value: its first token and the index after it.
    unread: Option<(usize, usize)>,
}

impl Walk {
    /// The dash or slash right after the last reading, if there is one.
    fn joint(&self, t: &Tokens<'_>) -> Option<usize> {
        let at = t.over_blank(self.last?);
        (t.dash(at) || t.is(at, '/')).then_some(at)
    }

    /// Whether a value may be taken: it does not share its unit with a figure before it.
    fn takes(&self, t: &Tokens<'_>, draft: &Draft) -> bool {
        let shares_unit = self
            .unread
            .is_some_and(|(from, to)| connected(t, to, draft.start) && !is_reference(t, from));
        draft.start >= self.taken && !shares_unit
    }

    fn take(&mut self, t: &Tokens<'_>, draft: Draft) -> usize {
        let end = draft.end;
        (self.taken, self.last, self.unread) = (end, Some(end), None);
        self.readings.push(draft.finish(t));
        end
    }

    /// Steps over a figure that is no value. Glued to the last reading ("5%-7") it
    /// makes a range of it, and that is no value either.
    fn pass(&mut self, t: &Tokens<'_>, start: usize, end: usize) -> usize {
        let joint = self.joint(t);
        if joint.is_some() && joint == self.last && start.checked_sub(1) == joint {
            self.readings.pop();
            self.last = None;
        }
        self.unread = Some((start, end));
        end
    }
}

/// Whether the token joins two ends of a range, or two alternatives.
pub(crate) fn is_connector(t: &Tokens<'_>, at: usize) -> bool {
    t.says_any(at, &["to", "or", "and", "through"])
        || t.dash(at)
        || matches!(t.mark(at), Some('/' | '&'))
}

/// Whether only a connector stands between two tokens: "to", "or", "and", a dash, a slash.
pub(crate) fn connected(t: &Tokens<'_>, from: usize, to: usize) -> bool {
    let at = t.over_blank(from);
    if at >= to {
        return false;
    }
    is_connector(t, at) && t.over_blank(next(at)) == to
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
    if t.says_any(before, NAMES) || t.is(before, '§') {
        return true;
    }
    // "Sections 5 and 7": the plural reaches over one more.
    let listed = || {
        let first = t.back_over_blank(before)?;
        let name = t.back_over_blank(t.digits(first).map(|_| first)?)?;
        Some(t.says_any(
            name,
            &["sections", "articles", "clauses", "paragraphs", "pages"],
        ))
    };
    (t.says_any(before, &["and", "or", "to", "through"]) || t.is(before, ','))
        && listed().unwrap_or(false)
}
