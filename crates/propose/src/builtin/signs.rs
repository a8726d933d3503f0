//! The signs by which a reading is weighed, and their names.
//!
//! The learnt weights know signs by name, so a misspelt one would weigh nothing and
//! nobody would notice. So every plain name stands once, in [`NAMES`], and `sign!`
//! refuses at compile time a name that does not; the names that are made of parts
//! have a maker each. A test holds that every weight belongs to a sign there can be.

use std::borrow::Cow;

use groundstop_contract::DurationUnit;

/// The name of a plain sign; only `sign!` makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name(&'static str);

/// A sign that speaks for or against a reading; learnt weights give it its say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feature(Cow<'static, str>);

/// The signs that beginnings of words give, by where they stand beside a value: before
/// it, after it, anywhere around it.
pub(crate) struct StemSigns(Vec<[String; 3]>);

impl StemSigns {
    pub(crate) fn new(stems: &[&str]) -> StemSigns {
        let names = |stem: &&str| {
            ["before", "after", "around"].map(|beside| format!("word {stem} {beside}"))
        };
        StemSigns(stems.iter().map(names).collect())
    }

    /// The signs of every stem, in the order of the stems.
    pub(crate) fn all(&'static self) -> impl Iterator<Item = [Feature; 3]> {
        let sign = |name: &'static String| Feature(Cow::Borrowed(name));
        self.0.iter().map(move |names| names.each_ref().map(sign))
    }
}

/// A plain sign, by a name that [`NAMES`] has; any other does not compile.
macro_rules! sign {
    ($name:literal) => {
        const { $crate::builtin::signs::named($name) }
    };
}
pub(crate) use sign;

/// What `sign!` makes of a name.
pub(crate) const fn named(name: &'static str) -> Name {
    assert!(is_known(name), "no sign has this name");
    Name(name)
}

/// Whether the list has a name. Only the compiler and tests run this.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "the compiler runs it, where a mistake does not build"
)]
const fn is_known(name: &str) -> bool {
    let mut at = 0;
    while at < NAMES.len() {
        let (one, other) = (NAMES[at].as_bytes(), name.as_bytes());
        let mut same = one.len() == other.len();
        let mut byte = 0;
        while same && byte < one.len() {
            same = one[byte] == other[byte];
            byte += 1;
        }
        if same {
            return true;
        }
        at += 1;
    }
    false
}

impl Feature {
    /// Its name, as the learnt weights spell it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }

    /// The plain sign of this name, where there is one.
    #[must_use]
    pub fn plain(name: &str) -> Option<Feature> {
        let known = NAMES.iter().find(|known| **known == name);
        known.map(|known| Feature(Cow::Borrowed(known)))
    }

    fn made(name: String) -> Feature {
        Feature(Cow::Owned(name))
    }

    /// How a reading stands to its cue, and in which part of the document.
    pub(crate) fn placed(relation: Name, part: Name) -> Feature {
        Feature::made(format!("{}, {}", relation.0, part.0))
    }

    /// Which cue led to it.
    pub(crate) fn cue(phrase: &str) -> Feature {
        Feature::made(format!("cue {phrase}"))
    }

    /// Which cue led to it, and how it stands to that.
    pub(crate) fn cue_placed(phrase: &str, relation: Name) -> Feature {
        Feature::made(format!("cue {phrase}, {}", relation.0))
    }

    /// Which telling word stands right before the value.
    pub(crate) fn after_word(word: &str) -> Feature {
        Feature::made(format!("after \"{word}\""))
    }

    /// Which telling word stands right after the value.
    pub(crate) fn before_word(word: &str) -> Feature {
        Feature::made(format!("before \"{word}\""))
    }

    /// What a length of time is counted in.
    pub(crate) fn counted_in(unit: DurationUnit) -> Feature {
        Feature::made(format!("in {unit:?}s").to_lowercase())
    }
}

impl AsRef<str> for Feature {
    fn as_ref(&self) -> &str {
        self.name()
    }
}

impl From<Name> for Feature {
    fn from(name: Name) -> Feature {
        Feature(Cow::Borrowed(name.0))
    }
}

impl PartialEq<Name> for Feature {
    fn eq(&self, name: &Name) -> bool {
        self.0 == name.0
    }
}

