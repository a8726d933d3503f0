//! Mistakes on the command line, told as all others are: what is wrong, then what helps.

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::args::Cli;
use crate::error::CliError;

/// What a mistake comes to; nothing where somebody asked for help or the version.
pub(crate) fn told(error: &clap::Error) -> Option<CliError> {
    let said = |kind: ContextKind| error.get(kind).map(all).unwrap_or_default();
    let first = |kind: ContextKind| said(kind).into_iter().next().unwrap_or_default();
    let argument = first(ContextKind::InvalidArg);
    let (message, help) = match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return None,
        ErrorKind::UnknownArgument if !argument.starts_with('-') => (
            format!("`{argument}` is one file too many"),
            match argument.ends_with(".toml") {
                true => format!("a schema is given by name: `--schema {argument}`"),
                false => usage(error),
            },
        ),
        ErrorKind::UnknownArgument => (
            format!("there is no option `{argument}` here"),
            match said(ContextKind::SuggestedArg).as_slice() {
                [] => usage(error),
                near => did_you_mean(near),
            },
        ),
        ErrorKind::InvalidSubcommand => (
            format!(
                "there is no command `{}`",
                first(ContextKind::InvalidSubcommand)
            ),
            match said(ContextKind::SuggestedSubcommand).as_slice() {
                [] => "`groundstop --help` lists the commands".to_owned(),
                near => did_you_mean(near),
            },
        ),
        ErrorKind::MissingRequiredArgument => (
            format!("not given: {}", said(ContextKind::InvalidArg).join(", ")),
            usage(error),
        ),
        ErrorKind::MissingSubcommand => ("a command is missing".to_owned(), usage(error)),
        ErrorKind::InvalidValue => {
            let value = first(ContextKind::InvalidValue);
            let message = match value.is_empty() {
                true => format!("`{argument}` has no value"),
                false => format!("`{value}` is no value for `{argument}`"),
            };
            match said(ContextKind::ValidValue).as_slice() {
                [] => (message, usage(error)),
                values => (message, format!("write one of: {}", values.join(", "))),
            }
        }
        ErrorKind::ValueValidation => {
            let value = first(ContextKind::InvalidValue);
            let why = std::error::Error::source(error).map(ToString::to_string);
            (
                format!("`{value}` is no value for `{argument}`"),
                why.unwrap_or_else(|| usage(error)),
            )
        }
        ErrorKind::ArgumentConflict => (
            format!(
                "`{argument}` does not go with {}",
                said(ContextKind::PriorArg)
                    .iter()
                    .map(|one| format!("`{one}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            "leave one of them out".to_owned(),
        ),
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            let line = line.strip_prefix("error: ").unwrap_or(line);
            (line.to_owned(), usage(error))
        }
    };
    Some(CliError::input(message, help))
}

/// All strings of a part of what the parser knows about a mistake.
fn all(value: &ContextValue) -> Vec<String> {
    match value {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        ContextValue::StyledStr(text) => vec![text.to_string()],
        _ => Vec::new(),
    }
}

/// The nearest comes last.
fn did_you_mean(near: &[String]) -> String {
    let names: Vec<String> = near.iter().rev().map(|name| format!("`{name}`")).collect();
    format!("did you mean {}?", names.join(" or "))
}

/// How the command is written, and where more is said.
fn usage(error: &clap::Error) -> String {
    let line = error.get(ContextKind::Usage).map(all).unwrap_or_default();
    let line = line
        .first()
        .map_or_else(|| Cli::command().render_usage().to_string(), Clone::clone);
    let line = line.trim().trim_start_matches("Usage:").trim();
    let line: Vec<&str> = line.split_whitespace().collect();
    let line = line.join(" ");
    let command: Vec<&str> = line
        .split(' ')
        .take_while(|word| !word.starts_with(['<', '[', '-']))
        .collect();
    format!("write `{line}`; `{} --help` says more", command.join(" "))
}
