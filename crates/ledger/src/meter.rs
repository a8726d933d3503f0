//! Reserve, then settle: what may be spent in a minute and in all.
//!
//! The limits are passed in with every request; the store only adds up what
//! was reserved and spent, in one transaction with the new reservation.

use crate::moment::Moment;

/// The length of the sliding window.
pub const WINDOW_US: i64 = 60_000_000;
/// The most that one reservation can be of anything; sums then never overflow.
pub const MAX_AMOUNT: u64 = 1 << 40;

/// So many calls, units and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Calls of a tool.
    pub calls: u64,
    /// Units of cost.
    pub units: u64,
    /// Bytes received.
    pub bytes: u64,
}

impl Amounts {
    /// No limit at all.
    pub const UNLIMITED: Amounts = Amounts {
        calls: u64::MAX,
        units: u64::MAX,
        bytes: u64::MAX,
    };

    fn each(self) -> [(Measure, u64); 3] {
        [
            (Measure::Calls, self.calls),
            (Measure::Units, self.units),
            (Measure::Bytes, self.bytes),
        ]
    }

    /// Whether each is small enough to be kept.
    pub(crate) fn is_bounded(self) -> bool {
        self.each().iter().all(|(_, amount)| *amount <= MAX_AMOUNT)
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Calls.
    Calls,
    /// Units of cost.
    Units,
    /// Bytes.
    Bytes,
}

/// Over what it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// The principal's last minute.
    Minute,
    /// The whole budget.
    Budget,
}

/// A request to spend something.
#[derive(Clone, Copy, Debug)]
pub struct ReservationRequest<'a> {
    /// Who spends.
    pub principal: &'a str,
    /// The budget it counts against.
    pub budget: &'a str,
    /// How much at most.
    pub amounts: Amounts,
    /// What the principal may spend in a minute.
    pub per_minute: Amounts,
    /// What the budget holds in all.
    pub in_all: Amounts,
    /// Now.
    pub at: Moment,
    /// When it is over; a reservation nobody settled counts until then.
    pub deadline: Moment,
}

/// A reservation's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reservation(pub(crate) i64);

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reserved {
    /// It may be spent.
    Granted(Reservation),
    /// Nothing was reserved; every limit that would be passed is named.
    Refused(Vec<MeterRefusal>),
}

/// A limit that a request would pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeterRefusal {
    /// Over what.
    pub span: Span,
    /// Of what.
    pub measure: Measure,
    /// The limit.
    pub limit: u64,
    /// What is reserved or spent already.
    pub used: u64,
    /// What was asked for.
    pub asked: u64,
}

/// What became of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// What was spent stands in place of what was reserved.
    Settled,
    /// The same, but the deadline had passed and others may have spent meanwhile.
    Late,
    /// It was settled before, or there is no such reservation; nothing changed.
    Unknown,
}

/// Every limit that the request would pass, the minute's first.
pub(crate) fn refusals(
    request: &ReservationRequest<'_>,
    minute: Amounts,
    budget: Amounts,
) -> Vec<MeterRefusal> {
    let asked = request.amounts.each();
    let spans = [
        (Span::Minute, request.per_minute, minute),
        (Span::Budget, request.in_all, budget),
    ];
    let mut found = Vec::new();
    for (span, limits, used) in spans {
        let rows = asked.iter().zip(limits.each()).zip(used.each());
        for ((&(measure, asked), (_, limit)), (_, used)) in rows {
            if asked > 0 && used.saturating_add(asked) > limit {
                found.push(MeterRefusal {
                    span,
                    measure,
                    limit,
                    used,
                    asked,
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_passed_only_beyond_it_and_all_that_are_passed_are_named() {
        let one = Amounts {
            calls: 1,
            units: 10,
            bytes: 0,
        };
        let request = ReservationRequest {
            principal: "p",
            budget: "b",
            amounts: one,
            per_minute: Amounts {
                calls: 3,
                ..Amounts::UNLIMITED
            },
            in_all: Amounts {
                units: 30,
                bytes: 0,
                ..Amounts::UNLIMITED
            },
            at: Moment::default(),
            deadline: Moment::default(),
        };
        let used = |calls, units| Amounts {
            calls,
            units,
            bytes: 9,
        };
        assert_eq!(refusals(&request, used(2, 20), used(2, 20)), []);
        let both = refusals(&request, used(3, 0), used(0, 21));
        let named: Vec<_> = both
            .iter()
            .map(|r| (r.span, r.measure, r.limit, r.used))
            .collect();
        assert_eq!(
            named,
            [
                (Span::Minute, Measure::Calls, 3, 3),
                (Span::Budget, Measure::Units, 30, 21)
            ]
        );
    }
}
