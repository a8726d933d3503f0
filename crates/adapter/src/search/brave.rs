//! Brave Search, with a key in a header of its own.

use groundstop_contract::pack::RequestRecord;
use groundstop_research::call::CallFault;
use serde_json::{Map, Value};

use super::{
    QUESTION_CHARS_MAX, Results, Vendor, link, list, number_in_query, owned, refuse_errors,
    shortened, text,
};

pub(super) struct Brave;

impl Vendor for Brave {
    fn endpoint(&self) -> Option<&'static str> {
        Some("https://api.search.brave.com/res/v1/web/search")
    }

    fn key_header(&self) -> Option<(&'static str, &'static str)> {
        Some(("x-subscription-token", ""))
    }

    fn parameters(&self, question: &str, count: u32) -> Vec<(&'static str, String)> {
        owned([
            ("q", shortened(question, QUESTION_CHARS_MAX)),
            ("count", &count.to_string()),
        ])
    }

    fn asked_for(&self, request: &RequestRecord) -> Option<usize> {
        number_in_query(request, "count")
    }

    fn results(&self, answer: &Map<String, Value>, _: &str) -> Results {
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
            .map(|result| link(result, "description", date(result)))
            .collect())
    }
}
