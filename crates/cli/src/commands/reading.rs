//! A document that a command line names, with every option of reading.

use std::path::Path;

use groundstop_document::Document;
use groundstop_engine::{DocumentInput, Engine, ReadingOptions};

use super::spinner::Spinner;
use crate::args::ReadingArgs;
use crate::error::CliError;
use crate::files;

/// Reads a document and says what is wrong with it in one line.
pub(crate) fn read_document(
    engine: &Engine,
    path: &Path,
    reading: &ReadingArgs,
) -> Result<Document, CliError> {
    let source = Source::open(engine, path, reading)?;
    let spinner = Spinner::start();
    Ok(engine.read(source.input(), spinner.control())?)
}

/// A document's bytes, and how they are read.
pub(crate) struct Source {
    name: String,
    label: String,
    bytes: Vec<u8>,
    reading: ReadingOptions,
}

impl Source {
    /// Takes the bytes in; only the mail that a path leads through is parsed for it.
    pub(crate) fn open(
        engine: &Engine,
        path: &Path,
        reading: &ReadingArgs,
    ) -> Result<Source, CliError> {
        Source::named(engine, path, name_of(path), reading)
    }

    /// As [`Source::open`], under a name of its own.
    pub(crate) fn named(
        engine: &Engine,
        path: &Path,
        name: String,
        reading: &ReadingArgs,
    ) -> Result<Source, CliError> {
        let options = reading.options();
        Ok(Source {
            name,
            label: path.display().to_string(),
            bytes: match path == Path::new("-") {
                true => files::read(path, reading.max_bytes)?,
                false => engine.open_document(path, &options)?,
            },
            reading: options,
        })
    }

    /// The document as the engine takes it.
    pub(crate) fn input(&self) -> DocumentInput<'_> {
        DocumentInput {
            name: &self.name,
            label: &self.label,
            bytes: &self.bytes,
            reading: &self.reading,
        }
    }

    /// The bytes as they are.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The last part of a path; standard input has no name of its own.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

impl ReadingArgs {
    /// The options of reading as the engine takes them.
    pub(crate) fn options(&self) -> ReadingOptions {
        ReadingOptions {
            password: self.password.clone(),
            ocr_language: self.ocr.then(|| self.ocr_language.clone()),
            max_bytes: self.max_bytes,
            max_pages: self.max_pages,
            max_seconds: self.max_seconds,
            max_memory_mb: self.max_memory,
        }
    }
}
