//! The table `[research]` of `groundstop.toml`, and what in it can never work.

use std::path::{Path, PathBuf};

use groundstop_adapter::{Backend, BackendError, Egress, HostRule, Key};
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, Tier};
use groundstop_ledger::Moment;
use groundstop_research::caps::LoweredCaps;
use groundstop_research::route::Policy;
use groundstop_research::validate::Standard;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use whatlang::Lang;

use crate::error::{Diagnostic, EngineError};
use crate::facade::SEARCH_KEY_VARIABLE;

/// How many links a search brings.
pub(crate) const LINKS: u32 = 8;

/// Where the web is asked, and what of it may be reached; what is left out, the
/// configuration says.
#[derive(Clone, Debug, Default)]
pub struct WebOptions {
    /// The search engine.
    pub search: Option<SearchBackend>,
    /// Its address, where it is not the vendor's own.
    pub endpoint: Option<String>,
    /// Reach only these hosts and what lies under them; all where there is none.
    pub allow_hosts: Vec<String>,
    /// Never reach these hosts and what lies under them.
    pub deny_hosts: Vec<String>,
    /// Let the search engine be on this machine; pages it finds may not be.
    pub allow_loopback: bool,
    /// Let pages and redirects lead to this machine, too.
    pub allow_loopback_pages: bool,
    /// Drop sources of a lower grade.
    pub min_grade: Option<Grade>,
    /// The language sources must be in, by its three-letter code.
    pub language: Option<String>,
}

/// What `[research]` may say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ResearchConfig {
    pub(crate) enabled: Option<bool>,
    #[serde(deserialize_with = "tier")]
    pub(crate) tier: Option<Tier>,
    #[serde(deserialize_with = "environment")]
    pub(crate) environment: Option<Environment>,
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) index: Option<PathBuf>,
    #[serde(deserialize_with = "engine")]
    pub(crate) search: Option<SearchBackend>,
    pub(crate) endpoint: Option<String>,
    pub(crate) allow_hosts: Vec<String>,
    pub(crate) deny_hosts: Vec<String>,
    #[serde(deserialize_with = "grade")]
    pub(crate) min_grade: Option<Grade>,
    pub(crate) language: Option<String>,
    pub(crate) caps: LoweredCaps,
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
    pub(crate) fn check(&self) -> Result<(), EngineError> {
        // Whichever day it is.
        self.standard(&WebOptions::default(), Moment::default())?;
        // Whether the search engine may be on this machine, an option says.
        let egress = Egress {
            allow_loopback: true,
            ..self.egress(&WebOptions::default())?
        };
        match (self.search, &self.endpoint) {
            (Some(engine), Some(endpoint)) => check_endpoint(engine, endpoint, &egress),
            (None, Some(_)) => Err(EngineError::input(
                "`endpoint` is the address of no search engine",
                "name the engine with `search` under [research]",
            )),
            (_, None) => Ok(()),
        }
    }

    /// What the configured search engine still lacks; nothing where it could be asked
    /// or there is none.
    pub(crate) fn lacks(&self, key: Option<&str>) -> Vec<Diagnostic> {
        let web = WebOptions {
            allow_loopback: true,
            ..WebOptions::default()
        };
        let backend = self
            .egress(&web)
            .and_then(|egress| self.backend(&web, &egress, key));
        match (self.search, backend) {
            (Some(_), Err(error)) => error.diagnostics,
            _ => Vec::new(),
        }
    }

    /// The tier that holds: the one asked for, the configured one, else that of the
    /// person at the machine, who is its operator.
    pub(crate) fn tier(&self, asked: Option<Tier>) -> Tier {
        asked.or(self.tier).unwrap_or(Tier::Pro)
    }

    /// The environment that holds.
    pub(crate) fn environment(&self, asked: Option<Environment>) -> Environment {
        asked.or(self.environment).unwrap_or(Environment::Dev)
    }

    pub(crate) fn policy(&self) -> Policy {
        Policy {
            enabled: self.enabled.unwrap_or(true),
            lowered: self.caps,
        }
    }

    /// What is asked of sources on the day of the question.
    pub(crate) fn standard(&self, web: &WebOptions, now: Moment) -> Result<Standard, EngineError> {
        let language = web.language.as_ref().or(self.language.as_ref());
        let known = |code: &String| {
            Lang::from_code(code).ok_or_else(|| {
                EngineError::input(
                    format!("`{code}` is no language that is known"),
                    "give a three-letter code such as eng, deu or fra",
                )
            })
        };
        let today = jiff::Timestamp::from_microsecond(now.micros());
        Ok(Standard {
            today: today
                .map_err(EngineError::internal)?
                .to_zoned(jiff::tz::TimeZone::UTC)
                .date(),
            min_grade: web.min_grade.or(self.min_grade).unwrap_or(Grade::E),
            language: language.map(known).transpose()?,
        })
    }

    pub(crate) fn engine(&self, web: &WebOptions) -> Option<SearchBackend> {
        web.search.or(self.search)
    }

    /// The address of an engine, where one is named: what was configured is that of the
    /// engine that was configured.
    pub(crate) fn endpoint<'a>(
        &'a self,
        web: &'a WebOptions,
        engine: SearchBackend,
    ) -> Option<&'a str> {
        let configured = self.endpoint.as_deref();
        let configured = configured.filter(|_| self.search == Some(engine));
        web.endpoint.as_deref().or(configured)
    }

    /// The search engine as it is set up.
    pub(crate) fn backend(
        &self,
        web: &WebOptions,
        egress: &Egress,
        key: Option<&str>,
    ) -> Result<Backend, EngineError> {
        let engine = self.engine(web).ok_or_else(|| {
            EngineError::input(
                "no search engine is named",
                "add `--search searxng --endpoint URL`, or set `search` under [research] in groundstop.toml",
            )
        })?;
        let key = key.filter(|key| !key.trim().is_empty());
        let backend = Backend::new(engine, self.endpoint(web, engine), key.map(Key::new), LINKS)
            .map_err(not_set_up)?;
        egress
            .check_endpoint(backend.endpoint())
            .map_err(|refused| EngineError::input(refused, refused.cure()))?;
        Ok(backend)
    }

    pub(crate) fn egress(&self, web: &WebOptions) -> Result<Egress, EngineError> {
        let rules = |options: &[String], configured: &[String]| {
            let all = options.iter().chain(configured);
            all.map(|host| HostRule::parse(host))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| EngineError::input(error, "name a host such as example.org"))
        };
        Ok(Egress {
            allow: rules(&web.allow_hosts, &self.allow_hosts)?,
            deny: rules(&web.deny_hosts, &self.deny_hosts)?,
            allow_loopback: web.allow_loopback,
            allow_loopback_pages: web.allow_loopback_pages,
            ..Egress::default()
        })
    }
}

