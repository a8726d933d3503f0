//! The contracts as plain wire records: codes in contract order, field
//! decisions and their proofs, candidates, schemas, receipts, versions and the
//! lock that keeps all of it from drifting.
//!
//! Nothing here decides. A rule of a contract lives in the room that applies
//! it; this room only says how things are spelled.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

pub mod answer;
pub mod candidate;
pub mod certificate;
pub mod codes;
pub mod confidence;
pub mod decision;
pub mod evidence;
pub mod frozen;
pub mod ledger;
pub mod lock;
pub mod pack;
pub mod report;
pub mod research;
pub mod rule;
pub mod schema;
pub mod schemas;
pub mod table;
pub mod telemetry;
pub mod value;

pub use candidate::CandidateRecord;
pub use codes::{Decision, DifferenceKind, IssueCode, RejectCode, ReviewCode, StopReason};
pub use confidence::Confidence;
pub use decision::{
    ConflictCandidate, Detail, Difference, FieldDecision, Issue, Nearest, Rejected, Review,
    StopProof,
};
pub use evidence::{BoxRecord, CharacterFlag, EvidenceRecord, Fold, MatchKind, Place};
pub use research::{
    Environment, OutputAction, PolicyCaps, ResearchStopReason, STOP_PRIORITY, Tier, Tool,
};
pub use rule::{
    ConflictingRule, ConflictingValue, ContractRule, Direction, Figure, RuleCandidate, RuleData,
    RuleStatus, RuleType, RuleValue,
};
pub use schema::{
    Assertion, BoundKind, DateOrder, EvidenceRequirements, FieldRecord, FieldType, NumberFormat,
    Position, SchemaRecord,
};
pub use table::{CellEvidence, CellRecord, RowRecord, TableRecord, TablesRecord, TextPlace};
pub use value::{DurationUnit, DurationValue, MoneyValue, WireValue};
