//! `groundstop verify` on a folder: every document with what was proposed for it, from files
//! beside the documents, from another folder, or from the lines of one file.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use groundstop_canon::sha256_hex;
use groundstop_engine::{
    Diagnostic, Engine, RecordOptions, RunControl, VerifyRequest, files_in, proposed_lines,
};
use groundstop_fields::Schema;

use super::extract::warning;
use super::inputs::{self, Input, Inputs, is_attached};
use super::kept::Kept;
use super::many::{Batch, Done, decided_in_all};
use super::reading::Source;
use super::renamed::Renamed;
use super::review_pages::Pages;
use super::verify::second_warning;
use super::{recorded, schema};
use crate::args::VerifyArgs;
use crate::error::{CliError, Output};
use crate::files;
use crate::output::report::Printing;

/// How the names of files of candidates end.
const ENDINGS: [&str; 2] = ["json", "jsonl"];

/// What was proposed for one document.
struct Proposed {
    bytes: Vec<u8>,
    label: String,
}

/// The same, or the line that cannot be read: it stops no other.
type MaybeProposed = Result<Proposed, Diagnostic>;

pub(super) fn run(args: &VerifyArgs, engine: &Engine) -> Result<Output, CliError> {
    if args.receipt.is_some() {
        return Err(CliError::input(
            "`--receipt` is for one document",
            "`--out DIR` keeps the report of every document of a folder",
        ));
    }
    if args.record.idempotency_key.is_some() {
        return Err(CliError::input(
            "an idempotency key is for one document",
            "decide the documents one by one, or leave `--idempotency-key` out",
        ));
    }
    let schema = match &args.schema {
        Some(path) => Some(schema::read(path)?),
        None => None,
    };
    let (inputs, proposed) = pairs(args, engine)?;
    let record = args.record.options();
    engine.open_ledger(&record)?;
    let kept = match &args.out {
        Some(folder) => Some(Kept::open(folder, schema.as_ref(), None)?),
        None => None,
    };
    if let Some(kept) = kept.as_ref().filter(|_| args.resume) {
        kept.sweep();
    }
    let pages = Pages::open(args.html.as_deref(), true)?;
    let renamed = Renamed::default();
    let job = Job {
        args,
        engine,
        schema: schema.as_ref(),
        kept,
        record,
        pages: &pages,
        renamed: &renamed,
        printing: Printing {
            format: args.printed.format(),
            only: args.printed.only,
            is_many: true,
        },
    };
    let batch = Batch {
        documents: &inputs.documents,
        format: job.printing.format,
        jobs: args.jobs,
        is_many: true,
        exit_zero: args.exit_zero,
        total: decided_in_all,
        resume_help: match args.out {
            Some(_) => {
                "run the same command with `--resume`: what is in `--out` is not decided again"
            }
            None => "run it with `--out DIR`, and after an interruption with `--out DIR --resume`",
        },
    };
    let mut output = batch.run(|index, input| {
        let done = match proposed.get(index) {
            Some(Ok(proposed)) => one(&job, input, proposed),
            Some(Err(bad)) => Err(CliError::input(&bad.message, &bad.help)),
            None => Err(CliError::fault("a document lost its candidates")),
        };
        pages.noted(&input.name, done)
    });
    pages.finish()?;
    output.stderr.push_str(&renamed.told());
    output.stderr.push_str(&inputs.told());
    Ok(output)
}

/// The documents, and in the same order what was proposed for them.
fn pairs(args: &VerifyArgs, engine: &Engine) -> Result<(Inputs, Vec<MaybeProposed>), CliError> {
    let folder = args.document.as_path();
    let candidates = args.candidates.as_deref().unwrap_or(folder);
    match candidates.is_dir() {
        true => beside(args, engine, folder, candidates),
        false => on_lines(args, folder, candidates),
    }
}

