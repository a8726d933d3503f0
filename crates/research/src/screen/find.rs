//! Triggers first, rules around them.
//!
//! One automaton finds the trigger words of all rules in one pass. The places
//! are merged into windows rule by rule, so that a rule looks at a byte at most
//! once however many triggers there are: the work is linear in the text.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::bytes::{Regex, RegexBuilder};

use super::decode::Hidden;
use super::rules::{Rule, RuleError, Rules, Style, expression};
use super::view::folded;

/// How far before and behind a trigger a rule looks.
const BEFORE: usize = 240;
const BEHIND: usize = 320;
/// How far before a match the words may stand that take it back.
const UNLESS_BYTES: usize = 48;

/// Whoever is spoken to is given an order, not a permission.
static ADDRESSED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(r"\b(?:you|assistant|ai|model)\W{1,3}(?:can|may|will|would|could|shall|must|should|to)\W{1,3}(?:\w+\W{1,3})?$").ok()
});

/// A rule that matched, and where in the original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) rule: usize,
    pub(super) span: Range<usize>,
    pub(super) decoded: bool,
}

impl Found {
    pub(super) fn plain(rule: usize, span: Range<usize>) -> Found {
        Found {
            rule,
            span,
            decoded: false,
        }
    }
}

/// One rule; its expressions are made when a trigger first calls for them.
#[derive(Debug)]
struct Ready {
    plain: Lazy,
    compact: Option<Lazy>,
    leet: Option<Lazy>,
    unless: Option<Lazy>,
}

/// An expression that is made when it is first needed.
#[derive(Debug)]
struct Lazy {
    text: String,
    made: OnceLock<Option<Regex>>,
}

impl Lazy {
    fn new(text: String) -> Lazy {
        Lazy {
            text,
            made: OnceLock::new(),
        }
    }

    /// The expression; a broken one finds nothing, and a test makes all of them.
    fn get(&self) -> Option<&Regex> {
        self.made.get_or_init(|| regex(&self.text).ok()).as_ref()
    }
}

/// All rules made ready.
#[derive(Debug)]
pub(super) struct Finder {
    rules: Vec<Ready>,
    triggers: Triggers,
    compact: Triggers,
    leet: Triggers,
    /// Words that give an encoded text away, and how it is encoded.
    encoded: AhoCorasick,
    encodings: Vec<Hidden>,
}

/// Words nearly every attack has one of.
const COMMON: [&str; 7] = [
    "ignore",
    "disregard",
    "forget",
    "instructions",
    "previous",
    "system prompt",
    "override",
];

/// An automaton, and the rules each of its words leads to.
#[derive(Debug)]
struct Triggers {
    automaton: AhoCorasick,
    rules: Vec<Vec<usize>>,
}

impl Triggers {
    fn of(rules: &[Rule], spell: impl Fn(&str) -> Option<String>) -> Result<Triggers, RuleError> {
        let mut words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, rule) in rules.iter().enumerate() {
            for word in rule.triggers.iter().filter_map(|word| spell(word)) {
                let known = words.entry(word).or_default();
                if known.last() != Some(&index) {
                    known.push(index);
                }
            }
        }
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::DFA))
            .build(words.keys())
            .map_err(RuleError::new)?;
        Ok(Triggers {
            automaton,
            rules: words.into_values().collect(),
        })
    }

    /// The stretches each rule has to look at, merged.
    fn windows(&self, text: &[u8]) -> BTreeMap<usize, Vec<Range<usize>>> {
        let mut windows: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
        for found in self.automaton.find_overlapping_iter(text) {
            let start = found.start().saturating_sub(BEFORE);
            let end = found.end().saturating_add(BEHIND).min(text.len());
            let leads_to = self.rules.get(found.pattern().as_usize());
            for rule in leads_to.into_iter().flatten() {
                let list = windows.entry(*rule).or_default();
                match list.last_mut() {
                    Some(last) if start <= last.end => last.end = last.end.max(end),
                    _ => list.push(start..end),
                }
            }
        }
        windows
    }
}

impl Finder {
    pub(super) fn new(
        rules: &[Rule],
        words: &BTreeMap<String, String>,
    ) -> Result<Finder, RuleError> {
        let ready = rules
            .iter()
            .map(|rule| Ready::of(rule, words))
            .collect::<Result<Vec<_>, _>>()?;
        let letters = |word: &str| -> Option<String> {
            let joined: String = folded(word)
                .chars()
                .filter(char::is_ascii_alphabetic)
                .collect();
            (joined.len() >= 5).then_some(joined)
        };
        let words = Hidden::ALL.map(|how| COMMON.map(|word| (how.read(word), how)));
        let (encoded, encodings): (Vec<String>, Vec<Hidden>) = words.into_iter().flatten().unzip();
        Ok(Finder {
            encoded: AhoCorasick::builder()
                .ascii_case_insensitive(true)
                .kind(Some(AhoCorasickKind::DFA))
                .build(encoded)
                .map_err(RuleError::new)?,
            encodings,
            rules: ready,
            triggers: Triggers::of(rules, |word| Some(folded(word)))?,
            compact: Triggers::of(rules, letters)?,
            leet: Triggers::of(rules, |word| Some(folded(word).replace('l', "i")))?,
        })
    }
}

