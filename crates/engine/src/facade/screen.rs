//! Orders to a machine, found in a document.

use groundstop_document::{Document, DocumentBuilder};
use groundstop_research::screen::{Allowed, Hit, HitTier, ScreenReport, Screening, Verdict};
use serde::Deserialize;

use super::{DocumentInput, Engine};
use crate::control::RunControl;
use crate::error::{EngineError, ErrorKind};

/// Who reads bytes that are no document: what can be decoded of them is screened.
const LOSSY_READER: &str = "bytes/1";

/// A document to be screened.
#[derive(Clone, Copy, Debug)]
pub struct ScreenRequest<'a> {
    /// The document, or bytes that are none.
    pub document: DocumentInput<'a>,
    /// False alarms that a person settled.
    pub allowed: &'a [Allowed],
}

/// A screening with what a person has settled about it.
#[derive(Debug)]
pub struct ScreenOutcome {
    /// What it comes to, settled alarms left out.
    pub verdict: Verdict,
    /// Everything that was found.
    pub screening: Screening,
    /// Those settled alarms that this document needed.
    pub allowed: Vec<Allowed>,
    /// The document as it was read.
    pub document: Document,
    /// Whether the bytes are no document, and what reads as text in them was screened.
    pub is_lossy: bool,
}

impl ScreenOutcome {
    fn new(document: Document, is_lossy: bool, screening: Screening, list: &[Allowed]) -> Self {
        let fits = |one: &Allowed, hit: &Hit| {
            one.rule == hit.rule && one.document_sha256.eq_ignore_ascii_case(document.sha256())
        };
        let open = |hit: &&Hit| !list.iter().any(|one| fits(one, hit));
        let strong = screening
            .hits
            .iter()
            .filter(|hit| hit.tier == HitTier::Strong);
        let verdict = match (strong.filter(open).count(), screening.hits.len()) {
            (0, 0) => Verdict::Clean,
            (0, _) => Verdict::Flagged,
            _ => Verdict::Detected,
        };
        let used = |one: &&Allowed| screening.hits.iter().any(|hit| fits(one, hit));
        ScreenOutcome {
            verdict,
            allowed: list.iter().filter(used).cloned().collect(),
            screening,
            document,
            is_lossy,
        }
    }

    /// The outcome as programs read it.
    #[must_use]
    pub fn report(&self) -> ScreenReport {
        ScreenReport {
            verdict: self.verdict,
            hits: self.screening.hits.clone(),
            rules: self.screening.rules.clone(),
            document_sha256: self.document.sha256().to_owned(),
            unread_pages: self.document.unread_pages(),
            allowed: self.allowed.clone(),
        }
    }

    /// Whether there was nothing to screen: no text, hidden or not, and no page that nobody read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let layers = self.document.hidden_layers();
        let is_blank = |text: &str| text.trim().is_empty();
        is_blank(self.document.text())
            && layers.iter().all(|layer| is_blank(&layer.text))
            && self.document.unread_pages().is_empty()
    }

    /// Why a hit does not count, where a person settled it.
    #[must_use]
    pub fn settled(&self, hit: &Hit) -> Option<&str> {
        let one = self.allowed.iter().find(|one| one.rule == hit.rule)?;
        Some(&one.reason)
    }
}

impl Engine {
    /// Looks for orders to a machine. An attack does not go away because its file is
    /// damaged: bytes that are no document are screened as far as they read as text.
    ///
    /// # Errors
    /// Where the file claims a format that is read and cannot be read.
    pub fn screen(
        &self,
        request: ScreenRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<ScreenOutcome, EngineError> {
        let input = request.document;
        let (document, is_lossy) = match self.read(input, control) {
            Ok(document) => (document, false),
            Err(error) if input.claims_a_format() || error.kind == ErrorKind::Cancelled => {
                return Err(error);
            }
            Err(_) => {
                let text = String::from_utf8_lossy(input.bytes);
                let mut builder = DocumentBuilder::new(LOSSY_READER);
                builder.unread_page(&text, "it is no document");
                (builder.finish(input.bytes), true)
            }
        };
        let screening = self.injection_screen()?.document(&document);
        Ok(ScreenOutcome::new(
            document,
            is_lossy,
            screening,
            request.allowed,
        ))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowFile {
    allow: Vec<Allowed>,
}

/// False alarms that a person settled, from TOML; each needs its reason.
///
/// # Errors
/// What is wrong with the text; `label` is what messages call it.
pub fn read_allowed(text: &str, label: &str) -> Result<Vec<Allowed>, EngineError> {
    const HELP: &str = "write [[allow]] with rule, document_sha256 and reason for each";
    let file: AllowFile =
        toml::from_str(text).map_err(|error| EngineError::input(error, HELP).about(label))?;
    match file.allow.iter().find(|one| one.reason.trim().is_empty()) {
        Some(one) => {
            let unreasoned = format!("`{}` is allowed without a reason", one.rule);
            Err(EngineError::input(unreasoned, HELP).about(label))
        }
        None => Ok(file.allow),
    }
}
