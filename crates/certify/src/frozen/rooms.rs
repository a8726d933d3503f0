//! What only the deciding rooms know, asked of them case by case, so that the lock holds what
//! is done and not what is written down about it.

use groundstop_adapter::interpret;
use groundstop_canon::sha256_hex;
use groundstop_contract::frozen::{CODES_NAME, FREEZE_ABOVE_CONFIDENCE};
use groundstop_contract::frozen::{
    Content, Contract, Demand, FrozenPart, RESEARCH_NAME, RULE_CANDIDATE_NAME, SHAPES_NAME,
    STOP_TRIGGERS_NAME, contracts, points, shape_lines,
};
use groundstop_contract::{Confidence, Environment, ResearchStopReason, Tier, Tool, schemas};
use groundstop_document::fold;
use groundstop_research::outcome::{Conditions, Ended, message, settle};
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Routed, route};
use groundstop_research::screen::ScreenReport;
use serde_json::{Value, json};

use super::limits;

/// A contract's document: its points.
pub(crate) const DOCUMENTS: [(&str, &str, &str); 3] = [
    (
        STOP_TRIGGERS_NAME,
        "stop-triggers.md",
        include_str!("../../../../docs/contracts/stop-triggers.md"),
    ),
    (
        RULE_CANDIDATE_NAME,
        "rule-candidate.md",
        include_str!("../../../../docs/contracts/rule-candidate.md"),
    ),
    (
        RESEARCH_NAME,
        "research.md",
        include_str!("../../../../docs/contracts/research.md"),
    ),
];

/// All contracts with everything they freeze.
#[must_use]
pub fn frozen_contracts() -> Vec<Contract> {
    let mut all = contracts();
    for contract in &mut all {
        contract.parts.extend(asked_of_the_rooms(contract.name));
        let document = DOCUMENTS.iter().find(|(name, ..)| *name == contract.name);
        if let Some((.., text)) = document {
            let numbers = points(text).into_iter();
            let numbers = numbers.map(|one| one.number.to_owned());
            contract.parts.push(FrozenPart {
                name: "points",
                content: Content::List(numbers.collect()),
                demand: points_demand(contract.name),
            });
        }
    }
    all
}

/// A point more is a step of its contract, as everything in it is.
fn points_demand(contract: &str) -> Demand {
    match contract == STOP_TRIGGERS_NAME {
        true => Demand::MAJOR,
        false => Demand::BY_SCOPE,
    }
}

fn asked_of_the_rooms(contract: &str) -> Vec<FrozenPart> {
    let part = |name, content, demand| FrozenPart {
        name,
        content: Content::Record(content),
        demand,
    };
    match contract {
        STOP_TRIGGERS_NAME => vec![part(
            "confidence_comparison",
            limits::stop_confidence(),
            Demand::MAJOR,
        )],
        CODES_NAME => vec![part("fold_tables", fold_tables(), Demand::BY_SCOPE)],
        RULE_CANDIDATE_NAME => vec![part("freeze_comparison", freezing(), Demand::MAJOR)],
        RESEARCH_NAME => vec![
            part("comparisons", limits::research(), Demand::MAJOR),
            part("fault_to_reason", faults(), Demand::MAJOR),
            part("reason_to_action", actions(), Demand::MAJOR),
            part("router_defaults", routes(), Demand::MINOR),
        ],
        SHAPES_NAME => vec![screening()],
        _ => Vec::new(),
    }
}

/// What `groundstop screen` prints.
fn screening() -> FrozenPart {
    let text = schemas::of_written::<ScreenReport>("screening");
    let schema = serde_json::from_str(&text).unwrap_or_default();
    FrozenPart {
        name: "screening.schema.json",
        content: Content::List(shape_lines(&schema)),
        demand: Demand::BY_SCOPE,
    }
}

