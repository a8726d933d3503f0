//! A whole log as one file, and back into another store: the roots are equal.
//!
//! The first line says what follows; every other line is a record, byte for byte.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Write};

use groundstop_canon::{Json, jcs, strict};
use serde_json::json;

use crate::audit::{AuditError, Walk, read_checkpoints};
use crate::log::{Ledger, LedgerError, MAX_BATCH};
use crate::note::{Checkpoint, VerifyingKey};
use crate::record::{Draft, MAX_RECORD_BYTES};
use crate::store::{Outcome, StoreError};
use crate::tree::{Frontier, Hash, empty_root, leaf_hash};

const FORMAT: &str = "groundstop-log/1";

/// Why a log cannot be moved.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The log or its store failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The log that should be written is not as it should be.
    #[error(transparent)]
    Audit(#[from] AuditError),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is wrong; says where.
    #[error("the exported log is wrong: {0}")]
    Wrong(String),
    /// The store holds other records already.
    #[error("the store holds other records already")]
    OtherRecords,
}

impl From<StoreError> for TransferError {
    fn from(error: StoreError) -> TransferError {
        TransferError::Ledger(error.into())
    }
}

/// What was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// How many records the log has.
    pub size: u64,
    /// How many of them are new in the store.
    pub added: u64,
    /// How many checkpoints went with them.
    pub checkpoints: u64,
    /// The root over all of them, equal on both sides.
    pub root: Hash,
}

/// What an exported log must be of, as far as that is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected<'a> {
    /// The key that signed its checkpoints; without it their signatures are not looked at.
    pub key: Option<&'a VerifyingKey>,
    /// The name of the log.
    pub origin: Option<&'a str>,
}

impl Ledger {
    /// Writes the whole log to a file.
    ///
    /// # Errors
    /// Where the store or the file fails.
    pub fn export(&self, out: &mut dyn Write) -> Result<Moved, TransferError> {
        let head = self.store().head()?;
        let (size, root) = (head.frontier.size(), head.frontier.root());
        let checkpoints: Vec<String> = self
            .store()
            .checkpoints()?
            .into_iter()
            .filter(|(covered, _)| *covered <= size)
            .map(|(_, note)| note)
            .collect();
        let first = json!({
            "checkpoints": checkpoints,
            "format": FORMAT,
            "root": root.to_string(),
            "size": size,
        });
        let first = jcs::exact(&first).map_err(|error| TransferError::Wrong(error.to_string()))?;
        writeln!(out, "{first}")?;
        // Every record is hashed again: what is written has the root that is said.
        let mut silent = |_, _| std::ops::ControlFlow::Continue(());
        let mut walk = Walk::new(self, head, BTreeMap::new(), &mut silent);
        walk.through(|entry, _| -> Result<(), TransferError> {
            out.write_all(&entry.record)?;
            Ok(out.write_all(b"\n")?)
        })?;
        out.flush()?;
        Ok(Moved {
            size,
            added: 0,
            checkpoints: checkpoints.len() as u64,
            root,
        })
    }

    /// Takes a file's records into this store, which is empty or holds their beginning.
    ///
    /// The file is read twice: nothing is recorded before all of it is verified.
    ///
    /// # Errors
    /// Where the file is wrong or not what is expected, the store holds other records,
    /// or either fails.
    pub fn import<R: BufRead>(
        &self,
        mut open: impl FnMut() -> io::Result<R>,
        expected: Expected<'_>,
    ) -> Result<Moved, TransferError> {
        let here = self.store().head()?.frontier;
        let named = self.store().origin()?;
        let mut file = File::open(open()?)?;
        let mut beginning = here.size() == 0;
        let checkpoints = file.signed(expected, named.as_deref())?;
        let mut signed = file.roots(&checkpoints)?;
        let mut last = None;
        while let Some(record) = file.next()? {
            let draft = Draft::copied(record).map_err(|error| file.wrong(error))?;
            if last.is_some_and(|last| draft.at < last) {
                return Err(file.wrong("the record is older than the one in front of it"));
            }
            last = Some(draft.at);
            beginning |= file.frontier == here;
            if let Some(root) = signed.remove(&file.frontier.size())
                && root != file.frontier.root()
            {
                return Err(file.wrong("a checkpoint has another root than the records"));
            }
        }
        file.end()?;
        if let Some((size, _)) = signed.pop_first() {
            let what = format!("a checkpoint of {size} records, which it does not have");
            return Err(TransferError::Wrong(what));
        }
        if !beginning {
            return Err(TransferError::OtherRecords);
        }
        let (size, root) = (file.frontier.size(), file.frontier.root());
        let notes = file.checkpoints;
        let mut file = File::open(open()?)?;
        let mut batch = Vec::new();
        while let Some(record) = file.next()? {
            if file.frontier.size() > here.size() {
                batch.push(Draft::copied(record).map_err(|error| file.wrong(error))?);
            }
            if batch.len() == MAX_BATCH {
                self.take(&mut batch, file.frontier.size())?;
            }
        }
        file.end()?;
        self.take(&mut batch, size)?;
        if self.root_at(size)? != root {
            return Err(TransferError::OtherRecords);
        }
        for (checkpoint, note) in checkpoints.iter().zip(&notes) {
            self.store().put_checkpoint(checkpoint, note)?;
        }
        Ok(Moved {
            size,
            added: size - here.size(),
            checkpoints: checkpoints.len() as u64,
            root,
        })
    }

