//! Records on their way into the log, and what a record's bytes say about it.
//!
//! A record is an object with a `body` that has one member, named by its kind.
//! Its canonical text is the leaf, so what is looked up (kind, name, document)
//! can always be derived again from the bytes.

use std::fmt;

use groundstop_canon::{Json, jcs, sha256_hex, strict};
use groundstop_contract::ledger::{RECORD_VERSION, RequestRecord};
use serde::Serialize;

use crate::moment::Moment;

/// The size of the largest record.
pub const MAX_RECORD_BYTES: usize = 16 * 1024 * 1024;
/// The length of the longest idempotency key.
pub const MAX_KEY_BYTES: usize = 200;
/// How far a clock may lag behind the record before without that being noted;
/// between machines that work together, this much is ordinary.
pub const CLOCK_TOLERANCE_US: u64 = 5_000_000;

/// Why something cannot be a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It cannot be written as canonical JSON, or was not.
    #[error("not canonical JSON: {0}")]
    NotCanonical(String),
    /// It has not the shape of a record; says why.
    #[error("not a record: {0}")]
    Malformed(&'static str),
    /// It is of a version this build does not read.
    #[error("a record of version {0}; this build reads {known}", known = RECORD_VERSION)]
    OtherVersion(String),
    /// It is too large.
    #[error("a record of {0} bytes; the limit is {most}", most = MAX_RECORD_BYTES)]
    TooLarge(usize),
    /// An idempotency key is empty, too long or has control characters in it.
    #[error("an idempotency key is 1 to {} bytes of printable text", MAX_KEY_BYTES)]
    BadKey,
}

/// What records are looked up by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What happened: the only member of the body.
    pub kind: String,
    /// The digest it is known by: a receipt's id, a frozen set's digest.
    pub name: Option<String>,
    /// The document it is about.
    pub document: Option<String>,
}

/// The request a record answers, so that asking twice answers once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Once {
    key: String,
    input_sha256: String,
}

impl Once {
    /// A key, and the digest of everything the answer depends on.
    ///
    /// # Errors
    /// Where the key cannot be one.
    pub fn new(key: &str, input_sha256: String) -> Result<Once, RecordError> {
        let fine = !key.is_empty() && key.len() <= MAX_KEY_BYTES && !key.contains(char::is_control);
        if !input_sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(RecordError::Malformed("the digest of its input is none"));
        }
        match fine {
            true => Ok(Once {
                key: key.to_owned(),
                input_sha256,
            }),
            false => Err(RecordError::BadKey),
        }
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The digest of the input.
    #[must_use]
    pub fn input_sha256(&self) -> &str {
        &self.input_sha256
    }

    /// What its record says about it.
    pub(crate) fn request(&self) -> RequestRecord {
        request_of(&self.key, &self.input_sha256)
    }
}

/// What the record of a request says about its key and its input.
pub(crate) fn request_of(key: &str, input_sha256: &str) -> RequestRecord {
    RequestRecord {
        input_sha256: input_sha256.to_owned(),
        key_sha256: sha256_hex(key.as_bytes()),
    }
}

/// The request that a record says it answers; `None` where it answers none or is no record.
pub(crate) fn request_in(record: &[u8]) -> Option<RequestRecord> {
    let json = strict::parse(record).ok()?;
    let text = |key| json.get("request")?.get(key)?.as_str().map(str::to_owned);
    Some(RequestRecord {
        input_sha256: text("input_sha256")?,
        key_sha256: text("key_sha256")?,
    })
}

/// A record that still lacks its place and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub(crate) content: Content,
    pub(crate) facts: Facts,
    pub(crate) at: Moment,
    pub(crate) once: Option<Once>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The canonical text of the body.
    Body(String),
    /// The bytes of a record that another log has.
    Whole(Vec<u8>),
}

