//! `groundstop verify`: anyone's candidates against a document.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use groundstop_contract::report::{Report, RunFlags, Summary};
use groundstop_document::{Document, SecondReading};
use groundstop_engine::{Run, hints, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, ImportError, Imported, import};
use indicatif::ProgressBar;

use super::ledger::args::HomeArgs;
use super::ledger::recorder::Recorder;
use super::reading::{Source, second_reader};
use super::{now, unread_warning};
use crate::args::{From, VerifyArgs};
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::marked::{Drawn, pages_marked};
use crate::output::{html, table};

pub(crate) fn run(args: &VerifyArgs, home: &HomeArgs) -> Result<Output, CliError> {
    let standard = Path::new("-");
    if args.document == standard && args.candidates == standard {
        return Err(CliError::input(
            "document and candidates cannot both come from standard input",
            "save one of them to a file",
        ));
    }
    refuse_overwriting(args)?;
    let recorder = Recorder::open(home, &args.record)?;
    let second = match args.second_reader {
        true => Some(second_reader()?),
        false => None,
    };
    let progress = Progress::start("reading");
    let mut source = Source::open(&args.document, &args.reading)?;
    let mut document = source.read_to_decide(|page, of| progress.picture(page, of))?;
    if let Some(second) = &second {
        progress.say("reading again");
        document = source.read_again(document, second)?;
    }
    let imported = read_candidates(args)?;
    let schema = read_schema(args, &imported)?;
    progress.say("judging");
    let report = decide(args, &document, &schema, &imported)?;
    progress.say("recording");
    // Nobody sees a decision whose record is not safe.
    let recorded = recorder.report(report)?;
    let report = recorded.content;
    progress.say("writing");
    if let Some(path) = &args.html {
        files::write(path, page(&mut source, &document, &report)?.as_bytes())?;
    }
    if let Some(path) = &args.receipt {
        files::write(path, pretty(&report)?.as_bytes())?;
    }
    progress.end();
    let styled = !args.printed.json && !args.printed.jsonl;
    let stdout = if args.printed.json {
        pretty(&report)?
    } else if args.printed.jsonl {
        let line = serde_json::to_string(&report).map_err(CliError::fault)?;
        format!("{line}\n")
    } else {
        table::report(&report)
    };
    Ok(Output {
        stdout,
        stderr: hints(&report)
            .iter()
            .map(|hint| format!("hint: {hint}\n"))
            .chain([
                recorded.note,
                unread_warning(&document),
                second_warning(second.is_some(), &document),
            ])
            .collect(),
        exit: if args.exit_zero {
            Exit::Fine
        } else {
            exit(report.summary)
        },
        styled,
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
    source: &mut Source<'_>,
    document: &Document,
    report: &Report,
) -> Result<String, CliError> {
    let drawn = draw(source, document, report)?;
    Ok(html::page(document, report, &drawn))
}

/// The pages that hold quotes, drawn; only formats with places have any.
fn draw(source: &mut Source<'_>, document: &Document, report: &Report) -> Result<Drawn, CliError> {
    let pages = pages_marked(document, report);
    let mut drawn = Drawn {
        left_out: pages.len().saturating_sub(PICTURES_MAX),
        ..Drawn::default()
    };
    for page in pages.into_iter().take(PICTURES_MAX) {
        // The decisions stand without the picture of a page that cannot be drawn.
        match source.draw(page, PICTURES_DPI) {
            Ok(picture) => drawn.add(page, &picture).map_err(CliError::fault)?,
            Err(_) => drawn.left_out += 1,
        }
    }
    Ok(drawn)
}

fn decide(
    args: &VerifyArgs,
    document: &Document,
    schema: &Schema,
    imported: &Imported,
) -> Result<Report, CliError> {
    verify(&Run {
        document,
        document_name: &name_of(&args.document),
        schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags {
            confidence: args.confidence,
            ..RunFlags::default()
        },
        decided_at: &now(),
    })
    .map_err(|error| {
        let cause = format!("`{}`: {error}", args.candidates.display());
        CliError::input(cause, error.cure())
    })
}

/// The last part of a path; standard input has no name of its own.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
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

fn pretty(report: &Report) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(report).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}

fn read_candidates(args: &VerifyArgs) -> Result<Imported, CliError> {
    let bytes = files::read(&args.candidates, args.reading.max_bytes)?;
    let format = match args.from {
        From::Plain => Format::Plain,
        From::Langextract => Format::LangExtract,
        From::Instructor => Format::Instructor,
    };
    import(&bytes, format).map_err(|error| import_error(&args.candidates, &error))
}

/// Every problem of the file, up to a screenful.
fn import_error(path: &Path, error: &ImportError) -> CliError {
    const SHOWN: usize = 20;
    let name = path.display();
    let problems = error.problems();
    let mut lines: Vec<(String, String)> = problems
        .iter()
        .take(SHOWN)
        .map(|problem| {
            let cause = format!("`{name}`: {}: {}", problem.place, problem.message);
            (cause, problem.cure.clone())
        })
        .collect();
    if problems.len() > SHOWN {
        let more = problems.len() - SHOWN;
        lines.push((
            format!("`{name}`: {more} more problems"),
            "mend these first".to_owned(),
        ));
    }
    CliError {
        exit: Exit::Input,
        lines,
    }
}

fn read_schema(args: &VerifyArgs, imported: &Imported) -> Result<Schema, CliError> {
    if args.schema.is_none() && imported.candidates.is_empty() {
        return Err(CliError::input(
            format!(
                "`{}` proposes nothing, and no schema asks for anything",
                args.candidates.display()
            ),
            "add `--schema` with the fields you expect: each then stops as not found",
        ));
    }
    let made = match &args.schema {
        Some(path) => return super::schema::read(path),
        None => Schema::untyped(&imported.candidates, imported.repeats_are_many),
    };
    made.map_err(|error| {
        CliError::input(
            format!("`{}`: {error}", args.candidates.display()),
            error.cure(),
        )
    })
}

/// A line on the terminal that says what is going on, where there is a terminal.
struct Progress(Option<ProgressBar>);

impl Progress {
    fn start(stage: &'static str) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        let progress = Progress(bar);
        progress.say(stage);
        progress
    }

    fn say(&self, stage: &'static str) {
        if let Some(bar) = &self.0 {
            bar.set_message(stage);
        }
    }

    fn picture(&self, page: usize, of: usize) {
        if let Some(bar) = &self.0 {
            bar.set_message(format!("reading picture {page} of {of}"));
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
