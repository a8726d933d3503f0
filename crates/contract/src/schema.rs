//! Field schemas: which fields a document should have, and what it takes to accept one.

use std::collections::BTreeMap;

use groundstop_canon::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;

use crate::confidence::Confidence;

/// A set of fields with the evidence they require.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SchemaRecord {
    /// The schema's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it takes to accept a value.
    #[serde(default)]
    pub evidence: EvidenceRequirements,
    /// The fields, in the order in which they are decided.
    #[serde(default, rename = "field")]
    pub fields: Vec<FieldRecord>,
}

/// What it takes to accept a value; the defaults are the contract's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EvidenceRequirements {
    /// The least confidence; may be raised above 0.7, never lowered.
    pub min_confidence: Confidence,
    /// Whether a quote must stand in the document exactly, layout apart.
    pub require_exact_quote: bool,
    /// Whether a value needs a span of the document.
    pub require_offset_mapping: bool,
    /// Whether different values stop the field.
    pub stop_on_conflict: bool,
    /// Whether a document with unread pages may be decided.
    pub partial: bool,
    /// Whether text read from pictures may be accepted.
    pub allow_ocr: bool,
    /// Whether the document must say a value, or only contain its words.
    #[serde(skip_serializing_if = "Assertion::is_required")]
    pub assertion: Assertion,
}

/// What an ACCEPT claims about the words of a quote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Assertion {
    /// The document says them: nothing around takes them back, they are this field's, and no other
    /// explicit value of the field stands elsewhere.
    #[default]
    Required,
    /// They stand there; only what the text takes back at the value itself is set aside.
    WordsOnly,
}

impl Assertion {
    /// Whether no more is claimed than that the words stand there.
    #[must_use]
    pub fn is_words_only(&self) -> bool {
        *self == Assertion::WordsOnly
    }

    /// Whether the document must say the value.
    #[must_use]
    pub fn is_required(&self) -> bool {
        *self == Assertion::Required
    }
}

/// Which bound a field asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundKind {
    /// None: a bound is left to a person, unless the field's own words ask for one.
    #[default]
    None,
    /// The most there may be.
    AtMost,
    /// The least there may be.
    AtLeast,
}

impl BoundKind {
    /// Whether the field asks for no bound.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == BoundKind::None
    }
}

impl EvidenceRequirements {
    /// The least confidence the contract allows, in hundredths.
    pub const CONTRACT_MIN_CONFIDENCE_HUNDREDTHS: u64 = 70;

    /// The least confidence the contract allows.
    #[must_use]
    pub fn contract_min_confidence() -> Confidence {
        Decimal::from_u64(Self::CONTRACT_MIN_CONFIDENCE_HUNDREDTHS)
            .hundredth()
            .and_then(Confidence::new)
            .unwrap_or(Confidence::ONE)
    }
}

impl Default for EvidenceRequirements {
    fn default() -> Self {
        EvidenceRequirements {
            min_confidence: Self::contract_min_confidence(),
            require_exact_quote: true,
            require_offset_mapping: true,
            stop_on_conflict: true,
            partial: false,
            allow_ocr: false,
            assertion: Assertion::Required,
        }
    }
}

/// One field of a schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldRecord {
    /// The field's name.
    pub name: String,
    /// What kind of value it has.
    #[serde(default, rename = "type")]
    pub kind: FieldType,
    /// For dates: the order of day, month and year in numeric spellings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<DateOrder>,
    /// For dates: the century of two-digit years, such as 2000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub century: Option<u16>,
    /// For money: the currency that a sign or a bare number means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// For percentages: whether `0.05` means five per cent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ratio: bool,
    /// For numbers, money and percentages: which mark is the decimal one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<NumberFormat>,
    /// For choices: the values there are, as the document spells them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// For choices: by option, other phrases by which the document says it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phrases: BTreeMap<String, Vec<String>>,
    /// For booleans: phrases by which the document says yes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub yes: Vec<String>,
    /// For booleans: phrases by which the document says no.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no: Vec<String>,
    /// Whether the field's absence counts for the exit code.
    #[serde(default = "required")]
    pub required: bool,
    /// Whether the field has many values, each decided on its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
    /// What the field means, for people and proposers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Phrases that introduce the field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cues: Vec<String>,
    /// Whether a quote without one of these phrases is left to a person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub require_cue: bool,
    /// Which bound the field asks for; elsewhere a bound is left to a person.
    #[serde(default, skip_serializing_if = "BoundKind::is_none")]
    pub bound: BoundKind,
    /// Phrases that mean another field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<String>,
    /// Words of the headings under which the field stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub section: Vec<String>,
    /// The part of the document in which the field stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

impl FieldRecord {
    /// The phrases that say a value of the field themselves: they name it as its cues do.
    pub fn telling_phrases(&self) -> impl Iterator<Item = &str> {
        let answers = self.yes.iter().chain(&self.no);
        answers
            .chain(self.phrases.values().flatten())
            .map(String::as_str)
    }
}

codes! {
    /// A part of a document.
    Position {
        /// The cover and the opening paragraph, before the recitals and the clauses.
        Opening = "opening",
        /// The signatures and what stands around them.
        Signature = "signature",
    }
}

fn required() -> bool {
    true
}

codes! {
    /// The kinds of values a field can have.
    #[derive(Default)]
    FieldType {
        /// A calendar date.
        Date = "date",
        /// An amount with its currency.
        Money = "money",
        /// A percentage.
        Percent = "percent",
        /// A number.
        Number = "number",
        /// A length of time.
        Duration = "duration",
        /// Yes or no.
        Boolean = "boolean",
        /// One of a closed list.
        Choice = "choice",
        /// The document's own words.
        #[default]
        Text = "text",
        /// A party: the document's own words.
        Party = "party",
        /// A jurisdiction: the document's own words.
        Jurisdiction = "jurisdiction",
        /// A title: the document's own words.
        Title = "title",
    }
}

codes! {
    /// The order of day, month and year in numeric dates.
    DateOrder {
        /// Day, month, year.
        Dmy = "dmy",
        /// Month, day, year.
        Mdy = "mdy",
        /// Year, month, day.
        Ymd = "ymd",
    }
}

codes! {
    /// Which mark separates the fraction of a number.
    NumberFormat {
        /// `1,234.50`
        Point = "point",
        /// `1.234,50`
        Comma = "comma",
    }
}
