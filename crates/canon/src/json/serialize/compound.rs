//! Arrays and objects while they are being written.

use serde::ser::{self, Serialize};

use super::key::KeyText;
use super::{SerializeError, ToJson, variant};
use crate::json::Json;

/// An array, or a variant that carries one.
pub(super) struct Items {
    writer: ToJson,
    variant: Option<&'static str>,
    items: Vec<Json>,
}

impl Items {
    /// An array whose items are written by `writer`.
    pub(super) fn new(writer: ToJson, variant: Option<&'static str>) -> Items {
        Items {
            writer,
            variant,
            items: Vec::new(),
        }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        self.items.push(value.serialize(self.writer)?);
        Ok(())
    }

    fn finish(self) -> Json {
        let array = Json::Array(self.items);
        match self.variant {
            Some(name) => variant(name, array),
            None => array,
        }
    }
}

/// Implements the four ways in which serde writes arrays, all alike.
macro_rules! arrays {
    ($($shape:ident :: $method:ident),+) => {$(
        impl ser::$shape for Items {
            type Ok = Json;
            type Error = SerializeError;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
                self.push(value)
            }
            fn end(self) -> Result<Json, SerializeError> {
                Ok(self.finish())
            }
        }
    )+};
}

arrays!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// An object, or a variant that carries one.
pub(super) struct Members {
    writer: ToJson,
    variant: Option<&'static str>,
    key: Option<String>,
    members: Vec<(String, Json)>,
}

impl Members {
    /// An object whose values are written by `writer`.
    pub(super) fn new(writer: ToJson, variant: Option<&'static str>) -> Members {
        Members {
            writer,
            variant,
            key: None,
            members: Vec::new(),
        }
    }

    fn push<T: Serialize + ?Sized>(
        &mut self,
        key: String,
        value: &T,
    ) -> Result<(), SerializeError> {
        self.members.push((key, value.serialize(self.writer)?));
        Ok(())
    }

    fn finish(self) -> Json {
        let object = Json::Object(self.members);
        match self.variant {
            Some(name) => variant(name, object),
            None => object,
        }
    }
}

impl ser::SerializeMap for Members {
    type Ok = Json;
    type Error = SerializeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.key = Some(key.serialize(KeyText)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        let key = self
            .key
            .take()
            .ok_or_else(|| SerializeError::new("a map value has no key"))?;
        self.push(key, value)
    }

    fn end(self) -> Result<Json, SerializeError> {
        Ok(self.finish())
    }
}

/// Implements the two ways in which serde writes structs, both alike.
macro_rules! structs {
    ($($shape:ident),+) => {$(
        impl ser::$shape for Members {
            type Ok = Json;
            type Error = SerializeError;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), SerializeError> {
                self.push(name.to_owned(), value)
            }
            fn end(self) -> Result<Json, SerializeError> {
                Ok(self.finish())
            }
        }
    )+};
}

structs!(SerializeStruct, SerializeStructVariant);
