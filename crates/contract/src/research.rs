//! The Research contract as plain records: stop reasons and their order, caps by
//! tier and environment, what a user may be told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes::codes;

codes! {
    /// Why a research run ended; every run ends with exactly one.
    ResearchStopReason {
        /// Every call succeeded, and there are sources.
        SuccessCompleted = "SUCCESS_COMPLETED",
        /// The tier does not permit research.
        EntitlementCap = "ENTITLEMENT_CAP",
        /// Research is switched off.
        PolicyDisabled = "POLICY_DISABLED",
        /// The next call would cost more than is left.
        BudgetExhausted = "BUDGET_EXHAUSTED",
        /// More calls in a minute than permitted.
        RateLimited = "RATE_LIMITED",
        /// A deadline passed.
        Timeout = "TIMEOUT",
        /// A tool or a parser did what it may not.
        SandboxViolation = "SANDBOX_VIOLATION",
        /// A text from outside gave orders.
        InjectionDetected = "INJECTION_DETECTED",
        /// No acceptable source covers the question.
        NoSource = "NO_SOURCE",
        /// Sources came, and none was good or safe enough.
        ValidationFail = "VALIDATION_FAIL",
        /// Something that cannot be, or that nothing else names.
        InternalInconsistency = "INTERNAL_INCONSISTENCY",
    }
}

/// Which stop reason wins where several hold, the first one first.
pub const STOP_PRIORITY: [ResearchStopReason; 11] = [
    ResearchStopReason::InternalInconsistency,
    ResearchStopReason::SandboxViolation,
    ResearchStopReason::InjectionDetected,
    ResearchStopReason::EntitlementCap,
    ResearchStopReason::PolicyDisabled,
    ResearchStopReason::RateLimited,
    ResearchStopReason::BudgetExhausted,
    ResearchStopReason::Timeout,
    ResearchStopReason::ValidationFail,
    ResearchStopReason::NoSource,
    ResearchStopReason::SuccessCompleted,
];

codes! {
    /// What the user gets.
    OutputAction {
        /// Claims, each with a verified quote of a source.
        Answer = "ANSWER",
        /// A question back.
        AskClarify = "ASK_CLARIFY",
        /// That there are no sources.
        Unknown = "UNKNOWN",
        /// Nothing of research at all.
        Baseline = "BASELINE",
    }
}

codes! {
    /// What somebody is entitled to.
    Tier {
        /// No research.
        Free = "FREE",
        /// Some.
        Pro = "PRO",
        /// More.
        Max = "MAX",
    }
}

codes! {
    /// Where the product runs.
    Environment {
        /// At a developer's desk.
        Dev = "dev",
        /// Before it goes out.
        Staging = "staging",
        /// Where users are.
        Prod = "prod",
    }
}

codes! {
    /// What can be asked for something outside.
    Tool {
        /// The documents somebody indexed.
        Corpus = "corpus",
        /// A search engine.
        Search = "search",
        /// A page by its address.
        Fetch = "fetch",
    }
}

impl Tool {
    /// What one call costs, in units.
    #[must_use]
    pub fn cost_units(self) -> u32 {
        match self {
            Tool::Corpus => 10,
            Tool::Search => 60,
            Tool::Fetch => 30,
        }
    }
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyCaps {
    /// Calls in one run.
    pub max_tool_calls_total: u32,
    /// Calls in any minute, over all runs of a principal.
    pub max_tool_calls_per_minute: u32,
    /// How long one call may take.
    pub per_call_timeout_ms: u32,
    /// How long the run may take.
    pub total_research_timeout_ms: u32,
    /// What the run may cost.
    pub budget_units_clamp: u32,
}

impl PolicyCaps {
    /// The caps of a tier in an environment; nothing where research is not granted.
    #[must_use]
    pub fn of(tier: Tier, environment: Environment) -> Option<PolicyCaps> {
        let caps = |calls, per_minute, total_ms, units| PolicyCaps {
            max_tool_calls_total: calls,
            max_tool_calls_per_minute: per_minute,
            per_call_timeout_ms: 5_000,
            total_research_timeout_ms: total_ms,
            budget_units_clamp: units,
        };
        match (tier, environment) {
            (Tier::Free, _) => None,
            (Tier::Pro, Environment::Dev) => Some(caps(3, 10, 15_000, 300)),
            (Tier::Pro, Environment::Staging | Environment::Prod) => Some(caps(5, 10, 15_000, 500)),
            (Tier::Max, Environment::Dev) => Some(caps(5, 20, 20_000, 500)),
            (Tier::Max, Environment::Staging) => Some(caps(10, 20, 30_000, 1_000)),
            (Tier::Max, Environment::Prod) => Some(caps(10, 30, 30_000, 1_000)),
        }
    }

    /// The caps by the names the contract gives them, in its order.
    #[must_use]
    pub fn named(&self) -> [(&'static str, u32); 5] {
        [
            ("max_tool_calls_total", self.max_tool_calls_total),
            ("max_tool_calls_per_minute", self.max_tool_calls_per_minute),
            ("per_call_timeout_ms", self.per_call_timeout_ms),
            ("total_research_timeout_ms", self.total_research_timeout_ms),
            ("budget_units_clamp", self.budget_units_clamp),
        ]
    }
}

/// What a user is asked who has not been asked yet.
pub const CLARIFY_QUESTION: &str = "I couldn't find reliable sources for your request. Could you clarify: (1) specific topic, (2) time period, or (3) source type you're looking for?";
/// What a user is told who was asked already.
pub const UNKNOWN_EXPLANATION: &str = "No sources are available for this request.";
/// What a user is told whenever a run was refused or ended before it could answer: that
/// no answer was researched, and nothing else.
pub const BASELINE_MESSAGE: &str = "No researched answer is given to this request.";
/// What stands above the claims of an answer.
pub const ANSWER_MESSAGE: &str = "What the sources say:";
