//! What the contract demands and a schema cannot say.

use groundstop_canon::Json;
use groundstop_contract::{ContractRule, RuleCandidate, RuleStatus};

use super::Problems;
use crate::align::range;
use crate::rounded::rounded_figure;
use crate::spelling::is_calendar_time;

/// Numbers that no JSON reader changes, and keys that stand once.
pub(super) fn numbers_and_keys(json: &Json, path: &str, problems: &mut Problems) {
    match json {
        Json::Number(number) if !number.is_exact() || number.decimal().is_none() => {
            problems.add(
                ContractRule::MustNot3,
                path,
                format!("`{number}` would be rounded by whoever reads it"),
            );
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                numbers_and_keys(item, &format!("{path}/{index}"), problems);
            }
        }
        Json::Object(members) => {
            for (index, (name, value)) in members.iter().enumerate() {
                let twice = members.iter().take(index).any(|(other, _)| other == name);
                if twice {
                    problems.add(
                        ContractRule::Schema,
                        path,
                        format!("the key `{name}` stands twice"),
                    );
                }
                numbers_and_keys(value, &format!("{path}/{name}"), problems);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// What its fields say about each other.
pub(super) fn meaning(candidate: &RuleCandidate, problems: &mut Problems) {
    let pages = &candidate.source_pages;
    if pages.windows(2).any(|pair| pair.first() > pair.last()) {
        problems.add(
            ContractRule::Must1,
            "/source_pages",
            "pages are named in ascending order",
        );
    }
    if !is_calendar_time(&candidate.extracted_at) {
        problems.add(
            ContractRule::Schema,
            "/extracted_at",
            "there is no such day",
        );
    }
    conflict(candidate, problems);
    let data = candidate.rule_data.as_ref();
    if let Some(Err(reversed)) = data.map(|data| range(&data.value)) {
        problems.add(ContractRule::Schema, "/rule_data/value", reversed);
    }
    let quoted = candidate.source_text.as_deref().unwrap_or_default();
    if candidate.status == RuleStatus::Candidate
        && candidate
            .rule_data
            .as_ref()
            .is_some_and(|data| data.unit.is_some())
        && let Some(words) = rounded_figure(quoted)
    {
        problems.add(
            ContractRule::Must5,
            "/rule_data",
            format!(
                "`{words}` is a rounded figure: rule_data must be null and the status `unclear`"
            ),
        );
    }
}

fn conflict(candidate: &RuleCandidate, problems: &mut Problems) {
    let Some(sides) = &candidate.conflicting_candidates else {
        return;
    };
    let path = "/conflicting_candidates";
    let differ = sides
        .windows(2)
        .any(|pair| pair.first().map(|s| &s.value) != pair.last().map(|s| &s.value));
    if !differ {
        problems.add(
            ContractRule::MustNot2,
            path,
            "all sides say the same: nothing conflicts",
        );
    }
    for (index, side) in sides.iter().enumerate() {
        if !candidate.source_pages.contains(&side.source_page) {
            problems.add(
                ContractRule::Must1,
                &format!("{path}/{index}/source_page"),
                format!("page {} is not among `source_pages`", side.source_page),
            );
        }
    }
}
