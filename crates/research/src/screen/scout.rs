//! One quick look over a text: is anything encoded or disguised in it?

use std::ops::Range;

/// A run of this many base64 characters may hold a text.
const BASE64_MIN: usize = 24;
/// A word shorter than this is neither a run nor several words in one.
const PLAIN_MAX: usize = 16;
/// Words written as one are at most this long.
const WORDS_MAX: usize = 400;
/// A line of base64 characters that another one may go on with, and what parts the two.
const LINE_MIN: usize = 12;
const LINE_GAP: usize = 6;
/// Numbers in a row that may be characters.
const CODES_MIN: usize = 10;
/// Single letters in a row that may be a word with gaps.
const SPACED_MIN: usize = 6;
/// How far apart two of them, or two groups of digits, may stand.
const GAP_BYTES: usize = 3;
/// Groups of eight zeros and ones that may hold a text.
const GROUPS_MIN: usize = 8;
/// How far around a disguised word its sentence may reach.
const AROUND: usize = 240;
/// Words that give a text with digits for letters away; `l` is written `i`.
const LEET_WORDS: [&str; 12] = [
    "ignor",
    "previous",
    "instruct",
    "disregard",
    "forget",
    "system",
    "prompt",
    "overrid",
    "reveai",
    "passwor",
    "bypass",
    "jaiibreak",
];

/// What one pass over a view saw; places are in the view.
#[derive(Debug, Default)]
pub(super) struct Scouted {
    /// Long runs of the characters that base64 and hexadecimal digits use.
    pub(super) runs: Vec<Range<usize>>,
    /// Zeros and ones in groups of eight.
    pub(super) binary: Vec<Range<usize>>,
    /// Lines of such characters, one below the other.
    pub(super) wrapped: Vec<Range<usize>>,
    /// Characters written as numbers, one after the other.
    pub(super) codes: Vec<Range<usize>>,
    /// Many single letters in a row, and what stands around them; or many words in one.
    pub(super) spaced: Vec<Range<usize>>,
    /// Words in which digits stand for letters, and what stands around them.
    pub(super) leet: Vec<Range<usize>>,
    /// Whether `&`, `%` or `\` begin anything that looks like an escape.
    pub(super) escapes: bool,
}

/// What a byte can be part of.
const LETTER: u8 = 1;
const DIGIT: u8 = 2;
/// A sign that stands for a letter.
const SIGN: u8 = 4;
/// What base64 uses beside letters and digits.
const BASE64: u8 = 8;

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0u8; 256];
    let mut byte = 0u8;
    while byte < 128 {
        #[allow(clippy::indexing_slicing, reason = "a byte indexes 256 entries")]
        {
            table[byte as usize] = match byte {
                b'a'..=b'z' | b'A'..=b'Z' => LETTER,
                b'0'..=b'9' => DIGIT,
                b'@' | b'$' | b'!' | b'|' => SIGN,
                b'+' | b'/' | b'-' | b'_' | b'=' => BASE64,
                _ => 0,
            };
        }
        byte = byte.saturating_add(1);
    }
    table
}

fn class_of(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(0)
}

/// Looks over a view once.
pub(super) fn scout(view: &str) -> Scouted {
    let bytes = view.as_bytes();
    let mut pass = Pass::default();
    let mut at = 0usize;
    while let Some(byte) = bytes.get(at) {
        let class = class_of(*byte);
        if class == LETTER && pass.word_bytes == 0 && pass.run_bytes == 0 {
            // An ordinary word, as most are: nothing is counted letter by letter.
            let length = letters(bytes.get(at..).unwrap_or_default());
            let end = at.saturating_add(length);
            let next = bytes.get(end).map_or(0, |byte| class_of(*byte));
            let pair = length == 2 && bytes.get(at..end).is_some_and(is_code);
            if next == 0 && (2..PLAIN_MAX).contains(&length) && !pair {
                pass.end_of_letters(view, at);
                pass.end_of_codes();
                // What parts it from the next word ends nothing.
                at = end.saturating_add(1);
                continue;
            }
        }
        if class & (LETTER | DIGIT | SIGN) != 0 {
            pass.word_bytes = pass.word_bytes.wrapping_add(1);
            pass.letters = pass.letters.wrapping_add(usize::from(class & LETTER));
        } else {
            pass.end_of_word(view, at);
        }
        if class & (LETTER | DIGIT | BASE64) != 0 {
            pass.run_bytes = pass.run_bytes.wrapping_add(1);
            pass.run_signs = pass
                .run_signs
                .wrapping_add(usize::from(class & BASE64 != 0));
        } else {
            pass.end_of_run(bytes, at);
        }
        at = at.saturating_add(1);
    }
    pass.end_of_word(view, bytes.len());
    pass.end_of_run(bytes, bytes.len());
    pass.end_of_lines();
    pass.end_of_letters(view, bytes.len());
    pass.end_of_groups(bytes.len());
    pass.end_of_codes();
    let mut seen = pass.seen;
    seen.spaced = merged(seen.spaced);
    seen.leet = merged(seen.leet);
    seen.escapes = has_escapes(bytes);
    seen
}

