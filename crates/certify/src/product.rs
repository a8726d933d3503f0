//! The product as the certification reaches it: every part of it that a box examines.
//!
//! [`Built`] is the product of this build. A test that shows the certification can fail
//! hands in another one, whose parts do something else; the product itself knows nothing
//! of that.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use groundstop_adapter::{Adapter, Resolve, Settings};
use groundstop_canon::Json;
use groundstop_contract::frozen::Contract;
use groundstop_contract::report::Report;
use groundstop_contract::{Environment, PolicyCaps, ResearchStopReason, Tier};
use groundstop_engine::{
    AskError, ResearchRun, Run, RunContext, RunError, RunRequest, Tools, ask, verify,
};
use groundstop_ledger::store::RunStore;
use groundstop_research::caps::LoweredCaps;
use groundstop_research::outcome::{Ended, Ending, settle};
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Routed, route};
use groundstop_research::screen::{RuleError, Screen};
use groundstop_rules::{Validation, validate};

/// What a program that was started showed, and its exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramOutput {
    /// The exit code; nothing where a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said beside that.
    pub stderr: String,
}

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

    /// Which crates of others each crate of the workspace reaches, as it was built: one line a
    /// crate, its name first.
    fn graph(&self) -> String {
        include_str!(concat!(env!("OUT_DIR"), "/graph.txt")).to_owned()
    }

    /// Starts the built program in a folder, with a user's own folders inside it.
    ///
    /// # Errors
    /// Where it does not start.
    fn command(
        &self,
        program: &Path,
        folder: &Path,
        arguments: &[&str],
    ) -> io::Result<ProgramOutput> {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env("XDG_STATE_HOME", folder.join("state"))
            .env("NO_COLOR", "1")
            .env_remove("GROUNDSTOP_HOME")
            .env_remove("GROUNDSTOP_STORE")
            .stdin(Stdio::null())
            .output()?;
        Ok(ProgramOutput {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    /// Decides the fields of a document.
    ///
    /// # Errors
    /// As [`verify`].
    fn verify(&self, run: &Run<'_>) -> Result<Report, RunError> {
        verify(run)
    }

    /// Validates a candidate of a rule.
    fn validate(&self, candidate: &Json) -> Validation {
        validate(candidate)
    }

    /// What the contracts freeze, as the code has it.
    fn contracts(&self) -> Vec<Contract> {
        crate::frozen::frozen_contracts()
    }
}

/// The product of this build.
#[derive(Clone, Copy, Debug, Default)]
pub struct Built;

impl Product for Built {}
