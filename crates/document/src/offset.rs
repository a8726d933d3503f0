//! Byte and code-point offsets as types of their own.

use serde::{Deserialize, Serialize};

/// A place in the text, counted in UTF-8 bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ByteOffset(pub usize);

/// A place in the text, counted in Unicode code points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CharOffset(pub usize);

/// A stretch of text in bytes, end exclusive.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ByteSpan {
    /// First byte.
    pub start: ByteOffset,
    /// One past the last byte.
    pub end: ByteOffset,
}

/// A stretch of text in code points, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CharSpan {
    /// First code point.
    pub start: CharOffset,
    /// One past the last code point.
    pub end: CharOffset,
}

impl ByteOffset {
    /// The offset as it is written in records.
    #[must_use]
    pub fn as_u64(self) -> u64 {
        u64::try_from(self.0).unwrap_or(u64::MAX)
    }
}

impl CharOffset {
    /// The offset as it is written in records.
    #[must_use]
    pub fn as_u64(self) -> u64 {
        u64::try_from(self.0).unwrap_or(u64::MAX)
    }
}

impl ByteSpan {
    /// A span from plain byte positions.
    #[must_use]
    pub fn new(start: usize, end: usize) -> ByteSpan {
        ByteSpan {
            start: ByteOffset(start),
            end: ByteOffset(end),
        }
    }

    /// Whether the two spans share a byte.
    #[must_use]
    pub fn overlaps(self, other: ByteSpan) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether the other span lies wholly inside this one.
    #[must_use]
    pub fn contains(self, other: ByteSpan) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.0.saturating_sub(self.start.0)
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}
