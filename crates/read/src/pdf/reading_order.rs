//! Reading order: an XY-cut over the boxes of words.
//!
//! A block is cut at its white stripes. Across first, because a table is read
//! row by row; downwards first only where columns of running text stand side by
//! side, which is told by their full lines. What has no stripe left is read
//! line by line.

use super::cells::{are_cells, is_narrow, is_note, is_table};
use super::lines::{Line, is_prose, lines, median};
use super::words::Word;

/// A stripe across at least this high parts two rows, in ems.
const ROW_GAP_EM: f64 = 0.3;
/// A stripe downwards at least this wide parts two columns, in ems.
const COLUMN_GAP_EM: f64 = 0.8;
/// A stripe must be this many times wider than the spaces of its lines...
const COLUMN_GAP_SPACES: f64 = 1.7;
/// ... but no space asks for a wider one than this, in ems.
const COLUMN_GAP_EM_MAX: f64 = 2.0;
/// Stripes at least this part of the widest are cut with it.
const WIDEST: f64 = 0.9;
/// Some lines of a block are columns where the stripe is this wide, in ems.
const PART_GAP_EM: f64 = 1.5;
/// Blocks inside blocks, at most; deeper ones are read line by line.
const DEPTH_MAX: usize = 32;
/// Rows that are looked at together in search of columns, at most.
const ROWS_MAX: usize = 400;
/// Words that are looked at together in search of columns, at most.
const WORDS_MAX: usize = 20_000;

/// The lines of a page in the order they are read.
pub(crate) fn order(words: &[Word], right_to_left: bool) -> Vec<Line> {
    let mut cutter = Cutter {
        words,
        right_to_left,
        done: Vec::new(),
    };
    cutter.block((0..words.len()).collect(), 0);
    cutter.done
}

struct Cutter<'w> {
    words: &'w [Word],
    right_to_left: bool,
    done: Vec<Line>,
}

