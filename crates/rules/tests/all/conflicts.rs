//! Sources that conflict: what the proposer makes of them, and what the gate refuses.

use groundstop_canon::json::parse;
use groundstop_contract::{ConflictingValue, Figure, RuleCandidate, RuleStatus, RuleType};
use groundstop_document::Document;
use groundstop_rules::{
    Given, ProposeRequest, conflicts, freeze, propose, read_candidates, validate,
};
use serde_json::{Value, json};

fn document(text: &str) -> Document {
    Document::from_text(text.as_bytes()).unwrap()
}

fn found(document: &Document, types: &[RuleType]) -> Vec<RuleCandidate> {
    let request = ProposeRequest {
        types,
        pages: None,
        currency: None,
        extracted_at: "2026-01-25T12:00:00Z",
    };
    propose(document, &request)
}

/// A statute of seven pages; the third and the seventh say these.
fn seven_pages(third: &str, seventh: &str) -> Document {
    document(&format!(
        "THE EXAMPLE FINANCE ACT\n\nCHAPTER I\n\nPRELIMINARY\n\n1. This Act may be called the Finance Act.\
         \u{c}2. Words have the meanings given to them in the principal Act.\
         \u{c}CHAPTER II\n\nRATES OF INCOME-TAX\n\n3. {third}\
         \u{c}4. Returns shall be made in the prescribed form.\
         \u{c}5. Officers shall be appointed by the Board.\
         \u{c}CHAPTER III\n\nMISCELLANEOUS\n\n6. The Board may make rules.\
         \u{c}7. {seventh}"
    ))
}

fn rate(text: &str) -> Figure {
    Figure::new(groundstop_canon::Decimal::parse(text).unwrap()).unwrap()
}

#[test]
fn the_contracts_unclear_example_as_a_document_comes_out_unclear() {
    for (third, seventh) in [
        (
            "The amount of income-tax so computed shall be increased by a surcharge, where the total \
             income exceeds fifty lakh rupees, at the rate of ten per cent of such income-tax.",
            "Where the total income exceeds fifty lakh rupees, there shall be levied a surcharge of \
             fifteen percent on the income-tax.",
        ),
        (
            "Every person whose total income exceeds Rs. 50,00,000 shall pay a surcharge on \
             income-tax at the rate of ten per cent.",
            "On a total income exceeding fifty lakh rupees there is a surcharge of fifteen percent.",
        ),
        (
            "The surcharge, in the case of every individual having a total income exceeding fifty \
             lakh rupees, shall be calculated at the rate of ten per cent of such income-tax.",
            "An individual whose total income exceeds fifty lakh rupees is liable to a surcharge of \
             fifteen percent.",
        ),
    ] {
        let act = seven_pages(third, seventh);
        let all = found(&act, &[RuleType::Rate]);
        let [one] = all.as_slice() else {
            panic!("{all:#?}");
        };
        assert_eq!(one.status, RuleStatus::Unclear);
        assert_eq!(one.rule_data, None);
        assert_eq!(one.source_pages, [3, 7]);
        let sides = one.conflicting_candidates.as_ref().unwrap();
        let told: Vec<(&ConflictingValue, u32)> = sides
            .iter()
            .map(|side| (&side.value, side.source_page))
            .collect();
        let [ten, fifteen] = ["0.1", "0.15"].map(|text| ConflictingValue::Figure(rate(text)));
        assert_eq!(told, [(&ten, 3), (&fifteen, 7)]);
        let json = parse(serde_json::to_string(one).unwrap()).unwrap();
        assert!(validate(&json).is_valid());
    }
}

fn spelled(rate: &str) -> &'static str {
    match rate {
        "0.04" => "4 per cent.",
        "0.05" => "five per cent.",
        "0.1" => "ten per cent",
        _ => "fifteen percent",
    }
}

