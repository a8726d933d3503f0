//! What each importer reads, and what it refuses by name.

use groundstop_contract::{DurationUnit, WireValue};
use groundstop_propose::{Format, ImportError, Imported, import};
use proptest::prelude::*;

fn plain(text: &str) -> Result<Imported, ImportError> {
    import(text.as_bytes(), Format::Any, None)
}

#[track_caller]
fn refused(text: &str, format: Format, part: &str) {
    let error = import(text.as_bytes(), format, None).expect_err("refused");
    assert!(error.to_string().contains(part), "{error}");
    assert!(
        error
            .problems()
            .iter()
            .all(|problem| !problem.cure.is_empty())
    );
}

#[test]
fn an_array_an_object_and_lines_are_the_same_candidates() {
    let one = r#"{"field_name": "a", "value": "x", "quote": null, "confidence": 0.9}"#;
    let forms = [
        format!("[{one}]"),
        one.to_owned(),
        format!("\u{FEFF}{one}\n"),
        format!("\n{one}\n\n"),
    ];
    for form in forms {
        let imported = plain(&form).expect("read");
        assert_eq!(imported.candidates.len(), 1, "{form}");
        assert_eq!(imported.candidates[0].quote, None, "null counts as absent");
    }
    let lines = plain(&format!("{one}\n{one}\r\n")).expect("read");
    assert_eq!(lines.candidates.len(), 2);
    assert!(plain("[]").expect("read").candidates.is_empty());
}

