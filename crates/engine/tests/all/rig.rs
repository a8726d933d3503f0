//! A rig for whole runs: a fake search engine and pages on loopback, a clock
//! that is set by hand, a store in memory.

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, Tier};
use groundstop_document::Document;
use groundstop_engine::fakes::{Answer, Fake, FakeLink, Received, search_answer};
use groundstop_engine::{
    Adapter, Ask, Backend, Clock, Corpus, Egress, Key, Parse, Parsed, ResearchRun, RunContext,
    Settings, ask,
};
use groundstop_ledger::Moment;
use groundstop_ledger::store::MemoryStore;
use groundstop_research::caps::LoweredCaps;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question};
use groundstop_research::screen::Screen;
use groundstop_research::validate::Standard;
use jiff::civil::date;

pub(crate) const QUESTION: &str = "When was the Harrow mill rebuilt?";
pub(crate) const PAGE: &str = "The Harrow mill\n\nThe Harrow mill was rebuilt in 1931 after a fire. \
                               It has 42 rooms and a garden beside the river.";
pub(crate) const ELSEWHERE: &str = "Of boats\n\nThe ferry crosses the lake twice a day in summer, \
                                    and once in winter when the ice allows it.";
pub(crate) const KEY: &str = "SENTINEL-KEY-77";

/// What the world looks like for one run.
pub(crate) struct World {
    pub(crate) server: Fake,
    pub(crate) store: MemoryStore,
    pub(crate) screen: &'static Screen,
    pub(crate) clock: Hand,
    pub(crate) tier: Option<Tier>,
    pub(crate) environment: Environment,
    pub(crate) enabled: bool,
    pub(crate) lowered: LoweredCaps,
    pub(crate) egress: Egress,
    pub(crate) parse: Reads,
    pub(crate) conversation: Option<&'static str>,
    pub(crate) cached: bool,
    pub(crate) backend: SearchBackend,
    /// How many links the search engine is asked for; without a number there is none.
    pub(crate) links: Option<u32>,
    pub(crate) web: bool,
    pub(crate) corpus: Option<Corpus>,
    pub(crate) question: &'static str,
    pub(crate) runs: Cell<u32>,
}

impl World {
    /// A world whose search engine finds `/page`, which says this.
    pub(crate) fn with_page(text: &'static str) -> World {
        World::answering(move |asked, own| match asked.target.starts_with("/page") {
            true => Answer::new(200, "text/plain", text),
            false => found(own, &["/page"]),
        })
    }

    /// A world that answers so; the second argument is the address of the server.
    pub(crate) fn answering(
        script: impl Fn(&Received, &str) -> Answer + Send + Sync + 'static,
    ) -> World {
        let own = Arc::new(std::sync::OnceLock::<String>::new());
        let known = Arc::clone(&own);
        let server =
            Fake::start(move |asked| script(asked, known.get().map_or("", String::as_str)))
                .expect("a server");
        own.set(server.url("")).expect("set once");
        World {
            server,
            store: MemoryStore::default(),
            screen: screen(),
            clock: Hand::default(),
            tier: Some(Tier::Pro),
            environment: Environment::Prod,
            enabled: true,
            lowered: LoweredCaps::default(),
            egress: Egress {
                allow_loopback_pages: true,
                ..Egress::default()
            },
            parse: Reads::Text,
            conversation: None,
            cached: false,
            backend: SearchBackend::Searxng,
            links: Some(5),
            web: true,
            corpus: None,
            question: QUESTION,
            runs: Cell::new(0),
        }
    }

    pub(crate) fn ask(&self) -> ResearchRun {
        self.runs.set(self.runs.get() + 1);
        let name = format!("run {}", self.runs.get());
        let tools = Adapter::new(Settings {
            corpus: self.corpus.clone(),
            search: self.links.map(|links| {
                let endpoint = self.server.url("/search");
                let key = Some(Key::new(KEY));
                Backend::new(self.backend, Some(&endpoint), key, links).expect("a backend")
            }),
            egress: self.egress.clone(),
        });
        let asked = Ask {
            question: Question::new(self.question).expect("a question"),
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
        let mut parse = self.parse;
        let mut around = RunContext {
            tools: &tools,
            parse: &mut parse,
            store: &self.store,
            clock: &self.clock,
            screen: self.screen,
            cancellation: None,
        };
        ask(&asked, &mut around).expect("a run comes to its end")
    }
}

/// The screen, made ready once for all tests.
pub(crate) fn screen() -> &'static Screen {
    static READY: LazyLock<Screen> = LazyLock::new(|| Screen::published().expect("the rules"));
    &READY
}

/// The answer of the search engine that finds pages of its own server.
pub(crate) fn found(own: &str, paths: &[&str]) -> Answer {
    let links: Vec<FakeLink> = paths
        .iter()
        .map(|path| FakeLink::new(&format!("{own}{path}"), "A page", "About something."))
        .collect();
    search_answer(SearchBackend::Searxng, &links)
}

/// Who reads pages here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// As plain text.
    Text,
    /// Somebody who meets a limit or does what is forbidden.
    Violation,
}

impl Parse for Reads {
    fn parse(&mut self, bytes: &[u8]) -> Parsed {
        match (self, Document::from_text(bytes)) {
            (Reads::Violation, _) => Parsed::Violation,
            (Reads::Text, Ok(document)) => Parsed::Document(Box::new(document)),
            (Reads::Text, Err(_)) => Parsed::Unreadable,
        }
    }
}

/// A clock that goes on by itself a little with every look, and as far as it is told.
#[derive(Debug, Default)]
pub(crate) struct Hand {
    pub(crate) now_us: Cell<i64>,
    pub(crate) elapsed_ms: Cell<u64>,
}

impl Clock for Hand {
    fn now(&self) -> Moment {
        Moment::from_micros(self.now_us.get())
    }

    fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms.get()
    }
}
