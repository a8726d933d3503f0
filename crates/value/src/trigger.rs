//! Which words can begin a value at all, told by first letter and length.
//!
//! A long contract has tens of thousands of words and few of them spell
//! numbers or months. This small filter spares all others the tables; what it
//! lets through is still looked up.

use std::sync::LazyLock;

use groundstop_language::{ENGLISH, MONTHS};

/// For every letter the lengths in bytes of the words that begin with it.
static LENGTHS: LazyLock<[u32; 26]> = LazyLock::new(|| {
    let words = MONTHS.iter().map(|(word, _)| *word);
    let words = words.chain(ENGLISH.numbers.pieces.iter().map(|(word, _)| *word));
    let words = words.chain(ENGLISH.numbers.ordinals.iter().map(|(word, _)| *word));
    let mut lengths = [0; 26];
    for word in words.chain(["a"]) {
        if let Some((letter, length)) = key(word)
            && let Some(seen) = lengths.get_mut(letter)
        {
            *seen |= length;
        }
    }
    lengths
});

/// Whether a number or a date can begin with this word.
pub(crate) fn may_begin(word: &str) -> bool {
    match key(word) {
        Some((letter, length)) => LENGTHS.get(letter).is_some_and(|seen| seen & length != 0),
        // Words that begin with another letter than a to z are few.
        None => !word.starts_with(|c: char| c.is_ascii_alphabetic()),
    }
}

/// The index of the first letter and a bit for the length.
fn key(word: &str) -> Option<(usize, u32)> {
    let first = word.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let letter = first.to_ascii_lowercase().checked_sub(b'a')?;
    let length = 1_u32.checked_shl(u32::try_from(word.len()).ok()?)?;
    Some((usize::from(letter), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_word_and_month_passes_in_any_case() {
        for word in [
            "five", "Twenty", "HUNDRED", "a", "January", "FÉVRIER", "août", "first",
        ] {
            assert!(may_begin(word), "{word}");
        }
        for word in ["agreement", "hereinafter", "of", "notwithstanding"] {
            assert!(!may_begin(word), "{word}");
        }
    }
}
