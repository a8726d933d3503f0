//! `groundstop extract`: the built-in proposer on any number of documents.
//!
//! Documents are read and decided in parallel and reported in their order. One
//! that cannot be read is named and does not stop the rest.

mod kept;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use groundstop_canon::sha256_hex;
use groundstop_contract::report::{Report, Summary};
use groundstop_document::Document;
use groundstop_engine::{Diagnostic, Engine, ExtractRequest, RecordOptions, RunControl};
use groundstop_fields::Schema;
use groundstop_propose::builtin::Proposer;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::reading::{Source, name_of};
use super::verify::{exit, page};
use super::{recorded, schema, unread_warning};
use crate::args::ExtractArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::{csv, explain, table};
use kept::Kept;

pub(crate) fn run(args: &ExtractArgs, engine: &Engine) -> Result<Output, CliError> {
    let schema = schema::read(&args.schema)?;
    if let Some(field) = &args.explain
        && !schema.has_field(field)
    {
        let cure = match schema.nearest_field(field) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "`groundstop schema show {}` lists the fields",
                args.schema.display()
            ),
        };
        return Err(CliError::input(
            format!("the schema has no field `{field}`"),
            cure,
        ));
    }
    let documents = super::inputs::expand(&args.documents)?;
    if args.record.idempotency_key.is_some() && documents.len() > 1 {
        return Err(CliError::input(
            "an idempotency key is for one document",
            "decide the documents one by one, or leave `--idempotency-key` out",
        ));
    }
    let record = args.record.options();
    engine.open_ledger(&record)?;
    let identity = Proposer::identity();
    let kept = match &args.out {
        Some(folder) => Some(Kept::open(folder, &schema, &identity)?),
        None => None,
    };
    if let Some(kept) = kept.as_ref().filter(|_| args.resume) {
        kept.sweep();
    }
    if let Some(path) = args.html.as_ref().filter(|_| documents.len() > 1) {
        std::fs::create_dir_all(path).map_err(|error| {
            CliError::input(
                format!("cannot make the folder `{}`: {error}", path.display()),
                "with several documents `--html` names a folder",
            )
        })?;
    }
    let job = Job {
        args,
        schema: &schema,
        proposer: Proposer::new(schema.record()),
        kept,
        engine,
        record,
        many: documents.len() > 1,
    };
    let ended = all(&job, &documents);
    Ok(together(args, &documents, ended))
}

/// What every document is decided with.
struct Job<'a> {
    args: &'a ExtractArgs,
    schema: &'a Schema,
    proposer: Proposer,
    kept: Option<Kept<'a>>,
    engine: &'a Engine,
    record: RecordOptions,
    many: bool,
}

/// What one document came to, ready to be printed.
struct Done {
    printed: String,
    warning: String,
    summary: Summary,
}

/// Decides all documents, several at a time; the answers are in the documents' order.
fn all(job: &Job<'_>, documents: &[PathBuf]) -> Vec<Result<Done, CliError>> {
    let next = AtomicUsize::new(0);
    let progress = Progress::start(documents.len());
    let ended: Vec<Mutex<Option<Result<Done, CliError>>>> =
        documents.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((path, slot)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            documents.get(index).zip(ended.get(index))
        } {
            let done = one(job, path);
            progress.count(&done);
            *slot
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(done);
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs(job.args, documents.len()) {
            scope.spawn(work);
        }
        work();
    });
    progress.end();
    let unwrap = |slot: Mutex<Option<Result<Done, CliError>>>| {
        let done = slot
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        done.unwrap_or_else(|| Err(CliError::fault("a document was not decided")))
    };
    ended.into_iter().map(unwrap).collect()
}

fn jobs(args: &ExtractArgs, documents: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    args.jobs.unwrap_or(cores).clamp(1, documents.max(1))
}

/// Reads and decides one document, or takes what an earlier run decided.
fn one(job: &Job<'_>, path: &Path) -> Result<Done, CliError> {
    let args = job.args;
    let source = Source::open(path, &args.reading)?;
    let earlier = match &job.kept {
        Some(kept) if args.resume => kept.find(path, &sha256_hex(source.bytes())),
        _ => None,
    };
    // An earlier report needs its document only for the page and for what else was seen.
    if let Some(report) = earlier
        .as_ref()
        .filter(|_| args.html.is_none() && args.explain.is_none())
    {
        return Ok(Done {
            printed: print(job, report)?,
            warning: String::new(),
            summary: report.summary,
        });
    }
    let record = match &earlier {
        // It was recorded when it was decided.
        Some(_) => &RecordOptions {
            no_ledger: true,
            idempotency_key: None,
        },
        None => &job.record,
    };
    let request = ExtractRequest {
        document: source.input(),
        schema: job.schema,
        proposer: &job.proposer,
        record,
    };
    let extracted = job.engine.extract(request, RunControl::default())?;
    let document = extracted.document;
    let report = earlier.unwrap_or(extracted.report);
    let note = recorded(extracted.recorded);
    if let Some(kept) = &job.kept {
        kept.keep(path, &report)?;
    }
    if let Some(html) = &args.html {
        let file = if job.many {
            html.join(format!("{}.html", unique_name(path)))
        } else {
            html.clone()
        };
        let page = page(job.engine, source.input(), &document, &report)?;
        files::write(&file, page.as_bytes())?;
    }
    let printed = match &args.explain {
        Some(field) => explain::field(&explain::Seen {
            document: &document,
            report: &report,
            findings: &extracted.findings,
            proposer: &job.proposer,
            field,
        }),
        None => print(job, &report)?,
    };
    Ok(Done {
        printed,
        warning: note + &warning(path, &document, job.many),
        summary: report.summary,
    })
}

