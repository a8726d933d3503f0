//! A statute with everything that leads astray, and the rules that a person reads in it.

use groundstop_contract::{RuleCandidate, RuleStatus};
use groundstop_document::Document;
use groundstop_rules::{ProposeRequest, propose_with_account};
use serde_json::{Value, json};

const STATUTE: &str = include_str!("../../../../examples/statute/traps.txt");
const RIGHT: &str = include_str!("../../../../examples/statute/traps.rules.json");

/// Whether a candidate is the rule that a line of the list names.
fn is(candidate: &RuleCandidate, right: &Value) -> bool {
    let text = |key: &str| right[key].as_str().unwrap();
    let status = candidate.status.code() == text("status");
    let sides = candidate.conflicting_candidates.iter().flatten();
    let mut texts = candidate
        .source_text
        .iter()
        .chain(sides.map(|side| &side.source_text));
    let said = texts.any(|quote| quote.contains(text("says")));
    let data = candidate.rule_data.as_ref();
    let value = data.map(|data| json!(data.value));
    let same = match (&value, &right["value"]) {
        (None, Value::Null) => true,
        (Some(own), Value::Object(wanted)) => wanted.iter().all(|(key, one)| own[key] == *one),
        _ => false,
    };
    let conditions = data.map(|data| data.conditions.join(" / "));
    let conditions = conditions.unwrap_or_default();
    let wanted = right["conditions"].as_array();
    let mut wanted = wanted.into_iter().flatten();
    let held = wanted.all(|words| conditions.contains(words.as_str().unwrap()));
    status && said && same && held && candidate.rule_type.code() == text("type")
}

#[test]
fn every_trap_of_the_statute_comes_out_as_it_is_read() {
    let document = Document::from_text(STATUTE.as_bytes()).unwrap();
    let request = ProposeRequest {
        types: &[],
        pages: None,
        currency: None,
        extracted_at: "2026-01-25T12:00:00Z",
    };
    let (all, account) = propose_with_account(&document, &request);
    let right: Vec<Value> = serde_json::from_str(RIGHT).unwrap();
    let missed: Vec<&Value> = right
        .iter()
        .filter(|rule| !all.iter().any(|candidate| is(candidate, rule)))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}\n{all:#?}");
    // Nothing is a candidate that the list does not name.
    let extra: Vec<&RuleCandidate> = all
        .iter()
        .filter(|candidate| candidate.status == RuleStatus::Candidate)
        .filter(|candidate| !right.iter().any(|rule| is(candidate, rule)))
        .collect();
    assert!(extra.is_empty(), "{extra:#?}");
    // What only shows or explains, and the wording that is replaced, is told by the account.
    let reasons: Vec<&str> = account
        .no_rule()
        .iter()
        .map(|(reason, _)| *reason)
        .collect();
    assert_eq!(
        reasons,
        [
            "it is old wording that the text replaces",
            "the text stands under a heading that only explains or shows",
        ]
    );
}
