//! `groundstop tables`: the tables of a document, cell by cell.

use std::fmt::Write;

use groundstop_contract::{RowRecord, TableRecord, TablesRecord};
use groundstop_engine::Engine;
use maud::{DOCTYPE, Markup, html};

use super::{pretty, read_document, unread_warning};
use crate::args::TablesArgs;
use crate::error::{CliError, Output};
use crate::output::{csv, html as page, visible};

/// No column is printed wider than this.
const WIDTH_MAX: usize = 60;

pub(crate) fn run(args: &TablesArgs, engine: &Engine) -> Result<Output, CliError> {
    let document = read_document(engine, &args.document, &args.reading)?;
    if let Some(page) = args.page
        && document.page_span(page).is_none()
    {
        return Err(CliError::input(
            format!("`{}` has no page {page}", args.document.display()),
            match document.page_count() {
                1 => "it has one page; leave `--page` out".to_owned(),
                count => format!("its pages are 1 to {count}"),
            },
        ));
    }
    let mut record = document.tables_record();
    record
        .tables
        .retain(|table| args.page.is_none_or(|page| table.page == page));
    let stdout = if args.json {
        pretty(&record)?
    } else if args.csv {
        as_csv(&record)
    } else if args.html {
        as_html(&record, &args.document.display().to_string())
    } else {
        as_text(&record)
    };
    Ok(Output {
        stderr: unread_warning(&document),
        ..Output::fine(stdout)
    })
}

/// What is said of a table besides its cells.
fn notes(table: &TableRecord) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(table.caption.iter().map(|said| visible(&said.text)));
    // A unit that the caption says has been shown with it.
    let within = |said: &&groundstop_contract::TextPlace| {
        let caption = table.caption.as_ref();
        caption.is_none_or(|caption| said.end <= caption.start || caption.end <= said.start)
    };
    let unit = table.unit.iter().filter(within);
    notes.extend(unit.map(|said| format!("unit: {}", visible(&said.text))));
    if table.continues {
        notes.push("goes on from the table before".to_owned());
    }
    match table.nested {
        0 => {}
        1 => notes.push("a table inside of a cell is left as that cell's text".to_owned()),
        count => notes.push(format!(
            "{count} tables inside of cells are left as their text"
        )),
    }
    notes
}

/// The texts of a row, one a column; what takes several columns stands in its first.
fn texts(table: &TableRecord, row: &RowRecord) -> Vec<String> {
    let columns = usize::try_from(table.columns).unwrap_or(usize::MAX);
    let mut texts = vec![String::new(); columns];
    for cell in &row.cells {
        let at = usize::try_from(cell.column.saturating_sub(1)).ok();
        if let Some(text) = at.and_then(|at| texts.get_mut(at)) {
            text.clone_from(&cell.cell.text);
        }
    }
    texts
}

fn as_text(record: &TablesRecord) -> String {
    if record.tables.is_empty() {
        return "no tables found\n".to_owned();
    }
    let mut out = String::new();
    for table in &record.tables {
        let _ = writeln!(
            out,
            "table {}, page {}: {} rows, {} columns",
            table.table,
            table.page,
            table.rows.len(),
            table.columns
        );
        for note in notes(table) {
            let _ = writeln!(out, "  {note}");
        }
        let rows: Vec<Vec<String>> = table
            .rows
            .iter()
            .map(|row| {
                texts(table, row)
                    .iter()
                    .map(|text| shortened(text))
                    .collect()
            })
            .collect();
        let mut widths: Vec<usize> = Vec::new();
        for row in &rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, text) in widths.iter_mut().zip(row) {
                *width = (*width).max(text.chars().count());
            }
        }
        for (row, texts) in table.rows.iter().zip(&rows) {
            let padded = texts.iter().zip(&widths);
            let padded: Vec<String> = padded
                .map(|(text, width)| format!("{text:<width$}"))
                .collect();
            let mark = if row.head { "#" } else { " " };
            let _ = writeln!(out, "  {mark} {}", padded.join("  ").trim_end());
        }
        out.push('\n');
    }
    out.pop();
    out
}

fn shortened(text: &str) -> String {
    groundstop_engine::shortened(&visible(text), WIDTH_MAX)
}

fn as_csv(record: &TablesRecord) -> String {
    let widest = record.tables.iter().map(|table| table.columns).max();
    let names = (1..=widest.unwrap_or(0)).map(|column| format!("column_{column}"));
    let mut head: Vec<String> = ["table", "page", "row", "head"].map(str::to_owned).into();
    head.extend(names);
    let mut out = csv::line(&head);
    for table in &record.tables {
        for (row, number) in table.rows.iter().zip(1u64..) {
            let mut cells = vec![
                table.table.to_string(),
                table.page.to_string(),
                number.to_string(),
                row.head.to_string(),
            ];
            cells.extend(texts(table, row));
            cells.resize(head.len(), String::new());
            out.push_str(&csv::line(&cells));
        }
    }
    out
}

fn as_html(record: &TablesRecord, name: &str) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            (page::head(name, "Groundstop"))
            body {
                header { h1 { (visible(name)) } }
                main {
                    @for table in &record.tables { (one(table)) }
                    @if record.tables.is_empty() { p { "no tables found" } }
                }
            }
        }
    };
    format!("{}\n", markup.into_string())
}

/// How many empty columns stand between a cell and the one before it.
fn empty_before(row: &RowRecord, at: usize) -> u64 {
    let before = at.checked_sub(1).and_then(|before| row.cells.get(before));
    let next = before.map_or(1, |cell| cell.column.saturating_add(cell.columns));
    let own = row.cells.get(at).map_or(next, |cell| cell.column);
    own.saturating_sub(next)
}

fn one(table: &TableRecord) -> Markup {
    html! {
        section {
            p.fine { "table " (table.table) ", page " (table.page) }
            table {
                caption { @for note in notes(table) { (note) " " } }
                @for row in &table.rows {
                    tr {
                        @for (at, cell) in row.cells.iter().enumerate() {
                            @for _ in 0..empty_before(row, at) { td {} }
                            @if row.head {
                                th scope="col" colspan=(cell.columns) { (visible(&cell.cell.text)) }
                            } @else if cell.row_head {
                                th scope="row" colspan=(cell.columns) { (visible(&cell.cell.text)) }
                            } @else {
                                td colspan=(cell.columns) { (visible(&cell.cell.text)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
