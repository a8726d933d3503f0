//! The ledger: receipts nobody can rewrite, limits nobody can dodge.
//!
//! A log is an RFC 6962 Merkle tree over records in canonical JSON ([`tree`]);
//! its checkpoints are signed notes ([`note`]).
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

pub mod note;
pub mod tree;
