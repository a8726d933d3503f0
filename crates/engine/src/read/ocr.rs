//! Pages that are pictures, read with Tesseract. The worker draws the page, the
//! sandbox runs Tesseract on the drawing, and what it says is flagged for good.

use std::path::PathBuf;
use std::process::ExitCode;

use groundstop_canon::sha256_hex;
use groundstop_document::{Document, DocumentBuilder, PageSize, PageState, PictureText};
use groundstop_read::{Shown, picture_text};
use groundstop_sandbox::{Program, WorkerLimits, confine_and_run};

use super::{KeptPictures, Reader, ReaderError};

/// The hidden subcommand that locks this binary down and turns it into Tesseract.
pub(crate) const OCR_COMMAND: &str = "__ocr";

/// How finely a page is drawn; Tesseract is made for about this.
const DPI: u16 = 300;
/// A word Tesseract is less sure of than this is no evidence without a person.
const SURE_PERCENT: u8 = 70;
/// What Tesseract reads besides itself: its libraries and its language data.
const READABLE: [&str; 7] = [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/usr/share/tesseract-ocr",
    "/usr/share/tessdata",
];

/// Who reads pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ocr {
    /// The Tesseract program.
    pub program: PathBuf,
    /// The language of the document, as Tesseract names it: `eng`, `deu`, `eng+hin`.
    pub language: String,
    /// Where it is kept what pictures say, if anywhere.
    pub(crate) kept: Option<KeptPictures>,
}

/// The launcher's side; `arguments` are those after [`OCR_COMMAND`].
#[must_use]
pub(crate) fn serve_ocr(arguments: &[String]) -> ExitCode {
    confine_and_run(arguments)
}

impl Ocr {
    /// A Tesseract that keeps nothing.
    #[must_use]
    pub fn new(program: PathBuf, language: String) -> Ocr {
        Ocr {
            program,
            language,
            kept: None,
        }
    }

    /// Tesseract's version, as it states it.
    ///
    /// # Errors
    /// Where it does not run.
    pub fn version(&self, launcher: PathBuf) -> Result<String, ReaderError> {
        let said = self.run(
            launcher,
            WorkerLimits::default(),
            &["--version"],
            Vec::new(),
        )?;
        let said = String::from_utf8_lossy(&said);
        let version = said.lines().next().and_then(|line| line.split(' ').nth(1));
        version.map(str::to_owned).ok_or_else(|| {
            let program = self.program.display();
            ReaderError::Tesseract(format!("`{program}` does not say its version"))
        })
    }

    /// Refuses a language Tesseract has no data for.
    pub(super) fn knows_language(&self, launcher: PathBuf) -> Result<(), ReaderError> {
        let said = self.run(
            launcher,
            WorkerLimits::default(),
            &["--list-langs"],
            Vec::new(),
        )?;
        let said = String::from_utf8_lossy(&said);
        let known: Vec<&str> = said.lines().skip(1).map(str::trim).collect();
        let missing = self.language.split('+').find(|one| !known.contains(one));
        match missing {
            None => Ok(()),
            Some(missing) => Err(ReaderError::OcrLanguage {
                missing: missing.to_owned(),
                known: known.into_iter().map(str::to_owned).collect(),
            }),
        }
    }

    pub(super) fn run(
        &self,
        launcher: PathBuf,
        limits: WorkerLimits,
        arguments: &[&str],
        input: Vec<u8>,
    ) -> Result<Vec<u8>, ReaderError> {
        let program = Program {
            launcher,
            launch_command: OCR_COMMAND.to_owned(),
            program: self.program.clone(),
            arguments: arguments.iter().map(|text| (*text).to_owned()).collect(),
            environment: vec![("OMP_THREAD_LIMIT".to_owned(), "1".to_owned())],
            readable: READABLE.map(PathBuf::from).to_vec(),
            limits,
        };
        program
            .run(input)
            .map_err(|error| ReaderError::Tesseract(format!("Tesseract did not read it: {error}")))
    }
}

impl Reader {
    /// Reads the pages of a document that only a picture shows.
    pub(super) fn recognise(
        &mut self,
        ocr: &Ocr,
        bytes: &[u8],
        document: Document,
        mut tell: impl FnMut(usize, usize) -> bool,
    ) -> Result<Document, ReaderError> {
        let pictures: Vec<(u32, PageSize)> = (1u32..)
            .zip(document.pages())
            .filter_map(|(number, page)| match (&page.state, page.size) {
                (
                    PageState::Unread {
                        in_picture: true, ..
                    },
                    Some(size),
                ) => Some((number, size)),
                _ => None,
            })
            .collect();
        if pictures.is_empty() {
            return Ok(document);
        }
        let version = ocr.version(self.program.clone())?;
        ocr.knows_language(self.program.clone())?;
        let mut builder = DocumentBuilder::of(document);
        let digest = sha256_hex(bytes);
        for (index, (number, size)) in pictures.iter().enumerate() {
            if !tell(index + 1, pictures.len()) {
                return Err(ReaderError::Cancelled);
            }
            let key = format!("{digest} {number} {DPI} {} {version}", ocr.language);
            let read = self.read_page(ocr, bytes, *number, *size, &key)?;
            // A picture without a word stays unread: nobody knows what it shows.
            if !read.words.is_empty() {
                builder.read_picture(*number, &read, SURE_PERCENT);
            }
        }
        builder.also_read_by(&format!("ocr/1 tesseract {version} {}", ocr.language));
        Ok(builder.finish(bytes))
    }

    /// What the picture of one page says, as it was kept or as Tesseract reads it now.
    fn read_page(
        &mut self,
        ocr: &Ocr,
        bytes: &[u8],
        number: u32,
        page: PageSize,
        key: &str,
    ) -> Result<PictureText, ReaderError> {
        // How large the drawing is belongs to what was read from it.
        let kept = ocr.kept.as_ref().and_then(|kept| kept.find(key));
        let kept = kept.as_deref().and_then(|kept| {
            let (size, tsv) = kept.split_once('\n')?;
            let (width, height) = size.split_once(' ')?;
            let shown = Shown {
                width: width.parse().ok()?,
                height: height.parse().ok()?,
                page,
            };
            Some(picture_text(tsv, shown))
        });
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let picture = self.draw(bytes, number, DPI)?;
        let shown = Shown {
            width: picture.width,
            height: picture.height,
            page,
        };
        let (width, height) = (picture.width, picture.height);
        let arguments = [
            "stdin",
            "stdout",
            "--dpi",
            "300",
            "-l",
            &ocr.language,
            "tsv",
        ];
        let limits = self.options.worker;
        let tsv = ocr.run(
            self.program.clone(),
            limits,
            &arguments,
            picture.to_graymap(),
        )?;
        let tsv = String::from_utf8_lossy(&tsv);
        if let Some(kept) = &ocr.kept {
            kept.keep(key, &format!("{width} {height}\n{tsv}"));
        }
        Ok(picture_text(&tsv, shown))
    }
}
