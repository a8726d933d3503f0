//! The one way to files of whoever uses the engine: bounded reads, and writes that
//! are whole or not at all.
#![allow(
    clippy::disallowed_methods,
    reason = "every face reads and writes files by the same rules, which stand here once"
)]

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::EngineError;

/// The size of the largest document or candidate file, unless an option says otherwise.
pub const DEFAULT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Reads a file of so many bytes at most.
///
/// # Errors
/// Where it is missing, no file, not readable or too large.
pub fn read(path: &Path, max_bytes: u64) -> Result<Vec<u8>, EngineError> {
    let name = path.display();
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            EngineError::input(format!("`{name}`: there is no such file"), "check the path")
        }
        _ => EngineError::input(
            format!("`{name}`: {error}"),
            "check the path and its permissions",
        ),
    })?;
    if metadata.is_dir() {
        return Err(EngineError::input(
            format!("`{name}` is a folder, not a file"),
            "name one file in it",
        ));
    }
    let file = File::open(path).map_err(|error| {
        EngineError::input(format!("`{name}`: {error}"), "check the file's permissions")
    })?;
    read_bounded(file, &format!("`{name}`"), max_bytes)
}

/// The first bytes of a file, so many at most.
///
/// # Errors
/// Where it cannot be opened or read.
pub fn head(path: &Path, bytes: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(bytes).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads what a source has, so many bytes at most; `name` is what messages call it.
///
/// # Errors
/// Where it cannot be read or has more.
pub fn read_bounded(source: impl Read, name: &str, max_bytes: u64) -> Result<Vec<u8>, EngineError> {
    let mut bytes = Vec::new();
    source
        .take(max_bytes.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| {
            EngineError::input(format!("{name}: {error}"), "check that it can be read")
        })?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > max_bytes {
        return Err(EngineError::input(
            format!("{name} is larger than the limit of {max_bytes} bytes"),
            "raise the limit with `--max-bytes`",
        ));
    }
    Ok(bytes)
}

/// Reads a file of UTF-8 text.
///
/// # Errors
/// As [`read`], and where it is not UTF-8.
pub fn read_text(path: &Path, max_bytes: u64) -> Result<String, EngineError> {
    text_of(path, read(path, max_bytes)?)
}

/// Bytes that must be UTF-8; `path` is what messages call them.
///
/// # Errors
/// Where they are not.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, EngineError> {
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        EngineError::input(
            format!(
                "`{}`: not UTF-8 text: byte {byte} does not belong to any character",
                path.display()
            ),
            "save it as UTF-8",
        )
    })
}

/// Where a path leads, whatever it looks like; of a file still to be written, where
/// its folder does.
#[must_use]
pub fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let there = || {
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    let found = fs::canonicalize(path).ok().or_else(there);
    let found = found.or_else(|| std::path::absolute(path).ok());
    found.unwrap_or_else(|| path.to_owned())
}

/// Whether a file is one that no output may take the place of.
fn is_kept(path: &Path) -> bool {
    let mut head = [0u8; 16];
    let read = File::open(path).and_then(|mut file| file.read(&mut head));
    let head = head.get(..read.unwrap_or(0)).unwrap_or_default();
    head.starts_with(b"SQLite format 3") || head.starts_with(b"PRIVATE+KEY+")
}

/// What is no file, a pipe or a device, is not replaced by one, nor what must be kept.
///
/// # Errors
/// Where the path names such a thing.
pub fn replaceable(path: &Path) -> Result<(), EngineError> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return Err(EngineError::input(
            format!("`{}` is no ordinary file", path.display()),
            "give the name of a file",
        ));
    }
    if is_kept(path) {
        return Err(EngineError::input(
            format!("`{}` is a database or a signing key", path.display()),
            "give the output a file of its own",
        ));
    }
    Ok(())
}

/// How many files this process wrote.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Writes a file: all of it, or the old one stays as it was. A link is followed.
///
/// # Errors
/// Where it cannot be written, or what is there must be kept.
pub fn write(path: &Path, content: &[u8]) -> Result<(), EngineError> {
    let followed = fs::canonicalize(path);
    let path = followed.as_deref().unwrap_or(path);
    replaceable(path)?;
    let attempt = || -> io::Result<()> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        // No two writers share it, threads of one process neither.
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        name.push(format!(".{}-{number}.part", std::process::id()));
        let beside: PathBuf = path.with_file_name(name);
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()?;
            fs::rename(&beside, path)
        });
        if written.is_err() {
            // What is left of a failed attempt is of no use to anyone.
            let _ = fs::remove_file(&beside);
        }
        written
    };
    attempt().map_err(|error| {
        EngineError::input(
            format!("cannot write `{}`: {error}", path.display()),
            "check that the folder exists and has room",
        )
    })
}
