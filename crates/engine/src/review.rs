//! A person resolves a STOP or a NEED_REVIEW, or corrects an ACCEPT: a value is verified like
//! any other, and the decision stays as it was.

use std::fmt;

use groundstop_contract::ledger::{Resolution, ReviewRecord, ReviewedDecision};
use groundstop_contract::report::{ProposerRecord, Report, RunFlags};
use groundstop_contract::{
    CandidateRecord, Confidence, DateOrder, Decision, FieldDecision, FieldRecord, FieldType,
    SchemaRecord, StopReason, WireValue,
};
use groundstop_document::Document;
use groundstop_fields::Schema;

use crate::PRODUCT;
use crate::verify::{Run, verify};

/// What a person says.
pub enum ReviewInput<'a> {
    /// The document says this value, in these words.
    Value {
        /// The value as spelled.
        value: &'a str,
        /// The words.
        quote: &'a str,
        /// The page they stand on, where they stand on several.
        page: Option<u32>,
        /// The document.
        document: &'a Document,
    },
    /// The document does not say it.
    Absent,
    /// It stays undecided.
    Unresolved,
}

/// A resolution to be made.
pub struct ReviewCase<'a> {
    /// The record's place in the log.
    pub record: u64,
    /// The report in it.
    pub report: &'a Report,
    /// The field.
    pub field: &'a str,
    /// Which decision of the field, counted from 1, where it has several.
    pub number: Option<usize>,
    /// Who resolves it.
    pub by: &'a str,
    /// Why.
    pub reason: &'a str,
    /// What is said.
    pub answer: ReviewInput<'a>,
    /// Now: UTC, RFC 3339.
    pub at: &'a str,
}

/// Why nothing was resolved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReviewError {
    /// The report has no such field.
    #[error("the record has no field `{0}`")]
    NoField(String),
    /// The field has several decisions to resolve.
    #[error("the field has {0} decisions to choose from")]
    Several(usize),
    /// Somebody or some reason must be named.
    #[error("{0} is empty")]
    Unnamed(&'static str),
    /// The document is another.
    #[error("the document is not the one decided on")]
    OtherDocument,
    /// The value does not stand in the document as it must.
    #[error("the value is refused")]
    Stopped(Box<FieldDecision>, Option<String>),
    /// It could not be judged.
    #[error("{0}")]
    Unjudgeable(String),
}

impl ReviewError {
    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> String {
        let cure = match self {
            ReviewError::NoField(_) => "`groundstop ledger show` lists the record's fields",
            ReviewError::Several(_) => "say which with `--number`",
            ReviewError::Unnamed(_) => "say who with `--by` and why with `--reason`",
            ReviewError::OtherDocument => "give the document that was decided on",
            ReviewError::Stopped(_, Some(help)) => help,
            ReviewError::Stopped(_, None) => {
                "give `--value` and `--quote` as the document spells them; without a value, resolve it with `--absent` or `--unresolved`"
            }
            ReviewError::Unjudgeable(_) => "the record was made by another version",
        };
        cure.to_owned()
    }
}

/// Makes the record of a resolution.
///
/// # Errors
/// Where there is nothing to resolve, or the value given does not hold.
pub fn review(resolve: &ReviewCase<'_>) -> Result<ReviewRecord, ReviewError> {
    for (what, text) in [
        ("who resolves it", resolve.by),
        ("the reason", resolve.reason),
    ] {
        if text.trim().is_empty() {
            return Err(ReviewError::Unnamed(what));
        }
    }
    let decision = open_decision(resolve)?;
    let (resolution, verified) = match &resolve.answer {
        ReviewInput::Value {
            value,
            quote,
            page,
            document,
        } => {
            let candidate = candidate(resolve.field, value, quote, *page);
            let report = verified(resolve, candidate, document)?;
            (Resolution::Value, Some(report))
        }
        ReviewInput::Absent => (Resolution::Absent, None),
        ReviewInput::Unresolved => (Resolution::Unresolved, None),
    };
    Ok(ReviewRecord {
        of: ReviewedDecision {
            record: resolve.record,
            receipt_id: resolve.report.receipt.id.clone(),
            decision: decision as u64,
            field_name: resolve.field.to_owned(),
        },
        by: resolve.by.trim().to_owned(),
        resolved_at: resolve.at.to_owned(),
        resolution,
        reason: resolve.reason.trim().to_owned(),
        verified,
        product: PRODUCT.to_owned(),
    })
}