/// Every plain name.
const NAMES: &[&str] = &[
    "a bare kind of instrument",
    "a common kind",
    "a date of the opening",
    "a few words",
    "about something else",
    "after a bracket",
    "after a comma",
    "after a semicolon",
    "after a verb of governing",
    "after a word for taking effect",
    "after and",
    "after and, called or described",
    "after its label",
    "after notice",
    "against a strong one",
    "against the day this instrument is made",
    "alone on its line",
    "an end",
    "another promise",
    "asks for a renewal",
    "at any time",
    "at least",
    "at most",
    "at the very start",
    "away from the opening",
    "backed by a strong one",
    "before a court",
    "before a verb of governing",
    "before an end",
    "before its parties",
    "before the cue",
    "begins a stated term",
    "called something before the next name",
    "counted from a date",
    "dated",
    "defined by the cue",
    "described",
    "effective",
    "effective, not made",
    "ends a stated term",
    "entered into on it",
    "far from the cue",
    "far from the start",
    "first after between",
    "first title on the cover",
    "heads a letter",
    "how long it lasts",
    "in a block of signatures",
    "in an exception",
    "in attachment",
    "in body",
    "in capitals",
    "in cover",
    "in one of several cases",
    "in opening",
    "in signature",
    "in the first paragraphs",
    "in the past",
    "in the signatures",
    "its label is the cue",
    "its verb: dated",
    "its verb: effective",
    "its verb: made",
    "labelled as a party",
    "labelled in a block of signatures",
    "last title on the cover",
    "lasts from a date",
    "later after between",
    "later title on the cover",
    "led by the cue",
    "length of a renewal",
    "length of an automatic renewal",
    "length of renewed periods",
    "made on it, before its parties",
    "made on it, named the effective date",
    "many rivals",
    "many words",
    "named by the cue behind it",
    "named in the opening only",
    "named the day of signing",
    "named the effective date",
    "near the cue",
    "near the start",
    "no cue",
    "no date of the opening",
    "no opening",
    "no title on the cover",
    "no value of the field's type",
    "not in the signatures",
    "not the opening's name",
    "notice against a renewal before an end",
    "notice before an end, after a renewal",
    "notice beside a renewal, nothing else",
    "of another instrument",
    "of notice",
    "of this instrument",
    "on the cover",
    "on the line below",
    "one of a few names",
    "one of many names",
    "one of two names",
    "one rival",
    "one word",
    "opening names no title",
    "outlives the instrument",
    "over a signature",
    "put there by a filing",
    "refused before an end, nothing else",
    "renewal in its sentence",
    "renewal in the sentence before",
    "repeated in the opening",
    "right after between",
    "right before the opening",
    "said again",
    "second after between",
    "second title on the cover",
    "secrecy from a date",
    "several readings",
    "signed on it",
    "stops an automatic renewal",
    "telling, in the signatures",
    "the cue in its label",
    "the day this instrument is made",
    "the first",
    "the first strong one",
    "the first that makes this instrument",
    "the instrument is made on it",
    "the law of a home or a subject",
    "the only name",
    "the term is",
    "the term, from a date, nothing else",
    "this instrument ends by itself",
    "this instrument is signed on it",
    "this instrument lasts from a date",
    "this instrument lasts, nothing else",
    "this instrument, dated",
    "this instrument, effective",
    "this instrument, made",
    "under a title",
    "under another heading",
    "under its heading",
    "under its parties",
    "with a form, called or described",
    "with a legal form",
    "with digits",
    "with its role",
    "with the role of a party",
    "without a rival",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::{Model, lexicon, typed};

    const UNITS: [DurationUnit; 7] = [
        DurationUnit::Hour,
        DurationUnit::Day,
        DurationUnit::BusinessDay,
        DurationUnit::Week,
        DurationUnit::Month,
        DurationUnit::Quarter,
        DurationUnit::Year,
    ];

    /// Whether a name is one that some sign can have.
    fn can_be(name: &str) -> bool {
        let quoted = |lead: &str, words: &[&str]| {
            let word = name
                .strip_prefix(lead)
                .and_then(|rest| rest.strip_suffix('"'));
            word.is_some_and(|word| words.contains(&word))
        };
        let unit = |unit: &DurationUnit| Feature::counted_in(*unit).name() == name;
        let placed = |cue: &str| match cue.rsplit_once(", ") {
            Some((_, part)) => is_known(part) || !is_known(cue),
            None => true,
        };
        let stem = name
            .strip_prefix("word ")
            .and_then(|rest| rest.rsplit_once(' '));
        is_known(name)
            || name
                .rsplit_once(", ")
                .is_some_and(|(relation, part)| is_known(relation) && is_known(part))
            || name.strip_prefix("cue ").is_some_and(placed)
            || quoted("after \"", typed::BEFORE)
            || quoted("before \"", typed::AFTER)
            || UNITS.iter().any(unit)
            || stem.is_some_and(|(stem, beside)| {
                lexicon::STEMS.contains(&stem) && ["before", "after", "around"].contains(&beside)
            })
    }

    #[test]
    fn every_weight_is_of_a_sign_there_can_be() {
        for (group, learnt) in Model::learnt().groups {
            let unknown = learnt.weights.keys().find(|name| !can_be(name));
            assert_eq!(unknown, None, "{group}");
        }
        assert!(!can_be("afer its label") && !can_be("word pay beside"));
    }

    #[test]
    fn the_names_are_sorted_and_each_stands_once() {
        assert!(NAMES.is_sorted_by(|one, other| one < other));
    }
}
