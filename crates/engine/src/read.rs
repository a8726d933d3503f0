//! Bytes to a document. Plain text is read here; everything else is parsed in a
//! worker that can do nothing but compute.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use groundstop_document::{Document, DocumentBuilder};
use groundstop_read::{Kind, Limits, ReadOptions, kind_of};
use groundstop_sandbox::{Job, Pool, Protection, SandboxError, Worker, serve};
use serde::{Deserialize, Serialize};

/// The hidden subcommand that makes this binary a worker.
pub const WORKER_COMMAND: &str = "__read";

/// Why a document could not be read, and how to get further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    message: String,
    cure: String,
}

impl ReadError {
    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> &str {
        &self.cure
    }

    fn said(error: &groundstop_read::ReadError) -> ReadError {
        ReadError {
            message: error.to_string(),
            cure: error.cure().to_owned(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl From<SandboxError> for ReadError {
    fn from(error: SandboxError) -> ReadError {
        let cure = match error {
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
        };
        ReadError {
            message: format!("it could not be read: {error}"),
            cure: cure.to_owned(),
        }
    }
}

/// How documents are read.
#[derive(Clone, Debug, Default)]
pub struct ReaderOptions {
    /// The password of an encrypted file.
    pub password: Option<String>,
    /// How much of a document is read at most.
    pub limits: Limits,
    /// What a worker may use.
    pub worker: groundstop_sandbox::Limits,
}

/// Reads documents, each in a fresh worker.
pub struct Reader {
    options: ReaderOptions,
    pool: Pool,
}

impl Reader {
    /// A reader whose workers are this program, started with [`WORKER_COMMAND`].
    #[must_use]
    pub fn new(program: PathBuf, options: ReaderOptions) -> Reader {
        let job = worker_job(program, options.worker);
        Reader {
            options,
            pool: Pool::new(job),
        }
    }

    /// Reads one document.
    ///
    /// # Errors
    /// Where nothing of it can be read, a limit is reached, or the worker fails.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Document, ReadError> {
        if bytes.is_empty() || kind_of(bytes) == Kind::Text {
            let options = self.options.as_read_options();
            return groundstop_read::read(bytes, &options).map_err(|error| ReadError::said(&error));
        }
        let head = Head {
            password: self.options.password.clone(),
            limits: WireLimits::of(&self.options.limits),
        };
        let job = encode(&(head, bytes.to_vec()))?;
        let answer: Answer = decode(&self.pool.run(job)?)?;
        match answer {
            Answer::Read(mut builder) => {
                // The digest is of what we handed over, not of what the worker says it got.
                builder.read_from(bytes);
                Ok(builder.finish())
            }
            Answer::Failed { message, cure } => Err(ReadError { message, cure }),
        }
    }
}

/// What protects a worker of this program on this system.
///
/// # Errors
/// Where no worker can be started.
pub fn protection(program: PathBuf) -> Result<Protection, ReadError> {
    let job = worker_job(program, groundstop_sandbox::Limits::default());
    Ok(Worker::start(&job)?.protection())
}

fn worker_job(program: PathBuf, limits: groundstop_sandbox::Limits) -> Job {
    Job {
        program,
        arguments: vec![WORKER_COMMAND.to_owned()],
        limits,
    }
}

/// The worker's side; `arguments` are those behind [`WORKER_COMMAND`].
#[must_use]
pub fn serve_worker(arguments: &[String]) -> ExitCode {
    serve(arguments, |job| {
        let answer = match decode::<(Head, Vec<u8>)>(job) {
            Ok((head, bytes)) => answer(&head, &bytes),
            Err(error) => Answer::failed(&error),
        };
        encode(&answer).unwrap_or_default()
    })
}

fn answer(head: &Head, bytes: &[u8]) -> Answer {
    let options = ReadOptions {
        password: head.password.clone(),
        limits: head.limits.limits(),
    };
    match groundstop_read::read(bytes, &options) {
        Ok(document) => Answer::Read(Box::new(DocumentBuilder::of(&document))),
        Err(error) => Answer::failed(&ReadError::said(&error)),
    }
}

impl ReaderOptions {
    fn as_read_options(&self) -> ReadOptions {
        ReadOptions {
            password: self.password.clone(),
            limits: self.limits,
        }
    }
}

/// What a worker is told besides the bytes.
#[derive(Serialize, Deserialize)]
struct Head {
    password: Option<String>,
    limits: WireLimits,
}

/// What a worker answers.
#[derive(Serialize, Deserialize)]
enum Answer {
    Read(Box<DocumentBuilder>),
    Failed { message: String, cure: String },
}

impl Answer {
    fn failed(error: &ReadError) -> Answer {
        Answer::Failed {
            message: error.message.clone(),
            cure: error.cure.clone(),
        }
    }
}

/// The limits on their way into the worker.
#[derive(Serialize, Deserialize)]
struct WireLimits {
    pages: usize,
    text_bytes: usize,
    text_file_bytes: usize,
    page_content_bytes: u64,
    page_glyphs: usize,
    zip_entries: usize,
    zip_entry_bytes: u64,
    zip_ratio: u64,
    html_bytes: usize,
}

impl WireLimits {
    fn of(limits: &Limits) -> WireLimits {
        WireLimits {
            pages: limits.pages,
            text_bytes: limits.text_bytes,
            text_file_bytes: limits.text_file_bytes,
            page_content_bytes: limits.page_content_bytes,
            page_glyphs: limits.page_glyphs,
            zip_entries: limits.zip_entries,
            zip_entry_bytes: limits.zip_entry_bytes,
            zip_ratio: limits.zip_ratio,
            html_bytes: limits.html_bytes,
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            pages: self.pages,
            text_bytes: self.text_bytes,
            text_file_bytes: self.text_file_bytes,
            page_content_bytes: self.page_content_bytes,
            page_glyphs: self.page_glyphs,
            zip_entries: self.zip_entries,
            zip_entry_bytes: self.zip_entry_bytes,
            zip_ratio: self.zip_ratio,
            html_bytes: self.html_bytes,
        }
    }
}

fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, ReadError> {
    postcard::to_stdvec(value).map_err(|error| unusable(&error))
}

fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, ReadError> {
    postcard::from_bytes(bytes).map_err(|error| unusable(&error))
}

fn unusable(error: &postcard::Error) -> ReadError {
    SandboxError::Answer(error.to_string()).into()
}
