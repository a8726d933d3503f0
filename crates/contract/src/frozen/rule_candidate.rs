//! The frozen content of the Rule Candidate contract.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Content, Contract, Demand, FrozenPart};
use crate::rule::{ContractRule, RuleStatus, RuleType, rule_candidate_schema};

/// The contract's name in the lock.
pub const RULE_CANDIDATE_NAME: &str = "rule-candidate";
/// The contract's version.
pub const RULE_CANDIDATE_VERSION: &str = "1.1.0";
/// A candidate freezes only strictly above this confidence.
pub const FREEZE_ABOVE_CONFIDENCE: &str = "0.8";

/// Everything a schema allows or demands, one entry each, sorted: the path and what is said there.
///
/// Branches (`anyOf`, `allOf`) are no part of a path, so that an alternative that is added leaves
/// the entries before it as they were.
fn schema_entries(schema: &Value) -> Vec<String> {
    let mut entries = BTreeSet::new();
    gather(schema, "", &mut entries);
    entries.into_iter().collect()
}

fn gather(value: &Value, path: &str, entries: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                gather(member, &format!("{path}/{name}"), entries);
            }
        }
        Value::Array(items) => {
            let path = path.strip_suffix("/anyOf").unwrap_or(path);
            for item in items {
                gather(item, path, entries);
            }
        }
        leaf if !matches!(path, "/$id" | "/description") => {
            entries.insert(format!("{path} {leaf}"));
        }
        _ => {}
    }
}

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
            part(
                "schema_entries",
                Content::List(schema_entries(&rule_candidate_schema())),
            ),
            // What the schema loses or renames shows in its entries.
            FrozenPart {
                name: "schema",
                content: Content::Record(rule_candidate_schema()),
                demand: Demand::MINOR,
            },
        ],
    }
}
