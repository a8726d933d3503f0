//! Patterns over the words around a value.
//!
//! All are regular expressions without backtracking, in any letter case, and
//! compiled once. Short hands keep them readable: `<w>` is one word and the
//! blank after it, `<o>` the quotation marks, brackets and signs that may open
//! a value, `<c>` those that may close it, and a blank is any white space.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A pattern, or nothing if it does not compile; a test holds that none does that.
pub(crate) type Pattern = LazyLock<Option<Regex>>;

const WORD: &str = r"(?:[0-9A-Za-z\x{C0}-\x{24F}'’&.$%/-]+\s+)";

const OPENERS: &str = r#"[“"‘'(\[$€£¥₹]*"#;

const CLOSERS: &str = r#"[.]?[”"’')\],\s]{0,4}"#;

/// Compiles a pattern with its short hands.
pub(crate) fn compile(source: &str) -> Option<Regex> {
    // ASCII word edges are enough here, and keep the fast engine in use.
    let expanded = source
        .replace("<w>", WORD)
        .replace("<o>", OPENERS)
        .replace("<c>", CLOSERS)
        .replace(r"\b", r"(?-u:\b)")
        .replace(' ', r"\s+");
    Regex::new(&format!("(?i){expanded}")).ok()
}

/// The first match.
pub(crate) fn find(pattern: &Pattern, text: &str) -> Option<Range<usize>> {
    pattern.as_ref()?.find(text).map(|found| found.range())
}

/// Every match, left to right.
pub(crate) fn find_all(pattern: &Pattern, text: &str) -> Vec<Range<usize>> {
    let Some(regex) = pattern.as_ref() else {
        return Vec::new();
    };
    regex.find_iter(text).map(|found| found.range()).collect()
}

/// Whether it matches anywhere.
pub(crate) fn holds(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// Declares patterns, and a test that each compiles.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $source:expr;)+) => {
        $($(#[$doc])* static $name: crate::context::pattern::Pattern =
            std::sync::LazyLock::new(|| crate::context::pattern::compile($source));)+

        #[cfg(test)]
        #[test]
        fn every_pattern_compiles() {
            $(assert!($name.is_some(), stringify!($name));)+
        }
    };
}
pub(crate) use patterns;
