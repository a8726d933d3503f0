//! The draft-07 schema of a rule candidate, for `new Ajv()` as it comes.
//!
//! No `format`, no keyword beyond the draft, every object closed. What a status
//! or a type demands stands in conditionals beside the properties.

use serde_json::{Map, Value, json};

use super::{Direction, RuleStatus, RuleType};

/// A currency: a code, a sign (with letters before a dollar sign), or rupees.
const CURRENCY: &str = "^(?:[A-Z]{3}|[A-Z]{0,3}\\$|[€£¥₹₦₩₽₪₫₱฿₴₺₡₲₵₸₼₾₮₭]|Rs)$";
/// What else an amount can count beside money, as `unit` names it.
const COUNTED: &[&str] = &["year", "month", "day", "count"];
/// A time in UTC.
const UTC: &str = "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?Z$";
/// A semantic version, as semver.org spells it out.
const SEMVER: &str = "^(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$";

/// The schema as the file holds it.
#[must_use]
pub fn rule_candidate_schema() -> Value {
    let mut conditionals: Vec<Value> = RuleType::ALL.iter().map(|t| of_type(*t)).collect();
    conditionals.extend(RuleStatus::ALL.iter().map(|s| of_status(*s)));
    conditionals.extend(uncited());
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "urn:groundstop:schema:rule-candidate:1.0.0",
        "title": "rule candidate",
        "description": "One rule that somebody says a statute lays down (Rule Candidate Contract 1.0.0).",
        "type": "object",
        "additionalProperties": false,
        "required": [
            "rule_type", "status", "rule_data", "source_pages", "source_text", "confidence",
            "ambiguity_reason", "conflicting_candidates", "extracted_at", "extractor_version"
        ],
        "properties": {
            "rule_type": { "type": "string", "enum": codes(RuleType::ALL, |t| t.code()) },
            "status": { "type": "string", "enum": codes(RuleStatus::ALL, |s| s.code()) },
            "rule_data": { "type": ["object", "null"] },
            "source_pages": {
                "type": "array", "uniqueItems": true,
                "items": { "type": "integer", "minimum": 1 }
            },
            "source_text": nullable_words(),
            "confidence": { "type": "number", "minimum": 0, "maximum": 1 },
            "ambiguity_reason": nullable_words(),
            "conflicting_candidates": { "type": ["array", "null"], "minItems": 2 },
            "extracted_at": { "type": "string", "pattern": UTC },
            "extractor_version": { "type": "string", "pattern": SEMVER }
        },
        "allOf": conditionals,
        "definitions": definitions(),
    })
}

fn codes<T: Copy>(all: &[T], code: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|each| code(*each)).collect()
}

fn words() -> Value {
    json!({ "type": "string", "pattern": "\\S" })
}

fn nullable_words() -> Value {
    json!({ "type": ["string", "null"], "pattern": "\\S" })
}

