//! What is kept of a research run, so that anybody can derive its answer again
//! without the outside: every call with its request, what came back, and when.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;
use crate::research::Tool;

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
    /// SHA-256 of the body as it was unpacked.
    pub body_sha256: String,
    /// The body as it was unpacked, in base64.
    pub body: String,
}