impl Cutter<'_> {
    fn block(&mut self, chosen: Vec<usize>, depth: usize) {
        if chosen.is_empty() {
            return;
        }
        let em = self.em(&chosen);
        let rows = self.rows(&chosen, em);
        if depth >= DEPTH_MAX {
            self.done.extend(lines(self.words, &chosen));
        } else if rows.len() == 1 {
            self.row(chosen, em, depth);
        } else {
            self.stack(rows, em, depth);
        }
    }

    /// Rows one under the other, some of which may be columns cut through.
    fn stack(&mut self, rows: Vec<Vec<usize>>, em: f64, depth: usize) {
        let mut waiting = rows.into_iter().peekable();
        let mut looked_at = 0usize;
        while let Some(row) = waiting.next() {
            looked_at = looked_at.saturating_add(1);
            let mut extents = Extents::of(self.words, &row);
            if !extents.part(COLUMN_GAP_EM * em) {
                self.block(row, depth.saturating_add(1));
                continue;
            }
            let mut space = self.space(&row);
            let mut taken: Vec<Vec<usize>> = vec![row];
            if looked_at <= ROWS_MAX && extents.part(column_gap(space, em)) {
                while let Some(next) = waiting.peek() {
                    extents = extents.with(&Extents::of(self.words, next));
                    let too_much = taken.len() >= ROWS_MAX || extents.len() > WORDS_MAX;
                    if too_much || !extents.part(COLUMN_GAP_EM * em) {
                        break;
                    }
                    // Rows share no line, so that each has spaces of its own.
                    space = space.max(self.space(next));
                    if !extents.part(column_gap(space, em)) {
                        break;
                    }
                    taken.extend(waiting.next());
                }
            }
            let together: Vec<usize> = taken.iter().flatten().copied().collect();
            if let Some(columns) = self.running(&taken, &together, em) {
                for column in columns {
                    self.block(column, depth.saturating_add(1));
                }
                continue;
            }
            for row in taken {
                self.block(row, depth.saturating_add(1));
            }
        }
    }

    /// Columns of running text, in the order they are read; notes in the margin come last.
    fn running(&self, rows: &[Vec<usize>], chosen: &[usize], em: f64) -> Option<Vec<Vec<usize>>> {
        let columns = self.columns(chosen, em);
        if columns.len() < 2 || is_table(self.words, rows, &columns) {
            return None;
        }
        let as_lines = |column: &Vec<usize>| lines(self.words, column);
        let (text, rest): (Vec<_>, Vec<_>) = columns
            .into_iter()
            .partition(|column| is_prose(&as_lines(column)));
        let notes = match text.as_slice() {
            [body] => {
                let body = as_lines(body);
                rest.iter()
                    .all(|column| is_note(self.words, &as_lines(column), &body))
            }
            _ => rest.is_empty(),
        };
        notes.then(|| text.into_iter().chain(rest).collect())
    }

    /// A row without a stripe across: cells side by side, or lines.
    fn row(&mut self, chosen: Vec<usize>, em: f64, depth: usize) {
        let whole = lines(self.words, &chosen);
        let columns = self.columns(&chosen, em);
        if whole.len() < 2 {
            self.done.extend(whole);
            return;
        }
        if columns.len() < 2 {
            self.parts(whole, em, depth);
            return;
        }
        let cells: Vec<Vec<Line>> = columns
            .iter()
            .map(|column| lines(self.words, column))
            .collect();
        let narrow = |cell: &&Vec<Line>| cell.len() > 1 && is_narrow(self.words, cell);
        match cells.first() {
            // Several labels: each begins a row of its own.
            Some(first) if first.len() > 1 && is_narrow(self.words, first) => {
                let starts: Vec<f64> = first
                    .iter()
                    .map(|line| line.base + 0.82 * line.em)
                    .collect();
                self.labelled(&chosen, &starts, depth);
            }
            _ if cells.iter().any(|cell| narrow(&cell)) => self.done.extend(whole),
            _ => {
                let parts = self.at_widest(&chosen, em, columns);
                if !are_cells(self.words, &parts, &whole) {
                    self.done.extend(whole);
                    return;
                }
                for part in parts {
                    self.block(part, depth.saturating_add(1));
                }
            }
        }
    }

    /// Cuts at the widest stripes only: narrower ones are looked at again in the
    /// parts, where they may turn out to be the spaces of a line set flush.
    fn at_widest(&self, chosen: &[usize], em: f64, columns: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let mut extents: Vec<(f64, f64)> = columns
            .iter()
            .map(|column| {
                let words = || column.iter().filter_map(|index| self.words.get(*index));
                let left = words().map(|word| word.left).fold(f64::MAX, f64::min);
                let right = words().map(|word| word.right).fold(f64::MIN, f64::max);
                (left, right)
            })
            .collect();
        extents.sort_by(|a, b| a.0.total_cmp(&b.0));
        let stripes = extents.iter().zip(extents.iter().skip(1));
        let widest = stripes
            .map(|((_, right), (left, _))| left - right)
            .fold(0.0, f64::max);
        let parts = self.blocks_across(chosen, (widest * WIDEST).max(COLUMN_GAP_EM * em));
        if parts.len() > 1 { parts } else { columns }
    }

    /// Lines without a common stripe; some that follow each other may share one.
    fn parts(&mut self, whole: Vec<Line>, em: f64, depth: usize) {
        let mut waiting = whole.into_iter().peekable();
        while let Some(line) = waiting.next() {
            let mut extents = Extents::of(self.words, &line.words);
            let mut together = line.words.clone();
            let mut taken = 0usize;
            while let Some(next) = waiting.peek() {
                extents = extents.with(&Extents::of(self.words, &next.words));
                if taken > ROWS_MAX || !extents.part(PART_GAP_EM * em) {
                    break;
                }
                together.extend_from_slice(&next.words);
                taken = taken.saturating_add(1);
                waiting.next();
            }
            if taken == 0 {
                self.done.push(line);
            } else {
                self.block(together, depth.saturating_add(1));
            }
        }
    }

    /// Cuts where labels begin.
    fn labelled(&mut self, chosen: &[usize], starts: &[f64], depth: usize) {
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); starts.len().saturating_add(1)];
        for index in chosen {
            let Some(word) = self.words.get(*index) else {
                continue;
            };
            let middle = word.base + 0.3 * word.em;
            let row = starts.iter().take_while(|start| middle <= **start).count();
            if let Some(row) = rows.get_mut(row) {
                row.push(*index);
            }
        }
        let several = rows.iter().filter(|row| !row.is_empty()).count() > 1;
        for row in rows {
            if several {
                self.block(row, depth.saturating_add(1));
            } else {
                self.done.extend(lines(self.words, &row));
            }
        }
    }

    fn em(&self, chosen: &[usize]) -> f64 {
        let ems = chosen.iter().filter_map(|index| self.words.get(*index));
        median(ems.map(|word| word.em).collect()).unwrap_or(1.0)
    }

    /// The blocks between stripes across, from top to bottom.
    fn rows(&self, chosen: &[usize], em: f64) -> Vec<Vec<usize>> {
        self.blocks(chosen, ROW_GAP_EM * em, |word| (-word.top, -word.bottom))
    }

    /// The blocks between stripes downwards, in the order they are read.
    fn columns(&self, chosen: &[usize], em: f64) -> Vec<Vec<usize>> {
        let narrowest = self.blocks_across(chosen, COLUMN_GAP_EM * em);
        if narrowest.len() < 2 {
            return narrowest;
        }
        self.blocks_across(chosen, column_gap(self.space(chosen), em))
    }

    fn blocks_across(&self, chosen: &[usize], gap: f64) -> Vec<Vec<usize>> {
        let mut columns = self.blocks(chosen, gap, |word| (word.left, word.right));
        if self.right_to_left {
            columns.reverse();
        }
        columns
    }

    /// The widest space that is usual on a line: text set flush on both sides has wide ones.
    fn space(&self, chosen: &[usize]) -> f64 {
        let of_line = |line: Line| {
            let words = || line.words.iter().filter_map(|index| self.words.get(*index));
            let gaps = words().zip(words().skip(1));
            let mut gaps: Vec<f64> = gaps.map(|(left, right)| right.left - left.right).collect();
            gaps.sort_by(f64::total_cmp);
            (gaps.len() > 1).then(|| gaps.get(gaps.len() / 4).copied())?
        };
        let lines = lines(self.words, chosen).into_iter();
        lines.filter_map(of_line).fold(0.0, f64::max)
    }

    fn blocks(
        &self,
        chosen: &[usize],
        gap: f64,
        extent: impl Fn(&Word) -> (f64, f64),
    ) -> Vec<Vec<usize>> {
        let mut sorted: Vec<(f64, f64, usize)> = chosen
            .iter()
            .filter_map(|index| {
                let (start, end) = extent(self.words.get(*index)?);
                Some((start, end, *index))
            })
            .collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let mut blocks: Vec<Vec<usize>> = Vec::new();
        let mut reached = f64::NEG_INFINITY;
        for (start, end, index) in sorted {
            match blocks.last_mut() {
                Some(block) if start < reached + gap => block.push(index),
                _ => blocks.push(vec![index]),
            }
            reached = reached.max(end);
        }
        blocks
    }
}

