//! Why a field was decided as it was: every reading the proposer saw.

use std::fmt::Write;

use groundstop_contract::report::Report;
use groundstop_contract::{Decision, Detail, FieldDecision, Rejected, StopProof};
use groundstop_document::{ByteOffset, ByteSpan, Document};
use groundstop_propose::builtin::{Finding, Proposer};

use super::{shortened, visible, words};

/// Signs of a reading that are shown, those that weighed most.
const SIGNS_SHOWN: usize = 5;

/// What is explained: one field of one document.
pub(crate) struct Seen<'a> {
    pub(crate) document: &'a Document,
    pub(crate) report: &'a Report,
    pub(crate) findings: &'a [Finding],
    pub(crate) proposer: &'a Proposer,
    pub(crate) field: &'a str,
}

impl Seen<'_> {
    fn decisions(&self) -> impl Iterator<Item = &FieldDecision> {
        let own = |decision: &&FieldDecision| decision.field_name == self.field;
        self.report.decisions.iter().filter(own)
    }
}

/// Everything that was seen for one field.
pub(crate) fn field(seen: &Seen<'_>) -> String {
    let fields = &seen.report.receipt.input.schema.fields;
    let index = fields.iter().position(|one| one.name == seen.field);
    let own = |one: &&Finding| Some(one.field) == index;
    let findings: Vec<&Finding> = seen.findings.iter().filter(own).collect();
    let mut text = format!(
        "{} · {}\n",
        visible(&seen.report.document.name),
        visible(seen.field)
    );
    for decision in seen.decisions() {
        let _ = writeln!(text, "  {}", ending(decision));
    }
    if findings.is_empty() {
        text.push_str(match seen.document.text().trim().is_empty() {
            true => "  the document has no text: nothing was there to search\n",
            false => "  no reading: none of the field's cues leads to a value of its type\n",
        });
    }
    for (number, finding) in findings.iter().enumerate() {
        entry(seen, finding, number + 1, &mut text);
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

fn entry(seen: &Seen<'_>, finding: &Finding, number: usize, text: &mut String) {
    let document = seen.document;
    let value = document
        .text()
        .get(finding.value.clone())
        .unwrap_or_default();
    let line = document.line_of(ByteOffset(finding.value.start));
    let fate = fate(seen, finding);
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
    let (start, signs) = seen.proposer.strongest(finding, SIGNS_SHOWN);
    if signs.is_empty() {
        return;
    }
    // A sign without weight says nothing for a reading or against it.
    let told: Vec<String> = signs
        .iter()
        .filter(|(_, weight)| *weight != 0)
        .map(|(sign, weight)| format!("{weight:+} {}", visible(sign)))
        .collect();
    if told.is_empty() {
        let of = finding.features.len();
        let _ = writeln!(
            text,
            "     none of its {of} signs weighs anything; every reading starts at {start}"
        );
        return;
    }
    let _ = writeln!(
        text,
        "     weighed most: {} (of {} signs; every reading starts at {start})",
        told.join("; "),
        finding.features.len()
    );
}

/// What became of a reading: accepted, left to a person, set aside by the proposer or by the gate.
fn fate(seen: &Seen<'_>, finding: &Finding) -> String {
    let span = |range: &std::ops::Range<usize>| {
        let span = seen
            .document
            .char_span(ByteSpan::new(range.start, range.end));
        (span.start.as_u64(), span.end.as_u64())
    };
    let (value, quote) = (span(&finding.value), span(&finding.quote));
    let candidates = seen.report.receipt.input.candidates.iter();
    let candidate = candidates
        .filter(|candidate| candidate.field_name == seen.field)
        .find(|candidate| candidate.start.zip(candidate.end) == Some(quote));
    let released = seen.decisions().find(|decision| {
        let evidence = decision.evidence.as_ref();
        evidence.is_some_and(|evidence| (evidence.start, evidence.end) == quote)
    });
    // What was released is never called set aside, whatever else was said of its place.
    match released.map(|decision| decision.decision) {
        Some(Decision::Accept) => return "accepted".to_owned(),
        Some(Decision::NeedReview) => return "proposed, and left to a person".to_owned(),
        Some(Decision::Stop) | None => {}
    }
    let same = |rejected: &&Rejected| rejected.start.zip(rejected.end) == Some(value);
    let rejected = seen
        .decisions()
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
