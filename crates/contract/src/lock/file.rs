//! The lock file: every version a contract ever had, with the digests of its parts.

use std::collections::BTreeMap;

use groundstop_canon::{jcs, strict};
use serde::{Deserialize, Serialize};

use super::error::{LockError, LockErrorKind};
use crate::certificate::ComponentDigest;
use crate::frozen::{Content, Contract};

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LockFile {
    pub(super) contracts: Vec<LockedContract>,
    /// What the research contract calls frozen components, as the code has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) components: Vec<ComponentDigest>,
}

/// One contract with its versions, the newest last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LockedContract {
    pub(super) name: String,
    pub(super) versions: Vec<LockedVersion>,
}

/// One version of a contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LockedVersion {
    pub(super) version: String,
    /// Over the canonical JSON of everything frozen.
    pub(super) sha256: String,
    pub(super) parts: Vec<LockedPart>,
}

/// One part of a version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LockedPart {
    pub(super) name: String,
    /// Over the canonical JSON of the part's content.
    pub(super) sha256: String,
    /// The codes themselves, where the part is a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) entries: Option<Vec<String>>,
}

impl LockFile {
    /// Reads a lock; no text at all is an empty lock.
    pub(super) fn parse(text: &str) -> Result<LockFile, LockError> {
        if text.trim().is_empty() {
            return Ok(LockFile::default());
        }
        let unreadable = |why: String| {
            LockError::new(
                LockErrorKind::Unreadable,
                format!("`contracts.lock` is unreadable: {why}"),
            )
        };
        let json = strict::parse(text).map_err(|error| unreadable(error.to_string()))?;
        let json = json
            .to_serde()
            .ok_or_else(|| unreadable("a number is too large".to_owned()))?;
        let lock: LockFile =
            serde_json::from_value(json).map_err(|error| unreadable(error.to_string()))?;
        for contract in &lock.contracts {
            for version in &contract.versions {
                if let Some(part) = version.parts.iter().find(|part| !part.is_whole()) {
                    let (name, version) = (&contract.name, &version.version);
                    let why = format!(
                        "the entries of `{}` of `{name}` {version} do not have the digest beside them",
                        part.name
                    );
                    return Err(unreadable(why));
                }
            }
        }
        Ok(lock)
    }

    /// The digest of the contracts alone.
    pub(super) fn contracts_sha256(&self) -> Result<String, LockError> {
        jcs::digest(&self.contracts).map_err(|error| not_hashable("lock", &error))
    }

    /// The text of the lock, for people to read.
    pub(super) fn text(&self) -> Result<String, LockError> {
        let pretty =
            serde_json::to_string_pretty(self).map_err(|error| not_hashable("lock", &error))?;
        Ok(format!("{pretty}\n"))
    }
}

impl LockedPart {
    /// Whether the entries, where there are any, have the digest beside them.
    fn is_whole(&self) -> bool {
        let Some(entries) = &self.entries else {
            return true;
        };
        jcs::digest(entries).is_ok_and(|digest| digest == self.sha256)
    }
}

impl LockedVersion {
    /// What the lock keeps of a contract as the code has it.
    pub(super) fn of(contract: &Contract) -> Result<LockedVersion, LockError> {
        let hash = |error: jcs::JcsError| not_hashable(contract.name, &error);
        let mut parts = Vec::new();
        let mut whole = BTreeMap::new();
        for part in &contract.parts {
            whole.insert(part.name, &part.content);
            parts.push(LockedPart {
                name: part.name.to_owned(),
                sha256: jcs::digest(&part.content).map_err(hash)?,
                entries: match &part.content {
                    Content::List(entries) => Some(entries.clone()),
                    Content::Record(_) => None,
                },
            });
        }
        let sha256 = jcs::digest(&whole).map_err(hash)?;
        Ok(LockedVersion {
            version: contract.version.to_owned(),
            sha256,
            parts,
        })
    }

    /// Whether both are the same version with the same content.
    pub(super) fn is(&self, other: &LockedVersion) -> bool {
        self.version == other.version && self.sha256 == other.sha256
    }

    /// The part of that name.
    pub(super) fn part(&self, name: &str) -> Option<&LockedPart> {
        self.parts.iter().find(|part| part.name == name)
    }
}

fn not_hashable(name: &str, error: &dyn std::error::Error) -> LockError {
    LockError::new(
        LockErrorKind::NotHashable,
        format!("`{name}` cannot be hashed: {error}"),
    )
}
