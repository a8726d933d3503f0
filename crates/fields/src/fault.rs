//! What is wrong with a schema file, as data.
//!
//! The parsers of TOML and JSON say what they do not like in English sentences, and
//! sentences are for people. To know which key is unknown and which ones there are,
//! the same file is read once more as plain values, with an error type that keeps
//! what the record's own reader reports.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor};
use serde_json::Value;

/// What a record's reader did not like.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// A key that the record does not have, and those it has.
    #[error("unknown key `{found}`")]
    UnknownKey {
        found: String,
        known: &'static [&'static str],
    },
    /// A word where one of a few is expected.
    #[error("unknown value `{found}`")]
    UnknownWord {
        found: String,
        known: &'static [&'static str],
    },
    /// A key that must be there.
    #[error("missing key `{0}`")]
    Missing(&'static str),
    /// Anything else, in the reader's words.
    #[error("{0}")]
    Other(String),
}

impl Fault {
    /// What is wrong with values that a record cannot be read from; `None` where it can.
    pub(crate) fn of<T: DeserializeOwned>(values: Value) -> Option<Fault> {
        T::deserialize(Node(values)).err()
    }
}

impl Error for Fault {
    fn custom<M: fmt::Display>(message: M) -> Fault {
        Fault::Other(message.to_string())
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Fault {
        let found = found.to_owned();
        Fault::UnknownKey { found, known }
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Fault {
        let found = found.to_owned();
        Fault::UnknownWord { found, known }
    }

    fn missing_field(key: &'static str) -> Fault {
        Fault::Missing(key)
    }
}

/// A plain value that a record is read from.
struct Node(Value);

impl<'de> IntoDeserializer<'de, Fault> for Node {
    type Deserializer = Node;

    fn into_deserializer(self) -> Node {
        self
    }
}

impl<'de> Deserializer<'de> for Node {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(given) => visitor.visit_bool(given),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(whole)) => visitor.visit_i64(whole),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => {
                visitor.visit_seq(SeqDeserializer::new(items.into_iter().map(Node)))
            }
            Value::Object(members) => {
                let members = members.into_iter().map(|(key, value)| (key, Node(value)));
                visitor.visit_map(MapDeserializer::new(members))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            given => visitor.visit_some(Node(given)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(word.into_deserializer()),
            other => Node(other).deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use groundstop_contract::SchemaRecord;
    use serde_json::json;

    use super::*;

    #[test]
    fn faults_are_told_by_what_they_are() {
        let of = |fields: Value| {
            Fault::of::<SchemaRecord>(json!({"name": "a", "version": "1", "field": fields}))
        };
        assert_eq!(of(json!([{"name": "x", "type": "date"}])), None);
        let unknown = of(json!([{"name": "x", "typ": "date"}]));
        assert!(matches!(unknown, Some(Fault::UnknownKey { found, known })
            if found == "typ" && known.contains(&"type")));
        let word = of(json!([{"name": "x", "type": "dat"}]));
        assert!(matches!(word, Some(Fault::UnknownWord { found, known })
            if found == "dat" && known.contains(&"date")));
        assert_eq!(of(json!([{"type": "date"}])), Some(Fault::Missing("name")));
        assert!(matches!(of(json!([{"name": 5}])), Some(Fault::Other(_))));
        assert!(matches!(
            of(json!([{"name": "x", "type": 5}])),
            Some(Fault::Other(_))
        ));
    }
}
