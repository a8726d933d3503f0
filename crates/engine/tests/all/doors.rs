//! No form makes a field ACCEPT that the same candidates in the plain form stop.

use groundstop_contract::Decision;
use groundstop_contract::report::RunFlags;
use groundstop_document::Document;
use groundstop_engine::{Run, settle_import, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};

const TEXT: &str = "The annual fee is $48,500.00, payable in four equal instalments of $12,125.00 each. The review takes place on April 3, 2025.";
const SCHEMA: &str = r#"name = "fees"
version = "1.0.0"
[[field]]
name = "annual_fee"
type = "money"
currency = "USD"
[[field]]
name = "review_date"
type = "date"
required = false
"#;
const A: &str = r#"{"field_name":"annual_fee","value":"$48,500.00","quote":"The annual fee is $48,500.00","confidence":0.9}"#;
const B: &str = r#"{"field_name":"annual_fee","value":"$12,125.00","quote":"four equal instalments of $12,125.00","confidence":0.9}"#;

/// Whether the fee is accepted; why nothing was decided, where the form is refused.
fn accepts(form: &str) -> Result<bool, String> {
    let schema = Schema::parse(SCHEMA).expect("a schema");
    let document = Document::from_text(TEXT.as_bytes()).expect("a document");
    let mut imported = import(form.as_bytes(), Format::Any, Some(schema.record()))
        .map_err(|error| error.to_string())?;
    settle_import(&document, &mut imported);
    let report = verify(&Run {
        document: &document,
        document_name: "fees.txt",
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags::default(),
        decided_at: "2026-01-01T00:00:00Z",
    })
    .expect("decided");
    let fee = report
        .decisions
        .iter()
        .find(|one| one.field_name == "annual_fee");
    Ok(fee.expect("the fee").decision == Decision::Accept)
}

fn with(forms: &[&str]) -> Vec<String> {
    let short = |text: &str| {
        text.replace("«A»", A)
            .replace("«B»", B)
            .replace("«a»", &A[1..A.len() - 1])
            .replace("«A-in-text»", &A.replace('"', "\\\""))
            .replace("«B-in-text»", &B.replace('"', "\\\""))
    };
    forms.iter().map(|form| short(form)).collect()
}

#[track_caller]
fn none_accepts(forms: &[&str]) {
    let forms = with(forms);
    let accepted: Vec<&String> = forms
        .iter()
        .filter(|form| accepts(form) == Ok(true))
        .collect();
    assert!(accepted.is_empty(), "{accepted:#?}");
}

#[track_caller]
fn all_accept(forms: &[&str]) {
    let outcomes = with(forms).into_iter().map(|form| (accepts(&form), form));
    let stopped: Vec<_> = outcomes
        .filter(|(outcome, _)| *outcome != Ok(true))
        .collect();
    assert!(stopped.is_empty(), "{stopped:#?}");
}

#[track_caller]
fn all_refused(forms: &[&str], part: &str) {
    for form in with(forms) {
        match accepts(&form) {
            Err(error) => assert!(error.contains(part), "{error}\n{form}"),
            Ok(taken) => panic!("taken, accepts: {taken}\n{form}"),
        }
    }
}

#[test]
fn the_lowest_confidence_and_the_candidates_own_place_count() {
    all_accept(&[
        "[«A»]",
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.9,"evidence":{"quote":"The annual fee is $48,500.00","page":1}}"#,
    ]);
    none_accepts(&[
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.3,"evidence":{"quote":"The annual fee is $48,500.00","confidence":0.99}}"#,
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.3,"evidence":[{"quote":"The annual fee is $48,500.00","score":0.99}]}"#,
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":{"value":0.2,"score":0.95},"quote":"The annual fee is $48,500.00"}"#,
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.95,"score":0.2,"quote":"The annual fee is $48,500.00"}"#,
        r#"{"field_name":"annual_fee","extraction":{"value":"$48,500.00","confidence":0.95,"quote":"The annual fee is $48,500.00"},"confidence":0.2}"#,
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.9,"page":7,"evidence":{"quote":"The annual fee is $48,500.00","page":1}}"#,
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.9,"page":1,"evidence":{"quote":"The annual fee is $48,500.00","page":7}}"#,
        r#"{"field_name":"annual_fee","extraction":{"value":"$48,500.00","page":1,"quote":"The annual fee is $48,500.00"},"confidence":0.9,"page":7}"#,
    ]);
}

#[test]
fn a_conflict_stays_one_wherever_the_other_candidate_stands() {
    none_accepts(&[
        "[«A»,«B»]",
        r#"{"candidates":[«A»],"results":[«B»]}"#,
        r#"{"candidates":[«A»],"anything":{"deeper":[«B»]}}"#,
        r#"{"candidates":[«A»],"annual_fee":«B»}"#,
        r#"{"annual_fee":«A»,"corrections":[«B»]}"#,
        r#"{«a»,"candidates":[«B»]}"#,
        r#"{«a»,"annual_fee":«B»}"#,
        "```json\n[«A»]\n```\nCorrection: [«B»]",
        "[«A»]\nAlso: [«B», null]",
        "[«A»]\nAlso: [[«B»]]",
        "```json\n[«A»]\n```\nor\n```yaml\nannual_fee: $12,125.00\n```\n",
        "«B»\n</analysis>\n«A»",
        "<think>x</think>\n«B»\n</think>\n«A»",
        r#"{"results":[«A»],"output":"[«B-in-text»]"}"#,
        r#"[{"candidates":"[«A-in-text»]"},{"candidates":[«B»]}]"#,
        r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"[«B-in-text»]","tool_calls":[{"type":"function","function":{"name":"report","arguments":"[«A-in-text»]"}}]}}]}"#,
        r#"{"type":"message","stop_reason":"tool_use","content":[{"type":"text","text":"[«B-in-text»]"},{"type":"tool_use","name":"report","input":{"candidates":[«A»]}}]}"#,
        r#"{"fields":{"annual_fee":"$48,500.00"},"quotes":{"annual_fee":"The annual fee is $48,500.00"},"confidence":{"annual_fee":0.9},"results":[«B»]}"#,
    ]);
    all_accept(&[
        r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"I report {what} I found [1].","tool_calls":[{"type":"function","function":{"name":"report","arguments":"[«A-in-text»]"}}]}}]}"#,
        r#"{"candidates":[«A»],"model":"m","usage":{"total_tokens":12}}"#,
        "<think>Perhaps [«B»]?</think>\n[«A»]",
    ]);
}

