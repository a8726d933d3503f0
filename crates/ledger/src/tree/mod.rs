//! The RFC 6962 Merkle tree: hashes, the growing edge, proofs.
//!
//! A leaf is hashed with a zero byte in front, a node with a one, so that no
//! record can pass for a node. Everything here is arithmetic on hashes; where
//! they are kept is the store's business.

mod frontier;
mod hash;
mod proof;

pub use frontier::{Completed, Frontier};
pub use hash::{HASH_BYTES, Hash, empty_root, leaf_hash, node_hash};
pub(crate) use proof::root_over;
pub use proof::{
    ProofError, consistency_proof, inclusion_proof, verify_consistency, verify_inclusion,
};
