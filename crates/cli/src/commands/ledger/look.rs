//! `groundstop ledger log` and `show`: what was recorded.

use std::collections::BTreeSet;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_contract::ledger::{
    LedgerEntry, LedgerRecord, RecordBody, Resolution, ReviewRecord,
};
use groundstop_contract::report::Report;
use groundstop_contract::{Decision, FieldDecision, StopReason};
use groundstop_ledger::Ledger;
use groundstop_ledger::store::{Entry, Look};

use super::args::{Ended, LogArgs, OneArgs};
use super::find;
use super::home::{Home, refused};
use crate::error::{CliError, Output};
use crate::files;
use crate::output::{shortened, table, visible};

/// A record with what it says.
struct Seen {
    entry: Entry,
    record: Option<LedgerRecord>,
}

impl Seen {
    /// A record of a kind this build does not know is still listed.
    fn new(entry: Entry) -> Seen {
        let record = serde_json::from_slice(&entry.record).ok();
        Seen { entry, record }
    }

    fn report(&self) -> Option<&Report> {
        match &self.record.as_ref()?.body {
            RecordBody::Decision(report) => Some(report),
            RecordBody::Review(review) => review.verified.as_ref(),
            RecordBody::Freeze(_) | RecordBody::Research(_) => None,
        }
    }

    fn decisions(&self) -> &[FieldDecision] {
        self.report().map_or(&[], |report| &report.decisions)
    }

    /// The decision it settles, by record and number.
    fn resolves(&self) -> Option<(u64, u64)> {
        let review = self.review()?;
        let settled = review.resolution != Resolution::Unresolved;
        settled.then_some((review.of.record, review.of.decision))
    }

    /// Whether it decides something that still waits for a person.
    fn is_open(&self, resolved: &BTreeSet<(u64, u64)>) -> bool {
        let Some(RecordBody::Decision(report)) = self.record.as_ref().map(|record| &record.body)
        else {
            return false;
        };
        let optional = |name: &str| {
            let fields = &report.receipt.input.schema.fields;
            fields
                .iter()
                .any(|field| field.name == name && !field.required)
        };
        let mut numbered = report.decisions.iter().zip(0u64..);
        numbered.any(|(decision, number)| {
            let absent = decision.stop_reason == Some(StopReason::NoCandidatesFound)
                && optional(&decision.field_name);
            decision.decision != Decision::Accept
                && !absent
                && !resolved.contains(&(self.entry.index, number))
        })
    }

    fn review(&self) -> Option<&ReviewRecord> {
        match &self.record.as_ref()?.body {
            RecordBody::Review(review) => Some(review),
            _ => None,
        }
    }
}

pub(super) fn log(home: &Home, args: &LogArgs) -> Result<Output, CliError> {
    let ledger = home.open_for_reading()?;
    let wanted = Wanted::new(args)?;
    let mut look = Look {
        // Resolutions stand behind what they resolve, whatever they are about.
        document: wanted.sha256.as_deref().filter(|_| !args.open),
        kind: args.kind.map(super::args::KindName::name),
        before: None,
    };
    let mut seen = Vec::new();
    let mut resolved = BTreeSet::new();
    'pages: while seen.len() < args.limit {
        let page = ledger
            .store()
            .look(look)
            .map_err(|error| home.failed(&error))?;
        let Some(last) = page.last() else { break };
        look.before = Some(last.index);
        for entry in page {
            // Times never go back along the log.
            if args.since.is_some_and(|since| entry.at < since) {
                break 'pages;
            }
            let one = Seen::new(entry);
            resolved.extend(one.resolves());
            if wanted.has(&one) && (!args.open || one.is_open(&resolved)) {
                seen.push(one);
            }
            if seen.len() == args.limit {
                break 'pages;
            }
        }
    }
    if args.json {
        let list: Vec<LedgerEntry> = seen.iter().map(as_json).collect();
        let text = serde_json::to_string_pretty(&list).map_err(CliError::fault)?;
        return Ok(Output::fine(format!("{text}\n")));
    }
    let mut text: String = seen.iter().map(line).collect();
    if text.is_empty() {
        text.push_str("no record\n");
    }
    Ok(Output::fine(text))
}

