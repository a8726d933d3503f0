//! `groundstop rules extract`: what a statute says, as candidates.

use groundstop_canon::Json;
use groundstop_contract::RuleCandidate;
use groundstop_engine::{Engine, RulesExtractRequest, RunControl};

use super::args::ExtractArgs;
use crate::commands::reading::Source;
use crate::commands::{pretty, unread_warning};
use crate::error::{CliError, Output};
use crate::files;
use crate::output::account::{by_page, summary};
use crate::output::rules::{Row, page, table};

pub(super) fn run(args: &ExtractArgs, engine: &Engine) -> Result<Output, CliError> {
    let types: Vec<_> = args.types.iter().map(|name| name.rule_type()).collect();
    let source = Source::open(engine, &args.document, &args.reading)?;
    let request = RulesExtractRequest {
        document: source.input(),
        types: &types,
        pages: args.pages,
        currency: args.currency.as_deref(),
    };
    let extracted = engine.rules_extract(request, RunControl::default())?;
    let found = &extracted.candidates;
    let rows = rows(found)?;
    if let Some(path) = &args.html {
        let title = args.document.display().to_string();
        files::write(path, page(&title, &rows).as_bytes())?;
    }
    let stdout = match (args.printed.json, args.printed.jsonl) {
        (true, _) => pretty(found)?,
        (_, true) => lines(found)?,
        (false, false) => {
            let mut text = table(&args.document.display().to_string(), &rows);
            text.push_str(&summary(&extracted.account));
            if args.account {
                text.push_str(&by_page(&extracted.account));
            }
            text
        }
    };
    Ok(Output {
        stderr: unread_warning(&extracted.document),
        styled: !args.printed.json && !args.printed.jsonl,
        ..Output::fine(stdout)
    })
}

fn rows(found: &[RuleCandidate]) -> Result<Vec<Row>, CliError> {
    found
        .iter()
        .map(|candidate| {
            let json = Json::from_serialize(candidate).map_err(CliError::fault)?;
            Ok(Row::of(&json))
        })
        .collect()
}

fn lines(found: &[RuleCandidate]) -> Result<String, CliError> {
    let mut text = String::new();
    for candidate in found {
        text.push_str(&serde_json::to_string(candidate).map_err(CliError::fault)?);
        text.push('\n');
    }
    Ok(text)
}
