//! The text around a quote as a reader of values wants it.
//!
//! Invisible characters are gone, ligatures are letters, words broken at line
//! ends are whole, white space is one blank, line end or blank line; every
//! stretch maps back to the document's own characters.

use std::ops::Range;

use groundstop_document::{ByteOffset, ByteSpan, Document};

use crate::made::Evidence;
use crate::map::OffsetMap;
use groundstop_document::fold::{SOFT_HYPHEN, breaks_words, is_ignorable, is_line_break, ligature};

/// Bytes of context on each side of a quote, blanks and invisible characters apart.
const CONTEXT_BYTES: usize = 2048;
/// Bytes that are looked through for that context, at most.
const PADDED_BYTES: usize = 1 << 20;

/// A stretch of the document, ready to be read.
#[derive(Clone, Debug)]
pub struct View {
    text: String,
    map: OffsetMap,
    padded: bool,
}

impl View {
    /// The quote with the text around it.
    #[must_use]
    pub fn around(document: &Document, evidence: &Evidence) -> View {
        let span = evidence.span();
        let (window, padded) = window(document.text(), span);
        // Furniture is left out everywhere: a value is never read from it.
        let mut view = View {
            text: String::new(),
            map: OffsetMap::default(),
            padded,
        };
        let inside_one_segment = evidence.segments().len() == 1;
        let mut from = window.start.0;
        for furniture in document.furniture().iter().filter(|f| f.overlaps(window)) {
            if inside_one_segment && furniture.overlaps(span) {
                continue;
            }
            view.append(document, evidence, from, furniture.start.0);
            from = furniture.end.0.max(from);
        }
        view.append(document, evidence, from, window.end.0);
        view
    }

    /// The text of the view.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether padding hides what stands around the quote.
    #[must_use]
    pub fn is_padded(&self) -> bool {
        self.padded
    }

    /// The document's stretch behind a stretch of the view.
    #[must_use]
    pub fn to_document(&self, range: Range<usize>) -> Option<ByteSpan> {
        let start = self.map.start_of(range.start)?;
        let end = self.map.end_of(range.end)?;
        (start < end).then(|| ByteSpan::new(start, end))
    }

    /// The view's stretch of a stretch of the document.
    #[must_use]
    pub fn of_document(&self, span: ByteSpan) -> Range<usize> {
        let start = self.map.folded_at(span.start.0);
        start..self.map.folded_at(span.end.0).max(start)
    }

    fn append(&mut self, document: &Document, evidence: &Evidence, from: usize, to: usize) {
        let text = document
            .slice(ByteSpan::new(from, to.max(from)))
            .unwrap_or_default();
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let start = from.saturating_add(at);
            let plain = plain_run(text.get(at..).unwrap_or_default());
            if plain > 1 {
                let end = at.saturating_add(plain);
                self.map.push_linear(start, plain);
                self.text.push_str(text.get(at..end).unwrap_or_default());
                // ASCII: as many characters as bytes, and one of them is taken already.
                chars.nth(plain.saturating_sub(2));
                continue;
            }
            let rest = text
                .get(at.saturating_add(c.len_utf8())..)
                .unwrap_or_default();
            let may_break = breaks_words(c) || c == SOFT_HYPHEN;
            if may_break
                && self.text.ends_with(char::is_alphabetic)
                && let Some(len) = line_break_before_letter(rest)
            {
                if evidence.keeps_hyphen(ByteOffset(start)) {
                    self.push_unit("-", start, c.len_utf8().saturating_add(len));
                }
                let end = at.saturating_add(c.len_utf8()).saturating_add(len);
                while chars.next_if(|(next, _)| *next < end).is_some() {}
                continue;
            }
            if is_ignorable(c) {
                continue;
            }
            if c.is_whitespace() {
                let run = blank_run(text.get(at..).unwrap_or_default());
                self.push_unit(run.folded, start, run.len);
                let end = at.saturating_add(run.len);
                while chars.next_if(|(next, _)| *next < end).is_some() {}
            } else if let Some(letters) = ligature(c) {
                self.push_unit(letters, start, c.len_utf8());
            } else {
                self.map.push_linear(start, c.len_utf8());
                self.text.push(c);
            }
        }
    }

    fn push_unit(&mut self, folded: &str, start: usize, len: usize) {
        self.map.push_unit(folded.len(), start, len);
        self.text.push_str(folded);
    }
}

/// The quote with some context on both sides, and whether padding cut it short.
fn window(text: &str, span: ByteSpan) -> (ByteSpan, bool) {
    let before = text.get(..span.start.0).unwrap_or_default();
    let behind = text.get(span.end.0..).unwrap_or_default();
    let (back, cut_before) = reach(before.chars().rev());
    let (forth, cut_behind) = reach(behind.chars());
    let start = span.start.0.saturating_sub(back);
    let end = span.end.0.saturating_add(forth);
    (ByteSpan::new(start, end), cut_before || cut_behind)
}

/// How many bytes give enough context. What nobody sees does not count, so that
/// no padding can push the words that matter out of sight.
fn reach(chars: impl Iterator<Item = char>) -> (usize, bool) {
    let (mut bytes, mut seen) = (0usize, 0usize);
    let mut blank = false;
    for c in chars {
        let counts = !(is_ignorable(c) || blank && c.is_whitespace());
        blank = c.is_whitespace() || (blank && is_ignorable(c));
        seen = seen.saturating_add(if counts { c.len_utf8() } else { 0 });
        bytes = bytes.saturating_add(c.len_utf8());
        if seen >= CONTEXT_BYTES {
            return (bytes, false);
        }
        if bytes >= PADDED_BYTES {
            return (bytes, true);
        }
    }
    (bytes, false)
}

/// How many bytes from here on are ASCII that stays as it is.
fn plain_run(text: &str) -> usize {
    text.bytes()
        .take_while(|byte| byte.is_ascii_graphic() && *byte != b'-')
        .count()
}

/// The length of white space with a line break that a letter follows.
fn line_break_before_letter(rest: &str) -> Option<usize> {
    let mut broke = false;
    for (at, c) in rest.char_indices() {
        if c.is_whitespace() {
            broke = broke || is_line_break(c);
        } else if !is_ignorable(c) {
            return (broke && c.is_alphabetic()).then_some(at);
        }
    }
    None
}

struct Blanks<'a> {
    folded: &'a str,
    len: usize,
}

/// A run of white space: one blank, one line end, or a blank line.
///
/// A single non-breaking blank stays itself: it may group the digits of a number. A tab stays one:
/// it parts two cells, and no figure reaches over it.
fn blank_run(text: &str) -> Blanks<'_> {
    let mut breaks = 0usize;
    let mut len = 0usize;
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            let second_half = c == '\n' && last == '\r';
            breaks = breaks.saturating_add(usize::from(is_line_break(c) && !second_half));
            len = at.saturating_add(c.len_utf8());
        } else if !is_ignorable(c) {
            break;
        }
        last = c;
    }
    let run = text.get(..len).unwrap_or_default();
    let folded = match breaks {
        0 if matches!(run, "\u{A0}" | "\u{202F}") => run,
        0 if run.contains('\t') => "\t",
        0 => " ",
        1 => "\n",
        _ => "\n\n",
    };
    Blanks { folded, len }
}