impl Draft {
    /// A record of what happened now. The body has one member, named by its kind.
    ///
    /// # Errors
    /// Where the body is not of that form, too large, or cannot be canonical.
    pub fn new(body: &impl Serialize, at: Moment) -> Result<Draft, RecordError> {
        let text =
            jcs::exact(body).map_err(|error| RecordError::NotCanonical(error.to_string()))?;
        if text.len() > MAX_RECORD_BYTES {
            return Err(RecordError::TooLarge(text.len()));
        }
        let json =
            strict::parse(&text).map_err(|error| RecordError::NotCanonical(error.to_string()))?;
        Ok(Draft {
            facts: facts_of_body(&json)?,
            content: Content::Body(text),
            at,
            once: None,
        })
    }

    /// Makes it the answer to a request that may be repeated.
    #[must_use]
    pub fn once(self, once: Option<Once>) -> Draft {
        Draft { once, ..self }
    }

    /// A record of another log, byte for byte.
    ///
    /// # Errors
    /// Where the bytes are no record.
    pub fn copied(bytes: Vec<u8>) -> Result<Draft, RecordError> {
        let (facts, at) = read_record(&bytes)?;
        Ok(Draft {
            content: Content::Whole(bytes),
            facts,
            at,
            once: None,
        })
    }
}

/// The leaf of a body at its time: canonical, since its keys are written in order.
pub(crate) fn compose(
    body: &str,
    recorded_at: Moment,
    behind_us: Option<u64>,
    request: Option<&RequestRecord>,
) -> Vec<u8> {
    let behind = behind_us.map_or_else(String::new, |us| format!("\"clock_behind_us\":{us},"));
    let request = request.map_or_else(String::new, |request| {
        let RequestRecord {
            input_sha256,
            key_sha256,
        } = request;
        format!(
            "\"request\":{{\"input_sha256\":\"{input_sha256}\",\"key_sha256\":\"{key_sha256}\"}},"
        )
    });
    format!(
        "{{\"body\":{body},{behind}\"recorded_at\":\"{recorded_at}\",{request}\"version\":{RECORD_VERSION}}}"
    )
    .into_bytes()
}

/// Reads a record's bytes: they must be canonical JSON of our shape and version.
///
/// # Errors
/// What is wrong with them.
pub fn read_record(bytes: &[u8]) -> Result<(Facts, Moment), RecordError> {
    let not_canonical = |why: &dyn fmt::Display| RecordError::NotCanonical(why.to_string());
    if bytes.len() > MAX_RECORD_BYTES + 1024 {
        return Err(RecordError::TooLarge(bytes.len()));
    }
    let json = strict::parse(bytes).map_err(|error| not_canonical(&error))?;
    let canonical = jcs::to_string(&json).map_err(|error| not_canonical(&error))?;
    if canonical.as_bytes() != bytes {
        return Err(not_canonical(&"it is written in another way"));
    }
    read_json(&json)
}

/// The facts and the time of a record that was parsed.
pub(crate) fn read_json(json: &Json) -> Result<(Facts, Moment), RecordError> {
    let malformed = RecordError::Malformed;
    let members = json.as_object().ok_or(malformed("it is no object"))?;
    let version = json.get("version").and_then(Json::as_number);
    let version = version.ok_or(malformed("it has no version"))?.to_string();
    if version != RECORD_VERSION.to_string() {
        return Err(RecordError::OtherVersion(version));
    }
    const KEYS: [&str; 5] = [
        "body",
        "clock_behind_us",
        "recorded_at",
        "request",
        "version",
    ];
    if members.iter().any(|(key, _)| !KEYS.contains(&key.as_str())) {
        return Err(malformed("it has an unknown key"));
    }
    let at = json.get("recorded_at").and_then(Json::as_str);
    let at = at.and_then(|text| Moment::parse(text).filter(|at| at.to_string() == text));
    let at = at.ok_or(malformed("its time is none"))?;
    let body = json.get("body").ok_or(malformed("it has no body"))?;
    Ok((facts_of_body(body)?, at))
}

