//! What the log keeps: one record a decision, a frozen set or a person's resolution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;

use crate::report::Report;
use crate::telemetry::Telemetry;

/// The version of the records written.
pub const RECORD_VERSION: u32 = 1;
/// The format of a receipt that stands for itself.
pub const RECEIPT_FORMAT: &str = "groundstop-receipt/1";

/// One record of the log. Its canonical JSON is the leaf that is hashed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LedgerRecord {
    /// What happened.
    pub body: RecordBody,
    /// How far the writer's clock was behind the record before, in microseconds,
    /// where it went backwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_behind_us: Option<u64>,
    /// When it was recorded: UTC, RFC 3339; never before the record in front of it.
    pub recorded_at: String,
    /// The request it answers, where that may be repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestRecord>,
    /// The version of this shape.
    pub version: u32,
}

/// A request that was given an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestRecord {
    /// The digest of everything its answer depends on.
    pub input_sha256: String,
    /// The digest of its key; the key itself is nobody else's business.
    pub key_sha256: String,
}

/// A record in its place, as `groundstop ledger log --json` and `show --json` print it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LedgerEntry {
    /// Its place, counted from 0.
    pub index: u64,
    /// The hash of its leaf.
    pub leaf: String,
    /// When it was recorded: UTC, RFC 3339.
    pub recorded_at: String,
    /// What happened, in a word.
    pub kind: String,
    /// The digest it is known by.
    pub name: Option<String>,
    /// The document it is about, where it is one.
    pub document_sha256: Option<String>,
    /// The record; null where a later version wrote it.
    pub record: Option<LedgerRecord>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordBody {
    /// Fields were decided.
    Decision(Box<Report>),
    /// Rules were frozen.
    Freeze(Box<FreezeRecord>),
    /// A person resolved a STOP or a NEED_REVIEW.
    Review(Box<ReviewRecord>),
    /// A question was asked, and the run came to its end.
    Research(Box<ResearchRecord>),
}

/// How a question ended. What was asked and answered stands in the evidence pack,
/// which is named by its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResearchRecord {
    /// SHA-256 of the evidence pack.
    pub pack_sha256: String,
    /// SHA-256 of the canonical question.
    pub question_sha256: String,
    /// SHA-256 of what the user got, as canonical JSON.
    pub answer_sha256: String,
    /// Who asked.
    pub principal: String,
    /// The contract it follows, with its version.
    pub contract: String,
    /// Counts, codes and digests of the run.
    pub telemetry: Telemetry,
    /// When: UTC, RFC 3339.
    pub asked_at: String,
    /// The product and its version.
    pub product: String,
}

/// A frozen set of rules; the set itself is the file of that digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreezeRecord {
    /// The set's digest, which is its name.
    pub set_sha256: String,
    /// The file it was written to.
    pub file: String,
    /// The contract it follows, with its version.
    pub contract: String,
    /// The set it supersedes.
    pub supersedes: Option<String>,
    /// The documents its rules stand in.
    pub documents: Vec<FrozenSource>,
    /// What the user called them.
    pub document_names: Vec<String>,
    /// How many rules it has.
    pub rules: u64,
    /// The candidates that were refused.
    pub refused: Vec<FreezeRefusal>,
    /// When: UTC, RFC 3339.
    pub frozen_at: String,
    /// The product and its version.
    pub product: String,
}

/// A document of a frozen set, by its digests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrozenSource {
    /// Of its bytes.
    pub sha256: String,
    /// Of its text as it was read.
    pub text_sha256: String,
    /// Who read it.
    pub reader: String,
    /// How many pages it has.
    pub pages: u32,
}

/// A candidate that was not frozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreezeRefusal {
    /// Its place among the candidates, counted from 0.
    pub index: u64,
    /// Why.
    pub reasons: Vec<String>,
}

/// A person's resolution of a STOP or a NEED_REVIEW. It stands beside the
/// decision and never rewrites it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRecord {
    /// The decision it resolves.
    pub of: ReviewedDecision,
    /// Who resolved it.
    pub by: String,
    /// When: UTC, RFC 3339.
    pub resolved_at: String,
    /// What was resolved.
    pub resolution: Resolution,
    /// Why.
    pub reason: String,
    /// The value with its quote, verified like any other; only where a value is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Report>,
    /// The product and its version.
    pub product: String,
}

/// The decision a resolution is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewedDecision {
    /// The record's place in the log.
    pub record: u64,
    /// The id of the receipt in it.
    pub receipt_id: String,
    /// Which of its decisions, counted from 0.
    pub decision: u64,
    /// The field it decides.
    pub field_name: String,
}

codes! {
    /// How a person resolved it.
    Resolution {
        /// The document says this value.
        Value = "value",
        /// The document does not say it.
        Absent = "absent",
        /// It stays undecided.
        Unresolved = "unresolved",
    }
}

/// A receipt that stands for itself: the record, and the proof that it is in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReceiptFile {
    /// `groundstop-receipt/1`.
    pub format: String,
    /// The proof with its signed checkpoint, as text of the form `c2sp.org/tlog-proof@v1`.
    pub proof: String,
    /// The record.
    pub record: LedgerRecord,
}
