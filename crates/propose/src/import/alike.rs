//! Whether two things that were given for a field are one value in two spellings.

use groundstop_canon::Decimal;
use groundstop_contract::WireValue;
use groundstop_language::LANGUAGES;
use groundstop_value::{Kind, Value, read_whole, read_wire};

/// What a text says of a value that a candidate has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// It is that value.
    Same,
    /// It is another one.
    Other,
    /// It is not spelled so that one could know.
    Unknown,
}

/// Compares by what both mean for a field of this kind.
pub(super) fn compared(kind: &Kind, value: &WireValue, other: &WireValue) -> Compared {
    if *kind == Kind::Text {
        return Compared::Unknown;
    }
    let (own, stated) = (read_wire(kind, value), read_wire(kind, other));
    let same = match (&own, &stated) {
        (Some(own), Some(stated)) if !stated.bare || own.bare => {
            own.values.iter().any(|one| stated.values.contains(one))
        }
        // `384000` beside `EUR 384,000.00`: a figure alone is compared with the figure.
        (Some(own), _) => match (figure_of(&own.values), alone(other)) {
            (Some(figure), Some(stated)) => figure == stated,
            _ => return Compared::Unknown,
        },
        (None, _) => return Compared::Unknown,
    };
    if same {
        Compared::Same
    } else {
        Compared::Other
    }
}

/// The figure of a clear amount, percentage, number or length of time.
fn figure_of(values: &[Value]) -> Option<Decimal> {
    match values {
        [Value::Money { amount: figure, .. }]
        | [Value::Percent(figure) | Value::Number(figure)]
        | [Value::Duration { count: figure, .. }] => Some(*figure),
        _ => None,
    }
}

/// The number that a text is, if it is nothing else.
fn alone(value: &WireValue) -> Option<Decimal> {
    let number = Kind::Number { format: None };
    let WireValue::Text(text) = value else {
        return None;
    };
    figure_of(&read_whole(&number, text)?.values)
}

/// Whether one text is the other, or says it word for word among words that change nothing: "an
/// annual fee of EUR 384,000.00" and "EUR 384,000.00", but not "250" and "2500".
pub(super) fn says(one: &str, two: &str) -> bool {
    let (one, two) = (words(one), words(two));
    let (short, long) = if one.len() <= two.len() {
        (one, two)
    } else {
        (two, one)
    };
    if short.is_empty() || long.is_empty() {
        return false;
    }
    let found = long
        .windows(short.len())
        .position(|part| part.iter().zip(&short).all(|(a, b)| is_one(a, b)));
    found.is_some_and(|at| {
        let after = at.saturating_add(short.len());
        let rest = long.iter().take(at).chain(long.iter().skip(after));
        rest.copied().all(changes_nothing)
    })
}

/// The words of a text without the marks around them.
fn words(text: &str) -> Vec<&str> {
    const AROUND: &[char] = &[
        '"', '\'', '.', ',', ';', ':', '(', ')', '[', ']', '\u{201c}', '\u{201d}', '\u{2018}',
        '\u{2019}',
    ];
    let words = text
        .split_whitespace()
        .map(|word| word.trim_matches(AROUND));
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether two words are one, or differ by a sign of a currency or the like: "US$384" and "384".
fn is_one(one: &str, two: &str) -> bool {
    let (short, long) = if one.len() <= two.len() {
        (one, two)
    } else {
        (two, one)
    };
    let has_digit = short.contains(|c: char| c.is_ascii_digit());
    let rest = long
        .strip_suffix(short)
        .or_else(|| long.strip_prefix(short));
    one == two
        || has_digit
            && rest.is_some_and(|rest| {
                !rest.contains(|c: char| {
                    c.is_numeric() || matches!(c, '-' | '\u{2212}' | '.' | ',' | '/')
                })
            })
}

/// Whether a word beside a value leaves it as it is: neither a figure nor a denial.
fn changes_nothing(word: &str) -> bool {
    // "No" with a capital is a number's mark.
    let lower = word.to_lowercase();
    let denies = word != "No"
        && LANGUAGES
            .iter()
            .any(|language| language.words.negations.contains(&lower.as_str()));
    !denies && !word.contains(char::is_numeric)
}