/// Only what is missing is asked for.
fn not_set_up(error: BackendError) -> EngineError {
    match error {
        BackendError::KeyMissing(_) | BackendError::KeyMalformed(_) => {
            EngineError::input(error, format!("give its key in {SEARCH_KEY_VARIABLE}"))
        }
        BackendError::EndpointMissing(_) | BackendError::EndpointMalformed(_) => {
            EngineError::input(error, "give its address with `--endpoint`")
        }
        BackendError::Results(_) => EngineError::internal(error),
    }
}

fn check_endpoint(
    engine: SearchBackend,
    endpoint: &str,
    egress: &Egress,
) -> Result<(), EngineError> {
    let address = Backend::address(engine, Some(endpoint));
    let address = address.map_err(|error| {
        EngineError::input(
            error,
            "set `endpoint` under [research] to one such as https://search.example.org",
        )
    })?;
    egress
        .check_endpoint(&address)
        .map_err(|refused| EngineError::input(refused, refused.cure()))
}

fn tier<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tier>, D::Error> {
    named(from, "tier", Tier::ALL, Tier::code)
}

fn environment<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Environment>, D::Error> {
    named(from, "environment", Environment::ALL, Environment::code)
}

fn grade<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Grade>, D::Error> {
    named(from, "grade", Grade::ALL, Grade::code)
}

fn engine<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SearchBackend>, D::Error> {
    named(
        from,
        "search engine",
        SearchBackend::ALL,
        SearchBackend::code,
    )
}

/// A text that names one of a few.
fn named<'de, D: Deserializer<'de>, T: Copy>(
    from: D,
    what: &str,
    all: &[T],
    code: impl Fn(T) -> &'static str,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(from)?;
    let found = code_of(all, code, &text).map(Some);
    found.map_err(|known| D::Error::custom(format!("`{text}` is no {what}: {known}")))
}

/// The one of a closed list whose code this is, in whatever case it is written.
///
/// # Errors
/// Which codes there are.
pub fn code_of<T: Copy>(
    all: &[T],
    code: impl Fn(T) -> &'static str,
    text: &str,
) -> Result<T, String> {
    let found = all
        .iter()
        .find(|one| code(**one).eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|one| code(*one)).collect();
        format!("it is one of {}", known.join(", "))
    })
}
