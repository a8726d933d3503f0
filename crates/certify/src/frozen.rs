//! Frozen parts: nothing that a contract freezes changed without its version.

use groundstop_canon::sha256_hex;
use groundstop_contract::certificate::ComponentDigest;
use groundstop_contract::frozen::Content;
use groundstop_contract::lock;
use serde_json::Value;

use crate::sheet::{NotRun, Sheet};
use crate::world::Bench;

/// The lock as it was when this was built.
const LOCK: &str = include_str!("../../../contracts.lock");

/// SHA-256 of the lock of all contracts that this build follows.
#[must_use]
pub fn lock_sha256() -> String {
    sha256_hex(LOCK.as_bytes())
}

/// The five frozen components of the research contract, as this build has them.
#[must_use]
pub fn components() -> Vec<ComponentDigest> {
    let all = [
        ("adapter", env!("GROUNDSTOP_COMPONENT_ADAPTER")),
        ("policy", env!("GROUNDSTOP_COMPONENT_POLICY")),
        ("injection", env!("GROUNDSTOP_COMPONENT_INJECTION")),
        ("validator", env!("GROUNDSTOP_COMPONENT_VALIDATOR")),
        ("router", env!("GROUNDSTOP_COMPONENT_ROUTER")),
    ];
    let named = all.into_iter().map(|(name, sha256)| ComponentDigest {
        name: name.to_owned(),
        sha256: sha256.to_owned(),
    });
    named.collect()
}

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let current = bench.product.contracts();
    let followed = lock::check(LOCK, &current).map_err(|error| error.to_string());
    sheet.equal("the lock", &followed, &Ok(()));
    let unchanged = lock::update(LOCK).is_ok_and(|text| text == LOCK);
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
