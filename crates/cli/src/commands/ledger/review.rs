//! `groundstop review`: a person's resolution, recorded beside the decision.

use groundstop_canon::jcs;
use groundstop_contract::ledger::{RecordBody, Resolution, ReviewRecord};
use groundstop_engine::{Answer, Resolve, ReviewError, review};
use groundstop_ledger::Ledger;
use serde_json::json;

use super::args::{HomeArgs, ReviewArgs};
use super::find;
use super::home::Home;
use super::look::resolutions;
use super::recorder::{Answered, append, earlier_body, once};
use crate::commands::{now, read_document};
use crate::error::{CliError, Exit, Output};
use crate::output::{shortened, visible};

pub(crate) fn run(args: &ReviewArgs, at: &HomeArgs) -> Result<Output, CliError> {
    let home = Home::need(at)?;
    let ledger = home.open_existing()?;
    let index = find(&ledger, &home, &args.record)?;
    let RecordBody::Decision(report) = earlier_body(&ledger, index)? else {
        return Err(CliError::input(
            format!("record {index} holds no decisions"),
            "resolve a record of the kind `decision`",
        ));
    };
    let document = match &args.document {
        Some(path) => Some(read_document(path, &args.reading)?),
        None => None,
    };
    let answer = match (&args.value, &args.quote, &document) {
        (Some(value), Some(quote), Some(document)) => Answer::Value {
            value,
            quote,
            page: args.page,
            document,
        },
        _ if args.absent => Answer::Absent,
        _ => Answer::Unresolved,
    };
    let record = review(&Resolve {
        record: index,
        report: &report,
        field: &args.field,
        number: args.number,
        by: &args.by,
        reason: &args.reason,
        answer,
        at: &now(),
    })
    .map_err(|error| refused(&error))?;
    let key = match &args.idempotency_key {
        Some(key) => Some(once(key, digest(&record)?)?),
        None => None,
    };
    if key.is_none()
        && let Some((at, same)) = same_as_last(&home, &ledger, &record)?
    {
        let note = format!("nothing recorded: record {at} says the same already\n");
        return output(args, &same, note);
    }
    let body = RecordBody::Review(Box::new(record));
    let (answered, note) = append(&home, &ledger, &body, key)?;
    let body = match answered {
        Answered::New => body,
        Answered::Before(index) => earlier_body(&ledger, index)?,
    };
    let RecordBody::Review(record) = body else {
        return Err(CliError::fault("the key answers another command"));
    };
    output(args, &record, note)
}

fn output(args: &ReviewArgs, record: &ReviewRecord, note: String) -> Result<Output, CliError> {
    let stdout = match args.json {
        true => format!(
            "{}\n",
            serde_json::to_string_pretty(record).map_err(CliError::fault)?
        ),
        false => told(record),
    };
    Ok(Output {
        stderr: note,
        ..Output::fine(stdout)
    })
}

/// The last resolution of the same decision, where it says what this one says.
fn same_as_last(
    home: &Home,
    ledger: &Ledger,
    record: &ReviewRecord,
) -> Result<Option<(u64, ReviewRecord)>, CliError> {
    let mut earlier = resolutions(ledger, home, record.of.record)?;
    earlier.retain(|(_, one)| one.of.decision == record.of.decision);
    match earlier.pop() {
        Some((at, last)) if digest(&last)? == digest(record)? => Ok(Some((at, last))),
        _ => Ok(None),
    }
}

/// What a resolution asks, without its times.
fn digest(record: &ReviewRecord) -> Result<String, CliError> {
    let candidates = record.verified.as_ref().map(|report| &report.receipt.input);
    let asked = json!({
        "of": record.of, "by": record.by, "reason": record.reason,
        "resolution": record.resolution, "input": candidates,
    });
    jcs::digest(&asked).map_err(CliError::fault)
}

/// A value that is refused stops like any other; everything else is the input's fault.
fn refused(error: &ReviewError) -> CliError {
    let exit = match error {
        ReviewError::Stopped(_) => Exit::Stop,
        _ => Exit::Input,
    };
    let mut lines = vec![(error.to_string(), error.cure().to_owned())];
    if let ReviewError::Stopped(decision) = error
        && let Ok(proof) = serde_json::to_string(&decision.stop_proof)
    {
        lines.push((
            format!("its proof: {}", shortened(&proof, 600)),
            "see above".to_owned(),
        ));
    }
    CliError { exit, lines }
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
    format!(
        "`{}` of record {}: {what}\n  {}, {}: {}\n",
        visible(&record.of.field_name),
        record.of.record,
        visible(&record.by),
        record.resolved_at,
        visible(&record.reason)
    )
}
