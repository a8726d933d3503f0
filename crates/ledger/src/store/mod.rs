//! The stores behind one trait: a file of SQLite, a PostgreSQL database, memory.
//!
//! Every store appends under one lock, so that the sequence has no gap whoever
//! writes; what is planned under that lock is worked out in one place
//! ([`plan`]), and a store only carries it out.

mod error;
mod memory;
mod plan;
mod postgres;
mod sqlite;

pub use error::StoreError;
pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use serde::{Deserialize, Serialize};

use crate::kept::{Kept, Namespace, Put, PutOutcome};
use crate::meter::{Reservation, ReservationRequest, Reserved, Settled};
use crate::moment::Moment;
use crate::note::Checkpoint;
use crate::record::{Draft, Facts, Once};
use crate::tree::{Frontier, Hash};

/// The version of the stores' schema that this build writes and reads.
pub const SCHEMA_VERSION: u32 = 1;
/// The product as stores name who made them.
pub(crate) const PRODUCT: &str = concat!("groundstop ", env!("CARGO_PKG_VERSION"));

/// How long an idempotency key is kept.
pub const ONCE_KEPT_US: i64 = 24 * 3600 * 1_000_000;
/// Of how many leaves the subtrees are whose roots are kept: 256 to the power of 1, 2, 3, …
pub(crate) const KEPT_LEVELS: u8 = 8;
/// The most records that are read at once, and the most bytes, one record aside.
pub(crate) const PAGE_RECORDS: u32 = 512;
/// See [`PAGE_RECORDS`].
pub(crate) const PAGE_BYTES: usize = 8 * 1024 * 1024;

/// The end of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The growing edge of the tree.
    pub frontier: Frontier,
    /// The time of the last record.
    pub last: Option<Moment>,
}

/// A record in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its place, counted from 0.
    pub index: u64,
    /// The hash that is kept of it.
    pub leaf: Hash,
    /// The time that is kept of it.
    pub at: Moment,
    /// What it is looked up by.
    pub facts: Facts,
    /// Its bytes.
    pub record: Vec<u8>,
}

/// What became of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// It is in the log.
    Appended {
        /// Its place.
        index: u64,
        /// How far the writer's clock lagged, where that was noted.
        clock_behind_us: Option<u64>,
    },
    /// The same request was answered before.
    Replayed {
        /// The place of the answer.
        index: u64,
    },
    /// The key belongs to another request; nothing was recorded.
    KeyTaken {
        /// The key.
        key: String,
        /// The place of the answer to the other request.
        index: u64,
        /// The digest of the other request's input.
        first: String,
        /// The digest of this request's input.
        this: String,
    },
}

/// Which records to look through, from the newest back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// Only those before this place.
    pub before: Option<u64>,
    /// Only those about this document.
    pub document: Option<&'a str>,
    /// Only those of this kind.
    pub kind: Option<&'a str>,
}

/// How much was swept away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Idempotency keys past their time.
    pub keys: u64,
    /// Things on namespaces past their time.
    pub kept: u64,
    /// Settled reservations added up into one.
    pub reservations: u64,
}

/// The log.
pub trait LogStore {
    /// Appends all drafts in one transaction, durable when this returns.
    ///
    /// # Errors
    /// Where the store fails; nothing was appended then.
    fn append(&self, drafts: &[Draft]) -> Result<Vec<Outcome>, StoreError>;

    /// What appending the answer to a request would come to, where its key was
    /// answered already: whoever asks first need not work the answer out again.
    ///
    /// # Errors
    /// Where the store fails.
    fn answered(&self, once: &Once) -> Result<Option<Outcome>, StoreError>;

    /// The end of the log.
    ///
    /// # Errors
    /// Where the store fails.
    fn head(&self) -> Result<Head, StoreError>;

    /// The record at a place.
    ///
    /// # Errors
    /// Where the store fails.
    fn entry(&self, index: u64) -> Result<Option<LogEntry>, StoreError>;

    /// Some records from a place on, in order; empty at the end.
    ///
    /// # Errors
    /// Where the store fails.
    fn entries(&self, from: u64) -> Result<Vec<LogEntry>, StoreError>;

    /// The hashes of the leaves from one place up to another.
    ///
    /// # Errors
    /// Where the store fails.
    fn leaves(&self, from: u64, to: u64) -> Result<Vec<Hash>, StoreError>;

    /// The roots kept of subtrees of a height, from one place up to another.
    ///
    /// # Errors
    /// Where the store fails.
    fn subtrees(&self, level: u8, from: u64, to: u64) -> Result<Vec<Hash>, StoreError>;

    /// The places of the records whose name begins so; at most ten.
    ///
    /// # Errors
    /// Where the store fails.
    fn named(&self, prefix: &str) -> Result<Vec<u64>, StoreError>;

