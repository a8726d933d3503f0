//! Dates with the name of a month, or an ordinal for the day.
//!
//! "January 5, 2024", "the fifth (5th) day of January, 2024", "5. Januar
//! 2024", "5 de enero de 2024", "05-Jan-2024".

use jiff::civil::Date;

use super::month::{may_be_shortened, month};
use super::{Rules, valid, years};
use crate::number::scan::is_reference;
use crate::number::words::{ordinal, ordinal_at};
use crate::token::{Shape, Tokens, ahead, next};

/// A date that begins with the digits of its day, or of its year (`2024-Jan-05`).
pub(crate) fn from_digits(t: &Tokens<'_>, i: usize, rules: Rules) -> Option<(usize, Vec<Date>)> {
    if !free_before(t, i) {
        return None;
    }
    if let Some(found) = joined(t, i, rules) {
        return Some(found);
    }
    let day = day_number(t.digits(i)?)?;
    let (after_day, _) = after_day_digits(t, i);
    let days = day_echo(t, after_day).map_or((vec![day], after_day), |(second, end)| {
        (vec![day, second], end)
    });
    let found = month_and_year(t, days.1, &days.0, false)?;
    Some(unless_shared(t, i, found))
}

/// A date that begins with the name of its month.
pub(crate) fn from_month(t: &Tokens<'_>, i: usize) -> Option<(usize, Vec<Date>)> {
    if !free_before(t, i) {
        return None;
    }
    let month = month(t.word(i)?)?;
    if t.hyphen(next(i)) || t.is(next(i), '/') {
        return month_first_joined(t, i, month);
    }
    let mut at = over_point(t, i);
    if !t.blank(at) {
        return None;
    }
    at = next(at);
    if t.says(at, "the") && t.blank(next(at)) {
        at = ahead(at, 2);
    }
    let (day, after) = match t.digits(at) {
        Some(digits) => (day_number(digits)?, after_day_digits(t, at).0),
        None => ordinal_at(t, at)?,
    };
    // "5 January 6, 2024": whose month it is, the text does not say.
    let numbered = t
        .back_over_blank(i)
        .is_some_and(|b| t.digits(b).is_some_and(|d| d.len() <= 2));
    let (year, end) = year_after(t, after)?;
    let date = valid(year, month, day).filter(|_| !numbered);
    date.map(|date| (end, vec![date]))
}

/// A date that begins with its day as an ordinal word: "fifth day of January, 2024".
pub(crate) fn from_ordinal(t: &Tokens<'_>, i: usize) -> Option<(usize, Vec<Date>)> {
    if !free_before(t, i) {
        return None;
    }
    let (day, after) = ordinal_at(t, i)?;
    let (days, after) = match day_echo(t, after) {
        Some((second, end)) => (vec![day, second], end),
        None => (vec![day], after),
    };
    let found = month_and_year(t, after, &days, true)?;
    Some(unless_shared(t, i, found))
}

/// `05-Jan-2024`, `5/Jan/24`, `2024-Jan-05`.
fn joined(t: &Tokens<'_>, i: usize, rules: Rules) -> Option<(usize, Vec<Date>)> {
    let same =
        t.hyphen(next(i)) && t.hyphen(ahead(i, 3)) || t.is(next(i), '/') && t.is(ahead(i, 3), '/');
    let (first, last) = (t.digits(i)?, t.digits(ahead(i, 4))?);
    let month = t.word(ahead(i, 2)).filter(|_| same).and_then(month)?;
    let end = ahead(i, 5);
    let (year, day) = if first.len() == 4 {
        (first, last)
    } else {
        (last, first)
    };
    let day = day_number(day)?;
    let dates: Vec<Date> = years(year, rules)
        .into_iter()
        .filter_map(|year| valid(year, month, day))
        .collect();
    (!dates.is_empty() && free_after(t, end)).then_some((end, dates))
}

/// `Jan-05-2024`.
fn month_first_joined(t: &Tokens<'_>, i: usize, month: u8) -> Option<(usize, Vec<Date>)> {
    let same = t.mark(next(i)) == t.mark(ahead(i, 3));
    let day = t
        .digits(ahead(i, 2))
        .filter(|_| same)
        .and_then(day_number)?;
    let (year, end) = year_at(t, ahead(i, 4))?;
    Some((end, vec![valid(year, month, day)?]))
}

