//! Evidence as it is written in JSON: a span of the document's own text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;
use crate::table::{CellEvidence, TextPlace};

codes! {
    /// How the document's characters compare with the quote offered.
    MatchKind {
        /// Byte for byte.
        Exact = "exact",
        /// Equal under the layout folds listed.
        Layout = "layout",
        /// Equal but for letter case or punctuation; never accepted without a person.
        Relaxed = "relaxed",
    }
}

codes! {
    /// The closed list of layout differences a quote may have.
    Fold {
        /// White space of any kind and length.
        F1 = "F1",
        /// Curly and straight quotation marks.
        F2 = "F2",
        /// Hyphens and dashes.
        F3 = "F3",
        /// Soft hyphens, zero-width characters, direction marks.
        F4 = "F4",
        /// Latin ligatures.
        F5 = "F5",
        /// A word broken at a line end.
        F6 = "F6",
        /// Canonical composition.
        F7 = "F7",
        /// Running headers, footers and page numbers inside a sentence.
        F8 = "F8",
    }
}

codes! {
    /// What a reader noted about a character.
    CharacterFlag {
        /// A person looking at the page does not see it.
        Hidden = "hidden",
        /// Its identity was inferred by a fallback.
        Inferred = "inferred",
        /// The file does not say which character it is.
        Unmapped = "unmapped",
        /// It was read from a picture.
        Ocr = "ocr",
        /// The page was drawn, and nothing is seen where it stands.
        NotVisible = "not_visible",
        /// It stands in a paragraph that somebody changed and nobody has accepted.
        TrackedChange = "tracked_change",
    }
}

/// A rectangle on a page, in points from the lower left corner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxRecord {
    /// The page, counted from 1.
    pub page: u32,
    /// Left edge.
    pub x0: f64,
    /// Lower edge.
    pub y0: f64,
    /// Right edge.
    pub x1: f64,
    /// Upper edge.
    pub y1: f64,
}

/// One place where a quote stands, in code points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The page of the first character, counted from 1.
    pub page: u32,
    /// Where it starts.
    pub start: u64,
    /// Where it ends, exclusive.
    pub end: u64,
}

/// A verified quote: the document's own characters and where they stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvidenceRecord {
    /// The document's characters, as they stand there.
    pub quote: String,
    /// The page of the first character, counted from 1.
    pub page: u32,
    /// First character, in code points.
    pub start: u64,
    /// One past the last character, in code points.
    pub end: u64,
    /// First byte of the UTF-8 text.
    pub byte_start: u64,
    /// One past the last byte.
    pub byte_end: u64,
    /// The line of the first character, counted from 1.
    pub line: u64,
    /// How quote and document compare.
    #[serde(rename = "match")]
    pub matched: MatchKind,
    /// The folds that were needed.
    pub folds: Vec<Fold>,
    /// The stretches of text that make up the quote, in code points.
    pub segments: Vec<(u64, u64)>,
    /// In how many places of the document the quote stands.
    pub occurrences: u64,
    /// These places, where there are several; the first hundred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// What the reader noted about the quoted characters.
    pub flags: Vec<CharacterFlag>,
    /// SHA-256 of the document's bytes.
    pub document_sha256: String,
    /// SHA-256 of `quote`.
    pub quote_sha256: String,
    /// Where the characters stand on their pages, where the format tells.
    pub boxes: Vec<BoxRecord>,
    /// What the document says beside an amount of its taxes, in its own words: `plus VAT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<String>,
    /// Where the document states the currency of an amount that has none of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<TextPlace>,
    /// The cell that the value stands in, where a table's structure is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellEvidence>,
}
