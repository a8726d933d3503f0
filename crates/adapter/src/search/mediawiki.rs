//! The search of a MediaWiki: the English Wikipedia, or another wiki by its address.

use groundstop_contract::pack::RequestRecord;
use groundstop_research::call::{CallFault, Link};
use serde_json::{Map, Value};
use url::Url;

use super::{Results, Vendor, list, number_in_query, owned, refuse_errors, text};
use crate::interpret::{DATE_CHARS_MAX, SNIPPET_CHARS_MAX, TITLE_CHARS_MAX};
use crate::markup::{cut, text_of};

/// Codes with which a wiki says that we ask too often.
const RATE_CODES: &[&str] = &["maxlag", "ratelimited"];

pub(super) struct MediaWiki;

impl Vendor for MediaWiki {
    fn endpoint(&self) -> Option<&'static str> {
        Some("https://en.wikipedia.org/w/api.php")
    }

    fn key_header(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    fn parameters(&self, question: &str, count: u32) -> Vec<(&'static str, String)> {
        owned([
            ("action", "query"),
            ("list", "search"),
            ("srsearch", question),
            ("srlimit", &count.to_string()),
            ("srprop", "snippet|timestamp"),
            ("format", "json"),
            ("formatversion", "2"),
            ("maxlag", "5"),
        ])
    }

    fn asked_for(&self, request: &RequestRecord) -> Option<usize> {
        number_in_query(request, "srlimit")
    }

    fn is_rate_limit(&self, answer: &Map<String, Value>) -> bool {
        let one = answer.get("error").into_iter();
        let many = answer.get("errors").and_then(Value::as_array);
        one.chain(many.into_iter().flatten())
            .filter_map(|error| text(error, "code"))
            .any(|code| RATE_CODES.contains(&code))
    }

    fn results(&self, answer: &Map<String, Value>, asked: &str) -> Results {
        if self.is_rate_limit(answer) {
            return Err(CallFault::VendorRate);
        }
        refuse_errors(answer)?;
        let found = answer.get("query").and_then(|query| query.get("search"));
        let found = list(found)?;
        let asked = Url::parse(asked).map_err(|_| CallFault::VendorFault)?;
        Ok(found.iter().map(|page| page_link(page, &asked)).collect())
    }
}

/// A wiki's pages stand beside its interface.
fn page_link(page: &Value, asked: &Url) -> Option<Link> {
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
