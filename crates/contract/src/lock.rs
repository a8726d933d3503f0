//! The lock that keeps the contracts from drifting.
//!
//! `contracts.lock` holds every version each contract ever had, with a digest
//! per frozen part. Going from one version to the next is lawful only with the
//! kind of bump that what changed demands; the whole history is checked, so
//! that an unlawful step cannot be hidden by freezing it.

mod error;
mod file;
mod version;

#[cfg(test)]
mod tests;

pub use error::{LockError, LockErrorKind};

use crate::frozen::{self, Bump, Contract, Demand};
use file::{LockFile, LockedContract, LockedVersion};
use version::Version;

/// The name of the lock file at the root of the workspace.
pub const FILE_NAME: &str = "contracts.lock";

/// The text of a lock that knows the contracts as the code has them, and no earlier version.
///
/// # Errors
///
/// Where a contract cannot be hashed.
pub fn render() -> Result<String, LockError> {
    update("")
}

/// Name, version and digest of every contract as the code has it.
///
/// # Errors
///
/// Where a contract cannot be hashed.
pub fn current() -> Result<Vec<(&'static str, &'static str, String)>, LockError> {
    frozen::contracts()
        .iter()
        .map(|contract| {
            Ok((
                contract.name,
                contract.version,
                LockedVersion::of(contract)?.sha256,
            ))
        })
        .collect()
}

/// The text of the lock after the code's contracts are frozen into it.
///
/// The text comes back as it went in where nothing changed.
///
/// # Errors
///
/// Where a version did not move as far as the change demands.
pub fn update(previous_text: &str) -> Result<String, LockError> {
    update_with(previous_text, &frozen::contracts())
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

/// The one version that was ever frozen anew under its own number: `v0.1` of the STOP triggers held
/// our own code lists too, which are versioned apart since. Its digest, first and then.
const RESTARTED: (&str, &str, &str) = (
    "stop-triggers",
    "b5125da055c3f0b0f9c19cde6441daecb59d6793026e8d16e1d77a23e5d8c1fc",
    "03a83068530a442a47db31b9620fed391734c24b4229c5584d400c850e7f921c",
);

/// Whether a step of the history is the one that took our code lists out of the contract.
fn is_restart(name: &str, earlier: &str, later: &str) -> bool {
    (name, earlier, later) == RESTARTED
}

/// Whether a lock only adds to an earlier one: no frozen version may be rewritten.
///
/// # Errors
///
/// Where a version that was frozen is missing or has other content.
pub fn extends(earlier_text: &str, later_text: &str) -> Result<(), LockError> {
    let (earlier, later) = (LockFile::parse(earlier_text)?, LockFile::parse(later_text)?);
    for old in &earlier.contracts {
        let new = later
            .contracts
            .iter()
            .find(|contract| contract.name == old.name);
        let mut kept = new.map_or(&[][..], |new| &new.versions).iter();
        for version in &old.versions {
            let now = kept.next();
            let restarted =
                now.is_some_and(|now| is_restart(&old.name, &version.sha256, &now.sha256));
            if now != Some(version) && !restarted {
                let problem = format!(
                    "contract `{}`: frozen version `{}` was rewritten",
                    old.name, version.version
                );
                return Err(LockError::new(LockErrorKind::Rewritten, problem));
            }
        }
    }
    Ok(())
}

fn update_with(previous_text: &str, current: &[Contract]) -> Result<String, LockError> {
    let mut lock = LockFile::parse(previous_text)?;
    follow(&lock, current)?;
    for contract in current {
        let now = LockedVersion::of(contract)?;
        match lock
            .contracts
            .iter_mut()
            .find(|locked| locked.name == contract.name)
        {
            Some(locked) if locked.versions.last().is_some_and(|last| last.is(&now)) => {}
            Some(locked) => locked.versions.push(now),
            None => lock.contracts.push(LockedContract {
                name: contract.name.to_owned(),
                versions: vec![now],
            }),
        }
    }
    lock.text()
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
