//! Evidence: a span of a document that was found to be what a quote says.

use groundstop_canon::sha256_hex;
use groundstop_contract::{CharacterFlag, EvidenceRecord, Fold, MatchKind, Place};
use groundstop_document::{ByteSpan, Document};

/// The most places of one quote that are listed.
pub(crate) const PLACES_LISTED: usize = 100;

/// A span of a document's own text, verified against a quote.
///
/// Only this crate makes one, by checking the quote against the document.
#[derive(Clone, Debug)]
pub struct Evidence {
    pub(crate) span: ByteSpan,
    pub(crate) segments: Vec<ByteSpan>,
    pub(crate) matched: MatchKind,
    pub(crate) folds: Vec<Fold>,
    pub(crate) occurrences: usize,
    pub(crate) places: Vec<ByteSpan>,
    pub(crate) value_place: Option<ByteSpan>,
    pub(crate) kept_hyphens: Vec<usize>,
    pub(crate) unsettled: Vec<(String, String)>,
    pub(crate) reordered: bool,
    /// What an ellipsis leaves out; only relaxed evidence has any.
    pub(crate) skipped: Option<ByteSpan>,
}

impl Evidence {
    /// The first places where the quote stands, where there are several.
    #[must_use]
    pub fn places(&self) -> &[ByteSpan] {
        &self.places
    }

    /// The whole stretch from the first quoted character to the last.
    #[must_use]
    pub fn span(&self) -> ByteSpan {
        self.span
    }

    /// The quoted stretches, page furniture between them left out.
    #[must_use]
    pub fn segments(&self) -> &[ByteSpan] {
        &self.segments
    }

    /// How document and quote compare.
    #[must_use]
    pub fn matched(&self) -> MatchKind {
        self.matched
    }

    /// The folds that were needed.
    #[must_use]
    pub fn folds(&self) -> &[Fold] {
        &self.folds
    }

    /// The value's own place, where offsets named one inside the quote.
    #[must_use]
    pub fn value_place(&self) -> Option<ByteSpan> {
        self.value_place
    }

    /// Words broken at a line end whose spelling the document does not settle: used, other.
    #[must_use]
    pub fn unsettled_words(&self) -> &[(String, String)] {
        &self.unsettled
    }

    /// Whether direction controls change the visible order of the quoted characters.
    #[must_use]
    pub fn is_reordered(&self) -> bool {
        self.reordered
    }

    /// What the reader noted about the quoted characters.
    #[must_use]
    pub fn flags(&self, document: &Document) -> Vec<CharacterFlag> {
        let mut flags: Vec<_> = self
            .segments
            .iter()
            .flat_map(|segment| document.flags_in(*segment))
            .collect();
        flags.sort_unstable();
        flags.dedup();
        flags
    }

    /// The document's characters, as they stand there.
    #[must_use]
    pub fn quote(&self, document: &Document) -> String {
        self.segments
            .iter()
            .filter_map(|segment| document.slice(*segment))
            .collect()
    }

    /// The evidence as it is written in JSON.
    #[must_use]
    pub fn record(&self, document: &Document) -> EvidenceRecord {
        let quote = self.quote(document);
        let chars = document.char_span(self.span);
        let segments = self.segments.iter().map(|segment| {
            let chars = document.char_span(*segment);
            (chars.start.as_u64(), chars.end.as_u64())
        });
        let places = self.places.iter().map(|place| {
            let chars = document.char_span(*place);
            Place {
                page: document.page_of(place.start),
                start: chars.start.as_u64(),
                end: chars.end.as_u64(),
            }
        });
        EvidenceRecord {
            page: document.page_of(self.span.start),
            start: chars.start.as_u64(),
            end: chars.end.as_u64(),
            byte_start: self.span.start.as_u64(),
            byte_end: self.span.end.as_u64(),
            line: document.line_of(self.span.start),
            matched: self.matched,
            folds: self.folds.clone(),
            segments: segments.collect(),
            occurrences: u64::try_from(self.occurrences).unwrap_or(u64::MAX),
            places: places.collect(),
            flags: self.flags(document),
            document_sha256: document.sha256().to_owned(),
            quote_sha256: sha256_hex(quote.as_bytes()),
            boxes: self
                .segments
                .iter()
                .flat_map(|segment| document.boxes_of(*segment))
                .collect(),
            tax: None,
            currency: None,
            cell: None,
            quote,
        }
    }
}
