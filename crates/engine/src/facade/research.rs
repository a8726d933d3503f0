//! Questions: asked once, recorded, and answered.

use std::path::PathBuf;
use std::sync::Arc;

use groundstop_contract::pack::CallEnd;
use groundstop_contract::{Environment, Tier, Tool};
use groundstop_ledger::Ledger;
use groundstop_ledger::kept::{keep_pack, pack};
use groundstop_ledger::store::{MemoryStore, Store};
use groundstop_research::caps::CapRaised;
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question, QuestionError};

use super::Engine;
use super::nearest::NotFound;
use crate::ask::{
    AskError, PageReader, ResearchRun, RunContext, RunRequest, ToolSet, ask, library,
    request_digest, research_record, tool_set,
};
use crate::clock::RunClock;
use crate::control::{RunControl, Stage};
use crate::error::{Diagnostic, EngineError};
use crate::home::{CONFIGURE, ResearchConfig, StateDir, WebOptions};
use crate::library::CorpusFolder;
use crate::read::{Reader, ReaderOptions};
use crate::recorder::{RecordOptions, Recorded, Recorder};

/// How long reading one page may take.
const PAGE_MS: u64 = 5_000;

/// A question, who asks it, and where to look.
#[derive(Clone, Debug, Default)]
pub struct AskRequest {
    /// The question.
    pub question: String,
    /// The folder of documents to look in, indexed before; else the configured one.
    pub corpus: Option<PathBuf>,
    /// Where its index is, if not in the folder itself.
    pub index: Option<PathBuf>,
    /// Ask the documents as they were indexed, although files have changed or gone since.
    pub as_indexed: bool,
    /// Look on the web.
    pub web: bool,
    /// The tier, in place of the configured one.
    pub tier: Option<Tier>,
    /// The environment, in place of the configured one.
    pub environment: Option<Environment>,
    /// Who asks: calls by the minute are counted by this name.
    pub principal: String,
    /// The conversation it belongs to: who was asked to clarify is not asked twice.
    pub conversation: Option<String>,
    /// Make every call, although an earlier result could stand in.
    pub no_cache: bool,
    /// Where the web is asked, and what of it may be reached.
    pub web_options: WebOptions,
    /// How it is recorded.
    pub record: RecordOptions,
}

/// An answer that may be shown.
#[derive(Clone, Debug)]
pub struct AskOutcome {
    /// The run it comes from.
    pub run: ResearchRun,
    /// What became of its record.
    pub recorded: Recorded,
    /// What the operator should know, and the user need not.
    pub notes: Vec<Diagnostic>,
    /// What the operator is told where the documents do not answer; never the user.
    pub not_found: Option<NotFound>,
}

impl Engine {
    /// Asks a question. The answer comes back once its record is durable; a request that
    /// was answered before, under the same idempotency key, makes no call again.
    ///
    /// # Errors
    /// Where the request or the configuration is wrong, or the record cannot be kept. That
    /// there is no answer is no error.
    pub fn ask(
        &self,
        request: &AskRequest,
        control: RunControl<'_>,
    ) -> Result<AskOutcome, EngineError> {
        let question = Question::new(&request.question).map_err(no_question)?;
        let config = self.research()?;
        let library = library(&config, request);
        let wanted = wanted(request, library.as_ref())?;
        let policy = config.policy(request.tier, request.environment);
        let policy = policy.map_err(|raised| cap_raised(&raised))?;
        let key = self.setup.search_key.as_deref();
        let tools = tool_set(&config, request, library.as_ref(), key);
        // Only a repeated request can do without; for no other is a ledger begun in vain.
        let tools = match request.record.idempotency_key {
            Some(_) => tools,
            None => Ok(tools?),
        };
        let books = Books::open(self, request)?;
        let input = request_digest(&config, request, &question, self.now())?;
        if let Some((before, recorded)) = books.recorder.research_before(&input)? {
            return Ok(AskOutcome {
                run: self.earlier(&books.recorder, &before.pack_sha256)?,
                recorded,
                notes: Vec::new(),
                not_found: None,
            });
        }
        let tools = tools?;
        let asked_for = question.clone();
        let asked = Asked {
            request,
            config: &config,
            question,
            wanted,
            policy,
        };
        let run = self.carry_out(asked, &books, &tools, control)?;
        if run.is_cancelled {
            return Err(EngineError::cancelled());
        }
        control.stage(Stage::Recording)?;
        let (run, recorded) = self.recorded(run, &books.recorder, &request.principal, input)?;
        let mut notes = tools.notes;
        notes.extend(config.not_raised(request.tier, request.environment, &request.web_options));
        notes.extend(library.iter().flat_map(|library| damage(&run, library)));
        notes.extend(store_fault(&run));
        let corpus = library.as_ref().map(|library| library.open());
        let not_found = match corpus {
            Some(Ok(corpus)) => self.not_found(&run, &corpus, &asked_for)?,
            Some(Err(_)) | None => None,
        };
        Ok(AskOutcome {
            run,
            recorded,
            notes,
            not_found,
        })
    }

