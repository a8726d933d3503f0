//! Who is granted what, and what the plan is.

use groundstop_contract::{Environment, PolicyCaps, ResearchStopReason as Reason, Tier};
use groundstop_research::caps::LoweredCaps;
use groundstop_research::plan::{PlannedCall, Wanted};
use groundstop_research::route::{Policy, Question, QuestionError, Routed, route};

const BOTH: Wanted = Wanted {
    corpus: true,
    web: true,
};

/// The table of the design notes, written a second time.
const CAPS: [(Tier, Environment, [u32; 5]); 6] = [
    (Tier::Pro, Environment::Dev, [3, 10, 5000, 15_000, 300]),
    (Tier::Pro, Environment::Staging, [5, 10, 5000, 15_000, 500]),
    (Tier::Pro, Environment::Prod, [5, 10, 5000, 15_000, 500]),
    (Tier::Max, Environment::Dev, [5, 20, 5000, 20_000, 500]),
    (
        Tier::Max,
        Environment::Staging,
        [10, 20, 5000, 30_000, 1000],
    ),
    (Tier::Max, Environment::Prod, [10, 30, 5000, 30_000, 1000]),
];

#[test]
fn the_caps_are_those_of_the_table() {
    for (tier, environment, expected) in CAPS {
        let caps = PolicyCaps::of(tier, environment).expect("granted");
        assert_eq!(caps.named().map(|(_, cap)| cap), expected);
    }
    for environment in Environment::ALL {
        assert_eq!(PolicyCaps::of(Tier::Free, *environment), None);
    }
}

#[test]
fn refusals_name_all_their_reasons() {
    let off = Policy {
        enabled: false,
        ..Policy::default()
    };
    let refused = |tier, policy: &Policy| match route(BOTH, tier, Environment::Prod, policy) {
        Ok(Routed::Refused(reasons)) => reasons,
        other => panic!("{other:?}"),
    };
    let on = Policy::default();
    assert_eq!(refused(None, &on), [Reason::EntitlementCap]);
    assert_eq!(refused(Some(Tier::Free), &on), [Reason::EntitlementCap]);
    assert_eq!(refused(Some(Tier::Max), &off), [Reason::PolicyDisabled]);
    assert_eq!(
        refused(None, &off),
        [Reason::EntitlementCap, Reason::PolicyDisabled]
    );
}

#[test]
fn the_plan_is_fixed_and_cut_to_its_calls() {
    for (tier, environment, [calls, ..]) in CAPS {
        for (corpus, web) in [(true, true), (true, false), (false, true), (false, false)] {
            let wanted = Wanted { corpus, web };
            let routed = route(wanted, Some(tier), environment, &Policy::default());
            let Ok(Routed::Granted(grant)) = routed else {
                panic!("{routed:?}")
            };
            let mut expected = Vec::new();
            if corpus {
                expected.push(PlannedCall::CORPUS);
            }
            if web {
                expected.push(PlannedCall::SEARCH);
                expected.extend((1..=8).map(PlannedCall::fetch));
            }
            expected.truncate(calls as usize);
            assert_eq!(grant.plan(), expected);
            let mut session = grant.open();
            let mut drawn = Vec::new();
            while let Some(ticket) = session.ticket(0) {
                assert_eq!(ticket.number() as usize, drawn.len() + 1);
                assert_eq!(ticket.timeout_ms(), 5000);
                drawn.push(ticket.call());
            }
            assert_eq!(drawn, expected);
        }
    }
}

#[test]
fn a_slot_left_out_costs_no_number() {
    let routed = route(BOTH, Some(Tier::Max), Environment::Prod, &Policy::default());
    let Ok(Routed::Granted(grant)) = routed else {
        panic!("{routed:?}")
    };
    let mut session = grant.open();
    assert_eq!(session.skip(), Some(PlannedCall::CORPUS));
    assert_eq!(session.next_call(), Some(PlannedCall::SEARCH));
    let ticket = session.ticket(0).expect("a call is left");
    assert_eq!((ticket.number(), ticket.cost_units()), (1, 60));
}

