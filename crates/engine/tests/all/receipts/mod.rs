//! The receipt vectors: receipts that must verify, and those that must not,
//! each with its reason. And the store that the first version wrote.
//!
//! `conformance/README.md` describes the format.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test reads its vectors and says how many there were"
)]

mod make;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use groundstop_document::Document;
use groundstop_engine::{check_receipt, check_record};
use groundstop_ledger::Ledger;
use groundstop_ledger::note::{Checkpoint, VerifyingKey};
use groundstop_ledger::receipt::Fault;
use groundstop_ledger::store::SqliteStore;
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/ledger")
}

fn vectors() -> Value {
    let text = fs::read(folder().join("receipts.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The receipt of a case, with its edits.
fn receipt(file: &Value, case: &Value) -> String {
    let mut text = match case["receipt"].as_str() {
        Some(name) => file["receipts"][name].as_str().unwrap().to_owned(),
        None => case["receipt_text"].as_str().unwrap().to_owned(),
    };
    for edit in case["edits"].as_array().into_iter().flatten() {
        let (from, to) = (edit[0].as_str().unwrap(), edit[1].as_str().unwrap());
        assert!(text.contains(from), "{}: no `{from}`", case["name"]);
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn every_receipt_ends_as_it_says() {
    let file = vectors();
    let (mut verified, mut refused) = (0, 0);
    let mut reasons = BTreeSet::new();
    for case in file["cases"].as_array().unwrap() {
        let name = &case["name"];
        let key = file["keys"][case["key"].as_str().unwrap()]
            .as_str()
            .unwrap();
        let key = VerifyingKey::parse(key).unwrap();
        let document = case["document"].as_str().map(|name| {
            let text = file["documents"][name].as_str().unwrap();
            Document::from_text(text.as_bytes()).unwrap()
        });
        let ended = check_receipt(receipt(&file, case).as_bytes(), &key, document.as_ref());
        let expected = &case["expect"];
        match (&ended, expected["reason"].as_str()) {
            (Ok(found), None) => {
                assert_eq!(Some(found.0.index), expected["index"].as_u64(), "{name}");
                verified += 1;
            }
            (Err(error), Some(reason)) => {
                assert_eq!(error.fault().code(), reason, "{name}: {error}");
                reasons.insert(reason.to_owned());
                refused += 1;
            }
            _ => panic!("{name}: {ended:?}, expected {expected}"),
        }
    }
    println!(
        "{} receipts: {verified} verify, {refused} are refused",
        verified + refused
    );
    assert!(verified + refused >= 80 && refused >= 55);
    let all: BTreeSet<String> = Fault::ALL
        .iter()
        .map(|fault| fault.code().to_owned())
        .collect();
    assert_eq!(reasons, all, "every reason has a case");
}

/// A bit flipped in every seventh byte, from both ends: none goes through.
#[test]
fn no_flipped_bit_goes_unnoticed() {
    let file = vectors();
    let key = VerifyingKey::parse(file["keys"]["log"].as_str().unwrap()).unwrap();
    let whole = file["receipts"]["decision"].as_str().unwrap().as_bytes();
    assert!(check_receipt(whole, &key, None).is_ok());
    let mut tried = 0;
    for at in (0..whole.len()).rev().step_by(7) {
        let mut bytes = whole.to_vec();
        bytes[at] ^= 1 << (at % 8);
        assert!(check_receipt(&bytes, &key, None).is_err(), "byte {at}");
        tried += 1;
    }
    println!("{tried} flipped bits noticed");
}

/// A store written by version 0.1.0 opens, verifies and can be appended to for ever.
#[test]
fn the_store_of_the_first_version_is_reopened() {
    let file = vectors();
    let key = VerifyingKey::parse(file["keys"]["log"].as_str().unwrap()).unwrap();
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store-1.db");
    for name in ["store-1.db", "store-1.db-wal", "store-1.db-shm"] {
        let _ = fs::remove_file(copy.with_file_name(name));
    }
    fs::copy(folder().join("store-1.db"), &copy).unwrap();
    let ledger = Ledger::new(Box::new(SqliteStore::open(&copy).unwrap()));
    let mut seen = 0;
    let audited = ledger.fsck(
        Some(&key),
        &mut |_, _| std::ops::ControlFlow::Continue(()),
        |entry| {
            check_record(&entry.record, None).unwrap();
            seen += 1;
            Ok(())
        },
    );
    let audited = audited.unwrap();
    assert_eq!((audited.size, seen), (make::RECORDS, make::RECORDS));
    assert!(audited.checkpoints >= 1);
    let root = file["store"]["root"].as_str().unwrap();
    assert_eq!(audited.root.to_string(), root);
    let (checkpoint, _) = ledger.newest_checkpoint(&key).unwrap().unwrap();
    assert!(matches!(
        checkpoint,
        Checkpoint {
            size: make::RECORDS,
            ..
        }
    ));
    let receipt = ledger.receipt(1, Some(&key)).unwrap();
    check_receipt(receipt.as_bytes(), &key, None).unwrap();
    let again = groundstop_ledger::record::Draft::copied(ledger.record(0).unwrap().record);
    // An old record again would stand before its time; a new one follows.
    assert!(ledger.append(again.unwrap()).is_err());
    let body = serde_json::json!({"note": {"text": "appended later"}});
    let now = groundstop_ledger::Moment::parse("2030-01-01T00:00:00Z").unwrap();
    let draft = groundstop_ledger::record::Draft::new(&body, now).unwrap();
    ledger.append(draft).unwrap();
    assert_eq!(
        ledger
            .verify(&[checkpoint], &mut |_, _| std::ops::ControlFlow::Continue(
                ()
            ))
            .unwrap()
            .size,
        make::RECORDS + 1
    );
}
