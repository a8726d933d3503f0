//! Percentages: "5.5%", "ten per cent", "ten percent (10%)", "6 1/4%".
//!
//! The value is the per-cent number. Without its sign a number is no percent,
//! unless the schema declares ratios; percentage points and basis points are
//! something else and never read.

use groundstop_contract::NumberFormat;

use crate::number::edge::{
    Before, before_of, is_loss, minus_after, part_of_before, run_on_before, torn_before,
    unit_free_after,
};
use crate::number::figure::{Figure, Found, agreed, bracket_at, single_at};
use crate::number::scan::{Verdict, scan};
use crate::number::{between_in_words, standing};
use crate::reading::{Draft, Reading};
use crate::token::{Tokens, ahead, next};
use crate::value::Value;
use groundstop_canon::Decimal;

/// Every percentage in the text.
pub(crate) fn read_all(t: &Tokens<'_>, ratio: bool, format: Option<NumberFormat>) -> Vec<Reading> {
    scan(t, format, |figure| {
        let draft =
            signed(t, figure, format).or_else(|| ratio.then(|| bare_ratio(t, figure)).flatten());
        draft.map_or(Verdict::Pass, Verdict::Read)
    })
}

/// The index after a per-cent sign or word that belongs to the number ending at `end`.
pub(crate) fn sign_after(t: &Tokens<'_>, end: usize) -> Option<usize> {
    let at = if t.hyphen(end) {
        next(end)
    } else {
        t.over_blank(end)
    };
    let past = if t.is(at, '%') || t.says(at, "percent") {
        next(at)
    } else if t.says(at, "per") && t.says_any(ahead(at, 2), &["cent", "centum"]) {
        ahead(at, 3)
    } else {
        return t.is(at, '‰').then_some(end);
    };
    Some(past)
}

fn signed(t: &Tokens<'_>, figure: &Figure, format: Option<NumberFormat>) -> Option<Draft> {
    let (start, negative) = match before_of(t, figure.start, figure.joint) {
        Before::Clean => (figure.start, false),
        Before::Minus(sign) => (sign, true),
        Before::Glued => return None,
    };
    if part_of_before(t, figure.start)
        || between_in_words(t, figure)
        || torn_before(t, figure.start)
        || run_on_before(t, figure.start)
    {
        return None;
    }
    let own = sign_after(t, figure.end).filter(|end| *end > figure.end);
    let (end, values) = match echo(t, figure, own, format) {
        Some(both) => both,
        None => (own?, figure.values.clone()),
    };
    let signed = is_loss(t, start, end) || minus_after(t, end);
    let whole = unit_free_after(t, end) && !points_after(t, end) && !signed;
    let values = values
        .into_iter()
        .map(|value| Value::Percent(if negative { value.negated() } else { value }));
    whole.then(|| Draft::new(start, end, values.collect(), figure.scaled, false))
}

/// The other spelling in brackets: "ten percent (10%)", "ten (10%) percent", "five (5%)".
fn echo(
    t: &Tokens<'_>,
    figure: &Figure,
    own: Option<usize>,
    format: Option<NumberFormat>,
) -> Option<(usize, Vec<Decimal>)> {
    let inside = bracket_at(t, over_point(t, own.unwrap_or(figure.end)))?;
    let Found::Figure(second) = single_at(t, inside, format) else {
        return None;
    };
    let inner = sign_after(t, second.end).filter(|end| *end > second.end);
    let close = t.over_blank(over_point(t, inner.unwrap_or(second.end)));
    if !t.is(close, ')') || second.words == figure.words || figure.doubled {
        return None;
    }
    let after = next(close);
    let outer = if own.is_some() {
        None
    } else {
        sign_after(t, after).filter(|end| *end > after)
    };
    (own.is_some() || inner.is_some() || outer.is_some()).then(|| {
        (
            outer.unwrap_or(after),
            agreed(figure.values.clone(), &second.values),
        )
    })
}

/// The point of "per cent." belongs to the word.
fn over_point(t: &Tokens<'_>, end: usize) -> usize {
    let cent = end.checked_sub(1).is_some_and(|last| t.says(last, "cent"));
    if cent && t.is(end, '.') {
        next(end)
    } else {
        end
    }
}

/// "percentage points" are a difference, not a rate.
fn points_after(t: &Tokens<'_>, end: usize) -> bool {
    let at = if t.hyphen(end) {
        next(end)
    } else {
        t.over_blank(end)
    };
    t.says_any(at, &["point", "points", "pts"])
}

/// `0.05` where the schema declares ratios.
fn bare_ratio(t: &Tokens<'_>, figure: &Figure) -> Option<Draft> {
    let (start, negative) = standing(t, figure)?;
    let [value] = figure.values.as_slice() else {
        return None;
    };
    let ratio = figure.fraction && !figure.words && !figure.has_scale && *value <= Decimal::ONE;
    let percent = ratio.then(|| value.hundredfold()).flatten()?;
    let percent = if negative { percent.negated() } else { percent };
    Some(Draft::new(
        start,
        figure.end,
        vec![Value::Percent(percent)],
        false,
        true,
    ))
}
