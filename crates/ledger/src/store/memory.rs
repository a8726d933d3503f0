//! A store that forgets with its process: for tests, benchmarks and trying out.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::plan::{Answered, plan};
use super::{
    Head, KeptStore, LogEntry, LogStore, Look, MeterStore, ONCE_KEPT_US, Outcome, PAGE_RECORDS,
    Store, StoreError, Swept,
};
use crate::kept::{self, Kept, Namespace, Put, PutOutcome};
use crate::meter::{
    Amounts, Reservation, ReservationRequest, Reserved, Settled, WINDOW_US, refusals,
};
use crate::moment::Moment;
use crate::note::Checkpoint;
use crate::record::{Draft, Once};
use crate::tree::Hash;

/// Everything in memory.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    head: Head,
    entries: Vec<LogEntry>,
    subtrees: BTreeMap<(u8, u64), Hash>,
    keys: BTreeMap<String, (Answered, Moment)>,
    checkpoints: Vec<(u64, String)>,
    origin: Option<String>,
    reservations: BTreeMap<i64, Held>,
    next_reservation: i64,
    kept: BTreeMap<(Namespace, String), (Kept, Option<Moment>)>,
}

#[derive(Clone, Debug)]
struct Held {
    principal: String,
    budget: String,
    at: Moment,
    deadline: Moment,
    settled: bool,
    amounts: Amounts,
}

impl Held {
    /// Whether it still counts: settled for good, unsettled until its deadline.
    fn counts(&self, now: Moment) -> bool {
        self.settled || self.deadline > now
    }
}