#[test]
fn a_currency_or_unit_beside_a_value_is_a_part_of_it() {
    let quote = r#""quote":"The annual fee is $48,500.00","confidence":0.9"#;
    let form = |parts: &str| format!(r#"[{{"field_name":"annual_fee",{parts},{quote}}}]"#);
    for parts in [
        r#""value":"48,500.00","currency":"EUR""#,
        r#""value":48500,"currency":"EUR""#,
        r#""value":"$48,500.00","currency":"EUR""#,
        r#""value":"48,500.00","unit":"thousand""#,
        r#""value":{"amount":"48500","currency":"USD"},"currency":"EUR""#,
    ] {
        assert_ne!(accepts(&form(parts)), Ok(true), "{parts}");
    }
    for parts in [
        r#""value":"48,500.00","currency":"USD""#,
        r#""value":48500,"currency":"USD""#,
        r#""value":"$48,500.00","currency":"USD""#,
        r#""value":"48,500.00","unit":"USD""#,
        r#""value":{"amount":"48500","currency":"USD"},"currency":"USD""#,
    ] {
        assert_eq!(accepts(&form(parts)), Ok(true), "{parts}");
    }
    none_accepts(&[
        r#"{"currency":"EUR","annual_fee":"48,500.00","annual_fee_quote":"The annual fee is $48,500.00","annual_fee_confidence":0.9}"#,
        r#"{"annual_fee":48500,"annual_fee_currency":"EUR","annual_fee_quote":"The annual fee is $48,500.00","annual_fee_confidence":0.9}"#,
    ]);
}

#[test]
fn a_quote_that_does_not_stand_in_the_document_stops_its_candidate() {
    none_accepts(&[
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.9,"evidence":["The annual fee is $99,999.00","The annual fee is $48,500.00"]}"#,
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.9,"evidence":{"quotes":["The annual fee is $48,500.00","nowhere"]}}"#,
        r#"{"annual_fee":"$48,500.00","substring_quotes":["The annual fee is $48,500.00","nowhere"]}"#,
    ]);
    all_accept(&[
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.9,"evidence":["four equal instalments","The annual fee is $48,500.00"]}"#,
        r#"{"field_name":"annual_fee","value":"$48,500.00","confidence":0.9,"evidence":{"quotes":["The annual fee is $48,500.00"]}}"#,
    ]);
}

#[test]
fn an_answer_that_failed_or_goes_on_is_refused() {
    all_refused(
        &[
            r#"{"content":[{"type":"text","text":"[«A-in-text»]"}],"isError":true}"#,
            r#"{"structuredContent":{"candidates":[«A»]},"isError":true}"#,
            r#"{"object":"response","status":"in_progress","output":[{"type":"message","content":[{"type":"output_text","text":"[«A-in-text»]"}]}]}"#,
            r#"{"object":"response","status":"queued","output":[{"type":"message","content":[{"type":"output_text","text":"[«A-in-text»]"}]}]}"#,
            r#"{"finish_reason":"MAX_TOKENS","message":{"role":"assistant","content":[{"type":"text","text":"[«A-in-text»]"}]}}"#,
            r#"{"finish_reason":"ERROR","message":{"role":"assistant","content":[{"type":"text","text":"[«A-in-text»]"}]}}"#,
            r#"{"type":"message","stop_reason":"pause_turn","content":[{"type":"text","text":"[«A-in-text»]"}]}"#,
            r#"{"candidates":[{"finishReason":"OTHER","content":{"parts":[{"text":"[«A-in-text»]"}]}}]}"#,
            r#"{"type":"result","subtype":"error_max_turns","is_error":true,"result":"[«A-in-text»]"}"#,
        ],
        "the model's answer",
    );
}

#[test]
fn candidates_are_found_under_keys_and_in_envelopes_of_their_own() {
    all_accept(&[
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"[«A-in-text»]"}]}}"#,
        r#"{"custom_id":"1","result":{"type":"succeeded","message":{"type":"message","stop_reason":"end_turn","content":[{"type":"text","text":"[«A-in-text»]"}]}}}"#,
        r#"{"type":"result","subtype":"success","is_error":false,"result":"[«A-in-text»]"}"#,
        r#"[{"generated_text":"[«A-in-text»]"}]"#,
        r#"{"content":"[«A-in-text»]","stop":true,"model":"m"}"#,
        r#"{"predictions":["[«A-in-text»]"]}"#,
        r#"{"attributes":[«A»],"model":"m"}"#,
        r#"{"pages":[{"facts":[«A»]}]}"#,
        r#"{"clauses":[«A»]}"#,
        r#"{"money":{"annual_fee":«A»}}"#,
        r#"{"columns":["field_name","value","quote","confidence"],"rows":[["annual_fee","$48,500.00","The annual fee is $48,500.00",0.9]]}"#,
    ]);
    all_refused(
        &[
            r#"{"fee":"$48,500.00","notes":"none"}"#,
            r#"{"tables":[{"a":1}]}"#,
        ],
        "none of the schema's fields was found",
    );
}
