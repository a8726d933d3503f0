//! The committed lock is that of the code, and every step in it was lawful.
#![allow(clippy::disallowed_methods, reason = "a test reads the committed file")]

use std::collections::BTreeSet;

use groundstop_contract::{frozen, lock};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../contracts.lock");

#[test]
fn the_committed_lock_is_that_of_the_code() {
    let committed = std::fs::read_to_string(FILE).unwrap();
    if let Err(error) = lock::check(&committed, &frozen::contracts()) {
        panic!("{error}; then run `cargo xtask freeze`");
    }
    let frozen = lock::update(&committed).unwrap();
    assert!(
        committed == frozen,
        "contracts.lock is behind the code: run `cargo xtask freeze`"
    );
}

#[test]
fn every_part_of_a_contract_has_its_own_name() {
    for contract in frozen::contracts() {
        let names: BTreeSet<_> = contract.parts.iter().map(|part| part.name).collect();
        assert_eq!(names.len(), contract.parts.len(), "{}", contract.name);
    }
}
