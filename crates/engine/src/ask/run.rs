//! One run, live.

use groundstop_adapter::{Adapter, Parse, ToolRequest, interpret};
use groundstop_canon::jcs::{self, JcsError};
use groundstop_canon::sha256_hex;
use groundstop_contract::frozen::{RESEARCH_NAME, RESEARCH_VERSION};
use groundstop_contract::pack::{CallRecord, PACK_FORMAT, Pack, PackedCall};
use groundstop_contract::{PolicyCaps, ResearchStopReason, Tool};
use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Guard, Namespace, Put};
use groundstop_ledger::meter::{Amounts, ReservationRequest, Reserved, Span};
use groundstop_ledger::store::{RunStore, StoreError};
use groundstop_research::caps::CapRaised;
use groundstop_research::gather::{Gathering, ToolResult};
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::PlannedCall;
use groundstop_research::route::{Grant, Routed, Session, Ticket, route};
use groundstop_research::screen::Screen;

use super::cache;
use crate::PRODUCT;
use crate::clock::Clock;
use crate::control::Cancellation;

/// How long a conversation is remembered.
const CONVERSATION_KEPT_US: i64 = 30 * 24 * 3600 * 1_000_000;

/// What is asked, by whom, and what they may have.
#[derive(Clone, Debug)]
pub struct RunRequest<'a> {
    /// The question, and what its answer depends on.
    pub inquiry: Inquiry,
    /// Who asks: limits by the minute are counted by this name.
    pub principal: &'a str,
    /// A name for the run that no other run has: its budget is counted by it.
    pub run: &'a str,
    /// The conversation it belongs to.
    pub conversation: Option<&'a str>,
    /// Whether an earlier result may stand in for a call, and of which set-up it
    /// must be; nothing where none may.
    pub cached_for: Option<&'a str>,
}

/// What spends a ticket.
pub trait Tools {
    /// Spends a ticket on a request; whatever happens is in the record.
    fn reach(&self, ticket: Ticket, request: ToolRequest<'_>) -> CallRecord;
}

impl Tools for Adapter {
    fn reach(&self, ticket: Ticket, request: ToolRequest<'_>) -> CallRecord {
        Adapter::reach(self, ticket, request)
    }
}

/// Everything a run needs context it.
pub struct RunContext<'a> {
    /// The tools.
    pub tools: &'a dyn Tools,
    /// Who reads pages.
    pub parse: &'a mut dyn Parse,
    /// Who counts and remembers.
    pub store: &'a dyn RunStore,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// The screen.
    pub screen: &'a Screen,
    /// A way to take the question back, asked before each call.
    pub cancellation: Option<&'a Cancellation>,
}

/// A run that came to its end.
#[derive(Clone, Debug)]
pub struct ResearchRun {
    /// Everything about it.
    pub pack: Pack,
    /// The pack as canonical JSON.
    pub bytes: Vec<u8>,
    /// SHA-256 of these bytes.
    pub pack_sha256: String,
    /// What the store said where it failed; for the operator, and in no pack.
    pub store_fault: Option<StoreError>,
}

/// Why a question could not even be routed, or its run not be written down.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The configuration raises a cap.
    #[error(transparent)]
    Cap(CapRaised),
    /// The pack cannot be written.
    #[error(transparent)]
    Pack(JcsError),
    /// Whoever asked took the question back.
    #[error("the question was cancelled")]
    Cancelled,
}

/// Asks.
///
/// # Errors
/// Where the configuration raises a cap, or the pack cannot be written. However
/// the run itself ends, it ends with a pack, also where the store fails.
pub fn ask(ask: &RunRequest<'_>, context: &mut RunContext<'_>) -> Result<ResearchRun, AskError> {
    let asked_at = context.clock.now();
    let mut trail = Trail::default();
    let known = was_asked(ask, context.store, asked_at);
    let inquiry = Inquiry {
        clarified: matches!(known, Ok(true)),
        ..ask.inquiry.clone()
    };
    let mut gathering = Gathering::new(context.screen, inquiry.clone());
    if let Err(error) = known {
        trail.failed(error, &mut gathering);
    }
    let routed = route(
        inquiry.wanted,
        inquiry.tier,
        inquiry.environment,
        &inquiry.policy,
    );
    let caps = match routed.map_err(AskError::Cap)? {
        Routed::Refused(reasons) => {
            reasons.into_iter().for_each(|reason| gathering.met(reason));
            None
        }
        Routed::Granted(grant) => {
            let caps = *grant.caps();
            carry_out(ask, grant, &mut gathering, context, &mut trail)?;
            Some(caps)
        }
    };
    let most_ms = caps.map_or(u64::MAX, |caps| u64::from(caps.total_research_timeout_ms));
    let is_late = || context.clock.elapsed_ms() > most_ms;
    let mut noted = Ok(());
    let is_noted = || {
        noted = remember_asked(ask, context.store, asked_at);
        noted.is_ok()
    };
    let concluded = gathering.conclude_noting(is_late, is_noted);
    let concluded = concluded.map_err(AskError::Pack)?;
    if concluded.late {
        trail.meet(ResearchStopReason::Timeout);
    }
    if let Err(error) = noted {
        trail.meet(ResearchStopReason::InternalInconsistency);
        trail.fault = Some(error);
    }
    let mut pack = Pack {
        format: PACK_FORMAT.to_owned(),
        contract: format!("{RESEARCH_NAME} {RESEARCH_VERSION}"),
        product: PRODUCT.to_owned(),
        asked_at: asked_at.to_string(),
        asked: inquiry.record(caps),
        calls: trail.calls,
        met: trail.met,
        answer: concluded.answer,
        telemetry: concluded.telemetry,
        seal: String::new(),
    };
    pack.seal = seal(&pack).map_err(AskError::Pack)?;
    let bytes = jcs::canonical(&pack).map_err(AskError::Pack)?.into_bytes();
    Ok(ResearchRun {
        pack_sha256: sha256_hex(&bytes),
        bytes,
        pack,
        store_fault: trail.fault,
    })
}

