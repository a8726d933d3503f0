//! `groundstop demo`: the main job on an embedded example, offline.

use std::fs;
use std::path::Path;

use groundstop_contract::{Environment, Tier};
use groundstop_engine::{
    AskRequest, DocumentInput, Engine, IndexRequest, IndexScreening, ReadingOptions, RecordOptions,
    ResearchRun, RunControl, Setup, VerifyRequest,
};
use groundstop_fields::Schema;
use groundstop_propose::Format;

use crate::args::DemoArgs;
use crate::error::{CliError, Output};
use crate::files;
use crate::output::table;

const FILES: [(&str, &str); 3] = [
    (
        "agreement.txt",
        include_str!("../../../../examples/loan/agreement.txt"),
    ),
    (
        "schema.toml",
        include_str!("../../../../examples/loan/schema.toml"),
    ),
    (
        "candidates.json",
        include_str!("../../../../examples/loan/candidates.json"),
    ),
];

pub(crate) fn run(args: &DemoArgs, engine: &Engine) -> Result<Output, CliError> {
    if let Some(folder) = &args.write {
        return write(folder);
    }
    // What is shown here is nobody's record, whatever is configured.
    let engine = &Engine::new(Setup {
        data_dir: None,
        store: None,
        configs: Vec::new(),
        state_dir: None,
        account: None,
        ..engine.setup().clone()
    });
    let [(name, document), (_, schema), (_, candidates)] = FILES;
    let schema = Schema::parse(schema).map_err(CliError::fault)?;
    let request = VerifyRequest {
        document: DocumentInput {
            name,
            label: name,
            bytes: document.as_bytes(),
            reading: &ReadingOptions::default(),
        },
        candidates: candidates.as_bytes(),
        candidates_label: "candidates.json",
        format: Format::Any,
        schema: Some(&schema),
        confidence: None,
        second_reader: false,
        look: None,
        record: &RecordOptions::default(),
    };
    let outcome = engine.verify(request, RunControl::default())?;
    let mut text = String::from(INTRODUCTION);
    text.push_str(&table::report(&outcome.report, None));
    text.push_str(&questions(engine)?);
    text.push_str(OUTLOOK);
    Ok(Output {
        styled: true,
        ..Output::fine(text)
    })
}

const INTRODUCTION: &str = "\
A model read a loan agreement and proposed eight values, each with a quote.
Some are true. One misquotes a rate, one cuts an amount short, one takes an
expected date for a fixed one, and two disagree. Nobody asked about the law
that governs it. This is what leaves the gate:

";

const OUTLOOK: &str = "
Try it on your own document:
  groundstop demo --write demo                 the files of this example
  groundstop verify demo/agreement.txt demo/candidates.json --schema demo/schema.toml --html review.html
  groundstop index demo && groundstop ask \"Who is the lender?\" --corpus demo
";

/// What is asked of the same agreement: something it says, and something it does not.
const QUESTIONS: [&str; 2] = [
    "What rate of interest does the principal bear?",
    "Who guarantees the loan?",
];

/// Asks the agreement, through a folder and an index that are gone afterwards.
fn questions(engine: &Engine) -> Result<String, CliError> {
    let folder = std::env::temp_dir().join(format!("groundstop-demo-{}", std::process::id()));
    let asked = ask(engine, &folder);
    // It was made for the demo and is of no further use.
    let _ = fs::remove_dir_all(&folder);
    let mut text =
        String::from("\nQuestions are answered from documents in the same way, or not at all:\n");
    for (question, run) in QUESTIONS.iter().zip(asked?) {
        let answer = crate::output::answer::text(&run, false);
        let answer = answer.replace('\n', "\n  ");
        text.push_str(&format!("\n  {question}\n  {}\n", answer.trim_end()));
    }
    Ok(text)
}

fn ask(engine: &Engine, folder: &Path) -> Result<Vec<ResearchRun>, CliError> {
    let [(name, document), ..] = FILES;
    fs::create_dir_all(folder).map_err(CliError::fault)?;
    files::write(&folder.join(name), document.as_bytes())?;
    let request = IndexRequest {
        folder: folder.to_owned(),
        index: None,
        reading: ReadingOptions::default(),
        screening: IndexScreening::Off,
    };
    engine.index(&request, RunControl::default())?;
    let mut runs = Vec::new();
    for question in QUESTIONS {
        let request = AskRequest {
            question: question.to_owned(),
            corpus: Some(folder.to_owned()),
            tier: Some(Tier::Pro),
            environment: Some(Environment::Dev),
            principal: "demo".to_owned(),
            no_cache: true,
            ..AskRequest::default()
        };
        runs.push(engine.ask(&request, RunControl::default())?.run);
    }
    Ok(runs)
}

fn write(folder: &Path) -> Result<Output, CliError> {
    fs::create_dir_all(folder).map_err(|error| {
        CliError::input(
            format!("cannot make `{}`: {error}", folder.display()),
            "check the path",
        )
    })?;
    let mut text = String::new();
    for (name, content) in FILES {
        let path = folder.join(name);
        files::write(&path, content.as_bytes())?;
        text.push_str(&format!("wrote {}\n", path.display()));
    }
    Ok(Output::fine(text))
}
