//! Which documents a command line names: files, folders, patterns, standard input.

use std::path::{Path, PathBuf};

use groundstop_engine::{files_in, no_documents};

use crate::error::CliError;

/// All documents, folders and patterns expanded in the order of their names.
pub(super) fn expand(named: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for path in named {
        if path == Path::new("-") || path.is_file() {
            found.push(path.clone());
        } else if path.is_dir() {
            let inside = files_in(path)?.documents;
            if inside.is_empty() {
                return Err(no_documents(path).into());
            }
            found.extend(inside);
        } else {
            found.extend(matching(path)?);
        }
    }
    // The same file named twice is one document.
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|path| seen.insert(path.clone()));
    Ok(found)
}

/// The files a pattern such as `deals/*.pdf` matches.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, CliError> {
    let said = pattern.to_string_lossy();
    if !said.contains(['*', '?', '[']) {
        return Err(CliError::input(
            format!("`{said}`: there is no such file"),
            "check the path",
        ));
    }
    let paths = glob::glob(&said).map_err(|error| {
        CliError::input(
            format!("`{said}` is no pattern: {error}"),
            "write a pattern such as deals/*.pdf",
        )
    })?;
    let mut found: Vec<PathBuf> = paths
        .filter_map(Result::ok)
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    if found.is_empty() {
        return Err(CliError::input(
            format!("no file matches `{said}`"),
            "check the pattern; quote it so that the shell leaves it alone",
        ));
    }
    Ok(found)
}