#[test]
fn configuration_lowers_and_never_raises() {
    let granted = PolicyCaps::of(Tier::Pro, Environment::Prod).expect("granted");
    let lowered = LoweredCaps {
        max_tool_calls_total: Some(2),
        budget_units_clamp: Some(0),
        ..LoweredCaps::default()
    };
    let held = lowered.of(granted).expect("lower");
    assert_eq!(held.named().map(|(_, cap)| cap), [2, 10, 5000, 15_000, 0]);
    let raised: [(&str, LoweredCaps); 5] = [
        (
            "max_tool_calls_total",
            LoweredCaps {
                max_tool_calls_total: Some(6),
                ..LoweredCaps::default()
            },
        ),
        (
            "max_tool_calls_per_minute",
            LoweredCaps {
                max_tool_calls_per_minute: Some(11),
                ..LoweredCaps::default()
            },
        ),
        (
            "per_call_timeout_ms",
            LoweredCaps {
                per_call_timeout_ms: Some(5001),
                ..LoweredCaps::default()
            },
        ),
        (
            "total_research_timeout_ms",
            LoweredCaps {
                total_research_timeout_ms: Some(15_001),
                ..LoweredCaps::default()
            },
        ),
        (
            "budget_units_clamp",
            LoweredCaps {
                budget_units_clamp: Some(501),
                ..LoweredCaps::default()
            },
        ),
    ];
    for (cap, lowered) in raised {
        let error = lowered.of(granted).expect_err(cap);
        assert_eq!(error.cap, cap);
        assert!(error.to_string().contains(cap));
    }
}

#[test]
fn a_question_has_one_form() {
    let question = Question::new("  What \t is\nthe rate? ").expect("a question");
    assert_eq!(question.text(), "What is the rate?");
    assert_eq!(Question::new(" \n "), Err(QuestionError::Empty));
    let long = "é".repeat(501);
    assert_eq!(
        Question::new(&long),
        Err(QuestionError::TooLong { characters: 501 })
    );
    assert!(Question::new(&long[2..]).is_ok());
}

#[test]
fn a_cap_that_nobody_is_granted_is_refused_whoever_asks() {
    let lowered = |calls| LoweredCaps {
        max_tool_calls_total: Some(calls),
        ..LoweredCaps::default()
    };
    for environment in Environment::ALL.iter().copied() {
        let most = PolicyCaps::of(Tier::Max, environment).unwrap();
        let most = most.max_tool_calls_total;
        let held = |calls| lowered(calls).held(Tier::Free, environment);
        assert_eq!(held(most), Ok(None));
        let raised = held(most + 1).unwrap_err();
        assert_eq!((raised.cap, raised.granted), ("max_tool_calls_total", most));
    }
}

#[test]
fn no_default_plan_costs_more_than_its_clamp_and_a_lowered_one_does() {
    let mut dearest = Vec::new();
    for tier in Tier::ALL {
        for environment in Environment::ALL {
            for (corpus, web) in [(true, false), (false, true), (true, true)] {
                let policy = Policy::default();
                let routed = route(Wanted { corpus, web }, Some(*tier), *environment, &policy);
                let Ok(Routed::Granted(grant)) = routed else {
                    continue;
                };
                let plan = grant.plan().iter();
                let cost: u32 = plan.map(|call| call.tool().cost_units()).sum();
                let clamp = grant.caps().budget_units_clamp;
                // The number of calls is the tighter bound: even calls that all cost the
                // most would hardly come up to the clamp, and no plan searches twice.
                assert!(cost <= clamp, "{tier} in {environment}: {cost} of {clamp}");
                dearest.push((tier.code(), environment.code(), cost, clamp));
                // A clamp below the plan binds.
                let lowered = LoweredCaps {
                    budget_units_clamp: Some(cost - 1),
                    ..LoweredCaps::default()
                };
                assert!(lowered.of(*grant.caps()).is_ok());
            }
        }
    }
    let most = |tier: &str, environment: &str| {
        let own = dearest.iter();
        let own = own.filter(|(t, e, ..)| *t == tier && *e == environment);
        own.map(|(.., cost, clamp)| (*cost, *clamp)).max()
    };
    // What the dearest plan costs, and what the run may cost, by tier and environment.
    for (tier, environment, expected) in [
        ("PRO", "dev", (120, 300)),
        ("PRO", "staging", (180, 500)),
        ("PRO", "prod", (180, 500)),
        ("MAX", "dev", (180, 500)),
        ("MAX", "staging", (310, 1_000)),
        ("MAX", "prod", (310, 1_000)),
    ] {
        assert_eq!(
            most(tier, environment),
            Some(expected),
            "{tier} {environment}"
        );
    }
}
