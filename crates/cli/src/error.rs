//! What goes wrong on the way to a decision, said with what helps.

use std::fmt::Display;

use groundstop_contract::FieldDecision;
use groundstop_engine::{Diagnostic, EngineError, ErrorKind};

use crate::output::visible;

/// How a command ends for the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was accepted.
    Fine = 0,
    /// A fault of ours.
    Fault = 1,
    /// Wrong usage, or input that cannot be read.
    Input = 2,
    /// At least one STOP.
    Stop = 3,
    /// No STOP, but something for a person to look at.
    Review = 4,
    /// A verification failed.
    Failed = 5,
    /// Somebody interrupted it.
    Interrupted = 130,
}

impl Exit {
    /// Of two ends, the one that counts over many documents: 1, 2, 5, 3, 4, then 0.
    pub(crate) fn worse(self, other: Exit) -> Exit {
        const ORDER: [Exit; 7] = [
            Exit::Interrupted,
            Exit::Fault,
            Exit::Input,
            Exit::Failed,
            Exit::Stop,
            Exit::Review,
            Exit::Fine,
        ];
        let first = ORDER
            .into_iter()
            .find(|exit| *exit == self || *exit == other);
        first.unwrap_or(self)
    }
}

/// A command that could not do its work.
#[derive(Debug)]
pub(crate) struct CliError {
    pub(crate) exit: Exit,
    /// What is wrong; never empty.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What a person gave and what became of it, where it was stopped.
    pub(crate) stopped: Option<Box<FieldDecision>>,
}

impl CliError {
    /// Input that cannot be used.
    pub(crate) fn input(message: impl Display, help: impl Display) -> CliError {
        EngineError::input(message, help).into()
    }

    /// Something that should never happen.
    pub(crate) fn fault(message: impl Display) -> CliError {
        EngineError::internal(message).into()
    }

    /// The error as people read it on standard error.
    pub(crate) fn in_words(&self) -> String {
        let what = match self.exit {
            Exit::Fault => "internal error",
            Exit::Fine
            | Exit::Input
            | Exit::Stop
            | Exit::Review
            | Exit::Failed
            | Exit::Interrupted => "error",
        };
        let line = |one: &Diagnostic| told(what, one);
        self.diagnostics.iter().map(line).collect()
    }
}

impl From<EngineError> for CliError {
    fn from(error: EngineError) -> CliError {
        CliError {
            exit: match error.kind {
                ErrorKind::Internal => Exit::Fault,
                ErrorKind::Input | ErrorKind::Cancelled => Exit::Input,
                ErrorKind::Stopped => Exit::Stop,
                ErrorKind::Failed => Exit::Failed,
            },
            diagnostics: error.diagnostics,
            stopped: error.stopped,
        }
    }
}

/// What the operator should know beside an answer.
pub(crate) fn notes(notes: &[Diagnostic]) -> String {
    let line = |note: &Diagnostic| told("warning", note);
    notes.iter().map(line).collect()
}

/// A diagnostic as people read it: what it is, then what helps.
fn told(what: &str, one: &Diagnostic) -> String {
    let (message, help) = (visible(&one.message), visible(&one.help));
    format!("{what}: {message}\n  help: {help}\n")
}

/// What a command prints, and how it ends.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) exit: Exit,
    /// Whether standard output has colours in it that only a terminal should get.
    pub(crate) styled: bool,
}

impl Output {
    /// Plain output of a command that went well, printed byte by byte.
    pub(crate) fn fine(stdout: impl Into<String>) -> Output {
        Output {
            stdout: stdout.into(),
            stderr: String::new(),
            exit: Exit::Fine,
            styled: false,
        }
    }
}
