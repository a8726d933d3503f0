//! Figures that count something else than money: years, months, days, persons and things.

use std::ops::Range;

use groundstop_canon::Decimal;
use groundstop_contract::{Direction, DurationUnit};
use groundstop_value::{Kind, Value, read_all};

use crate::rounded::{is_rounded, money, percent};

/// What a statute counts.
const THINGS: &str = "employee person member shareholder partner worker workman individual company \
    vehicle unit share child dependant dependent resident beneficiary installment instalment \
    transaction animal acre hectare tonne ton litre kilogram room seat trip return invoice";
/// How far the noun may stand behind its number, in words.
const NOUN_WITHIN_WORDS: usize = 3;

/// How far around a figure words are looked at, in bytes.
const WINDOW_BYTES: usize = 80;

/// How a text compares with a figure, the longest phrases first.
const COMPARES: &[(&str, Direction)] = &[
    ("not be less than", Direction::AtOrAbove),
    ("not less than", Direction::AtOrAbove),
    ("within a period of", Direction::AtOrBelow),
    ("not later than", Direction::AtOrBelow),
    ("no later than", Direction::AtOrBelow),
    ("no more than", Direction::AtOrBelow),
    ("not exceeding", Direction::AtOrBelow),
    ("not more than", Direction::AtOrBelow),
    ("not exceed", Direction::AtOrBelow),
    ("at least", Direction::AtOrAbove),
    ("less than", Direction::Below),
    ("fewer than", Direction::Below),
    ("more than", Direction::Above),
    ("exceeding", Direction::Above),
    ("exceeds", Direction::Above),
    ("exceed", Direction::Above),
    ("within a", Direction::AtOrBelow),
    ("within", Direction::AtOrBelow),
    ("up to", Direction::AtOrBelow),
    ("upto", Direction::AtOrBelow),
    ("below", Direction::Below),
    ("over", Direction::Above),
    ("above", Direction::Above),
];

/// What compares a figure from behind.
const OR_MORE: &str = "or more";

/// One figure with what it counts.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// Nothing where it can be read in more than one way.
    pub(crate) number: Option<Decimal>,
    /// `year`, `month`, `day` or `count`.
    pub(crate) unit: &'static str,
    pub(crate) rounded: bool,
    pub(crate) direction: Option<Direction>,
    /// Its place in the text, what compares it included.
    pub(crate) range: Range<usize>,
    /// Its place without what compares it.
    pub(crate) figure: Range<usize>,
}

/// All such figures of a text, in order.
pub(crate) fn counted(text: &str) -> Vec<Counted> {
    let mut all: Vec<Counted> = Vec::new();
    let lengths = read_all(&Kind::Duration, text);
    let mut taken: Vec<Range<usize>> = [money(), percent()]
        .iter()
        .flat_map(|kind| read_all(kind, text))
        .map(|reading| reading.span)
        .collect();
    taken.extend(lengths.iter().map(|reading| reading.span.clone()));
    for reading in lengths {
        let (number, unit) = match reading.clear() {
            Some(Value::Duration { count, unit }) => (Some(*count), unit_code(*unit)),
            _ => (None, None),
        };
        if let Some(unit) = unit.or(number.is_none().then_some("day")) {
            let rounded = is_rounded(text, &reading);
            all.push(figure(text, reading.span, number, unit, rounded));
        }
    }
    for reading in read_all(&Kind::Number { format: None }, text) {
        let overlaps =
            |other: &Range<usize>| other.start < reading.span.end && reading.span.start < other.end;
        if taken.iter().any(overlaps) || !counts_things(text, reading.span.end) {
            continue;
        }
        let number = match reading.clear() {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        };
        let rounded = is_rounded(text, &reading);
        all.push(figure(text, reading.span, number, "count", rounded));
    }
    all.sort_by_key(|one| one.range.start);
    all
}

fn unit_code(unit: DurationUnit) -> Option<&'static str> {
    match unit {
        DurationUnit::Year => Some("year"),
        DurationUnit::Month => Some("month"),
        DurationUnit::Day => Some("day"),
        _ => None,
    }
}

/// A figure with the words before and after that compare it.
fn figure(
    text: &str,
    span: Range<usize>,
    number: Option<Decimal>,
    unit: &'static str,
    rounded: bool,
) -> Counted {
    let before = text.get(..span.start).unwrap_or_default();
    let trimmed = before.trim_end();
    let mut from = trimmed.len().saturating_sub(WINDOW_BYTES);
    while !trimmed.is_char_boundary(from) {
        from = from.saturating_add(1);
    }
    let lower = trimmed.get(from..).unwrap_or_default().to_ascii_lowercase();
    let compared = COMPARES.iter().find(|(phrase, _)| {
        lower
            .strip_suffix(phrase)
            .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    });
    let after = window_after(text, span.end);
    let words: Vec<&str> = after.split_whitespace().take(4).collect();
    let more = words
        .windows(2)
        .any(|pair| matches!(pair, ["or", more] if more.starts_with("more")));
    let direction = match compared {
        Some((_, direction)) => Some(*direction),
        None => more.then_some(Direction::AtOrAbove),
    };
    let start = compared.map_or(span.start, |(phrase, _)| {
        trimmed.len().saturating_sub(phrase.len())
    });
    // "30 days or more": what compares it may stand behind it.
    let blanks = after.len().saturating_sub(after.trim_start().len());
    let behind = match compared.is_none() && after.trim_start().starts_with(OR_MORE) {
        true => blanks.saturating_add(OR_MORE.len()),
        false => 0,
    };
    Counted {
        number,
        unit,
        rounded,
        direction,
        range: start..span.end.saturating_add(behind),
        figure: span,
    }
}

/// The words behind a place, in small letters, as far as they can matter.
fn window_after(text: &str, at: usize) -> String {
    let mut end = at.saturating_add(WINDOW_BYTES).min(text.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    text.get(at..end).unwrap_or_default().to_ascii_lowercase()
}

/// Whether the words behind a number name things that are counted.
fn counts_things(text: &str, end: usize) -> bool {
    let after = window_after(text, end);
    let clause = after.split([',', ';', '.', ':']).next().unwrap_or_default();
    let mut words = clause
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(NOUN_WITHIN_WORDS);
    words.any(|word| {
        let one = word.strip_suffix('s').unwrap_or(word);
        THINGS.split(' ').any(|thing| thing == one || thing == word)
            || matches!(word, "children" | "companies" | "workmen" | "beneficiaries")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_with_what_they_count() {
        let read = |text: &str| {
            let all = counted(text);
            let one = all.first().unwrap_or_else(|| panic!("{text}"));
            assert_eq!(all.len(), 1, "{text}");
            let number = one.number.unwrap().to_string();
            (number, one.unit, one.direction.map(Direction::code))
        };
        let days = "for a period exceeding one hundred and eighty-two days";
        assert_eq!(read(days), ("182".to_owned(), "day", Some("above")));
        let people = "employs not less than twenty persons under section 12";
        assert_eq!(
            read(people),
            ("20".to_owned(), "count", Some("at_or_above"))
        );
        assert_eq!(read("of three years or more").2, Some("at_or_above"));
        assert_eq!(read("not exceeding 6 months").1, "month");
        assert!(counted("Rs. 500 and 5 per cent. of section 12").is_empty());
        assert!(counted("about six months").iter().all(|one| one.rounded));
    }
}
