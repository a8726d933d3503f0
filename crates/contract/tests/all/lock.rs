//! The committed lock against the one before it was widened: what was locked then is locked still.
#![allow(clippy::disallowed_methods, reason = "a test reads the committed file")]

use groundstop_contract::lock::{self, LockErrorKind};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../contracts.lock");
/// The lock as it stood before it covered everything that the contracts freeze.
const BEFORE: &str = include_str!("samples/contracts-before-widening.lock");

fn committed() -> String {
    std::fs::read_to_string(FILE).unwrap()
}

#[test]
fn the_lock_was_widened_once_and_nothing_in_it_changed() {
    let now = committed();
    assert_eq!(lock::extends(BEFORE, &now), Ok(()));
    let contracts = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let (before, now) = (contracts(BEFORE), contracts(&now));
    for old in before["contracts"].as_array().unwrap() {
        let all = now["contracts"].as_array().unwrap().iter();
        let mut same = all.filter(|new| new["name"] == old["name"]);
        let new = &same.next().unwrap()["versions"];
        for (at, version) in old["versions"].as_array().unwrap().iter().enumerate() {
            assert_eq!(version["version"], new[at]["version"]);
            for part in version["parts"].as_array().unwrap() {
                let kept = new[at]["parts"].as_array().unwrap();
                // Our schema of rule candidates is one of our shapes since.
                let moved = old["name"] == "rule-candidate" && part["name"] == "schema";
                assert!(kept.contains(part) != moved, "{part}");
            }
        }
    }
}

#[test]
fn a_widening_that_changes_anything_or_comes_a_second_time_is_refused() {
    let now = committed();
    let refused = |before: &str, after: &str| lock::extends(before, after).unwrap_err().kind();
    // A part that was locked before, changed on the way.
    let part = "808b2afac67e464be47386c7fc4639a0d13f109d95d2a10ca5000e9c7b7ee73a";
    assert!(BEFORE.contains(part) && now.contains(part));
    let changed = now.replace(part, &"0".repeat(64));
    assert_eq!(refused(BEFORE, &changed), LockErrorKind::Rewritten);
    // Back again, and a part more in a version that was widened already.
    assert_eq!(refused(&now, BEFORE), LockErrorKind::Rewritten);
    let more = now.replacen("\"name\": \"messages\"", "\"name\": \"sentences\"", 1);
    assert_ne!(more, now);
    assert_eq!(refused(&now, &more), LockErrorKind::Rewritten);
}
