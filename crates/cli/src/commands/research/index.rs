//! `groundstop index`: the documents of a folder, made ready for look-ups.

use std::io::IsTerminal;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_engine::{Changes, IndexError, Indexer, Stamp, is_index};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::IndexArgs;
use super::library::{Files, Library};
use crate::commands::inputs::no_documents;
use crate::commands::reading::Source;
use crate::error::{CliError, Exit, Output};
use crate::files;

pub(crate) fn run(args: &IndexArgs) -> Result<Output, CliError> {
    if !args.folder.is_dir() {
        return Err(CliError::input(
            format!("`{}` is no folder", args.folder.display()),
            "name the folder with the documents",
        ));
    }
    let library = Library::new(&args.folder, args.index.as_deref());
    let found = library.files()?;
    // Where nothing was indexed either, the folder is the wrong one.
    if found.documents.is_empty() && !is_index(&library.index) {
        return Err(no_documents(&args.folder));
    }
    let done = bring_up_to_date(args, &library, &found)?;
    let stdout = match args.json {
        true => done.in_json(&library, &found)?,
        false => done.in_words(&library),
    };
    Ok(Output {
        stderr: done.left_out(&found),
        exit: match done.unreadable.is_empty() && found.skipped.is_empty() {
            true => Exit::Fine,
            false => Exit::Input,
        },
        ..Output::fine(stdout)
    })
}

/// What became of the files.
struct Done {
    changes: Changes,
    /// Names of documents, and why they could not be read.
    unreadable: Vec<(String, String)>,
}

fn bring_up_to_date(args: &IndexArgs, library: &Library, found: &Files) -> Result<Done, CliError> {
    let refused = |error: IndexError| library.refused(&error);
    let mut indexer = Indexer::open_or_create(&library.index).map_err(refused)?;
    indexer.of_folder(&files::place(&args.folder));
    let skipped = found.skipped.keys();
    skipped.for_each(|name| indexer.leave_out(name));
    let mut unreadable = Vec::new();
    let bar = progress(found.documents.len());
    for (name, path) in &found.documents {
        bar.set_message(name.clone());
        if let Err(error) = add(&mut indexer, path, name, args, library) {
            indexer.leave_out(name);
            let causes = error.lines.into_iter().map(|(cause, _)| cause);
            unreadable.push((name.clone(), causes.collect::<Vec<_>>().join("; ")));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    indexer.remove_unseen();
    Ok(Done {
        changes: indexer.commit().map_err(refused)?,
        unreadable,
    })
}

impl Done {
    fn documents(&self) -> usize {
        self.changes.added + self.changes.renamed + self.changes.unchanged
    }

    fn in_words(&self, library: &Library) -> String {
        let changes = self.changes;
        format!(
            "{} documents, {} passages in {}\n  {} added, {} renamed, {} removed, {} unchanged\n",
            self.documents(),
            changes.passages,
            library.index.display(),
            changes.added,
            changes.renamed,
            changes.removed,
            changes.unchanged,
        )
    }

    fn in_json(&self, library: &Library, found: &Files) -> Result<String, CliError> {
        let failed = self.unreadable.iter();
        let failed = failed.map(|(name, why)| json!({"document": name, "error": why}));
        let skipped = found.skipped.iter();
        let skipped = skipped.map(|(name, why)| json!({"document": name, "reason": why}));
        let said = json!({
            "index": library.index.display().to_string(),
            "documents": self.documents(),
            "passages": self.changes.passages,
            "added": self.changes.added,
            "renamed": self.changes.renamed,
            "removed": self.changes.removed,
            "unchanged": self.changes.unchanged,
            "unreadable": failed.collect::<Vec<_>>(),
            "skipped": skipped.collect::<Vec<_>>(),
        });
        let text = serde_json::to_string_pretty(&said).map_err(CliError::fault)?;
        Ok(format!("{text}\n"))
    }

    /// What is not in the index, for people.
    fn left_out(&self, found: &Files) -> String {
        let skipped = found.skipped.values().map(|why| ("skipped", why));
        let failed = self.unreadable.iter().map(|(_, why)| ("not indexed", why));
        let line = |(what, why): (&str, &String)| {
            format!("groundstop: {what}: {}\n", crate::output::visible(why))
        };
        skipped.chain(failed).map(line).collect()
    }
}

/// Reads a document, unless the index holds these very bytes already.
fn add(
    indexer: &mut Indexer,
    path: &Path,
    name: &str,
    args: &IndexArgs,
    library: &Library,
) -> Result<(), CliError> {
    let stamp = Stamp::of(path);
    let mut source = Source::open(path, &args.reading)?;
    if !indexer.keep(name, &sha256_hex(source.bytes())) {
        let document = source.read()?;
        let added = indexer.add(name, document);
        added.map_err(|error| library.refused(&error))?;
    }
    indexer.stamp(name, stamp);
    Ok(())
}

fn progress(documents: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
    let bar = ProgressBar::new(u64::try_from(documents).unwrap_or(u64::MAX));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
