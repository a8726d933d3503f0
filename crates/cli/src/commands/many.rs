//! Any number of documents, one after the other on standard output and several at a time in
//! work. What is decided is printed as soon as its turn comes; a document that cannot be read
//! is named and does not stop the rest; an interruption says what was done and how to go on.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use groundstop_contract::report::Summary;
use groundstop_engine::Diagnostic;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::inputs::Input;
use super::verify::exit;
use crate::error::{CliError, Exit, Output};
use crate::face;
use crate::output::csv;

/// How reports are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// One object, or an array of several.
    Json,
    /// One object a line.
    JsonLines,
    /// One row a decision; whether the file says that it is UTF-8.
    Csv {
        /// Spreadsheets ask for it.
        bom: bool,
    },
    /// What was seen for one field.
    Explained,
}

/// What one document came to, ready to be printed.
pub(crate) struct Done {
    pub(crate) printed: String,
    pub(crate) warning: String,
    /// What is counted over all documents.
    pub(crate) summary: Summary,
    pub(crate) exit: Exit,
}

impl Done {
    /// A report that was decided.
    pub(crate) fn decided(printed: String, warning: String, summary: Summary) -> Done {
        Done {
            printed,
            warning,
            summary,
            exit: exit(summary),
        }
    }
}

/// The last line over several reports.
pub(crate) fn decided_in_all(documents: usize, total: Summary) -> String {
    format!(
        "{documents} documents: {} accepted · {} stopped · {} to review · {} absent\n",
        total.accept, total.stop, total.need_review, total.absent
    )
}

/// A run over documents.
pub(crate) struct Batch<'a> {
    pub(crate) documents: &'a [Input],
    pub(crate) format: Format,
    /// How many at a time; by default one a processor.
    pub(crate) jobs: Option<usize>,
    pub(crate) is_many: bool,
    pub(crate) exit_zero: bool,
    /// The last line of a table over several documents.
    pub(crate) total: fn(usize, Summary) -> String,
    /// How an interrupted run goes on.
    pub(crate) resume_help: &'static str,
}

/// Results that wait for their turn, by the places of their documents.
#[derive(Default)]
struct Waiting {
    done: BTreeMap<usize, Result<Done, CliError>>,
    /// Threads that still work.
    working: usize,
}

impl Batch<'_> {
    /// Decides all documents and prints each when its turn comes. What is left to print at
    /// the end comes back.
    pub(crate) fn run(
        &self,
        one: impl Fn(usize, &Input) -> Result<Done, CliError> + Sync,
    ) -> Output {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = self
            .jobs
            .unwrap_or(cores)
            .clamp(1, self.documents.len().max(1));
        if self.is_many {
            face::catch_interruptions();
        }
        let next = AtomicUsize::new(0);
        let changed = Condvar::new();
        let waiting = Mutex::new(Waiting {
            working: jobs,
            ..Waiting::default()
        });
        let lock = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            while !face::is_interrupted() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = self.documents.get(index) else {
                    break;
                };
                let done = one(index, input);
                lock().done.insert(index, done);
                changed.notify_all();
            }
            lock().working -= 1;
            changed.notify_all();
        };
        // Waits for the result of one document; nothing where nobody works on it any more.
        let result_of = |index: usize| {
            let mut held = lock();
            loop {
                if let Some(done) = held.done.remove(&index) {
                    return Some(done);
                }
                if held.working == 0 {
                    return None;
                }
                held = changed.wait(held).unwrap_or_else(PoisonError::into_inner);
            }
        };
        let mut printer = Printer::new(self);
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(work);
            }
            for (index, input) in self.documents.iter().enumerate() {
                match result_of(index) {
                    // What failed because the run was interrupted was not decided.
                    Some(Err(_)) if face::is_interrupted() => break,
                    Some(done) => printer.take(input, done),
                    None => break,
                }
            }
        });
        printer.end()
    }
}

/// What is printed as the documents come, and what is counted.
struct Printer<'a> {
    batch: &'a Batch<'a>,
    progress: Progress,
    /// The objects of an array that is printed whole.
    array: Vec<String>,
    begun: bool,
    /// Standard output is gone; nobody reads any more.
    closed: bool,
    total: Summary,
    /// Documents that could not be decided.
    failed: usize,
    worst: Exit,
    printed: usize,
}

