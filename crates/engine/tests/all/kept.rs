//! What earlier builds wrote still opens, verifies, and says that another gate decided.
//!
//! The files under `tests/kept` are as their builds wrote them and are never made anew.
#![allow(
    clippy::disallowed_methods,
    reason = "a test reads the files it is about"
)]

use std::fs;
use std::path::{Path, PathBuf};

use groundstop_document::Document;
use groundstop_engine::{check, check_receipt, check_record, extract, gate};
use groundstop_fields::Schema;
use groundstop_ledger::Ledger;
use groundstop_ledger::note::VerifyingKey;
use groundstop_ledger::store::SqliteStore;
use groundstop_propose::builtin::Proposer;
use serde_json::{Value, json};

fn kept(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/gate-1");
    folder.join(name)
}

fn loan() -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/loan/agreement.txt");
    Document::from_text(&fs::read(path).unwrap()).unwrap()
}

fn key() -> VerifyingKey {
    let text = fs::read_to_string(kept("ledger.pub")).unwrap();
    VerifyingKey::parse(text.trim()).unwrap()
}

#[test]
fn a_receipt_of_the_gate_before_is_whole_and_says_so() {
    let receipt = fs::read(kept("receipt.json")).unwrap();
    let checked = check(&receipt, &loan()).unwrap();
    assert_eq!(checked.differences, []);
    let other = checked.other_gate.unwrap();
    assert_eq!(other.named, None);
    assert_eq!(other.otherwise, [], "the words-only gate decides the same");
}

#[test]
fn an_exported_receipt_of_the_gate_before_verifies_with_its_document() {
    let exported = fs::read(kept("exported.json")).unwrap();
    let (verified, other) = check_receipt(&exported, &key(), Some(&loan())).unwrap();
    assert_eq!(verified.index, 0);
    assert_eq!(other.unwrap().named, None);
}

#[test]
fn a_ledger_of_the_gate_before_opens_and_every_record_is_whole() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate-1.db");
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", copy.display()));
    }
    fs::copy(kept("ledger.db"), &copy).unwrap();
    let ledger = Ledger::new(Box::new(SqliteStore::open(&copy).unwrap()));
    let mut seen = 0;
    let audited = ledger.fsck(
        Some(&key()),
        &mut |_, _| std::ops::ControlFlow::Continue(()),
        |entry| {
            check_record(&entry.record, None).unwrap();
            seen += 1;
            Ok(())
        },
    );
    assert_eq!(audited.unwrap().size, seen);
    assert_eq!(seen, 3, "two decisions and a question");
}

#[test]
fn every_vector_that_verified_before_still_does() {
    let file: Value = serde_json::from_slice(&fs::read(kept("vectors.json")).unwrap()).unwrap();
    let mut verified = 0;
    for case in file["cases"].as_array().unwrap() {
        let plain = case["edits"].as_array().is_none_or(Vec::is_empty);
        let (Some(name), true) = (case["receipt"].as_str(), plain) else {
            continue;
        };
        if !case["expect"]["reason"].is_null() {
            continue;
        }
        let key = file["keys"][case["key"].as_str().unwrap()]
            .as_str()
            .unwrap();
        let document = case["document"].as_str().map(|name| {
            let text = file["documents"][name].as_str().unwrap();
            Document::from_text(text.as_bytes()).unwrap()
        });
        let receipt = file["receipts"][name].as_str().unwrap();
        let key = VerifyingKey::parse(key).unwrap();
        check_receipt(receipt.as_bytes(), &key, document.as_ref()).unwrap();
        verified += 1;
    }
    assert!(verified >= 15, "{verified}");
}

#[test]
fn a_receipt_that_names_another_gate_is_not_taken_for_decided_again() {
    let receipt = fs::read(kept("receipt.json")).unwrap();
    let mut forged: Value = serde_json::from_slice(&receipt).unwrap();
    // Somebody turns a STOP into what looks like an ACCEPT and names a gate nobody has.
    forged["gate"] = serde_json::json!({"version": "9.0.0", "data_sha256": "00"});
    let checked = check(forged.to_string().as_bytes(), &loan()).unwrap();
    assert!(!checked.differences.is_empty(), "its seals are broken");
    assert_eq!(checked.other_gate.unwrap().named.unwrap().version, "9.0.0");
}

#[test]
fn evidence_of_another_gate_must_stand_at_its_place() {
    let receipt = fs::read(kept("receipt.json")).unwrap();
    let mut forged: Value = serde_json::from_slice(&receipt).unwrap();
    let accepted = forged["decisions"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|one| one["evidence"].is_object())
        .unwrap();
    accepted["evidence"]["quote"] = "words that stand nowhere".into();
    let checked = check(forged.to_string().as_bytes(), &loan()).unwrap();
    assert!(
        checked
            .differences
            .iter()
            .any(|one| one.path.ends_with("evidence")),
        "{:?}",
        checked.differences
    );
}

#[test]
fn a_new_receipt_names_the_gate_and_the_screen() {
    let report = serde_json::to_value(gate()).unwrap();
    assert_eq!(report["version"], "2.5.0");
    assert_eq!(report["data_sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn what_verify_would_refuse_is_refused_in_a_receipt_too() {
    let receipt = fs::read(kept("receipt.json")).unwrap();
    let report: Value = serde_json::from_slice(&receipt).unwrap();
    for (pointer, value, told) in [
        ("/receipt/decided_at", json!("yesterday"), "no time in UTC"),
        (
            "/receipt/decided_at",
            json!("2026-01-01T00:00:00+01:00"),
            "no time in UTC",
        ),
        (
            "/receipt/input/candidates/0/set_aside",
            json!("weak_context"),
            "was set aside",
        ),
    ] {
        let mut forged = report.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        forged.pointer_mut(parent).unwrap()[key] = value;
        let refused = check(forged.to_string().as_bytes(), &loan()).unwrap_err();
        assert!(refused.to_string().contains(told), "{refused}");
    }
}

#[test]
fn a_receipt_of_the_built_in_proposer_leaves_no_candidate_out() {
    let schema = Schema::parse(
        "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"monthly_rent\"\ntype = \"money\"\n",
    )
    .unwrap();
    let text = "LEASE\n\n1. The monthly rent is $900.\n\n2. The monthly rent is $950.\n";
    let document = Document::from_text(text.as_bytes()).unwrap();
    let proposer = Proposer::new(schema.record());
    let decided = extract(
        &document,
        "lease.txt",
        &schema,
        &proposer,
        "2026-01-01T00:00:00.000000Z",
    )
    .unwrap();
    let whole = serde_json::to_vec(&decided.report).unwrap();
    assert_eq!(check(&whole, &document).unwrap().differences, []);
    let mut forged = serde_json::to_value(&decided.report).unwrap();
    let candidates = forged["receipt"]["input"]["candidates"]
        .as_array_mut()
        .unwrap();
    assert!(candidates.len() > 1);
    candidates.truncate(1);
    let checked = check(forged.to_string().as_bytes(), &document).unwrap();
    let paths: Vec<&str> = checked
        .differences
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    assert!(paths.contains(&"receipt.input.candidates"), "{paths:?}");
}
