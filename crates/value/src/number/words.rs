//! The words numbers are spelled with: cardinals, scales, ordinals, fractions.

use crate::token::{Tokens, lookup, next};

/// What a word adds to a spelled number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Zero to nineteen.
    Unit(u8),
    /// Twenty to ninety.
    Tens(u8),
    /// Hundred.
    Hundred,
    /// A power of ten from thousand on, by its exponent.
    Scale(u8),
}

pub(crate) const PIECES: &[(&str, Piece)] = &[
    ("billion", Piece::Scale(9)),
    ("billions", Piece::Scale(9)),
    ("crore", Piece::Scale(7)),
    ("crores", Piece::Scale(7)),
    ("eight", Piece::Unit(8)),
    ("eighteen", Piece::Unit(18)),
    ("eighty", Piece::Tens(80)),
    ("eleven", Piece::Unit(11)),
    ("fifteen", Piece::Unit(15)),
    ("fifty", Piece::Tens(50)),
    ("five", Piece::Unit(5)),
    ("forty", Piece::Tens(40)),
    ("four", Piece::Unit(4)),
    ("fourteen", Piece::Unit(14)),
    ("fourty", Piece::Tens(40)),
    ("hundred", Piece::Hundred),
    ("lac", Piece::Scale(5)),
    ("lacs", Piece::Scale(5)),
    ("lakh", Piece::Scale(5)),
    ("lakhs", Piece::Scale(5)),
    ("million", Piece::Scale(6)),
    ("millions", Piece::Scale(6)),
    ("nil", Piece::Unit(0)),
    ("nine", Piece::Unit(9)),
    ("nineteen", Piece::Unit(19)),
    ("ninety", Piece::Tens(90)),
    ("one", Piece::Unit(1)),
    ("seven", Piece::Unit(7)),
    ("seventeen", Piece::Unit(17)),
    ("seventy", Piece::Tens(70)),
    ("six", Piece::Unit(6)),
    ("sixteen", Piece::Unit(16)),
    ("sixty", Piece::Tens(60)),
    ("ten", Piece::Unit(10)),
    ("thirteen", Piece::Unit(13)),
    ("thirty", Piece::Tens(30)),
    ("thousand", Piece::Scale(3)),
    ("thousands", Piece::Scale(3)),
    ("three", Piece::Unit(3)),
    ("trillion", Piece::Scale(12)),
    ("trillions", Piece::Scale(12)),
    ("twelve", Piece::Unit(12)),
    ("twenty", Piece::Tens(20)),
    ("two", Piece::Unit(2)),
    ("zero", Piece::Unit(0)),
];

/// The word as a piece of a spelled number.
pub(crate) fn piece(word: &str) -> Option<Piece> {
    if !(3..=9).contains(&word.len()) {
        return None;
    }
    lookup(PIECES, word)
}

/// The exponent of a scale word from thousand on.
pub(crate) fn scale(word: &str) -> Option<u8> {
    match piece(word)? {
        Piece::Scale(exponent) => Some(exponent),
        Piece::Unit(_) | Piece::Tens(_) | Piece::Hundred => None,
    }
}

pub(crate) const ORDINALS: &[(&str, u8)] = &[
    ("eighteenth", 18),
    ("eighth", 8),
    ("eleventh", 11),
    ("fifteenth", 15),
    ("fifth", 5),
    ("first", 1),
    ("fourteenth", 14),
    ("fourth", 4),
    ("nineteenth", 19),
    ("ninth", 9),
    ("second", 2),
    ("seventeenth", 17),
    ("seventh", 7),
    ("sixteenth", 16),
    ("sixth", 6),
    ("tenth", 10),
    ("third", 3),
    ("thirteenth", 13),
    ("thirtieth", 30),
    ("twelfth", 12),
    ("twentieth", 20),
];

/// The single ordinal word, up to thirtieth.
pub(crate) fn ordinal(word: &str) -> Option<u8> {
    if !(5..=11).contains(&word.len()) {
        return None;
    }
    lookup(ORDINALS, word)
}

/// The day of the month spelled as an ordinal at `i`, and the index after it.
pub(crate) fn ordinal_at(t: &Tokens<'_>, i: usize) -> Option<(u8, usize)> {
    let word = t.word(i)?;
    if let Some(day) = ordinal(word) {
        return Some((day, next(i)));
    }
    let tens = match piece(word)? {
        Piece::Tens(tens @ (20 | 30)) => tens,
        Piece::Tens(_) | Piece::Unit(_) | Piece::Hundred | Piece::Scale(_) => return None,
    };
    let joined = next(i);
    let unit = t
        .word(next(joined))
        .filter(|_| t.blank(joined) || t.hyphen(joined))?;
    let unit = ordinal(unit).filter(|unit| *unit <= 9)?;
    Some((tens.checked_add(unit)?, next(next(joined))))
}

/// A denominator: its number, its exact decimal if there is one, and whether it is a plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) of: u64,
    pub(crate) exact: Option<&'static str>,
    pub(crate) plural: bool,
}

const fn part(of: u64, exact: &'static str, plural: bool) -> Part {
    Part {
        of,
        exact: Some(exact),
        plural,
    }
}

const fn endless(of: u64, plural: bool) -> Part {
    Part {
        of,
        exact: None,
        plural,
    }
}

const PARTS: &[(&str, Part)] = &[
    ("eighth", part(8, "0.125", false)),
    ("eighths", part(8, "0.125", true)),
    ("fifth", part(5, "0.2", false)),
    ("fifths", part(5, "0.2", true)),
    ("fourth", part(4, "0.25", false)),
    ("fourths", part(4, "0.25", true)),
    ("half", part(2, "0.5", false)),
    ("halves", part(2, "0.5", true)),
    ("hundredth", part(100, "0.01", false)),
    ("hundredths", part(100, "0.01", true)),
    ("ninth", endless(9, false)),
    ("ninths", endless(9, true)),
    ("quarter", part(4, "0.25", false)),
    ("quarters", part(4, "0.25", true)),
    ("seventh", endless(7, false)),
    ("sevenths", endless(7, true)),
    ("sixteenth", part(16, "0.0625", false)),
    ("sixteenths", part(16, "0.0625", true)),
    ("sixth", endless(6, false)),
    ("sixths", endless(6, true)),
    ("tenth", part(10, "0.1", false)),
    ("tenths", part(10, "0.1", true)),
    ("third", endless(3, false)),
    ("thirds", endless(3, true)),
    ("thousandth", part(1000, "0.001", false)),
    ("thousandths", part(1000, "0.001", true)),
    ("twelfth", endless(12, false)),
    ("twelfths", endless(12, true)),
    ("twentieth", part(20, "0.05", false)),
    ("twentieths", part(20, "0.05", true)),
];

/// The word as a denominator.
pub(crate) fn denominator(word: &str) -> Option<Part> {
    if !(4..=11).contains(&word.len()) {
        return None;
    }
    lookup(PARTS, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::is_sorted;

    #[test]
    fn the_tables_are_sorted() {
        assert!(is_sorted(PIECES));
        assert!(is_sorted(ORDINALS));
        assert!(is_sorted(PARTS));
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
