//! Dates in digits: `2024-01-05`, `01/15/2025`, `15.01.2025`, `3/1/03`.
//!
//! Four digits in front are the year, whatever order is declared. Otherwise
//! every order that gives a valid date is a reading, unless the schema names
//! one; and two-digit years mean two centuries, unless it names that.

use groundstop_contract::DateOrder;
use jiff::civil::Date;

use super::Rules;
use crate::token::{Shape, Tokens, ahead, is_hyphen, next};

/// The date that starts with the digits at `i`: the index after it, and its readings.
pub(crate) fn read(t: &Tokens<'_>, i: usize, rules: Rules) -> Option<(usize, Vec<Date>)> {
    let separator = t.mark(next(i)).map(separator)??;
    let parts = [t.digits(i)?, t.digits(ahead(i, 2))?, t.digits(ahead(i, 4))?];
    if t.mark(ahead(i, 3)).and_then(self::separator) != Some(separator) {
        return None;
    }
    let end = ahead(i, 5);
    if !opens(t, i, separator) {
        return None;
    }
    let dates = readings(parts, separator, rules);
    if dates.is_empty() {
        return None;
    }
    let end = over_time(t, end);
    closes(t, end, rules).then_some((end, dates))
}

/// The class of a separator: a slash, a point, or any hyphen.
fn separator(mark: char) -> Option<char> {
    match mark {
        '/' | '.' => Some(mark),
        hyphen if is_hyphen(hyphen) => Some('-'),
        _ => None,
    }
}

/// Whether nothing before the first digits belongs to them.
fn opens(t: &Tokens<'_>, i: usize, separator: char) -> bool {
    let Some(before) = i.checked_sub(1) else {
        return true;
    };
    match t.shape(before) {
        Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
        Some(Shape::Mark(mark)) => match t.shape_before(before) {
            None | Some(Shape::Blank) => !matches!(mark, '_' | '.' | ',' | '-' | '/'),
            // A period: "01/01/2024-12/31/2024", where the dash is not the separator too.
            Some(Shape::Digits) if crate::token::is_dash(mark) => {
                !(is_hyphen(mark) && separator == '-')
            }
            Some(_) => matches!(
                mark,
                '(' | '[' | '"' | '\u{201c}' | '\'' | ':' | ';' | '\u{2014}' | '>' | '='
            ),
        },
        None | Some(Shape::Blank) => true,
    }
}

/// Whether nothing after the last digits belongs to them.
fn closes(t: &Tokens<'_>, end: usize, rules: Rules) -> bool {
    match t.shape(end) {
        None | Some(Shape::Blank) => true,
        Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
        Some(Shape::Mark('_' | '*' | '█')) => false,
        Some(Shape::Mark(mark)) => match t.shape(next(end)) {
            Some(Shape::Digits) if crate::token::is_dash(mark) => {
                let dash = t.mark(ahead(end, 2)).and_then(separator);
                // Only a whole second date makes it a period.
                dash.is_some_and(|dash| !(dash == '-' && is_hyphen(mark)))
                    && plausible(t, next(end), rules)
            }
            Some(Shape::Digits) => !matches!(mark, '/' | '.' | ',' | ':' | '\'' | '’'),
            Some(Shape::Numeral) => false,
            _ => true,
        },
    }
}

fn plausible(t: &Tokens<'_>, i: usize, rules: Rules) -> bool {
    let parts = (t.digits(i), t.digits(ahead(i, 2)), t.digits(ahead(i, 4)));
    let (Some(a), Some(b), Some(c)) = parts else {
        return false;
    };
    t.mark(next(i))
        .and_then(separator)
        .is_some_and(|separator| !readings([a, b, c], separator, rules).is_empty())
}

/// The time of day after an ISO date, with its zone.
fn over_time(t: &Tokens<'_>, end: usize) -> usize {
    let starts = t.word(end) == Some("T") && t.digits(next(end)).is_some();
    if !starts {
        return end;
    }
    let mut at = ahead(end, 2);
    while matches!(t.mark(at), Some(':' | '.' | '+' | '-')) && t.digits(next(at)).is_some() {
        at = ahead(at, 2);
    }
    if t.word(at) == Some("Z") {
        next(at)
    } else {
        at
    }
}

fn readings(parts: [&str; 3], separator: char, rules: Rules) -> Vec<Date> {
    let [a, b, c] = parts;
    let mut dates = Vec::new();
    if a.len() == 4 {
        push(&mut dates, a, b, c, rules);
        return dates;
    }
    let short = |part: &str| part.len() <= 2;
    let two = |part: &str| part.len() == 2;
    // `1.2.03` and `1-2-03` number sections; only slashes or two digits each make them dates.
    let dated = c.len() == 4 || two(c) && (separator == '/' || two(a) && two(b));
    if !short(a) || !short(b) || !dated {
        return dates;
    }
    let allows = |order: DateOrder| rules.order.is_none_or(|declared| declared == order);
    if allows(DateOrder::Dmy) {
        push(&mut dates, c, b, a, rules);
    }
    if allows(DateOrder::Mdy) {
        push(&mut dates, c, a, b, rules);
    }
    if allows(DateOrder::Ymd) && two(a) && two(c) {
        push(&mut dates, a, b, c, rules);
    }
    dates.sort_unstable();
    dates.dedup();
    dates
}

fn push(dates: &mut Vec<Date>, year: &str, month: &str, day: &str, rules: Rules) {
    if month.len() > 2 || day.len() > 2 {
        return;
    }
    let (Ok(month), Ok(day)) = (month.parse::<u8>(), day.parse::<u8>()) else {
        return;
    };
    for year in super::years(year, rules) {
        dates.extend(super::valid(year, month, day));
    }
}