    /// The documents that a question would look in; nothing where none are named.
    ///
    /// # Errors
    /// Where the configuration cannot be read.
    pub fn library_of(&self, request: &AskRequest) -> Result<Option<CorpusFolder>, EngineError> {
        Ok(library(&self.research()?, request))
    }

    fn carry_out(
        &self,
        asked: Asked<'_>,
        books: &Books<'_>,
        tools: &ToolSet,
        control: RunControl<'_>,
    ) -> Result<ResearchRun, EngineError> {
        let Asked {
            request, config, ..
        } = asked;
        let own = MemoryStore::default();
        let store: &dyn Store = books.store().unwrap_or(&own);
        let account = self.setup.account.as_deref();
        let counted = books.state.as_ref().zip(account);
        let counted = counted.map(|(state, account)| state.counting(account, store));
        let clock = RunClock::start(&*self.setup.clock);
        let question = RunRequest {
            inquiry: Inquiry {
                question: asked.question,
                wanted: asked.wanted,
                tier: Some(config.tier(request.tier)),
                environment: config.environment(request.environment),
                policy: asked.policy,
                standard: config.standard(&request.web_options, self.now())?,
                clarified: false,
            },
            principal: &request.principal,
            run: &self.run_name(),
            conversation: request.conversation.as_deref(),
            cached_for: (!request.no_cache).then_some(&tools.sha256),
        };
        let mut context = RunContext {
            tools: &tools.adapter,
            parse: &mut PageReader::new(self.page_reader()),
            store: match &counted {
                Some(counted) => counted,
                None => store,
            },
            clock: &clock,
            screen: self.injection_screen()?,
            cancellation: control.cancellation,
        };
        let run = ask(&question, &mut context).map_err(|error| match error {
            AskError::Cap(raised) => cap_raised(&raised),
            AskError::Pack(error) => EngineError::internal(error),
        })?;
        // Before anything else can go wrong: the run began, so its reason is written down.
        if let Some(state) = &books.state {
            state.log(&run)?;
        }
        if books.recorder.store().is_some() {
            let kept = keep_pack(store, &run.bytes, self.now());
            kept.map_err(|error| books.recorder.failed(&error))?;
        }
        Ok(run)
    }

    /// The run once it is recorded; where an equal request was quicker, its run.
    fn recorded(
        &self,
        run: ResearchRun,
        recorder: &Recorder<'_>,
        principal: &str,
        input: String,
    ) -> Result<(ResearchRun, Recorded), EngineError> {
        let record = research_record(&run, principal).map_err(EngineError::internal)?;
        let (record, recorded) = recorder.research(record, input)?;
        let run = match record.pack_sha256 == run.pack_sha256 {
            true => run,
            false => self.earlier(recorder, &record.pack_sha256)?,
        };
        Ok((run, recorded))
    }

    /// The run that an equal request was answered with.
    fn earlier(
        &self,
        recorder: &Recorder<'_>,
        pack_sha256: &str,
    ) -> Result<ResearchRun, EngineError> {
        let found = match recorder.store() {
            Some(store) => {
                pack(store, pack_sha256, self.now()).map_err(|error| recorder.failed(&error))?
            }
            None => None,
        };
        let bytes = found.ok_or_else(|| {
            EngineError::input(
                format!("the ledger no longer keeps the pack `{pack_sha256}`"),
                "ask again with another idempotency key",
            )
        })?;
        Ok(ResearchRun {
            pack: serde_json::from_slice(&bytes).map_err(EngineError::internal)?,
            pack_sha256: pack_sha256.to_owned(),
            bytes,
            store_fault: None,
            orders: Vec::new(),
            is_cancelled: false,
        })
    }

