//! The table `[research]` of `groundstop.toml`, and what in it can never work.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, Tier};
use groundstop_engine::{Backend, Egress};
use groundstop_research::caps::LoweredCaps;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::args::{self, Engine, WebArgs};
use crate::error::CliError;

/// What `[research]` may say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ResearchConfig {
    pub(super) enabled: Option<bool>,
    #[serde(deserialize_with = "tier")]
    pub(super) tier: Option<Tier>,
    #[serde(deserialize_with = "environment")]
    pub(super) environment: Option<Environment>,
    pub(super) corpus: Option<PathBuf>,
    pub(super) index: Option<PathBuf>,
    #[serde(deserialize_with = "engine")]
    pub(super) search: Option<Engine>,
    pub(super) endpoint: Option<String>,
    pub(super) allow_hosts: Vec<String>,
    pub(super) deny_hosts: Vec<String>,
    #[serde(deserialize_with = "grade")]
    pub(super) min_grade: Option<Grade>,
    pub(super) language: Option<String>,
    pub(super) caps: LoweredCaps,
}

impl ResearchConfig {
    /// How a mistake in the table is mended.
    pub(crate) const CURE: &str = "under [research] `enabled` is true or false, `allow_hosts` and \
         `deny_hosts` are lists, everything else is a text such as tier = \"PRO\"";
    /// How a mistake in `[research.caps]` is mended.
    pub(crate) const CAPS_CURE: &str = "under [research.caps] stand caps that `groundstop policy \
         show` lists, each a whole number";

    /// A folder named in the configuration is named from where the configuration is.
    pub(crate) fn rooted(mut self, folder: &Path) -> ResearchConfig {
        self.corpus = self.corpus.map(|corpus| folder.join(corpus));
        self.index = self.index.map(|index| folder.join(index));
        self
    }

    /// Refuses what no question could be asked with, whatever its options say.
    pub(crate) fn check(&self) -> Result<(), CliError> {
        self.standard_of(None, None)?;
        // Whether the search engine may be on this machine, an option says.
        let egress = Egress {
            allow_loopback: true,
            ..self.egress(&WebArgs::default())?
        };
        match (self.search, &self.endpoint) {
            (Some(engine), Some(endpoint)) => check_endpoint(engine, endpoint, &egress),
            (None, Some(_)) => Err(CliError::input(
                "`endpoint` is the address of no search engine",
                "name the engine with `search` under [research]",
            )),
            (_, None) => Ok(()),
        }
    }

    /// What the configured search engine still lacks, for people; nothing where it
    /// could be asked or there is none.
    pub(super) fn lacks(&self) -> String {
        let web = WebArgs {
            allow_loopback: true,
            ..WebArgs::default()
        };
        let backend = self
            .egress(&web)
            .and_then(|egress| self.backend(&web, &egress));
        match (self.search, backend) {
            (Some(_), Err(error)) => {
                let lines = error.lines.into_iter();
                lines
                    .map(|(cause, cure)| format!("groundstop: for `ask --web`, {cause}: {cure}\n"))
                    .collect()
            }
            _ => String::new(),
        }
    }
}

fn check_endpoint(engine: Engine, endpoint: &str, egress: &Egress) -> Result<(), CliError> {
    let address = Backend::address(SearchBackend::from(engine), Some(endpoint));
    let address = address.map_err(|error| {
        CliError::input(
            error,
            "set `endpoint` under [research] to one such as https://search.example.org",
        )
    })?;
    egress
        .check_endpoint(&address)
        .map_err(|refused| CliError::input(refused, refused.cure()))
}

fn tier<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tier>, D::Error> {
    named(from, "tier", args::tier)
}

fn environment<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Environment>, D::Error> {
    named(from, "environment", args::environment)
}

fn grade<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Grade>, D::Error> {
    named(from, "grade", args::grade)
}

fn engine<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Engine>, D::Error> {
    named(from, "search engine", |text| {
        Engine::from_str(text, true).map_err(|_| {
            let known = Engine::value_variants().iter();
            let known = known.filter_map(ValueEnum::to_possible_value);
            let known: Vec<_> = known.map(|one| one.get_name().to_owned()).collect();
            format!("it is one of {}", known.join(", "))
        })
    })
}

/// A text that names one of a few, as an option would.
fn named<'de, D: Deserializer<'de>, T>(
    from: D,
    what: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(from)?;
    let found = read(&text).map(Some);
    found.map_err(|known| D::Error::custom(format!("`{text}` is no {what}: {known}")))
}
