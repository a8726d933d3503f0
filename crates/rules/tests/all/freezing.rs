//! The freeze gate and its sets.

use groundstop_canon::Json;
use groundstop_contract::{Confidence, RuleCandidate};
use groundstop_document::{Document, DocumentBuilder};
use groundstop_rules::{
    Change, Frozen, Given, ProposeRequest, check_set, diff_sets, freeze, propose, read_candidates,
};

const ACT: &str = include_str!("../../../../examples/statute/act.txt");

fn document(text: &str) -> Document {
    Document::from_text(text.as_bytes()).unwrap()
}

fn candidates(document: &Document, extracted_at: &str) -> Vec<RuleCandidate> {
    let request = ProposeRequest {
        types: &[],
        pages: None,
        currency: None,
        extracted_at,
    };
    propose(document, &request)
}

fn given(candidates: &[RuleCandidate]) -> Vec<Given> {
    let json = |candidate| Given::Json(Json::from_serialize(candidate).unwrap());
    candidates.iter().map(json).collect()
}

fn frozen(text: &str, at: &str) -> Frozen {
    let document = document(text);
    freeze(&given(&candidates(&document, at)), &[&document], None).unwrap()
}

#[test]
fn the_same_candidates_at_another_time_give_the_same_bytes() {
    let one = frozen(ACT, "2026-01-25T12:00:00Z");
    let other = frozen(ACT, "2031-07-01T00:00:00Z");
    assert_eq!(one.text, other.text);
    assert_eq!(one.set.rules.len(), 11);
    assert_eq!(one.set.refused.len(), 1);
    let document = document(ACT);
    assert_eq!(
        check_set(&one.text, &one.file_name(), &[&document]),
        Vec::<String>::new()
    );
}

#[test]
fn the_order_of_the_candidates_does_not_change_the_rules() {
    let document = document(ACT);
    let mut all = candidates(&document, "2026-01-25T12:00:00Z");
    let one = freeze(&given(&all), &[&document], None).unwrap();
    all.reverse();
    let other = freeze(&given(&all), &[&document], None).unwrap();
    assert_eq!(one.set.rules, other.set.rules);
}

#[test]
fn a_changed_byte_of_the_set_or_the_document_is_found() {
    let one = frozen(ACT, "2026-01-25T12:00:00Z");
    let same = document(ACT);
    for (at, byte) in one.text.bytes().enumerate().step_by(97) {
        let mut bytes = one.text.clone().into_bytes();
        bytes[at] = if byte == b'0' { b'1' } else { b'0' };
        if let Ok(text) = String::from_utf8(bytes) {
            assert!(
                !check_set(&text, &one.file_name(), &[&same]).is_empty(),
                "byte {at}"
            );
        }
    }
    let changed = document(&ACT.replacen("three", "four", 1).replacen("Act", "Bct", 1));
    assert!(!check_set(&one.text, &one.file_name(), &[&changed]).is_empty());
}

fn refused(candidate: &RuleCandidate, document: &Document) -> String {
    let frozen = freeze(&given(std::slice::from_ref(candidate)), &[document], None).unwrap();
    assert!(frozen.set.rules.is_empty(), "{candidate:#?}");
    frozen.set.refused[0].reasons.join("; ")
}

#[test]
fn each_refusal_says_why() {
    let act = document(ACT);
    let all = candidates(&act, "2026-01-25T12:00:00Z");
    let mut sure = all[1].clone();
    sure.confidence = Confidence::parse("0.8").unwrap();
    assert_eq!(refused(&sure, &act), "confidence: 0.8 is not above 0.8");
    let other = document("Another document altogether.");
    assert!(refused(&all[1], &other).contains("verbatim"));
    let mut builder = DocumentBuilder::new("test/1");
    builder.page(ACT);
    builder.unread_page("", "a picture");
    let unread = builder.finish(ACT.as_bytes());
    assert!(refused(&all[1], &unread).contains("unread: pages 2 of"));
}

#[test]
fn every_member_of_a_conflict_is_refused() {
    let act = document(
        "A surcharge of ten per cent. is levied. A surcharge of fifteen per cent. is levied.",
    );
    let lines = [("ten", "0.1"), ("fifteen", "0.15")].map(|(word, rate)| {
        format!(
            r#"{{"rule_type":"rate","status":"candidate","rule_data":{{"value":{{"rate":{rate}}},"unit":"percent","conditions":[]}},"source_pages":[1],"source_text":"A surcharge of {word} per cent. is levied","confidence":0.9,"ambiguity_reason":null,"conflicting_candidates":null,"extracted_at":"2026-01-25T12:00:00Z","extractor_version":"1.0.0"}}"#
        )
    });
    let frozen = freeze(&read_candidates(&lines.join("\n")).unwrap(), &[&act], None).unwrap();
    assert!(frozen.set.rules.is_empty());
    assert!(
        frozen
            .set
            .refused
            .iter()
            .all(|r| r.reasons[0].starts_with("conflict"))
    );
}

