//! What the tests of several rooms and the chores share. No product code may depend on it:
//! `cargo xtask tidy` lets it stand under `[dev-dependencies]` only, but for `xtask`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::expect_used,
    clippy::panic,
    reason = "tests read files, start servers, say on stderr what they skip, and fail by panic"
)]

pub mod folds;
pub mod numbers;
pub mod postgres_server;
pub mod sight;

use std::fs;
use std::path::{Path, PathBuf};

/// A folder or file of the labelled data (`GROUNDSTOP_DATA`, by default `shared/data`
/// beside the workspace). Where it is absent, stderr says which test is skipped.
pub fn data(path: &str, test: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let data = std::env::var_os("GROUNDSTOP_DATA").unwrap_or_else(|| beside.into());
    let found = Path::new(&data).join(path);
    if found.exists() {
        return Some(found);
    }
    eprintln!(
        "SKIPPED {test}: no {} (set GROUNDSTOP_DATA)",
        found.display()
    );
    None
}

/// Makes a folder anew: it is empty afterwards, whatever an earlier run left there.
///
/// # Panics
///
/// Where the folder cannot be made.
pub fn empty_folder(path: impl Into<PathBuf>) -> PathBuf {
    let path = path.into();
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}
