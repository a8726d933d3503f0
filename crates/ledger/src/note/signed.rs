//! Signed notes: a text, a blank line, and lines of signatures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::key::{SigningKey, VerifyingKey, is_key_name};

/// The size of the largest note read.
pub const MAX_NOTE_BYTES: usize = 1_000_000;
/// The most signatures a note may carry.
pub const MAX_SIGNATURES: usize = 100;

const DASH: &str = "\u{2014} ";

/// Why a note is not to be trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// It is no signed note; says why.
    #[error("not a signed note: {0}")]
    Malformed(&'static str),
    /// Two of the keys given have one name and hash.
    #[error("two keys are called `{0}`")]
    AmbiguousKey(String),
    /// A signature by a key that was given is not of this text.
    #[error("the signature of `{0}` is not of this text")]
    BadSignature(String),
    /// None of the keys given signed it; names the keys that did.
    #[error("{}", signed_by(.0))]
    UnknownKey(Vec<String>),
}

/// Who signed instead.
fn signed_by(names: &[String]) -> String {
    match names {
        [] => "nobody signed it".to_owned(),
        names => format!("it is signed with another key, of `{}`", names.join("`, `")),
    }
}

/// A note whose form is right; whose word it is only [`SignedNote::verify`] tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedNote<'a> {
    text: &'a str,
    signatures: Vec<Signature<'a>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Signature<'a> {
    name: &'a str,
    hash: [u8; 4],
    bytes: Vec<u8>,
}

impl<'a> SignedNote<'a> {
    /// Takes a note apart.
    ///
    /// # Errors
    /// Where it is malformed.
    pub fn parse(note: &'a str) -> Result<SignedNote<'a>, NoteError> {
        if note.len() > MAX_NOTE_BYTES {
            return Err(NoteError::Malformed("it is too long"));
        }
        if note.chars().any(|c| c < ' ' && c != '\n') {
            return Err(NoteError::Malformed("it has control characters"));
        }
        let split = note
            .rfind("\n\n")
            .ok_or(NoteError::Malformed("it has no signatures"))?;
        let (text, block) = note.split_at(split + 1);
        let lines = block
            .strip_prefix('\n')
            .and_then(|lines| lines.strip_suffix('\n'))
            .ok_or(NoteError::Malformed("its last line does not end"))?;
        let mut signatures = Vec::new();
        for line in lines.split('\n') {
            if signatures.len() == MAX_SIGNATURES {
                return Err(NoteError::Malformed("it has too many signatures"));
            }
            let signature = Signature::parse(line);
            signatures.push(signature.ok_or(NoteError::Malformed("a signature has no form"))?);
        }
        Ok(SignedNote { text, signatures })
    }

    /// The text before the signatures, its last line end included.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Counts the keys given that signed it; a repeated signature counts once.
    ///
    /// # Errors
    /// Where a key given is said to have signed and did not, where two keys
    /// cannot be told apart, and where none of them signed.
    pub fn verify(&self, keys: &[VerifyingKey]) -> Result<usize, NoteError> {
        let mut seen: Vec<(&str, [u8; 4])> = Vec::new();
        let mut verified = 0;
        for signature in &self.signatures {
            let id = (signature.name, signature.hash);
            let mut named = keys.iter().filter(|key| (key.name(), key.hash()) == id);
            let Some(key) = named.next() else { continue };
            if named.next().is_some() {
                return Err(NoteError::AmbiguousKey(key.name().to_owned()));
            }
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            if !key.verifies(self.text.as_bytes(), &signature.bytes) {
                return Err(NoteError::BadSignature(key.name().to_owned()));
            }
            verified += 1;
        }
        match verified {
            0 => Err(NoteError::UnknownKey(self.signers())),
            _ => Ok(verified),
        }
    }

    /// Who is said to have signed, each once.
    #[must_use]
    pub fn signers(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for signature in &self.signatures {
            if !names.iter().any(|name| name == signature.name) {
                names.push(signature.name.to_owned());
            }
        }
        names
    }
}

impl<'a> Signature<'a> {
    fn parse(line: &'a str) -> Option<Signature<'a>> {
        let (name, encoded) = line.strip_prefix(DASH)?.split_once(' ')?;
        let bytes = STANDARD.decode(encoded).ok()?;
        let (hash, bytes) = bytes.split_first_chunk::<4>()?;
        (is_key_name(name) && !bytes.is_empty()).then(|| Signature {
            name,
            hash: *hash,
            bytes: bytes.to_vec(),
        })
    }
}

/// Signs a text that ends with a line end, and gives the whole note.
///
/// # Errors
/// Where the text cannot stand in a note.
pub fn sign_note(text: &str, key: &SigningKey) -> Result<String, NoteError> {
    if !text.ends_with('\n') {
        return Err(NoteError::Malformed("its last line does not end"));
    }
    if text.chars().any(|c| c < ' ' && c != '\n') {
        return Err(NoteError::Malformed("it has control characters"));
    }
    let public = key.public();
    let bytes = [public.hash().as_slice(), &key.sign(text.as_bytes())].concat();
    let name = public.name();
    Ok(format!("{text}\n{DASH}{name} {}\n", STANDARD.encode(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, seed: u8) -> SigningKey {
        SigningKey::from_seed(name, [seed; 32]).unwrap()
    }

    #[test]
    fn a_signed_note_verifies_with_its_key_and_with_no_other() {
        let own = key("log", 1);
        let note = sign_note("a\n\nb\n", &own).unwrap();
        let parsed = SignedNote::parse(&note).unwrap();
        assert_eq!(parsed.text(), "a\n\nb\n");
        assert_eq!(parsed.verify(&[own.public().clone()]), Ok(1));
        for other in [key("log", 2), key("dog", 1)] {
            let unknown = NoteError::UnknownKey(vec!["log".to_owned()]);
            assert_eq!(parsed.verify(&[other.public().clone()]), Err(unknown));
        }
        let doubled = [own.public().clone(), own.public().clone()];
        assert!(matches!(
            parsed.verify(&doubled),
            Err(NoteError::AmbiguousKey(_))
        ));
    }

    #[test]
    fn every_changed_byte_of_a_note_is_noticed() {
        let own = key("log", 1);
        let note = sign_note("origin\n7\n", &own).unwrap();
        let keys = [own.public().clone()];
        for at in 0..note.len() {
            let mut bytes = note.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else {
                continue;
            };
            let verified = SignedNote::parse(&changed).and_then(|note| note.verify(&keys));
            assert!(verified.is_err(), "{changed:?}");
        }
    }

    #[test]
    fn texts_that_cannot_be_signed_are_refused() {
        assert!(sign_note("no end", &key("log", 1)).is_err());
        assert!(sign_note("a\ttab\n", &key("log", 1)).is_err());
        let long = "a\n".repeat(MAX_NOTE_BYTES);
        assert!(matches!(
            SignedNote::parse(&long),
            Err(NoteError::Malformed("it is too long"))
        ));
    }
}
