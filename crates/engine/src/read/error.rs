//! Why a document could not be read: by its reader, by the worker around it, or by
//! one of the programs beside it.

use groundstop_pdfium::LibraryError;
use groundstop_read::ReadError;
use groundstop_sandbox::SandboxError;

/// Why a document could not be read, and how to get further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReaderError {
    /// The reader could make nothing of it.
    #[error(transparent)]
    Document(#[from] ReadError),
    /// The worker that was to read it failed.
    #[error("it could not be read: {0}")]
    Worker(#[from] SandboxError),
    /// Tesseract failed.
    #[error("{0}")]
    Tesseract(String),
    /// Tesseract has no data for the language, only for those.
    #[error("Tesseract has no data for the language `{missing}`, only for {}", known.join(", "))]
    OcrLanguage {
        /// The language.
        missing: String,
        /// Those it has.
        known: Vec<String>,
    },
    /// The library of the second reader cannot be used.
    #[error(transparent)]
    SecondReader(LibraryError),
    /// Whoever asked took the request back.
    #[error("the request was cancelled")]
    Cancelled,
}

impl ReaderError {
    /// How to get further.
    #[must_use]
    pub fn help(&self) -> String {
        let help = match self {
            ReaderError::Document(error) => error.cure(),
            ReaderError::Worker(error) => worker_help(error),
            ReaderError::Tesseract(_) => {
                "check with `tesseract --list-langs` that Tesseract works and knows the language of `--ocr-language`"
            }
            ReaderError::OcrLanguage { missing, .. } => {
                return format!(
                    "install Debian's package `tesseract-ocr-{missing}`, or name another language with `--ocr-language`"
                );
            }
            ReaderError::SecondReader(error) => return error.cure(),
            ReaderError::Cancelled => "ask again",
        };
        help.to_owned()
    }

    /// Whether a limit was reached, or the worker did what it may not.
    #[must_use]
    pub fn is_violation(&self) -> bool {
        match self {
            ReaderError::Document(error) => matches!(error, ReadError::Limit { .. }),
            ReaderError::Worker(_) => true,
            ReaderError::Tesseract(_)
            | ReaderError::OcrLanguage { .. }
            | ReaderError::SecondReader(_)
            | ReaderError::Cancelled => false,
        }
    }
}

fn worker_help(error: &SandboxError) -> &'static str {
    match error {
        SandboxError::Time | SandboxError::Cpu => {
            "give it more time with `--max-seconds`, or split the document"
        }
        SandboxError::Memory | SandboxError::Size => {
            "split the document, or raise `--max-memory` if you trust it"
        }
        SandboxError::Start(_) | SandboxError::NotLocked(_) => {
            "run `groundstop doctor` to see what this system offers"
        }
        SandboxError::Breach | SandboxError::Crash(_) | SandboxError::Answer(_) => {
            "do not trust this file; get it again, or convert it to text"
        }
    }
}
