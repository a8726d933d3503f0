//! A person's resolution, recorded beside the decision.

use groundstop_canon::jcs;
use groundstop_contract::ledger::{RecordBody, ReviewRecord};
use groundstop_contract::report::Report;
use groundstop_ledger::{Ledger, Moment};
use serde_json::json;

use super::{DocumentInput, Engine};
use crate::control::{RunControl, Stage};
use crate::error::{EngineError, ErrorKind};
use crate::home::Home;
use crate::recorder::{RecordOptions, Recorded, body_at};
use crate::review::{ReviewCase, ReviewError, ReviewInput, review, said_of_spelling};

/// What a person says about a decision.
#[derive(Clone, Copy, Debug)]
pub enum ReviewAnswer<'a> {
    /// The document says this value, in these words.
    Value {
        /// The value as the document spells it.
        value: &'a str,
        /// The document's own words that say it.
        quote: &'a str,
        /// The page they stand on, where they stand on several.
        page: Option<u32>,
        /// The document that was decided on.
        document: DocumentInput<'a>,
    },
    /// The document does not say it.
    Absent,
    /// It stays undecided.
    Unresolved,
}

/// A decision to be resolved.
#[derive(Clone, Copy, Debug)]
pub struct ReviewRequest<'a> {
    /// The record: its number, or the beginning of its receipt's id.
    pub record: &'a str,
    /// The field.
    pub field: &'a str,
    /// Which decision of the field, counted from 1, where it has several.
    pub number: Option<usize>,
    /// Who resolves it.
    pub by: &'a str,
    /// Why.
    pub reason: &'a str,
    /// What is said.
    pub answer: ReviewAnswer<'a>,
    /// The document, where it is named beside an answer without a value: it must be the one that
    /// was decided on.
    pub document: Option<DocumentInput<'a>>,
    /// Repeating a request with the same key gives the same record.
    pub idempotency_key: Option<&'a str>,
}

/// A resolution that may be shown.
#[derive(Debug)]
pub struct ReviewOutcome {
    /// The resolution.
    pub record: ReviewRecord,
    /// What became of its record.
    pub recorded: Recorded,
    /// Whether nothing was recorded, because the last resolution says the same.
    pub is_repeated: bool,
    /// How the value given says that dates in figures are read, where the schema leaves it open.
    pub read_as: Option<String>,
}

impl Engine {
    /// Resolves a STOP or a NEED_REVIEW as a person, or corrects an ACCEPT. A value is verified like any other;
    /// the resolution comes back once its record is durable.
    ///
    /// # Errors
    /// Where there is nothing to resolve, or the value given does not hold.
    pub fn review(
        &self,
        request: ReviewRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<ReviewOutcome, EngineError> {
        let home = self.need_home()?;
        home.need_store()?;
        let recorder = self.recorder(&RecordOptions {
            no_ledger: false,
            idempotency_key: request.idempotency_key.map(str::to_owned),
        })?;
        let ledger = self.writer()?;
        let ledger = ledger.ok_or_else(|| EngineError::internal("the ledger is gone"))?;
        let index = home.find_record(&ledger, request.record)?;
        let RecordBody::Decision(report) = body_at(&ledger, index)? else {
            return Err(EngineError::input(
                format!("record {index} holds no decisions"),
                "resolve a record of the kind `decision`",
            ));
        };
        let (now, record) = self.resolve(request, index, &report, control)?;
        let read_as = said_of_spelling(&record, &report);
        if request.idempotency_key.is_none()
            && let Some((index, record)) = same_as_last(home, &ledger, &record)?
        {
            return Ok(ReviewOutcome {
                record,
                recorded: Recorded::Before { index },
                is_repeated: true,
                read_as,
            });
        }
        control.stage(Stage::Recording)?;
        let input = digest(&record)?;
        let body = RecordBody::Review(Box::new(record));
        match recorder.at(now).body(body, input)? {
            (RecordBody::Review(record), recorded) => Ok(ReviewOutcome {
                record: *record,
                recorded,
                is_repeated: false,
                read_as,
            }),
            (RecordBody::Decision(_) | RecordBody::Freeze(_) | RecordBody::Research(_), _) => {
                Err(EngineError::internal("the key answers another command"))
            }
        }
    }
}

impl Engine {
    /// The record of a resolution, and when it was made; the document is read where one is given.
    fn resolve(
        &self,
        request: ReviewRequest<'_>,
        index: u64,
        report: &Report,
        control: RunControl<'_>,
    ) -> Result<(Moment, ReviewRecord), EngineError> {
        if let Some(named) = request.document {
            let named = self.read(named, control)?;
            if named.sha256() != report.document.sha256 {
                return Err(not_resolved(&ReviewError::OtherDocument));
            }
        }
        let document;
        let answer = match request.answer {
            ReviewAnswer::Value {
                document: input,
                value,
                quote,
                page,
            } => {
                document = self.read(input, control)?;
                ReviewInput::Value {
                    value,
                    quote,
                    page,
                    document: &document,
                }
            }
            ReviewAnswer::Absent => ReviewInput::Absent,
            ReviewAnswer::Unresolved => ReviewInput::Unresolved,
        };
        let now = self.now();
        let record = review(&ReviewCase {
            record: index,
            report,
            field: request.field,
            number: request.number,
            by: request.by,
            reason: request.reason,
            answer,
            at: &now.to_string(),
        });
        let record = record.map_err(|error| not_resolved(&error))?;
        Ok((now, record))
    }
}

/// The last resolution of the same decision, where it says what this one says.
fn same_as_last(
    home: &Home,
    ledger: &Ledger,
    record: &ReviewRecord,
) -> Result<Option<(u64, ReviewRecord)>, EngineError> {
    let mut earlier = super::ledger::resolutions(ledger, home, record.of.record)?;
    earlier.retain(|(_, one)| one.of.decision == record.of.decision);
    match earlier.pop() {
        Some((at, last)) if digest(&last)? == digest(record)? => Ok(Some((at, last))),
        _ => Ok(None),
    }
}

/// What a resolution asks, without its times.
fn digest(record: &ReviewRecord) -> Result<String, EngineError> {
    let candidates = record.verified.as_ref().map(|report| &report.receipt.input);
    let asked = json!({
        "of": record.of, "by": record.by, "reason": record.reason,
        "resolution": record.resolution, "input": candidates,
    });
    jcs::digest(&asked).map_err(EngineError::internal)
}

/// A value that is refused stops like any other; everything else is the input's fault.
fn not_resolved(error: &ReviewError) -> EngineError {
    let ReviewError::Stopped(decision, _) = error else {
        return EngineError::input(error, error.cure());
    };
    let mut stopped = EngineError::new(ErrorKind::Stopped, error, error.cure());
    stopped.stopped = Some(decision.clone());
    stopped
}