/// The digest that closes a pack.
pub(super) fn seal(pack: &Pack) -> Result<String, JcsError> {
    let open = Pack {
        seal: String::new(),
        ..pack.clone()
    };
    jcs::digest(&open)
}

/// What the run did.
#[derive(Default)]
struct Trail {
    calls: Vec<PackedCall>,
    met: Vec<ResearchStopReason>,
    fault: Option<StoreError>,
}

impl Trail {
    /// Notes that the store failed: what cannot be counted or remembered ends a run.
    fn failed(&mut self, error: StoreError, gathering: &mut Gathering<'_>) {
        self.note(ResearchStopReason::InternalInconsistency, gathering);
        self.fault = Some(error);
    }

    /// Notes what ends the run, where it is decided and where it is told.
    fn note(&mut self, reason: ResearchStopReason, gathering: &mut Gathering<'_>) {
        gathering.met(reason);
        self.meet(reason);
    }

    /// Notes a limit, once.
    fn meet(&mut self, reason: ResearchStopReason) {
        if !self.met.contains(&reason) {
            self.met.push(reason);
        }
    }
}

/// Goes through the plan, call by call, until it is done or something ends it.
fn carry_out(
    ask: &RunRequest<'_>,
    grant: Grant,
    gathering: &mut Gathering<'_>,
    context: &mut RunContext<'_>,
    trail: &mut Trail,
) -> Result<(), AskError> {
    let mut session = grant.open();
    if session.next_call().is_none() {
        // A plan without a call: the first attempt is past the cap already.
        trail.note(ResearchStopReason::BudgetExhausted, gathering);
    }
    while let Some(planned) = session.next_call() {
        if context.cancellation.is_some_and(Cancellation::is_cancelled) {
            return Err(AskError::Cancelled);
        }
        if gathering.must_stop() || late(&session, gathering, context, trail) {
            return Ok(());
        }
        let page = page_of(planned, gathering);
        let question = &ask.inquiry.question;
        let Some(request) = ToolRequest::new(planned.tool(), question, page.as_deref()) else {
            session.skip();
            continue;
        };
        let cached = cache::Place::of(ask, session.caps(), planned, request, context.clock.now());
        if let Some(record) = cached.as_ref().and_then(|place| place.look(context.store)) {
            session.skip();
            take(gathering, context, trail, record, true);
            continue;
        }
        let Some(record) = call(ask, &mut session, request, gathering, context, trail) else {
            return Ok(());
        };
        let kept = record.clone();
        let whole = take(gathering, context, trail, record, false);
        if let (Some(place), true) = (cached, whole && !gathering.must_stop()) {
            place.keep(context.store, &kept);
        }
    }
    late(&session, gathering, context, trail);
    Ok(())
}

/// Whether the run's time is up; that is noted once.
fn late(
    session: &Session,
    gathering: &mut Gathering<'_>,
    context: &RunContext<'_>,
    trail: &mut Trail,
) -> bool {
    let late = session.is_late(context.clock.elapsed_ms());
    if late {
        trail.note(ResearchStopReason::Timeout, gathering);
    }
    late
}

/// The page that a planned call fetches; nothing where it fetches none, or there is no
/// such link.
pub(super) fn page_of(call: PlannedCall, gathering: &Gathering<'_>) -> Option<String> {
    let at = usize::try_from(call.rank()?).ok()?.checked_sub(1)?;
    let link = gathering.links().get(at)?;
    Some(link.url.clone())
}

