//! A proof that travels: a record's place, its hashes, and the checkpoint they lead to.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::checkpoint::decimal;
use crate::tree::Hash;

const HEAD: &str = "c2sp.org/tlog-proof@v1\n";

/// An inclusion proof in the text form that C2SP publishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlogProof {
    /// Something the log's own users agree on.
    pub extra: Option<Vec<u8>>,
    /// The record's place.
    pub index: u64,
    /// The hashes from the leaf to the root.
    pub hashes: Vec<Hash>,
    /// The signed checkpoint, whole.
    pub checkpoint: String,
}

/// Why a text is no such proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a proof: {}", .0)]
pub struct TlogProofError(&'static str);

impl TlogProof {
    /// Reads a proof.
    ///
    /// # Errors
    /// Where the text is malformed.
    pub fn parse(text: &str) -> Result<TlogProof, TlogProofError> {
        let rest = text
            .strip_prefix(HEAD)
            .ok_or(TlogProofError("its first line is another"))?;
        let (head, checkpoint) = rest
            .split_once("\n\n")
            .ok_or(TlogProofError("it has no checkpoint"))?;
        let mut lines = head.split('\n').peekable();
        let extra = match lines.next_if(|line| line.starts_with("extra ")) {
            Some(line) => {
                let encoded = line.strip_prefix("extra ").unwrap_or_default();
                let bytes = STANDARD.decode(encoded);
                Some(bytes.map_err(|_| TlogProofError("its extra data is no base64"))?)
            }
            None => None,
        };
        let index = lines
            .next()
            .and_then(|line| line.strip_prefix("index "))
            .and_then(decimal)
            .ok_or(TlogProofError("its index is no decimal number"))?;
        let hashes = lines
            .map(|line| Hash::from_base64(line).ok_or(TlogProofError("a hash is no base64")))
            .collect::<Result<_, _>>()?;
        Ok(TlogProof {
            extra,
            index,
            hashes,
            checkpoint: checkpoint.to_owned(),
        })
    }
}

/// The text form.
impl fmt::Display for TlogProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        if let Some(extra) = &self.extra {
            writeln!(f, "extra {}", STANDARD.encode(extra))?;
        }
        writeln!(f, "index {}", self.index)?;
        for hash in &self.hashes {
            writeln!(f, "{}", hash.to_base64())?;
        }
        write!(f, "\n{}", self.checkpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::leaf_hash;

    #[test]
    fn a_proof_comes_back_as_it_was_written() {
        for (extra, hashes) in [(None, 0), (None, 3), (Some(b"more".to_vec()), 1)] {
            let proof = TlogProof {
                extra,
                index: 4,
                hashes: (0..hashes).map(|n| leaf_hash(&[n])).collect(),
                checkpoint: "log\n5\n".to_owned(),
            };
            assert_eq!(TlogProof::parse(&proof.to_string()), Ok(proof));
        }
    }

    #[test]
    fn malformed_proofs_are_refused() {
        let hash = leaf_hash(b"x").to_base64();
        for text in [
            String::new(),
            format!("c2sp.org/tlog-proof@v2\nindex 1\n{hash}\n\nnote\n"),
            format!("{HEAD}index 1\n{hash}\n"),
            format!("{HEAD}index -1\n{hash}\n\nnote\n"),
            format!("{HEAD}index 01\n{hash}\n\nnote\n"),
            format!("{HEAD}{hash}\n\nnote\n"),
            format!("{HEAD}index 1\n{hash}A\n\nnote\n"),
            format!("{HEAD}index 1\n{}\n\nnote\n", &hash[1..]),
            format!("{HEAD}extra ?\nindex 1\n\nnote\n"),
            format!("{HEAD}index 1\nextra AAAA\n\nnote\n"),
        ] {
            assert!(TlogProof::parse(&text).is_err(), "{text:?}");
        }
    }
}
