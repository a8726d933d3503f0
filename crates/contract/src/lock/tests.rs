//! The lock: which steps of which contract are lawful, and which are not.

use serde_json::json;

use super::*;
use crate::frozen::{self, Content, FrozenPart};

/// The lock with these contracts, and no component.
fn update_with(previous: &str, current: &[Contract]) -> Result<String, LockError> {
    update(previous, current, &[])
}

fn list(name: &'static str, codes: &[&str], demand: Demand) -> FrozenPart {
    let codes = codes.iter().map(|code| (*code).to_owned()).collect();
    FrozenPart {
        name,
        content: Content::List(codes),
        demand,
    }
}

fn record(name: &'static str, content: serde_json::Value, demand: Demand) -> FrozenPart {
    FrozenPart {
        name,
        content: Content::Record(content),
        demand,
    }
}

/// A contract in the manner of the research one: codes and caps by scope, order and invariants major.
fn research(version: &'static str, codes: &[&str], cap: u32, order: &[&str]) -> Vec<Contract> {
    vec![Contract {
        name: "research",
        version,
        parts: vec![
            list("codes", codes, Demand::BY_SCOPE),
            list("order", order, Demand::MAJOR),
            record("caps", json!({ "max_calls": cap }), Demand::MINOR),
        ],
    }]
}

fn base() -> Vec<Contract> {
    research("18.0.0", &["A", "B"], 5, &["B", "A"])
}

fn outcome(before: &[Contract], after: &[Contract]) -> Option<LockErrorKind> {
    let lock = update_with("", before).unwrap();
    let checked = check(&lock, after).err().map(|error| error.kind());
    let updated = update_with(&lock, after).err().map(|error| error.kind());
    assert_eq!(checked, updated, "checking and freezing judge alike");
    checked
}

#[test]
fn unchanged_content_is_lawful_and_leaves_the_lock_as_it_is() {
    let lock = update_with("", &base()).unwrap();
    assert_eq!(check(&lock, &base()), Ok(()));
    assert_eq!(update_with(&lock, &base()).unwrap(), lock);
}

#[test]
fn changed_content_without_a_bump_is_refused() {
    for after in [
        research("18.0.0", &["A", "B", "C"], 5, &["B", "A"]),
        research("18.0.0", &["A"], 5, &["B", "A"]),
        research("18.0.0", &["A", "B"], 6, &["B", "A"]),
        research("18.0.0", &["A", "B"], 5, &["A", "B"]),
    ] {
        assert_eq!(outcome(&base(), &after), Some(LockErrorKind::NotBumped));
    }
}

#[test]
fn each_change_demands_its_own_kind_of_bump() {
    let added: &[&str] = &["A", "C", "B"];
    let (same, order): (&[&str], &[&str]) = (&["A", "B"], &["B", "A"]);
    let wrong = Some(LockErrorKind::WrongBump);
    for (what, codes, cap, new_order, refused_by_patch, refused_by_minor) in [
        ("a code added", added, 5, order, wrong, None),
        ("a cap changed", same, 6, order, wrong, None),
        ("a code removed", &["A"][..], 5, order, wrong, wrong),
        ("a code renamed", &["A", "X"], 5, order, wrong, wrong),
        ("codes reordered", &["B", "A"], 5, order, wrong, wrong),
        ("the order changed", same, 5, &["A", "B"][..], wrong, wrong),
        (
            "the order extended",
            same,
            5,
            &["B", "A", "C"],
            wrong,
            wrong,
        ),
        (
            "a code added and one removed",
            &["A", "C"],
            6,
            order,
            wrong,
            wrong,
        ),
        ("nothing", same, 5, order, None, None),
    ] {
        let at = |version| research(version, codes, cap, new_order);
        assert_eq!(
            outcome(&base(), &at("18.0.1")),
            refused_by_patch,
            "{what}, patch"
        );
        assert_eq!(
            outcome(&base(), &at("18.1.0")),
            refused_by_minor,
            "{what}, minor"
        );
        assert_eq!(outcome(&base(), &at("19.0.0")), None, "{what}, major");
    }
}

#[test]
fn the_stop_contract_demands_a_major_bump_for_everything() {
    let contracts = frozen::contracts();
    let parts = contracts.first().unwrap().parts.len();
    for index in 0..parts {
        for (version, expected) in [
            ("v0.1", Some(LockErrorKind::NotBumped)),
            ("v0.2", Some(LockErrorKind::WrongBump)),
            ("v0.0", Some(LockErrorKind::Backwards)),
            ("1.0.0", Some(LockErrorKind::BadVersion)),
            ("v1.0", None),
            ("v1.3", None),
        ] {
            let mut after = frozen::contracts();
            after[0].version = version;
            match &mut after[0].parts[index].content {
                Content::List(codes) => codes.push("one_more".to_owned()),
                Content::Record(content) => *content = json!([content.take(), "more"]),
            }
            assert_eq!(
                outcome(&contracts, &after),
                expected,
                "part {index}, {version}"
            );
        }
    }
}

