//! `groundstop ask`: a question, and what the sources say to it.

use groundstop_contract::OutputAction;
use groundstop_engine::{AskOutcome, Engine, NotFound, RunControl};

use super::args::AskArgs;
use super::outputs;
use crate::commands::recorded;
use crate::error::{CliError, Exit, Output, notes};
use crate::output::{answer, visible};

pub(crate) fn run(args: &AskArgs, engine: &Engine) -> Result<Output, CliError> {
    let request = args.request();
    outputs::check(args, engine.library_of(&request)?.as_ref())?;
    shown(args, engine.ask(&request, RunControl::default())?)
}

/// What came nearest, for the operator at the terminal; no part of what a user is given.
fn nearest(args: &AskArgs, found: Option<&NotFound>) -> String {
    let Some(found) = found.filter(|_| !args.json) else {
        return String::new();
    };
    let documents = match found.documents {
        1 => "this one document".to_owned(),
        many => format!("these {many} documents"),
    };
    let mut text = match found.nearest.is_empty() {
        true => format!("note: not found in {documents}\n"),
        false => format!(
            "note: not found in {documents}; for you as the operator the nearest passages, none of them an answer:\n"
        ),
    };
    for one in &found.nearest {
        let (document, said) = (visible(&one.document), visible(&one.text));
        text.push_str(&format!("  {document}, page {}: “{said}”\n", one.page));
    }
    text
}

/// Prints an answer, and writes it where that was asked for. An answer is not lost
/// because a file could not be written.
fn shown(args: &AskArgs, outcome: AskOutcome) -> Result<Output, CliError> {
    let run = &outcome.run;
    let unwritten = outputs::write(args, run);
    let stdout = match (args.json, args.explain) {
        (true, explain) => answer::json(run, explain).map_err(CliError::fault)?,
        (false, explain) => answer::text(run, explain),
    };
    let answered = run.pack.answer.action == OutputAction::Answer;
    Ok(Output {
        stdout,
        exit: match unwritten.is_empty() {
            false => Exit::Input,
            true if answered || args.exit_zero => Exit::Fine,
            true => Exit::Stop,
        },
        stderr: nearest(args, outcome.not_found.as_ref())
            + &notes(&outcome.notes)
            + &recorded(outcome.recorded)
            + &unwritten,
        styled: !args.json,
    })
}
