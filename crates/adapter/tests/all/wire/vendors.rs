//! What search engines answer, at their best and at their worst.

use groundstop_certify::fakes::{FakeAnswer, empty_page, found, gzip, search_answer};
use groundstop_contract::pack::SearchBackend;
use groundstop_research::call::CallFault;
use serde_json::json;

use crate::wire::cases::{Case, answered, ugly_bytes};
use crate::wire::{Meaning, SECRET, five_links};

pub(crate) fn search_cases(backend: SearchBackend) -> Vec<Case> {
    let good = found(backend, &five_links()).to_string();
    let rate = Meaning::Fault(CallFault::VendorRate);
    let quota = Meaning::Fault(CallFault::VendorQuota);
    let fault = Meaning::Fault(CallFault::VendorFault);
    let error = r#"{"error":{"code":"internal_api_error","info":"…"}}"#;
    let mut cases = vec![
        answered(
            "links",
            search_answer(backend, &five_links()),
            Meaning::Links(expected_links(backend)),
        ),
        answered(
            "packed links",
            FakeAnswer::json(200, gzip(good.as_bytes()).unwrap()).with("Content-Encoding", "gzip"),
            Meaning::Links(expected_links(backend)),
        ),
        answered(
            "an honest empty page",
            empty_page(backend),
            Meaning::Links(0),
        ),
        answered(
            "429",
            FakeAnswer::json(429, r#"{"detail":{"error":"slow down"}}"#),
            rate,
        ),
        answered(
            "429 with Retry-After",
            FakeAnswer::json(429, "{}").with("Retry-After", "30"),
            rate,
        ),
        answered(
            "429 with two windows",
            FakeAnswer::json(429, "{}")
                .with("X-RateLimit-Limit", "1, 15000")
                .with("X-RateLimit-Remaining", "0, 0"),
            rate,
        ),
        answered(
            "402",
            FakeAnswer::json(402, r#"{"error":"NO_MORE_CREDITS"}"#),
            quota,
        ),
        answered(
            "432",
            FakeAnswer::json(432, r#"{"detail":{"error":"plan"}}"#),
            quota,
        ),
        answered(
            "433",
            FakeAnswer::json(433, r#"{"detail":{"error":"pay"}}"#),
            quota,
        ),
        answered(
            "400",
            FakeAnswer::json(400, r#"{"detail":{"error":"bad"}}"#),
            fault,
        ),
        answered(
            "401 that repeats the key",
            FakeAnswer::json(401, format!("{{\"detail\":\"{SECRET}\"}}")).with("ETag", SECRET),
            fault,
        ),
        answered(
            "403",
            FakeAnswer::new(403, "text/html", "<h1>Forbidden</h1>"),
            fault,
        ),
        answered("404", FakeAnswer::json(404, "{}"), fault),
        answered("500", FakeAnswer::json(500, "{}"), fault),
        answered("503", FakeAnswer::new(503, "text/plain", "later"), fault),
        answered(
            "204",
            FakeAnswer::raw("HTTP/1.1 204 No Content\r\n\r\n"),
            fault,
        ),
        answered(
            "a status that no list has",
            FakeAnswer::json(299, good.clone()),
            fault,
        ),
        answered(
            "200 with an error body",
            FakeAnswer::json(200, error),
            fault,
        ),
        answered(
            "200 with a detail",
            FakeAnswer::json(200, r#"{"detail":"no such thing","results":[]}"#),
            fault,
        ),
        answered("200 with nothing in it", FakeAnswer::json(200, "{}"), fault),
        answered("no body", FakeAnswer::json(200, ""), fault),
        answered(
            "HTML instead of JSON",
            FakeAnswer::new(200, "text/html", "<html>hello</html>"),
            fault,
        ),
        answered(
            "JSON of another shape",
            FakeAnswer::json(200, "[1,2,3]"),
            fault,
        ),
        answered(
            "JSON cut short",
            FakeAnswer::json(200, &good.as_bytes()[..good.len() - 2]),
            fault,
        ),
        answered(
            "JSON that is no UTF-8",
            FakeAnswer::json(
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
            FakeAnswer::json(200, "[".repeat(10_000)),
            fault,
        ),
        answered(
            "a redirect without an address",
            FakeAnswer::json(302, ""),
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
pub(crate) fn expected_links(backend: SearchBackend) -> usize {
    if backend == SearchBackend::Searxng {
        5
    } else {
        3
    }
}

/// What only one of them does.
pub(crate) fn own_cases(backend: SearchBackend) -> Vec<Case> {
    let rate = Meaning::Fault(CallFault::VendorRate);
    let fault = Meaning::Fault(CallFault::VendorFault);
    match backend {
        SearchBackend::Searxng => {
            let mut partial = found(backend, &five_links());
            partial["unresponsive_engines"] = json!([["one", "timeout"]]);
            let mut failed = found(backend, &[]);
            failed["unresponsive_engines"] = json!([["one", "timeout"], ["two", "access denied"]]);
            vec![
                answered(
                    "some engines failed",
                    FakeAnswer::json(200, partial.to_string()),
                    Meaning::Links(5),
                ),
                answered(
                    "all engines failed",
                    FakeAnswer::json(200, failed.to_string()),
                    fault,
                ),
            ]
        }
        SearchBackend::Brave => vec![answered(
            "an error response",
            FakeAnswer::json(200, r#"{"type":"ErrorResponse","error":{"code":"QUOTA"}}"#),
            fault,
        )],
        SearchBackend::Tavily => vec![answered(
            "no list of results",
            FakeAnswer::json(200, r#"{"query":"…","results":null}"#),
            fault,
        )],
        SearchBackend::MediaWiki => {
            let error = |code: &str| format!(r#"{{"error":{{"code":"{code}","info":"…"}}}}"#);
            vec![
                answered(
                    "ratelimited",
                    FakeAnswer::json(200, error("ratelimited")),
                    rate,
                ),
                answered(
                    "maxlag",
                    FakeAnswer::json(200, error("maxlag")).with("Retry-After", "5"),
                    rate,
                ),
                answered(
                    "maxlag as 503",
                    FakeAnswer::json(503, error("maxlag")),
                    rate,
                ),
                answered(
                    "ratelimited in the new form",
                    FakeAnswer::json(200, r#"{"errors":[{"code":"ratelimited"}]}"#),
                    rate,
                ),
                answered(
                    "another error",
                    FakeAnswer::json(200, error("srsearch-error")),
                    fault,
                ),
            ]
        }
    }
}
