//! Anything serializable as JSON, without the silent losses.
//!
//! `serde_json` writes NaN as null and keeps the last of two equal map keys;
//! both would change what is hashed without a word, so this has its own
//! serializer, which refuses the first and keeps the second to be refused.

mod compound;
mod key;

use std::fmt;

use serde::ser::{self, Serialize, Serializer};

use super::{Json, MAX_DEPTH, Number};
use compound::{Items, Members};

/// A value could not be written as JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct SerializeError {
    problem: String,
}

impl SerializeError {
    fn new(problem: impl Into<String>) -> SerializeError {
        SerializeError {
            problem: problem.into(),
        }
    }
}

impl ser::Error for SerializeError {
    fn custom<T: fmt::Display>(message: T) -> SerializeError {
        SerializeError::new(message.to_string())
    }
}

impl Json {
    /// The JSON of anything serializable.
    ///
    /// # Errors
    ///
    /// Where a number is not finite, a map key is no string or integer, the
    /// value is nested deeper than [`MAX_DEPTH`], or its own serializer fails.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Json, SerializeError> {
        value.serialize(ToJson { depth: 0 })
    }
}

/// Writes one value at some depth.
#[derive(Clone, Copy)]
struct ToJson {
    depth: usize,
}

impl ToJson {
    /// The writer of what stands inside this value.
    fn inside(self) -> Result<ToJson, SerializeError> {
        if self.depth >= MAX_DEPTH {
            return Err(SerializeError::new(format!(
                "nested deeper than {MAX_DEPTH} levels"
            )));
        }
        Ok(ToJson {
            depth: self.depth.saturating_add(1),
        })
    }

    fn items(self) -> Result<Items, SerializeError> {
        Ok(Items::new(self.inside()?, None))
    }

    fn members(self) -> Result<Members, SerializeError> {
        Ok(Members::new(self.inside()?, None))
    }
}

fn integer(number: impl fmt::Display) -> Json {
    Json::Number(Number::from_known(number.to_string()))
}

fn string(text: &str) -> Json {
    Json::String(text.to_owned())
}

/// The object that carries a variant: `{"name": content}`.
fn variant(name: &str, content: Json) -> Json {
    Json::Object(vec![(name.to_owned(), content)])
}

impl Serializer for ToJson {
    type Ok = Json;
    type Error = SerializeError;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    fn serialize_bool(self, value: bool) -> Result<Json, SerializeError> {
        Ok(Json::Bool(value))
    }
    fn serialize_i8(self, value: i8) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_i16(self, value: i16) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_i32(self, value: i32) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_i64(self, value: i64) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_i128(self, value: i128) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_u8(self, value: u8) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_u16(self, value: u16) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_u32(self, value: u32) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_u64(self, value: u64) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_u128(self, value: u128) -> Result<Json, SerializeError> {
        Ok(integer(value))
    }
    fn serialize_f32(self, value: f32) -> Result<Json, SerializeError> {
        self.serialize_f64(f64::from(value))
    }
    fn serialize_f64(self, value: f64) -> Result<Json, SerializeError> {
        let number = Number::from_double(value)
            .ok_or_else(|| SerializeError::new(format!("`{value}` is not a finite number")))?;
        Ok(Json::Number(number))
    }
    fn serialize_char(self, value: char) -> Result<Json, SerializeError> {
        Ok(Json::String(value.into()))
    }
    fn serialize_str(self, value: &str) -> Result<Json, SerializeError> {
        Ok(string(value))
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<Json, SerializeError> {
        Ok(Json::Array(value.iter().map(integer).collect()))
    }
    fn serialize_none(self) -> Result<Json, SerializeError> {
        Ok(Json::Null)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Json, SerializeError> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Json, SerializeError> {
        Ok(Json::Null)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Json, SerializeError> {
        Ok(Json::Null)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Json, SerializeError> {
        Ok(string(name))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Json, SerializeError> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Json, SerializeError> {
        Ok(variant(name, value.serialize(self.inside()?)?))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Items, SerializeError> {
        self.items()
    }
    fn serialize_tuple(self, _: usize) -> Result<Items, SerializeError> {
        self.items()
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items, SerializeError> {
        self.items()
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Items, SerializeError> {
        Ok(Items::new(self.inside()?.inside()?, Some(name)))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Members, SerializeError> {
        self.members()
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, SerializeError> {
        self.members()
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Members, SerializeError> {
        Ok(Members::new(self.inside()?.inside()?, Some(name)))
    }
}

#[cfg(test)]
#[path = "serialize_tests.rs"]
mod tests;
