//! What is kept of a research run, so that anybody can derive its answer again
//! without the outside: every call with its request, what came back, and when.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::codes::codes;
use crate::research::{Environment, PolicyCaps, ResearchStopReason, Tier, Tool};
use crate::telemetry::{Grade, Telemetry};

codes! {
    /// Whose search engine is asked.
    SearchBackend {
        /// A SearXNG instance.
        Searxng = "searxng",
        /// Brave Search.
        Brave = "brave",
        /// Tavily.
        Tavily = "tavily",
        /// The search of a MediaWiki.
        MediaWiki = "mediawiki",
    }
}

codes! {
    /// How a call ended as far as bytes go; what its answer says is another matter.
    CallEnd {
        /// A whole answer came, with whatever status.
        Answered = "answered",
        /// Its deadline passed first.
        Deadline = "deadline",
        /// Its address, or one it was sent on to, may not be reached.
        Refused = "refused",
        /// The answer was larger than permitted.
        TooLarge = "too_large",
        /// The answer was packed more densely than permitted.
        TooDense = "too_dense",
        /// The answer could not be unpacked.
        BadCompression = "bad_compression",
        /// Nobody answered: no such name, no connection, no secure one.
        Unreachable = "unreachable",
        /// What came is no whole answer of the protocol.
        Broken = "broken",
        /// The tool is not set up, or was asked for something it does not do.
        NotReady = "not_ready",
    }
}

/// A request as it was made, keys left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestRecord {
    /// `GET`, `POST`, or `LOOKUP` for the local index.
    pub method: String,
    /// Its address, or the question for the local index.
    pub url: String,
    /// Its body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whose search engine it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<SearchBackend>,
}

/// An address that sent the call on to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HopRecord {
    /// The address.
    pub url: String,
    /// The status it answered with.
    pub status: u16,
    /// Where it sent the call on to.
    pub to: String,
}

/// One line of an answer's head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeaderRecord {
    /// Its name, in small letters.
    pub name: String,
    /// What it says.
    pub value: String,
}

/// One call: what was asked, what came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallRecord {
    /// Which call of the run, counted from 1.
    pub number: u32,
    /// The tool.
    pub tool: Tool,
    /// Which of the links found it fetches, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// What was asked.
    pub request: RequestRecord,
    /// Where it was sent on.
    pub hops: Vec<HopRecord>,
    /// How it ended.
    pub end: CallEnd,
    /// What the operator may want to know about the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The status of the last answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The head of the last answer.
    pub headers: Vec<HeaderRecord>,
    /// When it began, in milliseconds from the start of the run.
    pub started_ms: u64,
    /// How long it took.
    pub elapsed_ms: u64,
    /// When its answer came: UTC, RFC 3339. Nothing in packs of earlier builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retrieved_at: Option<String>,
    /// SHA-256 of the body as it was unpacked.
    pub body_sha256: String,
    /// The body as it was unpacked, in base64.
    pub body: String,
}

/// The format of the packs written.
pub const PACK_FORMAT: &str = "groundstop-pack/1";

/// What was asked, by whom as far as it matters, and under which rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskedRecord {
    /// The question in its canonical form.
    pub question: String,
    /// Whether the indexed documents were to be looked at.
    pub corpus: bool,
    /// Whether the web was.
    pub web: bool,
    /// The tier, where one was known.
    pub tier: Option<Tier>,
    /// The environment.
    pub environment: Environment,
    /// Whether research was switched on.
    pub enabled: bool,
    /// The caps that held, where research was granted.
    pub caps: Option<PolicyCaps>,
    /// Whether the conversation had been asked to clarify before.
    pub clarified: bool,
    /// The day of the run: `YYYY-MM-DD`.
    pub today: String,
    /// The lowest grade that was accepted.
    pub min_grade: Grade,
    /// The language that was declared, by its ISO 639-3 code.
    pub language: Option<String>,
}

/// A call as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackedCall {
    /// Whether it was answered from the cache, and so was no call.
    pub cached: bool,
    /// The call.
    pub call: CallRecord,
}

/// Everything a run's answer depends on, and the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// `groundstop-pack/1`.
    pub format: String,
    /// The contract it follows, with its version.
    pub contract: String,
    /// The product and its version.
    pub product: String,
    /// When it was asked: UTC, RFC 3339.
    pub asked_at: String,
    /// What was asked.
    pub asked: AskedRecord,
    /// The calls, in their order.
    pub calls: Vec<PackedCall>,
    /// Limits that were met before a call could be made.
    pub met: Vec<ResearchStopReason>,
    /// Whether it could not be kept that the user is asked to clarify: such a user is told
    /// plainly that there are no sources, or would be asked for ever.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asking_not_kept: bool,
    /// What the user got.
    pub answer: Answer,
    /// What the operator's monitoring got.
    pub telemetry: Telemetry,
    /// SHA-256 of all of this as canonical JSON, with an empty text in this place.
    pub seal: String,
}
