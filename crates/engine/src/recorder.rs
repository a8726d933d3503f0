//! Recording what was decided, before anybody sees it.

use std::sync::Arc;

use groundstop_contract::ledger::{FreezeRecord, LedgerRecord, RecordBody, ResearchRecord};
use groundstop_contract::report::Report;
use groundstop_ledger::record::{Draft, Once};
use groundstop_ledger::store::{Outcome, Store, StoreError};
use groundstop_ledger::{Ledger, Moment};

use crate::error::EngineError;
use crate::facade::Engine;
use crate::home::{CONFIGURE, Home, refused};
use crate::record::{report_of_record, request_digest};

/// How a decision is recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordOptions {
    /// Decide without leaving a record, although a ledger is configured.
    pub no_ledger: bool,
    /// Repeating a request with the same key gives the same record.
    pub idempotency_key: Option<String>,
}

/// What became of a record. Whoever holds one may show what it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// There is no ledger, or none was wanted.
    Nowhere,
    /// It is durable, in a new record.
    New {
        /// Its place in the log.
        index: u64,
        /// How far the clock is behind the record before, where it is.
        clock_behind_us: Option<u64>,
    },
    /// An equal request was recorded before, and what is shown is its answer.
    Before {
        /// The place of that record.
        index: u64,
    },
}

/// The ledger of a request, where one is configured and wanted.
pub(crate) struct Recorder<'a> {
    opened: Option<(&'a Home, Arc<Ledger>)>,
    key: Option<String>,
    now: Moment,
}

impl Engine {
    /// Opens the ledger ahead of the first record, so that what is wrong with it is said
    /// before any work is done.
    ///
    /// # Errors
    /// Where it cannot be opened, or an idempotency key is given and there is none.
    pub fn open_ledger(&self, options: &RecordOptions) -> Result<(), EngineError> {
        self.recorder(options).map(drop)
    }

    /// Opens the ledger for a request, unless there is none or none is wanted.
    pub(crate) fn recorder(&self, options: &RecordOptions) -> Result<Recorder<'_>, EngineError> {
        let home = match options.no_ledger {
            true => None,
            false => self.home()?,
        };
        if home.is_none() && options.idempotency_key.is_some() {
            return Err(EngineError::input(
                "`--idempotency-key` needs a ledger to remember it",
                CONFIGURE,
            ));
        }
        let opened = match home {
            Some(home) => self.writer()?.map(|ledger| (home, ledger)),
            None => None,
        };
        Ok(Recorder {
            opened,
            key: options.idempotency_key.clone(),
            now: self.now(),
        })
    }
}

