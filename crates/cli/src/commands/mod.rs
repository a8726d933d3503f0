//! One module per command; each gives back what to print and how to exit.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod extract;
mod inputs;
mod kept;
pub(crate) mod ledger;
pub(crate) mod many;
pub(crate) mod pages;
pub(crate) mod prompt;
pub(crate) mod reading;
mod renamed;
pub(crate) mod render;
pub(crate) mod research;
mod review_pages;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod screen;
pub(crate) mod spinner;
pub(crate) mod tables;
pub(crate) mod text;
pub(crate) mod verify;
mod verify_folder;

use groundstop_document::Document;
use groundstop_engine::Recorded;
use serde::Serialize;

use crate::error::CliError;
use crate::output;
pub(crate) use reading::read_document;

/// A line for people where some pages could not be read.
fn unread_warning(document: &Document) -> String {
    let unread = document.unread_pages();
    match unread.len() {
        0 => String::new(),
        count => {
            let why = match document.has_pictures_unread() {
                true => "`groundstop pages` says why; `--ocr` reads pictures",
                false => "`groundstop pages` says why",
            };
            format!(
                "warning: unread pages: {} ({count} of {}; {why})\n",
                output::numbers(&unread),
                document.page_count()
            )
        }
    }
}

/// A line for people about the record of what is shown.
fn recorded(recorded: Recorded) -> String {
    match recorded {
        Recorded::Nowhere => String::new(),
        Recorded::New {
            index,
            clock_behind_us: None,
        } => format!("recorded: {index}\n"),
        Recorded::New {
            index,
            clock_behind_us: Some(us),
        } => format!(
            "recorded: {index}\nwarning: the clock is {} s behind the ledger's last record; the record says so\n",
            us / 1_000_000
        ),
        Recorded::Before { index } => {
            format!("recorded: {index}, by an equal request before\n")
        }
    }
}

/// A value as JSON that people can read, on lines of its own.
fn pretty(value: &impl Serialize) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}
