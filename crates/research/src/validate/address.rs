//! Addresses in one spelling, and the domain somebody registered.

use url::{Url, form_urlencoded};

/// Parameters that only say where a reader came from.
const TRACKING: &[&str] = &[
    "fbclid",
    "gclid",
    "utm_campaign",
    "utm_content",
    "utm_medium",
    "utm_source",
    "utm_term",
];

/// An address in one spelling: scheme and host in small letters, no default port,
/// fragment, tracking parameter, doubled or closing slash, parameters in order.
/// The path keeps its case, and a repeated parameter is kept.
#[must_use]
pub fn canonical_url(url: &str) -> Option<String> {
    let mut url = Url::parse(url.trim()).ok()?;
    url.host_str()?;
    url.set_fragment(None);
    let mut path: String = url.path().to_owned();
    while path.contains("//") {
        path = path.replace("//", "/");
    }
    let path = path.trim_end_matches('/').to_owned();
    url.set_path(&path);
    let mut pairs: Vec<(String, String)> = url
        .query_pairs()
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .filter(|(name, _)| !TRACKING.contains(&name.as_str()))
        .collect();
    pairs.sort();
    match pairs.is_empty() {
        true => url.set_query(None),
        false => {
            url.query_pairs_mut().clear().extend_pairs(pairs);
        }
    }
    Some(url.to_string())
}

/// What an address says once its encoding is taken off: each part of the path,
/// each parameter and the fragment on a line of its own. Nothing where there is
/// no encoding in it.
#[must_use]
pub(crate) fn spoken(url: &str) -> Option<String> {
    if !url.contains(['%', '+']) {
        return None;
    }
    let url = Url::parse(url.trim()).ok()?;
    let segments = url.path_segments().into_iter().flatten();
    let parts = segments.chain(url.query()).chain(url.fragment());
    let mut said = String::new();
    for (name, value) in parts.flat_map(|part| form_urlencoded::parse(part.as_bytes())) {
        for words in [name, value] {
            said.push_str(&words);
            said.push('\n');
        }
    }
    Some(said)
}

/// The domain that somebody registered, by the public suffix list.
#[must_use]
pub fn registrable_domain(url: &str) -> Option<String> {
    let url = Url::parse(url.trim()).ok()?;
    let host = url.domain()?.trim_end_matches('.').to_owned();
    psl::domain_str(&host).map(str::to_owned)
}

/// The host of an address, a number or a name that nobody can register included.
#[must_use]
pub(crate) fn host(url: &str) -> Option<String> {
    let url = Url::parse(url.trim()).ok()?;
    url.host_str().map(str::to_owned)
}

/// The public suffix of an address: `gov.uk`, `com`, `blogspot.com`.
pub(super) fn suffix(url: &str) -> Option<String> {
    let url = Url::parse(url.trim()).ok()?;
    let host = url.domain()?.trim_end_matches('.').to_owned();
    psl::suffix_str(&host).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_says_is_read_without_its_encoding() {
        let said = spoken("https://example.org/a%20b/c?q=say+yes&r=%4eo#and%20so").unwrap();
        let words: Vec<_> = said.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(words, ["a b", "c", "q", "say yes", "r", "No", "and so"]);
        assert_eq!(spoken("https://example.org/plain-words"), None);
        assert_eq!(spoken("100% wool"), None);
    }

    #[test]
    fn one_address_has_one_spelling() {
        for (url, canonical) in [
            (
                "HTTPS://Example.COM:443//A//b/?utm_source=x&b=2&a=1&b=1#top",
                "https://example.com/A/b?a=1&b=1&b=2",
            ),
            ("http://example.com", "http://example.com/"),
            ("http://example.com/", "http://example.com/"),
            ("https://example.com/Path/", "https://example.com/Path"),
            (
                "https://example.com:8443/?gclid=1",
                "https://example.com:8443/",
            ),
        ] {
            assert_eq!(canonical_url(url).as_deref(), Some(canonical), "{url}");
            assert_eq!(canonical_url(canonical).as_deref(), Some(canonical));
        }
        assert_eq!(canonical_url("no address"), None);
        assert_eq!(canonical_url("mailto:a@example.com"), None);
    }

    #[test]
    fn the_domain_is_the_one_that_was_registered() {
        for (url, domain) in [
            ("https://www.hmrc.gov.uk/tax", Some("hmrc.gov.uk")),
            ("https://evil.gov.example.com/", Some("example.com")),
            ("https://a.b.co.uk", Some("b.co.uk")),
            ("https://me.blogspot.com/x", Some("me.blogspot.com")),
            ("https://192.0.2.1/", None),
            ("junk", None),
        ] {
            assert_eq!(registrable_domain(url).as_deref(), domain, "{url}");
        }
    }
}