/// Reserves, calls and settles; nothing where no call was made.
fn call(
    ask: &RunRequest<'_>,
    session: &mut Session,
    request: ToolRequest<'_>,
    gathering: &mut Gathering<'_>,
    context: &RunContext<'_>,
    trail: &mut Trail,
) -> Option<CallRecord> {
    let one = Amounts {
        calls: 1,
        units: u64::from(request.tool().cost_units()),
        bytes: 0,
    };
    let reserved = reserve(ask, session.caps(), one, context);
    match reserved {
        Ok(Reserved::Granted(reservation)) => {
            let ticket = session.ticket(context.clock.elapsed_ms());
            let record = ticket.map(|ticket| context.tools.reach(ticket, request));
            // Whoever reserves without a ticket has lost count of the plan.
            let spent = match &record {
                Some(record) => Amounts {
                    bytes: bytes_of(record),
                    ..one
                },
                None => {
                    trail.note(ResearchStopReason::InternalInconsistency, gathering);
                    Amounts::default()
                }
            };
            let settled = context
                .store
                .settle(reservation, spent, context.clock.now());
            if let Err(error) = settled {
                // The call was made and is told; what it cost, the store does not know.
                trail.failed(error, gathering);
            }
            record
        }
        Ok(Reserved::Refused(refusals)) => {
            for refusal in refusals {
                let reason = match refusal.span {
                    Span::Minute => ResearchStopReason::RateLimited,
                    Span::Budget => ResearchStopReason::BudgetExhausted,
                };
                trail.note(reason, gathering);
            }
            None
        }
        Err(error) => {
            trail.failed(error, gathering);
            None
        }
    }
}

/// What is asked of the store for one call of this run.
fn reserve(
    ask: &RunRequest<'_>,
    caps: &PolicyCaps,
    amounts: Amounts,
    context: &RunContext<'_>,
) -> Result<Reserved, StoreError> {
    let now = context.clock.now();
    context.store.reserve(&ReservationRequest {
        principal: ask.principal,
        budget: ask.run,
        amounts,
        per_minute: Amounts {
            calls: u64::from(caps.max_tool_calls_per_minute),
            ..Amounts::UNLIMITED
        },
        in_all: Amounts {
            calls: u64::from(caps.max_tool_calls_total),
            units: u64::from(caps.budget_units_clamp),
            ..Amounts::UNLIMITED
        },
        at: now,
        deadline: now.after(i64::from(caps.per_call_timeout_ms).saturating_mul(1_000)),
    })
}

/// Takes in what a record says; whether it is an answer at all.
fn take(
    gathering: &mut Gathering<'_>,
    context: &mut RunContext<'_>,
    trail: &mut Trail,
    record: CallRecord,
    cached: bool,
) -> bool {
    let result = result_of(&record, cached, context.parse);
    let whole = result.found.is_ok();
    gathering.take(result);
    trail.calls.push(PackedCall {
        cached,
        call: record,
    });
    whole
}

/// What a record says, read the same way in a run and in its replay.
pub(super) fn result_of(record: &CallRecord, cached: bool, parse: &mut dyn Parse) -> ToolResult {
    ToolResult {
        tool: record.tool,
        rank: record.rank,
        cached,
        bytes: bytes_of(record),
        found: interpret(record, parse),
    }
}

/// How many bytes a record's body has.
fn bytes_of(record: &CallRecord) -> u64 {
    let whole = record.body.len() / 4 * 3;
    let padding = record.body.bytes().rev().take_while(|byte| *byte == b'=');
    u64::try_from(whole.saturating_sub(padding.count())).unwrap_or(u64::MAX)
}

/// A conversation's key: the same id of another principal is another conversation.
fn conversation_key(ask: &RunRequest<'_>) -> Option<String> {
    let id = ask.conversation?;
    Some(sha256_hex(format!("{}\0{id}", ask.principal).as_bytes()))
}

fn was_asked(ask: &RunRequest<'_>, store: &dyn RunStore, now: Moment) -> Result<bool, StoreError> {
    match conversation_key(ask) {
        Some(key) => Ok(store.get(Namespace::Conversation, &key, now)?.is_some()),
        None => Ok(false),
    }
}

fn remember_asked(
    ask: &RunRequest<'_>,
    store: &dyn RunStore,
    now: Moment,
) -> Result<(), StoreError> {
    let Some(key) = conversation_key(ask) else {
        return Ok(());
    };
    store.put(&Put {
        namespace: Namespace::Conversation,
        key: &key,
        bytes: b"asked to clarify",
        at: now,
        expires: Some(now.after(CONVERSATION_KEPT_US)),
        guard: Guard::Any,
        room: None,
    })?;
    Ok(())
}

/// Whether results of a tool may be used again.
pub(super) fn is_cacheable(tool: Tool) -> bool {
    matches!(tool, Tool::Search | Tool::Fetch)
}

#[cfg(test)]
mod tests;
