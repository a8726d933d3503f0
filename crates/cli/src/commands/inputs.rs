//! Which documents a command line names: files, folders, patterns, standard input.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// The names documents in a folder can have; a file named outright can have any.
const ENDINGS: [&str; 9] = [
    "pdf", "docx", "html", "htm", "txt", "text", "md", "markdown", "eml",
];

/// All documents, folders and patterns expanded in the order of their names.
pub(super) fn expand(named: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for path in named {
        if path == Path::new("-") || path.is_file() {
            found.push(path.clone());
        } else if path.is_dir() {
            let inside = in_folder(path)?.documents;
            if inside.is_empty() {
                return Err(no_documents(path));
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

/// What a folder holds, in the order of names.
#[derive(Debug, Default)]
pub(super) struct InFolder {
    pub(super) documents: Vec<PathBuf>,
    /// Links to folders, which are not followed, and links that lead nowhere.
    pub(super) links: Vec<PathBuf>,
    /// What is named like a document and is no file: pipes, sockets, devices.
    pub(super) special: Vec<PathBuf>,
}

/// The documents in a folder and the folders in it.
pub(super) fn in_folder(folder: &Path) -> Result<InFolder, CliError> {
    let mut found = InFolder::default();
    walk(folder, &mut found)?;
    Ok(found)
}

pub(super) fn no_documents(folder: &Path) -> CliError {
    CliError::input(
        format!("the folder `{}` holds no documents", folder.display()),
        format!(
            "name files outright, or a folder with files that end in .{}",
            ENDINGS.join(", .")
        ),
    )
}

fn walk(folder: &Path, found: &mut InFolder) -> Result<(), CliError> {
    let unreadable = |error: std::io::Error| {
        CliError::input(
            format!("the folder `{}`: {error}", folder.display()),
            "check its permissions",
        )
    };
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        // A link could lead back to where it stands.
        let astray = path.is_dir() || is_document(&path) && !path.exists();
        if path.is_symlink() && astray {
            found.links.push(path);
        } else if path.is_dir() {
            walk(&path, found)?;
        } else if is_document(&path) && path.is_file() {
            found.documents.push(path);
        } else if is_document(&path) && path.exists() {
            found.special.push(path);
        }
    }
    Ok(())
}

/// Whether a file in a folder would be taken for a document.
pub(super) fn is_document(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    ENDINGS
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known))
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