fn sum<'a>(held: impl Iterator<Item = &'a Held>) -> Amounts {
    held.fold(Amounts::default(), |sum, held| Amounts {
        calls: sum.calls.saturating_add(held.amounts.calls),
        units: sum.units.saturating_add(held.amounts.units),
        bytes: sum.bytes.saturating_add(held.amounts.bytes),
    })
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn place(index: u64) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

impl LogStore for MemoryStore {
    fn append(&self, drafts: &[Draft]) -> Result<Vec<Outcome>, StoreError> {
        let mut state = self.state();
        let plan = plan(state.head.clone(), drafts, |key| {
            Ok(state.keys.get(key).map(|(answered, _)| answered.clone()))
        })?;
        state.head = plan.head;
        state.entries.extend(plan.entries);
        for done in plan.subtrees {
            state.subtrees.insert((done.level, done.index), done.hash);
        }
        for new in plan.keys {
            state.keys.insert(new.key, (new.answered, new.at));
        }
        Ok(plan.outcomes)
    }

    fn answered(&self, once: &Once) -> Result<Option<Outcome>, StoreError> {
        let state = self.state();
        let known = state.keys.get(once.key());
        Ok(known.map(|(answered, _)| answered.clone().outcome(once)))
    }

    fn head(&self) -> Result<Head, StoreError> {
        Ok(self.state().head.clone())
    }

    fn entry(&self, index: u64) -> Result<Option<LogEntry>, StoreError> {
        Ok(self.state().entries.get(place(index)).cloned())
    }

    fn entries(&self, from: u64) -> Result<Vec<LogEntry>, StoreError> {
        let state = self.state();
        let rest = state.entries.get(place(from)..).unwrap_or_default();
        Ok(rest.iter().take(PAGE_RECORDS as usize).cloned().collect())
    }

    fn leaves(&self, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        let state = self.state();
        let part = state.entries.get(place(from)..place(to));
        Ok(part.unwrap_or_default().iter().map(|e| e.leaf).collect())
    }

    fn subtrees(&self, level: u8, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        let state = self.state();
        let part = state.subtrees.range((level, from)..(level, to));
        Ok(part.map(|(_, hash)| *hash).collect())
    }

    fn named(&self, prefix: &str) -> Result<Vec<u64>, StoreError> {
        let state = self.state();
        let named = state.entries.iter().filter(|entry| {
            let name = entry.facts.name.as_deref();
            name.is_some_and(|name| name.starts_with(prefix))
        });
        Ok(named.take(10).map(|entry| entry.index).collect())
    }

    fn look(&self, look: Look<'_>) -> Result<Vec<LogEntry>, StoreError> {
        let state = self.state();
        let wanted = |entry: &&LogEntry| {
            look.before.is_none_or(|before| entry.index < before)
                && look.kind.is_none_or(|kind| entry.facts.kind == kind)
                && (look.document.is_none() || entry.facts.document.as_deref() == look.document)
        };
        let found = state.entries.iter().rev().filter(wanted);
        Ok(found.take(PAGE_RECORDS as usize).cloned().collect())
    }

    fn put_checkpoint(&self, checkpoint: &Checkpoint, note: &str) -> Result<(), StoreError> {
        let mut state = self.state();
        super::same_log(state.origin.clone(), &checkpoint.origin)?;
        state.origin = Some(checkpoint.origin.clone());
        let new = (checkpoint.size, note.to_owned());
        if !state.checkpoints.contains(&new) {
            state.checkpoints.push(new);
            state.checkpoints.sort();
        }
        Ok(())
    }

    fn checkpoints(&self) -> Result<Vec<(u64, String)>, StoreError> {
        Ok(self.state().checkpoints.clone())
    }

    fn origin(&self) -> Result<Option<String>, StoreError> {
        Ok(self.state().origin.clone())
    }

    fn checkpoints_put(&self) -> Result<u64, StoreError> {
        Ok(self.state().checkpoints.len() as u64)
    }

    fn damage(&self) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn missing_guard(&self) -> Result<Option<String>, StoreError> {
        Ok(None)
    }
}

impl MeterStore for MemoryStore {
    fn reserve(&self, request: &ReservationRequest<'_>) -> Result<Reserved, StoreError> {
        super::bounded(request.amounts)?;
        let mut state = self.state();
        let counted = || {
            let all = state.reservations.values();
            all.filter(|held| held.counts(request.at))
        };
        let since = request.at.before(WINDOW_US);
        let minute = sum(counted().filter(|h| h.principal == request.principal && h.at > since));
        let budget = sum(counted().filter(|h| h.budget == request.budget));
        let refused = refusals(request, minute, budget);
        if !refused.is_empty() {
            return Ok(Reserved::Refused(refused));
        }
        state.next_reservation += 1;
        let id = state.next_reservation;
        let held = Held {
            principal: request.principal.to_owned(),
            budget: request.budget.to_owned(),
            at: request.at,
            deadline: request.deadline,
            settled: false,
            amounts: request.amounts,
        };
        state.reservations.insert(id, held);
        Ok(Reserved::Granted(Reservation(id)))
    }

    fn settle(
        &self,
        reservation: Reservation,
        spent: Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError> {
        super::bounded(spent)?;
        let mut state = self.state();
        match state.reservations.get_mut(&reservation.0) {
            Some(held) if !held.settled => {
                held.settled = true;
                held.amounts = spent;
                Ok(super::settled(Some(held.deadline), now))
            }
            _ => Ok(super::settled(None, now)),
        }
    }
}

impl KeptStore for MemoryStore {
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError> {
        kept::check(put)?;
        let mut state = self.state();
        let place = (put.namespace, put.key.to_owned());
        let found = state.kept.get(&place);
        let found = found.map(|(kept, expires)| (kept.version, *expires));
        let version = match kept::plan(put, found) {
            Ok(version) => version,
            Err(conflict) => return Ok(conflict),
        };
        let kept = Kept {
            version,
            at: put.at,
            bytes: put.bytes.to_vec(),
        };
        state.kept.insert(place, (kept, put.expires));
        if let Some(room) = put.room {
            let on_shelf = state
                .kept
                .iter()
                .filter(|((namespace, _), _)| *namespace == put.namespace);
            let mut ages: Vec<_> = on_shelf
                .map(|(place, (kept, _))| (kept.at, place.1.clone()))
                .collect();
            ages.sort();
            let surplus = ages.len().saturating_sub(room as usize);
            for (_, key) in ages.into_iter().take(surplus) {
                state.kept.remove(&(put.namespace, key));
            }
        }
        Ok(PutOutcome::Kept(version))
    }

    fn get(
        &self,
        namespace: Namespace,
        key: &str,
        now: Moment,
    ) -> Result<Option<Kept>, StoreError> {
        let state = self.state();
        let found = state.kept.get(&(namespace, key.to_owned()));
        let live = found.filter(|(_, expires)| expires.is_none_or(|end| end > now));
        Ok(live.map(|(kept, _)| kept.clone()))
    }

    fn sweep(&self, now: Moment) -> Result<Swept, StoreError> {
        let mut state = self.state();
        let state = &mut *state;
        let old = now.before(ONCE_KEPT_US);
        let count = |before: usize, after: usize| (before - after) as u64;
        let keys = state.keys.len();
        state.keys.retain(|_, (_, at)| *at > old);
        let kept_before = state.kept.len();
        state
            .kept
            .retain(|_, (_, expires)| expires.is_none_or(|end| end > now));
        let held = state.reservations.len();
        let aged: Vec<i64> = state
            .reservations
            .iter()
            .filter(|(_, held)| held.at <= old)
            .map(|(id, _)| *id)
            .collect();
        let mut sums: BTreeMap<(String, String), Held> = BTreeMap::new();
        for id in aged {
            let Some(held) = state.reservations.remove(&id) else {
                continue;
            };
            if !held.settled {
                continue;
            }
            let place = (held.principal.clone(), held.budget.clone());
            let amounts = sum([&held].into_iter().chain(sums.get(&place)));
            let at = sums.get(&place).map_or(held.at, |sum| sum.at.max(held.at));
            sums.insert(
                place,
                Held {
                    amounts,
                    at,
                    ..held
                },
            );
        }
        for held in sums.into_values() {
            state.next_reservation += 1;
            state.reservations.insert(state.next_reservation, held);
        }
        Ok(Swept {
            keys: count(keys, state.keys.len()),
            kept: count(kept_before, state.kept.len()),
            reservations: count(held, state.reservations.len()),
        })
    }
}

impl Store for MemoryStore {
    fn describe(&self) -> String {
        "memory".to_owned()
    }
}
