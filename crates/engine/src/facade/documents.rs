//! Documents as a face hands them over, and how they are read.

use groundstop_document::{ByteSpan, Document};
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use groundstop_read::{FileKind, Picture, ReadLimits, kind_of};

use super::Engine;
use crate::control::{ProgressEvent, RunControl, Stage};
use crate::error::EngineError;
use crate::files::DEFAULT_MAX_BYTES;
use crate::read::{KeptPictures, Ocr, Reader, ReaderError, ReaderOptions, SecondReader};
use crate::text::shortened;

/// How to get Tesseract.
pub const GET_TESSERACT: &str =
    "install it to read scans (on Debian: `apt-get install tesseract-ocr`)";

/// How a document is read, and how much reading it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingOptions {
    /// The password of an encrypted file.
    pub password: Option<String>,
    /// The language of pages that are pictures, as Tesseract names it; without it they
    /// stay unread.
    pub ocr_language: Option<String>,
    /// The bytes of the largest text or HTML file; what holds for all files is held by
    /// whoever reads them.
    pub max_bytes: u64,
    /// The most pages a document may have.
    pub max_pages: usize,
    /// How long reading may take, in seconds; at least 1.
    pub max_seconds: u64,
    /// How much memory reading may take, in megabytes.
    pub max_memory_mb: u64,
}

impl Default for ReadingOptions {
    fn default() -> ReadingOptions {
        ReadingOptions {
            password: None,
            ocr_language: None,
            max_bytes: DEFAULT_MAX_BYTES,
            max_pages: ReadLimits::default().pages,
            max_seconds: 60,
            max_memory_mb: 1024,
        }
    }
}

/// A document as it is handed over.
#[derive(Clone, Copy, Debug)]
pub struct DocumentInput<'a> {
    /// What receipts call it.
    pub name: &'a str,
    /// What messages call it: its path, where it has one.
    pub label: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// How it is read.
    pub reading: &'a ReadingOptions,
}

impl DocumentInput<'_> {
    /// Whether the bytes claim to be of a kind that a parser reads: not text, and nothing unknown.
    #[must_use]
    pub fn claims_a_format(&self) -> bool {
        let kind = kind_of(self.bytes);
        kind != FileKind::Text && kind.entry().is_some()
    }
}

impl Engine {
    /// Reads a document. An empty file is refused: there is nothing to show of it.
    ///
    /// # Errors
    /// Where nothing of it can be read, or a limit is reached.
    pub fn read(
        &self,
        input: DocumentInput<'_>,
        control: RunControl<'_>,
    ) -> Result<Document, EngineError> {
        control.stage(Stage::Reading)?;
        let mut reader = self.reader(input.reading)?;
        read_with(&mut reader, input, control)
    }

    /// Reads a document to decide on it: an empty file is a document with nothing in
    /// it, and not a mistake.
    pub(super) fn read_to_decide(
        &self,
        input: DocumentInput<'_>,
        control: RunControl<'_>,
    ) -> Result<Document, EngineError> {
        if is_report(input.bytes) {
            return Err(EngineError::input(
                format!(
                    "`{}` is a receipt of Groundstop, not a document",
                    input.label
                ),
                "name the document it is about; `groundstop check` decides a receipt again",
            ));
        }
        match input.bytes.is_empty() {
            true => {
                control.go_on()?;
                Document::from_text(&[]).map_err(EngineError::internal)
            }
            false => self.read(input, control),
        }
    }

    /// Reads a document to decide on it, and puts a second reading beside the first
    /// where one is asked for; only PDFs have a second reader.
    pub(super) fn read_twice(
        &self,
        input: DocumentInput<'_>,
        second: Option<&SecondReader>,
        control: RunControl<'_>,
    ) -> Result<Document, EngineError> {
        let document = self.read_to_decide(input, control)?;
        let Some(second) = second else {
            return Ok(document);
        };
        control.stage(Stage::ReadingAgain)?;
        let mut reader = self.reader(input.reading)?;
        let read = reader.read_again(input.bytes, document, second);
        read.map_err(|error| unread(&error, input.label))
    }

    /// Draws a page of a PDF, counted from 1.
    ///
    /// # Errors
    /// Where there is no such page, or it cannot be drawn.
    pub fn draw(
        &self,
        input: DocumentInput<'_>,
        page: u32,
        dpi: u16,
    ) -> Result<Picture, EngineError> {
        let mut reader = self.reader(input.reading)?;
        let drawn = reader.draw(input.bytes, page, dpi);
        drawn.map_err(|error| unread(&error, input.label))
    }

