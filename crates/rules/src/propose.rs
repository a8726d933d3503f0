//! The built-in proposer: what a statute says in the forms statutes use.
//!
//! It proposes only what stands in the text in full. A rounded figure, a
//! sentence with several rates, a row whose cells the page has torn apart is
//! `unclear`; a bound one would have to compute is `blocked`.

mod bands;
mod charges;
mod counts;
mod definitions;
mod draft;
mod exempt;
mod fates;
mod left;
mod rates;
mod relative;
mod sums;
mod tables;
mod unitless;

use std::ops::Range;

use groundstop_contract::{Confidence, RuleCandidate, RuleStatus, RuleType};
use groundstop_document::Document;

use crate::account::{Account, Fate};
use crate::align::Aligner;
use crate::conflict;
use crate::spelling::is_blank;
use crate::standing::{shown_under, taken_back};
use crate::stated::{Stated, stated};
use crate::statute::Statute;
use draft::{Draft, Outcome};
use fates::{Fates, merged_ranges, touches};

/// The version of the built-in proposer, as candidates state it.
pub const PROPOSER_VERSION: &str = "1.0.0";

/// What to look for, and what candidates state about their making.
#[derive(Clone, Debug)]
pub struct ProposeRequest<'a> {
    /// The types of rules that are asked for; all of them where there is none.
    pub types: &'a [RuleType],
    /// The first and the last page to look at.
    pub pages: Option<(u32, u32)>,
    /// The currency a shared sign means, where a person says so.
    pub currency: Option<&'a str>,
    /// The time, in UTC.
    pub extracted_at: &'a str,
}

/// What a document says, in the order of the text; one `blocked` for each type
/// that was asked for and not found.
#[must_use]
pub fn propose(document: &Document, request: &ProposeRequest<'_>) -> Vec<RuleCandidate> {
    propose_with_account(document, request).0
}

/// The same, and what became of every figure of the document.
///
/// With pages in the request, the account is of those pages.
#[must_use]
pub fn propose_with_account(
    document: &Document,
    request: &ProposeRequest<'_>,
) -> (Vec<RuleCandidate>, Account) {
    let aligner = Aligner::new(document);
    let Everything { rules, no_rule } = everything(&aligner, request);
    let wanted = |candidate: &RuleCandidate| {
        (request.types.is_empty() || request.types.contains(&candidate.rule_type))
            && on_pages(candidate, request.pages)
    };
    let (asked, aside): (Vec<Rule>, Vec<Rule>) =
        rules.into_iter().partition(|rule| wanted(&rule.candidate));
    let candidates: Vec<RuleCandidate> = asked.iter().map(|rule| rule.candidate.clone()).collect();
    let merged = conflict::merged(&candidates);
    let mut ledger = Fates::new(aligner.statute());
    for (index, (candidate, members)) in merged.iter().enumerate() {
        let status = candidate.status;
        for rule in members.iter().filter_map(|at| asked.get(*at)) {
            ledger.cover(&rule.covers, Fate::Rule { index, status });
        }
    }
    for rule in &aside {
        ledger.cover(&rule.covers, Fate::NoRule("its rule was not asked for"));
    }
    for (place, reason) in &no_rule {
        ledger.set_aside(place, reason);
    }
    let account = ledger.finish(request.pages);
    let mut all: Vec<RuleCandidate> = merged.into_iter().map(|(one, _)| one).collect();
    for rule_type in request.types {
        if !all.iter().any(|one| one.rule_type == *rule_type) {
            all.push(nothing_found(*rule_type, request));
        }
    }
    (all, account)
}

/// A rule as it was read, with the stretches of the flow whose figures it says.
struct Rule {
    candidate: RuleCandidate,
    start: (usize, usize),
    covers: Vec<Range<usize>>,
}

