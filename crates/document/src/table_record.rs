//! Tables and cells as they are written in JSON.

use groundstop_contract::{
    CellEvidence, CellRecord, RowRecord, TableRecord, TablesRecord, TextPlace,
};

use crate::{ByteSpan, Document, Table, TableRow};

impl Document {
    /// A stretch of the text with its page, its offsets and its box.
    #[must_use]
    pub fn text_place(&self, span: ByteSpan) -> TextPlace {
        let chars = self.char_span(span);
        TextPlace {
            text: self.slice(span).unwrap_or_default().to_owned(),
            page: self.page_of(span.start),
            start: chars.start.as_u64(),
            end: chars.end.as_u64(),
            area: self.box_around(span),
        }
    }

    /// The cell that holds all of a stretch of the text, with what heads its row and column.
    #[must_use]
    pub fn cell_evidence(&self, span: ByteSpan) -> Option<CellEvidence> {
        let (table, row, cell) = self.cell_at(span)?;
        let known = self.tables().get(table)?;
        let is_body = row >= known.head_rows;
        let head = known.head_of_row(row).filter(|head| head.span != cell.span);
        let heads = match is_body {
            true => self.column_heads(table, cell.column),
            false => Vec::new(),
        };
        Some(CellEvidence {
            table: from_one(table),
            row: from_one(row),
            column: from_one(cell.column),
            cell: self.text_place(cell.span),
            row_head: head.map(|head| self.text_place(head.span)),
            column_heads: heads
                .into_iter()
                .map(|head| self.text_place(head))
                .collect(),
        })
    }

    /// All tables, as they are written in JSON.
    #[must_use]
    pub fn tables_record(&self) -> TablesRecord {
        let tables = self.tables().iter().enumerate();
        TablesRecord {
            document_sha256: self.sha256().to_owned(),
            reader: self.reader().to_owned(),
            tables: tables
                .map(|(at, table)| self.table_record(at, table))
                .collect(),
        }
    }

    fn table_record(&self, at: usize, table: &Table) -> TableRecord {
        let start = table.span().map(|span| span.start).unwrap_or_default();
        let rows = table.rows.iter().enumerate();
        TableRecord {
            table: from_one(at),
            page: self.page_of(start),
            columns: count(table.columns()),
            head_rows: count(table.head_rows),
            continues: table.continues,
            nested: count(table.nested),
            caption: table.caption.map(|span| self.text_place(span)),
            unit: table.unit.map(|span| self.text_place(span)),
            rows: rows
                .map(|(at, row)| self.row_record(row, at < table.head_rows))
                .collect(),
        }
    }

    fn row_record(&self, row: &TableRow, head: bool) -> RowRecord {
        let cells = row.cells.iter().map(|cell| CellRecord {
            column: from_one(cell.column),
            columns: count(cell.columns.max(1)),
            row_head: !head && cell.column == 0,
            cell: self.text_place(cell.span),
        });
        RowRecord {
            head,
            cells: cells.collect(),
        }
    }
}

fn from_one(index: usize) -> u64 {
    count(index.saturating_add(1))
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
