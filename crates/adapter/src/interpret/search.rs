//! What a search engine's answer says, whoever it is; what differs is in `search`.

use groundstop_contract::pack::CallRecord;
use groundstop_research::call::{CallFault, Found, Link};
use serde_json::{Map, Value};

use crate::search::{RESULTS_MAX, Vendor, vendor};

/// A key of an answer that is longer than this was not made by the vendor.
const KEY_CHARS_MAX: usize = 40;

pub(super) fn links(record: &CallRecord, body: &[u8]) -> Result<Found, CallFault> {
    let backend = record.request.backend.ok_or(CallFault::VendorFault)?;
    let vendor = vendor(backend);
    match record.status {
        Some(200) => {}
        Some(429) => return Err(CallFault::VendorRate),
        Some(402 | 432 | 433) => return Err(CallFault::VendorQuota),
        Some(503) if says_rate_limit(vendor, body) => return Err(CallFault::VendorRate),
        _ => return Err(CallFault::VendorFault),
    }
    let answer: Map<String, Value> =
        serde_json::from_slice(body).map_err(|_| CallFault::VendorFault)?;
    let links = vendor.results(&answer, &record.request.url)?;
    let most = usize::try_from(RESULTS_MAX).unwrap_or(usize::MAX);
    let asked = vendor.asked_for(&record.request).unwrap_or(most).min(most);
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

/// Whether the body of a refusal says that we ask too often.
fn says_rate_limit(vendor: &dyn Vendor, body: &[u8]) -> bool {
    let answer = serde_json::from_slice::<Map<String, Value>>(body);
    answer.is_ok_and(|answer| vendor.is_rate_limit(&answer))
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
