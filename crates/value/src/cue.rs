//! Phrases that introduce a field, found whatever their inflection.
//!
//! "renew for" is also found in "renewed automatically for": the words of a cue
//! stand in their order, up to three other words between two of them, and each
//! may carry another ending. A full stop, a semicolon or a blank line between
//! two words parts them.

use std::ops::Range;

/// How many other words may stand between two words of a cue.
const GAP_MAX_WORDS: usize = 3;

/// A base shorter than this keeps its spelling: "as", "term", "date".
const INFLECTED_MIN_CHARS: usize = 5;

/// The endings a longer word may have in place of its own.
const ENDINGS: &[&str] = &[
    "", "e", "s", "es", "ed", "d", "ing", "al", "als", "ion", "ions", "ation", "ement", "y",
];

/// A phrase that introduces a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cue {
    phrase: String,
    words: Vec<CueWord>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct CueWord {
    whole: String,
    base: String,
    /// Whether the cue itself has a full stop right after it, as in "Ms. Tran": there it parts nothing.
    shortened: bool,
}

impl CueWord {
    fn new(word: &str, shortened: bool) -> CueWord {
        let whole = word.to_lowercase();
        let base = base_of(&whole).to_owned();
        CueWord {
            whole,
            base,
            shortened,
        }
    }

    fn is(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        lower == self.whole
            || self.base.len() >= INFLECTED_MIN_CHARS
                && lower
                    .strip_prefix(self.base.as_str())
                    .is_some_and(|ending| ENDINGS.contains(&ending))
    }
}

/// A word without its ending, where enough of it is left.
fn base_of(word: &str) -> &str {
    ["ing", "ed", "es", "e", "s"]
        .into_iter()
        .filter_map(|ending| word.strip_suffix(ending))
        .find(|base| base.chars().count() >= INFLECTED_MIN_CHARS)
        .unwrap_or(word)
}

impl Cue {
    /// A cue, if the phrase has any word at all.
    #[must_use]
    pub fn new(phrase: &str) -> Option<Cue> {
        let words: Vec<CueWord> = words_from(phrase, 0)
            .map(|word| {
                let after = phrase.get(word.end..).unwrap_or_default();
                CueWord::new(
                    phrase.get(word).unwrap_or_default(),
                    after.starts_with(". "),
                )
            })
            .collect();
        (!words.is_empty()).then(|| Cue {
            phrase: phrase.to_owned(),
            words,
        })
    }

    /// The phrase as it was written.
    #[must_use]
    pub fn phrase(&self) -> &str {
        &self.phrase
    }

    /// How every match begins, in lower case.
    #[must_use]
    pub fn beginning(&self) -> &str {
        self.words.first().map_or("", |word| word.base.as_str())
    }

    /// How the last word of every match begins, in lower case.
    #[must_use]
    pub fn ending(&self) -> &str {
        self.words.last().map_or("", |word| word.base.as_str())
    }

    /// How many words a match has at most, those between the cue's own included.
    #[must_use]
    pub fn reach_words(&self) -> usize {
        let gaps = self.words.len().saturating_sub(1);
        gaps.saturating_mul(GAP_MAX_WORDS.saturating_add(1))
            .saturating_add(1)
    }

    /// The words of a text from a byte on, in lower case.
    pub fn words_at(text: &str, start: usize) -> impl Iterator<Item = String> {
        words_from(text, start).map(|word| text.get(word).unwrap_or_default().to_lowercase())
    }

    /// The place of the cue, if it begins with the word at this byte.
    #[must_use]
    pub fn at(&self, text: &str, start: usize) -> Option<Range<usize>> {
        if text.get(..start)?.chars().next_back().is_some_and(is_word) {
            return None;
        }
        let mut found = words_from(text, start);
        let mut cue_words = self.words.iter();
        let first = found.next()?;
        let lead = cue_words.next()?;
        if first.start != start || !lead.is(text.get(first.clone())?) {
            return None;
        }
        let mut shortened = lead.shortened;
        let mut end = first.end;
        for wanted in cue_words {
            let mut skipped = 0usize;
            loop {
                let word = found.next()?;
                let between = text.get(end..word.start)?;
                // "N.º": the sign after the point belongs to the word before it.
                let sign = text.get(word.start..).unwrap_or_default();
                let between = match shortened || sign.starts_with(['º', 'ª']) {
                    true => between.strip_prefix('.').unwrap_or(between),
                    false => between,
                };
                if parts(between) {
                    return None;
                }
                end = word.end;
                shortened = false;
                if wanted.is(text.get(word)?) {
                    shortened = wanted.shortened;
                    break;
                }
                skipped = skipped.saturating_add(1);
                if skipped > GAP_MAX_WORDS {
                    return None;
                }
            }
        }
        Some(start..end)
    }

    /// The first place of the cue in a text.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        words_from(text, 0).find_map(|word| self.at(text, word.start))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric()
}

/// Whether what stands between two words keeps them apart.
fn parts(between: &str) -> bool {
    between.contains([';', '.'])
        || between
            .split_once('\n')
            .is_some_and(|(_, rest)| rest.contains('\n'))
}

/// The words of a text from a byte on.
fn words_from(text: &str, start: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = start;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let from = at.saturating_add(rest.find(is_word)?);
        let word = text.get(from..)?;
        let len = word
            .find(|c: char| !is_word(c) && c != '\'' && c != '’')
            .unwrap_or(word.len());
        at = from.saturating_add(len);
        Some(from..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(phrase: &str, text: &str) -> Option<String> {
        let cue = Cue::new(phrase)?;
        cue.find(text).map(|place| text[place].to_owned())
    }

    #[test]
    fn a_cue_is_found_in_another_inflection() {
        let said = |phrase, text| found(phrase, text).is_some();
        assert!(said("renew", "It shall be renewed."));
        assert!(said("renew", "Each Renewal Term"));
        assert!(said("terminate on", "terminating on"));
        assert!(said("expire", "upon expiration"));
        assert!(said("commence", "the commencement of"));
        assert!(!said("govern", "the government"));
        assert!(!said("date", "updated"));
        assert!(!said("term", "terms"));
    }

    #[test]
    fn a_few_words_may_stand_between_but_no_end_of_a_sentence() {
        assert_eq!(
            found("made as of", "is made and entered into as of May 1").as_deref(),
            Some("made and entered into as of")
        );
        assert_eq!(found("renew for", "renew. It is for"), None);
        assert_eq!(found("renew for", "renew one two three four for"), None);
        // A shortened word keeps its full stop.
        let bonus = "The bonus of Ms. Tran is $500.";
        assert_eq!(
            found("bonus of Ms. Tran", bonus).as_deref(),
            Some("bonus of Ms. Tran")
        );
        assert_eq!(found("bonus of Ms Tran", bonus), None);
    }

    #[test]
    fn a_phrase_without_words_is_no_cue() {
        assert_eq!(Cue::new(" -- "), None);
    }
}
