//! `groundstop extract`: the built-in proposer on any number of documents.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use groundstop_canon::sha256_hex;
use groundstop_document::Document;
use groundstop_engine::{Engine, ExtractRequest, RecordOptions, RunControl};
use groundstop_fields::Schema;
use groundstop_propose::builtin::Proposer;

use super::inputs::{self, Input};
use super::kept::Kept;
use super::many::{Batch, Done, Format, decided_in_all};
use super::reading::Source;
use super::review_pages::Pages;
use super::spinner::Spinner;
use super::{recorded, schema, unread_warning};
use crate::args::ExtractArgs;
use crate::error::{CliError, Output};
use crate::output::explain;
use crate::output::report::Printing;

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
    let inputs = inputs::expand(&args.documents, engine, &args.reading.options())?;
    if args.record.idempotency_key.is_some() && inputs.is_many {
        return Err(CliError::input(
            "an idempotency key is for one document",
            "decide the documents one by one, or leave `--idempotency-key` out",
        ));
    }
    let record = args.record.options();
    engine.open_ledger(&record)?;
    let identity = Proposer::identity();
    let kept = match &args.out {
        Some(folder) => Some(Kept::open(folder, Some(&schema), Some(&identity))?),
        None => None,
    };
    if let Some(kept) = kept.as_ref().filter(|_| args.resume) {
        kept.sweep();
    }
    let pages = Pages::open(args.html.as_deref(), inputs.is_many)?;
    let job = Job {
        args,
        schema: &schema,
        proposer: Proposer::new(schema.record()),
        kept,
        engine,
        record,
        many: inputs.is_many,
        pages: &pages,
        printing: Printing {
            format: format(args),
            only: args.printed.only,
            is_many: inputs.is_many,
        },
        told: Mutex::default(),
    };
    let batch = Batch {
        documents: &inputs.documents,
        format: job.printing.format,
        jobs: args.jobs,
        is_many: inputs.is_many,
        exit_zero: args.exit_zero,
        total: decided_in_all,
        resume_help: match args.out {
            Some(_) => {
                "run the same command with `--resume`: what is in `--out` is not decided again"
            }
            None => "run it with `--out DIR`, and after an interruption with `--out DIR --resume`",
        },
    };
    let mut output = batch.run(|_, input| pages.noted(&input.name, one(&job, input)));
    pages.finish()?;
    output.stderr.push_str(&inputs.told());
    Ok(output)
}

fn format(args: &ExtractArgs) -> Format {
    match args.explain {
        Some(_) => Format::Explained,
        None => args.printed.format(),
    }
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
    pages: &'a Pages,
    printing: Printing,
    /// What was told already: the same help is told once, however many documents need it.
    told: Mutex<BTreeSet<String>>,
}

impl Job<'_> {
    /// What helps and was not told yet, with the document's name where there are several.
    fn help(&self, input: &Input, hints: &[String]) -> String {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let new = hints.iter().filter(|hint| told.insert((*hint).clone()));
        let line = |hint: &String| match self.many {
            true => format!("help: `{}`: {hint}\n", input.name),
            false => format!("help: {hint}\n"),
        };
        new.map(line).collect()
    }
}

/// Reads and decides one document, or takes what an earlier run decided.
fn one(job: &Job<'_>, input: &Input) -> Result<Done, CliError> {
    let args = job.args;
    let source = Source::named(job.engine, &input.path, input.name.clone(), &args.reading)?;
    // What was not looked at is decided otherwise than what was.
    let mut key = input.path.to_string_lossy();
    if args.look {
        key.to_mut().push_str("\n--look");
    }
    let earlier = match &job.kept {
        Some(kept) if args.resume => kept.find(&input.path, &key, &sha256_hex(source.bytes())),
        _ => None,
    };
    // An earlier report needs its document only for the page and for what else was seen.
    if let Some(report) = earlier
        .as_ref()
        .filter(|_| args.html.is_none() && args.explain.is_none())
    {
        let printed = job.printing.report(report)?;
        return Ok(Done::decided(printed, String::new(), report.summary));
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
        look: args.look.then_some(args.reading.ocr_language.as_str()),
        record,
    };
    let spinner;
    let control = if job.many {
        RunControl {
            progress: None,
            cancellation: Some(crate::face::cancellation()),
        }
    } else {
        spinner = Spinner::start();
        spinner.control()
    };
    let extracted = job.engine.extract(request, control)?;
    let document = extracted.document;
    let report = earlier.unwrap_or(extracted.report);
    let note = match args.explain {
        Some(_) => String::new(),
        None => job.help(input, &extracted.hints),
    };
    let note = note + &recorded(extracted.recorded);
    if let Some(kept) = &job.kept {
        kept.keep(&input.path, &key, &report)?;
    }
    job.pages
        .write(job.engine, source.input(), &document, &report)?;
    let printed = match &args.explain {
        Some(field) => explain::field(&explain::Seen {
            document: &document,
            report: &report,
            findings: &extracted.findings,
            proposer: &job.proposer,
            field,
        }),
        None => job.printing.report(&report)?,
    };
    let note = note + &warning(input, &document, job.many);
    Ok(Done::decided(printed, note, report.summary))
}

/// What could not be read of a document, with its name where there are several.
pub(crate) fn warning(input: &Input, document: &Document, many: bool) -> String {
    let warning = unread_warning(document);
    match many && !warning.is_empty() {
        true => format!("`{}`: {warning}", input.name),
        false => warning,
    }
}
