//! Labels that reach over a gutter: "Amount excl. VAT" above two columns of figures.
//!
//! What stands no further apart than words of a sentence, where other rows have a gutter, is one
//! cell of several columns.

use std::collections::BTreeMap;

use super::lines::{Line, median};
use super::table::{BLANK_EM, FoundCell, GUTTER_EM};
use super::words::Word;

/// The rows with cells joined that are one.
pub(crate) fn joined(words: &[Word], rows: Vec<Vec<FoundCell>>) -> Vec<Vec<FoundCell>> {
    let mut gaps: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for row in &rows {
        for (left, right) in row.iter().zip(row.iter().skip(1)) {
            if let Some(gap) = gap(words, left, right) {
                gaps.entry(left.column).or_default().push(gap);
            }
        }
    }
    let parted: BTreeMap<usize, bool> = gaps
        .into_iter()
        .map(|(column, gaps)| (column, median(gaps).is_some_and(|gap| gap >= GUTTER_EM)))
        .collect();
    let is_parted = |column: usize| parted.get(&column) == Some(&true);
    rows.into_iter()
        .map(|row| in_row(words, row, is_parted))
        .collect()
}

fn in_row(
    words: &[Word],
    row: Vec<FoundCell>,
    is_parted: impl Fn(usize) -> bool,
) -> Vec<FoundCell> {
    let mut done: Vec<FoundCell> = Vec::new();
    for cell in row {
        let one = done.last().is_some_and(|left| {
            let last = left.column.saturating_add(left.columns).saturating_sub(1);
            let near = gap(words, left, &cell).is_some_and(|gap| gap <= BLANK_EM);
            near && is_parted(last) && is_wording(words, left) && is_wording(words, &cell)
        });
        match done.last_mut().filter(|_| one) {
            Some(left) => take(left, cell),
            None => done.push(cell),
        }
    }
    done
}

/// How far two cells of one line in columns beside each other stand apart, in ems.
fn gap(words: &[Word], left: &FoundCell, right: &FoundCell) -> Option<f64> {
    let ([before], [after]) = (left.lines.as_slice(), right.lines.as_slice()) else {
        return None;
    };
    let word = |index: Option<&usize>| index.and_then(|index| words.get(*index));
    let (before, after) = (word(before.words.last())?, word(after.words.first())?);
    let next = left.column.saturating_add(left.columns) == right.column;
    let em = before.em.max(after.em);
    let level = (before.base - after.base).abs() <= 0.2 * em;
    (next && level && em > 0.0).then(|| (after.left - before.right) / em)
}

/// Whether a cell has letters and no figures.
fn is_wording(words: &[Word], cell: &FoundCell) -> bool {
    let own = || {
        let lines = cell.lines.iter().flat_map(|line: &Line| &line.words);
        lines.filter_map(|index| words.get(*index))
    };
    own().any(|word| word.letters) && !own().any(|word| word.digits)
}

fn take(left: &mut FoundCell, right: FoundCell) {
    left.columns = right
        .column
        .saturating_add(right.columns)
        .saturating_sub(left.column);
    let more = right.lines.into_iter();
    for (line, more) in left.lines.iter_mut().zip(more) {
        line.words.extend(more.words);
        line.right = line.right.max(more.right);
    }
}
