//! Where the ledger lives: the data directory, its configuration, its keys.
#![allow(
    clippy::disallowed_methods,
    reason = "the data directory is found, read and made by one rule for all faces"
)]

mod config;
mod keys;
mod layers;
mod research;
mod state;

use std::fs;
use std::path::{Path, PathBuf};

use groundstop_ledger::audit::{Wrong, WrongKind};
use groundstop_ledger::store::{SqliteStore, Store, StoreError, open};
use groundstop_ledger::{Ledger, LedgerError};

use crate::error::{EngineError, ErrorKind};
use config::Config;

pub(crate) use config::outside_layer;
pub(crate) use keys::no_key;
pub use keys::read_public_key;
pub(crate) use layers::{ConfigLayer, layered};
pub(crate) use research::{LINKS, ResearchConfig};
pub use research::{WebOptions, code_of};
pub(crate) use state::StateDir;

const STORE: &str = "ledger.db";
/// The size of the largest key or configuration file.
const SMALL_BYTES: u64 = 64 * 1024;

/// How to name a data directory.
pub const CONFIGURE: &str = "add `--data-dir DIR`, or set GROUNDSTOP_HOME";

/// A ledger that is configured.
pub(crate) struct Home {
    folder: Option<PathBuf>,
    config: Config,
    store: Option<String>,
}

impl Home {
    /// The data directory and the store that are named; `None` where none is.
    pub(crate) fn find(
        data_dir: Option<&Path>,
        store: Option<&str>,
    ) -> Result<Option<Home>, EngineError> {
        if data_dir.is_none() && store.is_none() {
            return Ok(None);
        }
        let config = match data_dir {
            Some(folder) => Config::read(folder)?,
            None => Config::default(),
        };
        let store = store.map(str::to_owned);
        Ok(Some(Home {
            store: store.or_else(|| config.store.clone()),
            folder: data_dir.map(Path::to_owned),
            config,
        }))
    }

    /// What the configuration says about research; nothing where there is no folder.
    pub(crate) fn research(&self) -> Result<Option<ConfigLayer>, EngineError> {
        let folder = self.folder.as_deref();
        folder
            .map(|folder| self.config.research_in(folder))
            .transpose()
    }

    /// Where the store is: an address, or the file in the data directory.
    fn place(&self) -> Place {
        match (&self.store, &self.folder) {
            (Some(address), _) if address.contains("://") => Place::Database(address.clone()),
            (Some(file), _) => Place::File(PathBuf::from(file)),
            (None, Some(folder)) => Place::File(folder.join(STORE)),
            (None, None) => Place::File(PathBuf::from(STORE)),
        }
    }

    /// Opens the ledger for writing, and makes it where it is missing.
    pub(crate) fn open(&self) -> Result<Ledger, EngineError> {
        let store = match self.place() {
            Place::Database(address) => open(&address),
            Place::File(path) => {
                if let Some(folder) = path.parent() {
                    make_folder(folder)?;
                }
                SqliteStore::open(&path).map(|store| Box::new(store) as _)
            }
        };
        let bound = store.and_then(|store| self.bound(store));
        bound.map_err(|error| self.failed(&error))
    }

    /// Opens a ledger that is there, for writing.
    pub(crate) fn open_existing(&self) -> Result<Ledger, EngineError> {
        self.need_store()?;
        self.open()
    }

    /// Opens a ledger that is there, for reading.
    pub(crate) fn open_for_reading(&self) -> Result<Ledger, EngineError> {
        self.need_store()?;
        let bound = self.reading_store().and_then(|store| self.bound(store));
        bound.map_err(|error| self.failed(&error))
    }

    /// Opens a ledger that is there, to look for damage: one that cannot be read has some.
    pub(crate) fn open_to_audit(&self) -> Result<Ledger, EngineError> {
        self.need_store()?;
        let bound = self.reading_store().and_then(|store| self.bound(store));
        bound.map_err(|error| match error {
            StoreError::NotALedger(detail)
            | StoreError::Corrupt(detail)
            | StoreError::Lost(detail) => wrong_store(&Wrong {
                kind: WrongKind::Damaged,
                index: None,
                detail,
            }),
            error => self.failed(&error),
        })
    }

    fn reading_store(&self) -> Result<Box<dyn Store>, StoreError> {
        match self.place() {
            Place::Database(address) => open(&address),
            Place::File(path) => {
                SqliteStore::open_read_only(&path).map(|store| Box::new(store) as _)
            }
        }
    }

    /// Whether there is a store already; a database is taken to be there.
    pub(crate) fn has_store(&self) -> bool {
        match self.place() {
            Place::File(path) => path.exists(),
            Place::Database(_) => true,
        }
    }

