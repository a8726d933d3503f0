//! A call that its plan does not know.

use groundstop_adapter::Parsed;
use groundstop_contract::telemetry::Grade;
use groundstop_ledger::store::MemoryStore;
use groundstop_research::caps::LoweredCaps;
use jiff::civil::date;

use groundstop_contract::{Environment, Tier};
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question};
use groundstop_research::validate::Standard;

use super::*;

/// Nobody is to be reached here.
struct Nobody;

impl Tools for Nobody {
    fn reach(&self, _: Ticket, request: ToolRequest<'_>, _: &mut CallGate<'_>) -> Reached {
        panic!("{request:?} was carried out")
    }
}

impl Parse for Nobody {
    fn parse(&mut self, _: &[u8]) -> Parsed {
        Parsed::Unreadable
    }
}

impl Clock for Nobody {
    fn now(&self) -> Moment {
        Moment::from_micros(0)
    }

    fn elapsed_ms(&self) -> u64 {
        0
    }
}

#[test]
fn a_call_without_a_ticket_ends_the_run_and_costs_nothing() {
    let question = Question::new("When was the mill rebuilt?").unwrap();
    let asked = RunRequest {
        inquiry: Inquiry {
            question: question.clone(),
            wanted: Wanted {
                corpus: true,
                web: false,
            },
            tier: Some(Tier::Pro),
            environment: Environment::Dev,
            policy: Policy {
                enabled: true,
                lowered: LoweredCaps::default(),
            },
            standard: Standard {
                today: date(2026, 3, 31),
                min_grade: Grade::E,
                language: None,
            },
            clarified: false,
        },
        principal: "somebody",
        run: "a run",
        conversation: None,
        cached_for: None,
    };
    let routed = route(
        asked.inquiry.wanted,
        asked.inquiry.tier,
        asked.inquiry.environment,
        &asked.inquiry.policy,
    )
    .unwrap();
    let Routed::Granted(grant) = routed else {
        panic!("{routed:?}")
    };
    let caps = *grant.caps();
    let mut session = grant.open();
    while session.skip().is_some() {}
    let screen = Screen::published().unwrap();
    let mut gathering = Gathering::new(&screen, asked.inquiry.clone());
    let mut trail = Trail::default();
    let store = MemoryStore::default();
    let mut context = RunContext {
        tools: &Nobody,
        parse: &mut Nobody,
        store: &store,
        clock: &Nobody,
        screen: &screen,
        cancellation: None,
    };
    let request = ToolRequest::Corpus(&question);
    for _ in 0..=caps.max_tool_calls_per_minute {
        let made = call(
            &asked,
            &mut session,
            request,
            &mut gathering,
            &mut context,
            &mut trail,
        );
        assert!(made.is_none());
    }
    // Were anything still reserved, the last one would have met a limit.
    assert_eq!(trail.met, [ResearchStopReason::InternalInconsistency]);
    assert!(gathering.must_stop() && trail.fault.is_none());
}
