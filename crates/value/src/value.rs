//! A value as it was read, when two of them are the same, and how it is written.

use groundstop_canon::Decimal;
use groundstop_contract::{DurationUnit, DurationValue, MoneyValue, WireValue};
use jiff::civil::Date;

use crate::fold;

/// One exact value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A calendar date.
    Date(Date),
    /// An amount with its currency: a code, or a sign that stays a sign.
    Money {
        /// How much.
        amount: Decimal,
        /// Of what.
        currency: String,
    },
    /// The per-cent number: 5.5 for `5.5%`.
    Percent(Decimal),
    /// A number.
    Number(Decimal),
    /// A length of time.
    Duration {
        /// How many.
        count: Decimal,
        /// Of what.
        unit: DurationUnit,
    },
    /// Yes or no.
    Boolean(bool),
    /// One of the schema's options, as the schema spells it.
    Choice(String),
    /// The document's own characters.
    Text(String),
}

impl Value {
    /// Whether both say the same thing.
    ///
    /// Twelve months are one year and a quarter is three months; days, weeks
    /// and hours convert into nothing. Text is compared under the layout
    /// folds, everything else exactly.
    #[must_use]
    pub fn agrees(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Text(a), Value::Text(b)) => fold::same(a, b),
            (Value::Duration { count: a, unit: x }, Value::Duration { count: b, unit: y }) => {
                x == y && a == b || months(*a, *x).is_some_and(|m| Some(m) == months(*b, *y))
            }
            (a, b) => a == b,
        }
    }

    /// Something that values which agree have in common: their JSON, lengths of time in months
    /// where their unit converts. Text is not told apart.
    #[must_use]
    pub fn agreement_key(&self) -> String {
        match self {
            Value::Text(_) => String::new(),
            Value::Duration { count, unit } => match months(*count, *unit) {
                Some(months) => format!("{months} months"),
                None => format!("{count} {}", unit.code()),
            },
            value => format!("{:?}", value.to_wire()),
        }
    }

    /// The value as it is written in JSON.
    #[must_use]
    pub fn to_wire(&self) -> WireValue {
        match self {
            Value::Date(date) => WireValue::Text(date.to_string()),
            Value::Money { amount, currency } => WireValue::Money(MoneyValue {
                amount: amount.to_string(),
                currency: currency.clone(),
            }),
            Value::Percent(number) | Value::Number(number) => WireValue::Text(number.to_string()),
            Value::Duration { count, unit } => WireValue::Duration(DurationValue {
                count: count.to_string(),
                unit: *unit,
            }),
            Value::Boolean(yes) => WireValue::Boolean(*yes),
            Value::Choice(text) | Value::Text(text) => WireValue::Text(text.clone()),
        }
    }
}

/// The duration in months, if its unit is one that converts.
pub(crate) fn months(count: Decimal, unit: DurationUnit) -> Option<Decimal> {
    match unit {
        DurationUnit::Month => Some(count),
        DurationUnit::Quarter => count.times(Decimal::from_u64(3)),
        DurationUnit::Year => count.times(Decimal::from_u64(12)),
        DurationUnit::Hour | DurationUnit::Day | DurationUnit::BusinessDay | DurationUnit::Week => {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duration(count: u64, unit: DurationUnit) -> Value {
        Value::Duration {
            count: Decimal::from_u64(count),
            unit,
        }
    }

    #[test]
    fn twelve_months_are_a_year_and_seven_days_are_not_a_week() {
        assert!(duration(12, DurationUnit::Month).agrees(&duration(1, DurationUnit::Year)));
        assert!(duration(1, DurationUnit::Quarter).agrees(&duration(3, DurationUnit::Month)));
        assert!(duration(4, DurationUnit::Quarter).agrees(&duration(1, DurationUnit::Year)));
        assert!(!duration(7, DurationUnit::Day).agrees(&duration(1, DurationUnit::Week)));
        assert!(!duration(30, DurationUnit::Day).agrees(&duration(1, DurationUnit::Month)));
        assert!(!duration(10, DurationUnit::Day).agrees(&duration(10, DurationUnit::BusinessDay)));
        assert!(!duration(24, DurationUnit::Hour).agrees(&duration(1, DurationUnit::Day)));
    }

    #[test]
    fn a_sign_is_its_own_currency() {
        let money = |currency: &str| Value::Money {
            amount: Decimal::from_u64(500),
            currency: currency.to_string(),
        };
        assert!(money("$").agrees(&money("$")));
        assert!(!money("$").agrees(&money("USD")));
    }

    #[test]
    fn text_agrees_under_the_layout_folds_and_case_is_kept() {
        let text = |t: &str| Value::Text(t.to_string());
        assert!(text("the “Lender’s”  bank").agrees(&text("the \"Lender's\" bank")));
        assert!(!text("the Bank").agrees(&text("the bank")));
    }

    #[test]
    fn values_are_written_as_the_contract_says() {
        let date = Value::Date(Date::constant(2024, 1, 5));
        assert_eq!(date.to_wire(), WireValue::Text("2024-01-05".to_string()));
        assert_eq!(
            duration(30, DurationUnit::Day).to_wire(),
            WireValue::Duration(DurationValue {
                count: "30".to_string(),
                unit: DurationUnit::Day
            })
        );
    }
}
