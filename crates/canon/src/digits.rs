//! A number's text taken apart: sign, significant digits, power of ten.
//!
//! Two texts mean the same number exactly when they come apart into the same
//! pieces, whatever zeros and exponents they were written with. No number is
//! ever computed here, so nothing can be rounded.

/// The pieces of a number's text. Zero has no digits.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    /// Whether a minus sign stands in front.
    pub(crate) negative: bool,
    /// The digits without leading and trailing zeros.
    pub(crate) significant: String,
    /// The power of ten of the first significant digit; held at the limits of its type.
    pub(crate) exponent: i64,
}

impl Digits {
    /// Takes apart text that is already known to be a number.
    pub(crate) fn of(text: &str) -> Digits {
        let negative = text.starts_with('-');
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, power) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        let trimmed = all.trim_start_matches('0');
        let leading = length(&all).saturating_sub(length(trimmed));
        let exponent = power_of_ten(power)
            .saturating_add(length(whole))
            .saturating_sub(leading)
            .saturating_sub(1);
        let significant = trimmed.trim_end_matches('0').to_owned();
        Digits {
            negative,
            significant,
            exponent,
        }
    }

    /// Whether the number is zero, of whatever sign.
    pub(crate) fn is_zero(&self) -> bool {
        self.significant.is_empty()
    }

    /// Whether both are the same number; the sign of a zero does not count.
    pub(crate) fn equals(&self, other: &Digits) -> bool {
        if self.is_zero() || other.is_zero() {
            return self.is_zero() && other.is_zero();
        }
        self.negative == other.negative
            && self.exponent == other.exponent
            && self.significant == other.significant
    }
}

/// The length of some text as a signed number.
fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

/// The exponent as written; one too large for its type is held at the limit.
fn power_of_ten(text: &str) -> i64 {
    let limit = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    text.parse().unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_number_come_apart_alike() {
        for (a, b) in [
            ("1", "1.0"),
            ("100", "1E2"),
            ("100", "1000000e-4"),
            ("0.001", "1e-3"),
            ("-0", "0.000e99999999999999999999"),
            ("12.50", "0.0125e+3"),
        ] {
            assert!(Digits::of(a).equals(&Digits::of(b)), "{a} {b}");
        }
    }

    #[test]
    fn different_numbers_do_not_come_apart_alike() {
        for (a, b) in [
            ("1", "-1"),
            ("1", "10"),
            ("1", "0"),
            ("0", "1e-999999"),
            ("1.01", "1.1"),
        ] {
            assert!(!Digits::of(a).equals(&Digits::of(b)), "{a} {b}");
        }
    }
}
