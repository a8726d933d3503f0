//! `cargo xtask eval gold`: labelled values of real contracts, offered with their own places.
//!
//! Nothing is proposed here: the candidate is what a person labelled, so every
//! value that is not accepted is the price of strictness.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_contract::{CandidateRecord, Decision};
use groundstop_document::Document;
use groundstop_value::{Kind, Value as Read, read_all};
use jiff::civil::Date;
use serde_json::{Value, json};

use super::extract::labels::american_date;
use super::frames::{asserting, decide};

/// A field of the labels: our name, theirs, its type, the share that must be accepted.
pub(super) const FIELDS: [(&str, &str, &str); 7] = [
    ("agreement_date", "Agreement Date", "date"),
    ("effective_date", "Effective Date", "date"),
    ("expiration_date", "Expiration Date", "date"),
    ("governing_law", "Governing Law", "jurisdiction"),
    ("governing_law_clause", "Governing Law", "text"),
    ("cap_on_liability", "Cap On Liability", "text"),
    ("warranty_duration", "Warranty Duration", "text"),
];

#[derive(Default)]
struct Count {
    offered: usize,
    accepted: usize,
    review: usize,
    /// Why the others were not accepted.
    reasons: BTreeMap<String, usize>,
}

/// Runs the evaluation and says whether it met its bounds.
pub(crate) fn run(data: &Path, wrong: bool) -> Result<bool, String> {
    let path = data.join("cuad/contracts.jsonl");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let mut table: BTreeMap<&str, Count> = BTreeMap::new();
    for line in text.lines() {
        let contract: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        judge(&contract, wrong, &mut table)?;
    }
    Ok(print(&table))
}

fn judge(
    contract: &Value,
    wrong: bool,
    table: &mut BTreeMap<&'static str, Count>,
) -> Result<(), String> {
    let text = contract["text"].as_str().unwrap_or_default();
    let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
    for (name, category, kind) in FIELDS {
        let schema = format!(
            "name = \"gold\"\nversion = \"1.0.0\"\n[[field]]\nname = \"{name}\"\ntype = \"{kind}\"\n"
        );
        let schema = asserting(&schema).map_err(|error| error.to_string())?;
        for candidate in candidates(&contract["fields"][category], name, kind, text) {
            let record: CandidateRecord =
                serde_json::from_value(candidate).map_err(|error| error.to_string())?;
            let judged = decide(&document, &schema, &[record])?;
            let count = table.entry(name).or_default();
            count.offered += 1;
            let Some(decision) = judged.first() else {
                continue;
            };
            match decision.decision {
                Decision::Accept => count.accepted += 1,
                Decision::NeedReview => count.review += 1,
                Decision::Stop => {}
            }
            if decision.decision != Decision::Accept {
                let proof = serde_json::to_value(&decision.stop_proof).unwrap_or_default();
                if wrong {
                    println!("  {name} {}: {proof}", contract["doc_id"]);
                }
                let reason = reason(&proof);
                *count.reasons.entry(reason).or_default() += 1;
            }
        }
    }
    Ok(())
}

/// The labelled values whose words the label's own text spells.
pub(super) fn candidates(label: &Value, name: &str, kind: &str, text: &str) -> Vec<Value> {
    let spans = label["spans"].as_array().cloned().unwrap_or_default();
    let answer = label["answer"].as_str().unwrap_or_default();
    let once = |span: &&Value| span["occurrences"] == 1;
    spans
        .iter()
        .filter(once)
        .filter_map(|span| {
            let said = span["text"].as_str()?;
            let value = match kind {
                "date" => spelled(said, american_date(answer)?)?,
                "jurisdiction" => said.contains(answer).then(|| answer.to_owned())?,
                _ => said.to_owned(),
            };
            (!value.is_empty() && text.contains(said)).then(|| {
                json!({"field_name": name, "value": value, "value_quote": value, "quote": said,
                    "start": span["start"], "end": span["end"], "confidence": 0.95})
            })
        })
        .collect()
}

/// The one spelling of a date in the labelled words.
fn spelled(said: &str, date: Date) -> Option<String> {
    let kind = Kind::Date {
        order: None,
        century: None,
    };
    let readings = read_all(&kind, said);
    let own: Vec<_> = readings
        .iter()
        .filter(|reading| matches!(reading.clear(), Some(Read::Date(read)) if *read == date))
        .collect();
    match own.as_slice() {
        [reading] => said.get(reading.span.clone()).map(str::to_owned),
        _ => None,
    }
}

/// The codes of a proof, for the table.
fn reason(proof: &Value) -> String {
    let codes = |list: &Value| -> Vec<String> {
        let list = list.as_array().cloned().unwrap_or_default();
        list.iter()
            .filter_map(|one| one["code"].as_str().map(str::to_owned))
            .collect()
    };
    let mut all = codes(&proof["review"]);
    all.extend(codes(&proof["issues"]));
    all.extend(codes(&proof["detail"]["rejected"]));
    match all.is_empty() {
        true => "other".to_owned(),
        false => all.join("+"),
    }
}

fn print(table: &BTreeMap<&'static str, Count>) -> bool {
    println!("field                    offered accepted review   share  not accepted, by code");
    let share = |names: &[&str]| {
        let counts = names.iter().filter_map(|name| table.get(name));
        let (offered, accepted) = counts.fold((0, 0), |sum, count| {
            (sum.0 + count.offered, sum.1 + count.accepted)
        });
        100.0 * accepted as f64 / offered.max(1) as f64
    };
    for (name, _, _) in FIELDS {
        let Some(count) = table.get(name) else {
            continue;
        };
        let reasons: Vec<String> = count
            .reasons
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        println!(
            "{name:<24} {:>7} {:>8} {:>6} {:>6.1}%  {}",
            count.offered,
            count.accepted,
            count.review,
            share(&[name]),
            reasons.join(", ")
        );
    }
    let dates = share(&["agreement_date", "effective_date", "expiration_date"]);
    let law = share(&["governing_law"]);
    let text = share(&[
        "governing_law_clause",
        "cap_on_liability",
        "warranty_duration",
    ]);
    println!(
        "dates {dates:.1}% (at least 88), governing law {law:.1}% (97), clauses {text:.1}% (95)"
    );
    dates >= 88.0 && law >= 97.0 && text >= 95.0
}
