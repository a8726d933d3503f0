//! A field's decision and the proof of a STOP, key by key as the contract locks them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::{Decision, DifferenceKind, IssueCode, RejectCode, ReviewCode, StopReason};
use crate::confidence::Confidence;
use crate::evidence::{CharacterFlag, EvidenceRecord};
use crate::value::WireValue;

/// How one field ended. All keys are always there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldDecision {
    /// The field.
    pub field_name: String,
    /// ACCEPT, STOP or NEED_REVIEW.
    pub decision: Decision,
    /// The released value; null for a STOP.
    pub value: Option<WireValue>,
    /// The quote behind the value; null for a STOP.
    pub evidence: Option<EvidenceRecord>,
    /// The judged candidate's confidence; 0.0 for a STOP.
    pub confidence: Confidence,
    /// The trigger that stopped the field.
    pub stop_reason: Option<StopReason>,
    /// The proof of the STOP, or what a reviewer has to look at.
    pub stop_proof: Option<StopProof>,
}

/// The proof that belongs to a trigger, or the list of doubts of a NEED_REVIEW.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StopProof {
    /// Nothing to judge.
    NoCandidates(NoCandidatesProof),
    /// What a person has to look at.
    Review(ReviewProof),
    /// Different values.
    Conflict(ConflictProof),
    /// Not sure enough.
    Confidence(ConfidenceProof),
    /// The evidence does not hold.
    Integrity(IntegrityProof),
    /// No evidence.
    Missing(MissingProof),
}

/// Proof of `no_candidates_found`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoCandidatesProof {
    /// The document was searched.
    pub searched: bool,
    /// How many candidates were left to judge: none.
    pub candidates_found: u64,
    /// What was set aside, and pages nobody read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// Proof of `conflicting_values`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConflictProof {
    /// Every value that was proposed.
    pub candidates: Vec<ConflictCandidate>,
    /// What was set aside besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// Proof of `insufficient_confidence`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfidenceProof {
    /// The least confidence required.
    pub threshold: Confidence,
    /// The best candidate's confidence.
    pub actual: Confidence,
    /// The best candidate's value as the candidate spells it: a string. (Proofs written before had its
    /// typed form here, which now stands in `detail`.)
    pub value: WireValue,
    /// What was set aside besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// Proof of `missing_evidence`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MissingProof {
    /// The value that came without evidence, as the candidate spells it: a string.
    pub value: WireValue,
    /// What was set aside besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// Proof of `evidence_integrity_failed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntegrityProof {
    /// What does not hold.
    pub issues: Vec<Issue>,
    /// The value whose evidence failed, as the candidate spells it: a string.
    pub value: WireValue,
    /// What was set aside besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// What a person has to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewProof {
    /// The doubts, each with its code.
    pub review: Vec<Review>,
    /// For a relaxed conflict: every value that was proposed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<ConflictCandidate>,
}

/// One doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// Which doubt.
    pub code: ReviewCode,
    /// The pages concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<u32>,
    /// The character flags concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<CharacterFlag>,
    /// The spellings or characters concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

impl Review {
    /// A doubt that needs no further words.
    #[must_use]
    pub fn plain(code: ReviewCode) -> Review {
        Review {
            code,
            pages: Vec::new(),
            flags: Vec::new(),
            texts: Vec::new(),
        }
    }
}

/// One of the values in a conflict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConflictCandidate {
    /// The value.
    pub value: WireValue,
    /// Its candidate's confidence.
    pub confidence: Confidence,
    /// Its quote, where it was found.
    pub evidence: Option<EvidenceRecord>,
}

/// One thing that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    /// What it is.
    pub code: IssueCode,
    /// What the document says there instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
    /// The nearest text of the document, for a quote that does not stand in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Nearest>,
}

impl Issue {
    /// An issue that needs no further words.
    #[must_use]
    pub fn plain(code: IssueCode) -> Issue {
        Issue {
            code,
            found: Vec::new(),
            nearest: None,
        }
    }
}

/// The text of the document that comes nearest to a quote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nearest {
    /// The document's words.
    pub text: String,
    /// Their page.
    pub page: u32,
    /// Where they start, in code points.
    pub start: u64,
    /// Where they end, exclusive.
    pub end: u64,
    /// How they differ from the quote, most telling first.
    pub differences: Vec<Difference>,
}

/// One difference between a quote and the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// What kind.
    pub kind: DifferenceKind,
    /// What the quote says.
    pub quote: String,
    /// What the document says.
    pub document: String,
}

/// What else is worth knowing about a STOP.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Detail {
    /// Proposed values that were set aside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Rejected>,
    /// Pages nobody read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread_pages: Vec<u32>,
    /// The document has no text: nothing was there to search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub empty_document: bool,
    /// The proof's value as its type reads it, where that is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<WireValue>,
}

/// A proposed value that was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rejected {
    /// Why.
    pub code: RejectCode,
    /// The value as proposed.
    pub value: WireValue,
    /// The document's words that were considered, where there are any.
    pub text: Option<String>,
    /// Their page.
    pub page: Option<u32>,
    /// Where they start, in code points.
    pub start: Option<u64>,
    /// Where they end, exclusive.
    pub end: Option<u64>,
    /// The words that take the value back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}
