//! A search engine as an operator sets it up: its address, its key, how much it returns.

use std::fmt;

use groundstop_contract::pack::{RequestRecord, SearchBackend};
use groundstop_research::route::Question;
use url::Url;

use super::vendor;
use crate::door::HttpRequest;

/// Links a search returns at most.
pub const RESULTS_MAX: u32 = 10;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// It answers those with a key only.
    #[error("`{0}` needs a key")]
    KeyMissing(SearchBackend),
    /// The key is none that a header can carry.
    #[error("the key of `{0}` is not one: {KEY_CHARS_MIN} or more visible ASCII characters")]
    KeyMalformed(SearchBackend),
    /// It stands wherever somebody put it: its address is needed.
    #[error("`{0}` needs the address of its instance, as in `https://search.example.org/`")]
    EndpointMissing(SearchBackend),
    /// The address is none.
    #[error("the address of `{0}` is not an http or https address")]
    EndpointMalformed(SearchBackend),
    /// It is asked for too few or too many links.
    #[error("a search returns 1 to {RESULTS_MAX} links, it cannot return {0}")]
    Results(u32),
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
        let key = match (vendor(kind).key_header(), key) {
            (Some(_), None) => return Err(BackendError::KeyMissing(kind)),
            (Some(_), Some(key)) if !key.fits_header() => {
                return Err(BackendError::KeyMalformed(kind));
            }
            (Some(_), Some(key)) => Some(key),
            // Whoever takes no key must not be told one.
            (None, _) => None,
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
            .or(vendor(kind).endpoint())
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

    /// The request that puts a question to it.
    pub(crate) fn request(&self, question: &Question) -> HttpRequest {
        let vendor = vendor(self.kind);
        let mut url = self.endpoint.clone();
        let parameters = vendor.parameters(question.text(), self.max_results);
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        let body = vendor.body(question.text(), self.max_results);
        let header = vendor.key_header().zip(self.key.as_ref());
        let url = url.to_string();
        HttpRequest {
            url: url.clone(),
            record: RequestRecord {
                method: method(&body).to_owned(),
                url,
                body,
                backend: Some(self.kind),
            },
            key_header: header
                .map(|((name, before), key)| (name, format!("{before}{}", key.reveal()))),
            is_endpoint: true,
            accept: "application/json",
            pages_only: false,
        }
    }
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
        let wanted = vendor(kind).parameters(question.text(), count);
        let own = said.len().saturating_sub(wanted.len());
        let pairs = said.iter().skip(own);
        let same = pairs
            .map(|(name, value)| (name.as_str(), value))
            .eq(wanted.iter().map(|(name, value)| (*name, value)));
        let body = vendor(kind).body(question.text(), count);
        same && request.method == method(&body) && request.body == body
    })
}

/// The address of an instance, completed as its vendor wants it.
fn parse_endpoint(kind: SearchBackend, address: &str) -> Option<Url> {
    let mut url = Url::parse(address).ok()?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return None;
    }
    url.set_fragment(None);
    vendor(kind).complete(&mut url);
    Some(url)
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
        let asked = |kind| backend(kind).request(&question);
        let searxng = asked(SearchBackend::Searxng);
        assert_eq!(
            searxng.record.url,
            "https://s.example.org/search?q=who+made+it+%26+when&format=json"
        );
        assert_eq!(
            (searxng.record.method.as_str(), searxng.key_header),
            ("GET", None)
        );
        let brave = asked(SearchBackend::Brave);
        assert_eq!(
            brave.record.url,
            "https://api.search.brave.com/res/v1/web/search?q=who+made+it+%26+when&count=5"
        );
        let header = Some(("x-subscription-token", SECRET.to_owned()));
        assert_eq!(
            (brave.record.method.as_str(), brave.key_header),
            ("GET", header)
        );
        let wiki = asked(SearchBackend::MediaWiki);
        assert_eq!(
            wiki.record.url,
            "https://en.wikipedia.org/w/api.php?action=query&list=search\
             &srsearch=who+made+it+%26+when&srlimit=5&srprop=snippet%7Ctimestamp\
             &format=json&formatversion=2&maxlag=5"
        );
        assert_eq!(
            (wiki.record.method.as_str(), wiki.key_header),
            ("GET", None)
        );
        let tavily = asked(SearchBackend::Tavily);
        assert_eq!(tavily.record.url, "https://api.tavily.com/search");
        assert_eq!(
            tavily.record.body.as_deref(),
            Some(
                r#"{"query":"who made it & when","search_depth":"basic","max_results":5,"include_answer":false,"include_raw_content":false}"#
            )
        );
        let header = Some(("authorization", format!("Bearer {SECRET}")));
        assert_eq!(
            (tavily.record.method.as_str(), tavily.key_header),
            ("POST", header)
        );
    }

    #[test]
    fn a_request_puts_its_own_question_and_no_other() {
        let question = Question::new("who made it & when").unwrap();
        let other = Question::new("who made it").unwrap();
        for kind in SearchBackend::ALL {
            let request = backend(*kind).request(&question).record;
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
                "cannot return 0",
            ),
            (
                make(SearchBackend::Brave, None, secret(), 11),
                "cannot return 11",
            ),
        ] {
            let error = error.unwrap();
            assert!(error.contains(says), "{error}");
        }
        let shown = format!("{:?} {}", backend(SearchBackend::Tavily), Key::new(SECRET));
        assert!(!shown.contains(SECRET), "{shown}");
    }
}
