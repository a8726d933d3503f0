//! Reading order: an XY-cut over the boxes of words.
//!
//! A block is cut at its white stripes. Across first, because a table is read
//! row by row; downwards first only where columns of running text stand side by
//! side, which is told by their full lines. What has no stripe left is read
//! line by line.

use std::collections::VecDeque;

use super::cells::{are_cells, is_narrow, is_note, is_table};
use super::grid::Rulings;
use super::lines::{Line, is_prose, lines, median};
use super::ruled::{self, Ruled};
use super::table::{self, Band, FoundTable};
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
/// A table without rulings has figures on at least so many rows.
const FIGURE_ROWS_MIN: usize = 3;
/// Blocks inside blocks, at most; deeper ones are read line by line.
const DEPTH_MAX: usize = 32;
/// Rows that are looked at together in search of columns, at most.
const ROWS_MAX: usize = 400;
/// Words that are looked at together in search of columns, at most.
const WORDS_MAX: usize = 20_000;

/// What stands on a page, one after the other.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Line(Line),
    Table(FoundTable),
}

/// The lines and tables of a page in the order they are read.
pub(crate) fn order(words: &[Word], right_to_left: bool, rulings: &Rulings) -> Vec<Item> {
    let tables = match right_to_left {
        true => Vec::new(),
        false => ruled::tables(words, rulings),
    };
    let mut free = vec![true; words.len()];
    let mut all = words.to_vec();
    for table in &tables {
        for index in &table.members {
            if let Some(mark) = free.get_mut(*index) {
                *mark = false;
            }
        }
        all.push(stand_in(words, table));
    }
    let first_table = words.len();
    let chosen = (0..all.len())
        .filter(|index| free.get(*index) != Some(&false))
        .collect();
    let mut cutter = Cutter {
        words: &all,
        right_to_left,
        rulings,
        first_table,
        tables: tables.into_iter().map(|ruled| Some(ruled.table)).collect(),
        done: Vec::new(),
    };
    cutter.block(chosen, 0);
    cutter.done
}

/// A word as large as a table, which holds its place on the page.
fn stand_in(words: &[Word], table: &Ruled) -> Word {
    let own = || table.members.iter().filter_map(|index| words.get(*index));
    let bottom = own().map(|word| word.bottom).fold(f64::MAX, f64::min);
    let top = own().map(|word| word.top).fold(f64::MIN, f64::max);
    let em = (top - bottom) / 1.04;
    Word {
        glyphs: Vec::new(),
        left: own().map(|word| word.left).fold(f64::MAX, f64::min),
        right: own().map(|word| word.right).fold(f64::MIN, f64::max),
        bottom,
        top,
        base: bottom + 0.22 * em,
        em,
        ..Word::default()
    }
}

struct Cutter<'w> {
    words: &'w [Word],
    right_to_left: bool,
    rulings: &'w Rulings,
    /// The index of the first word that stands for a table.
    first_table: usize,
    /// The ruled tables, until they are written.
    tables: Vec<Option<FoundTable>>,
    done: Vec<Item>,
}

