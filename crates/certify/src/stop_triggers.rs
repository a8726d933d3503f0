//! STOP triggers: every vector of the contract is decided as it says, and no decision leaves in
//! another shape than the contract's.

use groundstop_contract::report::{Report, RunFlags};
use groundstop_document::Document;
use groundstop_engine::Run;
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};
use serde_json::Value;

use crate::sheet::{NotRun, Sheet};
use crate::world::Bench;

macro_rules! vectors {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../conformance/stop-triggers/", $name, ".json")))),+]
    };
}

/// All vectors of the contract.
const VECTORS: [(&str, &str); 21] = vectors![
    "best-candidate",
    "confidence",
    "conflict",
    "cut-values",
    "dates",
    "durations",
    "folds",
    "input-errors",
    "integrity-places",
    "integrity-quotes",
    "integrity-values",
    "many-values",
    "missing-evidence",
    "need-review",
    "no-candidates",
    "numbers-money-percent",
    "order-of-triggers",
    "phrases",
    "required-and-absent",
    "text-values",
    "withdrawn",
];

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for (file, text) in VECTORS {
        let suite: Value = serde_json::from_str(text)
            .map_err(|error| NotRun::because("the vectors of the STOP contract", &error))?;
        for case in suite
            .get("cases")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let name = case.get("name").and_then(Value::as_str).unwrap_or_default();
            let wrong = judged(case, bench);
            sheet.expect(wrong.is_empty(), || {
                format!("{file}: {name}: {}", wrong.join("; "))
            });
        }
    }
    Ok(())
}

/// What differs from what a case expects.
fn judged(case: &Value, bench: &Bench) -> Vec<String> {
    let Some(expect) = case.get("expect") else {
        return vec!["nothing is expected".to_owned()];
    };
    let error = expect.get("error").and_then(Value::as_str);
    match (decided(case, bench), error) {
        (Err(message), Some(part)) if message.contains(part) => Vec::new(),
        (Err(message), _) => vec![format!("the error {message:?}")],
        (Ok(_), Some(part)) => vec![format!("no error that names {part:?}")],
        (Ok(report), None) => match serde_json::to_value(&report) {
            Ok(found) => {
                let mut wrong = misshapen(&found);
                differences("", expect, &found, &mut wrong);
                wrong
            }
            Err(error) => vec![error.to_string()],
        },
    }
}

/// Decides a case as `groundstop verify` would; a refusal is its message.
fn decided(case: &Value, bench: &Bench) -> Result<Report, String> {
    let part = |key: &str| case.get(key).unwrap_or(&Value::Null);
    let text = part("document").as_str().unwrap_or_default();
    let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
    let candidates = match part("candidates_text").as_str() {
        Some(text) => text.to_owned(),
        None => part("candidates").to_string(),
    };
    let given = match part("schema") {
        Value::Null => None,
        schema => Some(Schema::parse(&schema.to_string()).map_err(|error| error.to_string())?),
    };
    let fields = given.as_ref().map(Schema::record);
    let imported =
        import(candidates.as_bytes(), Format::Any, fields).map_err(|error| error.to_string())?;
    let untyped = || Schema::untyped(&imported.candidates, imported.repeats_are_many);
    let schema = given
        .map_or_else(untyped, Ok)
        .map_err(|error| error.to_string())?;
    let vouched = serde_json::from_value(part("confidence").clone());
    let flags = RunFlags {
        confidence: vouched.map_err(|error| error.to_string())?,
        ..RunFlags::default()
    };
    let decided = bench.product.verify(&Run {
        document: &document,
        document_name: "vector",
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &flags,
        decided_at: "2025-01-01T00:00:00Z",
    });
    decided.map_err(|error| error.to_string())
}

/// Decisions that do not have the contract's shape: seven keys, and nothing in a STOP but its
/// reason and its proof.
fn misshapen(report: &Value) -> Vec<String> {
    let keys = [
        "field_name",
        "decision",
        "value",
        "evidence",
        "confidence",
        "stop_reason",
        "stop_proof",
    ];
    let mut wrong = Vec::new();
    let decisions = report.get("decisions").and_then(Value::as_array);
    for decision in decisions.into_iter().flatten() {
        let part = |key: &str| decision.get(key).unwrap_or(&Value::Null);
        let missing = keys.iter().filter(|key| decision.get(**key).is_none());
        wrong.extend(missing.map(|key| format!("no key `{key}`")));
        if part("decision") != "STOP" {
            continue;
        }
        let empty = part("value").is_null()
            && part("evidence").is_null()
            && part("confidence").as_f64() == Some(0.0);
        let proven = part("stop_reason").is_string() && part("stop_proof").is_object();
        if !empty || !proven {
            wrong.push("a STOP that is not the contract's".to_owned());
        }
    }
    wrong
}

/// Objects are compared as subsets, lists whole, numbers as numbers.
fn differences(path: &str, expected: &Value, found: &Value, wrong: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                let path = format!("{path}/{key}");
                match found.get(key) {
                    Some(found) => differences(&path, value, found, wrong),
                    None => wrong.push(format!("{path}: nothing")),
                }
            }
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            for (at, (expected, found)) in expected.iter().zip(found).enumerate() {
                differences(&format!("{path}/{at}"), expected, found, wrong);
            }
        }
        (Value::Number(one), Value::Number(other)) if one.as_f64() == other.as_f64() => {}
        _ if expected == found => {}
        _ => wrong.push(format!("{path}: {found} in place of {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_vector_of_the_contract_is_left_out() {
        let folder = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../conformance/stop-triggers"
        );
        let there: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        let taken: BTreeSet<String> = VECTORS
            .iter()
            .map(|(name, _)| format!("{name}.json"))
            .collect();
        assert_eq!(taken, there);
    }
}
