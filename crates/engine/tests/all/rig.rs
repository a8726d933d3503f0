//! The certification's world as tests use it: what it needs is there, or the test fails.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use groundstop_certify::fakes::{FakeAnswer, Received};
use groundstop_certify::world::{self, Bench, TextPages};
pub(crate) use groundstop_certify::world::{ELSEWHERE, KEY, PAGE, QUESTION, Reads, World};
use groundstop_certify::{Built, NotRun};
use groundstop_engine::{PageReader, Parse, Parsed, Reader, ReaderOptions, ResearchRun};
use groundstop_research::screen::Screen;

/// A world whose search engine finds `/page`, which says this.
pub(crate) fn with_page(text: &str) -> World {
    timed(World::with_page(text))
}

/// A world that answers so; the second argument is the address of the server.
pub(crate) fn answering(
    script: impl Fn(&Received, &str) -> FakeAnswer + Send + Sync + 'static,
) -> World {
    timed(World::answering(script))
}

fn timed(world: Result<World, NotRun>) -> World {
    World {
        timed: true,
        ..world.expect("a server")
    }
}

/// Worlds that come to an end.
pub(crate) trait Runs {
    /// Asks the world's question.
    fn run(&self) -> ResearchRun;
    /// Who reads the world's pages.
    fn pages(&self) -> Box<dyn Parse>;
}

impl Runs for World {
    fn run(&self) -> ResearchRun {
        // No page of these worlds needs a worker.
        let reader = Reader::new(PathBuf::from("none"), ReaderOptions::default());
        let bench = Bench {
            program: PathBuf::new(),
            product: Box::new(Built),
            screen: Arc::clone(&SCREEN),
            scratch: PathBuf::new(),
            page_reader: RefCell::new(PageReader::new(reader)),
        };
        self.ask(&bench).expect("a run comes to its end")
    }

    fn pages(&self) -> Box<dyn Parse> {
        match self.reads {
            Reads::Text => Box::new(TextPages),
            Reads::Violation => Box::new(Forbidden),
            Reads::PageReader => panic!("no page of these worlds needs a worker"),
        }
    }
}

/// Somebody who meets a limit or does what is forbidden.
struct Forbidden;

impl Parse for Forbidden {
    fn parse(&mut self, _: &[u8]) -> Parsed {
        Parsed::Violation
    }
}

static SCREEN: LazyLock<Arc<Screen>> =
    LazyLock::new(|| Arc::new(Screen::published().expect("the rules")));

/// The screen, made ready once for all tests.
pub(crate) fn screen() -> &'static Screen {
    &SCREEN
}

/// The answer of the search engine that finds pages of its own server.
pub(crate) fn found(own: &str, paths: &[&str]) -> FakeAnswer {
    world::found(own, paths.iter().copied())
}
