//! SHA-256, written as 64 lower-case hex digits everywhere.

use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes, in lower-case hex.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let mut hex = String::with_capacity(64);
    for byte in digest {
        hex.extend([byte >> 4, byte & 0xf].map(hex_digit));
    }
    hex
}

/// One hex digit; the upper four bits of the number are ignored.
pub(crate) fn hex_digit(number: u8) -> char {
    char::from_digit(u32::from(number & 0xf), 16).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_digests_come_out() {
        // FIPS 180-2, appendix B, and the digest of nothing.
        for (text, digest) in [
            (
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(sha256_hex(text.as_bytes()), digest);
        }
    }

    #[test]
    fn every_byte_of_a_digest_is_two_digits() {
        for number in 0..=255u8 {
            let digest = sha256_hex(&[number]);
            assert_eq!(digest.len(), 64);
            assert!(
                digest
                    .bytes()
                    .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
            );
        }
    }
}
