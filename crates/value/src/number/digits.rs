//! Numbers in digits: group marks, decimal marks and their conventions.
//!
//! A run such as `1,234.50` is collected first, with every mark that stands
//! directly between two digits, and only then understood as a whole. What no
//! convention explains (`1,23,4`, `1.2.3`) is broken: no part of it is a
//! number either.

use groundstop_canon::Decimal;
use groundstop_contract::NumberFormat;

use crate::token::{Tokens, ahead, next};

/// A number spelled in digits.
pub(crate) struct Spelled {
    /// The index after its last token.
    pub(crate) end: usize,
    pub(crate) value: Decimal,
    /// Whether a fraction is written, be it `.0`.
    pub(crate) fraction: bool,
    /// Whether it is a plain run of digits, without any mark.
    pub(crate) plain: bool,
}

/// What stands at a run of digits.
pub(crate) enum Outcome {
    Read(Spelled),
    /// No number; the index after everything that belongs together.
    Broken(usize),
}

const GROUP_BLANK: char = ' ';
const APOSTROPHE: char = '\'';

/// Reads the number that begins with the digits at `i`.
///
/// `after_point` says that a decimal mark without digits stands before it (`.5`).
pub(crate) fn read(
    t: &Tokens<'_>,
    i: usize,
    format: Option<NumberFormat>,
    after_point: bool,
) -> Outcome {
    let (parts, marks, end) = collect(t, i);
    let grouped = after_currency(t, i, format).or_else(|| filling_a_cell(t, i, format));
    if let Some(spelled) = grouped {
        return Outcome::Read(spelled);
    }
    if blank_groups(t, i) && parts.len() == 1 {
        return Outcome::Broken(over_blank_groups(t, i));
    }
    let understood = if after_point {
        match (parts.as_slice(), format) {
            ([part], None | Some(NumberFormat::Point)) => {
                Decimal::parse(&format!("0.{part}")).map(|value| (value, true))
            }
            _ => None,
        }
    } else {
        understand(&parts, &marks, format)
    };
    match understood {
        Some((value, fraction)) => {
            let plain = marks.is_empty() && !after_point;
            Outcome::Read(Spelled {
                end,
                value,
                fraction,
                plain,
            })
        }
        None => Outcome::Broken(end),
    }
}

/// The runs of digits that belong together, the marks between them, and the index after.
fn collect<'a>(t: &Tokens<'a>, i: usize) -> (Vec<&'a str>, Vec<char>, usize) {
    let mut parts = vec![t.str(i)];
    let mut marks = Vec::new();
    let mut end = next(i);
    while let (Some(mark), Some(digits)) = (group_mark(t, end), t.digits(next(end))) {
        if mark == GROUP_BLANK && (digits.len() != 3 || parts.last().is_some_and(|p| p.len() > 3)) {
            break;
        }
        parts.push(digits);
        marks.push(mark);
        end = ahead(end, 2);
    }
    (parts, marks, end)
}

fn group_mark(t: &Tokens<'_>, i: usize) -> Option<char> {
    match t.mark(i) {
        Some(mark @ (',' | '.')) => Some(mark),
        Some('\'' | '\u{2019}') => Some(APOSTROPHE),
        Some(_) => None,
        // Only blanks that never break a line can hold a number together.
        None => matches!(t.str(i), "\u{a0}" | "\u{202f}" | "\u{2007}" | "\u{2009}")
            .then_some(GROUP_BLANK),
    }
}

/// Whether `1 250 000` stands here, with plain blanks: one number or three, the text does not say.
fn blank_groups(t: &Tokens<'_>, i: usize) -> bool {
    t.str(i).len() <= 3
        && t.blank(next(i))
        && t.digits(ahead(i, 2))
            .is_some_and(|digits| digits.len() == 3)
}

/// `€10 000`, `$ 1 234.56`: right after a currency the blanks group, where the
/// last group cannot count something else.
fn after_currency(t: &Tokens<'_>, i: usize, format: Option<NumberFormat>) -> Option<Spelled> {
    let before = t.back_over_blank(i)?;
    let currency = t.mark(before).is_some_and(super::edge::is_sign)
        || t.word(before)
            .is_some_and(|word| crate::money::currency::code(word).is_some());
    if !currency || t.str(i).starts_with('0') || !blank_groups(t, i) {
        return None;
    }
    let (whole, last) = joined_groups(t, i)?;
    let (parts, marks, end) = collect(t, last);
    match (parts.as_slice(), marks.as_slice(), format) {
        (["000"], [], _) => whole_amount(&whole, end),
        ([_, cents], [mark], _) => with_cents(&whole, *mark, cents, end, format),
        _ => None,
    }
}

