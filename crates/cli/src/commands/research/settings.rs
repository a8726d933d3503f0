//! What the options and the configuration say about research, put together.

use std::path::Path;

use groundstop_canon::jcs;
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, Tier};
use groundstop_engine::{
    Adapter, Backend, BackendError, Corpus, Egress, HostRule, Key, Language, PRODUCT, Settings,
};
use groundstop_research::route::Policy;
use groundstop_research::validate::Standard;
use serde_json::{Value, json};

use super::args::{AskArgs, Engine, EntitlementArgs, WebArgs};
use super::config::ResearchConfig;
use super::library::Library;
use crate::error::CliError;

/// Where the key of a search engine is taken from.
const KEY_VARIABLE: &str = "GROUNDSTOP_SEARCH_KEY";
/// How many links a search brings.
const LINKS: u32 = 8;

/// The tools as they are set up.
pub(super) struct Tools {
    pub(super) adapter: Adapter,
    /// The digest of how they are set up.
    pub(super) set_up: String,
    /// What the operator should know about them.
    pub(super) note: String,
}

impl ResearchConfig {
    /// At the command line, the person at the machine is the operator.
    pub(super) fn tier(&self, args: &EntitlementArgs) -> Tier {
        args.tier.or(self.tier).unwrap_or(Tier::Pro)
    }

    pub(super) fn environment(&self, args: &EntitlementArgs) -> Environment {
        args.env.or(self.environment).unwrap_or(Environment::Dev)
    }

    pub(super) fn policy(&self) -> Policy {
        Policy {
            enabled: self.enabled.unwrap_or(true),
            lowered: self.caps,
        }
    }

    /// What is asked of sources today.
    pub(super) fn standard(&self, web: &WebArgs) -> Result<Standard, CliError> {
        self.standard_of(web.language.as_ref(), web.min_grade)
    }

    /// What is asked of sources today, where options may say more.
    pub(super) fn standard_of(
        &self,
        language: Option<&String>,
        min_grade: Option<Grade>,
    ) -> Result<Standard, CliError> {
        let language = language.or(self.language.as_ref());
        let known = |code: &String| {
            Language::from_code(code).ok_or_else(|| {
                CliError::input(
                    format!("`{code}` is no language that is known"),
                    "give a three-letter code such as eng, deu or fra",
                )
            })
        };
        Ok(Standard {
            today: jiff::Timestamp::now()
                .to_zoned(jiff::tz::TimeZone::UTC)
                .date(),
            min_grade: min_grade.or(self.min_grade).unwrap_or(Grade::E),
            language: language.map(known).transpose()?,
        })
    }