/// Whether a resolution fits the report it says it resolves a decision of.
///
/// # Errors
/// What does not fit.
pub fn check_review(review: &ReviewRecord, report: &Report) -> Result<(), String> {
    let of = &review.of;
    if of.receipt_id != report.receipt.id {
        return Err(format!("record {} holds another receipt", of.record));
    }
    let place = usize::try_from(of.decision).ok();
    let decision = place.and_then(|place| report.decisions.get(place));
    let decision =
        decision.ok_or_else(|| format!("record {} has no decision {}", of.record, of.decision))?;
    if decision.field_name != of.field_name {
        return Err(format!(
            "decision {} of record {} is of the field `{}`, not of `{}`",
            of.decision, of.record, decision.field_name, of.field_name
        ));
    }
    match (&review.resolution, &review.verified) {
        (Resolution::Value, None) => Err("a value is given and not verified".to_owned()),
        (Resolution::Value, Some(verified)) => check_value(of, verified, report),
        (_, Some(_)) => Err("a value is verified and none is given".to_owned()),
        (_, None) => Ok(()),
    }
}

/// A value is about the same field of the same document, and did not stop.
fn check_value(of: &ReviewedDecision, verified: &Report, report: &Report) -> Result<(), String> {
    if verified.document.sha256 != report.document.sha256 {
        return Err("its value was verified in another document".to_owned());
    }
    let fits = |decision: &FieldDecision| {
        decision.field_name == of.field_name && decision.decision != Decision::Stop
    };
    match !verified.decisions.is_empty() && verified.decisions.iter().all(fits) {
        true => Ok(()),
        false => Err(format!(
            "what was verified is no value of `{}`",
            of.field_name
        )),
    }
}

/// The place of the decision that is resolved.
fn open_decision(resolve: &ReviewCase<'_>) -> Result<usize, ReviewError> {
    let name = resolve.field;
    let decisions = resolve.report.decisions.iter().enumerate();
    let of_field: Vec<_> = decisions.filter(|(_, d)| d.field_name == name).collect();
    if of_field.is_empty() {
        return Err(ReviewError::NoField(name.to_owned()));
    }
    let open: Vec<_> = match resolve.number {
        Some(number) => of_field
            .into_iter()
            .skip(number.saturating_sub(1))
            .take(1)
            .collect(),
        // What waits for a person comes first; where nothing does, an ACCEPT is corrected.
        None if of_field.iter().any(is_open) => of_field.into_iter().filter(is_open).collect(),
        None => of_field,
    };
    match open.as_slice() {
        [] => Err(ReviewError::NoField(name.to_owned())),
        [(index, _)] => Ok(*index),
        several => Err(ReviewError::Several(several.len())),
    }
}

fn is_open((_, decision): &(usize, &FieldDecision)) -> bool {
    decision.decision != Decision::Accept
}

fn candidate(field: &str, value: &str, quote: &str, page: Option<u32>) -> CandidateRecord {
    CandidateRecord {
        field_name: field.to_owned(),
        value: WireValue::Text(value.to_owned()),
        quote: Some(quote.to_owned()),
        value_quote: None,
        page,
        start: None,
        end: None,
        prefix: None,
        suffix: None,
        row: None,
        column: None,
        confidence: Some(Confidence::ONE),
        set_aside: None,
    }
}

