//! What an engine is made of, as a face passes it in or the machine has it.
#![allow(
    clippy::disallowed_methods,
    reason = "what every face takes from the machine is taken here, once and by name"
)]

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use crate::SECOND_READER_VARIABLE;
use crate::clock::{Clock, SystemClock};
use crate::error::EngineError;

/// The variable that names the data directory.
const HOME_VARIABLE: &str = "GROUNDSTOP_HOME";
/// The variable that names the store.
const STORE_VARIABLE: &str = "GROUNDSTOP_STORE";
/// The variable that holds the key of a search engine.
pub(crate) const SEARCH_KEY_VARIABLE: &str = "GROUNDSTOP_SEARCH_KEY";

/// Everything an engine has from outside.
#[derive(Clone)]
pub struct Setup {
    /// The program whose hidden subcommands are the workers: one whose `main` begins
    /// with [`serve_hidden`](crate::serve_hidden).
    pub program: PathBuf,
    /// The folder that keeps the ledger, its key and its configuration.
    pub data_dir: Option<PathBuf>,
    /// Configurations that hold whatever data directory is named, the one that a later
    /// one may only lower first: the system's, then the user's.
    pub configs: Vec<PathBuf>,
    /// The folder in which runs are counted and logged by the account.
    pub state_dir: Option<PathBuf>,
    /// The account of the system that asks. Where it is named, calls by the minute are
    /// counted by it, whatever name a request gives, and every run is logged.
    pub account: Option<String>,
    /// The ledger's store, in place of the file in the data directory.
    pub store: Option<String>,
    /// The key of the search engine.
    pub search_key: Option<String>,
    /// The library of the second reader of PDFs.
    pub second_reader: Option<PathBuf>,
    /// The Tesseract program.
    pub tesseract: Option<PathBuf>,
    /// The one clock.
    pub clock: Arc<dyn Clock + Send + Sync>,
    /// A number that no other process of this machine has now.
    pub process: u32,
}

impl Setup {
    /// What this machine and the variables of the environment say.
    ///
    /// # Errors
    /// Where the system does not say which program this is.
    pub fn from_environment() -> Result<Setup, EngineError> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        Ok(Setup {
            program: env::current_exe().map_err(EngineError::internal)?,
            data_dir: set(HOME_VARIABLE).map(PathBuf::from),
            configs: configs(),
            state_dir: own_folder("XDG_STATE_HOME", ".local/state"),
            account: Some(account()),
            store: set(STORE_VARIABLE).map(|store| store.to_string_lossy().into_owned()),
            search_key: env::var(SEARCH_KEY_VARIABLE).ok(),
            second_reader: env::var_os(SECOND_READER_VARIABLE).map(PathBuf::from),
            tesseract: tesseract(),
            clock: Arc::new(SystemClock::start()),
            process: std::process::id(),
        })
    }
}

/// The system's configuration.
const SYSTEM_CONFIG: &str = "/etc/groundstop/groundstop.toml";

/// The system's configuration and the user's, whether they are there or not.
fn configs() -> Vec<PathBuf> {
    let user = own_folder("XDG_CONFIG_HOME", ".config");
    let user = user.map(|folder| folder.join("groundstop.toml"));
    std::iter::once(PathBuf::from(SYSTEM_CONFIG))
        .chain(user)
        .collect()
}

/// A folder of ours among those of the user, as the XDG base directories have it.
fn own_folder(variable: &str, otherwise: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).map(PathBuf::from);
    let named = named.filter(|folder| folder.is_absolute());
    let folder = named.or_else(|| Some(env::home_dir()?.join(otherwise)))?;
    Some(folder.join("groundstop"))
}

/// The account that this process runs under: by its number, which no variable changes.
fn account() -> String {
    use std::os::unix::fs::MetadataExt;
    let own = std::fs::metadata("/proc/self").map(|process| process.uid());
    match (own, env::var("USER")) {
        (Ok(number), _) => format!("uid {number}"),
        (Err(_), Ok(name)) => format!("user {name}"),
        (Err(_), Err(_)) => "somebody".to_owned(),
    }
}

/// The Tesseract program, where the search path leads to one.
fn tesseract() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join("tesseract"))
        .find(|program| program.is_file())
        .and_then(|program| program.canonicalize().ok())
}
