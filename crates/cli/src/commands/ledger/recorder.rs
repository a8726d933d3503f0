//! Recording what was decided, before anybody sees it.

use groundstop_contract::ledger::{FreezeRecord, LedgerRecord, RecordBody, ResearchRecord};
use groundstop_contract::report::Report;
use groundstop_engine::{report_of_record, request_digest};
use groundstop_ledger::record::{Draft, Once};
use groundstop_ledger::store::{Outcome, Store, StoreError};
use groundstop_ledger::{Ledger, Moment};

use super::args::{HomeArgs, RecordArgs};
use super::home::{CONFIGURE, Home, refused};
use crate::error::CliError;

/// The ledger of a command, where one is configured.
pub(crate) struct Recorder {
    opened: Option<(Home, Ledger)>,
    key: Option<String>,
}

/// What a record came to.
pub(crate) struct Recorded<T> {
    /// What may be shown now: what was given, or what an equal request was answered with.
    pub(crate) content: T,
    /// A line for people.
    pub(crate) note: String,
}

impl Recorder {
    /// Opens the ledger, unless there is none or none is wanted.
    pub(crate) fn open(home: &HomeArgs, args: &RecordArgs) -> Result<Recorder, CliError> {
        let found = match args.no_ledger {
            true => None,
            false => Home::find(home)?,
        };
        if found.is_none() && args.idempotency_key.is_some() {
            return Err(CliError::input(
                "`--idempotency-key` needs a ledger to remember it",
                CONFIGURE,
            ));
        }
        let opened = match found {
            Some(home) => {
                let ledger = home.open()?;
                Some((home, ledger))
            }
            None => None,
        };
        Ok(Recorder {
            opened,
            key: args.idempotency_key.clone(),
        })
    }

    /// Records a report; what comes back may be shown.
    pub(crate) fn report(&self, report: Report) -> Result<Recorded<Report>, CliError> {
        let Some((home, ledger)) = &self.opened else {
            return Ok(Recorded {
                content: report,
                note: String::new(),
            });
        };
        let once = match &self.key {
            Some(key) => {
                let input = request_digest(&report).map_err(CliError::fault)?;
                Some(once(key, input)?)
            }
            None => None,
        };
        let body = RecordBody::Decision(Box::new(report));
        let (outcome, note) = append(home, ledger, &body, once)?;
        let RecordBody::Decision(own) = body else {
            return Err(CliError::fault("a decision became something else"));
        };
        let report = match outcome {
            Answered::New => *own,
            Answered::Before(index) => {
                let entry = ledger.record(index).map_err(|error| refused(&error))?;
                let earlier = report_of_record(&entry.record).map_err(CliError::fault)?;
                earlier.ok_or_else(|| CliError::fault("the key answers another command"))?
            }
        };
        Ok(Recorded {
            content: report,
            note,
        })
    }

    /// Records a frozen set; what comes back may be shown.
    pub(crate) fn freeze(
        &self,
        freeze: FreezeRecord,
        input_sha256: String,
    ) -> Result<Recorded<FreezeRecord>, CliError> {
        let own = RecordBody::Freeze(Box::new(freeze));
        match self.body(own, input_sha256)? {
            (RecordBody::Freeze(freeze), note) => Ok(Recorded {
                content: *freeze,
                note,
            }),
            _ => Err(CliError::fault("the key answers another command")),
        }
    }
}

impl Recorder {
    /// The store, where one is configured.
    pub(crate) fn store(&self) -> Option<&dyn Store> {
        self.opened.as_ref().map(|(_, ledger)| ledger.store())
    }

    /// A store's error with its place and cure.
    pub(crate) fn failed(&self, error: &StoreError) -> CliError {
        match &self.opened {
            Some((home, _)) => home.failed(error),
            None => CliError::fault(error),
        }
    }

    /// Records a question; its answer may be shown when this returns.
    pub(crate) fn research(
        &self,
        record: ResearchRecord,
        input_sha256: String,
    ) -> Result<Recorded<ResearchRecord>, CliError> {
        let own = RecordBody::Research(Box::new(record));
        match self.body(own, input_sha256)? {
            (RecordBody::Research(record), note) => Ok(Recorded {
                content: *record,
                note,
            }),
            _ => Err(CliError::fault("the key answers another command")),
        }
    }