/// All rules of a document, and the figures that state none.
struct Everything {
    rules: Vec<Rule>,
    no_rule: Vec<(Range<usize>, &'static str)>,
}

/// What a document says, each reading by itself: conflicts are not merged.
fn read(aligner: &Aligner<'_>, request: &ProposeRequest<'_>) -> Vec<Rule> {
    let statute = aligner.statute();
    let mut drafts = drafts(statute);
    drafts.sort_by_key(|draft| (draft.quote.start, draft.quote.end, draft.rule_type));
    drafts
        .into_iter()
        .filter(|draft| shown_under(statute, draft.quote.start).is_none())
        .map(|draft| standing(statute, draft))
        .filter_map(|draft| rule(aligner, draft, request))
        .collect()
}

/// The rules that were read, and behind them whatever figure is left.
fn everything(aligner: &Aligner<'_>, request: &ProposeRequest<'_>) -> Everything {
    let statute = aligner.statute();
    let mut rules = read(aligner, request);
    let stated = stated(statute);
    let taken = merged_ranges(rules.iter().flat_map(|rule| rule.covers.iter().cloned()));
    let left: Vec<&Stated> = stated
        .iter()
        .filter(|one| !touches(&taken, &one.range))
        .collect();
    let left = left::find(statute, &left);
    for draft in left.drafts {
        let whole = rule(aligner, draft.clone(), request);
        rules.push(whole.unwrap_or_else(|| unquoted(statute, draft, request)));
    }
    rules.sort_by_key(|rule| (rule.start, rule.candidate.rule_type));
    Everything {
        rules,
        no_rule: left.no_rule,
    }
}

/// A draft as a rule; nothing where its words cannot be found again.
fn rule(aligner: &Aligner<'_>, draft: Draft, request: &ProposeRequest<'_>) -> Option<Rule> {
    let statute = aligner.statute();
    let covers = draft.covers(statute);
    let quote = draft.quote.clone();
    let candidate = settled(aligner, draft.finish(statute, request))?;
    let covers = match candidate.status {
        RuleStatus::Candidate => covers,
        RuleStatus::Unclear | RuleStatus::Blocked => [covers, vec![quote.clone()]].concat(),
    };
    Some(Rule {
        candidate,
        start: (quote.start, quote.end),
        covers,
    })
}

/// A rule to look at whose words the document does not give back as they were read: it names
/// its pages only.
fn unquoted(statute: &Statute<'_>, draft: Draft, request: &ProposeRequest<'_>) -> Rule {
    let covers = [draft.covers(statute), vec![draft.quote.clone()]].concat();
    let start = (draft.quote.start, draft.quote.end);
    Rule {
        candidate: RuleCandidate {
            source_text: None,
            confidence: Confidence::ZERO,
            ..draft.finish(statute, request)
        },
        start,
        covers,
    }
}

/// Everything a document says, for the gate to compare candidates with.
pub(crate) fn readings(aligner: &Aligner<'_>) -> Vec<RuleCandidate> {
    let request = ProposeRequest {
        types: &[],
        pages: None,
        currency: None,
        extracted_at: "1970-01-01T00:00:00Z",
    };
    let rules = read(aligner, &request).into_iter();
    rules.map(|rule| rule.candidate).collect()
}

/// The finders, in order; a figure that one of them used is not used again.
fn drafts(statute: &Statute<'_>) -> Vec<Draft> {
    let mut found = relative::find(statute);
    for find in [
        bands::find,
        rates::find,
        sums::find,
        counts::find,
        exempt::find,
        tables::find,
        charges::find,
        unitless::find,
    ] {
        let more = find(statute, &found);
        found.extend(more);
    }
    found.extend(definitions::find(statute));
    found
}

/// What the statute takes back is for a person to look at, whatever it says.
fn standing(statute: &Statute<'_>, draft: Draft) -> Draft {
    match (&draft.outcome, taken_back(statute, &draft.quote)) {
        (Outcome::Clear(..), Some(reason)) => Draft {
            outcome: Outcome::Unclear(reason),
            ..draft
        },
        _ => draft,
    }
}

/// A candidate that would not pass the gate itself is for a person to look at.
fn settled(aligner: &Aligner<'_>, candidate: RuleCandidate) -> Option<RuleCandidate> {
    candidate
        .source_text
        .as_deref()
        .filter(|text| !is_blank(text))?;
    let alignment = aligner.align(&candidate);
    let Some(failure) = alignment.first_failure() else {
        return Some(candidate);
    };
    // Words that cannot be found again are no quote.
    if failure.check == "verbatim" || candidate.status != RuleStatus::Candidate {
        return None;
    }
    Some(RuleCandidate {
        status: RuleStatus::Unclear,
        rule_data: None,
        confidence: Confidence::ZERO,
        ambiguity_reason: failure.difference.clone(),
        ..candidate
    })
}

fn on_pages(candidate: &RuleCandidate, pages: Option<(u32, u32)>) -> bool {
    pages.is_none_or(|(first, last)| {
        let mut all = candidate.source_pages.iter();
        all.all(|page| (first..=last).contains(page))
    })
}

fn nothing_found(rule_type: RuleType, request: &ProposeRequest<'_>) -> RuleCandidate {
    RuleCandidate {
        rule_type,
        status: RuleStatus::Blocked,
        rule_data: None,
        source_pages: Vec::new(),
        source_text: None,
        confidence: Confidence::ZERO,
        ambiguity_reason: Some(format!(
            "no text that states a {} was found",
            rule_type.code().replace('_', " ")
        )),
        conflicting_candidates: None,
        extracted_at: request.extracted_at.to_owned(),
        extractor_version: PROPOSER_VERSION.to_owned(),
    }
}
