//! A new file: made beside its place and put there whole.
//!
//! So a file that is there and holds nothing was not left by us, whenever a
//! process ended: it lost what it had, and no new log is begun in its place.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;

use super::{DURABLE, migrate, open_error};
use crate::store::StoreError;

/// What the database may leave beside a file.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];

/// The file beside another one whose name ends so.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Makes the file, unless another process is first.
pub(super) fn make(path: &Path) -> Result<(), StoreError> {
    let left = beside(path, "-wal");
    if fs::metadata(&left).is_ok_and(|file| file.len() > 0) {
        return Err(StoreError::Lost(format!(
            "`{}` is there, `{}` is not",
            left.display(),
            path.display()
        )));
    }
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let new = beside(path, &format!(".{}-{number}.new", std::process::id()));
    let made = fill(&new).and_then(|()| place(&new, path).map_err(|error| cannot(path, &error)));
    for ending in BESIDE {
        let _ = fs::remove_file(beside(&new, ending));
    }
    made.map_err(|error| match error {
        StoreError::CannotOpen(_) => cannot(path, &"its folder takes no files"),
        error => error,
    })
}

fn cannot(path: &Path, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::CannotOpen(format!("`{}` cannot be made: {why}", path.display()))
}

/// An empty log; all of it is in the file when the connection is closed.
fn fill(new: &Path) -> Result<(), StoreError> {
    let mut connection = Connection::open(new).map_err(open_error)?;
    connection.execute_batch(DURABLE).map_err(open_error)?;
    migrate(&mut connection)?;
    connection.close().map_err(|(_, error)| open_error(error))
}

/// Puts the file in its place, durably, and never over another.
fn place(new: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(new, path) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(()),
        // Not every file system knows two names for one file.
        Err(_) if !path.exists() => fs::rename(new, path)?,
        Err(_) => return Ok(()),
    }
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        };
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}
