//! Frozen parts: nothing that a contract freezes changed without its version.

mod components;
mod limits;
mod rooms;

use groundstop_contract::frozen::Content;
use groundstop_contract::lock;
use serde_json::Value;

pub use components::components;
pub use rooms::frozen_contracts;

use crate::sheet::{NotRun, Sheet};
use crate::world::Bench;

/// The lock as it was when this was built.
const LOCK: &str = include_str!("../../../contracts.lock");

/// SHA-256 of the contracts of the lock that this build follows.
#[must_use]
pub fn lock_sha256() -> String {
    // A lock that cannot be read has no digest; the certification then fails of itself.
    lock::contracts_sha256(LOCK).unwrap_or_default()
}

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let current = bench.product.contracts();
    let followed = lock::check(LOCK, &current).map_err(|error| error.to_string());
    sheet.equal("the lock", &followed, &Ok(()));
    let unchanged = lock::update(LOCK, &current, &components()).is_ok_and(|text| text == LOCK);
    sheet.expect(unchanged, || "the lock is behind the code".to_owned());
    // The lock notices every change there can be, or it is worth nothing.
    for (at, contract) in current.iter().enumerate() {
        for (place, part) in contract.parts.iter().enumerate() {
            let mut changed = current.clone();
            let parts = changed.iter_mut().skip(at).take(1);
            let part_of = parts.flat_map(|contract| contract.parts.iter_mut().skip(place).take(1));
            part_of.for_each(|part| part.content = changed_content(&part.content));
            sheet.expect(lock::check(LOCK, &changed).is_err(), || {
                format!(
                    "`{}` of `{}` may change unnoticed",
                    part.name, contract.name
                )
            });
        }
    }
    Ok(())
}

/// The content with one thing in it changed, as somebody who edits the code would: a list
/// with its first two entries in the other order or one less, a record with one leaf
/// changed.
fn changed_content(content: &Content) -> Content {
    match content {
        Content::List(entries) => {
            let mut entries = entries.clone();
            match entries.len() {
                0 => entries.push("one_more".to_owned()),
                1 => entries.clear(),
                _ => entries.swap(0, 1),
            }
            Content::List(entries)
        }
        Content::Record(record) => {
            let mut record = record.clone();
            change_first_leaf(&mut record);
            Content::Record(record)
        }
    }
}

fn change_first_leaf(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().any(change_first_leaf),
        Value::Object(members) => members.values_mut().any(change_first_leaf),
        Value::Null => replaced(value, Value::Bool(true)),
        Value::Bool(yes) => {
            *yes = !*yes;
            true
        }
        Value::Number(_) => replaced(value, Value::from(12_345)),
        Value::String(text) => {
            text.push('x');
            true
        }
    }
}

fn replaced(value: &mut Value, by: Value) -> bool {
    *value = by;
    true
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_committed_lock_is_that_of_the_code() {
        let contracts = frozen_contracts();
        if let Err(error) = lock::check(LOCK, &contracts) {
            panic!("{error}; then run `cargo xtask freeze`");
        }
        let frozen = lock::update(LOCK, &contracts, &components()).unwrap();
        assert!(
            LOCK == frozen,
            "contracts.lock is behind the code: run `cargo xtask freeze`"
        );
    }

    #[test]
    fn every_part_of_a_contract_has_its_own_name() {
        for contract in frozen_contracts() {
            let names: BTreeSet<_> = contract.parts.iter().map(|part| part.name).collect();
            assert_eq!(names.len(), contract.parts.len(), "{}", contract.name);
        }
    }

    /// The content of a part of a contract.
    fn record(contract: &str, part: &str) -> Value {
        let contracts = frozen_contracts();
        let parts = contracts.into_iter().filter(|one| one.name == contract);
        let mut found = parts
            .flat_map(|one| one.parts)
            .filter(|one| one.name == part);
        match found.next().unwrap().content {
            Content::Record(record) => record,
            Content::List(lines) => lines.into(),
        }
    }

    #[test]
    fn the_lock_holds_what_the_contracts_say_of_their_limits() {
        let decided = |confidence: &str| {
            let rows = record("stop-triggers", "confidence_comparison");
            let rows = rows.as_array().unwrap().clone();
            let row = rows.iter().find(|row| row["confidence"] == confidence);
            row.unwrap()["decided"].clone()
        };
        assert_eq!(decided("0.6999999")[1], "insufficient_confidence");
        assert_eq!(decided("0.7")[0], "ACCEPT");
        let freezes = record("rule-candidate", "freeze_comparison");
        let freezes: Vec<_> = freezes
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["freezes"] == true)
            .collect();
        assert_eq!(freezes, [false, false, false, true, true]);
        let limits = record("research", "comparisons");
        let at = |row: usize| limits["counts"][row]["in_all"].clone();
        assert_eq!(
            [at(0), at(1), at(2)],
            ["granted", "granted", "too many in all"]
        );
        let late = |row: usize| limits["time"][row]["late"] == true;
        assert_eq!([late(0), late(1), late(2)], [false, false, true]);
    }

    #[test]
    fn the_lock_holds_which_fault_gives_which_reason() {
        let rows = record("research", "fault_to_reason");
        let reason = |call: &str| {
            let rows = rows.as_array().unwrap().iter();
            let mut rows = rows.filter(|row| row["call"] == call);
            rows.next().unwrap_or_else(|| panic!("{call}"))["reason"].clone()
        };
        for (call, expected) in [
            ("search deadline", "TIMEOUT"),
            ("search status 429", "RATE_LIMITED"),
            ("search status 402", "BUDGET_EXHAUSTED"),
            ("search status 500", "INTERNAL_INCONSISTENCY"),
            ("fetch unreachable", "INTERNAL_INCONSISTENCY"),
            ("fetch refused", "SANDBOX_VIOLATION"),
        ] {
            assert_eq!(reason(call), expected, "{call}");
        }
        assert_eq!(reason("fetch status 404"), Value::Null);
    }
}
