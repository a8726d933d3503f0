//! Ed25519 keys with their names, in the text form of signed notes.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _};
use sha2::{Digest, Sha256};

/// The sign of Ed25519 in front of a key's bytes.
const ED25519: u8 = 1;
const PRIVATE: &str = "PRIVATE+KEY+";
const KEY_BYTES: usize = 32;

/// Why a text is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// It has not the form `name+hash+base64`.
    #[error("it has not the form `name+hash+base64`")]
    Form,
    /// Its name is empty, or has blanks, a plus sign, a line end or unseen letters in it.
    #[error("its name is empty or has blanks, a plus sign or unseen letters in it")]
    Name,
    /// It is a key of another algorithm than Ed25519.
    #[error("it is no Ed25519 key")]
    Algorithm,
    /// Its bytes are no point of the curve, or too few or too many.
    #[error("its bytes are no Ed25519 key")]
    Bytes,
    /// Its hash is not that of its name and bytes: a letter was changed.
    #[error("its hash does not fit it: something in it was changed")]
    Hash,
    /// A private key stands where a public one is expected, or the other way round.
    #[error("it is the other half of a key pair")]
    OtherHalf,
    /// The system gave no random bytes.
    #[error("the system gave no random bytes")]
    Random,
}

/// Whether a text can be the name of a key, and so the origin of a log.
#[must_use]
pub fn is_key_name(name: &str) -> bool {
    let bad = |c: char| c == '+' || c.is_whitespace() || c.is_control() || is_unseen(c);
    !name.is_empty() && !name.contains(bad)
}

/// Letters nobody sees, or that turn the direction of others: with them one name
/// can look like another.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The first bytes of the digest of name and key: how a signature names its key.
fn key_hash(name: &str, public: &[u8; KEY_BYTES]) -> [u8; 4] {
    let mut hasher = Sha256::new_with_prefix(name);
    hasher.update([b'\n', ED25519]);
    hasher.update(public);
    let [a, b, c, d, ..] = <[u8; 32]>::from(hasher.finalize());
    [a, b, c, d]
}

/// A public key with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey {
    name: String,
    hash: [u8; 4],
    key: ed25519_dalek::VerifyingKey,
}

impl VerifyingKey {
    /// Reads `name+hash+base64`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<VerifyingKey, KeyError> {
        let text = text.trim();
        if text.starts_with(PRIVATE) {
            return Err(KeyError::OtherHalf);
        }
        let (name, hash, bytes) = parts(text)?;
        let own = VerifyingKey::from_bytes(name, &bytes)?;
        match own.hash == hash {
            true => Ok(own),
            false => Err(KeyError::Hash),
        }
    }

    /// The key of 32 bytes, under a name.
    ///
    /// # Errors
    /// Where the name cannot be one, or the bytes are no point of the curve.
    pub fn from_bytes(name: &str, bytes: &[u8; KEY_BYTES]) -> Result<VerifyingKey, KeyError> {
        if !is_key_name(name) {
            return Err(KeyError::Name);
        }
        let key = ed25519_dalek::VerifyingKey::from_bytes(bytes).map_err(|_| KeyError::Bytes)?;
        Ok(VerifyingKey::new(name, key))
    }

    fn new(name: &str, key: ed25519_dalek::VerifyingKey) -> VerifyingKey {
        VerifyingKey {
            hash: key_hash(name, key.as_bytes()),
            name: name.to_owned(),
            key,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its hash, as signatures state it.
    #[must_use]
    pub fn hash(&self) -> [u8; 4] {
        self.hash
    }

    /// Whether it made this signature of these bytes; weak keys make none.
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature);
        signature.is_ok_and(|signature| self.key.verify_strict(message, &signature).is_ok())
    }
}

/// The text form `name+hash+base64`.
impl fmt::Display for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = u32::from_be_bytes(self.hash);
        let bytes = [&[ED25519], self.key.as_bytes().as_slice()].concat();
        write!(f, "{}+{hash:08x}+{}", self.name, STANDARD.encode(bytes))
    }
}

/// A private key with its name. It is never printed but by [`SigningKey::to_secret_text`].
#[derive(Clone)]
pub struct SigningKey {
    key: ed25519_dalek::SigningKey,
    public: VerifyingKey,
}

impl SigningKey {
    /// Makes a new key.
    ///
    /// # Errors
    /// Where the name cannot be one, or the system gives no random bytes.
    pub fn generate(name: &str) -> Result<SigningKey, KeyError> {
        let mut seed = [0; KEY_BYTES];
        getrandom::fill(&mut seed).map_err(|_| KeyError::Random)?;
        SigningKey::from_seed(name, seed)
    }

