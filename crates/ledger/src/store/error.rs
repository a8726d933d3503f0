//! Why a store did not do what it was asked to.

use std::fmt;

use super::PRODUCT;

/// What went wrong. Nothing was written unless it is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// A newer version wrote the store.
    Newer {
        /// The store's version.
        found: u32,
        /// The newest version this build reads.
        known: u32,
        /// The product that wrote it, where it says so.
        product: Option<String>,
    },
    /// It is something else than a ledger.
    NotALedger(String),
    /// It is a store of another log.
    OtherLog {
        /// The log it is of.
        found: String,
        /// The log it should be of.
        expected: String,
    },
    /// It cannot be written to.
    ReadOnly(String),
    /// There is no room.
    Full(String),
    /// Others kept it busy for too long.
    Busy(String),
    /// It went away, and trying again did not help.
    Gone(String),
    /// It does not promise to keep what it was given.
    NotDurable(String),
    /// It holds something that cannot be right.
    Corrupt(String),
    /// It should hold a log, and holds nothing.
    Lost(String),
    /// What should be kept is too large.
    TooLarge(String),
    /// It cannot be opened.
    CannotOpen(String),
    /// Anything else.
    Failed(String),
}

impl StoreError {
    /// Whether the store itself is damaged: what it holds is not what was put there.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Corrupt(_) | StoreError::Lost(_) => true,
            StoreError::Newer { .. }
            | StoreError::NotALedger(_)
            | StoreError::OtherLog { .. }
            | StoreError::ReadOnly(_)
            | StoreError::Full(_)
            | StoreError::Busy(_)
            | StoreError::Gone(_)
            | StoreError::NotDurable(_)
            | StoreError::TooLarge(_)
            | StoreError::CannotOpen(_)
            | StoreError::Failed(_) => false,
        }
    }

    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> String {
        match self {
            StoreError::Newer { found, product, .. } => match product {
                // Who wrote it reads it; this very build does not.
                Some(product) if product != PRODUCT => format!("use {product} or a later version"),
                _ => format!(
                    "use a later groundstop; `groundstop doctor` says whether it reads stores of version {found}"
                ),
            },
            StoreError::NotALedger(_) => "name another file or database".to_owned(),
            StoreError::OtherLog { .. } => {
                "give the data directory and the store that belong together".to_owned()
            }
            StoreError::ReadOnly(_) => {
                "make it writable, or add `--no-ledger` to decide without a record".to_owned()
            }
            StoreError::Full(_) => "make room, then run the command again".to_owned(),
            StoreError::Busy(_) => "run the command again".to_owned(),
            StoreError::Gone(_) => {
                "check that the database runs and can be reached, then run the command again; with the same `--idempotency-key` nothing is recorded twice".to_owned()
            }
            StoreError::NotDurable(_) => {
                "turn `fsync` on in the server's configuration".to_owned()
            }
            StoreError::Corrupt(_) => {
                "`groundstop ledger fsck` names the first wrong record; restore the store from a copy, nothing is repaired in silence".to_owned()
            }
            StoreError::Lost(_) => {
                "restore the store from a copy; only where there never was a log, remove these files to begin one".to_owned()
            }
            StoreError::TooLarge(_) => "record less at a time".to_owned(),
            StoreError::CannotOpen(_) => {
                "check the path or the address, and the permissions".to_owned()
            }
            StoreError::Failed(_) => "see what the database says, then run it again".to_owned(),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Newer {
                found,
                known,
                product,
            } => {
                let by = product
                    .as_ref()
                    .map_or_else(String::new, |product| format!(", written by {product}"));
                write!(
                    f,
                    "the store is of version {found}{by}; {PRODUCT} reads stores up to version {known}"
                )
            }
            StoreError::NotALedger(what) => write!(f, "not a ledger: {what}"),
            StoreError::OtherLog { found, expected } => {
                write!(f, "the store is of the log `{found}`, not of `{expected}`")
            }
            StoreError::ReadOnly(what) => write!(f, "the store cannot be written to: {what}"),
            StoreError::Full(what) => write!(f, "the store has no room: {what}"),
            StoreError::Busy(what) => write!(f, "the store was busy for too long: {what}"),
            StoreError::Gone(what) => write!(f, "the store went away: {what}"),
            StoreError::NotDurable(what) => write!(f, "the store is not durable: {what}"),
            StoreError::Corrupt(what) => write!(f, "the store is damaged: {what}"),
            StoreError::Lost(what) => write!(f, "the log that was here is gone: {what}"),
            StoreError::TooLarge(what) => write!(f, "too large for the store: {what}"),
            StoreError::CannotOpen(what) => write!(f, "the store cannot be opened: {what}"),
            StoreError::Failed(what) => write!(f, "the store failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}
