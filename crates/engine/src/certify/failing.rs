//! A store that fails where it is told to.

use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Kept, Put, PutOutcome, Shelf};
use groundstop_ledger::meter::{Amounts, Request, Reservation, Reserved, Settled};
use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{
    Entry, Head, KeptStore, LogStore, Look, MemoryStore, MeterStore, Outcome, Store, StoreError,
    Swept,
};
use groundstop_ledger::tree::Hash;

/// What the store cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cannot {
    Reserve,
    Settle,
    Put,
    Get,
}

/// A store in memory that cannot do one thing.
pub(super) struct FailingStore {
    pub(super) cannot: Cannot,
    pub(super) inner: MemoryStore,
}

impl FailingStore {
    fn unless(&self, cannot: Cannot) -> Result<(), StoreError> {
        match self.cannot == cannot {
            true => Err(StoreError::Gone("MARKERROR".to_owned())),
            false => Ok(()),
        }
    }
}

impl MeterStore for FailingStore {
    fn reserve(&self, request: &Request<'_>) -> Result<Reserved, StoreError> {
        self.unless(Cannot::Reserve)?;
        self.inner.reserve(request)
    }

    fn settle(
        &self,
        reservation: Reservation,
        spent: Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError> {
        self.unless(Cannot::Settle)?;
        self.inner.settle(reservation, spent, now)
    }
}

impl KeptStore for FailingStore {
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError> {
        self.unless(Cannot::Put)?;
        self.inner.put(put)
    }

    fn get(&self, shelf: Shelf, key: &str, now: Moment) -> Result<Option<Kept>, StoreError> {
        self.unless(Cannot::Get)?;
        self.inner.get(shelf, key, now)
    }

    fn sweep(&self, now: Moment) -> Result<Swept, StoreError> {
        self.inner.sweep(now)
    }
}

/// A run writes nothing into the log; whoever runs it does.
impl LogStore for FailingStore {
    fn append(&self, drafts: &[Draft]) -> Result<Vec<Outcome>, StoreError> {
        self.inner.append(drafts)
    }

    fn head(&self) -> Result<Head, StoreError> {
        self.inner.head()
    }

    fn entries(&self, from: u64) -> Result<Vec<Entry>, StoreError> {
        self.inner.entries(from)
    }

    fn leaves(&self, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        self.inner.leaves(from, to)
    }

    fn subtrees(&self, level: u8, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        self.inner.subtrees(level, from, to)
    }

    fn named(&self, prefix: &str) -> Result<Vec<u64>, StoreError> {
        self.inner.named(prefix)
    }

    fn look(&self, look: Look<'_>) -> Result<Vec<Entry>, StoreError> {
        self.inner.look(look)
    }

    fn put_checkpoint(&self, size: u64, note: &str) -> Result<(), StoreError> {
        self.inner.put_checkpoint(size, note)
    }

    fn checkpoints(&self) -> Result<Vec<(u64, String)>, StoreError> {
        self.inner.checkpoints()
    }

    fn origin(&self) -> Result<Option<String>, StoreError> {
        self.inner.origin()
    }

    fn set_origin(&self, origin: &str) -> Result<(), StoreError> {
        self.inner.set_origin(origin)
    }

    fn damage(&self) -> Result<Option<String>, StoreError> {
        self.inner.damage()
    }
}

impl Store for FailingStore {
    fn describe(&self) -> String {
        self.inner.describe()
    }
}