/// Every line of a file is one document with its candidates.
fn on_lines(
    args: &VerifyArgs,
    folder: &Path,
    file: &Path,
) -> Result<(Inputs, Vec<MaybeProposed>), CliError> {
    let text = files::read_text(file, args.reading.max_bytes)?;
    let label = file.display().to_string();
    let lines = proposed_lines(&text, &label)?;
    if lines.is_empty() {
        return Err(CliError::input(
            format!("`{label}` names no document"),
            "write {\"document\": \"lease.pdf\", \"candidates\": […]} on one line a document",
        ));
    }
    let mut inputs = Inputs::default();
    let mut proposed = Vec::new();
    let mut on: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for line in lines.iter().flatten() {
        let of = on.entry(plain_path(&line.document)).or_default();
        of.push(line.line);
    }
    for line in lines {
        let (name, one) = match line {
            Ok(line) => {
                let label = format!("{label}, line {}", line.line);
                let name = plain_path(&line.document);
                let lines = on.get(&name).map_or(&[][..], Vec::as_slice);
                let one = match several(&name, lines) {
                    Some(diagnostic) => Err(diagnostic),
                    None => Ok(Proposed {
                        bytes: line.candidates,
                        label,
                    }),
                };
                (name, one)
            }
            Err(bad) => {
                let message = format!("`{label}`: {}", bad.message);
                let help = bad.help;
                let name = format!("{label}, line {}", bad.line);
                let name = bad.document.unwrap_or(name);
                (name, Err(Diagnostic { message, help }))
            }
        };
        let path = folder.join(&name);
        inputs.documents.push(Input { path, name });
        proposed.push(one);
    }
    let is_left = |path: &PathBuf| {
        let named = inputs.documents.iter().any(|one| one.path == *path);
        !named && files::place(path) != files::place(file)
    };
    let found = files_in(folder)?;
    let unnamed = found.documents.into_iter();
    let why = format!("stands on no line of `{label}`");
    let unnamed = unnamed.map(|path| (path, why.clone()));
    let not_read = inputs::not_read(found.links, found.special, found.others);
    let skipped = unnamed.chain(not_read);
    inputs.skipped = skipped.filter(|(path, _)| is_left(path)).collect();
    Ok((inputs, proposed))
}

/// What is wrong where several lines propose something for one document: decided apart, they could
/// not contradict each other.
fn several(name: &str, lines: &[usize]) -> Option<Diagnostic> {
    let [_, _, ..] = lines else { return None };
    let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
    Some(Diagnostic {
        message: format!("`{name}` stands on lines {}", numbers.join(", ")),
        help: "put all that is proposed for one document on one line".to_owned(),
    })
}

/// A path without its `./`.
fn plain_path(path: &str) -> String {
    let parts = Path::new(path).components();
    let named = parts.filter(|part| !matches!(part, Component::CurDir));
    named.collect::<PathBuf>().to_string_lossy().into_owned()
}

/// Candidates in files of their own, called as their documents are.
fn beside(
    args: &VerifyArgs,
    engine: &Engine,
    folder: &Path,
    candidates: &Path,
) -> Result<(Inputs, Vec<MaybeProposed>), CliError> {
    let all = inputs::expand(
        std::slice::from_ref(&args.document),
        engine,
        &args.reading.options(),
    )?;
    let mut stems: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for input in &all.documents {
        *stems.entry(stem(input)).or_default() += 1;
    }
    let mut inputs = Inputs {
        is_many: true,
        skipped: all.skipped,
        ..Inputs::default()
    };
    let mut proposed = Vec::new();
    let mut used = Vec::new();
    for input in all.documents {
        let is_alone = stems.get(&stem(&input)) == Some(&1);
        let places = places(&input, folder, candidates, is_alone);
        let mut there = places.iter().filter(|place| place.is_file());
        match (there.next(), there.next()) {
            // Decided by one of them, the other could hide a contradiction.
            (Some(one), Some(two)) => {
                proposed.push(Err(Diagnostic {
                    message: format!(
                        "`{}` has candidates in `{}` and in `{}`",
                        input.name,
                        one.display(),
                        two.display()
                    ),
                    help: "keep the file that is meant, or put all into one".to_owned(),
                }));
                used.extend([one.clone(), two.clone()]);
                inputs.documents.push(input);
            }
            (Some(found), None) => {
                proposed.push(Ok(Proposed {
                    bytes: files::read(found, args.reading.max_bytes)?,
                    label: found.display().to_string(),
                }));
                used.push(found.clone());
                inputs.documents.push(input);
            }
            (None, _) => {
                let looked = places.iter().map(|place| format!("`{}`", place.display()));
                let looked: Vec<String> = looked.collect();
                let why = format!("has no candidates: there is no {}", looked.join(", no "));
                inputs.skipped.push((input.path, why));
            }
        }
    }
    inputs.skipped.retain(|(path, _)| !used.contains(path));
    if inputs.documents.is_empty() {
        return Err(CliError::input(
            format!("no document in `{}` has candidates", folder.display()),
            "put lease.pdf.json or lease.json beside lease.pdf, or name a file of lines after the folder",
        ));
    }
    Ok((inputs, proposed))
}

