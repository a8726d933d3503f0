//! What tells cells of a table, labels and notes in the margin from running text.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Line, median};
use super::words::Word;

/// The longest label or figure, in glyphs.
const NARROW_GLYPHS: usize = 12;
/// How far the edges of a cell's lines may differ, in ems.
const EDGE_EM: f64 = 0.6;
/// A note is at most this part as wide as the text it stands beside...
const NOTE_WIDTH: f64 = 0.35;
/// ... and its letters at most this part as high.
const NOTE_EM: f64 = 0.9;

/// Whether a column holds labels or figures: one short word a line.
pub(crate) fn is_narrow(words: &[Word], cell: &[Line]) -> bool {
    cell.iter().all(|line| match line.words.as_slice() {
        [only] => words
            .get(*only)
            .is_some_and(|word| word.glyphs.len() <= NARROW_GLYPHS),
        _ => false,
    })
}

/// Whether parts that stand side by side are cells of one row.
///
/// Cells share a line with a neighbour; the last line of a paragraph that ends
/// before the next one's indent does not. From the second on their lines have a
/// common edge, where gaps left open in running text have none; the first may
/// hang from its label. Labels with a colon stand on rows of
/// their own.
pub(crate) fn are_cells(words: &[Word], parts: &[Vec<usize>], whole: &[Line]) -> bool {
    let mut part_of: BTreeMap<usize, usize> = BTreeMap::new();
    for (part, members) in parts.iter().enumerate() {
        part_of.extend(members.iter().map(|index| (*index, part)));
    }
    let mut shares = vec![false; parts.len()];
    for line in whole {
        let mut on_line: Vec<usize> = line
            .words
            .iter()
            .filter_map(|index| part_of.get(index).copied())
            .collect();
        on_line.dedup();
        if on_line.len() > 1 {
            for part in on_line {
                if let Some(mark) = shares.get_mut(part) {
                    *mark = true;
                }
            }
        }
    }
    let cells: Vec<Vec<Line>> = parts
        .iter()
        .map(|part| super::lines::lines(words, part))
        .collect();
    let labels = |cell: &Vec<Line>| cell.len() > 1 && cell.iter().all(|line| is_label(words, line));
    shares.iter().all(|shares| *shares)
        && cells.iter().skip(1).all(|cell| is_aligned(cell))
        && !cells.iter().any(labels)
}

fn is_label(words: &[Word], line: &Line) -> bool {
    let last = line.words.last().and_then(|index| words.get(*index));
    last.is_some_and(|word| word.colon)
}

/// Whether most lines have their left edge, their right edge or their middle in common.
fn is_aligned(cell: &[Line]) -> bool {
    let em = median(cell.iter().map(|line| line.em).collect()).unwrap_or(1.0);
    let common = |edge: fn(&Line) -> f64| {
        let middle = median(cell.iter().map(edge).collect()).unwrap_or(0.0);
        let near = cell
            .iter()
            .filter(|line| (edge(line) - middle).abs() <= EDGE_EM * em)
            .count();
        near.saturating_mul(100) >= cell.len().saturating_mul(60)
    };
    common(|line| line.left)
        || common(|line| line.right)
        || common(|line| (line.left + line.right) / 2.0)
}

/// Whether rows one under the other are those of a table: a few lines each, and
/// the columns begin each row together. Columns of running text go on past such
/// gaps, or have one after every line.
pub(crate) fn is_table(words: &[Word], rows: &[Vec<usize>], columns: &[Vec<usize>]) -> bool {
    const LINES_MAX: usize = 6;
    let mut lines_count = 0usize;
    let mut begun_together = 0usize;
    for row in rows {
        let of_row: BTreeSet<usize> = row.iter().copied().collect();
        lines_count = lines_count.saturating_add(super::lines::lines(words, row).len());
        let tops: Vec<(f64, f64)> = columns
            .iter()
            .filter_map(|column| {
                let own: Vec<usize> = column
                    .iter()
                    .copied()
                    .filter(|index| of_row.contains(index))
                    .collect();
                let lines = super::lines::lines(words, &own);
                lines.first().map(|line| (line.base, line.em))
            })
            .collect();
        let together = tops.len() == columns.len()
            && tops
                .iter()
                .zip(tops.iter().skip(1))
                .all(|((one, em), (other, _))| (one - other).abs() <= 0.3 * em);
        begun_together = begun_together.saturating_add(usize::from(together));
    }
    rows.len() > 1
        && lines_count.saturating_mul(10) > rows.len().saturating_mul(13)
        && lines_count <= rows.len().saturating_mul(LINES_MAX)
        && begun_together.saturating_mul(10) >= rows.len().saturating_mul(7)
}

/// Whether a column holds notes in the margin of running text.
pub(crate) fn is_note(words: &[Word], column: &[Line], body: &[Line]) -> bool {
    let width = |lines: &[Line]| {
        let left = lines.iter().map(|line| line.left).fold(f64::MAX, f64::min);
        let right = lines.iter().map(|line| line.right).fold(f64::MIN, f64::max);
        right - left
    };
    let em = |lines: &[Line]| median(lines.iter().map(|line| line.em).collect()).unwrap_or(0.0);
    let inside = || column.iter().flat_map(|line| &line.words);
    let all = inside().count();
    let lettered = inside()
        .filter_map(|index| words.get(*index))
        .filter(|word| word.letters)
        .count();
    width(column) <= NOTE_WIDTH * width(body)
        && em(column) <= NOTE_EM * em(body)
        && column.len() < body.len()
        && lettered.saturating_mul(2) >= all
}
