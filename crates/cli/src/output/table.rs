//! The report in a terminal.

use anstyle::{AnsiColor, Style};
use groundstop_contract::report::Report;
use groundstop_contract::{Decision, FieldDecision, FieldType, WireValue};

use super::proof::{kind_of, lines, quoted};
use super::report::is_shown;
use super::{visible, words};
use crate::args::Only;

/// Where the second line of an entry begins.
const INDENT: &str = "               ";
/// Readings of a field that were set aside and are shown beside what was accepted.
const SEEN_SHOWN: usize = 3;
/// How wide lines get before they wrap.
const WIDTH: usize = 96;

/// The decisions that were asked for, and what became of all of them.
pub(crate) fn report(report: &Report, only: Option<Only>) -> String {
    let mut text = format!(
        "{} · {} · {} · schema {} {}\n\n",
        visible(&report.document.name),
        counted(u64::from(report.document.pages), "page"),
        counted(report.document.chars, "character"),
        visible(&report.schema.name),
        visible(&report.schema.version)
    );
    let width = report
        .decisions
        .iter()
        .map(|decision| decision.field_name.chars().count())
        .max()
        .unwrap_or(0)
        .min(40);
    let shown: Vec<&FieldDecision> = report
        .decisions
        .iter()
        .filter(|one| is_shown(only, one))
        .collect();
    for (index, decision) in shown.iter().enumerate() {
        entry(kind_of(report, decision), decision, width, &mut text);
        let field = &decision.field_name;
        let next = shown.get(index + 1);
        let last = next.is_none_or(|next| next.field_name != *field);
        if let Some(line) = also_seen(report, field).filter(|_| last) {
            indented(&line, &mut text);
        }
    }
    if report.decisions.is_empty() {
        text.push_str("  nothing was proposed, and the schema asks for nothing\n");
    }
    let summary = report.summary;
    let mut counts = vec![
        format!("{} accepted", summary.accept),
        format!("{} stopped", summary.stop),
        format!("{} to review", summary.need_review),
    ];
    if summary.absent > 0 {
        counts.push(format!("{} absent", summary.absent));
    }
    let digest: String = report.decision_sha256.chars().take(16).collect();
    text.push_str(&format!("\n{} · decision {digest}…\n", counts.join(" · ")));
    for line in caveats(report) {
        text.push_str(&format!("{line}\n"));
    }
    text
}

/// What whoever reads the decisions must know about all of them.
pub(super) fn caveats(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    if report
        .receipt
        .input
        .schema
        .evidence
        .assertion
        .is_words_only()
    {
        lines.push(
            "words only: an ACCEPT claims that the words stand there, not that the document says them"
                .to_owned(),
        );
    }
    let strong = report.screen.as_ref().map_or(0, |screen| screen.strong);
    if strong > 0 {
        lines.push(format!(
            "the document gives orders to whoever reads it ({strong} found): see `groundstop screen`"
        ));
    }
    lines
}

fn counted(number: u64, thing: &str) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let plural = if number == 1 { "" } else { "s" };
    format!("{grouped} {thing}{plural}")
}

fn entry(kind: FieldType, decision: &FieldDecision, width: usize, text: &mut String) {
    let (colour, head) = match decision.decision {
        Decision::Accept => (AnsiColor::Green, accepted(kind, decision)),
        Decision::Stop => (AnsiColor::Red, stopped(decision)),
        Decision::NeedReview => (AnsiColor::Yellow, accepted(kind, decision)),
    };
    let style = Style::new().bold().fg_color(Some(colour.into()));
    let name = visible(&decision.field_name);
    let code = decision.decision.code();
    text.push_str(&format!(
        "  {style}{code:<11}{style:#}  {name:<width$}  {head}\n"
    ));
    if let Some(evidence) = &decision.evidence {
        indented(&quoted(&evidence.quote), text);
    }
    for line in lines(kind, decision) {
        indented(&line, text);
    }
}

/// What the proposer saw for a field and set aside, where no proof lists it.
fn also_seen(report: &Report, field: &str) -> Option<String> {
    let own = |decision: &&FieldDecision| decision.field_name == field;
    let mut decided = report.decisions.iter().filter(own);
    if decided.all(|decision| decision.decision == Decision::Stop) {
        return None;
    }
    let candidates = report.receipt.input.candidates.iter();
    let texts: Vec<String> = candidates
        .filter(|candidate| candidate.field_name == field && candidate.set_aside.is_some())
        .map(|candidate| match &candidate.value {
            WireValue::Text(text) => quoted(text),
            value => words::value_of(FieldType::Text, value, None),
        })
        .collect();
    if texts.is_empty() {
        return None;
    }
    let shown: Vec<&str> = texts.iter().take(SEEN_SHOWN).map(String::as_str).collect();
    let more = match texts.len().saturating_sub(SEEN_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "also seen, set aside: {}{more} (`--explain {field}`)",
        shown.join(", ")
    ))
}

fn accepted(kind: FieldType, decision: &FieldDecision) -> String {
    let value = decision
        .value
        .as_ref()
        .map(|value| {
            let quote = decision.evidence.as_ref();
            words::value_of(kind, value, quote.map(|evidence| evidence.quote.as_str()))
        })
        .unwrap_or_default();
    let bold = Style::new().bold();
    let place = decision.evidence.as_ref().map(|evidence| {
        let more = match evidence.occurrences {
            0 | 1 => String::new(),
            many => format!(", one of {many} places"),
        };
        format!(", page {}, line {}{more}", evidence.page, evidence.line)
    });
    let tax = decision
        .evidence
        .as_ref()
        .and_then(|evidence| evidence.tax.as_deref())
        .map(|words| format!(" {}", visible(words)));
    let value = format!(
        "{}{}",
        super::shortened(&value, 80),
        tax.unwrap_or_default()
    );
    format!(
        "{bold}{value}{bold:#}  ({}{})",
        decision.confidence,
        place.unwrap_or_default()
    )
}

fn stopped(decision: &FieldDecision) -> String {
    let said = decision.stop_reason.zip(words::stopped(decision));
    said.map(|(reason, why)| format!("{reason}: {why}"))
        .unwrap_or_default()
}

/// Wraps a line and sets it in.
fn indented(line: &str, text: &mut String) {
    let room = WIDTH - INDENT.len();
    let mut used = 0;
    text.push_str(INDENT);
    for word in line.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > room {
            text.push_str(&format!("\n{INDENT}  "));
            used = 2;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text.push('\n');
}
