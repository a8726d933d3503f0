//! `groundstop demo`: the main job on an embedded example, offline.

use std::fs;
use std::path::Path;

use groundstop_contract::report::RunFlags;
use groundstop_document::Document;
use groundstop_engine::{Run, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};

use super::{now, research};
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

pub(crate) fn run(args: &DemoArgs) -> Result<Output, CliError> {
    if let Some(folder) = &args.write {
        return write(folder);
    }
    let [(name, document), (_, schema), (_, candidates)] = FILES;
    let document = Document::from_text(document.as_bytes()).map_err(CliError::fault)?;
    let schema = Schema::parse(schema).map_err(CliError::fault)?;
    let imported = import(candidates.as_bytes(), Format::Plain).map_err(CliError::fault)?;
    let report = verify(&Run {
        document: &document,
        document_name: name,
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags::default(),
        decided_at: &now(),
    })
    .map_err(CliError::fault)?;
    let mut text = String::from(INTRODUCTION);
    text.push_str(&table::report(&report));
    text.push_str(&questions(name, document)?);
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

/// Asks the agreement, through an index that is gone afterwards.
fn questions(name: &str, document: Document) -> Result<String, CliError> {
    let folder = std::env::temp_dir().join(format!("groundstop-demo-{}", std::process::id()));
    let asked = research::ask_of(&folder, name, document, &QUESTIONS);
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