/// The index after a day's ordinal ending, and whether it has one.
fn after_day_digits(t: &Tokens<'_>, i: usize) -> (usize, bool) {
    let after = next(i);
    const ENDINGS: &[&str] = &["st", "nd", "rd", "th", "er", "re", "e", "º", "ª"];
    if t.says_any(after, ENDINGS) {
        return (next(after), true);
    }
    if t.blank(after) && t.says_any(next(after), &["st", "nd", "rd", "th"]) {
        return (ahead(after, 2), true);
    }
    match after_torn_ending(t, t.over_blank(after)) {
        Some(end) => (end, true),
        None => (after, false),
    }
}

/// The index after an ending a raised setting has torn in two: "16t h day of May".
fn after_torn_ending(t: &Tokens<'_>, i: usize) -> Option<usize> {
    const HALVES: &[(&str, &str)] = &[("s", "t"), ("n", "d"), ("r", "d"), ("t", "h")];
    let torn = |(one, other): &(&str, &str)| t.says(i, one) && t.says(ahead(i, 2), other);
    (t.blank(next(i)) && HALVES.iter().any(torn)).then(|| ahead(i, 3))
}

/// The day again in brackets: "fifth (5th)", "5th (fifth)".
fn day_echo(t: &Tokens<'_>, end: usize) -> Option<(u8, usize)> {
    let inside = crate::number::figure::bracket_at(t, end)?;
    let (day, after) = match t.digits(inside) {
        Some(digits) => (day_number(digits)?, after_day_digits(t, inside).0),
        None => ordinal_at(t, inside)?,
    };
    t.is(after, ')').then_some((day, next(after)))
}

/// "[.] [day] [of] January[.][,] [of] 2024" after the day.
fn month_and_year(
    t: &Tokens<'_>,
    after_day: usize,
    days: &[u8],
    needs_of: bool,
) -> Option<(usize, Vec<Date>)> {
    let mut at = after_day;
    if t.is(at, '.') {
        at = next(at);
    }
    at = t.blank(at).then(|| next(at))?;
    let mut of = false;
    for word in ["day", "of", "de", "di"] {
        if t.says(at, word) && t.blank(next(at)) {
            at = ahead(at, 2);
            of |= word != "day";
        }
    }
    let month = t.word(at).filter(|_| of || !needs_of).and_then(month)?;
    let (year, end) = year_after(t, over_point(t, at))?;
    let mut dates: Vec<Date> = days
        .iter()
        .filter_map(|day| valid(year, month, *day))
        .collect();
    dates.sort_unstable();
    dates.dedup();
    (!dates.is_empty()).then_some((end, dates))
}

/// The index after the month at `i` and the point of its abbreviation.
fn over_point(t: &Tokens<'_>, i: usize) -> usize {
    let after = next(i);
    let shortened = t.word(i).is_some_and(may_be_shortened);
    if t.is(after, '.') && shortened {
        next(after)
    } else {
        after
    }
}

/// The year after a day or month: ", 2024", " 2024", " of 2024", ", in the year 2024".
fn year_after(t: &Tokens<'_>, i: usize) -> Option<(i16, usize)> {
    let mut at = t.over_blank(i);
    if t.is(at, ',') {
        at = t.over_blank(next(at));
    }
    if at == i {
        return None;
    }
    for words in [&["in", "the", "year"][..], &["of"], &["de"], &["del"]] {
        let end = ahead(at, words.len().saturating_mul(2));
        let said = words
            .iter()
            .enumerate()
            .all(|(n, word)| t.says(ahead(at, n.saturating_mul(2)), word));
        if said && end.checked_sub(1).is_some_and(|blank| t.blank(blank)) {
            at = end;
            break;
        }
    }
    year_at(t, at)
}

fn year_at(t: &Tokens<'_>, i: usize) -> Option<(i16, usize)> {
    let digits = t.digits(i).filter(|digits| digits.len() == 4)?;
    let year = years(digits, Rules::default()).first().copied()?;
    free_after(t, next(i)).then_some((year, next(i)))
}

