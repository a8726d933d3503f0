//! What a person can change so that a field no longer stops, or need not be reviewed.
//!
//! Only what lies in somebody's hands is told: how a candidate is written, and what a schema says.
//! What the document itself takes back has no cure here.

use groundstop_contract::decision::IntegrityProof;
use groundstop_contract::report::Report;
use groundstop_contract::{
    CandidateRecord, FieldDecision, FieldRecord, Issue, IssueCode, StopProof, StopReason, WireValue,
};

use super::quotes::of_quote;
use super::reviews::of_review;
use super::spelling::is_absence;
use super::values::{of_conflict, of_type, of_value};

/// Values that a message shows.
const SHOWN: usize = 3;

/// What helps, known by its key: the same help is told once, for all its fields.
pub(super) struct Cure {
    pub(super) key: &'static str,
    pub(super) told: String,
}

impl Cure {
    pub(super) fn new(key: &'static str, told: impl Into<String>) -> Option<Cure> {
        let told = told.into();
        Some(Cure { key, told })
    }
}

/// What helps one field, where something does.
pub(super) fn cure(report: &Report, decision: &FieldDecision) -> Option<Cure> {
    let schema = &report.receipt.input.schema;
    let field = schema
        .fields
        .iter()
        .find(|field| field.name == decision.field_name)?;
    if let Some(word) = absence(decision) {
        return Cure::new(
            "absence",
            format!("“{word}” is no value: write null where nothing was found"),
        );
    }
    match decision.stop_proof.as_ref()? {
        StopProof::NoCandidates(proof) => of_type(field, proof),
        StopProof::Conflict(proof) => of_conflict(report, field, proof),
        // What states no confidence is told once for all of them.
        StopProof::Confidence(_) => None,
        StopProof::Missing(_) => Cure::new(
            "quote",
            "there is no quote: add the document's own words as `quote`",
        ),
        StopProof::Integrity(proof) => of_integrity(report, field, proof),
        StopProof::Review(proof) => {
            let mut reviews = proof.review.iter();
            reviews.find_map(|review| of_review(field, decision, review))
        }
    }
}

/// The word for nothing that stands where a value belongs.
fn absence(decision: &FieldDecision) -> Option<&str> {
    let value = match decision.stop_proof.as_ref()? {
        StopProof::NoCandidates(proof) => &proof.detail.as_ref()?.rejected.first()?.value,
        StopProof::Missing(proof) => &proof.value,
        StopProof::Integrity(proof) => &proof.value,
        StopProof::Confidence(proof) => &proof.value,
        StopProof::Conflict(_) | StopProof::Review(_) => return None,
    };
    match value {
        WireValue::Text(text) => Some(text.trim()).filter(|text| is_absence(text)),
        WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => None,
    }
}

/// Whether a help is about what a person gives with a value; the rest is about a schema or a candidate's file.
fn is_about_value(key: &str) -> bool {
    const KEYS: [&str; 35] = [
        "date_spelling",
        "edge_blank",
        "sign_spelled",
        "reference",
        "label",
        "tags",
        "grouping",
        "date_and_words",
        "choice_case",
        "ratio",
        "ellipses",
        "absence",
        "percent",
        "unit",
        "code",
        "amount",
        "time",
        "date",
        "boolean",
        "choice",
        "no_value",
        "cut",
        "quote_cut",
        "elsewhere",
        "html",
        "ellipsis",
        "ellipsis_at_end",
        "quotation",
        "quotation_and_markdown",
        "markdown",
        "item",
        "full_stop",
        "case",
        "punctuation",
        "sign",
    ];
    KEYS.contains(&key) || key == "text_value"
}

/// What helps a person whose value was refused, where it is about the value or the quote.
pub(super) fn cure_of_value(report: &Report, decision: &FieldDecision) -> Option<String> {
    let Some(found) = cure(report, decision) else {
        let contradicted = decision.stop_reason == Some(StopReason::ConflictingValues);
        return contradicted.then(|| {
            "the document says another value too, and not which of them holds: resolve it with `--unresolved`, and say in `--reason` what you hold".to_owned()
        });
    };
    if found.key == "value_quote" {
        return Some(
            "the quote says several values: quote only the words that say this one".to_owned(),
        );
    }
    if ["order", "century"].contains(&found.key) {
        let read = found
            .told
            .find(": set `")
            .and_then(|at| found.told.get(..at));
        return read.map(|read| format!("{read}: give the one that is meant"));
    }
    // The schema of what was decided stays as it was.
    let ends = ["; or let a person", ", or set `", " (for years of"];
    let first = ends.iter().filter_map(|end| found.told.find(end)).min();
    let told = found.told.get(..first.unwrap_or(found.told.len()));
    told.filter(|_| is_about_value(found.key))
        .map(str::to_owned)
}

