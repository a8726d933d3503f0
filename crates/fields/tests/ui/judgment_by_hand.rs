//! A judgment made without judging.

use groundstop_contract::FieldDecision;
use groundstop_fields::Judgment;

fn accept(record: FieldDecision) -> Judgment {
    Judgment { record, required: true }
}

fn main() {
    let _ = accept;
}
