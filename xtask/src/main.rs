//! Chores of the workspace: `cargo xtask test`, `eval`, `bench`, `freeze`, `tidy`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "chores read files, start programs and print"
)]

mod eval;

use std::path::PathBuf;

/// The folder of the workspace.
pub(crate) fn workspace_root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn main() {
    if let Some(data) = eval::data_dir() {
        println!("{:?}", eval::quotes::run(&data));
    }
}
