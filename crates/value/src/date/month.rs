//! Month names and their abbreviations in English, German, French, Spanish,
//! Italian, Portuguese and Dutch.
//!
//! Only names that mean the same month in all of these languages are here, and
//! none that is a common English word apart from "may", "march" and "mar":
//! next to a day and a year those cannot be anything else.

use crate::token::lookup;

pub(crate) const MONTHS: &[(&str, u8)] = &[
    ("abr", 4),
    ("abril", 4),
    ("ago", 8),
    ("agosto", 8),
    ("aout", 8),
    ("août", 8),
    ("apr", 4),
    ("april", 4),
    ("aprile", 4),
    ("aug", 8),
    ("august", 8),
    ("augustus", 8),
    ("avr", 4),
    ("avril", 4),
    ("dec", 12),
    ("december", 12),
    ("decembre", 12),
    ("dez", 12),
    ("dezember", 12),
    ("dezembro", 12),
    ("dic", 12),
    ("dicembre", 12),
    ("diciembre", 12),
    ("déc", 12),
    ("décembre", 12),
    ("ene", 1),
    ("enero", 1),
    ("feb", 2),
    ("febbraio", 2),
    ("febrero", 2),
    ("februar", 2),
    ("februari", 2),
    ("february", 2),
    ("fev", 2),
    ("fevereiro", 2),
    ("fevr", 2),
    ("fevrier", 2),
    ("févr", 2),
    ("février", 2),
    ("gennaio", 1),
    ("giugno", 6),
    ("jan", 1),
    ("janeiro", 1),
    ("januar", 1),
    ("januari", 1),
    ("january", 1),
    ("janv", 1),
    ("janvier", 1),
    ("juil", 7),
    ("juillet", 7),
    ("juin", 6),
    ("jul", 7),
    ("julho", 7),
    ("juli", 7),
    ("julio", 7),
    ("july", 7),
    ("jun", 6),
    ("june", 6),
    ("junho", 6),
    ("juni", 6),
    ("junio", 6),
    ("jänner", 1),
    ("luglio", 7),
    ("maart", 3),
    ("maerz", 3),
    ("maggio", 5),
    ("mai", 5),
    ("maio", 5),
    ("mar", 3),
    ("march", 3),
    ("marco", 3),
    ("mars", 3),
    ("marzo", 3),
    ("março", 3),
    ("may", 5),
    ("mayo", 5),
    ("mei", 5),
    ("mrt", 3),
    ("mrz", 3),
    ("märz", 3),
    ("nov", 11),
    ("november", 11),
    ("novembre", 11),
    ("novembro", 11),
    ("noviembre", 11),
    ("oct", 10),
    ("october", 10),
    ("octobre", 10),
    ("octubre", 10),
    ("okt", 10),
    ("oktober", 10),
    ("ottobre", 10),
    ("outubro", 10),
    ("sep", 9),
    ("sept", 9),
    ("september", 9),
    ("septembre", 9),
    ("septiembre", 9),
    ("setembro", 9),
    ("setiembre", 9),
    ("settembre", 9),
];

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
    fn the_table_is_sorted() {
        assert!(crate::token::is_sorted(MONTHS));
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
