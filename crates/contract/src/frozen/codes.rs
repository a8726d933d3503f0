//! Our own code lists, published and versioned beside the contracts.
//!
//! The STOP contract names decisions, triggers and proofs. Why evidence failed,
//! what leaves a doubt, why a value was set aside and which differences a quote
//! may have are our lists: a code can be added with a minor step, and a changed
//! meaning is a major one.

use serde_json::json;

use super::{Content, Contract, Demand, FrozenPart};
use crate::codes::{IssueCode, RejectCode, ReviewCode};
use crate::evidence::Fold;

/// The lists' name in the lock.
pub const CODES_NAME: &str = "groundstop-codes";
/// The lists' version.
pub const CODES_VERSION: &str = "1.3.0";

/// The lists as the code has them.
pub(super) fn contract() -> Contract {
    let part = |name, content| FrozenPart {
        name,
        content,
        demand: Demand::BY_SCOPE,
    };
    Contract {
        name: CODES_NAME,
        version: CODES_VERSION,
        parts: vec![
            part(
                "issue_codes",
                Content::codes(IssueCode::ALL, |code| code.code()),
            ),
            part(
                "review_codes",
                Content::codes(ReviewCode::ALL, |code| code.code()),
            ),
            part(
                "reject_codes",
                Content::codes(RejectCode::ALL, |code| code.code()),
            ),
            part("folds", Content::Record(json!(Fold::ALL))),
        ],
    }
}
