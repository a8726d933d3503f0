//! What a status, and missing citations, demand of the other fields: one table.

use groundstop_canon::json::Number;
use groundstop_canon::{Decimal, Json};
use groundstop_contract::ContractRule::{
    self, Must1, Must2, Must3, Must4, Must5, MustNot2, MustNot4,
};
use groundstop_contract::RuleStatus::{self, Blocked, Candidate, Unclear};

use super::Problems;
use super::shape::{Members, member};

/// What a field must not be.
#[derive(Clone, Copy)]
enum Unfit {
    Null,
    NotNull,
    EmptyList,
    /// A confidence other than nought.
    Sure,
}

impl Unfit {
    fn holds(self, json: &Json) -> bool {
        match self {
            Unfit::Null => json.is_null(),
            Unfit::NotNull => !json.is_null(),
            Unfit::EmptyList => json.as_array() == Some(&[]),
            Unfit::Sure => {
                let number = json.as_number().and_then(Number::decimal);
                number != Some(Decimal::ZERO)
            }
        }
    }
}

/// With which status a field must not be what; `{status}` stands for the status.
const DEMANDS: [(&[RuleStatus], &str, Unfit, ContractRule, &str); 8] = [
    (
        &[Candidate],
        "rule_data",
        Unfit::Null,
        MustNot4,
        "a candidate says its rule; one without is `blocked` or `unclear`",
    ),
    (
        &[Candidate],
        "source_pages",
        Unfit::EmptyList,
        Must1,
        "a candidate names its pages",
    ),
    (
        &[Candidate],
        "source_text",
        Unfit::Null,
        Must2,
        "a candidate quotes its text",
    ),
    (
        &[Candidate],
        "ambiguity_reason",
        Unfit::NotNull,
        Must3,
        "with a reason to doubt it is `unclear`",
    ),
    (
        &[Unclear, Blocked],
        "rule_data",
        Unfit::NotNull,
        Must5,
        "it must be null where the status is `{status}`",
    ),
    (
        &[Unclear, Blocked],
        "ambiguity_reason",
        Unfit::Null,
        Must3,
        "`{status}` needs its reason",
    ),
    (
        &[Candidate, Blocked],
        "conflicting_candidates",
        Unfit::NotNull,
        MustNot2,
        "conflicting sources are `unclear`",
    ),
    (
        &[Blocked],
        "confidence",
        Unfit::Sure,
        Must4,
        "what is `blocked` has confidence 0.0",
    ),
];

fn is(members: &Members, key: &str, what: Unfit) -> bool {
    member(members, key).is_some_and(|json| what.holds(json))
}

/// What a status demands of the other fields.
pub(super) fn of_status(status: RuleStatus, members: &Members, problems: &mut Problems) {
    for (with, key, unfit, rule, message) in DEMANDS {
        if with.contains(&status) && is(members, key, unfit) {
            let message = message.replace("{status}", status.code());
            problems.add(rule, &format!("/{key}"), message);
        }
    }
}

/// Citations missing means no confidence.
pub(super) fn of_citations(members: &Members, problems: &mut Problems) {
    let uncited =
        is(members, "source_pages", Unfit::EmptyList) || is(members, "source_text", Unfit::Null);
    if uncited && is(members, "confidence", Unfit::Sure) {
        let message = "without pages and text the confidence is 0.0";
        problems.add(Must4, "/confidence", message);
    }
}
