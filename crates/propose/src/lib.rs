//! Candidates: what the built-in proposer reads, and what other tools proposed.
//!
//! An importer only translates. It decides nothing, drops nothing silently and
//! repairs nothing: what it cannot read is an error that names the place.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

pub mod builtin;
mod error;
mod instructor;
mod langextract;
mod plain;
mod records;

pub use error::{ImportError, ImportProblem};

use groundstop_contract::CandidateRecord;
use groundstop_contract::report::ProposerRecord;

/// The formats candidates come in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Our own: an array, an object or JSON lines of candidates.
    #[default]
    Plain,
    /// LangExtract's annotated documents, as JSON lines.
    LangExtract,
    /// Instructor's models with `substring_quotes`.
    Instructor,
}

/// Candidates as they were imported.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The candidates, in the order of the file.
    pub candidates: Vec<CandidateRecord>,
    /// Who proposed them.
    pub proposer: ProposerRecord,
    /// Whether a repeated name means a field with many values.
    pub repeats_are_many: bool,
}

/// Reads a file of candidates.
///
/// # Errors
/// Where anything in the file is not a candidate; every such place is named.
pub fn import(bytes: &[u8], format: Format) -> Result<Imported, ImportError> {
    let (name, candidates) = match format {
        Format::Plain => ("plain", plain::import(bytes)?),
        Format::LangExtract => ("langextract", langextract::import(bytes)?),
        Format::Instructor => ("instructor", instructor::import(bytes)?),
    };
    Ok(Imported {
        candidates,
        proposer: ProposerRecord {
            name: name.to_owned(),
            version: "1".to_owned(),
        },
        repeats_are_many: format != Format::Plain,
    })
}