#[test]
fn values_keep_the_form_they_come_in() {
    let value = |json: &str| {
        let text = format!(r#"[{{"field_name": "a", "value": {json}}}]"#);
        plain(&text).expect("read").candidates[0].value.clone()
    };
    assert_eq!(value("1250000"), WireValue::Text("1250000".to_owned()));
    assert_eq!(
        value("1.50"),
        WireValue::Text("1.50".to_owned()),
        "the literal text"
    );
    assert_eq!(value("true"), WireValue::Boolean(true));
    let money = value(r#"{"amount": 5, "currency": "CHF"}"#);
    assert!(matches!(money, WireValue::Money(money) if money.amount == "5"));
    let duration = value(r#"{"count": "30", "unit": "business_day"}"#);
    assert!(matches!(duration, WireValue::Duration(d) if d.unit == DurationUnit::BusinessDay));
}

#[test]
fn what_is_no_candidate_is_refused_by_name() {
    let cases = [
        ("", "the file is empty"),
        ("[1]", "a candidate is an object, not a number"),
        (r#"[{"value": "x"}]"#, "`field_name` is missing"),
        (r#"[{"field_name": "a"}]"#, "`value` is missing"),
        (
            r#"[{"field_name": "", "value": "x"}]"#,
            "`field_name` is missing",
        ),
        (
            r#"[{"field_name": "a", "value": "x", "start": 1}]"#,
            "`start` and `end` go together",
        ),
        (
            r#"[{"field_name": "a", "value": "x", "start": 1.5, "end": 2}]"#,
            "not a whole number",
        ),
        (
            r#"[{"field_name": "a", "value": "x", "page": 0}]"#,
            "counted from 1",
        ),
        (
            r#"[{"field_name": "a", "value": "x", "confidence": -0.1}]"#,
            "from 0 to 1",
        ),
        (
            r#"[{"field_name": "a", "value": "x", "confidence": 1e999}]"#,
            "1e999",
        ),
        (
            r#"[{"field_name": "a", "value": "x", "confidence": Infinity}]"#,
            "Python's words",
        ),
        (
            r#"[{"field_name": "a", "value": "x", "value": "x"}]"#,
            "duplicate key `value`",
        ),
        (
            r#"[{"field_name": "a", "value": 0.10000000000000000001}]"#,
            "0.10000000000000000001",
        ),
        (
            r#"[{"field_name": "a", "value": {"amount": "1"}}]"#,
            "the value of `a` is an object",
        ),
        (
            r#"[{"field_name": "a", "value": "x"},]"#,
            "a comma stands before",
        ),
    ];
    for (text, part) in cases {
        refused(text, Format::Any, part);
    }
}

#[test]
fn every_bad_line_is_named_and_none_is_left_out() {
    let good = r#"{"field_name": "a", "value": "x"}"#;
    let error = plain(&format!("{good}\n{{\n{good}\nnonsense\n")).expect_err("refused");
    let places: Vec<&str> = error
        .problems()
        .iter()
        .map(|problem| problem.place.as_str())
        .collect();
    assert_eq!(places, ["line 2, column 2", "line 4, column 1"]);
    assert!(
        error.problems()[1]
            .cure
            .contains("of 4 lines 2 can be read")
    );
}

#[test]
fn langextract_gives_offsets_only_where_it_calls_them_exact() {
    let text = r#"{"extractions": [
        {"extraction_class": "a", "extraction_text": "x", "char_interval": {"start_pos": 3, "end_pos": 4}, "alignment_status": "match_exact"},
        {"extraction_class": "a", "extraction_text": "y", "char_interval": {"start_pos": 3, "end_pos": 9}, "alignment_status": "match_fuzzy"},
        {"extraction_class": "b", "extraction_text": "z", "char_interval": null, "alignment_status": null}
    ], "text": "…", "document_id": "d"}"#;
    let imported = import(text.as_bytes(), Format::LangExtract, None).expect("read");
    let places: Vec<_> = imported
        .candidates
        .iter()
        .map(|c| c.start.zip(c.end))
        .collect();
    assert_eq!(places, [Some((3, 4)), None, None]);
    assert_eq!(
        imported.record.offsets_left_out, 1,
        "and the report says so"
    );
    assert!(imported.repeats_are_many);
    assert_eq!(imported.proposer.name, "langextract");
    refused("{}", Format::LangExtract, "not what `--from` names");
    refused(
        "{\"extractions\": []}\n{\"extractions\": []}",
        Format::LangExtract,
        "several documents",
    );
    refused(
        r#"{"extractions": [{"extraction_class": "a"}]}"#,
        Format::LangExtract,
        "extraction 1, `value`",
    );
}

#[test]
fn instructor_offers_each_field_with_the_quote_that_has_its_text() {
    let text = r#"{"facts": [{"name": "Ann", "age": 20, "substring_quotes": ["aged 20", "Ann is here"]},
        {"name": "Bob", "substring_quote": "Bob"}]}"#;
    let imported = import(text.as_bytes(), Format::Instructor, None).expect("read");
    let rows: Vec<_> = imported
        .candidates
        .iter()
        .map(|c| {
            (
                c.field_name.as_str(),
                c.quote.as_deref().unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [("name", "Ann is here"), ("age", "aged 20"), ("name", "Bob")]
    );
    refused(
        r#"{"name": "Ann"}"#,
        Format::Instructor,
        "not what `--from` names",
    );
    refused(
        r#"{"name": "Ann", "substring_quotes": 3}"#,
        Format::Instructor,
        "not a list of strings",
    );
}

#[test]
fn a_megabyte_of_brackets_ends_at_once() {
    for text in ["{".repeat(1_000_000), "say [a] ".repeat(100_000)] {
        refused(&text, Format::Any, "line 1");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_bytes_make_an_importer_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[\\[\\]{}\":,a-z0-9 \n]{0,80}") {
        for format in [Format::Any, Format::LangExtract, Format::Instructor] {
            let _ = import(&bytes, format, None);
            let _ = import(text.as_bytes(), format, None);
        }
    }
}

/// A schema with one field of money.
fn fees() -> groundstop_contract::SchemaRecord {
    serde_json::from_value(serde_json::json!({"name": "t", "version": "1.0.0",
        "field": [{"name": "annual_fee", "type": "money", "currency": "USD"}]}))
    .expect("a schema")
}

const ONE: &str =
    r#"{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400", "confidence": 0.9}"#;
const OTHER: &str =
    r#"{"field_name": "annual_fee", "value": "USD 900", "quote": "is USD 900", "confidence": 0.9}"#;

/// Whether a form neither hides another value nor is taken without it.
fn hides_nothing(text: &str) -> bool {
    match import(text.as_bytes(), Format::Any, Some(&fees())) {
        Err(_) => true,
        Ok(imported) => imported
            .candidates
            .iter()
            .any(|one| matches!(&one.value, WireValue::Text(text) if text.contains("900"))),
    }
}

#[test]
fn another_value_is_never_lost_for_where_it_stands() {
    let string = serde_json::to_string(&format!("[{OTHER}]")).expect("a string");
    let answer = serde_json::to_string(&format!("[{ONE}]")).expect("a string");
    let forms = [
        format!(r#"{{"candidates": [{ONE}], "fields": {{"annual_fee": "USD 900", "annual_fee_quote": "x"}}}}"#),
        format!(r#"{{"candidates": [{ONE}], "results": [{{"annual_fee": "USD 900"}}]}}"#),
        format!(r#"{{"candidates": [{ONE}], "a": {{"b": {{"c": {{"d": {{"e": [{OTHER}]}}}}}}}}}}"#),
        r#"{"annual_fee": {"value": "USD 400", "quote": "is USD 400"}, "amendment": {"annual_fee": "USD 900"}}"#.to_owned(),
        r#"{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400", "annual_fee": "USD 900"}"#.to_owned(),
        r#"{"values": {"annual_fee": "USD 400"}, "quotes": {"annual_fee": "is USD 400"}, "data": {"annual_fee": "USD 900"}}"#.to_owned(),
        r#"[{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400", "alternatives": [{"value": "USD 900", "quote": "x"}]}]"#.to_owned(),
        r#"[{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400", "Value": "USD 900"}]"#.to_owned(),
        format!(r#"{{"columns": ["field_name", "value", "quote"], "rows": [["annual_fee", "USD 400", "is USD 400"]], "candidates": [{OTHER}]}}"#),
        r#"{"columns": ["field_name", "value", "value", "quote"], "rows": [["annual_fee", "USD 400", "USD 900", "is USD 400"]]}"#.to_owned(),
        format!(r#"{{"annual_fee": "USD 400", "substring_quotes": ["is USD 400"], "candidates": [{OTHER}]}}"#),
        format!(r#"{{"candidates": [{ONE}], "answer": {string}}}"#),
        format!(r#"{{"candidates": [{ONE}], "results": {}}}"#, string.replace("0.9}]", "0.")),
        format!(r#"{{"choices": [{{"finish_reason": "stop", "message": {{"role": "assistant", "content": {answer}, "parsed": {{"candidates": [{OTHER}]}}}}}}]}}"#),
        format!(r#"{{"choices": [{{"finish_reason": "stop", "message": {{"role": "assistant", "content": {answer}}}}}], "candidates": [{OTHER}]}}"#),
        format!(r#"{{"object": "response", "status": "completed", "output": [{{"type": "message", "content": [{{"type": "output_text", "text": {answer}}}]}}, {{"type": "custom_tool_call", "name": "r", "input": {string}}}]}}"#),
        format!(r#"{{"content": [{{"type": "text", "text": {string}}}], "structuredContent": {{"candidates": [{ONE}]}}}}"#),
    ];
    for form in forms {
        assert!(hides_nothing(&form), "{form}");
    }
    // What somebody else said, or only talked about, is nothing that was proposed.
    let asked = serde_json::to_string(&format!("Answer like this: [{OTHER}]")).expect("a string");
    for form in [
        format!(
            r#"[{{"role": "user", "content": {asked}}}, {{"role": "assistant", "content": {answer}}}]"#
        ),
        format!(
            r#"{{"candidates": [{ONE}], "reasoning": {{"annual_fee": "The first clause says so."}}}}"#
        ),
    ] {
        let imported = import(form.as_bytes(), Format::Any, Some(&fees())).expect("read");
        assert_eq!(imported.candidates.len(), 1, "{form}");
    }
}

#[test]
fn a_lower_confidence_counts_wherever_it_stands() {
    let forms = [
        r#"{"annual_fee": {"value": "USD 400", "quote": "is USD 400", "confidence": 0.95}, "annual_fee_confidence": 0.3}"#,
        r#"{"annual_fee": "USD 400", "annual_fee_quote": "is USD 400", "annual_fee_probability": 0.3}"#,
        r#"{"annual_fee": {"value": "USD 400", "quote": "is USD 400", "confidence": 0.95}, "confidence_scores": {"annual_fee": 0.3}}"#,
        r#"{"values": {"annual_fee": "USD 400"}, "quotes": {"annual_fee": "is USD 400"}, "confidence": {"annual_fee": 0.9}, "scores": {"annual_fee": 0.3}}"#,
        r#"{"confidence": 0.3, "candidates": [{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400"}]}"#,
        r#"{"extractions": [{"extraction_class": "annual_fee", "extraction_text": "USD 400", "confidence_score": 0.3}], "text": "x"}"#,
        r#"[{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400", "confidence": "very low"}]"#,
    ];
    for form in forms {
        let imported = import(form.as_bytes(), Format::Any, Some(&fees())).expect("read");
        let sure = imported.candidates[0].confidence.expect("one is stated");
        assert!(
            sure.to_string().parse::<f64>().expect("a number") <= 0.3,
            "{form}"
        );
    }
}

#[test]
fn another_quote_or_currency_is_never_lost() {
    let quoted = [
        r#"{"annual_fee": {"value": "USD 400", "quote": "is USD 400"}, "annual_fee_quote": "No such words"}"#,
        r#"{"annual_fee": "USD 400", "annual_fee_quote": "is USD 400", "annual_fee_evidence": "No such words"}"#,
        r#"{"values": {"annual_fee": "USD 400"}, "quotes": {"annual_fee": "is USD 400"}, "citations": {"annual_fee": "No such words"}}"#,
        r#"[{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400", "evidence": "No such words"}]"#,
    ];
    for form in quoted {
        let imported = import(form.as_bytes(), Format::Any, Some(&fees())).expect("read");
        let further = imported
            .others
            .iter()
            .any(|(_, other)| other.quote.as_deref() == Some("No such words"));
        assert!(further, "{form}");
    }
    let priced = [
        r#"{"annual_fee": {"value": "400", "quote": "is USD 400"}, "annual_fee_currency": "EUR"}"#,
        r#"[{"field_name": "annual_fee", "value": "400", "quote": "is USD 400", "currency": "USD", "currency_code": "EUR"}]"#,
        r#"[{"field_name": "annual_fee", "value": "USD 400", "quote": "is USD 400", "unit": "USD", "scale": "thousand"}]"#,
        r#"{"extractions": [{"extraction_class": "annual_fee", "extraction_text": "400", "attributes": {"currency": "EUR"}}], "text": "x"}"#,
        r#"{"annual_fee": "400", "currency": "EUR", "substring_quotes": ["is USD 400"]}"#,
    ];
    for form in priced {
        let taken = import(form.as_bytes(), Format::Any, Some(&fees()));
        let plain = |imported: &Imported| match &imported.candidates[0].value {
            WireValue::Text(text) => !text.contains("EUR"),
            WireValue::Money(money) => money.currency != "EUR",
            WireValue::Boolean(_) | WireValue::Duration(_) => true,
        };
        assert!(!taken.as_ref().is_ok_and(plain), "{form}");
    }
}

#[test]
fn a_broken_or_unfinished_answer_is_refused_however_it_is_spaced() {
    for text in [
        "[ { \"field_name\" : \"annual_fee\", \"value\" : \"USD 400\" }, { \"field_name\" : \"annual_fee\", \"val",
        "Here it is:\n```json\n[{\"field_name\": \"annual_fee\", \"value\": \"USD 400\"}]\n```\nand {field_name: \"annual_fee\", value: \"USD 900\"}",
        "[{\"field_name\": \"annual_fee\", \"value\": \"USD 400\"}] and {\u{201c}field_name\u{201d}: \u{201c}annual_fee\u{201d}}",
        r#"{"stop_reason": "max_tokens", "candidates": [{"field_name": "annual_fee", "value": "USD 400"}]}"#,
        r#"{"candidates": [{"finish_reason": 2, "content": {"parts": [{"text": "[]"}]}}]}"#,
        r#"{"error": "overloaded", "candidates": []}"#,
    ] {
        assert!(
            import(text.as_bytes(), Format::Any, Some(&fees())).is_err(),
            "{text}"
        );
    }
}

#[test]
fn a_document_given_for_candidates_is_called_one() {
    for begins in [
        &b"%PDF-1.7\n%\xe2\xe3\xcf\xd3"[..],
        b"PK\x03\x04\x14\0\xff\xff",
    ] {
        let error = import(begins, Format::Any, None).expect_err("refused");
        assert!(error.to_string().contains("it is a document"), "{error}");
    }
}

#[test]
fn a_saved_conversation_is_opened_and_nothing_beside_it_is_lost() {
    let answer = serde_json::to_string(&format!("[{ONE}]")).expect("a string");
    let said = format!(
        r#"{{"messages": [{{"role": "user", "content": "Read it."}}, {{"role": "assistant", "content": {answer}}}]}}"#
    );
    let imported = import(said.as_bytes(), Format::Any, Some(&fees())).expect("read");
    assert_eq!(imported.candidates.len(), 1);
    let beside = said.replacen('{', &format!(r#"{{"candidates": [{OTHER}], "#), 1);
    assert!(hides_nothing(&beside), "{beside}");
}
