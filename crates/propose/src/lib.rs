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
mod import;
pub mod prompt;

pub use error::{ImportError, ImportProblem};
pub use import::{Format, Imported, OTHER_QUOTES, import};
