//! How the receipt vectors were made. They are kept as they are; running this
//! (`cargo test -p groundstop-engine --test all receipts:: -- --ignored`) writes them
//! anew, with this version's reports in them.

mod cases;

use std::fs;

use groundstop_canon::jcs;
use groundstop_contract::CandidateRecord;
use groundstop_contract::ledger::{
    FreezeRecord, FrozenSource, RecordBody, Resolution, ReviewRecord, ReviewedDecision,
};
use groundstop_contract::report::{ProposerRecord, Report, RunFlags};
use groundstop_document::Document;
use groundstop_engine::{Run, verify};
use groundstop_fields::Schema;
use groundstop_ledger::note::{Checkpoint, SigningKey, TlogProof};
use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{LogStore, MemoryStore, SqliteStore};
use groundstop_ledger::tree::{Frontier, Hash, inclusion_proof, leaf_hash};
use groundstop_ledger::{Ledger, Moment};
use serde_json::{Value, json};

/// How many records the kept store has.
pub(crate) const RECORDS: u64 = 9;

const LOAN: &str = "LOAN NOTE\nThe rate is 6.125 per cent.\nIt is due on March 31, 2029.\n";
const LEASE: &str = "LEASE\nThe rent is CHF 900 a month.\n";
const SCHEMA: &str = "name = \"note\"\nversion = \"1.0.0\"\n[[field]]\nname = \"rate\"\ntype = \"percent\"\n[[field]]\nname = \"due\"\ntype = \"date\"\n";
const AT: &str = "2026-11-16T00:00:00.000000Z";

fn key(name: &str, seed: u8) -> SigningKey {
    SigningKey::from_seed(name, [seed; 32]).unwrap()
}

fn report(text: &str, candidates: Value) -> Report {
    let candidates: Vec<CandidateRecord> = serde_json::from_value(candidates).unwrap();
    verify(&Run {
        document: &Document::from_text(text.as_bytes()).unwrap(),
        document_name: "note.txt",
        schema: &Schema::parse(SCHEMA).unwrap(),
        candidates: &candidates,
        proposer: &ProposerRecord {
            name: "somebody".into(),
            version: "1".into(),
        },
        flags: &RunFlags::default(),
        decided_at: AT,
    })
    .unwrap()
}

fn loan() -> Report {
    report(
        LOAN,
        json!([{"field_name": "rate", "value": "6.125%", "quote": "The rate is 6.125 per cent.", "confidence": 0.9}]),
    )
}

fn lease() -> Report {
    report(LEASE, json!([]))
}

/// Seals a report anew, as somebody would who forges one.
fn sealed(mut report: Report) -> Report {
    let document = &report.document;
    let decided = json!({
        "document": {"sha256": document.sha256, "text_sha256": document.text_sha256,
            "reader": document.reader, "pages": document.pages, "chars": document.chars},
        "schema": report.schema, "proposer": report.proposer, "gate": report.gate, "screen": report.screen, "decisions": report.decisions,
    });
    report.decision_sha256 = jcs::digest(&decided).unwrap();
    report.receipt.id = String::new();
    report.receipt.id = jcs::digest(&report).unwrap();
    report
}

fn review(of: &Report) -> ReviewRecord {
    ReviewRecord {
        of: ReviewedDecision {
            record: 0,
            receipt_id: of.receipt.id.clone(),
            decision: 1,
            field_name: "due".into(),
        },
        by: "A. Person".into(),
        resolved_at: AT.into(),
        resolution: Resolution::Value,
        reason: "the third line".into(),
        verified: Some(report(
            LOAN,
            json!([{"field_name": "due", "value": "2029-03-31", "quote": "due on March 31, 2029", "confidence": 1.0}]),
        )),
        product: "groundstop 0.1.0".into(),
    }
}

