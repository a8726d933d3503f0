//! `groundstop pages`: what was read of each page, and what was not.

use std::fmt::Write;

use groundstop_contract::CharacterFlag;
use groundstop_document::{Document, Page, PageState, Table};
use groundstop_engine::Engine;
use serde_json::{Value, json};

use super::{pretty, read_document, unread_warning};
use crate::args::PagesArgs;
use crate::error::{CliError, Output};
use crate::output::visible;

pub(crate) fn run(args: &PagesArgs, engine: &Engine) -> Result<Output, CliError> {
    let document = read_document(engine, &args.document, &args.reading)?;
    let stdout = if args.json {
        pretty(&as_json(&document))?
    } else {
        as_text(&document)
    };
    Ok(Output {
        stderr: unread_warning(&document),
        ..Output::fine(stdout)
    })
}

/// What is counted of one page.
struct Counts {
    characters: usize,
    words: usize,
    flags: Vec<CharacterFlag>,
    unread: Option<String>,
    /// Of the words read from a picture: how many, and how sure on average.
    pictured: Option<(usize, u64)>,
    /// Tables that begin on it, and how many more stand inside of their cells, left as text.
    tables: usize,
    nested: usize,
}

fn counts(document: &Document, page: &Page) -> Counts {
    let text = document.slice(page.span).unwrap_or_default();
    let begins = |table: &&Table| {
        let span = table.span();
        span.is_some_and(|span| page.span.start <= span.start && span.start < page.span.end)
    };
    let tables: Vec<&Table> = document.tables().iter().filter(begins).collect();
    Counts {
        tables: tables.len(),
        nested: tables.iter().map(|table| table.nested).sum(),
        characters: text.chars().count(),
        words: text.split_whitespace().count(),
        flags: document.flags_in(page.span),
        pictured: pictured(document, page),
        unread: match &page.state {
            PageState::Read => None,
            PageState::Unread { reason, .. } => Some(reason.clone()),
        },
    }
}

fn pictured(document: &Document, page: &Page) -> Option<(usize, u64)> {
    let words: Vec<u64> = document
        .picture_words()
        .iter()
        .filter(|word| word.span.overlaps(page.span))
        .map(|word| u64::from(word.confidence_percent))
        .collect();
    let count = u64::try_from(words.len()).ok()?;
    let mean = words.iter().sum::<u64>().checked_div(count)?;
    Some((words.len(), mean))
}

fn as_json(document: &Document) -> Value {
    let pages = document.pages().iter().zip(1u32..).map(|(page, number)| {
        let counts = counts(document, page);
        json!({
            "page": number, "characters": counts.characters, "words": counts.words,
            "tables": counts.tables, "nested_tables": counts.nested,
            "flags": counts.flags, "unread": counts.unread,
            "ocr": counts.pictured.map(|(words, confidence)| json!({"words": words, "confidence": confidence})),
        })
    });
    json!({
        "reader": document.reader(),
        "tracked_changes": document.has_tracked_changes(),
        "pages": pages.collect::<Vec<_>>(),
    })
}

fn as_text(document: &Document) -> String {
    let mut text = format!(
        "reader {}\n\n  page  characters   words\n",
        document.reader()
    );
    for (page, number) in document.pages().iter().zip(1u32..) {
        let counts = counts(document, page);
        let flags: Vec<String> = counts.flags.iter().map(ToString::to_string).collect();
        let pictured = counts
            .pictured
            .map(|(words, mean)| format!("  {words} words from a picture, {mean}% sure"));
        let tables = match (counts.tables, counts.nested) {
            (0, _) => String::new(),
            (tables, 0) => format!("  {}", counted(tables)),
            (tables, nested) => {
                format!(
                    "  {}, {nested} more inside of cells left as text",
                    counted(tables)
                )
            }
        };
        let unread = counts
            .unread
            .map(|reason| format!("  UNREAD: {}", visible(&reason)));
        let _ = writeln!(
            text,
            "  {number:>4}  {:>10}  {:>6}  {}{tables}{}{}",
            counts.characters,
            counts.words,
            flags.join(", "),
            pictured.unwrap_or_default(),
            unread.unwrap_or_default()
        );
    }
    if document.has_tracked_changes() {
        text.push_str(
            "\nthe document holds tracked changes: inserted text is text, deleted text is not\n",
        );
    }
    text
}

fn counted(tables: usize) -> String {
    match tables {
        1 => "1 table".to_owned(),
        count => format!("{count} tables"),
    }
}
