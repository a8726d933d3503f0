//! "Tax 15% on $112.90": the amount that a rate is taken of.

use std::ops::Range;

use groundstop_language::{LANGUAGES, has};

/// How far before an amount its rate stands, in bytes.
const BEFORE_MAX_BYTES: usize = 80;
/// How many words may stand between the rate and the amount: "15% on the net amount of".
const BETWEEN_MAX_WORDS: usize = 5;

/// The bytes from the word after a rate to the amount it is taken of, where an amount is one.
#[must_use]
pub fn base_of_rate(text: &str, amount: &Range<usize>) -> Option<Range<usize>> {
    let from = text.floor_char_boundary(amount.start.saturating_sub(BEFORE_MAX_BYTES));
    let head = text.get(from..amount.start)?;
    let line = head
        .rfind(['\n', '\t'])
        .map_or(0, |at| at.saturating_add(1));
    let head = head.get(line..)?;
    let rate = ["%", "percent", "per cent", "Prozent", "procent"];
    let end = rate
        .iter()
        .filter_map(|sign| Some(head.rfind(sign)?.saturating_add(sign.len())))
        .max()?;
    let between = head.get(end..)?;
    let mut words = between.split(|c: char| !c.is_alphanumeric());
    let first = words.find(|word| !word.is_empty())?.to_lowercase();
    let listed = LANGUAGES
        .iter()
        .any(|language| has(language.words.rate_of, &first));
    let few = between.split_whitespace().count() <= BETWEEN_MAX_WORDS;
    let figures = between.chars().any(|c| c.is_ascii_digit());
    let start = from.saturating_add(line).saturating_add(end);
    let gap = between.len().saturating_sub(
        between
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .len(),
    );
    (listed && few && !figures).then(|| start.saturating_add(gap)..amount.end)
}
