//! Decisions with what people made of them: the table that is taken away.
//!
//! A decision is never rewritten. What stands now is the decision, or the last thing a person
//! said about it; both are in the row, and who said it, when and why.

use std::collections::BTreeMap;

use groundstop_contract::ledger::{RecordBody, Resolution, ReviewRecord};
use groundstop_contract::report::Report;
use groundstop_contract::{Decision, FieldDecision, WireValue};
use groundstop_ledger::store::Look;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::Engine;
use super::log::LedgerView;
use crate::error::EngineError;

/// One decision, and what stands now: a line of `groundstop ledger export --resolved --jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ResolvedDecision {
    /// The record of the decision.
    pub record: u64,
    /// When it was decided: UTC, RFC 3339.
    pub decided_at: String,
    /// The document's name, as it was given.
    pub document: String,
    /// SHA-256 of its bytes.
    pub document_sha256: String,
    /// The field.
    pub field: String,
    /// What was decided: `ACCEPT`, `STOP` or `NEED_REVIEW`.
    pub decision: &'static str,
    /// Why it stopped.
    pub stop_reason: Option<&'static str>,
    /// What stands now: `accepted`, `stopped`, `to_review`; or by a person `resolved`,
    /// `corrected`, `absent`, `unresolved`.
    pub status: &'static str,
    /// The value that stands now.
    pub value: Option<WireValue>,
    /// The quote that says it.
    pub quote: Option<String>,
    /// The page the quote stands on.
    pub page: Option<u32>,
    /// What was decided first, where a person replaced it.
    pub decided_value: Option<WireValue>,
    /// Who resolved it.
    pub resolved_by: Option<String>,
    /// When: UTC, RFC 3339.
    pub resolved_at: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// The record of the resolution.
    pub resolution_record: Option<u64>,
}

/// The decisions of a report, each with the last resolution of it, by its number.
#[must_use]
pub fn resolved_decisions(
    record: u64,
    report: &Report,
    resolutions: &BTreeMap<u64, (u64, ReviewRecord)>,
) -> Vec<ResolvedDecision> {
    let numbered = (0u64..).zip(&report.decisions);
    let row = |(number, decision): (u64, &FieldDecision)| {
        joined(record, report, decision, resolutions.get(&number))
    };
    numbered.map(row).collect()
}

fn joined(
    record: u64,
    report: &Report,
    decision: &FieldDecision,
    resolution: Option<&(u64, ReviewRecord)>,
) -> ResolvedDecision {
    let review = resolution.map(|(_, review)| review);
    let accepted = decision.decision == Decision::Accept;
    let status = match (review.map(|review| review.resolution), decision.decision) {
        (None, Decision::Accept) => "accepted",
        (None, Decision::Stop) => "stopped",
        (None, Decision::NeedReview) => "to_review",
        (Some(Resolution::Value), _) if accepted => "corrected",
        (Some(Resolution::Value), _) => "resolved",
        (Some(Resolution::Absent), _) => "absent",
        (Some(Resolution::Unresolved), _) => "unresolved",
    };
    let given = review.and_then(|review| review.verified.as_ref());
    let given = given.and_then(|report| report.decisions.first());
    // What was decided stands until a person says otherwise.
    let stands = match review.map(|review| review.resolution) {
        None => Some(decision),
        Some(Resolution::Value) => given,
        Some(Resolution::Absent | Resolution::Unresolved) => None,
    };
    let evidence = stands.and_then(|decision| decision.evidence.as_ref());
    ResolvedDecision {
        record,
        decided_at: report.receipt.decided_at.clone(),
        document: report.document.name.clone(),
        document_sha256: report.document.sha256.clone(),
        field: decision.field_name.clone(),
        decision: decision.decision.code(),
        stop_reason: decision.stop_reason.map(|reason| reason.code()),
        status,
        value: stands.and_then(|decision| decision.value.clone()),
        quote: evidence.map(|evidence| evidence.quote.clone()),
        page: evidence.map(|evidence| evidence.page),
        decided_value: review.and_then(|_| decision.value.clone()),
        resolved_by: review.map(|review| review.by.clone()),
        resolved_at: review.map(|review| review.resolved_at.clone()),
        reason: review.map(|review| review.reason.clone()),
        resolution_record: resolution.map(|(index, _)| *index),
    }
}

impl Engine {
    /// Every decision of the ledger with its last resolution, the oldest first.
    ///
    /// # Errors
    /// Where there is no ledger, or its store fails.
    pub fn ledger_resolved(&self) -> Result<Vec<ResolvedDecision>, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_for_reading()?;
        let mut look = Look::default();
        let mut last: BTreeMap<u64, BTreeMap<u64, (u64, ReviewRecord)>> = BTreeMap::new();
        let mut found = Vec::new();
        loop {
            let page = ledger.store().look(look);
            let page = page.map_err(|error| home.failed(&error))?;
            let Some(end) = page.last() else { break };
            look.before = Some(end.index);
            for entry in page {
                let index = entry.index;
                // The newest come first, and what resolves a decision comes after it.
                match LedgerView::new(entry).record.map(|record| record.body) {
                    Some(RecordBody::Review(review)) => {
                        let of = last.entry(review.of.record).or_default();
                        of.entry(review.of.decision).or_insert((index, *review));
                    }
                    Some(RecordBody::Decision(report)) => {
                        let resolutions = last.remove(&index).unwrap_or_default();
                        found.push(resolved_decisions(index, &report, &resolutions));
                    }
                    Some(RecordBody::Freeze(_) | RecordBody::Research(_)) | None => {}
                }
            }
        }
        found.reverse();
        Ok(found.into_iter().flatten().collect())
    }
}
