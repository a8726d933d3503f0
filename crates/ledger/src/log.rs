//! The log on a store: appending in groups, proofs, checkpoints.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::note::{Checkpoint, NoteError, SignedNote, SigningKey, TlogProof, VerifyingKey};
use crate::record::{Content, Draft};
use crate::store::{KEPT_LEVELS, LogEntry, Outcome, Store, StoreError};
use crate::tree::{
    Hash, consistency_proof, empty_root, inclusion_proof, leaf_hash, node_hash, root_over,
};

/// The most records that are committed together.
pub const MAX_BATCH: usize = 512;
/// The most bytes that are committed together, one record aside.
const MAX_BATCH_BYTES: usize = 32 * 1024 * 1024;

/// Why the log cannot give what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such record.
    #[error("there is no record {index} in a log of {size}")]
    NoRecord {
        /// The place asked for.
        index: u64,
        /// How many records there are.
        size: u64,
    },
    /// The log was never that large, or is not to be compared with nothing.
    #[error("the log cannot be compared at size {0}")]
    NoSuchSize(u64),
    /// No signed checkpoint covers the record, and no key is there to sign one.
    #[error("no signed checkpoint covers record {0}")]
    NoCheckpoint(u64),
    /// The checkpoints kept were signed with another key.
    #[error("the checkpoints of this log were signed with another key")]
    OtherKey,
    /// The log no longer has the root that was signed at this size.
    #[error("the first {0} records are not those that were signed: nothing more is signed")]
    Rewritten(u64),
    /// Checkpoints that were kept are gone, so nobody knows what was signed.
    #[error("signed checkpoints of this log were removed: nothing more is signed")]
    CheckpointsMissing,
    /// A checkpoint cannot be signed.
    #[error(transparent)]
    Note(NoteError),
}

impl LedgerError {
    /// Whether the log is not what was signed, or its store is damaged.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            LedgerError::Store(error) => error.is_damage(),
            LedgerError::Rewritten(_) | LedgerError::CheckpointsMissing => true,
            LedgerError::NoRecord { .. }
            | LedgerError::NoSuchSize(_)
            | LedgerError::NoCheckpoint(_)
            | LedgerError::OtherKey
            | LedgerError::Note(_) => false,
        }
    }

    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> String {
        match self {
            LedgerError::Store(error) => error.cure(),
            LedgerError::NoRecord { .. } => "`groundstop ledger log` lists the records".to_owned(),
            LedgerError::NoSuchSize(_) => "name a size from 1 up to the log's own".to_owned(),
            LedgerError::NoCheckpoint(_) => {
                "make a key with `groundstop key new`, then run `groundstop ledger checkpoint`"
                    .to_owned()
            }
            LedgerError::OtherKey => {
                "give the key of this log, or add `--rotate` to go on with a new one".to_owned()
            }
            LedgerError::Rewritten(_) | LedgerError::CheckpointsMissing => {
                "restore the store from a copy; `groundstop ledger fsck` says more".to_owned()
            }
            LedgerError::Note(_) => "give the key of this log".to_owned(),
        }
    }
}