impl Ready {
    fn of(rule: &Rule, words: &BTreeMap<String, String>) -> Result<Ready, RuleError> {
        let named = |error: RuleError| RuleError::new(format!("{}: {error}", rule.id));
        let lazy = |pattern: &str, style| {
            let text = expression(pattern, words, style).map_err(named)?;
            Ok::<Lazy, RuleError>(Lazy::new(text))
        };
        let latin = rule.pattern.is_ascii();
        let style = |style| latin.then(|| lazy(&rule.pattern, style)).transpose();
        let unless = (!rule.unless.is_empty())
            .then(|| lazy(&format!("\\b(?:{})$", rule.unless), Style::Plain))
            .transpose()?;
        Ok(Ready {
            plain: lazy(&rule.pattern, Style::Plain)?,
            compact: style(Style::Compact)?,
            leet: style(Style::Leet)?,
            unless,
        })
    }

    /// Makes every expression, to see whether it can be made.
    fn check(&self) -> Result<(), RuleError> {
        let all = [
            Some(&self.plain),
            self.compact.as_ref(),
            self.leet.as_ref(),
            self.unless.as_ref(),
        ];
        all.into_iter()
            .flatten()
            .try_for_each(|lazy| regex(&lazy.text).map(|_| ()))
    }

    /// Whether the words before a match take it back.
    fn taken_back(&self, text: &[u8], start: usize) -> bool {
        let Some(unless) = self.unless.as_ref().and_then(Lazy::get) else {
            return false;
        };
        let from = start.saturating_sub(UNLESS_BYTES);
        // A pattern may itself begin with what stands before its first word.
        let before = text.get(from..start).unwrap_or_default();
        unless.is_match(before)
            && !ADDRESSED
                .as_ref()
                .is_some_and(|regex| regex.is_match(before))
    }
}

/// ASCII patterns know ASCII words only, which is fast; others know all words.
fn regex(text: &str) -> Result<Regex, RuleError> {
    RegexBuilder::new(text)
        .unicode(!text.is_ascii())
        .case_insensitive(true)
        .size_limit(8 << 20)
        .dfa_size_limit(8 << 20)
        .build()
        .map_err(RuleError::new)
}

impl Rules {
    /// Makes every expression of the table.
    ///
    /// # Errors
    /// Where one of them cannot be made.
    pub fn check(&self) -> Result<(), RuleError> {
        self.finder().rules.iter().try_for_each(Ready::check)
    }

    /// What the rules find in a folded text.
    pub(super) fn find(&self, text: &str, mut tell: impl FnMut(usize, Range<usize>)) {
        let finder = self.finder();
        finder.walk(&finder.triggers, text, |ready| ready.plain.get(), &mut tell);
    }

    /// What they find in letters without gaps.
    pub(super) fn find_compact(&self, text: &str, mut tell: impl FnMut(usize, Range<usize>)) {
        let finder = self.finder();
        finder.walk(
            &finder.compact,
            text,
            |ready| ready.compact.as_ref()?.get(),
            &mut tell,
        );
    }

    /// What they find where digits were read as letters.
    pub(super) fn find_leet(&self, text: &str, mut tell: impl FnMut(usize, Range<usize>)) {
        let finder = self.finder();
        finder.walk(
            &finder.leet,
            text,
            |ready| ready.leet.as_ref()?.get(),
            &mut tell,
        );
    }

    /// Where a word stands that is encoded, and how.
    pub(super) fn encoded(&self, text: &str) -> Vec<(Range<usize>, Hidden)> {
        let finder = self.finder();
        let mut found: Vec<(Range<usize>, Hidden)> = Vec::new();
        for word in finder.encoded.find_iter(text) {
            let Some(how) = finder.encodings.get(word.pattern().as_usize()) else {
                continue;
            };
            match found.last_mut() {
                // Words of one sentence are read together.
                Some((last, known))
                    if known == how && word.start() <= last.end.saturating_add(BEFORE) =>
                {
                    last.end = last.end.max(word.end());
                }
                _ => found.push((word.range(), *how)),
            }
        }
        found
    }
}

impl Finder {
    fn walk<'s>(
        &'s self,
        triggers: &Triggers,
        text: &str,
        pattern: impl Fn(&'s Ready) -> Option<&'s Regex>,
        tell: &mut impl FnMut(usize, Range<usize>),
    ) {
        let bytes = text.as_bytes();
        for (rule, windows) in triggers.windows(bytes) {
            let Some(ready) = self.rules.get(rule) else {
                continue;
            };
            let Some(regex) = pattern(ready) else {
                continue;
            };
            for window in windows {
                let until = bytes.get(..window.end).unwrap_or_default();
                let mut from = window.start;
                while let Some(found) = regex.find_at(until, from) {
                    if !ready.taken_back(bytes, found.start()) {
                        tell(rule, found.range());
                    }
                    from = found.end().max(from.saturating_add(1));
                    if from >= until.len() {
                        break;
                    }
                }
            }
        }
    }
}
