//! A value's place: the value, its sentence, and the words on both sides.

use std::ops::Range;

use groundstop_contract::RejectCode;

use super::Withdrawal;
use super::pattern::{Pattern, find, find_all, holds};
use super::sentence::sentence_around;

/// A place in a text, seen from the value that stands there.
pub(crate) struct Place<'a> {
    pub(crate) text: &'a str,
    pub(crate) span: Range<usize>,
    pub(crate) sentence: Range<usize>,
}

impl<'a> Place<'a> {
    /// The place of the bytes `span`, moved outwards to whole characters.
    pub(crate) fn new(text: &'a str, span: Range<usize>) -> Place<'a> {
        let start = text.floor_char_boundary(span.start.min(text.len()));
        let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
        let sentence = sentence_around(text, start..end);
        Place {
            text,
            span: start..end,
            sentence,
        }
    }

    fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or("")
    }

    /// The value's own characters.
    pub(crate) fn inside(&self) -> &'a str {
        self.slice(self.span.clone())
    }

    /// The sentence before the value.
    pub(crate) fn before(&self) -> &'a str {
        self.slice(self.sentence.start..self.span.start)
    }

    /// The sentence after the value.
    pub(crate) fn after(&self) -> &'a str {
        self.slice(self.span.end..self.sentence.end)
    }

    /// The whole sentence.
    pub(crate) fn whole(&self) -> &'a str {
        self.slice(self.sentence.clone())
    }

    /// What stands before the value since the last semicolon, and where it begins.
    pub(crate) fn clause_before(&self) -> (&'a str, usize) {
        let before = self.before();
        let cut = before.rfind(';').map_or(0, |i| i.saturating_add(1));
        (
            before.get(cut..).unwrap_or(""),
            self.sentence.start.saturating_add(cut),
        )
    }

    /// A withdrawal for words in `before`, given by their bytes there.
    pub(crate) fn because_before(&self, code: RejectCode, found: Range<usize>) -> Withdrawal {
        self.because(code, self.sentence.start, found)
    }

    /// A withdrawal for words in `after`, given by their bytes there.
    pub(crate) fn because_after(&self, code: RejectCode, found: Range<usize>) -> Withdrawal {
        self.because(code, self.span.end, found)
    }

    /// A withdrawal for words given by their bytes after `base`.
    pub(crate) fn because(&self, code: RejectCode, base: usize, found: Range<usize>) -> Withdrawal {
        let because = base.saturating_add(found.start)..base.saturating_add(found.end);
        Withdrawal { code, because }
    }

    /// A withdrawal if the words before the value end with the pattern.
    pub(crate) fn if_before(&self, code: RejectCode, pattern: &Pattern) -> Option<Withdrawal> {
        find(pattern, self.before()).map(|found| self.because_before(code, found))
    }

    /// A withdrawal if the words after the value begin with the pattern.
    pub(crate) fn if_after(&self, code: RejectCode, pattern: &Pattern) -> Option<Withdrawal> {
        find(pattern, self.after()).map(|found| self.because_after(code, found))
    }

    /// A withdrawal if the pattern stands before the value and the other after it.
    pub(crate) fn if_around(
        &self,
        code: RejectCode,
        before: &Pattern,
        after: &Pattern,
    ) -> Option<Withdrawal> {
        self.if_before(code, before)
            .filter(|_| holds(after, self.after()))
    }

    /// Every match of a pattern before the value, nearest last, with the words from it to the value.
    pub(crate) fn gaps_before(&self, pattern: &Pattern) -> Vec<(Range<usize>, &'a str)> {
        let before = self.before();
        let matches = find_all(pattern, before);
        matches
            .into_iter()
            .map(|m| (m.clone(), before.get(m.end..).unwrap_or("")))
            .collect()
    }

    /// The bytes of the square brackets around the value, inside one sentence.
    pub(crate) fn bracket(&self) -> Option<Range<usize>> {
        let before = self.before();
        let open = before
            .rfind('[')
            .filter(|i| !before.get(*i..).unwrap_or("").contains(']'))?;
        let after = self.after();
        let close = after
            .find(']')
            .filter(|i| !after.get(..*i).unwrap_or("").contains('['))?;
        let end = self.span.end.saturating_add(close).saturating_add(1);
        Some(self.sentence.start.saturating_add(open)..end)
    }
}
