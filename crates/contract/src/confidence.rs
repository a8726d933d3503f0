//! A confidence: an exact decimal from 0 to 1, written as a JSON number.

use std::fmt;

use groundstop_canon::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// How sure a proposer says it is, from 0 to 1.
///
/// Kept as a decimal so that "exactly the threshold" means what it says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(Decimal);

impl Confidence {
    /// No confidence at all; what a missing confidence counts as.
    pub const ZERO: Confidence = Confidence(Decimal::ZERO);
    /// Certainty.
    pub const ONE: Confidence = Confidence(Decimal::ONE);

    /// A confidence, where the number lies from 0 to 1 and a double can carry it unchanged.
    #[must_use]
    pub fn new(number: Decimal) -> Option<Confidence> {
        let inside = number >= Decimal::ZERO && number <= Decimal::ONE;
        let carried = through_double(number) == Some(number);
        (inside && carried).then_some(Confidence(number))
    }

    /// Reads plain decimal text such as `0.93`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Confidence> {
        Confidence::new(Decimal::parse(text)?)
    }

    /// The number itself.
    #[must_use]
    pub fn number(self) -> Decimal {
        self.0
    }
}

/// What is left of a decimal after a JSON number carried it.
pub(crate) fn through_double(number: Decimal) -> Option<Decimal> {
    let double: f64 = number.to_string().parse().ok()?;
    Decimal::parse(&format!("{double}"))
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

impl fmt::Debug for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let double: f64 = self
            .0
            .to_string()
            .parse()
            .map_err(serde::ser::Error::custom)?;
        serializer.serialize_f64(double)
    }
}

impl<'de> Deserialize<'de> for Confidence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let double = f64::deserialize(deserializer)?;
        Confidence::parse(&format!("{double}"))
            .ok_or_else(|| de::Error::custom("a confidence is a number from 0 to 1"))
    }
}

impl JsonSchema for Confidence {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Confidence".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confidence_outside_its_range_does_not_exist() {
        for text in [
            "-0.1",
            "1.1",
            "NaN",
            "inf",
            "",
            "1e-1",
            "0.70000000000000000001",
        ] {
            assert_eq!(Confidence::parse(text), None, "{text}");
        }
        assert!(Confidence::parse("0.7").is_some());
    }

    #[test]
    fn json_carries_a_confidence_unchanged() {
        for text in ["0", "1", "0.7", "0.93", "0.123456789"] {
            let confidence = Confidence::parse(text).unwrap();
            let json = serde_json::to_string(&confidence).unwrap();
            assert_eq!(
                serde_json::from_str::<Confidence>(&json).unwrap(),
                confidence
            );
        }
    }
}
