//! `groundstop index`: the documents of a folder, made ready for look-ups.

use std::io::IsTerminal;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_engine::{IndexError, Indexer};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::IndexArgs;
use super::settings::INDEX_FOLDER;
use crate::commands::inputs::expand;
use crate::commands::reading::Source;
use crate::error::{CliError, Exit, Output};

pub(crate) fn run(args: &IndexArgs) -> Result<Output, CliError> {
    if !args.folder.is_dir() {
        return Err(CliError::input(
            format!("`{}` is no folder", args.folder.display()),
            "name the folder with the documents",
        ));
    }
    let documents = expand(std::slice::from_ref(&args.folder))?;
    let at = args.index.clone();
    let at = at.unwrap_or_else(|| args.folder.join(INDEX_FOLDER));
    let mut indexer = Indexer::open_or_create(&at).map_err(|error| refused(&error))?;
    let mut unreadable = Vec::new();
    let mut names = std::collections::BTreeSet::new();
    let bar = progress(documents.len());
    for path in &documents {
        let name = name(&args.folder, path);
        bar.set_message(name.clone());
        if !names.insert(name.clone()) {
            let why = format!("`{}` has the name of another document", path.display());
            unreadable.push((name, why));
            continue;
        }
        if let Err(error) = add(&mut indexer, path, &name, args) {
            let causes = error.lines.into_iter().map(|(cause, _)| cause);
            unreadable.push((name, causes.collect::<Vec<_>>().join("; ")));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    indexer.remove_unseen();
    let changes = indexer.commit().map_err(|error| refused(&error))?;
    let indexed = changes.added + changes.renamed + changes.unchanged;
    let stdout = match args.json {
        true => {
            let failed: Vec<_> = unreadable
                .iter()
                .map(|(name, why)| json!({"document": name, "error": why}))
                .collect();
            let said = json!({
                "index": at.display().to_string(),
                "documents": indexed,
                "passages": changes.passages,
                "added": changes.added,
                "renamed": changes.renamed,
                "removed": changes.removed,
                "unchanged": changes.unchanged,
                "unreadable": failed,
            });
            format!(
                "{}\n",
                serde_json::to_string_pretty(&said).map_err(CliError::fault)?
            )
        }
        false => format!(
            "{} documents, {} passages in {}\n  {} added, {} renamed, {} removed, {} unchanged\n",
            indexed,
            changes.passages,
            at.display(),
            changes.added,
            changes.renamed,
            changes.removed,
            changes.unchanged,
        ),
    };
    let mut stderr = String::new();
    for (_, why) in &unreadable {
        stderr.push_str(&format!(
            "groundstop: not indexed: {}\n",
            crate::output::visible(why)
        ));
    }
    Ok(Output {
        stderr,
        exit: match unreadable.is_empty() {
            true => Exit::Fine,
            false => Exit::Input,
        },
        ..Output::fine(stdout)
    })
}

/// Reads a document, unless the index holds these very bytes already.
fn add(indexer: &mut Indexer, path: &Path, name: &str, args: &IndexArgs) -> Result<(), CliError> {
    let mut source = Source::open(path, &args.reading)?;
    if indexer.keep(name, &sha256_hex(source.bytes())) {
        return Ok(());
    }
    let document = source.read()?;
    indexer.add(name, document).map_err(|error| refused(&error))
}

/// A document's name in the index: its path from the folder on.
fn name(folder: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(folder).unwrap_or(path);
    inner.to_string_lossy().into_owned()
}

fn refused(error: &IndexError) -> CliError {
    CliError::input(error, "check the folder, or name another with `--index`")
}

fn progress(documents: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
    let bar = ProgressBar::new(u64::try_from(documents).unwrap_or(u64::MAX));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
