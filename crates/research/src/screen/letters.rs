//! Disguised words read as what they stand for.

use std::ops::Range;

use super::scout::unleet;
use super::view::Mapped;

/// The letters of a stretch without anything between them.
pub(super) fn joined(view: &str, stretch: &Range<usize>) -> Mapped {
    let mut out = Mapped::default();
    let text = view.get(stretch.clone()).unwrap_or_default();
    for (offset, c) in text.char_indices() {
        if c.is_alphanumeric() {
            let at = stretch.start.saturating_add(offset);
            out.push(c, &(at..at.saturating_add(c.len_utf8())));
        }
    }
    out
}

/// A stretch with its digits read as letters.
pub(super) fn unleeted(view: &str, stretch: &Range<usize>) -> Mapped {
    let mut out = Mapped::default();
    let text = view.get(stretch.clone()).unwrap_or_default();
    for (offset, c) in text.char_indices() {
        let at = stretch.start.saturating_add(offset);
        let read = u8::try_from(c).ok().filter(u8::is_ascii).map_or(c, unleet);
        out.push(read, &(at..at.saturating_add(c.len_utf8())));
    }
    out
}
