//! Patterns over a document's words, compiled once.

use std::ops::Range;
use std::sync::OnceLock;

use groundstop_language::ENGLISH;
use groundstop_language::pattern::{compiled, constant};
use regex::{Regex, bytes};

/// A pattern, compiled when it is first used; a test holds that each compiles.
///
/// Where only a yes or a no is asked for, runs of anything are runs of bytes: as
/// runs of characters they would make the automaton many times larger.
pub(crate) struct Pattern {
    source: &'static str,
    text: OnceLock<Regex>,
    bytes: OnceLock<Whether>,
}

/// A pattern for those who ask whether.
pub(crate) struct Whether {
    regex: bytes::Regex,
    /// It ends with so many bytes at most of one sentence, and then the text ends.
    tail: Option<usize>,
}

impl Whether {
    fn new(source: &str) -> Whether {
        let (head, tail) = match tail(source) {
            Some((head, tail)) => (head, Some(tail)),
            None => (source, None),
        };
        let regex = bytes::Regex::new(&over_bytes(&expanded(head)));
        Whether {
            regex: compiled(source, regex),
            tail,
        }
    }

    fn holds(&self, text: &[u8]) -> bool {
        let Some(most) = self.tail else {
            return self.regex.is_match(text);
        };
        // The last match leaves the shortest tail.
        let last = self.regex.find_iter(text).last();
        last.and_then(|found| text.get(found.end()..))
            .is_some_and(|rest| {
                rest.len() <= most && !rest.iter().any(|b| matches!(b, b'.' | b';'))
            })
    }
}

/// A pattern without the end that counts bytes up to the end of the text: counting
/// makes an automaton large, and the end of a text can be looked at without one.
fn tail(source: &str) -> Option<(&str, usize)> {
    let (head, tail) = source.strip_suffix("}$")?.rsplit_once("[^.;]{0,")?;
    let most = tail.parse().ok()?;
    let mut depth = 0i32;
    let whole = head.chars().all(|each| {
        depth = match each {
            '(' => depth.saturating_add(1),
            ')' => depth.saturating_sub(1),
            _ => depth,
        };
        !(each == '|' && depth == 0)
    });
    (whole && depth == 0 && !head.contains("\\(")).then_some((head, most))
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
    pub(crate) fn text(&self) -> &Regex {
        self.text.get_or_init(|| constant(&expanded(self.source)))
    }

    /// For those who ask whether.
    pub(crate) fn bytes(&self) -> &Whether {
        self.bytes.get_or_init(|| Whether::new(self.source))
    }
}

/// The characters of a word, inside a class; all of Unicode would make the patterns huge.
const LETTERS: &str = r"0-9A-Za-z_\x{C0}-\x{24F}";

/// A narrow gap: a blank or two, or one line break.
const NARROW: &str = r"(?:[\x20\t\x{A0}]{1,2}|[\x20\t]*\r?\n[\x20\t]*)";

/// A pattern in which a blank stands for any white space, `<s>` for a narrow gap,
/// `<month>` for the name of a month, and `<l>`, inside a class, for the characters
/// of a word.
fn expanded(source: &str) -> String {
    source
        .replace("<l>", LETTERS)
        .replace("<month>", &ENGLISH.month_names.join("|"))
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
    let found = pattern.text().find(rest)?.range();
    Some(shift(found, from))
}

/// Whether it matches anywhere.
pub(crate) fn holds(pattern: &Pattern, text: &str) -> bool {
    pattern.bytes().holds(text.as_bytes())
}

/// Every match of the pattern's first group, or of the whole where it has none.
pub(crate) fn groups(pattern: &Pattern, text: &str, base: usize) -> Vec<Range<usize>> {
    let one = |found: regex::Captures<'_>| {
        let group = found.get(1).or_else(|| found.get(0))?;
        Some(shift(group.range(), base))
    };
    let found = pattern.text().captures_iter(text);
    found.filter_map(one).collect()
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
            $($name.text(); $name.bytes();)+
        }
    };
}
pub(crate) use patterns;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counted_end_is_looked_at_without_counting() {
        let source = r"(?i)\b(?:notice|notif[<l>]*)\b[^.;]{0,12}$";
        let pattern = Pattern::new(source);
        assert_eq!(pattern.bytes().tail, Some(12));
        for text in [
            "notice of",
            "a notice of at least",
            "Notified in",
            "notice. And then",
            "notice; notice so",
            "noticed",
            "a notice 123456789012",
            "a notice 12345678901",
            "",
            "notice",
        ] {
            let slow = pattern.text().is_match(text);
            assert_eq!(holds(&pattern, text), slow, "{text}");
        }
        for other in [
            "a[^.;]{0,3}$|b[^.;]{0,3}$",
            "a[^.;]{0,3}",
            "(?:a|b[^.;]{0,3}$",
        ] {
            assert_eq!(tail(other), None, "{other}");
        }
    }
}