#[test]
fn amounts_days_and_definitions_of_one_thing_conflict_too() {
    for (one, other) in [
        (
            "No tax shall be deducted where the interest does not exceed Rs. 40,000.",
            "No tax is to be deducted if the amount of interest does not exceed Rs. 50,000.",
        ),
        (
            "A gratuity up to Rs. 10,00,000 is exempt from tax.",
            "Gratuity not exceeding Rs. 20,00,000 shall be exempt from income-tax.",
        ),
        (
            "An individual is resident if he stays for a period exceeding 182 days.",
            "An individual is resident if he stays for a period exceeding 120 days.",
        ),
        (
            "“company” means any Indian company.",
            "“company” means a body corporate.",
        ),
    ] {
        let all = found(&seven_pages(one, other), &[]);
        let [one] = all.as_slice() else {
            panic!("{all:#?}");
        };
        assert_eq!(one.status, RuleStatus::Unclear, "{one:#?}");
        assert_eq!(one.source_pages, [3, 7]);
    }
}

/// A rate of a surcharge under these conditions.
fn surcharge(rate: &str, conditions: &[&str]) -> Value {
    let figure: Value = serde_json::from_str(rate).unwrap();
    json!({
        "rule_type": "rate", "status": "candidate",
        "rule_data": {"value": {"rate": figure}, "unit": "percent", "conditions": conditions},
        "source_pages": [1], "source_text": format!("a surcharge at the rate of {}", spelled(rate)),
        "confidence": 0.9, "ambiguity_reason": null, "conflicting_candidates": null,
        "extracted_at": "2026-01-25T12:00:00Z", "extractor_version": "1.0.0"
    })
}

fn read(json: &Value) -> RuleCandidate {
    let read = validate(&parse(json.to_string()).unwrap());
    read.candidate
        .unwrap_or_else(|| panic!("{:?}", read.problems))
}

fn conflict(one: &[&str], other: &[&str]) -> bool {
    let (one, other) = (
        read(&surcharge("0.1", one)),
        read(&surcharge("0.15", other)),
    );
    let groups = conflicts(&[&one, &other]);
    assert_eq!(groups, conflicts(&[&other, &one]), "either way round");
    !groups.is_empty()
}

#[test]
fn conditions_overlap_when_equal_contained_or_worded_otherwise() {
    for (one, other) in [
        (&["resident individual"][..], &["resident individual"][..]),
        (&[], &["resident individual"]),
        (&["individual"], &["individual", "opted for section 115BAC"]),
        (&["individual"], &["resident individual"]),
        (
            &["in the case of every individual"],
            &["where the person is an individual"],
        ),
        (
            &["where the total income exceeds fifty lakh rupees"],
            &["having a total income exceeding Rs. 50,00,000"],
        ),
        (
            &["CHAPTER II", "companies"],
            &["CHAPTER V", "in the case of a company"],
        ),
    ] {
        assert!(conflict(one, other), "{one:?} {other:?}");
    }
}

#[test]
fn conditions_do_not_overlap_where_each_names_what_the_other_does_not() {
    for (one, other) in [
        (
            &["in the case of a company"][..],
            &["in the case of a firm"][..],
        ),
        (
            &["on income by way of royalty"],
            &["on income by way of dividend"],
        ),
        (&["assessment year 2023-24"], &["assessment year 2024-25"]),
        (&["a resident in Lagos"], &["a resident in Kano"]),
        (
            &["where the person is resident in India"],
            &["where the person is not resident in India"],
        ),
        (
            &["of the age of sixty years or more but less than eighty years"],
            &["of the age of eighty years or more"],
        ),
        (&["in the case of a company"], &["in any other case"]),
        (
            &["a company other than a domestic company"],
            &["a domestic company"],
        ),
        (
            &["exceeding fifty lakh rupees but not exceeding one crore rupees"],
            &["exceeding one crore rupees"],
        ),
    ] {
        assert!(!conflict(one, other), "{one:?} {other:?}");
    }
}

#[test]
fn another_charge_is_another_subject() {
    let cess = |rate: &str| {
        let mut cess = surcharge(rate, &["companies"]);
        cess["source_text"] = json!(format!(
            "a cess at the rate of {} of such surcharge",
            spelled(rate)
        ));
        read(&cess)
    };
    let (one, other) = (cess("0.04"), read(&surcharge("0.1", &["companies"])));
    assert!(conflicts(&[&one, &other]).is_empty());
    assert_eq!(conflicts(&[&one, &cess("0.05")]), [[0, 1]]);
}