#[test]
fn a_difference_shows_both_quotes() {
    let old = frozen(ACT, "2026-01-25T12:00:00Z");
    let changed = ACT.replacen("5 per cent.", "6 per cent.", 1);
    let new = frozen(&changed, "2026-01-25T12:00:00Z");
    let changes = diff_sets(&old.text, &new.text).unwrap();
    let [Change::Changed { old, new }] = changes.as_slice() else {
        panic!("{changes:#?}");
    };
    assert!(old["source_text"].as_str().unwrap().contains("5 per cent."));
    assert!(new["source_text"].as_str().unwrap().contains("6 per cent."));
    assert!(diff_sets("{}", "{}").is_err());
}

#[test]
fn one_bad_line_does_not_hide_the_others() {
    let good =
        Json::from_serialize(&candidates(&document(ACT), "2026-01-25T12:00:00Z")[0]).unwrap();
    let good = groundstop_canon::jcs::to_string(&good).unwrap();
    let read = read_candidates(&format!("{good}\n{{oops\n{good}\n")).unwrap();
    assert_eq!(read.len(), 3);
    assert!(matches!(&read[1], Given::Unreadable(why) if why.contains("line 2")));
    let commented = read_candidates("[\n// a comment\n]")
        .unwrap_err()
        .to_string();
    assert!(commented.contains("JSON has no comments"), "{commented}");
}

/// A rate as somebody claims it.
fn claimed(rate: &str, quote: &str) -> String {
    format!(
        r#"{{"rule_type":"rate","status":"candidate","rule_data":{{"value":{{"rate":{rate}}},"unit":"percent","conditions":[]}},"source_pages":[1],"source_text":"{quote}","confidence":0.9,"ambiguity_reason":null,"conflicting_candidates":null,"extracted_at":"2026-01-25T12:00:00Z","extractor_version":"1.0.0"}}"#
    )
}

#[test]
fn what_the_text_only_shows_proposes_or_explains_is_not_frozen() {
    let rate = "Tax is charged at the rate of 27 per cent. of profits";
    let line = claimed("0.27", rate);
    for text in [
        format!("Illustration\n\n{rate}."),
        format!("Explanatory Memorandum\n\n{rate}."),
        format!("Notes on Clauses\n\n{rate}."),
        format!("It is proposed to provide that,—\n\n(a) {rate}."),
    ] {
        let document = document(&text);
        let frozen = freeze(&read_candidates(&line).unwrap(), &[&document], None).unwrap();
        let reasons = frozen.set.refused[0].reasons.join("; ");
        assert!(reasons.contains("standing: "), "{text}: {reasons}");
    }
    // What is enacted elsewhere in the same document is a rule.
    let both = document(&format!("{rate}.\n\nIllustration\n\n{rate}."));
    let frozen = freeze(&read_candidates(&line).unwrap(), &[&both], None).unwrap();
    assert_eq!(frozen.set.rules.len(), 1, "{:?}", frozen.set.refused);
}

#[test]
fn two_values_under_one_scope_are_refused_whatever_they_are() {
    for [one, other] in [
        [
            "A levy of ten per cent. is charged.",
            "A levy of fifteen per cent. is charged.",
        ],
        [
            "A person in Nigeria who fails to register is liable to a penalty of N100,000.00.",
            "A person in Nigeria who fails to register is liable to a penalty of N200,000.00.",
        ],
        [
            "An appeal shall be lodged within thirty days of the notice.",
            "An appeal shall be lodged within sixty days of the notice.",
        ],
        [
            "A pension from Nigeria up to N200,000.00 is exempt from tax.",
            "A pension from Nigeria up to N300,000.00 is exempt from tax.",
        ],
        [
            "“person” includes a company and a trust;",
            "“person” includes a company but no trust;",
        ],
    ] {
        let alone = [document(one), document(other)];
        let both = document(&format!("{one}\n\n{other}"));
        let all: Vec<RuleCandidate> = alone
            .iter()
            .flat_map(|document| candidates(document, "2026-01-25T12:00:00Z"))
            .collect();
        assert_eq!(all.len(), 2, "{one}: {all:#?}");
        let frozen = freeze(&given(&all), &[&both], None).unwrap();
        assert!(frozen.set.rules.is_empty(), "{one}");
        let told = frozen.set.refused.iter();
        let mut reasons = told.map(|refusal| refusal.reasons.join("; "));
        assert!(
            reasons.all(|reason| reason.contains("conflict: ")),
            "{one}: {:?}",
            frozen.set.refused
        );
    }
}