/// Every character that a fold treats in a way of its own, table by table. A table of thousands
/// of characters stands by its digest.
fn fold_tables() -> Value {
    let all = || (0..=0x0010_FFFF_u32).filter_map(char::from_u32);
    let coded = |holds: fn(char) -> bool| -> Vec<String> {
        let found = all().filter(|c| holds(*c));
        found.map(|c| format!("{:04X}", u32::from(c))).collect()
    };
    let mapped = |to: fn(char) -> Option<String>| -> Vec<String> {
        let found = all().filter_map(|c| Some((c, to(c)?)));
        found
            .map(|(c, to)| format!("{:04X} {to}", u32::from(c)))
            .collect()
    };
    let digest = |holds: fn(char) -> bool| sha256_hex(coded(holds).join(" ").as_bytes());
    json!({
        "F1": coded(char::is_whitespace),
        "F1 line break": coded(fold::is_line_break),
        "F2": mapped(|c| fold::straight_quote(c).map(String::from)),
        "F3": coded(fold::is_hyphen),
        "F4": coded(fold::is_ignorable),
        "F4 joiner": coded(fold::is_joiner),
        "F4 Latin letter": digest(fold::is_latin_letter),
        "F4 direction override": coded(fold::is_direction_override),
        "F5": mapped(|c| fold::ligature(c).map(str::to_owned)),
        "F6": coded(fold::breaks_words),
        "F6 CJK": digest(fold::is_cjk),
    })
}

/// Whether a confidence around the one that is named is enough to freeze.
fn freezing() -> Value {
    let around = ["0.79", FREEZE_ABOVE_CONFIDENCE, "0.80", "0.8000001", "1"];
    let rows = around.iter().map(|text| {
        let enough = Confidence::parse(text).is_some_and(groundstop_rules::is_above_the_gate);
        json!({"confidence": text, "freezes": enough})
    });
    rows.collect()
}

/// What every end of every call, every status of a search engine and every fault means.
fn faults() -> Value {
    let ends = limits::call_ends().map(|(what, record)| {
        let read = limits::read(&record, interpret);
        let (fault, reason) = match read {
            Some(fault) => (fault.code(), Some(fault.condition().code())),
            None => ("none", None),
        };
        json!({"call": what, "fault": fault, "reason": reason})
    });
    ends.collect()
}

/// What a user gets under each reason, with and without a call, sources and a question before.
fn actions() -> Value {
    let mut rows = Vec::new();
    for reason in ResearchStopReason::ALL {
        for case in 0..16_u8 {
            let bit = |at: u8| case & (1 << at) != 0;
            let (attempted, accepted, covering, clarified) = (bit(0), bit(1), bit(2), bit(3));
            if covering && !accepted {
                continue;
            }
            let ended = Ended {
                conditions: Conditions::from_iter([*reason]),
                attempted,
                accepted: usize::from(accepted),
                covering: usize::from(covering),
                clarified,
            };
            let ending = settle(&ended);
            rows.push(json!({
                "condition": reason, "attempted": attempted, "accepted": accepted,
                "covering": covering, "clarified": clarified, "reason": ending.reason,
                "action": ending.action, "message": message(ending.action),
            }));
        }
    }
    Value::Array(rows)
}

/// What the router grants to whom, and which calls a run then makes, where nothing is configured.
fn routes() -> Value {
    let mut rows = Vec::new();
    let tiers = [None]
        .into_iter()
        .chain(Tier::ALL.iter().copied().map(Some));
    for tier in tiers {
        for environment in Environment::ALL {
            for (corpus, web) in [(true, false), (false, true), (true, true)] {
                let policy = Policy::default();
                let wanted = Wanted { corpus, web };
                let routed = match route(wanted, tier, *environment, &policy) {
                    Ok(Routed::Granted(grant)) => {
                        let calls = grant.plan().iter();
                        let calls: Vec<(Tool, Option<u32>)> =
                            calls.map(|call| (call.tool(), call.rank())).collect();
                        json!({"caps": grant.caps(), "calls": calls})
                    }
                    Ok(Routed::Refused(reasons)) => json!({"refused": reasons}),
                    Err(raised) => json!({"raised": raised.cap}),
                };
                rows.push(json!({
                    "tier": tier, "environment": environment, "enabled": policy.enabled,
                    "corpus": corpus, "web": web, "routed": routed,
                }));
            }
        }
    }
    Value::Array(rows)
}
