//! A document as it flows: page furniture left out, blanks single, paragraphs
//! known, and every place traced back to the document.

use std::collections::{BTreeMap, BTreeSet};

use groundstop_document::{ByteOffset, ByteSpan, Document};
use groundstop_language::pattern::constant;
use groundstop_language::patterns;
use std::ops::Range;

patterns! {
    BROKEN_NUMBER = constant(
        r"(?i)\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(-\s*\n\s*)(?:one|two|three|four|five|six|seven|eight|nine)\b",
    );
}

/// The text of a document without furniture. A line ends in one `\n`, a paragraph in two.
///
/// It is kept twice, byte for byte as long: as the document has it, which is what is quoted,
/// and with blanks in the place of numbers of lines, which is what is read.
pub(crate) struct Flow {
    verbatim: String,
    text: String,
    /// Numbers of lines, with the notes of the margin before them.
    aside: Vec<Range<usize>>,
    /// For every byte of the text, where it stands in the document.
    origin: Vec<usize>,
    /// Where lines begin that the page sets apart although their sentence goes on.
    set_apart: Vec<usize>,
}

/// The white space met since the last visible character.
#[derive(Clone, Copy, Default)]
struct Gap {
    any: bool,
    lines: usize,
    page: bool,
}

impl Flow {
    pub(crate) fn new(document: &Document) -> Flow {
        let mut flow = Flow {
            verbatim: String::with_capacity(document.text().len()),
            text: String::new(),
            aside: Vec::new(),
            origin: Vec::with_capacity(document.text().len()),
            set_apart: Vec::new(),
        };
        let mut furniture = document.furniture().iter().peekable();
        let mut gap = Gap::default();
        for (at, c) in document.text().char_indices() {
            while furniture.next_if(|span| span.end.0 <= at).is_some() {}
            if furniture.peek().is_some_and(|span| span.start.0 <= at) {
                gap.any = true;
                gap.lines = gap.lines.max(1);
                continue;
            }
            if c.is_whitespace() {
                gap.any = true;
                gap.lines = gap.lines.saturating_add(usize::from(c == '\n'));
                gap.page |= c == '\u{c}';
                continue;
            }
            if gap.any {
                flow.space(gap, c, at);
            }
            gap = Gap::default();
            flow.push(c, at);
        }
        flow.aside = line_numbers(&flow.verbatim);
        let hyphens = broken_numbers(&flow.verbatim);
        flow.text = without(&flow.verbatim, &[flow.aside.clone(), hyphens].concat());
        flow
    }

    /// A gap before a character, as blank, line or paragraph.
    fn space(&mut self, gap: Gap, next: char, at: usize) {
        let from = at.saturating_sub(1);
        // What goes on in small letters goes on with the sentence.
        let goes_on = next.is_lowercase();
        if self.verbatim.is_empty() {
            return;
        }
        match gap.lines {
            0 if gap.page && !goes_on => self.paragraph(from),
            0 => self.push(if gap.page { '\n' } else { ' ' }, from),
            1 if !gap.page => self.push('\n', from),
            _ if goes_on => {
                self.push('\n', from);
                if !gap.page {
                    self.set_apart.push(self.verbatim.len());
                }
            }
            _ => self.paragraph(from),
        }
    }

    fn paragraph(&mut self, at: usize) {
        self.push('\n', at);
        self.push('\n', at);
    }

