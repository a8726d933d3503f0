//! A candidate out of JSON that has its shape. What is wrong was told before
//! (`shape.rs`); where a figure or a page is too large to be kept, there is none.

use groundstop_canon::Json;
use groundstop_contract::{
    Confidence, ConflictingRule, ConflictingValue, Direction, Figure, RuleCandidate, RuleData,
    RuleStatus, RuleType, RuleValue,
};

use super::shape::{Members, has_text, member};

/// The candidate.
pub(super) fn candidate(json: &Json) -> Option<RuleCandidate> {
    let members = json.as_object()?;
    let rule_type = RuleType::of(member(members, "rule_type")?.as_str()?)?;
    Some(RuleCandidate {
        rule_type,
        status: RuleStatus::of(member(members, "status")?.as_str()?)?,
        rule_data: or_null(member(members, "rule_data")?, |json| data(rule_type, json))?,
        source_pages: list(member(members, "source_pages")?, page)?,
        source_text: or_null(member(members, "source_text")?, text)?,
        confidence: Confidence::new(member(members, "confidence")?.as_number()?.decimal()?)?,
        ambiguity_reason: or_null(member(members, "ambiguity_reason")?, text)?,
        conflicting_candidates: or_null(member(members, "conflicting_candidates")?, |json| {
            list(json, |side| conflict(rule_type, side))
        })?,
        extracted_at: text(member(members, "extracted_at")?)?,
        extractor_version: text(member(members, "extractor_version")?)?,
    })
}

/// Something, or nothing where it is null; `None` where it is neither.
#[allow(clippy::option_option, reason = "wrong, null, or something")]
fn or_null<T>(json: &Json, read: impl FnOnce(&Json) -> Option<T>) -> Option<Option<T>> {
    match json.is_null() {
        true => Some(None),
        false => read(json).map(Some),
    }
}

fn list<T>(json: &Json, read: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    json.as_array()?.iter().map(read).collect()
}

fn text(json: &Json) -> Option<String> {
    json.as_str().map(str::to_owned)
}

fn page(json: &Json) -> Option<u32> {
    json.as_number()?.decimal()?.to_string().parse().ok()
}

fn figure(json: &Json) -> Option<Figure> {
    Figure::new(json.as_number()?.decimal()?)
}

fn data(rule_type: RuleType, json: &Json) -> Option<RuleData> {
    let members = json.as_object()?;
    Some(RuleData {
        value: value(rule_type, member(members, "value")?)?,
        unit: or_null(member(members, "unit")?, text)?,
        conditions: list(member(members, "conditions")?, text)?,
    })
}

fn value(rule_type: RuleType, json: &Json) -> Option<RuleValue> {
    if json.as_number().is_some() {
        return bare(rule_type, figure(json)?);
    }
    let members = json.as_object()?;
    let of = |key: &str| member(members, key);
    Some(match rule_type {
        RuleType::TaxSlab => RuleValue::Slab {
            income_min: figure(of("income_min")?)?,
            income_max: or_null(of("income_max")?, figure)?,
            rate: figure(of("rate")?)?,
        },
        RuleType::Rate => RuleValue::Rate {
            rate: figure(of("rate")?)?,
        },
        RuleType::Exemption if has_text(json) => RuleValue::Text {
            text: text(of("text")?)?,
        },
        RuleType::Threshold | RuleType::Exemption => RuleValue::Amount {
            amount: figure(of("amount")?)?,
            direction: direction(members),
        },
        RuleType::Definition => RuleValue::Definition {
            term: text(of("term")?)?,
            text: text(of("text")?)?,
        },
    })
}

/// A single figure without its key.
fn bare(rule_type: RuleType, figure: Figure) -> Option<RuleValue> {
    match rule_type {
        RuleType::Rate => Some(RuleValue::Rate { rate: figure }),
        RuleType::Threshold | RuleType::Exemption => Some(RuleValue::Amount {
            amount: figure,
            direction: None,
        }),
        RuleType::TaxSlab | RuleType::Definition => None,
    }
}

fn direction(members: &Members) -> Option<Direction> {
    let code = member(members, "direction").and_then(Json::as_str);
    code.and_then(Direction::of)
}

fn conflict(rule_type: RuleType, json: &Json) -> Option<ConflictingRule> {
    let members = json.as_object()?;
    let given = member(members, "value")?;
    let value = match given.as_number() {
        Some(_) => ConflictingValue::Figure(figure(given)?),
        None => ConflictingValue::Whole(value(rule_type, given)?),
    };
    Some(ConflictingRule {
        value,
        source_page: page(member(members, "source_page")?)?,
        source_text: text(member(members, "source_text")?)?,
    })
}
