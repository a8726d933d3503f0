//! Words that mix Latin with letters that only look Latin: "apprоximately" with a Cyrillic о.
//!
//! Such a word is judged as what it looks like. The text near the value is
//! copied with the look-alikes replaced, one character for one, and what is
//! found there is told in the bytes of the text itself.

use std::ops::Range;

use super::Withdrawal;

/// How far around the value words are made plain, in bytes.
const REACH_MAX_BYTES: usize = 2_400;

/// A copy of the text around a value in which every mixed word is Latin.
pub(crate) struct Plain {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    /// For every character the byte in the copy and the byte in the text, and the end of both.
    bytes: Vec<(usize, usize)>,
}

impl Plain {
    /// The withdrawal in the bytes of the text.
    pub(crate) fn unfolded(&self, found: Withdrawal) -> Withdrawal {
        let back = |at: usize| {
            let i = self.bytes.partition_point(|(copy, _)| *copy < at);
            self.bytes
                .get(i)
                .or(self.bytes.last())
                .map_or(at, |(_, own)| *own)
        };
        Withdrawal {
            code: found.code,
            because: back(found.because.start)..back(found.because.end),
        }
    }
}

/// The copy, if a mixed word stands near the value.
pub(crate) fn plain(text: &str, span: Range<usize>) -> Option<Plain> {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    let from = text.ceil_char_boundary(start.saturating_sub(REACH_MAX_BYTES));
    let to = text.floor_char_boundary(end.saturating_add(REACH_MAX_BYTES).min(text.len()));
    let near = text.get(from..to)?;
    if near.is_ascii() {
        return None;
    }
    let mut copy = String::with_capacity(near.len());
    let mut bytes = Vec::with_capacity(near.len());
    let mut mixed = false;
    let mut at = from;
    for piece in near.split_inclusive(|c: char| !c.is_alphabetic()) {
        let latin = piece.chars().any(|c| c.is_ascii_alphabetic());
        let mixes = latin && piece.chars().any(|c| latin_of(c).is_some());
        mixed |= mixes;
        for c in piece.chars() {
            bytes.push((copy.len(), at));
            copy.push(latin_of(c).filter(|_| mixes).unwrap_or(c));
            at = at.saturating_add(c.len_utf8());
        }
    }
    bytes.push((copy.len(), at));
    let copied = |own: usize| {
        let i = bytes.partition_point(|(_, byte)| *byte < own);
        bytes.get(i).map_or(copy.len(), |(copy, _)| *copy)
    };
    let span = copied(start)..copied(end);
    mixed.then_some(Plain {
        text: copy,
        span,
        bytes,
    })
}

/// The Latin letter that a Cyrillic or Greek one looks like.
#[must_use]
pub fn latin_of(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' => 'a',
        'с' => 'c',
        'е' => 'e',
        'һ' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' => 'k',
        'ո' => 'n',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'х' => 'x',
        'у' => 'y',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_found_are_told_in_the_texts_own_bytes() {
        let text = "«é» apprоximately $500";
        let start = text.find('$').unwrap();
        let plain = plain(text, start..text.len()).unwrap();
        assert_eq!(&plain.text[plain.span.clone()], "$500");
        let kind = crate::Kind::Money {
            currency: None,
            format: None,
            stated: None,
        };
        let found = crate::context::withdrawn(&kind, text, start..text.len()).unwrap();
        assert!(text[found.because].starts_with("apprоximately"));
    }

    #[test]
    fn words_of_one_script_stay_as_they_are() {
        assert!(plain("Газпром pays α or β", 0..1).is_none());
    }
}
