//! A JSON number that stays the text it was written as.

use std::fmt;

use crate::decimal::Decimal;
use crate::digits::Digits;

/// Powers of ten beyond this are past every double, on either side of one.
const DOUBLE_EXPONENT_LIMIT: i64 = 400;

/// Up to this length the standard library reads every literal as it is.
const SHORT_LITERAL_BYTES: usize = 300;

/// A double carries every decimal of up to this many digits that is not tiny or huge.
const ALWAYS_EXACT_DIGITS: usize = 15;

/// A JSON number, kept as its literal text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Box<str>);

impl Number {
    /// Reads text that is a JSON number from end to end.
    #[must_use]
    pub fn parse(text: &str) -> Option<Number> {
        matches!(split(text), Ok((_, ""))).then(|| Number(text.into()))
    }

    /// Takes text that is known to be a JSON number.
    pub(super) fn from_known(text: impl Into<Box<str>>) -> Number {
        Number(text.into())
    }

    /// The number of a double, written the shortest way; `None` where it is not finite.
    #[must_use]
    pub fn from_double(double: f64) -> Option<Number> {
        double.is_finite().then(|| Number(shortest(double).into()))
    }

    /// The number as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The nearest double; `None` where it is not finite.
    #[must_use]
    pub fn double(&self) -> Option<f64> {
        if self.0.len() <= SHORT_LITERAL_BYTES {
            return self
                .0
                .parse()
                .ok()
                .filter(|double: &f64| double.is_finite());
        }
        let digits = Digits::of(&self.0);
        let zero = if digits.negative { -0.0 } else { 0.0 };
        if digits.is_zero() || digits.exponent < -DOUBLE_EXPONENT_LIMIT {
            return Some(zero);
        }
        if digits.exponent > DOUBLE_EXPONENT_LIMIT {
            return None;
        }
        // Written out afresh, the exponent is small: the standard library stops
        // counting it in tens of thousands, where long digits may still cancel it.
        let sign = if digits.negative { "-" } else { "" };
        let (first, rest) = digits.significant.split_at_checked(1)?;
        let double: f64 = format!("{sign}{first}.{rest}e{}", digits.exponent)
            .parse()
            .ok()?;
        double.is_finite().then_some(double)
    }

    /// The exact decimal, exponents included; `None` where it does not fit.
    #[must_use]
    pub fn decimal(&self) -> Option<Decimal> {
        Decimal::from_digits(&Digits::of(&self.0))
    }

    /// Whether a double carries the number unchanged.
    ///
    /// True where the shortest text of the nearest double is numerically equal
    /// to this text: for `0.1` and `1E2`, not for `9007199254740993` or `1e400`.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let plain = self
            .0
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
        plain && self.0.len() <= ALWAYS_EXACT_DIGITS || self.survives_its_double()
    }

    /// The rule behind [`Number::is_exact`], without its shortcut.
    fn survives_its_double(&self) -> bool {
        let Some(double) = self.double() else {
            return false;
        };
        Digits::of(&self.0).equals(&Digits::of(&shortest(double)))
    }
}

/// The shortest text of a finite double, as ECMAScript writes it.
pub(crate) fn shortest(double: f64) -> String {
    ryu_js::Buffer::new().format_finite(double).to_owned()
}

/// Splits a JSON number off the start of some text.
///
/// The error is the text from where a digit is missing.
pub(super) fn split(text: &str) -> Result<(&str, &str), &str> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let mut rest = match unsigned.strip_prefix('0') {
        Some(rest) => rest,
        None => after_digits(unsigned)?,
    };
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = after_digits(fraction)?;
    }
    if let Some(power) = rest.strip_prefix(['e', 'E']) {
        rest = after_digits(power.strip_prefix(['-', '+']).unwrap_or(power))?;
    }
    let length = text.len().saturating_sub(rest.len());
    text.split_at_checked(length).ok_or(text)
}

