//! A store that does everything it should, but for one thing.

use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Kept, Namespace, Put, PutOutcome};
use groundstop_ledger::meter::{Amounts, Reservation, ReservationRequest, Reserved, Settled};
use groundstop_ledger::store::{KeptStore, MemoryStore, MeterStore, StoreError, Swept};

/// What a store can fail at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Reserve,
    Settle,
    Get(Namespace),
    Put(Namespace),
}

/// A store in memory that fails at one thing.
pub(crate) struct Failing {
    at: Act,
    inner: MemoryStore,
}

impl Failing {
    pub(crate) fn at(at: Act) -> Failing {
        Failing {
            at,
            inner: MemoryStore::default(),
        }
    }

    fn unless(&self, act: Act) -> Result<&MemoryStore, StoreError> {
        match self.at == act {
            true => Err(StoreError::Failed(format!("it cannot {act:?}"))),
            false => Ok(&self.inner),
        }
    }
}

impl MeterStore for Failing {
    fn reserve(&self, request: &ReservationRequest<'_>) -> Result<Reserved, StoreError> {
        self.unless(Act::Reserve)?.reserve(request)
    }

    fn settle(
        &self,
        reservation: Reservation,
        spent: Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError> {
        self.unless(Act::Settle)?.settle(reservation, spent, now)
    }
}

impl KeptStore for Failing {
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError> {
        self.unless(Act::Put(put.namespace))?.put(put)
    }

    fn get(
        &self,
        namespace: Namespace,
        key: &str,
        now: Moment,
    ) -> Result<Option<Kept>, StoreError> {
        self.unless(Act::Get(namespace))?.get(namespace, key, now)
    }

    fn sweep(&self, now: Moment) -> Result<Swept, StoreError> {
        self.inner.sweep(now)
    }
}
