//! A complete face in a hundred lines: requests come as lines of JSON on standard
//! input, each is carried out on a thread of its own, and answers leave as lines of JSON.
//!
//! ```text
//! {"id": 1, "verb": "verify", "document": "contract.pdf", "candidates": "candidates.json"}
//! {"id": 2, "verb": "extract", "document": "contract.pdf", "schema": "contract"}
//! {"id": 3, "verb": "ask", "question": "Who is the lender?", "corpus": "contracts/"}
//! {"id": 4, "verb": "log"}
//! ```
//!
//! Nothing here knows a rule: what is durable before it is shown, what a repeated request
//! is answered with and which folder keeps it all is the engine's business.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a face owns standard input, standard output and its threads"
)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use groundstop_engine::files::{self, DEFAULT_MAX_BYTES};
use groundstop_engine::{
    AskRequest, DocumentInput, Engine, EngineError, ExtractRequest, LogQuery, ReadingOptions,
    RecordOptions, RunControl, Setup, VerifyRequest, serve_hidden,
};
use groundstop_fields::Schema;
use groundstop_propose::Format;
use groundstop_propose::builtin::{Proposer, schemas};
use serde::Deserialize;
use serde_json::{Value, json};

fn main() -> ExitCode {
    // A worker must be locked down before anything else happens.
    if let Some(code) = serve_hidden(std::env::args().skip(1)) {
        return code;
    }
    let engine = match Setup::from_environment() {
        Ok(setup) => Engine::new(setup),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    std::thread::scope(|scope| {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            let engine = &engine;
            scope.spawn(move || println!("{}", answer(engine, &line)));
        }
    });
    ExitCode::SUCCESS
}

/// What one request may say; each verb takes what it needs of it.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    verb: String,
    document: Option<PathBuf>,
    candidates: Option<PathBuf>,
    schema: Option<String>,
    question: Option<String>,
    corpus: Option<PathBuf>,
    idempotency_key: Option<String>,
}

/// One request, one answer; what is wrong is an answer, too.
pub(crate) fn answer(engine: &Engine, line: &str) -> Value {
    let request: Line = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => return json!({"id": null, "error": error.to_string()}),
    };
    match carry_out(engine, &request) {
        Ok(outcome) => json!({"id": request.id, "outcome": outcome}),
        Err(error) => {
            let kind = error.kind.code();
            let help: Vec<_> = error.diagnostics.iter().map(|one| &one.help).collect();
            json!({"id": request.id, "error": error.to_string(), "kind": kind, "help": help})
        }
    }
}

fn carry_out(engine: &Engine, request: &Line) -> Result<Value, EngineError> {
    let record = RecordOptions {
        idempotency_key: request.idempotency_key.clone(),
        ..RecordOptions::default()
    };
    match request.verb.as_str() {
        "verify" => verify(engine, request, &record),
        "extract" => extract(engine, request, &record),
        "ask" => {
            let question = AskRequest {
                question: request.question.clone().unwrap_or_default(),
                corpus: request.corpus.clone(),
                principal: "example".to_owned(),
                record,
                ..AskRequest::default()
            };
            let done = engine.ask(&question, RunControl::default())?;
            Ok(json!(done.run.pack.answer))
        }
        "log" => {
            let newest = LogQuery {
                limit: 20,
                ..LogQuery::default()
            };
            let records = engine.ledger_log(&newest)?;
            Ok(records.iter().map(|one| json!(one.wire())).collect())
        }
        other => Err(EngineError::input(
            format!("`{other}` is no verb"),
            "use `verify`, `extract`, `ask` or `log`",
        )),
    }
}

fn verify(engine: &Engine, request: &Line, record: &RecordOptions) -> Result<Value, EngineError> {
    // What is cheap to read is read first.
    let schema = request.schema.as_deref().map(schema).transpose()?;
    let (label, candidates) = file(request.candidates.as_deref(), "candidates")?;
    let (name, bytes) = file(request.document.as_deref(), "document")?;
    let request = VerifyRequest {
        document: document(&name, &bytes),
        candidates: &candidates,
        candidates_label: &label,
        format: Format::Any,
        schema: schema.as_ref(),
        confidence: None,
        second_reader: false,
        look: None,
        record,
    };
    let done = engine.verify(request, RunControl::default())?;
    Ok(json!(done.report))
}

fn extract(engine: &Engine, request: &Line, record: &RecordOptions) -> Result<Value, EngineError> {
    let schema = schema(request.schema.as_deref().unwrap_or("contract"))?;
    let (name, bytes) = file(request.document.as_deref(), "document")?;
    let request = ExtractRequest {
        document: document(&name, &bytes),
        schema: &schema,
        proposer: &Proposer::new(schema.record()),
        look: None,
        record,
    };
    let done = engine.extract(request, RunControl::default())?;
    Ok(json!(done.report))
}

fn document<'a>(name: &'a str, bytes: &'a [u8]) -> DocumentInput<'a> {
    static READING: LazyLock<ReadingOptions> = LazyLock::new(ReadingOptions::default);
    DocumentInput {
        name,
        label: name,
        bytes,
        reading: &READING,
    }
}

/// A file that a request names, with its name.
fn file(path: Option<&Path>, key: &str) -> Result<(String, Vec<u8>), EngineError> {
    let path =
        path.ok_or_else(|| EngineError::input(format!("`{key}` is missing"), "name a file"))?;
    Ok((
        path.display().to_string(),
        files::read(path, DEFAULT_MAX_BYTES)?,
    ))
}

/// A built-in schema, or a file.
fn schema(named: &str) -> Result<Schema, EngineError> {
    let text = match schemas::named(named) {
        Some(builtin) => builtin.toml.to_owned(),
        None => files::read_text(Path::new(named), DEFAULT_MAX_BYTES)?,
    };
    Schema::parse(&text).map_err(|error| EngineError::input(&error, error.cure()).about(named))
}
