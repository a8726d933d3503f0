//! `groundstop review`: a person's resolution, recorded beside the decision.

use groundstop_contract::FieldType;
use groundstop_contract::ledger::{Resolution, ReviewRecord};
use groundstop_engine::{Engine, Recorded, ReviewAnswer, ReviewRequest, RunControl};

use super::args::ReviewArgs;
use crate::commands::reading::Source;
use crate::commands::{pretty, recorded};
use crate::error::{CliError, Output};
use crate::output::{proof, visible, words};

pub(crate) fn run(args: &ReviewArgs, engine: &Engine) -> Result<Output, CliError> {
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
        answer,
        idempotency_key: args.idempotency_key.as_deref(),
    };
    let reviewed = engine.review(request, RunControl::default());
    let outcome = reviewed.map_err(|error| in_plain_words(error.into()))?;
    let stdout = match args.json {
        true => pretty(&outcome.record)?,
        false => told(&outcome.record),
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
    // Of two doubts the first is the one to settle.
    let why = proof::lines(FieldType::Text, &decision).into_iter().skip(1);
    let why: Vec<String> = words::stopped(&decision)
        .map(str::to_owned)
        .into_iter()
        .chain(why.take(2))
        .collect();
    if let Some(first) = error.diagnostics.first_mut() {
        first.message = format!("{}: {}", first.message, why.join("; "));
    }
    error
}

fn told(record: &ReviewRecord) -> String {
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
        .map(|doubt| format!("  left open: {doubt}\n"))
        .collect();
    format!(
        "`{}` of record {}: {what}\n  {}, {}: {}\n{doubts}",
        visible(&record.of.field_name),
        record.of.record,
        visible(&record.by),
        record.resolved_at,
        visible(&record.reason)
    )
}
