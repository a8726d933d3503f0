//! The layout folds, as far as two text values need them to be compared.
//!
//! White space runs are one blank, quotation marks and dashes are compared as
//! classes, invisible characters do not count and the Latin ligatures are
//! their letters, by the table that quotes are compared by, too
//! (`groundstop_document::fold`). Letter case is kept, and nothing is ever
//! normalised for compatibility: a superscript stays a superscript.

use groundstop_document::fold::{is_ignorable, is_joiner, is_latin_letter, ligature, plain};

/// Whether two texts are the same under the folds; blanks at the edges do not count.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a == b || folded(a) == folded(b)
}

/// Whether a text has a character one can see.
pub(crate) fn has_visible(text: &str) -> bool {
    let unseen = |c: char| c.is_whitespace() || is_ignorable(c) || is_joiner(c) || c.is_control();
    text.chars().any(|c| !unseen(c))
}

fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        let latin = |side: Option<char>| side.is_some_and(is_latin_letter);
        let joins_latin = is_joiner(c) && latin(out.chars().next_back()) && latin(next);
        if c.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if let Some(letters) = ligature(c) {
            out.push_str(letters);
        } else if !is_ignorable(c) && !joins_latin {
            out.push(plain(c));
        }
    }
    out.truncate(out.trim_end().len());
    out
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
        assert!(!has_visible(" \u{200b}\u{a0}\u{feff}\u{200d}"));
        assert!(has_visible("."));
    }

    /// Values and quotes once had a table each. These inputs are all on which they
    /// differed; what the quotes' table said now holds for both.
    #[test]
    fn values_fold_where_the_two_tables_once_differed() {
        // Values did not drop the Arabic letter mark, embeddings and overrides.
        for dropped in [
            '\u{61c}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
        ] {
            assert!(same(&format!("a{dropped}b"), "ab"), "{dropped:?}");
            assert!(!has_visible(&dropped.to_string()), "{dropped:?}");
        }
        // Values dropped joiners in any script, which change what stands there in some.
        for joiner in ['\u{200c}', '\u{200d}'] {
            assert!(same(&format!("a{joiner}b"), "ab"), "{joiner:?}");
            for (before, after) in [('\u{645}', '\u{6cc}'), ('1', '2'), ('a', '1')] {
                let joined = format!("{before}{joiner}{after}");
                assert!(!same(&joined, &format!("{before}{after}")), "{joined:?}");
            }
        }
    }
}