    /// The folder with the documents to look in and the place of its index, where they
    /// are named. With `--web` those of the configuration are not, unless they are
    /// named again.
    pub(super) fn documents<'a>(
        &'a self,
        args: &'a AskArgs,
    ) -> Option<(&'a Path, Option<&'a Path>)> {
        let index = args.index.as_deref();
        match (&args.corpus, &self.corpus) {
            (Some(folder), _) => Some((folder, index)),
            (None, Some(folder)) if !args.web => Some((folder, index.or(self.index.as_deref()))),
            (None, _) => None,
        }
    }

    /// The documents to look in, where some are named.
    pub(super) fn library(&self, args: &AskArgs) -> Option<Library> {
        let (folder, index) = self.documents(args)?;
        Some(Library::to_ask(folder, index))
    }

    /// The tools for these documents.
    pub(super) fn tools(
        &self,
        args: &AskArgs,
        library: Option<&Library>,
    ) -> Result<Tools, CliError> {
        let mut note = String::new();
        let corpus = match library {
            Some(library) => {
                let corpus = library.open()?;
                note.push_str(&library.check(&corpus, args.as_indexed)?);
                Some(corpus)
            }
            None => None,
        };
        if let (None, Some(unused), true) = (library, &self.corpus, args.web) {
            let unused = unused.display();
            note.push_str(&format!(
                "groundstop: only the web is asked; add `--corpus {unused}` to look in the configured documents, too\n"
            ));
        }
        let egress = self.egress(&args.web_options)?;
        let search = match args.web {
            true => Some(self.backend(&args.web_options, &egress)?),
            false => None,
        };
        let set_up = set_up(&egress, corpus.as_ref(), search.as_ref())?;
        let settings = Settings {
            corpus,
            search,
            egress,
        };
        Ok(Tools {
            adapter: Adapter::new(settings),
            set_up,
            note,
        })
    }

    pub(super) fn engine(&self, web: &WebArgs) -> Option<Engine> {
        web.search.or(self.search)
    }

    /// The address of an engine, where one is named: what was configured is that of the
    /// engine that was configured.
    pub(super) fn endpoint<'a>(&'a self, web: &'a WebArgs, engine: Engine) -> Option<&'a str> {
        let configured = self.endpoint.as_deref();
        let configured = configured.filter(|_| self.search == Some(engine));
        web.endpoint.as_deref().or(configured)
    }

    pub(super) fn backend(&self, web: &WebArgs, egress: &Egress) -> Result<Backend, CliError> {
        let engine = self.engine(web).ok_or_else(|| {
            CliError::input(
                "no search engine is named",
                "add `--search searxng --endpoint URL`, or set `search` under [research] in groundstop.toml",
            )
        })?;
        let key = std::env::var(KEY_VARIABLE).ok();
        let key = key.filter(|key| !key.trim().is_empty());
        let backend = Backend::new(
            SearchBackend::from(engine),
            self.endpoint(web, engine),
            key.as_deref().map(Key::new),
            LINKS,
        )
        .map_err(not_set_up)?;
        egress
            .check_endpoint(backend.endpoint())
            .map_err(|refused| CliError::input(refused, refused.cure()))?;
        Ok(backend)
    }

    pub(super) fn egress(&self, web: &WebArgs) -> Result<Egress, CliError> {
        let rules = |options: &[String], configured: &[String]| {
            let all = options.iter().chain(configured);
            all.map(|host| HostRule::parse(host))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| CliError::input(error, "name a host such as example.org"))
        };
        Ok(Egress {
            allow: rules(&web.allow_host, &self.allow_hosts)?,
            deny: rules(&web.deny_host, &self.deny_hosts)?,
            allow_loopback: web.allow_loopback,
            allow_loopback_pages: web.allow_loopback_pages,
            ..Egress::default()
        })
    }
}

/// Only what is missing is asked for.
fn not_set_up(error: BackendError) -> CliError {
    match error {
        BackendError::KeyMissing(_) | BackendError::KeyMalformed(_) => {
            CliError::input(error, format!("give its key in {KEY_VARIABLE}"))
        }
        BackendError::EndpointMissing(_) | BackendError::EndpointMalformed(_) => {
            CliError::input(error, "give its address with `--endpoint`")
        }
        BackendError::Results(_) => CliError::fault(error),
    }
}

/// What of the network may be reached, as whoever asks has said.
pub(super) fn reach(egress: &Egress) -> Value {
    let hosts = |rules: &[HostRule]| {
        let mut hosts: Vec<String> = rules.iter().map(ToString::to_string).collect();
        hosts.sort();
        hosts.dedup();
        hosts
    };
    json!({
        "allow_hosts": hosts(&egress.allow),
        "deny_hosts": hosts(&egress.deny),
        "allow_loopback": egress.allow_loopback,
        "allow_loopback_pages": egress.allow_loopback_pages,
    })
}

/// The digest of everything that a result of these tools depends on beside the request
/// for it; limits that cannot be set are those of the product.
fn set_up(
    egress: &Egress,
    corpus: Option<&Corpus>,
    search: Option<&Backend>,
) -> Result<String, CliError> {
    let tools = json!({
        "product": PRODUCT,
        "reach": reach(egress),
        "corpus": corpus.map(Corpus::sha256),
        "search": search.map(|engine| json!({
            "engine": engine.kind(),
            "endpoint": engine.endpoint().as_str(),
            "links": LINKS,
        })),
    });
    jcs::digest(&tools).map_err(CliError::fault)
}
