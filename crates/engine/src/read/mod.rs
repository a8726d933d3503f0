//! Bytes to a document. Plain text is read here; everything else is parsed in a
//! worker that can do nothing but compute.

use std::path::PathBuf;
use std::process::ExitCode;

mod drawn;
mod error;
mod ocr;
mod ocr_kept;
mod second;
mod wire;

use groundstop_document::Document;
use groundstop_read::{Attachment, FileKind, PageLook, Picture, ReadLimits, ReadOptions, kind_of};
use groundstop_sandbox::{Job, Pool, Protection, Worker, serve};

pub(crate) use drawn::WAYS;
pub use error::ReaderError;
pub use ocr::Ocr;
pub(crate) use ocr::{OCR_COMMAND, serve_ocr};
pub(crate) use ocr_kept::KeptPictures;
pub use second::SecondReader;
pub(crate) use second::{SECOND_COMMAND, serve_second};
use wire::{Answer, Task};

/// The hidden subcommand that makes this binary a worker.
pub(crate) const WORKER_COMMAND: &str = "__read";

/// How documents are read.
#[derive(Clone, Debug, Default)]
pub struct ReaderOptions {
    /// The password of an encrypted file.
    pub password: Option<String>,
    /// How much of a document is read at most.
    pub limits: ReadLimits,
    /// What a worker may use.
    pub worker: groundstop_sandbox::WorkerLimits,
    /// Who reads pages that are pictures; without it they stay unread.
    pub ocr: Option<Ocr>,
}

/// Reads documents, each in a fresh worker.
pub struct Reader {
    program: PathBuf,
    options: ReaderOptions,
    pool: Pool,
}

impl Reader {
    /// A reader whose workers are this program, started with [`WORKER_COMMAND`].
    #[must_use]
    pub fn new(program: PathBuf, options: ReaderOptions) -> Reader {
        let job = worker_job(program.clone(), options.worker);
        Reader {
            program,
            options,
            pool: Pool::new(job),
        }
    }

    /// Reads one document.
    ///
    /// # Errors
    /// Where nothing of it can be read, a limit is reached, or the worker fails.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Document, ReaderError> {
        self.read_telling(bytes, |_, _| true)
    }

    /// Reads one document, and tells before each page that is read from its
    /// picture which one of how many it is: that takes seconds a page. Whoever is
    /// told says whether to go on.
    ///
    /// # Errors
    /// As [`Reader::read`], and where it was not to go on.
    pub fn read_telling(
        &mut self,
        bytes: &[u8],
        tell: impl FnMut(usize, usize) -> bool,
    ) -> Result<Document, ReaderError> {
        if bytes.is_empty() || kind_of(bytes) == FileKind::Text {
            let options = self.options.as_read_options();
            return Ok(groundstop_read::read(bytes, &options)?);
        }
        let document = match self.ask(Task::Read, bytes)? {
            Answer::Read(mut gathered, tables) => {
                tables.into_iter().for_each(|table| gathered.table(table));
                gathered.finish(bytes)
            }
            other => return Err(other.into_error()),
        };
        match self.options.ocr.clone() {
            Some(ocr) => self.recognise(&ocr, bytes, document, tell),
            None => Ok(document),
        }
    }

    /// What came with a mail.
    ///
    /// # Errors
    /// Where the mail cannot be read, or the worker fails.
    pub fn attachments(&mut self, bytes: &[u8]) -> Result<Vec<Attachment>, ReaderError> {
        match self.ask(Task::Attachments, bytes)? {
            Answer::Attached(attached) => Ok(attached),
            other => Err(other.into_error()),
        }
    }

    /// Draws a page of a PDF, counted from 1.
    ///
    /// # Errors
    /// Where there is no such page, it cannot be drawn, or the worker fails.
    pub fn draw(&mut self, bytes: &[u8], page: u32, dpi: u16) -> Result<Picture, ReaderError> {
        match self.ask(Task::Draw { page, dpi }, bytes)? {
            Answer::Drawn(picture) if picture.is_whole() => Ok(picture),
            other => Err(other.into_error()),
        }
    }

    /// Says of every box on some pages of a PDF whether something is seen in it.
    ///
    /// # Errors
    /// Where a page cannot be drawn, or the worker fails.
    pub fn look(
        &mut self,
        bytes: &[u8],
        wanted: Vec<PageLook>,
    ) -> Result<Vec<Vec<bool>>, ReaderError> {
        match self.ask(Task::Look(wanted), bytes)? {
            Answer::Looked(seen) => Ok(seen),
            other => Err(other.into_error()),
        }
    }

    /// One task for a fresh worker.
    fn ask(&mut self, task: Task, bytes: &[u8]) -> Result<Answer, ReaderError> {
        let job = wire::job(task, &self.options.as_read_options(), bytes)?;
        wire::decode(&self.pool.run(job)?)
    }
}

/// What protects a worker of this program on this system.
///
/// # Errors
/// Where no worker can be started.
pub fn protection(program: PathBuf) -> Result<Protection, ReaderError> {
    let job = worker_job(program, groundstop_sandbox::WorkerLimits::default());
    Ok(Worker::start(&job)?.protection())
}

fn worker_job(program: PathBuf, limits: groundstop_sandbox::WorkerLimits) -> Job {
    Job {
        program,
        arguments: vec![WORKER_COMMAND.to_owned()],
        limits,
    }
}

/// The worker's side; `arguments` are those after [`WORKER_COMMAND`].
#[must_use]
pub(crate) fn serve_worker(arguments: &[String]) -> ExitCode {
    serve(arguments, wire::answer)
}

impl ReaderOptions {
    fn as_read_options(&self) -> ReadOptions {
        ReadOptions {
            password: self.password.clone(),
            limits: self.limits,
        }
    }
}
