//! `groundstop text`: the text that offsets point into, as it stands.

use groundstop_document::{ByteOffset, ByteSpan, Document};
use groundstop_engine::Engine;
use serde_json::{Value, json};

use super::{read_document, unread_warning};
use crate::args::TextArgs;
use crate::error::{CliError, Output};

pub(crate) fn run(args: &TextArgs, engine: &Engine) -> Result<Output, CliError> {
    let document = read_document(engine, &args.document, &args.reading)?;
    let whole = ByteSpan::new(0, document.text().len());
    let span = match args.page {
        None => whole,
        Some(page) => document.page_span(page).ok_or_else(|| {
            CliError::input(
                format!("`{}` has no page {page}", args.document.display()),
                match document.page_count() {
                    1 => "it has one page; leave `--page` out".to_owned(),
                    count => format!("its pages are 1 to {count}"),
                },
            )
        })?,
    };
    let stdout = match args.boxes {
        None => document.slice(span).unwrap_or_default().to_owned(),
        Some(_) => format!("{}\n", boxes(&document, span)),
    };
    Ok(Output {
        stderr: unread_warning(&document),
        ..Output::fine(stdout)
    })
}

/// Each character with its offset, its page and its place on it; in a table, with its cell.
fn boxes(document: &Document, span: ByteSpan) -> Value {
    let text = document.slice(span).unwrap_or_default();
    let first = document.char_of(span.start).as_u64();
    let characters = text.char_indices().zip(first..).map(|((at, c), offset)| {
        let byte = ByteOffset(span.start.0 + at);
        let area = document.box_at(byte).map(|area| json!([area.x0, area.y0, area.x1, area.y1]));
        let mut character = json!({"char": c.to_string(), "offset": offset, "page": document.page_of(byte), "box": area});
        let cell = document.cell_at(ByteSpan::new(byte.0, byte.0 + c.len_utf8()));
        if let Some((table, row, cell)) = cell {
            character["cell"] = json!({"table": table + 1, "row": row + 1, "column": cell.column + 1});
        }
        if let Some(confidence) = document.confidence_at(byte) {
            character["ocr_confidence"] = json!(confidence);
        }
        character
    });
    Value::Array(characters.collect())
}
