//! A candidate: what somebody says a field's value is, and the quote they offer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::RejectCode;
use crate::confidence::Confidence;
use crate::value::WireValue;

/// One proposed value for one field.
///
/// A JSON number given as value is kept as its literal text. Keys that are
/// null are absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CandidateRecord {
    /// The field the value is for.
    pub field_name: String,
    /// The value as spelled by the proposer.
    pub value: WireValue,
    /// The words of the document that say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The part of the quote that is the value, where the quote says several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_quote: Option<String>,
    /// The page the quote stands on, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// Where the quote starts, in code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// Where the quote ends, in code points, exclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<u64>,
    /// The text just before the quote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// The text just after the quote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suffix: Option<String>,
    /// What heads the row of a table that the value stands in, as it stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// What heads the column of a table that the value stands in, as it stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// How sure the proposer is; missing counts as 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Why the proposer itself does not put it forward; it is then listed, never judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_aside: Option<RejectCode>,
}
