//! Bands of something else than income, and tables that cannot be read.

use groundstop_canon::json::parse;
use groundstop_contract::{RuleCandidate, RuleStatus, RuleType};
use groundstop_document::Document;
use groundstop_rules::{Aligner, ProposeRequest, propose, validate};
use serde_json::{Value, json};

fn document(text: &str) -> Document {
    Document::from_text(text.as_bytes()).unwrap()
}

fn found(text: &str) -> Vec<RuleCandidate> {
    let request = ProposeRequest {
        types: &[],
        pages: None,
        currency: None,
        extracted_at: "2026-01-25T12:00:00Z",
    };
    propose(&document(text), &request)
}

fn failure(text: &str, json: &Value) -> Option<(String, String)> {
    let candidate = validate(&parse(json.to_string()).unwrap())
        .candidate
        .unwrap();
    let document = document(text);
    let alignment = Aligner::new(&document).align(&candidate);
    let failure = alignment.first_failure()?;
    Some((
        failure.check.to_owned(),
        failure.difference.clone().unwrap_or_default(),
    ))
}

const TURNOVER: &str = "An Act of India\n\nRates of tax on annual turnover\n\n\
    The tax on the annual turnover is as follows:\n\n\
    (a) Up to Rs. 50,00,000 Nil;\n\n\
    (b) From Rs. 50,00,001 to Rs. 1,00,00,000 2 per cent.;\n\n\
    (c) Above Rs. 1,00,00,000 3 per cent.\n";

#[test]
fn bands_on_turnover_value_and_quantity_keep_their_range() {
    for (text, ranges) in [
        (
            TURNOVER,
            vec![
                "Up to Rs. 50,00,000",
                "From Rs. 50,00,001 to Rs. 1,00,00,000",
                "Above Rs. 1,00,00,000",
            ],
        ),
        (
            "An Act of India\n\nRates of stamp duty\n\nThe duty on the value of the property is as follows:\n\n\
             Up to Rs. 5,00,000 3 per cent.\n\nAbove Rs. 5,00,000 5 per cent.\n",
            vec!["Up to Rs. 5,00,000", "Above Rs. 5,00,000"],
        ),
        (
            "Rates of duty on spirits\n\nThe following rates are charged by quantity:\n\n\
             (a) not exceeding 1,000 litres 5 per cent.;\n\n(b) exceeding 1,000 litres 10 per cent.\n",
            vec!["not exceeding 1,000 litres", "exceeding 1,000 litres"],
        ),
    ] {
        let all = found(text);
        assert_eq!(all.len(), ranges.len(), "{all:#?}");
        for (one, range) in all.iter().zip(ranges) {
            assert_eq!(
                (one.rule_type, one.status),
                (RuleType::Rate, RuleStatus::Candidate),
                "{one:#?}"
            );
            let data = one.rule_data.as_ref().unwrap();
            assert!(data.conditions.iter().any(|c| c == range), "{one:#?}");
            // A rate that lost its range says more than the text.
            let mut lost = serde_json::to_value(one).unwrap();
            let kept: Vec<&String> = data.conditions.iter().filter(|c| *c != range).collect();
            lost["rule_data"]["conditions"] = json!(kept);
            let (check, difference) = failure(text, &lost).unwrap();
            assert_eq!(check, "conditions_complete", "{difference}");
        }
    }
}

#[test]
fn a_band_on_turnover_is_no_slab_of_income() {
    let slab = json!({
        "rule_type": "tax_slab", "status": "candidate",
        "rule_data": {"value": {"income_min": 0, "income_max": 5_000_000, "rate": 0.0}, "unit": "INR",
                      "conditions": ["The tax on the annual turnover is as follows"]},
        "source_pages": [1], "source_text": "Up to Rs. 50,00,000 Nil",
        "confidence": 0.9, "ambiguity_reason": null, "conflicting_candidates": null,
        "extracted_at": "2026-01-25T12:00:00Z", "extractor_version": "1.0.0"
    });
    let (check, difference) = failure(TURNOVER, &slab).unwrap();
    assert_eq!(check, "numbers");
    assert!(difference.contains("one of turnover"), "{difference}");
}

#[test]
fn a_table_that_cannot_be_read_is_never_passed_over() {
    for text in [
        "Rates of income tax\n\nIncome bracket and tax\n\n| $10,000 | 10% |\n| $20,000 | 20% |\n| $30,000 | 30% |\n",
        "Tax table\n\nTaxable income and rate\n\n0 - 300000   0\n300001 - 600000   5\n600001 - 900000   10\n",
        "Rates of tax\n\nTotal income\n\nUp to 2,50,000   Nil\n2,50,001 to 5,00,000   5%\nAbove 5,00,000   20%\n",
        "Rates of tax on income\n\nUp to 2,50,000\n\n2,50,001 to 5,00,000\n\nAbove 5,00,000\n\nNil\n\n5%\n\n20%\n",
        "Rates of tax on chargeable income\n\nFirst 300,000   7%\nNext 300,000   11%\nAbove 3,200,000   24%\n",
    ] {
        let all = found(text);
        assert!(!all.is_empty(), "{text}");
        assert!(
            all.iter().all(|c| c.status != RuleStatus::Candidate),
            "{all:#?}"
        );
        for one in &all {
            assert!(
                one.source_text.is_some() && one.ambiguity_reason.is_some(),
                "{one:#?}"
            );
            let json = serde_json::to_value(one).unwrap();
            assert_eq!(failure(text, &json), None);
        }
    }
    assert!(found("The meeting was on 12 May 2024.\n\n2,500 people came.\n").is_empty());
}
