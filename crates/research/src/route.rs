//! The router: asking for research is not getting it.
//!
//! What it grants is a sealed [`Grant`]. It becomes a [`Session`], and that
//! yields one sealed [`Ticket`] for each planned call: nothing else can make
//! one, none can be copied, and whoever spends one no longer has it.

use groundstop_contract::{Environment, PolicyCaps, ResearchStopReason, Tier};

use crate::caps::{CapRaised, LoweredCaps};
use crate::plan::{PlannedCall, Wanted, planned_calls};

/// How long a question may be, in characters.
pub const QUESTION_CHARS_MAX: usize = 500;

/// A question in its canonical form: one blank between words, none around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question(String);

/// Why a text is no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// Nothing is asked.
    #[error("the question is empty")]
    Empty,
    /// More is asked than a question holds.
    #[error(
        "the question has {characters} characters, {} are the most",
        QUESTION_CHARS_MAX
    )]
    TooLong {
        /// How many characters it has.
        characters: usize,
    },
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// Where it is empty or too long.
    pub fn new(text: &str) -> Result<Question, QuestionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let canonical = words.join(" ");
        match canonical.chars().count() {
            0 => Err(QuestionError::Empty),
            characters if characters > QUESTION_CHARS_MAX => {
                Err(QuestionError::TooLong { characters })
            }
            _ => Ok(Question(canonical)),
        }
    }

    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// What the operator has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Whether there is research at all.
    pub enabled: bool,
    /// Caps that were lowered.
    pub lowered: LoweredCaps,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            enabled: true,
            lowered: LoweredCaps::default(),
        }
    }
}

/// What the router answers.
#[derive(Debug)]
pub enum Routed {
    /// Research is granted.
    Granted(Grant),
    /// It is not, for all these reasons.
    Refused(Vec<ResearchStopReason>),
}

/// Decides whether research is granted, and how much. Somebody without a known
/// tier is taken for one of the lowest.
///
/// # Errors
/// Where the configuration raises a cap.
pub fn route(
    wanted: Wanted,
    tier: Option<Tier>,
    environment: Environment,
    policy: &Policy,
) -> Result<Routed, CapRaised> {
    let tier = tier.unwrap_or(Tier::Free);
    let caps = policy.lowered.held(tier, environment)?;
    let mut refused = Vec::new();
    if caps.is_none() {
        refused.push(ResearchStopReason::EntitlementCap);
    }
    if !policy.enabled {
        refused.push(ResearchStopReason::PolicyDisabled);
    }
    Ok(match caps {
        Some(caps) if refused.is_empty() => Routed::Granted(Grant {
            plan: planned_calls(wanted, &caps),
            caps,
        }),
        _ => Routed::Refused(refused),
    })
}

/// The right to one run.
#[derive(Debug)]
pub struct Grant {
    caps: PolicyCaps,
    plan: Vec<PlannedCall>,
}

impl Grant {
    /// The caps of the run.
    #[must_use]
    pub fn caps(&self) -> &PolicyCaps {
        &self.caps
    }

    /// The plan of the run.
    #[must_use]
    pub fn plan(&self) -> &[PlannedCall] {
        &self.plan
    }

    /// Begins the run; the grant is used up.
    #[must_use]
    pub fn open(self) -> Session {
        Session {
            caps: self.caps,
            left: self.plan.into_iter(),
            drawn: 0,
        }
    }
}

/// A run that has begun.
#[derive(Debug)]
pub struct Session {
    caps: PolicyCaps,
    left: std::vec::IntoIter<PlannedCall>,
    drawn: u32,
}

impl Session {
    /// The caps of the run.
    #[must_use]
    pub fn caps(&self) -> &PolicyCaps {
        &self.caps
    }

    /// The call whose turn it is.
    #[must_use]
    pub fn next_call(&self) -> Option<PlannedCall> {
        self.left.as_slice().first().copied()
    }

    /// Whether the run has taken longer than it may.
    #[must_use]
    pub fn is_late(&self, elapsed_ms: u64) -> bool {
        elapsed_ms > u64::from(self.caps.total_research_timeout_ms)
    }

    /// The right to the next planned call, so many milliseconds into the run; it
    /// may take what one call may, and no longer than the run has left.
    pub fn ticket(&mut self, elapsed_ms: u64) -> Option<Ticket> {
        let call = self.left.next()?;
        self.drawn = self.drawn.saturating_add(1);
        let left = u64::from(self.caps.total_research_timeout_ms).saturating_sub(elapsed_ms);
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        Some(Ticket {
            call,
            number: self.drawn,
            started_ms: elapsed_ms,
            timeout_ms: self.caps.per_call_timeout_ms.min(left),
        })
    }

    /// Leaves the next call out: there is nothing to ask for. It costs nothing.
    pub fn skip(&mut self) -> Option<PlannedCall> {
        self.left.next()
    }
}

/// The right to one call.
#[derive(Debug, PartialEq, Eq)]
pub struct Ticket {
    call: PlannedCall,
    number: u32,
    started_ms: u64,
    timeout_ms: u32,
}

impl Ticket {
    /// Which call.
    #[must_use]
    pub fn call(&self) -> PlannedCall {
        self.call
    }

    /// Which call of the run it is, counted from 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// When it was drawn, in milliseconds from the start of the run.
    #[must_use]
    pub fn started_ms(&self) -> u64 {
        self.started_ms
    }

    /// How long it may take.
    #[must_use]
    pub fn timeout_ms(&self) -> u32 {
        self.timeout_ms
    }

    /// What it costs.
    #[must_use]
    pub fn cost_units(&self) -> u32 {
        self.call.tool().cost_units()
    }
}
