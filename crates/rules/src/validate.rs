//! One candidate against the contract: the closed schema, and what a schema
//! cannot say.
//!
//! The first half decides exactly as the published schema does; a test runs
//! the same vectors through both. Every problem names the rule it breaks.

mod beyond;
mod built;
mod demands;
mod shape;

use groundstop_canon::Json;
use groundstop_contract::{ContractRule, RuleCandidate};
use serde::Serialize;

/// One thing that is wrong with a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleProblem {
    /// The rule of the contract it breaks.
    pub rule: ContractRule,
    /// Where, as a JSON pointer.
    pub path: String,
    /// What is wrong, and how it should be.
    pub message: String,
}

/// What came of checking one candidate.
#[derive(Clone, Debug)]
pub struct Validation {
    /// Whether the published schema accepts it.
    pub fits_schema: bool,
    /// All that is wrong; nothing for a valid candidate.
    pub problems: Vec<RuleProblem>,
    /// The candidate itself, where it is valid.
    pub candidate: Option<RuleCandidate>,
}

impl Validation {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Checks one candidate.
#[must_use]
pub fn validate(json: &Json) -> Validation {
    let mut problems = Problems::default();
    shape::check(json, &mut problems);
    let fits_schema = problems.0.is_empty();
    beyond::numbers_and_keys(json, "", &mut problems);
    let candidate = fits_schema.then(|| built::candidate(json)).flatten();
    if let Some(candidate) = &candidate {
        beyond::meaning(candidate, &mut problems);
    } else if fits_schema {
        problems.add(
            ContractRule::MustNot3,
            "",
            "a figure or page is too large to be kept exactly",
        );
    }
    let valid = problems.0.is_empty();
    Validation {
        fits_schema,
        problems: problems.0,
        candidate: candidate.filter(|_| valid),
    }
}

/// What was found so far.
#[derive(Default)]
struct Problems(Vec<RuleProblem>);

impl Problems {
    fn add(&mut self, rule: ContractRule, path: &str, message: impl Into<String>) {
        let problem = RuleProblem {
            rule,
            path: path.to_owned(),
            message: message.into(),
        };
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }
}
