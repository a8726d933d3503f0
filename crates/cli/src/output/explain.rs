//! Why a field was decided as it was: every reading the proposer saw.

use std::fmt::Write;

use groundstop_contract::report::Report;
use groundstop_contract::{Detail, FieldDecision, Rejected, StopProof};
use groundstop_document::{ByteOffset, ByteSpan, Document};
use groundstop_propose::builtin::Finding;

use super::{shortened, visible, words};

/// Everything that was seen for one field.
pub(crate) fn field(
    document: &Document,
    report: &Report,
    findings: &[Finding],
    field: &str,
) -> String {
    let fields = &report.receipt.input.schema.fields;
    let index = fields.iter().position(|one| one.name == field);
    let seen: Vec<&Finding> = findings
        .iter()
        .filter(|one| Some(one.field) == index)
        .collect();
    let mut text = format!("{} · {}\n", visible(&report.document.name), visible(field));
    for decision in report
        .decisions
        .iter()
        .filter(|decision| decision.field_name == field)
    {
        let _ = writeln!(text, "  {}", ending(decision));
    }
    if seen.is_empty() {
        text.push_str(match document.text().trim().is_empty() {
            true => "  the document has no text: nothing was there to search\n",
            false => "  no reading: none of the field's cues leads to a value of its type\n",
        });
    }
    for (number, finding) in seen.iter().enumerate() {
        entry(document, report, finding, number + 1, &mut text);
    }
    text
}

fn ending(decision: &FieldDecision) -> String {
    match words::stopped(decision) {
        Some(why) => format!("{}: {why}", decision.decision),
        None => {
            let quote = decision
                .evidence
                .as_ref()
                .map_or("", |evidence| &evidence.quote);
            format!(
                "{} {}",
                decision.decision.code(),
                shortened(&visible(quote), 70)
            )
        }
    }
}

fn entry(
    document: &Document,
    report: &Report,
    finding: &Finding,
    number: usize,
    text: &mut String,
) {
    let value = document
        .text()
        .get(finding.value.clone())
        .unwrap_or_default();
    let line = document.line_of(ByteOffset(finding.value.start));
    let fate = fate(document, report, finding);
    let _ = writeln!(
        text,
        "\n  {number}. {}  (line {line}, confidence {}, sum {})\n     {fate}",
        shortened(&visible(value), 60),
        finding.confidence,
        finding.score
    );
    let quote = document
        .text()
        .get(finding.quote.clone())
        .unwrap_or_default();
    let _ = writeln!(text, "     in: {}", shortened(&visible(quote), 100));
    let signs: Vec<&str> = finding.features.iter().map(AsRef::as_ref).collect();
    let _ = writeln!(text, "     signs: {}", visible(&signs.join("; ")));
}

/// Whether a reading was proposed, set aside by the proposer, or taken back by the gate.
fn fate(document: &Document, report: &Report, finding: &Finding) -> String {
    let span =
        |range: &std::ops::Range<usize>| document.char_span(ByteSpan::new(range.start, range.end));
    let (value, quote) = (span(&finding.value), span(&finding.quote));
    let same = |rejected: &&Rejected| {
        rejected.start == Some(value.start.as_u64()) && rejected.end == Some(value.end.as_u64())
    };
    let rejected = report
        .decisions
        .iter()
        .filter_map(detail)
        .flat_map(|detail| &detail.rejected)
        .find(same);
    if let Some(rejected) = rejected {
        let because = rejected
            .because
            .as_ref()
            .map(|words| format!(": \"{}\"", visible(words)));
        return format!(
            "set aside, {}{}",
            words::rejected(rejected.code),
            because.unwrap_or_default()
        );
    }
    let candidates = &report.receipt.input.candidates;
    let candidate = candidates.iter().find(|candidate| {
        candidate.start == Some(quote.start.as_u64()) && candidate.end == Some(quote.end.as_u64())
    });
    match candidate {
        Some(candidate) => match candidate.set_aside {
            Some(code) => format!("set aside, {}", words::rejected(code)),
            None => "proposed".to_owned(),
        },
        None => "not proposed: another reading says the same, or surer ones were enough".to_owned(),
    }
}

fn detail(decision: &FieldDecision) -> Option<&Detail> {
    match decision.stop_proof.as_ref()? {
        StopProof::NoCandidates(proof) => proof.detail.as_ref(),
        StopProof::Conflict(proof) => proof.detail.as_ref(),
        StopProof::Confidence(proof) => proof.detail.as_ref(),
        StopProof::Missing(proof) => proof.detail.as_ref(),
        StopProof::Integrity(proof) => proof.detail.as_ref(),
        StopProof::Review(_) => None,
    }
}
