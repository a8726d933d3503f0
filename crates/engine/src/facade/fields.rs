//! Values of fields: verified, extracted, and checked again from their receipts.

use groundstop_contract::Confidence;
use groundstop_contract::report::{ProposerRecord, Report, RunFlags};
use groundstop_document::Document;
use groundstop_fields::Schema;
use groundstop_ledger::note::VerifyingKey;
use groundstop_ledger::receipt::{ReceiptError, VerifiedReceipt, verify_receipt};
use groundstop_propose::builtin::{Finding, Proposer};
use groundstop_propose::{Format, ImportError, Imported, import};

use super::{DocumentInput, Engine};
use crate::check::{
    CheckError, Checked, OtherGate, check, derive_from, look_language_of, second_reader_of,
};
use crate::control::{RunControl, Stage};
use crate::error::{Diagnostic, EngineError, ErrorKind};
use crate::extract::{Extraction, extract};
use crate::hints::{OTHER_DOCUMENT, hints, schema_hints};
use crate::imported::settle_import;
use crate::lines::about;
use crate::record::{check_receipt, report_of_record};
use crate::recorder::{RecordOptions, Recorded};
use crate::verify::{Run, RunError, is_sealed, verify, with_import};

/// How many problems of a candidate file are named.
const PROBLEMS_NAMED: usize = 20;

/// Somebody's candidates against a document.
#[derive(Clone, Copy)]
pub struct VerifyRequest<'a> {
    /// The document.
    pub document: DocumentInput<'a>,
    /// The candidates, as they came.
    pub candidates: &'a [u8],
    /// What messages call them.
    pub candidates_label: &'a str,
    /// Whose format they are in.
    pub format: Format,
    /// The fields to decide; without it every field is text.
    pub schema: Option<&'a Schema>,
    /// The confidence that whoever asks vouches for where candidates state none.
    pub confidence: Option<Confidence>,
    /// Compare quotes from PDFs with what the second reader reads.
    pub second_reader: bool,
    /// The language in which Tesseract reads the drawn lines of accepted quotes from PDFs, to
    /// compare them; without it nobody does.
    pub look: Option<&'a str>,
    /// How it is recorded.
    pub record: &'a RecordOptions,
}

/// Decisions that may be shown.
#[derive(Debug)]
pub struct VerifyOutcome {
    /// The decisions with their receipt.
    pub report: Report,
    /// The document as it was read.
    pub document: Document,
    /// What became of the record.
    pub recorded: Recorded,
    /// What somebody who does this for the first time may need to be told.
    pub hints: Vec<String>,
}

/// A document for the built-in proposer.
#[derive(Clone, Copy)]
pub struct ExtractRequest<'a> {
    /// The document.
    pub document: DocumentInput<'a>,
    /// The fields to look for.
    pub schema: &'a Schema,
    /// The proposer made for this schema; one serves any number of documents.
    pub proposer: &'a Proposer,
    /// As in [`VerifyRequest`].
    pub look: Option<&'a str>,
    /// How it is recorded.
    pub record: &'a RecordOptions,
}

/// Decisions that may be shown, and what the proposer saw on the way to them.
#[derive(Debug)]
pub struct ExtractOutcome {
    /// The decisions with their receipt.
    pub report: Report,
    /// Every reading, by field, the surest first.
    pub findings: Vec<Finding>,
    /// The document as it was read.
    pub document: Document,
    /// What helps where it stopped, in one line each.
    pub hints: Vec<String>,
    /// What became of the record.
    pub recorded: Recorded,
}

/// A receipt to be checked.
#[derive(Clone, Copy)]
pub struct CheckRequest<'a> {
    /// The receipt.
    pub receipt: &'a [u8],
    /// What messages call it.
    pub receipt_label: &'a str,
    /// The document it is about. A report is decided again from it; a receipt of a log
    /// stands without it.
    pub document: Option<DocumentInput<'a>>,
    /// The public key of the log that the receipt is of.
    pub key: Option<&'a VerifyingKey>,
}

/// What a receipt came to.
#[derive(Debug)]
pub enum CheckOutcome {
    /// A report, decided again: what differs, and whether another gate decided.
    Report(Checked),
    /// A receipt of a log, verified with its key.
    Exported(ExportedCheck),
}

/// What a receipt of a log is a receipt of, with the gate that decided where it is another one; or
/// its first fault.
pub type ExportedCheck = Result<(VerifiedReceipt, Option<OtherGate>), ReceiptError>;

