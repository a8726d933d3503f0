//! Reading a document for a command, with every option of reading.

use std::env;
use std::path::{Path, PathBuf};

use groundstop_document::Document;
use groundstop_engine::{
    Kind, Limits, Ocr, ReadError, Reader, ReaderOptions, SECOND_READER_VARIABLE, SecondReader,
    WorkerLimits, kind_of,
};

use crate::args::ReadingArgs;
use crate::error::CliError;
use crate::files;

/// How to get Tesseract.
pub(super) const GET_TESSERACT: &str =
    "install it to read scans (on Debian: `apt-get install tesseract-ocr`)";

/// Reads a document and says what is wrong with it in one line.
pub(crate) fn read_document(path: &Path, reading: &ReadingArgs) -> Result<Document, CliError> {
    Source::open(path, reading)?.read()
}

/// A document's bytes, and who reads and draws them.
pub(crate) struct Source<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    reader: Reader,
}

impl<'a> Source<'a> {
    /// Takes the bytes in; nothing is parsed yet.
    pub(crate) fn open(path: &'a Path, reading: &ReadingArgs) -> Result<Source<'a>, CliError> {
        let options = options(reading)?;
        let program = env::current_exe().map_err(CliError::fault)?;
        Ok(Source {
            path,
            bytes: files::read(path, reading.max_bytes)?,
            reader: Reader::new(program, options),
        })
    }

    /// Reads the document.
    pub(crate) fn read(&mut self) -> Result<Document, CliError> {
        self.read_telling(|_, _| ())
    }

    /// Reads the document to decide on it, and tells which picture of how many is being read.
    ///
    /// To decide, an empty file is a document with nothing in it, and not a mistake.
    pub(crate) fn read_to_decide(
        &mut self,
        tell: impl FnMut(usize, usize),
    ) -> Result<Document, CliError> {
        if self.bytes.is_empty() {
            return Document::from_text(&[]).map_err(CliError::fault);
        }
        self.read_telling(tell)
    }

    fn read_telling(&mut self, tell: impl FnMut(usize, usize)) -> Result<Document, CliError> {
        let read = self.reader.read_telling(&self.bytes, tell);
        read.map_err(|error| named(self.path, &error))
    }

    /// The bytes as they are.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether they claim to be a document of a kind that is read.
    pub(crate) fn is_document(&self) -> bool {
        !matches!(kind_of(&self.bytes), Kind::Text | Kind::Unsupported(_))
    }

    /// Reads it once more, where it is a PDF, and puts the second reading beside the first.
    pub(crate) fn read_again(
        &mut self,
        document: Document,
        by: &SecondReader,
    ) -> Result<Document, CliError> {
        let read = self.reader.read_again(&self.bytes, document, by);
        read.map_err(|error| named(self.path, &error))
    }

    /// Draws a page of it.
    pub(crate) fn draw(
        &mut self,
        page: u32,
        dpi: u16,
    ) -> Result<groundstop_engine::Picture, CliError> {
        let drawn = self.reader.draw(&self.bytes, page, dpi);
        drawn.map_err(|error| named(self.path, &error))
    }
}

/// The second reader that the environment names.
pub(crate) fn second_reader() -> Result<SecondReader, CliError> {
    let library = env::var_os(SECOND_READER_VARIABLE).map(PathBuf::from);
    SecondReader::find(library.as_deref())
        .map_err(|error| CliError::input(error.to_string(), error.cure()))
}

fn named(path: &Path, error: &ReadError) -> CliError {
    CliError::input(format!("`{}`: {error}", path.display()), error.cure())
}

/// The options of reading as the engine takes them.
fn options(reading: &ReadingArgs) -> Result<ReaderOptions, CliError> {
    let max_bytes = usize::try_from(reading.max_bytes).unwrap_or(usize::MAX);
    Ok(ReaderOptions {
        password: reading.password.clone(),
        limits: Limits {
            pages: reading.max_pages,
            text_file_bytes: max_bytes,
            html_bytes: max_bytes,
            ..Limits::default()
        },
        worker: WorkerLimits {
            memory_bytes: reading.max_memory.saturating_mul(1 << 20),
            cpu_seconds: reading.max_seconds.max(1),
            wall_ms: reading.max_seconds.saturating_mul(1000),
            ..WorkerLimits::default()
        },
        ocr: ocr(reading)?,
    })
}

fn ocr(reading: &ReadingArgs) -> Result<Option<Ocr>, CliError> {
    if !reading.ocr {
        return Ok(None);
    }
    let program = tesseract().ok_or_else(|| {
        CliError::input(
            "`--ocr` needs Tesseract, which is not installed",
            GET_TESSERACT,
        )
    })?;
    Ok(Some(Ocr {
        program,
        language: reading.ocr_language.clone(),
    }))
}

/// The Tesseract program, where the search path leads to one.
pub(crate) fn tesseract() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join("tesseract"))
        .find(|program| program.is_file())
        .and_then(|program| program.canonicalize().ok())
}
