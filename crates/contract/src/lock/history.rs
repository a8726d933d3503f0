//! One text of the lock after another: what was frozen stays as it was frozen.
//!
//! Some steps are excepted, each by name, each once. Everything else that
//! replaces a frozen version under its own number is refused.

use super::error::{LockError, LockErrorKind};
use super::file::{LockFile, LockedPart, LockedVersion};

/// `v0.1` of the STOP triggers held our own code lists too, which are versioned apart since. Its
/// digest, first and then.
const RESTARTED: (&str, &str, &str) = (
    "stop-triggers",
    "b5125da055c3f0b0f9c19cde6441daecb59d6793026e8d16e1d77a23e5d8c1fc",
    "03a83068530a442a47db31b9620fed391734c24b4229c5584d400c850e7f921c",
);

/// What the lock covered of these versions was less than what they freeze. They were covered in
/// full once, in one step, each from the digest that stands here: parts were added, and every part
/// that stood there before is the same to the byte. A version with another digest is none of
/// these, so the step cannot be taken a second time.
///
/// One part left with that step: our JSON Schema of rule candidates, a reading of the contract, is
/// published and versioned with our other shapes since.
const WIDENED: [(&str, &str, Option<&str>); 4] = [
    (
        "stop-triggers",
        "03a83068530a442a47db31b9620fed391734c24b4229c5584d400c850e7f921c",
        None,
    ),
    (
        "groundstop-codes",
        "37ba612fe04f7bd7bf21dbd5d2c6739583fb6613e9f38e5ecb64d25ea1b57444",
        None,
    ),
    (
        "rule-candidate",
        "e4f593f53f7aef769901630ba334fad5dcc2987e1dc03549eafd4bef26f3b062",
        Some("schema"),
    ),
    (
        "research",
        "dd8ad6382a38fac835e0a2a3627f3a9b1b4114cc81313a5bd7424185af64338e",
        None,
    ),
];

/// Whether a step of the history is the one that took our code lists out of the contract.
fn is_restart(name: &str, earlier: &LockedVersion, later: &LockedVersion) -> bool {
    (name, &*earlier.sha256, &*later.sha256) == RESTARTED
}

/// Whether a step is the one in which a version came to be covered in full: it is named, and
/// nothing that was covered before changed.
pub(super) fn is_widening(name: &str, earlier: &LockedVersion, later: &LockedVersion) -> bool {
    let named = WIDENED
        .iter()
        .find(|(of, digest, _)| (*of, *digest) == (name, &*earlier.sha256));
    named.is_some_and(|(_, _, left)| {
        let kept = |part: &LockedPart| {
            later.parts.contains(part) || left.is_some_and(|left| part.name == left)
        };
        earlier.version == later.version && earlier.parts.iter().all(kept)
    })
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
            let lawful = kept.next().is_some_and(|now| {
                now == version
                    || is_restart(&old.name, version, now)
                    || is_widening(&old.name, version, now)
            });
            if !lawful {
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

/// A contract that went on to another version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractStep {
    /// The contract's name in the lock.
    pub contract: String,
    /// The version it went on to.
    pub version: String,
}

/// The versions that a lock has more than an earlier one, of contracts that stand in both.
///
/// # Errors
///
/// Where one of them cannot be read.
pub fn steps(earlier_text: &str, later_text: &str) -> Result<Vec<ContractStep>, LockError> {
    let (earlier, later) = (LockFile::parse(earlier_text)?, LockFile::parse(later_text)?);
    let mut found = Vec::new();
    for new in &later.contracts {
        let old = earlier.contracts.iter().find(|old| old.name == new.name);
        let Some(old) = old else { continue };
        for version in new.versions.iter().skip(old.versions.len()) {
            found.push(ContractStep {
                contract: new.name.clone(),
                version: version.version.clone(),
            });
        }
    }
    Ok(found)
}
