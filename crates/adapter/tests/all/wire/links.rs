//! What is taken from an answer, and what is kept of it.

use groundstop_adapter::ToolRequest;
use groundstop_certify::fakes::{Fake, FakeAnswer, FakeLink, found, search_answer};
use groundstop_contract::pack::{CallRecord, SearchBackend};
use groundstop_research::call::Found;
use groundstop_research::plan::PlannedCall;
use serde_json::json;

use crate::common::{AMPLE_MS, fetcher, reach, ticket, understood};
use crate::wire::{egress, endpoint, five_links, search};

#[test]
fn of_the_head_only_what_is_listed_is_kept() {
    let answer = FakeAnswer::new(200, "text/plain", "text")
        .with("Set-Cookie", "id=1")
        .with("Server", "x")
        .with("Last-Modified", "Sun, 03 Mar 2024 00:00:00 GMT");
    let fake = Fake::saying(answer).unwrap();
    let record = reach(
        &fetcher(egress()),
        ticket(PlannedCall::fetch(2), AMPLE_MS),
        ToolRequest::Fetch(&fake.url("/a#part")),
    );
    let names: Vec<_> = record
        .headers
        .iter()
        .map(|line| line.name.as_str())
        .collect();
    assert_eq!(names, ["content-length", "content-type", "last-modified"]);
    assert_eq!((record.rank, record.number), (Some(2), 1));
    assert_eq!(fake.requests()[0].target, "/a");
    let Ok(Found::Page(page)) = understood(&record) else {
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
        let fake = Fake::saying(FakeAnswer::json(200, answer.to_string())).unwrap();
        let record = search(backend, &endpoint(&fake, backend), AMPLE_MS);
        let Ok(Found::Links { links, texts }) = understood(&record) else {
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

/// A page of a name that is served without encryption is never fetched, so its link is
/// none; an address or this machine in its place is one, for the guard to refuse.
#[test]
fn a_plain_link_to_a_name_is_no_link() {
    let plain = [
        "http://www.example.org/a",
        "HTTP://example.org:80/",
        "http://intranet/",
        "http://user@example.org/",
        "http://localhost.example.org/",
        "ftp://example.org/a",
    ];
    let kept = [
        "http://127.0.0.1:8080/",
        "http://10.0.0.7/a",
        "http://0x7f.1/",
        "http://[::1]/",
        "http://localhost/",
        "http://LOCALHOST.:9/",
        "http://a.localhost/",
        "https://www.example.org/a",
        "https://intranet/",
    ];
    for backend in [
        SearchBackend::Searxng,
        SearchBackend::Brave,
        SearchBackend::Tavily,
    ] {
        let followed = |url: &str| {
            let links = [
                FakeLink::new(url, "the first", "a keeper"),
                FakeLink::new("https://b.example.org/", "the second", ""),
            ];
            let fake = Fake::saying(search_answer(backend, &links)).unwrap();
            let record = search(backend, &endpoint(&fake, backend), AMPLE_MS);
            let Ok(Found::Links { links, texts }) = understood(&record) else {
                panic!("{url}")
            };
            assert!(texts.iter().any(|text| text == "the first"), "{url}");
            let urls = links.into_iter().map(|link| link.url);
            urls.collect::<Vec<_>>()
        };
        for url in plain {
            assert_eq!(
                followed(url),
                ["https://b.example.org/"],
                "{backend}: {url}"
            );
        }
        for url in kept {
            assert_eq!(followed(url), [url, "https://b.example.org/"], "{backend}");
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
    let Ok(Found::Links { links, .. }) = understood(&record) else {
        panic!()
    };
    assert_eq!(links[0].url, fake.url("/w/index.php?curid=1"));
    assert_eq!(links[0].snippet, "the seal \"kept\"");
    assert_eq!(links[0].published.as_deref(), Some("2024-03-03T00:00:00Z"));
}

#[test]
fn a_page_is_read_in_its_character_set_and_known_by_its_own_bytes() {
    let bytes = b"Z\xFCrich keeps the seal.";
    let answer = FakeAnswer::new(200, "text/plain; charset=\"ISO-8859-1\"", &bytes[..]);
    let fake = Fake::saying(answer).unwrap();
    let url = fake.url("/");
    let record = reach(
        &fetcher(egress()),
        ticket(PlannedCall::fetch(1), AMPLE_MS),
        ToolRequest::Fetch(&url),
    );
    let Ok(Found::Page(page)) = understood(&record) else {
        panic!("{record:?}")
    };
    let document = page.document.unwrap();
    assert_eq!(document.text(), "Zürich keeps the seal.");
    assert_eq!(document.sha256(), record.body_sha256);
    assert_eq!(document.sha256(), groundstop_canon::sha256_hex(bytes));
}

#[test]
fn a_record_says_the_same_again_after_it_was_kept() {
    let fake = Fake::saying(search_answer(SearchBackend::Brave, &five_links())).unwrap();
    let record = search(
        SearchBackend::Brave,
        &endpoint(&fake, SearchBackend::Brave),
        AMPLE_MS,
    );
    let kept: CallRecord = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
    assert_eq!(kept, record);
    let said = |record| format!("{:?}", understood(record));
    assert_eq!(said(&kept), said(&record));
}
