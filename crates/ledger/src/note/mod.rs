//! Signed texts as the C2SP publishes them: keys, notes, checkpoints, proofs.
//!
//! Other people's tools read the same formats, so that nobody needs ours to
//! verify a receipt.

mod checkpoint;
mod dsse;
mod key;
mod signed;
mod tlog_proof;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use dsse::{Envelope, EnvelopeError, pre_authentication};
pub use key::{KeyError, SigningKey, VerifyingKey, is_key_name};
pub use signed::{MAX_NOTE_BYTES, MAX_SIGNATURES, NoteError, SignedNote, sign_note};
pub use tlog_proof::{TlogProof, TlogProofError};