/// The value's own report. What a person vouches for may leave doubts, which
/// the record then shows; it may not stop.
fn verified(
    resolve: &ReviewCase<'_>,
    candidate: CandidateRecord,
    document: &Document,
) -> Result<Report, ReviewError> {
    if document.sha256() != resolve.report.document.sha256 {
        return Err(ReviewError::OtherDocument);
    }
    let unjudgeable = |why: &dyn fmt::Display| ReviewError::Unjudgeable(why.to_string());
    let whole = &resolve.report.receipt.input.schema;
    let field = whole.fields.iter().find(|one| one.name == resolve.field);
    let field = field.ok_or_else(|| ReviewError::NoField(resolve.field.to_owned()))?;
    let judged = |field: FieldRecord| {
        let schema = Schema::check(SchemaRecord {
            fields: vec![field],
            ..whole.clone()
        })
        .map_err(|error| unjudgeable(&error))?;
        verify(&Run {
            document,
            document_name: &resolve.report.document.name,
            schema: &schema,
            candidates: std::slice::from_ref(&candidate),
            proposer: &ProposerRecord {
                name: "person".to_owned(),
                version: "1".to_owned(),
            },
            flags: &RunFlags::default(),
            decided_at: resolve.at,
        })
        .map_err(|error| unjudgeable(&error))
    };
    let mut report = judged(field.clone())?;
    if conflicts(&report) {
        for read_so in meant_by(field, &candidate.value) {
            let other = judged(read_so)?;
            if !conflicts(&other) && !other.decisions.iter().any(is_stop) {
                report = other;
                break;
            }
        }
    }
    match report.decisions.iter().find(|one| is_stop(one)) {
        Some(decision) => {
            let help = crate::hints::help_for_value(&report, decision);
            Err(ReviewError::Stopped(Box::new(decision.clone()), help))
        }
        None => Ok(report),
    }
}

fn is_stop(decision: &FieldDecision) -> bool {
    decision.decision == Decision::Stop
}

/// Whether values contradict each other, or a spelling itself.
fn conflicts(report: &Report) -> bool {
    let reason = Some(StopReason::ConflictingValues);
    report.decisions.iter().any(|one| one.stop_reason == reason)
}

/// The ways to read dates in figures that a schema leaves open, for a date that a person spells out
/// in full: by saying which day "03/04/2025" is, a person says how it is to be read.
fn meant_by(field: &FieldRecord, value: &WireValue) -> Vec<FieldRecord> {
    let WireValue::Text(date) = value else {
        return Vec::new();
    };
    let date = date.trim();
    if field.kind != FieldType::Date || !crate::hints::is_iso_date(date) {
        return Vec::new();
    }
    let hundreds = date.get(..2).and_then(|two| two.parse::<u16>().ok());
    let century = hundreds.and_then(|hundreds| hundreds.checked_mul(100));
    let orders = match field.order {
        Some(order) => vec![Some(order)],
        None => std::iter::once(None)
            .chain(DateOrder::ALL.iter().copied().map(Some))
            .collect(),
    };
    let centuries = match field.century {
        Some(century) => vec![Some(century)],
        None => vec![None, century],
    };
    let mut ways = Vec::new();
    for century in centuries {
        for order in &orders {
            if (*order, century) != (field.order, field.century) {
                ways.push(FieldRecord {
                    order: *order,
                    century,
                    ..field.clone()
                });
            }
        }
    }
    ways
}

/// What a person said of a date's spelling by the value that was given: "dmy", where the schema of
/// the decision leaves it open.
pub(crate) fn said_of_spelling(review: &ReviewRecord, report: &Report) -> Option<String> {
    let of_field = |report: &Report| {
        let fields = &report.receipt.input.schema.fields;
        let field = fields.iter().find(|one| one.name == review.of.field_name)?;
        Some((field.order, field.century))
    };
    let (order, century) = of_field(review.verified.as_ref()?)?;
    let (own_order, own_century) = of_field(report)?;
    let order = order.filter(|_| own_order.is_none());
    let century = century.filter(|_| own_century.is_none());
    let order = order.map(|order| format!("order = \"{}\"", order.code()));
    let century = century.map(|century| format!("century = {century}"));
    let said: Vec<String> = order.into_iter().chain(century).collect();
    (!said.is_empty()).then(|| said.join(", "))
}
