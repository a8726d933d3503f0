//! A small world for whole runs: a search engine and pages of our own on this
//! machine's loopback, a clock set by hand, a store in memory.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use groundstop_adapter::fakes::{Answer, Fake, FakeLink, Received, search_answer};
use groundstop_adapter::{
    Adapter, Backend, Corpus, Egress, Errand, Key, Parse, Parsed, Resolve, Settings,
};
use groundstop_contract::pack::{CallRecord, SearchBackend};
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, OutputAction, ResearchStopReason, Tier};
use groundstop_document::Document;
use groundstop_ledger::Moment;
use groundstop_ledger::store::{MemoryStore, RunStore};
use groundstop_research::caps::LoweredCaps;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question, Ticket};
use groundstop_research::screen::Screen;
use groundstop_research::validate::Standard;
use jiff::civil::date;

use super::sheet::NotRun;
use crate::ask::{Ask, PageReader, ResearchRun, RunContext, Tools, ask, replay};
use crate::clock::Clock;

pub(super) const QUESTION: &str = "When was the Harrow mill rebuilt?";
pub(super) const PAGE: &str = "The Harrow mill\n\nThe Harrow mill was rebuilt in 1931 after a fire. \
                               It has 42 rooms and a garden beside the river.";
pub(super) const ELSEWHERE: &str = "Of boats\n\nThe ferry crosses the lake twice a day in summer, \
                                    and once in winter when the ice allows it.";
pub(super) const KEY: &str = "SENTINEL-KEY-77";

/// What all boxes share.
pub(super) struct Bench {
    pub(super) screen: Screen,
    /// A folder for what has to be a file.
    pub(super) scratch: PathBuf,
    /// The real reader, in its sandbox.
    pub(super) sandboxed: RefCell<PageReader>,
}

impl Bench {
    /// An index of these documents, in a folder of its own.
    pub(super) fn corpus(&self, folder: &str, texts: &[(&str, &str)]) -> Result<Corpus, NotRun> {
        let wrong = |error| NotRun::because("an index", &error);
        let at = self.scratch.join(folder);
        let mut indexer =
            groundstop_adapter::corpus::Indexer::open_or_create(&at).map_err(wrong)?;
        for (name, text) in texts {
            let document = Document::from_text(text.as_bytes())
                .map_err(|error| NotRun::because("a document", &error))?;
            indexer.add(name, document).map_err(wrong)?;
        }
        indexer.commit().map_err(wrong)?;
        Corpus::open(&at).map_err(wrong)
    }
}

/// What the world looks like for its runs.
pub(super) struct World {
    pub(super) server: Fake,
    pub(super) store: Box<dyn RunStore>,
    pub(super) clock: Hand,
    pub(super) tier: Option<Tier>,
    pub(super) environment: Environment,
    pub(super) enabled: bool,
    pub(super) lowered: LoweredCaps,
    pub(super) egress: Egress,
    pub(super) names: Option<Arc<dyn Resolve>>,
    pub(super) corpus: Option<Corpus>,
    pub(super) reads: Reads,
    pub(super) conversation: Option<&'static str>,
    /// Whether results are kept and used again.
    pub(super) cached: bool,
    pub(super) backend: SearchBackend,
    pub(super) question: &'static str,
    runs: Cell<u32>,
}

/// Who reads pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// They are plain text.
    Text,
    /// The real reader in its sandbox.
    PageReader,
    /// Somebody who meets a limit or does what is forbidden.
    Violation,
}

impl World {
    /// A world whose search engine finds `/page`, which says this.
    pub(super) fn with_page(text: &str) -> Result<World, NotRun> {
        World::with_pages(&[("/page", text)])
    }

    /// A world whose search engine finds these pages.
    pub(super) fn with_pages(pages: &[(&str, &str)]) -> Result<World, NotRun> {
        let pages: Vec<(String, String)> = pages
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        World::answering(move |asked, own| {
            let page = pages.iter().find(|(path, _)| *path == asked.target);
            match page {
                Some((_, text)) => Answer::new(200, "text/plain", text.as_str()),
                None => found(own, pages.iter().map(|(path, _)| path.as_str())),
            }
        })
    }

    /// A world that answers so; the second argument is the address of the server.
    pub(super) fn answering(
        script: impl Fn(&Received, &str) -> Answer + Send + Sync + 'static,
    ) -> Result<World, NotRun> {
        let own = Arc::new(OnceLock::<String>::new());
        let known = Arc::clone(&own);
        let server =
            Fake::start(move |asked| script(asked, known.get().map_or("", String::as_str)));
        let world = World::around(server)?;
        own.get_or_init(|| world.server.url(""));
        Ok(world)
    }

