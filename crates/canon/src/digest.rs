//! SHA-256, written as 64 lower-case hex digits everywhere.

use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes, in lower-case hex.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
