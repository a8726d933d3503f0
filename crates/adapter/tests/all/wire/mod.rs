//! Search engines and pages over real sockets, at their best and at their worst.
//! Every case has one end and one meaning.

mod cases;
mod links;
mod vendors;
mod ways;

use crate::common::{AMPLE_MS, fetcher, loopback, question, reach, ticket, understood};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cases::page_cases;
use groundstop_adapter::{Adapter, Backend, Egress, Key, Settings, ToolRequest};
use groundstop_certify::fakes::{Fake, FakeAnswer, FakeLink};
use groundstop_contract::pack::{CallEnd, CallRecord, SearchBackend};
use groundstop_research::call::{CallFault, Found, Unacceptable};
use groundstop_research::plan::PlannedCall;
use vendors::search_cases;

const SECRET: &str = "sentinel-key-0123456789";
const CAP_BYTES: usize = 256 * 1024;

/// What a call comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Links(usize),
    Page,
    NoPage(Unacceptable),
    Fault(CallFault),
}

fn meaning(record: &CallRecord) -> Meaning {
    match understood(record) {
        Ok(Found::Links { links, .. }) => Meaning::Links(links.len()),
        Ok(Found::Page(page)) => match page.document {
            Ok(_) => Meaning::Page,
            Err(why) => Meaning::NoPage(why),
        },
        Ok(Found::Documents(_)) => panic!("nobody asked the index"),
        Err(fault) => Meaning::Fault(fault),
    }
}

fn egress() -> Egress {
    Egress {
        max_body_bytes: CAP_BYTES,
        ..loopback()
    }
}

fn search(backend: SearchBackend, endpoint: &str, timeout_ms: u32) -> CallRecord {
    let key = Some(Key::new(SECRET));
    let adapter = Adapter::new(Settings {
        search: Some(Backend::new(backend, Some(endpoint), key, 3).unwrap()),
        egress: egress(),
        ..Settings::default()
    });
    let asked = question("who keeps the seal");
    let record = reach(
        &adapter,
        ticket(PlannedCall::SEARCH, timeout_ms),
        ToolRequest::Search(&asked),
    );
    let body = STANDARD.decode(&record.body).unwrap();
    let kept = format!("{record:?} {}", String::from_utf8_lossy(&body));
    assert!(!keyed(backend) || !kept.contains(SECRET), "{kept}");
    record
}

/// Whether it is told the key.
fn keyed(backend: SearchBackend) -> bool {
    matches!(backend, SearchBackend::Brave | SearchBackend::Tavily)
}

fn endpoint(fake: &Fake, backend: SearchBackend) -> String {
    fake.url(match backend {
        SearchBackend::Searxng => "/search",
        SearchBackend::Brave => "/res/v1/web/search",
        SearchBackend::Tavily => "/search",
        SearchBackend::MediaWiki => "/w/api.php",
    })
}

fn five_links() -> Vec<FakeLink> {
    (1..=5)
        .map(|n| {
            let url = format!("https://site{n}.example.org/page");
            FakeLink::new(
                &url,
                &format!("Title {n}"),
                "The <b>seal</b> &amp; its keeper.",
            )
        })
        .collect()
}

#[test]
fn every_case_of_every_search_engine_has_one_meaning() {
    let mut run = 0;
    for backend in SearchBackend::ALL.iter().copied() {
        for case in search_cases(backend) {
            let fake = Fake::saying(case.answer).unwrap();
            let record = search(backend, &endpoint(&fake, backend), case.timeout_ms);
            let came = (record.end, meaning(&record));
            assert_eq!(
                came,
                (case.end, case.means),
                "{backend}: {} {record:?}",
                case.name
            );
            assert_eq!(fake.connections(), 1, "{backend}: {}", case.name);
            run += 1;
        }
        let fake = Fake::resetting().unwrap();
        let record = search(backend, &endpoint(&fake, backend), AMPLE_MS);
        let came = (record.end, meaning(&record));
        assert_eq!(
            came,
            (CallEnd::Broken, Meaning::Fault(CallFault::VendorFault))
        );
        run += 1;
    }
    assert!(run > 170, "{run}");
}

#[test]
fn every_case_of_a_page_has_one_meaning() {
    let cases = page_cases();
    let adapter = fetcher(egress());
    let count = cases.len();
    for case in cases {
        let fake = Fake::saying(case.answer).unwrap();
        let url = fake.url("/page");
        let record = reach(
            &adapter,
            ticket(PlannedCall::fetch(1), case.timeout_ms),
            ToolRequest::Fetch(&url),
        );
        let came = (record.end, meaning(&record));
        assert_eq!(came, (case.end, case.means), "{} {record:?}", case.name);
        assert_eq!(fake.connections(), 1, "{}", case.name);
    }
    assert_eq!(count, 42);
    let fake = Fake::resetting().unwrap();
    let record = reach(
        &adapter,
        ticket(PlannedCall::fetch(1), AMPLE_MS),
        ToolRequest::Fetch(&fake.url("/")),
    );
    assert_eq!(
        (record.end, meaning(&record)),
        (CallEnd::Broken, Meaning::Fault(CallFault::Unavailable))
    );
    let url = fake.url("/");
    drop(fake);
    let record = reach(
        &adapter,
        ticket(PlannedCall::fetch(1), AMPLE_MS),
        ToolRequest::Fetch(&url),
    );
    assert_eq!(
        (record.end, meaning(&record)),
        (CallEnd::Unreachable, Meaning::Fault(CallFault::Unavailable))
    );
    let fake = Fake::saying(FakeAnswer::new(200, "text/html", "no TLS here")).unwrap();
    let secure = fake.url("/").replace("http:", "https:");
    let record = reach(
        &adapter,
        ticket(PlannedCall::fetch(1), AMPLE_MS),
        ToolRequest::Fetch(&secure),
    );
    assert_eq!(meaning(&record), Meaning::Fault(CallFault::Unavailable));
}
