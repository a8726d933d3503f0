//! Money: an amount and its currency, however the two are put together.
//!
//! `US$1.2 million`, `CHF 1'250.–`, "Five Hundred and No/100 Dollars
//! ($500.00)", `Rs. 5,00,000/- (Rupees Five Lakh only)`. A number without a
//! currency is money only where the schema declares one.

mod affix;
pub(crate) mod currency;
mod echo;

use groundstop_canon::Decimal;
use groundstop_contract::NumberFormat;

use crate::duration;
use crate::kind::StatedCurrency;
use crate::number::edge::{
    Before, before_of, free_after, is_loss, minus_after, part_of_before, torn_after,
    unit_free_after,
};
use crate::number::figure::Figure;
use crate::number::scan::{Verdict, scan};
use crate::number::{between_in_words, lends_scale, standing};
use crate::reading::{Draft, Reading};
use crate::token::{Tokens, ahead, next};
use crate::value::Value;
use affix::{Side, parts_cells, prefix, suffix};
use echo::{with_cents, with_echo};

/// What the schema says about money.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) currency: Option<&'a str>,
    pub(crate) format: Option<NumberFormat>,
    pub(crate) stated: Option<&'a StatedCurrency>,
}

/// Every amount of money in the text.
pub(crate) fn read_all(t: &Tokens<'_>, rules: Rules<'_>) -> Vec<Reading> {
    scan(t, rules.format, |figure| money(t, figure, rules))
}

/// An amount in tokens, with every currency that is stated for it.
struct Amount {
    start: usize,
    end: usize,
    values: Vec<Decimal>,
    labels: Vec<&'static str>,
    scaled: bool,
    words: bool,
    /// Whether nothing is glued to its end.
    free: bool,
}

fn money(t: &Tokens<'_>, figure: &Figure, rules: Rules<'_>) -> Verdict {
    if let Some(end) = torn(t, figure, rules) {
        return Verdict::Refuse(end);
    }
    let Some(first) = amount(t, figure, rules) else {
        return Verdict::Pass;
    };
    let both = with_echo(t, &first, rules);
    let amount = both.unwrap_or(first);
    if !amount.free {
        return Verdict::Pass;
    }
    if amount.labels.is_empty() {
        return bare(t, figure, rules);
    }
    let negative = is_loss(t, amount.start, amount.end) || minus_after(t, amount.end);
    if negative || !unit_free_after(t, amount.end) || shares_code(t, amount.end, &amount) {
        return Verdict::Refuse(amount.end);
    }
    let values = amount.values.iter().flat_map(|value| {
        amount.labels.iter().map(|label| Value::Money {
            amount: *value,
            currency: currency::declared(label, rules.currency),
        })
    });
    Verdict::Read(Draft::new(
        amount.start,
        amount.end,
        values.collect(),
        amount.scaled,
        false,
    ))
}

/// The end of a torn or abbreviated amount after a currency: "USD 5, 000", "Rs. 5 L."
fn torn(t: &Tokens<'_>, figure: &Figure, rules: Rules<'_>) -> Option<usize> {
    if figure.words || !matches!(prefix(t, figure.start, rules.currency), Side::Currency(_)) {
        return None;
    }
    let lakh = t.over_blank(figure.end);
    if matches!(t.word(lakh), Some("L" | "l")) {
        return Some(next(lakh));
    }
    torn_after(t, figure.end)
}

/// The amount around a figure; without labels if no currency stands beside it.
fn amount(t: &Tokens<'_>, figure: &Figure, rules: Rules<'_>) -> Option<Amount> {
    if figure.slashed || between_in_words(t, figure) {
        return None;
    }
    let sign = match before_of(t, figure.start, figure.joint) {
        Before::Minus(sign) => Some(sign),
        Before::Clean | Before::Glued => None,
    };
    let ahead_of = prefix(t, sign.unwrap_or(figure.start), rules.currency);
    let (start, first_label) = match ahead_of {
        Side::Unknown => return None,
        Side::Currency(found) => (found.edge, Some(found.label)),
        Side::None if before_of(t, figure.start, figure.joint) == Before::Glued => return None,
        Side::None => (sign.unwrap_or(figure.start), None),
    };
    if part_of_before(t, start) {
        return None;
    }
    let (start, negative) = leading_minus(t, start, sign, figure.joint)?;
    let abbreviated = abbreviation(t, figure)?;
    let (end, values, scaled) = match abbreviated {
        Some((end, value)) => (end, vec![value], figure.fraction),
        None => (figure.end, figure.values.clone(), figure.scaled),
    };
    let end = over_dash_suffix(t, end);
    let (end, second_label) = match suffix(t, end, rules.currency, first_label == Some("$")) {
        // "$500 EUR 300": the code belongs to the next amount.
        Side::Currency(found) if first_label.is_some() && starts_number(t, found.edge) => {
            (end, None)
        }
        Side::Currency(found) => (found.edge, Some(found.label)),
        Side::Unknown | Side::None => (end, None),
    };
    // An abbreviated scale needs a currency.
    if abbreviated.is_some() && first_label.is_none() && second_label.is_none() {
        return None;
    }
    let named = second_label.is_some() || abbreviated.is_some();
    let free = named || free_after(t, end) || first_label.is_some() && each_after(t, end);
    if first_label.is_some() && lends_scale(t, figure) {
        return None;
    }
    let labels = match (first_label, second_label) {
        (Some(a), Some(b)) => currency::joined(a, b).map_or_else(|| vec![a, b], |one| vec![one]),
        (one, other) => one.or(other).into_iter().collect(),
    };
    let (end, values) = with_cents(t, end, values, !labels.is_empty())?;
    let values = values
        .into_iter()
        .map(|v| if negative { v.negated() } else { v })
        .collect();
    Some(Amount {
        start,
        end,
        values,
        labels,
        scaled,
        words: figure.words,
        free,
    })
}

