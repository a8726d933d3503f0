//! Where the ledger lives: the data directory, its configuration, its keys.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use groundstop_ledger::audit::{Wrong, WrongKind};
use groundstop_ledger::note::{SigningKey, VerifyingKey, is_key_name};
use groundstop_ledger::store::{SqliteStore, Store, StoreError, open};
use groundstop_ledger::{Ledger, LedgerError};

use super::args::HomeArgs;
use super::config::{CONFIG, Config};
use crate::commands::research::ResearchConfig;
use crate::error::{CliError, Exit};
use crate::files;
use crate::output::visible;

const STORE: &str = "ledger.db";
const KEY: &str = "ledger.key";
const PUBLIC_KEY: &str = "ledger.pub";
/// The size of the largest key or configuration file.
pub(super) const SMALL_BYTES: u64 = 64 * 1024;

/// How to name a data directory.
pub(crate) const CONFIGURE: &str = "add `--data-dir DIR`, or set GROUNDSTOP_HOME";

/// A ledger that is configured.
pub(crate) struct Home {
    folder: Option<PathBuf>,
    config: Config,
    store: Option<String>,
}

impl Home {
    /// What the options and the data directory say; `None` where they say nothing.
    pub(crate) fn find(args: &HomeArgs) -> Result<Option<Home>, CliError> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let folder = args.data_dir.clone();
        let folder = folder.or_else(|| set("GROUNDSTOP_HOME").map(PathBuf::from));
        let named = args.store.clone();
        let named = named.or_else(|| Some(set("GROUNDSTOP_STORE")?.to_string_lossy().into_owned()));
        if folder.is_none() && named.is_none() {
            return Ok(None);
        }
        let config = match &folder {
            Some(folder) => Config::read(folder)?,
            None => Config::default(),
        };
        Ok(Some(Home {
            store: named.or_else(|| config.store.clone()),
            folder,
            config,
        }))
    }

    /// What the configuration says about research; nothing where there is none.
    pub(crate) fn research(args: &HomeArgs) -> Result<ResearchConfig, CliError> {
        Ok(match Home::find(args)? {
            Some(Home {
                folder: Some(folder),
                config,
                ..
            }) => config.research_in(&folder)?,
            _ => ResearchConfig::default(),
        })
    }

    /// Like [`Home::find`], for commands that need a ledger.
    pub(crate) fn need(args: &HomeArgs) -> Result<Home, CliError> {
        Home::find(args)?.ok_or_else(|| CliError::input("no ledger is configured", CONFIGURE))
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
    pub(crate) fn open(&self) -> Result<Ledger, CliError> {
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
    pub(crate) fn open_existing(&self) -> Result<Ledger, CliError> {
        self.need_store()?;
        self.open()
    }

    /// Opens a ledger that is there, for reading.
    pub(crate) fn open_for_reading(&self) -> Result<Ledger, CliError> {
        self.need_store()?;
        let bound = self.reading_store().and_then(|store| self.bound(store));
        bound.map_err(|error| self.failed(&error))
    }

    /// Opens a ledger that is there, to look for damage: one that cannot be read has some.
    pub(crate) fn open_to_audit(&self) -> Result<Ledger, CliError> {
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
    fn need_store(&self) -> Result<(), CliError> {
        match self.place() {
            Place::File(path) if !self.has_store() => Err(CliError::input(
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
    pub(crate) fn failed(&self, error: &StoreError) -> CliError {
        let exit = match error {
            StoreError::Corrupt(_) | StoreError::Lost(_) => Exit::Failed,
            _ => Exit::Input,
        };
        CliError {
            exit,
            lines: vec![(format!("ledger: {error}"), error.cure())],
        }
    }

    /// The name of the log, as the configuration has it.
    pub(crate) fn origin(&self) -> Option<&str> {
        self.config.origin.as_deref()
    }

    fn key_path(&self) -> Option<PathBuf> {
        let beside = |folder: &PathBuf| match &self.config.key {
            Some(path) => folder.join(path),
            None => folder.join(KEY),
        };
        self.folder.as_ref().map(beside)
    }

    /// The private key, where there is one.
    pub(crate) fn signing_key(&self) -> Result<Option<SigningKey>, CliError> {
        let Some(path) = self.key_path() else {
            return Ok(None);
        };
        if !path.exists() && self.config.key.is_none() {
            return Ok(None);
        }
        let text = files::read_text(&path, SMALL_BYTES)?;
        let key = SigningKey::parse(&text).map_err(|error| {
            CliError::input(
                format!("the key `{}`: {error}", path.display()),
                "restore the key from a copy; a lost key cannot be made again",
            )
        })?;
        match &self.config.origin {
            Some(origin) if origin != key.public().name() => Err(CliError::input(
                format!(
                    "the key `{}` is of `{}`, the configuration says `{origin}`",
                    path.display(),
                    key.public().name()
                ),
                "give the key of this log",
            )),
            _ => Ok(Some(key)),
        }
    }

    /// The private key, for what cannot be done without it.
    pub(crate) fn need_signing_key(&self) -> Result<SigningKey, CliError> {
        self.signing_key()?.ok_or_else(no_key)
    }

    /// The public key: the one named, or that of the data directory.
    pub(crate) fn public_key(&self, named: Option<&str>) -> Result<Option<VerifyingKey>, CliError> {
        if let Some(named) = named {
            return read_public_key(named).map(Some);
        }
        let beside = self.folder.as_ref().map(|folder| folder.join(PUBLIC_KEY));
        match beside.filter(|path| path.exists()) {
            Some(path) => read_public_key(&path.to_string_lossy()).map(Some),
            None => Ok(self.signing_key()?.map(|key| key.public().clone())),
        }
    }

    /// Makes the key of a new log; never in place of another.
    pub(crate) fn make_key(&self, origin: &str) -> Result<(SigningKey, PathBuf), CliError> {
        let folder = self
            .folder
            .as_ref()
            .ok_or_else(|| CliError::input("a key lives in a data directory", CONFIGURE))?;
        if !is_key_name(origin) {
            return Err(CliError::input(
                format!("`{}` cannot be the name of a log", visible(origin)),
                "use a name without blanks, plus signs or unseen letters, such as example.org/contracts",
            ));
        }
        if let Some(other) = self.config.origin.as_ref().filter(|other| *other != origin) {
            return Err(CliError::input(
                format!("the configuration names the log `{other}`"),
                "use that name, or another data directory",
            ));
        }
        make_folder(folder)?;
        let key = SigningKey::generate(origin).map_err(CliError::fault)?;
        let path = self.key_path().unwrap_or_else(|| folder.join(KEY));
        write_secret(&path, &format!("{}\n", key.to_secret_text()))?;
        files::write(
            &folder.join(PUBLIC_KEY),
            format!("{}\n", key.public()).as_bytes(),
        )?;
        let config = folder.join(CONFIG);
        if self.config.origin.is_none() {
            let before = fs::read_to_string(&config).unwrap_or_default();
            let line = toml::Value::String(origin.to_owned());
            files::write(&config, format!("origin = {line}\n{before}").as_bytes())?;
        }
        Ok((key, path))
    }
}

/// There is no key.
pub(super) fn no_key() -> CliError {
    CliError::input(
        "there is no key to sign with",
        "make one with `groundstop key new --origin NAME`",
    )
}

enum Place {
    Database(String),
    File(PathBuf),
}

/// What the log itself could not give.
pub(crate) fn refused(error: &LedgerError) -> CliError {
    let exit = match error {
        LedgerError::Store(StoreError::Corrupt(_) | StoreError::Lost(_))
        | LedgerError::Rewritten(_)
        | LedgerError::CheckpointsMissing => Exit::Failed,
        _ => Exit::Input,
    };
    CliError {
        exit,
        lines: vec![(format!("ledger: {error}"), error.cure())],
    }
}

/// A store that is not as it should be.
pub(super) fn wrong_store(wrong: &Wrong) -> CliError {
    CliError {
        exit: Exit::Failed,
        lines: vec![(
            format!("FAILED: {wrong}"),
            "restore the store from a copy; nothing was repaired".to_owned(),
        )],
    }
}

fn make_folder(folder: &Path) -> Result<(), CliError> {
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| {
        CliError::input(
            format!("cannot make the folder `{}`: {error}", folder.display()),
            "name a folder that can be written to",
        )
    })
}

/// Writes a file that only its owner can read, and never over another.
fn write_secret(path: &Path, text: &str) -> Result<(), CliError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => CliError::input(
            format!("`{}` is there already", path.display()),
            "keep it: receipts are verified with it; another log needs another data directory",
        ),
        _ => CliError::input(
            format!("cannot write `{}`: {error}", path.display()),
            "check that the folder exists and has room",
        ),
    })
}

/// A public key from a file, or from the words themselves.
pub(crate) fn read_public_key(named: &str) -> Result<VerifyingKey, CliError> {
    let path = Path::new(named);
    let (text, place) = match path.exists() {
        true => (
            files::read_text(path, SMALL_BYTES)?,
            format!("the key `{named}`"),
        ),
        false => (named.to_owned(), "the key".to_owned()),
    };
    VerifyingKey::parse(&text).map_err(|error| {
        CliError::input(
            format!("{place}: {error}"),
            "give the public key, a file or a text such as example.org/contracts+0123abcd+AZ…",
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
