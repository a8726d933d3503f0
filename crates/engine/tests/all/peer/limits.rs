//! Group 2, rate limits and sandbox: what is allowed, denied and cut, exactly where,
//! and that nobody's wish changes it.

use std::time::Duration;

use groundstop_certify::fakes::FakeAnswer;
use groundstop_contract::pack::CallEnd;
use groundstop_contract::{Environment, OutputAction, ResearchStopReason as Reason, Tier};
use groundstop_ledger::Moment;
use groundstop_ledger::meter::{Amounts, Measure, ReservationRequest, Reserved, Span};
use groundstop_ledger::store::{MemoryStore, MeterStore};
use groundstop_research::caps::LoweredCaps;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Routed, route};

use crate::peer::REPEATS;
use crate::rig::{PAGE, Reads, Runs, World, answering, found, with_page};

/// Asks for one call, so many milliseconds in, of so many a minute and in all.
fn reserve(store: &MemoryStore, at_ms: i64, per_minute: u64, in_all: u64) -> Reserved {
    let at = Moment::from_micros(at_ms * 1_000);
    let calls = |calls| Amounts {
        calls,
        ..Amounts::UNLIMITED
    };
    let request = ReservationRequest {
        principal: "somebody",
        budget: "a run",
        amounts: Amounts {
            calls: 1,
            units: 10,
            bytes: 0,
        },
        per_minute: calls(per_minute),
        in_all: calls(in_all),
        at,
        deadline: at.after(5_000_000),
    };
    let reserved = store.reserve(&request).expect("a store");
    if let Reserved::Granted(reservation) = &reserved {
        let settled = store.settle(*reservation, request.amounts, at);
        settled.expect("a store");
    }
    reserved
}

fn granted(reserved: &Reserved) -> bool {
    matches!(reserved, Reserved::Granted(_))
}

/// Which span refused, of what, and how much of it was used.
fn refused(reserved: &Reserved) -> Vec<(Span, Measure, u64)> {
    match reserved {
        Reserved::Granted(_) => Vec::new(),
        Reserved::Refused(refusals) => refusals
            .iter()
            .map(|one| (one.span, one.measure, one.used))
            .collect(),
    }
}

const MANY: u64 = 1_000;

#[test]
fn ten_equal_evaluations_are_one() {
    let first = reserve(&MemoryStore::default(), 0, 3, MANY);
    for _ in 0..10 {
        assert_eq!(reserve(&MemoryStore::default(), 0, 3, MANY), first);
    }
}

#[test]
fn calls_are_allowed_up_to_the_limit_and_a_refusal_changes_nothing() {
    let store = MemoryStore::default();
    for _ in 0..3 {
        assert!(granted(&reserve(&store, 0, 3, MANY)));
    }
    for _ in 0..5 {
        let told = refused(&reserve(&store, 0, 3, MANY));
        assert_eq!(told, [(Span::Minute, Measure::Calls, 3)]);
    }
    // A wider limit shows that the refused ones were not counted.
    assert!(granted(&reserve(&store, 0, 4, MANY)));
}

#[test]
fn the_minute_is_over_at_exactly_sixty_seconds() {
    let store = MemoryStore::default();
    assert!(granted(&reserve(&store, 0, 1, MANY)));
    assert!(!granted(&reserve(&store, 59_999, 1, MANY)));
    assert!(granted(&reserve(&store, 60_000, 1, MANY)));
}

#[test]
fn departs_the_minute_slides() {
    // Two at the end of a window and two at the start of the next are four in a minute.
    let store = MemoryStore::default();
    for at in [59_000, 59_500] {
        assert!(granted(&reserve(&store, at, 2, MANY)));
    }
    assert!(!granted(&reserve(&store, 60_100, 2, MANY)));
    assert!(granted(&reserve(&store, 119_000, 2, MANY)));
}

fn lowered(change: impl Fn(&mut LoweredCaps)) -> World {
    let mut world = with_page(PAGE);
    change(&mut world.lowered);
    world
}

#[test]
fn a_limit_of_nothing_denies() {
    assert!(!granted(&reserve(&MemoryStore::default(), 0, 0, MANY)));
    assert!(!granted(&reserve(&MemoryStore::default(), 0, MANY, 0)));
    for world in [
        lowered(|caps| caps.max_tool_calls_per_minute = Some(0)),
        lowered(|caps| caps.max_tool_calls_total = Some(0)),
        lowered(|caps| caps.budget_units_clamp = Some(0)),
        lowered(|caps| caps.per_call_timeout_ms = Some(0)),
        lowered(|caps| caps.total_research_timeout_ms = Some(0)),
    ] {
        assert_ne!(world.run().pack.answer.action, OutputAction::Answer);
        assert_eq!(world.server.connections(), 0);
    }
}