    /// A reader with the limits of pages.
    #[must_use]
    pub fn page_reader(&self) -> Reader {
        let options = ReaderOptions {
            worker: groundstop_sandbox::WorkerLimits {
                wall_ms: PAGE_MS,
                ..groundstop_sandbox::WorkerLimits::default()
            },
            ..ReaderOptions::default()
        };
        Reader::new(self.setup.program.clone(), options)
    }
}

/// A request, once it is known that it can be asked.
struct Asked<'a> {
    request: &'a AskRequest,
    config: &'a ResearchConfig,
    question: Question,
    wanted: Wanted,
    policy: Policy,
}

/// Who records a run, and who counts it.
struct Books<'a> {
    recorder: Recorder<'a>,
    /// Whoever leaves no record is counted all the same.
    counter: Option<Arc<Ledger>>,
    /// Where runs of the account are counted and logged; there is one exactly where an
    /// account is named.
    state: Option<StateDir>,
}

impl<'a> Books<'a> {
    fn open(engine: &'a Engine, request: &AskRequest) -> Result<Books<'a>, EngineError> {
        let recorder = engine.recorder(&request.record)?;
        let counter = match recorder.store() {
            None => engine.writer()?,
            Some(_) => None,
        };
        let books = Books {
            recorder,
            counter,
            state: engine.state()?,
        };
        if request.conversation.is_some() && books.store().is_none() {
            return Err(EngineError::input(
                "`--conversation` needs a data directory that remembers it",
                CONFIGURE,
            ));
        }
        Ok(books)
    }

    fn store(&self) -> Option<&dyn Store> {
        let counter = self.counter.as_ref();
        let counter = counter.map(|ledger| ledger.store());
        self.recorder.store().or(counter)
    }
}

impl Engine {
    /// The state directory of the account that asks.
    fn state(&self) -> Result<Option<StateDir>, EngineError> {
        match (&self.setup.account, &self.setup.state_dir) {
            (None, _) => Ok(None),
            (Some(_), Some(folder)) => StateDir::open(folder, self.now()).map(Some),
            (Some(_), None) => Err(EngineError::input(
                "there is no state directory to count and log questions in",
                "set XDG_STATE_HOME or HOME to a folder that can be written to",
            )),
        }
    }
}

fn wanted(request: &AskRequest, library: Option<&CorpusFolder>) -> Result<Wanted, EngineError> {
    let wanted = Wanted {
        corpus: library.is_some(),
        web: request.web,
    };
    match wanted.corpus || wanted.web {
        true => Ok(wanted),
        false => Err(EngineError::input(
            "there is nowhere to look",
            "add `--corpus DIR` for documents that `groundstop index DIR` has indexed, or `--web`",
        )),
    }
}

/// What the operator should know about an index that could not be read.
fn damage(run: &ResearchRun, library: &CorpusFolder) -> Vec<Diagnostic> {
    let calls = run.pack.calls.iter().map(|packed| &packed.call);
    let broken = calls.filter(|call| call.tool == Tool::Corpus && call.end == CallEnd::Broken);
    broken
        .filter_map(|call| call.detail.as_ref())
        .map(|why| Diagnostic {
            message: why.clone(),
            help: library.help(),
        })
        .collect()
}

/// What the operator should know about a store that failed.
fn store_fault(run: &ResearchRun) -> Option<Diagnostic> {
    let error = run.store_fault.as_ref()?;
    Some(Diagnostic {
        message: format!("ledger: {error}"),
        help: error.cure(),
    })
}

pub(super) fn cap_raised(raised: &CapRaised) -> EngineError {
    EngineError::input(
        format!("the configuration: {raised}"),
        format!(
            "set `{}` under [research.caps] to {} or less",
            raised.cap, raised.granted
        ),
    )
}

fn no_question(error: QuestionError) -> EngineError {
    let help = match error {
        QuestionError::Empty => "ask something",
        QuestionError::TooLong { .. } => "ask one thing at a time",
    };
    EngineError::input(error, help)
}
