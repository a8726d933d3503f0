//! Gaps between the words of lines below each other: those of columns, and blanks that line up.

use super::lines::Line;
use super::table::BLANK_EM;
use super::words::Word;

/// Gaps behind lines of text differ at least so much, in ems.
const RAGGED_EM: f64 = 1.0;
/// A gutter is wider than a blank on at least one in so many lines.
const WIDER_ONE_IN: usize = 10;

/// Whether gaps at a place differ from line to line, as those behind lines of text do.
pub(crate) fn is_ragged(words: &[Word], whole: &[&Line], at: f64, em: f64) -> bool {
    let gaps = gaps(words, whole, at);
    let widest = gaps.iter().copied().fold(f64::MIN, f64::max);
    let narrowest = gaps.iter().copied().fold(f64::MAX, f64::min);
    widest - narrowest >= RAGGED_EM * em
}

/// Whether some lines have more than a blank at a place: lines of the same words have their
/// blanks below each other, too, and the head of such a column has a gap there.
pub(crate) fn is_more_than_blanks(words: &[Word], whole: &[&Line], at: f64, em: f64) -> bool {
    let gaps = gaps(words, whole, at);
    let wide = gaps.iter().filter(|gap| **gap > BLANK_EM * em).count();
    wide > 0 && wide.saturating_mul(WIDER_ONE_IN) >= gaps.len()
}

/// How far the words before a place and behind it stand apart, on the lines that have both.
fn gaps(words: &[Word], whole: &[&Line], at: f64) -> Vec<f64> {
    let gap = |line: &&Line| {
        let known = || line.words.iter().filter_map(|index| words.get(*index));
        let before = known().rfind(|word| word.right <= at)?;
        let after = known().find(|word| word.left >= at)?;
        Some(after.left - before.right)
    };
    whole.iter().filter_map(gap).collect()
}
