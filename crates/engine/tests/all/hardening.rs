//! Ways around the gate that were found once, and stay closed.

use groundstop_contract::report::{Report, RunFlags};
use groundstop_contract::{Decision, IssueCode, StopProof};
use groundstop_document::Document;
use groundstop_engine::{Run, check, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};
use serde_json::{Value, json};

fn decide(kind: &str, many: bool, text: &str, candidates: &Value) -> Report {
    let document = Document::from_text(text.as_bytes()).expect("UTF-8");
    let field = json!({"name": "f", "type": kind, "many": many});
    let schema = json!({"name": "t", "version": "1", "field": [field]}).to_string();
    let schema = Schema::parse(&schema).expect("a schema");
    let imported =
        import(candidates.to_string().as_bytes(), Format::Any, None).expect("candidates");
    verify(&Run {
        document: &document,
        document_name: "t.txt",
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags::default(),
        decided_at: "2026-01-01T00:00:00Z",
    })
    .expect("a report")
}

fn one(kind: &str, text: &str, value: &str, quote: &str) -> Decision {
    let candidate = json!([{"field_name": "f", "value": value, "quote": quote, "confidence": 0.9}]);
    decide(kind, false, text, &candidate).decisions[0].decision
}

#[test]
fn padding_does_not_push_words_out_of_sight() {
    let pad = |piece: &str, count: usize| piece.repeat(count);
    let cut = format!("The price is CHF 1,250{},000.", pad("\u{200B}", 5000));
    assert_eq!(
        one("money", &cut, "CHF 1,250", "The price is CHF 1,250"),
        Decision::Stop
    );
    let guess = format!(
        "It is approximately {}January 5, 2024.",
        pad("\u{200B}", 5000)
    );
    assert_eq!(
        one("date", &guess, "January 5, 2024", "January 5, 2024"),
        Decision::Stop
    );
    let denied = format!("The fee is not{}$500.", pad(" ", 9000));
    assert_eq!(one("money", &denied, "$500", "$500"), Decision::Stop);
    let scaled = format!("The fee is $1.2{}million.", pad(" ", 9000));
    assert_eq!(one("money", &scaled, "$1.2", "$1.2"), Decision::Stop);
    let name = format!("Mr Smith{}son signed.", pad("\u{200B}", 5000));
    assert_eq!(
        one("text", &name, "Smith", "Mr Smith"),
        Decision::NeedReview
    );
    let endless = format!("The fee is {}$500.", pad("\u{200B}", 800_000));
    assert_eq!(one("money", &endless, "$500", "$500"), Decision::NeedReview);
}

#[test]
fn a_text_cut_out_of_a_longer_token_needs_a_person() {
    for (text, value) in [
        ("Account 1234-5678 is closed.", "Account 1234"),
        ("Invoice INV-2024-0077 is due.", "INV-2024"),
        ("Write to a.b@c.com today.", "b@c.com"),
        ("Ms Smith-Jones signed.", "Ms Smith"),
    ] {
        assert_eq!(
            one("text", text, value, text),
            Decision::NeedReview,
            "{value}"
        );
    }
    assert_eq!(
        one("text", "Signed in Delaware.", "Delaware", "in Delaware"),
        Decision::Accept
    );
}

#[test]
fn offsets_and_the_value_quote_must_name_the_same_value() {
    let text = "The price is $600 and $600 again $700.";
    let candidate = json!([{"field_name": "f", "value": "$600", "quote": text, "confidence": 0.9,
        "start": 13, "end": 17, "value_quote": "$700"}]);
    let report = decide("money", false, text, &candidate);
    let Some(StopProof::Integrity(proof)) = &report.decisions[0].stop_proof else {
        panic!("{:?}", report.decisions[0]);
    };
    assert_eq!(proof.issues[0].code, IssueCode::OffsetMismatch);
}

#[test]
fn many_values_stand_in_the_documents_order_whatever_the_files_is() {
    let text = "Rates are 5%, 6% and 7% a year.";
    let candidate = |value: &str| json!({"field_name": "f", "value": value, "quote": text, "value_quote": value, "confidence": 0.9});
    let all = [candidate("5%"), candidate("6%"), candidate("7%")];
    let first = decide("percent", true, text, &json!(all));
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let shuffled: Vec<&Value> = order.iter().map(|index| &all[*index]).collect();
        let report = decide("percent", true, text, &json!(shuffled));
        assert_eq!(report.decision_sha256, first.decision_sha256, "{order:?}");
    }
}

#[test]
fn a_receipt_with_a_key_less_or_in_another_form_is_not_verified() {
    let text = "The price is $500.";
    let candidate = json!([{"field_name": "f", "value": "$500", "quote": text, "confidence": 0.9}]);
    let report = decide("money", false, text, &candidate);
    let document = Document::from_text(text.as_bytes()).expect("UTF-8");
    let written = serde_json::to_value(&report).expect("JSON");
    assert!(
        check(written.to_string().as_bytes(), &document)
            .expect("checked")
            .differences
            .is_empty()
    );
    for path in [
        "/decisions/0/stop_reason",
        "/decisions/0/stop_proof",
        "/receipt/input/schema/evidence",
        "/receipt/input/schema/field/0/required",
        "/summary/absent",
    ] {
        let mut damaged = written.clone();
        let (parent, key) = path.rsplit_once('/').expect("a path");
        let parent = damaged.pointer_mut(parent).and_then(Value::as_object_mut);
        parent.expect("an object").remove(key).expect("a key");
        let verdict = check(damaged.to_string().as_bytes(), &document);
        assert!(
            verdict.is_err() || verdict.is_ok_and(|found| !found.differences.is_empty()),
            "{path}"
        );
    }
    let mut listed = written.clone();
    listed["summary"] = json!([1, 0, 0, 0]);
    let verdict = check(listed.to_string().as_bytes(), &document);
    assert!(verdict.is_err() || verdict.is_ok_and(|found| !found.differences.is_empty()));
}

#[test]
fn hostile_sizes_end_in_time() {
    let quote = "a".repeat(1000);
    one("text", &"a-\n".repeat(300_000), &quote, &quote);
    let many: Vec<Value> = (0..5000)
        .map(|n| json!({"field_name": "f", "value": format!("v{n}"), "quote": "x", "confidence": 0.9}))
        .collect();
    assert_eq!(
        decide("text", true, "x y z", &json!(many)).decisions.len(),
        5000
    );
    let prefixed: Vec<Value> = (0..100)
        .map(|n| json!({"field_name": "f", "value": "ab", "quote": "ab", "prefix": format!("x{n}"), "confidence": 0.9}))
        .collect();
    decide("text", false, &"ab".repeat(20_000), &json!(prefixed));
}
