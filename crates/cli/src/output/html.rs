//! One self-contained page for reviewers: every decision with its proof, and
//! beside it the document with its quotes marked.
//!
//! The page has no script at all, loads nothing, and its one style sheet is
//! allowed by digest. Everything from the document or the candidates is
//! escaped by the template.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use groundstop_contract::report::Report;
use groundstop_contract::{
    ConflictCandidate, Decision, Detail, FieldDecision, FieldType, StopProof,
};
use groundstop_document::Document;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::marked::{Drawn, column};
use super::proof::{kind_of, lines};
use super::{visible, words};

const STYLE: &str = include_str!("page.css");

pub(crate) fn page(document: &Document, report: &Report, drawn: &Drawn) -> String {
    let summary = report.summary;
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&report.document.name, "Groundstop"))
            body {
                header {
                    h1 { (visible(&report.document.name)) }
                    p {
                        span.accept { (summary.accept) " accepted" } " · "
                        span.stop { (summary.stop) " stopped" } " · "
                        span.review { (summary.need_review) " to review" }
                        @if summary.absent > 0 { " · " (summary.absent) " absent" }
                    }
                    p.fine {
                        "schema " (visible(&report.schema.name)) " " (visible(&report.schema.version))
                        " · decided " (report.receipt.decided_at)
                        " · decision " code { (report.decision_sha256) }
                        " · document " code { (report.document.sha256) }
                    }
                    @for line in super::table::caveats(report) { p.review { (line) } }
                }
                main {
                    section.decisions aria-label="Decisions" {
                        @for (index, decision) in report.decisions.iter().enumerate() {
                            (card(index, kind_of(report, decision), decision))
                        }
                    }
                    section.document aria-label="Document" {
                        (column(document, report, drawn))
                    }
                }
            }
        }
    };
    markup.into_string()
}

/// The head of every page: it loads nothing, runs nothing and tells nobody where it was.
pub(crate) fn head(title: &str, whose: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy(STYLE));
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="referrer" content="no-referrer";
            title { (visible(title)) " — " (whose) }
            style { (PreEscaped(STYLE)) }
        }
    }
}

/// What a page may do: show itself. Its one style sheet is allowed by digest.
fn policy(style: &str) -> String {
    let digest = STANDARD.encode(Sha256::digest(style.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

pub(super) fn class(decision: Decision) -> &'static str {
    match decision {
        Decision::Accept => "accept",
        Decision::Stop => "stop",
        Decision::NeedReview => "review",
    }
}

fn card(index: usize, kind: FieldType, decision: &FieldDecision) -> Markup {
    html! {
        article class=(class(decision.decision)) id=(format!("d{index}")) {
            h2 {
                (visible(&decision.field_name)) " "
                span.badge { (decision.decision.code()) }
            }
            @if let Some(value) = &decision.value {
                p.value {
                    (words::value_of(kind, value, decision.evidence.as_ref().map(|evidence| evidence.quote.as_str()))) " "
                    @if let Some(tax) = decision.evidence.as_ref().and_then(|evidence| evidence.tax.as_deref()) {
                        (visible(tax)) " "
                    }
                    span.fine { "confidence " (decision.confidence) }
                }
            }
            @if let Some(evidence) = &decision.evidence {
                blockquote { (visible(&evidence.quote)) }
                p.fine {
                    a href=(format!("#q{index}")) { "page " (evidence.page) ", line " (evidence.line) }
                    " · characters " (evidence.start) "–" (evidence.end)
                    @if evidence.occurrences > 1 { " · one of " (evidence.occurrences) " places" }
                }
            }
            @if let Some(reason) = decision.stop_reason {
                p { strong { (reason.code()) } ": " (words::stopped(decision).unwrap_or_default()) }
            }
            @let proof = lines(kind, decision);
            @if !proof.is_empty() {
                ul { @for line in &proof { li { (line) } } }
            }
            @match linked(kind, decision).as_slice() {
                [] => {}
                [_] if decision.evidence.is_none() => {
                    p.fine { a href=(format!("#q{index}")) { "show it in the document" } }
                }
                [_] => {}
                several => p.fine {
                    "in the document: "
                    @for (number, (place, said)) in several.iter().enumerate() {
                        @if number > 0 { " · " }
                        a href=(format!("#q{index}-{place}")) { (said) }
                    }
                },
            }
            @if let Some(proof) = &decision.stop_proof {
                details {
                    summary { "proof" }
                    pre { (serde_json::to_string_pretty(proof).unwrap_or_default()) }
                }
            }
        }
    }
}

/// The places that a proof speaks of, each with what it says there: a value in conflict, or
/// that it is a place.
fn linked(kind: FieldType, decision: &FieldDecision) -> Vec<(usize, String)> {
    let candidates = match &decision.stop_proof {
        Some(StopProof::Conflict(proof)) => &proof.candidates,
        Some(StopProof::Review(proof)) => &proof.candidates,
        Some(
            StopProof::NoCandidates(_)
            | StopProof::Integrity(_)
            | StopProof::Confidence(_)
            | StopProof::Missing(_),
        )
        | None => {
            let places = 0..considered(decision).len();
            return places.map(|at| (at, format!("place {}", at + 1))).collect();
        }
    };
    let mut at = 0;
    let mut linked = Vec::new();
    for candidate in candidates {
        let Some(evidence) = &candidate.evidence else {
            continue;
        };
        let said = words::value_of(kind, &candidate.value, Some(&evidence.quote));
        linked.push((at, format!("{said}, page {}", evidence.page)));
        at += evidence.segments.len();
    }
    linked
}

/// What the proof of a STOP speaks of: nearest texts, values in conflict, values set aside.
pub(super) fn considered(decision: &FieldDecision) -> Vec<(u64, u64)> {
    let rejected = |detail: &Option<Detail>| -> Vec<(u64, u64)> {
        let list = detail.iter().flat_map(|detail| &detail.rejected);
        list.filter_map(|one| one.start.zip(one.end)).collect()
    };
    match &decision.stop_proof {
        Some(StopProof::NoCandidates(proof)) => rejected(&proof.detail),
        Some(StopProof::Conflict(proof)) => segments(&proof.candidates),
        Some(StopProof::Review(proof)) => segments(&proof.candidates),
        Some(StopProof::Integrity(proof)) => {
            let near = proof
                .issues
                .iter()
                .filter_map(|issue| issue.nearest.as_ref());
            near.map(|near| (near.start, near.end)).collect()
        }
        Some(StopProof::Confidence(_) | StopProof::Missing(_)) | None => Vec::new(),
    }
}

fn segments(candidates: &[ConflictCandidate]) -> Vec<(u64, u64)> {
    let quoted = candidates.iter().filter_map(|one| one.evidence.as_ref());
    let segments = quoted.flat_map(|evidence| evidence.segments.clone());
    segments.collect()
}
