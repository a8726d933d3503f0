//! The layout folds, as far as two text values need them to be compared.
//!
//! White space runs are one blank, quotation marks and dashes are compared as
//! classes, invisible characters do not count and the Latin ligatures are
//! their letters. Letter case is kept, and nothing is ever normalised for
//! compatibility: a superscript stays a superscript.

use crate::token::is_dash;

/// Whether two texts are the same under the folds; blanks at the edges do not count.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a == b || folded(a) == folded(b)
}

/// Whether a text has a character one can see.
pub(crate) fn has_visible(text: &str) -> bool {
    text.chars()
        .any(|c| !c.is_whitespace() && !is_invisible(c) && !c.is_control())
}

fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if let Some(letters) = ligature(c) {
            out.push_str(letters);
        } else if !is_invisible(c) {
            out.push(class(c));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Quotation marks and dashes as their plain member, every other character as itself.
pub(crate) fn class(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' => '"',
        dash if is_dash(dash) => '-',
        other => other,
    }
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    )
}

fn ligature(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' => "\u{17f}t",
        '\u{fb06}' => "st",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_does_not_count_and_characters_do() {
        assert!(same(" a\n b", "a b"));
        assert!(same("of\u{fb01}ce", "office"));
        assert!(same("2020\u{2013}21", "2020-21"));
        assert!(!same("500\u{b9}", "5001"));
        assert!(!same("ab", "a b"));
    }

    #[test]
    fn zero_width_characters_are_not_visible() {
        assert!(!has_visible(" \u{200b}\u{a0}\u{feff}"));
        assert!(has_visible("."));
    }
}
