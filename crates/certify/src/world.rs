//! A small world for whole runs: a search engine and pages of our own on this
//! machine's loopback, a clock set by hand, a store in memory.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::fakes::{Fake, FakeAnswer, FakeLink, Received, search_answer};
use groundstop_adapter::{
    Backend, CallGate, Corpus, Egress, Key, Parse, Parsed, Reached, ReachedCall, Resolve, Settings,
    ToolRequest,
};
use groundstop_contract::pack::{CallRecord, PackedCall, SearchBackend};
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, OutputAction, ResearchStopReason, Tier};
use groundstop_document::Document;
use groundstop_engine::{Clock, PageReader, ResearchRun, RunContext, RunRequest, Tools, replay};
use groundstop_ledger::Moment;
use groundstop_ledger::store::{MemoryStore, RunStore};
use groundstop_research::caps::LoweredCaps;
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question, Ticket};
use groundstop_research::screen::Screen;
use groundstop_research::validate::Standard;
use jiff::civil::date;

use crate::product::Product;
use crate::sheet::NotRun;

/// What is asked.
pub const QUESTION: &str = "When was the Harrow mill rebuilt?";
/// A page that answers it.
pub const PAGE: &str = "The Harrow mill\n\nThe Harrow mill was rebuilt in 1931 after a fire. \
                               It has 42 rooms and a garden beside the river.";
/// A page about something else.
pub const ELSEWHERE: &str = "Of boats\n\nThe ferry crosses the lake twice a day in summer, \
                                    and once in winter when the ice allows it.";
/// The key of the search engine.
pub const KEY: &str = "SENTINEL-KEY-77";

/// What all boxes share.
pub struct Bench {
    /// The product that is examined.
    pub product: Box<dyn Product>,
    /// The injection screen.
    pub screen: Arc<Screen>,
    /// The built program.
    pub program: PathBuf,
    /// A folder for what has to be a file.
    pub scratch: PathBuf,
    /// The real reader, in its sandbox.
    pub page_reader: RefCell<PageReader>,
}

impl Bench {
    /// An index of these documents, in a folder of its own.
    pub fn corpus(&self, folder: &str, texts: &[(&str, &str)]) -> Result<Corpus, NotRun> {
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
pub struct World {
    /// The search engine and its pages.
    pub server: Fake,
    /// Who counts and remembers.
    pub store: Box<dyn RunStore>,
    /// The clock.
    pub clock: HandClock,
    /// The tier of who asks.
    pub tier: Option<Tier>,
    /// The environment.
    pub environment: Environment,
    /// Whether research is switched on.
    pub enabled: bool,
    /// What the operator lowers.
    pub lowered: LoweredCaps,
    /// What may be reached.
    pub egress: Egress,
    /// Who looks names up in place of the system.
    pub names: Option<Arc<dyn Resolve>>,
    /// The documents to look in.
    pub corpus: Option<Corpus>,
    /// Whether the web is asked.
    pub web: bool,
    /// Who reads pages.
    pub reads: Reads,
    /// The conversation that questions belong to.
    pub conversation: Option<&'static str>,
    /// Whether results are kept and used again.
    pub cached: bool,
    /// Whose search engine it is.
    pub backend: SearchBackend,
    /// How many links it is asked for; without a number there is no search engine.
    pub links: Option<u32>,
    /// What is asked.
    pub question: &'static str,
    /// Whether calls say how long they took; two runs differ in that alone.
    pub timed: bool,
    /// How many runs there were: each has its own budget.
    pub runs: Cell<u32>,
}

/// Who reads pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// They are plain text.
    Text,
    /// The real reader in its sandbox.
    PageReader,
    /// Somebody who meets a limit or does what is forbidden.
    Violation,
}

impl World {
    /// A world whose search engine finds `/page`, which says this.
    pub fn with_page(text: &str) -> Result<World, NotRun> {
        World::with_pages(&[("/page", text)])
    }

    /// A world whose search engine finds these pages.
    pub fn with_pages(pages: &[(&str, &str)]) -> Result<World, NotRun> {
        let pages: Vec<(String, String)> = pages
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        World::answering(move |asked, own| {
            let page = pages.iter().find(|(path, _)| *path == asked.target);
            match page {
                Some((_, text)) => FakeAnswer::new(200, "text/plain", text.as_str()),
                None => found(own, pages.iter().map(|(path, _)| path.as_str())),
            }
        })
    }

