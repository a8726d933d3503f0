//! Documents that say a value, and documents that only contain its words.
//!
//! The cases stand in `conformance/frames`. Some are missed today; each is marked,
//! and a case that is no longer missed fails until its mark is gone.

use groundstop_contract::report::RunFlags;
use groundstop_contract::{Assertion, CandidateRecord, Decision};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../../conformance/frames/cases.jsonl");

/// The decision on one case, under a schema that wants the document to say the value.
fn decide(case: &Value, assertion: Assertion) -> Decision {
    let text = format!(
        "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = {}\ntype = {}\n",
        case["field"], case["type"]
    );
    let mut record = Schema::parse(&text).unwrap().record().clone();
    record.evidence.assertion = assertion;
    let schema = Schema::check(record).unwrap();
    let candidate = json!({"field_name": case["field"], "value": case["value"],
        "quote": case["quote"], "confidence": 0.95});
    let candidate: CandidateRecord = serde_json::from_value(candidate).unwrap();
    let document = Document::from_text(case["text"].as_str().unwrap().as_bytes()).unwrap();
    let folded = FoldedDocument::new(&document);
    let judged = judge_all(&folded, &schema, &[candidate], &RunFlags::default());
    judged.first().unwrap().record().decision
}

fn cases() -> Vec<Value> {
    CASES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_case_is_decided_as_wanted_or_marked_as_missed() {
    let mut wrong = Vec::new();
    for case in cases() {
        let accepted = decide(&case, Assertion::Required) == Decision::Accept;
        let right = accepted == (case["want"] == "ACCEPT");
        let missed = case["missed"] == true;
        if right == missed {
            wrong.push(format!(
                "{}: {} ({})",
                case["id"],
                if right {
                    "no longer missed: take its mark away"
                } else {
                    "decided otherwise"
                },
                case["text"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases().len() >= 300);
}

#[test]
fn a_schema_that_wants_words_only_accepts_what_stands_there() {
    let case = json!({"field": "fee", "type": "money", "value": "$500", "quote": "the fee is $500",
        "text": "The Landlord alleges that the fee is $500."});
    assert_eq!(decide(&case, Assertion::WordsOnly), Decision::Accept);
    assert_ne!(decide(&case, Assertion::Required), Decision::Accept);
}

#[test]
fn the_same_place_has_the_same_frame_however_it_is_quoted() {
    for (matrix, accepted) in [("The Seller alleges", false), ("The parties agree", true)] {
        let text = format!("{matrix} that the purchase price of the Shares is $500,000 in cash.");
        for quote in [
            "$500,000",
            "is $500,000",
            "the Shares is $500,000 in cash",
            &text,
        ] {
            let case = json!({"field": "purchase_price", "type": "money", "value": "$500,000",
                "quote": quote, "text": text});
            let decision = decide(&case, Assertion::Required);
            assert_eq!(decision == Decision::Accept, accepted, "{matrix}: {quote}");
        }
    }
}

#[test]
fn an_unknown_verb_before_that_is_never_accepted() {
    for verb in [
        "blorps",
        "murmurs",
        "tweeted",
        "will announce",
        "found it odd",
    ] {
        let text = format!("The Seller {verb} that the fee is $500.");
        let case = json!({"field": "fee", "type": "money", "value": "$500", "quote": "the fee is $500",
            "text": text});
        assert_ne!(
            decide(&case, Assertion::Required),
            Decision::Accept,
            "{verb}"
        );
    }
}