    /// The key of a seed; the same seed always gives the same key.
    ///
    /// # Errors
    /// Where the name cannot be one.
    pub fn from_seed(name: &str, seed: [u8; KEY_BYTES]) -> Result<SigningKey, KeyError> {
        if !is_key_name(name) {
            return Err(KeyError::Name);
        }
        let key = ed25519_dalek::SigningKey::from_bytes(&seed);
        let public = VerifyingKey::new(name, key.verifying_key());
        Ok(SigningKey { key, public })
    }

    /// Reads `PRIVATE+KEY+name+hash+base64`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<SigningKey, KeyError> {
        let text = text.trim();
        let Some(text) = text.strip_prefix(PRIVATE) else {
            return Err(
                VerifyingKey::parse(text).map_or_else(|error| error, |_| KeyError::OtherHalf)
            );
        };
        let (name, hash, seed) = parts(text)?;
        let own = SigningKey::from_seed(name, seed)?;
        match own.public.hash == hash {
            true => Ok(own),
            false => Err(KeyError::Hash),
        }
    }

    /// The public half.
    #[must_use]
    pub fn public(&self) -> &VerifyingKey {
        &self.public
    }

    /// Signs some bytes.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.key.sign(message).to_bytes()
    }

    /// The secret as text, for the one file it is kept in.
    #[must_use]
    pub fn to_secret_text(&self) -> String {
        let hash = u32::from_be_bytes(self.public.hash);
        let bytes = [&[ED25519], self.key.as_bytes().as_slice()].concat();
        let name = &self.public.name;
        format!("{PRIVATE}{name}+{hash:08x}+{}", STANDARD.encode(bytes))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public)
    }
}

/// Name, hash and the bytes behind the sign of the algorithm.
fn parts(text: &str) -> Result<(&str, [u8; 4], [u8; KEY_BYTES]), KeyError> {
    let mut parts = text.splitn(3, '+');
    let (Some(name), Some(hash), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(KeyError::Form);
    };
    if !is_key_name(name) {
        return Err(KeyError::Name);
    }
    let plain = hash.len() == 8 && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    let hash = u32::from_str_radix(hash, 16).ok().filter(|_| plain);
    let bytes = STANDARD.decode(key).map_err(|_| KeyError::Form)?;
    let (algorithm, bytes) = bytes.split_first().ok_or(KeyError::Form)?;
    if *algorithm != ED25519 {
        return Err(KeyError::Algorithm);
    }
    let bytes = bytes.try_into().map_err(|_| KeyError::Bytes)?;
    Ok((name, hash.ok_or(KeyError::Form)?.to_be_bytes(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_as_they_were_written_and_tell_their_halves_apart() {
        let key = SigningKey::generate("example.org/log").unwrap();
        let (secret, public) = (key.to_secret_text(), key.public().to_string());
        assert_eq!(SigningKey::parse(&secret).unwrap().public(), key.public());
        assert_eq!(&VerifyingKey::parse(&public).unwrap(), key.public());
        assert_eq!(VerifyingKey::parse(&secret), Err(KeyError::OtherHalf));
        assert_eq!(SigningKey::parse(&public).unwrap_err(), KeyError::OtherHalf);
        assert!(!format!("{key:?}").contains(&secret[12..]));
    }

    #[test]
    fn what_is_wrong_with_a_key_is_named() {
        let good = SigningKey::from_seed("log", [7; 32]).unwrap();
        let public = good.public().to_string();
        let (_, key) = public.rsplit_once('+').unwrap();
        for (text, error) in [
            (String::new(), KeyError::Form),
            ("log".to_owned(), KeyError::Form),
            (format!("log+zzzzzzzz+{key}"), KeyError::Form),
            (format!("+00000000+{key}"), KeyError::Name),
            (format!("a log+00000000+{key}"), KeyError::Name),
            (format!("log+00000000+{key}"), KeyError::Hash),
            (public.replace("log+", "dog+"), KeyError::Hash),
            (
                format!("log+00000000+{}", STANDARD.encode([1, 2])),
                KeyError::Bytes,
            ),
            (
                format!("log+00000000+{}", STANDARD.encode([9; 33])),
                KeyError::Algorithm,
            ),
        ] {
            assert_eq!(VerifyingKey::parse(&text), Err(error), "{text}");
        }
        for name in [
            "a b",
            "a+b",
            "a\u{7}b",
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{e0041}",
        ] {
            let refused = SigningKey::generate(name).unwrap_err();
            assert_eq!(refused, KeyError::Name, "{name:?}");
        }
        assert!(is_key_name("bücher.example/κ"));
    }
}
