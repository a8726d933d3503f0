//! What `groundstop.toml` says: the one in the data directory, the user's, the system's.

use std::path::{Path, PathBuf};

use groundstop_research::caps::LoweredCaps;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::layers::ConfigLayer;
use super::{ResearchConfig, SMALL_BYTES};
use crate::error::EngineError;
use crate::files;

pub(super) const CONFIG: &str = "groundstop.toml";

const SYNTAX_CURE: &str =
    "write it as TOML: lines such as origin = \"example.org/log\", and tables such as [research]";
const HEAD_CURE: &str = "it may say `origin`, `store` and `key`, each a string, and have a table \
                         [research]";

/// The whole file.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The name of the log.
    pub(super) origin: Option<String>,
    /// The store, where it is not the file beside this one; a file is looked for from here.
    pub(super) store: Option<String>,
    /// The file with the private key, where it is not the one beside this one.
    pub(super) key: Option<PathBuf>,
    /// What research may do.
    research: ResearchConfig,
}

/// The file but for the table `[research]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    origin: Option<String>,
    store: Option<String>,
    key: Option<PathBuf>,
    #[serde(rename = "research")]
    _research: Option<toml::Table>,
}

/// The table `[research]`, or a part of it.
#[derive(Deserialize)]
struct Research<T> {
    research: Option<T>,
}

/// The table `[research.caps]`.
#[derive(Deserialize)]
struct Caps {
    #[serde(rename = "caps")]
    _caps: Option<LoweredCaps>,
}

impl Config {
    /// Reads it; where there is none, it says nothing. Each part is read by itself, so
    /// that a mistake is told with the cure of its part.
    pub(super) fn read(folder: &Path) -> Result<Config, EngineError> {
        let path = folder.join(CONFIG);
        if !path.exists() {
            return Ok(Config::default());
        }
        let (head, research) = read_file(&path)?;
        let rooted = |place: String| match place.contains("://") {
            true => place,
            false => folder.join(place).to_string_lossy().into_owned(),
        };
        Ok(Config {
            origin: head.origin,
            store: head.store.map(rooted),
            key: head.key,
            research,
        })
    }

    /// What it says about research, once it is known that a question can be asked so.
    pub(super) fn research_in(&self, folder: &Path) -> Result<ConfigLayer, EngineError> {
        layer(folder.join(CONFIG), folder, &self.research)
    }
}

/// What a configuration outside a data directory says about research, where there is
/// one: the system's or the user's. Where a ledger is and whose, it cannot say.
pub(crate) fn outside_layer(path: &Path) -> Result<Option<ConfigLayer>, EngineError> {
    if !path.exists() {
        return Ok(None);
    }
    let (head, research) = read_file(path)?;
    if head.origin.is_some() || head.store.is_some() || head.key.is_some() {
        return Err(EngineError::input(
            format!("`{}` says where a ledger is", path.display()),
            "write `origin`, `store` and `key` into the groundstop.toml of the data directory",
        ));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    layer(path.to_owned(), folder, &research).map(Some)
}

fn layer(
    path: PathBuf,
    folder: &Path,
    research: &ResearchConfig,
) -> Result<ConfigLayer, EngineError> {
    let checked = research.check();
    checked.map_err(|error| error.about(path.display()))?;
    Ok(ConfigLayer {
        path,
        research: research.clone().rooted(folder),
    })
}

fn read_file(path: &Path) -> Result<(Head, ResearchConfig), EngineError> {
    let text = files::read_text(path, SMALL_BYTES)?;
    part::<toml::Table>(path, &text, SYNTAX_CURE)?;
    let head: Head = part(path, &text, HEAD_CURE)?;
    part::<Research<Caps>>(path, &text, ResearchConfig::CAPS_CURE)?;
    let research: Research<ResearchConfig> = part(path, &text, ResearchConfig::CURE)?;
    Ok((head, research.research.unwrap_or_default()))
}

/// A part of the file, or the line where it is not as it should be.
fn part<T: DeserializeOwned>(path: &Path, text: &str, cure: &str) -> Result<T, EngineError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map(|before| before.matches('\n').count().saturating_add(1));
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        // The file has keys; only a struct has fields.
        let message = error.message().replacen("unknown field", "unknown key", 1);
        EngineError::input(format!("`{}`{line}: {message}", path.display()), cure)
    })
}
