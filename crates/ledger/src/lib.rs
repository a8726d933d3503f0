//! The ledger: receipts nobody can rewrite, limits nobody can dodge.
//!
//! A log is an RFC 6962 Merkle tree over records in canonical JSON ([`tree`]);
//! its checkpoints are signed notes ([`note`]). It is kept in a [`store`], together
//! with what must not be forgotten between processes: reservations ([`meter`])
//! and namespaces ([`kept`]).
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]
#![allow(
    clippy::disallowed_methods,
    reason = "this room owns its stores: their connections, and waiting for them"
)]

pub mod audit;
pub mod kept;
mod log;
pub mod meter;
mod moment;
pub mod note;
pub mod receipt;
pub mod record;
pub mod store;
mod transfer;
pub mod tree;

pub use log::{Ledger, LedgerError, MAX_BATCH};
pub use moment::Moment;
pub use transfer::{Expected, Moved, TransferError};
