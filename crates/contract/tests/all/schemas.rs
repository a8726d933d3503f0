//! The JSON Schemas: committed as generated, closed, and true of what is really written.
#![allow(
    clippy::disallowed_methods,
    reason = "a test reads the committed files"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use groundstop_contract::schemas;
use serde_json::{Value, json};

use crate::samples::{self, ledger, research};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas");

fn schema(file: &str) -> Value {
    let (_, text) = schemas::all()
        .into_iter()
        .find(|(name, _)| *name == file)
        .unwrap();
    serde_json::from_str(&text).unwrap()
}

fn validator(file: &str) -> jsonschema::Validator {
    jsonschema::validator_for(&schema(file)).unwrap()
}

/// Every schema with a sample of its shape as our types write it.
fn all_samples() -> Vec<(&'static str, Value)> {
    let report = json!(samples::report());
    let decisions = report["decisions"].as_array().unwrap().clone();
    let mut all = vec![
        ("report.schema.json", report.clone()),
        ("receipt.schema.json", report["receipt"].clone()),
        ("evidence.schema.json", json!(samples::evidence())),
        ("receipt-file.schema.json", json!(ledger::receipt_file())),
        ("ledger-entry.schema.json", json!(ledger::entry())),
        ("answer.schema.json", json!(research::answer())),
        ("pack.schema.json", json!(research::pack())),
        ("certificate.schema.json", json!(samples::certificate())),
        (
            "candidates.schema.json",
            json!([samples::candidate(), samples::bare_candidate()]),
        ),
        ("tables.schema.json", json!(samples::tables())),
        ("candidate.schema.json", json!(samples::candidate())),
        ("candidate.schema.json", json!(samples::bare_candidate())),
        ("field-schema.schema.json", json!(samples::schema())),
        (
            "rule-candidate.schema.json",
            json!(samples::rule_candidate()),
        ),
        (
            "rule-candidate.schema.json",
            json!(samples::rules_in_conflict()),
        ),
    ];
    all.extend(
        ledger::records()
            .iter()
            .map(|record| ("ledger-record.schema.json", json!(record))),
    );
    all.extend(
        decisions
            .into_iter()
            .map(|decision| ("field-decision.schema.json", decision)),
    );
    all
}

/// Copies of a value, each with one key more in another of its objects.
fn with_an_extra_key(value: &Value) -> Vec<Value> {
    let mut copies = Vec::new();
    if let Value::Object(members) = value {
        let mut copy = members.clone();
        copy.insert("one_key_more".to_owned(), json!(1));
        copies.push(Value::Object(copy));
        for (key, inner) in members {
            // What is counted by the names that somebody else gave has no keys of ours.
            if ["renamed", "ignored", "not_in_schema"].contains(&key.as_str()) {
                continue;
            }
            for changed in with_an_extra_key(inner) {
                let mut copy = members.clone();
                copy.insert(key.clone(), changed);
                copies.push(Value::Object(copy));
            }
        }
    }
    if let Value::Array(items) = value {
        for (index, inner) in items.iter().enumerate() {
            for changed in with_an_extra_key(inner) {
                let mut copy = items.clone();
                copy[index] = changed;
                copies.push(Value::Array(copy));
            }
        }
    }
    copies
}

/// Shapes that other rooms define, and whose tests hold their files to them.
const OF_OTHER_ROOMS: &[&str] = &[
    "screening.schema.json",
    "screened-document.schema.json",
    "resolved-decision.schema.json",
];

#[test]
fn the_committed_files_are_those_the_types_generate() {
    let cure = "run `cargo xtask freeze`";
    let mut names = BTreeSet::new();
    for (name, text) in schemas::all() {
        let committed = fs::read_to_string(Path::new(FOLDER).join(name)).unwrap_or_default();
        assert!(
            committed == text,
            "schemas/{name} is not what the types generate: {cure}"
        );
        names.insert(name.to_owned());
    }
    for entry in fs::read_dir(FOLDER).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            names.contains(&name) || OF_OTHER_ROOMS.contains(&name.as_str()),
            "schemas/{name} belongs to no type: {cure}"
        );
    }
}

