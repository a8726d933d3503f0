//! Figures that belong together, and amounts that only a rate is taken of.

use groundstop_contract::report::RunFlags;
use groundstop_contract::{CandidateRecord, Decision, FieldDecision};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use serde_json::json;

/// Net, tax and total of a small invoice, each offered with its own line.
fn decide(text: &str, values: &[(&str, &str, &str)]) -> Vec<FieldDecision> {
    let mut schema = String::from("name = \"t\"\nversion = \"1.0.0\"\n");
    for (field, _, _) in values {
        schema.push_str(&format!(
            "[[field]]\nname = \"{field}\"\ntype = \"money\"\ncues = [\"{field}\"]\n"
        ));
    }
    let schema = Schema::parse(&schema).unwrap();
    let candidate = |(field, value, quote): &(&str, &str, &str)| -> CandidateRecord {
        let record =
            json!({"field_name": field, "value": value, "quote": quote, "confidence": 0.9});
        serde_json::from_value(record).unwrap()
    };
    let candidates: Vec<CandidateRecord> = values.iter().map(candidate).collect();
    let document = Document::from_text(text.as_bytes()).unwrap();
    let folded = FoldedDocument::new(&document);
    let judged = judge_all(&folded, &schema, &candidates, &RunFlags::default());
    judged.iter().map(|one| one.record().clone()).collect()
}

fn invoice(total: &str) -> Vec<FieldDecision> {
    let text = format!("Net: EUR 100.00\nTax: EUR 19.00\nTotal: EUR {total}\n");
    let quote = format!("Total: EUR {total}");
    let value = format!("EUR {total}");
    let values = [
        ("net", "EUR 100.00", "Net: EUR 100.00"),
        ("tax", "EUR 19.00", "Tax: EUR 19.00"),
        ("total", value.as_str(), quote.as_str()),
    ];
    decide(&text, &values)
}

#[test]
fn a_sum_that_adds_up_is_accepted() {
    let decisions = invoice("119.00");
    let accepted = decisions
        .iter()
        .filter(|one| one.decision == Decision::Accept);
    assert_eq!(accepted.count(), 3);
}

#[test]
fn a_sum_that_differs_is_left_to_a_person_with_all_three_values() {
    for decision in invoice("119.01") {
        assert_eq!(decision.decision, Decision::NeedReview);
        assert!(decision.value.is_some() && decision.evidence.is_some());
        let proof = serde_json::to_value(&decision.stop_proof).unwrap();
        assert_eq!(proof["review"][0]["code"], "sum_differs");
        let texts = json!(["net 100 EUR", "tax 19 EUR", "total 119.01 EUR"]);
        assert_eq!(proof["review"][0]["texts"], texts);
    }
}

#[test]
fn two_of_the_three_are_not_compared() {
    let text = "Net: EUR 100.00\nTotal: EUR 500.00\n";
    let values = [
        ("net", "EUR 100.00", "Net: EUR 100.00"),
        ("total", "EUR 500.00", "Total: EUR 500.00"),
    ];
    let decisions = decide(text, &values);
    assert!(decisions.iter().all(|one| one.decision == Decision::Accept));
}

#[test]
fn what_a_rate_is_taken_of_is_no_tax() {
    for (text, value) in [
        ("Tax 15% on $112.90", "$112.90"),
        ("Tax: 15 percent of $112.90", "$112.90"),
        ("MwSt. 19 % auf 100,00 EUR", "100,00 EUR"),
        ("TVA 20 % sur 100,00 EUR", "100,00 EUR"),
        ("IVA 22% su 100,00 EUR", "100,00 EUR"),
        ("IVA 21 % sobre 100,00 EUR", "100,00 EUR"),
        ("Btw 21% over EUR 100,00", "EUR 100,00"),
    ] {
        let decisions = decide(text, &[("tax", value, text)]);
        assert_ne!(decisions[0].decision, Decision::Accept, "{text}");
    }
    let stated = decide(
        "Tax (15%): $16.94",
        &[("tax", "$16.94", "Tax (15%): $16.94")],
    );
    assert_eq!(stated[0].decision, Decision::Accept);
}
