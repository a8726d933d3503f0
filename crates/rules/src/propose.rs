//! The built-in proposer: what a statute says in the forms statutes use.
//!
//! It proposes only what stands in the text in full. A rounded figure, a
//! sentence with several rates, a row whose cells the page has torn apart is
//! `unclear`; a bound one would have to compute is `blocked`.

mod bands;
mod counts;
mod definitions;
mod draft;
mod exempt;
mod rates;
mod relative;
mod sums;
mod tables;

use groundstop_contract::{Confidence, RuleCandidate, RuleStatus, RuleType};
use groundstop_document::Document;

use crate::align::Aligner;
use crate::conflict;
use crate::spelling::is_blank;
use crate::standing::taken_back;
use crate::statute::Statute;
use draft::{Draft, Outcome};

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
    let aligner = Aligner::new(document);
    let mut all = conflict::merged(read(&aligner, request));
    for rule_type in request.types {
        if !all
            .iter()
            .any(|candidate| candidate.rule_type == *rule_type)
        {
            all.push(nothing_found(*rule_type, request));
        }
    }
    all
}

/// What a document says, each reading by itself: conflicts are not merged.
fn read(aligner: &Aligner<'_>, request: &ProposeRequest<'_>) -> Vec<RuleCandidate> {
    let statute = aligner.statute();
    let mut drafts = drafts(statute);
    drafts.sort_by_key(|draft| (draft.quote.start, draft.quote.end, draft.rule_type));
    let wanted = |t: RuleType| request.types.is_empty() || request.types.contains(&t);
    drafts
        .into_iter()
        .filter(|draft| wanted(draft.rule_type))
        .map(|draft| standing(statute, draft))
        .map(|draft| draft.finish(statute, request))
        .filter(|candidate| on_pages(candidate, request.pages))
        .filter_map(|candidate| settled(aligner, candidate))
        .collect()
}

/// Everything a document says, for the gate to compare candidates with.
pub(crate) fn readings(aligner: &Aligner<'_>) -> Vec<RuleCandidate> {
    let request = ProposeRequest {
        types: &[],
        pages: None,
        currency: None,
        extracted_at: "1970-01-01T00:00:00Z",
    };
    read(aligner, &request)
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