/// An object with exactly these keys, the optional ones aside.
fn closed(required: &[&str], properties: &Value) -> Value {
    json!({ "type": "object", "additionalProperties": false, "required": required, "properties": properties })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

fn definitions() -> Value {
    let mut all = Map::new();
    let amount = json!({ "type": "number", "minimum": 0 });
    let slab = json!({
        "income_min": amount,
        "income_max": { "type": ["number", "null"], "minimum": 0 },
        "rate": amount
    });
    let directions = codes(Direction::ALL, |d| d.code());
    let threshold =
        json!({ "amount": amount, "direction": { "type": "string", "enum": directions } });
    let definition = json!({ "term": words(), "text": words() });
    for (name, value) in [
        ("slab", closed(&["income_min", "income_max", "rate"], &slab)),
        ("rate", closed(&["rate"], &json!({ "rate": amount }))),
        ("threshold", closed(&["amount"], &threshold)),
        (
            "exempt_amount",
            closed(&["amount"], &json!({ "amount": amount })),
        ),
        (
            "exempt_text",
            closed(&["text"], &json!({ "text": words() })),
        ),
        ("definition", closed(&["term", "text"], &definition)),
    ] {
        all.insert(name.to_owned(), value);
    }
    for rule_type in RuleType::ALL {
        let code = rule_type.code();
        let data = data_of(*rule_type);
        let conflict = json!({
            "value": conflicting_value_of(*rule_type),
            "source_page": { "type": "integer", "minimum": 1 },
            "source_text": words()
        });
        all.insert(format!("{code}_data"), data);
        all.insert(
            format!("{code}_conflict"),
            closed(&["value", "source_page", "source_text"], &conflict),
        );
    }
    Value::Object(all)
}

/// A value with its unit and its conditions. An amount has its unit; only words have none.
fn data_of(rule_type: RuleType) -> Value {
    let data = json!({
        "value": value_of(rule_type),
        "unit": unit_of(rule_type),
        "conditions": { "type": "array", "uniqueItems": true, "items": words() }
    });
    let mut closed = closed(&["value", "unit", "conditions"], &data);
    if let (RuleType::Exemption, Some(members)) = (rule_type, closed.as_object_mut()) {
        let unitless = json!({ "type": "object", "required": ["unit"], "properties": { "unit": { "type": "null" } } });
        let in_words = json!({ "type": "object", "properties": { "value": { "type": "object", "required": ["text"] } } });
        members.insert("if".to_owned(), unitless);
        members.insert("then".to_owned(), in_words);
    }
    closed
}

/// A single figure, written bare.
fn figure() -> Value {
    json!({ "type": "number", "minimum": 0 })
}

fn value_of(rule_type: RuleType) -> Value {
    match rule_type {
        RuleType::TaxSlab => reference("slab"),
        RuleType::Rate => json!({ "anyOf": [reference("rate"), figure()] }),
        RuleType::Threshold => json!({ "anyOf": [reference("threshold"), figure()] }),
        RuleType::Exemption => {
            json!({ "anyOf": [reference("exempt_amount"), reference("exempt_text"), figure()] })
        }
        RuleType::Definition => reference("definition"),
    }
}

fn conflicting_value_of(rule_type: RuleType) -> Value {
    match rule_type {
        RuleType::TaxSlab => reference("slab"),
        RuleType::Rate | RuleType::Threshold => figure(),
        RuleType::Exemption => json!({ "anyOf": [figure(), reference("exempt_text")] }),
        RuleType::Definition => reference("definition"),
    }
}

fn unit_of(rule_type: RuleType) -> Value {
    let currency = json!({ "type": "string", "pattern": CURRENCY });
    let counted = json!({ "type": "string", "enum": COUNTED });
    match rule_type {
        RuleType::TaxSlab => currency,
        RuleType::Threshold => json!({ "anyOf": [currency, counted] }),
        RuleType::Exemption => json!({ "anyOf": [currency, counted, { "type": "null" }] }),
        RuleType::Rate => json!({ "type": "string", "const": "percent" }),
        RuleType::Definition => json!({ "type": "null" }),
    }
}

/// Where a key has a value, what else must hold.
fn when(key: &str, value: &str, then: &Value) -> Value {
    json!({
        "if": { "type": "object", "required": [key], "properties": { key: { "const": value } } },
        "then": { "type": "object", "properties": then }
    })
}

fn of_type(rule_type: RuleType) -> Value {
    let code = rule_type.code();
    when(
        "rule_type",
        code,
        &json!({
            "rule_data": { "anyOf": [{ "type": "null" }, reference(&format!("{code}_data"))] },
            "conflicting_candidates": {
                "anyOf": [
                    { "type": "null" },
                    { "type": "array", "uniqueItems": true, "items": reference(&format!("{code}_conflict")) }
                ]
            }
        }),
    )
}

fn of_status(status: RuleStatus) -> Value {
    let nothing = json!({ "type": "null" });
    let demands = match status {
        RuleStatus::Candidate => json!({
            "rule_data": { "type": "object" },
            "source_pages": { "type": "array", "minItems": 1 },
            "source_text": { "type": "string" },
            "ambiguity_reason": nothing,
            "conflicting_candidates": nothing
        }),
        RuleStatus::Unclear => json!({
            "rule_data": nothing,
            "ambiguity_reason": { "type": "string" }
        }),
        RuleStatus::Blocked => json!({
            "rule_data": nothing,
            "ambiguity_reason": { "type": "string" },
            "conflicting_candidates": nothing,
            "confidence": { "type": "number", "const": 0 }
        }),
    };
    when("status", status.code(), &demands)
}

/// Without pages or without text the confidence is nought.
fn uncited() -> [Value; 2] {
    let missing = |key: &str, what: Value| {
        json!({
            "if": { "type": "object", "required": [key], "properties": { key: what } },
            "then": { "type": "object", "properties": { "confidence": { "type": "number", "const": 0 } } }
        })
    };
    [
        missing("source_pages", json!({ "type": "array", "maxItems": 0 })),
        missing("source_text", json!({ "type": "null" })),
    ]
}
