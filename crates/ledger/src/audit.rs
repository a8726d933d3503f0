//! The whole log looked through: against its checkpoint, or down to the bytes.
//!
//! Nothing is repaired. What is wrong first is named, with the record it is
//! wrong with; memory stays bounded by one page of records.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use crate::log::Ledger;
use crate::note::{Checkpoint, NoteError, SignedNote, VerifyingKey};
use crate::record::read_record;
use crate::store::{Head, KEPT_LEVELS, LogEntry, StoreError};
use crate::tree::{Completed, Frontier, Hash, leaf_hash};

/// What is wrong with a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongKind {
    /// The database finds itself damaged.
    Damaged,
    /// A record is missing.
    Gap,
    /// The bytes have another hash than the one kept.
    LeafDiffers,
    /// The bytes are no record.
    RecordMalformed,
    /// The record is older than the one in front of it.
    Unordered,
    /// What it is looked up by is not what its bytes say.
    FactsDiffer,
    /// A root kept of a part is another.
    SubtreeDiffers,
    /// The end kept of the log is another.
    HeadDiffers,
    /// The log is shorter than a checkpoint says it was.
    Shorter,
    /// The log has another root than a checkpoint says.
    CheckpointDiffers,
    /// A checkpoint kept is not signed as it says.
    CheckpointUnsigned,
    /// A checkpoint that was kept is gone.
    CheckpointMissing,
    /// A guard against changes by hand is gone or changed.
    GuardMissing,
    /// A resolution does not fit what it says it resolves.
    ReviewDiffers,
    /// The decision does not follow from its document.
    DecisionDiffers,
}

impl WrongKind {
    /// Its name for machines.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            WrongKind::Damaged => "damaged",
            WrongKind::Gap => "gap",
            WrongKind::LeafDiffers => "leaf_differs",
            WrongKind::RecordMalformed => "record_malformed",
            WrongKind::Unordered => "unordered",
            WrongKind::FactsDiffer => "facts_differ",
            WrongKind::SubtreeDiffers => "subtree_differs",
            WrongKind::HeadDiffers => "head_differs",
            WrongKind::Shorter => "shorter_than_checkpoint",
            WrongKind::CheckpointDiffers => "checkpoint_differs",
            WrongKind::CheckpointUnsigned => "checkpoint_unsigned",
            WrongKind::CheckpointMissing => "checkpoint_missing",
            WrongKind::GuardMissing => "guard_missing",
            WrongKind::ReviewDiffers => "review_differs",
            WrongKind::DecisionDiffers => "decision_differs",
        }
    }
}

/// The first thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What.
    pub kind: WrongKind,
    /// With which record, where it is one.
    pub index: Option<u64>,
    /// What there is to say about it.
    pub detail: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "record {index}: {}: {}", self.kind.code(), self.detail),
            None => write!(f, "{}: {}", self.kind.code(), self.detail),
        }
    }
}

/// Why an audit did not end well.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// The store failed, so nothing is known.
    #[error(transparent)]
    Store(StoreError),
    /// Something is wrong.
    #[error("{0}")]
    Wrong(Wrong),
    /// Whoever is told the progress said to stop, so nothing is known.
    #[error("the audit was cancelled")]
    Cancelled,
}

impl From<StoreError> for AuditError {
    fn from(error: StoreError) -> AuditError {
        match error {
            // A page that cannot be read is itself what is wrong.
            StoreError::Corrupt(detail) | StoreError::Lost(detail) => {
                wrong(WrongKind::Damaged, None, detail)
            }
            error => AuditError::Store(error),
        }
    }
}

fn wrong(kind: WrongKind, index: Option<u64>, detail: impl fmt::Display) -> AuditError {
    AuditError::Wrong(Wrong {
        kind,
        index,
        detail: detail.to_string(),
    })
}

/// A log that is as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audited {
    /// How many records it has.
    pub size: u64,
    /// The root over them.
    pub root: Hash,
    /// How many checkpoints it was compared with.
    pub checkpoints: u64,
}

/// What an audit tells while it goes on: records done, of how many.
pub type AuditProgress<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

