//! The product as the certification reaches it: every part of it that a box examines.
//!
//! [`Built`] is the product of this build. A test that shows the certification can fail
//! hands in another one, whose parts do something else; the product itself knows nothing
//! of that.

use std::sync::Arc;

use groundstop_adapter::{Adapter, Resolve, Settings};
use groundstop_contract::frozen::{Contract, contracts};
use groundstop_contract::{Environment, PolicyCaps, ResearchStopReason, Tier};
use groundstop_engine::{AskError, ResearchRun, RunContext, RunRequest, Tools, ask};
use groundstop_ledger::store::RunStore;
use groundstop_research::caps::LoweredCaps;
use groundstop_research::outcome::{Ended, Ending, settle};
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Routed, route};
use groundstop_research::screen::{RuleError, Screen};

/// The parts of the product, each as it is unless somebody puts another in its place.
pub trait Product {
    /// Asks a question.
    ///
    /// # Errors
    /// As [`ask`].
    fn ask(
        &self,
        question: &RunRequest<'_>,
        context: &mut RunContext<'_>,
    ) -> Result<ResearchRun, AskError> {
        ask(question, context)
    }

    /// The tools with these settings; `names` looks names up in place of the system.
    fn tools(&self, settings: Settings, names: Option<Arc<dyn Resolve>>) -> Box<dyn Tools> {
        Box::new(match names {
            Some(names) => Adapter::with_names(settings, names),
            None => Adapter::new(settings),
        })
    }

    /// What a run reaches in place of its store; nothing where it reaches the store itself.
    fn store<'s>(&self, _: &'s dyn RunStore) -> Option<Box<dyn RunStore + 's>> {
        None
    }

    /// The injection screen.
    ///
    /// # Errors
    /// Where its rules are broken.
    fn screen(&self) -> Result<Screen, RuleError> {
        Screen::published()
    }

    /// The caps that hold; nothing where research is not granted.
    ///
    /// # Errors
    /// The cap that the configuration would raise, or another reason for a refusal.
    fn caps(
        &self,
        tier: Option<Tier>,
        environment: Environment,
        lowered: LoweredCaps,
    ) -> Result<Option<PolicyCaps>, String> {
        let wanted = Wanted {
            corpus: true,
            web: true,
        };
        let policy = Policy {
            enabled: true,
            lowered,
        };
        match route(wanted, tier, environment, &policy) {
            Ok(Routed::Granted(grant)) => Ok(Some(*grant.caps())),
            Ok(Routed::Refused(reasons)) if reasons == [ResearchStopReason::EntitlementCap] => {
                Ok(None)
            }
            Ok(Routed::Refused(reasons)) => Err(format!("{reasons:?}")),
            Err(raised) => Err(raised.cap.to_owned()),
        }
    }

    /// How a run with these conditions ends.
    fn settle(&self, ended: &Ended) -> Ending {
        settle(ended)
    }

    /// What the contracts freeze, as the code has it.
    fn contracts(&self) -> Vec<Contract> {
        contracts()
    }
}

/// The product of this build.
#[derive(Clone, Copy, Debug, Default)]
pub struct Built;

impl Product for Built {}
