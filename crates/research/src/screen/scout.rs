//! One quick look over a text: is anything encoded or disguised in it?

use std::ops::Range;

/// A run of this many base64 characters may hold a text.
const BASE64_MIN: usize = 24;
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
    /// Many single letters in a row, and what stands around them.
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

/// Looks over a view once.
pub(super) fn scout(view: &str) -> Scouted {
    let bytes = view.as_bytes();
    let mut pass = Pass::default();
    for (at, byte) in bytes.iter().enumerate() {
        let class = CLASSES.get(usize::from(*byte)).copied().unwrap_or(0);
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
            pass.end_of_run(at);
        }
    }
    pass.end_of_word(view, bytes.len());
    pass.end_of_run(bytes.len());
    pass.end_of_letters(view, bytes.len());
    pass.end_of_groups(bytes.len());
    let mut seen = pass.seen;
    seen.spaced = merged(seen.spaced);
    seen.leet = merged(seen.leet);
    seen.escapes = has_escapes(bytes);
    seen
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
}

impl Pass {
    fn end_of_run(&mut self, at: usize) {
        // A ruled line encodes nothing.
        if self.run_bytes >= BASE64_MIN && self.run_signs.saturating_mul(4) <= self.run_bytes {
            self.seen.runs.push(at.saturating_sub(self.run_bytes)..at);
        }
        (self.run_bytes, self.run_signs) = (0, 0);
    }

    fn end_of_word(&mut self, view: &str, end: usize) {
        let (length, letters) = (self.word_bytes, self.letters);
        if length == 0 {
            return;
        }
        (self.word_bytes, self.letters) = (0, 0);
        let start = end.saturating_sub(length);
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
            return;
        }
        let word = view.as_bytes().get(start..end).unwrap_or_default();
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
    memchr::memchr3_iter(b'&', b'%', b'\\', bytes).any(|at| {
        let next = bytes.get(at.saturating_add(1)).copied().unwrap_or(0);
        match bytes.get(at) {
            Some(b'&') => next == b'#' || next.is_ascii_alphabetic(),
            Some(b'%') => next.is_ascii_hexdigit(),
            _ => matches!(next, b'u' | b'x' | b'U'),
        }
    })
}

fn is_leet(word: &[u8]) -> bool {
    if word.len() > 40 {
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
