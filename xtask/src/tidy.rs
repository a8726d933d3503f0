//! The small rules of the house that no compiler keeps.
//!
//! Walks the files that belong to the project and reports what is untidy, each
//! with its place. Every check is a pure function of names and texts, so that
//! its test can show it fail.

mod lock_history;
mod manifests;
mod names;
mod plans;
pub(crate) mod points;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file of the project: its path from the root, with forward slashes, and its text.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// How the name ends, without the dot.
    fn ending(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.rsplit_once('.').map_or("", |(_, ending)| ending)
    }
}

/// Everything that is untidy, in plain words; empty when all is well.
///
/// # Errors
///
/// Where the files of the project cannot be listed or read.
pub(crate) fn findings(root: &Path) -> Result<Vec<String>, String> {
    let files = files(root)?;
    let mut found: Vec<String> = files.iter().flat_map(text::findings).collect();
    found.extend(manifests::findings(&files));
    found.extend(names::findings(&files));
    found.extend(plans::findings(&files, &crate::chores()));
    found.extend(points::findings(&files));
    found.extend(lock_history::findings(root));
    Ok(found)
}

/// The text files that belong to the project; others (pictures, archives) are left out.
pub(crate) fn files(root: &Path) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for path in listed(root).map_or_else(|| walked(root), Ok)? {
        let whole = root.join(&path);
        // A file that was deleted but not yet committed is still listed.
        if !whole.is_file() {
            continue;
        }
        let bytes = fs::read(&whole).map_err(|error| format!("`{path}`: {error}"))?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(File { path, text });
        }
    }
    Ok(files)
}

/// What git tracks, and what is new and not ignored; `None` outside a checkout.
fn listed(root: &Path) -> Option<Vec<String>> {
    let arguments = [
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ];
    let output = Command::new("git")
        .current_dir(root)
        .args(arguments)
        .output()
        .ok()?;
    let names = String::from_utf8(output.stdout)
        .ok()
        .filter(|_| output.status.success())?;
    let mut paths: Vec<_> = names
        .split('\0')
        .filter(|n| !n.is_empty())
        .map(str::to_owned)
        .collect();
    paths.sort();
    paths.dedup();
    Some(paths)
}

/// All files below the root but those of hidden and build folders.
fn walked(root: &Path) -> Result<Vec<String>, String> {
    let mut paths = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(folder) = waiting.pop() {
        let unreadable = |error| format!("`{}`: {error}", folder.display());
        for entry in fs::read_dir(root.join(&folder)).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            let is_folder = entry.file_type().map_err(unreadable)?.is_dir();
            if !is_folder {
                paths.push(path.to_string_lossy().replace('\\', "/"));
            } else if name != "target" && !name.starts_with('.') {
                waiting.push(path);
            }
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file for the tests of the checks.
    pub(super) fn file(path: &str, text: &str) -> File {
        File {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn the_project_is_tidy() {
        let found = findings(&crate::workspace_root()).unwrap();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }

    #[test]
    fn git_and_the_folders_tell_of_the_same_sources() {
        let root = crate::workspace_root();
        let walked = walked(&root).unwrap();
        for path in listed(&root).unwrap_or_default() {
            let hidden = path.split('/').any(|part| part.starts_with('.'));
            if !hidden && root.join(&path).is_file() {
                assert!(walked.contains(&path), "{path}");
            }
        }
    }

    #[test]
    fn the_ending_of_a_file_is_that_of_its_name() {
        assert_eq!(file("a.b/c.rs", "").ending(), "rs");
        assert_eq!(file("a.b/LICENSE", "").ending(), "");
    }
}
