//! A kept run derived again, offline: the same records give the same bytes, and
//! what does not fit is named.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_adapter::{Parse, ReachedCall, ToolRequest, is_request_of};
use groundstop_canon::{jcs, sha256_hex, strict};
use groundstop_contract::PolicyCaps;
use groundstop_contract::frozen::{RESEARCH_NAME, RESEARCH_VERSION};
use groundstop_contract::pack::{CallRecord, PACK_FORMAT, Pack, PackedCall};
use groundstop_research::gather::{Concluded, Gathering};
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::PlannedCall;
use groundstop_research::route::{Routed, route};
use groundstop_research::screen::Screen;
use serde_json::Value;

use super::run::{page_of, seal};
use crate::check::{Mismatch, compare, note};

/// How long after its deadline a call may be noted as ended.
const CUT_MS: u64 = 1_000;

/// Why a pack could not be replayed at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReplayError(String);

/// A run, derived again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The pack as it was kept.
    pub pack: Pack,
    /// Everything in it that does not follow from its records.
    pub differences: Vec<Mismatch>,
}

/// Derives a run again from its pack.
///
/// # Errors
/// Where the bytes are no pack.
pub fn replay(
    bytes: &[u8],
    parse: &mut dyn Parse,
    screen: &Screen,
) -> Result<Replayed, ReplayError> {
    let wrong = |error: &dyn fmt::Display| ReplayError(error.to_string());
    strict::parse(bytes).map_err(|error| wrong(&error))?;
    let pack: Pack = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
    if pack.format != PACK_FORMAT {
        return Err(ReplayError(format!(
            "a pack of the format `{}`; this build reads `{PACK_FORMAT}`",
            pack.format
        )));
    }
    let mut differences = Vec::new();
    let contract = format!("{RESEARCH_NAME} {RESEARCH_VERSION}");
    note("contract", &pack.contract, &contract, &mut differences);
    whole_bodies(&pack, &mut differences);
    within_caps(&pack, &mut differences);
    numbered(&pack, &mut differences);
    let concluded = derive(&pack, parse, screen, &mut differences)?;
    for (name, kept, derived) in [
        ("answer", value(&pack.answer)?, value(&concluded.answer)?),
        (
            "telemetry",
            value(&pack.telemetry)?,
            value(&concluded.telemetry)?,
        ),
    ] {
        compare(name, &kept, &derived, &mut differences);
    }
    let sealed = seal(&pack).map_err(|error| wrong(&error))?;
    note("seal", &pack.seal, &sealed, &mut differences);
    let canonical = jcs::canonical(&pack).map_err(|error| wrong(&error))?;
    if canonical.as_bytes() != bytes.trim_ascii_end() {
        note(
            "(the file)",
            &sha256_hex(bytes),
            &sha256_hex(canonical.as_bytes()),
            &mut differences,
        );
    }
    Ok(Replayed { pack, differences })
}

fn value<T: serde::Serialize>(part: &T) -> Result<Value, ReplayError> {
    serde_json::to_value(part).map_err(|error| ReplayError(error.to_string()))
}

/// No run made more calls, spent more or took longer than its caps allow.
fn within_caps(pack: &Pack, differences: &mut Vec<Mismatch>) {
    let Some(caps) = pack.asked.caps else {
        return;
    };
    let made = || pack.calls.iter().filter(|packed| !packed.cached);
    let units = made().map(|packed| u64::from(packed.call.tool.cost_units()));
    let longest = made().map(|packed| packed.call.elapsed_ms).max();
    let spent = [
        (
            "calls",
            u64::try_from(made().count()).unwrap_or(u64::MAX),
            u64::from(caps.max_tool_calls_total),
        ),
        (
            "calls' units",
            units.sum(),
            u64::from(caps.budget_units_clamp),
        ),
        // A call is cut a little after its deadline.
        (
            "calls' time",
            longest.unwrap_or(0),
            u64::from(caps.per_call_timeout_ms).saturating_add(CUT_MS),
        ),
    ];
    for (what, spent, most) in spent.into_iter().filter(|(_, spent, most)| spent > most) {
        note(
            what,
            &spent.to_string(),
            &format!("{most} at most"),
            differences,
        );
    }
}

/// Calls are counted from 1 on; a result from the cache is none.
fn numbered(pack: &Pack, differences: &mut Vec<Mismatch>) {
    let made = pack.calls.iter().enumerate();
    let made = made.filter(|(_, packed)| !packed.cached);
    for ((index, packed), number) in made.zip(1u32..) {
        let path = format!("calls[{index}].number");
        let said = packed.call.number.to_string();
        note(&path, &said, &number.to_string(), differences);
    }
}

/// Every body must have the digest that was kept of it.
fn whole_bodies(pack: &Pack, differences: &mut Vec<Mismatch>) {
    for (index, packed) in pack.calls.iter().enumerate() {
        let derived = match STANDARD.decode(&packed.call.body) {
            Ok(body) => sha256_hex(&body),
            Err(error) => format!("(no base64: {error})"),
        };
        let path = format!("calls[{index}].body_sha256");
        note(&path, &packed.call.body_sha256, &derived, differences);
    }
}

