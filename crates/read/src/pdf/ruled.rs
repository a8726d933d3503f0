//! Tables of a page's grids.

use super::grid::{Grid, Rulings};
use super::lines::{lines, median};
use super::table::{self, Band, FoundTable, GUTTER_EM};
use super::words::Word;

/// A ruled table and the words that stand in it.
pub(crate) struct Ruled {
    pub(crate) table: FoundTable,
    pub(crate) members: Vec<usize>,
}

/// The ruled tables of a page.
pub(crate) fn tables(words: &[Word], rulings: &Rulings) -> Vec<Ruled> {
    let mut grids = rulings.grids();
    grids.sort_by(|a, b| area(a).total_cmp(&area(b)));
    let mut taken = vec![false; words.len()];
    let mut found = Vec::new();
    for grid in grids {
        let holds = |index: &usize| {
            words
                .get(*index)
                .is_some_and(|word| grid.holds(word).is_some())
        };
        let members: Vec<usize> = (0..words.len()).filter(holds).collect();
        // A grid around a table is a frame, or nests it: its text stays plain.
        if members.iter().any(|index| taken.get(*index) == Some(&true)) {
            continue;
        }
        if let Some(table) = of_grid(words, &grid, &members, rulings) {
            for index in &members {
                if let Some(mark) = taken.get_mut(*index) {
                    *mark = true;
                }
            }
            found.push(Ruled { table, members });
        }
    }
    found
}

fn area(grid: &Grid) -> f64 {
    let side = |edges: &[f64]| match (edges.first(), edges.last()) {
        (Some(first), Some(last)) => (last - first).abs(),
        _ => 0.0,
    };
    side(&grid.edges) * side(&grid.heights)
}

/// The table in a grid, where it is one.
fn of_grid(
    words: &[Word],
    grid: &Grid,
    members: &[usize],
    rulings: &Rulings,
) -> Option<FoundTable> {
    let width = grid.edges.len().saturating_sub(1);
    let height = grid.heights.len().saturating_sub(1);
    let mut fields: Vec<Vec<Vec<usize>>> = vec![vec![Vec::new(); width]; height];
    let mut crossing = 0usize;
    for index in members {
        let word = words.get(*index)?;
        let (band, column) = grid.holds(word)?;
        crossing = crossing.saturating_add(usize::from(crosses(grid, word, band)));
        let column = first_column(grid, band, column);
        if let Some(cell) = fields.get_mut(band).and_then(|band| band.get_mut(column)) {
            cell.push(*index);
        }
    }
    let cells = raised(grid, fields);
    if crossing.saturating_mul(20) > members.len() {
        return None;
    }
    let parts = inner(words, grid, &cells);
    let bands: Vec<Vec<Vec<usize>>> = cells
        .into_iter()
        .map(|band| split(words, band, &parts))
        .filter(|band| band.iter().any(|cell| !cell.is_empty()))
        .collect();
    let deep = |band: &Vec<Vec<usize>>| {
        let counts = band.iter().map(|cell| lines(words, cell).len());
        counts.max().unwrap_or(0)
    };
    let mut depths: Vec<usize> = bands.iter().map(deep).collect();
    depths.sort_unstable();
    let usual = depths.get(depths.len() / 2).copied().unwrap_or(0);
    let closed = bands.len() > 2 && usual <= 3;
    let kind = if closed { Band::Closed } else { Band::Open };
    FoundTable::of(words, table::all_rows(words, bands, kind, rulings))
}

/// Whether a word stands across a wall.
fn crosses(grid: &Grid, word: &Word, band: usize) -> bool {
    let slack = 0.3 * word.em;
    let edges = grid.edges.iter().enumerate();
    { edges }.any(|(column, edge)| {
        *edge > word.left + slack && *edge < word.right - slack && grid.walled(band, column)
    })
}

/// The first column of the cell that a field belongs to: no wall parts it from it.
fn first_column(grid: &Grid, band: usize, mut column: usize) -> usize {
    while column > 0 && !grid.walled(band, column) {
        column = column.saturating_sub(1);
    }
    column
}

/// Moves what stands in a cell of several bands into its first; labels that stand in most
/// of the bands, with no ruling between, stay where they are.
fn raised(grid: &Grid, mut fields: Vec<Vec<Vec<usize>>>) -> Vec<Vec<Vec<usize>>> {
    let height = fields.len();
    let width = fields.first().map_or(0, Vec::len);
    for column in 0..width {
        let mut top = 0usize;
        while top < height {
            let mut end = top.saturating_add(1);
            while end < height && !grid.roofed(end, column) {
                end = end.saturating_add(1);
            }
            let is_filled =
                |band: &Vec<Vec<usize>>| band.get(column).is_some_and(|cell| !cell.is_empty());
            let bands = fields.get(top..end).unwrap_or_default();
            let filled = bands.iter().filter(|band| is_filled(band)).count();
            let labels = filled > 2 && filled.saturating_mul(10) >= bands.len().saturating_mul(6);
            if !labels {
                let mut together: Vec<usize> = Vec::new();
                for band in fields.get_mut(top..end).unwrap_or_default() {
                    together
                        .append(&mut band.get_mut(column).map(std::mem::take).unwrap_or_default());
                }
                if let Some(cell) = fields.get_mut(top).and_then(|band| band.get_mut(column)) {
                    *cell = together;
                }
            }
            top = end;
        }
    }
    fields
}

/// Where columns without a wall part the cells between two walls.
fn inner(words: &[Word], grid: &Grid, cells: &[Vec<Vec<usize>>]) -> Vec<Vec<f64>> {
    let width = grid.edges.len().saturating_sub(1);
    let of_column = |column: usize| {
        // Cells that reach over the next wall say nothing about their columns.
        let own = cells.iter().enumerate().filter(|(band, _)| {
            column.saturating_add(1) >= width || grid.walled(*band, column.saturating_add(1))
        });
        let members: Vec<usize> = own
            .filter_map(|(_, band)| band.get(column))
            .flatten()
            .copied()
            .collect();
        let whole = lines(words, &members);
        let ems = members.iter().filter_map(|index| words.get(*index));
        let em = median(ems.map(|word| word.em).collect()).unwrap_or(1.0);
        if whole.len() < 3 {
            return Vec::new();
        }
        let parts = table::gutters(words, &whole, em, GUTTER_EM * em);
        // Running text has gaps, too; columns of figures show what they are.
        let columns = table::columns(words, &members, &parts);
        let figures = |column: &Vec<usize>| {
            let own = lines(words, column);
            let count = own
                .iter()
                .filter(|line| table::is_figure(words, line))
                .count();
            count > 1 && count.saturating_mul(2) >= own.len()
        };
        if columns.iter().skip(1).any(figures) {
            parts
        } else {
            Vec::new()
        }
    };
    (0..width).map(of_column).collect()
}

/// Splits the cells of a band at the gutters of its columns.
fn split(words: &[Word], band: Vec<Vec<usize>>, parts: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let each = band.into_iter().zip(parts);
    each.flat_map(|(cell, parts)| table::columns(words, &cell, parts))
        .collect()
}
