//! What every call passes at the door: the meter before it, the screen after it.

use groundstop_contract::Tool;
use groundstop_contract::pack::{CallRecord, PackedCall};
use groundstop_research::gather::ToolResult;
use groundstop_research::route::Question;
use groundstop_research::screen::Screen;

use crate::interpret::{Parse, interpret};

/// A call that may not be made: a limit would be passed, or nobody can say whether one
/// would be. Which one, the meter knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverLimit;

/// Who counts calls and what they cost.
pub trait Meter {
    /// Reserves what one call may cost at most.
    ///
    /// # Errors
    /// Where that would pass a limit, or cannot be counted.
    fn reserve(&mut self, tool: Tool) -> Result<(), OverLimit>;

    /// Settles what was reserved last: the call was made, and so many bytes came back.
    fn settle(&mut self, bytes: u64);
}

/// What a call needs at the door beside its ticket.
pub struct CallGate<'g> {
    /// Who counts.
    pub meter: &'g mut dyn Meter,
    /// Who reads pages.
    pub parse: &'g mut dyn Parse,
    /// Who screens what came back.
    pub screen: &'g Screen,
    /// The question of the run.
    pub question: &'g Question,
    /// When a call ends: UTC, RFC 3339.
    pub now: &'g dyn Fn() -> String,
}

/// What became of a ticket.
#[derive(Debug)]
pub enum Reached {
    /// No call was made.
    Refused(OverLimit),
    /// A call was made.
    Called(Box<ReachedCall>),
}

/// A call that was made: what it returned, screened, and its record for the pack.
#[derive(Debug)]
pub struct ReachedCall {
    record: CallRecord,
    result: ToolResult,
}

impl ReachedCall {
    /// The call of a record that was just written.
    #[must_use]
    pub fn of_record(record: CallRecord, gate: &mut CallGate<'_>) -> ReachedCall {
        let record = CallRecord {
            retrieved_at: Some((gate.now)()),
            ..record
        };
        ReachedCall::of_kept(record, false, gate.parse, gate.screen, gate.question)
    }

    /// The call of a record that was kept: it is read and screened like any other.
    #[must_use]
    pub fn of_kept(
        record: CallRecord,
        cached: bool,
        parse: &mut dyn Parse,
        screen: &Screen,
        question: &Question,
    ) -> ReachedCall {
        let result = ToolResult {
            tool: record.tool,
            rank: record.rank,
            cached,
            bytes: bytes_of(&record),
            retrieved_at: record.retrieved_at.clone(),
            found: interpret(&record, parse, screen, question),
        };
        ReachedCall { record, result }
    }

    /// Whether it returned something.
    #[must_use]
    pub fn has_succeeded(&self) -> bool {
        self.result.found.is_ok()
    }

    /// What the run gets, and what its pack gets.
    #[must_use]
    pub fn into_parts(self) -> (ToolResult, PackedCall) {
        let packed = PackedCall {
            cached: self.result.cached,
            call: self.record,
        };
        (self.result, packed)
    }
}

/// How many bytes a record's body has.
pub(crate) fn bytes_of(record: &CallRecord) -> u64 {
    let whole = record.body.len() / 4 * 3;
    let padding = record.body.bytes().rev().take_while(|byte| *byte == b'=');
    u64::try_from(whole.saturating_sub(padding.count())).unwrap_or(u64::MAX)
}
