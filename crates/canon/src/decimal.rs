//! Exact decimals: what is read from a text is kept digit by digit or refused.
//!
//! A thin wrapper around `rust_decimal`, which keeps a number as 96 bits and a
//! count of fraction digits. Its own arithmetic rounds where a result is too
//! long; ours works on whole numbers and answers `None` exactly there.

use std::fmt;

use crate::digits::Digits;

/// An exact decimal number.
///
/// Every number of up to 28 digits with at most 28 of them after the point
/// fits; the limit behind this is 96 bits for the digits without the point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(rust_decimal::Decimal);

impl Decimal {
    /// Zero.
    pub const ZERO: Decimal = Decimal(rust_decimal::Decimal::ZERO);
    /// One.
    pub const ONE: Decimal = Decimal(rust_decimal::Decimal::ONE);

    /// Reads plain decimal text: an optional sign, digits, an optional point and digits.
    ///
    /// Exponents, group marks, blanks and anything that would have to be
    /// rounded are refused with `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Decimal> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !plain(whole) || !plain(fraction) {
            return None;
        }
        Decimal::from_digits(&Digits::of(text))
    }

    /// The number that the pieces of a text make, where it fits.
    pub(crate) fn from_digits(digits: &Digits) -> Option<Decimal> {
        if digits.is_zero() {
            return Some(Decimal::ZERO);
        }
        let length = i64::try_from(digits.significant.len()).ok()?;
        let scale = length.checked_sub(1)?.checked_sub(digits.exponent)?;
        let unsigned: i128 = digits.significant.parse().ok()?;
        let whole = if digits.negative {
            unsigned.checked_neg()?
        } else {
            unsigned
        };
        match u32::try_from(scale) {
            Ok(scale) => Decimal::from_parts(whole, scale),
            Err(_) => {
                let zeros = u32::try_from(scale.checked_neg()?).ok()?;
                Decimal::from_parts(whole.checked_mul(power_of_ten(zeros)?)?, 0)
            }
        }
    }

    /// The whole number with its last `scale` digits after the point, where it fits.
    fn from_parts(mut whole: i128, mut scale: u32) -> Option<Decimal> {
        while scale > 0 && whole.checked_rem(10)? == 0 {
            whole = whole.checked_div(10)?;
            scale = scale.checked_sub(1)?;
        }
        rust_decimal::Decimal::try_from_i128_with_scale(whole, scale)
            .ok()
            .map(Decimal)
    }

    /// A whole number.
    #[must_use]
    pub fn from_u64(number: u64) -> Decimal {
        Decimal(rust_decimal::Decimal::from(number))
    }

    /// The exact sum, or `None` where it does not fit.
    #[must_use]
    pub fn plus(self, other: Decimal) -> Option<Decimal> {
        let scale = self.0.scale().max(other.0.scale());
        // Where lining up overflows, the sum has too many digits to fit anyway:
        // the one with more fraction digits ends in a digit that is not zero.
        let left = self.whole_at(scale)?;
        let right = other.whole_at(scale)?;
        Decimal::from_parts(left.checked_add(right)?, scale)
    }

    /// The number as a whole one after moving the point `scale` places.
    fn whole_at(self, scale: u32) -> Option<i128> {
        let places = scale.checked_sub(self.0.scale())?;
        self.0.mantissa().checked_mul(power_of_ten(places)?)
    }

    /// The exact product, or `None` where it does not fit.
    #[must_use]
    pub fn times(self, other: Decimal) -> Option<Decimal> {
        let mut left = self.0.mantissa();
        let mut right = other.0.mantissa();
        let mut scale = self.0.scale().checked_add(other.0.scale())?;
        // Tens are taken out before multiplying, so that an overflow can only
        // mean a product that is too long however it is written.
        while scale > 0 {
            let (by_left, by_right) = ten_shared(left, right)?;
            if by_left == 1 && by_right == 1 {
                break;
            }
            left = left.checked_div(by_left)?;
            right = right.checked_div(by_right)?;
            scale = scale.checked_sub(1)?;
        }
        Decimal::from_parts(left.checked_mul(right)?, scale)
    }

    /// The same digits moved two places: five per cent as 0.05.
    #[must_use]
    pub fn hundredth(self) -> Option<Decimal> {
        let scale = self.0.scale().checked_add(2)?;
        Decimal::from_parts(self.0.mantissa(), scale)
    }

    /// The number times one hundred.
    #[must_use]
    pub fn hundredfold(self) -> Option<Decimal> {
        self.times(Decimal::from_u64(100))
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Decimal {
        let mut turned = self.0;
        turned.set_sign_negative(!turned.is_zero() && turned.is_sign_positive());
        Decimal(turned)
    }

    /// Whether the number has no fraction.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.0.is_integer()
    }
}

/// Ten to some power, where it fits.
fn power_of_ten(places: u32) -> Option<i128> {
    10i128.checked_pow(places)
}

/// How to take one factor of ten out of a product: what to divide each side by.
fn ten_shared(left: i128, right: i128) -> Option<(i128, i128)> {
    for (by_left, by_right) in [(10, 1), (1, 10), (2, 5), (5, 2)] {
        if left.checked_rem(by_left)? == 0 && right.checked_rem(by_right)? == 0 {
            return Some((by_left, by_right));
        }
    }
    Some((1, 1))
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_zero() {
            return f.pad("0");
        }
        f.pad(&self.0.normalize().to_string())
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
#[path = "decimal_tests.rs"]
mod tests;