    /// What an equal request was answered with before, where it had this key.
    pub(crate) fn research_before(
        &self,
        input_sha256: &str,
    ) -> Result<Option<Recorded<ResearchRecord>>, CliError> {
        let (Some((home, ledger)), Some(key)) = (&self.opened, &self.key) else {
            return Ok(None);
        };
        let once = once(key, input_sha256.to_owned())?;
        let outcome = ledger.store().answered(&once);
        let Some(outcome) = outcome.map_err(|error| home.failed(&error))? else {
            return Ok(None);
        };
        let (index, note) = match came_to(outcome)? {
            (Answered::Before(index), note) => (index, note),
            (Answered::New, _) => return Ok(None),
        };
        match earlier_body(ledger, index)? {
            RecordBody::Research(record) => Ok(Some(Recorded {
                content: *record,
                note,
            })),
            _ => Err(CliError::fault("the key answers another command")),
        }
    }

    /// Records something; what comes back is that, or what an equal request was answered with.
    fn body(
        &self,
        body: RecordBody,
        input_sha256: String,
    ) -> Result<(RecordBody, String), CliError> {
        let Some((home, ledger)) = &self.opened else {
            return Ok((body, String::new()));
        };
        let key = self.key.as_ref();
        let once = key.map(|key| once(key, input_sha256)).transpose()?;
        let (outcome, note) = append(home, ledger, &body, once)?;
        match outcome {
            Answered::New => Ok((body, note)),
            Answered::Before(index) => Ok((earlier_body(ledger, index)?, note)),
        }
    }
}

/// Where the answer is.
pub(super) enum Answered {
    /// In a new record.
    New,
    /// In the record of an equal request.
    Before(u64),
}

pub(super) fn once(key: &str, input_sha256: String) -> Result<Once, CliError> {
    Once::new(key, input_sha256).map_err(|error| CliError::input(error, "give a shorter plain key"))
}

/// The body of a record.
pub(crate) fn earlier_body(ledger: &Ledger, index: u64) -> Result<RecordBody, CliError> {
    let entry = ledger.record(index).map_err(|error| refused(&error))?;
    let record: LedgerRecord = serde_json::from_slice(&entry.record).map_err(CliError::fault)?;
    Ok(record.body)
}

/// Appends a record; it is durable when this returns, and only then may it be shown.
pub(super) fn append(
    home: &Home,
    ledger: &Ledger,
    body: &RecordBody,
    once: Option<Once>,
) -> Result<(Answered, String), CliError> {
    let draft = Draft::new(body, now()).map_err(|error| {
        CliError::input(
            format!("ledger: {error}"),
            "decide less at a time, or add `--no-ledger`",
        )
    })?;
    let outcome = ledger.append(draft.once(once));
    came_to(outcome.map_err(|error| home.failed(&error))?)
}

/// Where the answer is after an append, with a line for people.
fn came_to(outcome: Outcome) -> Result<(Answered, String), CliError> {
    match outcome {
        Outcome::Appended {
            index,
            clock_behind_us,
        } => {
            let mut note = format!("recorded: {index}\n");
            if let Some(us) = clock_behind_us {
                note.push_str(&format!(
                    "warning: the clock is {} s behind the ledger's last record; the record says so\n",
                    us / 1_000_000
                ));
            }
            Ok((Answered::New, note))
        }
        Outcome::Replayed { index } => {
            let note = format!("recorded: {index}, by an equal request before\n");
            Ok((Answered::Before(index), note))
        }
        Outcome::KeyTaken {
            key,
            index,
            first,
            this,
        } => Err(CliError::input(
            format!(
                "the idempotency key `{key}` was used for another request (record {index}): its input is {first}, this one's {this}"
            ),
            "use another key for another request",
        )),
    }
}

/// Now, as the ledger counts it.
pub(crate) fn now() -> Moment {
    Moment::from_micros(jiff::Timestamp::now().as_microsecond())
}
