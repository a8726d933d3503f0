//! The conformance vectors, all of them, through the same doors a user comes in by.
//!
//! `conformance/README.md` describes the format. Every mismatch is listed with
//! its file, case and path, so that one run tells the whole story.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test reads its vectors and says how many there were"
)]

use std::fs;
use std::path::{Path, PathBuf};

use groundstop_contract::report::{Report, RunFlags};
use groundstop_document::Document;
use groundstop_engine::{Run, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};
use serde_json::Value;

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../conformance/stop-triggers"
);

/// Fewer cases than this are no suite.
const LEAST_CASES: usize = 80;

const LOCKED_KEYS: [&str; 7] = [
    "field_name",
    "decision",
    "value",
    "evidence",
    "confidence",
    "stop_reason",
    "stop_proof",
];

/// Every code that plain text and candidates can produce.
///
/// Left out: `search_limit` needs a document too large for a vector,
/// `weak_context` is said by a proposer, the other doubts need other readers.
const CODES: [&str; 7] = [
    "no_candidates_found conflicting_values insufficient_confidence missing_evidence",
    "evidence_integrity_failed quote_empty quote_not_found quote_not_on_page page_out_of_range",
    "offset_reversed offset_out_of_range offset_mismatch context_mismatch value_not_in_quote",
    "value_cut value_ambiguous_in_quote value_quote_not_in_quote conflict_relaxed",
    "offsets_relaxed quote_relaxed hyphenation edge_in_token direction_override",
    "value_not_of_type placeholder redacted estimate conditional negated other_document",
    "other_field example superseded computed instruction",
];

#[test]
fn every_vector_is_decided_as_it_says() {
    let mut count = 0usize;
    let mut mismatches = Vec::new();
    for file in files() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for case in cases(&file) {
            count += 1;
            let title = case["name"].as_str().unwrap();
            let lines = judge(&case);
            mismatches.extend(
                lines
                    .iter()
                    .map(|line| format!("{name}: {title}\n    {line}")),
            );
        }
    }
    println!("{count} conformance vectors");
    assert!(count >= LEAST_CASES, "only {count} vectors");
    assert!(
        mismatches.is_empty(),
        "{} mismatches in {count} vectors:\n{}",
        mismatches.len(),
        mismatches.join("\n")
    );
}

#[test]
fn every_code_that_plain_text_can_produce_has_a_vector() {
    let read = |file: &PathBuf| fs::read_to_string(file).unwrap();
    let all: String = files().iter().map(read).collect();
    for code in CODES.iter().flat_map(|line| line.split(' ')) {
        assert!(
            all.contains(&format!("\"{code}\"")),
            "no vector has `{code}`"
        );
    }
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
}

fn cases(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let mut suite: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(suite["contract"], groundstop_engine::contract());
    serde_json::from_value(suite["cases"].take()).unwrap()
}

/// What differs from the case's expectation.
fn judge(case: &Value) -> Vec<String> {
    let expect = &case["expect"];
    match (run(case), expect["error"].as_str()) {
        (Err(message), Some(part)) if message.contains(part) => Vec::new(),
        (Err(message), Some(part)) => {
            vec![format!(
                "expected an error that names {part:?}, got {message:?}"
            )]
        }
        (Err(message), None) => vec![format!("expected decisions, got the error {message:?}")],
        (Ok(report), Some(part)) => {
            let decisions = serde_json::to_string(&report.decisions).unwrap();
            vec![format!(
                "expected an error that names {part:?}, got {decisions}"
            )]
        }
        (Ok(report), None) => {
            let got = serde_json::to_value(&report).unwrap();
            let mut lines = locked_keys_missing(&got["decisions"]);
            differences("", expect, &got, &mut lines);
            lines
        }
    }
}

/// The whole run, any refusal as its message.
fn run(case: &Value) -> Result<Report, String> {
    let text = case["document"].as_str().unwrap();
    let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
    let given = match &case["schema"] {
        Value::Null => None,
        schema => Some(Schema::parse(&schema.to_string()).map_err(|error| error.to_string())?),
    };
    let fields = given.as_ref().map(Schema::record);
    let imported =
        import(&candidate_bytes(case), Format::Any, fields).map_err(|error| error.to_string())?;
    let untyped = || Schema::untyped(&imported.candidates, imported.repeats_are_many);
    let schema = given
        .map_or_else(untyped, Ok)
        .map_err(|error| error.to_string())?;
    let vouched = case.get("confidence").cloned().unwrap_or(Value::Null);
    let flags = RunFlags {
        confidence: serde_json::from_value(vouched).map_err(|error| error.to_string())?,
        ..RunFlags::default()
    };
    verify(&Run {
        document: &document,
        document_name: "vector",
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &flags,
        decided_at: "2025-01-01T00:00:00Z",
    })
    .map_err(|error| error.to_string())
}

fn candidate_bytes(case: &Value) -> Vec<u8> {
    match case.get("candidates_text") {
        Some(text) => text.as_str().unwrap().as_bytes().to_vec(),
        None => case["candidates"].to_string().into_bytes(),
    }
}

fn locked_keys_missing(decisions: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for decision in decisions.as_array().unwrap() {
        let missing = |key: &&&str| decision.get(**key).is_none();
        lines.extend(
            LOCKED_KEYS
                .iter()
                .filter(missing)
                .map(|key| format!("{}: no locked key `{key}`", decision["field_name"])),
        );
    }
    lines
}

/// Compares by the rules of the README: objects as subsets, arrays whole, numbers as numbers.
fn differences(path: &str, expected: &Value, got: &Value, lines: &mut Vec<String>) {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            for (key, value) in expected {
                let path = format!("{path}/{key}");
                match got.get(key) {
                    Some(got) => differences(&path, value, got, lines),
                    None => lines.push(format!("{path}: expected {value}, got nothing")),
                }
            }
        }
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            for (index, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                differences(&format!("{path}/{index}"), wanted, found, lines);
            }
        }
        (Value::Number(wanted), Value::Number(found)) if same_number(wanted, found) => {}
        _ if expected == got => {}
        _ => lines.push(format!("{path}: expected {expected}, got {got}")),
    }
}

/// `1` and `1.0` are one number; nothing else is close enough.
fn same_number(left: &serde_json::Number, right: &serde_json::Number) -> bool {
    left.as_f64().map(f64::to_bits) == right.as_f64().map(f64::to_bits)
}