fn day_number(digits: &str) -> Option<u8> {
    if digits.len() > 2 {
        None
    } else {
        digits.parse().ok().filter(|day| (1..=31).contains(day))
    }
}

/// Whether nothing is glued before the date's first token.
fn free_before(t: &Tokens<'_>, i: usize) -> bool {
    let Some(before) = i.checked_sub(1) else {
        return true;
    };
    match t.shape(before) {
        Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
        // "May 5, 2024/May 10, 2024": the slash stands between two whole dates.
        Some(Shape::Mark('/')) => {
            t.word(i).is_some()
                && before
                    .checked_sub(1)
                    .is_some_and(|year| t.str(year).len() == 4)
        }
        // A date written on a line to write on.
        Some(Shape::Mark('_')) => t.shape_before(before) == Some(Shape::Mark('_')),
        Some(Shape::Mark('.' | ',' | '*' | '█')) => false,
        Some(Shape::Mark(':')) => t.shape_before(before) != Some(Shape::Digits),
        // "5-7 January 2024" reaches the check for shared months.
        Some(Shape::Mark(_) | Shape::Blank) | None => true,
    }
}

/// Whether nothing is glued after the year.
fn free_after(t: &Tokens<'_>, end: usize) -> bool {
    match t.shape(end) {
        Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
        Some(Shape::Mark('_')) => t.is(next(end), '_'),
        Some(Shape::Mark('[')) => crate::number::edge::refers_to_note(t, end),
        Some(Shape::Mark('*' | '█')) => false,
        Some(Shape::Mark(mark)) => {
            let more = matches!(t.shape(next(end)), Some(Shape::Digits | Shape::Numeral));
            let joins = crate::token::is_dash(mark) || matches!(mark, '/' | '.' | ',' | ':' | '\'');
            let period = crate::token::is_dash(mark) && starts_date(t, next(end));
            !(more && joins) || period
        }
        None | Some(Shape::Blank) => true,
    }
}

/// Whether a day and the name of its month stand here: the second end of a period.
fn starts_date(t: &Tokens<'_>, i: usize) -> bool {
    let after = after_day_digits(t, i).0;
    let day = t.digits(i).is_some_and(|digits| digits.len() <= 2);
    let joint = t.blank(after) || t.hyphen(after) || t.is(after, '/');
    let month = t.word(next(after)).and_then(month);
    let of = t.says_any(next(after), &["day", "of"]);
    day && joint && (month.is_some() || of)
}

/// No reading where the month is shared with an earlier day: "5 and 7 January 2024".
fn unless_shared(t: &Tokens<'_>, i: usize, found: (usize, Vec<Date>)) -> (usize, Vec<Date>) {
    if shares_month(t, i).unwrap_or(false) {
        (found.0, Vec::new())
    } else {
        found
    }
}

fn shares_month(t: &Tokens<'_>, i: usize) -> Option<bool> {
    let mut at = t.back_over_blank(i)?;
    if t.says(at, "the") {
        at = t.back_over_blank(at)?;
    }
    const CONNECTORS: &[&str] = &[
        "and", "or", "to", "through", "und", "oder", "bis", "et", "ou", "au", "y", "e", "o", "al",
        "en", "tot", "hasta",
    ];
    let connects =
        t.says_any(at, CONNECTORS) || t.dash(at) || matches!(t.mark(at), Some('/' | '&'));
    if !connects {
        return Some(false);
    }
    let before = t.back_over_blank(at)?;
    let before = if t.is(before, '.') {
        before.checked_sub(1)?
    } else {
        before
    };
    let ending = t.says_any(before, &["st", "nd", "rd", "th"]);
    let number = if ending {
        before.checked_sub(1)?
    } else {
        before
    };
    let day = t.digits(number).is_some_and(|digits| digits.len() <= 2);
    let complete = t
        .back_over_blank(number)
        .is_some_and(|m| t.word(m).and_then(month).is_some());
    let worded = t.word(before).is_some_and(|word| ordinal(word).is_some());
    Some(worded || day && !complete && !is_reference(t, number))
}