/// A document's name without its ending.
fn stem(input: &Input) -> PathBuf {
    Path::new(&input.name).with_extension("")
}

/// Where the candidates of a document may be: in one of these files, not in two. What is
/// attached to a mail has them beside the mail: `mail.eml.contract.pdf.json`.
fn places(input: &Input, folder: &Path, candidates: &Path, is_alone: bool) -> Vec<PathBuf> {
    let name = match is_attached(&input.path) {
        true => {
            let file = input.path.ancestors().skip(1).find(|path| path.is_file());
            let mail = file.and_then(|file| file.strip_prefix(folder).ok());
            let mail = mail.map(|mail| mail.to_string_lossy().into_owned());
            let mail = mail.unwrap_or_default();
            let inner = input.name.strip_prefix(&mail).unwrap_or(&input.name);
            format!("{mail}{}", inner.replace('/', "."))
        }
        false => input.name.clone(),
    };
    let whole = ENDINGS.map(|ending| candidates.join(format!("{name}.{ending}")));
    let short = ENDINGS.map(|ending| candidates.join(Path::new(&name).with_extension(ending)));
    let mut places = whole.to_vec();
    // Two documents of one name would share a file that belongs to one of them.
    if is_alone {
        places.extend(short);
    }
    places
}

/// What every document is decided with.
struct Job<'a> {
    args: &'a VerifyArgs,
    engine: &'a Engine,
    schema: Option<&'a Schema>,
    kept: Option<Kept<'a>>,
    record: RecordOptions,
    pages: &'a Pages,
    renamed: &'a Renamed,
    printing: Printing,
}

/// Decides one document, or takes what an earlier run decided.
fn one(job: &Job<'_>, input: &Input, proposed: &Proposed) -> Result<Done, CliError> {
    let args = job.args;
    let source = Source::named(job.engine, &input.path, input.name.clone(), &args.reading)?;
    let key = key(args, input, proposed);
    if let Some(kept) = job
        .kept
        .as_ref()
        .filter(|_| args.resume && args.html.is_none())
        && let Some(report) = kept.find(&input.path, &key, &sha256_hex(source.bytes()))
    {
        job.renamed.add(&report);
        let printed = job.printing.report(&report)?;
        return Ok(Done::decided(printed, String::new(), report.summary));
    }
    let request = VerifyRequest {
        document: source.input(),
        candidates: &proposed.bytes,
        candidates_label: &proposed.label,
        format: args.from.format(),
        schema: job.schema,
        confidence: args.confidence,
        second_reader: args.second_reader,
        look: args.look.then_some(args.reading.ocr_language.as_str()),
        record: &job.record,
    };
    let control = RunControl {
        progress: None,
        cancellation: Some(crate::face::cancellation()),
    };
    let outcome = job.engine.verify(request, control)?;
    let report = &outcome.report;
    job.renamed.add(report);
    if let Some(kept) = &job.kept {
        kept.keep(&input.path, &key, report)?;
    }
    job.pages
        .write(job.engine, source.input(), &outcome.document, report)?;
    let hints = outcome.hints.iter();
    let hints = hints.map(|hint| format!("help: `{}`: {hint}\n", input.name));
    let notes = [
        recorded(outcome.recorded),
        warning(input, &outcome.document, true),
        second_warning(args.second_reader, &outcome.document),
    ];
    let said = hints.chain(notes).collect();
    Ok(Done::decided(
        job.printing.report(report)?,
        said,
        report.summary,
    ))
}

/// All that makes a decision another one besides the document and the schema.
fn key(args: &VerifyArgs, input: &Input, proposed: &Proposed) -> String {
    let confidence = args.confidence.map(|one| one.to_string());
    format!(
        "{}\n{}\n{:?}\n{}\n{}{}",
        input.path.display(),
        sha256_hex(&proposed.bytes),
        args.from,
        confidence.unwrap_or_default(),
        args.second_reader,
        if args.look { "\n--look" } else { "" }
    )
}
