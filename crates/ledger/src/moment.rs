//! A time as records state it: UTC, to the microsecond.

use std::fmt;

use jiff::Timestamp;

/// Microseconds since the beginning of 1970, UTC.
///
/// The clock itself belongs to the faces; here times are only compared and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

impl Moment {
    /// A time from its microseconds.
    #[must_use]
    pub const fn from_micros(micros: i64) -> Moment {
        Moment(micros)
    }

    /// Its microseconds.
    #[must_use]
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Reads RFC 3339; what lies below a microsecond is cut off.
    #[must_use]
    pub fn parse(text: &str) -> Option<Moment> {
        let time: Timestamp = text.parse().ok()?;
        Some(Moment(time.as_microsecond()))
    }

    /// So many microseconds later; stays at the end of time.
    #[must_use]
    pub const fn after(self, micros: i64) -> Moment {
        Moment(self.0.saturating_add(micros))
    }

    /// So many microseconds earlier; stays at the beginning of time.
    #[must_use]
    pub const fn before(self, micros: i64) -> Moment {
        Moment(self.0.saturating_sub(micros))
    }

    /// How far this lies behind another time; 0 where it does not.
    #[must_use]
    pub fn behind(self, other: Moment) -> u64 {
        u64::try_from(other.0.saturating_sub(self.0)).unwrap_or(0)
    }
}

/// RFC 3339 with six decimals and a `Z`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_microsecond(self.0) {
            Ok(time) => write!(f, "{time:.6}"),
            // Only times no calendar has: the number itself then.
            Err(_) => write!(f, "{}us", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back_as_they_were_written() {
        for text in ["2026-01-29T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z"] {
            assert_eq!(Moment::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Moment::parse("yesterday"), None);
        assert_eq!(Moment::from_micros(5).behind(Moment::from_micros(9)), 4);
        assert_eq!(Moment::from_micros(9).behind(Moment::from_micros(5)), 0);
    }
}
