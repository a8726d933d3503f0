//! Patterns over the words around a value.
//!
//! All are regular expressions without backtracking, in any letter case, and
//! compiled once. Short hands ([`SHORT_HANDS`]) keep them readable and let what
//! several patterns have in common stand once; a blank is any white space.

use std::ops::Range;

pub(crate) use groundstop_language::pattern::Pattern;
use groundstop_language::pattern::constant;
use regex::Regex;

/// The short hands and what each stands for. Those that are made of others come first.
const SHORT_HANDS: &[(&str, &str)] = &[
    // An earlier instrument: `the original lease`.
    (
        "<earlier>",
        r"(?: the| that certain| its| such) (?:original|prior|existing|previous|former|initial|old) <w>{0,3}?(?:agreement|lease|note|deed|contract|mortgage|amendment|indenture|plan|policy)\b",
    ),
    // Words that were taken out: `[***]`, `[redacted]`.
    (
        "<removed>",
        r"(?:\[\s*\*+\s*\]|\*{3,}|█|■{2,}|[\[(]\s*(?:redacted|confidential treatment requested)[^\])]{0,60}[\])])",
    ),
    // One of several, and the text does not say which.
    (
        "<whichever>",
        r"(?:whichever|as the case may be|as applicable)\b",
    ),
    // The mark of an item and the small words right before a value.
    (
        "<lead-in>",
        r"(?:\((?:[a-z]|[ivx]{1,3}|[0-9])\) )?(?:on |by |the |an? |of |for |at |in |as of ){0,2}<o>$",
    ),
    // What leads to the name of a country or state.
    (
        "<state-of>",
        r"(?: the)?(?: state of| commonwealth of| republic of| province of)?\s*$",
    ),
    // What leads to a date.
    (
        "<as-of>",
        r"(?:,?(?: as of| on| effective as of| on or about| the| as at))*\s*$",
    ),
    // That something is so, or was made so.
    (
        "<is>",
        r"(?:is|are|was|were|has been|have been|shall be)(?: hereby)?",
    ),
    // One word and the blank after it.
    ("<w>", r"(?:[0-9A-Za-z\x{C0}-\x{24F}'’&.$%/-]+\s+)"),
    // What may open a value, and what may close it.
    ("<o>", r#"[“"‘'(\[$€£¥₹]*"#),
    ("<c>", r#"[.]?[”"’')\],\s]{0,4}"#),
];

/// Compiles a pattern with its short hands.
pub(crate) fn compile(source: &str) -> Regex {
    let spelled = SHORT_HANDS
        .iter()
        .fold(source.to_owned(), |text, (short, long)| {
            text.replace(short, long)
        });
    // ASCII word edges are enough here, and keep the fast engine in use.
    let expanded = spelled.replace(r"\b", r"(?-u:\b)").replace(' ', r"\s+");
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
