//! The table `[research]` of `groundstop.toml`, and what in it can never work.

use std::path::{Path, PathBuf};

use groundstop_adapter::{Backend, BackendError, Egress, HostRule, Key};
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, PolicyCaps, Tier};
use groundstop_ledger::Moment;
use groundstop_research::caps::{CapRaised, LoweredCaps};
use groundstop_research::route::Policy;
use groundstop_research::validate::Standard;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use whatlang::Lang;

use super::layers::lies_under;
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
    /// Whether the search engine may be on this machine, where the option asks for it.
    pub(crate) allow_loopback: Option<bool>,
    /// Whether pages may be, where the option asks for it.
    pub(crate) allow_loopback_pages: Option<bool>,
    #[serde(deserialize_with = "grade")]
    pub(crate) min_grade: Option<Grade>,
    pub(crate) language: Option<String>,
    pub(crate) caps: LoweredCaps,
}

impl ResearchConfig {
    /// How a mistake in the table is cured.
    pub(crate) const CURE: &str = "under [research] `enabled`, `allow_loopback` and \
         `allow_loopback_pages` are true or false, `allow_hosts` and `deny_hosts` are lists, \
         everything else is a text such as tier = \"PRO\"";
    /// How a mistake in `[research.caps]` is cured.
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
            allow_loopback: self.allow_loopback != Some(false),
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

    /// The tier that holds: the configured one, lowered by the one asked for; where none
    /// is configured the one asked for, else that of the person at the machine, who is its
    /// operator.
    pub(crate) fn tier(&self, asked: Option<Tier>) -> Tier {
        lower(self.tier, asked).unwrap_or(Tier::Pro)
    }

    /// The environment that holds, by the same rule: caps grow from dev to prod.
    pub(crate) fn environment(&self, asked: Option<Environment>) -> Environment {
        lower(self.environment, asked).unwrap_or(Environment::Dev)
    }

    /// What holds for a tier and an environment that were asked for. Caps are configured
    /// for the tier and the environment that are; where less is asked for, the lower of
    /// both holds.
    pub(crate) fn policy(
        &self,
        tier: Option<Tier>,
        environment: Option<Environment>,
    ) -> Result<Policy, CapRaised> {
        let own = (self.tier(None), self.environment(None));
        let held = (self.tier(tier), self.environment(environment));
        let is_lowered = held.0 <= own.0 && held.1 <= own.1 && held != own;
        let lowered = match PolicyCaps::of(held.0, held.1) {
            Some(granted) if is_lowered => {
                self.caps.held(own.0, own.1)?;
                self.caps.within(granted)
            }
            _ => self.caps,
        };
        Ok(Policy {
            enabled: self.enabled.unwrap_or(true),
            lowered,
        })
    }

    /// What of a request would raise something that is configured, and does not hold.
    pub(crate) fn not_raised(
        &self,
        tier: Option<Tier>,
        environment: Option<Environment>,
        web: &WebOptions,
    ) -> Vec<Diagnostic> {
        let mut notes = Vec::new();
        let mut note = |option: &str, asked: &str, held: &str| {
            notes.push(Diagnostic {
                message: format!("`{option} {asked}` would raise what is configured: {held} holds"),
                help: "change it in groundstop.toml; options may only lower it".to_owned(),
            });
        };
        if let (Some(held), Some(asked)) = (self.tier, tier)
            && asked > held
        {
            note("--tier", asked.code(), held.code());
        }
        if let (Some(held), Some(asked)) = (self.environment, environment)
            && asked > held
        {
            note("--env", asked.code(), held.code());
        }
        if let (Some(held), Some(asked)) = (self.min_grade, web.min_grade)
            && asked > held
        {
            note("--min-grade", asked.code(), held.code());
        }
        notes
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
            min_grade: lower(self.min_grade, web.min_grade).unwrap_or(Grade::E),
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
        let rules = |hosts: &mut dyn Iterator<Item = &String>| {
            hosts
                .map(|host| HostRule::parse(host))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| EngineError::input(error, "name a host such as example.org"))
        };
        let outside = web.allow_hosts.iter();
        let mut outside = outside.filter(|host| !lies_under(host, &self.allow_hosts));
        if let Some(host) = outside.next() {
            return Err(EngineError::input(
                format!("`{host}` is not among the hosts that the configuration allows"),
                format!("name one of {}", self.allow_hosts.join(", ")),
            ));
        }
        let allowed = match web.allow_hosts.is_empty() {
            true => &self.allow_hosts,
            false => &web.allow_hosts,
        };
        Ok(Egress {
            allow: rules(&mut allowed.iter())?,
            deny: rules(&mut web.deny_hosts.iter().chain(&self.deny_hosts))?,
            allow_loopback: opened("--allow-loopback", web.allow_loopback, self.allow_loopback)?,
            allow_loopback_pages: opened(
                "--allow-loopback-pages",
                web.allow_loopback_pages,
                self.allow_loopback_pages,
            )?,
            ..Egress::default()
        })
    }
}

/// The lower of what is configured and what is asked for.
fn lower<T: Ord>(held: Option<T>, asked: Option<T>) -> Option<T> {
    match (held, asked) {
        (Some(held), Some(asked)) => Some(held.min(asked)),
        (held, asked) => held.or(asked),
    }
}

/// Whether an option opens something; what is configured shut, none does.
fn opened(option: &str, asked: bool, configured: Option<bool>) -> Result<bool, EngineError> {
    match (asked, configured) {
        (true, Some(false)) => Err(EngineError::input(
            format!("`{option}` is switched off by the configuration"),
            "leave the option out, or change groundstop.toml",
        )),
        (asked, _) => Ok(asked),
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
