//! The traps that a gate falls open at, one by one: each stops with its code or is an error by name.
//!
//! An earlier gate accepted a NaN confidence, a candidate without evidence and an
//! empty value past the end of the document. Every row here is such a way in.

use groundstop_contract::Decision;
use groundstop_contract::report::{Report, RunFlags};
use groundstop_document::Document;
use groundstop_engine::{Run, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};
use serde_json::Value;

use Outcome::{Refused, Stopped};

/// An accent stands apart from its letter; the last page is short.
const DOCUMENT: &str = "Seat: Gene\u{300}ve.\nThe term runs from 2024-03-01 to 2025-02-28.\n\u{c}Signed on 2024-03-01.\n";

const SCHEMA: &str = r#"{"name": "traps", "version": "1.0.0", "field": [
    {"name": "x", "type": "text"}, {"name": "d", "type": "date"}]}"#;

/// How a trap must end.
enum Outcome {
    /// An input error whose message has this in it.
    Refused(&'static str),
    /// A STOP with this reason, and this code in its proof.
    Stopped(&'static str, &'static str),
}

/// The name of the trap, the file of candidates, the end.
type Trap = (&'static str, &'static str, Outcome);

const CONFIDENCE: &[Trap] = &[
    (
        "not a number as confidence",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":NaN}]"#,
        Refused("1"),
    ),
    (
        "not a number in quotation marks",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":"NaN"}]"#,
        Stopped("insufficient_confidence", ""),
    ),
    (
        "an infinite confidence",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":Infinity}]"#,
        Refused("1"),
    ),
    (
        "a confidence that overflows to infinity",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":1e999}]"#,
        Refused("1"),
    ),
    (
        "a negative confidence",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":-0.9}]"#,
        Refused("confidence"),
    ),
    (
        "a confidence above one",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":1.0001}]"#,
        Refused("confidence"),
    ),
    (
        "a confidence in per cent",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":90}]"#,
        Refused("confidence"),
    ),
    (
        "true as confidence",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":true}]"#,
        Refused("confidence"),
    ),
    (
        "no confidence",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01"}]"#,
        Stopped("insufficient_confidence", ""),
    ),
    (
        "a confidence of minus zero",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":-0.0}]"#,
        Stopped("insufficient_confidence", ""),
    ),
];

const KEYS: &[Trap] = &[
    (
        "no value",
        r#"[{"field_name":"d","quote":"from 2024-03-01","confidence":0.9}]"#,
        Refused("value"),
    ),
    (
        "no field name",
        r#"[{"value":"2024-03-01","quote":"from 2024-03-01","confidence":0.9}]"#,
        Refused("field_name"),
    ),
    (
        "a null value",
        r#"[{"field_name":"d","value":null,"quote":"from 2024-03-01","confidence":0.9}]"#,
        Stopped("no_candidates_found", ""),
    ),
    (
        "an unknown field",
        r#"[{"field_name":"date","value":"2024-03-01","quote":"from 2024-03-01","confidence":0.9}]"#,
        Refused("date"),
    ),
    (
        "an empty field name",
        r#"[{"field_name":"","value":"2024-03-01","quote":"from 2024-03-01","confidence":0.9}]"#,
        Refused("field"),
    ),
    (
        "a duplicate key",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":0.1,"confidence":0.9}]"#,
        Refused("confidence"),
    ),
    (
        "a duplicate key, once escaped",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":0.1,"confidenc\u0065":0.9}]"#,
        Refused("confidence"),
    ),
    (
        "a misspelled key",
        r#"[{"field_name":"d","value":"2024-03-01","qoute":"from 2024-03-01","confidence":0.9}]"#,
        Stopped("missing_evidence", ""),
    ),
];

const VALUES: &[Trap] = &[
    (
        "an empty text",
        r#"[{"field_name":"x","value":"","quote":"Seat","confidence":0.9}]"#,
        Stopped("no_candidates_found", "value_not_of_type"),
    ),
    (
        "a text of white space",
        r#"[{"field_name":"x","value":" \n","quote":"The term","confidence":0.9}]"#,
        Stopped("no_candidates_found", "value_not_of_type"),
    ),
    (
        "a text of invisible characters",
        r#"[{"field_name":"x","value":"\u200b\u00ad\u2060","quote":"Seat","confidence":0.9}]"#,
        Stopped("no_candidates_found", "value_not_of_type"),
    ),
    (
        "an empty date",
        r#"[{"field_name":"d","value":"","quote":"from 2024-03-01","confidence":0.9}]"#,
        Stopped("no_candidates_found", "value_not_of_type"),
    ),
    (
        "an empty value past the end of the document",
        r#"[{"field_name":"x","value":"","quote":"","start":500,"end":500,"confidence":0.9}]"#,
        Stopped("no_candidates_found", "value_not_of_type"),
    ),
    (
        "a right quote that has not the value in it",
        r#"[{"field_name":"d","value":"2024-03-02","quote":"from 2024-03-01","confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "value_not_in_quote"),
    ),
    (
        "a right quote that has not the text in it",
        r#"[{"field_name":"x","value":"Basel","quote":"The term runs","confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "value_not_in_quote"),
    ),
    (
        "two different values inside one quote",
        r#"[{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01 to 2025-02-28","confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "value_ambiguous_in_quote"),
    ),
];

const EVIDENCE: &[Trap] = &[
    (
        "no evidence at all",
        r#"[{"field_name":"d","value":"2024-03-01","confidence":0.9}]"#,
        Stopped("missing_evidence", ""),
    ),
    (
        "offsets alone",
        r#"[{"field_name":"d","value":"2024-03-01","start":38,"end":48,"confidence":0.9}]"#,
        Stopped("missing_evidence", ""),
    ),
    (
        "an empty quote",
        r#"[{"field_name":"x","value":"Seat","quote":"","confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "quote_empty"),
    ),
    (
        "an empty quote at its offsets",
        r#"[{"field_name":"x","value":"Seat","quote":"","start":0,"end":4,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "quote_empty"),
    ),
    (
        "a quote of invisible characters",
        r#"[{"field_name":"x","value":"Seat","quote":"\u200b\u00ad\u2060","confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "quote_empty"),
    ),
    (
        "reversed offsets",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":4,"end":0,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "offset_reversed"),
    ),
    (
        "empty offsets",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":0,"end":0,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "offset_reversed"),
    ),
    (
        "offsets past the end",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":0,"end":5000,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "offset_out_of_range"),
    ),
    (
        "offsets at the end of all numbers",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":0,"end":9007199254740991,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "offset_out_of_range"),
    ),
    (
        "offsets that end between a letter and its accent",
        r#"[{"field_name":"x","value":"Gene\u0300ve","quote":"Gene\u0300ve","start":6,"end":10,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "offset_mismatch"),
    ),
    (
        "offsets that start between a letter and its accent",
        r#"[{"field_name":"x","value":"Gene\u0300ve","quote":"Gene\u0300ve","start":10,"end":13,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "offset_mismatch"),
    ),
    (
        "a right quote with the offsets of another place",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":6,"end":10,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "offset_mismatch"),
    ),
    (
        "a right quote on another page",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","page":2,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "quote_not_on_page"),
    ),
    (
        "a page that is not there",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","page":3,"confidence":0.9}]"#,
        Stopped("evidence_integrity_failed", "page_out_of_range"),
    ),
    (
        "a fractional offset",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":0.5,"end":4,"confidence":0.9}]"#,
        Refused("start"),
    ),
    (
        "a negative offset",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":-1,"end":4,"confidence":0.9}]"#,
        Refused("start"),
    ),
    (
        "an offset beyond what a number can carry",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":0,"end":18446744073709551620,"confidence":0.9}]"#,
        Refused("18446744073709551620"),
    ),
    (
        "a start without an end",
        r#"[{"field_name":"x","value":"Seat","quote":"Seat","start":0,"confidence":0.9}]"#,
        Refused("end"),
    ),
];

#[test]
fn every_confidence_trap_stops_or_is_refused() {
    all_hold(CONFIDENCE);
}

#[test]
fn every_trap_of_names_and_keys_stops_or_is_refused() {
    all_hold(KEYS);
}

#[test]
fn every_value_trap_stops() {
    all_hold(VALUES);
}

#[test]
fn every_trap_of_quotes_and_places_stops_or_is_refused() {
    all_hold(EVIDENCE);
}

#[test]
fn a_value_without_a_span_of_the_document_stops_as_missing_evidence() {
    for (field, value, more) in [
        ("d", "2024-03-01", ""),
        ("d", "2024-03-01", r#","start":38,"end":48"#),
        ("d", "2024-03-01", r#","page":1"#),
        ("x", "Seat", ""),
    ] {
        let candidate =
            format!(r#"[{{"field_name":"{field}","value":"{value}","confidence":0.9{more}}}]"#);
        let report = run(&candidate).unwrap();
        let mut decisions = report.decisions.iter();
        let decision = decisions.find(|one| one.field_name == field).unwrap();
        let decision = serde_json::to_value(decision).unwrap();
        assert_eq!(decision["decision"], "STOP", "{candidate}");
        assert_eq!(decision["stop_reason"], "missing_evidence", "{candidate}");
        assert_eq!(decision["stop_proof"]["value"], value, "{candidate}");
    }
}

#[test]
fn what_a_relaxed_requirement_lets_pass_is_never_accepted() {
    let quoted =
        r#"{"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":0.9}"#;
    let other =
        r#"{"field_name":"d","value":"2025-02-28","quote":"to 2025-02-28","confidence":0.9}"#;
    let bare = r#"{"field_name":"d","value":"2024-03-01","confidence":0.9}"#;
    let cased =
        r#"{"field_name":"d","value":"2024-03-01","quote":"FROM 2024-03-01","confidence":0.9}"#;
    for (relaxed, candidates, reason, code) in [
        (
            "stop_on_conflict",
            format!("[{quoted},{other}]"),
            "conflicting_values",
            "conflict_relaxed",
        ),
        (
            "require_offset_mapping",
            format!("[{bare}]"),
            "missing_evidence",
            "offsets_relaxed",
        ),
        (
            "require_exact_quote",
            format!("[{cased}]"),
            "evidence_integrity_failed",
            "quote_relaxed",
        ),
    ] {
        let decided = |evidence: &str| {
            let schema = format!(
                r#"{{"name": "traps", "version": "1.0.0", "evidence": {{{evidence}}},
                    "field": [{{"name": "d", "type": "date"}}]}}"#
            );
            let report = run_with(&schema, &candidates).unwrap();
            serde_json::to_value(&report.decisions[0]).unwrap()
        };
        let strict = decided("");
        assert_eq!(strict["decision"], "STOP", "{relaxed}: {strict:#}");
        assert_eq!(strict["stop_reason"], reason, "{relaxed}: {strict:#}");
        let loose = decided(&format!(r#""{relaxed}": false"#));
        assert_eq!(loose["decision"], "NEED_REVIEW", "{relaxed}: {loose:#}");
        let codes = loose["stop_proof"]["review"].as_array().unwrap();
        assert!(codes.iter().any(|one| one["code"] == code), "{loose:#}");
    }
}

#[test]
fn the_same_candidate_without_a_trap_is_accepted() {
    let sound = r#"[
        {"field_name":"x","value":"Gene\u0300ve","quote":"Gene\u0300ve","start":6,"end":13,"page":1,"confidence":0.9},
        {"field_name":"d","value":"2024-03-01","quote":"from 2024-03-01","confidence":0.9}]"#;
    let report = run(sound).unwrap();
    let accepted =
        |decision: &groundstop_contract::FieldDecision| decision.decision == Decision::Accept;
    assert!(
        report.decisions.iter().all(accepted),
        "{:?}",
        report.decisions
    );
}

#[test]
fn a_zeroth_page_is_never_accepted() {
    let zeroth = r#"[{"field_name":"x","value":"Seat","quote":"Seat","page":0,"confidence":0.9}]"#;
    if let Ok(report) = run(zeroth) {
        assert_eq!(report.decisions[0].decision, Decision::Stop);
    }
}

fn all_hold(traps: &[Trap]) {
    let faults: Vec<String> = traps.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What went wrong at a trap.
fn fault((name, candidates, outcome): &Trap) -> Option<String> {
    match (outcome, run(candidates)) {
        (Refused(part), Err(message)) if message.contains(part) => None,
        (Refused(part), got) => Some(format!(
            "{name}: expected an error that names {part:?}, got {got:?}"
        )),
        (Stopped(reason, code), Ok(report)) if stopped(&report, reason, code) => None,
        (Stopped(reason, code), got) => Some(format!(
            "{name}: expected a STOP with {reason} {code}, got {got:?}"
        )),
    }
}

/// Whether nothing is released and the trapped field has this reason and code.
fn stopped(report: &Report, reason: &str, code: &str) -> bool {
    let decisions = serde_json::to_value(&report.decisions).unwrap();
    let released = |one: &Value| one["decision"] != "STOP" || !one["value"].is_null();
    let proven = |one: &Value| {
        let proof = one["stop_proof"].to_string();
        one["stop_reason"] == reason && proof.contains(&format!("{code}\""))
    };
    let decisions = decisions.as_array().unwrap();
    !decisions.iter().any(released) && decisions.iter().any(proven)
}

fn run(candidates: &str) -> Result<Report, String> {
    run_with(SCHEMA, candidates)
}

fn run_with(schema: &str, candidates: &str) -> Result<Report, String> {
    let document = Document::from_text(DOCUMENT.as_bytes()).map_err(|error| error.to_string())?;
    let schema = Schema::parse(schema).map_err(|error| error.to_string())?;
    let imported =
        import(candidates.as_bytes(), Format::Any, None).map_err(|error| error.to_string())?;
    verify(&Run {
        document: &document,
        document_name: "traps",
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags::default(),
        decided_at: "2025-01-01T00:00:00Z",
    })
    .map_err(|error| error.to_string())
}
