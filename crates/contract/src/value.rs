//! Values as they are written in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;

/// A value in JSON: a string for most types, an object for money and durations.
///
/// Dates are `YYYY-MM-DD`, numbers and percentages decimal strings, and text
/// is the document's own characters.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(untagged)]
pub enum WireValue {
    /// Yes or no.
    Boolean(bool),
    /// An amount with its currency.
    Money(MoneyValue),
    /// A length of time.
    Duration(DurationValue),
    /// Everything else.
    Text(String),
}

/// An amount of money.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct MoneyValue {
    /// The exact amount as a decimal string.
    pub amount: String,
    /// The currency as stated: a code, or a sign that stays a sign.
    pub currency: String,
}

/// A length of time.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct DurationValue {
    /// How many units, as a decimal string.
    pub count: String,
    /// The unit.
    pub unit: DurationUnit,
}

codes! {
    /// Units of time. Only months and years convert into each other.
    DurationUnit {
        /// An hour.
        Hour = "hour",
        /// A calendar day.
        Day = "day",
        /// A business, working or banking day.
        BusinessDay = "business_day",
        /// A week.
        Week = "week",
        /// A month.
        Month = "month",
        /// A quarter of a year.
        Quarter = "quarter",
        /// A year.
        Year = "year",
    }
}

impl DurationUnit {
    /// The unit of this name, as it is written in JSON.
    #[must_use]
    pub fn parse(name: &str) -> Option<DurationUnit> {
        let mut all = DurationUnit::ALL.iter().copied();
        all.find(|unit| unit.code() == name)
    }
}
