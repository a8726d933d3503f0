//! `groundstop ledger verify` and `fsck`: the whole log looked through.

use groundstop_engine::{Engine, FsckRequest, ProgressEvent, ProgressListener, RunControl};
use groundstop_ledger::audit::Audited;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::{FsckArgs, VerifyArgs};
use crate::error::{CliError, Output};

pub(super) fn verify(args: &VerifyArgs, engine: &Engine) -> Result<Output, CliError> {
    let bar = Bar::start();
    let control = RunControl {
        progress: Some(&bar),
        cancellation: None,
    };
    let outcome = engine.ledger_verify(args.key.as_deref(), &args.checkpoint, control)?;
    let against = match (outcome.audited.checkpoints, outcome.has_key) {
        (0, false) => "no checkpoint to compare with: no public key is known".to_owned(),
        (0, true) => {
            "no signed checkpoint yet: `groundstop ledger checkpoint` makes one".to_owned()
        }
        (count, _) => format!("equal to {count} signed checkpoints"),
    };
    Ok(Output::fine(said(&outcome.audited, &against)))
}

pub(super) fn fsck(args: &FsckArgs, engine: &Engine) -> Result<Output, CliError> {
    let bar = Bar::start();
    let control = RunControl {
        progress: Some(&bar),
        cancellation: None,
    };
    let request = FsckRequest {
        documents: args.documents.as_deref(),
        key: args.key.as_deref(),
        reading: &args.reading.options(),
    };
    let outcome = engine.ledger_fsck(request, control)?;
    let mut against = format!("{} checkpoints fit", outcome.audited.checkpoints);
    if !outcome.has_key && outcome.audited.checkpoints > 0 {
        against.push_str(", their signatures unchecked: no public key is known");
    }
    if let Some((decided, missing)) = outcome.decided {
        against.push_str(&format!(
            "; {decided} records decided again, {missing} without their document"
        ));
    }
    Ok(Output::fine(said(&outcome.audited, &against)))
}

fn said(audited: &Audited, against: &str) -> String {
    format!(
        "verified: {} records, root {}\n  {against}\n",
        audited.size, audited.root
    )
}

/// How far the records are, where there is a terminal; gone when it is dropped.
struct Bar(ProgressBar);

impl Bar {
    fn start() -> Bar {
        let bar = match crate::face::shows_progress() {
            true => ProgressBar::new(0),
            false => ProgressBar::hidden(),
        };
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} records {eta}") {
            bar.set_style(style);
        }
        Bar(bar)
    }
}

impl ProgressListener for Bar {
    fn on(&self, event: ProgressEvent<'_>) {
        match event {
            ProgressEvent::Records { done, of } => {
                self.0.set_length(of);
                self.0.set_position(done);
            }
            ProgressEvent::Stage(_)
            | ProgressEvent::Picture { .. }
            | ProgressEvent::Document { .. } => {}
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
