//! `groundstop verify`: anyone's candidates against a document.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use groundstop_contract::report::{Report, Summary};
use groundstop_document::{Document, SecondReading};
use groundstop_engine::{
    DocumentInput, Engine, ProgressEvent, ProgressListener, RunControl, Stage, VerifyOutcome,
    VerifyRequest,
};
use groundstop_propose::Format;
use indicatif::ProgressBar;

use super::reading::Source;
use super::{pretty, recorded, unread_warning};
use crate::args::{From, VerifyArgs};
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::marked::{Drawn, pages_marked};
use crate::output::{html, table};

pub(crate) fn run(args: &VerifyArgs, engine: &Engine) -> Result<Output, CliError> {
    let standard = Path::new("-");
    if args.document == standard && args.candidates == standard {
        return Err(CliError::input(
            "document and candidates cannot both come from standard input",
            "save one of them to a file",
        ));
    }
    refuse_overwriting(args)?;
    let schema = match &args.schema {
        Some(path) => Some(super::schema::read(path)?),
        None => None,
    };
    let record = args.record.options();
    engine.open_ledger(&record)?;
    let source = Source::open(&args.document, &args.reading)?;
    let candidates = files::read(&args.candidates, args.reading.max_bytes)?;
    let progress = Spinner::start();
    let control = RunControl {
        progress: Some(&progress),
        cancellation: None,
    };
    let request = VerifyRequest {
        document: source.input(),
        candidates: &candidates,
        candidates_label: &args.candidates.display().to_string(),
        format: args.from.format(),
        schema: schema.as_ref(),
        confidence: args.confidence,
        second_reader: args.second_reader,
        record: &record,
    };
    let outcome = engine.verify(request, control)?;
    progress.say("writing");
    if let Some(path) = &args.html {
        let page = page(engine, source.input(), &outcome.document, &outcome.report)?;
        files::write(path, page.as_bytes())?;
    }
    if let Some(path) = &args.receipt {
        files::write(path, pretty(&outcome.report)?.as_bytes())?;
    }
    progress.end();
    output(args, &outcome)
}

/// What is printed of an outcome, and how the command ends.
fn output(args: &VerifyArgs, outcome: &VerifyOutcome) -> Result<Output, CliError> {
    let VerifyOutcome {
        report, document, ..
    } = outcome;
    let stdout = if args.printed.json {
        pretty(report)?
    } else if args.printed.jsonl {
        let line = serde_json::to_string(report).map_err(CliError::fault)?;
        format!("{line}\n")
    } else {
        table::report(report)
    };
    let hints = outcome.hints.iter().map(|hint| format!("help: {hint}\n"));
    Ok(Output {
        stdout,
        stderr: hints
            .chain([
                recorded(outcome.recorded),
                unread_warning(document),
                second_warning(args.second_reader, document),
            ])
            .collect(),
        exit: if args.exit_zero {
            Exit::Fine
        } else {
            exit(report.summary)
        },
        styled: !args.printed.json && !args.printed.jsonl,
    })
}

/// A line for people where a second reader was asked for and could not help.
fn second_warning(asked: bool, document: &Document) -> String {
    match document.second_reading() {
        None if asked => {
            "warning: `--second-reader` reads PDFs only, and had no effect here\n".to_owned()
        }
        Some(SecondReading {
            reader,
            pages: Err(why),
        }) => format!("warning: {reader} could not read the document: {why}\n"),
        _ => String::new(),
    }
}

/// What is written must not be what is read, nor be written twice.
fn refuse_overwriting(args: &VerifyArgs) -> Result<(), CliError> {
    let read = [
        Some(&args.document),
        Some(&args.candidates),
        args.schema.as_ref(),
    ];
    let written = [args.html.as_ref(), args.receipt.as_ref()];
    let place = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut taken: Vec<_> = read.into_iter().flatten().map(|path| place(path)).collect();
    for path in written.into_iter().flatten() {
        let target = place(path);
        if taken.contains(&target) {
            return Err(CliError::input(
                format!("`{}` would be overwritten", path.display()),
                "give `--html` and `--receipt` files of their own",
            ));
        }
        taken.push(target);
    }
    Ok(())
}

/// How many pages a review page shows as pictures.
const PICTURES_MAX: usize = 24;
/// How finely they are drawn.
const PICTURES_DPI: u16 = 110;

/// The page for reviewers.
pub(super) fn page(
    engine: &Engine,
    input: DocumentInput<'_>,
    document: &Document,
    report: &Report,
) -> Result<String, CliError> {
    let drawn = draw(engine, input, document, report)?;
    Ok(html::page(document, report, &drawn))
}

/// The pages that hold quotes, drawn; only formats with places have any.
fn draw(
    engine: &Engine,
    input: DocumentInput<'_>,
    document: &Document,
    report: &Report,
) -> Result<Drawn, CliError> {
    let pages = pages_marked(document, report);
    let mut drawn = Drawn {
        left_out: pages.len().saturating_sub(PICTURES_MAX),
        ..Drawn::default()
    };
    for page in pages.into_iter().take(PICTURES_MAX) {
        // The decisions stand without the picture of a page that cannot be drawn.
        match engine.draw(input, page, PICTURES_DPI) {
            Ok(picture) => drawn.add(page, &picture).map_err(CliError::fault)?,
            Err(_) => drawn.left_out += 1,
        }
    }
    Ok(drawn)
}

pub(crate) fn exit(summary: Summary) -> Exit {
    match summary {
        Summary {
            stop: 0,
            need_review: 0,
            ..
        } => Exit::Fine,
        Summary { stop: 0, .. } => Exit::Review,
        _ => Exit::Stop,
    }
}

impl From {
    fn format(self) -> Format {
        match self {
            From::Any => Format::Any,
            From::Langextract => Format::LangExtract,
            From::Instructor => Format::Instructor,
        }
    }
}

/// A line on the terminal that says what is going on, where there is a terminal.
struct Spinner(Option<ProgressBar>);

impl Spinner {
    fn start() -> Spinner {
        Spinner(std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        }))
    }

    fn say(&self, message: impl Into<Cow<'static, str>>) {
        if let Some(bar) = &self.0 {
            bar.set_message(message);
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl ProgressListener for Spinner {
    fn on(&self, event: ProgressEvent<'_>) {
        match event {
            ProgressEvent::Stage(Stage::Reading) => self.say("reading"),
            ProgressEvent::Stage(Stage::ReadingAgain) => self.say("reading again"),
            ProgressEvent::Stage(Stage::Looking) => self.say("looking at the pages"),
            ProgressEvent::Stage(Stage::Judging) => self.say("judging"),
            ProgressEvent::Stage(Stage::Recording) => self.say("recording"),
            ProgressEvent::Picture { number, of } => {
                self.say(format!("reading picture {number} of {of}"));
            }
            ProgressEvent::Records { .. } | ProgressEvent::Document { .. } => {}
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.end();
    }
}
