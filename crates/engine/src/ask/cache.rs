//! Results that may be used again for a while. A cached result is no call; it is
//! screened and validated like any other.

use groundstop_adapter::ToolRequest;
use groundstop_canon::jcs;
use groundstop_contract::pack::{CallEnd, CallRecord};
use groundstop_contract::{PolicyCaps, Tool};
use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Guard, Namespace, Put};
use groundstop_ledger::store::RunStore;
use groundstop_research::plan::PlannedCall;
use serde::Serialize;

use super::run::{RunRequest, is_cacheable};

/// How long a result of the web may be used again.
const BUCKET_US: i64 = 15 * 60 * 1_000_000;
/// How many results are kept; the oldest go first.
const ROOM: u32 = 128;

/// Everything a result depends on.
#[derive(Serialize)]
struct Key<'a> {
    tool: Tool,
    about: &'a str,
    caps: &'a PolicyCaps,
    bucket: i64,
    set_up: &'a str,
}

/// Where a result is kept, or would be.
pub(super) struct Place {
    key: String,
    rank: Option<u32>,
    now: Moment,
    until: Moment,
}

impl Place {
    /// The place of a call's result; nothing where it may not be kept.
    pub(super) fn of(
        ask: &RunRequest<'_>,
        caps: &PolicyCaps,
        call: PlannedCall,
        request: ToolRequest<'_>,
        now: Moment,
    ) -> Option<Place> {
        let set_up = ask.cached_for?;
        if !is_cacheable(call.tool()) {
            return None;
        }
        let bucket = now.micros().div_euclid(BUCKET_US);
        let key = Key {
            tool: call.tool(),
            about: request.about(),
            caps,
            bucket,
            set_up,
        };
        Some(Place {
            key: jcs::digest(&key).ok()?,
            rank: call.rank(),
            now,
            until: Moment::from_micros(bucket.saturating_add(1).saturating_mul(BUCKET_US)),
        })
    }

    /// What is kept there. A store that fails has nothing.
    pub(super) fn look(&self, store: &dyn RunStore) -> Option<CallRecord> {
        let kept = store.get(Namespace::Cache, &self.key, self.now).ok()??;
        let record: CallRecord = serde_json::from_slice(&kept.bytes).ok()?;
        Some(CallRecord {
            rank: self.rank,
            ..record
        })
    }

    /// Keeps a whole answer; an error is never kept. A store that fails keeps
    /// nothing, and the next run calls again.
    pub(super) fn keep(&self, store: &dyn RunStore, record: &CallRecord) {
        if record.end != CallEnd::Answered || record.status != Some(200) {
            return;
        }
        let Ok(bytes) = serde_json::to_vec(record) else {
            return;
        };
        let _ = store.put(&Put {
            namespace: Namespace::Cache,
            key: &self.key,
            bytes: &bytes,
            at: self.now,
            expires: Some(self.until),
            guard: Guard::Any,
            room: Some(ROOM),
        });
    }
}
