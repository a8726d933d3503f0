//! `groundstop ask`: a question, and what the sources say to it.

use std::path::Path;
use std::time::Instant;

use groundstop_contract::pack::CallEnd;
use groundstop_contract::{Environment, OutputAction, Tier, Tool};
use groundstop_document::Document;
use groundstop_engine::{
    Adapter, Around, Ask, AskError, Clock, Corpus, Indexer, Reader, ReaderOptions, ResearchRun,
    Sandboxed, Settings, WorkerLimits, ask, research_record,
};
use groundstop_ledger::kept::{keep_pack, pack};
use groundstop_ledger::store::{MemoryStore, Store};
use groundstop_ledger::{Ledger, Moment};
use groundstop_research::caps::CapRaised;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Question, QuestionError};
use groundstop_research::screen::Screen;

use super::args::AskArgs;
use super::config::ResearchConfig;
use super::library::Library;
use super::settings::Tools;
use super::{outputs, request};
use crate::commands::ledger::args::HomeArgs;
use crate::commands::ledger::home::{CONFIGURE, Home};
use crate::commands::ledger::recorder::{Recorded, Recorder, now};
use crate::error::{CliError, Exit, Output};
use crate::output::answer;

/// How long reading one page may take.
const PAGE_MS: u64 = 5_000;

pub(crate) fn run(args: &AskArgs, home: &HomeArgs) -> Result<Output, CliError> {
    let question = Question::new(&args.question).map_err(no_question)?;
    let config = Home::research(home)?;
    let library = config.library(args);
    let wanted = wanted(args, library.as_ref())?;
    outputs::check(args, library.as_ref())?;
    let tools = config.tools(args, library.as_ref());
    // Only a repeated request can do without; for no other is a ledger begun in vain.
    let tools = match args.record.idempotency_key {
        Some(_) => tools,
        None => Ok(tools?),
    };
    let books = Books::open(args, home)?;
    let input = request::digest(args, &config, &question)?;
    // Who repeats a request makes no call again.
    let told = match books.recorder.research_before(&input)? {
        Some(before) => Told {
            run: earlier(&books.recorder, &before.content.pack_sha256)?,
            notes: before.note,
        },
        None => {
            let tools = tools?;
            let run = carry_out(args, &config, question, wanted, &books, &tools)?;
            let told = recorded(run, &books.recorder, &args.principal, input)?;
            let damage = library.as_ref().map(|library| damage(&told.run, library));
            let before = [tools.note, damage.unwrap_or_default(), fault(&told.run)];
            Told {
                notes: before.concat() + &told.notes,
                ..told
            }
        }
    };
    shown(args, told)
}

/// A run that may be shown, with lines for the operator.
struct Told {
    run: ResearchRun,
    notes: String,
}

fn wanted(args: &AskArgs, library: Option<&Library>) -> Result<Wanted, CliError> {
    let wanted = Wanted {
        corpus: library.is_some(),
        web: args.web,
    };
    match wanted.corpus || wanted.web {
        true => Ok(wanted),
        false => Err(CliError::input(
            "there is nowhere to look",
            "add `--corpus DIR` for documents that `groundstop index DIR` has indexed, or `--web`",
        )),
    }
}

/// Who records a run, and who counts it.
struct Books {
    recorder: Recorder,
    /// Whoever leaves no record is counted all the same.
    counter: Option<Ledger>,
}