/// What is looked for, beyond what the store itself can tell.
struct Wanted<'a> {
    args: &'a LogArgs,
    sha256: Option<String>,
    name: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    fn new(args: &'a LogArgs) -> Result<Wanted<'a>, CliError> {
        let mut wanted = Wanted {
            args,
            sha256: None,
            name: None,
        };
        if let Some(named) = args.document.as_deref() {
            let digest = named.len() == 64 && named.bytes().all(|b| b.is_ascii_hexdigit());
            if digest {
                wanted.sha256 = Some(named.to_lowercase());
            } else if Path::new(named).is_file() {
                let bytes = files::read(Path::new(named), u64::MAX - 1)?;
                wanted.sha256 = Some(sha256_hex(&bytes));
            } else {
                wanted.name = Some(named);
            }
        }
        Ok(wanted)
    }

    fn has(&self, seen: &Seen) -> bool {
        let args = self.args;
        let ended = args.decision.map(|ended| match ended {
            Ended::Accept => Decision::Accept,
            Ended::Stop => Decision::Stop,
            Ended::NeedReview => Decision::NeedReview,
        });
        let fits = |decision: &FieldDecision| {
            let field = args.field.as_ref();
            field.is_none_or(|field| decision.field_name == *field)
                && ended.is_none_or(|ended| decision.decision == ended)
        };
        let about = |name: &str| seen.report().is_some_and(|r| r.document.name == name);
        let by_field = args.field.is_some() || ended.is_some();
        let resolves = |review: &ReviewRecord| {
            ended.is_none() && args.field.as_ref() == Some(&review.of.field_name)
        };
        let document = self.sha256.as_ref();
        args.until.is_none_or(|until| seen.entry.at < until)
            && document.is_none_or(|sha256| seen.entry.facts.document.as_ref() == Some(sha256))
            && self.name.is_none_or(about)
            && (!by_field
                || seen.decisions().iter().any(fits)
                || seen.review().is_some_and(resolves))
    }
}

fn counts(report: &Report) -> String {
    let summary = report.summary;
    format!(
        "{} accepted · {} stopped · {} to review · {} absent",
        summary.accept, summary.stop, summary.need_review, summary.absent
    )
}

/// What a record says, in a few words.
fn about(seen: &Seen) -> String {
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

fn line(seen: &Seen) -> String {
    let Entry {
        index, at, facts, ..
    } = &seen.entry;
    format!("{index:>7}  {at}  {:<8}  {}\n", facts.kind, about(seen))
}

fn as_json(seen: &Seen) -> LedgerEntry {
    let entry = &seen.entry;
    LedgerEntry {
        index: entry.index,
        leaf: entry.leaf.to_string(),
        recorded_at: entry.at.to_string(),
        kind: entry.facts.kind.clone(),
        name: entry.facts.name.clone(),
        document_sha256: entry.facts.document.clone(),
        record: seen.record.clone(),
    }
}

pub(super) fn show(home: &Home, args: &OneArgs) -> Result<Output, CliError> {
    let ledger = home.open_for_reading()?;
    let index = find(&ledger, home, &args.record)?;
    let seen = Seen::new(ledger.record(index).map_err(|error| refused(&error))?);
    if args.json {
        let text = serde_json::to_string_pretty(&as_json(&seen)).map_err(CliError::fault)?;
        return Ok(Output::fine(format!("{text}\n")));
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
        text.push_str(&format!("\n{}", table::report(report)));
    }
    for review in resolutions(&ledger, home, index)? {
        text.push_str(&format!(
            "\nrecord {}: {}: {}\n",
            review.0,
            resolved(&review.1),
            visible(&review.1.reason)
        ));
    }
    Ok(Output {
        styled: true,
        ..Output::fine(text)
    })
}

/// What people resolved about a record, in order.
pub(super) fn resolutions(
    ledger: &Ledger,
    home: &Home,
    index: u64,
) -> Result<Vec<(u64, ReviewRecord)>, CliError> {
    let mut found = Vec::new();
    let mut look = Look {
        kind: Some("review"),
        ..Look::default()
    };
    // A resolution always stands behind what it resolves.
    while look.before.is_none_or(|before| before > index) {
        let page = ledger
            .store()
            .look(look)
            .map_err(|error| home.failed(&error))?;
        let Some(last) = page.last() else { break };
        look.before = Some(last.index);
        let seen = page.into_iter().map(Seen::new);
        found.extend(seen.filter_map(|seen| {
            let review = seen.review().filter(|review| review.of.record == index)?;
            Some((seen.entry.index, review.clone()))
        }));
    }
    found.reverse();
    Ok(found)
}
