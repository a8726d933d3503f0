//! One run end to end: bytes and candidates in, a report with its receipt out.
//!
//! The engine wires the rooms together and holds no rule of its own. Clock and
//! files belong to its callers.

mod check;
mod hints;
mod read;
mod verify;

pub use check::{CheckError, Difference, check};
pub use hints::hints;
pub use read::{ReadError, read_document};
pub use verify::{Run, RunError, verify};

/// The product's name and version, as receipts state them.
pub const PRODUCT: &str = concat!("groundstop ", env!("CARGO_PKG_VERSION"));

/// The contract that field decisions follow, with its version.
pub const CONTRACT: &str = "stop-triggers v0.1";
