//! Whole runs over an index, and runs over sources that are simply given.

use std::collections::BTreeMap;
use std::path::PathBuf;

use groundstop_contract::answer::Answer;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, Tier, Tool};
use groundstop_document::Document;
use groundstop_engine::{
    Adapter, Clock, Corpus, Indexer, Parse, Parsed, RunContext, RunRequest, Settings, ask,
};
use groundstop_ledger::Moment;
use groundstop_ledger::store::MemoryStore;
use groundstop_research::call::{Found, FoundDocument};
use groundstop_research::gather::{Gathering, ToolResult};
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question};
use groundstop_research::screen::Screen;
use groundstop_research::screened::Screened;
use groundstop_research::validate::Standard;
use jiff::civil::date;

/// Asks questions of an index of its own.
pub(in crate::eval) struct Asker {
    folder: PathBuf,
    tools: Adapter,
    screen: Screen,
    asked: usize,
}

impl Asker {
    /// Indexes texts under their names.
    pub(in crate::eval) fn over(texts: &BTreeMap<String, String>) -> Result<Asker, String> {
        let folder = std::env::temp_dir().join(format!("groundstop-eval-{}", std::process::id()));
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let mut indexer = Indexer::open_or_create(&folder).map_err(|error| said(&error))?;
        for (name, text) in texts {
            let document = document(text)?;
            let name = format!("{}.txt", name.replace('_', " "));
            indexer.add(&name, document).map_err(|error| said(&error))?;
        }
        indexer.commit().map_err(|error| said(&error))?;
        let corpus = Corpus::open(&folder).map_err(|error| said(&error))?;
        Ok(Asker {
            tools: Adapter::new(Settings {
                corpus: Some(corpus),
                ..Settings::default()
            }),
            folder,
            screen: Screen::published().map_err(|error| said(&error))?,
            asked: 0,
        })
    }

    /// One whole run.
    pub(in crate::eval) fn ask(&mut self, question: &str) -> Result<Answer, String> {
        self.asked += 1;
        let name = self.asked.to_string();
        let asked = RunRequest {
            inquiry: Inquiry {
                question: Question::new(question).map_err(|error| error.to_string())?,
                wanted: Wanted {
                    corpus: true,
                    web: false,
                },
                tier: Some(Tier::Pro),
                environment: Environment::Dev,
                policy: Policy::default(),
                standard: standard(),
                clarified: false,
            },
            principal: &name,
            run: &name,
            conversation: None,
            cached_for: None,
        };
        let mut around = RunContext {
            tools: &self.tools,
            parse: &mut NoPages,
            store: &MemoryStore::default(),
            clock: &Standing,
            screen: &self.screen,
            cancellation: None,
        };
        let run = ask(&asked, &mut around).map_err(|error| error.to_string())?;
        Ok(run.pack.answer)
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        // What is left of a finished evaluation is of no use to anyone.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The end of a run that brought these texts, each under its name.
pub(in crate::eval) fn from_sources(
    question: &str,
    texts: &[(&str, &str)],
) -> Result<Answer, String> {
    let screen = Screen::published().map_err(|error| error.to_string())?;
    let mut gathering = Gathering::new(
        &screen,
        Inquiry {
            question: Question::new(question).map_err(|error| error.to_string())?,
            tier: Some(Tier::Pro),
            environment: Environment::Dev,
            clarified: false,
            wanted: Wanted {
                corpus: false,
                web: true,
            },
            policy: Policy::default(),
            standard: standard(),
        },
    );
    let mut documents = Vec::new();
    for (name, text) in texts {
        documents.push(FoundDocument {
            name: (*name).to_owned(),
            document: document(text)?,
            passages: Vec::new(),
        });
    }
    gathering.take(ToolResult {
        tool: Tool::Corpus,
        rank: None,
        cached: false,
        bytes: 0,
        retrieved_at: None,
        found: Ok(Screened::new(
            Found::Documents(documents),
            &screen,
            question,
        )),
    });
    let concluded = gathering
        .conclude(|| false)
        .map_err(|error| error.to_string())?;
    Ok(concluded.answer)
}

fn document(text: &str) -> Result<Document, String> {
    Document::from_text(text.as_bytes()).map_err(|error| error.to_string())
}

fn standard() -> Standard {
    Standard {
        today: date(2026, 1, 1),
        min_grade: Grade::E,
        language: None,
    }
}

/// There are no pages here.
struct NoPages;

impl Parse for NoPages {
    fn parse(&mut self, _: &[u8]) -> Parsed {
        Parsed::Unreadable
    }
}

/// A clock that stands still.
struct Standing;

impl Clock for Standing {
    fn now(&self) -> Moment {
        Moment::from_micros(0)
    }

    fn elapsed_ms(&self) -> u64 {
        0
    }
}
