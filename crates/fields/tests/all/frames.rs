//! Documents that say a value, and documents that only contain its words.
//!
//! The cases stand in `conformance/frames`. Some are missed today; each is marked,
//! and a case that is no longer missed fails until its mark is gone.

use std::collections::BTreeMap;

use groundstop_contract::report::RunFlags;
use groundstop_contract::{Assertion, CandidateRecord, Decision, FieldDecision};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../../conformance/frames/cases.jsonl");

/// The decision on one case, under a schema that wants the document to say the value.
fn decide(case: &Value, assertion: Assertion) -> Decision {
    decided(case, assertion).decision
}

fn decided(case: &Value, assertion: Assertion) -> FieldDecision {
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
    judged.first().unwrap().record().clone()
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

const LANGUAGES: &str = include_str!("../../../../conformance/frames/languages.jsonl");

#[test]
fn every_case_in_another_language_is_decided_as_wanted_or_marked_as_missed() {
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for case in LANGUAGES.lines() {
        let case: Value = serde_json::from_str(case).unwrap();
        let decided = decided(&case, Assertion::Required);
        let accepted = decided.decision == Decision::Accept;
        let stands = case["want"] == "ACCEPT";
        let count = counts.entry(case["language"].to_string()).or_default();
        count[usize::from(stands) * 2] += 1;
        count[usize::from(stands) * 2 + 1] += usize::from(accepted);
        if (accepted == stands) == (case["missed"] == true) {
            let proof = serde_json::to_string(&decided.stop_proof).unwrap();
            wrong.push(format!("{}: {} {proof}", case["id"], case["text"]));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\ntaken back, of them accepted, standing, of them accepted: {counts:?}",
        wrong.join("\n")
    );
    let enough = |count: &[usize; 4]| count[0] >= 30 && count[2] >= 30;
    assert_eq!(counts.values().filter(|count| enough(count)).count(), 5);
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

const WORDINGS: &str = include_str!("../../../../conformance/frames/wordings.jsonl");
const DOCUMENTS: &str = include_str!("../../../../conformance/frames/documents.jsonl");

/// The sentences that the wordings are put around, in the order of their marks.
const SENTENCES: [(&str, &str, &str, &str); 2] = [
    (
        "expiration_date",
        "date",
        "December 31, 2021",
        "This Agreement shall expire on December 31, 2021",
    ),
    (
        "governing_law",
        "jurisdiction",
        "New York",
        "This Agreement shall be governed by and construed in accordance with the laws of the State of New York",
    ),
];

#[test]
fn every_wording_is_decided_as_wanted_or_marked_as_missed() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (line, wording) in (1..).zip(WORDINGS.lines()) {
        let wording: Value = serde_json::from_str(wording).unwrap();
        for (index, (field, kind, value, sentence)) in SENTENCES.iter().enumerate() {
            count += 1;
            let lower = sentence.replacen("This", "this", 1);
            let frame = wording["text"].as_str().unwrap();
            let body = frame.replace("{S}", sentence).replace("{s}", &lower);
            let text = format!(
                "SERVICES AGREEMENT\n\n{body}\n\nIN WITNESS WHEREOF, the parties have signed.\n"
            );
            let case = json!({"field": field, "type": kind, "value": value, "quote": value,
                "text": text});
            let accepted = decide(&case, Assertion::Required) == Decision::Accept;
            let right = accepted == (wording["want"] == "ACCEPT");
            let marks = wording["missed"].as_array();
            let missed = marks.is_some_and(|marks| marks.contains(&json!(index)));
            if right == missed {
                wrong.push(format!("line {line}, sentence {index}: {body}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 1_200, "{count}");
}

#[test]
fn every_document_is_decided_as_wanted_or_marked_as_missed() {
    let mut wrong = Vec::new();
    for case in DOCUMENTS.lines() {
        let case: Value = serde_json::from_str(case).unwrap();
        let schema = Schema::parse(case["schema_toml"].as_str().unwrap()).unwrap();
        let records: Vec<CandidateRecord> =
            serde_json::from_value(case["candidates"].clone()).unwrap();
        let document = Document::from_text(case["text"].as_str().unwrap().as_bytes()).unwrap();
        let folded = FoldedDocument::new(&document);
        let judged = judge_all(&folded, &schema, &records, &RunFlags::default());
        let field = &records.first().unwrap().field_name;
        let own = judged
            .iter()
            .find(|one| one.record().field_name == *field)
            .unwrap();
        let accepted = own.record().decision == Decision::Accept;
        let right = accepted == (case["want"] == "ACCEPT");
        if right == (case["missed"] == true) {
            wrong.push(format!("{}: {}", case["id"], case["text"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sentence_in_a_language_without_words_is_left_to_a_person() {
    let portuguese = json!({"field": "fee", "type": "money", "value": "EUR 500", "quote": "EUR 500",
        "text": "O preço da prestação não é de EUR 500, mas ainda será fixado pelas partes."});
    assert_eq!(
        decide(&portuguese, Assertion::Required),
        Decision::NeedReview
    );
    let german = json!({"field": "fee", "type": "money", "value": "EUR 500", "quote": "EUR 500",
        "text": "Der Preis für die Leistung ist nicht EUR 500, sondern wird noch von den Parteien bestimmt."});
    assert_eq!(decide(&german, Assertion::Required), Decision::Stop);
    let polish = json!({"field": "fee", "type": "money", "value": "EUR 500", "quote": "EUR 500",
        "text": "Strony zgodnie potwierdzają wynagrodzenie wykonawcy zamówienia wysokości EUR 500 płatne przelewem bankowym najpóźniej ostatniego dnia każdego miesiąca."});
    assert_eq!(decide(&polish, Assertion::Required), Decision::NeedReview);
    let label = json!({"field": "fee", "type": "money", "value": "EUR 500", "quote": "EUR 500",
        "text": "Honorar: EUR 500"});
    assert_eq!(decide(&label, Assertion::Required), Decision::Accept);
}

#[test]
fn many_values_and_many_fields_take_time_in_proportion() {
    // Quadratic work would take minutes here; the test runs in seconds.
    let count = 4_000;
    let text: String = (0..count)
        .map(|number| format!("The term of item {number} is {} days.\n", number + 1))
        .collect();
    let many = "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"term\"\ntype = \"duration\"\nmany = true\n";
    let mut each = String::from("name = \"t\"\nversion = \"1.0.0\"\n");
    for number in 0..count {
        each.push_str(&format!(
            "[[field]]\nname = \"term_{number}\"\ntype = \"duration\"\ncues = [\"term of item {number}\"]\n"
        ));
    }
    for (schema, named) in [(many, false), (each.as_str(), true)] {
        let records: Vec<CandidateRecord> = (0..count)
            .map(|number| {
                let field = if named {
                    format!("term_{number}")
                } else {
                    "term".to_owned()
                };
                let candidate = json!({"field_name": field, "value": format!("{} days", number + 1),
                    "quote": format!("item {number} is {} days", number + 1), "confidence": 0.9});
                serde_json::from_value(candidate).unwrap()
            })
            .collect();
        let schema = Schema::parse(schema).unwrap();
        let document = Document::from_text(text.as_bytes()).unwrap();
        let folded = FoldedDocument::new(&document);
        let judged = judge_all(&folded, &schema, &records, &RunFlags::default());
        let accepted = judged
            .iter()
            .filter(|one| one.record().decision == Decision::Accept);
        assert_eq!(accepted.count(), count);
    }
}
