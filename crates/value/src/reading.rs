//! A reading: one spelling in the text and the values it can mean.

use std::ops::Range;

use crate::token::Tokens;
use crate::value::Value;

/// One spelling of a value, as long as it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The bytes of the text that was given.
    pub span: Range<usize>,
    /// What it means: one value if it is clear, all of them, sorted, if not.
    pub values: Vec<Value>,
    /// Whether a decimal was multiplied by a scale word: "1.5 million".
    pub scaled: bool,
    /// Whether only the schema makes it money or a percentage.
    pub bare: bool,
}

impl Reading {
    /// The value, if the spelling has only one meaning.
    #[must_use]
    pub fn clear(&self) -> Option<&Value> {
        match self.values.as_slice() {
            [value] => Some(value),
            _ => None,
        }
    }
}

/// A reading in tokens, before it is finished.
pub(crate) struct Draft {
    pub(crate) start: usize,
    pub(crate) end: usize,
    values: Vec<Value>,
    scaled: bool,
    bare: bool,
}

impl Draft {
    pub(crate) fn new(
        start: usize,
        end: usize,
        mut values: Vec<Value>,
        scaled: bool,
        bare: bool,
    ) -> Draft {
        values.sort_unstable();
        values.dedup();
        Draft {
            start,
            end,
            values,
            scaled,
            bare,
        }
    }

    pub(crate) fn finish(self, t: &Tokens<'_>) -> Reading {
        Reading {
            span: t.span(self.start, self.end),
            values: self.values,
            scaled: self.scaled,
            bare: self.bare,
        }
    }
}
