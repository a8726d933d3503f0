//! Chores of the workspace: `cargo xtask test`, `eval`, `bench`, `fuzz`, `freeze`, `tidy`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "chores read files, start programs, take time and print"
)]

mod bench;
mod certify;
mod coverage;
mod eval;
mod freeze;
mod fuzz;
mod graph;
mod ledger;
mod peers;
mod same;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::{CommandFactory, Parser, Subcommand};

/// Chores of the workspace.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Chores {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install what the tests need and run all of them
    Test,
    /// Measure decisions on labelled documents (GROUNDSTOP_DATA, default ../shared/data)
    #[command(subcommand)]
    Eval(Evaluation),
    /// Measure speed, with peers side by side
    #[command(subcommand)]
    Bench(Bench),
    /// Install pdfium under target/peers and print the path for GROUNDSTOP_PDFIUM
    Pdfium,
    /// Compare the judge with its slow oracle on a million random lists of candidates
    Oracle,
    /// Fuzz what reads untrusted bytes, guided by coverage
    Fuzz(fuzz::Options),
    /// End writing processes at random points, and let two of them write at once, at full size
    Crash(ledger::Options),
    /// Learn the built-in proposer's weights from the labelled contracts
    Fit,
    /// Compare what two builds of `groundstop` decide on examples and data
    Same(same::Options),
    /// Write contracts.lock and the JSON Schemas
    Freeze,
    /// Run the tests that keep the points of the contracts and write docs/contracts/coverage.md
    Coverage,
    /// Certify the release build and renew certified.json
    Certify,
    /// Check the crate graph and the tree
    Tidy,
}

#[derive(Subcommand)]
enum Evaluation {
    /// True and false quotes: lies located, true ones found, offsets right
    Quotes,
    /// What models and tools write: every form, and random candidates in random forms
    Inputs(eval::inputs::Options),
    /// True quotes whose sentence takes them back, or leaves them standing
    Asserted,
    /// Texts written to fool the gate, and honest ones
    Hostile,
    /// Labelled values of contracts offered with their own places: the price of strictness
    Gold {
        /// List every value that is not accepted, with its proof
        #[arg(long)]
        wrong: bool,
    },
    /// Wordings around real sentences: our own, or those of a file of the same form
    Wordings {
        /// A file like `conformance/frames/wordings.jsonl`
        file: Option<PathBuf>,
    },
    /// Small papers with their candidates: our own, or those of a file of the same form
    Papers {
        /// A file like `conformance/frames/documents.jsonl`
        file: Option<PathBuf>,
    },
    /// Documents that state a field twice, differently
    Contradictions,
    /// What must hold for every sentence that is accepted: wrapped, denied, cut otherwise
    Properties,
    /// Labelled quotes found on the right page of PDFs, and how every file ends
    Read,
    /// What nobody sees is not accepted, and the same words in sight are
    Hidden(eval::hidden::Options),
    /// Pages made at random, as a real browser shows them: what it hides is not accepted
    Browser(eval::browser::Options),
    /// Labelled rows of tables: in order, located by the gate, beside pdftotext (GROUNDSTOP_SHOW=first lists)
    Tables,
    /// Injections found and false alarms, by source (GROUNDSTOP_SHOW=alarms or a source lists them)
    Screen(eval::screen::Options),
    /// The built-in proposer on contracts and NDAs, cross-validated; writes docs/*.svg
    Extract(eval::extract::Options),
    /// Invoices in six languages from three makers of PDFs, and labelled ones
    Invoices(eval::invoices::Options),
    /// Labelled rules of statutes found, and nothing damaged let through
    Rules,
    /// Questions with and without an answer, true and falsified sources, claims without evidence
    Research(eval::research::Options),
    /// Questions about contracts, asked over all of them: right places cited, wrong answers
    Questions(eval::questions::Options),
}

#[derive(Subcommand)]
enum Bench {
    /// Quote search beside LangExtract's aligner
    Evidence(bench::evidence::Options),
    /// The injection screen beside one set of expressions and beside Python
    Screen,
    /// Reading PDFs beside pdftotext and pdfium, and what the worker costs
    Read(bench::read::Options),
    /// The built-in proposer and the gate on contracts, one core
    Extract,
    /// What the look at the pages of accepted quotes costs
    Look,
    /// The whole of `verify` on documents made for it: a thousand quotes on a megabyte
    Verify,
    /// Durable receipts a second, inclusion checks a second, a million receipts verified
    Ledger,
    /// What a run of research costs beside its tools, in memory and durable
    Research,
    /// What a cold release build costs, in CPU seconds by crate
    Build,
    /// Two builds of `groundstop` side by side: the same commands, taking turns
    Compare(bench::compare::Options),
}

/// All chores as the command line knows them.
pub(crate) fn chores() -> clap::Command {
    Chores::command()
}

