//! Chores of the workspace: `cargo xtask test`, `eval`, `bench`, `freeze`, `tidy`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "chores read files, start programs and print"
)]

mod eval;
mod graph;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

/// The folder of the workspace.
pub(crate) fn workspace_root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Says what is untidy and what does not keep to the plan of the house.
fn tidy() -> ExitCode {
    let root = workspace_root();
    let found = graph::violations(&root).and_then(|mut found| {
        found.extend(tidy::findings(&root)?);
        Ok(found)
    });
    match found {
        Ok(found) if found.is_empty() => {
            println!("tidy");
            ExitCode::SUCCESS
        }
        Ok(found) => {
            eprintln!("{}", found.join("\n"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("tidy") {
        return tidy();
    }
    if let Some(data) = eval::data_dir() {
        println!("{:?}", eval::quotes::run(&data));
    }
    ExitCode::SUCCESS
}
