//! One module per command; each gives back what to print and how to exit.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod schema;
pub(crate) mod text;
pub(crate) mod verify;

use std::path::Path;

use groundstop_document::Document;

use crate::error::CliError;
use crate::files;

/// Reads a document and says what is wrong with it in one line.
fn read_document(path: &Path, max_bytes: u64) -> Result<Document, CliError> {
    let bytes = files::read(path, max_bytes)?;
    groundstop_engine::read_document(&bytes).map_err(|error| {
        let cause = format!("`{}`: {error}", path.display());
        CliError::input(cause, error.cure())
    })
}

/// Now, as receipts write it.
fn now() -> String {
    let now = jiff::Timestamp::now();
    format!("{now:.6}")
}
