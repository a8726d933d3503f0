//! Map keys: strings as they are, integers as their digits, nothing else.

use serde::ser::{Impossible, Serialize, Serializer};

use super::SerializeError;

/// Writes a map key as text.
pub(super) struct KeyText;

type Never = Impossible<String, SerializeError>;

fn refused<T>() -> Result<T, SerializeError> {
    Err(SerializeError::new(
        "a map key is neither a string nor an integer",
    ))
}

/// Implements the integer methods, all alike.
macro_rules! integers {
    ($($method:ident($number:ty)),+) => {$(
        fn $method(self, value: $number) -> Result<String, SerializeError> {
            Ok(value.to_string())
        }
    )+};
}

/// Implements the methods of simple values that are no keys.
macro_rules! refusals {
    ($($method:ident($($argument:ty),*)),+) => {$(
        fn $method(self, $(_: $argument),*) -> Result<String, SerializeError> {
            refused()
        }
    )+};
}

/// Implements the methods that would open an array or an object.
macro_rules! compounds {
    ($($method:ident($($argument:ty),*)),+) => {$(
        fn $method(self, $(_: $argument),*) -> Result<Never, SerializeError> {
            refused()
        }
    )+};
}

impl Serializer for KeyText {
    type Ok = String;
    type Error = SerializeError;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    integers!(
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128),
        serialize_char(char),
        serialize_str(&str)
    );

    refusals!(
        serialize_bool(bool),
        serialize_f32(f32),
        serialize_f64(f64),
        serialize_bytes(&[u8]),
        serialize_none(),
        serialize_unit(),
        serialize_unit_struct(&'static str)
    );

    compounds!(
        serialize_seq(Option<usize>),
        serialize_tuple(usize),
        serialize_tuple_struct(&'static str, usize),
        serialize_tuple_variant(&'static str, u32, &'static str, usize),
        serialize_map(Option<usize>),
        serialize_struct(&'static str, usize),
        serialize_struct_variant(&'static str, u32, &'static str, usize)
    );

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<String, SerializeError> {
        refused()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<String, SerializeError> {
        Ok(name.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, SerializeError> {
        refused()
    }
}
