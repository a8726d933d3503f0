//! `groundstop rules`: from a statute to frozen rules.

pub(crate) mod args;
mod extract;
mod freeze;
mod judge;
mod sets;

use std::path::Path;

use groundstop_engine::Engine;
use groundstop_rules::Given;

use crate::args::ReadingArgs;
use crate::commands::reading::Source;
use crate::error::{CliError, Output};
use crate::files::{self, DEFAULT_MAX_BYTES};
use args::RulesCommand;

pub(crate) fn run(command: &RulesCommand, engine: &Engine) -> Result<Output, CliError> {
    match command {
        RulesCommand::Extract(args) => extract::run(args, engine),
        RulesCommand::Validate(args) => judge::validate_file(args, engine),
        RulesCommand::Align(args) => judge::align_file(args, engine),
        RulesCommand::Freeze(args) => freeze::run(args, engine),
        RulesCommand::Show(args) => sets::show(args),
        RulesCommand::Diff(args) => sets::diff(args, engine),
        RulesCommand::Check(args) => sets::check(args, engine),
    }
}

/// Reads a file of candidates and says what is wrong with it in one line.
fn candidates(engine: &Engine, path: &Path) -> Result<Vec<Given>, CliError> {
    let text = files::read_text(path, DEFAULT_MAX_BYTES)?;
    Ok(engine.rules_read(&text, &path.display().to_string())?)
}

/// Takes in the bytes of documents.
fn sources(
    engine: &Engine,
    paths: &[impl AsRef<Path>],
    reading: &ReadingArgs,
) -> Result<Vec<Source>, CliError> {
    let open = |path: &Path| Source::open(engine, path, reading);
    paths.iter().map(|path| open(path.as_ref())).collect()
}