impl Cutter<'_> {
    fn block(&mut self, chosen: Vec<usize>, depth: usize) {
        if chosen.is_empty() {
            return;
        }
        let em = self.em(&chosen);
        let rows = self.rows(&chosen, em);
        if depth >= DEPTH_MAX {
            self.push_all(lines(self.words, &chosen));
        } else if rows.len() == 1 {
            self.row(chosen, em, depth);
        } else {
            self.stack(rows, em, depth);
        }
    }

    fn push_all(&mut self, lines: Vec<Line>) {
        for line in lines {
            self.push(line);
        }
    }

    /// Writes a line down, and the tables that stand on it.
    fn push(&mut self, line: Line) {
        if line.words.iter().all(|index| *index < self.first_table) {
            self.done.push(Item::Line(line));
            return;
        }
        for index in line.words {
            match index.checked_sub(self.first_table) {
                Some(table) => {
                    let table = self.tables.get_mut(table).and_then(Option::take);
                    self.done.extend(table.map(Item::Table));
                }
                None => self
                    .done
                    .extend(lines(self.words, &[index]).into_iter().map(Item::Line)),
            }
        }
    }

    /// Whether a word stands for a table.
    fn holds_table(&self, chosen: &[usize]) -> bool {
        chosen.iter().any(|index| *index >= self.first_table)
    }

    /// A table of some rows with stripes down between its columns.
    fn table(&self, rows: &[Vec<usize>], em: f64) -> Option<FoundTable> {
        let chosen: Vec<usize> = rows.iter().flatten().copied().collect();
        if self.right_to_left || self.holds_table(&chosen) {
            return None;
        }
        let whole = lines(self.words, &chosen);
        let gap = column_gap(self.space(&chosen), em);
        let parts = table::gutters(self.words, &whole, em, gap);
        if parts.is_empty() || whole.len() < 2 {
            return None;
        }
        if table::is_text(self.words, &table::columns(self.words, &chosen, &parts)) {
            return None;
        }
        let bands: Vec<Vec<Vec<usize>>> = rows
            .iter()
            .map(|band| table::columns(self.words, band, &parts))
            .collect();
        let is_line = |band: &Vec<usize>| lines(self.words, band).len() < 2;
        let plain = rows.iter().all(is_line);
        let rows = table::all_rows(self.words, bands, Band::Open, self.rulings);
        let figures = rows
            .iter()
            .filter(|row| table::has_figures(self.words, row));
        // Addresses, signatures and labels stand side by side, too: without figures only
        // rows of one line are certain.
        if !plain && figures.count() < FIGURE_ROWS_MIN {
            return None;
        }
        FoundTable::of(self.words, rows)
    }

    /// A table of rows that only narrow gutters part: they are seen on many lines.
    fn narrow_table(&self, rows: &[Vec<usize>], em: f64) -> Option<FoundTable> {
        let chosen: Vec<usize> = rows.iter().flatten().copied().collect();
        if self.right_to_left || self.holds_table(&chosen) {
            return None;
        }
        let whole = lines(self.words, &chosen);
        // Text in columns with a gutter of the usual width is text.
        let gap = column_gap(self.space(&chosen), em);
        let wide = table::wide_gutters(self.words, &whole, em, gap);
        if !wide.is_empty()
            && table::is_text(self.words, &table::columns(self.words, &chosen, &wide))
        {
            return None;
        }
        let parts = table::narrow_gutters(self.words, &whole, em);
        let columns = table::columns(self.words, &chosen, &parts);
        if parts.is_empty()
            || !columns
                .iter()
                .all(|column| table::has_wording(self.words, column))
        {
            return None;
        }
        let bands: Vec<Vec<Vec<usize>>> = rows
            .iter()
            .map(|band| table::columns(self.words, band, &parts))
            .collect();
        // Columns of figures are told by their own rule.
        if bands
            .iter()
            .any(|band| table::has_figures(self.words, band))
        {
            return None;
        }
        let alone = rows.len() == 1;
        let rows = table::all_rows(self.words, bands, Band::Narrow { alone }, self.rulings);
        FoundTable::of(self.words, rows)
    }

    /// The table of the rows from here on that a stripe runs through, however narrow, and
    /// how many rows it takes beside the first.
    fn narrow_run(
        &self,
        row: &[usize],
        waiting: &[Vec<usize>],
        em: f64,
    ) -> Option<(FoundTable, usize)> {
        let mut extents = Extents::of(self.words, row);
        let mut run = vec![row.to_vec()];
        for next in waiting.iter().take(ROWS_MAX) {
            extents = extents.with(&Extents::of(self.words, next));
            if extents.len() > WORDS_MAX || !extents.part(table::NARROW_EM * em) {
                break;
            }
            run.push(next.clone());
        }
        let more = run.len().saturating_sub(1);
        let table = (more > 0).then(|| self.narrow_table(&run, em));
        Some((table.flatten()?, more))
    }

    /// Rows one under the other, some of which may be columns cut through.
    fn stack(&mut self, rows: Vec<Vec<usize>>, em: f64, depth: usize) {
        let mut waiting = rows.into_iter().collect::<VecDeque<_>>();
        let mut looked_at = 0usize;
        while let Some(row) = waiting.pop_front() {
            looked_at = looked_at.saturating_add(1);
            let mut extents = Extents::of(self.words, &row);
            let alone = |next: Option<&Vec<usize>>| {
                let next = next.map(|next| extents.with(&Extents::of(self.words, next)));
                !extents.part(COLUMN_GAP_EM * em)
                    || next.is_some_and(|both| !both.part(COLUMN_GAP_EM * em))
            };
            if looked_at <= ROWS_MAX
                && extents.part(table::NARROW_EM * em)
                && alone(waiting.front())
                && let Some((table, more)) = self.narrow_run(&row, waiting.make_contiguous(), em)
            {
                self.done.push(Item::Table(table));
                waiting.drain(..more);
                continue;
            }
            if !extents.part(COLUMN_GAP_EM * em) {
                self.block(row, depth.saturating_add(1));
                continue;
            }
            let mut space = self.space(&row);
            let mut taken: Vec<Vec<usize>> = vec![row];
            if looked_at <= ROWS_MAX && extents.part(column_gap(space, em)) {
                while let Some(next) = waiting.front() {
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
                    taken.extend(waiting.pop_front());
                }
            }
            let together: Vec<usize> = taken.iter().flatten().copied().collect();
            if let Some(columns) = self.running(&taken, &together, em) {
                for column in columns {
                    self.block(column, depth.saturating_add(1));
                }
                continue;
            }
            if let Some(table) = self.table(&taken, em) {
                self.done.push(Item::Table(table));
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
            self.push_all(whole);
            return;
        }
        if columns.len() < 2 {
            if let Some(table) = self.narrow_table(std::slice::from_ref(&chosen), em) {
                self.done.push(Item::Table(table));
                return;
            }
            self.parts(whole, em, depth);
            return;
        }
        if let Some(table) = self.table(std::slice::from_ref(&chosen), em) {
            self.done.push(Item::Table(table));
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
            _ if cells.iter().any(|cell| narrow(&cell)) => self.push_all(whole),
            _ => {
                let parts = self.at_widest(&chosen, em, columns);
                if !are_cells(self.words, &parts, &whole) {
                    self.push_all(whole);
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
                self.push(line);
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
                self.push_all(lines(self.words, &row));
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