    /// Where words stand in a document, compared as quotes are.
    ///
    /// # Errors
    /// Where they stand nowhere.
    pub fn places_of(
        &self,
        document: &Document,
        quote: &str,
    ) -> Result<Vec<ByteSpan>, EngineError> {
        let folded = FoldedDocument::new(document);
        let hints = Hints {
            quote,
            ..Hints::default()
        };
        let found = locate_all(&folded, &[hints]).into_iter().next();
        match found {
            Some(Ok(evidence)) if evidence.places().is_empty() => Ok(evidence.segments().to_vec()),
            Some(Ok(evidence)) => Ok(evidence.places().to_vec()),
            Some(Err(_)) | None => Err(EngineError::input(
                format!(
                    "the document does not have the words `{}`",
                    shortened(quote, 80)
                ),
                "give them as the document has them; `groundstop text` prints it",
            )),
        }
    }

    /// The second reader of PDFs that is set up.
    ///
    /// # Errors
    /// Where there is none, or it is none that is known.
    pub fn second_reader(&self) -> Result<SecondReader, EngineError> {
        SecondReader::find(self.setup.second_reader.as_deref())
            .map_err(|error| EngineError::input(&error, error.help()))
    }

    /// A reader whose workers are this program.
    ///
    /// # Errors
    /// Where pictures are to be read and there is no Tesseract.
    pub fn reader(&self, reading: &ReadingOptions) -> Result<Reader, EngineError> {
        let max_bytes = usize::try_from(reading.max_bytes).unwrap_or(usize::MAX);
        let options = ReaderOptions {
            password: reading.password.clone(),
            limits: ReadLimits {
                pages: reading.max_pages,
                text_file_bytes: max_bytes,
                html_bytes: max_bytes,
                ..ReadLimits::default()
            },
            worker: groundstop_sandbox::WorkerLimits {
                memory_bytes: reading.max_memory_mb.saturating_mul(1 << 20),
                cpu_seconds: reading.max_seconds.max(1),
                wall_ms: reading.max_seconds.saturating_mul(1000),
                ..groundstop_sandbox::WorkerLimits::default()
            },
            ocr: self.ocr(reading)?,
        };
        Ok(Reader::new(self.setup.program.clone(), options))
    }

    fn ocr(&self, reading: &ReadingOptions) -> Result<Option<Ocr>, EngineError> {
        let language = reading.ocr_language.as_deref();
        language
            .map(|language| self.tesseract("--ocr", language))
            .transpose()
    }

    /// Tesseract for a language, where it is installed; an option asks for it.
    pub(super) fn tesseract(&self, option: &str, language: &str) -> Result<Ocr, EngineError> {
        let program = self.setup.tesseract.clone().ok_or_else(|| {
            EngineError::input(
                format!("`{option}` needs Tesseract, which is not installed"),
                GET_TESSERACT,
            )
        })?;
        Ok(Ocr {
            program,
            language: language.to_owned(),
            kept: (self.setup.data_dir.as_deref()).and_then(KeptPictures::in_data_dir),
        })
    }
}

fn read_with(
    reader: &mut Reader,
    input: DocumentInput<'_>,
    control: RunControl<'_>,
) -> Result<Document, EngineError> {
    let read = reader.read_telling(input.bytes, |number, of| {
        control.tell(ProgressEvent::Picture { number, of });
        !control.is_cancelled()
    });
    read.map_err(|error| unread(&error, input.label))
}

pub(super) fn unread(error: &ReaderError, label: &str) -> EngineError {
    match error {
        ReaderError::Cancelled => EngineError::cancelled(),
        error => EngineError::input(error, error.help()).about(label),
    }
}

/// Whether bytes are a report of ours: its quotes stand in it, but they are the document's.
fn is_report(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default().trim_start();
    if !text.starts_with('{') || !text.contains("\"decision_sha256\"") {
        return false;
    }
    let read: Result<serde_json::Value, _> = serde_json::from_str(text);
    let keys = ["decision_sha256", "decisions", "receipt"];
    read.is_ok_and(|json| keys.iter().all(|key| json.get(key).is_some()))
}
