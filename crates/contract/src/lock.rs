//! The lock that keeps the contracts from drifting.
//!
//! `contracts.lock` holds every version each contract ever had, with a digest
//! per frozen part. Going from one version to the next is lawful only with the
//! kind of bump that what changed demands; the whole history is checked, so
//! that an unlawful step cannot be hidden by freezing it.
//!
//! Beside the contracts stand the components that the research contract calls
//! frozen, by the digest of their sources. They may change without a version,
//! and then need a new certification; the lock only says what they are.

mod error;
mod file;
mod history;
mod version;

#[cfg(test)]
mod tests;

pub use error::{LockError, LockErrorKind};
pub use history::{ContractStep, extends, steps};

use crate::certificate::ComponentDigest;
use crate::frozen::{Bump, Contract, Demand};
use file::{LockFile, LockedContract, LockedVersion};
use version::Version;

/// The name of the lock file at the root of the workspace.
pub const FILE_NAME: &str = "contracts.lock";

/// Name, version and digest of each contract.
///
/// # Errors
///
/// Where a contract cannot be hashed.
pub fn current(
    contracts: &[Contract],
) -> Result<Vec<(&'static str, &'static str, String)>, LockError> {
    let rows = contracts.iter().map(|contract| {
        let sha256 = LockedVersion::of(contract)?.sha256;
        Ok((contract.name, contract.version, sha256))
    });
    rows.collect()
}

/// The digest of all contracts of a lock, whatever components stand beside them.
///
/// # Errors
///
/// Where the lock cannot be read.
pub fn contracts_sha256(text: &str) -> Result<String, LockError> {
    LockFile::parse(text)?.contracts_sha256()
}

/// The components that a lock names.
///
/// # Errors
///
/// Where the lock cannot be read.
pub fn components(text: &str) -> Result<Vec<ComponentDigest>, LockError> {
    Ok(LockFile::parse(text)?.components)
}

/// The text of the lock after these contracts and components are frozen into it.
///
/// The text comes back as it went in where nothing changed.
///
/// # Errors
///
/// Where a version did not move as far as the change demands.
pub fn update(
    previous_text: &str,
    current: &[Contract],
    components: &[ComponentDigest],
) -> Result<String, LockError> {
    let mut lock = LockFile::parse(previous_text)?;
    follow(&lock, current)?;
    for contract in current {
        let now = LockedVersion::of(contract)?;
        match lock
            .contracts
            .iter_mut()
            .find(|locked| locked.name == contract.name)
        {
            Some(locked) => match locked.versions.last_mut() {
                Some(last) if last.is(&now) => {}
                Some(last) if history::is_widening(contract.name, last, &now) => *last = now,
                _ => locked.versions.push(now),
            },
            None => lock.contracts.push(LockedContract {
                name: contract.name.to_owned(),
                versions: vec![now],
            }),
        }
    }
    lock.components = components.to_vec();
    lock.text()
}

/// Whether the code's contracts may follow those of a lock.
///
/// # Errors
///
/// Where content changed without the bump it demands, or a contract is missing
/// on either side.
pub fn check(previous_text: &str, current: &[Contract]) -> Result<(), LockError> {
    let lock = LockFile::parse(previous_text)?;
    for contract in current {
        if !lock
            .contracts
            .iter()
            .any(|locked| locked.name == contract.name)
        {
            let problem = format!("contract `{}` is not in the lock", contract.name);
            return Err(LockError::new(LockErrorKind::NotLocked, problem));
        }
    }
    follow(&lock, current)
}

/// Whether every step of the history, and the step to the code, is lawful.
fn follow(lock: &LockFile, current: &[Contract]) -> Result<(), LockError> {
    for locked in &lock.contracts {
        let Some(contract) = current.iter().find(|contract| contract.name == locked.name) else {
            let problem = format!("contract `{}` of the lock is not in the code", locked.name);
            return Err(LockError::new(LockErrorKind::Gone, problem));
        };
        let now = LockedVersion::of(contract)?;
        let later = locked.versions.iter().skip(1).chain([&now]);
        for (old, new) in locked.versions.iter().zip(later) {
            step(contract, old, new)?;
        }
    }
    Ok(())
}

/// Whether one version may follow another.
fn step(contract: &Contract, old: &LockedVersion, new: &LockedVersion) -> Result<(), LockError> {
    let changes = changes(contract, old, new);
    let demanded = changes.iter().map(|(_, bump)| *bump).max();
    let error = |kind, what: String| {
        Err(LockError::new(
            kind,
            format!("contract `{}`: {what}", contract.name),
        ))
    };
    if old.version == new.version {
        return match demanded {
            None => Ok(()),
            Some(_) if history::is_widening(contract.name, old, new) => Ok(()),
            Some(bump) => error(
                LockErrorKind::NotBumped,
                format!(
                    "{} changed, but version `{}` did not; {}",
                    named(&changes),
                    old.version,
                    needs(bump)
                ),
            ),
        };
    }
    let (from, to) = (Version::parse(&old.version), Version::parse(&new.version));
    let Some((from, to)) = from.zip(to).filter(|(from, to)| from.same_form(*to)) else {
        let what = format!(
            "version `{}` is not spelled like `{}`",
            new.version, old.version
        );
        return error(LockErrorKind::BadVersion, what);
    };
    let Some(given) = from.bump_to(to) else {
        let what = format!(
            "version `{}` is not later than `{}`",
            new.version, old.version
        );
        return error(LockErrorKind::Backwards, what);
    };
    match demanded {
        Some(bump) if given < bump => error(
            LockErrorKind::WrongBump,
            format!(
                "{} changed: `{}` to `{}` is a {} bump; {}",
                named(&changes),
                old.version,
                new.version,
                given.name(),
                needs(bump)
            ),
        ),
        _ => Ok(()),
    }
}

fn needs(bump: Bump) -> String {
    format!("this needs at least a {} bump", bump.name())
}

fn named(changes: &[(String, Bump)]) -> String {
    let names: Vec<_> = changes
        .iter()
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    names.join(", ")
}

/// The parts that differ, each with the bump its change demands.
fn changes(contract: &Contract, old: &LockedVersion, new: &LockedVersion) -> Vec<(String, Bump)> {
    let mut changes = Vec::new();
    for part in &new.parts {
        let demand = demand(contract, &part.name);
        match old.part(&part.name) {
            None => changes.push((part.name.clone(), demand.extended)),
            Some(before) if before.sha256 == part.sha256 => {}
            Some(before) => {
                let lists = before.entries.as_ref().zip(part.entries.as_ref());
                let grown = lists.is_some_and(|(before, after)| is_within(before, after));
                let bump = if grown {
                    demand.extended
                } else {
                    demand.changed
                };
                changes.push((part.name.clone(), bump));
            }
        }
    }
    let gone = old
        .parts
        .iter()
        .filter(|part| new.part(&part.name).is_none());
    changes.extend(gone.map(|part| (part.name.clone(), Bump::Major)));
    changes
}

/// What a change of a part demands; a part the code does not know is the worst case.
fn demand(contract: &Contract, part: &str) -> Demand {
    let known = contract.parts.iter().find(|known| known.name == part);
    known.map_or(Demand::MAJOR, |part| part.demand)
}

/// Whether all entries of the first list stand in the second, in their order.
fn is_within(before: &[String], after: &[String]) -> bool {
    let mut rest = after.iter();
    before.iter().all(|entry| rest.any(|other| other == entry))
}
