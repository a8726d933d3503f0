//! A currency or a unit that stands beside a value is a part of it.
//!
//! Where the value says it itself, it stays as it is; where it says none, the two are joined. Where
//! they contradict, the joined text is no value of its type, and the gate stops it.

use groundstop_contract::{MoneyValue, WireValue};
use groundstop_language::{ENGLISH, has};
use groundstop_value::{Kind, Value, read_whole, read_wire};

/// Words that make a number another one, beside those that captions have.
const SCALES: [&str; 6] = ["hundred", "hundreds", "k", "m", "mn", "bn"];

/// What stands beside a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) currency: Option<String>,
    pub(super) unit: Option<String>,
}

/// A value with what stands beside it.
///
/// # Errors
/// Where the value is an object that says another currency or unit.
pub(super) fn joined(kind: &Kind, value: WireValue, beside: &Beside) -> Result<WireValue, String> {
    let (currency, unit) = (beside.currency.as_deref(), beside.unit.as_deref());
    match (kind, value) {
        (_, WireValue::Money(money)) => {
            let other = [currency, unit].into_iter().flatten().find(|said| {
                let alike = |said: &str| currency_of(kind, said);
                !said.eq_ignore_ascii_case(&money.currency) && alike(said) != alike(&money.currency)
            });
            match other {
                Some(other) => Err(format!(
                    "the value is in `{}`, and beside it stands `{other}`",
                    money.currency
                )),
                None => Ok(WireValue::Money(money)),
            }
        }
        (_, WireValue::Duration(length)) => match unit {
            Some(said) if !said.to_lowercase().starts_with(length.unit.code()) => Err(format!(
                "the value counts in `{}`, and beside it stands `{said}`",
                length.unit.code()
            )),
            _ => Ok(WireValue::Duration(length)),
        },
        (Kind::Money { .. }, WireValue::Text(text)) => Ok(money(kind, text, currency, unit)),
        (Kind::Duration | Kind::Percent { .. } | Kind::Number { .. }, WireValue::Text(text)) => {
            Ok(WireValue::Text(match unit {
                Some(unit) if joins(kind, &text, unit) => format!("{text} {unit}"),
                _ => text,
            }))
        }
        // Without a schema nothing is known of the field: the text must say its currency itself.
        (Kind::Text, WireValue::Text(text)) => Ok(WireValue::Text(match currency {
            Some(currency) if is_amount(&text) && !text.contains(currency) => {
                format!("{currency} {text}")
            }
            _ => text,
        })),
        (_, value) => Ok(value),
    }
}

/// Whether a text is an amount without a currency of its own: "4,250.00".
fn is_amount(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '-'))
}

fn money(kind: &Kind, text: String, currency: Option<&str>, unit: Option<&str>) -> WireValue {
    // A unit may be the currency.
    let (currency, unit) = match unit {
        Some(said) if is_currency(said) && currency.is_none() => (unit, None),
        Some(said)
            if is_currency(said)
                && currency_of(kind, said) == currency.and_then(|own| currency_of(kind, own)) =>
        {
            (currency, None)
        }
        _ => (currency, unit),
    };
    let text = match unit {
        Some(unit) if !says(&text, unit) => format!("{text} {unit}"),
        _ => text,
    };
    let Some(currency) = currency else {
        return WireValue::Text(text);
    };
    let wanted = currency_of(kind, currency);
    let reading = read_whole(kind, &text);
    let agrees = reading.is_some_and(|reading| {
        reading.values.iter().all(|value| match value {
            Value::Money { currency, .. } => Some(currency) == wanted.as_ref(),
            _ => false,
        })
    });
    match agrees {
        true => WireValue::Text(text),
        false => WireValue::Money(MoneyValue {
            amount: text,
            currency: currency.to_owned(),
        }),
    }
}

/// Whether a unit changes what a text says and is not said there.
fn joins(kind: &Kind, text: &str, unit: &str) -> bool {
    let small = unit.trim().to_lowercase();
    let of_hundred =
        |text: &str| text.contains('%') || text.contains("percent") || text.contains("per cent");
    match kind {
        Kind::Percent { .. } if of_hundred(&small) => !of_hundred(&text.to_lowercase()),
        // A number has no unit of its own; only what makes it another number counts.
        Kind::Number { .. } => {
            (SCALES.contains(&small.as_str())
                || has(ENGLISH.words.scales, &small)
                || of_hundred(&small))
                && !says(text, unit)
        }
        _ => !says(text, unit),
    }
}

/// Whether a text has a unit already, in one or in many.
fn says(text: &str, unit: &str) -> bool {
    let unit = unit.trim().to_lowercase();
    let one = unit.strip_suffix('s').unwrap_or(&unit);
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| c.is_whitespace() || c.is_ascii_digit());
    unit.is_empty()
        || words.any(|word| word == unit || word.strip_suffix('s').unwrap_or(word) == one)
}

/// How a field of money names a currency.
fn currency_of(kind: &Kind, said: &str) -> Option<String> {
    let one = WireValue::Money(MoneyValue {
        amount: "1".to_owned(),
        currency: said.to_owned(),
    });
    match read_wire(kind, &one)?.values.into_iter().next()? {
        Value::Money { currency, .. } => Some(currency),
        _ => None,
    }
}

fn is_currency(said: &str) -> bool {
    let plain = Kind::Money {
        currency: None,
        format: None,
        stated: None,
    };
    let reading = read_whole(&plain, &format!("{said} 1"))
        .or_else(|| read_whole(&plain, &format!("1 {said}")));
    reading.is_some_and(|reading| !reading.bare && !reading.scaled)
}
