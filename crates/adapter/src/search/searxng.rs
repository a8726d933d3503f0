//! SearXNG: an instance of somebody's own, asked for JSON.

use groundstop_contract::pack::RequestRecord;
use groundstop_research::call::CallFault;
use serde_json::{Map, Value};
use url::Url;

use super::{Results, Vendor, link, list, owned, refuse_errors, text};

pub(super) struct Searxng;

impl Vendor for Searxng {
    fn endpoint(&self) -> Option<&'static str> {
        None
    }

    fn key_header(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    fn complete(&self, url: &mut Url) {
        if !url.path().ends_with("/search") {
            let path = format!("{}/search", url.path().trim_end_matches('/'));
            url.set_path(&path);
        }
    }

    fn parameters(&self, question: &str, _: u32) -> Vec<(&'static str, String)> {
        owned([("q", question), ("format", "json")])
    }

    fn asked_for(&self, _: &RequestRecord) -> Option<usize> {
        None
    }

    fn results(&self, answer: &Map<String, Value>, _: &str) -> Results {
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
            .map(|result| link(result, "content", date(result)))
            .collect())
    }
}