fn facts_of_body(body: &Json) -> Result<Facts, RecordError> {
    let malformed = RecordError::Malformed;
    let Some([(kind, content)]) = body.as_object() else {
        return Err(malformed("its body has not exactly one member"));
    };
    let plain = |c: char| c.is_ascii_lowercase() || c == '_';
    if kind.is_empty() || kind.len() > 32 || !kind.chars().all(plain) {
        return Err(malformed("its kind is no plain word"));
    }
    if content.as_object().is_none() {
        return Err(malformed("what happened is no object"));
    }
    let text = |path: &[&str]| {
        let found = path.iter().try_fold(content, |at, key| at.get(key));
        found.and_then(Json::as_str).map(str::to_owned)
    };
    let (name, document) = match kind.as_str() {
        "decision" => (text(&["receipt", "id"]), text(&["document", "sha256"])),
        "research" => (text(&["pack_sha256"]), None),
        "freeze" => (text(&["set_sha256"]), only_document(content)),
        "review" => (
            text(&["verified", "receipt", "id"]),
            text(&["verified", "document", "sha256"]),
        ),
        _ => (text(&["id"]), None),
    };
    Ok(Facts {
        kind: kind.clone(),
        name,
        document,
    })
}

/// The document of a set that has one only.
fn only_document(content: &Json) -> Option<String> {
    match content.get("documents")?.as_array()? {
        [document] => document.get("sha256")?.as_str().map(str::to_owned),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const AT: Moment = Moment::from_micros(1_000_000);

    #[test]
    fn what_is_composed_is_canonical_and_read_back() {
        let body = json!({"decision": {"receipt": {"id": "ab"}, "document": {"sha256": "cd"}}});
        let draft = Draft::new(&body, AT).unwrap();
        let Content::Body(text) = &draft.content else {
            panic!()
        };
        let request = request_of("order \"7\"", &"a".repeat(64));
        for (behind, request) in [(None, None), (Some(7), None), (Some(7), Some(&request))] {
            let bytes = compose(text, AT, behind, request);
            assert_eq!(request_in(&bytes).as_ref(), request);
            let (facts, at) = read_record(&bytes).unwrap();
            assert_eq!((&facts, at), (&draft.facts, AT));
            assert_eq!(facts.name.as_deref(), Some("ab"));
            assert_eq!(facts.document.as_deref(), Some("cd"));
        }
    }

    #[test]
    fn bytes_that_are_no_record_are_named() {
        let good = String::from_utf8(compose("{\"note\":{}}", AT, None, None)).unwrap();
        assert!(read_record(good.as_bytes()).is_ok());
        for (bytes, says) in [
            (String::new(), "not canonical"),
            (good.replace(':', ": "), "another way"),
            (good.replace("\"version\":1", "\"version\":2"), "version 2"),
            (good.replace("version", "versiom"), "no version"),
            (
                good.replace("\"recorded_at\"", "\"recorded_on\""),
                "unknown key",
            ),
            (good.replace("01.000000Z", "01Z"), "time"),
            (good.replace("{\"note\":{}}", "{}"), "exactly one"),
            (
                good.replace("{\"note\":{}}", "{\"a\":{},\"b\":{}}"),
                "exactly one",
            ),
            (good.replace("{\"note\":{}}", "{\"Note\":{}}"), "plain word"),
            (good.replace("{\"note\":{}}", "{\"note\":1}"), "no object"),
        ] {
            let error = read_record(bytes.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(says), "{bytes}: {error}");
        }
    }

    #[test]
    fn limits_are_kept() {
        let long = json!({"note": {"text": "x".repeat(MAX_RECORD_BYTES)}});
        assert!(matches!(
            Draft::new(&long, AT),
            Err(RecordError::TooLarge(_))
        ));
        let digest = || "0".repeat(64);
        assert!(Once::new(&"k".repeat(MAX_KEY_BYTES), digest()).is_ok());
        for key in [
            String::new(),
            "k".repeat(MAX_KEY_BYTES + 1),
            "a\nb".to_owned(),
        ] {
            assert_eq!(Once::new(&key, digest()), Err(RecordError::BadKey));
        }
    }
}
