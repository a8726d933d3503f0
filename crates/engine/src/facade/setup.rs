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
            store: set(STORE_VARIABLE).map(|store| store.to_string_lossy().into_owned()),
            search_key: env::var(SEARCH_KEY_VARIABLE).ok(),
            second_reader: env::var_os(SECOND_READER_VARIABLE).map(PathBuf::from),
            tesseract: tesseract(),
            clock: Arc::new(SystemClock::start()),
            process: std::process::id(),
        })
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
