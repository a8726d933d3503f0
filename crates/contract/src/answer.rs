//! What leaves a research run for its user: an action, a sentence and, for an
//! answer, claims with the quotes behind them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;
use crate::research::OutputAction;

/// What the user gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// What it is.
    pub action: OutputAction,
    /// The sentence that goes with it.
    pub message: String,
    /// What the sources say; nothing where it is no answer.
    pub claims: Vec<ClaimRecord>,
    /// Where they contradict each other.
    pub disagreements: Vec<DisagreementRecord>,
}

/// One thing a source says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimRecord {
    /// The sentence, on one line.
    pub text: String,
    /// Where it stands, at least once.
    pub citations: Vec<CitationRecord>,
}

/// A verified quote of a stored source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CitationRecord {
    /// The source by its content: `sha256:` and the digest of its bytes.
    pub source: String,
    /// Its title.
    pub title: String,
    /// Its address, where it is a page.
    pub url: Option<String>,
    /// The registrable domain of its address, where it is a page and has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// When the tool returned it: UTC, RFC 3339. Nothing in packs of earlier builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retrieved_at: Option<String>,
    /// Its name, where it is a document of the corpus.
    pub document: Option<String>,
    /// The page of the first character, counted from 1.
    pub page: u32,
    /// First character of the source's text, in code points.
    pub start: u64,
    /// One past the last character.
    pub end: u64,
    /// The source's own characters.
    pub quote: String,
    /// SHA-256 of `quote`.
    pub quote_sha256: String,
}

codes! {
    /// What sources disagree about.
    Subject {
        /// A number, an amount, a percentage.
        Figure = "figure",
        /// A date or a year.
        Date = "date",
        /// Somebody or something by name.
        Name = "name",
    }
}

/// Two claims that cannot both be right, of two sources or of one that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DisagreementRecord {
    /// What about.
    pub about: Subject,
    /// The sides, in the order of their claims.
    pub sides: Vec<SideRecord>,
}

/// One side of a disagreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideRecord {
    /// What it says, in its own spelling.
    pub says: String,
    /// Which claim says it, counted from 0.
    pub claim: usize,
}
