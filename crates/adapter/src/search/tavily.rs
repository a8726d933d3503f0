//! Tavily: asked with a body, with a key as a bearer token.

use groundstop_contract::pack::RequestRecord;
use serde_json::{Map, Value, json};

use super::{QUESTION_CHARS_MAX, Results, Vendor, link, list, refuse_errors, shortened, text};

pub(super) struct Tavily;

impl Vendor for Tavily {
    fn endpoint(&self) -> Option<&'static str> {
        Some("https://api.tavily.com/search")
    }

    fn key_header(&self) -> Option<(&'static str, &'static str)> {
        Some(("authorization", "Bearer "))
    }

    fn parameters(&self, _: &str, _: u32) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn body(&self, question: &str, count: u32) -> Option<String> {
        let body = json!({
            "query": shortened(question, QUESTION_CHARS_MAX),
            "search_depth": "basic",
            "max_results": count,
            "include_answer": false,
            "include_raw_content": false,
        });
        Some(body.to_string())
    }

    fn asked_for(&self, request: &RequestRecord) -> Option<usize> {
        let body = request.body.as_deref().unwrap_or_default();
        let sent: Value = serde_json::from_str(body).ok()?;
        usize::try_from(sent.get("max_results")?.as_u64()?).ok()
    }

    fn results(&self, answer: &Map<String, Value>, _: &str) -> Results {
        refuse_errors(answer)?;
        let results = list(answer.get("results"))?;
        Ok(results
            .iter()
            .map(|result| link(result, "content", text(result, "published_date")))
            .collect())
    }
}