/// How many letters a text begins with, eight at a time.
fn letters(text: &[u8]) -> usize {
    let mut count = 0usize;
    while let Some(eight) = text.get(count..).and_then(|rest| rest.first_chunk()) {
        let run = letters_of_eight(*eight);
        count = count.saturating_add(run);
        if run < 8 {
            return count;
        }
    }
    let rest = text.get(count..).unwrap_or_default().iter();
    let last = rest.take_while(|byte| class_of(**byte) == LETTER).count();
    count.saturating_add(last)
}

/// How many of eight bytes are letters before one is none.
fn letters_of_eight(bytes: [u8; 8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    let all = u64::from_le_bytes(bytes);
    // With its high bit gone a byte cannot carry into the next one.
    let low = (all | (0x20 * EACH)) & !HIGH;
    let from_a = low.wrapping_add((0x80 - 0x61) * EACH);
    let past_z = low.wrapping_add((0x80 - 0x7B) * EACH);
    let others = !(from_a & !past_z & !all) & HIGH;
    usize::try_from(others.trailing_zeros() / 8).unwrap_or(0)
}

/// Where a pass over a view stands.
#[derive(Default)]
struct Pass {
    seen: Scouted,
    /// The word that is being read.
    word_bytes: usize,
    letters: usize,
    /// The run of base64 characters that is being read.
    run_bytes: usize,
    run_signs: usize,
    /// Single letters in a row: the first, how many, and where the last one ended.
    first_letter: usize,
    single_letters: usize,
    last_letter: usize,
    /// Groups of eight zeros and ones in a row.
    first_group: usize,
    groups: usize,
    last_group: usize,
    /// Lines of base64 characters in a row.
    lines: usize,
    lines_span: Range<usize>,
    /// Numbers in a row.
    codes: usize,
    codes_span: Range<usize>,
}

impl Pass {
    fn end_of_run(&mut self, bytes: &[u8], at: usize) {
        if self.run_bytes == 0 {
            return;
        }
        self.line(bytes, at.saturating_sub(self.run_bytes)..at);
        // A ruled line encodes nothing.
        if self.run_bytes >= BASE64_MIN && self.run_signs.saturating_mul(4) <= self.run_bytes {
            self.seen.runs.push(at.saturating_sub(self.run_bytes)..at);
        }
        (self.run_bytes, self.run_signs) = (0, 0);
    }

    /// A run that stands directly below the one before goes on with it.
    fn line(&mut self, bytes: &[u8], run: Range<usize>) {
        let between = bytes
            .get(self.lines_span.end..run.start)
            .unwrap_or_default();
        let below = (1..=LINE_GAP).contains(&between.len())
            && between.contains(&b'\n')
            && between.iter().all(u8::is_ascii_whitespace);
        if self.lines > 0 && below {
            self.lines = self.lines.saturating_add(1);
            self.lines_span.end = run.end;
        } else {
            self.end_of_lines();
        }
        if run.len() < LINE_MIN {
            self.end_of_lines();
        } else if self.lines == 0 {
            (self.lines, self.lines_span) = (1, run);
        }
    }

    fn end_of_lines(&mut self) {
        if self.lines >= 2 {
            self.seen.wrapped.push(self.lines_span.clone());
        }
        self.lines = 0;
    }

    fn code(&mut self, start: usize, end: usize) {
        if self.codes > 0 && start > self.codes_span.end.saturating_add(GAP_BYTES) {
            self.end_of_codes();
        }
        if self.codes == 0 {
            self.codes_span = start..end;
        }
        self.codes = self.codes.saturating_add(1);
        self.codes_span.end = end;
    }

    fn end_of_codes(&mut self) {
        if self.codes >= CODES_MIN {
            self.seen.codes.push(self.codes_span.clone());
        }
        self.codes = 0;
    }

    fn end_of_word(&mut self, view: &str, end: usize) {
        let (length, letters) = (self.word_bytes, self.letters);
        if length == 0 {
            return;
        }
        (self.word_bytes, self.letters) = (0, 0);
        let start = end.saturating_sub(length);
        let word = view.as_bytes().get(start..end).unwrap_or_default();
        if is_code(word) {
            self.code(start, end);
        } else {
            self.end_of_codes();
        }
        if length == 1 && letters == 1 {
            if self.single_letters == 0 || start > self.last_letter.saturating_add(GAP_BYTES) {
                self.end_of_letters(view, start);
                self.first_letter = start;
            }
            self.single_letters = self.single_letters.saturating_add(1);
            self.last_letter = end;
            return;
        }
        self.end_of_letters(view, start);
        if letters == length {
            if (PLAIN_MAX..WORDS_MAX).contains(&length) && is_leet_in(word, WORDS_MAX) {
                self.seen.spaced.push(start..end);
            }
            return;
        }
        if letters == 0 {
            self.digits(word, start, end);
        } else if length >= 5 && is_leet(word) {
            self.seen.leet.push(around(view, start..end));
        }
    }

    fn end_of_letters(&mut self, view: &str, at: usize) {
        if self.single_letters >= SPACED_MIN {
            let end = self.last_letter.max(self.first_letter).min(at);
            self.seen.spaced.push(around(view, self.first_letter..end));
        }
        self.single_letters = 0;
    }

    fn digits(&mut self, word: &[u8], start: usize, end: usize) {
        if !word.len().is_multiple_of(8) || !word.iter().all(|byte| matches!(byte, b'0' | b'1')) {
            return;
        }
        if self.groups == 0 || start > self.last_group.saturating_add(GAP_BYTES) {
            self.end_of_groups(start);
            self.first_group = start;
        }
        self.groups = self.groups.saturating_add(word.len() / 8);
        self.last_group = end;
    }

    fn end_of_groups(&mut self, at: usize) {
        if self.groups >= GROUPS_MIN {
            self.seen
                .binary
                .push(self.first_group..self.last_group.min(at));
        }
        self.groups = 0;
    }
}

fn has_escapes(bytes: &[u8]) -> bool {
    let tag = memchr::memchr_iter(b'<', bytes).any(|at| {
        let next = bytes.get(at.saturating_add(1)).copied().unwrap_or(0);
        next == b'/' || next.is_ascii_alphabetic()
    });
    tag || memchr::memchr3_iter(b'&', b'%', b'\\', bytes).any(|at| {
        let next = bytes.get(at.saturating_add(1)).copied().unwrap_or(0);
        match bytes.get(at) {
            Some(b'&') => next == b'#' || next.is_ascii_alphabetic(),
            Some(b'%') => next.is_ascii_hexdigit(),
            _ => matches!(next, b'u' | b'x' | b'U' | b'n' | b'r' | b't'),
        }
    })
}

/// Whether a word writes a byte as a number: `49`, `0x49`, `073`, `111`.
fn is_code(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"0x").unwrap_or(word);
    match digits.len() {
        2 => digits.iter().all(u8::is_ascii_hexdigit),
        3 => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

fn is_leet(word: &[u8]) -> bool {
    is_leet_in(word, 40)
}

/// Whether a word not longer than this holds one that gives an attack away.
fn is_leet_in(word: &[u8], most: usize) -> bool {
    if word.len() > most {
        return false;
    }
    let read: String = word.iter().map(|byte| unleet(*byte)).collect();
    LEET_WORDS.iter().any(|known| read.contains(known))
}

/// The letter a sign stands for; `l` and `i` cannot be told apart.
pub(super) fn unleet(byte: u8) -> char {
    match byte.to_ascii_lowercase() {
        b'0' => 'o',
        b'1' | b'!' | b'|' | b'l' => 'i',
        b'3' => 'e',
        b'4' | b'@' => 'a',
        b'5' | b'$' => 's',
        b'7' => 't',
        b'8' => 'b',
        b'9' => 'g',
        other => char::from(other),
    }
}

/// A stretch with the text around it, on character boundaries.
pub(super) fn around(text: &str, span: Range<usize>) -> Range<usize> {
    let mut start = span.start.saturating_sub(AROUND);
    while !text.is_char_boundary(start) {
        start = start.saturating_sub(1);
    }
    let mut end = span.end.saturating_add(AROUND).min(text.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_add(1);
    }
    start..end
}

/// Stretches in order, those that touch made one.
pub(super) fn merged(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_by_key(|span| span.start);
    let mut out: Vec<Range<usize>> = Vec::new();
    for span in found {
        match out.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => out.push(span),
        }
    }
    out
}
