//! Dates: every spelling that names one day of one year.
//!
//! "January 2024" and "January 5" name no day, a range names two, and
//! February 30 none: they are not read. Spellings in digits are in `numeric`,
//! those with the name of a month in `named`.

pub(crate) mod month;
mod named;
mod numeric;

use groundstop_contract::DateOrder;
use jiff::civil::{Date, Weekday};

use crate::number::words::{ordinal, piece};
use crate::reading::{Draft, Reading};
use crate::token::{Shape, Tokens, next};
use crate::trigger::may_begin;
use crate::value::Value;

/// What the schema says about spellings in digits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) order: Option<DateOrder>,
    pub(crate) century: Option<u16>,
}

/// Every date in the text.
pub(crate) fn read_all(t: &Tokens<'_>, rules: Rules) -> Vec<Reading> {
    let mut readings = Vec::new();
    let mut i = 0;
    while i < t.len() {
        match date_at(t, i, rules) {
            Some((end, dates)) => {
                if !dates.is_empty() && !other_era(t, end) && !other_weekday(t, i, &dates) {
                    let values = dates.into_iter().map(Value::Date).collect();
                    readings.push(Draft::new(i, end, values, false, false).finish(t));
                }
                i = end.max(next(i));
            }
            None => i = next(i),
        }
    }
    readings
}

/// "January 5, 2024 BC", "5 January 2024 Hijri": a year of another count.
fn other_era(t: &Tokens<'_>, end: usize) -> bool {
    const ERAS: &[&str] = &[
        "hijri", "hijra", "hijrah", "saka", "samvat", "bikram", "heisei", "reiwa",
    ];
    let comma = if t.is(end, ',') { next(end) } else { end };
    let at = t.over_blank(comma);
    if at == end {
        return false;
    }
    let before_christ =
        t.word(at) == Some("B") && t.is(next(at), '.') && t.word(next(next(at))) == Some("C");
    matches!(t.word(at), Some("BC" | "BCE" | "AH" | "BE" | "BS")) && comma == end
        || t.says_any(at, ERAS)
        || before_christ
}

/// Whether a weekday right before the date is not the date's own.
fn other_weekday(t: &Tokens<'_>, i: usize, dates: &[Date]) -> bool {
    let named = || {
        let mut at = t.back_over_blank(i)?;
        if t.says_any(at, &["the", "this"]) {
            at = t.back_over_blank(at)?;
        }
        for mark in [',', '.'] {
            if t.is(at, mark) {
                at = at.checked_sub(1)?;
            }
        }
        weekday(t.word(at)?)
    };
    named().is_some_and(|day| dates.iter().all(|date| date.weekday() != day))
}

fn weekday(word: &str) -> Option<Weekday> {
    Some(match word.to_ascii_lowercase().as_str() {
        "monday" | "mon" => Weekday::Monday,
        "tuesday" | "tue" | "tues" => Weekday::Tuesday,
        "wednesday" | "wed" => Weekday::Wednesday,
        "thursday" | "thu" | "thur" | "thurs" => Weekday::Thursday,
        "friday" | "fri" => Weekday::Friday,
        "saturday" | "sat" => Weekday::Saturday,
        "sunday" | "sun" => Weekday::Sunday,
        _ => return None,
    })
}

/// The date that starts at `i`: the index after it and its readings, of which
/// there are none if it is a part of a range.
fn date_at(t: &Tokens<'_>, i: usize, rules: Rules) -> Option<(usize, Vec<Date>)> {
    match t.shape(i)? {
        Shape::Digits => numeric::read(t, i, rules).or_else(|| named::from_digits(t, i, rules)),
        Shape::Word => {
            let word = t.str(i);
            if !may_begin(word) {
                None
            } else if month::month(word).is_some() {
                named::from_month(t, i)
            } else if ordinal(word).is_some() || piece(word).is_some() {
                named::from_ordinal(t, i)
            } else {
                None
            }
        }
        Shape::Numeral | Shape::Blank | Shape::Mark(_) => None,
    }
}

/// The index after the date spelling at `i`, whose digits are no numbers of their own.
pub(crate) fn shadow(t: &Tokens<'_>, i: usize) -> Option<usize> {
    date_at(t, i, Rules::default()).map(|(end, _)| end)
}

/// Whether a number stands next to the name of a month: the "5" of "January 5".
pub(crate) fn beside_month(t: &Tokens<'_>, start: usize, end: usize) -> bool {
    let named = |i: usize| {
        t.word(i).is_some_and(|word| {
            word.starts_with(char::is_uppercase) && month::month(word).is_some()
        })
    };
    let before = t.back_over_blank(start);
    let before = match before.filter(|at| t.is(*at, '.')) {
        Some(point) => point.checked_sub(1),
        None => before,
    };
    before.is_some_and(named) || named(t.over_blank(end))
}

/// The years a spelling can mean; none before 1000.
fn years(digits: &str, rules: Rules) -> Vec<i16> {
    let Ok(year) = digits.parse::<i16>() else {
        return Vec::new();
    };
    match (digits.len(), rules.century) {
        (4, _) if year >= 1000 => vec![year],
        (2, None) => [1900_i16, 2000]
            .iter()
            .filter_map(|c| c.checked_add(year))
            .collect(),
        (2, Some(century)) => {
            let hundreds = i16::try_from(century / 100)
                .ok()
                .and_then(|c| c.checked_mul(100));
            hundreds
                .and_then(|c| c.checked_add(year))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The day, if the calendar has it.
fn valid(year: i16, month: u8, day: u8) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}
