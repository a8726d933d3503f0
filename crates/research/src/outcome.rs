//! How a run ends: all conditions that hold are collected, the first in the
//! contract's order wins, and what leaves is looked at once more.

use groundstop_contract::research::{
    ANSWER_MESSAGE, BASELINE_MESSAGE, CLARIFY_QUESTION, UNKNOWN_EXPLANATION,
};
use groundstop_contract::{OutputAction, ResearchStopReason, STOP_PRIORITY};

/// All conditions that hold at the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    held: [bool; STOP_PRIORITY.len()],
}

impl Conditions {
    /// Notes that a condition holds.
    pub fn add(&mut self, reason: ResearchStopReason) {
        for (place, known) in self.held.iter_mut().zip(STOP_PRIORITY) {
            *place |= known == reason;
        }
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, reason: ResearchStopReason) -> bool {
        self.in_order().any(|held| held == reason)
    }

    /// The conditions that hold, the one that wins first.
    pub fn in_order(&self) -> impl Iterator<Item = ResearchStopReason> + '_ {
        let all = STOP_PRIORITY.into_iter().zip(self.held);
        all.filter(|(_, held)| *held).map(|(reason, _)| reason)
    }
}

impl FromIterator<ResearchStopReason> for Conditions {
    fn from_iter<I: IntoIterator<Item = ResearchStopReason>>(reasons: I) -> Conditions {
        let mut conditions = Conditions::default();
        for reason in reasons {
            conditions.add(reason);
        }
        conditions
    }
}

/// What is known at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Everything that went wrong.
    pub conditions: Conditions,
    /// Whether a call was attempted at all.
    pub attempted: bool,
    /// Sources that passed validation and the screen: the bundle.
    pub accepted: usize,
    /// Those of them that cover the question.
    pub covering: usize,
    /// Whether this conversation was asked to clarify before.
    pub clarified: bool,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The reason that wins.
    pub reason: ResearchStopReason,
    /// The others that hold, in their order.
    pub others: Vec<ResearchStopReason>,
    /// What the user gets.
    pub action: OutputAction,
}

impl Ending {
    /// The sentence that goes with the action; it says nothing of the reason.
    #[must_use]
    pub fn message(&self) -> &'static str {
        message(self.action)
    }
}

/// The sentence of an action.
#[must_use]
pub fn message(action: OutputAction) -> &'static str {
    match action {
        OutputAction::Answer => ANSWER_MESSAGE,
        OutputAction::AskClarify => CLARIFY_QUESTION,
        OutputAction::Unknown => UNKNOWN_EXPLANATION,
        OutputAction::Baseline => BASELINE_MESSAGE,
    }
}

/// Settles how a run ends.
#[must_use]
pub fn settle(ended: &Ended) -> Ending {
    let mut conditions = ended.conditions;
    // A run cannot have succeeded because somebody says so.
    let said = conditions.holds(ResearchStopReason::SuccessCompleted);
    if ended.attempted && ended.covering == 0 {
        conditions.add(ResearchStopReason::NoSource);
    }
    let failed = conditions
        .in_order()
        .any(|reason| reason != ResearchStopReason::SuccessCompleted);
    if !failed && ended.attempted {
        conditions.add(ResearchStopReason::SuccessCompleted);
    } else if !failed || said {
        conditions.add(ResearchStopReason::InternalInconsistency);
    }
    let mut in_order = conditions.in_order();
    let reason = in_order
        .next()
        .unwrap_or(ResearchStopReason::InternalInconsistency);
    Ending {
        reason,
        others: in_order.collect(),
        action: action(reason, ended),
    }
}

/// What the user gets.
fn action(reason: ResearchStopReason, ended: &Ended) -> OutputAction {
    match reason {
        ResearchStopReason::SuccessCompleted => OutputAction::Answer,
        ResearchStopReason::NoSource => without_sources(ended),
        ResearchStopReason::InternalInconsistency
        | ResearchStopReason::SandboxViolation
        | ResearchStopReason::InjectionDetected
        | ResearchStopReason::EntitlementCap
        | ResearchStopReason::PolicyDisabled
        | ResearchStopReason::RateLimited
        | ResearchStopReason::BudgetExhausted
        | ResearchStopReason::Timeout
        | ResearchStopReason::ValidationFail => instead_of_an_answer(ended),
    }
}

/// What a stop gives: once a call was attempted, an empty bundle has the user asked or
/// told, whatever else held. Where sources were found, nobody is told that none were.
fn instead_of_an_answer(ended: &Ended) -> OutputAction {
    match ended.attempted && ended.accepted == 0 {
        true => without_sources(ended),
        false => OutputAction::Baseline,
    }
}

/// A question back, once in a conversation.
fn without_sources(ended: &Ended) -> OutputAction {
    match ended.clarified {
        true => OutputAction::Unknown,
        false => OutputAction::AskClarify,
    }
}

/// What is wrong with an answer that was about to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// An answer without success, or success without one.
    AnswerWithoutSuccess,
    /// An answer without a claim, or with one that nothing bears out.
    ClaimWithoutCitation,
    /// No sources, and yet no question and no plain word about it.
    NoSourceAnswered,
    /// Claims beside something that is no answer.
    ClaimsBesideStop,
}

/// Looks at an ending once more before it leaves: how many citations each of its
/// claims has is all it needs to know of them.
///
/// # Errors
/// Where the ending may not leave as it is.
pub fn examine(ending: &Ending, citations: &[usize]) -> Result<(), Flaw> {
    let answers = ending.action == OutputAction::Answer;
    let succeeded = ending.reason == ResearchStopReason::SuccessCompleted;
    if answers != succeeded {
        return Err(Flaw::AnswerWithoutSuccess);
    }
    let asks = matches!(
        ending.action,
        OutputAction::AskClarify | OutputAction::Unknown
    );
    if ending.reason == ResearchStopReason::NoSource && !asks {
        return Err(Flaw::NoSourceAnswered);
    }
    if answers && (citations.is_empty() || citations.contains(&0)) {
        return Err(Flaw::ClaimWithoutCitation);
    }
    if !answers && !citations.is_empty() {
        return Err(Flaw::ClaimsBesideStop);
    }
    Ok(())
}

/// The ending that takes the place of a flawed one.
#[must_use]
pub fn downgraded(flawed: &Ending, ended: &Ended) -> Ending {
    let mut others = vec![flawed.reason];
    others.extend(flawed.others.iter().copied());
    others.retain(|reason| *reason != ResearchStopReason::InternalInconsistency);
    Ending {
        reason: ResearchStopReason::InternalInconsistency,
        others,
        action: instead_of_an_answer(ended),
    }
}
