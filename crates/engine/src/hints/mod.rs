//! What helps where a run stopped: every cure that is in a person's hands, in one line, once.

mod cures;
mod imports;
mod marks;
mod quotes;
mod reviews;
mod spelling;
mod values;

use std::collections::BTreeMap;

use groundstop_contract::report::Report;
use groundstop_contract::{FieldDecision, IssueCode, StopProof, StopReason, WireValue};

use cures::{Cure, cure, cure_of_value, is_about_schema};
pub(crate) use imports::OTHER_DOCUMENT;
use reviews::OTHER_THING;

/// Different cures told after one run, the first of the fields' order.
const CURES_TOLD: usize = 8;
/// Fields named before one cure.
const FIELDS_NAMED: usize = 4;

/// What a person who runs this for the first time may need to be told.
#[must_use]
pub fn hints(report: &Report) -> Vec<String> {
    let mut hints = Vec::new();
    let untyped = report.schema.name == "untyped";
    hints.extend(silent(report));
    hints.extend(imports::hints(report));
    let dated = untyped.then(|| date_without_type(report)).flatten();
    hints.extend(cures(report, dated, |_| true));
    if !untyped {
        return hints;
    }
    if let Some(field) = dated {
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

/// What helps where the built-in proposer read the document: what a schema says, and no candidate.
#[must_use]
pub fn schema_hints(report: &Report) -> Vec<String> {
    cures(report, None, |cure| is_about_schema(cure.key))
}

/// What helps a person whose value was refused.
pub(crate) fn help_for_value(report: &Report, decision: &FieldDecision) -> Option<String> {
    cure_of_value(report, decision)
}

/// What a field without a confidence lacks, where that stopped it.
fn silent(report: &Report) -> Option<String> {
    let input = &report.receipt.input;
    let states_none = |name: &str| {
        let mut own = input.candidates.iter().filter(|one| one.field_name == name);
        own.any(|candidate| candidate.confidence.is_none())
    };
    let stopped: Vec<&str> = report
        .decisions
        .iter()
        .filter(|one| one.stop_reason == Some(StopReason::InsufficientConfidence))
        .map(|one| one.field_name.as_str())
        .filter(|name| states_none(name))
        .collect();
    if stopped.is_empty() || input.flags.confidence.is_some() {
        return None;
    }
    let who = match input.candidates.iter().all(|one| one.confidence.is_none()) {
        true => "no candidate states a confidence".to_owned(),
        false => format!("{}: no confidence is stated", named(&stopped)),
    };
    Some(format!(
        "{who}, and missing counts as 0: if you vouch for their source, add `--confidence 0.9`"
    ))
}

/// What helps the fields that stopped or are to be reviewed, each help once.
fn cures(report: &Report, told_apart: Option<&str>, wanted: impl Fn(&Cure) -> bool) -> Vec<String> {
    let mut found: Vec<(Cure, Vec<&str>)> = Vec::new();
    for decision in &report.decisions {
        let field = decision.field_name.as_str();
        if told_apart == Some(field) {
            continue;
        }
        let Some(cure) = cure(report, decision).filter(&wanted) else {
            continue;
        };
        let same = |(other, _): &&mut (Cure, Vec<&str>)| {
            other.key == cure.key && (cure.key != OTHER_THING || other.told == cure.told)
        };
        match found.iter_mut().find(same) {
            Some((_, fields)) if !fields.contains(&field) => fields.push(field),
            Some(_) => {}
            None => found.push((cure, vec![field])),
        }
    }
    found
        .iter()
        .take(CURES_TOLD)
        .map(|(cure, fields)| format!("{}: {}", named(fields), cure.told))
        .collect()
}

/// The names of fields, the first few of them.
fn named(fields: &[&str]) -> String {
    let names: Vec<String> = fields
        .iter()
        .take(FIELDS_NAMED)
        .map(|field| format!("`{field}`"))
        .collect();
    match fields.len().saturating_sub(FIELDS_NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
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

/// Whether a text is a date as 2024-01-05 spells it.
pub(crate) fn is_iso_date(text: &str) -> bool {
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
