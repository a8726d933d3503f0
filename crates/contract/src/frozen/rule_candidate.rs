//! The frozen content of the Rule Candidate contract: what the contract itself names.
//!
//! The JSON Schema is how we read it. It is published and versioned with our shapes, so that a
//! reading can allow more of what a text says without another contract.

use super::{Content, Contract, Demand, FrozenPart};
use crate::rule::{ContractRule, RuleStatus, RuleType};

/// The contract's name in the lock.
pub const RULE_CANDIDATE_NAME: &str = "rule-candidate";
/// The contract's version.
pub const RULE_CANDIDATE_VERSION: &str = "1.0.0";
/// A candidate freezes only strictly above this confidence.
pub const FREEZE_ABOVE_CONFIDENCE: &str = "0.8";

/// The contract as the code has it.
pub(super) fn contract() -> Contract {
    let part = |name, content| FrozenPart {
        name,
        content,
        demand: Demand::BY_SCOPE,
    };
    Contract {
        name: RULE_CANDIDATE_NAME,
        version: RULE_CANDIDATE_VERSION,
        parts: vec![
            part(
                "rule_types",
                Content::codes(RuleType::ALL, |code| code.code()),
            ),
            part(
                "statuses",
                Content::codes(RuleStatus::ALL, |code| code.code()),
            ),
            part(
                "rules",
                Content::codes(ContractRule::ALL, |code| code.code()),
            ),
            part(
                "freeze_above_confidence",
                Content::Record(FREEZE_ABOVE_CONFIDENCE.into()),
            ),
        ],
    }
}
