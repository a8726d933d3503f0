//! The conformance vectors through our validator and through the real Ajv.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test reads the vectors and runs Ajv with Node"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use groundstop_canon::Json;
use groundstop_canon::json::parse;
use groundstop_contract::{ContractRule, RuleType};
use groundstop_rules::validate;

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../conformance/rule-candidate"
);
const SCHEMA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../schemas/rule-candidate.schema.json"
);

/// The cases of all files, each with the file's name before its own.
fn cases() -> Vec<(String, Json)> {
    let mut files: Vec<PathBuf> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let json = parse(fs::read(&file).unwrap()).unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        for case in json.get("cases").unwrap().as_array().unwrap() {
            let name = case.get("name").unwrap().as_str().unwrap();
            all.push((format!("{stem}: {name}"), case.clone()));
        }
    }
    all
}

#[test]
fn every_vector_breaks_the_rule_it_names_and_no_other() {
    let cases = cases();
    assert!(cases.len() >= 120, "{}", cases.len());
    let mut covered = BTreeSet::new();
    for (name, case) in &cases {
        let found = validate(case.get("candidate").unwrap());
        let broken: BTreeSet<&str> = found.problems.iter().map(|p| p.rule.code()).collect();
        let expected: BTreeSet<&str> = case
            .get("breaks")
            .and_then(Json::as_array)
            .unwrap()
            .iter()
            .map(|rule| rule.as_str().unwrap())
            .collect();
        assert_eq!(broken, expected, "{name}: {:?}", found.problems);
        let fits = case.get("fits_schema").and_then(Json::as_bool);
        assert_eq!(Some(found.fits_schema), fits, "{name}");
        assert_eq!(found.candidate.is_some(), found.is_valid(), "{name}");
        covered.extend(expected.iter().map(ToString::to_string));
    }
    for rule in ContractRule::ALL {
        assert!(covered.contains(rule.code()), "no vector breaks {rule:?}");
    }
}

#[test]
fn a_valid_candidate_is_written_as_it_was_read() {
    use groundstop_canon::jcs;
    for (name, case) in cases() {
        let given = case.get("candidate").unwrap();
        if let Some(candidate) = validate(given).candidate {
            let written = jcs::canonical(&candidate).unwrap();
            let given = jcs::to_string(given).unwrap();
            // A bare figure is written under its key.
            let key = match candidate.rule_type {
                RuleType::Rate => "rate",
                _ => "amount",
            };
            let bare = name.contains("a bare ");
            let expected = match given.split_once("\"value\":").filter(|_| bare) {
                Some((before, after)) => {
                    format!(
                        "{before}\"value\":{{\"{key}\":{}",
                        after.replacen('}', "}}", 1)
                    )
                }
                None => given,
            };
            assert_eq!(written, expected, "{name}");
        }
    }
}

/// A candidate of the contract that is sound, for one thing to be taken from it.
fn sound() -> serde_json::Value {
    serde_json::json!({
        "rule_type": "rate", "status": "candidate",
        "rule_data": {"value": {"rate": 0.1}, "unit": "percent", "conditions": []},
        "source_pages": [2], "source_text": "at the rate of ten per cent",
        "confidence": 0.9, "ambiguity_reason": null, "conflicting_candidates": null,
        "extracted_at": "2026-01-25T12:00:00Z", "extractor_version": "1.0.0"
    })
}

/// The rules of the contract that a candidate breaks.
fn broken(candidate: &serde_json::Value) -> Vec<&'static str> {
    let found = validate(&parse(candidate.to_string()).unwrap());
    found.problems.iter().map(|p| p.rule.code()).collect()
}

#[test]
fn a_candidate_without_its_pages_breaks_the_first_rule() {
    assert_eq!(broken(&sound()), Vec::<&str>::new());
    for pages in [
        serde_json::json!([]),
        serde_json::json!([0]),
        serde_json::Value::Null,
    ] {
        let mut candidate = sound();
        candidate["source_pages"] = pages;
        assert!(broken(&candidate).contains(&"MUST_1"), "{candidate}");
    }
    let mut candidate = sound();
    candidate.as_object_mut().unwrap().remove("source_pages");
    assert_eq!(broken(&candidate), ["MUST_1"]);
}

#[test]
fn what_cites_nothing_has_no_confidence() {
    for (key, nothing) in [
        ("source_pages", serde_json::json!([])),
        ("source_text", serde_json::Value::Null),
    ] {
        let mut candidate = sound();
        candidate["status"] = serde_json::json!("unclear");
        candidate["rule_data"] = serde_json::Value::Null;
        candidate["ambiguity_reason"] = serde_json::json!("a reason");
        candidate[key] = nothing;
        for (confidence, expected) in [
            ("0.5", &["MUST_4"][..]),
            ("0.001", &["MUST_4"]),
            ("0.0", &[]),
        ] {
            candidate["confidence"] = serde_json::from_str(confidence).unwrap();
            assert_eq!(broken(&candidate), expected, "{key} {confidence}");
        }
    }
}

