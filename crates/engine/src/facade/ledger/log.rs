//! What was recorded: listed, and looked at one by one.

use std::collections::BTreeSet;

use groundstop_contract::ledger::{
    LedgerEntry, LedgerRecord, RecordBody, Resolution, ReviewRecord,
};
use groundstop_contract::report::Report;
use groundstop_contract::{Decision, FieldDecision, StopReason};
use groundstop_ledger::store::{LogEntry, Look};
use groundstop_ledger::{Ledger, Moment};

use super::super::Engine;
use crate::error::EngineError;
use crate::home::{Home, refused};

/// Which records are looked for; what is left out does not matter.
#[derive(Clone, Debug, Default)]
pub struct LogQuery {
    /// SHA-256 of the document they are about.
    pub document_sha256: Option<String>,
    /// The name of the document they are about.
    pub document_name: Option<String>,
    /// The field they decide.
    pub field: Option<String>,
    /// How one of their decisions ended.
    pub decision: Option<Decision>,
    /// Only those with a STOP or a NEED_REVIEW that nobody has resolved.
    pub open: bool,
    /// Their kind: `decision`, `freeze`, `research` or `review`.
    pub kind: Option<&'static str>,
    /// From this time on.
    pub since: Option<Moment>,
    /// Before this time.
    pub until: Option<Moment>,
    /// At most so many.
    pub limit: usize,
}

/// A record with what it says.
#[derive(Debug)]
pub struct LedgerView {
    /// The record as the store has it.
    pub entry: LogEntry,
    /// What it says; nothing where another version wrote it.
    pub record: Option<LedgerRecord>,
}

impl LedgerView {
    /// A record of a kind this build does not know is still listed.
    pub(super) fn new(entry: LogEntry) -> LedgerView {
        let record = serde_json::from_slice(&entry.record).ok();
        LedgerView { entry, record }
    }

    /// The report in it: of a decision, or of a resolution's value.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        match &self.record.as_ref()?.body {
            RecordBody::Decision(report) => Some(report),
            RecordBody::Review(review) => review.verified.as_ref(),
            RecordBody::Freeze(_) | RecordBody::Research(_) => None,
        }
    }

    /// The resolution in it.
    #[must_use]
    pub fn review(&self) -> Option<&ReviewRecord> {
        match &self.record.as_ref()?.body {
            RecordBody::Review(review) => Some(review),
            RecordBody::Decision(_) | RecordBody::Freeze(_) | RecordBody::Research(_) => None,
        }
    }

    /// The record as programs read it.
    #[must_use]
    pub fn wire(&self) -> LedgerEntry {
        let entry = &self.entry;
        LedgerEntry {
            index: entry.index,
            leaf: entry.leaf.to_string(),
            recorded_at: entry.at.to_string(),
            kind: entry.facts.kind.clone(),
            name: entry.facts.name.clone(),
            document_sha256: entry.facts.document.clone(),
            record: self.record.clone(),
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

    /// Whether it is looked for, beyond what the store itself can tell.
    fn is_wanted(&self, query: &LogQuery) -> bool {
        let fits = |decision: &FieldDecision| {
            let field = query.field.as_ref();
            field.is_none_or(|field| decision.field_name == *field)
                && query
                    .decision
                    .is_none_or(|ended| decision.decision == ended)
        };
        let about = |name: &String| self.report().is_some_and(|r| r.document.name == *name);
        let by_field = query.field.is_some() || query.decision.is_some();
        let resolves = |review: &ReviewRecord| {
            query.decision.is_none() && query.field.as_ref() == Some(&review.of.field_name)
        };
        let document = query.document_sha256.as_ref();
        query.until.is_none_or(|until| self.entry.at < until)
            && document.is_none_or(|sha256| self.entry.facts.document.as_ref() == Some(sha256))
            && query.document_name.as_ref().is_none_or(about)
            && (!by_field
                || self.decisions().iter().any(fits)
                || self.review().is_some_and(resolves))
    }
}

impl Engine {
    /// Lists records, the newest first.
    ///
    /// # Errors
    /// Where there is no ledger, or its store fails.
    pub fn ledger_log(&self, query: &LogQuery) -> Result<Vec<LedgerView>, EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_for_reading()?;
        let mut look = Look {
            // Resolutions stand after what they resolve, whatever they are about.
            document: query.document_sha256.as_deref().filter(|_| !query.open),
            kind: query.kind,
            before: None,
        };
        let mut found = Vec::new();
        let mut resolved = BTreeSet::new();
        'pages: while found.len() < query.limit {
            let page = ledger.store().look(look);
            let page = page.map_err(|error| home.failed(&error))?;
            let Some(last) = page.last() else { break };
            look.before = Some(last.index);
            for entry in page {
                // Times never go back along the log.
                if query.since.is_some_and(|since| entry.at < since) {
                    break 'pages;
                }
                let one = LedgerView::new(entry);
                resolved.extend(one.resolves());
                if one.is_wanted(query) && (!query.open || one.is_open(&resolved)) {
                    found.push(one);
                }
                if found.len() == query.limit {
                    break 'pages;
                }
            }
        }
        Ok(found)
    }

    /// One record, and what people resolved about it, in order.
    ///
    /// # Errors
    /// Where there is no such record.
    pub fn ledger_show(
        &self,
        record: &str,
    ) -> Result<(LedgerView, Vec<(u64, ReviewRecord)>), EngineError> {
        let home = self.need_home()?;
        let ledger = home.open_for_reading()?;
        let index = home.find_record(&ledger, record)?;
        let entry = ledger.record(index).map_err(|error| refused(&error))?;
        let resolved = resolutions(&ledger, home, index)?;
        Ok((LedgerView::new(entry), resolved))
    }
}

/// What people resolved about a record, in order.
pub(in crate::facade) fn resolutions(
    ledger: &Ledger,
    home: &Home,
    index: u64,
) -> Result<Vec<(u64, ReviewRecord)>, EngineError> {
    let mut found = Vec::new();
    let mut look = Look {
        kind: Some("review"),
        ..Look::default()
    };
    // A resolution always stands after what it resolves.
    while look.before.is_none_or(|before| before > index) {
        let page = ledger.store().look(look);
        let page = page.map_err(|error| home.failed(&error))?;
        let Some(last) = page.last() else { break };
        look.before = Some(last.index);
        let seen = page.into_iter().map(LedgerView::new);
        found.extend(seen.filter_map(|seen| {
            let review = seen.review().filter(|review| review.of.record == index)?;
            Some((seen.entry.index, review.clone()))
        }));
    }
    found.reverse();
    Ok(found)
}
