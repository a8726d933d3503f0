//! Tool Boundary: one door, and what it refuses is not reached.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::fakes::{Fake, FakeAnswer, empty_page};
use groundstop_adapter::{
    Backend, CallGate, Egress, Key, Meter, OverLimit, Reached, Resolve, Settings, ToolRequest,
};
use groundstop_contract::pack::{CallEnd, CallRecord, SearchBackend};
use groundstop_contract::{Environment, Tier, Tool};
use groundstop_engine::Tools;
use groundstop_research::plan::{PlannedCall, Wanted};
use groundstop_research::route::{Policy, Question, Routed, Ticket, route};
use serde::Deserialize;

use crate::sheet::{NotRun, Sheet};
use crate::world::{Bench, KEY, QUESTION, TextPages};

const VECTORS: &str = include_str!("../../../conformance/egress/vectors.json");

/// Crates of others that lead outside.
const DOORS: &[&str] = &[
    "attohttpc",
    "awc",
    "curl",
    "diesel",
    "isahc",
    "minreq",
    "postgres",
    "reqwest",
    "rusqlite",
    "sqlx",
    "surf",
    "tantivy",
    "tokio-postgres",
    "ureq",
];

/// The only crates that may reach what leads outside, each with all it may reach.
const OWNERS: &[(&str, &[&str])] = &[
    ("groundstop-adapter", &["tantivy", "ureq"]),
    (
        "groundstop-ledger",
        &["postgres", "rusqlite", "tokio-postgres"],
    ),
];

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    graph(sheet, bench);
    requests(sheet, bench)?;
    let vectors: Vectors = serde_json::from_str(VECTORS)
        .map_err(|error| NotRun::because("the vectors of the guard", &error))?;
    addresses_as_written(sheet, bench, &vectors)?;
    addresses_of_names(sheet, bench, &vectors)
}

/// Who reaches what leads outside, as the build's own graph has it.
fn graph(sheet: &mut Sheet, bench: &Bench) {
    let graph = bench.product.graph();
    let crates: Vec<(&str, Vec<&str>)> = graph
        .lines()
        .filter_map(|line| {
            let mut names = line.split(' ');
            let name = names.next()?;
            let doors = names.filter(|one| DOORS.contains(one));
            Some((name, doors.collect()))
        })
        .collect();
    for (name, reached) in &crates {
        let owned = OWNERS.iter().find(|(owner, _)| owner == name);
        let (_, may) = owned.copied().unwrap_or_default();
        sheet.expect(reached.iter().all(|it| may.contains(it)), || {
            format!("`{name}` reaches {reached:?}")
        });
    }
    for needed in ["tantivy", "ureq"] {
        let by = crates.iter().filter(|(_, doors)| doors.contains(&needed));
        let reaching: Vec<&str> = by.map(|(name, _)| *name).collect();
        sheet.equal(needed, &reaching, &vec!["groundstop-adapter"]);
    }
}

