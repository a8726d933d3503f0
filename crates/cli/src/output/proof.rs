//! A proof as short lines, the same for terminal and page.

use groundstop_contract::report::Report;
use groundstop_contract::{
    Detail, EvidenceRecord, FieldDecision, FieldType, Issue, Nearest, Rejected, StopProof,
};

use super::words;
use super::{numbers, shortened, visible};

/// How many characters of a text a line shows.
const SHOWN: usize = 160;
/// How many entries of a list are shown.
const LISTED: usize = 6;

/// What kind of field a decision is about.
pub(crate) fn kind_of(report: &Report, decision: &FieldDecision) -> FieldType {
    let fields = &report.receipt.input.schema.fields;
    fields
        .iter()
        .find(|field| field.name == decision.field_name)
        .map_or(FieldType::Text, |field| field.kind)
}

/// Everything a proof says, line by line.
pub(crate) fn lines(kind: FieldType, decision: &FieldDecision) -> Vec<String> {
    let Some(proof) = &decision.stop_proof else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    match proof {
        StopProof::NoCandidates(proof) => detail(kind, proof.detail.as_ref(), &mut lines),
        StopProof::Conflict(proof) => {
            for candidate in proof.candidates.iter().take(LISTED) {
                let said = candidate.evidence.as_ref().map(|evidence| {
                    format!(", page {}: {}", evidence.page, quoted(&evidence.quote))
                });
                lines.push(format!(
                    "{} ({}{})",
                    words::value_of(
                        kind,
                        &candidate.value,
                        quote_of(candidate.evidence.as_ref())
                    ),
                    candidate.confidence,
                    said.unwrap_or_default()
                ));
            }
            more(proof.candidates.len(), &mut lines);
            detail(kind, proof.detail.as_ref(), &mut lines);
        }
        StopProof::Confidence(proof) => {
            lines.push(format!(
                "{} at {}, below {}",
                words::value_of(kind, &proof.value, None),
                proof.actual,
                proof.threshold
            ));
            detail(kind, proof.detail.as_ref(), &mut lines);
        }
        StopProof::Missing(proof) => {
            lines.push(format!(
                "proposed: {}",
                words::value_of(kind, &proof.value, None)
            ));
            detail(kind, proof.detail.as_ref(), &mut lines);
        }
        StopProof::Integrity(proof) => {
            lines.push(format!(
                "proposed: {}",
                words::value_of(kind, &proof.value, None)
            ));
            proof.issues.iter().for_each(|one| issue(one, &mut lines));
            detail(kind, proof.detail.as_ref(), &mut lines);
        }
        StopProof::Review(proof) => {
            for review in &proof.review {
                let texts = review
                    .texts
                    .iter()
                    .map(|text| visible(text))
                    .collect::<Vec<_>>();
                let about = if texts.is_empty() {
                    String::new()
                } else {
                    format!(": {}", texts.join(", "))
                };
                lines.push(format!(
                    "{} ({}){about}",
                    words::review(review.code),
                    review.code
                ));
            }
            for candidate in proof.candidates.iter().take(LISTED) {
                lines.push(format!(
                    "{} ({})",
                    words::value_of(
                        kind,
                        &candidate.value,
                        quote_of(candidate.evidence.as_ref())
                    ),
                    candidate.confidence
                ));
            }
        }
    }
    lines
}

fn quote_of(evidence: Option<&EvidenceRecord>) -> Option<&str> {
    evidence.map(|evidence| evidence.quote.as_str())
}

/// A quote in quotation marks, on one line, unable to steer a terminal.
pub(crate) fn quoted(text: &str) -> String {
    format!("“{}”", visible(&shortened(text, SHOWN)))
}

fn more(count: usize, lines: &mut Vec<String>) {
    if count > LISTED {
        lines.push(format!("… and {} more", count - LISTED));
    }
}

fn issue(issue: &Issue, lines: &mut Vec<String>) {
    let found: Vec<String> = issue
        .found
        .iter()
        .take(LISTED)
        .map(|text| quoted(text))
        .collect();
    let says = if found.is_empty() {
        String::new()
    } else {
        format!("; it says {}", found.join(", "))
    };
    lines.push(format!(
        "{} ({}){says}",
        words::issue(issue.code),
        issue.code
    ));
    if let Some(nearest) = &issue.nearest {
        near(nearest, lines);
    }
}

fn near(nearest: &Nearest, lines: &mut Vec<String>) {
    lines.push(format!(
        "nearest, page {}: {}",
        nearest.page,
        quoted(&nearest.text)
    ));
    for difference in nearest.differences.iter().take(LISTED) {
        let side = |text: &str| {
            if text.is_empty() {
                "nothing".to_owned()
            } else {
                quoted(text)
            }
        };
        let what = words::difference(difference.kind);
        match difference.quote.is_empty() && difference.document.is_empty() {
            true => lines.push(what.to_owned()),
            false => lines.push(format!(
                "{what}: the quote says {}, the document {}",
                side(&difference.quote),
                side(&difference.document)
            )),
        }
    }
    more(nearest.differences.len(), lines);
}

fn detail(kind: FieldType, detail: Option<&Detail>, lines: &mut Vec<String>) {
    let Some(detail) = detail else {
        return;
    };
    detail
        .rejected
        .iter()
        .take(LISTED)
        .for_each(|one| rejected(kind, one, lines));
    more(detail.rejected.len(), lines);
    if detail.empty_document {
        lines.push("the document has no text: nothing was there to search".to_owned());
    }
    if !detail.unread_pages.is_empty() {
        lines.push(format!("unread pages: {}", numbers(&detail.unread_pages)));
    }
}

fn rejected(kind: FieldType, rejected: &Rejected, lines: &mut Vec<String>) {
    let because = rejected
        .because
        .as_deref()
        .map(|words| format!(" — {}", quoted(words)));
    let page = rejected
        .page
        .map(|page| format!(", page {page}"))
        .unwrap_or_default();
    lines.push(format!(
        "set aside: {}{page}: {} ({}){}",
        words::value_of(kind, &rejected.value, None),
        words::rejected(rejected.code),
        rejected.code,
        because.unwrap_or_default()
    ));
}
