//! What appending some drafts comes to, worked out under the store's lock.

use std::collections::BTreeMap;

use super::{Head, KEPT_LEVELS, LogEntry, Outcome, StoreError};
use crate::moment::Moment;
use crate::record::{CLOCK_TOLERANCE_US, Content, Draft, Once, compose, request_in, request_of};
use crate::tree::{Completed, leaf_hash};

/// A clock further behind cannot be told of in a record, whose numbers every
/// reader of JSON must read exactly: some three centuries.
const CLOCK_BEHIND_MAX_US: u64 = (1 << 53) - 1;

/// The answer to an earlier request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answered {
    pub(super) input_sha256: String,
    pub(super) index: u64,
}

impl Answered {
    /// What a table says about a key; the record it names must say the same.
    pub(super) fn checked(
        key: &str,
        input_sha256: String,
        index: u64,
        record: Option<&[u8]>,
    ) -> Result<Answered, StoreError> {
        let said = record.and_then(request_in);
        if said != Some(request_of(key, &input_sha256)) {
            return Err(StoreError::Corrupt(format!(
                "the idempotency key `{key}` is kept for record {index}, which does not answer that request"
            )));
        }
        Ok(Answered {
            input_sha256,
            index,
        })
    }

    /// What a request comes to whose key was answered so.
    pub(super) fn outcome(self, once: &Once) -> Outcome {
        match self.input_sha256 == once.input_sha256() {
            true => Outcome::Replayed { index: self.index },
            false => Outcome::KeyTaken {
                key: once.key().to_owned(),
                index: self.index,
                first: self.input_sha256,
                this: once.input_sha256().to_owned(),
            },
        }
    }
}

/// A key that a new record takes.
pub(super) struct NewKey {
    pub(super) key: String,
    pub(super) answered: Answered,
    pub(super) at: Moment,
}

/// Everything to be written in one transaction.
pub(super) struct Plan {
    pub(super) head: Head,
    pub(super) entries: Vec<LogEntry>,
    pub(super) subtrees: Vec<Completed>,
    pub(super) keys: Vec<NewKey>,
    pub(super) outcomes: Vec<Outcome>,
}

/// Works out what appending the drafts behind this head comes to.
///
/// `answered` looks up a key among those kept.
///
/// # Errors
/// Whatever `answered` fails with, and where a copied record is older than the
/// one in front of it.
pub(super) fn plan(
    head: Head,
    drafts: &[Draft],
    mut answered: impl FnMut(&str) -> Result<Option<Answered>, StoreError>,
) -> Result<Plan, StoreError> {
    let mut plan = Plan {
        head,
        entries: Vec::new(),
        subtrees: Vec::new(),
        keys: Vec::new(),
        outcomes: Vec::new(),
    };
    let mut taken: BTreeMap<&str, Answered> = BTreeMap::new();
    for draft in drafts {
        let Some(once) = &draft.once else {
            plan.add(draft)?;
            continue;
        };
        let known = match taken.get(once.key()) {
            Some(known) => Some(known.clone()),
            None => answered(once.key())?,
        };
        match known {
            Some(known) => plan.outcomes.push(known.outcome(once)),
            None => {
                let answered = Answered {
                    input_sha256: once.input_sha256().to_owned(),
                    index: plan.add(draft)?,
                };
                taken.insert(once.key(), answered.clone());
                plan.keys.push(NewKey {
                    key: once.key().to_owned(),
                    answered,
                    at: draft.at,
                });
            }
        }
    }
    Ok(plan)
}

impl Plan {
    /// Adds a record at the end, never before the time of the one in front of it.
    fn add(&mut self, draft: &Draft) -> Result<u64, StoreError> {
        let last = self.head.last.unwrap_or(draft.at);
        let at = draft.at.max(last);
        let behind = Some(draft.at.behind(last)).filter(|us| *us > CLOCK_TOLERANCE_US);
        if behind.is_some_and(|us| us > CLOCK_BEHIND_MAX_US) {
            return Err(StoreError::Failed(
                "the last record is dated centuries ahead of this clock".to_owned(),
            ));
        }
        let record = match &draft.content {
            Content::Body(body) => {
                let request = draft.once.as_ref().map(Once::request);
                compose(body, at, behind, request.as_ref())
            }
            Content::Whole(_) if at != draft.at => {
                return Err(StoreError::Failed(
                    "a copied record is older than the one in front of it".to_owned(),
                ));
            }
            Content::Whole(bytes) => bytes.clone(),
        };
        let index = self.head.frontier.size();
        let leaf = leaf_hash(&record);
        let subtrees = &mut self.subtrees;
        self.head.frontier.push(leaf, |done| {
            if done.level % KEPT_LEVELS == 0 {
                subtrees.push(done);
            }
        });
        self.head.last = Some(at);
        self.entries.push(LogEntry {
            index,
            leaf,
            at,
            facts: draft.facts.clone(),
            record,
        });
        self.outcomes.push(Outcome::Appended {
            index,
            clock_behind_us: behind,
        });
        Ok(index)
    }
}
