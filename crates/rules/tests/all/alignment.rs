//! Candidates against the text: exemptions in words, other units than money, bare figures,
//! rounded figures, and conditions that were left out.

use groundstop_canon::json::parse;
use groundstop_contract::{RuleCandidate, RuleStatus, RuleType, RuleValue};
use groundstop_document::Document;
use groundstop_rules::{Aligner, ProposeRequest, freeze, propose, read_candidates, validate};
use serde_json::{Value, json};

fn document(text: &str) -> Document {
    Document::from_text(text.as_bytes()).unwrap()
}

fn found(text: &str, types: &[RuleType]) -> Vec<RuleCandidate> {
    let request = ProposeRequest {
        types,
        pages: None,
        currency: None,
        extracted_at: "2026-01-25T12:00:00Z",
    };
    propose(&document(text), &request)
}

/// A candidate of the first page.
fn candidate(kind: &str, value: &Value, unit: &Value, conditions: &[&str], quote: &str) -> Value {
    json!({
        "rule_type": kind, "status": "candidate",
        "rule_data": {"value": value, "unit": unit, "conditions": conditions},
        "source_pages": [1], "source_text": quote,
        "confidence": 0.9, "ambiguity_reason": null, "conflicting_candidates": null,
        "extracted_at": "2026-01-25T12:00:00Z", "extractor_version": "1.0.0"
    })
}

/// The first check that fails, by its name; what validation says where it is not valid.
fn failure(text: &str, json: &Value) -> Option<String> {
    let read = validate(&parse(json.to_string()).unwrap());
    let Some(candidate) = read.candidate else {
        return Some(format!("{:?}", read.problems[0].rule));
    };
    let document = document(text);
    let alignment = Aligner::new(&document).align(&candidate);
    alignment
        .first_failure()
        .map(|check| check.check.to_owned())
}

fn frozen(text: &str, json: &Value) -> usize {
    let given = read_candidates(&json.to_string()).unwrap();
    freeze(&given, &[&document(text)], None)
        .unwrap()
        .set
        .rules
        .len()
}

#[test]
fn exemptions_in_words_are_proposed_aligned_and_frozen() {
    for (text, exempt) in [
        (
            "4. Any agricultural income is exempt from tax.\n",
            vec!["Any agricultural income"],
        ),
        (
            "No income-tax shall be payable on the income of a local authority.\n",
            vec!["the income of a local authority"],
        ),
        (
            "The following incomes shall be exempt from tax:\n\n(a) agricultural income;\n\n(b) scholarships granted to meet the cost of education.\n",
            vec![
                "agricultural income",
                "scholarships granted to meet the cost of education",
            ],
        ),
    ] {
        let all = found(text, &[RuleType::Exemption]);
        let told: Vec<&RuleValue> = all
            .iter()
            .map(|c| &c.rule_data.as_ref().unwrap().value)
            .collect();
        let expected: Vec<RuleValue> = exempt
            .iter()
            .map(|text| RuleValue::Text {
                text: (*text).to_owned(),
            })
            .collect();
        assert_eq!(told, expected.iter().collect::<Vec<_>>(), "{text}");
        for one in &all {
            assert_eq!(one.rule_data.as_ref().unwrap().unit, None);
            let json = serde_json::to_value(one).unwrap();
            assert_eq!(failure(text, &json), None);
            assert_eq!(frozen(text, &json), 1, "{json}");
        }
    }
}

#[test]
fn an_exemption_that_the_words_do_not_give_is_not_aligned() {
    let text =
        "Any income of a company other than dividend is exempt from tax. A penalty is due.\n";
    let quote = "Any income of a company other than dividend is exempt from tax";
    let of = |text: &str, quote: &str| {
        candidate(
            "exemption",
            &json!({"text": text}),
            &json!(null),
            &[],
            quote,
        )
    };
    assert_eq!(
        failure(
            text,
            &of("Any income of a company other than dividend", quote)
        ),
        None
    );
    for (words, quote) in [
        ("dividend", quote),
        ("Any income of a company", quote),
        ("tax", quote),
        ("A penalty", "A penalty is due"),
    ] {
        assert_eq!(
            failure(text, &of(words, quote)).as_deref(),
            Some("numbers"),
            "{words}"
        );
    }
    assert!(found("Any gift is not exempt from tax.\n", &[]).is_empty());
}

