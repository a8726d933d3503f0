//! The rules for everything we hash and read: one text, one meaning.
//!
//! Readers of JSON disagree about duplicate keys and about numbers that a
//! double cannot carry; text with either is refused, so that no two readers of
//! what we signed can see different values.

use crate::json::parser::{self, Rules};
use crate::json::{Json, ParseError};

/// Reads JSON text that has one meaning only.
///
/// # Errors
///
/// Like [`crate::json::parse`], and where an object has two members of one
/// name, or where a number is not numerically equal to the shortest text of
/// its double.
pub fn parse(text: impl AsRef<[u8]>) -> Result<Json, ParseError> {
    parser::parse(text.as_ref(), Rules::Strict)
}
