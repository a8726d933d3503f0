//! What two outcomes have in common, and the first thing in which they differ.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Outcome;

/// Keys whose values differ from run to run by nature: when it was, and which run it was.
const OF_THE_RUN: &[&str] = &[
    "decided_at",
    "frozen_at",
    "extracted_at",
    "recorded_at",
    "asked_at",
    "started_at",
    "created_at",
    "generated_at",
    "elapsed_ms",
    "id",
    "run",
    "run_id",
];

/// The longest value that is printed, in characters.
const SHOWN_MAX: usize = 80;

/// How many parts of a group's cases were equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) equal: usize,
    pub(super) different: usize,
}

impl Tally {
    /// Counts the parts of a case, and tells of each that differs.
    pub(super) fn add(&mut self, name: &str, before: &Outcome, after: &Outcome) -> Vec<String> {
        let mut told = Vec::new();
        if before.code != after.code {
            told.push(format!(
                "{name}: exit code {:?} / {:?}",
                before.code, after.code
            ));
        }
        let parts: BTreeSet<&String> = before.parts.keys().chain(after.parts.keys()).collect();
        for part in parts {
            let place = format!("{name} {part}");
            let place = place.trim_end();
            match (before.parts.get(part), after.parts.get(part)) {
                (Some(one), Some(other)) => match difference(one, other) {
                    Some(differs) => told.push(format!("{place}: {differs}")),
                    None => self.equal += 1,
                },
                (None, _) => told.push(format!("{place}: only the new build has it")),
                (_, None) => told.push(format!("{place}: only the old build has it")),
            }
        }
        self.different += told.len();
        told
    }
}

/// Takes out what differs from run to run by nature.
pub(super) fn settled(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|key, _| !OF_THE_RUN.contains(&key.as_str()));
            members.values_mut().for_each(settled);
        }
        Value::Array(items) => items.iter_mut().for_each(settled),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The first place in which two values differ, with both sides.
pub(super) fn difference(one: &Value, other: &Value) -> Option<String> {
    if one == other {
        return None;
    }
    let (place, one, other) = first(one, other);
    Some(format!("{place}: {} / {}", shown(one), shown(other)))
}

/// The deepest place at which the first difference can be named.
fn first<'v>(one: &'v Value, other: &'v Value) -> (String, Option<&'v Value>, Option<&'v Value>) {
    let inner: Option<(String, Option<&Value>, Option<&Value>)> = match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            let mut pairs = keys.into_iter().map(|key| (key, a.get(key), b.get(key)));
            pairs
                .find(|(_, a, b)| a != b)
                .map(|(key, a, b)| (key.clone(), a, b))
        }
        (Value::Array(a), Value::Array(b)) => {
            let mut pairs = (0..a.len().max(b.len())).map(|at| (at, a.get(at), b.get(at)));
            pairs
                .find(|(_, a, b)| a != b)
                .map(|(at, a, b)| (at.to_string(), a, b))
        }
        _ => None,
    };
    match inner {
        None => (String::new(), Some(one), Some(other)),
        Some((key, Some(a), Some(b))) => {
            let (rest, a, b) = first(a, b);
            (format!("/{key}{rest}"), a, b)
        }
        Some((key, a, b)) => (format!("/{key}"), a, b),
    }
}

fn shown(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return "nothing".to_owned();
    };
    let text = value.to_string();
    match text.char_indices().nth(SHOWN_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(code: i32, parts: &[(&str, Value)]) -> Outcome {
        let parts = parts.iter().map(|(name, value)| {
            let mut value = value.clone();
            settled(&mut value);
            ((*name).to_owned(), value)
        });
        Outcome {
            code: Some(code),
            parts: parts.collect(),
        }
    }

    #[test]
    fn the_time_and_the_name_of_a_run_do_not_count() {
        let at = |time: &str| {
            let receipt = json!({"id": time, "decided_at": time});
            json!({"receipt": receipt, "decision_sha256": "a"})
        };
        let mut tally = Tally::default();
        let told = tally.add(
            "loan",
            &outcome(0, &[("", at("2026-01-01T00:00:00Z"))]),
            &outcome(0, &[("", at("2026-01-02T00:00:00Z"))]),
        );
        assert_eq!((told.len(), tally.equal, tally.different), (0, 1, 0));
    }

    #[test]
    fn another_decision_another_code_and_a_missing_document_are_told() {
        let mut tally = Tally::default();
        let before = outcome(
            3,
            &[
                ("a", json!({"decisions": [{"value": 1}, {"value": 2}]})),
                ("b", json!(1)),
                ("c", json!(2)),
            ],
        );
        let after = outcome(
            0,
            &[
                ("a", json!({"decisions": [{"value": 1}, {"value": 3}]})),
                ("c", json!(2)),
            ],
        );
        assert_eq!(
            tally.add("deals", &before, &after),
            [
                "deals: exit code Some(3) / Some(0)",
                "deals a: /decisions/1/value: 2 / 3",
                "deals b: only the old build has it",
            ]
        );
        assert_eq!((tally.equal, tally.different), (1, 3));
    }

    #[test]
    fn a_key_that_only_one_side_has_is_told() {
        let told = difference(&json!({"a": 1}), &json!({"a": 1, "b": null}));
        assert_eq!(told.as_deref(), Some("/b: nothing / null"));
    }
}
