//! Triggers first, rules around them.
//!
//! The trigger words of all rules are found in one pass (`words.rs`). The places
//! are merged into windows rule by rule, so that a rule looks at a byte at most
//! once however many triggers there are: the work is linear in the text.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use groundstop_language::pattern::compiled;
use regex::bytes::{Regex, RegexBuilder};

use super::decode::Hidden;
use super::rules::{Rule, RuleError, Rules, Style, expression};
use super::view::folded;
use super::words::Words;

/// How far before and behind a trigger a rule looks.
const BEFORE: usize = 200;
const BEHIND: usize = 280;
/// A word at least this long is looked for in the place of its phrase.
const KEY_MIN: usize = 5;
/// What may stand between two words of a trigger, in bytes.
const GAP_MAX: usize = 64;
/// How close two encoded words stand that belong together.
const NEAR: usize = 220;
/// How far before and behind a match the words may stand that take it back.
const UNLESS_BYTES: usize = 48;

/// Whoever is spoken to is given an order, not a permission.
static ADDRESSED: LazyLock<Regex> = LazyLock::new(|| {
    constant(
        r"\b(?:you|assistant|ai|model)\W{1,3}(?:can|may|will|would|could|shall|must|should|to)\W{1,3}(?:\w+\W{1,3})?$",
    )
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
    unless_after: Option<Lazy>,
    /// One word of each of these lists is in everything it matches.
    needs: Vec<AhoCorasick>,
}

/// An expression that is made when it is first needed.
#[derive(Debug)]
struct Lazy {
    text: String,
    made: OnceLock<Regex>,
}

impl Lazy {
    fn new(text: String) -> Lazy {
        Lazy {
            text,
            made: OnceLock::new(),
        }
    }

    /// The expression.
    fn get(&self) -> &Regex {
        self.made.get_or_init(|| constant(&self.text))
    }
}

/// All rules made ready.
#[derive(Debug)]
pub(super) struct Finder {
    rules: Vec<Ready>,
    triggers: Triggers,
    compact: Triggers,
    leet: Triggers,
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

/// Words to look for, and what each of them means.
#[derive(Debug)]
struct Triggers {
    words: Words,
    meanings: Vec<Meaning>,
}

/// What a word means: it triggers these rules, or it is an encoded one.
#[derive(Debug, Default)]
struct Meaning {
    triggers: Vec<Trigger>,
    encoded: Option<Hidden>,
}

/// A rule, and the words that must stand around the one that was found.
#[derive(Debug)]
struct Trigger {
    rule: usize,
    before: Vec<String>,
    after: Vec<String>,
}

/// What one pass over a text found.
#[derive(Debug, Default)]
struct Passed {
    /// The stretches each rule has to look at, merged.
    windows: BTreeMap<usize, Vec<Range<usize>>>,
    /// Words that are encoded.
    encoded: Vec<(Range<usize>, Hidden)>,
}

impl Triggers {
    fn of(
        rules: &[Rule],
        encoded: &[Hidden],
        spell: impl Fn(&str) -> Option<String>,
    ) -> Result<Triggers, RuleError> {
        let mut words: BTreeMap<String, Meaning> = BTreeMap::new();
        for how in encoded {
            for word in COMMON {
                words.entry(how.read(word)).or_default().encoded = Some(*how);
            }
        }
        for (rule, phrase) in rules.iter().enumerate().flat_map(|(index, rule)| {
            let phrases = rule.triggers.iter().filter_map(|word| spell(word));
            phrases.map(move |phrase| (index, phrase))
        }) {
            let (word, trigger) = Trigger::of(rule, &phrase);
            words.entry(word).or_default().triggers.push(trigger);
        }
        Ok(Triggers {
            words: Words::new(words.keys()),
            meanings: words.into_values().collect(),
        })
    }

    /// The rules a text calls for, by trying each word at each place.
    #[cfg(test)]
    fn called(&self, text: &[u8]) -> std::collections::BTreeSet<usize> {
        let places = (0..text.len()).flat_map(|start| {
            let words = 0..self.meanings.len();
            words.filter_map(move |word| self.words.place(text, start, word))
        });
        let triggers = places.flat_map(|place| {
            let meaning = self.meanings.get(place.word);
            let triggers = meaning.map_or(&[][..], |meaning| &meaning.triggers).iter();
            triggers.filter(move |trigger| trigger.stands_at(text, place.span.clone()))
        });
        triggers.map(|trigger| trigger.rule).collect()
    }

    fn pass(&self, text: &[u8]) -> Passed {
        let mut passed = Passed::default();
        for found in self.words.places(text) {
            let Some(meaning) = self.meanings.get(found.word) else {
                continue;
            };
            if let Some(how) = meaning.encoded {
                passed.encoded(found.span.clone(), how);
            }
            let start = found.span.start.saturating_sub(BEFORE);
            let end = found.span.end.saturating_add(BEHIND).min(text.len());
            for trigger in &meaning.triggers {
                if trigger.stands_at(text, found.span.clone()) {
                    passed.window(trigger.rule, start..end);
                }
            }
        }
        passed
    }
}

impl Trigger {
    /// The word to look for and the trigger it belongs to: of a phrase the longest
    /// word, so that whatever may separate two words may stand between the others.
    fn of(rule: usize, phrase: &str) -> (String, Trigger) {
        let words: Vec<&str> = phrase.split(' ').collect();
        let plain = |word: &&str| !word.is_empty() && word.bytes().all(is_word);
        let longest = words.iter().enumerate().max_by_key(|(_, word)| word.len());
        let (word, at) = match longest {
            Some((at, word)) if words.iter().all(plain) && word.len() >= KEY_MIN => (*word, at),
            _ => (phrase, 0),
        };
        let all = word.len() == phrase.len();
        let own = |words: Option<&[&str]>| {
            let words = words.filter(|_| !all).unwrap_or_default();
            words.iter().map(|word| (*word).to_owned()).collect()
        };
        let trigger = Trigger {
            rule,
            before: own(words.get(..at)),
            after: own(words.get(at.saturating_add(1)..)),
        };
        (word.to_owned(), trigger)
    }

    /// Whether the other words of the phrase stand around the one that was found.
    /// The last one may go on, as it may where a trigger is one word.
    fn stands_at(&self, text: &[u8], found: Range<usize>) -> bool {
        let mut left = text.get(..found.start).unwrap_or_default();
        for word in self.before.iter().rev() {
            let Some(rest) = without_gap_behind(left).and_then(|text| ends_with(text, word)) else {
                return false;
            };
            if rest.last().is_some_and(|byte| is_word(*byte)) {
                return false;
            }
            left = rest;
        }
        let mut right = text.get(found.end..).unwrap_or_default();
        for word in &self.after {
            let Some(rest) = without_gap_before(right).and_then(|text| begins_with(text, word))
            else {
                return false;
            };
            right = rest;
        }
        true
    }
}

/// A text without what separates its last word from the next.
fn without_gap_behind(text: &[u8]) -> Option<&[u8]> {
    let gap = text
        .iter()
        .rev()
        .take_while(|byte| !is_word(**byte))
        .count();
    let rest = text.get(..text.len().saturating_sub(gap))?;
    (1..=GAP_MAX).contains(&gap).then_some(rest)
}

/// A text without what separates its first word from the one before.
fn without_gap_before(text: &[u8]) -> Option<&[u8]> {
    let gap = text.iter().take_while(|byte| !is_word(**byte)).count();
    (1..=GAP_MAX).contains(&gap).then(|| text.get(gap..))?
}

fn ends_with<'t>(text: &'t [u8], word: &str) -> Option<&'t [u8]> {
    let (rest, last) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
    last.eq_ignore_ascii_case(word.as_bytes()).then_some(rest)
}