/// Whether a help is about the schema or the document, and not about how candidates are written.
pub(super) fn is_about_schema(key: &str) -> bool {
    const KEYS: [&str; 12] = [
        "other_thing",
        "currency",
        "order",
        "other_order",
        "century",
        "bound",
        "cues",
        "unread",
        "ocr",
        "yes_no",
        "phrases",
        "phrases_of",
    ];
    KEYS.contains(&key)
}

fn of_integrity(report: &Report, field: &FieldRecord, proof: &IntegrityProof) -> Option<Cure> {
    proof
        .issues
        .iter()
        .find_map(|issue| of_issue(report, field, proof, issue))
}

fn of_issue(
    report: &Report,
    field: &FieldRecord,
    proof: &IntegrityProof,
    issue: &Issue,
) -> Option<Cure> {
    match issue.code {
        IssueCode::QuoteEmpty => Cure::new(
            "quote",
            "there is no quote: add the document's own words as `quote`",
        ),
        IssueCode::QuoteNotFound => of_quote(report, field, proof, issue),
        IssueCode::QuoteNotOnPage | IssueCode::PageOutOfRange => Cure::new(
            "page",
            "`page` counts the document's pages from 1, whatever is printed on them: correct it, or leave it out",
        ),
        IssueCode::OffsetReversed | IssueCode::OffsetOutOfRange | IssueCode::OffsetMismatch => {
            Cure::new(
                "offsets",
                "`start` and `end` count the characters of what `groundstop text DOCUMENT` prints: correct them, or leave them out and the quote is looked for",
            )
        }
        IssueCode::ContextMismatch => Cure::new(
            "context",
            "`prefix` and `suffix` must touch the quote where it stands: correct them, or leave them out",
        ),
        IssueCode::ValueNotInQuote => of_value(report, field, proof, issue),
        IssueCode::ValueCut => cut(proof, issue),
        IssueCode::ValueAmbiguousInQuote => Cure::new(
            "value_quote",
            format!(
                "the quote says several values{}: add `value_quote` with the one that is meant, or quote less",
                shown(&issue.found)
            ),
        ),
        IssueCode::ValueQuoteNotInQuote => Cure::new(
            "part",
            "`value_quote` must be a part of `quote`, as it stands there",
        ),
        IssueCode::CellMismatch => Cure::new(
            "cell",
            "`row` and `column` are the heads as `groundstop tables DOCUMENT` prints them: correct them, or leave them out",
        ),
        IssueCode::SearchLimit => None,
    }
}

/// A value or a quote that ends inside a number of the document.
fn cut(proof: &IntegrityProof, issue: &Issue) -> Option<Cure> {
    let is_whole = match &proof.value {
        WireValue::Text(text) => issue.found.iter().any(|found| found == text),
        WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => false,
    };
    let found = shown(&issue.found);
    match is_whole {
        true => Cure::new(
            "quote_cut",
            format!("the quote ends inside the number{found}: quote all of it"),
        ),
        false => Cure::new(
            "cut",
            format!("the document goes on where the value ends{found}: write and quote all of it"),
        ),
    }
}

/// The texts a message shows, in brackets.
fn shown(found: &[String]) -> String {
    let texts: Vec<String> = found
        .iter()
        .take(SHOWN)
        .map(|text| format!("“{text}”"))
        .collect();
    match texts.is_empty() {
        true => String::new(),
        false => format!(" ({})", texts.join(", ")),
    }
}

/// The quote that was judged.
pub(super) fn quote_of<'c>(
    candidates: &'c [CandidateRecord],
    field: &FieldRecord,
    proof: &IntegrityProof,
) -> Option<&'c str> {
    let own = |candidate: &&CandidateRecord| candidate.field_name == field.name;
    let judged = candidates
        .iter()
        .filter(own)
        .find(|candidate| candidate.value == proof.value && candidate.quote.is_some());
    judged
        .or_else(|| {
            candidates
                .iter()
                .filter(own)
                .find(|one| one.quote.is_some())
        })
        .and_then(|candidate| candidate.quote.as_deref())
}
