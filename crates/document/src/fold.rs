//! Which characters the folds are about: the one table that quotes and values are
//! compared by.
//!
//! The lists are closed. A character that is on none of them keeps its
//! identity: superscripts, fractions and full-width digits above all.

/// Quotation marks and apostrophes (F2), as the straight one of their kind.
#[must_use]
pub fn straight_quote(c: char) -> Option<char> {
    match c {
        '\'' | '\u{2018}'..='\u{201B}' => Some('\''),
        '"' | '\u{201C}'..='\u{201F}' => Some('"'),
        _ => None,
    }
}

/// Hyphens and dashes (F3).
#[must_use]
pub fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Hyphens that a line break may have put there (F6).
#[must_use]
pub fn breaks_words(c: char) -> bool {
    matches!(c, '-' | '\u{2010}')
}

/// The soft hyphen: dropped anywhere (F4), a broken word at a line end (F6).
pub const SOFT_HYPHEN: char = '\u{AD}';

/// Characters without width that are always dropped (F4).
#[must_use]
pub fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        SOFT_HYPHEN
            | '\u{061C}'
            | '\u{200B}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}'
    )
}

/// Embeddings and overrides: dropped too, unless they change what a reader sees.
#[must_use]
pub fn is_direction_override(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}')
}

/// Joiners, dropped between Latin letters only (F4): other scripts need them.
#[must_use]
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// The letters a Latin ligature stands for (F5).
#[must_use]
pub fn ligature(c: char) -> Option<&'static str> {
    match c {
        '\u{FB00}' => Some("ff"),
        '\u{FB01}' => Some("fi"),
        '\u{FB02}' => Some("fl"),
        '\u{FB03}' => Some("ffi"),
        '\u{FB04}' => Some("ffl"),
        '\u{FB05}' => Some("\u{17F}t"),
        '\u{FB06}' => Some("st"),
        _ => None,
    }
}

/// Characters between which a line break carries no blank.
#[must_use]
pub fn is_cjk(c: char) -> bool {
    matches!(
        c,
        '\u{3001}'..='\u{30FF}'
            | '\u{3105}'..='\u{312F}'
            | '\u{31F0}'..='\u{31FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF01}'..='\u{FF0F}'
            | '\u{FF1A}'..='\u{FF20}'
            | '\u{FF3B}'..='\u{FF40}'
            | '\u{FF5B}'..='\u{FF65}'
            | '\u{20000}'..='\u{323AF}'
    )
}

/// Latin letters, accented ones included.
#[must_use]
pub fn is_latin_letter(c: char) -> bool {
    c.is_alphabetic() && (c < '\u{250}' || ('\u{1E00}'..='\u{1EFF}').contains(&c))
}

/// White space that ends a line or a page.
#[must_use]
pub fn is_line_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// A quotation mark or a dash as the plain one of its kind, every other character as
/// itself.
#[must_use]
pub fn plain(c: char) -> char {
    match straight_quote(c) {
        Some(straight) => straight,
        None if is_hyphen(c) => '-',
        None => c,
    }
}
