//! Every form in `conformance/candidates`: what it is read as, and that it decides like the plain form.
#![allow(clippy::disallowed_methods, reason = "tests read their files")]

use groundstop_contract::CandidateRecord;
use groundstop_contract::report::{Report, RunFlags};
use groundstop_document::Document;
use groundstop_engine::{Run, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, Imported, import};
use serde_json::{Value, json};

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/candidates")
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn cases() -> Vec<Value> {
    let vectors: Value = serde_json::from_str(&text("vectors.json")).expect("vectors");
    vectors["cases"].as_array().expect("cases").clone()
}

fn decide(schema: &Schema, candidates: &[CandidateRecord], imported: &Imported) -> Report {
    let document = Document::from_text(text("document.txt").as_bytes()).expect("a document");
    verify(&Run {
        document: &document,
        document_name: "document.txt",
        schema,
        candidates,
        proposer: &imported.proposer,
        flags: &RunFlags {
            confidence: groundstop_contract::Confidence::parse("0.9"),
            ..RunFlags::default()
        },
        decided_at: "2026-01-01T00:00:00Z",
    })
    .expect("decided")
}

#[test]
fn every_form_is_read_as_its_vector_says() {
    let schema = Schema::parse(&text("schema.toml")).expect("a schema");
    let mut wrong = Vec::new();
    for case in cases() {
        let file = case["file"].as_str().expect("file");
        let read = import(&bytes(file), Format::Any, Some(schema.record()));
        match (read, case["error"].as_str()) {
            (Ok(imported), None) => {
                let row = |one: &CandidateRecord| json!([one.field_name, one.value, one.quote]);
                let rows: Vec<Value> = imported.candidates.iter().map(row).collect();
                if json!(rows) != case["expect"] {
                    wrong.push(format!("{file}: read as {}", json!(rows)));
                }
            }
            (Err(error), Some(part)) => {
                let cured = error.problems().iter().all(|one| !one.cure.is_empty());
                if !error.to_string().contains(part) || !cured {
                    wrong.push(format!("{file}: refused with {error}"));
                }
            }
            (Ok(_), Some(_)) => wrong.push(format!("{file}: taken")),
            (Err(error), None) => wrong.push(format!("{file}: refused: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_sixty_forms_and_twenty_five_of_real_tools() {
    let cases = cases();
    let taken = cases.iter().filter(|case| case["error"].is_null()).count();
    let saved = |case: &&Value| {
        case["file"]
            .as_str()
            .is_some_and(|file| file.starts_with("saved/"))
    };
    assert!(taken >= 60, "{taken}");
    assert!(cases.iter().filter(saved).count() >= 25);
}

#[test]
fn a_form_decides_like_its_candidates_in_the_plain_form() {
    let schema = Schema::parse(&text("schema.toml")).expect("a schema");
    for case in cases().iter().filter(|case| case["error"].is_null()) {
        let file = case["file"].as_str().expect("file");
        let imported = import(&bytes(file), Format::Any, Some(schema.record())).expect("read");
        let plain = serde_json::to_vec(&imported.candidates).expect("json");
        let again = import(&plain, Format::Any, Some(schema.record())).expect("read again");
        let (one, other) = (
            decide(&schema, &imported.candidates, &imported),
            decide(&schema, &again.candidates, &imported),
        );
        assert_eq!(one.decision_sha256, other.decision_sha256, "{file}");
        assert!(again.record.is_plain(), "{file}");
    }
}