#[test]
fn twenty_replays_of_one_sequence_are_identical() {
    let sequence = || {
        let store = MemoryStore::default();
        let times = [0, 10, 20, 30, 59_999, 60_000, 60_005, 60_020];
        times.map(|at| reserve(&store, at, 3, 5))
    };
    let first = sequence();
    assert!(first.iter().any(granted) && !first.iter().all(granted));
    for _ in 0..REPEATS {
        assert_eq!(sequence(), first);
    }
}

#[test]
fn exactly_so_many_calls_a_minute_and_then_rate_limited() {
    let world = with_page(PAGE);
    let reasons: Vec<_> = (0..6).map(|_| world.run().pack.telemetry.reason).collect();
    // Ten a minute: five runs of a search and a page.
    assert_eq!(reasons[..5], [Reason::SuccessCompleted; 5]);
    assert_eq!(reasons[5], Reason::RateLimited);
    assert_eq!(world.server.requests().len(), 10);
}

#[test]
fn the_next_window_allows_again() {
    let world = lowered(|caps| caps.max_tool_calls_per_minute = Some(2));
    for (at_ms, reason) in [
        (0, Reason::SuccessCompleted),
        (1_000, Reason::RateLimited),
        (60_100, Reason::SuccessCompleted),
    ] {
        world.clock.now_us.set(at_ms * 1_000);
        assert_eq!(world.run().pack.telemetry.reason, reason, "{at_ms}");
    }
}

#[test]
fn exactly_so_many_calls_in_all_and_then_the_budget_is_exhausted() {
    let store = MemoryStore::default();
    for _ in 0..5 {
        assert!(granted(&reserve(&store, 0, MANY, 5)));
    }
    let told = refused(&reserve(&store, 0, MANY, 5));
    assert_eq!(told, [(Span::Budget, Measure::Calls, 5)]);
    // In units: a search for 60 fits into 60, the page for 30 does not.
    let world = lowered(|caps| caps.budget_units_clamp = Some(60));
    let event = world.run().pack.telemetry;
    assert_eq!(event.reason, Reason::BudgetExhausted);
    assert_eq!(
        (event.calls.search, event.calls.fetch, event.units),
        (1, 0, 60)
    );
}

#[test]
fn departs_the_plan_is_cut_to_the_calls_beforehand() {
    let world = answering(|asked, own| match asked.target.starts_with("/p") {
        true => FakeAnswer::new(200, "text/plain", format!("{PAGE} {}", asked.target)),
        false => found(own, &["/p1", "/p2", "/p3"]),
    });
    let two = World {
        lowered: LoweredCaps {
            max_tool_calls_total: Some(2),
            ..LoweredCaps::default()
        },
        ..world
    };
    let event = two.run().pack.telemetry;
    assert_eq!(event.reason, Reason::SuccessCompleted);
    assert_eq!((event.calls.search, event.calls.fetch), (1, 1));
}

#[test]
fn departs_a_run_is_late_only_past_its_time() {
    let world = with_page(PAGE);
    // At its last moment a call is still drawn and has no time; nobody is reached.
    for (elapsed, calls) in [(15_000, 1), (15_001, 0)] {
        world.clock.elapsed_ms.set(elapsed);
        let pack = world.run().pack;
        assert_eq!(pack.telemetry.reason, Reason::Timeout);
        assert_eq!(pack.calls.len(), calls);
    }
    assert_eq!(world.server.connections(), 0);
}

#[test]
fn departs_budget_beats_timeout() {
    let world = lowered(|caps| caps.budget_units_clamp = Some(0));
    // At its last moment the run is not late yet: the budget refuses the call.
    world.clock.elapsed_ms.set(15_000);
    let event = world.run().pack.telemetry;
    assert_eq!(
        (event.reason, event.others),
        (Reason::BudgetExhausted, vec![])
    );
    let all = [Reason::Timeout, Reason::BudgetExhausted];
    let settled = crate::peer::gates::settled(&all, 0);
    assert_eq!(settled.reason, Reason::BudgetExhausted);
    assert_eq!(settled.others, [Reason::Timeout, Reason::NoSource]);
}

