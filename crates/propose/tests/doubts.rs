//! How sure a proposer is: of its own candidates only, never of others' and never more than it says.

use groundstop_contract::{Confidence, WireValue};
use groundstop_propose::{Format, Imported, import};

/// A schema with an amount, a number, a length of time and a choice.
fn schema() -> groundstop_contract::SchemaRecord {
    serde_json::from_value(
        serde_json::json!({"name": "t", "version": "1.0.0", "field": [
        {"name": "fee", "type": "money", "currency": "USD"},
        {"name": "seats", "type": "number"},
        {"name": "notice", "type": "duration"},
        {"name": "license", "type": "choice", "options": ["exclusive", "non-exclusive"]}]}),
    )
    .expect("a schema")
}

fn taken(form: &str) -> Option<Imported> {
    import(form.as_bytes(), Format::Any, Some(&schema())).ok()
}

/// The confidence of the first candidate, as it is written.
fn sure(form: &str) -> Option<String> {
    let imported = taken(form).unwrap_or_else(|| panic!("refused: {form}"));
    imported.candidates[0]
        .confidence
        .as_ref()
        .map(Confidence::to_string)
}

const SEATS: &str = r#""field_name": "seats", "value": "250", "quote": "is 250""#;

#[test]
fn a_confidence_of_something_else_counts_for_no_candidate() {
    let beside = [
        r#"{"field_name": "fee", "value": null, "confidence": 0.95}"#,
        r#"{"field_name": "fee", "value": null, "quote": null, "confidence": 0.0}"#,
        r#"{"field_name": "other", "value": "y", "quote": "z", "confidence": 0.9}"#,
    ];
    for other in beside {
        for form in [
            format!("[{{{SEATS}}}, {other}]"),
            format!(r#"{{"candidates": [{{{SEATS}}}, {other}]}}"#),
            format!("{{{SEATS}}}\n{other}\n"),
        ] {
            assert_eq!(sure(&form), None, "{form}");
        }
        let stated = format!(r#"[{{{SEATS}, "confidence": 0.8}}, {other}]"#);
        assert_eq!(sure(&stated).as_deref(), Some("0.8"), "{stated}");
    }
    for key in [
        r#""document_type": {"value": "lease", "confidence": 0.99}"#,
        r#""ocr": {"confidence": 0.99}"#,
        r#""language": {"probability": 0.99}"#,
        r#""metadata": {"score": 0.1}"#,
    ] {
        let form = format!(r#"{{"candidates": [{{{SEATS}}}], {key}}}"#);
        assert_eq!(sure(&form), None, "{form}");
    }
}

#[test]
fn a_confidence_around_candidates_is_theirs_and_not_called_unknown() {
    let form = format!(r#"{{"candidates": [{{{SEATS}, "confidence": 0.9}}], "confidence": 0.4}}"#);
    assert_eq!(sure(&form).as_deref(), Some("0.4"));
    let record = taken(&form).expect("read").record;
    assert!(
        !record.ignored.contains_key("confidence"),
        "{:?}",
        record.ignored
    );
    assert!(!record.not_in_schema.contains_key("confidence"));
    let word = format!(r#"{{"confidence": "low", "candidates": [{{{SEATS}}}]}}"#);
    assert_eq!(sure(&word).as_deref(), Some("0"));
}

#[test]
fn a_doubt_counts_in_whatever_words_and_keys() {
    for said in [
        r#""confidence": "not sure""#,
        r#""confidence": "niedrig""#,
        r#""confidence_level": "low""#,
        r#""confidenceLevel": 0.2"#,
        r#""confidence_pct": 30"#,
        r#""confidence_percent": "20""#,
        r#""overall_confidence": 0.1"#,
        r#""confidence": 0.9, "certainty": "faible""#,
    ] {
        let form = format!("[{{{SEATS}, {said}}}]");
        let stated = sure(&form).expect("a confidence");
        assert!(
            ["0", "0.1", "0.2", "0.3"].contains(&stated.as_str()),
            "{form}: {stated}"
        );
    }
    for said in [
        r#""confidence": "very high""#,
        r#""confidence": "Medium""#,
        r#""confidence": null"#,
    ] {
        assert_eq!(sure(&format!("[{{{SEATS}, {said}}}]")), None, "{said}");
    }
}

#[test]
fn what_its_proposer_takes_back_is_vouched_for_by_nobody() {
    for said in [
        r#""found": false"#,
        r#""is_present": false"#,
        r#""supported": "no""#,
        r#""status": "not_found""#,
        r#""negated": true"#,
    ] {
        let form = format!(r#"[{{{SEATS}, "confidence": 0.9, {said}}}]"#);
        assert_eq!(sure(&form).as_deref(), Some("0"), "{form}");
        let told = taken(&form).expect("read").record.ignored;
        assert!(told.keys().any(|key| key.contains(": ")), "{told:?}");
    }
    let aside = format!(r#"{{"candidates": [], "rejected": [{{{SEATS}, "reason": "a sample"}}]}}"#);
    assert_eq!(sure(&aside).as_deref(), Some("0"));
    for said in [
        r#""found": true"#,
        r#""verified": "yes""#,
        r#""status": "ok""#,
    ] {
        let form = format!(r#"[{{{SEATS}, "confidence": 0.9, {said}}}]"#);
        assert_eq!(sure(&form).as_deref(), Some("0.9"), "{form}");
    }
}

#[test]
fn a_value_that_only_shares_letters_is_another_one() {
    let fee = r#""field_name": "fee", "value": "USD 384,000.00", "quote": "of USD 384,000.00""#;
    for form in [
        format!(r#"[{{{SEATS}, "answer": "2500"}}]"#),
        format!(r#"[{{{SEATS}, "extracted_value": "25"}}]"#),
        format!(r#"{{"candidates": [{{{SEATS}}}], "amended": {{"seats": "1250"}}}}"#),
        r#"{"candidates": [{"field_name": "notice", "value": "90 days", "quote": "90 days"}], "amendments": {"notice": "190 days"}}"#.to_owned(),
        r#"{"candidates": [{"field_name": "license", "value": "non-exclusive", "quote": "a non-exclusive"}], "amendments": {"license": "exclusive"}}"#.to_owned(),
        format!(r#"{{"candidates": [{{{fee}}}], "amended": {{"fee": "not USD 384,000.00"}}}}"#),
        format!(r#"[{{{fee}, "normalized_value": "USD 12,500"}}]"#),
        format!(r#"[{{{fee}, "raw_value": "12500"}}]"#),
        format!(r#"[{{{fee}, "final_value": "USD 1"}}]"#),
        format!(r#"[{{{SEATS}, "alternatives": ["300"]}}]"#),
        r#"{"extractions": [{"extraction_class": "fee", "extraction_text": "USD 384,000", "attributes": {"amount": "12500", "currency": "USD"}}], "text": "x"}"#.to_owned(),
        r#"{"fee": "USD 384,000", "fee_quote": "of USD 384,000", "fee_value": "USD 12,500"}"#.to_owned(),
    ] {
        let both = taken(&form).is_some_and(|imported| {
            let values: Vec<&WireValue> = imported.candidates.iter().map(|one| &one.value).collect();
            values.windows(2).all(|pair| pair[0] == pair[1])
        });
        assert!(!both, "{form}");
    }
    // The same value in other spellings.
    for form in [
        format!(r#"[{{{fee}, "normalized_value": "384000"}}]"#),
        format!(r#"[{{{fee}, "normalized_value": {{"amount": "384000", "currency": "USD"}}}}]"#),
        format!(r#"[{{{fee}, "answer": "The fee is USD 384,000.00."}}]"#),
        format!(r#"[{{{SEATS}, "raw_value": "two hundred and fifty"}}]"#),
        format!(r#"[{{{SEATS}, "extracted_value": 250}}]"#),
    ] {
        assert!(taken(&form).is_some(), "{form}");
    }
}
