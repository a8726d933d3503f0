//! Every set of conditions ends in one stop reason and one action, as a table
//! written apart from the code says.

use groundstop_contract::{
    Environment, OutputAction, PolicyCaps, ResearchStopReason as Reason, STOP_PRIORITY, Tier,
};
use groundstop_research::outcome::{Conditions, Ended, Flaw, downgraded, examine, message, settle};

/// The order of section 5, by its own numbers.
fn rank(reason: Reason) -> u8 {
    match reason {
        Reason::InternalInconsistency => 1,
        Reason::SandboxViolation => 2,
        Reason::InjectionDetected => 3,
        Reason::EntitlementCap => 4,
        Reason::PolicyDisabled => 5,
        Reason::RateLimited => 6,
        Reason::BudgetExhausted => 7,
        Reason::Timeout => 8,
        Reason::ValidationFail => 9,
        Reason::NoSource => 10,
        Reason::SuccessCompleted => 11,
    }
}

/// Section 6 and reading 9, spelled out case by case.
fn expected_action(
    reason: Reason,
    attempted: bool,
    accepted: usize,
    clarified: bool,
) -> OutputAction {
    let ask = if clarified {
        OutputAction::Unknown
    } else {
        OutputAction::AskClarify
    };
    let rank = rank(reason);
    if rank == 11 {
        OutputAction::Answer
    } else if rank == 10 || (attempted && accepted == 0) {
        ask
    } else {
        OutputAction::Baseline
    }
}

/// All sets of the ten conditions that end a run otherwise than well.
fn all_sets() -> impl Iterator<Item = Conditions> {
    (0u32..1 << 10).map(|bits| {
        let failing = Reason::ALL
            .iter()
            .filter(|one| **one != Reason::SuccessCompleted);
        failing
            .zip(0..)
            .filter(|(_, bit)| bits & (1 << bit) != 0)
            .map(|(reason, _)| *reason)
            .collect()
    })
}

#[test]
fn every_set_of_conditions_ends_in_the_first_of_them() {
    let mut tried = 0;
    for conditions in all_sets() {
        for tier in Tier::ALL {
            for environment in Environment::ALL {
                for (attempted, clarified) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    for (accepted, covering) in [(0, 0), (2, 0), (3, 2)] {
                        // Who is not entitled never got as far as a call.
                        let granted = PolicyCaps::of(*tier, *environment).is_some();
                        let attempted = attempted && granted;
                        let mut conditions = conditions;
                        if !granted {
                            conditions.add(Reason::EntitlementCap);
                        }
                        let ended = Ended {
                            conditions,
                            attempted,
                            accepted,
                            covering,
                            clarified,
                        };
                        one_ending(&ended);
                        tried += 1;
                    }
                }
            }
        }
    }
    assert_eq!(tried, 1024 * 9 * 4 * 3);
}

fn one_ending(ended: &Ended) {
    let ending = settle(ended);
    // Whatever else holds: a run that brought nothing has no source (6.1).
    let mut hold: Vec<Reason> = ended.conditions.in_order().collect();
    if ended.attempted && ended.covering == 0 && !hold.contains(&Reason::NoSource) {
        hold.push(Reason::NoSource);
    }
    if hold.is_empty() {
        // Nothing was tried and nothing stood in the way: that cannot be.
        hold.push(match ended.attempted {
            true => Reason::SuccessCompleted,
            false => Reason::InternalInconsistency,
        });
    }
    hold.sort_by_key(|one| rank(*one));
    let expected = hold[0];
    assert_eq!(ending.reason, expected, "{ended:?}");
    assert_eq!(ending.others, hold[1..], "{ended:?}");
    assert_eq!(
        ending.action,
        expected_action(expected, ended.attempted, ended.accepted, ended.clarified),
        "{ended:?}"
    );
    assert_eq!(ending, settle(ended));
    let citations: &[usize] = if ending.action == OutputAction::Answer {
        &[1, 2]
    } else {
        &[]
    };
    assert_eq!(examine(&ending, citations), Ok(()), "{ended:?}");
}

#[test]
fn an_empty_bundle_after_a_call_has_the_user_asked_whatever_code_wins() {
    for reason in Reason::ALL {
        for (clarified, action) in [
            (false, OutputAction::AskClarify),
            (true, OutputAction::Unknown),
        ] {
            let ending = settle(&Ended {
                conditions: [*reason].into_iter().collect(),
                attempted: true,
                accepted: 0,
                covering: 0,
                clarified,
            });
            assert_eq!(ending.action, action, "{reason}");
            assert_eq!(examine(&ending, &[]), Ok(()), "{reason}");
        }
    }
}