impl<'a> Printer<'a> {
    fn new(batch: &'a Batch<'a>) -> Printer<'a> {
        Printer {
            batch,
            progress: Progress::start(batch),
            array: Vec::new(),
            begun: false,
            closed: false,
            total: Summary::default(),
            failed: 0,
            worst: Exit::Fine,
            printed: 0,
        }
    }

    fn take(&mut self, input: &Input, done: Result<Done, CliError>) {
        self.progress.count(&done);
        let (text, said, code) = match done {
            Ok(done) => {
                self.total.accept += done.summary.accept;
                self.total.stop += done.summary.stop;
                self.total.need_review += done.summary.need_review;
                self.total.absent += done.summary.absent;
                (done.printed, done.warning, done.exit)
            }
            Err(error) => {
                self.failed += 1;
                let text = failed(self.batch.format, &input.name, &error);
                (text, error.in_words(), error.exit)
            }
        };
        self.worst = self.worst.worse(code);
        self.printed += 1;
        match self.batch.format {
            Format::Json => {
                self.array.push(text);
                self.out("", &said);
            }
            Format::Table | Format::JsonLines | Format::Csv { .. } | Format::Explained => {
                self.out(&text, &said);
            }
        }
    }

    /// Prints and flushes, so that whoever reads has it at once.
    fn out(&mut self, text: &str, said: &str) {
        let head = self.head();
        let styled = matches!(self.batch.format, Format::Table | Format::Explained);
        let closed = &mut self.closed;
        self.progress.suspend(|| {
            let has_text = !head.is_empty() || !text.is_empty();
            if has_text && !*closed {
                let mut stdout = face::stdout(styled);
                let written = stdout
                    .write_all(head.as_bytes())
                    .and_then(|()| stdout.write_all(text.as_bytes()))
                    .and_then(|()| stdout.flush());
                *closed = written.is_err();
                if *closed {
                    face::stop();
                }
            }
            let _ = io::stderr().write_all(face::said(said).as_bytes());
        });
    }

    fn head(&mut self) -> &'static str {
        match std::mem::replace(&mut self.begun, true) {
            true => "",
            false => head_of(self.batch.format),
        }
    }

    /// What is left to be printed, and how it ends.
    fn end(mut self) -> Output {
        let batch = self.batch;
        if !self.begun {
            self.out("", "");
        }
        self.progress.end();
        // Whoever closed the pipe has what he wanted.
        let is_cut = face::is_interrupted() && !self.closed;
        let interrupted = is_cut && self.printed < batch.documents.len();
        let stdout = match batch.format {
            Format::Json if batch.is_many => format!("[\n{}]\n", self.array.join(",\n")),
            Format::Json => self.array.concat(),
            Format::Table if batch.is_many => {
                let mut line = (batch.total)(self.printed, self.total);
                if self.failed > 0 {
                    line = format!("{} · {} not decided\n", line.trim_end(), self.failed);
                }
                line
            }
            Format::Table | Format::JsonLines | Format::Csv { .. } | Format::Explained => {
                String::new()
            }
        };
        let keeps = batch.exit_zero && matches!(self.worst, Exit::Stop | Exit::Review);
        Output {
            stdout,
            stderr: match interrupted {
                true => self.interruption(),
                false => String::new(),
            },
            exit: match (interrupted, keeps) {
                (true, _) => Exit::Interrupted,
                (false, true) => Exit::Fine,
                (false, false) => self.worst,
            },
            styled: batch.format == Format::Table,
        }
    }

    /// How far an interrupted run came.
    fn interruption(&self) -> String {
        let of = self.batch.documents.len();
        let next = self.batch.documents.get(self.printed);
        let next = next.map(|input| format!("; next is `{}`", input.name));
        format!(
            "interrupted: {} of {of} documents are done and printed{}\n  help: {}\n",
            self.printed,
            next.unwrap_or_default(),
            self.batch.resume_help
        )
    }
}

/// What stands before the first row.
pub(crate) fn head_of(format: Format) -> &'static str {
    match format {
        Format::Csv { bom: true } => csv::HEAD_WITH_BOM,
        Format::Csv { bom: false } => csv::HEAD,
        Format::Table | Format::Json | Format::JsonLines | Format::Explained => "",
    }
}

/// The line of a document that could not be read, so that lines and documents stay in step.
fn failed(format: Format, name: &str, error: &CliError) -> String {
    let Some(Diagnostic { message, help }) = error.diagnostics.first() else {
        return String::new();
    };
    let record = json!({
        "document": { "name": name },
        "error": { "message": message, "cure": help },
    });
    match format {
        Format::Json => serde_json::to_string_pretty(&record).unwrap_or_default() + "\n",
        Format::JsonLines => format!("{record}\n"),
        Format::Csv { .. } => csv::failure(name, message),
        Format::Table | Format::Explained => String::new(),
    }
}

/// A bar with counts on the terminal, where there is a terminal.
struct Progress {
    bar: Option<ProgressBar>,
    counts: Summary,
    unread: u64,
}

impl Progress {
    fn start(batch: &Batch<'_>) -> Progress {
        let bar = (batch.documents.len() > 1 && face::shows_progress()).then(|| {
            let bar = ProgressBar::new(batch.documents.len() as u64);
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}") {
                bar.set_style(style);
            }
            bar
        });
        Progress {
            bar,
            counts: Summary::default(),
            unread: 0,
        }
    }

    fn count(&mut self, done: &Result<Done, CliError>) {
        let Some(bar) = &self.bar else { return };
        match done {
            Ok(done) => {
                self.counts.accept += done.summary.accept;
                self.counts.stop += done.summary.stop;
                self.counts.need_review += done.summary.need_review;
            }
            Err(_) => self.unread += 1,
        }
        let mut message = format!(
            "ACCEPT {} STOP {} NEED_REVIEW {}",
            self.counts.accept, self.counts.stop, self.counts.need_review
        );
        if self.unread > 0 {
            message.push_str(&format!(" unreadable {}", self.unread));
        }
        bar.set_message(message);
        bar.inc(1);
    }

    fn suspend(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
