//! What a second reader of the document changes about a decision, and what it leaves in the receipt.

use groundstop_contract::report::{Report, RunFlags};
use groundstop_contract::{Decision, ReviewCode, StopProof};
use groundstop_document::{Area, ByteOffset, Document, DocumentBuilder, SecondChar, SecondReading};
use groundstop_engine::{Run, check, second_reader_of, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};

const TEXT: &str = "The fee is USD 5,000 a month.";
const SCHEMA: &str =
    r#"{"name": "fee", "version": "1.0.0", "field": [{"name": "fee", "type": "money"}]}"#;
const CANDIDATES: &str =
    r#"[{"field_name":"fee","value":"USD 5,000","quote":"fee is USD 5,000","confidence":0.9}]"#;

/// One line of text, ten points a character.
fn document() -> Document {
    let mut builder = DocumentBuilder::new("test/1");
    builder.page(TEXT);
    for (at, x) in (0..TEXT.len()).zip(0u16..) {
        let x0 = f32::from(x) * 10.0;
        let (x1, y0, y1) = (x0 + 10.0, 0.0, 10.0);
        builder.char_box(ByteOffset(at), Area { x0, y0, x1, y1 });
    }
    builder.finish(TEXT.as_bytes())
}

fn read_again(text: &str) -> Document {
    let page = text.chars().zip(0u16..).map(|(char, x)| SecondChar {
        char,
        x: f32::from(x) * 10.0 + 5.0,
        y: 5.0,
    });
    document().with_second_reading(SecondReading {
        reader: "other 1.0".to_owned(),
        pages: Ok(vec![page.collect()]),
    })
}

fn decide(document: &Document) -> Report {
    let schema = Schema::check(serde_json::from_str(SCHEMA).unwrap()).unwrap();
    let imported = import(CANDIDATES.as_bytes(), Format::Any, None).unwrap();
    verify(&Run {
        document,
        document_name: "fee.pdf",
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags::default(),
        decided_at: "2026-01-01T00:00:00Z",
    })
    .unwrap()
}

#[test]
fn readers_that_agree_leave_the_decision_as_it_is() {
    let once = decide(&document());
    assert_eq!(once.decisions[0].decision, Decision::Accept);
    assert_eq!(once.receipt.input.flags.second_reader, None);
    let twice = decide(&read_again(TEXT));
    assert_eq!(twice.decisions, once.decisions);
    assert_eq!(twice.decision_sha256, once.decision_sha256);
    let named = twice.receipt.input.flags.second_reader.as_deref();
    assert_eq!(named, Some("other 1.0"));
}

#[test]
fn another_digit_needs_a_person_who_is_shown_both_readings() {
    let report = decide(&read_again("The fee is USD 8,000 a month."));
    let decision = &report.decisions[0];
    assert_eq!(decision.decision, Decision::NeedReview);
    assert_eq!(decision.stop_reason, None);
    let Some(StopProof::Review(proof)) = &decision.stop_proof else {
        panic!("{:?}", decision.stop_proof);
    };
    assert_eq!(proof.review.len(), 1);
    assert_eq!(proof.review[0].code, ReviewCode::ReadersDiffer);
    assert_eq!(proof.review[0].pages, [1]);
    assert_eq!(
        proof.review[0].texts,
        ["\"5,000\", other 1.0 reads \"8,000\""]
    );
}

#[test]
fn a_difference_outside_the_quote_is_no_matter() {
    let report = decide(&read_again("Our fee is USD 5,000 a year.!"));
    assert_eq!(report.decisions[0].decision, Decision::Accept);
}

#[test]
fn a_receipt_is_checked_with_the_reader_it_names() {
    let other = "The fee is USD 8,000 a month.";
    let receipt = serde_json::to_vec(&decide(&read_again(other))).unwrap();
    assert_eq!(second_reader_of(&receipt).as_deref(), Some("other 1.0"));
    assert_eq!(check(&receipt, &read_again(other)).unwrap().differences, []);
    let alone = check(&receipt, &document()).unwrap();
    let paths: Vec<&str> = alone
        .differences
        .iter()
        .map(|found| found.path.as_str())
        .collect();
    assert!(
        paths.contains(&"receipt.input.flags.second_reader"),
        "{paths:?}"
    );
    assert!(paths.contains(&"decisions[0].decision"), "{paths:?}");
}
