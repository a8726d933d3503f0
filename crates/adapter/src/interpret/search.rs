//! The answers of search engines, each in its own format.
//!
//! An error is never an empty page: only an answer that has the shape of one, and
//! says that nothing was found, is.

use groundstop_contract::pack::{CallRecord, SearchBackend};
use groundstop_research::call::{CallFault, Found, Link};
use serde_json::{Map, Value};
use url::Url;

use super::{DATE_CHARS_MAX, SNIPPET_CHARS_MAX, TITLE_CHARS_MAX};
use crate::backend::RESULTS_MAX;
use crate::guard::{URL_CHARS_MAX, is_plain_name};
use crate::markup::{cut, text_of};

/// A key of an answer that is longer than this was not made by the vendor.
const KEY_CHARS_MAX: usize = 40;
/// Codes with which a wiki says that we ask too often.
const WIKI_RATE_CODES: &[&str] = &["maxlag", "ratelimited"];

pub(super) fn links(record: &CallRecord, body: &[u8]) -> Result<Found, CallFault> {
    let backend = record.request.backend.ok_or(CallFault::VendorFault)?;
    match record.status {
        Some(200) => {}
        Some(429) => return Err(CallFault::VendorRate),
        Some(402 | 432 | 433) => return Err(CallFault::VendorQuota),
        Some(503) if says_wiki_rate(backend, body) => return Err(CallFault::VendorRate),
        _ => return Err(CallFault::VendorFault),
    }
    let answer: Map<String, Value> =
        serde_json::from_slice(body).map_err(|_| CallFault::VendorFault)?;
    let links = match backend {
        SearchBackend::Searxng => searxng(&answer),
        SearchBackend::Brave => brave(&answer),
        SearchBackend::Tavily => tavily(&answer),
        SearchBackend::MediaWiki => mediawiki(&answer, &record.request.url),
    }?;
    let asked = asked_for(record, backend);
    let results = links.len();
    let links: Vec<Link> = links.into_iter().flatten().take(asked).collect();
    // Results without a single address, or none beside a word of failure, are no answer.
    if links.is_empty() && (results > 0 || tells_of_failure(&answer)) {
        return Err(CallFault::VendorFault);
    }
    let mut texts = Vec::new();
    gather(&Value::Object(answer), &mut texts);
    let shown = links.iter().flat_map(|link| [&link.title, &link.snippet]);
    texts.extend(shown.cloned());
    texts.sort_unstable();
    texts.dedup();
    Ok(Found::Links { links, texts })
}

/// Whether an answer says in its own words that something went wrong.
fn tells_of_failure(answer: &Map<String, Value>) -> bool {
    let says = |name: &str| answer.get(name).and_then(Value::as_str);
    let failed = ["fail", "failed", "failure", "error"];
    says("message").is_some_and(|message| !message.is_empty())
        || says("status").is_some_and(|status| failed.contains(&status))
        || answer.get("success") == Some(&Value::Bool(false))
}

/// How many links were asked for, as far as the request says.
fn asked_for(record: &CallRecord, backend: SearchBackend) -> usize {
    let most = usize::try_from(RESULTS_MAX).unwrap_or(usize::MAX);
    let named = |name: &str| -> Option<usize> {
        let url = Url::parse(&record.request.url).ok()?;
        let (_, count) = url.query_pairs().find(|(key, _)| key == name)?;
        count.parse().ok()
    };
    let asked = match backend {
        SearchBackend::Brave => named("count"),
        SearchBackend::MediaWiki => named("srlimit"),
        SearchBackend::Tavily => {
            let body = record.request.body.as_deref().unwrap_or_default();
            let sent: Option<Value> = serde_json::from_str(body).ok();
            sent.and_then(|sent| usize::try_from(sent.get("max_results")?.as_u64()?).ok())
        }
        SearchBackend::Searxng => None,
    };
    asked.unwrap_or(most).min(most)
}

type Links = Result<Vec<Option<Link>>, CallFault>;

fn searxng(answer: &Map<String, Value>) -> Links {
    refuse_errors(answer)?;
    let results = list(answer.get("results"))?;
    let failed = match answer.get("unresponsive_engines") {
        None => &[],
        some => list(some)?,
    };
    if results.is_empty() && !failed.is_empty() {
        return Err(CallFault::VendorFault);
    }
    let date = |result| text(result, "publishedDate").or(text(result, "pubdate"));
    Ok(results
        .iter()
        .map(|result| link(result, "url", "title", "content", date(result)))
        .collect())
}

