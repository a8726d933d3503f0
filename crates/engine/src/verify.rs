//! Candidates against a document: judged, counted, sealed with a digest.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use groundstop_canon::jcs::{self, JcsError};
use groundstop_contract::report::{
    DocumentRecord, GateRecord, ImportRecord, ProposerRecord, Receipt, Report, RunFlags, RunInput,
    SchemaIdentity, ScreenedHit, ScreenedRecord,
};
use groundstop_contract::{CandidateRecord, FieldDecision, FieldRecord};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Background, CANDIDATES_MAX, Schema, has_rivals, judge_against, summarize};
use groundstop_propose::builtin::Proposer;
use groundstop_research::screen::{Hit, HitTier, Layer, Screen};
use serde::Serialize;

use crate::gate::gate;
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
    /// There are more candidates than one run judges.
    #[error("{found} candidates, and one run judges at most {CANDIDATES_MAX}")]
    TooManyCandidates {
        /// How many there are.
        found: usize,
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
            RunError::TooManyCandidates { .. } => {
                "split them: fields are decided each on their own".to_owned()
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

/// Judges the candidates and writes the report. The document is read for other values of their
/// fields, whoever proposed them.
///
/// # Errors
/// Where a candidate names a field the schema does not have.
pub fn verify(run: &Run<'_>) -> Result<Report, RunError> {
    check_candidates(run)?;
    let record = run.schema.record();
    let readings = match record.evidence.assertion.is_words_only() {
        true => Vec::new(),
        false => read_again(run),
    };
    decide(run, &readings)
}

/// What the built-in reading gives for the fields that somebody proposed a value for and that have
/// one value to compare.
fn read_again(run: &Run<'_>) -> Vec<CandidateRecord> {
    let named: BTreeSet<&str> = run
        .candidates
        .iter()
        .map(|candidate| candidate.field_name.as_str())
        .collect();
    let wanted = |field: &FieldRecord| has_rivals(field) && named.contains(field.name.as_str());
    if !run.schema.record().fields.iter().any(wanted) {
        return Vec::new();
    }
    let proposer = Proposer::new(run.schema.record());
    proposer.propose_for(run.document, wanted).candidates
}

/// Whether a run can be judged at all.
pub(crate) fn check_candidates(run: &Run<'_>) -> Result<(), RunError> {
    if run.candidates.len() > CANDIDATES_MAX {
        return Err(RunError::TooManyCandidates {
            found: run.candidates.len(),
        });
    }
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
    Ok(())
}

/// Judges candidates that were checked, against what the built-in reading found.
pub(crate) fn decide(run: &Run<'_>, readings: &[CandidateRecord]) -> Result<Report, RunError> {
    let folded = FoldedDocument::new(run.document);
    let (screen, orders) = screened(run.document)?;
    let background = Background {
        orders: &orders,
        readings,
    };
    let judgments = judge_against(&folded, run.schema, run.candidates, run.flags, &background);
    // What the document was compared with is what the receipt says, whatever was asked for.
    let second = run.document.second_reading();
    let drawn = run.document.drawn_reading();
    let flags = RunFlags {
        second_reader: second.map(|second| second.reader.clone()),
        look: drawn.map(|drawn| drawn.reader.clone()),
        ..run.flags.clone()
    };
    let mut report = Report {
        document: run.document.record(run.document_name),
        schema: run.schema.identity(),
        proposer: run.proposer.clone(),
        gate: Some(gate().clone()),
        screen: Some(screen),
        import: None,
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

/// The report with what an importer made of the candidates, sealed anew; the decisions are the same.
///
/// # Errors
/// Where it cannot be written as canonical JSON.
pub(crate) fn with_import(mut report: Report, import: &ImportRecord) -> Result<Report, RunError> {
    if !import.is_plain() {
        report.import = Some(import.clone());
        report.receipt.id = receipt_id(&report)?;
    }
    Ok(report)
}

/// How many orders a report lists.
const ORDERS_LISTED: usize = 100;

/// The published rules, made ready once.
static SCREEN: LazyLock<Result<Screen, String>> =
    LazyLock::new(|| Screen::published().map_err(|error| error.to_string()));

/// What the document tells whoever reads it, and where it does so in its text.
fn screened(document: &Document) -> Result<(ScreenedRecord, Vec<Range<usize>>), RunError> {
    let screen = SCREEN
        .as_ref()
        .map_err(|error| RunError::Canonical(error.clone()))?;
    let screening = screen.document(document);
    let strong = |hit: &&Hit| hit.tier == HitTier::Strong;
    let record = ScreenedRecord {
        verdict: screening.verdict.code().to_owned(),
        rules: screening.rules.version.clone(),
        strong: screening.event.strong,
        weak: screening.event.weak,
        hits: screening
            .hits
            .iter()
            .filter(strong)
            .take(ORDERS_LISTED)
            .map(|hit| ScreenedHit {
                rule: hit.rule.clone(),
                layer: hit.layer.code().to_owned(),
                start: hit.start,
                end: hit.end,
            })
            .collect(),
    };
    let visible = screening
        .hits
        .iter()
        .filter(strong)
        .filter(|hit| hit.layer == Layer::Visible);
    let orders = visible.map(|hit| hit.bytes.clone()).collect();
    Ok((record, orders))
}

/// What `decision_sha256` covers: never a name, never a time.
#[derive(Serialize)]
struct Decided<'a> {
    document: DocumentIdentity<'a>,
    schema: &'a SchemaIdentity,
    proposer: &'a ProposerRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    gate: Option<&'a GateRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    screen: Option<&'a ScreenedRecord>,
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

/// SHA-256 over document, schema, proposer, gate and decisions.
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
        gate: report.gate.as_ref(),
        screen: report.screen.as_ref(),
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
