//! Fail-Closed: whatever fails, a run ends in the one reason that names it, never
//! in an answer, and never as if there had been nothing to find.

use std::net::{IpAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use crate::fakes::{Fake, FakeAnswer, FakeLink, bomb, gzip, search_answer};
use groundstop_adapter::{Egress, Resolve};
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::{OutputAction, ResearchStopReason as Reason};
use groundstop_ledger::kept::Namespace;
use groundstop_ledger::store::SqliteStore;

use crate::boundary::Standing;
use crate::failing::{Act, Failing};
use crate::sheet::{NotRun, Sheet};
use crate::world::{Bench, ELSEWHERE, PAGE, Reads, World, found};

/// The time that slow servers get.
const SHORT_MS: u32 = 150;

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for (what, answer, reason) in vendors() {
        for backend in SearchBackend::ALL {
            let same = answer.clone();
            let mut world = World::answering(move |_, _| same.clone())?;
            world.backend = *backend;
            ends(sheet, bench, &world, &format!("{backend}: {what}"), reason)?;
        }
    }
    let engines = r#"{"results":[],"unresponsive_engines":[["one","timeout"],["two","denied"]]}"#;
    let dead = World::answering(move |_, _| FakeAnswer::json(200, engines))?;
    ends(
        sheet,
        bench,
        &dead,
        "nothing but failed engines",
        Reason::InternalInconsistency,
    )?;
    let reset = World::around(Fake::resetting())?;
    ends(
        sheet,
        bench,
        &reset,
        "a search that is reset",
        Reason::InternalInconsistency,
    )?;
    for case in wire()? {
        case.at_the_search(sheet, bench)?;
        case.at_the_page(sheet, bench)?;
    }
    out_of_reach(sheet, bench)?;
    inner_name(sheet, bench)?;
    parser(sheet, bench)?;
    stores(sheet, bench)
}