/// Goes through the same steps as the run did.
fn derive(
    pack: &Pack,
    parse: &mut dyn Parse,
    screen: &Screen,
    differences: &mut Vec<Mismatch>,
) -> Result<Concluded, ReplayError> {
    let asked = &pack.asked;
    let wrong = |error: &dyn fmt::Display| ReplayError(error.to_string());
    let inquiry = Inquiry::of_record(asked).map_err(|error| wrong(&error))?;
    let mut gathering = Gathering::new(screen, inquiry.clone());
    let routed = route(
        inquiry.wanted,
        inquiry.tier,
        inquiry.environment,
        &inquiry.policy,
    )
    .map_err(|error| ReplayError(format!("asked.caps: {error}")))?;
    let plan = match routed {
        Routed::Granted(grant) => {
            let caps = Some(*grant.caps());
            let text = |caps: Option<PolicyCaps>| serde_json::to_string(&caps).unwrap_or_default();
            note("asked.caps", &text(asked.caps), &text(caps), differences);
            grant.plan().to_vec()
        }
        Routed::Refused(reasons) => {
            reasons.into_iter().for_each(|reason| gathering.met(reason));
            Vec::new()
        }
    };
    let mut calls = pack.calls.iter().enumerate().peekable();
    for planned in plan {
        if gathering.must_stop() {
            break;
        }
        let page = page_of(planned, &gathering);
        let question = &inquiry.question;
        let Some(request) = ToolRequest::new(planned.tool(), question, page.as_deref()) else {
            continue;
        };
        let Some((index, packed)) = calls.next_if(|(_, packed)| fits(planned, packed)) else {
            // Only a limit keeps a run from its next call.
            if pack.met.is_empty() {
                let missing = planned.tool().to_string();
                note("calls", "(no such call)", &missing, differences);
            }
            break;
        };
        aimed(index, &packed.call, request, differences);
        let record = packed.call.clone();
        let call = ReachedCall::of_kept(record, packed.cached, parse, screen, question);
        gathering.take(call.into_parts().0);
    }
    for (index, _) in calls {
        let path = format!("calls[{index}]");
        note(&path, "a call", "(none here in the plan)", differences);
    }
    pack.met.iter().for_each(|reason| gathering.met(*reason));
    gathering
        .conclude_noting(|| false, || !pack.asking_not_kept)
        .map_err(|error| ReplayError(error.to_string()))
}

/// Whether a call is the one that was planned.
fn fits(planned: PlannedCall, packed: &PackedCall) -> bool {
    planned.tool() == packed.call.tool && planned.rank() == packed.call.rank
}

/// A call must have asked for what its place in the plan is for.
fn aimed(
    index: usize,
    call: &CallRecord,
    request: ToolRequest<'_>,
    differences: &mut Vec<Mismatch>,
) {
    if !is_request_of(&call.request, request) {
        let path = format!("calls[{index}].request");
        let said = format!("{} {}", call.request.method, call.request.url);
        let wanted = format!("a request for {}", request.about());
        note(&path, &said, &wanted, differences);
    }
}

/// The pack with one of its parts changed, once for each of its parts, with the
/// name of the part. Long packs are changed in so many places at most.
///
/// # Errors
/// Where the bytes are no JSON.
pub fn tampered(bytes: &[u8], most: usize) -> Result<Vec<(String, Vec<u8>)>, ReplayError> {
    let wrong = |error: &dyn fmt::Display| ReplayError(error.to_string());
    let pack: Value = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
    let mut paths = Vec::new();
    leaves(&pack, String::new(), &mut paths);
    let step = paths.len().div_ceil(most.max(1)).max(1);
    let mut changed = Vec::new();
    for path in paths.into_iter().step_by(step) {
        let mut other = pack.clone();
        if let Some(leaf) = other.pointer_mut(&path) {
            change(leaf);
        }
        let bytes = jcs::canonical(&other).map_err(|error| wrong(&error))?;
        changed.push((path, bytes.into_bytes()));
    }
    Ok(changed)
}

/// The places of everything that is no list and no object.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                leaves(item, format!("{path}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                leaves(member, format!("{path}/{name}"), found);
            }
        }
        _ => found.push(path),
    }
}

/// Another value of the same type.
fn change(leaf: &mut Value) {
    *leaf = match &*leaf {
        Value::Bool(yes) => Value::Bool(!yes),
        Value::Number(number) => Value::from(number.as_u64().unwrap_or(0).wrapping_add(1)),
        Value::String(text) => Value::String(changed_text(text)),
        _ => Value::String("changed".to_owned()),
    };
}

/// The text with the character in its middle changed.
fn changed_text(text: &str) -> String {
    let middle = text.chars().count() / 2;
    let swap = |c: char| if c == 'A' { 'B' } else { 'A' };
    let mut characters: Vec<char> = text.chars().collect();
    match characters.get_mut(middle) {
        Some(c) => *c = swap(*c),
        None => characters.push('A'),
    }
    characters.into_iter().collect()
}