const ACT: &str = "1. A surcharge of ten per cent. is levied on every company.\n\n\
    2. A surcharge of fifteen per cent. is levied on every company.\n\n\
    3. A cess of four per cent. is levied on every company.\n";

/// A candidate of a statute of one page.
fn quoted(quote: &str, rate: &str, confidence: &str) -> Value {
    let mut one = surcharge(rate, &[]);
    one["source_text"] = json!(quote);
    one["confidence"] = serde_json::from_str(confidence).unwrap();
    one
}

fn refusals(act: &str, offered: &[Value]) -> Vec<Option<String>> {
    let act = document(act);
    let lines: Vec<String> = offered.iter().map(ToString::to_string).collect();
    let given: Vec<Given> = read_candidates(&format!("[{}]", lines.join(","))).unwrap();
    let frozen = freeze(&given, &[&act], None).unwrap();
    let reasons = |index| {
        let refused = frozen.set.refused.iter().find(|one| one.index == index);
        refused.map(|one| one.reasons.join("; "))
    };
    (0..offered.len()).map(reasons).collect()
}

const TEN: &str = "A surcharge of ten per cent. is levied on every company";
const FIFTEEN: &str = "A surcharge of fifteen per cent. is levied on every company";
const FOUR: &str = "A cess of four per cent. is levied on every company";

#[test]
fn the_gate_refuses_a_conflict_whatever_the_confidence() {
    let all = refusals(
        ACT,
        &[
            quoted(TEN, "0.1", "0.95"),
            quoted(FIFTEEN, "0.15", "0.3"),
            quoted(FOUR, "0.04", "0.95"),
        ],
    );
    assert!(
        all[0].as_ref().unwrap().contains("contradicts candidate 1"),
        "{all:?}"
    );
    let other = all[1].as_ref().unwrap();
    assert!(other.contains("confidence") && other.contains("contradicts candidate 0"));
    assert_eq!(all[2], None);
}

#[test]
fn the_gate_refuses_what_an_unclear_of_the_same_set_names() {
    let act = ACT.replace("2. A surcharge of fifteen", "2. A fee of fifteen");
    let unclear = json!({
        "rule_type": "rate", "status": "unclear", "rule_data": null, "source_pages": [1],
        "source_text": null, "confidence": 0.0, "ambiguity_reason": "two rates",
        "conflicting_candidates": [
            {"value": 0.1, "source_page": 1, "source_text": "surcharge of ten per cent"},
            {"value": 0.15, "source_page": 1, "source_text": "fee of fifteen per cent"}
        ],
        "extracted_at": "2026-01-25T12:00:00Z", "extractor_version": "1.0.0"
    });
    let all = refusals(
        &act,
        &[
            quoted(TEN, "0.1", "0.95"),
            unclear,
            quoted(FOUR, "0.04", "0.95"),
        ],
    );
    assert!(
        all[0]
            .as_ref()
            .unwrap()
            .contains("candidate 1, which is `unclear`, names it")
    );
    assert!(all[1].as_ref().unwrap().contains("status"));
    assert_eq!(all[2], None);
    assert_eq!(refusals(&act, &[quoted(TEN, "0.1", "0.95")]), [None]);
}

#[test]
fn the_gate_refuses_what_the_document_itself_contradicts() {
    let all = refusals(
        ACT,
        &[quoted(TEN, "0.1", "0.95"), quoted(FOUR, "0.04", "0.95")],
    );
    let reason = all[0].as_ref().unwrap();
    assert!(
        reason.contains("the document says otherwise on page 1"),
        "{reason}"
    );
    assert!(reason.contains("fifteen per cent"), "{reason}");
    assert_eq!(all[1], None);
}

#[test]
fn a_mistake_about_the_document_does_not_keep_the_truth_out() {
    let act = ACT.replace("2. A surcharge of fifteen", "2. A fee of fifteen");
    let all = refusals(
        &act,
        &[quoted(TEN, "0.1", "0.95"), quoted(TEN, "0.2", "0.95")],
    );
    assert_eq!(all[0], None);
    assert!(all[1].as_ref().unwrap().contains("alignment: numbers"));
}