    fn push(&mut self, c: char, at: usize) {
        self.verbatim.push(c);
        self.origin.extend(std::iter::repeat_n(at, c.len_utf8()));
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text as the document has it.
    pub(crate) fn verbatim(&self) -> &str {
        &self.verbatim
    }

    /// Whether a stretch takes in the number of a line.
    pub(crate) fn has_line_number(&self, range: &Range<usize>) -> bool {
        let at = self.aside.partition_point(|one| one.end <= range.start);
        self.aside.get(at).is_some_and(|one| one.start < range.end)
    }

    /// The parts of a stretch between the notes of the margin in it.
    pub(crate) fn between_notes(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut start = range.start;
        let from = self.aside.partition_point(|one| one.end <= range.start);
        let inside = self.aside.iter().skip(from);
        for aside in inside.take_while(|one| one.start < range.end) {
            let words = self.verbatim.get(aside.clone()).unwrap_or_default();
            if words.contains(char::is_alphabetic) {
                parts.push(start..aside.start.max(start));
                start = aside.end;
            }
        }
        parts.push(start..range.end.max(start));
        parts
    }

    /// Whether the page sets a line apart that begins here and goes on with its sentence.
    pub(crate) fn is_set_apart(&self, place: usize) -> bool {
        self.set_apart.binary_search(&place).is_ok()
    }

    /// A stretch as it is read.
    pub(crate) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// A stretch as the document has it, as one line of single blanks.
    pub(crate) fn line(&self, range: Range<usize>) -> String {
        let text = self.verbatim.get(range).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    }

    /// A stretch as it is read, as one line: without numbers of lines and notes of the margin.
    pub(crate) fn read(&self, range: Range<usize>) -> String {
        let words: Vec<&str> = self.slice(range).split_whitespace().collect();
        words.join(" ")
    }

    /// The pages a stretch touches.
    pub(crate) fn pages(&self, document: &Document, range: Range<usize>) -> Vec<u32> {
        let at = |index: usize| self.origin.get(index).copied().unwrap_or_default();
        let last = range.end.saturating_sub(1).max(range.start);
        let first = document.page_of(ByteOffset(at(range.start)));
        (first..=document.page_of(ByteOffset(at(last)))).collect()
    }

    /// Where a stretch stands in the document.
    pub(crate) fn span(&self, range: &Range<usize>) -> ByteSpan {
        let at = |index: usize| self.origin.get(index).copied().unwrap_or_default();
        let last = range.end.saturating_sub(1).max(range.start);
        ByteSpan {
            start: ByteOffset(at(range.start)),
            end: ByteOffset(at(last).saturating_add(1)),
        }
    }

    /// The stretch of the flow that shows a span of the document.
    pub(crate) fn of_document(&self, span: ByteSpan) -> Range<usize> {
        let start = self.origin.partition_point(|at| *at < span.start.0);
        let end = self.origin.partition_point(|at| *at < span.end.0);
        start..end.max(start)
    }
}

/// How many lines that count on from one another are numbered.
const NUMBERED_LINES: usize = 6;

/// A number of a line, as a line has it.
struct LineNumber {
    /// What is no part of the sentence: the number, and a note of the margin before it.
    aside: Range<usize>,
    value: u32,
    /// Lines before it that are notes of the margin.
    notes: Vec<Range<usize>>,
}

/// The numbers of lines of a text, with the notes of the margin that stand before them.
///
/// A number is one of a line where it goes on counting, line after line, and stands at the
/// beginning of its line or behind a note of the margin: a list whose items have a line each
/// would have marks behind its numbers.
///
/// Between two lines of such a run a short line without a number is the rest of a note.
fn line_numbers(text: &str) -> Vec<Range<usize>> {
    let mut run: Vec<LineNumber> = Vec::new();
    let mut all: Vec<Range<usize>> = Vec::new();
    let mut notes: Vec<Range<usize>> = Vec::new();
    let mut start = 0usize;
    for line in text.split_inclusive('\n') {
        let expected = run.last().map(|last| last.value.saturating_add(1));
        if let Some(next) = expected.and_then(|value| numbered(line, start, Some(value))) {
            let notes = std::mem::take(&mut notes);
            run.push(LineNumber { notes, ..next });
        } else if let Some(first) = numbered(line, start, None) {
            close(&mut run, &mut all);
            notes.clear();
            run.push(first);
        } else if is_note(line.trim_end()) && line.contains(char::is_lowercase) {
            notes.push(start..start.saturating_add(line.trim_end().len()));
        }
        // A heading between two lines has no number of its own; nor has an empty line.
        start = start.saturating_add(line.len());
    }
    close(&mut run, &mut all);
    all.sort_by_key(|aside| aside.start);
    all
}

/// What a note of the margin is at most, in one line.
const LONGEST_NOTE_BYTES: usize = 40;

/// Whether words can be a note of the margin.
fn is_note(words: &str) -> bool {
    words.len() <= LONGEST_NOTE_BYTES
        && words
            .chars()
            .all(|c| c.is_alphabetic() || " ,.-'’".contains(c))
}

/// Keeps a run that is long enough to be one.
fn close(run: &mut Vec<LineNumber>, all: &mut Vec<Range<usize>>) {
    let lines = std::mem::take(run);
    if lines.len() >= NUMBERED_LINES {
        for line in lines {
            all.extend(line.notes);
            all.push(line.aside);
        }
    }
}

/// The number of a line: at its beginning, or where it is the one to come, behind a short note.
fn numbered(line: &str, start: usize, expected: Option<u32>) -> Option<LineNumber> {
    let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
    let rest = line.get(digits.len()..).unwrap_or_default();
    let alone = rest.starts_with([' ', '\n']) || rest.is_empty();
    let own = digits
        .parse::<u32>()
        .ok()
        .filter(|_| digits.len() <= 2 && alone);
    if let Some(value) = own.filter(|value| expected.is_none_or(|wanted| wanted == *value)) {
        return Some(LineNumber {
            aside: start..start.saturating_add(digits.len()),
            value,
            notes: Vec::new(),
        });
    }
    let wanted = expected?;
    let sign = format!(" {wanted} ");
    let at = line.find(&sign)?;
    let note = line.get(..at)?;
    let end = at.saturating_add(sign.len()).saturating_sub(1);
    is_note(note).then(|| LineNumber {
        aside: start..start.saturating_add(end),
        value: wanted,
        notes: Vec::new(),
    })
}

/// Hyphens at the end of a line inside a number in words: "twenty-", "five".
fn broken_numbers(text: &str) -> Vec<Range<usize>> {
    let hits = BROKEN_NUMBER.captures_iter(text);
    hits.filter_map(|hit| Some(hit.get(1)?.range())).collect()
}

/// The text with blanks in these places, byte for byte as long.
fn without(text: &str, places: &[Range<usize>]) -> String {
    let mut read = text.to_owned();
    for at in places {
        read.replace_range(at.clone(), &" ".repeat(at.len()));
    }
    read
}

/// How many lines at either edge of a page can be its running head.
const EDGE_LINES: usize = 4;
/// On how many pages a line must stand to be one, at least; and on one page in so many.
const LEAST_PAGES: usize = 4;
const ONE_PAGE_IN: usize = 5;

/// A line without its numbers and blanks, which is how running heads are the same.
pub(crate) fn edge_key(line: &str) -> String {
    line.chars()
        .filter(|c| !c.is_ascii_digit() && !c.is_whitespace())
        .collect()
}

/// The lines that stand at the edge of page after page: names of gazettes, numbers of pages.
///
/// Where a document was read with its furniture, these are known and left out of the flow;
/// a plain text has them in the middle of its sentences.
pub(crate) fn running_heads(document: &Document) -> BTreeSet<String> {
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let pages = document.page_count();
    for page in 1..=pages {
        let Some(span) = document.page_span(page) else {
            continue;
        };
        let text = document.text().get(span.start.0..span.end.0);
        let lines: Vec<&str> = text
            .unwrap_or_default()
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let edges = lines
            .iter()
            .take(EDGE_LINES)
            .chain(lines.iter().rev().take(EDGE_LINES));
        let keys: BTreeSet<String> = edges.map(|line| edge_key(line)).collect();
        for key in keys.into_iter().filter(|key| !key.is_empty()) {
            let count = counted.entry(key).or_default();
            *count = count.saturating_add(1);
        }
    }
    let pages = usize::try_from(pages).unwrap_or(usize::MAX);
    counted
        .into_iter()
        .filter(|(_, count)| *count >= LEAST_PAGES && count.saturating_mul(ONE_PAGE_IN) >= pages)
        .map(|(key, _)| key)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_are_quoted_and_not_read() {
        let text = b"1 A person is liable to\n2 a fine of up to five\n3 years, or N500\n\
            4 and to nothing\n5 else that is\n6 said here.";
        let document = Document::from_text(text).unwrap();
        let flow = Flow::new(&document);
        assert!(flow.text().contains("five\n  years, or N500\n  and"));
        assert!(
            flow.line(0..flow.text().len())
                .contains("five 3 years, or N500 4 and")
        );
        let few = Document::from_text(b"1 first\n2 second\n3 third").unwrap();
        assert!(Flow::new(&few).text().starts_with("1 first"));
    }

    #[test]
    fn a_paragraph_goes_on_over_a_page_where_the_next_word_is_small() {
        let document = Document::from_text(b"One  two,\n\n\x0cthree.\n\nFour\nfive").unwrap();
        let flow = Flow::new(&document);
        assert_eq!(flow.text(), "One two,\nthree.\n\nFour\nfive");
        let at = flow.text().find("three").unwrap();
        assert_eq!(flow.pages(&document, at..at + 5), [2]);
        assert_eq!(flow.pages(&document, 0..at + 5), [1, 2]);
    }
}