    /// A world around a server that was started.
    pub(super) fn around(server: std::io::Result<Fake>) -> Result<World, NotRun> {
        Ok(World {
            server: server.map_err(|error| NotRun::because("a server on loopback", &error))?,
            store: Box::new(MemoryStore::default()),
            clock: Hand::default(),
            tier: Some(Tier::Pro),
            environment: Environment::Prod,
            enabled: true,
            lowered: LoweredCaps::default(),
            egress: Egress {
                allow_loopback_pages: true,
                ..Egress::default()
            },
            names: None,
            corpus: None,
            reads: Reads::Text,
            conversation: None,
            cached: false,
            backend: SearchBackend::Searxng,
            question: QUESTION,
            runs: Cell::new(0),
        })
    }

    /// Asks the question.
    pub(super) fn ask(&self, bench: &Bench) -> Result<ResearchRun, NotRun> {
        self.runs.set(self.runs.get().saturating_add(1));
        let name = format!("run {}", self.runs.get());
        let tools = self.tools()?;
        let asked = Ask {
            question: Question::new(self.question)
                .map_err(|error| NotRun::because("a question", &error))?,
            wanted: Wanted {
                corpus: self.corpus.is_some(),
                web: self.corpus.is_none(),
            },
            tier: self.tier,
            environment: self.environment,
            policy: Policy {
                enabled: self.enabled,
                lowered: self.lowered,
            },
            principal: "somebody",
            run: &name,
            conversation: self.conversation,
            standard: Standard {
                today: date(2026, 3, 31),
                min_grade: Grade::E,
                language: None,
            },
            cached_for: self.cached.then_some("the fake"),
        };
        let mut parse = Parser {
            reads: self.reads,
            bench,
        };
        let mut around = RunContext {
            tools: &tools,
            parse: &mut parse,
            store: &*self.store,
            clock: &self.clock,
            screen: &bench.screen,
            cancellation: None,
        };
        ask(&asked, &mut around).map_err(|error| NotRun::because("a run", &error))
    }

    /// The reason and the action a run ends with.
    pub(super) fn end(&self, bench: &Bench) -> Result<(ResearchStopReason, OutputAction), NotRun> {
        let pack = self.ask(bench)?.pack;
        Ok((pack.telemetry.reason, pack.answer.action))
    }

    /// How many things a replay of a run finds that do not follow from it.
    pub(super) fn replayed(&self, bench: &Bench, run: &ResearchRun) -> Result<usize, NotRun> {
        let mut parse = Parser {
            reads: self.reads,
            bench,
        };
        let replayed = replay(&run.bytes, &mut parse, &bench.screen);
        let replayed = replayed.map_err(|error| NotRun::because("a replay", &error))?;
        Ok(replayed.differences.len())
    }

    fn tools(&self) -> Result<Untimed, NotRun> {
        let endpoint = self.server.url("/search");
        let search = Backend::new(self.backend, Some(&endpoint), Some(Key::new(KEY)), 5)
            .map_err(|error| NotRun::because("a search engine", &error))?;
        let settings = Settings {
            corpus: self.corpus.clone(),
            search: Some(search),
            egress: self.egress.clone(),
        };
        Ok(Untimed(match &self.names {
            Some(names) => Adapter::with_names(settings, Arc::clone(names)),
            None => Adapter::new(settings),
        }))
    }
}

/// The adapter, but for how long its calls took: two runs differ in that alone.
/// A call that was cut still says so.
struct Untimed(Adapter);

impl Tools for Untimed {
    fn reach(&self, ticket: Ticket, errand: Errand<'_>) -> CallRecord {
        let record = self.0.reach(ticket, errand);
        let cut = record.end == groundstop_contract::pack::CallEnd::Deadline;
        CallRecord {
            elapsed_ms: if cut { record.elapsed_ms } else { 0 },
            ..record
        }
    }
}

/// The answer of a search engine that finds pages of its own server.
pub(super) fn found<'a>(own: &str, paths: impl Iterator<Item = &'a str>) -> Answer {
    let links: Vec<FakeLink> = paths
        .map(|path| FakeLink::new(&format!("{own}{path}"), "A page", "About something."))
        .collect();
    search_answer(SearchBackend::Searxng, &links)
}

struct Parser<'a> {
    reads: Reads,
    bench: &'a Bench,
}

impl Parse for Parser<'_> {
    fn parse(&mut self, bytes: &[u8]) -> Parsed {
        match self.reads {
            Reads::Violation => Parsed::Violation,
            Reads::PageReader => self.bench.sandboxed.borrow_mut().parse(bytes),
            Reads::Text => match Document::from_text(bytes) {
                Ok(document) => Parsed::Document(Box::new(document)),
                Err(_) => Parsed::Unreadable,
            },
        }
    }
}

/// A clock that stands where it is put.
#[derive(Debug, Default)]
pub(super) struct Hand {
    pub(super) now_us: Cell<i64>,
    pub(super) elapsed_ms: Cell<u64>,
}

impl Hand {
    /// A minute later, and a little: no call of before counts any more.
    pub(super) fn next_minute(&self) {
        self.now_us
            .set(self.now_us.get().saturating_add(61_000_000));
    }
}

impl Clock for Hand {
    fn now(&self) -> Moment {
        Moment::from_micros(self.now_us.get())
    }

    fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms.get()
    }
}