#[test]
fn no_limit_says_that_nothing_was_found_where_sources_were() {
    for reason in [
        Reason::RateLimited,
        Reason::BudgetExhausted,
        Reason::Timeout,
    ] {
        let ending = settle(&Ended {
            conditions: [reason].into_iter().collect(),
            attempted: true,
            accepted: 1,
            covering: 0,
            clarified: false,
        });
        assert_eq!(ending.action, OutputAction::Baseline, "{reason}");
    }
}

#[test]
fn the_baseline_says_that_nothing_was_researched_and_claims_no_answer() {
    let said = message(OutputAction::Baseline);
    assert_eq!(said, "No researched answer is given to this request.");
    assert!(!said.contains("answered"));
}

#[test]
fn the_priority_is_that_of_the_contract() {
    let ranks: Vec<u8> = STOP_PRIORITY.iter().map(|one| rank(*one)).collect();
    assert_eq!(ranks, (1..=11).collect::<Vec<u8>>());
    assert_eq!(Reason::ALL.len(), 11);
}

#[test]
fn the_sentences_are_those_of_the_contract_letter_by_letter() {
    assert_eq!(
        message(OutputAction::AskClarify),
        "I couldn't find reliable sources for your request. Could you clarify: \
         (1) specific topic, (2) time period, or (3) source type you're looking for?"
    );
    assert_eq!(
        message(OutputAction::Unknown),
        "No sources are available for this request."
    );
}

#[test]
fn no_sentence_says_why() {
    for action in OutputAction::ALL {
        let said = message(*action).to_lowercase();
        for word in Reason::ALL
            .iter()
            .flat_map(|reason| reason.code().split('_'))
        {
            let telling = !matches!(word, "NO" | "SOURCE" | "COMPLETED" | "FAIL");
            assert!(
                !(telling && said.contains(&word.to_lowercase())),
                "{said}: {word}"
            );
        }
    }
}

#[test]
fn an_ending_that_may_not_leave_is_found_and_downgraded() {
    let ended = |sources| Ended {
        conditions: Conditions::default(),
        attempted: true,
        accepted: sources,
        covering: sources,
        clarified: false,
    };
    let good = settle(&ended(1));
    assert_eq!(examine(&good, &[]), Err(Flaw::ClaimWithoutCitation));
    assert_eq!(examine(&good, &[1, 0]), Err(Flaw::ClaimWithoutCitation));
    let none = settle(&ended(0));
    assert_eq!(examine(&none, &[1]), Err(Flaw::ClaimsBesideStop));
    for (reason, action, flaw) in [
        (
            Reason::NoSource,
            OutputAction::Baseline,
            Flaw::NoSourceAnswered,
        ),
        (
            Reason::NoSource,
            OutputAction::Answer,
            Flaw::AnswerWithoutSuccess,
        ),
        (
            Reason::Timeout,
            OutputAction::Answer,
            Flaw::AnswerWithoutSuccess,
        ),
        (
            Reason::SuccessCompleted,
            OutputAction::Baseline,
            Flaw::AnswerWithoutSuccess,
        ),
    ] {
        let mut changed = none.clone();
        (changed.reason, changed.action) = (reason, action);
        assert_eq!(examine(&changed, &[]), Err(flaw), "{changed:?}");
        let lowered = downgraded(&changed, &ended(0));
        assert_eq!(lowered.reason, Reason::InternalInconsistency);
        assert_eq!(examine(&lowered, &[]), Ok(()));
        assert!(lowered.others.contains(&reason));
    }
}

#[test]
fn success_is_not_taken_on_trust() {
    let ended = Ended {
        conditions: [Reason::SuccessCompleted, Reason::Timeout]
            .into_iter()
            .collect(),
        attempted: true,
        accepted: 3,
        covering: 3,
        clarified: false,
    };
    assert_eq!(settle(&ended).reason, Reason::InternalInconsistency);
    let empty = Ended {
        conditions: [Reason::SuccessCompleted].into_iter().collect(),
        accepted: 0,
        covering: 0,
        ..ended
    };
    let empty = settle(&empty);
    assert_eq!(empty.reason, Reason::InternalInconsistency);
    assert!(empty.others.contains(&Reason::NoSource));
}
