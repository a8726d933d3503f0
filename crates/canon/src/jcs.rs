//! Canonical JSON as RFC 8785 publishes it: one text for one value.
//!
//! The published scheme rounds every number to a double. [`digest`] first
//! refuses what would change by that, so that nothing is hashed which was not
//! written.

use serde::Serialize;

use crate::digest::{hex_digit, sha256_hex};
use crate::json::{Json, MAX_DEPTH, Number, SerializeError};

/// The class of a canonicalization error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JcsErrorKind {
    /// An object has two members of one name.
    DuplicateKey,
    /// A number is past every double.
    NotFinite,
    /// A number is not numerically equal to the shortest text of its double (digests only).
    InexactNumber,
    /// Arrays and objects are nested too deeply.
    Depth,
    /// The value could not be written as JSON at all.
    Serialize,
}

/// A value has no canonical text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct JcsError {
    kind: JcsErrorKind,
    problem: String,
}

impl JcsError {
    /// The class of the error.
    #[must_use]
    pub fn kind(&self) -> JcsErrorKind {
        self.kind
    }
}

impl From<SerializeError> for JcsError {
    fn from(error: SerializeError) -> JcsError {
        JcsError {
            kind: JcsErrorKind::Serialize,
            problem: error.to_string(),
        }
    }
}

/// The canonical text of a JSON value.
///
/// # Errors
///
/// Where a key stands twice, a number is past every double, or the value is
/// nested deeper than [`MAX_DEPTH`].
pub fn to_string(value: &Json) -> Result<String, JcsError> {
    Writer::write(value, Numbers::Rounded)
}

/// The canonical text of anything serializable.
///
/// # Errors
///
/// Like [`to_string`], and where the value cannot be written as JSON.
pub fn canonical<T: Serialize + ?Sized>(value: &T) -> Result<String, JcsError> {
    to_string(&Json::from_serialize(value)?)
}

/// The canonical text of anything serializable, as it is hashed.
///
/// # Errors
///
/// Like [`canonical`], and where a number would be rounded on its way.
pub fn exact<T: Serialize + ?Sized>(value: &T) -> Result<String, JcsError> {
    Writer::write(&Json::from_serialize(value)?, Numbers::Exact)
}

/// The SHA-256 of the canonical text of anything serializable, in lower-case hex.
///
/// # Errors
///
/// Like [`canonical`], and where a number would be rounded on its way.
pub fn digest<T: Serialize + ?Sized>(value: &T) -> Result<String, JcsError> {
    digest_json(&Json::from_serialize(value)?)
}

/// The SHA-256 of the canonical text of a JSON value, in lower-case hex.
///
/// # Errors
///
/// Like [`to_string`], and where a number would be rounded on its way.
pub fn digest_json(value: &Json) -> Result<String, JcsError> {
    let text = Writer::write(value, Numbers::Exact)?;
    Ok(sha256_hex(text.as_bytes()))
}

/// What happens to a number that a double cannot carry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Rounded,
    Exact,
}

struct Writer {
    text: String,
    depth: usize,
    numbers: Numbers,
}

impl Writer {
    fn write(value: &Json, numbers: Numbers) -> Result<String, JcsError> {
        let mut writer = Writer {
            text: String::new(),
            depth: 0,
            numbers,
        };
        writer.value(value)?;
        Ok(writer.text)
    }

    fn value(&mut self, value: &Json) -> Result<(), JcsError> {
        match value {
            Json::Null => self.text.push_str("null"),
            Json::Bool(true) => self.text.push_str("true"),
            Json::Bool(false) => self.text.push_str("false"),
            Json::Number(number) => self.number(number)?,
            Json::String(text) => self.string(text),
            Json::Array(items) => self.array(items)?,
            Json::Object(members) => self.object(members)?,
        }
        Ok(())
    }

    fn array(&mut self, items: &[Json]) -> Result<(), JcsError> {
        self.enter()?;
        self.text.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.value(item)?;
        }
        self.text.push(']');
        self.leave();
        Ok(())
    }

    fn object(&mut self, members: &[(String, Json)]) -> Result<(), JcsError> {
        self.enter()?;
        self.text.push('{');
        let mut sorted: Vec<_> = members.iter().collect();
        // The order of UTF-16 units, which is not the order of code points.
        sorted.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        let mut previous = None;
        for (name, value) in sorted {
            if previous == Some(name) {
                let problem = format!("duplicate key `{}`", name.escape_debug());
                return Err(JcsError {
                    kind: JcsErrorKind::DuplicateKey,
                    problem,
                });
            }
            if previous.is_some() {
                self.text.push(',');
            }
            previous = Some(name);
            self.string(name);
            self.text.push(':');
            self.value(value)?;
        }
        self.text.push('}');
        self.leave();
        Ok(())
    }

    fn enter(&mut self) -> Result<(), JcsError> {
        if self.depth >= MAX_DEPTH {
            let problem = format!("nested deeper than {MAX_DEPTH} levels");
            return Err(JcsError {
                kind: JcsErrorKind::Depth,
                problem,
            });
        }
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn number(&mut self, number: &Number) -> Result<(), JcsError> {
        let Some(double) = number.double() else {
            let problem = format!("number `{number}` is not finite as a double");
            return Err(JcsError {
                kind: JcsErrorKind::NotFinite,
                problem,
            });
        };
        if self.numbers == Numbers::Exact && !number.is_exact() {
            let problem = format!("number `{number}` is not exact as a double");
            return Err(JcsError {
                kind: JcsErrorKind::InexactNumber,
                problem,
            });
        }
        self.text
            .push_str(ryu_js::Buffer::new().format_finite(double));
        Ok(())
    }

    fn string(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\u{8}' => self.text.push_str("\\b"),
                '\t' => self.text.push_str("\\t"),
                '\n' => self.text.push_str("\\n"),
                '\u{c}' => self.text.push_str("\\f"),
                '\r' => self.text.push_str("\\r"),
                '\0'..='\u{1f}' => self.control(c),
                _ => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    fn control(&mut self, c: char) {
        let number = u8::try_from(c).unwrap_or(0);
        self.text.push_str("\\u00");
        self.text.extend([number >> 4, number & 0xf].map(hex_digit));
    }
}

#[cfg(test)]
#[path = "jcs_tests.rs"]
mod tests;