fn freeze() -> FreezeRecord {
    let document = Document::from_text(LOAN.as_bytes()).unwrap();
    FreezeRecord {
        set_sha256: "ab".repeat(32),
        file: "ruleset.json".into(),
        contract: "rule-candidate 1.0.0".into(),
        supersedes: None,
        documents: vec![FrozenSource {
            sha256: document.sha256().into(),
            text_sha256: document.text_sha256().into(),
            reader: document.reader().into(),
            pages: 1,
        }],
        document_names: vec!["note.txt".into()],
        rules: 1,
        refused: vec![],
        frozen_at: AT.into(),
        product: "groundstop 0.1.0".into(),
    }
}

fn absent(of: &Report) -> ReviewRecord {
    ReviewRecord {
        resolution: Resolution::Absent,
        verified: None,
        ..review(of)
    }
}

/// Nine records of every kind, as drafts.
fn drafts() -> Vec<Draft> {
    let bodies = [
        RecordBody::Decision(Box::new(loan())),
        RecordBody::Decision(Box::new(lease())),
        RecordBody::Review(Box::new(review(&loan()))),
        RecordBody::Freeze(Box::new(freeze())),
        RecordBody::Review(Box::new(absent(&lease()))),
    ];
    let time = Moment::parse(AT).unwrap();
    let late = [0, 1, 2, 3, 4, 5, 6, 60, 30];
    let each = late.iter().enumerate().map(|(number, second)| {
        Draft::new(
            &bodies[number % bodies.len()],
            time.after(second * 1_000_000),
        )
        .unwrap()
    });
    each.collect()
}

/// A log of bytes that a store would refuse.
struct Forge {
    leaves: Vec<Vec<u8>>,
}

impl Forge {
    fn proof(&self, index: u64, size: u64) -> Vec<Hash> {
        let subtree = |level: u8, at: u64| -> Result<Hash, std::convert::Infallible> {
            let mut frontier = Frontier::default();
            for leaf in &self.leaves[(at << level) as usize..((at + 1) << level) as usize] {
                frontier.push(leaf_hash(leaf), |_| ());
            }
            Ok(frontier.root())
        };
        inclusion_proof(index, size, subtree).unwrap().unwrap()
    }

    fn checkpoint(&self, size: u64, origin: &str) -> Checkpoint {
        let mut frontier = Frontier::default();
        for leaf in &self.leaves[..size as usize] {
            frontier.push(leaf_hash(leaf), |_| ());
        }
        Checkpoint {
            origin: origin.into(),
            size,
            root: frontier.root(),
        }
    }

    fn receipt(&self, index: u64, size: u64, note: String) -> String {
        let hashes = match index < size {
            true => self.proof(index, size),
            false => Vec::new(),
        };
        let proof = TlogProof {
            extra: None,
            index,
            hashes,
            checkpoint: note,
        };
        let record = String::from_utf8(self.leaves[index as usize].clone()).unwrap();
        let proof = jcs::canonical(&proof.to_string()).unwrap();
        format!("{{\"format\":\"groundstop-receipt/1\",\"proof\":{proof},\"record\":{record}}}\n")
    }
}

/// The one record of a log of its own, in a receipt.
fn alone(record: &str, key: &SigningKey) -> String {
    let forge = Forge {
        leaves: vec![record.as_bytes().to_vec()],
    };
    let note = forge.checkpoint(1, key.public().name()).sign(key).unwrap();
    forge.receipt(0, 1, note)
}

fn record_of(body: &Value, more: &str) -> String {
    let body = jcs::canonical(body).unwrap();
    format!("{{\"body\":{body},{more}\"recorded_at\":\"{AT}\",\"version\":1}}")
}

struct Cases(Vec<Value>);

impl Cases {
    fn add(&mut self, name: &str, receipt: &str, key: &str, document: Option<&str>, expect: Value) {
        self.0.push(json!({"name": name, "receipt": receipt, "edits": [], "key": key, "document": document, "expect": expect}));
    }