/// What follows one or more digits; the error is the text itself.
fn after_digits(text: &str) -> Result<&str, &str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text.len() {
        Err(text)
    } else {
        Ok(rest)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Number {
        Number(number.to_string().into())
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Number {
        Number(number.to_string().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(|| panic!("{text} is not read"))
    }

    #[test]
    fn only_json_numbers_are_read() {
        for text in [
            "", "-", "+1", "01", "1.", ".1", "1e", "1e+", "0x1", "NaN", "1 ", "--1", "1.e1",
        ] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
        for text in [
            "0", "-0", "10", "1.0", "1E2", "1e+2", "1e-2", "-0.0e-0", "0e5",
        ] {
            assert_eq!(number(text).text(), text);
        }
    }

    #[test]
    fn a_number_is_exact_where_a_double_carries_it() {
        for text in [
            "0",
            "-0",
            "1",
            "1.0",
            "1E2",
            "0.1",
            "0.7",
            "9007199254740992",
            "9007199254740994",
            "5e-324",
            "1.7976931348623157e308",
            "1e23",
            "0e999999999999",
            "100000000000000000000",
        ] {
            assert!(number(text).is_exact(), "{text}");
        }
        for text in [
            "9007199254740993",
            "1e400",
            "-1e400",
            "1e-400",
            "0.1000000000000000055511151231257827",
            "0.70000000000000000001",
            "18446744073709551615",
            "333333333.33333329",
            "3e-324",
            "1e99999999999999999999",
            "1e-99999999999999999999",
        ] {
            assert!(!number(text).is_exact(), "{text}");
        }
    }

    #[test]
    fn a_huge_exponent_that_cancels_is_still_understood() {
        let zeros = "0".repeat(700_000);
        assert_eq!(number(&format!("0.{zeros}1e700001")).double(), Some(1.0));
        assert_eq!(number(&format!("1{zeros}e-700000")).double(), Some(1.0));
        assert!(number(&format!("1{zeros}e-700000")).is_exact());
    }

    #[test]
    fn a_decimal_is_read_with_its_exponent() {
        let read = |text| number(text).decimal().map(|d| d.to_string());
        assert_eq!(read("1.25e3").as_deref(), Some("1250"));
        assert_eq!(read("1250000e-4").as_deref(), Some("125"));
        assert_eq!(
            read("-1e-28").as_deref(),
            Some("-0.0000000000000000000000000001")
        );
        assert_eq!(read("0e-999").as_deref(), Some("0"));
        assert_eq!(
            read("1e28").as_deref(),
            Some("10000000000000000000000000000")
        );
        for text in ["1e29", "1e-29", "1e400", "0.12345678901234567890123456789"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_finite_double_survives_its_text(bits in any::<u64>()) {
            let double = f64::from_bits(bits);
            match Number::from_double(double) {
                None => prop_assert!(!double.is_finite()),
                Some(number) => {
                    prop_assert!(number.is_exact());
                    let back = number.double().unwrap();
                    prop_assert!(back.to_bits() == bits || (back.abs() + double.abs()).to_bits() == 0);
                }
            }
        }

        #[test]
        fn up_to_fifteen_digits_are_always_exact(whole in 0u64..1_000_000_000_000_000, places in 0i32..30) {
            let number = number(&format!("{whole}e-{places}"));
            prop_assert!(number.survives_its_double());
        }

        #[test]
        fn the_shortcut_for_short_numbers_changes_nothing(text in "-?(0|[1-9][0-9]{0,12})(\\.[0-9]{1,12})?") {
            let number = number(&text);
            prop_assert_eq!(number.is_exact(), number.survives_its_double());
        }

        #[test]
        fn a_long_literal_is_read_like_the_short_one_it_equals(text in "-?(0|[1-9][0-9]{0,25})\\.[0-9]{1,25}") {
            let long = format!("{text}{}", "0".repeat(SHORT_LITERAL_BYTES));
            prop_assert_eq!(number(&long).double().map(f64::to_bits), number(&text).double().map(f64::to_bits));
        }

        #[test]
        fn the_double_is_the_one_the_standard_library_reads(text in "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?(e[+-]?[0-9]{1,3})?") {
            let theirs: f64 = text.parse().unwrap();
            let ours = number(&text).double();
            prop_assert_eq!(ours.map(f64::to_bits), theirs.is_finite().then_some(theirs.to_bits()));
        }

        #[test]
        fn a_decimal_and_an_exact_double_agree(text in "-?(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?") {
            let number = number(&text);
            prop_assert_eq!(number.decimal(), Decimal::parse(&text));
            let back = Number::from_double(number.double().unwrap()).unwrap();
            prop_assert_eq!(back.decimal(), number.decimal());
        }
    }
}
