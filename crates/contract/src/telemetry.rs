//! What an operator's monitoring gets of a research run: counts, codes and
//! digests. No field can hold a word of a question, a source or an answer.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::codes::codes;
use crate::research::{Environment, OutputAction, ResearchStopReason, Tier};

codes! {
    /// Why a source was dropped.
    SourceFault {
        /// A page that nobody could reach: its call failed, and no source came of it.
        Unreachable = "unreachable",
        /// An order to a machine stands in it.
        Injected = "injected",
        /// A page that answered with a status that is no page.
        Status = "status",
        /// A type that is not read.
        ContentType = "content_type",
        /// Its reader could make nothing of it.
        Unreadable = "unreadable",
        /// Too little text.
        TooShort = "too_short",
        /// Another language than the question's or the one declared.
        OtherLanguage = "other_language",
        /// A date that cannot be.
        ImplausibleDate = "implausible_date",
        /// The same content or address as an earlier source.
        Duplicate = "duplicate",
        /// A lower grade than the operator asks for.
        LowGrade = "low_grade",
    }
}

codes! {
    /// How much a source is worth, by who publishes it, when, and who else says so.
    Grade {
        /// 80 points and more.
        A = "A",
        /// 65 and more.
        B = "B",
        /// 50 and more.
        C = "C",
        /// 35 and more.
        D = "D",
        /// Less.
        E = "E",
    }
}

/// A digest: 64 small hexadecimal digits, and nothing else fits.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Digest(#[schemars(regex(pattern = "^[0-9a-f]{64}$"))] String);

impl Digest {
    /// A digest, where the text is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Digest> {
        let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        (text.len() == 64 && text.chars().all(hex)).then(|| Digest(text.to_owned()))
    }
}

/// The digest of nothing.
impl Default for Digest {
    fn default() -> Digest {
        Digest("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".to_owned())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Digest, D::Error> {
        let text = String::deserialize(from)?;
        Digest::new(&text).ok_or_else(|| de::Error::custom("no SHA-256 in small hex digits"))
    }
}

/// Calls that were made, by tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallCounts {
    /// Of the local index.
    pub corpus: u64,
    /// Of a search engine.
    pub search: u64,
    /// Of pages.
    pub fetch: u64,
    /// Answered from the cache; they are no calls.
    pub cached: u64,
    /// Those of the first three that did not succeed.
    #[serde(default, skip_serializing_if = "is_none")]
    pub failed: u64,
}

/// Events of builds that did not count failures have no such key, and keep their digest.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde asks for"
)]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// How many sources there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceCounts {
    /// That came back.
    pub returned: u64,
    /// That passed validation.
    pub accepted: u64,
    /// That have something to say to the question.
    pub covering: u64,
}

/// How many sources were dropped for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropCount {
    /// The reason.
    pub fault: SourceFault,
    /// How many.
    pub count: u64,
}

/// How many accepted sources have a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GradeCount {
    /// The grade.
    pub grade: Grade,
    /// How many.
    pub count: u64,
}

/// One event a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Telemetry {
    /// The contract's version: major, minor, patch.
    pub contract: (u32, u32, u32),
    /// The tier, where one was known.
    pub tier: Option<Tier>,
    /// The environment.
    pub environment: Environment,
    /// Why the run ended.
    pub reason: ResearchStopReason,
    /// What else held, in the contract's order.
    pub others: Vec<ResearchStopReason>,
    /// What the user got.
    pub action: OutputAction,
    /// Whether an answer about to leave was found flawed and taken back.
    pub downgraded: bool,
    /// Calls.
    pub calls: CallCounts,
    /// What they cost.
    pub units: u64,
    /// Bytes that came back.
    pub bytes: u64,
    /// Sources.
    pub sources: SourceCounts,
    /// Sources dropped, every reason in its order.
    pub dropped: Vec<DropCount>,
    /// Accepted sources by grade, every grade in its order.
    pub grades: Vec<GradeCount>,
    /// Strong hits of the injection screen.
    pub strong_hits: u64,
    /// Weak ones.
    pub weak_hits: u64,
    /// The rules of the screen.
    pub screen_rules_sha256: Digest,
    /// Claims of the answer.
    pub claims: u64,
    /// Their citations.
    pub citations: u64,
    /// Disagreements of the sources.
    pub disagreements: u64,
    /// SHA-256 of this event as canonical JSON, with the digest of nothing in this place.
    pub signature: Digest,
}
