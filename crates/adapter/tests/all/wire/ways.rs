//! Where a call goes, what it carries there, and where it does not go.

use groundstop_adapter::{Adapter, Backend, Egress, Settings, ToolRequest};
use groundstop_certify::fakes::{Fake, FakeAnswer, search_answer};
use groundstop_contract::pack::{CallEnd, SearchBackend};
use groundstop_research::call::{CallFault, Found};
use groundstop_research::plan::PlannedCall;

use crate::common::{AMPLE_MS, fetcher, question, reach, ticket, understood};
use crate::wire::{Meaning, SECRET, egress, endpoint, five_links, keyed, meaning, search};

#[test]
fn the_wire_carries_the_key_in_a_header_and_no_trace_of_us() {
    for backend in SearchBackend::ALL.iter().copied() {
        let fake = Fake::saying(search_answer(backend, &five_links())).unwrap();
        let record = search(backend, &endpoint(&fake, backend), AMPLE_MS);
        let [asked] = fake.requests().try_into().unwrap();
        let key = match backend {
            SearchBackend::Brave => asked.header("x-subscription-token").map(str::to_owned),
            SearchBackend::Tavily => asked
                .header("authorization")
                .and_then(|line| line.strip_prefix("Bearer "))
                .map(str::to_owned),
            SearchBackend::Searxng | SearchBackend::MediaWiki => None,
        };
        assert_eq!(
            key.as_deref(),
            keyed(backend).then_some(SECRET),
            "{backend}"
        );
        assert!(!asked.target.contains(SECRET) && !asked.body.contains(SECRET));
        for absent in ["cookie", "referer", "origin", "x-forwarded-for"] {
            assert_eq!(asked.header(absent), None, "{backend}: {absent}");
        }
        assert_eq!(asked.header("accept-encoding"), Some("gzip"));
        assert!(
            asked
                .header("user-agent")
                .unwrap()
                .starts_with("groundstop/")
        );
        assert_eq!(record.request.backend, Some(backend));
        if backend == SearchBackend::Brave {
            let kept: Vec<_> = record
                .headers
                .iter()
                .map(|line| line.name.as_str())
                .collect();
            assert!(kept.contains(&"x-ratelimit-remaining"), "{kept:?}");
        }
    }
}

#[test]
fn redirects_are_followed_with_care() {
    let fake = Fake::start(|asked| match asked.target.as_str() {
        "/start" => FakeAnswer::redirect(301, "/second"),
        "/second" => FakeAnswer::redirect(302, "third?x=1"),
        "/third?x=1" => FakeAnswer::new(200, "text/plain", "here"),
        _ => FakeAnswer::redirect(307, "/loop"),
    })
    .unwrap();
    let adapter = fetcher(egress());
    let record = reach(
        &adapter,
        ticket(PlannedCall::fetch(1), AMPLE_MS),
        ToolRequest::Fetch(&fake.url("/start")),
    );
    let hops: Vec<_> = record
        .hops
        .iter()
        .map(|hop| (hop.url.clone(), hop.status, hop.to.clone()))
        .collect();
    assert_eq!(
        hops,
        [
            (fake.url("/start"), 301, fake.url("/second")),
            (fake.url("/second"), 302, fake.url("/third?x=1")),
        ]
    );
    let Ok(Found::Page(page)) = understood(&record) else {
        panic!()
    };
    assert_eq!(page.url, fake.url("/third?x=1"));
    let before = fake.connections();
    let record = reach(
        &adapter,
        ticket(PlannedCall::fetch(1), AMPLE_MS),
        ToolRequest::Fetch(&fake.url("/loop")),
    );
    assert_eq!(
        (record.end, meaning(&record)),
        (CallEnd::Refused, Meaning::Fault(CallFault::Forbidden))
    );
    assert_eq!(fake.connections() - before, 6, "the first and five more");
}

#[test]
fn a_key_goes_nowhere_else_and_a_posted_question_is_not_repeated() {
    for backend in [SearchBackend::Brave, SearchBackend::Tavily] {
        let stranger = Fake::saying(search_answer(backend, &five_links())).unwrap();
        let answer = FakeAnswer::redirect(307, &stranger.url("/elsewhere"));
        let vendor = Fake::saying(answer).unwrap();
        let record = search(backend, &endpoint(&vendor, backend), AMPLE_MS);
        assert_eq!(record.hops.len(), 1);
        match backend {
            SearchBackend::Tavily => {
                assert_eq!(stranger.connections(), 0);
                assert_eq!(meaning(&record), Meaning::Fault(CallFault::VendorFault));
            }
            _ => {
                let [asked] = stranger.requests().try_into().unwrap();
                assert!(
                    asked
                        .headers
                        .iter()
                        .all(|(_, value)| !value.contains(SECRET))
                );
            }
        }
    }
}

#[test]
fn a_search_engine_here_does_not_open_this_machine_to_what_it_finds() {
    let inside = Fake::saying(FakeAnswer::new(200, "text/plain", "inside")).unwrap();
    let backend = SearchBackend::Searxng;
    let away = inside.url("/admin");
    let engine = Fake::start(move |asked| match asked.target.starts_with("/search") {
        true => search_answer(backend, &five_links()),
        false => FakeAnswer::redirect(302, &away),
    })
    .unwrap();
    let settings = |endpoint: &str| Settings {
        search: Some(Backend::new(backend, Some(endpoint), None, 3).unwrap()),
        egress: Egress {
            allow_loopback: true,
            allow_loopback_pages: false,
            ..egress()
        },
        ..Settings::default()
    };
    let asked = question("who keeps the seal");
    let search = |endpoint: &str| {
        let adapter = Adapter::new(settings(endpoint));
        reach(
            &adapter,
            ticket(PlannedCall::SEARCH, AMPLE_MS),
            ToolRequest::Search(&asked),
        )
    };
    assert_eq!(search(&engine.url("/search")).end, CallEnd::Answered);
    // The engine cannot send us on to another service, and no page may be here.
    assert_eq!(search(&engine.url("/away/search")).end, CallEnd::Refused);
    for url in [inside.url("/"), engine.url("/page")] {
        let adapter = Adapter::new(settings(&engine.url("/search")));
        let record = reach(
            &adapter,
            ticket(PlannedCall::fetch(1), AMPLE_MS),
            ToolRequest::Fetch(&url),
        );
        assert_eq!(record.end, CallEnd::Refused, "{url}");
    }
    assert_eq!(inside.connections(), 0);
}

#[test]
fn an_errand_that_does_not_fit_its_ticket_goes_nowhere() {
    let fake = Fake::saying(FakeAnswer::new(200, "text/plain", "here")).unwrap();
    let adapter = fetcher(egress());
    let asked = question("anything");
    let url = fake.url("/");
    for (call, request) in [
        (PlannedCall::CORPUS, ToolRequest::Fetch(&url)),
        (PlannedCall::SEARCH, ToolRequest::Fetch(&url)),
        (PlannedCall::fetch(1), ToolRequest::Search(&asked)),
        (PlannedCall::fetch(1), ToolRequest::Corpus(&asked)),
        (PlannedCall::CORPUS, ToolRequest::Corpus(&asked)),
        (PlannedCall::SEARCH, ToolRequest::Search(&asked)),
    ] {
        let record = reach(&adapter, ticket(call, AMPLE_MS), request);
        assert_eq!(record.end, CallEnd::NotReady, "{call:?}");
        assert_eq!(record.tool, call.tool());
        assert_eq!(meaning(&record), Meaning::Fault(CallFault::VendorFault));
    }
    assert_eq!(fake.connections(), 0);
}