#[test]
fn years_months_days_and_counts_are_read_and_aligned() {
    for (text, amount, unit, direction) in [
        (
            "5. An individual is a resident if he is in the country for a period exceeding one hundred and eighty-two days.\n",
            182,
            "day",
            "above",
        ),
        (
            "5. Where an asset is held for not less than three years, the gain is a long-term gain.\n",
            3,
            "year",
            "at_or_above",
        ),
        (
            "5. If the lease is for a term not exceeding 11 months, no registration is needed.\n",
            11,
            "month",
            "at_or_below",
        ),
        (
            "5. This section applies where the employer has more than twenty employees.\n",
            20,
            "count",
            "above",
        ),
    ] {
        let all = found(text, &[RuleType::Threshold]);
        let [one] = all.as_slice() else {
            panic!("{all:#?}");
        };
        let data = one.rule_data.as_ref().unwrap_or_else(|| panic!("{one:#?}"));
        assert_eq!(
            json!(data.value),
            json!({"amount": amount, "direction": direction})
        );
        assert_eq!(data.unit.as_deref(), Some(unit));
        let mut json = serde_json::to_value(one).unwrap();
        assert_eq!(frozen(text, &json), 1, "{json}");
        json["rule_data"]["value"]["amount"] = json!(amount + 1);
        assert_eq!(failure(text, &json).as_deref(), Some("numbers"));
        json["rule_data"]["value"]["amount"] = json!(amount);
        json["rule_data"]["value"]["direction"] = json!("below");
        assert_eq!(failure(text, &json).as_deref(), Some("numbers"));
        json["rule_data"]["value"] = json!(amount);
        assert_eq!(failure(text, &json), None);
        json["rule_data"]["unit"] = json!(if unit == "day" { "month" } else { "day" });
        assert_eq!(failure(text, &json).as_deref(), Some("numbers"));
    }
}

#[test]
fn a_bare_figure_is_taken_everywhere() {
    let text =
        "A cess of four per cent. is levied. A gratuity up to Rs. 10,00,000 is exempt from tax.\n";
    for (json, wrong) in [
        (
            candidate(
                "rate",
                &json!(0.04),
                &json!("percent"),
                &[],
                "A cess of four per cent. is levied",
            ),
            json!(0.05),
        ),
        (
            candidate(
                "exemption",
                &json!(1_000_000),
                &json!("INR"),
                &[],
                "A gratuity up to Rs. 10,00,000 is exempt from tax",
            ),
            json!(1_000_001),
        ),
    ] {
        assert_eq!(failure(text, &json), None);
        assert_eq!(frozen(text, &json), 1);
        let mut lie = json.clone();
        lie["rule_data"]["value"] = wrong;
        assert_eq!(failure(text, &lie).as_deref(), Some("numbers"));
    }
}

