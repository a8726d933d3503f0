//! Patterns over the words around a value.
//!
//! All are regular expressions without backtracking, in any letter case, and
//! compiled once. Short hands keep them readable: `<w>` is one word and the
//! blank after it, `<o>` the quotation marks, brackets and signs that may open
//! a value, `<c>` those that may close it, and a blank is any white space.

use std::ops::Range;

pub(crate) use groundstop_language::pattern::Pattern;
use groundstop_language::pattern::constant;
use regex::Regex;

const WORD: &str = r"(?:[0-9A-Za-z\x{C0}-\x{24F}'’&.$%/-]+\s+)";

const OPENERS: &str = r#"[“"‘'(\[$€£¥₹]*"#;

const CLOSERS: &str = r#"[.]?[”"’')\],\s]{0,4}"#;

/// Compiles a pattern with its short hands.
pub(crate) fn compile(source: &str) -> Regex {
    // ASCII word edges are enough here, and keep the fast engine in use.
    let expanded = source
        .replace("<w>", WORD)
        .replace("<o>", OPENERS)
        .replace("<c>", CLOSERS)
        .replace(r"\b", r"(?-u:\b)")
        .replace(' ', r"\s+");
    constant(&format!("(?i){expanded}"))
}

/// The first match.
pub(crate) fn find(pattern: &Pattern, text: &str) -> Option<Range<usize>> {
    pattern.find(text).map(|found| found.range())
}

/// Every match, left to right.
pub(crate) fn find_all(pattern: &Pattern, text: &str) -> Vec<Range<usize>> {
    pattern.find_iter(text).map(|found| found.range()).collect()
}

/// Whether it matches anywhere.
pub(crate) fn holds(pattern: &Pattern, text: &str) -> bool {
    pattern.is_match(text)
}

/// Declares patterns with their short hands, and a test that each compiles.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $source:expr;)+) => {
        groundstop_language::patterns! {
            $($(#[$doc])* $name = crate::context::pattern::compile($source);)+
        }
    };
}
pub(crate) use patterns;
