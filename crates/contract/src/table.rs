//! Tables as they are written in JSON, and the cell that a value stands in.
//!
//! Tables, rows and columns are counted from 1, as pages are; offsets are code points of
//! the document's text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::evidence::BoxRecord;

/// A stretch of the document's own text and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextPlace {
    /// The document's characters.
    pub text: String,
    /// The page of the first character, counted from 1.
    pub page: u32,
    /// Where it starts, in code points.
    pub start: u64,
    /// Where it ends, exclusive.
    pub end: u64,
    /// Where it stands on its page, where the format tells.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    pub area: Option<BoxRecord>,
}

/// The cell of a table that a value stands in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellEvidence {
    /// Which table of the document, counted from 1.
    pub table: u64,
    /// Which of its rows, heads included, counted from 1.
    pub row: u64,
    /// The first column the cell takes, counted from 1.
    pub column: u64,
    /// The cell.
    pub cell: TextPlace,
    /// What heads its row, where that is not the cell itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_head: Option<TextPlace>,
    /// What heads its column, from the top.
    pub column_heads: Vec<TextPlace>,
}

/// The tables of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TablesRecord {
    /// SHA-256 of the document's bytes.
    pub document_sha256: String,
    /// Which reader found them.
    pub reader: String,
    /// In the order of the text.
    pub tables: Vec<TableRecord>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRecord {
    /// Which of the document's tables, counted from 1.
    pub table: u64,
    /// The page it begins on, counted from 1.
    pub page: u32,
    /// How many columns it has.
    pub columns: u64,
    /// How many of its first rows head the columns.
    pub head_rows: u64,
    /// Whether it goes on from the table before it, on the page before.
    pub continues: bool,
    /// Tables inside of its cells: their text is text of those cells, without a structure.
    pub nested: u64,
    /// The line that names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<TextPlace>,
    /// The line that says in what its figures are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<TextPlace>,
    /// From top to bottom.
    pub rows: Vec<RowRecord>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RowRecord {
    /// Whether it heads the columns.
    pub head: bool,
    /// Its cells by their columns; empty ones are left out.
    pub cells: Vec<CellRecord>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellRecord {
    /// The first column it stands in, counted from 1.
    pub column: u64,
    /// How many columns it takes.
    pub columns: u64,
    /// Whether it heads its row.
    pub row_head: bool,
    /// Its text and place.
    pub cell: TextPlace,
}
