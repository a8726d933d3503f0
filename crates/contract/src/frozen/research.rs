//! The frozen content of the Research contract.

use serde_json::{Value, json};

use super::{Content, Contract, Demand, FrozenPart};
use crate::research::{
    ANSWER_MESSAGE, BASELINE_MESSAGE, CLARIFY_QUESTION, Environment, OutputAction, PolicyCaps,
    ResearchStopReason, STOP_PRIORITY, Tier, Tool, UNKNOWN_EXPLANATION,
};

/// The contract's name in the lock.
pub const RESEARCH_NAME: &str = "research";
/// The contract's version.
pub const RESEARCH_VERSION: &str = "18.0.0";

/// The contract as the code has it.
pub(super) fn contract() -> Contract {
    let part = |name, content, demand| FrozenPart {
        name,
        content,
        demand,
    };
    let reasons = |list: &[ResearchStopReason]| {
        Content::List(list.iter().map(|each| each.code().to_owned()).collect())
    };
    Contract {
        name: RESEARCH_NAME,
        version: RESEARCH_VERSION,
        parts: vec![
            part(
                "stop_reasons",
                reasons(ResearchStopReason::ALL),
                Demand::BY_SCOPE,
            ),
            part("stop_priority", reasons(&STOP_PRIORITY), Demand::MAJOR),
            part(
                "actions",
                Content::List(codes(OutputAction::ALL, OutputAction::code)),
                Demand::BY_SCOPE,
            ),
            part("caps", Content::Record(caps()), Demand::MINOR),
            part("costs", Content::Record(costs()), Demand::MINOR),
            part(
                "no_source_sentences",
                Content::List(vec![
                    CLARIFY_QUESTION.to_owned(),
                    UNKNOWN_EXPLANATION.to_owned(),
                ]),
                Demand::MAJOR,
            ),
            part("messages", Content::Record(messages()), Demand::MINOR),
        ],
    }
}

/// The sentence of each action, as the user reads it.
fn messages() -> Value {
    let sentence = |action: &OutputAction| match action {
        OutputAction::Answer => ANSWER_MESSAGE,
        OutputAction::AskClarify => CLARIFY_QUESTION,
        OutputAction::Unknown => UNKNOWN_EXPLANATION,
        OutputAction::Baseline => BASELINE_MESSAGE,
    };
    let rows = OutputAction::ALL.iter();
    rows.map(|action| json!({"action": action, "message": sentence(action)}))
        .collect()
}

fn codes<T: Copy>(list: &[T], code: fn(T) -> &'static str) -> Vec<String> {
    list.iter().map(|each| code(*each).to_owned()).collect()
}

fn caps() -> Value {
    let mut rows = Vec::new();
    for tier in Tier::ALL {
        for environment in Environment::ALL {
            let caps = PolicyCaps::of(*tier, *environment);
            rows.push(json!({"tier": tier, "environment": environment, "caps": caps}));
        }
    }
    Value::Array(rows)
}

fn costs() -> Value {
    let rows = Tool::ALL.iter();
    rows.map(|tool| json!({"tool": tool, "units": tool.cost_units()}))
        .collect()
}
