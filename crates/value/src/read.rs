//! The three ways to ask for a reading: all of a text, one whole spelling, a value in JSON.

use groundstop_canon::Decimal;
use groundstop_contract::{DurationValue, MoneyValue, WireValue};

use crate::kind::Kind;
use crate::money::currency;
use crate::reading::Reading;
use crate::token::Tokens;
use crate::value::Value;
use crate::{choice, date, duration, fold, money, number, percent};

/// Every spelling of this kind in the text, each as long as it can be, in
/// order and without overlap. Text has no spelling of its own: no readings.
#[must_use]
pub fn read_all(kind: &Kind, text: &str) -> Vec<Reading> {
    match kind {
        Kind::Text => Vec::new(),
        Kind::Choice { options, phrases } => choice::choices(options, phrases, text),
        Kind::Boolean { yes, no } => choice::answers(yes, no, text),
        Kind::Duration => duration::read_all(&Tokens::new(text)),
        Kind::Number { format } => number::read_all(&Tokens::new(text), *format),
        Kind::Percent { ratio, format } => percent::read_all(&Tokens::new(text), *ratio, *format),
        Kind::Money {
            currency,
            format,
            stated,
        } => {
            let rules = money::Rules {
                currency: currency.as_deref(),
                format: *format,
                stated: stated.as_ref(),
            };
            money::read_all(&Tokens::new(text), rules)
        }
        Kind::Date { order, century } => {
            let rules = date::Rules {
                order: *order,
                century: *century,
            };
            date::read_all(&Tokens::new(text), rules)
        }
    }
}

/// The one value that a whole string spells; blanks around it do not count.
///
/// For text that is the string itself, if it has a visible character.
#[must_use]
pub fn read_whole(kind: &Kind, spelled: &str) -> Option<Reading> {
    let start = spelled.len().saturating_sub(spelled.trim_start().len());
    let trimmed = spelled.trim();
    let span = start..start.saturating_add(trimmed.len());
    if *kind == Kind::Text {
        let visible = fold::has_visible(trimmed);
        let values = vec![Value::Text(trimmed.to_string())];
        return visible.then_some(Reading {
            span,
            values,
            scaled: false,
            bare: false,
        });
    }
    let core_start = leading_words(kind, trimmed);
    let mut readings = read_all(kind, trimmed);
    let reading = readings.pop().filter(|_| readings.is_empty())?;
    let rest = trimmed.get(reading.span.end..)?;
    let whole = reading.span.start == core_start && (rest.is_empty() || closes(kind, rest));
    whole.then_some(Reading { span, ..reading })
}

/// The bytes of a weekday, "the" or "this" before a date's day.
fn leading_words(kind: &Kind, text: &str) -> usize {
    const WORDS: &[&str] = &[
        "the",
        "this",
        "monday,",
        "tuesday,",
        "wednesday,",
        "thursday,",
        "friday,",
        "saturday,",
        "sunday,",
    ];
    if !matches!(kind, Kind::Date { .. }) {
        return 0;
    }
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let said = WORDS.iter().any(|word| first.eq_ignore_ascii_case(word));
    if said {
        text.len().saturating_sub(rest.trim_start().len())
    } else {
        0
    }
}

/// What may close a spelling without being part of the value.
fn closes(kind: &Kind, rest: &str) -> bool {
    match kind {
        Kind::Percent { .. } => rest == ".",
        Kind::Money { .. } => rest.trim_start().eq_ignore_ascii_case("only"),
        _ => false,
    }
}

/// The reading of a candidate's value: a string as spelled, or the type's JSON form.
#[must_use]
pub fn read_wire(kind: &Kind, value: &WireValue) -> Option<Reading> {
    let value = match (kind, value) {
        (_, WireValue::Text(spelled)) => return read_whole(kind, spelled),
        (Kind::Boolean { .. }, WireValue::Boolean(yes)) => Value::Boolean(*yes),
        (
            Kind::Money {
                currency, format, ..
            },
            WireValue::Money(money),
        ) => money_object(
            money,
            currency.as_deref(),
            &Kind::Number { format: *format },
        )?,
        (Kind::Duration, WireValue::Duration(duration)) => duration_object(duration)?,
        (_, WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_)) => return None,
    };
    Some(Reading {
        span: 0..0,
        values: vec![value],
        scaled: false,
        bare: false,
    })
}

fn money_object(money: &MoneyValue, declared: Option<&str>, number: &Kind) -> Option<Value> {
    let stated = money.currency.trim();
    let label = currency::label(stated).unwrap_or(stated);
    let currency = currency::declared(label, declared);
    let amount = plain_or_spelled(&money.amount, number)?;
    (!currency.is_empty()).then_some(Value::Money { amount, currency })
}

fn plain_or_spelled(text: &str, number: &Kind) -> Option<Decimal> {
    Decimal::parse(text).or_else(|| match read_whole(number, text)?.clear()? {
        Value::Number(amount) => Some(*amount),
        _ => None,
    })
}

fn duration_object(duration: &DurationValue) -> Option<Value> {
    let count = Decimal::parse(&duration.count)?;
    Some(Value::Duration {
        count,
        unit: duration.unit,
    })
}
