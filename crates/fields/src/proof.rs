//! The proofs, each with the keys its trigger locks.

use groundstop_contract::decision::{
    ConfidenceProof, ConflictProof, IntegrityProof, MissingProof, NoCandidatesProof, ReviewProof,
};
use groundstop_contract::{
    Confidence, ConflictCandidate, Decision, Detail, FieldDecision, Issue, Rejected, Review,
    StopProof, StopReason,
};
use groundstop_document::Document;

use crate::weigh::Weighed;

/// A STOP: value and evidence are gone, the proof says why.
pub(crate) fn stop(field_name: &str, reason: StopReason, proof: StopProof) -> FieldDecision {
    FieldDecision {
        field_name: field_name.to_owned(),
        decision: Decision::Stop,
        value: None,
        evidence: None,
        confidence: Confidence::ZERO,
        stop_reason: Some(reason),
        stop_proof: Some(proof),
    }
}

/// What was set aside and what nobody read, where there is any of it.
pub(crate) fn detail(rejected: &[Rejected], unread_pages: Vec<u32>) -> Option<Detail> {
    let detail = Detail {
        rejected: rejected.to_vec(),
        unread_pages,
        empty_document: false,
        value: None,
    };
    (detail != Detail::default()).then_some(detail)
}

/// The same with the value as its type reads it, where that says more than its spelling.
fn with_typed(detail: Option<Detail>, best: &Weighed<'_>) -> Option<Detail> {
    match best.wire() {
        typed if typed == best.spelled() => detail,
        typed => {
            let mut detail = detail.unwrap_or_default();
            detail.value = Some(typed);
            Some(detail)
        }
    }
}

pub(crate) fn no_candidates(detail: Option<Detail>) -> StopProof {
    StopProof::NoCandidates(NoCandidatesProof {
        searched: true,
        candidates_found: 0,
        detail,
    })
}

pub(crate) fn conflict(candidates: Vec<ConflictCandidate>, detail: Option<Detail>) -> StopProof {
    StopProof::Conflict(ConflictProof { candidates, detail })
}

pub(crate) fn confidence(
    threshold: Confidence,
    best: &Weighed<'_>,
    detail: Option<Detail>,
) -> StopProof {
    StopProof::Confidence(ConfidenceProof {
        threshold,
        actual: best.confidence,
        value: best.spelled(),
        detail: with_typed(detail, best),
    })
}

pub(crate) fn missing(best: &Weighed<'_>, detail: Option<Detail>) -> StopProof {
    StopProof::Missing(MissingProof {
        value: best.spelled(),
        detail: with_typed(detail, best),
    })
}

pub(crate) fn integrity(
    issues: Vec<Issue>,
    best: &Weighed<'_>,
    detail: Option<Detail>,
) -> StopProof {
    StopProof::Integrity(IntegrityProof {
        issues,
        value: best.spelled(),
        detail: with_typed(detail, best),
    })
}

pub(crate) fn review(review: Vec<Review>, candidates: Vec<ConflictCandidate>) -> StopProof {
    StopProof::Review(ReviewProof { review, candidates })
}

/// Every reading of every candidate, best first.
pub(crate) fn conflict_candidates(
    document: &Document,
    candidates: &[Weighed<'_>],
) -> Vec<ConflictCandidate> {
    candidates
        .iter()
        .flat_map(|candidate| {
            let readings = candidate.readings();
            let values = match readings.len() {
                0 | 1 => vec![candidate.wire()],
                _ => readings
                    .iter()
                    .map(groundstop_value::Value::to_wire)
                    .collect(),
            };
            let evidence = candidate
                .evidence()
                .map(|evidence| evidence.record(document));
            values.into_iter().map(move |value| ConflictCandidate {
                value,
                confidence: candidate.confidence,
                evidence: evidence.clone(),
            })
        })
        .collect()
}
