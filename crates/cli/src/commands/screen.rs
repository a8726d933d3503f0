//! `groundstop screen`: orders to a machine, found in documents.

use std::path::{Path, PathBuf};

use groundstop_contract::report::Summary;
use groundstop_engine::{Engine, RunControl, ScreenOutcome, ScreenRequest, read_allowed};
use groundstop_research::screen::{Allowed, Rules, ScreenedDocument, ScreenedName, Verdict};

use super::inputs::{self, Input};
use super::many::{Batch, Done, Format};
use super::reading::Source;
use super::spinner::Spinner;
use super::{pretty, unread_warning};
use crate::args::ScreenArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::{screened, visible};

pub(crate) fn run(args: &ScreenArgs, engine: &Engine) -> Result<Output, CliError> {
    let inputs = inputs::expand(&args.documents, engine, &args.reading.options())?;
    if let Some(html) = &args.html {
        if inputs.is_many {
            return Err(CliError::input(
                "`--html` shows the findings in one document",
                "name one document, or print `--jsonl`",
            ));
        }
        let documents = args.documents.iter().chain(args.allow.as_ref());
        let read: Vec<&Path> = documents.map(PathBuf::as_path).collect();
        files::refuse_overwriting(&read, html)?;
    }
    let allowed = match &args.allow {
        Some(path) => {
            let text = files::read_text(path, 1 << 20)?;
            read_allowed(&text, &path.display().to_string())?
        }
        None => Vec::new(),
    };
    let job = Job {
        args,
        engine,
        allowed: &allowed,
        rules: match args.explain {
            true => Some(engine.injection_screen()?.rules()),
            false => None,
        },
        is_many: inputs.is_many,
    };
    let batch = Batch {
        documents: &inputs.documents,
        format: match (args.json, args.jsonl) {
            (true, _) => Format::Json,
            (_, true) => Format::JsonLines,
            _ => Format::Table,
        },
        jobs: None,
        is_many: inputs.is_many,
        exit_zero: args.exit_zero,
        total: |documents, found| {
            format!(
                "{documents} documents: {} with orders · {} flagged · {} clean{}\n",
                found.stop,
                found.need_review,
                found.accept,
                match found.absent {
                    0 => String::new(),
                    empty => format!(" · {empty} empty"),
                }
            )
        },
        resume_help: "name the documents that are left, or run it again",
    };
    let mut output = batch.run(|_, input| job.one(input));
    output.stderr.push_str(&inputs.told());
    Ok(output)
}

/// What every document is screened with.
struct Job<'a> {
    args: &'a ScreenArgs,
    engine: &'a Engine,
    allowed: &'a [Allowed],
    rules: Option<&'a Rules>,
    is_many: bool,
}

impl Job<'_> {
    fn one(&self, input: &Input) -> Result<Done, CliError> {
        let args = self.args;
        let source = Source::named(self.engine, &input.path, input.name.clone(), &args.reading)?;
        let request = ScreenRequest {
            document: source.input(),
            allowed: self.allowed,
        };
        let spinner;
        let control = if self.is_many {
            RunControl {
                progress: None,
                cancellation: Some(crate::face::cancellation()),
            }
        } else {
            spinner = Spinner::start();
            spinner.control()
        };
        let screened = self.engine.screen(request, control)?;
        if let Some(path) = &args.html {
            let page = screened::page(&screened, &input.path.display().to_string());
            files::write(path, page.as_bytes())?;
        }
        let lossy = match screened.is_lossy {
            true => "note: this is no document; what reads as text in it was screened\n",
            false => "",
        };
        let said = format!("{lossy}{}", unread_warning(&screened.document));
        let (accept, stop, need_review, absent) = match screened.verdict {
            Verdict::Clean if screened.is_empty() => (0, 0, 0, 1),
            Verdict::Clean => (1, 0, 0, 0),
            Verdict::Detected => (0, 1, 0, 0),
            Verdict::Flagged => (0, 0, 1, 0),
        };
        Ok(Done {
            printed: self.printed(input, &screened)?,
            warning: match self.is_many && !said.is_empty() {
                true => format!("`{}`: {said}", input.name),
                false => said,
            },
            summary: Summary {
                accept,
                stop,
                need_review,
                absent,
            },
            exit: match screened.verdict {
                Verdict::Detected => Exit::Stop,
                Verdict::Flagged | Verdict::Clean => Exit::Fine,
            },
        })
    }

    fn printed(&self, input: &Input, screened: &ScreenOutcome) -> Result<String, CliError> {
        let report = screened.report();
        let named = || ScreenedDocument {
            document: ScreenedName {
                name: input.name.clone(),
                empty: screened.is_empty(),
            },
            screen: report.clone(),
        };
        match (self.args.json, self.args.jsonl, self.is_many) {
            (true, _, false) => pretty(&report),
            (true, _, true) => pretty(&named()),
            (_, true, _) => serde_json::to_string(&named())
                .map(|line| line + "\n")
                .map_err(CliError::fault),
            (_, _, false) => Ok(screened::text(screened, self.rules)),
            (_, _, true) => Ok(format!(
                "{}: {}\n",
                visible(&input.name),
                screened::text(screened, self.rules)
            )),
        }
    }
}
