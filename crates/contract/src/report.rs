//! A run's report with its receipt: everything `check` needs to decide again.

use std::collections::BTreeMap;

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
    /// How the candidates came, where they were not in the plain form; not part of any decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<ImportRecord>,
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

/// What an importer made of what models and tools wrote: it changes no letter of a value or a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRecord {
    /// The form of the candidates, as `docs/candidates.md` names it.
    pub form: String,
    /// What they came in, outermost first: `chat completion`, `code fence`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<String>,
    /// The keys around them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrappers: Vec<String>,
    /// Keys that were read under another name: theirs, then ours.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub renamed: BTreeMap<String, String>,
    /// Keys that say nothing here, and how often they stood.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ignored: BTreeMap<String, u64>,
    /// Fields the schema does not have, and how often something was proposed for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_in_schema: BTreeMap<String, u64>,
    /// Fields for which the proposer says that it found nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<String>,
    /// How many candidates had offsets of another reader's text, which were left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub offsets_left_out: u64,
}

impl ImportRecord {
    /// Whether there is nothing to tell: candidates in the plain form.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self
            == ImportRecord {
                form: "records".to_owned(),
                ..ImportRecord::default()
            }
    }
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
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
    /// Who read the drawn lines of accepted quotes again, with version and language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
}
