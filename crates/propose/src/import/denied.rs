//! Members by which a proposer takes its own candidate back: `"found": false`, `"rejected": […]`.

use groundstop_canon::json::Json;

use super::keys::plain;

/// Members that are true of every candidate its proposer stands by.
const HOLDS: [&str; 17] = [
    "confirmed",
    "correct",
    "exists",
    "found",
    "grounded",
    "is_correct",
    "is_found",
    "is_grounded",
    "is_present",
    "is_supported",
    "is_valid",
    "is_verified",
    "present",
    "supported",
    "supports",
    "valid",
    "verified",
];

/// Members that are true of no such candidate.
const FAILS: [&str; 16] = [
    "absent",
    "contradicted",
    "denied",
    "hallucinated",
    "invalid",
    "is_absent",
    "is_missing",
    "is_negated",
    "missing",
    "negated",
    "not_found",
    "not_present",
    "refuted",
    "rejected",
    "unsupported",
    "unverified",
];

/// What a `status` says of a candidate that nobody stands by.
const STATUS: [&str; 2] = ["status", "verdict"];

/// Names of lists of what was only looked at.
const ASIDE: [&str; 14] = [
    "considered",
    "discarded",
    "examples",
    "excluded",
    "guesses",
    "hypothetical",
    "ignored",
    "not_found",
    "not_verified",
    "rejected",
    "rejected_candidates",
    "uncertain",
    "unsupported",
    "unverified",
];

/// Whether a member says that its proposer does not stand by the candidate.
pub(super) fn denies(key: &str, json: &Json) -> bool {
    let key = plain(key);
    let key = key.as_str();
    match yes_or_no(json) {
        Some(yes) => yes && FAILS.contains(&key) || !yes && HOLDS.contains(&key),
        None => {
            let said = json.as_str().map(plain).unwrap_or_default();
            STATUS.contains(&key) && FAILS.contains(&said.as_str())
        }
    }
}

/// Whether what stands under a key was set aside by its proposer.
pub(super) fn sets_aside(key: &str, json: &Json) -> bool {
    let holds = matches!(json, Json::Array(_) | Json::Object(_));
    holds && ASIDE.contains(&plain(key).as_str())
}

fn yes_or_no(json: &Json) -> Option<bool> {
    match json {
        Json::Bool(yes) => Some(*yes),
        Json::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            _ => None,
        },
        Json::Null | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
    }
}
