//! Why a request could not be carried out, as every face gets it: a kind that
//! decides how it ends, and one diagnostic or more for people.

use std::fmt;

use groundstop_contract::FieldDecision;

/// How a request that could not be carried out ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An internal error: something that should never happen.
    Internal,
    /// The request is wrong, or what it names cannot be read.
    Input,
    /// What a person gave was stopped like any other value.
    Stopped,
    /// A verification failed.
    Failed,
    /// Whoever asked took the request back; nothing was recorded.
    Cancelled,
}

impl ErrorKind {
    /// The kind as programs read it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ErrorKind::Internal => "internal",
            ErrorKind::Input => "input",
            ErrorKind::Stopped => "stopped",
            ErrorKind::Failed => "failed",
            ErrorKind::Cancelled => "cancelled",
        }
    }
}

/// One thing that is wrong, and how to get further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in lower case, with names in backticks.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// A request that could not be carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.messages())]
pub struct EngineError {
    /// How it ends.
    pub kind: ErrorKind,
    /// What is wrong; never empty.
    pub diagnostics: Vec<Diagnostic>,
    /// What a person gave and what became of it, where it was stopped.
    pub stopped: Option<Box<FieldDecision>>,
}

impl EngineError {
    /// An error of a kind with one diagnostic.
    pub fn new(kind: ErrorKind, message: impl fmt::Display, help: impl fmt::Display) -> Self {
        EngineError {
            kind,
            diagnostics: vec![Diagnostic {
                message: message.to_string(),
                help: help.to_string(),
            }],
            stopped: None,
        }
    }

    /// Input that cannot be used.
    pub fn input(message: impl fmt::Display, help: impl fmt::Display) -> Self {
        EngineError::new(ErrorKind::Input, message, help)
    }

    /// A verification that failed.
    pub fn failed(message: impl fmt::Display, help: impl fmt::Display) -> Self {
        EngineError::new(ErrorKind::Failed, message, help)
    }

    /// Something that should never happen.
    pub fn internal(message: impl fmt::Display) -> Self {
        EngineError::new(ErrorKind::Internal, message, "please report it")
    }

    /// A request that was taken back.
    #[must_use]
    pub fn cancelled() -> Self {
        EngineError::new(
            ErrorKind::Cancelled,
            "the request was cancelled",
            "nothing was recorded; send it again",
        )
    }

    /// The same error with the name of what it is about in front of every message.
    #[must_use]
    pub fn about(mut self, name: impl fmt::Display) -> Self {
        for diagnostic in &mut self.diagnostics {
            diagnostic.message = format!("`{name}`: {}", diagnostic.message);
        }
        self
    }

    /// All messages in one line, without their help.
    #[must_use]
    pub fn messages(&self) -> String {
        let messages = self.diagnostics.iter().map(|one| one.message.as_str());
        messages.collect::<Vec<_>>().join("; ")
    }
}
