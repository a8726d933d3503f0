//! Search engines: what is asked of each, exactly as it wants to be asked.

use std::fmt;

use groundstop_contract::pack::{RequestRecord, SearchBackend};
use groundstop_research::route::Question;
use serde_json::json;
use url::Url;

/// Links a search brings at most.
pub const RESULTS_MAX: u32 = 10;
/// How long a question Brave and Tavily take, in characters.
const VENDOR_QUESTION_CHARS_MAX: usize = 400;
/// How long a key is at least; a shorter one could not be kept out of records.
const KEY_CHARS_MIN: usize = 8;

/// A key of the operator. Nothing shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Takes a key as it stands.
    #[must_use]
    pub fn new(text: &str) -> Key {
        Key(text.trim().to_owned())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    fn fits_header(&self) -> bool {
        self.0.len() >= KEY_CHARS_MIN && self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// A search engine as it is set up.
#[derive(Clone, Debug)]
pub struct Backend {
    kind: SearchBackend,
    endpoint: Url,
    key: Option<Key>,
    max_results: u32,
}

/// Why a search engine cannot be set up so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendError {
    /// It answers those with a key only.
    KeyMissing(SearchBackend),
    /// The key is none that a header can carry.
    KeyMalformed(SearchBackend),
    /// It stands wherever somebody put it: its address is needed.
    EndpointMissing(SearchBackend),
    /// The address is none.
    EndpointMalformed(SearchBackend),
    /// It is asked for too few or too many links.
    Results(u32),
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackendError::KeyMissing(kind) => write!(f, "`{kind}` needs a key"),
            BackendError::KeyMalformed(kind) => write!(
                f,
                "the key of `{kind}` is not one: {KEY_CHARS_MIN} or more visible ASCII characters"
            ),
            BackendError::EndpointMissing(kind) => write!(
                f,
                "`{kind}` needs the address of its instance, as in `https://search.example.org/`"
            ),
            BackendError::EndpointMalformed(kind) => {
                write!(f, "the address of `{kind}` is not an http or https address")
            }
            BackendError::Results(wanted) => write!(
                f,
                "a search brings 1 to {RESULTS_MAX} links, it cannot bring {wanted}"
            ),
        }
    }
}

impl std::error::Error for BackendError {}

/// What is sent to a search engine.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) method: &'static str,
    pub(crate) url: String,
    pub(crate) body: Option<String>,
    /// Name and value; the value holds the key.
    pub(crate) key_header: Option<(&'static str, String)>,
}

impl Backend {
    /// Sets a search engine up. Without an address the vendor's own is taken,
    /// where there is one.
    ///
    /// # Errors
    /// Where a key or an address is missing or malformed, or the number of links
    /// is out of range.
    pub fn new(
        kind: SearchBackend,
        endpoint: Option<&str>,
        key: Option<Key>,
        max_results: u32,
    ) -> Result<Backend, BackendError> {
        if !(1..=RESULTS_MAX).contains(&max_results) {
            return Err(BackendError::Results(max_results));
        }
        let key = match (needs_key(kind), key) {
            (true, None) => return Err(BackendError::KeyMissing(kind)),
            (true, Some(key)) if !key.fits_header() => {
                return Err(BackendError::KeyMalformed(kind));
            }
            (true, Some(key)) => Some(key),
            // Whoever takes no key must not be told one.
            (false, _) => None,
        };
        Ok(Backend {
            kind,
            endpoint: Backend::address(kind, endpoint)?,
            key,
            max_results,
        })
    }

    /// Where an engine is asked: at this address, else at the vendor's own.
    ///
    /// # Errors
    /// Where neither is there, or it is none.
    pub fn address(kind: SearchBackend, endpoint: Option<&str>) -> Result<Url, BackendError> {
        let address = endpoint
            .or(vendor_endpoint(kind))
            .ok_or(BackendError::EndpointMissing(kind))?;
        parse_endpoint(kind, address).ok_or(BackendError::EndpointMalformed(kind))
    }

    /// Whose it is.
    #[must_use]
    pub fn kind(&self) -> SearchBackend {
        self.kind
    }

    /// Where it is asked.
    #[must_use]
    pub fn endpoint(&self) -> &Url {
        &self.endpoint
    }