/// What every search vendor can answer.
fn vendors() -> Vec<(&'static str, FakeAnswer, Reason)> {
    let json = |status, body: &str| FakeAnswer::json(status, body);
    let internal = Reason::InternalInconsistency;
    vec![
        ("429", json(429, "{}"), Reason::RateLimited),
        (
            "429 with a time",
            json(429, "{}").with("Retry-After", "30"),
            Reason::RateLimited,
        ),
        ("402", json(402, "{}"), Reason::BudgetExhausted),
        ("432", json(432, "{}"), Reason::BudgetExhausted),
        ("433", json(433, "{}"), Reason::BudgetExhausted),
        ("400", json(400, r#"{"detail":{"error":"bad"}}"#), internal),
        ("401", json(401, "{}"), internal),
        ("403", json(403, "{}"), internal),
        ("404", json(404, "{}"), internal),
        ("500", json(500, "{}"), internal),
        ("503", json(503, "{}"), internal),
        (
            "no JSON",
            json(200, "<html>Please sign in</html>"),
            internal,
        ),
        (
            "half of it",
            json(200, r#"{"results": [{"url": "#),
            internal,
        ),
        ("an empty body", json(200, ""), internal),
        ("a list", json(200, "[]"), internal),
        (
            "an error that says 200",
            json(200, r#"{"error":{"code":"x","info":"y"}}"#),
            internal,
        ),
    ]
}

/// Something that can go wrong with bytes, whoever sends them.
struct Wire {
    what: &'static str,
    answer: FakeAnswer,
    /// What it means of a search.
    searched: Reason,
    /// What it means of the only page.
    fetched: Reason,
}

fn wire() -> Result<Vec<Wire>, NotRun> {
    let packing = |error| NotRun::because("packing", &error);
    let packed = gzip(PAGE.as_bytes()).map_err(packing)?;
    let half = packed.get(..packed.len() / 2).unwrap_or_default().to_vec();
    let text = |body: Vec<u8>| FakeAnswer::new(200, "text/plain", body);
    let zipped = |body: Vec<u8>| text(body).with("Content-Encoding", "gzip");
    let lost = (Reason::InternalInconsistency, Reason::InternalInconsistency);
    let forbidden = (Reason::SandboxViolation, Reason::SandboxViolation);
    let late = (Reason::Timeout, Reason::Timeout);
    let all = [
        ("gzip cut short", zipped(half), lost),
        ("gzip that is none", zipped(b"not packed".to_vec()), lost),
        (
            "a packing nobody asked for",
            text(packed).with("Content-Encoding", "br"),
            lost,
        ),
        ("a bomb", zipped(bomb(2).map_err(packing)?), forbidden),
        ("a body without end", text(Vec::new()).endless(), forbidden),
        (
            "a length past the cap",
            text(Vec::new()).claiming(1 << 40),
            forbidden,
        ),
        (
            "a redirect to a private address",
            FakeAnswer::redirect(302, "http://10.0.0.7/"),
            forbidden,
        ),
        (
            "a redirect to the metadata of a cloud",
            FakeAnswer::redirect(307, "http://169.254.169.254/latest/meta-data/"),
            forbidden,
        ),
        (
            "a redirect to a file",
            FakeAnswer::redirect(301, "file:///etc/passwd"),
            forbidden,
        ),
        (
            "a body cut short",
            text(PAGE.into()).claiming(100_000).then_half_closed(),
            lost,
        ),
        ("no HTTP", FakeAnswer::raw("SSH-2.0-nobody\r\n\r\n"), lost),
        ("nothing said", FakeAnswer::raw(""), lost),
        (
            "a slow response past the deadline",
            text(vec![b' '; 4_000]).dripping(1, Duration::from_millis(10)),
            late,
        ),
    ];
    let wire = all
        .into_iter()
        .map(|(what, answer, (searched, fetched))| Wire {
            what,
            answer,
            searched,
            fetched,
        });
    Ok(wire.collect())
}

impl Wire {
    fn at_the_search(&self, sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
        let answer = self.answer.clone();
        let mut world = World::answering(move |_, _| answer.clone())?;
        world.lowered.per_call_timeout_ms = self.time();
        ends(
            sheet,
            bench,
            &world,
            &format!("a search: {}", self.what),
            self.searched,
        )
    }

    /// The only page, and a page beside a good one: every call has to succeed.
    fn at_the_page(&self, sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
        for paths in [&["/bad"][..], &["/good", "/bad"]] {
            let bad = self.answer.clone();
            let mut world = World::answering(move |asked, own| match asked.target.as_str() {
                "/bad" => bad.clone(),
                "/good" => FakeAnswer::new(200, "text/plain", PAGE),
                _ => found(own, paths.iter().copied()),
            })?;
            world.lowered.per_call_timeout_ms = self.time();
            let what = format!("pages {paths:?}: {}", self.what);
            ends(sheet, bench, &world, &what, self.fetched)?;
        }
        Ok(())
    }

    fn time(&self) -> Option<u32> {
        (self.fetched == Reason::Timeout).then_some(SHORT_MS)
    }
}

/// A page that nobody serves, alone and beside a good one, before and after it: the call failed,
/// and is counted.
fn out_of_reach(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    // A port that was free a moment ago, and that nobody listens at.
    let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|one| one.local_addr());
    let free = free.map_err(|error| NotRun::because("a port on loopback", &error))?;
    for order in [&["bad"][..], &["good", "bad"], &["bad", "good"]] {
        let world = World::answering(move |asked, own| match asked.target.as_str() {
            "/good" => FakeAnswer::new(200, "text/plain", PAGE),
            _ => {
                let urls = order.iter().map(|page| match *page {
                    "good" => format!("{own}/good"),
                    _ => format!("http://{free}/bad"),
                });
                let links: Vec<FakeLink> = urls
                    .map(|url| FakeLink::new(&url, "fine", "fine"))
                    .collect();
                search_answer(SearchBackend::Searxng, &links)
            }
        })?;
        let what = format!("pages {order:?} that nobody serves");
        let reason = Reason::InternalInconsistency;
        ends(sheet, bench, &world, &what, reason)?;
        let telemetry = world.ask(bench)?.pack.telemetry;
        sheet.equal(&format!("{what}: counted"), &telemetry.calls.failed, &1);
    }
    Ok(())
}

/// A public name that stands for this machine, or for one inside.
fn inner_name(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for address in [IpAddr::from([127, 0, 0, 1]), IpAddr::from([192, 168, 0, 1])] {
        let mut world = World::answering(|asked, own| {
            let port = own.rsplit(':').next().unwrap_or_default();
            match asked.target.as_str() {
                "/page" => FakeAnswer::new(200, "text/plain", PAGE),
                _ => found(
                    &format!("https://inside.example.org:{port}"),
                    ["/page"].into_iter(),
                ),
            }
        })?;
        world.egress = Egress {
            ports: vec![world.server.port()],
            ..world.egress
        };
        world.names = Some(Arc::new(Standing::for_addresses(vec![address])) as Arc<dyn Resolve>);
        let what = format!("a public name for {address}");
        ends(sheet, bench, &world, &what, Reason::SandboxViolation)?;
        sheet.equal(&what, &world.server.connections(), &1);
    }
    Ok(())
}

fn parser(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    // The real reader in its sandbox, and a page that goes past a limit of it.
    let pages = pdf_of(PAGES_MAX.saturating_add(1));
    for (what, body) in [
        ("a page past a limit of its parser", pages),
        ("text past a limit of its parser", sheets(PAGES_MAX)),
    ] {
        let kind = match body.starts_with(b"%PDF") {
            true => "application/pdf",
            false => "text/plain",
        };
        let mut world = World::answering(move |asked, own| match asked.target.as_str() {
            "/page" => FakeAnswer::new(200, kind, body.clone()),
            _ => found(own, ["/page"].into_iter()),
        })?;
        world.reads = Reads::PageReader;
        ends(sheet, bench, &world, what, Reason::SandboxViolation)?;
    }
    let mut world = World::with_page(PAGE)?;
    world.reads = Reads::Violation;
    let what = "a parser that does what it may not";
    ends(sheet, bench, &world, what, Reason::SandboxViolation)?;
    // What cannot be read is no source, and no error either.
    let mut world = World::answering(|asked, own| match asked.target.as_str() {
        "/page" => FakeAnswer::new(200, "application/pdf", "%PDF-1.7 and nothing more"),
        _ => found(own, ["/page"].into_iter()),
    })?;
    world.reads = Reads::PageReader;
    ends(
        sheet,
        bench,
        &world,
        "a page that is broken",
        Reason::ValidationFail,
    )?;
    for (status, content_type) in [(404, "text/html"), (500, "text/html"), (200, "image/png")] {
        let world = World::answering(move |asked, own| match asked.target.as_str() {
            "/page" => FakeAnswer::new(status, content_type, PAGE),
            _ => found(own, ["/page"].into_iter()),
        })?;
        let what = format!("a page of {content_type} with {status}");
        ends(sheet, bench, &world, &what, Reason::ValidationFail)?;
    }
    Ok(())
}

/// As many pages as a document may have.
const PAGES_MAX: usize = 5_000;

/// A PDF of so many empty pages.
fn pdf_of(pages: usize) -> Vec<u8> {
    let mut pdf = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    let mut object = |pdf: &mut String, body: &str| {
        places.push(pdf.len());
        pdf.push_str(&format!("{} 0 obj\n{body}\nendobj\n", places.len()));
    };
    let kids: Vec<String> = (3..).take(pages).map(|at| format!("{at} 0 R")).collect();
    object(&mut pdf, "<</Type/Catalog/Pages 2 0 R>>");
    let kids = kids.join(" ");
    let tree = format!("<</Type/Pages/Count {pages}/Kids[{kids}]/MediaBox[0 0 9 9]>>");
    object(&mut pdf, &tree);
    for _ in 0..pages {
        object(&mut pdf, "<</Type/Page/Parent 2 0 R>>");
    }
    let (start, size) = (pdf.len(), places.len().saturating_add(1));
    pdf.push_str(&format!("xref\n0 {size}\n0000000000 65535 f \n"));
    for place in places {
        pdf.push_str(&format!("{place:010} 00000 n \n"));
    }
    pdf.push_str(&format!(
        "trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ));
    pdf.into_bytes()
}

/// Text with so many ends of pages in it.
fn sheets(pages: usize) -> Vec<u8> {
    "a page\u{c}".repeat(pages.saturating_add(1)).into_bytes()
}

/// A store that fails: what a call costs cannot be counted, so none is made or none
/// is used; what was asked cannot be remembered, so nothing is asked.
fn stores(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let wrong = |error| NotRun::because("a store", &error);
    let file = bench.scratch.join("store.db");
    drop(SqliteStore::open(&file).map_err(wrong)?);
    for conversation in [None, Some("one")] {
        let mut world = World::with_page(PAGE)?;
        world.conversation = conversation;
        world.store = Box::new(SqliteStore::open_read_only(&file).map_err(wrong)?);
        let what = "a store that cannot be written to";
        ends(sheet, bench, &world, what, Reason::InternalInconsistency)?;
        sheet.equal(what, &world.server.connections(), &0);
    }
    use OutputAction::{AskClarify, Baseline, Unknown};
    for (act, page, connections, action) in [
        (Act::Reserve, PAGE, 0, Baseline),
        (Act::Settle, PAGE, 1, AskClarify),
        (Act::Get(Namespace::Conversation), PAGE, 0, Baseline),
        (Act::Put(Namespace::Conversation), ELSEWHERE, 2, Baseline),
        // Nothing was found, and nobody could remember having asked.
        (Act::Put(Namespace::Conversation), "too short", 2, Unknown),
    ] {
        let mut world = World::with_page(page)?;
        world.conversation = Some("one");
        world.store = Box::new(Failing::at(act));
        let what = format!("a store that fails at {act:?}");
        let run = world.ask(bench)?;
        let end = (run.pack.telemetry.reason, run.pack.answer.action);
        let expected = (Reason::InternalInconsistency, action);
        sheet.equal(&what, &end, &expected);
        sheet.equal(&what, &world.server.connections(), &connections);
        sheet.equal(&what, &run.pack.calls.len(), &connections);
        sheet.equal(&what, &run.store_fault.is_some(), &true);
        sheet.equal(&what, &world.replayed(bench, &run)?, &0);
    }
    cacheless(sheet, bench)
}

/// A cache that fails costs calls, and nothing else.
fn cacheless(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for act in [Act::Get(Namespace::Cache), Act::Put(Namespace::Cache)] {
        let mut world = World::with_page(PAGE)?;
        world.cached = true;
        world.store = Box::new(Failing::at(act));
        let what = format!("a store that fails at {act:?}");
        for _ in 0..2 {
            let event = world.ask(bench)?.pack.telemetry;
            sheet.equal(&what, &event.reason, &Reason::SuccessCompleted);
            let calls = (event.calls.search, event.calls.fetch, event.calls.cached);
            sheet.equal(&what, &calls, &(1, 1, 0));
        }
    }
    Ok(())
}

fn ends(
    sheet: &mut Sheet,
    bench: &Bench,
    world: &World,
    what: &str,
    reason: Reason,
) -> Result<(), NotRun> {
    let pack = world.ask(bench)?.pack;
    sheet.equal(what, &pack.telemetry.reason, &reason);
    let answered = pack.answer.action == OutputAction::Answer || !pack.answer.claims.is_empty();
    sheet.expect(!answered, || format!("{what}: answered"));
    Ok(())
}
