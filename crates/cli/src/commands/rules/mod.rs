//! `groundstop rules`: from a statute to frozen rules.

pub(crate) mod args;
mod extract;
mod freeze;
mod judge;
mod sets;

use std::path::Path;

use groundstop_document::Document;
use groundstop_rules::{Given, read_candidates};
use serde::Serialize;

use super::ledger::args::HomeArgs;
use super::read_document;
use crate::args::ReadingArgs;
use crate::error::{CliError, Output};
use crate::files::{self, DEFAULT_MAX_BYTES};
use args::RulesCommand;

pub(crate) fn run(command: &RulesCommand, home: &HomeArgs) -> Result<Output, CliError> {
    match command {
        RulesCommand::Extract(args) => extract::run(args),
        RulesCommand::Validate(args) => judge::validate_file(args),
        RulesCommand::Align(args) => judge::align_file(args),
        RulesCommand::Freeze(args) => freeze::run(args, home),
        RulesCommand::Show(args) => sets::show(args),
        RulesCommand::Diff(args) => sets::diff(args),
        RulesCommand::Check(args) => sets::check(args),
    }
}

/// Reads a file of candidates and says what is wrong with it in one line.
fn candidates(path: &Path) -> Result<Vec<Given>, CliError> {
    let text = files::read_text(path, DEFAULT_MAX_BYTES)?;
    read_candidates(&text).map_err(|error| {
        CliError::input(
            format!("`{}`: {error}", path.display()),
            "give a JSON array of candidates, one object, or one object a line",
        )
    })
}

/// Reads documents; one without any text cannot bear out a rule.
fn documents(paths: &[&Path], reading: &ReadingArgs) -> Result<Vec<Document>, CliError> {
    paths
        .iter()
        .map(|path| {
            let document = read_document(path, reading)?;
            match document.text().trim().is_empty() {
                false => Ok(document),
                true => Err(CliError::input(
                    format!("`{}`: it has no text", path.display()),
                    "if it is a scan, read it with `--ocr`",
                )),
            }
        })
        .collect()
}

fn pretty(value: &impl Serialize) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}
