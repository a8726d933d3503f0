//! Patterns over a document's words, compiled once.

use std::ops::Range;
use std::sync::OnceLock;

use regex::{Regex, bytes};

/// A pattern, compiled when it is first used; a test holds that each compiles.
///
/// Where only a yes or a no is asked for, runs of anything are runs of bytes: as
/// runs of characters they would make the automaton many times larger.
pub(crate) struct Pattern {
    source: &'static str,
    text: OnceLock<Option<Regex>>,
    bytes: OnceLock<Option<bytes::Regex>>,
}

impl Pattern {
    pub(crate) const fn new(source: &'static str) -> Pattern {
        Pattern {
            source,
            text: OnceLock::new(),
            bytes: OnceLock::new(),
        }
    }

    /// For those who ask where.
    pub(crate) fn text(&self) -> Option<&Regex> {
        let compile = || Regex::new(&expanded(self.source)).ok();
        self.text.get_or_init(compile).as_ref()
    }

    /// For those who ask whether.
    pub(crate) fn bytes(&self) -> Option<&bytes::Regex> {
        let compile = || bytes::Regex::new(&over_bytes(&expanded(self.source))).ok();
        self.bytes.get_or_init(compile).as_ref()
    }
}

/// The characters of a word, inside a class; all of Unicode would make the patterns huge.
const LETTERS: &str = r"0-9A-Za-z_\x{C0}-\x{24F}";

/// A narrow gap: a blank or two, or one line break.
const NARROW: &str = r"(?:[\x20\t\x{A0}]{1,2}|[\x20\t]*\r?\n[\x20\t]*)";

/// A pattern in which a blank stands for any white space, `<s>` for a narrow gap,
/// and `<l>`, inside a class, for the characters of a word.
fn expanded(source: &str) -> String {
    source
        .replace("<l>", LETTERS)
        .replace("<s>", NARROW)
        .replace(r"\b", r"(?-u:\b)")
        .replace(' ', r"\s+")
}

/// The same with runs of anything but some ASCII signs as runs of bytes.
fn over_bytes(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once("[^") {
        out.push_str(before);
        match after.split_once(']') {
            Some((class, tail)) if class.is_ascii() && !class.contains(['[', '\\']) => {
                out.push_str("(?-u:[^");
                out.push_str(class);
                out.push_str("])");
                rest = tail;
            }
            _ => {
                out.push_str("[^");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The first match from a byte on.
pub(crate) fn find_at(pattern: &Pattern, text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let found = pattern.text()?.find(rest)?.range();
    Some(shift(found, from))
}

/// Whether it matches anywhere.
pub(crate) fn holds(pattern: &Pattern, text: &str) -> bool {
    pattern
        .bytes()
        .is_some_and(|regex| regex.is_match(text.as_bytes()))
}

/// Every match of the pattern's first group, or of the whole where it has none.
pub(crate) fn groups(pattern: &Pattern, text: &str, base: usize) -> Vec<Range<usize>> {
    let Some(regex) = pattern.text() else {
        return Vec::new();
    };
    let one = |found: regex::Captures<'_>| {
        let group = found.get(1).or_else(|| found.get(0))?;
        Some(shift(group.range(), base))
    };
    regex.captures_iter(text).filter_map(one).collect()
}

/// A range moved by a number of bytes.
pub(crate) fn shift(range: Range<usize>, by: usize) -> Range<usize> {
    range.start.saturating_add(by)..range.end.saturating_add(by)
}

/// Declares patterns, and a test that each compiles.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $source:expr;)+) => {
        $($(#[$doc])* static $name: $crate::builtin::pattern::Pattern =
            $crate::builtin::pattern::Pattern::new($source);)+

        #[cfg(test)]
        #[test]
        fn every_pattern_compiles() {
            $(assert!($name.text().is_some() && $name.bytes().is_some(), stringify!($name));)+
        }
    };
}
pub(crate) use patterns;