    /// A file is not made by looking at it.
    pub(crate) fn need_store(&self) -> Result<(), EngineError> {
        match self.place() {
            Place::File(path) if !self.has_store() => Err(EngineError::input(
                format!("there is no ledger at `{}` yet", path.display()),
                "the first `verify` or `extract` with this data directory makes it",
            )),
            _ => Ok(()),
        }
    }

    /// The store must be of the log that the configuration names.
    fn bound(&self, store: Box<dyn Store>) -> Result<Ledger, StoreError> {
        match (store.origin()?, &self.config.origin) {
            (Some(found), Some(expected)) if found != *expected => Err(StoreError::OtherLog {
                found,
                expected: expected.clone(),
            }),
            _ => Ok(Ledger::new(store)),
        }
    }

    /// Where things are, for people.
    pub(crate) fn describe(&self) -> String {
        let store = match self.place() {
            Place::Database(address) => without_password(&address),
            Place::File(path) => path.display().to_string(),
        };
        match &self.folder {
            Some(folder) => format!("data directory {}, store {store}", folder.display()),
            None => format!("store {store}"),
        }
    }

    /// A store's error with its place and cure.
    pub(crate) fn failed(&self, error: &StoreError) -> EngineError {
        let kind = match error.is_damage() {
            true => ErrorKind::Failed,
            false => ErrorKind::Input,
        };
        EngineError::new(kind, format!("ledger: {error}"), error.cure())
    }

    /// The name of the log, as the configuration has it.
    pub(crate) fn origin(&self) -> Option<&str> {
        self.config.origin.as_deref()
    }

    /// The place of a record named by its number or by the beginning of its id.
    ///
    /// Digits alone are a number. Where they could be the beginning of an id as well,
    /// both are named, and `number:` or `id:` in front says which is meant.
    pub(crate) fn find_record(&self, ledger: &Ledger, named: &str) -> Result<u64, EngineError> {
        let (number, id) = match (named.strip_prefix("number:"), named.strip_prefix("id:")) {
            (Some(number), _) => (Some(number), None),
            (_, Some(id)) => (None, Some(id)),
            (None, None) => (Some(named), Some(named)),
        };
        let number = number.and_then(|digits| digits.parse::<u64>().ok());
        let hex = |id: &&str| id.len() >= 6 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let places = match id.filter(hex) {
            Some(id) => ledger.store().named(&id.to_lowercase()),
            None => Ok(Vec::new()),
        };
        let places = places.map_err(|error| self.failed(&error))?;
        let head = ledger.store().head().map_err(|error| self.failed(&error))?;
        let there = number.filter(|index| *index < head.frontier.size());
        match (there, places.as_slice()) {
            (Some(index), []) => Ok(index),
            (Some(index), [same]) if *same == index => Ok(index),
            (Some(index), [other, ..]) => Err(EngineError::input(
                format!(
                    "`{named}` is the number of record {index} and begins the id of record {other}"
                ),
                format!("write `number:{named}` or `id:{named}`"),
            )),
            (None, [index]) => Ok(*index),
            (None, []) => match number {
                Some(index) => Err(refused(&LedgerError::NoRecord {
                    index,
                    size: head.frontier.size(),
                })),
                None => Err(EngineError::input(
                    format!("there is no record `{named}`"),
                    "give a record's number, or six digits or more of its receipt's id",
                )),
            },
            (None, several) => Err(EngineError::input(
                format!("`{named}` begins the ids of {} records", several.len()),
                "give more digits of the id, or the record's number",
            )),
        }
    }
}

enum Place {
    Database(String),
    File(PathBuf),
}

/// What the log itself could not give.
pub(crate) fn refused(error: &LedgerError) -> EngineError {
    let kind = match error.is_damage() {
        true => ErrorKind::Failed,
        false => ErrorKind::Input,
    };
    EngineError::new(kind, format!("ledger: {error}"), error.cure())
}

/// A store that is not as it should be.
pub(crate) fn wrong_store(wrong: &Wrong) -> EngineError {
    EngineError::failed(
        format!("FAILED: {wrong}"),
        "restore the store from a copy; nothing was repaired",
    )
}

fn make_folder(folder: &Path) -> Result<(), EngineError> {
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| {
        EngineError::input(
            format!("cannot make the folder `{}`: {error}", folder.display()),
            "name a folder that can be written to",
        )
    })
}

/// An address without what nobody else should see.
fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return "a database".to_owned();
    };
    let rest = rest.split('?').next().unwrap_or_default();
    match rest.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        None => format!("{scheme}://{rest}"),
    }
}
