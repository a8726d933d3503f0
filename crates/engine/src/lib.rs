//! One run end to end: bytes and candidates in, a report with its receipt out.
//!
//! The engine wires the rooms together and holds no rule of its own. Clock and
//! files belong to its callers.

mod ask;
mod certify;
mod check;
mod extract;
mod hints;
mod read;
mod record;
mod review;
mod verify;

use groundstop_contract::frozen::{STOP_TRIGGERS_NAME, STOP_TRIGGERS_VERSION};

pub use ask::{
    Around, Ask, AskError, Clock, ReplayError, Replayed, Run as ResearchRun, Sandboxed, Tools, ask,
    replay, research_record, tampered,
};
pub use certify::{Certify, certify, certify_boxes, lock_sha256};
pub use check::{CheckError, Difference, check, second_reader_of};
pub use extract::{Extraction, extract};
pub use groundstop_adapter::corpus::{
    Changes, IndexError, IndexedDocument, Indexer, Stale, Stamp, folder_of, is_index,
};
pub use groundstop_adapter::{
    Adapter, Backend, BackendError, Corpus, Egress, EndpointRefused, Errand, HostRule, Key, Parse,
    Parsed, Settings, fakes, interpret,
};
pub use groundstop_pdfium::VARIABLE as SECOND_READER_VARIABLE;
pub use groundstop_read::{
    DOCX_READER, HTML_READER, Kind, Limits, MAIL_READER, PDF_READER, Picture, kind_of,
};
pub use groundstop_sandbox::{Limits as WorkerLimits, Protection};
pub use hints::hints;
pub use read::{
    OCR_COMMAND, Ocr, ReadError, Reader, ReaderOptions, SECOND_COMMAND, SecondReader,
    WORKER_COMMAND, protection, serve_ocr, serve_second, serve_worker,
};
pub use record::{check_receipt, check_record, report_of_record, request_digest};
pub use review::{Answer, Resolve, ReviewError, check_review, review};
pub use verify::{Run, RunError, is_sealed, verify};
pub use whatlang::Lang as Language;

/// The product's name and version, as receipts state them.
pub const PRODUCT: &str = concat!("groundstop ", env!("CARGO_PKG_VERSION"));

/// The contract that field decisions follow, with its version.
#[must_use]
pub fn contract() -> String {
    format!("{STOP_TRIGGERS_NAME} {STOP_TRIGGERS_VERSION}")
}
