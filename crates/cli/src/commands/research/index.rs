//! `groundstop index`: the documents of a folder, made ready for look-ups.

use groundstop_engine::{
    Engine, IndexOutcome, IndexRequest, IndexScreening, ProgressEvent, ProgressListener, RunControl,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::IndexArgs;
use crate::commands::pretty;
use crate::error::{CliError, Exit, Output};
use crate::output::answer;

pub(crate) fn run(args: &IndexArgs, engine: &Engine) -> Result<Output, CliError> {
    if !args.folder.is_dir() {
        return Err(CliError::input(
            format!("`{}` is no folder", args.folder.display()),
            "name the folder with the documents",
        ));
    }
    let request = IndexRequest {
        folder: args.folder.clone(),
        index: args.index.clone(),
        reading: args.reading.options(),
        screening: match (args.screen, args.leave_out) {
            (false, _) => IndexScreening::Off,
            (true, false) => IndexScreening::Tell,
            (true, true) => IndexScreening::LeaveOut,
        },
    };
    let bar = Bar::start();
    let control = RunControl {
        progress: Some(&bar),
        cancellation: None,
    };
    let done = Done(engine.index(&request, control)?, request.screening);
    drop(bar);
    let stdout = match args.json {
        true => done.in_json()?,
        false => done.in_words(),
    };
    let IndexOutcome {
        unreadable,
        files,
        orders,
        ..
    } = &done.0;
    let whole = unreadable.is_empty() && files.skipped.is_empty();
    let harmless = orders.is_empty() || request.screening == IndexScreening::LeaveOut;
    Ok(Output {
        stderr: done.left_out() + &done.ordering(),
        exit: match (whole, harmless) {
            (true, true) => Exit::Fine,
            (true, false) => Exit::Stop,
            (false, _) => Exit::Input,
        },
        ..Output::fine(stdout)
    })
}

/// What became of the files, for people and programs.
struct Done(IndexOutcome, IndexScreening);

impl Done {
    fn documents(&self) -> usize {
        self.0.changes.added + self.0.changes.renamed + self.0.changes.unchanged
    }

    fn in_words(&self) -> String {
        let changes = self.0.changes;
        format!(
            "{} documents, {} passages in {}\n  {} added, {} renamed, {} removed, {} unchanged\n",
            self.documents(),
            changes.passages,
            self.0.library.index.display(),
            changes.added,
            changes.renamed,
            changes.removed,
            changes.unchanged,
        )
    }

    fn in_json(&self) -> Result<String, CliError> {
        let failed = self.0.unreadable.iter();
        let failed = failed.map(|(name, why)| json!({"document": name, "error": why}));
        let skipped = self.0.files.skipped.iter();
        let skipped = skipped.map(|(name, why)| json!({"document": name, "reason": why}));
        let others = self.0.files.others.iter();
        let others = others.map(|(name, why)| json!({"file": name, "reason": why}));
        let said = json!({
            "index": self.0.library.index.display().to_string(),
            "documents": self.documents(),
            "passages": self.0.changes.passages,
            "added": self.0.changes.added,
            "renamed": self.0.changes.renamed,
            "removed": self.0.changes.removed,
            "unchanged": self.0.changes.unchanged,
            "unreadable": failed.collect::<Vec<_>>(),
            "skipped": skipped.collect::<Vec<_>>(),
            "others": others.collect::<Vec<_>>(),
            "screened": self.1 != IndexScreening::Off,
            "orders": self.0.orders.iter().map(answer::order_json).collect::<Vec<_>>(),
        });
        pretty(&said)
    }

    /// Which documents give orders to a machine, and what became of them, for people.
    fn ordering(&self) -> String {
        let what = match self.1 {
            IndexScreening::LeaveOut => "left out",
            IndexScreening::Off | IndexScreening::Tell => "gives orders to a machine",
        };
        let mut text: String = self
            .0
            .orders
            .iter()
            .map(|place| format!("warning: {what}: {}\n", answer::order(place)))
            .collect();
        if !self.0.orders.is_empty() && self.1 == IndexScreening::Tell {
            text.push_str(
                "  help: every question that finds one of them ends; add `--leave-out`\n",
            );
        }
        text
    }

    /// What is not in the index, for people.
    fn left_out(&self) -> String {
        let skipped = self.0.files.skipped.values().map(|why| ("skipped", why));
        let failed = self
            .0
            .unreadable
            .iter()
            .map(|(_, why)| ("not indexed", why));
        let line = |(what, why): (&str, &String)| {
            format!("warning: {what}: {}\n", crate::output::visible(why))
        };
        let warned: String = skipped.chain(failed).map(line).collect();
        let others = self.0.files.others.values();
        let others = others.map(|why| format!("skipped: {}\n", crate::output::visible(why)));
        warned + &others.collect::<String>()
    }
}

/// How far the documents are, where there is a terminal; gone when it is dropped.
struct Bar(ProgressBar);

impl Bar {
    fn start() -> Bar {
        if !crate::face::shows_progress() {
            return Bar(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Bar(ProgressBar::new(0).with_style(style))
    }
}

impl ProgressListener for Bar {
    fn on(&self, event: ProgressEvent<'_>) {
        if let ProgressEvent::Document { name, done, of } = event {
            self.0.set_length(of as u64);
            self.0.set_position(done as u64);
            self.0.set_message(name.to_owned());
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
