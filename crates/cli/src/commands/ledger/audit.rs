//! `groundstop ledger verify` and `fsck`: the whole log looked through.

use std::collections::BTreeMap;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use groundstop_canon::sha256_hex;
use groundstop_contract::ledger::{LedgerRecord, RecordBody};
use groundstop_engine::{check_record, check_review, report_of_record, second_reader_of};
use groundstop_ledger::Ledger;
use groundstop_ledger::audit::{AuditError, Audited, Wrong, WrongKind};
use groundstop_ledger::note::{Checkpoint, VerifyingKey};
use groundstop_ledger::store::Entry;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::{FsckArgs, VerifyArgs};
use super::home::{Home, wrong_store};
use crate::args::ReadingArgs;
use crate::commands::reading::{Source, second_reader};
use crate::error::{CliError, Exit, Output};
use crate::files;

pub(super) fn verify(home: &Home, args: &VerifyArgs) -> Result<Output, CliError> {
    let ledger = home.open_to_audit()?;
    let key = home.public_key(args.key.as_deref())?;
    let mut checkpoints = Vec::new();
    for path in &args.checkpoint {
        checkpoints.push(read_checkpoint(path, key.as_ref())?);
    }
    if key.is_some() {
        let kept = ledger.kept_checkpoints(key.as_ref());
        checkpoints.extend(kept.map_err(|error| failed(home, &error))?);
    }
    let bar = bar();
    let audited = ledger.verify(&checkpoints, &mut |done, of| tell(&bar, done, of));
    bar.finish_and_clear();
    let audited = audited.map_err(|error| failed(home, &error))?;
    let against = match (audited.checkpoints, &key) {
        (0, None) => "no checkpoint to compare with: no public key is known".to_owned(),
        (0, Some(_)) => {
            "no signed checkpoint yet: `groundstop ledger checkpoint` makes one".to_owned()
        }
        (count, _) => format!("equal to {count} signed checkpoints"),
    };
    Ok(Output::fine(said(&audited, &against)))
}

fn read_checkpoint(path: &Path, key: Option<&VerifyingKey>) -> Result<Checkpoint, CliError> {
    let key = key.ok_or_else(|| {
        CliError::input(
            "a checkpoint is verified with a public key",
            "add `--key KEY`",
        )
    })?;
    let note = files::read_text(path, 1 << 20)?;
    Checkpoint::verify(&note, key).map_err(|error| CliError {
        exit: Exit::Failed,
        lines: vec![(
            format!("`{}`: {error}", path.display()),
            "give a checkpoint as `groundstop ledger checkpoint` printed it, and its key"
                .to_owned(),
        )],
    })
}

pub(super) fn fsck(home: &Home, args: &FsckArgs) -> Result<Output, CliError> {
    let ledger = home.open_to_audit()?;
    let key = home.public_key(args.key.as_deref())?;
    let mut decider = match &args.documents {
        Some(folder) => Some(Decider::new(folder, &args.reading)?),
        None => None,
    };
    let bar = bar();
    let audited = ledger.fsck(
        key.as_ref(),
        &mut |done, of| tell(&bar, done, of),
        |entry| {
            sealed(entry)?;
            resolves(&ledger, entry)?;
            match &mut decider {
                Some(decider) => decider.decide(entry),
                None => Ok(()),
            }
        },
    );
    bar.finish_and_clear();
    let audited = audited.map_err(|error| failed(home, &error))?;
    let mut against = format!("{} checkpoints fit", audited.checkpoints);
    if key.is_none() && audited.checkpoints > 0 {
        against.push_str(", their signatures unchecked: no public key is known");
    }
    if let Some(decider) = decider {
        against.push_str(&format!(
            "; {} records decided again, {} without their document",
            decider.decided, decider.missing
        ));
    }
    Ok(Output::fine(said(&audited, &against)))
}

fn said(audited: &Audited, against: &str) -> String {
    format!(
        "verified: {} records, root {}\n  {against}\n",
        audited.size, audited.root
    )
}

pub(super) fn failed(home: &Home, error: &AuditError) -> CliError {
    match error {
        AuditError::Store(error) => home.failed(error),
        AuditError::Wrong(wrong) => wrong_store(wrong),
    }
}

/// What a record of ours says must carry its own digests. Of a kind that a later
/// version wrote only the form is known.
fn sealed(entry: &Entry) -> Result<(), Wrong> {
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
fn resolves(ledger: &Ledger, entry: &Entry) -> Result<(), Wrong> {
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
    reading: &'a ReadingArgs,
    documents: BTreeMap<String, PathBuf>,
    decided: u64,
    missing: u64,
}

impl<'a> Decider<'a> {
    fn new(folder: &Path, reading: &'a ReadingArgs) -> Result<Decider<'a>, CliError> {
        let mut documents = BTreeMap::new();
        index(folder, &mut documents).map_err(|error| {
            CliError::input(
                format!("the folder `{}`: {error}", folder.display()),
                "name a folder that can be read",
            )
        })?;
        Ok(Decider {
            reading,
            documents,
            decided: 0,
            missing: 0,
        })
    }

    fn decide(&mut self, entry: &Entry) -> Result<(), Wrong> {
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
            let mut source = Source::open(path, self.reading)?;
            let document = source.read_to_decide(|_, _| ())?;
            let bytes = serde_json::to_vec(&report).map_err(CliError::fault)?;
            match second_reader_of(&bytes) {
                Some(_) => source.read_again(document, &second_reader()?),
                None => Ok(document),
            }
        };
        let document = read().map_err(|error: CliError| {
            let cause = error.lines.into_iter().next().map(|(cause, _)| cause);
            differs(cause.unwrap_or_default())
        })?;
        check_record(&entry.record, Some(&document)).map_err(|error| differs(error.to_string()))?;
        self.decided += 1;
        Ok(())
    }
}

/// The files of a folder by the digest of their bytes.
fn index(folder: &Path, documents: &mut BTreeMap<String, PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            index(&path, documents)?;
        } else if path.is_file() {
            documents.insert(sha256_hex(&fs::read(&path)?), path);
        }
    }
    Ok(())
}

fn bar() -> ProgressBar {
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(0),
        false => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} records {eta}") {
        bar.set_style(style);
    }
    bar
}

fn tell(bar: &ProgressBar, done: u64, of: u64) {
    bar.set_length(of);
    bar.set_position(done);
}