    /// Some records from the newest back; empty at the beginning.
    ///
    /// # Errors
    /// Where the store fails.
    fn look(&self, look: Look<'_>) -> Result<Vec<LogEntry>, StoreError>;

    /// Keeps a signed checkpoint and counts it; the first one names the log.
    ///
    /// # Errors
    /// Where the log has another name, or the store fails.
    fn put_checkpoint(&self, checkpoint: &Checkpoint, note: &str) -> Result<(), StoreError>;

    /// The checkpoints kept, by size.
    ///
    /// # Errors
    /// Where the store fails.
    fn checkpoints(&self) -> Result<Vec<(u64, String)>, StoreError>;

    /// How many checkpoints were put here, as far as that is known.
    ///
    /// # Errors
    /// Where the store fails.
    fn checkpoints_put(&self) -> Result<u64, StoreError>;

    /// The name of the log this is a store of, once it has one.
    ///
    /// # Errors
    /// Where the store fails.
    fn origin(&self) -> Result<Option<String>, StoreError>;

    /// Looks for damage with the database's own means; what it says, where something is wrong.
    ///
    /// # Errors
    /// Where the store fails.
    fn damage(&self) -> Result<Option<String>, StoreError>;

    /// The first of the guards against changes by hand that is missing or not as it was made.
    ///
    /// # Errors
    /// Where the store fails.
    fn missing_guard(&self) -> Result<Option<String>, StoreError>;
}

/// Reservations and windows.
pub trait MeterStore {
    /// Reserves, if no limit is passed by it.
    ///
    /// # Errors
    /// Where the store fails; nothing is reserved then.
    fn reserve(&self, request: &ReservationRequest<'_>) -> Result<Reserved, StoreError>;

    /// Puts what was spent in place of what was reserved.
    ///
    /// # Errors
    /// Where the store fails.
    fn settle(
        &self,
        reservation: Reservation,
        spent: crate::meter::Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError>;
}

/// What is kept beside the log.
pub trait KeptStore {
    /// Puts something on a namespace.
    ///
    /// # Errors
    /// Where the store fails or it is too large.
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError>;

    /// Takes a look at something on a namespace; what has expired is not there.
    ///
    /// # Errors
    /// Where the store fails.
    fn get(&self, namespace: Namespace, key: &str, now: Moment)
    -> Result<Option<Kept>, StoreError>;

    /// Removes what is past its time. Records of the log are never removed.
    ///
    /// # Errors
    /// Where the store fails.
    fn sweep(&self, now: Moment) -> Result<Swept, StoreError>;
}

/// What a run needs of a store: somebody who counts and remembers.
pub trait RunStore: MeterStore + KeptStore {}

impl<S: MeterStore + KeptStore> RunStore for S {}

/// A whole store.
pub trait Store: LogStore + RunStore + Send + Sync {
    /// What it is and where, without any password.
    fn describe(&self) -> String;
}

/// Opens a store by its address: `postgres://…`, or the path of a file.
///
/// # Errors
/// Where it cannot be opened.
pub fn open(address: &str) -> Result<Box<dyn Store>, StoreError> {
    let wire = ["postgres://", "postgresql://"];
    if wire.iter().any(|scheme| address.starts_with(scheme)) {
        return Ok(Box::new(PostgresStore::open(address)?));
    }
    Ok(Box::new(SqliteStore::open(address.as_ref())?))
}

/// What stands at a place of a namespace, as databases keep it: its version and its end.
fn kept_from_db(
    found: Option<(i64, Option<i64>)>,
) -> Result<Option<(u64, Option<Moment>)>, StoreError> {
    let read =
        |(version, end): (i64, Option<i64>)| Ok((from_db(version)?, end.map(Moment::from_micros)));
    found.map(read).transpose()
}

/// How a reservation ends that was held until a deadline; `None` where none was held.
fn settled(deadline: Option<Moment>, now: Moment) -> crate::meter::Settled {
    match deadline {
        Some(deadline) if deadline > now => crate::meter::Settled::Settled,
        Some(_) => crate::meter::Settled::Late,
        None => crate::meter::Settled::Unknown,
    }
}

/// Calls, units and bytes as databases keep them; refused where they are too many.
fn amounts_to_db(amounts: crate::meter::Amounts) -> Result<[i64; 3], StoreError> {
    bounded(amounts)?;
    Ok([
        to_db(amounts.calls)?,
        to_db(amounts.units)?,
        to_db(amounts.bytes)?,
    ])
}

/// Refuses amounts that could not be added up.
fn bounded(amounts: crate::meter::Amounts) -> Result<(), StoreError> {
    match amounts.is_bounded() {
        true => Ok(()),
        false => Err(StoreError::TooLarge(format!(
            "at most {} of anything is reserved at once",
            crate::meter::MAX_AMOUNT
        ))),
    }
}

/// A size or a place as databases keep it.
fn to_db(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError::TooLarge(format!("the number {number}")))
}

/// A size or a place as it comes from a database.
fn from_db(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::Corrupt(format!("a number is {number}")))
}

/// A hash as it comes from a database.
fn hash_from_db(bytes: &[u8]) -> Result<Hash, StoreError> {
    Hash::from_slice(bytes)
        .ok_or_else(|| StoreError::Corrupt(format!("a hash has {} bytes", bytes.len())))
}

/// The end of the log as it comes from a database.
fn head_from_db(size: i64, frontier: &[u8], last: Option<i64>) -> Result<Head, StoreError> {
    let size = from_db(size)?;
    let frontier = Frontier::from_bytes(size, frontier)
        .ok_or_else(|| StoreError::Corrupt(format!("the edge does not fit a log of {size}")))?;
    Ok(Head {
        frontier,
        last: last.map(Moment::from_micros),
    })
}

/// The count of checkpoints as it comes from a database. A store that never counted
/// has one at least where its log is named: the first checkpoint names it.
fn put_from_db(counted: Option<&str>, named: bool) -> Result<u64, StoreError> {
    let odd = |text: &str| StoreError::Corrupt(format!("the count of checkpoints is `{text}`"));
    match counted {
        Some(text) => text.parse().map_err(|_| odd(text)),
        None => Ok(u64::from(named)),
    }
}

/// Whether a log that is named so may get a checkpoint of this one.
fn same_log(found: Option<String>, expected: &str) -> Result<(), StoreError> {
    match found {
        Some(found) if found != expected => Err(StoreError::OtherLog {
            found,
            expected: expected.to_owned(),
        }),
        _ => Ok(()),
    }
}

/// The smallest text behind all texts with a prefix of hex digits.
fn behind_prefix(prefix: &str) -> String {
    format!("{prefix}~")
}
