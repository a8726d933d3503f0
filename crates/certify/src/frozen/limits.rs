//! Where a limit begins to hold, and what the end of a call means: each asked with cases just
//! before the limit, at it and just past it.

use groundstop_adapter::Parse;
use groundstop_contract::pack::{CallEnd, CallRecord, RequestRecord, SearchBackend};
use groundstop_contract::report::RunFlags;
use groundstop_contract::{CandidateRecord, Environment, Tier, Tool};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use groundstop_ledger::Moment;
use groundstop_ledger::meter::{Amounts, ReservationRequest, Reserved, Span};
use groundstop_ledger::store::{MemoryStore, MeterStore};
use groundstop_research::call::CallFault;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question, Routed, route};
use groundstop_research::screen::{RuleError, Screen};
use groundstop_research::screened::Screened;
use serde_json::{Value, json};

use crate::world::TextPages;

/// Confidences around the threshold.
const CONFIDENCES: [&str; 5] = ["0.69", "0.6999999", "0.7", "0.70", "0.7000001"];
/// The statuses of a search engine that mean something of their own, and others.
const STATUSES: [u16; 14] = [
    200, 204, 302, 400, 401, 402, 403, 404, 429, 432, 433, 500, 502, 503,
];

/// How a value with a confidence around the threshold is decided, all else being well.
pub(super) fn stop_confidence() -> Value {
    let rows = CONFIDENCES
        .iter()
        .map(|confidence| json!({"confidence": confidence, "decided": decided(confidence)}));
    rows.collect()
}

/// The decision and its reason; nothing where the case could not be judged.
fn decided(confidence: &str) -> Option<(&'static str, Option<&'static str>)> {
    let candidate = format!(
        r#"[{{"field_name": "lender", "value": "Harrow Bank", "confidence": {confidence},
            "quote": "The lender is Harrow Bank."}}]"#
    );
    let candidates: Vec<CandidateRecord> = serde_json::from_str(&candidate).ok()?;
    let document = Document::from_text(b"The lender is Harrow Bank.\n").ok()?;
    let schema = Schema::untyped(&candidates, false).ok()?;
    let folded = FoldedDocument::new(&document);
    let judged = judge_all(&folded, &schema, &candidates, &RunFlags::default());
    let decision = judged.first()?.record();
    let reason = decision.stop_reason.map(|reason| reason.code());
    Some((decision.decision.code(), reason))
}

/// What holds just before a limit of a run, at it and past it.
pub(super) fn research() -> Value {
    let most = 5;
    let counted = |used: u64, minute: bool| {
        let at = Moment::from_micros(0);
        let limit = Amounts {
            calls: most,
            ..Amounts::UNLIMITED
        };
        let request = ReservationRequest {
            principal: "somebody",
            budget: "run",
            amounts: Amounts {
                calls: used,
                ..Amounts::default()
            },
            per_minute: if minute { limit } else { Amounts::UNLIMITED },
            in_all: if minute { Amounts::UNLIMITED } else { limit },
            at,
            deadline: at,
        };
        match MemoryStore::default().reserve(&request) {
            Ok(Reserved::Granted(_)) => "granted",
            Ok(Reserved::Refused(refused)) => match refused.first().map(|one| one.span) {
                Some(Span::Minute) => "too many in a minute",
                Some(Span::Budget) => "too many in all",
                None => "refused",
            },
            Err(_) => "not counted",
        }
    };
    let rows = [most - 1, most, most + 1].map(|used| {
        json!({
            "limit": most, "asked": used,
            "in_a_minute": counted(used, true), "in_all": counted(used, false),
        })
    });
    json!({"counts": rows, "time": late()})
}

/// Whether a run is late around its deadline.
fn late() -> Option<Value> {
    let wanted = Wanted {
        corpus: true,
        web: true,
    };
    let routed = route(
        wanted,
        Some(Tier::Pro),
        Environment::Prod,
        &Policy::default(),
    );
    let Ok(Routed::Granted(grant)) = routed else {
        return None;
    };
    let session = grant.open();
    let most = u64::from(session.caps().total_research_timeout_ms);
    let rows = [most.saturating_sub(1), most, most.saturating_add(1)];
    let rows = rows.map(|ms| json!({"limit_ms": most, "ms": ms, "late": session.is_late(ms)}));
    Some(rows.into_iter().collect())
}

/// A record of each way in which a call can end, in words and as it is kept.
pub(super) fn call_ends() -> impl Iterator<Item = (String, CallRecord)> {
    let ends = Tool::ALL.iter().flat_map(|tool| {
        let ends = CallEnd::ALL.iter();
        let ends = ends.filter(|end| **end != CallEnd::Answered);
        ends.map(move |end| (format!("{tool} {end}"), record(*tool, *end, None)))
    });
    let statuses = [Tool::Search, Tool::Fetch].into_iter().flat_map(|tool| {
        STATUSES.iter().map(move |status| {
            let answered = record(tool, CallEnd::Answered, Some(*status));
            (format!("{tool} status {status}"), answered)
        })
    });
    ends.chain(statuses)
}

fn record(tool: Tool, end: CallEnd, status: Option<u16>) -> CallRecord {
    CallRecord {
        number: 1,
        tool,
        rank: None,
        request: RequestRecord {
            method: "GET".to_owned(),
            url: "https://example.org/".to_owned(),
            body: None,
            backend: (tool == Tool::Search).then_some(SearchBackend::Searxng),
        },
        hops: Vec::new(),
        end,
        detail: None,
        status,
        headers: Vec::new(),
        started_ms: 0,
        elapsed_ms: 0,
        retrieved_at: None,
        body_sha256: String::new(),
        body: String::new(),
    }
}

/// How the door reads a record.
type Interpret = fn(&CallRecord, &mut dyn Parse, &Screen, &Question) -> Result<Screened, CallFault>;

/// The fault that a record is read as; none where it is an answer.
pub(super) fn read(record: &CallRecord, interpret: Interpret) -> Option<CallFault> {
    // What a call that failed says is not screened: no rule is needed to tell how it ended.
    let screen: Result<Screen, RuleError> = Screen::without(|_| true);
    let (screen, question) = screen.ok().zip(Question::new("Is it?").ok())?;
    interpret(record, &mut TextPages, &screen, &question).err()
}
