//! The whole log looked through.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use groundstop_contract::ledger::{LedgerRecord, RecordBody};
use groundstop_ledger::Ledger;
use groundstop_ledger::audit::{AuditError, Audited, Wrong, WrongKind};
use groundstop_ledger::note::{Checkpoint, VerifyingKey};
use groundstop_ledger::store::LogEntry;

use super::super::{DocumentInput, Engine, ReadingOptions};
use crate::control::{ProgressEvent, RunControl};
use crate::error::EngineError;
use crate::files;
use crate::folder::by_digest;
use crate::home::{Home, wrong_store};
use crate::record::{check_record, report_of_record};
use crate::review::check_review;

/// A log that was looked through and is as it should be.
#[derive(Debug)]
pub struct AuditOutcome {
    /// How long it is, its root, and how many checkpoints fit.
    pub audited: Audited,
    /// Whether a public key was known to verify checkpoints with.
    pub has_key: bool,
    /// How many records were decided again, and how many lacked their document; nothing
    /// where no documents were given.
    pub decided: Option<(u64, u64)>,
}

/// What everything is derived again from.
#[derive(Clone, Copy, Debug)]
pub struct FsckRequest<'a> {
    /// The folder with the documents, to decide everything again.
    pub documents: Option<&'a Path>,
    /// The log's public key: a file, or the key itself.
    pub key: Option<&'a str>,
    /// How documents are read.
    pub reading: &'a ReadingOptions,
}

impl Engine {
    /// Hashes every record again and compares the log with its checkpoints, and with
    /// those that were seen earlier.
    ///
    /// # Errors
    /// Where anything differs, or there is no ledger.
    pub fn ledger_verify(
        &self,
        key: Option<&str>,
        seen: &[PathBuf],
        control: RunControl<'_>,
    ) -> Result<AuditOutcome, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_to_audit()?;
        let key = home.public_key(key)?;
        let mut checkpoints = Vec::new();
        for path in seen {
            checkpoints.push(read_checkpoint(path, key.as_ref())?);
        }
        if key.is_some() {
            let kept = ledger.kept_checkpoints(key.as_ref());
            checkpoints.extend(kept.map_err(|error| audit_error(home, &error))?);
        }
        let audited = ledger.verify(&checkpoints, &mut |done, of| tell(control, done, of));
        Ok(AuditOutcome {
            audited: audited.map_err(|error| audit_error(home, &error))?,
            has_key: key.is_some(),
            decided: None,
        })
    }

    /// Derives everything again from the bytes, and names the first wrong record. Nothing
    /// is repaired.
    ///
    /// # Errors
    /// Where anything is wrong, or there is no ledger.
    pub fn ledger_fsck(
        &self,
        request: FsckRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<AuditOutcome, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_to_audit()?;
        let key = home.public_key(request.key)?;
        let mut decider = match request.documents {
            Some(folder) => Some(Decider {
                engine: self,
                reading: request.reading,
                documents: self.with_attached(by_digest(folder)?, request.reading),
                decided: 0,
                missing: 0,
            }),
            None => None,
        };
        let audited = ledger.fsck(
            key.as_ref(),
            &mut |done, of| tell(control, done, of),
            |entry| {
                sealed(entry)?;
                resolves(&ledger, entry)?;
                match &mut decider {
                    Some(decider) => decider.decide(entry),
                    None => Ok(()),
                }
            },
        );
        Ok(AuditOutcome {
            audited: audited.map_err(|error| audit_error(home, &error))?,
            has_key: key.is_some(),
            decided: decider.map(|decider| (decider.decided, decider.missing)),
        })
    }
}

fn tell(control: RunControl<'_>, done: u64, of: u64) -> ControlFlow<()> {
    control.tell(ProgressEvent::Records { done, of });
    match control.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn read_checkpoint(path: &Path, key: Option<&VerifyingKey>) -> Result<Checkpoint, EngineError> {
    let key = key.ok_or_else(|| {
        EngineError::input(
            "a checkpoint is verified with a public key",
            "add `--key KEY`",
        )
    })?;
    let note = files::read_text(path, 1 << 20)?;
    Checkpoint::verify(&note, key).map_err(|error| {
        EngineError::failed(
            format!("`{}`: {error}", path.display()),
            "give a checkpoint as `groundstop ledger checkpoint` printed it, and its key",
        )
    })
}

pub(super) fn audit_error(home: &Home, error: &AuditError) -> EngineError {
    match error {
        AuditError::Store(error) => home.failed(error),
        AuditError::Wrong(wrong) => wrong_store(wrong),
        AuditError::Cancelled => EngineError::cancelled(),
    }
}

/// What a record of ours says must carry its own digests. Of a kind that a later
/// version wrote only the form is known.
fn sealed(entry: &LogEntry) -> Result<(), Wrong> {
    let ours = ["decision", "freeze", "research", "review"].contains(&entry.facts.kind.as_str());
    match check_record(&entry.record, None) {
        Err(error) if ours => Err(Wrong {
            kind: WrongKind::RecordMalformed,
            index: Some(entry.index),
            detail: error.to_string(),
        }),
        _ => Ok(()),
    }
}

/// A resolution must fit the decision it points at.
fn resolves(ledger: &Ledger, entry: &LogEntry) -> Result<(), Wrong> {
    let Ok(LedgerRecord {
        body: RecordBody::Review(review),
        ..
    }) = serde_json::from_slice(&entry.record)
    else {
        return Ok(());
    };
    let differs = |detail: String| Wrong {
        kind: WrongKind::ReviewDiffers,
        index: Some(entry.index),
        detail,
    };
    let at = review.of.record;
    if at >= entry.index {
        return Err(differs(format!(
            "it resolves record {at}, which comes later"
        )));
    }
    let reviewed = ledger.record(at).map_err(|e| differs(e.to_string()))?;
    match serde_json::from_slice(&reviewed.record) {
        Ok(LedgerRecord {
            body: RecordBody::Decision(report),
            ..
        }) => check_review(&review, &report).map_err(differs),
        _ => Err(differs(format!("record {at} holds no decisions"))),
    }
}

/// Decides records again, from the documents of a folder.
struct Decider<'a> {
    engine: &'a Engine,
    reading: &'a ReadingOptions,
    /// The files of the folder by the digest of their bytes.
    documents: BTreeMap<String, PathBuf>,
    decided: u64,
    missing: u64,
}

impl Decider<'_> {
    fn decide(&mut self, entry: &LogEntry) -> Result<(), Wrong> {
        let differs = |detail: String| Wrong {
            kind: WrongKind::DecisionDiffers,
            index: Some(entry.index),
            detail,
        };
        let Ok(Some(report)) = report_of_record(&entry.record) else {
            return Ok(());
        };
        let Some(path) = self.documents.get(&report.document.sha256) else {
            self.missing += 1;
            return Ok(());
        };
        let read = || {
            let bytes = self.engine.open_document(path, self.reading)?;
            let label = path.display().to_string();
            let input = DocumentInput {
                name: &report.document.name,
                label: &label,
                bytes: &bytes,
                reading: self.reading,
            };
            let report = serde_json::to_vec(&report).map_err(EngineError::internal)?;
            let control = RunControl::default();
            self.engine.read_as(input, Some(&report), control)
        };
        let document = read().map_err(|error: EngineError| {
            let first = error.diagnostics.into_iter().next();
            differs(first.map(|first| first.message).unwrap_or_default())
        })?;
        check_record(&entry.record, Some(&document)).map_err(|error| differs(error.to_string()))?;
        self.decided += 1;
        Ok(())
    }
}
