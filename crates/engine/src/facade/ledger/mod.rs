//! The log of everything decided: looked at, proved, signed, moved, kept in order.

mod audit;
mod log;
mod resolved;
mod transfer;

use groundstop_ledger::note::VerifyingKey;
use groundstop_ledger::store::{SCHEMA_VERSION, Swept};
use groundstop_ledger::tree::Hash;

pub use audit::{AuditOutcome, FsckRequest};
pub(super) use log::resolutions;
pub use log::{LedgerView, LogQuery};
pub use resolved::{ResolvedDecision, resolved_decisions};
pub use transfer::{ExportTarget, Exported};

use super::Engine;
use crate::error::EngineError;
use crate::home::{Home, no_key, refused};

/// A proof that the log only grew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowthProof {
    /// How many records it had, and their root.
    pub older: (u64, Hash),
    /// How many it has, and their root.
    pub newer: (u64, Hash),
    /// The hashes that lead from one root to the other.
    pub hashes: Vec<Hash>,
}

/// The ledger as it is found.
#[derive(Debug)]
pub struct LedgerHealth {
    /// Where it is, without passwords.
    pub place: String,
    /// The newest version of a store that this build reads.
    pub reads_up_to_version: u32,
    /// The store.
    pub store: Result<StoreHealth, EngineError>,
    /// The public half of the key that signs; nothing where there is none.
    pub key: Result<Option<String>, EngineError>,
}

/// A store that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreHealth {
    /// What it is and where.
    pub name: String,
    /// How many records it has.
    pub records: u64,
    /// The name of its log, where one was given.
    pub origin: Option<String>,
}

impl Engine {
    /// The proof that a record is in the log, as text.
    ///
    /// # Errors
    /// Where there is no such record, or no checkpoint covers it.
    pub fn ledger_proof(&self, record: &str) -> Result<String, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_for_reading()?;
        let index = home.find_record(&ledger, record)?;
        let key = home.public_key(None)?;
        let proof = ledger.proof(index, key.as_ref());
        Ok(proof.map_err(|error| refused(&error))?.to_string())
    }

    /// The proof that the log only grew since it had so many records.
    ///
    /// # Errors
    /// Where it never had so many.
    pub fn ledger_growth(&self, older: u64) -> Result<GrowthProof, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_for_reading()?;
        let head = ledger.store().head().map_err(|error| home.failed(&error))?;
        let newer = head.frontier.size();
        let hashes = ledger.consistency(older, newer);
        let root = |size| ledger.root_at(size).map_err(|error| refused(&error));
        Ok(GrowthProof {
            hashes: hashes.map_err(|error| refused(&error))?,
            older: (older, root(older)?),
            newer: (newer, root(newer)?),
        })
    }

    /// Signs the end of the log; the signed note. With `rotate` a key may go on that did
    /// not sign the checkpoints before.
    ///
    /// # Errors
    /// Where there is no key, or it is not the one that signed before.
    pub fn ledger_checkpoint(&self, rotate: bool) -> Result<String, EngineError> {
        let home = self.need_home()?;
        let key = home.need_signing_key()?;
        let ledger = home.open()?;
        let note = ledger.checkpoint(&key, rotate);
        note.map_err(|error| refused(&error))
    }

    /// Removes what is past its time; never a record.
    ///
    /// # Errors
    /// Where there is no ledger, or its store fails.
    pub fn ledger_gc(&self) -> Result<Swept, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_existing()?;
        let swept = ledger.store().sweep(self.now());
        swept.map_err(|error| home.failed(&error))
    }

    /// How the ledger is; nothing where none is configured.
    ///
    /// # Errors
    /// Where the configuration cannot be read.
    pub fn ledger_health(&self) -> Result<Option<LedgerHealth>, EngineError> {
        let Some(home) = self.home()? else {
            return Ok(None);
        };
        let key = home.signing_key();
        Ok(Some(LedgerHealth {
            place: home.describe(),
            reads_up_to_version: SCHEMA_VERSION,
            store: store_health(home),
            key: key.map(|key| key.map(|key| key.public().to_string())),
        }))
    }

    /// Makes the key that signs the checkpoints of a new log: where it is, and its public half.
    ///
    /// # Errors
    /// Where there is one already, or the name cannot be a log's.
    pub fn key_new(&self, origin: &str) -> Result<(std::path::PathBuf, String), EngineError> {
        let (key, path) = self.need_home()?.make_key(origin)?;
        Ok((path, key.public().to_string()))
    }

    /// The public key: the one named, or that of the data directory; nothing where there
    /// is neither.
    ///
    /// # Errors
    /// Where what is named is no key, or the configuration cannot be read.
    pub fn public_key(&self, named: Option<&str>) -> Result<Option<VerifyingKey>, EngineError> {
        match (named, self.home()?) {
            (Some(named), _) => crate::home::read_public_key(named).map(Some),
            (None, Some(home)) => home.public_key(None),
            (None, None) => Ok(None),
        }
    }

    /// The public half of the key of the data directory.
    ///
    /// # Errors
    /// Where there is none.
    pub fn key_show(&self) -> Result<VerifyingKey, EngineError> {
        self.need_home()?.public_key(None)?.ok_or_else(no_key)
    }

    /// The private key of the data directory, where there is one: what is signed with it is
    /// signed as this log.
    ///
    /// # Errors
    /// Where it cannot be read, or is of another log.
    pub fn signing_key(&self) -> Result<Option<groundstop_ledger::note::SigningKey>, EngineError> {
        match self.home()? {
            Some(home) => home.signing_key(),
            None => Ok(None),
        }
    }
}

fn store_health(home: &Home) -> Result<StoreHealth, EngineError> {
    let ledger = home.open_for_reading()?;
    let store = ledger.store();
    let head = store.head().map_err(|error| home.failed(&error))?;
    Ok(StoreHealth {
        name: store.describe(),
        records: head.frontier.size(),
        origin: store.origin().map_err(|error| home.failed(&error))?,
    })
}
