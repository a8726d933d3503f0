//! Reports on their way into the ledger, and records decided again.

use groundstop_canon::jcs::{self, JcsError};
use groundstop_contract::ledger::{LedgerRecord, RecordBody};
use groundstop_contract::report::{ProposerRecord, Report, RunInput, SchemaIdentity};
use groundstop_contract::telemetry::Telemetry;
use groundstop_document::Document;
use groundstop_ledger::note::VerifyingKey;
use groundstop_ledger::receipt::{Fault, ReceiptError, VerifiedReceipt, verify_receipt};
use groundstop_research::telemetry::is_signed;
use serde::Serialize;

use crate::check::{OtherGate, check};
use crate::verify::is_sealed;

/// Everything a run's answer depends on, whoever asks when.
#[derive(Serialize)]
struct Request<'a> {
    document_sha256: &'a str,
    text_sha256: &'a str,
    reader: &'a str,
    schema: &'a SchemaIdentity,
    proposer: &'a ProposerRecord,
    input: &'a RunInput,
}

/// The digest of what a report answers: two runs with the same digest ask the same.
///
/// # Errors
/// Where the input cannot be written as canonical JSON.
pub fn request_digest(report: &Report) -> Result<String, JcsError> {
    jcs::digest(&Request {
        document_sha256: &report.document.sha256,
        text_sha256: &report.document.text_sha256,
        reader: &report.document.reader,
        schema: &report.schema,
        proposer: &report.proposer,
        input: &report.receipt.input,
    })
}

/// The report that a record holds: of a decision, or of a resolution's value.
///
/// # Errors
/// Where the bytes are no record this build knows.
pub fn report_of_record(record: &[u8]) -> Result<Option<Report>, ReceiptError> {
    Ok(match body(record)? {
        RecordBody::Decision(report) => Some(*report),
        RecordBody::Review(review) => review.verified,
        RecordBody::Freeze(_) | RecordBody::Research(_) => None,
    })
}

fn body(record: &[u8]) -> Result<RecordBody, ReceiptError> {
    let record: LedgerRecord = serde_json::from_slice(record)
        .map_err(|error| ReceiptError::new(Fault::RecordMalformed, error))?;
    Ok(record.body)
}

/// Whether the report in a record carries its own digests and, where the
/// document is given, follows from it.
///
/// Where another gate decided, its decisions stand as recorded; which gate it was comes back.
///
/// # Errors
/// The first fault.
pub fn check_record(
    record: &[u8],
    document: Option<&Document>,
) -> Result<Option<OtherGate>, ReceiptError> {
    let report = match body(record)? {
        RecordBody::Decision(report) => *report,
        RecordBody::Review(review) => match review.verified {
            Some(report) => report,
            None => return Ok(None),
        },
        RecordBody::Freeze(freeze) => {
            let known = |sha256: &str| freeze.documents.iter().any(|own| own.sha256 == sha256);
            return match document.map(Document::sha256) {
                Some(sha256) if !known(sha256) => Err(other_document("the set", sha256)),
                _ => Ok(None),
            };
        }
        RecordBody::Research(research) => {
            return check_research(&research.telemetry, document).map(|()| None);
        }
    };
    if !is_sealed(&report) {
        let why = "the report's id or digest is not that of what it says";
        return Err(ReceiptError::new(Fault::SealBroken, why));
    }
    let Some(document) = document else {
        return Ok(None);
    };
    if document.sha256() != report.document.sha256 {
        return Err(other_document(&report.document.sha256, document.sha256()));
    }
    let text = serde_json::to_vec(&report)
        .map_err(|error| ReceiptError::new(Fault::RecordMalformed, error))?;
    let checked =
        check(&text, document).map_err(|e| ReceiptError::new(Fault::DecisionsDiffer, e))?;
    match checked.differences.first() {
        None => Ok(checked.other_gate),
        Some(first) => Err(ReceiptError::new(
            Fault::DecisionsDiffer,
            format!(
                "{}: recorded {}, derived {}",
                first.path, first.receipt, first.derived
            ),
        )),
    }
}

/// A question is about no single document; its event carries its own digest.
fn check_research(event: &Telemetry, document: Option<&Document>) -> Result<(), ReceiptError> {
    if !is_signed(event) {
        let why = "the event's signature is not that of what it says";
        return Err(ReceiptError::new(Fault::SealBroken, why));
    }
    match document.map(Document::sha256) {
        Some(sha256) => Err(other_document("a question", sha256)),
        None => Ok(()),
    }
}

fn other_document(about: &str, given: &str) -> ReceiptError {
    let detail = format!("it is about {about}, the document given is {given}");
    ReceiptError::new(Fault::OtherDocument, detail)
}

/// Verifies a receipt that stands for itself, with the public key and, where it
/// is given, the document.
///
/// # Errors
/// The first fault.
pub fn check_receipt(
    receipt: &[u8],
    key: &VerifyingKey,
    document: Option<&Document>,
) -> Result<(VerifiedReceipt, Option<OtherGate>), ReceiptError> {
    let verified = verify_receipt(receipt, key)?;
    let other_gate = check_record(&verified.record, document)?;
    Ok((verified, other_gate))
}
