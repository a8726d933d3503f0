//! A document without candidates: the built-in proposer reads it, the gate decides.

use groundstop_contract::report::{Report, RunFlags};
use groundstop_document::Document;
use groundstop_fields::Schema;
use groundstop_propose::builtin::{Finding, Proposer};

use crate::verify::{Run, RunError, check_candidates, decide};

/// A report, and what the proposer saw on the way to it.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// The decisions with their receipt.
    pub report: Report,
    /// Every reading, by field, the surest first.
    pub findings: Vec<Finding>,
}

/// Proposes values for every field of the schema and judges them.
///
/// # Errors
/// Where the report cannot be written as canonical JSON.
pub fn extract(
    document: &Document,
    document_name: &str,
    schema: &Schema,
    proposer: &Proposer,
    decided_at: &str,
) -> Result<Extraction, RunError> {
    let proposal = proposer.propose(document);
    let run = Run {
        document,
        document_name,
        schema,
        candidates: &proposal.candidates,
        proposer: &Proposer::identity(),
        flags: &RunFlags::default(),
        decided_at,
    };
    check_candidates(&run)?;
    let report = decide(&run, &proposal.candidates)?;
    Ok(Extraction {
        report,
        findings: proposal.findings,
    })
}