    /// Appends records of a file; somebody else's in between are noticed.
    fn take(&self, batch: &mut Vec<Draft>, end: u64) -> Result<(), TransferError> {
        let first = end - batch.len() as u64;
        let drafts = std::mem::take(batch);
        if drafts.is_empty() {
            return Ok(());
        }
        if self.store().head()?.frontier.size() != first {
            return Err(TransferError::OtherRecords);
        }
        let outcomes = self.append_all(&drafts)?;
        let place = |outcome: &Outcome| match outcome {
            Outcome::Appended { index, .. } => Some(*index),
            _ => None,
        };
        match outcomes.iter().map(place).eq((first..end).map(Some)) {
            true => Ok(()),
            false => Err(TransferError::OtherRecords),
        }
    }
}

/// An exported log on its way in.
struct File<R> {
    lines: R,
    size: u64,
    root: Hash,
    checkpoints: Vec<String>,
    frontier: Frontier,
}

impl<R: BufRead> File<R> {
    fn open(mut lines: R) -> Result<File<R>, TransferError> {
        let wrong = |what: &str| TransferError::Wrong(format!("its first line: {what}"));
        let head = line(&mut lines)?.ok_or_else(|| wrong("it is missing"))?;
        let json = strict::parse(&head).map_err(|error| wrong(&error.to_string()))?;
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        if text("format") != Some(FORMAT) {
            return Err(wrong(&format!("it does not say `{FORMAT}`")));
        }
        let size = json.get("size").and_then(Json::as_number);
        let size = size.and_then(|number| number.to_string().parse().ok());
        let root = text("root").and_then(Hash::from_hex);
        let notes = json.get("checkpoints").and_then(Json::as_array);
        let notes = notes.unwrap_or_default().iter();
        Ok(File {
            size: size.ok_or_else(|| wrong("it has no size"))?,
            root: root.ok_or_else(|| wrong("it has no root"))?,
            checkpoints: notes.filter_map(Json::as_str).map(str::to_owned).collect(),
            lines,
            frontier: Frontier::default(),
        })
    }

    /// Its checkpoints, all of the log that is expected.
    fn signed(
        &self,
        expected: Expected<'_>,
        named: Option<&str>,
    ) -> Result<Vec<Checkpoint>, TransferError> {
        let notes = self.checkpoints.iter().map(String::as_str);
        let read = read_checkpoints(notes, expected.key).map_err(|error| self.wrong(error))?;
        let names = [
            named,
            expected.origin,
            read.first().map(|one| one.origin.as_str()),
        ];
        for name in names.into_iter().flatten() {
            if let Some(other) = read.iter().find(|one| one.origin != name) {
                let what = format!(
                    "a checkpoint of the log `{}`, not of `{name}`",
                    other.origin
                );
                return Err(self.wrong(what));
            }
        }
        Ok(read)
    }

    /// The roots its checkpoints claim, by size; two of one size must agree.
    fn roots(&self, checkpoints: &[Checkpoint]) -> Result<BTreeMap<u64, Hash>, TransferError> {
        let mut roots = BTreeMap::from([(0, empty_root())]);
        for checkpoint in checkpoints {
            let before = roots.insert(checkpoint.size, checkpoint.root);
            if before.is_some_and(|root| root != checkpoint.root) {
                return Err(self.wrong("two checkpoints contradict each other"));
            }
        }
        roots.remove(&0);
        Ok(roots)
    }

    fn next(&mut self) -> Result<Option<Vec<u8>>, TransferError> {
        let record = line(&mut self.lines)?;
        if let Some(record) = &record {
            self.frontier.push(leaf_hash(record), |_| ());
        }
        Ok(record)
    }

    fn wrong(&self, what: impl fmt::Display) -> TransferError {
        let line = self.frontier.size() + 1;
        TransferError::Wrong(format!("line {line}: {what}"))
    }

    fn end(&self) -> Result<(), TransferError> {
        let found = self.frontier.size();
        if found != self.size {
            let what = format!("it has {found} records and says {}", self.size);
            return Err(TransferError::Wrong(what));
        }
        match self.frontier.root() == self.root {
            true => Ok(()),
            false => Err(TransferError::Wrong(
                "its records have another root than it says".to_owned(),
            )),
        }
    }
}

/// A line without its end; one longer than any record is refused.
fn line(lines: &mut impl BufRead) -> Result<Option<Vec<u8>>, TransferError> {
    let limit = (MAX_RECORD_BYTES as u64).saturating_add(4096);
    let mut bytes = Vec::new();
    let read = io::Read::take(lines, limit).read_until(b'\n', &mut bytes)?;
    match bytes.pop() {
        None if read == 0 => Ok(None),
        Some(b'\n') => Ok(Some(bytes)),
        _ => Err(TransferError::Wrong("its last line is cut off".to_owned())),
    }
}
