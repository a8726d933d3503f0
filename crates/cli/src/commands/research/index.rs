//! `groundstop index`: the documents of a folder, made ready for look-ups.

use std::io::IsTerminal;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_engine::{IndexError, Indexer, Stamp, is_index};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::IndexArgs;
use super::library::Library;
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
    let refused = |error: IndexError| library.refused(&error);
    let mut indexer = Indexer::open_or_create(&library.index).map_err(refused)?;
    indexer.of_folder(&files::place(&args.folder));
    found
        .skipped
        .keys()
        .for_each(|name| indexer.leave_out(name));
    let mut unreadable = Vec::new();
    let bar = progress(found.documents.len());
    for (name, path) in &found.documents {
        bar.set_message(name.clone());
        if let Err(error) = add(&mut indexer, path, name, args, &library) {
            indexer.leave_out(name);
            let causes = error.lines.into_iter().map(|(cause, _)| cause);
            unreadable.push((name, causes.collect::<Vec<_>>().join("; ")));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    indexer.remove_unseen();
    let changes = indexer.commit().map_err(refused)?;
    let indexed = changes.added + changes.renamed + changes.unchanged;
    let stdout = match args.json {
        true => {
            let failed = unreadable.iter();
            let failed = failed.map(|(name, why)| json!({"document": name, "error": why}));
            let skipped = found.skipped.iter();
            let skipped = skipped.map(|(name, why)| json!({"document": name, "reason": why}));
            let said = json!({
                "index": library.index.display().to_string(),
                "documents": indexed,
                "passages": changes.passages,
                "added": changes.added,
                "renamed": changes.renamed,
                "removed": changes.removed,
                "unchanged": changes.unchanged,
                "unreadable": failed.collect::<Vec<_>>(),
                "skipped": skipped.collect::<Vec<_>>(),
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
            library.index.display(),
            changes.added,
            changes.renamed,
            changes.removed,
            changes.unchanged,
        ),
    };
    let mut stderr = String::new();
    let left_out = found.skipped.values().map(|why| ("skipped", why));
    let failed = unreadable.iter().map(|(_, why)| ("not indexed", why));
    for (what, why) in left_out.chain(failed) {
        let why = crate::output::visible(why);
        stderr.push_str(&format!("groundstop: {what}: {why}\n"));
    }
    Ok(Output {
        stderr,
        exit: match unreadable.is_empty() && found.skipped.is_empty() {
            true => Exit::Fine,
            false => Exit::Input,
        },
        ..Output::fine(stdout)
    })
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
