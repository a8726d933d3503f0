//! Several configurations, one after the other: the system's, the user's, that of the
//! data directory. A later one may lower what an earlier one sets, and never raise it.

use std::fmt::Display;
use std::path::PathBuf;

use groundstop_adapter::HostRule;
use groundstop_research::caps::LoweredCaps;

use super::ResearchConfig;
use crate::error::EngineError;

/// What a file says about research.
pub(crate) struct ConfigLayer {
    /// The file.
    pub(crate) path: PathBuf,
    /// What it says.
    pub(crate) research: ResearchConfig,
}

/// What all of them say together, the earliest one first.
pub(crate) fn layered(layers: Vec<ConfigLayer>) -> Result<ResearchConfig, EngineError> {
    let mut held = ResearchConfig::default();
    let mut earlier: Vec<String> = Vec::new();
    for layer in layers {
        let path = layer.path.display().to_string();
        held = lowered(held, layer.research).map_err(|raised| {
            EngineError::input(
                format!(
                    "`{path}`: {} is set to {} by {}, and may only be lowered here",
                    raised.key,
                    raised.held,
                    earlier.join(" or "),
                ),
                format!("take `{}` out, or set it lower", raised.key),
            )
        })?;
        earlier.push(format!("`{path}`"));
    }
    Ok(held)
}

/// Something that a later configuration would raise.
struct Raised {
    key: &'static str,
    held: String,
}

impl Raised {
    fn new(key: &'static str, held: impl Display) -> Raised {
        Raised {
            key,
            held: held.to_string(),
        }
    }
}

fn lowered(held: ResearchConfig, later: ResearchConfig) -> Result<ResearchConfig, Raised> {
    let enabled = match (held.enabled, later.enabled) {
        (Some(false), Some(true)) => return Err(Raised::new("enabled", false)),
        (held, later) => later.or(held),
    };
    let (search, endpoint) = match later.search {
        Some(engine) if held.search != Some(engine) => (later.search, later.endpoint),
        _ => (held.search, later.endpoint.or(held.endpoint)),
    };
    Ok(ResearchConfig {
        enabled,
        tier: not_above("tier", held.tier, later.tier)?,
        environment: not_above("environment", held.environment, later.environment)?,
        // A grade is stricter the earlier it stands in the alphabet.
        min_grade: not_above("min_grade", held.min_grade, later.min_grade)?,
        allow_loopback: not_opened("allow_loopback", held.allow_loopback, later.allow_loopback)?,
        allow_loopback_pages: not_opened(
            "allow_loopback_pages",
            held.allow_loopback_pages,
            later.allow_loopback_pages,
        )?,
        allow_hosts: narrowed(held.allow_hosts, later.allow_hosts)?,
        deny_hosts: held
            .deny_hosts
            .into_iter()
            .chain(later.deny_hosts)
            .collect(),
        caps: lowered_caps(held.caps, later.caps)?,
        corpus: later.corpus.or(held.corpus),
        index: later.index.or(held.index),
        language: later.language.or(held.language),
        search,
        endpoint,
    })
}

fn not_above<T: Ord + Copy + Display>(
    key: &'static str,
    held: Option<T>,
    later: Option<T>,
) -> Result<Option<T>, Raised> {
    match (held, later) {
        (Some(held), Some(later)) if later > held => Err(Raised::new(key, held)),
        (held, later) => Ok(later.or(held)),
    }
}

fn not_opened(
    key: &'static str,
    held: Option<bool>,
    later: Option<bool>,
) -> Result<Option<bool>, Raised> {
    not_above(key, held, later)
}

/// The later hosts, each of which lies under an earlier one; the earlier ones where there
/// are no later ones. Without any, all hosts may be reached.
fn narrowed(held: Vec<String>, later: Vec<String>) -> Result<Vec<String>, Raised> {
    let outside = later.iter().any(|host| !lies_under(host, &held));
    match (outside, later.is_empty()) {
        (true, _) => Err(Raised::new("allow_hosts", held.join(", "))),
        (false, true) => Ok(held),
        (false, false) => Ok(later),
    }
}

/// Whether a host lies under one of these; under none of them where there are any.
pub(crate) fn lies_under(host: &str, held: &[String]) -> bool {
    let Ok(rule) = HostRule::parse(host) else {
        // What is no host is told as such, with its own cure.
        return true;
    };
    let mut rules = held.iter().filter_map(|host| HostRule::parse(host).ok());
    held.is_empty() || rules.any(|held| held.contains(&rule))
}

fn lowered_caps(held: LoweredCaps, later: LoweredCaps) -> Result<LoweredCaps, Raised> {
    Ok(LoweredCaps {
        max_tool_calls_total: not_above(
            "max_tool_calls_total",
            held.max_tool_calls_total,
            later.max_tool_calls_total,
        )?,
        max_tool_calls_per_minute: not_above(
            "max_tool_calls_per_minute",
            held.max_tool_calls_per_minute,
            later.max_tool_calls_per_minute,
        )?,
        per_call_timeout_ms: not_above(
            "per_call_timeout_ms",
            held.per_call_timeout_ms,
            later.per_call_timeout_ms,
        )?,
        total_research_timeout_ms: not_above(
            "total_research_timeout_ms",
            held.total_research_timeout_ms,
            later.total_research_timeout_ms,
        )?,
        budget_units_clamp: not_above(
            "budget_units_clamp",
            held.budget_units_clamp,
            later.budget_units_clamp,
        )?,
    })
}
