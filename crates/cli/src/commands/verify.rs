//! `groundstop verify`: anyone's candidates against a document.

use std::path::Path;

use groundstop_contract::report::{Report, Summary};
use groundstop_document::{Document, SecondReading};
use groundstop_engine::{DocumentInput, Engine, VerifyOutcome, VerifyRequest};
use groundstop_propose::Format;

use super::inputs::is_attached;
use super::reading::Source;
use super::renamed::Renamed;
use super::spinner::Spinner;
use super::{many, pretty, recorded, unread_warning, verify_folder};
use crate::args::{From, VerifyArgs};
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::html;
use crate::output::marked::{Drawn, pages_marked};
use crate::output::report::Printing;

pub(crate) fn run(args: &VerifyArgs, engine: &Engine) -> Result<Output, CliError> {
    if args.document.is_dir() {
        return verify_folder::run(args, engine);
    }
    let candidates_path = one_document(args)?;
    refuse_overwriting(args, candidates_path)?;
    let schema = match &args.schema {
        Some(path) => Some(super::schema::read(path)?),
        None => None,
    };
    let record = args.record.options();
    engine.open_ledger(&record)?;
    let source = Source::open(engine, &args.document, &args.reading)?;
    let candidates = files::read(candidates_path, args.reading.max_bytes)?;
    let progress = Spinner::start();
    let request = VerifyRequest {
        document: source.input(),
        candidates: &candidates,
        candidates_label: &candidates_path.display().to_string(),
        format: args.from.format(),
        schema: schema.as_ref(),
        confidence: args.confidence,
        second_reader: args.second_reader,
        look: args.look.then_some(args.reading.ocr_language.as_str()),
        record: &record,
    };
    let outcome = engine.verify(request, progress.control())?;
    progress.say("writing");
    if let Some(path) = &args.html {
        let page = page(engine, source.input(), &outcome.document, &outcome.report)?;
        files::write(path, page.as_bytes())?;
    }
    if let Some(path) = &args.receipt {
        files::write(path, pretty(&outcome.report)?.as_bytes())?;
    }
    progress.end();
    let mut output = output(args, &outcome)?;
    output.stderr.push_str(&attached(args, engine));
    Ok(output)
}

/// The file of candidates, where one document is to be decided.
fn one_document(args: &VerifyArgs) -> Result<&Path, CliError> {
    let standard = Path::new("-");
    let candidates = args.candidates.as_deref().ok_or_else(|| {
        CliError::input(
            format!(
                "what is proposed for `{}` is missing",
                args.document.display()
            ),
            "give a file of candidates after the document, or - for standard input",
        )
    })?;
    if args.document == standard && candidates == standard {
        return Err(CliError::input(
            "document and candidates cannot both come from standard input",
            "save one of them to a file",
        ));
    }
    if args.out.is_some() {
        return Err(CliError::input(
            "`--out` keeps the reports of a folder's documents",
            "use `--receipt FILE` for one document",
        ));
    }
    Ok(candidates)
}

/// A line for people where documents came with the one that was decided.
fn attached(args: &VerifyArgs, engine: &Engine) -> String {
    if is_attached(&args.document) || args.document == Path::new("-") {
        return String::new();
    }
    let inner = engine.attached_to(&args.document, &args.reading.options());
    let inner = inner.unwrap_or_default();
    let read = inner.iter().filter(|(_, why)| why.is_none());
    let paths = read.map(|(each, _)| args.document.join(each));
    let paths: Vec<String> = paths.map(|path| format!("`{}`", path.display())).collect();
    match paths.as_slice() {
        [] => String::new(),
        paths => format!("note: documents of their own: {}\n", paths.join(", ")),
    }
}

/// What is printed of an outcome, and how the command ends.
fn output(args: &VerifyArgs, outcome: &VerifyOutcome) -> Result<Output, CliError> {
    let VerifyOutcome {
        report, document, ..
    } = outcome;
    let format = args.printed.format();
    let printing = Printing {
        format,
        only: args.printed.only,
        is_many: false,
    };
    let stdout = many::head_of(format).to_owned() + &printing.report(report)?;
    let hints = outcome.hints.iter().map(|hint| format!("help: {hint}\n"));
    let names = Renamed::default();
    names.add(report);
    Ok(Output {
        stdout,
        stderr: hints
            .chain([
                names.told(),
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
        styled: format == many::Format::Table,
    })
}

/// A line for people where a second reader was asked for and could not help.
pub(super) fn second_warning(asked: bool, document: &Document) -> String {
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
fn refuse_overwriting(args: &VerifyArgs, candidates: &Path) -> Result<(), CliError> {
    let read = [
        Some(args.document.as_path()),
        Some(candidates),
        args.schema.as_deref(),
    ];
    let written = [args.html.as_ref(), args.receipt.as_ref()];
    let place = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut taken: Vec<_> = read.into_iter().flatten().map(place).collect();
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
    pub(super) fn format(self) -> Format {
        match self {
            From::Any => Format::Any,
            From::Langextract => Format::LangExtract,
            From::Instructor => Format::Instructor,
        }
    }
}