#[test]
fn a_version_never_goes_backwards() {
    for version in ["17.9.9", "18.0.0"] {
        let before = research("18.0.1", &["A", "B"], 5, &["B", "A"]);
        let after = research(version, &["A", "B"], 5, &["B", "A"]);
        assert_eq!(
            outcome(&before, &after),
            Some(LockErrorKind::Backwards),
            "{version}"
        );
    }
}

#[test]
fn a_part_that_disappears_is_a_major_change_and_a_new_one_asks_for_its_own_demand() {
    let with = |version| {
        let mut contracts = research(version, &["A", "B"], 5, &["B", "A"]);
        contracts[0]
            .parts
            .push(record("extra", json!(1), Demand::MINOR));
        contracts
    };
    assert_eq!(outcome(&base(), &with("18.1.0")), None);
    let without = |version| research(version, &["A", "B"], 5, &["B", "A"]);
    assert_eq!(
        outcome(&with("18.0.0"), &without("18.1.0")),
        Some(LockErrorKind::WrongBump)
    );
    assert_eq!(outcome(&with("18.0.0"), &without("19.0.0")), None);
}

#[test]
fn a_contract_missing_on_either_side_is_refused() {
    let lock = update_with("", &base()).unwrap();
    assert_eq!(check(&lock, &[]).unwrap_err().kind(), LockErrorKind::Gone);
    assert_eq!(
        check("", &base()).unwrap_err().kind(),
        LockErrorKind::NotLocked
    );
}

#[test]
fn every_version_is_kept_and_every_step_is_checked_again() {
    let first = update_with("", &base()).unwrap();
    let grown = research("18.1.0", &["A", "B", "C"], 5, &["B", "A"]);
    let second = update_with(&first, &grown).unwrap();
    assert!(second.contains("18.0.0") && second.contains("18.1.0"));
    assert_eq!(check(&second, &grown), Ok(()));
    // The step written into the history as a patch is found later, although the code agrees.
    let forged = second.replace("18.1.0", "18.0.1");
    let code = research("18.0.1", &["A", "B", "C"], 5, &["B", "A"]);
    assert_eq!(
        check(&forged, &code).unwrap_err().kind(),
        LockErrorKind::WrongBump
    );
}

#[test]
fn a_frozen_version_is_never_rewritten() {
    let first = update_with("", &base()).unwrap();
    let grown = research("18.1.0", &["A", "B", "C"], 5, &["B", "A"]);
    let second = update_with(&first, &grown).unwrap();
    assert_eq!(extends("", &first), Ok(()));
    assert_eq!(extends(&first, &first), Ok(()));
    assert_eq!(extends(&first, &second), Ok(()));
    // The same version number with other content: lawful for the file alone, not for its history.
    let rewritten = update_with("", &research("18.0.0", &["A", "C"], 5, &["B", "A"])).unwrap();
    for later in [rewritten.as_str(), ""] {
        assert_eq!(
            extends(&first, later).unwrap_err().kind(),
            LockErrorKind::Rewritten
        );
    }
    assert_eq!(
        extends(&second, &first).unwrap_err().kind(),
        LockErrorKind::Rewritten
    );
}

#[test]
fn the_order_of_parts_in_the_code_does_not_matter() {
    let lock = update_with("", &base()).unwrap();
    let mut turned = base();
    turned[0].parts.reverse();
    assert_eq!(update_with(&lock, &turned).unwrap(), lock);
}

#[test]
fn a_lock_changed_by_hand_is_unreadable() {
    let lock = update_with("", &base()).unwrap();
    for broken in [
        lock.replace("\"A\"", "\"Z\""),
        lock.replace("\"contracts\"", "\"contract\""),
        lock.replace("\"name\"", "\"label\""),
        "{".to_owned(),
        "{\"contracts\": [], \"contracts\": []}".to_owned(),
    ] {
        let error = check(&broken, &base()).unwrap_err();
        assert_eq!(error.kind(), LockErrorKind::Unreadable, "{error}");
    }
}

#[test]
fn a_refusal_says_what_changed_and_what_it_needs() {
    let lock = update_with("", &base()).unwrap();
    let message = |after: &[Contract]| check(&lock, after).unwrap_err().to_string();
    assert_eq!(
        message(&research("18.0.0", &["A"], 6, &["B", "A"])),
        "contract `research`: `codes`, `caps` changed, but version `18.0.0` did not; \
         this needs at least a major bump"
    );
    assert_eq!(
        message(&research("18.0.1", &["A", "B"], 6, &["B", "A"])),
        "contract `research`: `caps` changed: `18.0.0` to `18.0.1` is a patch bump; \
         this needs at least a minor bump"
    );
}
