//! The limits of a run: the frozen table, lowered by configuration, never raised.

use groundstop_contract::{Environment, PolicyCaps, Tier};
use serde::Deserialize;

/// Caps that somebody configured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LoweredCaps {
    /// Calls in one run.
    pub max_tool_calls_total: Option<u32>,
    /// Calls in any minute.
    pub max_tool_calls_per_minute: Option<u32>,
    /// How long one call may take.
    pub per_call_timeout_ms: Option<u32>,
    /// How long the run may take.
    pub total_research_timeout_ms: Option<u32>,
    /// What the run may cost.
    pub budget_units_clamp: Option<u32>,
}

/// A configured cap that lies above the frozen one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{cap}` is {granted} here and cannot be raised to {wanted}")]
pub struct CapRaised {
    /// Its name in the contract.
    pub cap: &'static str,
    /// What the contract grants.
    pub granted: u32,
    /// What was configured.
    pub wanted: u32,
}

impl LoweredCaps {
    /// The configuration under which exactly these caps hold.
    #[must_use]
    pub fn to(caps: PolicyCaps) -> LoweredCaps {
        LoweredCaps {
            max_tool_calls_total: Some(caps.max_tool_calls_total),
            max_tool_calls_per_minute: Some(caps.max_tool_calls_per_minute),
            per_call_timeout_ms: Some(caps.per_call_timeout_ms),
            total_research_timeout_ms: Some(caps.total_research_timeout_ms),
            budget_units_clamp: Some(caps.budget_units_clamp),
        }
    }

    /// The same, none of them above what is granted.
    #[must_use]
    pub fn within(&self, granted: PolicyCaps) -> LoweredCaps {
        let least = |wanted: Option<u32>, granted: u32| wanted.map(|cap| cap.min(granted));
        LoweredCaps {
            max_tool_calls_total: least(self.max_tool_calls_total, granted.max_tool_calls_total),
            max_tool_calls_per_minute: least(
                self.max_tool_calls_per_minute,
                granted.max_tool_calls_per_minute,
            ),
            per_call_timeout_ms: least(self.per_call_timeout_ms, granted.per_call_timeout_ms),
            total_research_timeout_ms: least(
                self.total_research_timeout_ms,
                granted.total_research_timeout_ms,
            ),
            budget_units_clamp: least(self.budget_units_clamp, granted.budget_units_clamp),
        }
    }

    /// The caps that hold for a tier in an environment; nothing where research is not
    /// granted. Whoever is granted nothing is no excuse for a cap that nobody is granted.
    ///
    /// # Errors
    /// Where one would be raised.
    pub fn held(
        &self,
        tier: Tier,
        environment: Environment,
    ) -> Result<Option<PolicyCaps>, CapRaised> {
        match PolicyCaps::of(tier, environment) {
            Some(granted) => self.of(granted).map(Some),
            None => match PolicyCaps::of(Tier::Max, environment) {
                Some(most) => self.of(most).map(|_| None),
                None => Ok(None),
            },
        }
    }

    /// The caps that hold: the granted ones, lowered.
    ///
    /// # Errors
    /// Where one would be raised.
    pub fn of(&self, granted: PolicyCaps) -> Result<PolicyCaps, CapRaised> {
        let mut held = granted.named().into_iter();
        let mut lower = |wanted: Option<u32>| {
            // The names come in the order in which they are asked for.
            let (cap, granted) = held.next().unwrap_or(("", 0));
            match wanted {
                Some(wanted) if wanted > granted => Err(CapRaised {
                    cap,
                    granted,
                    wanted,
                }),
                wanted => Ok(wanted.unwrap_or(granted)),
            }
        };
        Ok(PolicyCaps {
            max_tool_calls_total: lower(self.max_tool_calls_total)?,
            max_tool_calls_per_minute: lower(self.max_tool_calls_per_minute)?,
            per_call_timeout_ms: lower(self.per_call_timeout_ms)?,
            total_research_timeout_ms: lower(self.total_research_timeout_ms)?,
            budget_units_clamp: lower(self.budget_units_clamp)?,
        })
    }
}
