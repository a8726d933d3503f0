//! `groundstop review`: a person's resolution, recorded beside the decision.

use groundstop_contract::FieldType;
use groundstop_contract::ledger::{Resolution, ReviewRecord};
use groundstop_engine::{Engine, Recorded, ReviewAnswer, ReviewRequest, RunControl};

use super::args::ReviewArgs;
use crate::commands::reading::Source;
use crate::commands::{pretty, recorded};
use crate::error::{CliError, Output};
use crate::output::{proof, visible, words};

/// Whether an answer is given, and all that belongs to it.
fn complete(args: &ReviewArgs) -> Result<(), CliError> {
    if args.absent || args.unresolved {
        return Ok(());
    }
    let given = args.quote.is_some() || args.document.is_some() || args.page.is_some();
    let (value, quote, document) = (&args.value, &args.quote, &args.document);
    if value.is_none() && !given {
        return Err(CliError::input(
            "what the document says is not given",
            "add `--value VALUE --quote TEXT --document FILE`, or `--absent`, or `--unresolved`",
        ));
    }
    let parts = [
        (
            "--value",
            value.is_some(),
            "with the value as the document spells it",
        ),
        (
            "--quote",
            quote.is_some(),
            "with the document's own words that say the value",
        ),
        (
            "--document",
            document.is_some(),
            "with the file that was decided on",
        ),
    ];
    let missing = parts.iter().filter(|(_, is, _)| !is);
    let missing: Vec<_> = missing.filter(|_| value.is_some() || given).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing
        .iter()
        .map(|(name, ..)| format!("`{name}`"))
        .collect();
    let cures: Vec<String> = missing
        .iter()
        .map(|(name, _, how)| format!("`{name}` {how}"))
        .collect();
    Err(CliError::input(
        format!(
            "a value needs its quote and its document; not given: {}",
            names.join(" and ")
        ),
        format!("add {}", cures.join(", and ")),
    ))
}

pub(crate) fn run(args: &ReviewArgs, engine: &Engine) -> Result<Output, CliError> {
    complete(args)?;
    let source = match &args.document {
        Some(path) => Some(Source::open(engine, path, &args.reading)?),
        None => None,
    };
    let answer = match (&args.value, &args.quote, &source) {
        (Some(value), Some(quote), Some(source)) => ReviewAnswer::Value {
            value,
            quote,
            page: args.page,
            document: source.input(),
        },
        _ if args.absent => ReviewAnswer::Absent,
        _ => ReviewAnswer::Unresolved,
    };
    let request = ReviewRequest {
        record: &args.record,
        field: &args.field,
        number: args.number,
        by: &args.by,
        reason: &args.reason,
        document: source
            .as_ref()
            .filter(|_| args.value.is_none())
            .map(Source::input),
        answer,
        idempotency_key: args.idempotency_key.as_deref(),
    };
    let reviewed = engine.review(request, RunControl::default());
    let outcome = reviewed.map_err(|error| in_plain_words(error.into()))?;
    let stdout = match args.json {
        true => pretty(&outcome.record)?,
        false => told(&outcome.record, outcome.read_as.as_deref()),
    };
    let note = match outcome.recorded {
        Recorded::Before { index } if outcome.is_repeated => {
            format!("nothing recorded: record {index} says the same already\n")
        }
        kept => recorded(kept),
    };
    Ok(Output {
        stderr: note,
        ..Output::fine(stdout)
    })
}

/// Says of a value that was stopped why, as the table does.
fn in_plain_words(mut error: CliError) -> CliError {
    let Some(decision) = error.stopped.take() else {
        return error;
    };
    // What was given is known; of two doubts the first is the one to settle.
    let lines = proof::lines(FieldType::Text, &decision).into_iter();
    let lines = lines.filter(|line| !line.starts_with("proposed: "));
    let mut why: Vec<String> = lines.take(2).map(|line| without_codes(&line)).collect();
    if why.is_empty() {
        why.extend(words::stopped(&decision).map(str::to_owned));
    }
    if let Some(first) = error.diagnostics.first_mut() {
        first.message = format!("{}: {}", first.message, why.join("; "));
    }
    error
}

/// A line of a proof without the codes that programs read: ` (quote_not_found)`.
fn without_codes(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(" (") {
        plain.push_str(before);
        let code = after.split_once(')');
        let is_code = |text: &str| {
            text.contains('_')
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        };
        match code
            .filter(|(code, _)| is_code(code) || ["ocr", "bound", "hyphenation"].contains(code))
        {
            Some((_, after)) => rest = after,
            None => {
                plain.push_str(" (");
                rest = after;
            }
        }
    }
    plain + rest
}

fn told(record: &ReviewRecord, read_as: Option<&str>) -> String {
    let what = match record.resolution {
        Resolution::Value => {
            let decisions = record.verified.iter().flat_map(|report| &report.decisions);
            let quotes = decisions.filter_map(|decision| decision.evidence.as_ref());
            let quotes: Vec<String> = quotes
                .map(|evidence| format!("page {}: “{}”", evidence.page, visible(&evidence.quote)))
                .collect();
            format!("the document says it ({})", quotes.join("; "))
        }
        Resolution::Absent => "the document does not say it".to_owned(),
        Resolution::Unresolved => "it stays undecided".to_owned(),
    };
    let decisions = record.verified.iter().flat_map(|report| &report.decisions);
    let doubts = decisions.flat_map(|decision| proof::lines(FieldType::Text, decision));
    let doubts: String = doubts
        .map(|doubt| format!("  left open: {}\n", without_codes(&doubt)))
        .collect();
    let read_as = read_as.map_or_else(String::new, |said| {
        format!("  read with {said}, as the value given says\n")
    });
    format!(
        "`{}` of record {}: {what}\n{read_as}  {}, {}: {}\n{doubts}",
        visible(&record.of.field_name),
        record.of.record,
        visible(&record.by),
        record.resolved_at,
        visible(&record.reason)
    )
}
