//! Hashes of leaves and nodes.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// How many bytes a hash has.
pub const HASH_BYTES: usize = 32;

/// A SHA-256 hash of a leaf, a node or a root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; HASH_BYTES]);

impl Hash {
    /// A hash from its bytes.
    #[must_use]
    pub const fn new(bytes: [u8; HASH_BYTES]) -> Hash {
        Hash(bytes)
    }

    /// A hash from a slice, where it has the right length.
    #[must_use]
    pub fn from_slice(bytes: &[u8]) -> Option<Hash> {
        bytes.try_into().ok().map(Hash)
    }

    /// A hash from standard base64 with padding.
    #[must_use]
    pub fn from_base64(text: &str) -> Option<Hash> {
        Hash::from_slice(&STANDARD.decode(text).ok()?)
    }

    /// A hash from 64 hex digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Hash> {
        let digits = text.as_bytes();
        let mut bytes = [0; HASH_BYTES];
        if digits.len() != 2 * HASH_BYTES {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).ok()?;
            let plain = pair.bytes().all(|digit| digit.is_ascii_hexdigit());
            *byte = plain.then(|| u8::from_str_radix(pair, 16).ok()).flatten()?;
        }
        Some(Hash(bytes))
    }

    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; HASH_BYTES] {
        &self.0
    }

    /// Standard base64 with padding, as checkpoints and proofs write it.
    #[must_use]
    pub fn to_base64(self) -> String {
        STANDARD.encode(self.0)
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Lower-case hex.
impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The hash of a leaf.
#[must_use]
pub fn leaf_hash(record: &[u8]) -> Hash {
    let mut hasher = Sha256::new_with_prefix([0]);
    hasher.update(record);
    Hash(hasher.finalize().into())
}

/// The hash of a node over its two children.
#[must_use]
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    let mut bytes = [1; 1 + 2 * HASH_BYTES];
    let (_, children) = bytes.split_at_mut(1);
    let (one, other) = children.split_at_mut(HASH_BYTES);
    one.copy_from_slice(&left.0);
    other.copy_from_slice(&right.0);
    Hash(Sha256::digest(bytes).into())
}

/// The root of a tree without leaves: the hash of nothing.
#[must_use]
pub fn empty_root() -> Hash {
    Hash(Sha256::digest([]).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_and_base64_come_back_as_they_went() {
        let hash = leaf_hash(b"abc");
        assert_eq!(Hash::from_hex(&hash.to_string()), Some(hash));
        assert_eq!(Hash::from_base64(&hash.to_base64()), Some(hash));
        assert_eq!(Hash::from_hex("+0"), None);
        assert_eq!(Hash::from_hex(&"+0".repeat(32)), None);
        assert_eq!(Hash::from_base64("AAAA"), None);
    }

    #[test]
    fn a_leaf_cannot_pass_for_a_node() {
        let (one, other) = (leaf_hash(b"a"), leaf_hash(b"b"));
        let joined = [one.as_ref(), other.as_ref()].concat();
        assert_ne!(leaf_hash(&joined), node_hash(&one, &other));
    }
}
