//! Why a store did not do what it was asked to.

use super::PRODUCT;

/// What went wrong. Nothing was written unless it is said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// A newer version wrote the store.
    #[error(
        "the store is of version {found}{}; {} reads stores up to version {known}",
        written_by(.product.as_deref()), PRODUCT
    )]
    Newer {
        /// The store's version.
        found: u32,
        /// The newest version this build reads.
        known: u32,
        /// The product that wrote it, where it says so.
        product: Option<String>,
    },
    /// It is something else than a ledger.
    #[error("not a ledger: {0}")]
    NotALedger(String),
    /// It is a store of another log.
    #[error("the store is of the log `{found}`, not of `{expected}`")]
    OtherLog {
        /// The log it is of.
        found: String,
        /// The log it should be of.
        expected: String,
    },
    /// It cannot be written to.
    #[error("the store cannot be written to: {0}")]
    ReadOnly(String),
    /// There is no room.
    #[error("the store has no room: {0}")]
    Full(String),
    /// Others kept it busy for too long.
    #[error("the store was busy for too long: {0}")]
    Busy(String),
    /// It went away, and trying again did not help.
    #[error("the store went away: {0}")]
    Gone(String),
    /// It does not promise to keep what it was given.
    #[error("the store is not durable: {0}")]
    NotDurable(String),
    /// It holds something that cannot be right.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// It should hold a log, and holds nothing.
    #[error("the log that was here is gone: {0}")]
    Lost(String),
    /// What should be kept is too large.
    #[error("too large for the store: {0}")]
    TooLarge(String),
    /// It cannot be opened.
    #[error("the store cannot be opened: {0}")]
    CannotOpen(String),
    /// Anything else.
    #[error("the store failed: {0}")]
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

/// Who wrote a store, where it says so.
fn written_by(product: Option<&str>) -> String {
    product.map_or_else(String::new, |product| format!(", written by {product}"))
}