impl Recorder<'_> {
    /// The same, at this time.
    pub(crate) fn at(self, now: Moment) -> Self {
        Recorder { now, ..self }
    }

    /// The store, where one is configured.
    pub(crate) fn store(&self) -> Option<&dyn Store> {
        self.opened.as_ref().map(|(_, ledger)| ledger.store())
    }

    /// A store's error with its place and help.
    pub(crate) fn failed(&self, error: &StoreError) -> EngineError {
        match &self.opened {
            Some((home, _)) => home.failed(error),
            None => EngineError::internal(error),
        }
    }

    /// Records a report; what comes back may be shown.
    pub(crate) fn report(&self, report: Report) -> Result<(Report, Recorded), EngineError> {
        let input = match &self.key {
            Some(_) => request_digest(&report).map_err(EngineError::internal)?,
            None => String::new(),
        };
        let own = RecordBody::Decision(Box::new(report));
        let Some((home, ledger)) = &self.opened else {
            return decision(own).map(|report| (report, Recorded::Nowhere));
        };
        match self.append(home, ledger, &own, input)? {
            Recorded::Before { index } => {
                let entry = ledger.record(index).map_err(|error| refused(&error))?;
                let earlier = report_of_record(&entry.record).map_err(EngineError::internal)?;
                let report = earlier.ok_or_else(other_command)?;
                Ok((report, Recorded::Before { index }))
            }
            recorded => Ok((decision(own)?, recorded)),
        }
    }

    /// Records a frozen set; what comes back may be shown.
    pub(crate) fn freeze(
        &self,
        freeze: FreezeRecord,
        input_sha256: String,
    ) -> Result<(FreezeRecord, Recorded), EngineError> {
        match self.body(RecordBody::Freeze(Box::new(freeze)), input_sha256)? {
            (RecordBody::Freeze(freeze), recorded) => Ok((*freeze, recorded)),
            (RecordBody::Decision(_) | RecordBody::Research(_) | RecordBody::Review(_), _) => {
                Err(other_command())
            }
        }
    }

    /// Records a question; its answer may be shown when this returns.
    pub(crate) fn research(
        &self,
        record: ResearchRecord,
        input_sha256: String,
    ) -> Result<(ResearchRecord, Recorded), EngineError> {
        match self.body(RecordBody::Research(Box::new(record)), input_sha256)? {
            (RecordBody::Research(record), recorded) => Ok((*record, recorded)),
            (RecordBody::Decision(_) | RecordBody::Freeze(_) | RecordBody::Review(_), _) => {
                Err(other_command())
            }
        }
    }

    /// What an equal request was answered with before, where it had this key.
    pub(crate) fn research_before(
        &self,
        input_sha256: &str,
    ) -> Result<Option<(ResearchRecord, Recorded)>, EngineError> {
        let (Some((home, ledger)), Some(key)) = (&self.opened, &self.key) else {
            return Ok(None);
        };
        let once = once(key, input_sha256.to_owned())?;
        let outcome = ledger.store().answered(&once);
        let Some(outcome) = outcome.map_err(|error| home.failed(&error))? else {
            return Ok(None);
        };
        let Recorded::Before { index } = came_to(outcome)? else {
            return Ok(None);
        };
        match body_at(ledger, index)? {
            RecordBody::Research(record) => Ok(Some((*record, Recorded::Before { index }))),
            RecordBody::Decision(_) | RecordBody::Freeze(_) | RecordBody::Review(_) => {
                Err(other_command())
            }
        }
    }

    /// Records something; what comes back is that, or what an equal request was answered with.
    pub(crate) fn body(
        &self,
        body: RecordBody,
        input_sha256: String,
    ) -> Result<(RecordBody, Recorded), EngineError> {
        let Some((home, ledger)) = &self.opened else {
            return Ok((body, Recorded::Nowhere));
        };
        match self.append(home, ledger, &body, input_sha256)? {
            Recorded::Before { index } => Ok((body_at(ledger, index)?, Recorded::Before { index })),
            recorded => Ok((body, recorded)),
        }
    }

    /// Appends a record; it is durable when this returns, and only then may it be shown.
    fn append(
        &self,
        home: &Home,
        ledger: &Ledger,
        body: &RecordBody,
        input_sha256: String,
    ) -> Result<Recorded, EngineError> {
        let key = self.key.as_ref();
        let once = key.map(|key| once(key, input_sha256)).transpose()?;
        let draft = Draft::new(body, self.now).map_err(|error| {
            EngineError::input(
                format!("ledger: {error}"),
                "decide less at a time, or add `--no-ledger`",
            )
        })?;
        let outcome = ledger.append(draft.once(once));
        came_to(outcome.map_err(|error| home.failed(&error))?)
    }
}

fn decision(body: RecordBody) -> Result<Report, EngineError> {
    match body {
        RecordBody::Decision(report) => Ok(*report),
        RecordBody::Freeze(_) | RecordBody::Research(_) | RecordBody::Review(_) => {
            Err(EngineError::internal("a decision became something else"))
        }
    }
}

fn other_command() -> EngineError {
    EngineError::internal("the key answers another command")
}

fn once(key: &str, input_sha256: String) -> Result<Once, EngineError> {
    Once::new(key, input_sha256)
        .map_err(|error| EngineError::input(error, "give a shorter plain key"))
}

/// The body of a record.
pub(crate) fn body_at(ledger: &Ledger, index: u64) -> Result<RecordBody, EngineError> {
    let entry = ledger.record(index).map_err(|error| refused(&error))?;
    let record: LedgerRecord =
        serde_json::from_slice(&entry.record).map_err(EngineError::internal)?;
    Ok(record.body)
}

/// Where the answer is after an append.
fn came_to(outcome: Outcome) -> Result<Recorded, EngineError> {
    match outcome {
        Outcome::Appended {
            index,
            clock_behind_us,
        } => Ok(Recorded::New {
            index,
            clock_behind_us,
        }),
        Outcome::Replayed { index } => Ok(Recorded::Before { index }),
        Outcome::KeyTaken {
            key,
            index,
            first,
            this,
        } => Err(EngineError::input(
            format!(
                "the idempotency key `{key}` was used for another request (record {index}): its input is {first}, this one's {this}"
            ),
            "use another key for another request",
        )),
    }
}
