//! No Leakage: the user learns nothing of the inside, monitoring nothing that was
//! said, and a key stays where it is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::{OutputAction, ResearchStopReason, Tier, Tool};
use groundstop_engine::ResearchRun;

use crate::endings::{Known, MARKS, endings};
use crate::sheet::{NotRun, Sheet};
use crate::world::{Bench, KEY};

/// Words of a question and its sources that no digest can have in it.
const SAID: [&str; 5] = ["Harrow", "mill", "rebuilt", "127.0.0.1", "http"];
/// Names of limits, of hits and of what ends a call.
const INSIDE: [&str; 9] = [
    "max_tool_calls",
    "timeout_ms",
    "budget",
    "strong",
    "weak",
    "deadline",
    "refused",
    "sandbox",
    "screen",
];

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let mut reached = Vec::new();
    for known in endings()? {
        let run = known.world.ask(bench)?;
        let ended = (run.pack.telemetry.reason, run.pack.answer.action);
        sheet.equal("how a run ends", &ended, &(known.reason, known.action));
        reached.push(known.reason);
        user(sheet, &known, &run)?;
        monitoring(sheet, &known, &run)?;
        key(sheet, &known, &run);
    }
    reached.sort();
    let mut all = ResearchStopReason::ALL.to_vec();
    all.sort();
    sheet.equal("endings", &reached, &all);
    Ok(())
}

/// What nobody outside may read.
pub(crate) fn inside() -> impl Iterator<Item = &'static str> {
    let reasons = ResearchStopReason::ALL.iter().map(|one| one.code());
    let tiers = Tier::ALL.iter().map(|one| one.code());
    let backends = SearchBackend::ALL.iter().map(|one| one.code());
    reasons.chain(tiers).chain(backends).chain(INSIDE)
}

fn user(sheet: &mut Sheet, known: &Known, run: &ResearchRun) -> Result<(), NotRun> {
    let shown = json(&run.pack.answer)?;
    for word in inside().chain(MARKS).chain([KEY]) {
        sheet.expect(!shown.contains(word), || {
            format!("{}: the user sees `{word}`", known.reason)
        });
    }
    let words: Vec<&str> = shown.split(|c: char| !c.is_alphanumeric()).collect();
    for tool in Tool::ALL {
        sheet.expect(!words.contains(&tool.code()), || {
            format!("{}: the user sees the tool `{tool}`", known.reason)
        });
    }
    if known.action != OutputAction::Answer {
        for word in SAID {
            sheet.expect(!shown.contains(word), || {
                format!("{}: the user sees `{word}`", known.reason)
            });
        }
    }
    Ok(())
}

fn monitoring(sheet: &mut Sheet, known: &Known, run: &ResearchRun) -> Result<(), NotRun> {
    let event = json(&run.pack.telemetry)?;
    for word in SAID.into_iter().chain(MARKS).chain([KEY]) {
        sheet.expect(!event.contains(word), || {
            format!("{}: monitoring sees `{word}`", known.reason)
        });
    }
    Ok(())
}

/// The key goes out in a head and nowhere else, and does not come back.
fn key(sheet: &mut Sheet, known: &Known, run: &ResearchRun) {
    let reason = known.reason;
    let kept = String::from_utf8_lossy(&run.bytes);
    sheet.expect(!kept.contains(KEY), || {
        format!("{reason}: a key in the pack")
    });
    for packed in &run.pack.calls {
        let body = STANDARD.decode(&packed.call.body).unwrap_or_default();
        let body = String::from_utf8_lossy(&body);
        sheet.expect(!body.contains(KEY), || {
            format!("{reason}: a key in a kept body")
        });
    }
    for request in known.world.server.requests() {
        let sent = [request.target, request.body].concat();
        sheet.expect(!sent.contains(KEY), || {
            format!("{reason}: a key in an address")
        });
    }
}

fn json(part: &impl serde::Serialize) -> Result<String, NotRun> {
    serde_json::to_string(part).map_err(|error| NotRun::because("JSON", &error))
}
