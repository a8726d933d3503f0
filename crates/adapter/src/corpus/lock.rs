//! Who reads an index, and who writes it. Each holds a lock of the system, which
//! goes with its process.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

const WRITER: &str = "lock";
const READERS: &str = "readers.lock";

/// The right to write an index; nobody else has it.
#[derive(Debug)]
pub(super) struct Writing(#[expect(dead_code, reason = "it is held, not used")] File);

impl Writing {
    /// Nothing where somebody else is writing.
    pub(super) fn begin(dir: &Path) -> io::Result<Option<Writing>> {
        let file = File::create(dir.join(WRITER))?;
        // It is there before anybody reads.
        File::create(dir.join(READERS))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Writing(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Holds off whoever would tidy up. Where the system has no locks, nobody tidies up.
#[derive(Debug)]
pub(super) struct Reading(#[expect(dead_code, reason = "it is held, not used")] Option<File>);

impl Reading {
    /// Waits for whoever is tidying up.
    pub(super) fn begin(dir: &Path) -> Reading {
        let file = File::open(dir.join(READERS)).ok();
        Reading(file.filter(|file| file.lock_shared().is_ok()))
    }
}

/// Does something that nobody may see half done, unless somebody is reading.
pub(super) fn unless_read(dir: &Path, act: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let file = File::open(dir.join(READERS))?;
    match file.try_lock() {
        Ok(()) => act(),
        Err(TryLockError::WouldBlock) => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
