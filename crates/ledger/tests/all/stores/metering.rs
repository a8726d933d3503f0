//! Reservations: limits that hold whoever asks, and deadlines that free them.

use std::thread;

use groundstop_ledger::Moment;
use groundstop_ledger::meter::{
    Amounts, MAX_AMOUNT, Measure, Reservation, ReservationRequest, Reserved, Settled, Span,
};
use groundstop_ledger::store::{Store, StoreError};

use crate::stores::{at, stores};

fn calls(calls: u64) -> Amounts {
    Amounts {
        calls,
        units: 10 * calls,
        bytes: 0,
    }
}

fn request(principal: &str, now: Moment) -> ReservationRequest<'_> {
    ReservationRequest {
        principal,
        budget: "run",
        amounts: calls(1),
        per_minute: Amounts {
            calls: 3,
            ..Amounts::UNLIMITED
        },
        in_all: Amounts {
            units: 1000,
            ..Amounts::UNLIMITED
        },
        at: now,
        deadline: now.after(5_000_000),
    }
}

fn granted(store: &dyn Store, request: &ReservationRequest<'_>) -> Reservation {
    match store.reserve(request).unwrap() {
        Reserved::Granted(reservation) => reservation,
        Reserved::Refused(why) => panic!("{}: {why:?}", store.describe()),
    }
}

fn refused(store: &dyn Store, request: &ReservationRequest<'_>) -> Vec<(Span, Measure, u64)> {
    match store.reserve(request).unwrap() {
        Reserved::Granted(_) => panic!("{}: granted", store.describe()),
        Reserved::Refused(why) => why.iter().map(|r| (r.span, r.measure, r.used)).collect(),
    }
}

#[test]
fn a_minute_slides_and_ends_exactly_after_sixty_seconds() {
    for store in stores("minute") {
        let store = store.as_ref();
        for second in [0, 10, 20] {
            let one = granted(store, &request("p", at(second)));
            let settled = store.settle(one, calls(1), at(second + 1));
            assert_eq!(settled, Ok(Settled::Settled));
        }
        let full = vec![(Span::Minute, Measure::Calls, 3)];
        assert_eq!(refused(store, &request("p", at(59))), full);
        let last = Moment::from_micros(at(60).micros() - 1);
        assert_eq!(refused(store, &request("p", last)), full);
        granted(store, &request("q", at(59)));
        granted(store, &request("p", at(60)));
        assert_eq!(refused(store, &request("p", at(60))), full);
    }
}

#[test]
fn what_nobody_settles_counts_until_its_deadline() {
    for store in stores("deadline") {
        let store = store.as_ref();
        let three: Vec<_> = (0..3)
            .map(|_| granted(store, &request("p", at(0))))
            .collect();
        let before = Moment::from_micros(at(5).micros() - 1);
        assert_eq!(refused(store, &request("p", before)).len(), 1);
        // Its holder is gone: the reservation is free again at its deadline.
        granted(store, &request("p", at(5)));
        let late = store.settle(three[0], calls(1), at(6)).unwrap();
        assert_eq!(late, Settled::Late);
        assert_eq!(
            store.settle(three[0], calls(1), at(6)).unwrap(),
            Settled::Unknown
        );
        // What was really spent counts, late or not.
        granted(store, &request("p", at(7)));
        assert_eq!(refused(store, &request("p", at(7))).len(), 1);
    }
}

#[test]
fn a_budget_holds_in_all_and_every_limit_passed_is_named() {
    for store in stores("budget") {
        let store = store.as_ref();
        let tight = |second| ReservationRequest {
            in_all: Amounts {
                units: 25,
                ..Amounts::UNLIMITED
            },
            per_minute: Amounts {
                calls: 2,
                ..Amounts::UNLIMITED
            },
            ..request("p", at(second))
        };
        for second in [0, 1] {
            let one = granted(store, &tight(second));
            store.settle(one, calls(1), at(second)).unwrap();
        }
        let both = [
            (Span::Minute, Measure::Calls, 2),
            (Span::Budget, Measure::Units, 20),
        ];
        assert_eq!(refused(store, &tight(2)), both);
        // A day later the minute is long over, the budget is not; sweeping changes neither.
        let later = 2 * 86_400;
        assert_eq!(refused(store, &tight(later)), [both[1]]);
        assert_eq!(store.sweep(at(later)).unwrap().reservations, 1);
        assert_eq!(refused(store, &tight(later)), [both[1]]);
        let huge = ReservationRequest {
            amounts: calls(MAX_AMOUNT),
            ..tight(later)
        };
        assert!(matches!(store.reserve(&huge), Err(StoreError::TooLarge(_))));
    }
}

#[test]
fn many_at_once_are_granted_exactly_the_limit() {
    for store in stores("race") {
        let store = store.as_ref();
        let granted: usize = thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        let tries = 0..25;
                        let request = ReservationRequest {
                            per_minute: Amounts {
                                calls: 40,
                                ..Amounts::UNLIMITED
                            },
                            ..request("p", at(0))
                        };
                        tries
                            .filter(|_| {
                                let reserved = store.reserve(&request).unwrap();
                                matches!(reserved, Reserved::Granted(_))
                            })
                            .count()
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        assert_eq!(granted, 40, "{}", store.describe());
    }
}
