//! The one type a face holds. Every verb is a method, from a typed request to a
//! typed outcome; what holds for all faces alike (nothing is shown before its record
//! is durable, a repeated request has one answer, an empty file is a document) is
//! kept here and nowhere else.

mod attached;
mod documents;
mod fields;
mod index;
mod ledger;
mod look;
mod nearest;
mod packs;
mod research;
mod review;
mod rules;
mod screen;
mod setup;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use groundstop_ledger::Ledger;
use groundstop_ledger::Moment;
use groundstop_research::screen::Screen;

pub use documents::{DocumentInput, GET_TESSERACT, ReadingOptions};
pub use fields::{
    CheckOutcome, CheckRequest, ExportedCheck, ExtractOutcome, ExtractRequest, VerifyOutcome,
    VerifyRequest, is_decided_alike,
};
pub use index::{IndexOutcome, IndexRequest, IndexScreening};
pub use ledger::{
    AuditOutcome, ExportTarget, Exported, FsckRequest, GrowthProof, LedgerHealth, LedgerView,
    LogQuery, ResolvedDecision, StoreHealth, resolved_decisions,
};
pub use nearest::{NearestPassage, NotFound};
pub use packs::{PackRecord, PolicyInForce, ReplayOutcome};
pub use research::{AskOutcome, AskRequest};
pub use review::{ReviewAnswer, ReviewOutcome, ReviewRequest};
pub use rules::{
    AlignedRule, ExtractedRules, FreezeOutcome, FreezeRequest, RulesExtractRequest, ValidatedRule,
};
pub use screen::{ScreenOutcome, ScreenRequest, read_allowed};
pub(crate) use setup::SEARCH_KEY_VARIABLE;
pub use setup::Setup;

use crate::error::EngineError;
use crate::home::{CONFIGURE, Home, ResearchConfig, layered, outside_layer};

/// Groundstop, set up once: store, clock, readers and configuration.
///
/// It can be shared between threads; each verb takes what belongs to its request as
/// an argument, and threads that record at once share a commit.
pub struct Engine {
    setup: Setup,
    /// Found and read at the first request that needs it, once.
    home: OnceLock<Result<Option<Home>, EngineError>>,
    /// The ledger for writing, opened at the first record and kept open.
    writer: Mutex<Option<Arc<Ledger>>>,
    screen: OnceLock<Screen>,
    /// Runs begun so far: two runs of one microsecond have two names.
    runs: AtomicU64,
}

impl Engine {
    /// An engine; nothing is read or opened yet.
    #[must_use]
    pub fn new(setup: Setup) -> Engine {
        Engine {
            setup,
            home: OnceLock::new(),
            writer: Mutex::new(None),
            screen: OnceLock::new(),
            runs: AtomicU64::new(0),
        }
    }

    /// Now, by the engine's clock.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.setup.clock.now()
    }

    /// How it was set up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The data directory with its configuration; nothing where none is named.
    pub(crate) fn home(&self) -> Result<Option<&Home>, EngineError> {
        let found = self.home.get_or_init(|| {
            Home::find(self.setup.data_dir.as_deref(), self.setup.store.as_deref())
        });
        match found {
            Ok(home) => Ok(home.as_ref()),
            Err(error) => Err(error.clone()),
        }
    }

    /// Like [`Engine::home`], for what needs a ledger.
    pub(crate) fn need_home(&self) -> Result<&Home, EngineError> {
        self.home()?
            .ok_or_else(|| EngineError::input("no ledger is configured", CONFIGURE))
    }

    /// The ledger for writing, made where it is missing; nothing where none is configured.
    pub(crate) fn writer(&self) -> Result<Option<Arc<Ledger>>, EngineError> {
        let Some(home) = self.home()? else {
            return Ok(None);
        };
        let mut open = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ledger) = open.as_ref() {
            return Ok(Some(Arc::clone(ledger)));
        }
        let ledger = Arc::new(home.open()?);
        *open = Some(Arc::clone(&ledger));
        Ok(Some(ledger))
    }

    /// What the configurations say about research: the system's, the user's, and that of
    /// the data directory where one is named.
    pub(crate) fn research(&self) -> Result<ResearchConfig, EngineError> {
        let outside = self.setup.configs.iter();
        let outside = outside.map(|path| outside_layer(path));
        let mut layers = outside.collect::<Result<Vec<_>, _>>()?;
        if let Some(home) = self.home()? {
            layers.push(home.research()?);
        }
        layered(layers.into_iter().flatten().collect())
    }

    /// The injection screen with the published rules.
    ///
    /// # Errors
    /// Where the rules that were compiled in are broken, which a test excludes.
    pub fn injection_screen(&self) -> Result<&Screen, EngineError> {
        if let Some(screen) = self.screen.get() {
            return Ok(screen);
        }
        let screen = Screen::published().map_err(EngineError::internal)?;
        Ok(self.screen.get_or_init(|| screen))
    }

    /// A name for a run that no other run has.
    fn run_name(&self) -> String {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        format!("ask {} {} {number}", self.now(), self.setup.process)
    }
}