/// A name for a page that no other document of the run has.
fn unique_name(path: &Path) -> String {
    let digest = sha256_hex(path.to_string_lossy().as_bytes());
    let short: String = digest.chars().take(8).collect();
    format!("{}.{short}", name_of(path))
}

fn warning(path: &Path, document: &Document, many: bool) -> String {
    let warning = unread_warning(document);
    match many && !warning.is_empty() {
        true => format!("`{}`: {warning}", path.display()),
        false => warning,
    }
}

/// A report as a table, as JSON or as rows.
fn print(job: &Job<'_>, report: &Report) -> Result<String, CliError> {
    if job.args.csv {
        return Ok(csv::rows(report));
    }
    if !job.args.prints_records() {
        return Ok(table::report(report) + if job.many { "\n" } else { "" });
    }
    let line = match job.args.json {
        true => serde_json::to_string_pretty(report),
        false => serde_json::to_string(report),
    };
    line.map(|line| format!("{line}\n"))
        .map_err(CliError::fault)
}

/// All answers in order, what went wrong, and how it ends.
fn together(
    args: &ExtractArgs,
    documents: &[PathBuf],
    ended: Vec<Result<Done, CliError>>,
) -> Output {
    let mut stdout: Vec<String> = Vec::new();
    let mut stderr = String::new();
    let mut worst = Exit::Fine;
    let mut total = Summary::default();
    for (path, done) in documents.iter().zip(ended) {
        let code = match done {
            Ok(done) => {
                stdout.push(done.printed);
                stderr.push_str(&done.warning);
                total.accept += done.summary.accept;
                total.stop += done.summary.stop;
                total.need_review += done.summary.need_review;
                total.absent += done.summary.absent;
                exit(done.summary)
            }
            Err(error) => {
                stderr.push_str(&error.in_words());
                stdout.extend(failed(args, path, &error));
                error.exit
            }
        };
        worst = worst.worse(code);
    }
    let records = args.prints_records();
    if documents.len() > 1 && !records && args.explain.is_none() {
        stdout.push(format!(
            "{} documents: {} accepted · {} stopped · {} to review · {} absent\n",
            documents.len(),
            total.accept,
            total.stop,
            total.need_review,
            total.absent
        ));
    }
    let printed = match args.json && documents.len() > 1 {
        true => format!("[\n{}]\n", stdout.join(",\n")),
        false => stdout.concat(),
    };
    let head = if args.csv { csv::HEAD } else { "" };
    let keeps = args.exit_zero && matches!(worst, Exit::Stop | Exit::Review);
    Output {
        stdout: format!("{head}{printed}"),
        stderr,
        exit: if keeps { Exit::Fine } else { worst },
        styled: !records,
    }
}

/// The line of a document that could not be read, so that lines and documents stay in step.
fn failed(args: &ExtractArgs, path: &Path, error: &CliError) -> Option<String> {
    let Diagnostic { message, help } = error.diagnostics.first()?;
    let record = json!({
        "document": { "name": name_of(path) },
        "error": { "message": message, "cure": help },
    });
    match (args.json, args.jsonl, args.csv) {
        (true, _, _) => serde_json::to_string_pretty(&record)
            .ok()
            .map(|line| line + "\n"),
        (_, true, _) => Some(format!("{record}\n")),
        (_, _, true) => Some(csv::failure(&name_of(path), message)),
        _ => None,
    }
}

/// A bar with counts on the terminal, where there is a terminal.
struct Progress {
    bar: Option<ProgressBar>,
    accept: AtomicU64,
    stop: AtomicU64,
    review: AtomicU64,
    unread: AtomicU64,
}

impl Progress {
    fn start(documents: usize) -> Progress {
        let bar = (documents > 1 && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new(documents as u64);
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}") {
                bar.set_style(style);
            }
            bar
        });
        Progress {
            bar,
            accept: AtomicU64::new(0),
            stop: AtomicU64::new(0),
            review: AtomicU64::new(0),
            unread: AtomicU64::new(0),
        }
    }

    fn count(&self, done: &Result<Done, CliError>) {
        let Some(bar) = &self.bar else { return };
        let add =
            |counter: &AtomicU64, more: u64| counter.fetch_add(more, Ordering::Relaxed) + more;
        let summary = done.as_ref().map(|done| done.summary).unwrap_or_default();
        let mut message = format!(
            "ACCEPT {} STOP {} NEED_REVIEW {}",
            add(&self.accept, summary.accept),
            add(&self.stop, summary.stop),
            add(&self.review, summary.need_review)
        );
        let unread = add(&self.unread, u64::from(done.is_err()));
        if unread > 0 {
            message.push_str(&format!(" unreadable {unread}"));
        }
        bar.set_message(message);
        bar.inc(1);
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
