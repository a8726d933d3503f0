//! `cargo xtask bench research`: what a run costs beside its tools. The tools
//! answer at once and the pages are read already; what is left is the engine.

use std::path::PathBuf;
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_canon::sha256_hex;
use groundstop_contract::ledger::RecordBody;
use groundstop_contract::pack::{CallEnd, CallRecord, HeaderRecord, RequestRecord, SearchBackend};
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, OutputAction, Tier, Tool};
use groundstop_document::Document;
use groundstop_engine::{
    CallGate, Clock, Parse, Parsed, Reached, ReachedCall, ResearchRun, RunContext, RunRequest,
    ToolRequest, Tools, ask, replay, research_record,
};
use groundstop_ledger::kept::keep_pack;
use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{MemoryStore, SqliteStore, Store};
use groundstop_ledger::{Ledger, Moment};
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question, Ticket};
use groundstop_research::screen::Screen;
use groundstop_research::validate::Standard;
use jiff::civil::date;

/// Runs that are measured.
const RUNS: usize = 1_000;
/// Runs that are also recorded, which waits for the disk.
const DURABLE_RUNS: usize = 200;
/// The most that half of the runs may take, in milliseconds.
const MEDIAN_MS: f64 = 1.0;

const QUESTION: &str = "When was the Harrow mill rebuilt?";

pub(crate) fn run() -> Result<bool, String> {
    let screen = Screen::published().map_err(|error| error.to_string())?;
    let quick = median(RUNS, |number| {
        one(number, &MemoryStore::default(), &screen).map(drop)
    })?;
    let folder = std::env::temp_dir().join(format!("groundstop-bench-{}", std::process::id()));
    let durable = durable(&folder, &screen);
    let _ = std::fs::remove_dir_all(&folder);
    let durable = durable?;
    let replayed = replayed(&screen)?;
    println!("one run: a search and four pages, answered at once, read already");
    println!("  in memory, median               {quick:8.3} ms");
    println!("  pack and record durable, median {durable:8.3} ms");
    println!("  times as long                   {:8.1}", durable / quick);
    println!("{replayed} of {RUNS} recorded runs replay to the same bytes");
    if quick > MEDIAN_MS {
        println!("  MISSED: at most {MEDIAN_MS} ms in memory");
    }
    Ok(quick <= MEDIAN_MS && replayed == RUNS)
}

/// How many runs derive to the very bytes that were kept of them.
fn replayed(screen: &Screen) -> Result<usize, String> {
    let mut same = 0;
    for number in 0..RUNS {
        let run = one(number, &MemoryStore::default(), screen)?;
        let again = replay(&run.bytes, &mut Ready, screen).map_err(|error| error.to_string())?;
        same += usize::from(again.differences.is_empty());
    }
    Ok(same)
}

fn durable(folder: &PathBuf, screen: &Screen) -> Result<f64, String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let store = SqliteStore::open(&folder.join("ledger.db")).map_err(|error| error.to_string())?;
    let ledger = Ledger::new(Box::new(store));
    median(DURABLE_RUNS, |number| {
        let run = one(number, ledger.store(), screen)?;
        let said = |error: &dyn std::fmt::Display| error.to_string();
        keep_pack(ledger.store(), &run.bytes, Standing.now()).map_err(|error| said(&error))?;
        let record = research_record(&run, "bench").map_err(|error| said(&error))?;
        let body = RecordBody::Research(Box::new(record));
        let draft = Draft::new(&body, Standing.now()).map_err(|error| said(&error))?;
        ledger.append(draft).map_err(|error| said(&error))?;
        Ok(())
    })
}

