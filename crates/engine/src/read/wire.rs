//! What goes into a worker and what comes out of it.

use groundstop_document::{DocumentBuilder, Table};
use groundstop_read::{Attachment, PageLook, Picture, ReadError, ReadOptions};
use groundstop_sandbox::SandboxError;
use serde::{Deserialize, Serialize};

use super::ReaderError;

/// What a worker is asked to do with the bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Task {
    /// Read the document.
    Read,
    /// Take out what came with a mail.
    Attachments,
    /// Draw a page of it, counted from 1.
    Draw { page: u32, dpi: u16 },
    /// Say which characters are seen on its pages.
    Look(Vec<PageLook>),
}

/// What a worker answers.
#[derive(Serialize, Deserialize)]
pub(super) enum Answer {
    /// What was read, and the tables in it.
    Read(Box<DocumentBuilder>, Vec<Table>),
    Drawn(Picture),
    /// For every page that was asked for, whether each box shows something.
    Looked(Vec<Vec<bool>>),
    Attached(Vec<Attachment>),
    Failed(WorkerFailure),
}

/// Why a worker did not do what it was asked, as it travels.
#[derive(Serialize, Deserialize)]
pub(super) enum WorkerFailure {
    Document(ReadError),
    /// The job that reached the worker makes no sense.
    Job(String),
}

impl Answer {
    /// What a caller is told who was not given what he asked for.
    pub(super) fn into_error(self) -> ReaderError {
        match self {
            Answer::Failed(WorkerFailure::Document(error)) => error.into(),
            Answer::Failed(WorkerFailure::Job(why)) => SandboxError::Answer(why).into(),
            Answer::Read(..) | Answer::Drawn(_) | Answer::Looked(_) | Answer::Attached(_) => {
                SandboxError::Answer("it answered another question".to_owned()).into()
            }
        }
    }
}

/// A task and the bytes it is about, as they travel: the bytes follow as they are.
pub(super) fn job(task: Task, options: &ReadOptions, bytes: &[u8]) -> Result<Vec<u8>, ReaderError> {
    let mut job = encode(&(task, options))?;
    job.extend_from_slice(bytes);
    Ok(job)
}

pub(super) fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, ReaderError> {
    postcard::to_stdvec(value).map_err(|error| unusable(&error))
}

/// The worker's own part.
pub(super) fn answer(job: &[u8]) -> Vec<u8> {
    let answer = match postcard::take_from_bytes::<(Task, ReadOptions)>(job) {
        Ok(((task, options), bytes)) => work(task, &options, bytes),
        Err(error) => Answer::Failed(WorkerFailure::Job(error.to_string())),
    };
    postcard::to_stdvec(&answer).unwrap_or_default()
}

fn work(task: Task, options: &ReadOptions, bytes: &[u8]) -> Answer {
    let done = match task {
        Task::Read => groundstop_read::gather(bytes, options).map(|mut gathered| {
            let tables = gathered.take_tables();
            Answer::Read(Box::new(gathered), tables)
        }),
        Task::Attachments => groundstop_read::attachments(bytes).map(Answer::Attached),
        Task::Draw { page, dpi } => {
            groundstop_read::draw(bytes, options, page, dpi).map(Answer::Drawn)
        }
        Task::Look(wanted) => groundstop_read::look(bytes, options, &wanted).map(Answer::Looked),
    };
    done.unwrap_or_else(|error| Answer::Failed(WorkerFailure::Document(error)))
}

pub(super) fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, ReaderError> {
    postcard::from_bytes(bytes).map_err(|error| unusable(&error))
}

fn unusable(error: &postcard::Error) -> ReaderError {
    SandboxError::Answer(error.to_string()).into()
}
