//! Checkpoints: what the log says about itself, signed.

use std::fmt;

use super::key::{SigningKey, VerifyingKey};
use super::signed::{NoteError, SignedNote, sign_note};
use crate::tree::Hash;

/// Which log, how many records, and the root over all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The log's name.
    pub origin: String,
    /// How many records it had.
    pub size: u64,
    /// The root over them.
    pub root: Hash,
}

/// Why a checkpoint is not to be trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// Its text is no checkpoint; says why.
    #[error("not a checkpoint: {0}")]
    Malformed(&'static str),
    /// Its signatures are missing, false, or by other keys.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// It is of another log.
    #[error("it is of the log `{found}`, not of `{expected}`")]
    OtherOrigin {
        /// The log it is of.
        found: String,
        /// The log it should be of.
        expected: String,
    },
}

impl Checkpoint {
    /// Reads the text of a checkpoint. Lines behind the root are extensions and left alone.
    ///
    /// # Errors
    /// Where it is malformed.
    pub fn parse(text: &str) -> Result<Checkpoint, CheckpointError> {
        let malformed = CheckpointError::Malformed;
        let whole = text
            .strip_suffix('\n')
            .ok_or(malformed("its last line does not end"))?;
        let mut lines = whole.split('\n');
        let origin = lines.next().filter(|origin| !origin.is_empty());
        let size = lines.next().and_then(decimal);
        let root = lines.next().and_then(Hash::from_base64);
        if lines.any(str::is_empty) {
            return Err(malformed("an extension line is empty"));
        }
        Ok(Checkpoint {
            origin: origin.ok_or(malformed("it has no origin"))?.to_owned(),
            size: size.ok_or(malformed("its size is no decimal number"))?,
            root: root.ok_or(malformed("its root is no hash in base64"))?,
        })
    }

    /// Reads a signed checkpoint and believes it only if the key signed it and names its log.
    ///
    /// # Errors
    /// Why it is not to be trusted.
    pub fn verify(note: &str, key: &VerifyingKey) -> Result<Checkpoint, CheckpointError> {
        let note = SignedNote::parse(note)?;
        note.verify(std::slice::from_ref(key))?;
        let checkpoint = Checkpoint::parse(note.text())?;
        match checkpoint.origin == key.name() {
            true => Ok(checkpoint),
            false => Err(CheckpointError::OtherOrigin {
                found: checkpoint.origin,
                expected: key.name().to_owned(),
            }),
        }
    }

    /// Signs it.
    ///
    /// # Errors
    /// Where the origin cannot stand in a note.
    pub fn sign(&self, key: &SigningKey) -> Result<String, NoteError> {
        sign_note(&self.to_string(), key)
    }
}

/// The text that is signed.
impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = self.root.to_base64();
        write!(f, "{}\n{}\n{root}\n", self.origin, self.size)
    }
}

/// A decimal number without sign and without leading zeros.
pub(super) fn decimal(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let shortest = text == "0" || !text.starts_with('0');
    (plain && shortest).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::leaf_hash;

    #[test]
    fn a_checkpoint_is_read_as_it_was_signed_and_only_for_its_log() {
        let key = SigningKey::from_seed("example.org/log", [3; 32]).unwrap();
        let checkpoint = Checkpoint {
            origin: "example.org/log".to_owned(),
            size: 12,
            root: leaf_hash(b"x"),
        };
        let note = checkpoint.sign(&key).unwrap();
        assert_eq!(
            Checkpoint::verify(&note, key.public()),
            Ok(checkpoint.clone())
        );
        let other = Checkpoint {
            origin: "other".to_owned(),
            ..checkpoint
        };
        let note = other.sign(&key).unwrap();
        let wrong = Checkpoint::verify(&note, key.public());
        assert!(
            matches!(wrong, Err(CheckpointError::OtherOrigin { .. })),
            "{wrong:?}"
        );
    }

    #[test]
    fn malformed_checkpoints_are_refused() {
        let root = leaf_hash(b"x").to_base64();
        for text in [
            String::new(),
            "\n".to_owned(),
            format!("\n1\n{root}\n"),
            "log\n1\n".to_owned(),
            format!("log\n01\n{root}\n"),
            format!("log\n+1\n{root}\n"),
            format!("log\n\n{root}\n"),
            format!("log\n99999999999999999999\n{root}\n"),
            "log\n1\nAAAA\n".to_owned(),
            format!("log\n1\n{root}"),
            format!("log\n1\n{root}\n\n"),
        ] {
            assert!(Checkpoint::parse(&text).is_err(), "{text:?}");
        }
        assert!(Checkpoint::parse(&format!("log\n1\n{root}\nextension\n")).is_ok());
    }
}
