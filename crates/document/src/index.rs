//! Sparse indexes from bytes to code points and to lines.
//!
//! One counter per block keeps them small beside a large text; a look-up
//! counts inside one block only.

const BLOCK_BYTES: usize = 4096;

/// Whether a byte begins a code point.
fn begins_char(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

fn chars_begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| begins_char(**byte)).count()
}

/// How many code points begin before each block of bytes.
#[derive(Clone, Debug)]
pub(crate) struct CharIndex {
    before_block: Vec<usize>,
    total: usize,
}

impl CharIndex {
    pub(crate) fn new(text: &str) -> CharIndex {
        let mut total = 0usize;
        let mut before_block = Vec::new();
        for block in text.as_bytes().chunks(BLOCK_BYTES) {
            before_block.push(total);
            total = total.saturating_add(chars_begun(block));
        }
        CharIndex {
            before_block,
            total,
        }
    }

    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// How many code points begin before a byte.
    pub(crate) fn char_of(&self, text: &str, byte: usize) -> usize {
        let block = byte / BLOCK_BYTES;
        let Some(before) = self.before_block.get(block) else {
            return self.total;
        };
        let start = block.saturating_mul(BLOCK_BYTES);
        let inside = text.as_bytes().get(start..byte).unwrap_or_default();
        before.saturating_add(chars_begun(inside))
    }

    /// Where a code point begins; its count itself is the end of the text.
    pub(crate) fn byte_of(&self, text: &str, offset: usize) -> Option<usize> {
        if offset >= self.total {
            return (offset == self.total).then_some(text.len());
        }
        let block = self
            .before_block
            .partition_point(|before| *before <= offset)
            .checked_sub(1)?;
        let mut left = offset.checked_sub(*self.before_block.get(block)?)?;
        let start = block.checked_mul(BLOCK_BYTES)?;
        for (index, byte) in text.as_bytes().get(start..)?.iter().enumerate() {
            if begins_char(*byte) {
                if left == 0 {
                    return start.checked_add(index);
                }
                left = left.saturating_sub(1);
            }
        }
        None
    }
}

/// Where each line begins.
#[derive(Clone, Debug)]
pub(crate) struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    pub(crate) fn new(text: &str) -> LineIndex {
        let after_breaks = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(index, _)| index.saturating_add(1));
        LineIndex {
            starts: std::iter::once(0).chain(after_breaks).collect(),
        }
    }

    pub(crate) fn line_of(&self, byte: usize) -> u64 {
        let line = self.starts.partition_point(|start| *start <= byte).max(1);
        u64::try_from(line).unwrap_or(u64::MAX)
    }

    /// The start of the line of `from` and the end of the line of `to`, break included.
    pub(crate) fn around(&self, from: usize, to: usize, text_len: usize) -> (usize, usize) {
        let first = self.starts.partition_point(|start| *start <= from).max(1);
        let start = self.starts.get(first.saturating_sub(1)).copied();
        let next = self.starts.partition_point(|start| *start < to);
        let end = self.starts.get(next).copied();
        (start.unwrap_or(0), end.unwrap_or(text_len))
    }
}
