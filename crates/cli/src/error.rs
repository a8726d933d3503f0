//! What goes wrong on the way to a decision, said in one line with its cure.

use std::fmt::Display;

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
}

impl Exit {
    /// Of two ends, the one that counts over many documents: 1, 2, 5, 3, 4, then 0.
    pub(crate) fn worse(self, other: Exit) -> Exit {
        const ORDER: [Exit; 6] = [
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
    /// One line each: the cause, then the cure.
    pub(crate) lines: Vec<(String, String)>,
}

impl CliError {
    /// Input that cannot be used.
    pub(crate) fn input(cause: impl Display, cure: impl Display) -> CliError {
        CliError {
            exit: Exit::Input,
            lines: vec![(cause.to_string(), cure.to_string())],
        }
    }

    /// The error as people read it on standard error.
    pub(crate) fn in_words(&self) -> String {
        let line = |(cause, cure): &(String, String)| {
            let (cause, cure) = (visible(cause), visible(cure));
            format!("groundstop: {cause}\n  cure: {cure}\n")
        };
        self.lines.iter().map(line).collect()
    }

    /// Something that should never happen.
    pub(crate) fn fault(cause: impl Display) -> CliError {
        CliError {
            exit: Exit::Fault,
            lines: vec![(
                cause.to_string(),
                "please report this as a fault".to_owned(),
            )],
        }
    }
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