/// Every ticket spent on every request: only its own one leads anywhere.
fn requests(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let server = Fake::saying(empty_page(SearchBackend::Searxng)).map_err(no_server)?;
    let search = Backend::new(
        SearchBackend::Searxng,
        Some(&server.url("/search")),
        Some(Key::new(KEY)),
        5,
    );
    let settings = Settings {
        corpus: None,
        search: Some(search.map_err(|error| NotRun::because("a search engine", &error))?),
        egress: Egress {
            allow_loopback_pages: true,
            ..Egress::default()
        },
    };
    let tools = bench.product.tools(settings, None);
    let question =
        Question::new(QUESTION).map_err(|error| NotRun::because("a question", &error))?;
    let page = server.url("/page");
    for planned in [
        PlannedCall::CORPUS,
        PlannedCall::SEARCH,
        PlannedCall::fetch(1),
    ] {
        for (own, request) in [
            (PlannedCall::CORPUS, ToolRequest::Corpus(&question)),
            (PlannedCall::SEARCH, ToolRequest::Search(&question)),
            (PlannedCall::fetch(1), ToolRequest::Fetch(&page)),
        ] {
            let before = server.connections();
            let record = spent(bench, &*tools, ticket(planned)?, request)?;
            let made = server.connections().saturating_sub(before);
            // There is no index here: its own request ends before it begins.
            let expected = match planned == own && planned != PlannedCall::CORPUS {
                true => (CallEnd::Answered, 1),
                false => (CallEnd::NotReady, 0),
            };
            let what = format!("a ticket for {planned:?} spent on {request:?}");
            sheet.equal(&what, &(record.end, made), &expected);
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct Vectors {
    urls: Vec<UrlCase>,
    addresses: Vec<AddressCase>,
}

#[derive(Deserialize)]
struct UrlCase {
    url: String,
    expect: Verdict,
}

#[derive(Deserialize)]
struct AddressCase {
    address: IpAddr,
    expect: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Refuse,
    Pass,
}

/// A server that must not be reached. Plain HTTP and its port are permitted, so
/// that nothing but the judgement of the address stands before it.
fn hidden_server() -> Result<(Fake, Egress), NotRun> {
    let server = Fake::saying(FakeAnswer::new(200, "text/plain", "reached")).map_err(no_server)?;
    let egress = Egress {
        allow_http: true,
        ports: vec![80, 443, server.port()],
        ..Egress::default()
    };
    Ok((server, egress))
}

fn addresses_as_written(sheet: &mut Sheet, bench: &Bench, vectors: &Vectors) -> Result<(), NotRun> {
    let (server, egress) = hidden_server()?;
    let port = server.port();
    let names = Arc::new(Standing::default());
    let tools = at_the_door(bench, egress, &names);
    for case in &vectors.urls {
        let before = names.looked_up();
        let end = fetch(bench, &*tools, &case.url)?.end;
        let looked_up = names.looked_up().saturating_sub(before);
        // Nobody knows any name, so a call that passes the guard ends there.
        let expected = match case.expect {
            Verdict::Refuse => (CallEnd::Refused, 0),
            Verdict::Pass => (CallEnd::Unreachable, 1),
        };
        sheet.equal(&case.url, &(end, looked_up), &expected);
    }
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "localhost",
        "a.localhost",
        "0.0.0.0",
    ] {
        let url = format!("http://{host}:{port}/");
        sheet.equal(&url, &fetch(bench, &*tools, &url)?.end, &CallEnd::Refused);
    }
    sheet.equal("connections to a refused server", &server.connections(), &0);
    Ok(())
}

/// A public name is worth no more than what it stands for.
fn addresses_of_names(sheet: &mut Sheet, bench: &Bench, vectors: &Vectors) -> Result<(), NotRun> {
    let (server, egress) = hidden_server()?;
    let url = format!("http://inside.example.org:{}/", server.port());
    let refused = vectors.addresses.iter();
    // One that passes would lead to somebody who was not asked.
    let refused = refused.filter(|case| case.expect == Verdict::Refuse);
    for address in refused
        .map(|case| case.address)
        .chain([[127, 0, 0, 1].into()])
    {
        for beside in [None, Some(IpAddr::from([8, 8, 8, 8]))] {
            let stands_for: Vec<IpAddr> = beside.into_iter().chain([address]).collect();
            let what = format!("a name for {stands_for:?}");
            let names = Arc::new(Standing::for_addresses(stands_for));
            let end = fetch(bench, &*at_the_door(bench, egress.clone(), &names), &url)?.end;
            sheet.equal(&what, &end, &CallEnd::Refused);
        }
    }
    sheet.equal("connections to a refused server", &server.connections(), &0);
    Ok(())
}

fn at_the_door(bench: &Bench, egress: Egress, names: &Arc<Standing>) -> Box<dyn Tools> {
    let settings = Settings {
        egress,
        ..Settings::default()
    };
    let names = Arc::clone(names) as Arc<dyn Resolve>;
    bench.product.tools(settings, Some(names))
}

fn fetch(bench: &Bench, tools: &dyn Tools, url: &str) -> Result<CallRecord, NotRun> {
    let ticket = ticket(PlannedCall::fetch(1))?;
    spent(bench, tools, ticket, ToolRequest::Fetch(url))
}

/// Spends a ticket where nothing is limited; the record of its call.
fn spent(
    bench: &Bench,
    tools: &dyn Tools,
    ticket: Ticket,
    request: ToolRequest<'_>,
) -> Result<CallRecord, NotRun> {
    let question =
        Question::new(QUESTION).map_err(|error| NotRun::because("a question", &error))?;
    let mut gate = CallGate {
        meter: &mut Unlimited,
        parse: &mut TextPages,
        screen: &bench.screen,
        question: &question,
        now: &String::new,
    };
    match tools.reach(ticket, request, &mut gate) {
        Reached::Called(call) => Ok(call.into_parts().1.call),
        Reached::Refused(_) => Err(NotRun::because("a call", &"it was refused")),
    }
}

/// A meter without limits.
struct Unlimited;

impl Meter for Unlimited {
    fn reserve(&mut self, _: Tool) -> Result<(), OverLimit> {
        Ok(())
    }

    fn settle(&mut self, _: u64) {}
}

/// A ticket for a planned call, as the router gives it out.
fn ticket(planned: PlannedCall) -> Result<Ticket, NotRun> {
    let no_ticket = |why: &str| NotRun::because("a ticket", &why);
    let wanted = Wanted {
        corpus: true,
        web: true,
    };
    let policy = Policy::default();
    let routed = route(wanted, Some(Tier::Max), Environment::Prod, &policy);
    let Ok(Routed::Granted(grant)) = routed else {
        return Err(no_ticket("the router grants none"));
    };
    let mut session = grant.open();
    while session.next_call() != Some(planned) {
        session.skip().ok_or_else(|| no_ticket("no such call"))?;
    }
    session.ticket(0).ok_or_else(|| no_ticket("none is left"))
}

fn no_server(error: io::Error) -> NotRun {
    NotRun::because("a server on loopback", &error)
}

/// Every name stands for these addresses; without any, nobody knows it.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    addresses: Vec<IpAddr>,
    looked_up: AtomicUsize,
}

impl Standing {
    pub(crate) fn for_addresses(addresses: Vec<IpAddr>) -> Standing {
        Standing {
            addresses,
            looked_up: AtomicUsize::new(0),
        }
    }

    fn looked_up(&self) -> usize {
        self.looked_up.load(Ordering::SeqCst)
    }
}

impl Resolve for Standing {
    fn resolve(&self, _: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        self.looked_up.fetch_add(1, Ordering::SeqCst);
        if self.addresses.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        let addresses = self.addresses.iter();
        Ok(addresses.map(|one| SocketAddr::new(*one, port)).collect())
    }
}
