//! Durations: "thirty (30) days", "six-month", "ten business days", "one year and six months".
//!
//! A duration is a number and its unit. "A year" is none, because it may mean
//! every year; and a compound whose parts do not convert ("two years and 10
//! days") is none either, rather than one of its parts.

use groundstop_canon::Decimal;
use groundstop_contract::DurationUnit;

use crate::number::between_in_words;
use crate::number::edge::{Before, before_of, part_of_before, unit_free_after};
use crate::number::figure::{Figure, Found, figure_at};
use crate::number::scan::{Verdict, scan};
use crate::reading::{Draft, Reading};
use crate::token::{Tokens, lookup, next};
use crate::value::{Value, months};

const UNITS: &[(&str, DurationUnit)] = &[
    ("day", DurationUnit::Day),
    ("days", DurationUnit::Day),
    ("hour", DurationUnit::Hour),
    ("hours", DurationUnit::Hour),
    ("month", DurationUnit::Month),
    ("months", DurationUnit::Month),
    ("quarter", DurationUnit::Quarter),
    ("quarters", DurationUnit::Quarter),
    ("week", DurationUnit::Week),
    ("weeks", DurationUnit::Week),
    ("year", DurationUnit::Year),
    ("years", DurationUnit::Year),
];

/// Every duration in the text.
pub(crate) fn read_all(t: &Tokens<'_>) -> Vec<Reading> {
    scan(t, None, |figure| duration(t, figure))
}

/// A number of units, and the index after the unit.
struct Part {
    counts: Vec<Decimal>,
    unit: DurationUnit,
    end: usize,
}

fn duration(t: &Tokens<'_>, figure: &Figure) -> Verdict {
    let clean = before_of(t, figure.start, figure.joint) == Before::Clean && !figure.slashed;
    if !clean || part_of_before(t, figure.start) || between_in_words(t, figure) {
        return Verdict::Pass;
    }
    let Some(first) = part(t, figure) else {
        return Verdict::Pass;
    };
    if let Some(end) = and_a(t, first.end) {
        return Verdict::Refuse(end);
    }
    if follower(t, &first).is_some() {
        return compound(t, figure.start, first);
    }
    let values = first
        .counts
        .iter()
        .map(|count| value(*count, first.unit))
        .collect();
    Verdict::Read(Draft::new(
        figure.start,
        first.end,
        values,
        figure.scaled,
        false,
    ))
}

/// Whether a number of units stands at a figure: used to tell money from time.
pub(crate) fn unit_after(t: &Tokens<'_>, end: usize) -> bool {
    unit(t, end).is_some()
}

fn value(count: Decimal, unit: DurationUnit) -> Value {
    Value::Duration { count, unit }
}

fn part(t: &Tokens<'_>, figure: &Figure) -> Option<Part> {
    let (unit, end) = match unit(t, figure.end) {
        Some(found) => found,
        None => quarters_as_fraction(t, figure)?,
    };
    let counts = match unit {
        DurationUnit::Quarter if figure.words && figure.fraction && !figure.doubled => {
            quarter_count(t, figure)?
        }
        _ => figure.values.clone(),
    };
    Some(Part { counts, unit, end })
}

/// "three quarters" reads as a fraction first; as a duration it counts quarters.
fn quarters_as_fraction(t: &Tokens<'_>, figure: &Figure) -> Option<(DurationUnit, usize)> {
    let last = figure.end.checked_sub(1)?;
    let quarters = figure.fraction && t.says_any(last, &["quarter", "quarters"]);
    let of = t.blank(figure.end) && t.says(next(figure.end), "of");
    let simple = figure.end == figure.start.saturating_add(3);
    (quarters && simple && !of && unit_free_after(t, figure.end))
        .then_some((DurationUnit::Quarter, figure.end))
}

fn quarter_count(t: &Tokens<'_>, figure: &Figure) -> Option<Vec<Decimal>> {
    match t.says_any(figure.end.checked_sub(1)?, &["quarter", "quarters"]) {
        true => {
            let quarter = figure.values.first()?;
            Some(vec![quarter.times(Decimal::from_u64(4))?])
        }
        false => Some(figure.values.clone()),
    }
}

