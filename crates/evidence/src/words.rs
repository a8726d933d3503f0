//! Words, as the diagnosis compares them.

use groundstop_document::fold::{is_hyphen, is_ignorable, ligature, straight_quote};

/// A word and its bytes in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// A hash of its letters, case apart.
    pub(crate) hash: u64,
}

/// All words of a text: letters and digits, with marks only between them.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if !c.is_alphanumeric() {
            continue;
        }
        let mut end = start.saturating_add(c.len_utf8());
        let mut last = c;
        while let Some((at, next)) = chars.peek().copied() {
            let behind = at.saturating_add(next.len_utf8());
            let follower = text.get(behind..).and_then(|rest| rest.chars().next());
            if next.is_alphanumeric() || is_ignorable(next) || joins(last, next, follower) {
                end = behind;
                last = next;
                chars.next();
            } else {
                break;
            }
        }
        let hash = hash(text.get(start..end).unwrap_or_default());
        found.push(Word { start, end, hash });
    }
    found
}

/// Whether a mark belongs to the word around it: `1,250`, `5/6`, `well-known`, `party's`.
fn joins(last: char, mark: char, follower: Option<char>) -> bool {
    let Some(follower) = follower else {
        return false;
    };
    let digits = last.is_ascii_digit() && follower.is_ascii_digit();
    let letters = last.is_alphabetic() && follower.is_alphabetic();
    (matches!(mark, '.' | ',' | '/') && digits)
        || ((is_hyphen(mark) || straight_quote(mark).is_some()) && (letters || digits))
}

/// A word without its layout: what is left must be equal to be the same word.
pub(crate) fn normal(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        if is_ignorable(c) {
            continue;
        }
        if let Some(letters) = ligature(c) {
            out.push_str(letters);
        } else if is_hyphen(c) {
            out.push('-');
        } else {
            out.push(straight_quote(c).unwrap_or(c));
        }
    }
    out
}

/// FNV-1a over the lower-case letters; a collision costs a worse diagnosis, nothing else.
fn hash(word: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    };
    if word.is_ascii() {
        word.bytes().for_each(|byte| add(byte.to_ascii_lowercase()));
    } else {
        let lower = normal(word).to_lowercase();
        lower.bytes().for_each(add);
    }
    hash
}

/// One hash of several.
pub(crate) fn combine(words: &[Word]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, word| {
        (hash ^ word.hash)
            .rotate_left(23)
            .wrapping_mul(0x2545_f491_4f6c_dd1d)
    })
}
