//! What changed from one set to the next.

use std::collections::BTreeMap;

use groundstop_canon::{Json, jcs, strict};
use groundstop_evidence::text_key;
use serde::Serialize;

/// One difference between two sets, with both quotes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum Change {
    /// Only the new set has it.
    Added {
        /// The rule.
        rule: serde_json::Value,
    },
    /// Only the old set has it.
    Removed {
        /// The rule.
        rule: serde_json::Value,
    },
    /// The same thing is ruled otherwise.
    Changed {
        /// The old rule.
        old: serde_json::Value,
        /// The new rule.
        new: serde_json::Value,
    },
}

/// What a rule is about: its type, conditions and range, or its term.
fn subject(rule: &Json) -> String {
    let data = rule.get("rule_data");
    let value = data.and_then(|data| data.get("value"));
    let mut conditions: Vec<Vec<u8>> = data
        .and_then(|data| data.get("conditions"))
        .and_then(Json::as_array)
        .unwrap_or_default()
        .iter()
        .filter_map(Json::as_str)
        .map(text_key)
        .collect();
    conditions.sort_unstable();
    let own: Vec<String> = ["income_min", "income_max", "term", "direction"]
        .iter()
        .filter_map(|key| value?.get(key))
        .filter_map(|json| jcs::to_string(json).ok())
        .collect();
    let kind = rule
        .get("rule_type")
        .and_then(Json::as_str)
        .unwrap_or_default();
    format!("{kind} {own:?} {conditions:?}")
}

/// The rules of a set by what they are about.
fn subjects(set: &Json) -> BTreeMap<String, Vec<Json>> {
    let mut all: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    let rules = set
        .get("rules")
        .and_then(Json::as_array)
        .unwrap_or_default();
    for rule in rules {
        all.entry(subject(rule)).or_default().push(rule.clone());
    }
    all
}

/// The value and unit of a rule, which is what changes.
fn says(rule: &Json) -> Option<String> {
    let data = rule.get("rule_data")?;
    let unit = jcs::to_string(data.get("unit")?).ok()?;
    Some(format!(
        "{}{unit}",
        jcs::to_string(data.get("value")?).ok()?
    ))
}

/// What changed, in the order of what the rules are about.
///
/// # Errors
/// Where one of the texts is not a set.
pub fn diff_sets(old: &str, new: &str) -> Result<Vec<Change>, String> {
    let parse = |text: &str, which: &str| {
        let set = strict::parse(text).map_err(|error| format!("the {which} set: {error}"))?;
        match set.get("rules").and_then(Json::as_array) {
            Some(_) => Ok(set),
            None => Err(format!(
                "the {which} set has no `rules`: it is not a frozen set"
            )),
        }
    };
    let (old, new) = (
        subjects(&parse(old, "first")?),
        subjects(&parse(new, "second")?),
    );
    let mut changes = Vec::new();
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let before = old.get(name).map(Vec::as_slice).unwrap_or_default();
        let after = new.get(name).map(Vec::as_slice).unwrap_or_default();
        compare(before, after, &mut changes);
    }
    Ok(changes)
}

/// Pairs off rules about one thing: those that say the same are no change.
fn compare(before: &[Json], after: &[Json], changes: &mut Vec<Change>) {
    let gone = |rules: &[Json], others: &[Json]| -> Vec<serde_json::Value> {
        rules
            .iter()
            .filter(|rule| !others.iter().any(|other| says(other) == says(rule)))
            .filter_map(Json::to_serde)
            .collect()
    };
    let mut old = gone(before, after).into_iter();
    let mut new = gone(after, before).into_iter();
    loop {
        match (old.next(), new.next()) {
            (Some(old), Some(new)) => changes.push(Change::Changed { old, new }),
            (Some(rule), None) => changes.push(Change::Removed { rule }),
            (None, Some(rule)) => changes.push(Change::Added { rule }),
            (None, None) => return,
        }
    }
}
