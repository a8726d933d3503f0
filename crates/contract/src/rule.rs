//! Rule candidates: what somebody says a statute lays down, in the closed
//! shape of the Rule Candidate contract.

mod schema;

use std::fmt;

use groundstop_canon::Decimal;
use serde::{Serialize, Serializer};

use crate::confidence::{Confidence, through_double};

pub use schema::rule_candidate_schema;

/// The kinds of rules there are; no others can be proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleType {
    /// A rate on a stretch of income.
    TaxSlab,
    /// A rate: of a tax, a surcharge, a cess, a deduction at source.
    Rate,
    /// An amount from which, or up to which, something holds.
    Threshold,
    /// What is not taxed.
    Exemption,
    /// What a term means.
    Definition,
}

impl RuleType {
    /// All of them, in contract order.
    pub const ALL: &'static [RuleType] = &[
        RuleType::TaxSlab,
        RuleType::Rate,
        RuleType::Threshold,
        RuleType::Exemption,
        RuleType::Definition,
    ];

    /// Its spelling in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            RuleType::TaxSlab => "tax_slab",
            RuleType::Rate => "rate",
            RuleType::Threshold => "threshold",
            RuleType::Exemption => "exemption",
            RuleType::Definition => "definition",
        }
    }

    /// The type of that spelling.
    #[must_use]
    pub fn of(code: &str) -> Option<RuleType> {
        RuleType::ALL.iter().copied().find(|t| t.code() == code)
    }
}

/// How clear a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleStatus {
    /// Said clearly, with its citation.
    Candidate,
    /// Ambiguous: a person has to look.
    Unclear,
    /// Something is missing.
    Blocked,
}

impl RuleStatus {
    /// All of them, in contract order.
    pub const ALL: &'static [RuleStatus] = &[
        RuleStatus::Candidate,
        RuleStatus::Unclear,
        RuleStatus::Blocked,
    ];

    /// Its spelling in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            RuleStatus::Candidate => "candidate",
            RuleStatus::Unclear => "unclear",
            RuleStatus::Blocked => "blocked",
        }
    }

    /// The status of that spelling.
    #[must_use]
    pub fn of(code: &str) -> Option<RuleStatus> {
        RuleStatus::ALL.iter().copied().find(|s| s.code() == code)
    }
}

/// Which side of a threshold something holds on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// More than the amount.
    Above,
    /// The amount or more.
    AtOrAbove,
    /// Less than the amount.
    Below,
    /// The amount or less.
    AtOrBelow,
}

impl Direction {
    /// All of them.
    pub const ALL: &'static [Direction] = &[
        Direction::Above,
        Direction::AtOrAbove,
        Direction::Below,
        Direction::AtOrBelow,
    ];

    /// Its spelling in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Direction::Above => "above",
            Direction::AtOrAbove => "at_or_above",
            Direction::Below => "below",
            Direction::AtOrBelow => "at_or_below",
        }
    }

    /// The direction of that spelling.
    #[must_use]
    pub fn of(code: &str) -> Option<Direction> {
        Direction::ALL.iter().copied().find(|d| d.code() == code)
    }
}

/// The ten rules of the contract, and the shape itself: what a rejection names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ContractRule {
    /// `source_pages` for every candidate.
    #[serde(rename = "MUST_1")]
    Must1,
    /// `source_text` is verbatim.
    #[serde(rename = "MUST_2")]
    Must2,
    /// Any ambiguity makes it `unclear`.
    #[serde(rename = "MUST_3")]
    Must3,
    /// Missing citations mean confidence 0.
    #[serde(rename = "MUST_4")]
    Must4,
    /// An inferred or rounded value is null.
    #[serde(rename = "MUST_5")]
    Must5,
    /// No new `rule_type`.
    #[serde(rename = "MUST_NOT_1")]
    MustNot1,
    /// No picking between conflicting sources.
    #[serde(rename = "MUST_NOT_2")]
    MustNot2,
    /// No rounding.
    #[serde(rename = "MUST_NOT_3")]
    MustNot3,
    /// No inferring of missing data.
    #[serde(rename = "MUST_NOT_4")]
    MustNot4,
    /// No field outside the schema.
    #[serde(rename = "MUST_NOT_5")]
    MustNot5,
    /// The shape of a field that no single rule is about.
    #[serde(rename = "SCHEMA")]
    Schema,
}

