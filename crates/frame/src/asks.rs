//! What a field asks for, as far as its frame is concerned.

use groundstop_contract::{FieldRecord, RejectCode};
use groundstop_language::{LANGUAGES, has};
use groundstop_value::Kind;

use crate::unit::period;

/// What a field's own name, cues and description say about the statements it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// The field is about something that happens in a case only: a late fee, a notice period.
    pub contingent: bool,
    /// The field asks for a bound: a cap, a deadline.
    pub bound: bool,
    /// Whether its own name asks for the least it may be, or for the most.
    pub lowest: Option<bool>,
    /// The period its value is for: an annual rent.
    pub period: Option<&'static str>,
    /// Whether it asks for a price with tax, or without.
    pub tax: Option<bool>,
    /// The field is a gain, which a loss is not.
    pub gain: bool,
    /// The field is how long something must not be done: its value stands under a "not".
    pub prohibits: bool,
    /// The field is told of a year that is over: revenue, income.
    pub reports: bool,
    /// The field has many values: another one beside it is no alternative.
    pub many: bool,
    /// The field is a tax.
    pub levies: bool,
}

/// Words of a field that make it one for a case. A date is never one: it stands in the calendar.
const CONTINGENT: &[&str] = &[
    "late",
    "default",
    "overdue",
    "penalty",
    "penalties",
    "liquidated",
    "damages",
    "termination",
    "terminate",
    "prepayment",
    "early",
    "notice",
    "cure",
    "grace",
    "renewal",
    "renew",
    "extension",
    "holdover",
    "breach",
    "cancellation",
    "cancel",
    "break",
    "breakup",
    "reinstatement",
    "nonrenewal",
    "severance",
    "indemnity",
    "refund",
    "bonus",
    "option",
    "remedy",
];

/// Words of a field that is how long something must not be done.
const PROHIBITS: &[&str] = &[
    "noncompete",
    "compete",
    "competition",
    "confidentiality",
    "confidential",
    "nondisclosure",
    "nonsolicitation",
    "solicit",
    "lockup",
    "standstill",
    "restricted",
    "restrictive",
    "exclusivity",
    "blackout",
    "moratorium",
    "waiting",
    "cure",
    "grace",
];

/// Words of a field that asks for a bound.
const BOUND: &[&str] = &[
    "cap",
    "maximum",
    "minimum",
    "max",
    "min",
    "limit",
    "limitation",
    "deadline",
    "due",
    "floor",
    "ceiling",
    "threshold",
    "notice",
    "cure",
    "grace",
    "latest",
    "earliest",
];

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// What a tax is called in any language.
fn is_tax(word: &str) -> bool {
    LANGUAGES
        .iter()
        .any(|language| has(language.words.taxes, word))
}

impl Asks {
    /// What a field asks for.
    #[must_use]
    pub fn of(field: &FieldRecord, kind: &Kind) -> Asks {
        let description = field.description.as_deref().unwrap_or_default();
        let said: Vec<String> = std::iter::once(field.name.as_str())
            .chain(field.cues.iter().map(String::as_str))
            .chain(field.telling_phrases())
            .chain(std::iter::once(description))
            .flat_map(words)
            .collect();
        let own: Vec<String> = words(&field.name).collect();
        let says = |list: &[&str]| own.iter().any(|word| list.contains(&word.as_str()));
        let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
        Asks {
            contingent: !matches!(kind, Kind::Date { .. }) && has(CONTINGENT),
            bound: has(BOUND) || !field.bound.is_none(),
            lowest: match (
                says(&["min", "minimum", "floor", "earliest", "least"]),
                says(&[
                    "max", "maximum", "cap", "ceiling", "latest", "most", "deadline",
                ]),
            ) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            },
            period: own.iter().find_map(|word| period(word)),
            tax: match (
                says(&["including", "gross", "inclusive", "incl"]),
                says(&["excluding", "net", "exclusive", "excl"]),
            ) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            },
            prohibits: has(PROHIBITS),
            reports: says(&[
                "revenue",
                "income",
                "sales",
                "profit",
                "loss",
                "earnings",
                "assets",
                "cash",
                "ebitda",
                "expense",
                "expenses",
                "turnover",
                "award",
                "budget",
                "headcount",
            ]),
            many: field.many,
            levies: own.iter().any(|word| is_tax(word)),
            gain: says(&["income", "profit", "gain", "earnings", "surplus"]),
        }
    }

    /// Whether a field takes a value in spite of a code.
    pub(crate) fn forgives(&self, kind: &Kind, code: RejectCode) -> bool {
        let forbidden = self.prohibits && matches!(kind, Kind::Duration);
        code == RejectCode::Conditional && self.contingent
            || code == RejectCode::Negated && forbidden
    }
}
