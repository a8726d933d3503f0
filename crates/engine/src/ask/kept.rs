//! What the ledger gets of a run.

use groundstop_canon::jcs::{self, JcsError};
use groundstop_canon::sha256_hex;
use groundstop_contract::ledger::ResearchRecord;

use super::run::ResearchRun;

/// The record of a run; what was asked and answered is named by its digests.
///
/// # Errors
/// Where the answer cannot be written as canonical JSON.
pub fn research_record(run: &ResearchRun, principal: &str) -> Result<ResearchRecord, JcsError> {
    let pack = &run.pack;
    Ok(ResearchRecord {
        pack_sha256: run.pack_sha256.clone(),
        question_sha256: sha256_hex(pack.asked.question.as_bytes()),
        answer_sha256: jcs::digest(&pack.answer)?,
        principal: principal.to_owned(),
        contract: pack.contract.clone(),
        telemetry: pack.telemetry.clone(),
        asked_at: pack.asked_at.clone(),
        product: pack.product.clone(),
    })
}