impl ContractRule {
    /// All of them, in contract order.
    pub const ALL: &'static [ContractRule] = &[
        ContractRule::Must1,
        ContractRule::Must2,
        ContractRule::Must3,
        ContractRule::Must4,
        ContractRule::Must5,
        ContractRule::MustNot1,
        ContractRule::MustNot2,
        ContractRule::MustNot3,
        ContractRule::MustNot4,
        ContractRule::MustNot5,
        ContractRule::Schema,
    ];

    /// Its spelling in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            ContractRule::Must1 => "MUST_1",
            ContractRule::Must2 => "MUST_2",
            ContractRule::Must3 => "MUST_3",
            ContractRule::Must4 => "MUST_4",
            ContractRule::Must5 => "MUST_5",
            ContractRule::MustNot1 => "MUST_NOT_1",
            ContractRule::MustNot2 => "MUST_NOT_2",
            ContractRule::MustNot3 => "MUST_NOT_3",
            ContractRule::MustNot4 => "MUST_NOT_4",
            ContractRule::MustNot5 => "MUST_NOT_5",
            ContractRule::Schema => "SCHEMA",
        }
    }
}

/// A figure of a rule: an exact decimal that a JSON number carries unchanged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure(Decimal);

impl Figure {
    /// Nothing, nil.
    pub const ZERO: Figure = Figure(Decimal::ZERO);

    /// The figure, where a JSON number carries it.
    #[must_use]
    pub fn new(number: Decimal) -> Option<Figure> {
        (through_double(number) == Some(number)).then_some(Figure(number))
    }

    /// The number itself.
    #[must_use]
    pub fn number(self) -> Decimal {
        self.0
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

impl fmt::Debug for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.to_string();
        match text.parse::<u64>() {
            Ok(whole) => serializer.serialize_u64(whole),
            Err(_) => serializer.serialize_f64(text.parse().map_err(serde::ser::Error::custom)?),
        }
    }
}

/// What a rule says, by its type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum RuleValue {
    /// `tax_slab`
    Slab {
        /// Where the income starts.
        income_min: Figure,
        /// Where it ends; null where there is no end.
        income_max: Option<Figure>,
        /// The rate as a fraction of one.
        rate: Figure,
    },
    /// `rate`
    Rate {
        /// The rate as a fraction of one.
        rate: Figure,
    },
    /// `threshold`, and `exemption` by an amount
    Amount {
        /// The amount.
        amount: Figure,
        /// Which side of it counts; thresholds only.
        #[serde(skip_serializing_if = "Option::is_none")]
        direction: Option<Direction>,
    },
    /// `exemption` by its words
    Text {
        /// What is exempt, verbatim.
        text: String,
    },
    /// `definition`
    Definition {
        /// The term.
        term: String,
        /// What it means, verbatim.
        text: String,
    },
}

/// A rule's value with its unit and the conditions under which it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleData {
    /// What the rule says.
    pub value: RuleValue,
    /// A currency, `year`, `month`, `day` or `count`; `percent` for a rate; null for a definition
    /// and for an exemption in words.
    pub unit: Option<String>,
    /// When it holds, in the text's own words.
    pub conditions: Vec<String>,
}

/// One of several values that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConflictingRule {
    /// A figure, or the whole value where a rule has more than one.
    pub value: ConflictingValue,
    /// The page it stands on.
    pub source_page: u32,
    /// The words that say it.
    pub source_text: String,
}

/// The value of one side of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ConflictingValue {
    /// Of a rate, a threshold, an exempt amount.
    Figure(Figure),
    /// Of a slab, a definition, an exemption in words.
    Whole(RuleValue),
}

/// One candidate of the contract; always all ten keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleCandidate {
    /// What kind of rule.
    pub rule_type: RuleType,
    /// How clear it is.
    pub status: RuleStatus,
    /// What it says; null unless it is a `candidate`.
    pub rule_data: Option<RuleData>,
    /// The pages of its text, ascending.
    pub source_pages: Vec<u32>,
    /// The text, verbatim.
    pub source_text: Option<String>,
    /// How sure its proposer is.
    pub confidence: Confidence,
    /// Why it is not a `candidate`.
    pub ambiguity_reason: Option<String>,
    /// What contradicts what.
    pub conflicting_candidates: Option<Vec<ConflictingRule>>,
    /// When it was proposed, in UTC.
    pub extracted_at: String,
    /// The version of its proposer.
    pub extractor_version: String,
}