impl Books {
    fn open(args: &AskArgs, home: &HomeArgs) -> Result<Books, CliError> {
        let recorder = Recorder::open(home, &args.record)?;
        let counter = match (recorder.store(), Home::find(home)?) {
            (None, Some(home)) => Some(home.open()?),
            _ => None,
        };
        let books = Books { recorder, counter };
        if args.conversation.is_some() && books.store().is_none() {
            return Err(CliError::input(
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

/// Prints an answer, and writes it where that was asked for. An answer is not lost
/// because a file could not be written.
fn shown(args: &AskArgs, told: Told) -> Result<Output, CliError> {
    let Told { run, notes } = told;
    let unwritten = outputs::write(args, &run);
    let stdout = match (args.json, args.explain) {
        (true, explain) => answer::json(&run, explain).map_err(CliError::fault)?,
        (false, explain) => answer::text(&run, explain),
    };
    let answered = run.pack.answer.action == OutputAction::Answer;
    Ok(Output {
        stdout,
        exit: match unwritten.is_empty() {
            false => Exit::Input,
            true if answered || args.exit_zero => Exit::Fine,
            true => Exit::Stop,
        },
        stderr: notes + &unwritten,
        styled: !args.json,
    })
}

/// The run once it is recorded, with a line for people: nothing is shown before
/// its record is durable. Where an equal request was quicker, its run.
fn recorded(
    run: ResearchRun,
    recorder: &Recorder,
    principal: &str,
    input: String,
) -> Result<Told, CliError> {
    let record = research_record(&run, principal).map_err(CliError::fault)?;
    let Recorded { content, note } = recorder.research(record, input)?;
    let run = match content.pack_sha256 == run.pack_sha256 {
        true => run,
        false => earlier(recorder, &content.pack_sha256)?,
    };
    Ok(Told { run, notes: note })
}

/// What the operator should know about an index that could not be read.
fn damage(run: &ResearchRun, library: &Library) -> String {
    let calls = run.pack.calls.iter().map(|packed| &packed.call);
    let broken = calls.filter(|call| call.tool == Tool::Corpus && call.end == CallEnd::Broken);
    broken
        .filter_map(|call| call.detail.as_ref())
        .map(|why| {
            format!(
                "groundstop: {}; {}\n",
                crate::output::visible(why),
                library.cure()
            )
        })
        .collect()
}

/// What the operator should know about a store that failed.
fn fault(run: &ResearchRun) -> String {
    let told = run.store_fault.iter();
    told.map(|error| format!("groundstop: ledger: {error}; {}\n", error.cure()))
        .collect()
}

fn carry_out(
    args: &AskArgs,
    config: &ResearchConfig,
    question: Question,
    wanted: Wanted,
    books: &Books,
    tools: &Tools,
) -> Result<ResearchRun, CliError> {
    let screen = Screen::published().map_err(CliError::fault)?;
    let own = MemoryStore::default();
    let store: &dyn Store = books.store().unwrap_or(&own);
    let clock = SystemClock(Instant::now());
    let name = format!("ask {} {}", clock.now(), std::process::id());
    let asked = Ask {
        question,
        wanted,
        tier: Some(config.tier(&args.entitlement)),
        environment: config.environment(&args.entitlement),
        policy: config.policy(),
        principal: &args.principal,
        run: &name,
        conversation: args.conversation.as_deref(),
        standard: config.standard(&args.web_options)?,
        cached_for: (!args.no_cache).then_some(&tools.set_up),
    };
    let mut around = Around {
        tools: &tools.adapter,
        parse: &mut pages()?,
        store,
        clock: &clock,
        screen: &screen,
    };
    let run = ask(&asked, &mut around).map_err(|error| match error {
        AskError::Cap(raised) => cap_raised(&raised),
        AskError::Pack(error) => CliError::fault(error),
    })?;
    if books.recorder.store().is_some() {
        let kept = keep_pack(store, &run.bytes, clock.now());
        kept.map_err(|error| books.recorder.failed(&error))?;
    }
    Ok(run)
}

/// Asks one document some questions, through an index in this folder.
pub(crate) fn ask_of(
    folder: &Path,
    name: &str,
    document: Document,
    questions: &[&str],
) -> Result<Vec<ResearchRun>, CliError> {
    let mut indexer = Indexer::open_or_create(folder).map_err(CliError::fault)?;
    indexer.add(name, document).map_err(CliError::fault)?;
    indexer.commit().map_err(CliError::fault)?;
    let tools = Adapter::new(Settings {
        corpus: Some(Corpus::open(folder).map_err(CliError::fault)?),
        ..Settings::default()
    });
    let screen = Screen::published().map_err(CliError::fault)?;
    let config = ResearchConfig::default();
    let mut runs = Vec::new();
    for question in questions {
        let asked = Ask {
            question: Question::new(question).map_err(no_question)?,
            wanted: Wanted {
                corpus: true,
                web: false,
            },
            tier: Some(Tier::Pro),
            environment: Environment::Dev,
            policy: config.policy(),
            principal: "demo",
            run: question,
            conversation: None,
            standard: config.standard_of(None, None)?,
            cached_for: None,
        };
        let mut around = Around {
            tools: &tools,
            parse: &mut pages()?,
            store: &MemoryStore::default(),
            clock: &SystemClock(Instant::now()),
            screen: &screen,
        };
        runs.push(ask(&asked, &mut around).map_err(CliError::fault)?);
    }
    Ok(runs)
}

/// The run that an equal request was answered with.
fn earlier(recorder: &Recorder, pack_sha256: &str) -> Result<ResearchRun, CliError> {
    let found = match recorder.store() {
        Some(store) => pack(store, pack_sha256, now()).map_err(|error| recorder.failed(&error))?,
        None => None,
    };
    let bytes = found.ok_or_else(|| {
        CliError::input(
            format!("the ledger no longer keeps the pack `{pack_sha256}`"),
            "ask again with another idempotency key",
        )
    })?;
    Ok(ResearchRun {
        pack: serde_json::from_slice(&bytes).map_err(CliError::fault)?,
        pack_sha256: pack_sha256.to_owned(),
        bytes,
        store_fault: None,
    })
}

/// Who reads pages: workers of this program.
pub(super) fn pages() -> Result<Sandboxed, CliError> {
    page_reader().map(Sandboxed::new)
}

/// A reader with the limits of pages.
pub(super) fn page_reader() -> Result<Reader, CliError> {
    let program = std::env::current_exe().map_err(CliError::fault)?;
    let options = ReaderOptions {
        worker: WorkerLimits {
            wall_ms: PAGE_MS,
            ..WorkerLimits::default()
        },
        ..ReaderOptions::default()
    };
    Ok(Reader::new(program, options))
}

/// The clock of this machine, from the start of a run on.
struct SystemClock(Instant);

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        now()
    }

    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

pub(super) fn cap_raised(raised: &CapRaised) -> CliError {
    CliError::input(
        format!("the configuration: {raised}"),
        format!(
            "set `{}` under [research.caps] to {} or less",
            raised.cap, raised.granted
        ),
    )
}

fn no_question(error: QuestionError) -> CliError {
    let cure = match error {
        QuestionError::Empty => "ask something",
        QuestionError::TooLong { .. } => "ask one thing at a time",
    };
    CliError::input(error, cure)
}
