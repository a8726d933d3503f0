//! The published shape of a row of `ledger export --resolved` is the shape we print.
#![allow(clippy::disallowed_methods, reason = "the schema is a file")]

use groundstop_contract::schemas;
use groundstop_engine::ResolvedDecision;

#[test]
fn the_committed_schema_of_a_row_is_that_of_the_type() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../schemas/resolved-decision.schema.json"
    );
    let committed = std::fs::read_to_string(file).unwrap_or_default();
    let schema = schemas::of_written::<ResolvedDecision>("resolved-decision");
    assert!(committed == schema, "run `cargo xtask freeze`");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    assert_eq!(schema["additionalProperties"], false);
    let row = ResolvedDecision {
        record: 0,
        decided_at: "2026-01-01T00:00:00Z".to_owned(),
        document: "a.txt".to_owned(),
        document_sha256: "0".repeat(64),
        field: "fee".to_owned(),
        decision: "STOP",
        stop_reason: Some("conflicting_values"),
        status: "stopped",
        value: None,
        quote: None,
        page: None,
        decided_value: None,
        resolved_by: None,
        resolved_at: None,
        reason: None,
        resolution_record: None,
    };
    let row = serde_json::to_value(row).expect("JSON");
    let known = schema["properties"].as_object().expect("properties");
    for key in row.as_object().expect("an object").keys() {
        assert!(known.contains_key(key), "{key}");
    }
}