/// The unit after a number that ends at `end`: "days", "calendar days", "-month", "business days".
fn unit(t: &Tokens<'_>, end: usize) -> Option<(DurationUnit, usize)> {
    let mut at = joint(t, end)?;
    let mut business = false;
    let mut calendar = false;
    while let Some(word) = t.word(at) {
        if let Some(unit) = lookup(UNITS, word) {
            let found = match (unit, business) {
                (DurationUnit::Day, true) => DurationUnit::BusinessDay,
                (_, true) => return None,
                (unit, false) => unit,
            };
            let of =
                t.blank(next(at)) && t.says(next(next(at)), "of") && found == DurationUnit::Quarter;
            return (unit_free_after(t, next(at)) && !of).then_some((found, next(at)));
        }
        if t.says_any(at, &["business", "working", "banking"]) && !calendar {
            business = true;
        } else if t.says(at, "calendar") && !business {
            calendar = true;
        } else if !t.says_any(at, &["consecutive", "full", "whole", "successive"]) {
            return None;
        }
        at = joint(t, next(at))?;
    }
    None
}

/// The index after the blank or the hyphen that joins a number to its unit.
fn joint(t: &Tokens<'_>, end: usize) -> Option<usize> {
    if t.blank(end) || t.hyphen(end) || t.is(end, '\u{2013}') {
        let after = next(end);
        // "six (6) - month" has blanks on both sides of its hyphen.
        if t.blank(end) && t.hyphen(after) && t.blank(next(after)) {
            return Some(next(next(after)));
        }
        return Some(after);
    }
    None
}

fn rank(unit: DurationUnit) -> u8 {
    match unit {
        DurationUnit::Hour => 0,
        DurationUnit::Day | DurationUnit::BusinessDay => 1,
        DurationUnit::Week => 2,
        DurationUnit::Month => 3,
        DurationUnit::Quarter => 4,
        DurationUnit::Year => 5,
    }
}

/// The next part of a compound: a number of smaller units right after this one.
fn follower(t: &Tokens<'_>, first: &Part) -> Option<Part> {
    let mut at = first.end;
    if t.is(at, ',') {
        at = next(at);
    }
    at = t.over_blank(at);
    if t.says(at, "and") {
        at = t.over_blank(next(at));
    }
    if at == first.end {
        return None;
    }
    let Found::Figure(figure) = figure_at(t, at, None) else {
        return None;
    };
    part(t, &figure).filter(|second| rank(second.unit) < rank(first.unit))
}

/// "one year and a day", "one year and a half": longer than the year, by no number.
fn and_a(t: &Tokens<'_>, end: usize) -> Option<usize> {
    let and = t.over_blank(end);
    let noun = and.saturating_add(4);
    let said = t.says(and, "and") && t.says_any(and.saturating_add(2), &["a", "an"]);
    let more = t
        .word(noun)
        .is_some_and(|word| lookup(UNITS, word).is_some())
        || t.says_any(noun, &["half", "quarter", "third"]);
    (said && more).then(|| next(noun))
}

/// All parts of a compound as months, or nothing where one does not convert.
fn compound(t: &Tokens<'_>, start: usize, first: Part) -> Verdict {
    let mut sum = exact_months(&first);
    let mut last = first;
    while let Some(part) = follower(t, &last) {
        sum = sum.and_then(|sum| sum.plus(exact_months(&part)?));
        last = part;
    }
    match sum {
        Some(sum) => {
            let values = vec![value(sum, DurationUnit::Month)];
            Verdict::Read(Draft::new(start, last.end, values, false, false))
        }
        None => Verdict::Refuse(last.end),
    }
}

fn exact_months(part: &Part) -> Option<Decimal> {
    match part.counts.as_slice() {
        [count] => months(*count, part.unit),
        _ => None,
    }
}
