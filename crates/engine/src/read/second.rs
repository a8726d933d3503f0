//! A PDF read once more, by pdfium, in a worker of its own.
//!
//! The worker loads the library, if its digest is known, and is then locked down
//! like every other worker; only after that does it get a byte of the document.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use groundstop_document::{Document, SecondChar, SecondReading};
use groundstop_pdfium::{Library, LibraryError};
use groundstop_read::{FileKind, kind_of};
use groundstop_sandbox::{Job, Worker, serve_library};
use serde::{Deserialize, Serialize};

use super::{Reader, ReaderError, wire};

/// The hidden subcommand that makes this binary a second reader.
pub(crate) const SECOND_COMMAND: &str = "__second";

/// A second reader that is there and known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondReader {
    library: PathBuf,
    name: &'static str,
}

impl SecondReader {
    /// Looks at the library in a file, where one was named.
    ///
    /// # Errors
    /// Where none was named, or the file is none that is known.
    pub fn find(library: Option<&Path>) -> Result<SecondReader, ReaderError> {
        let library = library.ok_or(LibraryError::NotNamed);
        let found = library.and_then(|library| {
            Ok(SecondReader {
                name: Library::look(library)?,
                library: library.to_owned(),
            })
        });
        found.map_err(ReaderError::SecondReader)
    }

    /// Its name and version, as receipts state it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// What the worker is told besides the bytes.
#[derive(Serialize, Deserialize)]
struct Asked {
    password: Option<String>,
    pages_max: usize,
}

/// What the worker answers: the characters of each page, or why there are none.
type Answered = Result<Vec<Vec<SecondChar>>, String>;

impl Reader {
    /// Reads a PDF again and puts the second reading beside the first; other
    /// documents have no second reader and stay as they are.
    ///
    /// A reading that fails is a second reading that agrees with nothing.
    ///
    /// # Errors
    /// Where no worker can be started.
    pub fn read_again(
        &mut self,
        bytes: &[u8],
        document: Document,
        by: &SecondReader,
    ) -> Result<Document, ReaderError> {
        if kind_of(bytes) != FileKind::Pdf {
            return Ok(document);
        }
        let job = Job {
            program: self.program.clone(),
            arguments: vec![
                SECOND_COMMAND.to_owned(),
                by.library.to_string_lossy().into_owned(),
            ],
            limits: self.options.worker,
        };
        let asked = Asked {
            password: self.options.password.clone(),
            pages_max: self.options.limits.pages,
        };
        let input = wire::encode(&(asked, bytes))?;
        let pages = match Worker::start(&job)?.run(input) {
            Ok(answer) => wire::decode::<Answered>(&answer)?,
            Err(error) => Err(error.to_string()),
        };
        Ok(document.with_second_reading(SecondReading {
            reader: by.name.to_owned(),
            pages,
        }))
    }
}

/// The worker's side; `arguments` are those after [`SECOND_COMMAND`].
#[must_use]
pub(crate) fn serve_second(arguments: &[String]) -> ExitCode {
    let Some((library, limits)) = arguments.split_first() else {
        return ExitCode::from(2);
    };
    let library = Library::open(Path::new(library)).map_err(|error| error.to_string());
    serve_library(limits, |job| {
        let answer: Answered = library.and_then(|library| answer(&library, job));
        wire::encode(&answer).unwrap_or_default()
    })
}

fn answer(library: &Library, job: &[u8]) -> Answered {
    let (asked, bytes): (Asked, &[u8]) = wire::decode(job).map_err(|error| error.to_string())?;
    library
        .second_reading(bytes, asked.password.as_deref(), asked.pages_max)
        .map_err(|error| error.to_string())
}
