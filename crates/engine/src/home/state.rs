//! The state directory of the user: what is kept of research where no ledger is
//! configured, and beside every ledger that is.
//!
//! Calls by the minute are counted here by the account of the system, so that neither
//! another name nor another data directory begins a new count. The operator's log has
//! one line for every run that began, with the reason it ended for: codes, counts and
//! digests, and the names of sources that gave orders; no word of a question or a source.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use groundstop_contract::telemetry::Telemetry;
use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Kept, Namespace, Put, PutOutcome};
use groundstop_ledger::meter::{Amounts, Reservation, ReservationRequest, Reserved, Settled};
use groundstop_ledger::store::{KeptStore, MeterStore, RunStore, SqliteStore, StoreError, Swept};
use groundstop_research::screened::OrderPlace;
use serde::Serialize;

use crate::ask::ResearchRun;
use crate::error::EngineError;

/// The store that counts calls.
const CALLS: &str = "calls.db";
/// The operator's log; older ones have a number after their name.
const LOG: &str = "research.log";
const LOG_LOCK: &str = "research.log.lock";
/// A log that is longer than this is put aside, and a new one is begun.
const LOG_BYTES_MAX: u64 = 1024 * 1024;
/// How many logs that were put aside are kept.
const LOGS_KEPT: u32 = 3;

const CURE: &str = "name a folder that can be written to with XDG_STATE_HOME";

/// The state directory, ready for one run.
pub(crate) struct StateDir {
    folder: PathBuf,
    calls: SqliteStore,
}

impl StateDir {
    /// Makes the directory ready: whoever cannot count or log a run does not begin it.
    pub(crate) fn open(folder: &Path, now: Moment) -> Result<StateDir, EngineError> {
        let failed = |error: &dyn std::fmt::Display| {
            let folder = folder.display();
            EngineError::input(format!("the state directory `{folder}`: {error}"), CURE)
        };
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let calls = SqliteStore::open(&folder.join(CALLS)).map_err(|error| failed(&error))?;
        let state = StateDir {
            folder: folder.to_owned(),
            calls,
        };
        // What was settled long ago is added up, or the store would grow for ever.
        state.calls.sweep(now).map_err(|error| failed(&error))?;
        state.log_file().map_err(|error| failed(&error))?;
        Ok(state)
    }

    /// A store whose calls are counted here by the account, too.
    pub(crate) fn counting<'s>(
        &'s self,
        account: &'s str,
        inner: &'s dyn RunStore,
    ) -> CountedByAccount<'s> {
        CountedByAccount {
            calls: &self.calls,
            account,
            inner,
            open: Cell::new(None),
        }
    }

    /// Writes down that a run ended, and why.
    pub(crate) fn log(&self, run: &ResearchRun) -> Result<(), EngineError> {
        let line = LogLine {
            at: &run.pack.asked_at,
            product: &run.pack.product,
            contract: &run.pack.contract,
            pack_sha256: &run.pack_sha256,
            orders: run.orders.iter().map(LoggedOrder::of).collect(),
            telemetry: &run.pack.telemetry,
        };
        let mut text = serde_json::to_string(&line).map_err(EngineError::internal)?;
        text.push('\n');
        self.append(&text).map_err(|error| {
            let path = self.folder.join(LOG);
            let path = path.display();
            EngineError::input(format!("the operator's log `{path}`: {error}"), CURE)
        })
    }

    fn append(&self, line: &str) -> io::Result<()> {
        let lock = File::create(self.folder.join(LOG_LOCK))?;
        // It goes with the file, at the end of this.
        lock.lock()?;
        let mut log = self.log_file()?;
        let length = u64::try_from(line.len()).unwrap_or(u64::MAX);
        if log.metadata()?.len().saturating_add(length) > LOG_BYTES_MAX {
            self.put_aside()?;
            log = self.log_file()?;
        }
        log.write_all(line.as_bytes())?;
        log.sync_data()
    }

    fn log_file(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options
            .create(true)
            .append(true)
            .open(self.folder.join(LOG))
    }

    /// Moves every log one number on; the oldest goes.
    fn put_aside(&self) -> io::Result<()> {
        let numbered = |number: u32| match number {
            0 => self.folder.join(LOG),
            number => self.folder.join(format!("{LOG}.{number}")),
        };
        for number in (0..LOGS_KEPT).rev() {
            let from = numbered(number);
            if from.exists() {
                fs::rename(from, numbered(number.saturating_add(1)))?;
            }
        }
        Ok(())
    }
}

/// A line of the operator's log.
#[derive(Serialize)]
struct LogLine<'a> {
    at: &'a str,
    product: &'a str,
    contract: &'a str,
    pack_sha256: &'a str,
    /// Which source has to be taken out, and where to look in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    orders: Vec<LoggedOrder<'a>>,
    telemetry: &'a Telemetry,
}

/// Where an order to a machine stands; not what it says.
#[derive(Serialize)]
struct LoggedOrder<'a> {
    source: Option<&'a str>,
    page: Option<u32>,
    layer: &'static str,
    start: u64,
    end: u64,
    rule: &'a str,
}

impl LoggedOrder<'_> {
    fn of(place: &OrderPlace) -> LoggedOrder<'_> {
        LoggedOrder {
            source: place.source.as_deref(),
            page: place.page,
            layer: place.layer.code(),
            start: place.start,
            end: place.end,
            rule: &place.rule,
        }
    }
}

/// A store whose calls by the minute are counted twice: by the principal of the request
/// in the store itself, and by the account of the system in the state directory.
pub(crate) struct CountedByAccount<'s> {
    calls: &'s SqliteStore,
    account: &'s str,
    inner: &'s dyn RunStore,
    /// The reservation of the call under way in the state directory.
    open: Cell<Option<Reservation>>,
}

impl MeterStore for CountedByAccount<'_> {
    fn reserve(&self, request: &ReservationRequest<'_>) -> Result<Reserved, StoreError> {
        let by_account = self.calls.reserve(&ReservationRequest {
            principal: self.account,
            in_all: Amounts::UNLIMITED,
            ..*request
        })?;
        let own = match by_account {
            Reserved::Granted(own) => own,
            Reserved::Refused(refusals) => return Ok(Reserved::Refused(refusals)),
        };
        match self.inner.reserve(request) {
            Ok(Reserved::Granted(inner)) => {
                self.open.set(Some(own));
                Ok(Reserved::Granted(inner))
            }
            // No call is made, so none is counted.
            refused => {
                self.calls.settle(own, Amounts::default(), request.at)?;
                refused
            }
        }
    }

    fn settle(
        &self,
        reservation: Reservation,
        spent: Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError> {
        if let Some(own) = self.open.take() {
            self.calls.settle(own, spent, now)?;
        }
        self.inner.settle(reservation, spent, now)
    }
}

impl KeptStore for CountedByAccount<'_> {
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError> {
        self.inner.put(put)
    }

    fn get(
        &self,
        namespace: Namespace,
        key: &str,
        now: Moment,
    ) -> Result<Option<Kept>, StoreError> {
        self.inner.get(namespace, key, now)
    }

    fn sweep(&self, now: Moment) -> Result<Swept, StoreError> {
        self.calls.sweep(now)?;
        self.inner.sweep(now)
    }
}
