//! A receipt that stands for itself: one file with a record, the proof that it
//! is in the log, and the checkpoint the proof leads to.
//!
//! The file is canonical JSON, one line. A stranger needs it and the public
//! key; every way it can be wrong has a name.

use std::fmt;

use groundstop_canon::{Json, jcs, strict};
use groundstop_contract::ledger::RECEIPT_FORMAT;

use crate::log::{Ledger, LedgerError};
use crate::note::{Checkpoint, CheckpointError, NoteError, TlogProof, VerifyingKey};
use crate::record::{Facts, RecordError, read_json};
use crate::tree::{ProofError, leaf_hash, verify_inclusion};

/// What is wrong with a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It is no JSON, or JSON that two readers could understand differently.
    NotJson,
    /// It is JSON of something else.
    NotAReceipt,
    /// It is of a format this build does not read.
    OtherFormat,
    /// It is not written in the one canonical way.
    NotCanonical,
    /// The text of its proof has no form.
    ProofMalformed,
    /// Its checkpoint is no signed note of a checkpoint.
    CheckpointMalformed,
    /// Another key signed its checkpoint.
    UnknownKey,
    /// The signature is not of this checkpoint.
    BadSignature,
    /// The checkpoint is of another log.
    OtherLog,
    /// The checkpoint is older than the record.
    StaleCheckpoint,
    /// Hashes of the proof are missing.
    ProofTooShort,
    /// The proof has hashes too many.
    ProofTooLong,
    /// The record is not the one the log has at that place.
    NotIncluded,
    /// The record is of a version this build does not read.
    OtherRecordVersion,
    /// The record has not the shape of one.
    RecordMalformed,
    /// The report inside does not carry its own digests.
    SealBroken,
    /// It is about another document.
    OtherDocument,
    /// The document gives other decisions.
    DecisionsDiffer,
}

impl Fault {
    /// All of them, in the order in which they are looked for.
    pub const ALL: [Fault; 18] = [
        Fault::NotJson,
        Fault::NotAReceipt,
        Fault::OtherFormat,
        Fault::NotCanonical,
        Fault::ProofMalformed,
        Fault::CheckpointMalformed,
        Fault::UnknownKey,
        Fault::BadSignature,
        Fault::OtherLog,
        Fault::StaleCheckpoint,
        Fault::ProofTooShort,
        Fault::ProofTooLong,
        Fault::NotIncluded,
        Fault::OtherRecordVersion,
        Fault::RecordMalformed,
        Fault::SealBroken,
        Fault::OtherDocument,
        Fault::DecisionsDiffer,
    ];

    /// Its name for machines.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Fault::NotJson => "not_json",
            Fault::NotAReceipt => "not_a_receipt",
            Fault::OtherFormat => "other_format",
            Fault::NotCanonical => "not_canonical",
            Fault::ProofMalformed => "proof_malformed",
            Fault::CheckpointMalformed => "checkpoint_malformed",
            Fault::UnknownKey => "unknown_key",
            Fault::BadSignature => "bad_signature",
            Fault::OtherLog => "other_log",
            Fault::StaleCheckpoint => "stale_checkpoint",
            Fault::ProofTooShort => "proof_too_short",
            Fault::ProofTooLong => "proof_too_long",
            Fault::NotIncluded => "not_included",
            Fault::OtherRecordVersion => "other_record_version",
            Fault::RecordMalformed => "record_malformed",
            Fault::SealBroken => "seal_broken",
            Fault::OtherDocument => "other_document",
            Fault::DecisionsDiffer => "decisions_differ",
        }
    }
}

/// A fault with what it was found in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", .fault.code(), .detail)]
pub struct ReceiptError {
    fault: Fault,
    detail: String,
}

impl ReceiptError {
    /// A fault, and what there is to say about it.
    #[must_use]
    pub fn new(fault: Fault, detail: impl fmt::Display) -> ReceiptError {
        ReceiptError {
            fault,
            detail: detail.to_string(),
        }
    }

    /// The fault.
    #[must_use]
    pub fn fault(&self) -> Fault {
        self.fault
    }
}

/// A receipt whose record is in the log of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedReceipt {
    /// The record's place.
    pub index: u64,
    /// What the log said about itself.
    pub checkpoint: Checkpoint,
    /// What the record is looked up by.
    pub facts: Facts,
    /// The record's bytes.
    pub record: Vec<u8>,
}

/// Whether some bytes claim to be such a receipt.
#[must_use]
pub fn is_receipt_file(bytes: &[u8]) -> bool {
    let json = strict::parse(bytes).ok();
    let format = json.as_ref().and_then(|json| json.get("format"));
    let format = format.and_then(Json::as_str).unwrap_or_default();
    format.starts_with("groundstop-receipt/")
}

