//! Kept runs derived again, and the caps that runs are held to.

use groundstop_canon::sha256_hex;
use groundstop_contract::ledger::RecordBody;
use groundstop_contract::{Environment, PolicyCaps, Tier};
use groundstop_ledger::kept::pack;

use super::Engine;
use super::research::cap_raised;
use crate::ask::{PageReader, Replayed, replay};
use crate::error::{Diagnostic, EngineError};
use crate::home::WebOptions;
use crate::recorder::body_at;

/// Whether a ledger has a record of a whole pack. What follows from a pack shows that
/// it fits together; only a record shows that nobody put it together later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackRecord {
    /// No ledger is configured.
    NoLedger,
    /// The ledger has none.
    Missing,
    /// The place of the record.
    At(u64),
}

/// A kept run, derived again.
#[derive(Debug)]
pub struct ReplayOutcome {
    /// The run, and what differs.
    pub replayed: Replayed,
    /// Whether it was recorded.
    pub recorded: PackRecord,
}

/// What holds for a tier and an environment.
#[derive(Clone, Debug)]
pub struct PolicyInForce {
    /// The tier.
    pub tier: Tier,
    /// The environment.
    pub environment: Environment,
    /// Whether research is switched on.
    pub enabled: bool,
    /// The caps with what the configuration lowers; nothing where research is not granted.
    pub caps: Option<PolicyCaps>,
    /// The caps before anything is lowered.
    pub granted: Option<PolicyCaps>,
    /// What the configured search engine still lacks.
    pub lacks: Vec<Diagnostic>,
    /// What was asked for and would raise something that is configured.
    pub notes: Vec<Diagnostic>,
}

impl Engine {
    /// Derives a kept run again, offline, and looks whether the ledger has it.
    ///
    /// # Errors
    /// Where the bytes are no pack, or a record is demanded and there is no ledger.
    pub fn replay(
        &self,
        label: &str,
        bytes: &[u8],
        record_needed: bool,
    ) -> Result<ReplayOutcome, EngineError> {
        let replayed = self.derive_again(label, bytes)?;
        Ok(ReplayOutcome {
            replayed,
            recorded: self.pack_record(bytes, record_needed)?,
        })
    }

    /// Derives a kept run again, offline.
    ///
    /// # Errors
    /// Where the bytes are no pack.
    pub fn derive_again(&self, label: &str, bytes: &[u8]) -> Result<Replayed, EngineError> {
        let mut pages = PageReader::new(self.page_reader());
        let replayed = replay(bytes, &mut pages, self.injection_screen()?);
        replayed.map_err(|error| {
            EngineError::input(
                format!("`{label}` is no evidence pack ({error})"),
                "give a file that `groundstop ask --pack FILE` wrote, as it was written",
            )
        })
    }

    fn pack_record(&self, bytes: &[u8], needed: bool) -> Result<PackRecord, EngineError> {
        let home = match needed {
            true => Some(self.need_home()?),
            false => self.home()?,
        };
        let Some(home) = home else {
            return Ok(PackRecord::NoLedger);
        };
        if !needed && !home.has_store() {
            return Ok(PackRecord::Missing);
        }
        let ledger = home.open_for_reading()?;
        let named = ledger.store().named(&sha256_hex(bytes.trim_ascii_end()));
        for index in named.map_err(|error| home.failed(&error))? {
            if let RecordBody::Research(_) = body_at(&ledger, index)? {
                return Ok(PackRecord::At(index));
            }
        }
        Ok(PackRecord::Missing)
    }

    /// The pack that the ledger keeps under a digest.
    ///
    /// # Errors
    /// Where there is no ledger, or it keeps no such pack.
    pub fn kept_pack(&self, sha256: &str) -> Result<Vec<u8>, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_for_reading()?;
        let found = pack(ledger.store(), &sha256.to_ascii_lowercase(), self.now());
        found.map_err(|error| home.failed(&error))?.ok_or_else(|| {
            EngineError::input(
                format!("the ledger keeps no pack `{sha256}`"),
                "`groundstop ledger log` lists the questions recorded, with their packs",
            )
        })
    }

    /// The caps that hold for a tier and an environment.
    ///
    /// # Errors
    /// Where the configuration cannot be read or raises a cap.
    pub fn policy(
        &self,
        tier: Option<Tier>,
        environment: Option<Environment>,
    ) -> Result<PolicyInForce, EngineError> {
        let config = self.research()?;
        let policy = config.policy(tier, environment);
        let policy = policy.map_err(|error| cap_raised(&error))?;
        let notes = config.not_raised(tier, environment, &WebOptions::default());
        let tier = config.tier(tier);
        let environment = config.environment(environment);
        let held = policy.lowered.held(tier, environment);
        Ok(PolicyInForce {
            tier,
            environment,
            enabled: policy.enabled,
            caps: held.map_err(|error| cap_raised(&error))?,
            granted: PolicyCaps::of(tier, environment),
            lacks: config.lacks(self.setup.search_key.as_deref()),
            notes,
        })
    }
}
