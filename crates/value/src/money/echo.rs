//! The second half of an amount: its cents in words, and its other spelling in brackets.

use groundstop_canon::Decimal;
use groundstop_contract::NumberFormat;

use super::affix::{Side, suffix};
use super::{Amount, Rules, amount, currency};
use crate::number::figure::{Figure, Found, agreed, bracket_at, single_at};
use crate::number::fraction;
use crate::token::{Tokens, ahead, next};

/// "five dollars and fifty cents", "Dollars and 50/100" after the currency's word.
pub(crate) fn with_cents(
    t: &Tokens<'_>,
    end: usize,
    values: Vec<Decimal>,
    after_word: bool,
) -> Option<(usize, Vec<Decimal>)> {
    let at = t.over_blank(if t.is(end, ',') { next(end) } else { end });
    if !after_word || !t.says(at, "and") {
        return Some((end, values));
    }
    let from = t.over_blank(next(at));
    let (cents, past) = if let Some(found) = fraction::over_hundred(t, from) {
        found
    } else {
        let Found::Figure(cents) = single_at(t, from, None) else {
            return Some((end, values));
        };
        let unit = t.over_blank(cents.end);
        if !t.says_any(
            unit,
            &["cent", "cents", "pence", "paise", "kobo", "centimes"],
        ) {
            return Some((end, values));
        }
        (cents.values.first().copied()?, next(unit))
    };
    let whole = values.iter().all(|value| value.is_whole());
    let part = (whole && cents < Decimal::from_u64(100) && cents.is_whole())
        .then(|| cents.hundredth())
        .flatten()?;
    let sums: Option<Vec<Decimal>> = values.into_iter().map(|value| value.plus(part)).collect();
    Some((past, sums?))
}

/// The other spelling in brackets: "Five Hundred Dollars ($500.00)", "five hundred ($500) dollars".
pub(crate) fn with_echo(t: &Tokens<'_>, first: &Amount, rules: Rules<'_>) -> Option<Amount> {
    let inside = bracket_at(t, first.end)?;
    let figure_at = figure_inside(t, inside, rules.format)?;
    let second =
        amount(t, &figure_at, rules).filter(|second| second.start == inside && second.free)?;
    let mut close = t.over_blank(second.end);
    if t.says(close, "only") {
        close = t.over_blank(next(close));
    }
    if !t.is(close, ')') || second.words == first.words {
        return None;
    }
    let mut end = next(close);
    let mut labels: Vec<&'static str> = first.labels.clone();
    labels.extend(&second.labels);
    if first.labels.is_empty()
        && let Side::Currency(found) = suffix(t, end, rules.currency, false)
    {
        labels.push(found.label);
        end = found.edge;
    }
    Some(Amount {
        start: first.start,
        end,
        values: agreed(first.values.clone(), &second.values),
        labels: one_label(labels),
        scaled: first.scaled || second.scaled,
        words: first.words,
        free: true,
    })
}

/// The figure inside a bracket that may open with its currency.
fn figure_inside(t: &Tokens<'_>, inside: usize, format: Option<NumberFormat>) -> Option<Figure> {
    const CURRENCY_TOKENS_MAX: usize = 8;
    (inside..ahead(inside, CURRENCY_TOKENS_MAX)).find_map(|i| match single_at(t, i, format) {
        Found::Figure(figure) => Some(figure),
        Found::Broken(_) | Found::Nothing => None,
    })
}

/// All namings as one currency where they can mean the same, else each.
fn one_label(labels: Vec<&'static str>) -> Vec<&'static str> {
    let mut out: Vec<&'static str> = Vec::new();
    for label in labels {
        match out.last_mut() {
            Some(last) => match currency::joined(last, label) {
                Some(one) => *last = one,
                None => out.push(label),
            },
            None => out.push(label),
        }
    }
    out
}
