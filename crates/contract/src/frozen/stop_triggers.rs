//! The frozen content of the STOP triggers: what the contract itself names.

use serde_json::json;

use super::keys::keys_of;
use super::{Content, Contract, Demand, FrozenPart};
use crate::codes::{Decision, StopReason};
use crate::decision::{
    ConfidenceProof, ConflictCandidate, ConflictProof, FieldDecision, IntegrityProof, MissingProof,
    NoCandidatesProof, ReviewProof,
};
use crate::schema::EvidenceRequirements;

/// The contract's name in the lock.
pub const STOP_TRIGGERS_NAME: &str = "stop-triggers";
/// The contract's version.
pub const STOP_TRIGGERS_VERSION: &str = "v0.1";

/// The contract as the code has it.
pub(super) fn contract() -> Contract {
    // Any change to the triggers is a major one, so every part demands the same.
    let part = |name, content| FrozenPart {
        name,
        content,
        demand: Demand::MAJOR,
    };
    Contract {
        name: STOP_TRIGGERS_NAME,
        version: STOP_TRIGGERS_VERSION,
        parts: vec![
            part(
                "decisions",
                Content::codes(Decision::ALL, |code| code.code()),
            ),
            part(
                "stop_reasons",
                Content::codes(StopReason::ALL, |code| code.code()),
            ),
            part("evaluation_order", evaluation_order()),
            part(
                "evidence_requirements",
                Content::Record(json!(EvidenceRequirements::default())),
            ),
            part("decision_keys", Content::Record(keys_of::<FieldDecision>())),
            part("proof_keys", proof_keys()),
        ],
    }
}

/// The triggers in the order in which they are evaluated, and what is left when none holds.
fn evaluation_order() -> Content {
    let triggers = StopReason::ALL.iter().map(|reason| reason.code());
    let order = triggers.chain([Decision::Accept.code()]);
    Content::List(order.map(str::to_owned).collect())
}

/// The keys of each trigger's proof, of a candidate in a conflict, and of a review.
fn proof_keys() -> Content {
    let mut proofs = serde_json::Map::new();
    for reason in StopReason::ALL {
        let keys = match reason {
            StopReason::NoCandidatesFound => keys_of::<NoCandidatesProof>(),
            StopReason::ConflictingValues => keys_of::<ConflictProof>(),
            StopReason::InsufficientConfidence => keys_of::<ConfidenceProof>(),
            StopReason::MissingEvidence => keys_of::<MissingProof>(),
            StopReason::EvidenceIntegrityFailed => keys_of::<IntegrityProof>(),
        };
        proofs.insert(reason.code().to_owned(), keys);
    }
    proofs.insert(
        "conflicting_values/candidates".to_owned(),
        keys_of::<ConflictCandidate>(),
    );
    proofs.insert(
        Decision::NeedReview.code().to_owned(),
        keys_of::<ReviewProof>(),
    );
    Content::Record(proofs.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str) -> serde_json::Value {
        let part = contract()
            .parts
            .into_iter()
            .find(|part| part.name == name)
            .unwrap();
        match part.content {
            Content::Record(record) => record,
            Content::List(list) => json!(list),
        }
    }

    /// The keys that are always there, in their order.
    fn locked(keys: &serde_json::Value) -> Vec<&str> {
        let always = |key: &&serde_json::Value| key["always"] == json!(true);
        keys.as_array()
            .unwrap()
            .iter()
            .filter(always)
            .map(|k| k["key"].as_str().unwrap())
            .collect()
    }

    #[test]
    fn a_decision_has_the_seven_keys_of_the_contract() {
        let keys = [
            "field_name",
            "decision",
            "value",
            "evidence",
            "confidence",
            "stop_reason",
            "stop_proof",
        ];
        assert_eq!(locked(&record("decision_keys")), keys);
    }

    #[test]
    fn each_proof_has_the_keys_of_the_contract() {
        let proofs = record("proof_keys");
        for (reason, keys) in [
            ("no_candidates_found", &["searched", "candidates_found"][..]),
            ("conflicting_values", &["candidates"]),
            (
                "conflicting_values/candidates",
                &["value", "confidence", "evidence"],
            ),
            ("insufficient_confidence", &["threshold", "actual", "value"]),
            ("missing_evidence", &["value"]),
            ("evidence_integrity_failed", &["issues", "value"]),
            ("NEED_REVIEW", &["review"]),
        ] {
            assert_eq!(locked(&proofs[reason]), keys, "{reason}");
        }
    }

    #[test]
    fn the_requirements_are_those_of_the_contract() {
        let requirements = record("evidence_requirements");
        assert_eq!(requirements["min_confidence"], json!(0.7));
        for key in [
            "require_exact_quote",
            "require_offset_mapping",
            "stop_on_conflict",
        ] {
            assert_eq!(requirements[key], json!(true), "{key}");
        }
    }

    #[test]
    fn the_order_ends_with_accept() {
        assert_eq!(
            record("evaluation_order"),
            json!([
                "no_candidates_found",
                "conflicting_values",
                "insufficient_confidence",
                "missing_evidence",
                "evidence_integrity_failed",
                "ACCEPT"
            ])
        );
        assert_eq!(
            record("decisions"),
            json!(["ACCEPT", "STOP", "NEED_REVIEW"])
        );
    }
}