    pub(crate) fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    pub(crate) fn ask(&self, question: &Question) -> Ask {
        let mut url = self.endpoint.clone();
        let parameters = parameters(self.kind, question, self.max_results);
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        let body = body(self.kind, question, self.max_results);
        Ask {
            method: method(&body),
            url: url.to_string(),
            body,
            key_header: match self.kind {
                SearchBackend::Tavily => self.key_header("authorization", "Bearer "),
                _ => self.key_header("x-subscription-token", ""),
            },
        }
    }

    fn key_header(&self, name: &'static str, before: &str) -> Option<(&'static str, String)> {
        let key = self.key.as_ref()?;
        Some((name, format!("{before}{}", key.reveal())))
    }
}

/// What a question adds to an engine's address.
fn parameters(kind: SearchBackend, question: &Question, count: u32) -> Vec<(&'static str, String)> {
    let text = question.text();
    let count = count.to_string();
    let parameters = match kind {
        SearchBackend::Searxng => vec![("q", text), ("format", "json")],
        SearchBackend::Brave => vec![
            ("q", cut(text, VENDOR_QUESTION_CHARS_MAX)),
            ("count", &count),
        ],
        SearchBackend::MediaWiki => vec![
            ("action", "query"),
            ("list", "search"),
            ("srsearch", text),
            ("srlimit", &count),
            ("srprop", "snippet|timestamp"),
            ("format", "json"),
            ("formatversion", "2"),
            ("maxlag", "5"),
        ],
        SearchBackend::Tavily => Vec::new(),
    };
    let owned = parameters.into_iter();
    owned
        .map(|(name, value)| (name, value.to_owned()))
        .collect()
}

/// The body that puts a question to an engine, where it wants one.
fn body(kind: SearchBackend, question: &Question, count: u32) -> Option<String> {
    let body = json!({
        "query": cut(question.text(), VENDOR_QUESTION_CHARS_MAX),
        "search_depth": "basic",
        "max_results": count,
        "include_answer": false,
        "include_raw_content": false,
    });
    (kind == SearchBackend::Tavily).then(|| body.to_string())
}

fn method(body: &Option<String>) -> &'static str {
    match body {
        Some(_) => "POST",
        None => "GET",
    }
}

/// Whether a request that was written down puts this question to its engine.
pub(crate) fn puts(request: &RequestRecord, question: &Question, kind: SearchBackend) -> bool {
    let Ok(url) = Url::parse(&request.url) else {
        return false;
    };
    let said: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    (1..=RESULTS_MAX).any(|count| {
        let wanted = parameters(kind, question, count);
        let own = said.len().saturating_sub(wanted.len());
        let pairs = said.iter().skip(own);
        let same = pairs
            .map(|(name, value)| (name.as_str(), value))
            .eq(wanted.iter().map(|(name, value)| (*name, value)));
        let body = body(kind, question, count);
        same && request.method == method(&body) && request.body == body
    })
}

fn needs_key(kind: SearchBackend) -> bool {
    match kind {
        SearchBackend::Brave | SearchBackend::Tavily => true,
        SearchBackend::Searxng | SearchBackend::MediaWiki => false,
    }
}

fn vendor_endpoint(kind: SearchBackend) -> Option<&'static str> {
    match kind {
        SearchBackend::Searxng => None,
        SearchBackend::Brave => Some("https://api.search.brave.com/res/v1/web/search"),
        SearchBackend::Tavily => Some("https://api.tavily.com/search"),
        SearchBackend::MediaWiki => Some("https://en.wikipedia.org/w/api.php"),
    }
}

/// A SearXNG instance may be named by its front page.
fn parse_endpoint(kind: SearchBackend, address: &str) -> Option<Url> {
    let mut url = Url::parse(address).ok()?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return None;
    }
    url.set_fragment(None);
    if kind == SearchBackend::Searxng && !url.path().ends_with("/search") {
        let path = format!("{}/search", url.path().trim_end_matches('/'));
        url.set_path(&path);
    }
    Some(url)
}

