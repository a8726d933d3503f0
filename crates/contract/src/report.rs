//! A run's report with its receipt: everything `check` needs to decide again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::candidate::CandidateRecord;
use crate::confidence::Confidence;
use crate::decision::FieldDecision;
use crate::schema::SchemaRecord;

/// What `groundstop verify --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The document decided on.
    pub document: DocumentRecord,
    /// The schema used.
    pub schema: SchemaIdentity,
    /// Who proposed.
    pub proposer: ProposerRecord,
    /// Which gate decided; receipts written before gates had versions name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateRecord>,
    /// What the injection screen found in the document; receipts of before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenedRecord>,
    /// One decision per field, or per value of a field with many.
    pub decisions: Vec<FieldDecision>,
    /// How many of each.
    pub summary: Summary,
    /// SHA-256 over document, schema, proposer, gate, screen and decisions.
    pub decision_sha256: String,
    /// When and with what it was decided.
    pub receipt: Receipt,
}

/// A document's identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DocumentRecord {
    /// What the user called it; not part of any digest.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// SHA-256 of the text offsets point into.
    pub text_sha256: String,
    /// Which reader made the text, with its version.
    pub reader: String,
    /// How many pages.
    pub pages: u32,
    /// How many code points.
    pub chars: u64,
}

/// A schema's identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SchemaIdentity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of its canonical JSON.
    pub sha256: String,
}

/// Who proposed the candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposerRecord {
    /// The proposer's name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The rules that decided: two gates may decide the same input differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GateRecord {
    /// The version of the rules.
    pub version: String,
    /// SHA-256 of what they work with: the words of every language, the built-in weights.
    pub data_sha256: String,
}

/// Orders to whoever reads it, found in a document that was decided on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenedRecord {
    /// `detected`, `flagged` or `clean`, as `groundstop screen` says it.
    pub verdict: String,
    /// The version of the screen's rules.
    pub rules: String,
    /// How many findings are strong.
    pub strong: u64,
    /// How many are weak.
    pub weak: u64,
    /// The strong ones in order; the first hundred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<ScreenedHit>,
}

/// One order to whoever reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenedHit {
    /// The rule that found it.
    pub rule: String,
    /// Where it stands: `visible`, or a hidden layer.
    pub layer: String,
    /// First character in the text of its layer, in code points.
    pub start: u64,
    /// One past the last.
    pub end: u64,
}

/// How many fields ended which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Accepted.
    pub accept: u64,
    /// Stopped.
    pub stop: u64,
    /// Left to a person.
    pub need_review: u64,
    /// Optional fields that are not there.
    pub absent: u64,
}

/// The record of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// SHA-256 of the report without this key.
    pub id: String,
    /// When it was decided: UTC, RFC 3339.
    pub decided_at: String,
    /// The product and its version.
    pub product: String,
    /// The contract the decisions follow, with its version.
    pub contract: String,
    /// What was decided on, whole.
    pub input: RunInput,
}

/// Everything besides the document that a decision depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunInput {
    /// The schema, whole.
    pub schema: SchemaRecord,
    /// The candidates, whole.
    pub candidates: Vec<CandidateRecord>,
    /// The flags that bear on decisions.
    pub flags: RunFlags,
}

/// The flags that bear on decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunFlags {
    /// The confidence a person vouched for, where candidates state none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// The second reader that PDFs were compared with, with its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_reader: Option<String>,
}