impl Ledger {
    /// Hashes every record again and compares the roots with these checkpoints.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(
        &self,
        checkpoints: &[Checkpoint],
        progress: AuditProgress<'_>,
    ) -> Result<Audited, AuditError> {
        self.has_its_checkpoints()?;
        let head = self.store().head()?;
        let expected = by_size(checkpoints, head.frontier.size())?;
        let mut walk = Walk::new(self, head, expected, progress);
        let audited = walk.through(|_, _| Ok::<(), AuditError>(()))?;
        self.is_guarded()?;
        Ok(audited)
    }

    /// A store without its guards can be changed by hand, and nobody would hear of it.
    fn is_guarded(&self) -> Result<(), AuditError> {
        match self.store().missing_guard()? {
            None => Ok(()),
            Some(guard) => {
                let detail = format!("`{guard}`, which keeps records from being changed by hand");
                Err(wrong(WrongKind::GuardMissing, None, detail))
            }
        }
    }

    /// What was kept is counted beside: fewer than that were removed by hand.
    fn has_its_checkpoints(&self) -> Result<(), AuditError> {
        let put = self.store().checkpoints_put()?;
        let kept = self.store().checkpoints()?.len() as u64;
        match kept < put {
            false => Ok(()),
            true => {
                let detail = format!("{put} signed checkpoints were kept, {kept} are there");
                Err(wrong(WrongKind::CheckpointMissing, None, detail))
            }
        }
    }

    /// The checkpoints that are kept. With a key, at least one of them must be
    /// signed with it, and none may say so and not be.
    ///
    /// # Errors
    /// Where one is not signed as it says, or none with the key, or the store fails.
    pub fn kept_checkpoints(
        &self,
        key: Option<&VerifyingKey>,
    ) -> Result<Vec<Checkpoint>, AuditError> {
        let unsigned = |detail| wrong(WrongKind::CheckpointUnsigned, None, detail);
        let kept = self.store().checkpoints()?;
        let notes = kept.iter().map(|(_, note)| note.as_str());
        let read = read_checkpoints(notes, key).map_err(unsigned)?;
        let mut pairs = read.iter().zip(&kept);
        match pairs.find(|(one, (size, _))| one.size != *size) {
            None => Ok(read),
            Some((one, (size, _))) => Err(unsigned(format!(
                "the checkpoint of size {} is kept under size {size}",
                one.size
            ))),
        }
    }

    /// Derives everything again from the bytes: records, what they are looked
    /// up by, their order, every root that is kept, every checkpoint that is kept.
    /// `inspect` may look at each record further.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn fsck(
        &self,
        key: Option<&VerifyingKey>,
        progress: AuditProgress<'_>,
        mut inspect: impl FnMut(&LogEntry) -> Result<(), Wrong>,
    ) -> Result<Audited, AuditError> {
        if let Some(said) = self.store().damage()? {
            return Err(wrong(WrongKind::Damaged, None, said));
        }
        self.has_its_checkpoints()?;
        let head = self.store().head()?;
        let kept = self.kept_checkpoints(key)?;
        let expected = by_size(&kept, head.frontier.size())?;
        let store = self.store();
        let mut last = None;
        let mut walk = Walk::new(self, head, expected, progress);
        let audited = walk.through(|entry, completed| {
            let index = Some(entry.index);
            let (facts, at) = read_record(&entry.record)
                .map_err(|error| wrong(WrongKind::RecordMalformed, index, error))?;
            if last.is_some_and(|last| at < last) {
                let detail = "it is older than the record in front of it";
                return Err(wrong(WrongKind::Unordered, index, detail));
            }
            last = Some(at);
            if facts != entry.facts || at != entry.at {
                let detail = "the columns it is looked up by say something else";
                return Err(wrong(WrongKind::FactsDiffer, index, detail));
            }
            for done in completed
                .iter()
                .filter(|done| done.level % KEPT_LEVELS == 0)
            {
                let kept = store.subtrees(done.level, done.index, done.index + 1)?;
                if kept != [done.hash] {
                    let detail = format!("the root of the {} records up to it", 1u64 << done.level);
                    return Err(wrong(WrongKind::SubtreeDiffers, index, detail));
                }
            }
            inspect(entry).map_err(AuditError::Wrong)
        })?;
        self.is_guarded()?;
        Ok(audited)
    }
}

/// The checkpoints of signed notes. With a key, at least one of them must be
/// signed with it, and none may say so and not be; else why not.
pub(crate) fn read_checkpoints<'n>(
    notes: impl Iterator<Item = &'n str>,
    key: Option<&VerifyingKey>,
) -> Result<Vec<Checkpoint>, String> {
    let mut read = Vec::new();
    let mut signed = false;
    for note in notes {
        let note = SignedNote::parse(note).map_err(|error| format!("a checkpoint: {error}"))?;
        let checkpoint = Checkpoint::parse(note.text());
        let checkpoint = checkpoint.map_err(|error| format!("a checkpoint: {error}"))?;
        if let Some(key) = key {
            let by_key = is_signed(&note, &checkpoint, key);
            signed |= by_key
                .map_err(|why| format!("the checkpoint of size {}: {why}", checkpoint.size))?;
        }
        read.push(checkpoint);
    }
    match key.is_some() && !signed && !read.is_empty() {
        true => Err("none of the checkpoints is signed with the key given".to_owned()),
        false => Ok(read),
    }
}

