//! `groundstop ledger log` and `show`: what was recorded.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_contract::ledger::{LedgerEntry, RecordBody, Resolution, ReviewRecord};
use groundstop_contract::report::Report;
use groundstop_engine::{Engine, LedgerView, LogQuery, ResolvedDecision, resolved_decisions};
use groundstop_ledger::store::LogEntry;

use super::args::{LogArgs, OneArgs};
use crate::commands::pretty;
use crate::error::{CliError, Output};
use crate::files;
use crate::output::{csv, shortened, table, visible};

pub(super) fn log(args: &LogArgs, engine: &Engine) -> Result<Output, CliError> {
    let seen = engine.ledger_log(&query(args)?)?;
    if args.json {
        let list: Vec<LedgerEntry> = seen.iter().map(LedgerView::wire).collect();
        return Ok(Output::fine(pretty(&list)?));
    }
    let mut text: String = seen.iter().map(line).collect();
    if text.is_empty() {
        text.push_str("no record\n");
    }
    Ok(Output::fine(text))
}

/// What is looked for; a document is named by its file, its name or its digest.
fn query(args: &LogArgs) -> Result<LogQuery, CliError> {
    let mut query = LogQuery {
        field: args.field.clone(),
        decision: args.decision.map(super::args::Ended::decision),
        open: args.open,
        kind: args.kind.map(super::args::KindName::name),
        since: args.since,
        until: args.until,
        limit: args.limit,
        ..LogQuery::default()
    };
    if let Some(named) = args.document.as_deref() {
        let digest = named.len() == 64 && named.bytes().all(|b| b.is_ascii_hexdigit());
        if digest {
            query.document_sha256 = Some(named.to_lowercase());
        } else if Path::new(named).is_file() {
            let bytes = files::read(Path::new(named), u64::MAX - 1)?;
            query.document_sha256 = Some(sha256_hex(&bytes));
        } else {
            query.document_name = Some(named.to_owned());
        }
    }
    Ok(query)
}

fn counts(report: &Report) -> String {
    let summary = report.summary;
    format!(
        "{} accepted · {} stopped · {} to review · {} absent",
        summary.accept, summary.stop, summary.need_review, summary.absent
    )
}

/// What a record says, in a few words.
fn about(seen: &LedgerView) -> String {
    match seen.record.as_ref().map(|record| &record.body) {
        Some(RecordBody::Decision(report)) => format!(
            "{}  {}",
            shortened(&visible(&report.document.name), 40),
            counts(report)
        ),
        Some(RecordBody::Freeze(freeze)) => format!(
            "{}  {} rules · {} refused",
            shortened(&visible(&freeze.document_names.join(", ")), 40),
            freeze.rules,
            freeze.refused.len()
        ),
        Some(RecordBody::Review(review)) => resolved(review),
        Some(RecordBody::Research(research)) => format!(
            "{} for {}: {} · {} claims · pack {}",
            research.telemetry.action,
            shortened(&visible(&research.principal), 40),
            research.telemetry.reason,
            research.telemetry.claims,
            shortened(&visible(&research.pack_sha256), 24)
        ),
        None => "written by another version".to_owned(),
    }
}

fn resolved(review: &ReviewRecord) -> String {
    let how = match review.resolution {
        Resolution::Value => "value given",
        Resolution::Absent => "absent",
        Resolution::Unresolved => "unresolved",
    };
    format!(
        "`{}` of record {}: {how}, by {}",
        visible(&review.of.field_name),
        review.of.record,
        shortened(&visible(&review.by), 40)
    )
}

fn line(seen: &LedgerView) -> String {
    let LogEntry {
        index, at, facts, ..
    } = &seen.entry;
    format!("{index:>7}  {at}  {:<8}  {}\n", facts.kind, about(seen))
}

/// What stands now of every decision that a person resolved.
fn standing(index: u64, report: &Report, resolutions: &[(u64, ReviewRecord)]) -> String {
    let last: BTreeMap<u64, (u64, ReviewRecord)> = resolutions
        .iter()
        .map(|(at, review)| (review.of.decision, (*at, review.clone())))
        .collect();
    let rows = resolved_decisions(index, report, &last).into_iter();
    let rows = rows.filter(|row| row.resolution_record.is_some());
    let line = |row: ResolvedDecision| {
        let value = row.value.as_ref().map(csv::spelled).unwrap_or_default();
        let before = row.decided_value.as_ref().map(csv::spelled);
        let before = before.map(|value| format!(", decided was {}", visible(&value)));
        format!(
            "  {:<10} {}: {} ({}{})\n",
            row.status,
            visible(&row.field),
            if value.is_empty() {
                "no value".to_owned()
            } else {
                visible(&value)
            },
            row.decision,
            before.unwrap_or_default()
        )
    };
    let rows: String = rows.map(line).collect();
    format!("\nWhat stands now:\n{rows}")
}

pub(super) fn show(args: &OneArgs, engine: &Engine) -> Result<Output, CliError> {
    let (seen, resolutions) = engine.ledger_show(&args.record)?;
    if args.json {
        return Ok(Output::fine(pretty(&seen.wire())?));
    }
    let mut text = format!("{}  leaf {}\n", line(&seen).trim_end(), seen.entry.leaf);
    if let Some(us) = seen
        .record
        .as_ref()
        .and_then(|record| record.clock_behind_us)
    {
        text.push_str(&format!(
            "  the writer's clock was {} s behind the record before\n",
            us / 1_000_000
        ));
    }
    if let Some(review) = seen.review() {
        text.push_str(&format!("  reason: {}\n", visible(&review.reason)));
    }
    if let Some(report) = seen.report() {
        text.push_str(&format!("\n{}", table::report(report, None)));
    }
    let is_decision = seen.review().is_none();
    if let Some(report) = seen
        .report()
        .filter(|_| is_decision && !resolutions.is_empty())
    {
        text.push_str(&standing(seen.entry.index, report, &resolutions));
    }
    for (index, review) in resolutions {
        text.push_str(&format!(
            "\nrecord {index}: {}: {}\n",
            resolved(&review),
            visible(&review.reason)
        ));
    }
    Ok(Output {
        styled: true,
        ..Output::fine(text)
    })
}
