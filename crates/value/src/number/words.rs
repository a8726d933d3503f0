//! The words numbers are spelled with: cardinals, scales, ordinals, fractions.

use groundstop_language::{ENGLISH, NumberWord, Part};

use crate::token::{Tokens, lookup, next};

/// The word as a piece of a spelled number.
pub(crate) fn piece(word: &str) -> Option<NumberWord> {
    if !(3..=9).contains(&word.len()) {
        return None;
    }
    lookup(ENGLISH.numbers.pieces, word)
}

/// The exponent of a scale word from thousand on.
pub(crate) fn scale(word: &str) -> Option<u8> {
    match piece(word)? {
        NumberWord::Scale(exponent) => Some(exponent),
        NumberWord::Unit(_) | NumberWord::Tens(_) | NumberWord::Hundred => None,
    }
}

/// The single ordinal word, up to thirtieth.
pub(crate) fn ordinal(word: &str) -> Option<u8> {
    if !(5..=11).contains(&word.len()) {
        return None;
    }
    lookup(ENGLISH.numbers.ordinals, word)
}

/// The day of the month spelled as an ordinal at `i`, and the index after it.
pub(crate) fn ordinal_at(t: &Tokens<'_>, i: usize) -> Option<(u8, usize)> {
    let word = t.word(i)?;
    if let Some(day) = ordinal(word) {
        return Some((day, next(i)));
    }
    let tens = match piece(word)? {
        NumberWord::Tens(tens @ (20 | 30)) => tens,
        NumberWord::Tens(_) | NumberWord::Unit(_) | NumberWord::Hundred | NumberWord::Scale(_) => {
            return None;
        }
    };
    let joined = next(i);
    let unit = t
        .word(next(joined))
        .filter(|_| t.blank(joined) || t.hyphen(joined))?;
    let unit = ordinal(unit).filter(|unit| *unit <= 9)?;
    Some((tens.checked_add(unit)?, next(next(joined))))
}

/// The word as a denominator.
pub(crate) fn denominator(word: &str) -> Option<Part> {
    if !(4..=11).contains(&word.len()) {
        return None;
    }
    lookup(ENGLISH.numbers.parts, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_too_long_or_too_short_to_be_looked_up() {
        let numbers = ENGLISH.numbers;
        assert!(numbers.pieces.iter().all(|(word, _)| piece(word).is_some()));
        assert!(
            numbers
                .ordinals
                .iter()
                .all(|(word, _)| ordinal(word).is_some())
        );
        assert!(
            numbers
                .parts
                .iter()
                .all(|(word, _)| denominator(word).is_some())
        );
    }

    #[test]
    fn ordinals_reach_the_thirty_first() {
        let day = |text: &str| ordinal_at(&Tokens::new(text), 0).map(|(day, _)| day);
        assert_eq!(day("fifth"), Some(5));
        assert_eq!(day("Twenty-First"), Some(21));
        assert_eq!(day("thirty first"), Some(31));
        assert_eq!(day("thirtieth"), Some(30));
        assert_eq!(day("forty-first"), None);
        assert_eq!(day("twenty"), None);
    }
}