fn starts_number(t: &Tokens<'_>, i: usize) -> bool {
    t.digits(t.over_blank(i)).is_some()
}

/// A minus before the currency (`-$500`) or between it and the number (`$-500`).
fn leading_minus(
    t: &Tokens<'_>,
    start: usize,
    sign: Option<usize>,
    joint: Option<usize>,
) -> Option<(usize, bool)> {
    if sign.is_some() {
        return Some((start, true));
    }
    match before_of(t, start, joint) {
        Before::Clean => Some((start, false)),
        Before::Minus(at) => Some((at, true)),
        Before::Glued => None,
    }
}

/// "$500-a-month", "$5-per-share": the price of one, not a longer number.
fn each_after(t: &Tokens<'_>, end: usize) -> bool {
    t.hyphen(end) && t.says_any(next(end), &["a", "an", "per"])
}

/// `$1.2m`, `€3bn`, `£500k`, `$5 bn`: the scaled value, or nothing where the letters mean nothing.
#[allow(clippy::option_option)]
fn abbreviation(t: &Tokens<'_>, figure: &Figure) -> Option<Option<(usize, Decimal)>> {
    let spaced = t.blank(figure.end);
    let at = t.over_blank(figure.end);
    let exponent = match t.word(at) {
        Some("k" | "K") if !spaced => 3,
        Some("m" | "M") if !spaced => 6,
        Some("mn" | "Mn" | "MN") => 6,
        Some("bn" | "Bn" | "BN") => 9,
        Some("tn" | "Tn" | "TN") => 12,
        _ => return Some(None),
    };
    if figure.words || figure.doubled || figure.has_scale || !unit_free_after(t, next(at)) {
        return None;
    }
    let factor = Decimal::from_u64(10_u64.checked_pow(exponent)?);
    let value = figure.values.first()?.times(factor)?;
    Some(Some((next(at), value)))
}

/// The `/-` that closes an Indian amount, and the `.-` or `,-` of a round European one.
fn over_dash_suffix(t: &Tokens<'_>, end: usize) -> usize {
    // A second dash joins the amount to another one, unless it is the long form ".--".
    let most = match t.mark(end) {
        Some('/') => 1,
        Some('.' | ',') => 2,
        _ => return end,
    };
    let mut past = next(end);
    while t.dash(past) && past <= ahead(end, most) {
        past = next(past);
    }
    let joined = t.dash(past) && !t.is(end, '/');
    let free = t.digits(past).is_none() && (t.is(end, '/') || t.word(past).is_none());
    if past > next(end) && free && !joined {
        past
    } else {
        end
    }
}

/// "500 USD 300": the code stands between two numbers and belongs to either.
fn shares_code(t: &Tokens<'_>, end: usize, amount: &Amount) -> bool {
    let last = end.checked_sub(1);
    let code = last
        .and_then(|i| t.word(i))
        .and_then(currency::code)
        .is_some();
    let prefixed = t.digits(amount.start).is_none();
    code && !prefixed && !parts_cells(t, end) && starts_number(t, end)
}

/// Whether a figure is written as amounts are, with two decimals.
fn has_cents(t: &Tokens<'_>, figure: &Figure) -> bool {
    let last = figure.end.saturating_sub(1);
    let mark = last.checked_sub(1).filter(|mark| *mark > figure.start);
    t.digits(last).is_some_and(|digits| digits.len() == 2)
        && mark.is_some_and(|mark| t.is(mark, '.') || t.is(mark, ','))
}

/// A number alone, where the schema declares the currency, or the document states it.
fn bare(t: &Tokens<'_>, figure: &Figure, rules: Rules<'_>) -> Verdict {
    let stated = rules
        .stated
        .filter(|stated| stated.figures || has_cents(t, figure))
        .map(|stated| stated.currency.as_str());
    let Some(currency) = rules.currency.or(stated) else {
        return Verdict::Pass;
    };
    if duration::unit_after(t, figure.end) {
        return Verdict::Pass;
    }
    let Some((start, negative)) = standing(t, figure) else {
        return Verdict::Pass;
    };
    let values = figure.values.iter().map(|value| Value::Money {
        amount: if negative { value.negated() } else { *value },
        currency: currency.to_string(),
    });
    let end = over_dash_suffix(t, figure.end);
    Verdict::Read(Draft::new(
        start,
        end,
        values.collect(),
        figure.scaled,
        true,
    ))
}
