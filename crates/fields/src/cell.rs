//! The cell of a table that a candidate names by what heads its row and its column.

use groundstop_contract::CandidateRecord;
use groundstop_document::{ByteSpan, Document, Table, TableCell};
use groundstop_evidence::text_key;

/// The cells that the heads named lead to, among those that a quote touches; none where a
/// candidate names no head.
pub(crate) fn named(
    document: &Document,
    candidate: &CandidateRecord,
    quote: ByteSpan,
) -> Option<Vec<ByteSpan>> {
    if candidate.row.is_none() && candidate.column.is_none() {
        return None;
    }
    let mut found = Vec::new();
    for (at, table) in document.tables().iter().enumerate() {
        if !table.span().is_some_and(|span| span.overlaps(quote)) {
            continue;
        }
        for (number, row) in table.rows.iter().enumerate().skip(table.head_rows) {
            if !is_row(document, table, number, candidate.row.as_deref()) {
                continue;
            }
            let head = table.head_of_row(number).map(|head| head.span);
            let touched = row.cells.iter().filter(|cell| cell.span.overlaps(quote));
            let cells = touched.filter(|cell| {
                let column = candidate.column.as_deref();
                let own = candidate.row.is_none() || head != Some(cell.span);
                own && is_column(document, at, cell, column)
            });
            found.extend(cells.map(|cell| cell.span));
        }
    }
    Some(found)
}

fn is_row(document: &Document, table: &Table, row: usize, named: Option<&str>) -> bool {
    let Some(named) = named else {
        return true;
    };
    let head = table.head_of_row(row);
    head.is_some_and(|head| says(document, head.span, named))
}

/// Whether a head of the cell's column, or all its heads together, are the words named.
fn is_column(document: &Document, table: usize, cell: &TableCell, named: Option<&str>) -> bool {
    let Some(named) = named else {
        return true;
    };
    let heads = document.column_heads(table, cell.column);
    let words = heads.iter().filter_map(|head| document.slice(*head));
    let together = words.collect::<Vec<_>>().join(" ");
    heads.iter().any(|head| says(document, *head, named)) || text_key(&together) == text_key(named)
}

fn says(document: &Document, span: ByteSpan, named: &str) -> bool {
    let words = document.slice(span).unwrap_or_default();
    !named.trim().is_empty() && text_key(words) == text_key(named)
}