/// A log on its store. Many threads may append at once.
pub struct Ledger {
    store: Box<dyn Store>,
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// Drafts that wait for the next commit, and what became of those before.
#[derive(Default)]
struct Queue {
    waiting: Vec<(u64, Draft)>,
    ended: BTreeMap<u64, Result<Outcome, StoreError>>,
    next: u64,
    committing: bool,
}

impl Ledger {
    /// The log on a store.
    #[must_use]
    pub fn new(store: Box<dyn Store>) -> Ledger {
        Ledger {
            store,
            queue: Mutex::new(Queue::default()),
            changed: Condvar::new(),
        }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a record; it is durable when this returns.
    ///
    /// Whoever comes while another commits waits, and the next commit takes all
    /// who wait: one sync of the disk for many records.
    ///
    /// # Errors
    /// Where the store fails; nothing was recorded then.
    pub fn append(&self, draft: Draft) -> Result<Outcome, StoreError> {
        let mut queue = self.queue();
        let ticket = queue.next;
        queue.next += 1;
        queue.waiting.push((ticket, draft));
        loop {
            if let Some(ended) = queue.ended.remove(&ticket) {
                return ended;
            }
            if queue.committing {
                queue = self
                    .changed
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let (tickets, drafts) = queue.take_batch();
            queue.committing = true;
            drop(queue);
            let mut commit = Commit {
                ledger: self,
                tickets,
                ended: Err(StoreError::Failed("the commit was interrupted".to_owned())),
            };
            commit.ended = self.store.append(&drafts);
            drop(commit);
            queue = self.queue();
        }
    }

    /// Appends several records in one commit.
    ///
    /// # Errors
    /// Where the store fails; nothing was recorded then.
    pub fn append_all(&self, drafts: &[Draft]) -> Result<Vec<Outcome>, StoreError> {
        self.store.append(drafts)
    }

    /// The record at a place.
    ///
    /// # Errors
    /// Where there is none, or the store fails.
    pub fn record(&self, index: u64) -> Result<LogEntry, LedgerError> {
        match self.store.entry(index)? {
            Some(entry) if leaf_hash(&entry.record) != entry.leaf => {
                let detail = format!("the bytes of record {index} have another hash");
                Err(StoreError::Corrupt(detail).into())
            }
            Some(entry) => Ok(entry),
            None => Err(LedgerError::NoRecord {
                index,
                size: self.store.head()?.frontier.size(),
            }),
        }
    }

    /// The root of a complete subtree, from the hashes that are kept.
    fn subtree(&self, level: u8, index: u64) -> Result<Hash, StoreError> {
        let base = level - level % KEPT_LEVELS;
        let width = 1u64 << (level - base);
        let (from, to) = (index * width, (index + 1) * width);
        let mut hashes = match base {
            0 => self.store.leaves(from, to)?,
            _ => self.store.subtrees(base, from, to)?,
        };
        if hashes.len() as u64 != width {
            return Err(StoreError::Corrupt(format!(
                "hashes are missing between {from} and {to} on level {base}"
            )));
        }
        while hashes.len() > 1 {
            let (pairs, _) = hashes.as_chunks::<2>();
            hashes = pairs
                .iter()
                .map(|[one, other]| node_hash(one, other))
                .collect();
        }
        let root = hashes.first().copied();
        root.ok_or_else(|| StoreError::Corrupt("a subtree is empty".to_owned()))
    }

    /// The root over the first records.
    ///
    /// # Errors
    /// Where the log is not that large, or the store fails.
    pub fn root_at(&self, size: u64) -> Result<Hash, LedgerError> {
        if size > self.store.head()?.frontier.size() {
            return Err(LedgerError::NoSuchSize(size));
        }
        if size == 0 {
            return Ok(empty_root());
        }
        let mut subtree = |level, index| self.subtree(level, index);
        Ok(root_over(0, size, &mut subtree)?)
    }

    /// The proof that a record is in the log of a size.
    ///
    /// # Errors
    /// Where it is not, or the store fails.
    pub fn inclusion(&self, index: u64, size: u64) -> Result<Vec<Hash>, LedgerError> {
        let whole = self.store.head()?.frontier.size();
        if size > whole {
            return Err(LedgerError::NoSuchSize(size));
        }
        let proof = inclusion_proof(index, size, |level, index| self.subtree(level, index))?;
        proof.ok_or(LedgerError::NoRecord { index, size })
    }

    /// The proof that the log only grew between two sizes.
    ///
    /// # Errors
    /// Where it never had one of them, or the store fails.
    pub fn consistency(&self, older: u64, newer: u64) -> Result<Vec<Hash>, LedgerError> {
        let whole = self.store.head()?.frontier.size();
        if newer > whole {
            return Err(LedgerError::NoSuchSize(newer));
        }
        let proof = consistency_proof(older, newer, |level, index| self.subtree(level, index))?;
        proof.ok_or(LedgerError::NoSuchSize(older))
    }

    /// Signs the end of the log and keeps the checkpoint.
    ///
    /// # Errors
    /// Where the key is of another log, or another key signed the checkpoints
    /// before and this one may not take its place, or the store fails.
    pub fn checkpoint(&self, key: &SigningKey, rotate: bool) -> Result<String, LedgerError> {
        let origin = key.public().name();
        if let Some(found) = self.store.origin()?.filter(|found| found != origin) {
            let expected = origin.to_owned();
            return Err(StoreError::OtherLog { found, expected }.into());
        }
        let put = self.store.checkpoints_put()?;
        let earlier = self.store.checkpoints()?;
        if (earlier.len() as u64) < put {
            return Err(LedgerError::CheckpointsMissing);
        }
        let by_key = |(_, note): &(u64, String)| Checkpoint::verify(note, key.public()).is_ok();
        if !earlier.is_empty() && !earlier.iter().any(by_key) && !rotate {
            return Err(LedgerError::OtherKey);
        }
        self.still_has(&earlier)?;
        let frontier = self.store.head()?.frontier;
        let checkpoint = Checkpoint {
            origin: origin.to_owned(),
            size: frontier.size(),
            root: frontier.root(),
        };
        let note = checkpoint.sign(key).map_err(LedgerError::Note)?;
        self.store.put_checkpoint(&checkpoint, &note)?;
        Ok(note)
    }

    /// Whoever signs says that the log only grew: that is looked at first.
    fn still_has(&self, signed: &[(u64, String)]) -> Result<(), LedgerError> {
        for (size, note) in signed {
            let text = SignedNote::parse(note).map_err(LedgerError::Note)?;
            let before = Checkpoint::parse(text.text());
            let before = before.map_err(|_| LedgerError::Rewritten(*size))?;
            let now = self.root_at(*size).map_err(|error| match error {
                LedgerError::NoSuchSize(size) => LedgerError::Rewritten(size),
                error => error,
            })?;
            if before.size != *size || before.root != now {
                return Err(LedgerError::Rewritten(*size));
            }
        }
        Ok(())
    }

    /// The newest checkpoint kept that the key signed.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn newest_checkpoint(
        &self,
        key: &VerifyingKey,
    ) -> Result<Option<(Checkpoint, String)>, LedgerError> {
        let kept = self.store.checkpoints()?;
        let mut signed = kept.into_iter().rev().filter_map(|(_, note)| {
            let checkpoint = Checkpoint::verify(&note, key).ok()?;
            Some((checkpoint, note))
        });
        Ok(signed.next())
    }

    /// The proof of a record against the newest checkpoint kept: that of the key
    /// given, or else of whoever signed it.
    ///
    /// # Errors
    /// Where there is no such record, no checkpoint covers it, or the store fails.
    pub fn proof(&self, index: u64, key: Option<&VerifyingKey>) -> Result<TlogProof, LedgerError> {
        let size = self.store.head()?.frontier.size();
        if index >= size {
            return Err(LedgerError::NoRecord { index, size });
        }
        let newest = match key {
            Some(key) => self
                .newest_checkpoint(key)?
                .map(|(one, note)| (one.size, note)),
            None => self.store.checkpoints()?.pop(),
        };
        let (size, checkpoint) = newest
            .filter(|(covered, _)| *covered > index)
            .ok_or(LedgerError::NoCheckpoint(index))?;
        Ok(TlogProof {
            extra: None,
            index,
            hashes: self.inclusion(index, size)?,
            checkpoint,
        })
    }
}

impl Queue {
    /// The next drafts to be committed together.
    fn take_batch(&mut self) -> (Vec<u64>, Vec<Draft>) {
        let mut bytes = 0;
        let mut count = 0;
        for (_, draft) in self.waiting.iter().take(MAX_BATCH) {
            if count > 0 && bytes > MAX_BATCH_BYTES {
                break;
            }
            bytes += match &draft.content {
                Content::Body(text) => text.len(),
                Content::Whole(record) => record.len(),
            };
            count += 1;
        }
        self.waiting.drain(..count).unzip()
    }
}

/// A commit under way: however it ends, those who wait for it hear of it.
struct Commit<'a> {
    ledger: &'a Ledger,
    tickets: Vec<u64>,
    ended: Result<Vec<Outcome>, StoreError>,
}

impl Drop for Commit<'_> {
    fn drop(&mut self) {
        let mut queue = self.ledger.queue();
        let missing = || Err(StoreError::Failed("the commit lost a record".to_owned()));
        let mut outcomes = match &mut self.ended {
            Ok(outcomes) => Ok(std::mem::take(outcomes).into_iter()),
            Err(error) => Err(error.clone()),
        };
        for ticket in self.tickets.drain(..) {
            let ended = match &mut outcomes {
                Ok(outcomes) => outcomes.next().map_or_else(missing, Ok),
                Err(error) => Err(error.clone()),
            };
            queue.ended.insert(ticket, ended);
        }
        queue.committing = false;
        self.ledger.changed.notify_all();
    }
}
