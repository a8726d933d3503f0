//! Month names and their abbreviations, in every language that is known.
//!
//! A spelling means the same month in all of them, and none is a common English
//! word apart from "may", "march" and "mar": next to a day and a year those cannot
//! be anything else.

use groundstop_language::MONTHS;

use crate::token::lookup;

/// The month a word names, January being 1.
pub(crate) fn month(word: &str) -> Option<u8> {
    if !(3..=12).contains(&word.len()) {
        return None;
    }
    lookup(MONTHS, word)
}

/// Whether the month name may be shortened and end in a point.
pub(crate) fn may_be_shortened(word: &str) -> bool {
    word.chars().count() <= 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_month_is_too_long_or_too_short_to_be_looked_up() {
        assert!(MONTHS.iter().all(|(word, _)| month(word).is_some()));
    }

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(month("JANUARY"), Some(1));
        assert_eq!(month("Sept"), Some(9));
        assert_eq!(month("FÉVRIER"), Some(2));
        assert_eq!(month("März"), Some(3));
        assert_eq!(month("more"), None);
    }
}