fn begins_with<'t>(text: &'t [u8], word: &str) -> Option<&'t [u8]> {
    let (first, rest) = text.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word.as_bytes()).then_some(rest)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// An automaton for words in any case.
fn automaton(words: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Result<AhoCorasick, RuleError> {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(words)
        .map_err(RuleError::new)
}

impl Passed {
    fn window(&mut self, rule: usize, window: Range<usize>) {
        let list = self.windows.entry(rule).or_default();
        match list.last_mut() {
            Some(last) if window.start <= last.end => last.end = last.end.max(window.end),
            _ => list.push(window),
        }
    }

    /// Words of one sentence are read together.
    fn encoded(&mut self, word: Range<usize>, how: Hidden) {
        match self.encoded.last_mut() {
            Some((last, known)) if *known == how && word.start <= last.end.saturating_add(NEAR) => {
                last.end = last.end.max(word.end);
            }
            _ => self.encoded.push((word, how)),
        }
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
        Ok(Finder {
            rules: ready,
            triggers: Triggers::of(rules, &Hidden::ALL, |word| Some(folded(word)))?,
            compact: Triggers::of(rules, &[], letters)?,
            leet: Triggers::of(rules, &[], |word| Some(folded(word).replace('l', "i")))?,
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
        let unless_after = (!rule.unless_after.is_empty())
            .then(|| lazy(&format!("^(?:{})", rule.unless_after), Style::Plain))
            .transpose()?;
        let unless = (!rule.unless.is_empty())
            .then(|| lazy(&format!("\\b(?:{})$", rule.unless), Style::Plain))
            .transpose()?;
        Ok(Ready {
            plain: lazy(&rule.pattern, Style::Plain)?,
            compact: style(Style::Compact)?,
            leet: style(Style::Leet)?,
            unless,
            unless_after,
            needs: rule
                .needs
                .iter()
                .map(|list| automaton(list.iter().map(|word| folded(word))))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Makes every expression, to see whether it can be made.
    fn check(&self) -> Result<(), RuleError> {
        let all = [
            Some(&self.plain),
            self.compact.as_ref(),
            self.leet.as_ref(),
            self.unless.as_ref(),
            self.unless_after.as_ref(),
        ];
        all.into_iter()
            .flatten()
            .try_for_each(|lazy| regex(&lazy.text).map(|_| ()))
    }

    /// Whether a stretch holds all the words a match would need.
    fn may_match(&self, stretch: &[u8]) -> bool {
        self.needs.iter().all(|words| words.is_match(stretch))
    }

    /// What one of its expressions finds in a window.
    fn look(
        &self,
        regex: &Regex,
        text: &[u8],
        window: Range<usize>,
        mut tell: impl FnMut(Range<usize>),
    ) {
        let until = text.get(..window.end).unwrap_or_default();
        let mut from = window.start;
        while let Some(found) = regex.find_at(until, from) {
            if !self.taken_back(text, &found.range()) {
                tell(found.range());
            }
            from = found.end().max(from.saturating_add(1));
            if from >= until.len() {
                break;
            }
        }
    }

    /// Whether the words around a match take it back.
    fn taken_back(&self, text: &[u8], found: &Range<usize>) -> bool {
        self.taken_back_before(text, found.start) || self.taken_back_behind(text, found.end)
    }

    fn taken_back_behind(&self, text: &[u8], end: usize) -> bool {
        let until = end.saturating_add(UNLESS_BYTES).min(text.len());
        let behind = text.get(end..until).unwrap_or_default();
        let unless = self.unless_after.as_ref().map(Lazy::get);
        unless.is_some_and(|unless| unless.is_match(behind))
    }

    fn taken_back_before(&self, text: &[u8], start: usize) -> bool {
        let Some(unless) = self.unless.as_ref().map(Lazy::get) else {
            return false;
        };
        let from = start.saturating_sub(UNLESS_BYTES);
        let before = own_sentence(text.get(from..start).unwrap_or_default());
        unless.is_match(before) && !ADDRESSED.is_match(before)
    }
}

/// What stands in the same sentence as the end of a text: words of the sentence
/// before take nothing back.
fn own_sentence(text: &[u8]) -> &[u8] {
    let ends = |pair: &[u8]| match pair {
        [b'.' | b'!' | b'?' | b':' | b';', next] => !next.is_ascii_alphanumeric(),
        [b'\n', b'\n'] => true,
        _ => false,
    };
    let last = text.windows(2).rposition(ends);
    let rest = last.and_then(|at| text.get(at.saturating_add(1)..));
    match (rest, text.last()) {
        (_, Some(b'.' | b'!' | b'?' | b':' | b';')) => &[],
        (Some(rest), _) => rest,
        (None, _) => text,
    }
}

/// An expression of the published rules, all of which a test compiles.
fn constant(text: &str) -> Regex {
    compiled(text, regex(text))
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

    /// The expressions the rules are made of, in the order of the table.
    #[must_use]
    pub fn expressions(&self) -> Vec<String> {
        let ready = self.finder().rules.iter();
        ready.map(|rule| rule.plain.text.clone()).collect()
    }

    /// What the rules find in a folded text; gives back where words are encoded.
    pub(super) fn find(
        &self,
        text: &str,
        mut tell: impl FnMut(usize, Range<usize>),
    ) -> Vec<(Range<usize>, Hidden)> {
        let finder = self.finder();
        finder.walk(
            &finder.triggers,
            text,
            |ready| Some(ready.plain.get()),
            &mut tell,
        )
    }

    /// What every rule one of whose triggers stands in a folded text finds in all of
    /// it, whatever it needs: the plain way to what [`Rules::find`] finds.
    #[cfg(test)]
    pub(super) fn find_everywhere(&self, text: &str, mut tell: impl FnMut(usize, Range<usize>)) {
        let (finder, bytes) = (self.finder(), text.as_bytes());
        for rule in finder.triggers.called(bytes) {
            let ready = finder.rules.get(rule);
            if let Some((ready, regex)) = ready.map(|ready| (ready, ready.plain.get())) {
                ready.look(regex, bytes, 0..bytes.len(), |span| tell(rule, span));
            }
        }
    }

    /// What they find in letters without gaps.
    pub(super) fn find_compact(&self, text: &str, mut tell: impl FnMut(usize, Range<usize>)) {
        let finder = self.finder();
        finder.walk(
            &finder.compact,
            text,
            |ready| Some(ready.compact.as_ref()?.get()),
            &mut tell,
        );
    }

    /// What they find where digits were read as letters.
    pub(super) fn find_leet(&self, text: &str, mut tell: impl FnMut(usize, Range<usize>)) {
        let finder = self.finder();
        finder.walk(
            &finder.leet,
            text,
            |ready| Some(ready.leet.as_ref()?.get()),
            &mut tell,
        );
    }
}

impl Finder {
    fn walk<'s>(
        &'s self,
        triggers: &Triggers,
        text: &str,
        pattern: impl Fn(&'s Ready) -> Option<&'s Regex>,
        tell: &mut impl FnMut(usize, Range<usize>),
    ) -> Vec<(Range<usize>, Hidden)> {
        let bytes = text.as_bytes();
        let passed = triggers.pass(bytes);
        // Disguised words are not those of the lists.
        let spelled = std::ptr::eq(triggers, &self.triggers);
        for (rule, windows) in passed.windows {
            let Some(ready) = self.rules.get(rule) else {
                continue;
            };
            let Some(regex) = pattern(ready) else {
                continue;
            };
            for window in windows {
                let stretch = bytes.get(window.clone()).unwrap_or_default();
                if spelled && !ready.may_match(stretch) {
                    continue;
                }
                ready.look(regex, bytes, window, |span| tell(rule, span));
            }
        }
        passed.encoded
    }
}