/// `1 308,00 €` and nothing else in its cell: a count and a price would stand in two cells,
/// so that the blanks group.
fn filling_a_cell(t: &Tokens<'_>, i: usize, format: Option<NumberFormat>) -> Option<Spelled> {
    let before = i.checked_sub(1).map_or("", |before| t.str(before));
    let begins = i == 0 || before.contains(['\t', '\n']);
    if !begins || t.str(i).starts_with('0') || !blank_groups(t, i) {
        return None;
    }
    let (whole, last) = joined_groups(t, i)?;
    let (parts, marks, end) = collect(t, last);
    let spelled = match (parts.as_slice(), marks.as_slice()) {
        ([_], []) => whole_amount(&whole, end),
        ([_, cents], [mark]) => with_cents(&whole, *mark, cents, end, format),
        _ => None,
    };
    let sign = t.over_blank(end);
    let is_currency = t.mark(sign).is_some_and(super::edge::is_sign)
        || t.word(sign)
            .is_some_and(|word| crate::money::currency::code(word).is_some());
    let after = t.str(next(sign));
    let ends = after.is_empty() || after.contains(['\t', '\n']);
    spelled.filter(|_| is_currency && ends)
}

/// The digits of groups that plain blanks part, and the index of the last group.
fn joined_groups(t: &Tokens<'_>, i: usize) -> Option<(String, usize)> {
    let mut whole = t.str(i).to_string();
    let mut last = i;
    while blank_groups(t, last) {
        if t.str(next(last)) != " " {
            return None;
        }
        last = ahead(last, 2);
        whole.push_str(t.str(last));
    }
    Some((whole, last))
}

fn whole_amount(whole: &str, end: usize) -> Option<Spelled> {
    Some(Spelled {
        end,
        value: Decimal::parse(whole)?,
        fraction: false,
        plain: false,
    })
}

fn with_cents(
    whole: &str,
    mark: char,
    cents: &str,
    end: usize,
    format: Option<NumberFormat>,
) -> Option<Spelled> {
    let decimal = match (mark, format) {
        ('.', None | Some(NumberFormat::Point)) | (',', None | Some(NumberFormat::Comma)) => true,
        (_, None | Some(NumberFormat::Point | NumberFormat::Comma)) => false,
    };
    if !decimal || cents.len() != 2 {
        return None;
    }
    Some(Spelled {
        end,
        value: Decimal::parse(&format!("{whole}.{cents}"))?,
        fraction: true,
        plain: false,
    })
}

fn over_blank_groups(t: &Tokens<'_>, i: usize) -> usize {
    let mut end = i;
    while blank_groups(t, end) {
        end = ahead(end, 2);
    }
    let (_, _, end) = collect(t, end);
    end
}

/// The value under the conventions allowed, and whether a fraction is written.
fn understand(
    parts: &[&str],
    marks: &[char],
    format: Option<NumberFormat>,
) -> Option<(Decimal, bool)> {
    let (last_mark, head_marks) = match marks.split_last() {
        None => return Decimal::parse(parts.first()?).map(|value| (value, false)),
        Some((last, head)) => (*last, head),
    };
    let (last_part, head_parts) = parts.split_last()?;
    let decimal_allowed = match (last_mark, format) {
        ('.', None | Some(NumberFormat::Point)) | (',', None | Some(NumberFormat::Comma)) => true,
        (_, None | Some(NumberFormat::Point | NumberFormat::Comma)) => false,
    };
    let grouping_allowed = |mark: char| match (mark, format) {
        (',', Some(NumberFormat::Comma)) | ('.', Some(NumberFormat::Point)) => false,
        (_, None | Some(NumberFormat::Point | NumberFormat::Comma)) => true,
    };
    let fraction =
        |whole: String| Decimal::parse(&format!("{whole}.{last_part}")).map(|value| (value, true));
    match head_marks.first() {
        // Several marks: all alike they group, and a different last one is decimal.
        Some(group) if head_marks.iter().all(|mark| mark == group) => {
            if !grouping_allowed(*group) {
                None
            } else if *group == last_mark {
                Decimal::parse(&grouped(parts, *group)?).map(|value| (value, false))
            } else if decimal_allowed {
                fraction(grouped(head_parts, *group)?)
            } else {
                None
            }
        }
        Some(_) => None,
        // One mark: a comma groups where it can, a point is decimal, unless the schema says.
        None => {
            let groups = grouping_allowed(last_mark) && !(last_mark == '.' && format.is_none());
            match grouped(parts, last_mark).filter(|_| groups) {
                Some(whole) => Decimal::parse(&whole).map(|value| (value, false)),
                None if decimal_allowed => fraction(head_parts.first()?.to_string()),
                None => None,
            }
        }
    }
}