    fn edited(&mut self, name: &str, receipt: &str, edits: &[(&str, &str)], reason: &str) {
        let edits: Vec<Value> = edits.iter().map(|(from, to)| json!([from, to])).collect();
        self.0.push(json!({"name": name, "receipt": receipt, "edits": edits, "key": "log", "document": null, "expect": {"reason": reason}}));
    }

    fn text(&mut self, name: &str, text: &str, reason: &str) {
        self.0.push(json!({"name": name, "receipt_text": text, "edits": [], "key": "log", "document": null, "expect": {"reason": reason}}));
    }
}

#[test]
#[ignore = "writes the vectors anew"]
fn write_the_vectors() {
    let own = key("example.org/vectors", 7);
    let ledger = Ledger::new(Box::new(MemoryStore::new()));
    ledger.append_all(&drafts()).unwrap();
    let leaves: Vec<Vec<u8>> = ledger
        .store()
        .entries(0)
        .unwrap()
        .into_iter()
        .map(|entry| entry.record)
        .collect();
    let forge = Forge { leaves };
    let name = own.public().name();
    let note = |size: u64| forge.checkpoint(size, name).sign(&own).unwrap();
    let mut receipts = serde_json::Map::new();
    let mut cases = Cases(Vec::new());
    for index in 0..RECORDS {
        let at_end = format!("record-{index}");
        receipts.insert(
            at_end.clone(),
            json!(forge.receipt(index, RECORDS, note(RECORDS))),
        );
        cases.add(
            &format!("record {index} of a log of nine"),
            &at_end,
            "log",
            None,
            json!({"index": index}),
        );
    }
    receipts.insert("decision".into(), json!(forge.receipt(0, 4, note(4))));
    let more = [
        ("first of four, a perfect tree", "decision", None),
        ("the decision with its document", "decision", Some("loan")),
        ("the resolution with its document", "record-2", Some("loan")),
        ("the frozen set with its document", "record-3", Some("loan")),
        (
            "the stopped lease with its document",
            "record-1",
            Some("lease"),
        ),
    ];
    for (title, receipt, document) in more {
        let index = receipt
            .strip_prefix("record-")
            .map_or(0, |n| n.parse().unwrap());
        cases.add(title, receipt, "log", document, json!({"index": index}));
    }
    for size in [1u64, 2, 3, 5, 6, 7, 8] {
        let title = format!("last-of-{size}");
        receipts.insert(
            title.clone(),
            json!(forge.receipt(size - 1, size, note(size))),
        );
        cases.add(
            &title.replace('-', " "),
            &title,
            "log",
            None,
            json!({"index": size - 1}),
        );
    }
    cases::signatures(&forge, &own, &mut receipts, &mut cases);
    cases::proofs(&forge, &own, &mut receipts, &mut cases);
    cases::spellings(&receipts["decision"].clone(), &mut cases);
    cases::records(&own, &mut receipts, &mut cases);
    let store = write_store(&own);
    let file = json!({
        "about": "Receipts of a ledger: which verify with the public key, and why the others do not.",
        "format": "groundstop-receipt/1",
        "keys": {
            "log": own.public().to_string(),
            "same-name": key(name, 8).public().to_string(),
            "other-name": key("example.org/other", 7).public().to_string(),
        },
        "documents": {"loan": LOAN, "lease": LEASE, "changed": LOAN.replace("6.125", "6.5")},
        "store": {"file": "store-1.db", "records": RECORDS, "root": store},
        "receipts": receipts,
        "cases": cases.0,
    });
    fs::write(super::folder().join("receipts.json"), format!("{file:#}\n")).unwrap();
}

/// The store that is kept; gives its root.
fn write_store(own: &SigningKey) -> String {
    let path = super::folder().join("store-1.db");
    let _ = fs::remove_file(&path);
    let store = SqliteStore::open(&path).unwrap();
    store.append(&drafts()).unwrap();
    let ledger = Ledger::new(Box::new(store));
    ledger.checkpoint(own, false).unwrap();
    ledger.root_at(RECORDS).unwrap().to_string()
}
