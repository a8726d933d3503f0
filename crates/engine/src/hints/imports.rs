//! What was left out of what somebody proposed, and what would have kept it.

use std::collections::BTreeMap;

use groundstop_contract::report::{ImportRecord, Report};
use groundstop_fields::schema::nearest;
use groundstop_propose::OTHER_QUOTES;

/// How `import` names what was proposed for another document.
pub(crate) const OTHER_DOCUMENT: &str = "document: ";

/// What was left out, once each.
pub(super) fn hints(report: &Report) -> Vec<String> {
    let Some(import) = &report.import else {
        return Vec::new();
    };
    let fields = &report.receipt.input.schema.fields;
    let fields = fields.iter().map(|field| field.name.as_str());
    let told = [
        outside(&import.not_in_schema, fields.collect()),
        other_documents(import),
        other_quotes(import),
        words_for_confidence(import),
        unknown_keys(import),
        offsets(import),
    ];
    told.into_iter().flatten().collect()
}

fn outside(names: &BTreeMap<String, u64>, fields: Vec<&str>) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let names: Vec<&str> = names.keys().map(String::as_str).collect();
    let meant = names.iter().find_map(|name| {
        let near = nearest(name, fields.iter().copied())?;
        Some(format!("; did you mean `{near}` by `{name}`?"))
    });
    Some(format!(
        "not in the schema, and not decided: {}{}",
        names.join(", "),
        meant.unwrap_or_default()
    ))
}

fn other_documents(import: &ImportRecord) -> Option<String> {
    let others: Vec<&str> = import
        .ignored
        .keys()
        .filter_map(|key| key.strip_prefix(OTHER_DOCUMENT))
        .collect();
    (!others.is_empty()).then(|| {
        format!(
            "what is proposed for other documents was left out: {} (name their folder to decide them all)",
            others.join(", ")
        )
    })
}

fn other_quotes(import: &ImportRecord) -> Option<String> {
    let others = import.ignored.get(OTHER_QUOTES)?;
    Some(format!(
        "quotes beside the one that states the value were only looked for in the document ({others} of them)"
    ))
}

fn words_for_confidence(import: &ImportRecord) -> Option<String> {
    let words: Vec<&str> = import
        .ignored
        .keys()
        .filter_map(|key| key.split_once(": "))
        .filter(|(key, _)| !["document", "other quotes"].contains(key))
        .map(|(_, word)| word)
        .collect();
    (!words.is_empty()).then(|| {
        format!(
            "a confidence in words is none, and was left out: {} (write a number from 0 to 1)",
            words.join(", ")
        )
    })
}

fn unknown_keys(import: &ImportRecord) -> Option<String> {
    let keys: Vec<&str> = import
        .ignored
        .keys()
        .map(String::as_str)
        .filter(|key| !key.contains(": "))
        .collect();
    (!keys.is_empty()).then(|| {
        format!(
            "keys that say nothing here were left out: {} (`docs/candidates.md` has the names that are known)",
            keys.join(", ")
        )
    })
}

fn offsets(import: &ImportRecord) -> Option<String> {
    (import.offsets_left_out > 0).then(|| {
        format!(
            "offsets were left out, which were counted in another text or which their tool calls inexact ({} of them): the quotes were looked for instead (`groundstop text` prints the text offsets point into)",
            import.offsets_left_out
        )
    })
}
