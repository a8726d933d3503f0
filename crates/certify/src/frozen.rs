//! Frozen parts: nothing that a contract freezes changed without its version.

use groundstop_canon::sha256_hex;
use groundstop_contract::frozen::Content;
use groundstop_contract::lock;

use crate::sheet::{NotRun, Sheet};
use crate::world::Bench;

/// The lock as it was when this was built.
const LOCK: &str = include_str!("../../../contracts.lock");

/// SHA-256 of the lock of all contracts that this build follows.
#[must_use]
pub fn lock_sha256() -> String {
    sha256_hex(LOCK.as_bytes())
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
            part_of.for_each(|part| part.content = Content::Record("something else".into()));
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
