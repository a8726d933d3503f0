//! `groundstop policy show`: the caps that hold.

use groundstop_contract::{Environment, PolicyCaps, Tier};
use groundstop_engine::{Diagnostic, Engine};
use serde::Serialize;

use super::args::PolicyCommand;
use crate::commands::pretty;
use crate::error::{CliError, Output, notes};

/// What holds for a tier and an environment.
#[derive(Serialize)]
struct Effective {
    tier: Tier,
    environment: Environment,
    enabled: bool,
    /// Null where research is not granted.
    caps: Option<PolicyCaps>,
}

pub(crate) fn run(command: &PolicyCommand, engine: &Engine) -> Result<Output, CliError> {
    let PolicyCommand::Show { entitlement, json } = command;
    let held = engine.policy(entitlement.tier, entitlement.env)?;
    let effective = Effective {
        tier: held.tier,
        environment: held.environment,
        enabled: held.enabled,
        caps: held.caps,
    };
    let stdout = match json {
        true => pretty(&effective)?,
        false => text(&effective, held.granted),
    };
    let lacks = held.lacks.into_iter().map(|one| Diagnostic {
        message: format!("for `ask --web`, {}", one.message),
        ..one
    });
    let said: Vec<Diagnostic> = held.notes.into_iter().chain(lacks).collect();
    Ok(Output {
        stderr: notes(&said),
        ..Output::fine(stdout)
    })
}

fn text(effective: &Effective, granted: Option<PolicyCaps>) -> String {
    let mut text = format!("{} in {}\n", effective.tier, effective.environment);
    if !effective.enabled {
        text.push_str("research is switched off by the configuration\n");
    }
    let (Some(caps), Some(granted)) = (effective.caps, granted) else {
        text.push_str("research is not granted\n");
        return text;
    };
    for ((name, cap), (_, most)) in caps.named().into_iter().zip(granted.named()) {
        let note = match cap < most {
            true => format!("   (lowered from {most})"),
            false => String::new(),
        };
        text.push_str(&format!("  {name:<26} {cap:>6}{note}\n"));
    }
    text
}