#[test]
fn the_rule_types_are_these_five_and_no_other() {
    let known = ["tax_slab", "rate", "threshold", "exemption", "definition"];
    let codes: Vec<&str> = RuleType::ALL.iter().map(|t| t.code()).collect();
    assert_eq!(codes, known);
    for invented in [
        "surcharge",
        "Rate",
        "rates",
        "penalty",
        "tax slab",
        "",
        "other",
    ] {
        let mut candidate = sound();
        candidate["rule_type"] = serde_json::json!(invented);
        assert_eq!(broken(&candidate), ["MUST_NOT_1"], "{invented}");
    }
}

/// The three examples of the contract, as they stand in it.
const EXAMPLES: [&str; 3] = [
    r#"{
  "rule_type": "tax_slab",
  "status": "candidate",
  "rule_data": {
    "value": {
      "income_min": 0,
      "income_max": 300000,
      "rate": 0.0
    },
    "unit": "INR",
    "conditions": ["resident individual", "opted for section 115BAC"]
  },
  "source_pages": [2],
  "source_text": "total income not exceeding three lakh rupees, at the rate of nil",
  "confidence": 0.95,
  "ambiguity_reason": null,
  "conflicting_candidates": null,
  "extracted_at": "2026-01-25T12:00:00Z",
  "extractor_version": "1.0.0"
}"#,
    r#"{
  "rule_type": "rate",
  "status": "unclear",
  "rule_data": null,
  "source_pages": [3, 7],
  "source_text": null,
  "confidence": 0.0,
  "ambiguity_reason": "Multiple surcharge rates found for same income threshold",
  "conflicting_candidates": [
    {
      "value": 0.10,
      "source_page": 3,
      "source_text": "at the rate of ten per cent"
    },
    {
      "value": 0.15,
      "source_page": 7,
      "source_text": "surcharge of fifteen percent"
    }
  ],
  "extracted_at": "2026-01-25T12:00:00Z",
  "extractor_version": "1.0.0"
}"#,
    r#"{
  "rule_type": "threshold",
  "status": "blocked",
  "rule_data": null,
  "source_pages": [],
  "source_text": null,
  "confidence": 0.0,
  "ambiguity_reason": "No relevant text found in retrieved chunks",
  "conflicting_candidates": null,
  "extracted_at": "2026-01-25T12:00:00Z",
  "extractor_version": "1.0.0"
}"#,
];

#[test]
fn the_three_examples_of_the_contract_are_valid_as_they_stand() {
    let statuses = ["candidate", "unclear", "blocked"];
    for (example, status) in EXAMPLES.iter().zip(statuses) {
        let found = validate(&parse(example).unwrap());
        assert!(
            found.is_valid() && found.fits_schema,
            "{:?}",
            found.problems
        );
        assert_eq!(found.candidate.unwrap().status.code(), status);
    }
}

/// The folder with Ajv in it, installed where it is missing; `None` where that cannot be done.
fn ajv() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ajv");
    if folder.join("node_modules/ajv/package.json").is_file() {
        return Some(folder);
    }
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("package.json"), "{\"private\": true}\n").unwrap();
    let installed = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--silent", "ajv@8"])
        .current_dir(&folder)
        .status()
        .is_ok_and(|status| status.success());
    installed.then_some(folder)
}

/// The contract's own snippet, and one answer a vector.
const SNIPPET: &str = r"
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
const require = createRequire(import.meta.url);
import Ajv from 'ajv';
const [folder, file] = process.argv.slice(2);
const schema = require(file);
for (const level of ['log', 'warn', 'error']) {
  const say = console[level];
  console[level] = (...words) => { say('said:', ...words); process.exitCode = 1; };
}

const ajv = new Ajv();
const validate = ajv.compile(schema);

for (const name of readdirSync(folder).sort()) {
  for (const { candidate } of JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).cases) {
    process.stdout.write(validate(candidate) ? '1' : '0');
  }
}
";

#[test]
fn ajv_accepts_what_the_schema_half_of_our_validator_accepts() {
    let Some(folder) = ajv() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "Ajv cannot be installed: `npm install ajv` failed or npm is missing"
        );
        return;
    };
    fs::write(folder.join("vectors.mjs"), SNIPPET).unwrap();
    let ended = Command::new("node")
        .args(["vectors.mjs", FOLDER, SCHEMA])
        .current_dir(&folder)
        .output()
        .unwrap();
    let answers = String::from_utf8(ended.stdout).unwrap();
    let complaints = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{answers}\n{complaints}");
    let cases = cases();
    assert_eq!(answers.len(), cases.len(), "{answers}");
    for ((name, case), answer) in cases.iter().zip(answers.chars()) {
        let ours = validate(case.get("candidate").unwrap()).fits_schema;
        assert_eq!(ours, answer == '1', "{name}");
    }
}