#[test]
fn departs_rate_beats_budget() {
    let world = lowered(|caps| {
        caps.max_tool_calls_per_minute = Some(1);
        caps.budget_units_clamp = Some(60);
    });
    let event = world.run().pack.telemetry;
    assert_eq!(event.reason, Reason::RateLimited);
    assert_eq!(event.others, [Reason::BudgetExhausted, Reason::NoSource]);
    assert_eq!(world.server.requests().len(), 1);
}

/// A page that comes in ten pieces, so many milliseconds each, under a cap of a call.
fn slow(piece_ms: u64, cap_ms: u32) -> World {
    let world = answering(move |asked, own| match asked.target.starts_with("/p") {
        true => FakeAnswer::new(200, "text/plain", PAGE)
            .dripping(PAGE.len() / 10 + 1, Duration::from_millis(piece_ms)),
        false => found(own, &["/p"]),
    });
    World {
        lowered: LoweredCaps {
            per_call_timeout_ms: Some(cap_ms),
            ..LoweredCaps::default()
        },
        ..world
    }
}

#[test]
fn a_call_past_its_time_is_a_timeout_and_was_a_call() {
    let pack = slow(400, 1_000).run().pack;
    assert_eq!(pack.telemetry.reason, Reason::Timeout);
    assert_eq!(pack.telemetry.calls.fetch, 1);
}

#[test]
fn a_call_within_its_time_is_fine() {
    let pack = slow(5, 5_000).run().pack;
    assert_eq!(pack.telemetry.reason, Reason::SuccessCompleted);
}

#[test]
fn what_a_parser_may_not_do_is_a_violation_and_was_a_call() {
    let world = World {
        reads: Reads::Violation,
        ..with_page(PAGE)
    };
    let event = world.run().pack.telemetry;
    assert_eq!(event.reason, Reason::SandboxViolation);
    assert_eq!(event.calls.fetch, 1);
}

#[test]
fn departs_an_error_of_the_vendor_is_no_violation() {
    let world = answering(|_, _| FakeAnswer::json(500, "{}"));
    let event = world.run().pack.telemetry;
    assert_eq!(event.reason, Reason::InternalInconsistency);
    assert_eq!(event.calls.search, 1);
}

/// Who asks for everything there is gets what tier, policy and caps give, no more.
fn routed(tier: Tier, enabled: bool, calls: Option<u32>) -> Result<Routed, String> {
    let policy = Policy {
        enabled,
        lowered: LoweredCaps {
            max_tool_calls_total: calls,
            ..LoweredCaps::default()
        },
    };
    let wanted = Wanted {
        corpus: true,
        web: true,
    };
    route(wanted, Some(tier), Environment::Prod, &policy).map_err(|error| error.to_string())
}

#[test]
fn a_wish_does_not_bypass_the_tier() {
    let refused = routed(Tier::Free, true, None);
    assert!(matches!(refused, Ok(Routed::Refused(why)) if why == [Reason::EntitlementCap]));
}

#[test]
fn a_wish_does_not_bypass_the_policy() {
    let refused = routed(Tier::Max, false, None);
    assert!(matches!(refused, Ok(Routed::Refused(why)) if why == [Reason::PolicyDisabled]));
}

#[test]
fn a_wish_does_not_bypass_a_cap() {
    let raised = routed(Tier::Pro, true, Some(6)).err();
    let named = raised.expect("a cap is not raised");
    assert!(named.contains("max_tool_calls_total"), "{named}");
    let Ok(Routed::Granted(grant)) = routed(Tier::Pro, true, Some(2)) else {
        panic!("a lower cap is granted")
    };
    assert_eq!(grant.plan().len(), 2);
}

#[test]
fn a_call_says_when_it_began_and_how_long_it_took() {
    let world = slow(5, 5_000);
    world.clock.elapsed_ms.set(100);
    let pack = world.run().pack;
    let call = &pack.calls[1].call;
    assert_eq!((call.end, call.started_ms), (CallEnd::Answered, 100));
    // Ten pieces with nine waits between them, at least.
    assert!(
        (45..5_000).contains(&call.elapsed_ms),
        "{}",
        call.elapsed_ms
    );
}

#[test]
fn a_call_that_failed_has_no_value() {
    let pack = slow(400, 1_000).run().pack;
    let call = &pack.calls[1].call;
    assert_eq!((call.status, call.body.as_str()), (None, ""));
    assert!(pack.answer.claims.is_empty());
}
