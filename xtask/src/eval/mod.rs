//! Evaluations on labelled documents that are not part of the project.
//!
//! They are found through `GROUNDSTOP_DATA`, by default `../shared/data`. Where
//! the folder is missing, an evaluation says so and is skipped.

pub(crate) mod browser;
pub(crate) mod contradictions;
mod damage;
pub(crate) mod extract;
mod figures;
pub(crate) mod frames;
pub(crate) mod gold;
pub(crate) mod hidden;
pub(crate) mod inputs;
pub(crate) mod invoices;
mod looked;
pub(crate) mod properties;
pub(crate) mod questions;
pub(crate) mod quotes;
pub(crate) mod read;
mod regimes;
pub(crate) mod research;
pub(crate) mod rules;
pub(crate) mod screen;
mod statutes;
pub(crate) mod tables;

use std::path::{Path, PathBuf};

/// The folder with the labelled documents, where it is there.
pub(crate) fn data_dir() -> Option<PathBuf> {
    let root = crate::workspace_root();
    let named = std::env::var_os("GROUNDSTOP_DATA").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root.join("../shared/data"));
    if folder.is_dir() {
        return Some(folder);
    }
    println!(
        "skipped: no evaluation data at `{}` (set GROUNDSTOP_DATA to the folder that holds it)",
        folder.display()
    );
    None
}

/// Runs an evaluation where its data is there; a skipped one did not fail.
pub(crate) fn run(evaluation: impl FnOnce(&Path) -> Result<bool, String>) -> Result<bool, String> {
    data_dir().map_or(Ok(true), |data| evaluation(&data))
}