/// The digits of correctly grouped parts: threes, or twos and a last three after commas.
fn grouped(parts: &[&str], mark: char) -> Option<String> {
    let (first, rest) = parts.split_first()?;
    let (last, middle) = rest.split_last()?;
    let threes = first.len() <= 3 && rest.iter().all(|part| part.len() == 3);
    let indian = mark == ','
        && first.len() <= 2
        && last.len() == 3
        && !middle.is_empty()
        && middle.iter().all(|part| part.len() == 2);
    (!first.starts_with('0') && (threes || indian)).then(|| parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, format: Option<NumberFormat>) -> Option<String> {
        let tokens = Tokens::new(text);
        match read(&tokens, 0, format, false) {
            Outcome::Read(s) if s.end == tokens.len() => Some(s.value.to_string()),
            _ => None,
        }
    }

    #[test]
    fn a_comma_groups_and_a_point_is_decimal_unless_only_the_other_is_possible() {
        let table = [
            ("1234", "1234"),
            ("1,234", "1234"),
            ("1,234.50", "1234.5"),
            ("1.234", "1.234"),
            ("1.234,50", "1234.5"),
            ("1.250.000", "1250000"),
            ("2,50,000", "250000"),
            ("1,23,45,678.25", "12345678.25"),
            ("1'250'000", "1250000"),
            ("1’250’000.05", "1250000.05"),
            ("1\u{a0}250\u{a0}000", "1250000"),
            ("1\u{202f}250\u{202f}000,50", "1250000.5"),
            ("12,5", "12.5"),
            ("1234,567", "1234.567"),
            ("0,125", "0.125"),
            ("007", "7"),
        ];
        for (text, expected) in table {
            assert_eq!(value(text, None).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_no_convention_explains_is_no_number() {
        for text in [
            "1,23,4",
            "12,34,5678",
            "1.2.3",
            "1,234,56",
            "5'10",
            "1,234.5.6",
            "1.234,5,6",
        ] {
            assert_eq!(value(text, None), None, "{text}");
        }
    }

    #[test]
    fn a_declared_format_is_the_only_one() {
        let comma = Some(NumberFormat::Comma);
        let point = Some(NumberFormat::Point);
        assert_eq!(value("1,234", comma).as_deref(), Some("1.234"));
        assert_eq!(value("1.234", comma).as_deref(), Some("1234"));
        assert_eq!(value("1.234,5", comma).as_deref(), Some("1234.5"));
        assert_eq!(value("1.5", comma), None);
        assert_eq!(value("1,234.5", comma), None);
        assert_eq!(value("1,234", point).as_deref(), Some("1234"));
        assert_eq!(value("12,5", point), None);
        assert_eq!(value("1.234,5", point), None);
        assert_eq!(value("1.250.000", point), None);
    }

    #[test]
    fn groups_with_plain_blanks_are_neither_one_number_nor_several() {
        let tokens = Tokens::new("1 250 000");
        assert!(matches!(read(&tokens, 0, None, false), Outcome::Broken(5)));
    }

    #[test]
    fn plain_blanks_group_an_amount_that_fills_its_cell() {
        let amount = |text: &str| {
            let tokens = Tokens::new(text);
            let at = (0..tokens.len()).find(|at| tokens.digits(*at).is_some())?;
            match read(&tokens, at, None, false) {
                Outcome::Read(spelled) => Some(spelled.value.to_string()),
                Outcome::Broken(_) => None,
            }
        };
        for (text, expected) in [
            ("1 308,00 €", "1308"),
            ("Total\t12 345 678,50 EUR\nIBAN", "12345678.5"),
            ("Total\t1 308 €\tx", "1308"),
        ] {
            assert_eq!(amount(text).as_deref(), Some(expected), "{text}");
        }
        // A count and a price, a figure of something else, and groups that are none.
        for text in [
            "Pose 1 240,00 €",
            "Pose\t1 240,00 € la journée",
            "Total\t1 308,00",
            "Total\t1 308,000 €",
            "Total\t0 308,00 €",
            "Total\t1\n308,00 €",
        ] {
            assert_ne!(amount(text).as_deref(), Some("1240"), "{text}");
            assert_ne!(amount(text).as_deref(), Some("1308"), "{text}");
        }
    }
}