#[test]
fn every_shape_we_write_is_valid() {
    for (file, sample) in all_samples() {
        let validator = validator(file);
        let errors: Vec<_> = validator
            .iter_errors(&sample)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{file}: {errors:?}\n{sample:#}");
    }
}

#[test]
fn every_schema_has_a_sample() {
    let sampled: BTreeSet<_> = all_samples().into_iter().map(|(file, _)| file).collect();
    let all: BTreeSet<_> = schemas::all().into_iter().map(|(file, _)| file).collect();
    assert_eq!(sampled, all);
}

#[test]
fn a_key_too_many_anywhere_is_invalid() {
    let mut tried = 0;
    for (file, sample) in all_samples() {
        let validator = validator(file);
        for changed in with_an_extra_key(&sample) {
            assert!(!validator.is_valid(&changed), "{file}: {changed:#}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn a_decision_without_one_of_its_keys_is_invalid() {
    let validator = validator("field-decision.schema.json");
    for decision in samples::decisions() {
        let whole = json!(decision);
        for key in whole.as_object().unwrap().keys() {
            let mut cut = whole.clone();
            cut.as_object_mut().unwrap().remove(key);
            assert!(!validator.is_valid(&cut), "{key}");
        }
    }
}

#[test]
fn a_candidate_may_have_a_number_and_nulls_but_not_lack_its_value() {
    let validator = validator("candidate.schema.json");
    for (candidate, valid) in [
        (json!({"field_name": "rate", "value": 5.5}), true),
        (
            json!({"field_name": "rate", "value": "5.5", "quote": null, "start": null}),
            true,
        ),
        (json!({"field_name": "rate", "value": null}), false),
        (json!({"field_name": "rate"}), false),
        (json!({"value": "5.5"}), false),
        (
            json!({"field_name": "rate", "value": "5.5", "confidence": 1.1}),
            false,
        ),
        (json!({"field_name": "rate", "value": ["5.5"]}), false),
        (
            json!({"field_name": "rate", "value": {"amount": "1"}}),
            false,
        ),
    ] {
        assert_eq!(validator.is_valid(&candidate), valid, "{candidate}");
    }
}

#[test]
fn every_object_of_every_schema_is_closed() {
    fn walk(schema: &Value, path: &str) {
        // A condition speaks of some keys of an object that is closed elsewhere.
        let conditional = path.ends_with("/if") || path.ends_with("/then");
        if schema.get("properties").is_some() && !conditional {
            assert_eq!(
                schema.get("additionalProperties"),
                Some(&json!(false)),
                "{path}"
            );
        }
        match schema {
            Value::Object(members) => {
                members
                    .iter()
                    .for_each(|(key, inner)| walk(inner, &format!("{path}/{key}")));
            }
            Value::Array(items) => items.iter().for_each(|inner| walk(inner, path)),
            _ => {}
        }
    }
    for (file, _) in schemas::all() {
        walk(&schema(file), file);
    }
}

#[test]
fn every_schema_names_its_draft_and_itself() {
    for (file, _) in schemas::all() {
        let schema = schema(file);
        let name = file.strip_suffix(".schema.json").unwrap();
        // The contract's own snippet reads draft-07, and the version is the contract's.
        let (draft, version) = match name {
            "rule-candidate" => ("http://json-schema.org/draft-07/schema#", "1.0.0"),
            _ => ("https://json-schema.org/draft/2020-12/schema", "1"),
        };
        assert_eq!(schema["$schema"], json!(draft));
        assert_eq!(
            schema["$id"],
            json!(format!("urn:groundstop:schema:{name}:{version}"))
        );
        assert!(jsonschema::meta::is_valid(&schema), "{file}");
    }
}
