//! `groundstop ask`: a question, and what the sources say to it.

use groundstop_contract::OutputAction;
use groundstop_engine::{AskOutcome, Engine, RunControl};

use super::args::AskArgs;
use super::outputs;
use crate::commands::recorded;
use crate::error::{CliError, Exit, Output, notes};
use crate::output::answer;

pub(crate) fn run(args: &AskArgs, engine: &Engine) -> Result<Output, CliError> {
    let request = args.request();
    outputs::check(args, engine.library_of(&request)?.as_ref())?;
    shown(args, engine.ask(&request, RunControl::default())?)
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
        stderr: notes(&outcome.notes) + &recorded(outcome.recorded) + &unwritten,
        styled: !args.json,
    })
}
