//! One quick look over a text: is anything encoded or disguised in it?

use std::ops::Range;

/// A run of this many base64 characters may hold a text.
const BASE64_MIN: usize = 24;
/// Single letters in a row that may be a word with gaps.
const SPACED_MIN: usize = 6;
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

/// What was seen.
#[derive(Debug)]
pub(super) struct Scouted {
    /// Plain ASCII: nothing has to be folded.
    pub(super) ascii: bool,
    /// Long runs of the characters that base64 and hexadecimal digits use.
    pub(super) runs: Vec<Range<usize>>,
    /// Whether `&`, `%` or `\` begin anything that looks like an escape.
    pub(super) escapes: bool,
}

pub(super) fn scout(text: &str) -> Scouted {
    let bytes = text.as_bytes();
    let mut runs = Vec::new();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if !is_base64(*byte) {
            if at.saturating_sub(start) >= BASE64_MIN {
                runs.push(start..at);
            }
            start = at.saturating_add(1);
        }
    }
    if bytes.len().saturating_sub(start) >= BASE64_MIN {
        runs.push(start..bytes.len());
    }
    Scouted {
        ascii: text.is_ascii(),
        runs,
        escapes: has_escapes(bytes),
    }
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=')
}

fn has_escapes(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| match pair {
        [b'&', b'#'] | [b'\\', b'u' | b'x' | b'U'] => true,
        [b'%', next] => next.is_ascii_hexdigit(),
        _ => false,
    })
}

/// Stretches with many single letters in a row, and what stands around them.
pub(super) fn spaced(view: &str) -> Vec<Range<usize>> {
    let bytes = view.as_bytes();
    let mut found = Vec::new();
    let (mut first, mut count, mut gap) = (0usize, 0usize, 0usize);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !byte.is_ascii_alphanumeric() {
            gap = gap.saturating_add(1);
            if gap > 3 {
                take(&mut found, first, at, count, view);
                count = 0;
            }
            at = at.saturating_add(1);
            continue;
        }
        let length = bytes
            .get(at..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        if length == 1 {
            if count == 0 {
                first = at;
            }
            count = count.saturating_add(1);
        } else {
            take(&mut found, first, at, count, view);
            count = 0;
        }
        gap = 0;
        at = at.saturating_add(length);
    }
    take(&mut found, first, bytes.len(), count, view);
    merged(found)
}

fn take(found: &mut Vec<Range<usize>>, first: usize, end: usize, count: usize, view: &str) {
    if count >= SPACED_MIN {
        found.push(around(view, first..end));
    }
}

/// Stretches with words in which digits stand for letters.
pub(super) fn leet(view: &str) -> Vec<Range<usize>> {
    let bytes = view.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let word = bytes.get(at..).unwrap_or_default();
        let length = word.iter().take_while(|byte| in_leet_word(**byte)).count();
        let word = word.get(..length).unwrap_or_default();
        if length >= 5 && is_leet(word) {
            found.push(around(view, at..at.saturating_add(length)));
        }
        at = at.saturating_add(length.max(1));
    }
    merged(found)
}

fn in_leet_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'$' | b'!' | b'|')
}

fn is_leet(word: &[u8]) -> bool {
    let letters = word
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic())
        .count();
    if letters == 0 || letters == word.len() || word.len() > 40 {
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