    /// A world that answers so; the second argument is the address of the server.
    pub fn answering(
        script: impl Fn(&Received, &str) -> FakeAnswer + Send + Sync + 'static,
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
    pub fn around(server: std::io::Result<Fake>) -> Result<World, NotRun> {
        Ok(World {
            server: server.map_err(|error| NotRun::because("a server on loopback", &error))?,
            store: Box::new(MemoryStore::default()),
            clock: HandClock::default(),
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
            web: true,
            backend: SearchBackend::Searxng,
            links: Some(5),
            question: QUESTION,
            timed: false,
            runs: Cell::new(0),
        })
    }

    /// The world with these documents to look in, and not on the web.
    pub fn of_documents(corpus: Corpus) -> Result<World, NotRun> {
        let mut world = World::with_pages(&[])?;
        (world.corpus, world.web) = (Some(corpus), false);
        Ok(world)
    }

    /// Asks the question.
    pub fn ask(&self, bench: &Bench) -> Result<ResearchRun, NotRun> {
        self.runs.set(self.runs.get().saturating_add(1));
        let name = format!("run {}", self.runs.get());
        let tools = self.tools(bench)?;
        let asked = RunRequest {
            inquiry: Inquiry {
                question: Question::new(self.question)
                    .map_err(|error| NotRun::because("a question", &error))?,
                wanted: Wanted {
                    corpus: self.corpus.is_some(),
                    web: self.web,
                },
                tier: self.tier,
                environment: self.environment,
                policy: Policy {
                    enabled: self.enabled,
                    lowered: self.lowered,
                },
                standard: Standard {
                    today: date(2026, 3, 31),
                    min_grade: Grade::E,
                    language: None,
                },
                clarified: false,
            },
            principal: "somebody",
            run: &name,
            conversation: self.conversation,
            cached_for: self.cached.then_some("the fake"),
        };
        let mut parse = Parser {
            reads: self.reads,
            bench,
        };
        let store = bench.product.store(&*self.store);
        let mut context = RunContext {
            tools: &*tools,
            parse: &mut parse,
            store: store.as_deref().unwrap_or(&*self.store),
            clock: &self.clock,
            screen: &bench.screen,
            cancellation: None,
        };
        let run = bench.product.ask(&asked, &mut context);
        run.map_err(|error| NotRun::because("a run", &error))
    }

    /// The reason and the action a run ends with.
    pub fn end(&self, bench: &Bench) -> Result<(ResearchStopReason, OutputAction), NotRun> {
        let pack = self.ask(bench)?.pack;
        Ok((pack.telemetry.reason, pack.answer.action))
    }

    /// How many things a replay of a run finds that do not follow from it.
    pub fn replayed(&self, bench: &Bench, run: &ResearchRun) -> Result<usize, NotRun> {
        let mut parse = Parser {
            reads: self.reads,
            bench,
        };
        let replayed = replay(&run.bytes, &mut parse, &bench.screen);
        let replayed = replayed.map_err(|error| NotRun::because("a replay", &error))?;
        Ok(replayed.differences.len())
    }

    fn tools(&self, bench: &Bench) -> Result<Box<dyn Tools>, NotRun> {
        let endpoint = self.server.url("/search");
        let search = self.links.map(|links| {
            Backend::new(self.backend, Some(&endpoint), Some(Key::new(KEY)), links)
                .map_err(|error| NotRun::because("a search engine", &error))
        });
        let settings = Settings {
            corpus: self.corpus.clone(),
            search: search.transpose()?,
            egress: self.egress.clone(),
        };
        let tools = bench.product.tools(settings, self.names.clone());
        Ok(match self.timed {
            true => tools,
            false => Box::new(Untimed(tools)),
        })
    }
}

/// Tools, but for how long their calls took. A call that was cut still says so.
struct Untimed(Box<dyn Tools>);

impl Tools for Untimed {
    fn reach(&self, ticket: Ticket, request: ToolRequest<'_>, gate: &mut CallGate<'_>) -> Reached {
        let call = match self.0.reach(ticket, request, gate) {
            Reached::Called(call) => call,
            refused @ Reached::Refused(_) => return refused,
        };
        let (_, PackedCall { call: record, .. }) = call.into_parts();
        let cut = record.end == groundstop_contract::pack::CallEnd::Deadline;
        let record = CallRecord {
            elapsed_ms: if cut { record.elapsed_ms } else { 0 },
            ..record
        };
        Reached::Called(Box::new(ReachedCall::of_record(record, gate)))
    }
}

/// The answer of a search engine that finds pages of its own server.
pub fn found<'a>(own: &str, paths: impl Iterator<Item = &'a str>) -> FakeAnswer {
    let links: Vec<FakeLink> = paths
        .map(|path| FakeLink::new(&format!("{own}{path}"), "A page", "About something."))
        .collect();
    search_answer(SearchBackend::Searxng, &links)
}

/// Who reads every page as plain text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextPages;

impl Parse for TextPages {
    fn parse(&mut self, bytes: &[u8]) -> Parsed {
        match Document::from_text(bytes) {
            Ok(document) => Parsed::Document(Box::new(document)),
            Err(_) => Parsed::Unreadable,
        }
    }
}

struct Parser<'a> {
    reads: Reads,
    bench: &'a Bench,
}

impl Parse for Parser<'_> {
    fn parse(&mut self, bytes: &[u8]) -> Parsed {
        match self.reads {
            Reads::Violation => Parsed::Violation,
            Reads::PageReader => self.bench.page_reader.borrow_mut().parse(bytes),
            Reads::Text => TextPages.parse(bytes),
        }
    }
}

/// A clock that stands where it is put.
#[derive(Debug, Default)]
pub struct HandClock {
    /// Now, in microseconds.
    pub now_us: Cell<i64>,
    /// How old the run is, in milliseconds.
    pub elapsed_ms: Cell<u64>,
}

impl HandClock {
    /// A minute later, and a little: no call of before counts any more.
    pub fn next_minute(&self) {
        self.now_us
            .set(self.now_us.get().saturating_add(61_000_000));
    }
}

impl Clock for HandClock {
    fn now(&self) -> Moment {
        Moment::from_micros(self.now_us.get())
    }

    fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms.get()
    }
}
