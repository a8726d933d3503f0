//! Files that a question may write: none that it reads, and none that is something else.

use std::path::Path;

use groundstop_contract::pack::PACK_FORMAT;
use groundstop_engine::{CorpusFolder, ResearchRun, is_document_name};
use serde::Deserialize;

use super::args::AskArgs;
use super::replay::PACK_BYTES_MAX;
use crate::error::CliError;
use crate::files;
use crate::output::answer;

const CURE: &str = "give the output a file of its own, elsewhere";

/// Refuses outputs that would take the place of something.
pub(super) fn check(args: &AskArgs, library: Option<&CorpusFolder>) -> Result<(), CliError> {
    let refused =
        |path: &Path, why: &str| Err(CliError::input(format!("`{}` {why}", path.display()), CURE));
    for path in [&args.pack, &args.html].into_iter().flatten() {
        files::check_output(path)?;
        let target = files::place(path);
        let Some(library) = library else { continue };
        if target.starts_with(files::place(&library.index)) {
            return refused(path, "would be written into the index");
        }
        let in_folder = |folder: &Path| target.starts_with(files::place(folder));
        if library.folder.as_deref().is_some_and(in_folder) && is_document_name(&target) {
            return refused(path, "would be a document of the corpus");
        }
    }
    match (&args.pack, &args.html) {
        (Some(pack), Some(page)) if files::place(pack) == files::place(page) => {
            refused(pack, "would be written twice")
        }
        (Some(pack), _) if pack.is_file() && !may_be_replaced(pack)? => {
            refused(pack, "is there already and is no evidence pack")
        }
        _ => Ok(()),
    }
}

/// Writes what was asked for; what could not be written comes back, for people.
pub(super) fn write(args: &AskArgs, run: &ResearchRun) -> String {
    let page = || answer::page(&run.pack.asked.question, &run.pack.answer).into_bytes();
    let pack = args.pack.as_ref().map(|path| (path, run.bytes.clone()));
    let page = args.html.as_ref().map(|path| (path, page()));
    let files = [pack, page].into_iter().flatten();
    let written = files.map(|(path, content)| files::write(path, &content));
    written
        .filter_map(Result::err)
        .map(|error| error.in_words())
        .collect()
}

/// All that must be known of a pack to see that it is one.
#[derive(Deserialize)]
struct Head {
    format: String,
}

fn may_be_replaced(path: &Path) -> Result<bool, CliError> {
    let bytes = files::read(path, PACK_BYTES_MAX)?;
    let head = serde_json::from_slice::<Head>(&bytes);
    Ok(bytes.is_empty() || head.is_ok_and(|head| head.format == PACK_FORMAT))
}
