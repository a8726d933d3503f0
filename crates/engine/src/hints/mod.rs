//! The commonest stumbles, each with the exact cure in one line.

use std::collections::BTreeMap;

use groundstop_contract::report::Report;
use groundstop_contract::{FieldType, IssueCode, RejectCode, StopProof, StopReason, WireValue};
use groundstop_fields::schema::nearest;

/// What a person who runs this for the first time may need to be told.
#[must_use]
pub fn hints(report: &Report) -> Vec<String> {
    let input = &report.receipt.input;
    let mut hints = Vec::new();
    let silent = !input.candidates.is_empty()
        && input.flags.confidence.is_none()
        && input
            .candidates
            .iter()
            .all(|candidate| candidate.confidence.is_none());
    if silent {
        hints.push(
            "no candidate states a confidence, and missing counts as 0: if you vouch for their source, add `--confidence 0.9`"
                .to_owned(),
        );
    }
    hints.extend(of_import(report));
    if let Some(field) = bare_percent(report) {
        hints.push(format!(
            "`{field}` is a percentage, and a number without its sign is none: write the value as \"5%\", or set `ratio = true` for values such as 0.05"
        ));
    }
    if report.schema.name != "untyped" {
        return hints;
    }
    if let Some(field) = date_without_type(report) {
        hints.push(format!(
            "`{field}` holds an ISO date, but without a schema every field is text and must stand in the quote letter by letter: add `--schema S` with `name = \"{field}\"` and `type = \"date\"`"
        ));
    }
    if let Some(field) = repeated(report) {
        hints.push(format!(
            "`{field}` was proposed several times with different values: if it has many values, add `--schema S` with `name = \"{field}\"` and `many = true`"
        ));
    }
    hints
}

/// What was left out of what somebody proposed, once each.
fn of_import(report: &Report) -> Vec<String> {
    let Some(import) = &report.import else {
        return Vec::new();
    };
    let mut hints = Vec::new();
    if !import.not_in_schema.is_empty() {
        let names: Vec<&str> = import.not_in_schema.keys().map(String::as_str).collect();
        let fields: Vec<&str> = report
            .receipt
            .input
            .schema
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        let meant = names.iter().find_map(|name| {
            let near = nearest(name, fields.iter().copied())?;
            Some(format!("; did you mean `{near}` by `{name}`?"))
        });
        hints.push(format!(
            "not in the schema, and not decided: {}{}",
            names.join(", "),
            meant.unwrap_or_default()
        ));
    }
    if !import.ignored.is_empty() {
        let keys: Vec<&str> = import.ignored.keys().map(String::as_str).collect();
        hints.push(format!(
            "keys that say nothing here were left out: {} (`docs/candidates.md` has the names that are known)",
            keys.join(", ")
        ));
    }
    if import.offsets_left_out > 0 {
        hints.push(format!(
            "{} quotes do not stand at the offsets their tool gave, which were counted in another text; the quotes were looked for instead (`groundstop text` prints the text offsets point into)",
            import.offsets_left_out
        ));
    }
    hints
}

/// A percent field whose value came without its sign.
fn bare_percent(report: &Report) -> Option<&str> {
    let input = &report.receipt.input;
    let percent = |name: &str| {
        let field = input.schema.fields.iter().find(|field| field.name == name);
        field.is_some_and(|field| field.kind == FieldType::Percent)
    };
    report
        .decisions
        .iter()
        .find_map(|decision| match &decision.stop_proof {
            Some(StopProof::NoCandidates(proof)) if percent(&decision.field_name) => {
                let rejected = proof.detail.iter().flat_map(|detail| &detail.rejected);
                let bare = rejected.filter(|one| one.code == RejectCode::ValueNotOfType).any(|one| {
                matches!(&one.value, WireValue::Text(text) if text.trim().parse::<f64>().is_ok())
            });
                bare.then_some(decision.field_name.as_str())
            }
            Some(
                StopProof::NoCandidates(_)
                | StopProof::Review(_)
                | StopProof::Conflict(_)
                | StopProof::Confidence(_)
                | StopProof::Integrity(_)
                | StopProof::Missing(_),
            )
            | None => None,
        })
}

/// A field whose value is an ISO date that its quote does not spell.
fn date_without_type(report: &Report) -> Option<&str> {
    report
        .decisions
        .iter()
        .find_map(|decision| match &decision.stop_proof {
            Some(StopProof::Integrity(proof)) => {
                let unsaid = proof
                    .issues
                    .iter()
                    .any(|issue| issue.code == IssueCode::ValueNotInQuote);
                let dated = matches!(&proof.value, WireValue::Text(text) if is_iso_date(text));
                (unsaid && dated).then_some(decision.field_name.as_str())
            }
            Some(
                StopProof::NoCandidates(_)
                | StopProof::Review(_)
                | StopProof::Conflict(_)
                | StopProof::Confidence(_)
                | StopProof::Missing(_),
            )
            | None => None,
        })
}

fn is_iso_date(text: &str) -> bool {
    let digits: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = digits.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2]
        && digits
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A field that conflicts because it was proposed more than once.
fn repeated(report: &Report) -> Option<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for candidate in &report.receipt.input.candidates {
        *counts.entry(&candidate.field_name).or_default() += 1;
    }
    report
        .decisions
        .iter()
        .filter(|decision| decision.stop_reason == Some(StopReason::ConflictingValues))
        .map(|decision| decision.field_name.as_str())
        .find(|field| counts.get(field).is_some_and(|count| *count > 1))
}