fn brave(answer: &Map<String, Value>) -> Links {
    refuse_errors(answer)?;
    if answer.get("type").and_then(Value::as_str) != Some("search") {
        return Err(CallFault::VendorFault);
    }
    // A search that found nothing comes without this part.
    let results = match answer.get("web") {
        None | Some(Value::Null) => &[],
        Some(web) => list(web.get("results"))?,
    };
    let date = |result| text(result, "page_age").or(text(result, "age"));
    Ok(results
        .iter()
        .map(|result| link(result, "url", "title", "description", date(result)))
        .collect())
}

fn tavily(answer: &Map<String, Value>) -> Links {
    refuse_errors(answer)?;
    let results = list(answer.get("results"))?;
    Ok(results
        .iter()
        .map(|result| {
            let date = text(result, "published_date");
            link(result, "url", "title", "content", date)
        })
        .collect())
}

fn mediawiki(answer: &Map<String, Value>, asked: &str) -> Links {
    if wiki_error_is_rate(answer) {
        return Err(CallFault::VendorRate);
    }
    refuse_errors(answer)?;
    let found = answer.get("query").and_then(|query| query.get("search"));
    let found = list(found)?;
    let asked = Url::parse(asked).map_err(|_| CallFault::VendorFault)?;
    Ok(found.iter().map(|page| wiki_link(page, &asked)).collect())
}

/// A wiki's pages stand beside its interface.
fn wiki_link(page: &Value, asked: &Url) -> Option<Link> {
    let number = page.get("pageid")?.as_u64()?;
    let url = asked.join(&format!("index.php?curid={number}")).ok()?;
    Some(Link {
        url: url.into(),
        title: cut(text(page, "title")?, TITLE_CHARS_MAX),
        snippet: cut(
            &text_of(text(page, "snippet").unwrap_or_default()),
            SNIPPET_CHARS_MAX,
        ),
        published: text(page, "timestamp").map(|date| cut(date, DATE_CHARS_MAX)),
    })
}

fn says_wiki_rate(backend: SearchBackend, body: &[u8]) -> bool {
    let answer = serde_json::from_slice::<Map<String, Value>>(body);
    backend == SearchBackend::MediaWiki && answer.is_ok_and(|answer| wiki_error_is_rate(&answer))
}

fn wiki_error_is_rate(answer: &Map<String, Value>) -> bool {
    let one = answer.get("error").into_iter();
    let many = answer.get("errors").and_then(Value::as_array);
    one.chain(many.into_iter().flatten())
        .filter_map(|error| text(error, "code"))
        .any(|code| WIKI_RATE_CODES.contains(&code))
}

/// Answers that are errors in disguise.
fn refuse_errors(answer: &Map<String, Value>) -> Result<(), CallFault> {
    let error = ["error", "errors", "detail"]
        .iter()
        .filter_map(|name| answer.get(*name))
        .any(|value| !is_nothing(value));
    let says_so = answer.get("type").and_then(Value::as_str) == Some("ErrorResponse");
    if error || says_so {
        return Err(CallFault::VendorFault);
    }
    Ok(())
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

fn list(value: Option<&Value>) -> Result<&[Value], CallFault> {
    let items = value.and_then(Value::as_array);
    items.map(Vec::as_slice).ok_or(CallFault::VendorFault)
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str()
}

/// A link that leads somewhere, or none. One that no run may follow, whoever runs it, is
/// none; what the guard refuses for what it is stays one.
fn link(
    result: &Value,
    url: &str,
    title: &str,
    snippet: &str,
    published: Option<&str>,
) -> Option<Link> {
    let url = text(result, url)?;
    let parsed = Url::parse(url).ok()?;
    let fits = matches!(parsed.scheme(), "http" | "https")
        && parsed.has_host()
        && !is_plain_name(&parsed)
        && url.chars().nth(URL_CHARS_MAX).is_none();
    let words = |name, most| cut(&text_of(text(result, name).unwrap_or_default()), most);
    fits.then(|| Link {
        url: url.to_owned(),
        title: words(title, TITLE_CHARS_MAX),
        snippet: words(snippet, SNIPPET_CHARS_MAX),
        published: published.map(|date| cut(date, DATE_CHARS_MAX)),
    })
}

/// Every text of an answer; of its keys those that no vendor would choose.
fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(members) => {
            for (key, member) in members {
                if key.chars().any(char::is_whitespace) || key.chars().nth(KEY_CHARS_MAX).is_some()
                {
                    texts.push(key.clone());
                }
                gather(member, texts);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
