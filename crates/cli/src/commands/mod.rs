//! One module per command; each gives back what to print and how to exit.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod pages;
pub(crate) mod schema;
pub(crate) mod text;
pub(crate) mod verify;

use std::path::Path;

use groundstop_document::Document;
use groundstop_engine::{Limits, Reader, ReaderOptions, WorkerLimits};

use crate::args::ReadingArgs;
use crate::error::CliError;
use crate::files;

/// Reads a document and says what is wrong with it in one line.
fn read_document(path: &Path, reading: &ReadingArgs) -> Result<Document, CliError> {
    let bytes = files::read(path, reading.max_bytes)?;
    let max_bytes = usize::try_from(reading.max_bytes).unwrap_or(usize::MAX);
    let options = ReaderOptions {
        password: reading.password.clone(),
        limits: Limits {
            pages: reading.max_pages,
            text_file_bytes: max_bytes,
            html_bytes: max_bytes,
            ..Limits::default()
        },
        worker: WorkerLimits {
            memory_bytes: reading.max_memory.saturating_mul(1 << 20),
            cpu_seconds: reading.max_seconds.max(1),
            wall_ms: reading.max_seconds.saturating_mul(1000),
            ..WorkerLimits::default()
        },
    };
    let program = std::env::current_exe().map_err(CliError::fault)?;
    let read = Reader::new(program, options).read(&bytes);
    read.map_err(|error| {
        let cause = format!("`{}`: {error}", path.display());
        CliError::input(cause, error.cure())
    })
}

/// A line for people where some pages could not be read.
fn unread_warning(document: &Document) -> String {
    let unread = document.unread_pages();
    match unread.len() {
        0 => String::new(),
        count => {
            let shown: Vec<String> = unread.iter().take(10).map(u32::to_string).collect();
            let more = if count > 10 { ", …" } else { "" };
            format!(
                "warning: {count} of {} pages could not be read: {}{more} (`groundstop pages` says why)\n",
                document.page_count(),
                shown.join(", ")
            )
        }
    }
}

/// Now, as receipts write it.
fn now() -> String {
    let now = jiff::Timestamp::now();
    format!("{now:.6}")
}
