//! One sample of every record the log keeps.

use groundstop_contract::ledger::{
    FreezeRecord, FreezeRefusal, FrozenSource, LedgerEntry, LedgerRecord, RECEIPT_FORMAT,
    RECORD_VERSION, ReceiptFile, RecordBody, RequestRecord, Resolution, ReviewRecord,
    ReviewedDecision,
};

use crate::samples::{self, research};

fn record(body: RecordBody) -> LedgerRecord {
    LedgerRecord {
        body,
        clock_behind_us: Some(6_000_000),
        recorded_at: "2026-01-29T00:00:00.000000Z".into(),
        request: Some(RequestRecord {
            input_sha256: "1".repeat(64),
            key_sha256: "2".repeat(64),
        }),
        version: RECORD_VERSION,
    }
}

/// A record of each kind.
pub(crate) fn records() -> [LedgerRecord; 4] {
    [
        record(RecordBody::Decision(Box::new(samples::report()))),
        record(RecordBody::Freeze(Box::new(freeze()))),
        record(RecordBody::Review(Box::new(review()))),
        record(RecordBody::Research(Box::new(research::record()))),
    ]
}

/// A receipt that stands for itself.
pub(crate) fn receipt_file() -> ReceiptFile {
    let [decision, ..] = records();
    ReceiptFile {
        format: RECEIPT_FORMAT.into(),
        proof: "c2sp.org/tlog-proof@v1\nindex 0\n\nlog\n1\n".into(),
        record: decision,
    }
}

/// A record in its place.
pub(crate) fn entry() -> LedgerEntry {
    let [_, _, review, _] = records();
    LedgerEntry {
        index: 7,
        leaf: "5".repeat(64),
        recorded_at: review.recorded_at.clone(),
        kind: "review".into(),
        name: Some("6".repeat(64)),
        document_sha256: Some("7".repeat(64)),
        record: Some(review),
    }
}

fn freeze() -> FreezeRecord {
    FreezeRecord {
        set_sha256: "0".repeat(64),
        file: "ruleset-0.json".into(),
        contract: "rule-candidate 1.0.0".into(),
        supersedes: Some("1".repeat(64)),
        documents: vec![FrozenSource {
            sha256: "2".repeat(64),
            text_sha256: "3".repeat(64),
            reader: "text/1".into(),
            pages: 4,
        }],
        document_names: vec!["act.txt".into()],
        rules: 5,
        refused: vec![FreezeRefusal {
            index: 1,
            reasons: vec!["confidence".into()],
        }],
        frozen_at: "2026-01-29T00:00:00.000000Z".into(),
        product: "groundstop 0.1.0".into(),
    }
}

fn review() -> ReviewRecord {
    ReviewRecord {
        of: ReviewedDecision {
            record: 7,
            receipt_id: "4".repeat(64),
            decision: 1,
            field_name: "rate".into(),
        },
        by: "A. Person".into(),
        resolved_at: "2026-01-29T00:00:00.000000Z".into(),
        resolution: Resolution::Value,
        reason: "clause 4 governs".into(),
        verified: Some(samples::report()),
        product: "groundstop 0.1.0".into(),
    }
}
