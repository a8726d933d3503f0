//! `groundstop rules show`, `diff` and `check`: what was proposed or frozen.

use std::fmt::Write;
use std::path::Path;

use groundstop_canon::Json;
use groundstop_engine::{Engine, RunControl};
use groundstop_rules::{Change, Given, read_candidates};
use serde_json::json;

use super::args::{CheckSetArgs, DiffArgs, ShowArgs};
use super::sources;
use crate::commands::pretty;
use crate::commands::reading::Source;
use crate::error::{CliError, Exit, Output};
use crate::files::{self, DEFAULT_MAX_BYTES};
use crate::output::rules::{Row, page, table};
use crate::output::{shortened, visible};

pub(super) fn show(args: &ShowArgs) -> Result<Output, CliError> {
    let text = files::read_text(&args.rules, DEFAULT_MAX_BYTES)?;
    let name = args.rules.display().to_string();
    let given = read_candidates(&text).map_err(|error| {
        CliError::input(
            format!("`{name}`: {error}"),
            "give candidates or a frozen set",
        )
    })?;
    let all = match given.as_slice() {
        [Given::Json(set)] if set.get("rules").is_some() => {
            let rules = set
                .get("rules")
                .and_then(Json::as_array)
                .unwrap_or_default();
            rules.iter().cloned().map(Given::Json).collect()
        }
        _ => given,
    };
    let rows: Vec<Row> = all
        .iter()
        .map(|one| match one {
            Given::Json(json) => Row::of(json),
            Given::Unreadable(problem) => Row::unreadable(problem),
        })
        .collect();
    if let Some(path) = &args.html {
        files::write(path, page(&name, &rows).as_bytes())?;
    }
    Ok(Output {
        styled: true,
        ..Output::fine(table(&name, &rows))
    })
}

pub(super) fn diff(args: &DiffArgs, engine: &Engine) -> Result<Output, CliError> {
    let read = |path: &Path| files::read_text(path, DEFAULT_MAX_BYTES);
    let changes = engine.rules_diff(&read(&args.old)?, &read(&args.new)?)?;
    if args.json {
        return Ok(Output::fine(pretty(&changes)?));
    }
    let mut text = String::new();
    for change in &changes {
        match change {
            Change::Added { rule } => told(&mut text, "+", rule),
            Change::Removed { rule } => told(&mut text, "-", rule),
            Change::Changed { old, new } => {
                told(&mut text, "-", old);
                told(&mut text, "+", new);
            }
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{} changes", changes.len());
    Ok(Output::fine(text))
}

/// One side of a change: value, page and quote.
fn told(text: &mut String, sign: &str, rule: &serde_json::Value) {
    let row = Row::of(&Json::from(rule.clone()));
    let _ = writeln!(
        text,
        "{sign} {} {}  (page {})",
        row.kind, row.value, row.pages
    );
    let _ = writeln!(text, "{sign}   “{}”", visible(&shortened(&row.quote, 300)));
}

pub(super) fn check(args: &CheckSetArgs, engine: &Engine) -> Result<Output, CliError> {
    let text = files::read_text(&args.set, DEFAULT_MAX_BYTES)?;
    let sources = sources(engine, &args.document, &args.reading)?;
    let documents: Vec<_> = sources.iter().map(Source::input).collect();
    let name = args.set.file_name().unwrap_or_default().to_string_lossy();
    let wrong = engine.rules_check(&text, &name, &documents, RunControl::default())?;
    let stdout = match (args.json, wrong.is_empty()) {
        (true, fine) => pretty(&json!({"verified": fine, "differences": wrong}))?,
        (false, true) => format!("verified: every rule of `{name}` follows from its documents\n"),
        (false, false) => {
            let mut text = format!("FAILED: `{name}` does not follow from its documents\n");
            for difference in &wrong {
                let _ = writeln!(text, "  {}", visible(&shortened(difference, 400)));
            }
            text
        }
    };
    Ok(Output {
        exit: if wrong.is_empty() {
            Exit::Fine
        } else {
            Exit::Failed
        },
        ..Output::fine(stdout)
    })
}
