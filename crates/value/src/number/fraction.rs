//! Fractions in words, and scale words after any number.
//!
//! "two and a half", "three-quarters", "six point two five", "and No/100": all
//! are exact or refused, as a third always is.

use groundstop_language::{NumberWord, Part};

use groundstop_canon::Decimal;

use super::spell::{Outcome, Spelled};
use super::words::{denominator, ordinal, piece, scale};
use crate::token::{Tokens, ahead, next};

/// Fractions, decimals and hundredths after the whole number.
pub(crate) fn tail(t: &Tokens<'_>, whole: u128, plain: Spelled) -> Outcome {
    let end = plain.end;
    let joined = t.blank(end) || t.hyphen(end);
    if let Some(part) = t.word(next(end)).filter(|_| joined).and_then(denominator) {
        let read = fraction(whole, part).map(|value| (value, ahead(end, 2)));
        return finish_fraction(t, read, ahead(end, 2), plain.has_scale);
    }
    if joined
        && t.word(next(end))
            .is_some_and(|word| ordinal(word).is_some())
    {
        return Outcome::Broken(ahead(end, 2));
    }
    if !t.blank(end) {
        return Outcome::Read(plain);
    }
    let at = next(end);
    if t.says(at, "point") && t.blank(next(at)) && t.word(ahead(at, 2)).and_then(piece).is_some() {
        return finish_fraction(t, point(t, whole, ahead(at, 2)), ahead(at, 3), false);
    }
    if !(t.says(at, "and") || t.is(at, '&')) || !t.blank(next(at)) {
        return Outcome::Read(plain);
    }
    let after_and = ahead(at, 2);
    if let Some((hundredths, end)) = over_hundred(t, after_and) {
        let value = hundredths
            .hundredth()
            .and_then(|part| plain.value.plus(part));
        return match value {
            Some(value) => Outcome::Read(Spelled {
                end,
                value,
                fraction: true,
                ..plain
            }),
            None => Outcome::Broken(end),
        };
    }
    if t.digits(after_and).is_some() && t.is(next(after_and), '/') {
        return Outcome::Broken(ahead(after_and, 3));
    }
    match mixed(t, after_and) {
        Some((Some(part), end)) => {
            let read = plain.value.plus(part).map(|value| (value, end));
            finish_fraction(t, read, end, false)
        }
        Some((None, end)) => Outcome::Broken(end),
        None => Outcome::Read(plain),
    }
}

/// `n` parts as an exact decimal: proper fractions, with the plural where it belongs.
fn fraction(n: u128, part: Part) -> Option<Decimal> {
    let n = u64::try_from(n).ok()?;
    let decimal = matches!(part.of, 10 | 100 | 1000);
    let proper = n >= 1 && n < part.of && n < 100 && (n == 1) != part.plural;
    // "two quarters" are two periods rather than a half.
    (proper && (decimal || n % 2 == 1)).then_some(())?;
    Decimal::parse(part.exact?)?.times(Decimal::from_u64(n))
}

/// "and a half" after `end`: the fraction, if exact, and the index after.
pub(crate) fn and_fraction(t: &Tokens<'_>, end: usize) -> Option<(Option<Decimal>, usize)> {
    let said = t.blank(end) && t.says(next(end), "and") && t.blank(ahead(end, 2));
    said.then(|| mixed(t, ahead(end, 3))).flatten()
}

/// "a half", "one-half", "three quarters" after "and": the fraction, if exact, and the index after.
fn mixed(t: &Tokens<'_>, i: usize) -> Option<(Option<Decimal>, usize)> {
    let n = match t.word(i)? {
        a if a.eq_ignore_ascii_case("a") => 1,
        word => match piece(word)? {
            NumberWord::Unit(n) => n,
            NumberWord::Tens(_) | NumberWord::Hundred | NumberWord::Scale(_) => return None,
        },
    };
    let joined = t.blank(next(i)) || t.hyphen(next(i));
    let part = t
        .word(ahead(i, 2))
        .filter(|_| joined)
        .and_then(denominator)?;
    Some((fraction(n.into(), part), ahead(i, 3)))
}

/// "no/100", "50/100": hundredths as they stand on cheques and notes.
pub(crate) fn over_hundred(t: &Tokens<'_>, i: usize) -> Option<(Decimal, usize)> {
    if !t.is(next(i), '/') || t.digits(ahead(i, 2)) != Some("100") {
        return None;
    }
    let hundred = ahead(i, 3);
    let end = if t.says_any(hundred, &["th", "ths"]) {
        next(hundred)
    } else {
        hundred
    };
    if t.says(i, "no") {
        return Some((Decimal::ZERO, end));
    }
    let digits = t.digits(i).filter(|digits| digits.len() == 2)?;
    Some((Decimal::parse(digits)?, end))
}

/// The digits spelled one by one after "point".
fn point(t: &Tokens<'_>, whole: u128, first: usize) -> Option<(Decimal, usize)> {
    let mut text = format!("{whole}.");
    let mut i = first;
    loop {
        match t.word(i).and_then(piece) {
            Some(NumberWord::Unit(digit @ 0..=9)) => text.push_str(&digit.to_string()),
            _ => return None,
        }
        let more = t.blank(next(i)) && t.word(ahead(i, 2)).and_then(piece).is_some();
        if !more || t.word(ahead(i, 2)).and_then(scale).is_some() {
            return Some((Decimal::parse(&text)?, next(i)));
        }
        i = ahead(i, 2);
    }
}

/// A fraction read so far, times the scale words that follow it.
fn finish_fraction(
    t: &Tokens<'_>,
    read: Option<(Decimal, usize)>,
    past: usize,
    had_scale: bool,
) -> Outcome {
    let Some((value, end)) = read else {
        return Outcome::Broken(past);
    };
    match times_scales(t, value, end) {
        Some((value, end, scales)) => Outcome::Read(Spelled {
            end,
            value,
            fraction: true,
            scaled: scales,
            has_scale: scales || had_scale,
        }),
        None => Outcome::Broken(end),
    }
}

/// Multiplies by the scale words after `end`: the value, the index after, and whether there were any.
pub(crate) fn times_scales(
    t: &Tokens<'_>,
    value: Decimal,
    end: usize,
) -> Option<(Decimal, usize, bool)> {
    let (mut value, mut end, mut last) = (value, end, None);
    while t.blank(end) || t.hyphen(end) {
        let Some(exponent) = t.word(next(end)).and_then(multiplier) else {
            break;
        };
        // "lakh crore" and "thousand million" rise; "million thousand" is no number.
        if last.is_some_and(|lower| lower >= exponent) {
            return None;
        }
        last = Some(exponent);
        value = value.times(Decimal::from_u64(10_u64.checked_pow(exponent.into())?))?;
        end = ahead(end, 2);
    }
    Some((value, end, last.is_some()))
}

fn multiplier(word: &str) -> Option<u8> {
    match piece(word)? {
        NumberWord::Hundred => Some(2),
        NumberWord::Scale(exponent) => Some(exponent),
        NumberWord::Unit(_) | NumberWord::Tens(_) => None,
    }
}
