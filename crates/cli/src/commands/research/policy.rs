//! `groundstop policy show`: the caps that hold.

use groundstop_contract::{Environment, PolicyCaps, Tier};
use serde::Serialize;

use super::args::PolicyCommand;
use crate::commands::ledger::args::HomeArgs;
use crate::commands::ledger::home::Home;
use crate::error::{CliError, Output};

/// What holds for a tier and an environment.
#[derive(Serialize)]
struct Effective {
    tier: Tier,
    environment: Environment,
    enabled: bool,
    /// Null where research is not granted.
    caps: Option<PolicyCaps>,
}

pub(crate) fn run(command: &PolicyCommand, home: &HomeArgs) -> Result<Output, CliError> {
    let PolicyCommand::Show { entitlement, json } = command;
    let config = Home::research(home)?;
    let tier = config.tier(entitlement);
    let environment = config.environment(entitlement);
    let policy = config.policy();
    let granted = PolicyCaps::of(tier, environment);
    let held = policy.lowered.held(tier, environment);
    let caps = held.map_err(|error| super::ask::cap_raised(&error))?;
    let effective = Effective {
        tier,
        environment,
        enabled: policy.enabled,
        caps,
    };
    let stdout = match json {
        true => {
            let text = serde_json::to_string_pretty(&effective).map_err(CliError::fault)?;
            format!("{text}\n")
        }
        false => text(&effective, granted),
    };
    Ok(Output {
        stderr: config.lacks(),
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
