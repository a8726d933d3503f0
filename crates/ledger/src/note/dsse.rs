//! DSSE envelopes: a file of any type, signed together with what type it is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::key::{SigningKey, VerifyingKey};

/// The bytes that are signed: type and payload with their lengths, so that
/// neither can be taken for a part of the other.
#[must_use]
pub fn pre_authentication(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let head = format!(
        "DSSEv1 {} {payload_type} {} ",
        payload_type.len(),
        payload.len()
    );
    [head.as_bytes(), payload].concat()
}

/// A signed payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The payload in base64.
    payload: String,
    /// What it is.
    #[serde(rename = "payloadType")]
    payload_type: String,
    /// Who signed it.
    signatures: Vec<EnvelopeSignature>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvelopeSignature {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    keyid: Option<String>,
    sig: String,
}

/// Why an envelope is not to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// Payload or signature is no base64.
    #[error("the envelope is malformed")]
    Malformed,
    /// The payload is of another type than expected.
    #[error("the envelope holds something else")]
    OtherType,
    /// The key did not sign it.
    #[error("the envelope is not signed with this key")]
    NotSigned,
}

impl Envelope {
    /// Signs a payload.
    #[must_use]
    pub fn sign(payload_type: &str, payload: &[u8], key: &SigningKey) -> Envelope {
        let signature = key.sign(&pre_authentication(payload_type, payload));
        Envelope {
            payload: STANDARD.encode(payload),
            payload_type: payload_type.to_owned(),
            signatures: vec![EnvelopeSignature {
                keyid: Some(key.public().to_string()),
                sig: STANDARD.encode(signature),
            }],
        }
    }

    /// The payload, whoever signed it.
    ///
    /// # Errors
    /// Where it is no base64.
    pub fn payload_unverified(&self) -> Result<Vec<u8>, EnvelopeError> {
        STANDARD
            .decode(&self.payload)
            .map_err(|_| EnvelopeError::Malformed)
    }

    /// The payload, if it is of this type and the key signed it.
    ///
    /// # Errors
    /// Why it is not to be trusted.
    pub fn open(&self, payload_type: &str, key: &VerifyingKey) -> Result<Vec<u8>, EnvelopeError> {
        if self.payload_type != payload_type {
            return Err(EnvelopeError::OtherType);
        }
        let payload = self.payload_unverified()?;
        let signed = pre_authentication(payload_type, &payload);
        let by_key = self.signatures.iter().any(|signature| {
            let bytes = STANDARD.decode(&signature.sig);
            bytes.is_ok_and(|bytes| key.verifies(&signed, &bytes))
        });
        match by_key {
            true => Ok(payload),
            false => Err(EnvelopeError::NotSigned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_envelope_opens_with_its_key_and_type_only() {
        let key = SigningKey::from_seed("log", [5; 32]).unwrap();
        let other = SigningKey::from_seed("log", [6; 32]).unwrap();
        let envelope = Envelope::sign("text/plain", b"hello", &key);
        let text = serde_json::to_string(&envelope).unwrap();
        let read: Envelope = serde_json::from_str(&text).unwrap();
        assert_eq!(read.open("text/plain", key.public()), Ok(b"hello".to_vec()));
        let opened = |kind: &str, key: &SigningKey| read.open(kind, key.public());
        assert_eq!(opened("text/html", &key), Err(EnvelopeError::OtherType));
        assert_eq!(opened("text/plain", &other), Err(EnvelopeError::NotSigned));
        let forged = text.replace("aGVsbG8=", "aGVsbG9v");
        let read: Envelope = serde_json::from_str(&forged).unwrap();
        assert_eq!(
            read.open("text/plain", key.public()),
            Err(EnvelopeError::NotSigned)
        );
    }
}
