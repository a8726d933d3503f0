//! What the options and the configuration say about research, put together.

use std::path::{Path, PathBuf};

use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, Tier};
use groundstop_engine::{Adapter, Backend, Corpus, Egress, HostRule, Key, Language, Settings};
use groundstop_research::caps::LoweredCaps;
use groundstop_research::route::Policy;
use groundstop_research::validate::Standard;
use serde::Deserialize;

use super::args::{AskArgs, Engine, EntitlementArgs, WebArgs};
use super::library::Library;
use crate::error::CliError;

/// Where the key of a search engine is taken from.
const KEY_VARIABLE: &str = "GROUNDSTOP_SEARCH_KEY";
/// How many links a search brings.
const LINKS: u32 = 8;

/// The table `[research]` of `groundstop.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ResearchConfig {
    enabled: Option<bool>,
    tier: Option<Tier>,
    environment: Option<Environment>,
    corpus: Option<PathBuf>,
    index: Option<PathBuf>,
    search: Option<Engine>,
    endpoint: Option<String>,
    allow_hosts: Vec<String>,
    deny_hosts: Vec<String>,
    min_grade: Option<Grade>,
    language: Option<String>,
    caps: LoweredCaps,
}

/// The tools as they are set up.
pub(super) struct Tools {
    pub(super) adapter: Adapter,
    /// A text that names them.
    pub(super) set_up: String,
    /// What the operator should know about them.
    pub(super) note: String,
}

impl ResearchConfig {
    /// A folder named in the configuration is named from where the configuration is.
    pub(crate) fn rooted(mut self, folder: &Path) -> ResearchConfig {
        self.corpus = self.corpus.map(|corpus| folder.join(corpus));
        self.index = self.index.map(|index| folder.join(index));
        self
    }

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

    /// The documents to look in, where some are named. With `--web` those of the
    /// configuration are not, unless they are named again.
    pub(super) fn library(&self, args: &AskArgs) -> Option<Library> {
        let index = args.index.as_deref();
        match (&args.corpus, &self.corpus) {
            (Some(folder), _) => Some(Library::to_ask(folder, index)),
            (None, Some(folder)) if !args.web => {
                let index = index.or(self.index.as_deref());
                Some(Library::to_ask(folder, index))
            }
            (None, _) => None,
        }
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
        let mut names = vec![format!("{egress:?}")];
        names.extend(corpus.as_ref().map(Corpus::sha256));
        names.extend(search.as_ref().map(|backend| format!("{backend:?}")));
        let settings = Settings {
            corpus,
            search,
            egress,
        };
        Ok(Tools {
            adapter: Adapter::new(settings),
            set_up: names.join(" "),
            note,
        })
    }

    fn backend(&self, web: &WebArgs, egress: &Egress) -> Result<Backend, CliError> {
        let engine = web.search.or(self.search).ok_or_else(|| {
            CliError::input(
                "no search engine is named",
                "add `--search searxng --endpoint URL`, or set `search` under [research] in groundstop.toml",
            )
        })?;
        // The address that was configured is that of the engine that was configured.
        let configured = self
            .endpoint
            .as_ref()
            .filter(|_| self.search == Some(engine));
        let endpoint = web.endpoint.as_ref().or(configured);
        let key = std::env::var(KEY_VARIABLE).ok();
        let key = key.filter(|key| !key.trim().is_empty());
        let backend = Backend::new(
            SearchBackend::from(engine),
            endpoint.map(String::as_str),
            key.as_deref().map(Key::new),
            LINKS,
        )
        .map_err(|error| {
            CliError::input(
                error,
                format!("give its address with `--endpoint`, and its key in {KEY_VARIABLE}"),
            )
        })?;
        egress
            .check_endpoint(&backend)
            .map_err(|refused| CliError::input(refused, refused.cure()))?;
        Ok(backend)
    }

    fn egress(&self, web: &WebArgs) -> Result<Egress, CliError> {
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