/// How long half of the runs take at most, in milliseconds.
fn median(runs: usize, mut one: impl FnMut(usize) -> Result<(), String>) -> Result<f64, String> {
    let mut times = Vec::with_capacity(runs);
    for number in 0..runs {
        let begun = Instant::now();
        one(number)?;
        times.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    times.sort_by(f64::total_cmp);
    times.get(runs / 2).copied().ok_or("no run".to_owned())
}

fn one(number: usize, store: &dyn Store, screen: &Screen) -> Result<ResearchRun, String> {
    let name = number.to_string();
    let asked = RunRequest {
        inquiry: Inquiry {
            question: Question::new(QUESTION).map_err(|error| error.to_string())?,
            wanted: Wanted {
                corpus: false,
                web: true,
            },
            tier: Some(Tier::Pro),
            environment: Environment::Prod,
            policy: Policy::default(),
            standard: Standard {
                today: date(2026, 1, 1),
                min_grade: Grade::E,
                language: None,
            },
            clarified: false,
        },
        principal: &name,
        run: &name,
        conversation: None,
        cached_for: None,
    };
    let mut around = RunContext {
        tools: &Instantly,
        parse: &mut Ready,
        store,
        clock: &Standing,
        screen,
        cancellation: None,
    };
    let run = ask(&asked, &mut around).map_err(|error| error.to_string())?;
    match run.pack.answer.action {
        OutputAction::Answer => Ok(run),
        other => Err(format!("the run ended as {other}")),
    }
}

/// Tools that answer at once.
struct Instantly;

impl Tools for Instantly {
    fn reach(&self, ticket: Ticket, request: ToolRequest<'_>, gate: &mut CallGate<'_>) -> Reached {
        // What is reserved and settled is part of what a run costs.
        if let Err(over) = gate.meter.reserve(request.tool()) {
            return Reached::Refused(over);
        }
        let record = answered(&ticket, request);
        gate.meter.settle(0);
        Reached::Called(Box::new(ReachedCall::of_record(record, gate)))
    }
}

/// What these tools answer.
fn answered(ticket: &Ticket, request: ToolRequest<'_>) -> CallRecord {
    {
        let (url, body, kind) = match request {
            ToolRequest::Fetch(url) => (url.to_owned(), format!("page of {url}"), "text/plain"),
            ToolRequest::Search(question) | ToolRequest::Corpus(question) => {
                let asked = question.text().replace(' ', "+");
                let url = format!("https://search.example/search?q={asked}&format=json");
                (url, links(), "application/json")
            }
        };
        CallRecord {
            number: ticket.number(),
            tool: ticket.call().tool(),
            rank: ticket.call().rank(),
            request: RequestRecord {
                method: "GET".to_owned(),
                url,
                body: None,
                backend: (ticket.call().tool() == Tool::Search).then_some(SearchBackend::Searxng),
            },
            hops: Vec::new(),
            end: CallEnd::Answered,
            detail: None,
            status: Some(200),
            headers: vec![HeaderRecord {
                name: "content-type".to_owned(),
                value: kind.to_owned(),
            }],
            started_ms: 0,
            elapsed_ms: 0,
            retrieved_at: None,
            body_sha256: sha256_hex(body.as_bytes()),
            body: STANDARD.encode(body),
        }
    }
}

fn links() -> String {
    let results: Vec<String> = (1..=4)
        .map(|rank| {
            format!(
                r#"{{"url":"https://site{rank}.example/mill","title":"Mill {rank}","content":"About the mill."}}"#
            )
        })
        .collect();
    format!(
        r#"{{"query":"q","results":[{}],"unresponsive_engines":[]}}"#,
        results.join(",")
    )
}

/// Pages that were read already.
struct Ready;

impl Parse for Ready {
    fn parse(&mut self, bytes: &[u8]) -> Parsed {
        let page = String::from_utf8_lossy(bytes);
        let text = format!(
            "The Harrow mill\n\nThe Harrow mill was rebuilt in 1931 after a fire, says {page}. \
             It has 42 rooms and a garden. The river beside it was straightened by the county."
        );
        match Document::from_text(text.as_bytes()) {
            Ok(document) => Parsed::Document(Box::new(document)),
            Err(_) => Parsed::Unreadable,
        }
    }
}

/// A clock that stands still.
struct Standing;

impl Clock for Standing {
    fn now(&self) -> Moment {
        Moment::from_micros(1)
    }

    fn elapsed_ms(&self) -> u64 {
        0
    }
}
