//! JSON as it was written: numbers keep their text, members their order.
//!
//! [`parse`] follows RFC 8259 and refuses nothing but malformed text.
//! [`crate::strict`] is the same parser with the rules for everything we hash.

mod convert;
mod error;
mod number;
pub(crate) mod parser;
mod serialize;

pub use error::{JsonPosition, ParseError, ParseErrorKind};
pub use number::Number;
pub use serialize::SerializeError;

use parser::Rules;

/// How many arrays and objects may stand inside each other.
pub const MAX_DEPTH: usize = 128;

/// A JSON value.
///
/// Equality is of the text: `1` and `1.0` differ, and so do two objects with
/// the same members in another order. Compare canonical texts to compare
/// meanings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as its literal text.
    Number(Number),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object, its members in the order of the text.
    Object(Vec<(String, Json)>),
}

/// Reads JSON text by RFC 8259.
///
/// Duplicate keys are all kept and numbers may be of any size; what a Rust
/// string cannot hold (half of a surrogate pair) is refused.
///
/// # Errors
///
/// Where the text is not UTF-8, not JSON, or nested deeper than [`MAX_DEPTH`].
pub fn parse(text: impl AsRef<[u8]>) -> Result<Json, ParseError> {
    parser::parse(text.as_ref(), Rules::Plain)
}

impl Json {
    /// The member of that name.
    ///
    /// `None` where this is no object, has no such member, or has several.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        let mut found = self.as_object()?.iter().filter(|(key, _)| key == name);
        let (_, value) = found.next()?;
        found.next().is_none().then_some(value)
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// The answer of a boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(answer) => Some(*answer),
            _ => None,
        }
    }

    /// The number of a number.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Json::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The items of an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members of an object, in the order of the text.
    #[must_use]
    pub fn as_object(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Json::Null)
    }

    /// What kind of value this is, with its article, for messages.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_found_by_its_name() {
        let json = parse(r#"{"a": 1, "b": "x", "c": {"a": true}}"#).unwrap();
        assert_eq!(json.get("b").and_then(Json::as_str), Some("x"));
        assert_eq!(
            json.get("c")
                .and_then(|c| c.get("a"))
                .and_then(Json::as_bool),
            Some(true)
        );
        assert_eq!(json.get("d"), None);
        assert_eq!(json.get("a").and_then(|a| a.get("a")), None);
    }

    #[test]
    fn a_name_that_stands_twice_names_no_member() {
        let json = parse(r#"{"a": 1, "a": 2}"#).unwrap();
        assert_eq!(json.as_object().map(<[_]>::len), Some(2));
        assert_eq!(json.get("a"), None);
    }

    #[test]
    fn every_kind_has_a_name_for_messages() {
        let json = parse(r#"[null, true, 1, "", [], {}]"#).unwrap();
        let names: Vec<_> = json
            .as_array()
            .unwrap()
            .iter()
            .map(Json::kind_name)
            .collect();
        assert_eq!(
            names,
            [
                "null",
                "a boolean",
                "a number",
                "a string",
                "an array",
                "an object"
            ]
        );
    }
}
