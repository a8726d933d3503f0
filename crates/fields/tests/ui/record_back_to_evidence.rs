//! A wire record taken for evidence.

use groundstop_contract::EvidenceRecord;
use groundstop_evidence::Evidence;

fn back(record: EvidenceRecord) -> Evidence {
    record.into()
}

fn main() {
    let _ = back;
}
