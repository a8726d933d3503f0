//! What the heads of a table say of the figure in a cell: which field it is of, and whether it is
//! one of many or what they add up to.

use groundstop_contract::FieldRecord;
use groundstop_document::{ByteSpan, Document, Table};
use groundstop_value::context::form::{is_sum_word, says_sum};

/// What heads a cell of a table's body.
pub(crate) struct Heads {
    /// The first cell of its row, where it is another one.
    pub(crate) row: Option<ByteSpan>,
    /// The cells above its column, the nearest first.
    pub(crate) columns: Vec<ByteSpan>,
    /// Whether further rows have a figure in its column: then its head names all of them.
    pub(crate) listed: bool,
    /// Whether its row adds up the others.
    pub(crate) total: bool,
}

/// The heads of the cell that a value stands in.
pub(crate) fn heads(document: &Document, place: ByteSpan) -> Option<Heads> {
    let (at, row, cell) = document.cell_at(place)?;
    let table = document.tables().get(at)?;
    if row < table.head_rows {
        return None;
    }
    let own = table.head_of_row(row).filter(|head| head.span != cell.span);
    let mut columns = document.column_heads(at, cell.column);
    columns.reverse();
    let mut others = (table.head_rows..table.rows.len()).filter(|other| *other != row);
    let listed = others.any(|other| {
        let beside = table.rows.get(other).and_then(|row| row.cell(cell.column));
        let figure = beside.and_then(|cell| document.slice(cell.span));
        figure.is_some_and(|said| said.chars().any(|c| c.is_ascii_digit()))
            && !is_total(document, table, other)
    });
    Some(Heads {
        row: own.map(|head| head.span),
        columns,
        listed,
        total: is_total(document, table, row),
    })
}

/// Whether the head of a row says that it adds others up.
fn is_total(document: &Document, table: &Table, row: usize) -> bool {
    let head = table.head_of_row(row);
    let said = head.and_then(|head| document.slice(head.span));
    said.is_some_and(says_sum)
}

/// Whether a field asks for a sum: its name or one of its cues says so.
pub(crate) fn asks_for_total(field: &FieldRecord) -> bool {
    let texts = field.cues.iter().map(String::as_str);
    let mut texts = texts.chain(std::iter::once(field.name.as_str()));
    texts.any(|text| {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
        words.any(is_sum_word)
    })
}
