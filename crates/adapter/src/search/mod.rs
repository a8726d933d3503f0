//! Search engines: what is asked of each, exactly as it wants to be asked, and what its
//! answer says.
//!
//! One module a vendor, behind [`Vendor`]; whatever differs between them is there and
//! nowhere else. CONTRIBUTING.md says how to add one.

mod brave;
mod mediawiki;
mod searxng;
mod setup;
mod tavily;

use groundstop_contract::pack::{RequestRecord, SearchBackend};
use groundstop_research::call::{CallFault, Link};
use serde_json::{Map, Value};
use url::Url;

use crate::guard::{URL_CHARS_MAX, is_plain_name};
use crate::interpret::{DATE_CHARS_MAX, SNIPPET_CHARS_MAX, TITLE_CHARS_MAX};
use crate::markup::{cut, text_of};
pub(crate) use setup::puts;
pub use setup::{Backend, BackendError, Key, RESULTS_MAX};

/// How long a question the vendors take that say so, in characters.
const QUESTION_CHARS_MAX: usize = 400;

/// The results of an answer in order; a result without an address to follow is `None`.
pub(crate) type Results = Result<Vec<Option<Link>>, CallFault>;

/// Everything in which one search engine differs from another.
pub(crate) trait Vendor: Sync {
    /// Its own address; `None` where it stands wherever somebody put it.
    fn endpoint(&self) -> Option<&'static str>;

    /// The header that carries a key, and what stands before the key in it; `None` where
    /// it takes no key, and then it is never told one.
    fn key_header(&self) -> Option<(&'static str, &'static str)>;

    /// Completes the address of an instance that may be named by its front page.
    fn complete(&self, _: &mut Url) {}

    /// What a question adds to its address.
    fn parameters(&self, question: &str, count: u32) -> Vec<(&'static str, String)>;

    /// The body that puts the question, where it wants one.
    fn body(&self, _question: &str, _count: u32) -> Option<String> {
        None
    }

    /// How many links a request asked for; `None` where the request does not say.
    fn asked_for(&self, request: &RequestRecord) -> Option<usize>;

    /// Whether an answer says in its own way that we ask too often.
    fn is_rate_limit(&self, _: &Map<String, Value>) -> bool {
        false
    }

    /// The results of an answer that came with status 200; `asked` is the address it
    /// came from.
    ///
    /// # Errors
    /// Where it is no answer but an error in disguise.
    fn results(&self, answer: &Map<String, Value>, asked: &str) -> Results;
}

/// Who answers for a code: the one place that knows them all.
pub(crate) fn vendor(kind: SearchBackend) -> &'static dyn Vendor {
    match kind {
        SearchBackend::Searxng => &searxng::Searxng,
        SearchBackend::Brave => &brave::Brave,
        SearchBackend::Tavily => &tavily::Tavily,
        SearchBackend::MediaWiki => &mediawiki::MediaWiki,
    }
}

/// A number that a request carries in its address.
fn number_in_query(request: &RequestRecord, name: &str) -> Option<usize> {
    let url = Url::parse(&request.url).ok()?;
    let (_, count) = url.query_pairs().find(|(key, _)| key == name)?;
    count.parse().ok()
}

/// Parameters with values of their own.
fn owned<const N: usize>(parameters: [(&'static str, &str); N]) -> Vec<(&'static str, String)> {
    let pairs = parameters.into_iter();
    pairs
        .map(|(name, value)| (name, value.to_owned()))
        .collect()
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
/// none; what the guard refuses for what it is stays one. Every vendor calls the address
/// `url` and the title `title`; the snippet's name differs.
fn link(result: &Value, snippet: &str, published: Option<&str>) -> Option<Link> {
    let url = text(result, "url")?;
    let parsed = Url::parse(url).ok()?;
    let fits = matches!(parsed.scheme(), "http" | "https")
        && parsed.has_host()
        && !is_plain_name(&parsed)
        && url.chars().nth(URL_CHARS_MAX).is_none();
    let words = |name, most| cut(&text_of(text(result, name).unwrap_or_default()), most);
    fits.then(|| Link {
        url: url.to_owned(),
        title: words("title", TITLE_CHARS_MAX),
        snippet: words(snippet, SNIPPET_CHARS_MAX),
        published: published.map(|date| cut(date, DATE_CHARS_MAX)),
    })
}

/// The words of a question that fit in so many characters.
fn shortened(text: &str, chars_max: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(chars_max) else {
        return text;
    };
    let head = text.get(..end).unwrap_or(text);
    head.rsplit_once(' ').map_or(head, |(words, _)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_question_is_cut_between_words() {
        let words = "word ".repeat(90);
        assert_eq!(shortened(words.trim(), 12), "word word");
        assert_eq!(shortened("short", 12), "short");
        assert_eq!(shortened("ééééé", 3), "ééé");
    }
}
