//! One run, live.

use groundstop_adapter::{Adapter, CallGate, Parse, Reached, ReachedCall, ToolRequest};
use groundstop_canon::jcs::{self, JcsError};
use groundstop_canon::sha256_hex;
use groundstop_contract::frozen::{RESEARCH_NAME, RESEARCH_VERSION};
use groundstop_contract::pack::{PACK_FORMAT, Pack, PackedCall};
use groundstop_contract::{ResearchStopReason, Tool};
use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Guard, Namespace, Put};
use groundstop_ledger::store::{RunStore, StoreError};
use groundstop_research::caps::CapRaised;
use groundstop_research::gather::Gathering;
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::PlannedCall;
use groundstop_research::route::{Grant, Routed, Session, Ticket, route};
use groundstop_research::screen::Screen;
use groundstop_research::screened::OrderPlace;

use super::cache;
use super::meter::StoreMeter;
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
    /// Spends a ticket on a request, through the gate that every call passes.
    fn reach(&self, ticket: Ticket, request: ToolRequest<'_>, gate: &mut CallGate<'_>) -> Reached;
}

impl Tools for Adapter {
    fn reach(&self, ticket: Ticket, request: ToolRequest<'_>, gate: &mut CallGate<'_>) -> Reached {
        Adapter::reach(self, ticket, request, gate)
    }
}

/// Everything a run needs around it.
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
    /// Where orders to a machine stand in what came back; for the operator, and in no pack.
    pub orders: Vec<OrderPlace>,
    /// Whether whoever asked took the question back before the run was over.
    pub is_cancelled: bool,
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
            carry_out(ask, grant, &mut gathering, context, &mut trail);
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
        asking_not_kept: concluded.asking_not_kept,
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
        orders: concluded.orders,
        is_cancelled: trail.is_cancelled,
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
    is_cancelled: bool,
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
) {
    let mut session = grant.open();
    if session.next_call().is_none() {
        // A plan without a call: the first attempt is past the cap already.
        trail.note(ResearchStopReason::BudgetExhausted, gathering);
    }
    while let Some(planned) = session.next_call() {
        if context.cancellation.is_some_and(Cancellation::is_cancelled) {
            // A run that began ends with a reason, and no other names this one.
            trail.note(ResearchStopReason::InternalInconsistency, gathering);
            trail.is_cancelled = true;
            return;
        }
        if gathering.must_stop() || late(&session, gathering, context, trail) {
            return;
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
            let kept = ReachedCall::of_kept(record, true, context.parse, context.screen, question);
            take(gathering, trail, kept);
            continue;
        }
        let Some(reached) = call(ask, &mut session, request, gathering, context, trail) else {
            return;
        };
        let whole = reached.has_succeeded();
        let packed = take(gathering, trail, reached);
        if let (Some(place), true) = (cached, whole && !gathering.must_stop()) {
            place.keep(context.store, &packed.call);
        }
    }
    late(&session, gathering, context, trail);
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

/// Spends the next ticket; nothing where no call was made.
fn call(
    ask: &RunRequest<'_>,
    session: &mut Session,
    request: ToolRequest<'_>,
    gathering: &mut Gathering<'_>,
    context: &mut RunContext<'_>,
    trail: &mut Trail,
) -> Option<ReachedCall> {
    let caps = *session.caps();
    let Some(ticket) = session.ticket(context.clock.elapsed_ms()) else {
        // Whoever asks for a call without a ticket has lost count of the plan.
        trail.note(ResearchStopReason::InternalInconsistency, gathering);
        return None;
    };
    let clock = context.clock;
    let mut meter = StoreMeter::new(ask, caps, context.store, clock);
    let mut gate = CallGate {
        meter: &mut meter,
        parse: &mut *context.parse,
        screen: context.screen,
        question: &ask.inquiry.question,
        now: &|| clock.now().to_string(),
    };
    let reached = context.tools.reach(ticket, request, &mut gate);
    for reason in meter.met {
        trail.note(reason, gathering);
    }
    if let Some(error) = meter.fault {
        trail.failed(error, gathering);
    }
    match reached {
        Reached::Called(call) => Some(*call),
        Reached::Refused(_) => None,
    }
}

/// Takes in what a call returned; what the pack keeps of it.
fn take(gathering: &mut Gathering<'_>, trail: &mut Trail, call: ReachedCall) -> PackedCall {
    let (result, packed) = call.into_parts();
    gathering.take(result);
    trail.calls.push(packed.clone());
    packed
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