/// How wide a stripe parts columns whose lines have spaces of some width.
fn column_gap(space: f64, em: f64) -> f64 {
    (space * COLUMN_GAP_SPACES).clamp(COLUMN_GAP_EM * em, COLUMN_GAP_EM_MAX * em)
}

/// Where words begin and end across the page, by where they begin: kept for rows
/// taken together, so that one row more costs little to look at.
struct Extents(Vec<(f64, f64)>);

impl Extents {
    fn of(words: &[Word], chosen: &[usize]) -> Extents {
        let chosen = chosen.iter().filter_map(|index| words.get(*index));
        let mut extents: Vec<(f64, f64)> = chosen.map(|word| (word.left, word.right)).collect();
        extents.sort_by(|a, b| a.0.total_cmp(&b.0));
        Extents(extents)
    }

    fn with(&self, more: &Extents) -> Extents {
        let mut both = Vec::with_capacity(self.len().saturating_add(more.len()));
        let mut ours = self.0.iter().peekable();
        for next in &more.0 {
            while let Some(first) = ours.next_if(|first| first.0 <= next.0) {
                both.push(*first);
            }
            both.push(*next);
        }
        both.extend(ours);
        Extents(both)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether a stripe at least this wide runs down between the words.
    fn part(&self, gap: f64) -> bool {
        let mut reached: Option<f64> = None;
        self.0.iter().any(|(start, end)| {
            let parted = reached.is_some_and(|reached| *start >= reached + gap);
            reached = Some(reached.map_or(*end, |reached| reached.max(*end)));
            parted
        })
    }
}
