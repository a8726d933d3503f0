//! The quotes that a candidate is offered with, where they stand, and which of them states its value.

use groundstop_canon::Decimal;
use groundstop_canon::json::Json;
use groundstop_contract::{CandidateRecord, Confidence, WireValue};
use groundstop_value::{Kind, read_all, read_whole, read_wire};

use super::keys::{Part, plain};
use super::members::Members;

/// Where a quote stands and how sure its proposer is, as far as an object says.
#[derive(Clone, Debug, Default)]
pub(super) struct Offered {
    pub(super) quote: Option<String>,
    pub(super) value_quote: Option<String>,
    pub(super) page: Option<u32>,
    pub(super) offsets: Option<(u64, u64)>,
    pub(super) prefix: Option<String>,
    pub(super) suffix: Option<String>,
    pub(super) row: Option<String>,
    pub(super) column: Option<String>,
    pub(super) confidence: Option<Confidence>,
}

impl Offered {
    /// Whether another is the same quote at the same place.
    pub(super) fn is_at(&self, other: &Offered) -> bool {
        let place = |one: &Offered| (one.page, one.offsets);
        self.quote == other.quote
            && place(self) == place(other)
            && (&self.prefix, &self.suffix) == (&other.prefix, &other.suffix)
            && (&self.row, &self.column) == (&other.row, &other.column)
    }

    /// What a candidate says of a quote with what its evidence says: the candidate's own counts,
    /// and where they differ the other place must hold as well.
    pub(super) fn with(&self, evidence: Offered) -> Vec<Offered> {
        let confidence = lower(self.confidence, evidence.confidence);
        let one = Offered {
            quote: self.quote.clone(),
            value_quote: self.value_quote.clone(),
            page: self.page.or(evidence.page),
            offsets: self.offsets.or(evidence.offsets),
            prefix: self.prefix.clone().or_else(|| evidence.prefix.clone()),
            suffix: self.suffix.clone().or_else(|| evidence.suffix.clone()),
            row: self.row.clone().or_else(|| evidence.row.clone()),
            column: self.column.clone().or_else(|| evidence.column.clone()),
            confidence,
        };
        let other = Offered {
            quote: self.quote.clone(),
            value_quote: self.value_quote.clone(),
            page: evidence.page.or(self.page),
            offsets: evidence.offsets.or(self.offsets),
            prefix: evidence.prefix.or_else(|| self.prefix.clone()),
            suffix: evidence.suffix.or_else(|| self.suffix.clone()),
            row: evidence.row.or_else(|| self.row.clone()),
            column: evidence.column.or_else(|| self.column.clone()),
            confidence,
        };
        match one.is_at(&other) {
            true => vec![one],
            false => vec![one, other],
        }
    }
}

/// The record of a candidate with one of its quotes.
pub(super) fn record(
    field: &str,
    value: WireValue,
    offered: Offered,
    value_quote: Option<String>,
) -> CandidateRecord {
    CandidateRecord {
        field_name: field.to_owned(),
        value,
        quote: offered.quote,
        value_quote,
        page: offered.page,
        start: offered.offsets.map(|(start, _)| start),
        end: offered.offsets.map(|(_, end)| end),
        prefix: offered.prefix,
        suffix: offered.suffix,
        row: offered.row,
        column: offered.column,
        confidence: offered.confidence,
        set_aside: None,
    }
}

/// The lower of two confidences, or the one there is.
pub(super) fn lower(one: Option<Confidence>, two: Option<Confidence>) -> Option<Confidence> {
    one.into_iter().chain(two).min()
}

/// A confidence in any of its forms; of several in an object the lowest.
pub(super) fn confidence_of(json: &Json) -> Option<Confidence> {
    let given = match json {
        Json::Number(number) => number.decimal(),
        Json::String(text) if says_little(text) => Some(Decimal::ZERO),
        Json::String(text) => match text.trim().strip_suffix('%') {
            Some(percent) => Decimal::parse(percent.trim()).and_then(Decimal::hundredth),
            None => Decimal::parse(text.trim()),
        },
        // `{"score": 0.9, "reason": "…"}`
        Json::Object(all) => {
            let mut members = Members::new(all);
            let mut named = members.take_all(Part::Confidence);
            named.extend(members.take_all(Part::Value));
            return named
                .into_iter()
                .filter_map(|(_, json)| confidence_of(json))
                .min();
        }
        Json::Null | Json::Bool(_) | Json::Array(_) => None,
    };
    given.and_then(Confidence::new)
}

/// The same, under a key that may say that it is counted by the hundred: `confidence_percent`.
pub(super) fn confidence_at(key: &str, json: &Json) -> Option<Confidence> {
    let of_hundred = ["_pct", "_percent", "_percentage"]
        .iter()
        .any(|ending| plain(key).ends_with(ending));
    let number = match json {
        Json::Number(number) => number.decimal(),
        Json::String(text) => Decimal::parse(text.trim()),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    };
    match number.filter(|_| of_hundred) {
        Some(percent) => percent.hundredth().and_then(Confidence::new),
        None => confidence_of(json),
    }
}

/// Whether a word for a confidence is anything but one of those that say that there is some.
///
/// Of "high" no number is made; "low", "not sure" and every word that is not known vouch for nothing.
pub(super) fn says_little(word: &str) -> bool {
    const SOME: [&str; 22] = [
        "absolutely",
        "certain",
        "confident",
        "definite",
        "exact",
        "extremely",
        "fairly",
        "full",
        "good",
        "high",
        "highest",
        "highly",
        "level",
        "medium",
        "moderate",
        "quite",
        "strong",
        "sure",
        "to",
        "very",
        "n/a",
        "unknown",
    ];
    let lower = word.trim().to_lowercase();
    let has_figure = lower.contains(char::is_numeric);
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric() && c != '/')
        .filter(|word| !word.is_empty())
        .peekable();
    !has_figure && words.peek().is_some() && words.any(|word| !SOME.contains(&word))
}

/// The quote that states the value: the first whose reading equals it, else the first that holds its
/// letters, else the first.
pub(super) fn choose<'o>(
    kind: &Kind,
    value: &WireValue,
    evidence: &'o [Offered],
) -> Option<&'o Offered> {
    let wanted = read_wire(kind, value).map(|reading| reading.values);
    let quoted = |one: &Offered| one.quote.clone().unwrap_or_default();
    let states = |one: &&Offered| {
        let wanted = wanted.as_deref().unwrap_or_default();
        read_all(kind, &quoted(one))
            .iter()
            .any(|found| !wanted.is_empty() && found.values == wanted)
    };
    let holds = |one: &&Offered| match value {
        WireValue::Text(text) => quoted(one).contains(text.as_str()),
        WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => false,
    };
    let stated = evidence.iter().find(states);
    stated
        .or_else(|| evidence.iter().find(holds))
        .or(evidence.first())
}

/// The one value of the field's kind that a marked phrase tells: "annual fee of US$384,000.00".
pub(super) fn told_in(kind: &Kind, phrase: &str) -> Option<String> {
    if *kind == Kind::Text || read_whole(kind, phrase).is_some() {
        return None;
    }
    let readings = read_all(kind, phrase);
    let [reading] = readings.as_slice() else {
        return None;
    };
    phrase.get(reading.span.clone()).map(str::to_owned)
}
