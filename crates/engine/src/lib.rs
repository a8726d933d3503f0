//! One run end to end: bytes and candidates in, a report with its receipt out.
//!
//! [`Engine`] is what a face holds: one method a verb, from a typed request to a typed
//! outcome. The modules wire the rooms together and hold no rule of their own.

mod ask;
mod check;
mod clock;
mod control;
mod error;
mod extract;
mod facade;
pub mod files;
mod folder;
mod gate;
mod hints;
mod home;
mod imported;
mod library;
mod lines;
mod read;
mod record;
mod recorder;
mod review;
mod text;
mod verify;

use std::process::ExitCode;

use groundstop_contract::frozen::{STOP_TRIGGERS_NAME, STOP_TRIGGERS_VERSION};

pub use ask::{
    AskError, PageReader, ReplayError, Replayed, ResearchRun, RunContext, RunRequest, Tools, ask,
    replay, research_record, tampered,
};
pub use check::{CheckError, Checked, Mismatch, OtherGate, check, second_reader_of};
pub use clock::{Clock, SystemClock};
pub use control::{Cancellation, ProgressEvent, ProgressListener, RunControl, Stage};
pub use error::{Diagnostic, EngineError, ErrorKind};
pub use extract::{Extraction, extract};
pub use facade::{
    AlignedRule, AskOutcome, AskRequest, AuditOutcome, CheckOutcome, CheckRequest, DocumentInput,
    Engine, ExportTarget, Exported, ExportedCheck, ExtractOutcome, ExtractRequest, ExtractedRules,
    FreezeOutcome, FreezeRequest, FsckRequest, GET_TESSERACT, GrowthProof, IndexOutcome,
    IndexRequest, IndexScreening, LedgerHealth, LedgerView, LogQuery, NearestPassage, NotFound,
    PackRecord, PolicyInForce, ReadingOptions, ReplayOutcome, ResolvedDecision, ReviewAnswer,
    ReviewOutcome, ReviewRequest, RulesExtractRequest, ScreenOutcome, ScreenRequest, Setup,
    StoreHealth, ValidatedRule, VerifyOutcome, VerifyRequest, is_decided_alike, read_allowed,
    resolved_decisions,
};
pub use folder::{FolderFiles, files_in, is_document_name, no_documents};
pub use gate::gate;
pub use groundstop_adapter::corpus::{
    Changes, IndexError, IndexedDocument, Indexer, Stale, Stamp, folder_of, is_index,
};
pub use groundstop_adapter::{
    Adapter, Backend, BackendError, CallGate, Corpus, Egress, EndpointRefused, HostRule, Key,
    Meter, OverLimit, Parse, Parsed, Reached, ReachedCall, Settings, ToolRequest, interpret,
};
pub use groundstop_pdfium::VARIABLE as SECOND_READER_VARIABLE;
pub use groundstop_read::{
    Attachment, FileKind, Picture, READERS, ReadLimits, ReaderEntry, kind_of,
};
pub use groundstop_research::screened::OrderPlace;
pub use groundstop_sandbox::{Protection, WorkerLimits};
pub use hints::{hints, schema_hints};
pub use home::{CONFIGURE, WebOptions, code_of, read_public_key};
pub use imported::settle_import;
pub use library::{CorpusFiles, CorpusFolder};
pub use lines::{BadLine, ProposedLine, proposed_lines};
pub use read::{Ocr, Reader, ReaderError, ReaderOptions, SecondReader, protection};
pub use record::{check_receipt, check_record, report_of_record, request_digest};
pub use recorder::{RecordOptions, Recorded};
pub use review::{ReviewCase, ReviewError, ReviewInput, check_review, review};
pub use text::shortened;
pub use verify::{Run, RunError, is_sealed, verify};
pub use whatlang::Lang as Language;

/// Turns this process into a worker where it was started as one. A face calls it first
/// thing in `main`, with its arguments, and ends with the code it gets: a worker must be
/// locked down before anything else happens.
#[must_use]
pub fn serve_hidden(mut arguments: impl Iterator<Item = String>) -> Option<ExitCode> {
    let command = arguments.next()?;
    let serve = match command.as_str() {
        read::WORKER_COMMAND => read::serve_worker,
        read::SECOND_COMMAND => read::serve_second,
        read::OCR_COMMAND => read::serve_ocr,
        _ => return None,
    };
    Some(serve(&arguments.collect::<Vec<_>>()))
}

/// The product's name and version, as receipts state them.
pub const PRODUCT: &str = concat!("groundstop ", env!("CARGO_PKG_VERSION"));

/// The contract that field decisions follow, with its version.
#[must_use]
pub fn contract() -> String {
    format!("{STOP_TRIGGERS_NAME} {STOP_TRIGGERS_VERSION}")
}