/// The words that fit in so many characters.
fn cut(text: &str, chars_max: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(chars_max) else {
        return text;
    };
    let head = text.get(..end).unwrap_or(text);
    head.rsplit_once(' ').map_or(head, |(words, _)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "tvly-0123456789";

    fn backend(kind: SearchBackend) -> Backend {
        let endpoint = (kind == SearchBackend::Searxng).then_some("https://s.example.org");
        Backend::new(kind, endpoint, Some(Key::new(SECRET)), 5).unwrap()
    }

    #[test]
    fn each_is_asked_on_its_own_wire() {
        let question = Question::new("who made it & when").unwrap();
        let asked = |kind| backend(kind).ask(&question);
        let searxng = asked(SearchBackend::Searxng);
        assert_eq!(
            searxng.url,
            "https://s.example.org/search?q=who+made+it+%26+when&format=json"
        );
        assert_eq!((searxng.method, searxng.key_header), ("GET", None));
        let brave = asked(SearchBackend::Brave);
        assert_eq!(
            brave.url,
            "https://api.search.brave.com/res/v1/web/search?q=who+made+it+%26+when&count=5"
        );
        let header = Some(("x-subscription-token", SECRET.to_owned()));
        assert_eq!((brave.method, brave.key_header), ("GET", header));
        let wiki = asked(SearchBackend::MediaWiki);
        assert_eq!(
            wiki.url,
            "https://en.wikipedia.org/w/api.php?action=query&list=search\
             &srsearch=who+made+it+%26+when&srlimit=5&srprop=snippet%7Ctimestamp\
             &format=json&formatversion=2&maxlag=5"
        );
        assert_eq!((wiki.method, wiki.key_header), ("GET", None));
        let tavily = asked(SearchBackend::Tavily);
        assert_eq!(tavily.url, "https://api.tavily.com/search");
        assert_eq!(
            tavily.body.as_deref(),
            Some(
                r#"{"query":"who made it & when","search_depth":"basic","max_results":5,"include_answer":false,"include_raw_content":false}"#
            )
        );
        let header = Some(("authorization", format!("Bearer {SECRET}")));
        assert_eq!((tavily.method, tavily.key_header), ("POST", header));
    }

    #[test]
    fn a_request_puts_its_own_question_and_no_other() {
        let question = Question::new("who made it & when").unwrap();
        let other = Question::new("who made it").unwrap();
        for kind in SearchBackend::ALL {
            let asked = backend(*kind).ask(&question);
            let request = RequestRecord {
                method: asked.method.to_owned(),
                url: asked.url,
                body: asked.body,
                backend: Some(*kind),
            };
            assert!(
                puts(&request, &question, *kind) && !puts(&request, &other, *kind),
                "{kind}"
            );
        }
    }

    #[test]
    fn what_is_missing_is_named_and_no_key_is_shown() {
        let make = |kind, endpoint, key, results| {
            Backend::new(kind, endpoint, key, results)
                .err()
                .map(|error| error.to_string())
        };
        let secret = || Some(Key::new(SECRET));
        for (error, says) in [
            (
                make(SearchBackend::Brave, None, None, 5),
                "`brave` needs a key",
            ),
            (
                make(
                    SearchBackend::Tavily,
                    None,
                    Some(Key::new("a\nb c d e f")),
                    5,
                ),
                "the key of `tavily` is not one",
            ),
            (
                make(SearchBackend::Searxng, None, None, 5),
                "`searxng` needs the address",
            ),
            (
                make(SearchBackend::MediaWiki, Some("ftp://x.org"), None, 5),
                "the address of `mediawiki`",
            ),
            (
                make(SearchBackend::Brave, None, secret(), 0),
                "cannot bring 0",
            ),
            (
                make(SearchBackend::Brave, None, secret(), 11),
                "cannot bring 11",
            ),
        ] {
            let error = error.unwrap();
            assert!(error.contains(says), "{error}");
        }
        let shown = format!("{:?} {}", backend(SearchBackend::Tavily), Key::new(SECRET));
        assert!(!shown.contains(SECRET), "{shown}");
    }

    #[test]
    fn a_long_question_is_cut_between_words() {
        let words = "word ".repeat(90);
        assert_eq!(cut(words.trim(), 12), "word word");
        assert_eq!(cut("short", 12), "short");
        assert_eq!(cut("ééééé", 3), "ééé");
    }
}
