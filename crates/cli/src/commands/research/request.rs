//! What makes a request: everything an answer depends on that whoever asks can set.
//! Not what the documents say by now, nor who carries it out.

use std::path::Path;

use groundstop_canon::jcs;
use groundstop_contract::pack::SearchBackend;
use groundstop_research::route::Question;
use serde_json::json;

use super::args::AskArgs;
use super::config::ResearchConfig;
use crate::error::CliError;
use crate::files;

/// The digest of a request: a repeated request is one with the same digest.
pub(super) fn digest(
    args: &AskArgs,
    config: &ResearchConfig,
    question: &Question,
) -> Result<String, CliError> {
    let web = &args.web_options;
    let standard = config.standard(web)?;
    let egress = config.egress(web)?;
    let (corpus, index) = config.documents(args).unzip();
    let engine = config.engine(web).filter(|_| args.web);
    let request = json!({
        "question": question.text(),
        "tier": config.tier(&args.entitlement),
        "environment": config.environment(&args.entitlement),
        "principal": args.principal,
        "conversation": args.conversation,
        "min_grade": standard.min_grade,
        "language": standard.language.map(|known| known.code()),
        "corpus": corpus.map(place),
        "index": index.flatten().map(place),
        "web": args.web,
        "search": engine.map(SearchBackend::from),
        "endpoint": engine.and_then(|engine| config.endpoint(web, engine)),
        "reach": super::settings::reach(&egress),
    });
    jcs::digest(&request).map_err(CliError::fault)
}

fn place(path: &Path) -> String {
    files::place(path).to_string_lossy().into_owned()
}
