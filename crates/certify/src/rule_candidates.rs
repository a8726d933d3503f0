//! Rule candidates: every vector of the contract breaks the rule it names and no other, and only
//! what is sure enough may freeze.

use std::collections::BTreeSet;

use groundstop_canon::{Json, json};
use groundstop_contract::{Confidence, ContractRule};
use groundstop_rules::is_above_the_gate;

use crate::sheet::{NotRun, Sheet};
use crate::world::Bench;

macro_rules! vectors {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../conformance/rule-candidate/", $name, ".json")))),+]
    };
}

/// All vectors of the contract.
const VECTORS: [(&str, &str); 12] = vectors![
    "must-1-pages",
    "must-2-quote",
    "must-3-ambiguity",
    "must-4-confidence",
    "must-5-null",
    "must-not-1-types",
    "must-not-2-conflicts",
    "must-not-3-rounding",
    "must-not-4-missing-data",
    "must-not-5-fields",
    "shape",
    "valid",
];

/// Confidences, and whether one freezes with it.
const GATE: [(&str, bool); 6] = [
    ("0", false),
    ("0.79", false),
    ("0.8", false),
    ("0.80", false),
    ("0.81", true),
    ("1", true),
];

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let mut broken_once = BTreeSet::new();
    for (file, text) in VECTORS {
        let suite = json::parse(text.as_bytes())
            .map_err(|error| NotRun::because("the vectors of the rule contract", &error))?;
        let cases = suite.get("cases").and_then(Json::as_array);
        for case in cases.into_iter().flatten() {
            let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
            let what = format!("{file}: {name}");
            let Some(candidate) = case.get("candidate") else {
                sheet.expect(false, || format!("{what}: no candidate"));
                continue;
            };
            let found = bench.product.validate(candidate);
            let broken: BTreeSet<&str> = found.problems.iter().map(|one| one.rule.code()).collect();
            let named = case.get("breaks").and_then(Json::as_array);
            let named: BTreeSet<&str> = named
                .into_iter()
                .flatten()
                .filter_map(Json::as_str)
                .collect();
            sheet.equal(&what, &broken, &named);
            let fits = case.get("fits_schema").and_then(Json::as_bool);
            sheet.equal(
                &format!("{what}: the schema"),
                &Some(found.fits_schema),
                &fits,
            );
            broken_once.extend(named.iter().map(ToString::to_string));
        }
    }
    for rule in ContractRule::ALL {
        sheet.expect(broken_once.contains(rule.code()), || {
            format!("no vector breaks {}", rule.code())
        });
    }
    for (confidence, freezes) in GATE {
        let found = Confidence::parse(confidence).is_some_and(is_above_the_gate);
        sheet.equal(&format!("frozen with {confidence}"), &found, &freezes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_vector_of_the_contract_is_left_out() {
        let folder = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../conformance/rule-candidate"
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