/// Verifies a receipt with nothing but the public key.
///
/// # Errors
/// The first fault.
pub fn verify_receipt(bytes: &[u8], key: &VerifyingKey) -> Result<VerifiedReceipt, ReceiptError> {
    let parts = Parts::read(bytes)?;
    let proof = TlogProof::parse(&parts.proof)
        .map_err(|error| ReceiptError::new(Fault::ProofMalformed, error))?;
    let checkpoint = Checkpoint::verify(&proof.checkpoint, key).map_err(|error| {
        let fault = match &error {
            CheckpointError::Note(NoteError::UnknownKey(_)) => Fault::UnknownKey,
            CheckpointError::Note(NoteError::BadSignature(_)) => Fault::BadSignature,
            CheckpointError::OtherOrigin { .. } => Fault::OtherLog,
            CheckpointError::Malformed(_) | CheckpointError::Note(_) => Fault::CheckpointMalformed,
        };
        ReceiptError::new(fault, error)
    })?;
    let leaf = leaf_hash(parts.record.as_bytes());
    let root = checkpoint.root;
    verify_inclusion(
        &leaf,
        proof.index,
        checkpoint.size,
        &proof.hashes,
        root.as_ref(),
    )
    .map_err(|error| {
        let fault = match error {
            ProofError::BeyondTree { .. } => Fault::StaleCheckpoint,
            ProofError::TooShort { .. } => Fault::ProofTooShort,
            ProofError::TooLong { .. } => Fault::ProofTooLong,
            _ => Fault::NotIncluded,
        };
        ReceiptError::new(fault, error)
    })?;
    let (facts, _) = read_json(&parts.json).map_err(|error| {
        let fault = match error {
            RecordError::OtherVersion(_) => Fault::OtherRecordVersion,
            _ => Fault::RecordMalformed,
        };
        ReceiptError::new(fault, error)
    })?;
    Ok(VerifiedReceipt {
        index: proof.index,
        checkpoint,
        facts,
        record: parts.record.into_bytes(),
    })
}

/// The parts of a receipt file whose form is right.
struct Parts {
    proof: String,
    record: String,
    json: Json,
}

impl Parts {
    fn read(bytes: &[u8]) -> Result<Parts, ReceiptError> {
        let json = strict::parse(bytes).map_err(|e| ReceiptError::new(Fault::NotJson, e))?;
        let not_one = |why: &str| ReceiptError::new(Fault::NotAReceipt, why);
        let members = json.as_object().ok_or_else(|| not_one("it is no object"))?;
        let format = json.get("format").and_then(Json::as_str);
        match format.ok_or_else(|| not_one("it has no `format`"))? {
            RECEIPT_FORMAT => {}
            other => {
                let detail = format!("it is a `{other}`; this build reads `{RECEIPT_FORMAT}`");
                return Err(ReceiptError::new(Fault::OtherFormat, detail));
            }
        }
        let proof = json.get("proof").and_then(Json::as_str);
        let proof = proof
            .ok_or_else(|| not_one("it has no `proof`"))?
            .to_owned();
        let record = json.get("record");
        let record = record.ok_or_else(|| not_one("it has no `record`"))?.clone();
        if members.len() != 3 {
            return Err(not_one("it has an unknown key"));
        }
        let canonical = |json: &Json| {
            jcs::to_string(json).map_err(|error| ReceiptError::new(Fault::NotCanonical, error))
        };
        if canonical(&json)? + "\n" != String::from_utf8_lossy(bytes) {
            let why = "it was written anew by something; export it again";
            return Err(ReceiptError::new(Fault::NotCanonical, why));
        }
        Ok(Parts {
            proof,
            record: canonical(&record)?,
            json: record,
        })
    }
}

impl Ledger {
    /// The receipt of a record as one file, against the newest checkpoint kept of the
    /// key given, or else of whoever signed it.
    ///
    /// # Errors
    /// Where there is no such record, no checkpoint covers it, or the store fails.
    pub fn receipt(&self, index: u64, key: Option<&VerifyingKey>) -> Result<String, LedgerError> {
        let proof = self.proof(index, key)?;
        let entry = self.record(index)?;
        let record = String::from_utf8_lossy(&entry.record).into_owned();
        let proof = jcs::canonical(&proof.to_string());
        let proof = proof
            .map_err(|error| crate::store::StoreError::Corrupt(format!("a checkpoint: {error}")))?;
        Ok(format!(
            "{{\"format\":\"{RECEIPT_FORMAT}\",\"proof\":{proof},\"record\":{record}}}\n"
        ))
    }
}