#[test]
fn rounded_figures_are_heard_before_and_after_in_proposals_and_in_alignment() {
    for words in [
        "about Rs. 2,50,000",
        "approximately Rs. 2,50,000",
        "~Rs. 2,50,000",
        "Rs. 2,50,000 or so",
        "Rs. 2,50,000 (rounded)",
        "Rs. 2,50,000, more or less",
        "2.5 lakh rupees",
        "roughly Rs. 2,50,000",
    ] {
        let text =
            format!("No tax shall be deducted where the interest does not exceed {words}.\n");
        let all = found(&text, &[RuleType::Threshold]);
        let clear = all.iter().any(|c| c.status == RuleStatus::Candidate);
        assert!(
            !clear && all.iter().all(|c| c.rule_data.is_none()),
            "{words}: {all:#?}"
        );
        let quote = text.trim_end().trim_end_matches('.');
        let json = candidate(
            "threshold",
            &json!({"amount": 250_000}),
            &json!("INR"),
            &[],
            quote,
        );
        assert_eq!(failure(&text, &json).as_deref(), Some("Must5"), "{words}");
        // A quote that leaves the rounding word out is a lie about the text.
        let bare = "does not exceed Rs. 2,50,000";
        if text.contains(bare) {
            let json = candidate(
                "threshold",
                &json!({"amount": 250_000}),
                &json!("INR"),
                &[],
                bare,
            );
            assert_eq!(failure(&text, &json).as_deref(), Some("numbers"), "{words}");
        }
    }
    for days in ["about 182 days", "182 days or so", "some 182 days"] {
        let text = format!("Where a person stays for more than {days}, he is a resident.\n");
        let all = found(&text, &[RuleType::Threshold]);
        assert!(
            all.iter().all(|c| c.rule_data.is_none()),
            "{days}: {all:#?}"
        );
    }
    let rate = "Where the total income exceeds Rs. 5,00,000, tax is charged at the rate of 10 per cent. or so.\n";
    assert!(found(rate, &[]).iter().all(|c| c.rule_data.is_none()));
}

const RESIDENTS: &str = "In the case of every resident individual,—\n\n\
    (1) where the total income does not exceed Rs. 3,00,000\nNil;\n\n\
    (2) where the total income exceeds Rs. 3,00,000\n10 per cent. of the amount by which the total income exceeds Rs. 3,00,000.\n\n\
    In the case of a firm, a surcharge is levied at the rate of twelve per cent. of income-tax, where the total income exceeds one crore rupees.\n";

#[test]
fn a_rule_that_leaves_out_what_restricts_it_is_not_aligned() {
    let slab = json!({"income_min": 0, "income_max": 300_000, "rate": 0.0});
    let quote = "where the total income does not exceed Rs. 3,00,000 Nil";
    let of = |conditions: &[&str]| candidate("tax_slab", &slab, &json!("INR"), conditions, quote);
    assert_eq!(
        failure(
            RESIDENTS,
            &of(&["In the case of every resident individual"])
        ),
        None
    );
    assert_eq!(failure(RESIDENTS, &of(&["resident individual"])), None);
    for conditions in [&[][..], &["individual"]] {
        let failed = failure(RESIDENTS, &of(conditions));
        assert_eq!(
            failed.as_deref(),
            Some("conditions_complete"),
            "{conditions:?}"
        );
        assert_eq!(frozen(RESIDENTS, &of(conditions)), 0);
    }
    // The rest of the sentence restricts as well.
    let rate = |conditions: &[&str], quote: &str| {
        candidate(
            "rate",
            &json!({"rate": 0.12}),
            &json!("percent"),
            conditions,
            quote,
        )
    };
    let short = "at the rate of twelve per cent. of income-tax";
    let range = "where the total income exceeds one crore rupees";
    assert_eq!(failure(RESIDENTS, &rate(&["firm", range], short)), None);
    for conditions in [&["firm"][..], &[range], &[]] {
        let failed = failure(RESIDENTS, &rate(conditions, short));
        assert_eq!(
            failed.as_deref(),
            Some("conditions_complete"),
            "{conditions:?}"
        );
    }
}

#[test]
fn every_condition_of_a_proposal_that_restricts_is_needed() {
    for one in found(RESIDENTS, &[]) {
        assert_eq!(one.status, RuleStatus::Candidate, "{one:#?}");
        let mut json = serde_json::to_value(&one).unwrap();
        assert_eq!(failure(RESIDENTS, &json), None);
        json["rule_data"]["conditions"] = json!([]);
        // A rate quotes its whole sentence, with what restricts it.
        if one.rule_type == RuleType::TaxSlab {
            assert_eq!(
                failure(RESIDENTS, &json).as_deref(),
                Some("conditions_complete")
            );
        }
    }
}
