//! Exact decimals: what is read from a text is kept digit by digit or refused.
//!
//! A thin wrapper around `rust_decimal` that only offers operations which
//! cannot round: every one of them answers `None` where the exact result does
//! not fit into 28 digits.

use std::fmt;

/// An exact decimal number of at most 28 significant digits.
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
        let parsed = rust_decimal::Decimal::from_str_exact(text).ok()?;
        Some(Decimal(parsed.normalize()))
    }

    /// A whole number.
    #[must_use]
    pub fn from_u64(number: u64) -> Decimal {
        Decimal(rust_decimal::Decimal::from(number))
    }

    /// The exact sum, or `None` where it does not fit.
    #[must_use]
    pub fn plus(self, other: Decimal) -> Option<Decimal> {
        let sum = self.0.checked_add(other.0)?;
        // rust_decimal rounds a sum that is too long: undoing it must give back what went in.
        (sum.checked_sub(other.0)? == self.0 && sum.checked_sub(self.0)? == other.0)
            .then(|| Decimal(sum.normalize()))
    }

    /// The exact product, or `None` where it does not fit.
    #[must_use]
    pub fn times(self, other: Decimal) -> Option<Decimal> {
        let scale = self.0.scale().checked_add(other.0.scale())?;
        let product = self.0.checked_mul(other.0)?;
        // An exact product keeps all fraction digits of both factors, up to trailing zeros.
        let exact = product.is_zero()
            || product.scale() == scale
            || product.checked_div(other.0)? == self.0 && scale <= 28;
        exact.then(|| Decimal(product.normalize()))
    }

    /// The same digits moved two places: five per cent as 0.05.
    #[must_use]
    pub fn hundredth(self) -> Option<Decimal> {
        self.times(Decimal(rust_decimal::Decimal::new(1, 2)))
    }

    /// The number times one hundred.
    #[must_use]
    pub fn hundredfold(self) -> Option<Decimal> {
        self.times(Decimal::from_u64(100))
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Decimal {
        Decimal(-self.0)
    }

    /// Whether the number has no fraction.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.0.is_integer()
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_zero() {
            return f.write_str("0");
        }
        write!(f, "{}", self.0.normalize())
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
