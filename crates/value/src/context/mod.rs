//! What the words around a value take back.

use std::ops::Range;

use groundstop_contract::RejectCode;

use crate::kind::Kind;

/// Why a value does not count, and the words that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// The reason.
    pub code: RejectCode,
    /// The bytes of the text that give it.
    pub because: Range<usize>,
}

/// Whether the text around `span` takes the value there back.
#[must_use]
pub fn withdrawn(_kind: &Kind, _text: &str, _span: Range<usize>) -> Option<Withdrawal> {
    None
}
