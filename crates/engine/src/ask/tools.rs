//! The tools of a question, as its request and the configuration set them up, and the
//! digests that tell one set-up and one request from another.

use std::path::Path;

use groundstop_adapter::{Adapter, Backend, Corpus, Egress, HostRule, Settings};
use groundstop_canon::jcs;
use groundstop_ledger::Moment;
use groundstop_research::route::Question;
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::error::{Diagnostic, EngineError};
use crate::facade::AskRequest;
use crate::files;
use crate::home::{LINKS, ResearchConfig};
use crate::library::CorpusFolder;

/// The tools as they are set up.
pub(crate) struct ToolSet {
    pub(crate) adapter: Adapter,
    /// The digest of how they are set up.
    pub(crate) sha256: String,
    /// What the operator should know about them.
    pub(crate) notes: Vec<Diagnostic>,
}

/// The folder with the documents to look in and the place of its index, where they
/// are named. With the web those of the configuration are not, unless they are named
/// again.
fn documents<'a>(
    config: &'a ResearchConfig,
    request: &'a AskRequest,
) -> Option<(&'a Path, Option<&'a Path>)> {
    let index = request.index.as_deref();
    match (&request.corpus, &config.corpus) {
        (Some(folder), _) => Some((folder, index)),
        (None, Some(folder)) if !request.web => Some((folder, index.or(config.index.as_deref()))),
        (None, _) => None,
    }
}

/// The documents to look in, where some are named.
pub(crate) fn library(config: &ResearchConfig, request: &AskRequest) -> Option<CorpusFolder> {
    let (folder, index) = documents(config, request)?;
    Some(CorpusFolder::to_ask(folder, index))
}

/// The tools for these documents.
pub(crate) fn tool_set(
    config: &ResearchConfig,
    request: &AskRequest,
    library: Option<&CorpusFolder>,
    key: Option<&str>,
) -> Result<ToolSet, EngineError> {
    let mut notes = Vec::new();
    let corpus = match library {
        Some(library) => {
            let corpus = library.open()?;
            notes.extend(library.check(&corpus, request.as_indexed)?);
            Some(corpus)
        }
        None => None,
    };
    if let (None, Some(unused), true) = (library, &config.corpus, request.web) {
        let unused = unused.display();
        notes.push(Diagnostic {
            message: "only the web is asked".to_owned(),
            help: format!("add `--corpus {unused}` to look in the configured documents, too"),
        });
    }
    let egress = config.egress(&request.web_options)?;
    let search = match request.web {
        true => Some(config.backend(&request.web_options, &egress, key)?),
        false => None,
    };
    let sha256 = set_up_digest(&egress, corpus.as_ref(), search.as_ref())?;
    Ok(ToolSet {
        adapter: Adapter::new(Settings {
            corpus,
            search,
            egress,
        }),
        sha256,
        notes,
    })
}

/// The digest of a request: everything an answer depends on that whoever asks can set.
/// Not what the documents say by now, nor who carries it out.
pub(crate) fn request_digest(
    config: &ResearchConfig,
    request: &AskRequest,
    question: &Question,
    now: Moment,
) -> Result<String, EngineError> {
    let web = &request.web_options;
    let standard = config.standard(web, now)?;
    let egress = config.egress(web)?;
    let (corpus, index) = documents(config, request).unzip();
    let engine = config.engine(web).filter(|_| request.web);
    let place = |path: &Path| files::place(path).to_string_lossy().into_owned();
    let asked = json!({
        "question": question.text(),
        "tier": config.tier(request.tier),
        "environment": config.environment(request.environment),
        "principal": request.principal,
        "conversation": request.conversation,
        "min_grade": standard.min_grade,
        "language": standard.language.map(|known| known.code()),
        "corpus": corpus.map(place),
        "index": index.flatten().map(place),
        "web": request.web,
        "search": engine,
        "endpoint": engine.and_then(|engine| config.endpoint(web, engine)),
        "reach": reach(&egress),
    });
    jcs::digest(&asked).map_err(EngineError::internal)
}

/// What of the network may be reached, as whoever asks has said.
fn reach(egress: &Egress) -> Value {
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
fn set_up_digest(
    egress: &Egress,
    corpus: Option<&Corpus>,
    search: Option<&Backend>,
) -> Result<String, EngineError> {
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
    jcs::digest(&tools).map_err(EngineError::internal)
}