/// Whether this key signed a checkpoint of its log. One that was replaced signed others.
fn is_signed(
    note: &SignedNote,
    checkpoint: &Checkpoint,
    key: &VerifyingKey,
) -> Result<bool, String> {
    if checkpoint.origin != key.name() {
        return Err(format!(
            "it is of the log `{}`, not of `{}`",
            checkpoint.origin,
            key.name()
        ));
    }
    if !note.signers().iter().any(|name| name == key.name()) {
        return Err("somebody else signed it".to_owned());
    }
    match note.verify(std::slice::from_ref(key)) {
        Ok(_) => Ok(true),
        Err(NoteError::UnknownKey(_)) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}

/// The roots that checkpoints claim, by size.
fn by_size(checkpoints: &[Checkpoint], size: u64) -> Result<BTreeMap<u64, Vec<Hash>>, AuditError> {
    let mut expected: BTreeMap<u64, Vec<Hash>> = BTreeMap::new();
    for checkpoint in checkpoints {
        if checkpoint.size > size {
            let detail = format!(
                "a checkpoint says it had {} records, and it has {size}",
                checkpoint.size
            );
            return Err(wrong(WrongKind::Shorter, None, detail));
        }
        expected
            .entry(checkpoint.size)
            .or_default()
            .push(checkpoint.root);
    }
    Ok(expected)
}

/// A walk over all records up to the head that was there at its start.
pub(crate) struct Walk<'a, 'p> {
    ledger: &'a Ledger,
    head: Head,
    expected: BTreeMap<u64, Vec<Hash>>,
    compared: u64,
    frontier: Frontier,
    progress: AuditProgress<'p>,
}

impl<'a, 'p> Walk<'a, 'p> {
    pub(crate) fn new(
        ledger: &'a Ledger,
        head: Head,
        expected: BTreeMap<u64, Vec<Hash>>,
        progress: AuditProgress<'p>,
    ) -> Walk<'a, 'p> {
        Walk {
            ledger,
            head,
            expected,
            compared: 0,
            frontier: Frontier::default(),
            progress,
        }
    }

    pub(crate) fn through<E: From<AuditError> + From<StoreError>>(
        &mut self,
        mut each: impl FnMut(&LogEntry, &[Completed]) -> Result<(), E>,
    ) -> Result<Audited, E> {
        let size = self.head.frontier.size();
        let mut completed = Vec::new();
        self.compare()?;
        while self.frontier.size() < size {
            let page = self.ledger.store().entries(self.frontier.size())?;
            if page.is_empty() {
                let index = Some(self.frontier.size());
                return Err(wrong(WrongKind::Gap, index, "it is missing").into());
            }
            for entry in &page {
                let index = self.frontier.size();
                if index == size {
                    break;
                }
                if entry.index != index {
                    return Err(wrong(WrongKind::Gap, Some(index), "it is missing").into());
                }
                let leaf = leaf_hash(&entry.record);
                if leaf != entry.leaf {
                    let detail = format!("its bytes hash to {leaf}, {} is kept", entry.leaf);
                    return Err(wrong(WrongKind::LeafDiffers, Some(index), detail).into());
                }
                completed.clear();
                self.frontier.push(leaf, |done| completed.push(done));
                each(entry, &completed)?;
                self.compare()?;
            }
            if (self.progress)(self.frontier.size(), size).is_break() {
                return Err(AuditError::Cancelled.into());
            }
        }
        self.nothing_behind()?;
        if self.frontier != self.head.frontier {
            let detail = "the end kept of the log is not that of its records";
            return Err(wrong(WrongKind::HeadDiffers, None, detail).into());
        }
        Ok(Audited {
            size,
            root: self.frontier.root(),
            checkpoints: self.compared,
        })
    }

    /// No record stands behind the end of the log; others may append meanwhile.
    fn nothing_behind(&self) -> Result<(), AuditError> {
        let store = self.ledger.store();
        let end = store.head()?.frontier.size();
        let Some(stray) = store.entries(end)?.into_iter().next() else {
            return Ok(());
        };
        if stray.index < store.head()?.frontier.size() {
            return Ok(());
        }
        let detail = "it stands behind the end of the log";
        Err(wrong(WrongKind::HeadDiffers, Some(stray.index), detail))
    }

    /// Compares the root with the checkpoints of this size.
    fn compare(&mut self) -> Result<(), AuditError> {
        let Some(roots) = self.expected.remove(&self.frontier.size()) else {
            return Ok(());
        };
        let own = self.frontier.root();
        self.compared += roots.len() as u64;
        match roots.iter().find(|root| **root != own) {
            None => Ok(()),
            Some(root) => {
                let size = self.frontier.size();
                let detail = format!("at size {size} the root is {own}, a checkpoint says {root}");
                Err(wrong(WrongKind::CheckpointDiffers, None, detail))
            }
        }
    }
}