impl Engine {
    /// Decides candidates against a document. The decisions come back once their record
    /// is durable.
    ///
    /// # Errors
    /// Where candidates or schema are wrong, the document cannot be read, or the record
    /// cannot be kept. A STOP is no error.
    pub fn verify(
        &self,
        request: VerifyRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<VerifyOutcome, EngineError> {
        let recorder = self.recorder(request.record)?;
        let looks = self.looks(request.look)?;
        let second = match request.second_reader {
            true => Some(self.second_reader()?),
            false => None,
        };
        // What is quickly known to be wrong is said before a long reading.
        let schema = request.schema.map(Schema::record);
        // The path as it was given tells two documents of one name apart.
        let named = match request.document.label.ends_with(request.document.name) {
            true => request.document.label,
            false => request.document.name,
        };
        let own = about(request.candidates, named, request.candidates_label)?;
        let mut imported = import(&own.candidates, request.format, schema).map_err(|error| {
            match swapped(request) {
                Some(swapped) => swapped,
                None => not_imported(&error, request.candidates_label),
            }
        })?;
        for (name, lines) in own.others {
            let key = format!("{OTHER_DOCUMENT}{name}");
            imported.record.ignored.insert(key, lines);
        }
        let untyped = untyped(request, &imported)?;
        let schema = request.schema.or(untyped.as_ref());
        let schema = schema.ok_or_else(|| EngineError::internal("no schema was made"))?;
        let document = self.read_twice(request.document, second.as_ref(), control)?;
        control.stage(Stage::Judging)?;
        settle_import(&document, &mut imported);
        let now = self.now();
        let judge = |document: &Document| {
            verify(&Run {
                document,
                document_name: request.document.name,
                schema,
                candidates: &imported.candidates,
                proposer: &imported.proposer,
                flags: &RunFlags {
                    confidence: request.confidence,
                    ..RunFlags::default()
                },
                decided_at: &now.to_string(),
            })
            .and_then(|report| with_import(report, &imported.record))
            .map_err(|error| unjudged(&error, request.candidates_label))
        };
        let mut report = judge(&document)?;
        let unseen = self.unseen(request.document, &document, &report, control)?;
        let mut document = document.with_unseen(&unseen);
        if !unseen.is_empty() {
            report = judge(&document)?;
        }
        if let Some(drawn) = self.drawn(request.document, &document, &report, looks, control)? {
            document = document.with_drawn_reading(drawn);
            report = judge(&document)?;
        }
        control.stage(Stage::Recording)?;
        let (report, recorded) = recorder.at(now).report(report)?;
        Ok(VerifyOutcome {
            hints: hints(&report),
            report,
            document,
            recorded,
        })
    }

    /// Reads a document with the built-in proposer and decides what it proposes. The
    /// decisions come back once their record is durable.
    ///
    /// # Errors
    /// Where the document cannot be read, or the record cannot be kept.
    pub fn extract(
        &self,
        request: ExtractRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<ExtractOutcome, EngineError> {
        let recorder = self.recorder(request.record)?;
        let looks = self.looks(request.look)?;
        let document = self.read_to_decide(request.document, control)?;
        control.stage(Stage::Judging)?;
        let now = self.now();
        let judge = |document: &Document| {
            extract(
                document,
                request.document.name,
                request.schema,
                request.proposer,
                &now.to_string(),
            )
            .map_err(|error| unjudged(&error, request.document.label))
        };
        let mut extraction = judge(&document)?;
        let unseen = self.unseen(request.document, &document, &extraction.report, control)?;
        let mut document = document.with_unseen(&unseen);
        if !unseen.is_empty() {
            extraction = judge(&document)?;
        }
        let report = &extraction.report;
        if let Some(drawn) = self.drawn(request.document, &document, report, looks, control)? {
            document = document.with_drawn_reading(drawn);
            extraction = judge(&document)?;
        }
        let Extraction { report, findings } = extraction;
        control.stage(Stage::Recording)?;
        let (report, recorded) = recorder.at(now).report(report)?;
        Ok(ExtractOutcome {
            hints: schema_hints(&report),
            report,
            findings,
            document,
            recorded,
        })
    }

    /// Checks a receipt: a report is decided again from its document, a receipt of a log
    /// is verified with its key and, where the document is given, decided again too.
    ///
    /// # Errors
    /// Where it is no receipt, or cannot be decided at all. That something differs is no error.
    pub fn check(
        &self,
        request: CheckRequest<'_>,
        control: RunControl<'_>,
    ) -> Result<CheckOutcome, EngineError> {
        if let Some(key) = request.key {
            let checked = self.check_exported(request, key, control)?;
            return Ok(CheckOutcome::Exported(checked));
        }
        let document = self.read_for(request, Some(request.receipt), control)?;
        let document = document.ok_or_else(|| {
            EngineError::input(
                "this receipt is decided again from its document",
                "add `--document FILE`",
            )
        })?;
        let label = request.receipt_label;
        let checked = check(request.receipt, &document).map_err(|error| match error {
            CheckError::NotAReceipt(message) => EngineError::input(
                format!("`{label}` is not a receipt: {message}"),
                "give what `groundstop verify --json` prints",
            ),
            CheckError::Unjudgeable(message) => EngineError::failed(
                format!("`{label}` cannot be decided again: {message}"),
                "the receipt was changed, or another version wrote it",
            ),
        })?;
        Ok(CheckOutcome::Report(checked))
    }

    fn check_exported(
        &self,
        request: CheckRequest<'_>,
        key: &VerifyingKey,
        control: RunControl<'_>,
    ) -> Result<ExportedCheck, EngineError> {
        let reported = verify_receipt(request.receipt, key)
            .and_then(|verified| report_of_record(&verified.record));
        let report = match reported {
            Ok(report) => report,
            Err(error) => return Ok(Err(error)),
        };
        let report = report.and_then(|report| serde_json::to_vec(&report).ok());
        let document = self.read_for(request, report.as_deref(), control)?;
        Ok(check_receipt(request.receipt, key, document.as_ref()))
    }

    /// The document, read as the report says it was: what it was compared with is
    /// compared again.
    fn read_for(
        &self,
        request: CheckRequest<'_>,
        report: Option<&[u8]>,
        control: RunControl<'_>,
    ) -> Result<Option<Document>, EngineError> {
        let Some(input) = request.document else {
            return Ok(None);
        };
        self.read_as(input, report, control).map(Some)
    }

    /// A document, read once or twice as a report says.
    pub(super) fn read_as(
        &self,
        input: DocumentInput<'_>,
        report: Option<&[u8]>,
        control: RunControl<'_>,
    ) -> Result<Document, EngineError> {
        let second = match report.and_then(second_reader_of) {
            Some(_) => Some(self.second_reader()?),
            None => None,
        };
        let document = self.read_twice(input, second.as_ref(), control)?;
        // What was looked at is looked at again: the quotes that would be accepted.
        let derived = report.and_then(|report| derive_from(report, &document));
        let unseen = match derived {
            Some(derived) => self.unseen(input, &document, &derived, control)?,
            None => Vec::new(),
        };
        let document = document.with_unseen(&unseen);
        let language = report.and_then(look_language_of);
        let derived = report.and_then(|report| derive_from(report, &document));
        let drawn = match (language, derived) {
            (Some(language), Some(derived)) => {
                let looks = self.looks(Some(&language))?;
                self.drawn(input, &document, &derived, looks, control)?
            }
            _ => None,
        };
        Ok(match drawn {
            Some(drawn) => document.with_drawn_reading(drawn),
            None => document,
        })
    }
}

/// Whether a report of an earlier run decides on the same things and is whole, so that it
/// can stand in for deciding again.
#[must_use]
pub fn is_decided_alike(
    report: &Report,
    document_sha256: &str,
    schema: &Schema,
    proposer: &ProposerRecord,
) -> bool {
    report.document.sha256 == document_sha256
        && report.schema == schema.identity()
        && report.proposer == *proposer
        && is_sealed(report)
}

/// The schema of candidates without one: every field is text.
fn untyped(request: VerifyRequest<'_>, imported: &Imported) -> Result<Option<Schema>, EngineError> {
    if request.schema.is_some() {
        return Ok(None);
    }
    let label = request.candidates_label;
    if imported.candidates.is_empty() {
        return Err(EngineError::input(
            format!("`{label}` proposes nothing, and no schema asks for anything"),
            "add `--schema` with the fields you expect: each then stops as not found",
        ));
    }
    Schema::untyped(&imported.candidates, imported.repeats_are_many)
        .map(Some)
        .map_err(|error| EngineError::input(&error, error.cure()).about(label))
}

/// Every problem of a candidate file, up to a screenful.
fn not_imported(error: &ImportError, label: &str) -> EngineError {
    let problems = error.problems();
    let named = problems.iter().take(PROBLEMS_NAMED);
    let mut diagnostics: Vec<Diagnostic> = named
        .map(|problem| Diagnostic {
            message: format!("`{label}`: {}: {}", problem.place, problem.message),
            help: problem.cure.clone(),
        })
        .collect();
    if let more @ 1.. = problems.len().saturating_sub(PROBLEMS_NAMED) {
        diagnostics.push(Diagnostic {
            message: format!("`{label}`: {more} more problems"),
            help: "mend these first".to_owned(),
        });
    }
    EngineError {
        kind: ErrorKind::Input,
        diagnostics,
        stopped: None,
    }
}

/// Whether the document is JSON and the candidates are none: then the two changed places.
fn swapped(request: VerifyRequest<'_>) -> Option<EngineError> {
    let is_json = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        text.trim_start().starts_with(['{', '[']) && groundstop_canon::json::parse(text).is_ok()
    };
    let swapped = is_json(request.document.bytes)
        && !std::str::from_utf8(request.candidates).is_ok_and(|text| text.contains(['{', '[']));
    swapped.then(|| {
        let (document, candidates) = (request.document.label, request.candidates_label);
        EngineError::input(
            format!("`{candidates}` holds no candidates, and `{document}` is JSON"),
            format!("the document comes first: `groundstop verify {candidates} {document}`"),
        )
    })
}

fn unjudged(error: &RunError, label: &str) -> EngineError {
    EngineError::input(error, error.cure()).about(label)
}
