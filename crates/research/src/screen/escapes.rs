//! Characters written as escapes: `&#105;`, `%69`, `\x69`, `\u0069`, and tags inside words.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use groundstop_language::pattern::compiled;

use super::decode::RUN_MAX;
use super::scout::{around, merged};

/// Escapes that are this close belong together, and so many make a text.
const ESCAPE_GAP: usize = 64;
const ESCAPES_MIN: usize = 3;
/// What long spans with escapes share where they are cut.
const OVERLAP: usize = 512;
/// The longest tag that is taken for one.
const TAG_BYTES: usize = 200;

/// Spans with escapes in them, and what stands around those: where there are
/// several of them, or where words stand beside them that attacks are made of.
pub(super) fn escaped(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<(Range<usize>, usize)> = Vec::new();
    for at in signs(text.as_bytes()) {
        let rest = text.get(at..).unwrap_or_default();
        let Some((_, length)) = escape(rest) else {
            continue;
        };
        let end = at.saturating_add(length);
        // A page is full of tags: they count only beside such words.
        let weight = usize::from(!rest.starts_with('<'));
        match found.last_mut() {
            Some((span, count)) if at <= span.end.saturating_add(ESCAPE_GAP) => {
                span.end = span.end.max(end);
                *count = count.saturating_add(weight);
            }
            _ => found.push((at..end, weight)),
        }
    }
    let told = found
        .into_iter()
        .map(|(span, count)| (around(text, span), count))
        .filter(|(span, count)| {
            *count >= ESCAPES_MIN || tells(text.get(span.clone()).unwrap_or_default())
        });
    let wide = merged(told.map(|(span, _)| span).collect());
    wide.into_iter().flat_map(|span| cut(text, span)).collect()
}

/// Where escapes may begin, in order.
fn signs(text: &[u8]) -> Vec<usize> {
    let escapes = memchr::memchr3_iter(b'&', b'%', b'\\', text);
    let mut places: Vec<usize> = escapes.chain(memchr::memchr_iter(b'<', text)).collect();
    // Two lists in order are merged, not sorted anew.
    places.sort();
    places
}

/// Whether a text has a piece of a word that attacks are made of.
fn tells(text: &str) -> bool {
    AUTOMATON.is_match(text)
}

/// Words that attacks are made of, whole and cut by an escape.
const ATTACK_WORDS: &[&str] = &[
    "ignore",
    "disregard",
    "forget",
    "override",
    "previous",
    "prior ",
    "instruct",
    "prompt",
    "jailbreak",
    "nore ",
    "vious",
    "structions",
];

/// All of them at once, in any case.
static AUTOMATON: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let mut builder = AhoCorasick::builder();
    let built = builder.ascii_case_insensitive(true).build(ATTACK_WORDS);
    compiled("ATTACK_WORDS", built)
});

/// A span in pieces that are not too long and overlap.
fn cut(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let boundary = |wanted: usize| {
        let mut at = wanted.min(span.end);
        while !text.is_char_boundary(at) {
            at = at.saturating_add(1);
        }
        at
    };
    let mut pieces = Vec::new();
    let mut start = span.start;
    loop {
        let end = boundary(start.saturating_add(RUN_MAX));
        pieces.push(start..end);
        if end >= span.end {
            return pieces;
        }
        start = boundary(end.saturating_sub(OVERLAP));
    }
}

/// The character or byte an escape at the start of a text stands for, and its length.
fn escape(text: &str) -> Option<(Escaped, usize)> {
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok();
    let of = |value: Option<u32>| value.and_then(char::from_u32).map(Escaped::Char);
    if let Some(rest) = text.strip_prefix("&#") {
        let end = rest.bytes().take(9).position(|byte| byte == b';')?;
        let digits = rest.get(..end)?;
        let value = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => number(hex, 16),
            None => number(digits, 10),
        };
        return Some((of(value)?, end.saturating_add(3)));
    }
    for (name, c) in [
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&amp;", '&'),
        ("&quot;", '"'),
        ("&nbsp;", ' '),
    ] {
        if text.starts_with(name) {
            return Some((Escaped::Char(c), name.len()));
        }
    }
    if let Some(rest) = text.strip_prefix("\\u") {
        if let Some(end) = rest
            .strip_prefix('{')
            .and_then(|rest| rest.bytes().take(8).position(|byte| byte == b'}'))
        {
            let digits = rest.get(1..end.saturating_add(1))?;
            return Some((of(number(digits, 16))?, end.saturating_add(4)));
        }
        return Some((of(number(rest.get(..4)?, 16))?, 6));
    }
    for (name, c) in [("\\n", '\n'), ("\\r", '\n'), ("\\t", ' ')] {
        // Not the start of a path or of a longer name.
        if text.starts_with(name) {
            return Some((Escaped::Char(c), name.len()));
        }
    }
    if text.starts_with('<') {
        return tag(text);
    }
    let byte = |digits: &str| u8::from_str_radix(digits, 16).ok().map(Escaped::Byte);
    if let Some(rest) = text.strip_prefix("\\x") {
        return Some((byte(rest.get(..2)?)?, 4));
    }
    if let Some(rest) = text.strip_prefix('%') {
        return Some((byte(rest.get(..2)?)?, 3));
    }
    None
}

enum Escaped {
    Char(char),
    Byte(u8),
    Nothing,
}

/// A tag: between words it parts them, inside one it is not seen.
fn tag(text: &str) -> Option<(Escaped, usize)> {
    let end = text.bytes().take(TAG_BYTES).position(|byte| byte == b'>')?;
    let name = text.get(1..end)?.trim_start_matches('/');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let inside = [
        "b", "i", "u", "s", "em", "strong", "span", "font", "wbr", "a", "mark", "small",
    ]
    .contains(&name.split([' ', '/']).next()?.to_ascii_lowercase().as_str());
    let seen = if inside {
        Escaped::Nothing
    } else {
        Escaped::Char(' ')
    };
    Some((seen, end.saturating_add(1)))
}

/// A text with its escapes undone, and a plus taken for a blank.
pub(super) fn unescaped(text: &str) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match escape(rest) {
            Some((Escaped::Byte(byte), length)) => {
                out.push(byte);
                length
            }
            Some((Escaped::Nothing, length)) => length,
            Some((Escaped::Char(c), length)) => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                length
            }
            None => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                c.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    // A plus for a blank, as in the query of an address.
    String::from_utf8_lossy(&out).replace('+', " ")
}

#[cfg(test)]
mod tests {
    use super::tells;

    #[test]
    fn words_of_attacks_are_told_in_any_case_and_cut_by_an_escape() {
        assert!(tells("please IGNORE it"));
        assert!(tells("i&#103;nore it"));
        assert!(!tells("the rent is due"));
    }
}
