//! Tables: rows of cells, each a stretch of the text.
//!
//! A reader that finds a table writes its rows one after the other, cells parted
//! by tabs, and says which stretches are its cells. Where a cell stands on its
//! page follows from its characters.

use groundstop_contract::BoxRecord;
use serde::{Deserialize, Serialize};

use crate::{ByteOffset, ByteSpan, Document};

/// A table of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its rows from top to bottom; none is without a cell.
    pub rows: Vec<TableRow>,
    /// How many of the first rows head the columns.
    pub head_rows: usize,
    /// The line that names it, outside of it.
    pub caption: Option<ByteSpan>,
    /// The line that says in what its figures are, as "in thousands of EUR".
    pub unit: Option<ByteSpan>,
    /// Whether it goes on from the table before it, on the page before.
    pub continues: bool,
    /// Tables inside of its cells: their text is text of those cells, without a structure.
    pub nested: usize,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRow {
    /// Its cells, by their columns; empty ones are left out.
    pub cells: Vec<TableCell>,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableCell {
    /// Its text.
    pub span: ByteSpan,
    /// The first column it stands in, counted from 0.
    pub column: usize,
    /// How many columns it takes; at least one.
    pub columns: usize,
}

impl TableCell {
    /// Whether it stands in a column.
    #[must_use]
    pub fn covers(&self, column: usize) -> bool {
        column >= self.column && column < self.column.saturating_add(self.columns.max(1))
    }
}

impl TableRow {
    /// Its text, from its first cell to its last.
    #[must_use]
    pub fn span(&self) -> Option<ByteSpan> {
        let start = self.cells.iter().map(|cell| cell.span.start).min()?;
        let end = self.cells.iter().map(|cell| cell.span.end).max()?;
        Some(ByteSpan { start, end })
    }

    /// The cell that stands in a column.
    #[must_use]
    pub fn cell(&self, column: usize) -> Option<&TableCell> {
        self.cells.iter().find(|cell| cell.covers(column))
    }
}

impl Table {
    /// Its text, from its first cell to its last.
    #[must_use]
    pub fn span(&self) -> Option<ByteSpan> {
        let spans = || self.rows.iter().filter_map(TableRow::span);
        let start = spans().map(|span| span.start).min()?;
        let end = spans().map(|span| span.end).max()?;
        Some(ByteSpan { start, end })
    }

    /// How many columns it has.
    #[must_use]
    pub fn columns(&self) -> usize {
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        let ends = cells.map(|cell| cell.column.saturating_add(cell.columns.max(1)));
        ends.max().unwrap_or(0)
    }

    /// The cells that head a column, from the top.
    pub fn heads_of(&self, column: usize) -> impl Iterator<Item = &TableCell> {
        let heads = self.rows.iter().take(self.head_rows);
        heads.filter_map(move |row| row.cell(column))
    }

    /// The cell that heads a row: the one in its first column, where that is not all it has.
    #[must_use]
    pub fn head_of_row(&self, row: usize) -> Option<&TableCell> {
        let row = self.rows.get(row)?;
        row.cells.first().filter(|cell| cell.column == 0)
    }

    /// The row and the cell that a stretch of text lies in, where one cell holds all of it.
    #[must_use]
    pub fn cell_at(&self, span: ByteSpan) -> Option<(usize, &TableCell)> {
        let holds = |cell: &&TableCell| cell.span.start <= span.start && span.end <= cell.span.end;
        let rows = self.rows.iter().enumerate();
        rows.filter_map(|(at, row)| Some((at, row.cells.iter().find(holds)?)))
            .next()
    }

    /// The table with all its stretches moved on.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Table {
        for span in self.spans_mut() {
            span.start = ByteOffset(span.start.0.saturating_add(by));
            span.end = ByteOffset(span.end.0.saturating_add(by));
        }
        self
    }

    /// Every stretch of text it knows, to be moved.
    pub fn spans_mut(&mut self) -> impl Iterator<Item = &mut ByteSpan> {
        let cells = self.rows.iter_mut().flat_map(|row| &mut row.cells);
        let around = self.caption.iter_mut().chain(self.unit.iter_mut());
        cells.map(|cell| &mut cell.span).chain(around)
    }
}

impl Document {
    /// The tables, in the order of the text.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table, the row and the cell that a stretch of text lies in.
    #[must_use]
    pub fn cell_at(&self, span: ByteSpan) -> Option<(usize, usize, &TableCell)> {
        let after = self
            .tables
            .partition_point(|table| table.span().is_some_and(|known| known.start <= span.start));
        let at = after.checked_sub(1)?;
        let (row, cell) = self.tables.get(at)?.cell_at(span)?;
        Some((at, row, cell))
    }

    /// The box around a stretch of text on its first page, where its characters have boxes.
    #[must_use]
    pub fn box_around(&self, span: ByteSpan) -> Option<BoxRecord> {
        let mut boxes = self.boxes_of(span).into_iter();
        let first = boxes.next()?;
        let page = first.page;
        let same_page = boxes.take_while(|next| next.page == page);
        Some(same_page.fold(first, |known, next| BoxRecord {
            page,
            x0: known.x0.min(next.x0),
            y0: known.y0.min(next.y0),
            x1: known.x1.max(next.x1),
            y1: known.y1.max(next.y1),
        }))
    }
}
