//! Patterns over a document's words, compiled once.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A pattern, or nothing if it does not compile; a test holds that none does that.
pub(crate) type Pattern = LazyLock<Option<Regex>>;

/// The characters of a word, inside a class; all of Unicode would make the patterns huge.
const LETTERS: &str = r"0-9A-Za-z_\x{C0}-\x{24F}";

/// A narrow gap: a blank or two, or one line break.
const NARROW: &str = r"(?:[\x20\t\x{A0}]{1,2}|[\x20\t]*\r?\n[\x20\t]*)";

/// Compiles a pattern in which a blank stands for any white space, `<s>` for a
/// narrow gap, and `<l>`, inside a class, for the characters of a word.
pub(crate) fn compile(source: &str) -> Option<Regex> {
    let expanded = source
        .replace("<l>", LETTERS)
        .replace("<s>", NARROW)
        .replace(r"\b", r"(?-u:\b)")
        .replace(' ', r"\s+");
    Regex::new(&expanded).ok()
}

/// The first match from a byte on.
pub(crate) fn find_at(pattern: &Pattern, text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let found = pattern.as_ref()?.find(rest)?.range();
    Some(shift(found, from))
}

/// Whether it matches anywhere.
pub(crate) fn holds(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// Every match of the pattern's first group, or of the whole where it has none.
pub(crate) fn groups(pattern: &Pattern, text: &str, base: usize) -> Vec<Range<usize>> {
    let Some(regex) = pattern.as_ref() else {
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
            std::sync::LazyLock::new(|| $crate::builtin::pattern::compile($source));)+

        #[cfg(test)]
        #[test]
        fn every_pattern_compiles() {
            $(assert!($name.is_some(), stringify!($name));)+
        }
    };
}
pub(crate) use patterns;
