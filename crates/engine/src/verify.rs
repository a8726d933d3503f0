//! Candidates against a document: judged, counted, sealed with a digest.

use groundstop_canon::jcs::{self, JcsError};
use groundstop_contract::report::{
    DocumentRecord, ProposerRecord, Receipt, Report, RunFlags, RunInput, SchemaIdentity,
};
use groundstop_contract::{CandidateRecord, FieldDecision};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all, summarize};
use serde::Serialize;

use crate::{PRODUCT, contract};

/// Everything a run depends on.
pub struct Run<'a> {
    /// The document.
    pub document: &'a Document,
    /// What the user calls it.
    pub document_name: &'a str,
    /// The schema.
    pub schema: &'a Schema,
    /// The candidates.
    pub candidates: &'a [CandidateRecord],
    /// Who proposed them.
    pub proposer: &'a ProposerRecord,
    /// The flags that bear on decisions.
    pub flags: &'a RunFlags,
    /// Now: UTC, RFC 3339.
    pub decided_at: &'a str,
}

/// Why a run could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A candidate is for a field the schema does not have.
    #[error("candidate {candidate}: the schema has no field `{name}`")]
    UnknownField {
        /// The candidate, counted from 1.
        candidate: usize,
        /// The name it gives.
        name: String,
        /// The schema's field that comes nearest.
        nearest: Option<String>,
    },
    /// The report could not be written as canonical JSON.
    #[error("{0}")]
    Canonical(String),
}

impl RunError {
    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> String {
        match self {
            RunError::UnknownField {
                nearest: Some(nearest),
                ..
            } => {
                format!("did you mean `{nearest}`?")
            }
            RunError::UnknownField { nearest: None, .. } => {
                "add the field to the schema, or remove the candidate".to_owned()
            }
            RunError::Canonical(_) => "please report this as a fault".to_owned(),
        }
    }
}

impl From<JcsError> for RunError {
    fn from(error: JcsError) -> RunError {
        RunError::Canonical(error.to_string())
    }
}

/// Judges the candidates and writes the report.
///
/// # Errors
/// Where a candidate names a field the schema does not have.
pub fn verify(run: &Run<'_>) -> Result<Report, RunError> {
    for (candidate, number) in run.candidates.iter().zip(1usize..) {
        if !run.schema.has_field(&candidate.field_name) {
            return Err(RunError::UnknownField {
                candidate: number,
                name: candidate.field_name.clone(),
                nearest: run
                    .schema
                    .nearest_field(&candidate.field_name)
                    .map(str::to_owned),
            });
        }
    }
    let folded = FoldedDocument::new(run.document);
    let judgments = judge_all(&folded, run.schema, run.candidates, run.flags);
    // What the document was compared with is what the receipt says, whatever was asked for.
    let second = run.document.second_reading();
    let flags = RunFlags {
        second_reader: second.map(|second| second.reader.clone()),
        ..run.flags.clone()
    };
    let mut report = Report {
        document: run.document.record(run.document_name),
        schema: run.schema.identity(),
        proposer: run.proposer.clone(),
        decisions: judgments
            .iter()
            .map(|judgment| judgment.record().clone())
            .collect(),
        summary: summarize(&judgments),
        decision_sha256: String::new(),
        receipt: Receipt {
            id: String::new(),
            decided_at: run.decided_at.to_owned(),
            product: PRODUCT.to_owned(),
            contract: contract(),
            input: RunInput {
                schema: run.schema.record().clone(),
                candidates: run.candidates.to_vec(),
                flags,
            },
        },
    };
    report.decision_sha256 = decision_digest(&report)?;
    report.receipt.id = receipt_id(&report)?;
    Ok(report)
}

/// What `decision_sha256` covers: never a name, never a time.
#[derive(Serialize)]
struct Decided<'a> {
    document: DocumentIdentity<'a>,
    schema: &'a SchemaIdentity,
    proposer: &'a ProposerRecord,
    decisions: &'a [FieldDecision],
}

#[derive(Serialize)]
struct DocumentIdentity<'a> {
    sha256: &'a str,
    text_sha256: &'a str,
    reader: &'a str,
    pages: u32,
    chars: u64,
}

/// SHA-256 over document, schema, proposer and decisions.
pub(crate) fn decision_digest(report: &Report) -> Result<String, JcsError> {
    let DocumentRecord {
        sha256,
        text_sha256,
        reader,
        pages,
        chars,
        name: _,
    } = &report.document;
    jcs::digest(&Decided {
        document: DocumentIdentity {
            sha256,
            text_sha256,
            reader,
            pages: *pages,
            chars: *chars,
        },
        schema: &report.schema,
        proposer: &report.proposer,
        decisions: &report.decisions,
    })
}

/// Whether a report is whole: its id and its digest are those of what it says.
#[must_use]
pub fn is_sealed(report: &Report) -> bool {
    receipt_id(report).is_ok_and(|id| id == report.receipt.id)
        && decision_digest(report).is_ok_and(|digest| digest == report.decision_sha256)
}

/// SHA-256 over the whole report, its own id left empty.
pub(crate) fn receipt_id(report: &Report) -> Result<String, JcsError> {
    let mut unsealed = report.clone();
    unsealed.receipt.id = String::new();
    jcs::digest(&unsealed)
}
