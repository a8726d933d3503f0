//! Search engines and pages over real sockets, at their best and at their worst.
//! Every case has one end and one meaning.

mod common;

use std::sync::LazyLock;
use std::time::Duration;

use common::{AMPLE_MS, PlainText, fetcher, loopback, question, ticket};
use groundstop_adapter::fakes::{
    Answer, Fake, FakeLink, bomb, empty_page, found, gzip, search_answer,
};
use groundstop_adapter::{Adapter, Backend, Egress, Errand, Key, Settings, interpret};
use groundstop_contract::pack::{CallEnd, CallRecord, SearchBackend};
use groundstop_research::call::{CallFault, Found, Unacceptable};
use groundstop_research::plan::Slot;
use serde_json::json;

const SECRET: &str = "sentinel-key-0123456789";
const CAP_BYTES: usize = 256 * 1024;
/// The time that slow cases get.
const SHORT_MS: u32 = 400;

static SMALL_BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| bomb(1).unwrap());
static LARGE_BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| bomb(8).unwrap());

/// What a call comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Links(usize),
    Page,
    NoPage(Unacceptable),
    Fault(CallFault),
}

fn meaning(record: &CallRecord) -> Meaning {
    match interpret(record, &mut PlainText) {
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
    let record = adapter.reach(ticket(Slot::Search, timeout_ms), Errand::Search(&asked));
    let kept = serde_json::to_string(&record).unwrap();
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

fn three_links() -> Vec<FakeLink> {
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

struct Case {
    name: &'static str,
    answer: Answer,
    timeout_ms: u32,
    end: CallEnd,
    means: Meaning,
}

fn case(name: &'static str, answer: Answer, end: CallEnd, means: Meaning) -> Case {
    Case {
        name,
        answer,
        timeout_ms: AMPLE_MS,
        end,
        means,
    }
}

fn answered(name: &'static str, answer: Answer, means: Meaning) -> Case {
    case(name, answer, CallEnd::Answered, means)
}

fn slow(name: &'static str, answer: Answer) -> Case {
    let means = Meaning::Fault(CallFault::Deadline);
    Case {
        timeout_ms: SHORT_MS,
        ..case(name, answer, CallEnd::Deadline, means)
    }
}

/// What can go wrong with bytes, whoever sends them; a search engine and a page
/// differ in what it means.
fn ugly_bytes(content_type: &str, good: &[u8], unreachable: CallFault) -> Vec<Case> {
    let whole = |body: &[u8]| Answer::new(200, content_type, body);
    let packed = gzip(good).unwrap();
    let half = packed[..packed.len() / 2].to_vec();
    let gzipped = |body: Vec<u8>| whole(&body).with("Content-Encoding", "gzip");
    let forbidden = Meaning::Fault(CallFault::Forbidden);
    let lost = Meaning::Fault(unreachable);
    vec![
        slow(
            "a drip past the deadline",
            whole(good).dripping(1, Duration::from_millis(30)),
        ),
        slow(
            "a body that drips",
            whole(&vec![b' '; CAP_BYTES]).dripping(64, Duration::from_millis(20)),
        ),
        case(
            "gzip cut short",
            gzipped(half),
            CallEnd::BadCompression,
            lost,
        ),
        case(
            "gzip that is none",
            gzipped(b"not packed".to_vec()),
            CallEnd::BadCompression,
            lost,
        ),
        case(
            "a packing nobody asked for",
            whole(good).with("Content-Encoding", "br"),
            CallEnd::BadCompression,
            lost,
        ),
        case(
            "a bomb",
            gzipped(SMALL_BOMB.clone()),
            CallEnd::TooDense,
            forbidden,
        ),
        case(
            "a bomb past the cap",
            gzipped(LARGE_BOMB.clone()),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "a body past the cap",
            whole(&vec![b' '; CAP_BYTES + 1]),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "a length past the cap",
            whole(good).claiming(1 << 40),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "an endless body",
            whole(good).endless(),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "a redirect to a private address",
            Answer::redirect(302, "http://10.0.0.7/"),
            CallEnd::Refused,
            forbidden,
        ),
        case(
            "a redirect to the metadata of a cloud",
            Answer::redirect(307, "http://169.254.169.254/latest/meta-data/"),
            CallEnd::Refused,
            forbidden,
        ),
        case(
            "a redirect to a file",
            Answer::redirect(301, "file:///etc/passwd"),
            CallEnd::Refused,
            forbidden,
        ),
        case(
            "a body cut short",
            whole(good).claiming(good.len() + 10),
            CallEnd::Broken,
            lost,
        ),
        case(
            "a line half closed",
            Answer::raw("HTTP/1.1 200 OK\r\nContent-Le").then_half_closed(),
            CallEnd::Broken,
            lost,
        ),
        case(
            "no HTTP at all",
            Answer::raw("SSH-2.0-nobody\r\n\r\n"),
            CallEnd::Broken,
            lost,
        ),
        case("nothing said", Answer::raw(""), CallEnd::Broken, lost),
    ]
}

fn search_cases(backend: SearchBackend) -> Vec<Case> {
    let good = found(backend, &three_links()).to_string();
    let rate = Meaning::Fault(CallFault::VendorRate);
    let quota = Meaning::Fault(CallFault::VendorQuota);
    let fault = Meaning::Fault(CallFault::VendorFault);
    let error = r#"{"error":{"code":"internal_api_error","info":"…"}}"#;
    let mut cases = vec![
        answered(
            "links",
            search_answer(backend, &three_links()),
            Meaning::Links(expected_links(backend)),
        ),
        answered(
            "packed links",
            Answer::json(200, gzip(good.as_bytes()).unwrap()).with("Content-Encoding", "gzip"),
            Meaning::Links(expected_links(backend)),
        ),
        answered(
            "an honest empty page",
            empty_page(backend),
            Meaning::Links(0),
        ),
        answered(
            "429",
            Answer::json(429, r#"{"detail":{"error":"slow down"}}"#),
            rate,
        ),
        answered(
            "429 with Retry-After",
            Answer::json(429, "{}").with("Retry-After", "30"),
            rate,
        ),
        answered(
            "429 with two windows",
            Answer::json(429, "{}")
                .with("X-RateLimit-Limit", "1, 15000")
                .with("X-RateLimit-Remaining", "0, 0"),
            rate,
        ),
        answered(
            "402",
            Answer::json(402, r#"{"error":"NO_MORE_CREDITS"}"#),
            quota,
        ),
        answered(
            "432",
            Answer::json(432, r#"{"detail":{"error":"plan"}}"#),
            quota,
        ),
        answered(
            "433",
            Answer::json(433, r#"{"detail":{"error":"pay"}}"#),
            quota,
        ),
        answered(
            "400",
            Answer::json(400, r#"{"detail":{"error":"bad"}}"#),
            fault,
        ),
        answered(
            "401 that repeats the key",
            Answer::json(401, format!("{{\"detail\":\"{SECRET}\"}}")).with("ETag", SECRET),
            fault,
        ),
        answered(
            "403",
            Answer::new(403, "text/html", "<h1>Forbidden</h1>"),
            fault,
        ),
        answered("404", Answer::json(404, "{}"), fault),
        answered("500", Answer::json(500, "{}"), fault),
        answered("503", Answer::new(503, "text/plain", "later"), fault),
        answered("204", Answer::raw("HTTP/1.1 204 No Content\r\n\r\n"), fault),
        answered(
            "a status that no list has",
            Answer::json(299, good.clone()),
            fault,
        ),
        answered("200 with an error body", Answer::json(200, error), fault),
        answered(
            "200 with a detail",
            Answer::json(200, r#"{"detail":"no such thing","results":[]}"#),
            fault,
        ),
        answered("200 with nothing in it", Answer::json(200, "{}"), fault),
        answered("no body", Answer::json(200, ""), fault),
        answered(
            "HTML instead of JSON",
            Answer::new(200, "text/html", "<html>hello</html>"),
            fault,
        ),
        answered("JSON of another shape", Answer::json(200, "[1,2,3]"), fault),
        answered(
            "JSON cut short",
            Answer::json(200, &good.as_bytes()[..good.len() - 2]),
            fault,
        ),
        answered(
            "JSON that is no UTF-8",
            Answer::json(
                200,
                good.replace("Title", "T\u{1}")
                    .into_bytes()
                    .into_iter()
                    .map(|b| if b == 1 { 0xff } else { b })
                    .collect::<Vec<u8>>(),
            ),
            fault,
        ),
        answered(
            "JSON of endless depth",
            Answer::json(200, "[".repeat(10_000)),
            fault,
        ),
        answered(
            "a redirect without an address",
            Answer::json(302, ""),
            fault,
        ),
    ];
    cases.extend(ugly_bytes(
        "application/json",
        good.as_bytes(),
        CallFault::VendorFault,
    ));
    cases.extend(own_cases(backend));
    cases
}

/// SearXNG takes no number of links; the others were asked for three.
fn expected_links(backend: SearchBackend) -> usize {
    if backend == SearchBackend::Searxng {
        5
    } else {
        3
    }
}

/// What only one of them does.
fn own_cases(backend: SearchBackend) -> Vec<Case> {
    let rate = Meaning::Fault(CallFault::VendorRate);
    let fault = Meaning::Fault(CallFault::VendorFault);
    match backend {
        SearchBackend::Searxng => {
            let mut partial = found(backend, &three_links());
            partial["unresponsive_engines"] = json!([["one", "timeout"]]);
            let mut failed = found(backend, &[]);
            failed["unresponsive_engines"] = json!([["one", "timeout"], ["two", "access denied"]]);
            vec![
                answered(
                    "some engines failed",
                    Answer::json(200, partial.to_string()),
                    Meaning::Links(5),
                ),
                answered(
                    "all engines failed",
                    Answer::json(200, failed.to_string()),
                    fault,
                ),
            ]
        }
        SearchBackend::Brave => vec![answered(
            "an error response",
            Answer::json(200, r#"{"type":"ErrorResponse","error":{"code":"QUOTA"}}"#),
            fault,
        )],
        SearchBackend::Tavily => vec![answered(
            "no list of results",
            Answer::json(200, r#"{"query":"…","results":null}"#),
            fault,
        )],
        SearchBackend::MediaWiki => {
            let error = |code: &str| format!(r#"{{"error":{{"code":"{code}","info":"…"}}}}"#);
            vec![
                answered("ratelimited", Answer::json(200, error("ratelimited")), rate),
                answered(
                    "maxlag",
                    Answer::json(200, error("maxlag")).with("Retry-After", "5"),
                    rate,
                ),
                answered("maxlag as 503", Answer::json(503, error("maxlag")), rate),
                answered(
                    "ratelimited in the new form",
                    Answer::json(200, r#"{"errors":[{"code":"ratelimited"}]}"#),
                    rate,
                ),
                answered(
                    "another error",
                    Answer::json(200, error("srsearch-error")),
                    fault,
                ),
            ]
        }
    }
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
    let page = |content_type: &str, body: &str| Answer::new(200, content_type, body);
    let status = Meaning::NoPage(Unacceptable::Status);
    let other_type = Meaning::NoPage(Unacceptable::ContentType);
    let mut cases = vec![
        answered(
            "a page",
            page("text/html; charset=utf-8", "<p>Seal.</p>"),
            Meaning::Page,
        ),
        answered("plain text", page("Text/Plain", "Seal."), Meaning::Page),
        answered("a PDF", page("application/pdf", "%PDF"), Meaning::Page),
        answered("an empty page", page("text/html", ""), Meaning::Page),
        answered("404", Answer::new(404, "text/html", "gone"), status),
        answered("429", Answer::new(429, "text/html", "slow"), status),
        answered("500", Answer::new(500, "text/html", "oops"), status),
        answered(
            "304",
            Answer::raw("HTTP/1.1 304 Not Modified\r\n\r\n"),
            status,
        ),
        answered(
            "204",
            Answer::raw("HTTP/1.1 204 No Content\r\n\r\n"),
            other_type,
        ),
        answered(
            "a redirect without an address",
            Answer::new(302, "text/html", ""),
            status,
        ),
        answered("a picture", page("image/png", "PNG"), other_type),
        answered("JSON", page("application/json", "{}"), other_type),
        answered(
            "a picture without end",
            page("image/png", "PNG").endless(),
            other_type,
        ),
        answered(
            "an unreadable page",
            Answer::new(200, "text/plain", vec![0xff, 0xfe]),
            Meaning::NoPage(Unacceptable::Unreadable),
        ),
        answered(
            "a page that crashes its reader",
            page("text/html", "%CRASH%"),
            Meaning::Fault(CallFault::Forbidden),
        ),
    ];
    cases.extend(ugly_bytes(
        "text/html",
        b"<p>A page about the seal.</p>",
        CallFault::Unavailable,
    ));
    let adapter = fetcher(egress());
    let count = cases.len();
    for case in cases {
        let fake = Fake::saying(case.answer).unwrap();
        let url = fake.url("/page");
        let record = adapter.reach(ticket(Slot::Fetch(1), case.timeout_ms), Errand::Fetch(&url));
        let came = (record.end, meaning(&record));
        assert_eq!(came, (case.end, case.means), "{} {record:?}", case.name);
        assert_eq!(fake.connections(), 1, "{}", case.name);
    }
    assert_eq!(count, 32);
    let fake = Fake::resetting().unwrap();
    let record = adapter.reach(
        ticket(Slot::Fetch(1), AMPLE_MS),
        Errand::Fetch(&fake.url("/")),
    );
    assert_eq!(
        (record.end, meaning(&record)),
        (CallEnd::Broken, Meaning::Fault(CallFault::Unavailable))
    );
    let url = fake.url("/");
    drop(fake);
    let record = adapter.reach(ticket(Slot::Fetch(1), AMPLE_MS), Errand::Fetch(&url));
    assert_eq!(
        (record.end, meaning(&record)),
        (CallEnd::Unreachable, Meaning::Fault(CallFault::Unavailable))
    );
    let fake = Fake::saying(Answer::new(200, "text/html", "no TLS here")).unwrap();
    let secure = fake.url("/").replace("http:", "https:");
    let record = adapter.reach(ticket(Slot::Fetch(1), AMPLE_MS), Errand::Fetch(&secure));
    assert_eq!(meaning(&record), Meaning::Fault(CallFault::Unavailable));
}

#[test]
fn the_wire_carries_the_key_in_a_header_and_no_trace_of_us() {
    for backend in SearchBackend::ALL.iter().copied() {
        let fake = Fake::saying(search_answer(backend, &three_links())).unwrap();
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
fn of_the_head_only_what_is_listed_is_kept() {
    let answer = Answer::new(200, "text/plain", "text")
        .with("Set-Cookie", "id=1")
        .with("Server", "x")
        .with("Last-Modified", "Sun, 03 Mar 2024 00:00:00 GMT");
    let fake = Fake::saying(answer).unwrap();
    let record = fetcher(egress()).reach(
        ticket(Slot::Fetch(2), AMPLE_MS),
        Errand::Fetch(&fake.url("/a#part")),
    );
    let names: Vec<_> = record
        .headers
        .iter()
        .map(|line| line.name.as_str())
        .collect();
    assert_eq!(names, ["content-length", "content-type", "last-modified"]);
    assert_eq!((record.rank, record.number), (Some(2), 1));
    assert_eq!(fake.requests()[0].target, "/a");
    let Ok(Found::Page(page)) = interpret(&record, &mut PlainText) else {
        panic!()
    };
    assert_eq!(
        page.modified.as_deref(),
        Some("Sun, 03 Mar 2024 00:00:00 GMT")
    );
    assert_eq!(page.content_type, "text/plain");
}

#[test]
fn links_are_cleaned_bounded_and_every_text_is_there_to_screen() {
    let long = "x".repeat(900);
    let links = [
        FakeLink::new("javascript:alert(1)", "dropped", "dropped"),
        FakeLink::new("", "dropped", ""),
        FakeLink::new("/relative", "dropped", ""),
        FakeLink::new(
            &format!("https://a.example.org/{long}{long}{long}"),
            "dropped",
            "",
        ),
        FakeLink::new("https://b.example.org/P?q=1", &long, &long),
        FakeLink::new("https://c.example.org/", "ig<b></b>nore", "a &lt;b&gt; c"),
    ];
    for backend in [
        SearchBackend::Searxng,
        SearchBackend::Brave,
        SearchBackend::Tavily,
    ] {
        let mut answer = found(backend, &links);
        answer["an unusual key that carries words"] = json!({"deep": ["planted"]});
        let fake = Fake::saying(Answer::json(200, answer.to_string())).unwrap();
        let record = search(backend, &endpoint(&fake, backend), AMPLE_MS);
        let Ok(Found::Links { links, texts }) = interpret(&record, &mut PlainText) else {
            panic!()
        };
        assert_eq!(links.len(), 2, "{backend}");
        assert_eq!(links[0].url, "https://b.example.org/P?q=1");
        assert_eq!((links[0].title.len(), links[0].snippet.len()), (200, 500));
        assert_eq!(
            (links[1].title.as_str(), links[1].snippet.as_str()),
            ("ignore", "a <b> c")
        );
        for text in [
            "planted",
            "an unusual key that carries words",
            "ig<b></b>nore",
            "ignore",
            "dropped",
        ] {
            assert!(texts.iter().any(|each| each == text), "{backend}: {text}");
        }
    }
}

#[test]
fn a_wiki_links_to_its_own_pages() {
    let backend = SearchBackend::MediaWiki;
    let link = FakeLink::new(
        "",
        "The Seal",
        "the <span class=\"searchmatch\">seal</span> &quot;kept&quot;",
    );
    let fake = Fake::saying(search_answer(backend, &[link])).unwrap();
    let record = search(backend, &endpoint(&fake, backend), AMPLE_MS);
    let Ok(Found::Links { links, .. }) = interpret(&record, &mut PlainText) else {
        panic!()
    };
    assert_eq!(links[0].url, fake.url("/w/index.php?curid=1"));
    assert_eq!(links[0].snippet, "the seal \"kept\"");
    assert_eq!(links[0].published.as_deref(), Some("2024-03-03T00:00:00Z"));
}

#[test]
fn redirects_are_followed_with_care() {
    let fake = Fake::start(|asked| match asked.target.as_str() {
        "/start" => Answer::redirect(301, "/second"),
        "/second" => Answer::redirect(302, "third?x=1"),
        "/third?x=1" => Answer::new(200, "text/plain", "here"),
        _ => Answer::redirect(307, "/loop"),
    })
    .unwrap();
    let adapter = fetcher(egress());
    let record = adapter.reach(
        ticket(Slot::Fetch(1), AMPLE_MS),
        Errand::Fetch(&fake.url("/start")),
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
    let Ok(Found::Page(page)) = interpret(&record, &mut PlainText) else {
        panic!()
    };
    assert_eq!(page.url, fake.url("/third?x=1"));
    let before = fake.connections();
    let record = adapter.reach(
        ticket(Slot::Fetch(1), AMPLE_MS),
        Errand::Fetch(&fake.url("/loop")),
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
        let stranger = Fake::saying(search_answer(backend, &three_links())).unwrap();
        let answer = Answer::redirect(307, &stranger.url("/elsewhere"));
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
fn an_errand_that_does_not_fit_its_ticket_goes_nowhere() {
    let fake = Fake::saying(Answer::new(200, "text/plain", "here")).unwrap();
    let adapter = fetcher(egress());
    let asked = question("anything");
    let url = fake.url("/");
    for (slot, errand) in [
        (Slot::Corpus, Errand::Fetch(&url)),
        (Slot::Search, Errand::Fetch(&url)),
        (Slot::Fetch(1), Errand::Search(&asked)),
        (Slot::Fetch(1), Errand::Corpus(&asked)),
        (Slot::Corpus, Errand::Corpus(&asked)),
        (Slot::Search, Errand::Search(&asked)),
    ] {
        let record = adapter.reach(ticket(slot, AMPLE_MS), errand);
        assert_eq!(record.end, CallEnd::NotReady, "{slot:?}");
        assert_eq!(record.tool, slot.tool());
        assert_eq!(meaning(&record), Meaning::Fault(CallFault::VendorFault));
    }
    assert_eq!(fake.connections(), 0);
}

#[test]
fn a_record_says_the_same_again_after_it_was_kept() {
    let fake = Fake::saying(search_answer(SearchBackend::Brave, &three_links())).unwrap();
    let record = search(
        SearchBackend::Brave,
        &endpoint(&fake, SearchBackend::Brave),
        AMPLE_MS,
    );
    let kept: CallRecord = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
    assert_eq!(kept, record);
    let said = |record| format!("{:?}", interpret(record, &mut PlainText));
    assert_eq!(said(&kept), said(&record));
}
