//! What a folder holds that is read as a document.
#![allow(
    clippy::disallowed_methods,
    reason = "an index and an audit are made of a folder of files"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use groundstop_canon::sha256_hex;
use groundstop_read::{FileKind, READERS, kind_of};

use crate::error::EngineError;
use crate::files::DEFAULT_MAX_BYTES;

/// How the names of documents in a folder can end; a file named outright can have any
/// name.
fn extensions() -> impl Iterator<Item = &'static str> {
    let all = READERS.iter().flat_map(|entry| entry.extensions);
    all.copied()
}

/// What a folder holds, in the order of names.
#[derive(Debug, Default)]
pub struct FolderFiles {
    /// Files that would be taken for documents.
    pub documents: Vec<PathBuf>,
    /// Links to folders, which are not followed, and links that lead nowhere.
    pub links: Vec<PathBuf>,
    /// What is named like a document and is no file: pipes, sockets, devices.
    pub special: Vec<PathBuf>,
    /// Files that are no documents, each with the reason it is not read.
    pub others: Vec<(PathBuf, String)>,
}

/// The documents in a folder and the folders in it; hidden files are left out.
///
/// # Errors
/// Where a folder cannot be read.
pub fn files_in(folder: &Path) -> Result<FolderFiles, EngineError> {
    let mut found = FolderFiles::default();
    walk(folder, &mut found)?;
    Ok(found)
}

/// A folder in which nothing is read as a document.
#[must_use]
pub fn no_documents(folder: &Path) -> EngineError {
    EngineError::input(
        format!("the folder `{}` holds no documents", folder.display()),
        format!(
            "name files outright, or a folder with files that end in .{}",
            extensions().collect::<Vec<_>>().join(", .")
        ),
    )
}

fn walk(folder: &Path, found: &mut FolderFiles) -> Result<(), EngineError> {
    let unreadable = |error: std::io::Error| {
        EngineError::input(
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
        let astray = path.is_dir() || is_document_name(&path) && !path.exists();
        if path.is_symlink() && astray {
            found.links.push(path);
        } else if path.is_dir() {
            walk(&path, found)?;
        } else if is_document_name(&path) && path.is_file() {
            found.documents.push(path);
        } else if is_document_name(&path) && path.exists() {
            found.special.push(path);
        } else if path.is_file() {
            match other(&path) {
                None => found.documents.push(path),
                Some(why) => found.others.push((path, why)),
            }
        }
    }
    Ok(())
}

/// Why a file that is not named like a document is none; nothing where its bytes say that
/// it is one all the same.
fn other(path: &Path) -> Option<String> {
    let Ok(bytes) = crate::files::read(path, DEFAULT_MAX_BYTES) else {
        return Some("cannot be read, or is too large to be looked at".to_owned());
    };
    match kind_of(&bytes) {
        FileKind::Unsupported(_) => not_read(&bytes),
        // Any settings or data may be text.
        FileKind::Text | FileKind::Markdown => {
            Some("is not named like a document; name it outright to read it".to_owned())
        }
        FileKind::Pdf
        | FileKind::Odt
        | FileKind::Docx
        | FileKind::Html
        | FileKind::Mail
        | FileKind::Filing => None,
    }
}

/// Why bytes are of no format that is read: a picture, a program.
pub(crate) fn not_read(bytes: &[u8]) -> Option<String> {
    match kind_of(bytes) {
        FileKind::Unsupported(what) => Some(format!("is {what}, which is not read")),
        FileKind::Text
        | FileKind::Markdown
        | FileKind::Pdf
        | FileKind::Odt
        | FileKind::Docx
        | FileKind::Html
        | FileKind::Mail
        | FileKind::Filing => None,
    }
}

/// Whether a file in a folder would be taken for a document.
#[must_use]
pub fn is_document_name(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    extensions().any(|known| extension.eq_ignore_ascii_case(known))
}

/// All files of a folder by the digest of their bytes, whatever their names.
pub(crate) fn by_digest(folder: &Path) -> Result<BTreeMap<String, PathBuf>, EngineError> {
    let mut files = BTreeMap::new();
    add_digests(folder, &mut files).map_err(|error| {
        EngineError::input(
            format!("the folder `{}`: {error}", folder.display()),
            "name a folder that can be read",
        )
    })?;
    Ok(files)
}

fn add_digests(folder: &Path, files: &mut BTreeMap<String, PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            add_digests(&path, files)?;
        } else if path.is_file() {
            files.insert(sha256_hex(&fs::read(&path)?), path);
        }
    }
    Ok(())
}
