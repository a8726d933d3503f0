//! What the search engines answer, in their own formats.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use groundstop_contract::pack::SearchBackend;
use serde_json::{Value, json};

use super::FakeAnswer;

/// A link that a fake search engine finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FakeLink {
    /// Where it leads.
    pub url: String,
    /// What it is called.
    pub title: String,
    /// What is said of it.
    pub snippet: String,
}

impl FakeLink {
    /// A link.
    #[must_use]
    pub fn new(url: &str, title: &str, snippet: &str) -> FakeLink {
        FakeLink {
            url: url.to_owned(),
            title: title.to_owned(),
            snippet: snippet.to_owned(),
        }
    }
}

/// The answer of a search engine that found these links. A wiki's links are its
/// own pages, numbered from 1.
#[must_use]
pub fn search_answer(backend: SearchBackend, links: &[FakeLink]) -> FakeAnswer {
    let answer = FakeAnswer::json(200, found(backend, links).to_string());
    match backend {
        SearchBackend::Brave => answer
            .with("X-RateLimit-Limit", "1, 15000")
            .with("X-RateLimit-Policy", "1;w=1, 15000;w=2592000")
            .with("X-RateLimit-Remaining", "0, 14523")
            .with("X-RateLimit-Reset", "1, 1234567"),
        SearchBackend::Searxng | SearchBackend::Tavily | SearchBackend::MediaWiki => answer,
    }
}

/// The answer of a search engine that honestly found nothing.
#[must_use]
pub fn empty_page(backend: SearchBackend) -> FakeAnswer {
    search_answer(backend, &[])
}

/// What a search engine says that found these links.
#[must_use]
pub fn found(backend: SearchBackend, links: &[FakeLink]) -> Value {
    match backend {
        SearchBackend::Searxng => searxng(links),
        SearchBackend::Brave => brave(links),
        SearchBackend::Tavily => tavily(links),
        SearchBackend::MediaWiki => mediawiki(links),
    }
}

fn each(links: &[FakeLink], write: impl Fn(&FakeLink) -> Value) -> Vec<Value> {
    links.iter().map(write).collect()
}

fn searxng(links: &[FakeLink]) -> Value {
    let results = each(links, |link| {
        json!({
            "url": link.url, "title": link.title, "content": link.snippet,
            "engine": "one", "engines": ["one", "two"], "positions": [1, 3], "score": 1.5,
            "category": "general", "template": "default.html", "thumbnail": "", "img_src": "",
            "parsed_url": ["https", "", "", "", "", ""], "priority": "", "pubdate": null,
        })
    });
    json!({
        "query": "…", "number_of_results": 0, "results": results, "answers": [],
        "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [],
    })
}

fn brave(links: &[FakeLink]) -> Value {
    let results = each(links, |link| {
        json!({
            "type": "search_result", "title": link.title, "url": link.url,
            "description": link.snippet, "age": "March 3, 2024", "language": "en",
            "is_live": false, "meta_url": {"scheme": "https"}, "extra_snippets": [],
        })
    });
    let mut answer = json!({"type": "search", "query": {"original": "…"}, "mixed": {}});
    if let (Some(members), false) = (answer.as_object_mut(), results.is_empty()) {
        let web = json!({"type": "search", "results": results});
        members.insert("web".to_owned(), web);
    }
    answer
}

fn tavily(links: &[FakeLink]) -> Value {
    let results = each(links, |link| {
        json!({
            "title": link.title, "url": link.url, "content": link.snippet,
            "score": 0.9, "raw_content": null,
        })
    });
    json!({
        "query": "…", "answer": null, "images": [], "results": results,
        "response_time": 0.8, "request_id": "00000000-0000-0000-0000-000000000000",
    })
}

fn mediawiki(links: &[FakeLink]) -> Value {
    let found: Vec<Value> = (1..)
        .zip(links)
        .map(|(number, link): (u64, _)| {
            json!({
                "ns": 0, "title": link.title, "pageid": number, "size": 1000, "wordcount": 150,
                "snippet": link.snippet, "timestamp": "2024-03-03T00:00:00Z",
            })
        })
        .collect();
    json!({
        "batchcomplete": true,
        "query": {"searchinfo": {"totalhits": found.len()}, "search": found},
    })
}

/// Packs a body.
///
/// # Errors
/// Never on memory, in practice.
pub fn gzip(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(body)?;
    packed.finish()
}

/// So many mebibytes of zeros, packed.
///
/// # Errors
/// Never on memory, in practice.
pub fn bomb(mebibytes: usize) -> io::Result<Vec<u8>> {
    // Packed files written one after the other are a packed file.
    Ok(gzip(&vec![0; 1024 * 1024])?.repeat(mebibytes))
}
