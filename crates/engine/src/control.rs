//! What a face keeps in its hand while a request is carried out: it is told how
//! far the work is, and it can take the request back.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::EngineError;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The document is read.
    Reading,
    /// It is read once more, by the second reader.
    ReadingAgain,
    /// Candidates are judged.
    Judging,
    /// Pages of quotes that would be accepted are drawn and looked at.
    Looking,
    /// What was decided is made durable.
    Recording,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressEvent<'a> {
    /// A stage begins.
    Stage(Stage),
    /// This picture of a page is read next, of so many; counted from 1.
    Picture {
        /// Which one.
        number: usize,
        /// Of how many.
        of: usize,
    },
    /// So many records of the log are done.
    Records {
        /// How many are done.
        done: u64,
        /// Of how many.
        of: u64,
    },
    /// This document of a folder is next.
    Document {
        /// Its name.
        name: &'a str,
        /// How many are done.
        done: usize,
        /// Of how many.
        of: usize,
    },
}

/// Who is told how far the work is. It is called on the thread that works.
pub trait ProgressListener {
    /// Something began or went on.
    fn on(&self, event: ProgressEvent<'_>);
}

/// A way to take a request back, from any thread.
#[derive(Debug, Default)]
pub struct Cancellation(AtomicBool);

impl Cancellation {
    /// Takes the request back. What is durable by then stays.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the request was taken back.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Progress and cancellation of one request; the default tells nobody and goes to the end.
#[derive(Clone, Copy, Default)]
pub struct RunControl<'a> {
    /// Who is told how far it is.
    pub progress: Option<&'a dyn ProgressListener>,
    /// Asked between two steps: before a document is read, before each picture of a page,
    /// before each call of a tool, at each page of the log, and before anything is recorded.
    pub cancellation: Option<&'a Cancellation>,
}

impl RunControl<'_> {
    /// Tells how far the work is.
    pub(crate) fn tell(&self, event: ProgressEvent<'_>) {
        if let Some(listener) = self.progress {
            listener.on(event);
        }
    }

    /// Begins a stage, unless the request was taken back.
    pub(crate) fn stage(&self, stage: Stage) -> Result<(), EngineError> {
        self.go_on()?;
        self.tell(ProgressEvent::Stage(stage));
        Ok(())
    }

    /// Whether the request was taken back.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.is_some_and(Cancellation::is_cancelled)
    }

    /// Stops here where the request was taken back.
    pub(crate) fn go_on(&self) -> Result<(), EngineError> {
        if self.is_cancelled() {
            return Err(EngineError::cancelled());
        }
        Ok(())
    }
}