impl Chore {
    /// Whether code of this very program is measured, so that only a release build will do.
    fn measures_itself(&self) -> bool {
        match self {
            Chore::Bench(Bench::Build | Bench::Compare(_) | Bench::Ledger) => false,
            Chore::Eval(_) | Chore::Bench(_) | Chore::Fit => true,
            _ => false,
        }
    }
}

/// The folder of the workspace.
pub(crate) fn workspace_root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn main() -> ExitCode {
    if let Some(ended) = bench::build::as_wrapper() {
        return ended;
    }
    let chore = Chores::parse().chore;
    if cfg!(debug_assertions) && chore.measures_itself() {
        return in_release();
    }
    let done = match chore {
        Chore::Test => test::run(),
        Chore::Eval(Evaluation::Quotes) => eval::run(eval::quotes::run),
        Chore::Eval(Evaluation::Inputs(options)) => eval::inputs::run(&options),
        Chore::Eval(Evaluation::Asserted) => eval::run(eval::frames::asserted),
        Chore::Eval(Evaluation::Hostile) => eval::run(eval::frames::hostile),
        Chore::Eval(Evaluation::Gold { wrong }) => eval::run(|data| eval::gold::run(data, wrong)),
        Chore::Eval(Evaluation::Wordings { file }) => {
            eval::run(|data| eval::frames::wordings(data, file.as_deref()))
        }
        Chore::Eval(Evaluation::Papers { file }) => eval::frames::papers(file.as_deref()),
        Chore::Eval(Evaluation::Contradictions) => eval::contradictions::run(),
        Chore::Eval(Evaluation::Properties) => eval::run(eval::properties::run),
        Chore::Eval(Evaluation::Read) => eval::run(eval::read::run),
        Chore::Eval(Evaluation::Hidden(options)) => {
            eval::run(|data| eval::hidden::run(data, &options))
        }
        Chore::Eval(Evaluation::Browser(options)) => eval::browser::run(&options),
        Chore::Eval(Evaluation::Tables) => eval::run(eval::tables::run),
        Chore::Eval(Evaluation::Screen(options)) => match &options.texts {
            Some(file) => eval::screen::texts(file),
            None => eval::run(eval::screen::run),
        },
        Chore::Eval(Evaluation::Research(options)) => {
            eval::run(|data| eval::research::run(data, &options))
        }
        Chore::Eval(Evaluation::Questions(options)) => {
            eval::run(|data| eval::questions::run(data, &options))
        }
        Chore::Eval(Evaluation::Invoices(options)) => {
            eval::run(|data| eval::invoices::run(data, &options))
        }
        Chore::Eval(Evaluation::Rules) => eval::run(eval::rules::run),
        Chore::Bench(Bench::Evidence(options)) => bench::evidence::run(&options),
        Chore::Bench(Bench::Build) => bench::build::run(),
        Chore::Bench(Bench::Compare(options)) => bench::compare::run(&options),
        Chore::Bench(Bench::Research) => bench::research::run(),
        Chore::Bench(Bench::Screen) => eval::run(bench::screen::run),
        Chore::Bench(Bench::Read(options)) => bench::read::run(&options),
        Chore::Pdfium => peers::print_pdfium(),
        Chore::Eval(Evaluation::Extract(options)) => {
            eval::run(|data| eval::extract::run(data, &options))
        }
        Chore::Fit => eval::run(eval::extract::fit_weights),
        Chore::Bench(Bench::Extract) => eval::run(bench::extract::run),
        Chore::Bench(Bench::Look) => eval::run(bench::look::run),
        Chore::Bench(Bench::Verify) => bench::verify::run(),
        Chore::Bench(Bench::Ledger) => ledger::bench(),
        Chore::Crash(options) => ledger::crash(&options),
        Chore::Oracle => test::oracle(),
        Chore::Fuzz(options) => fuzz::run(&options),
        Chore::Same(options) => same::run(&options),
        Chore::Freeze => freeze::run(),
        Chore::Coverage => coverage::run(),
        Chore::Certify => certify::run(),
        Chore::Tidy => tidy(),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the same chore in a release build: a debug build would measure something else.
fn in_release() -> ExitCode {
    let status = Command::new(env!("CARGO"))
        .args(["run", "--release", "--quiet", "--package", "xtask", "--"])
        .args(std::env::args_os().skip(1))
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: cannot start cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Says what is untidy and what does not keep to the plan of the house.
fn tidy() -> Result<bool, String> {
    let root = workspace_root();
    let mut found = graph::violations(&root)?;
    found.extend(tidy::findings(&root)?);
    found.extend(certify::findings(&root));
    for finding in &found {
        eprintln!("{finding}");
    }
    if found.is_empty() {
        println!("tidy");
    }
    Ok(found.is_empty())
}
