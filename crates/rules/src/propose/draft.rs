//! A rule as it was found, before it is written down as a candidate.

use std::ops::Range;

use groundstop_contract::{Confidence, RuleCandidate, RuleData, RuleStatus, RuleType, RuleValue};

use super::{PROPOSER_VERSION, ProposeRequest};
use crate::currency;
use crate::outline::Block;
use crate::spelling::is_counted;
use crate::statute::Statute;

/// What was found.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The whole rule; the currency as the text names it, or what is counted, where it has one.
    Clear(RuleValue, Option<String>),
    /// Something a person has to settle.
    Unclear(&'static str),
    /// Something is missing.
    Blocked(&'static str),
}

/// A rule as it was found.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) rule_type: RuleType,
    pub(super) outcome: Outcome,
    /// Its words, in the flow.
    pub(super) quote: Range<usize>,
    /// When it holds, in the flow.
    pub(super) conditions: Vec<Range<usize>>,
    /// The figures it used, in the skeleton.
    pub(super) used: Range<usize>,
    pub(super) confidence: &'static str,
}

impl Draft {
    /// The stretches of the flow whose figures it says: its own, those of its conditions, and
    /// where amounts before a rate stay in it, its whole quote. A figure inside of words that are
    /// the value, as in a meaning, is a rule of its own.
    pub(super) fn covers(&self, statute: &Statute<'_>) -> Vec<Range<usize>> {
        let mut all = self.conditions.clone();
        if self.used.start < self.used.end {
            all.push(statute.skeleton.to_flow(&self.used));
        }
        match &self.outcome {
            Outcome::Clear(RuleValue::Slab { .. }, _) => all.push(self.quote.clone()),
            Outcome::Clear(
                RuleValue::Rate { .. }
                | RuleValue::Amount { .. }
                | RuleValue::Text { .. }
                | RuleValue::Definition { .. },
                _,
            )
            | Outcome::Unclear(_)
            | Outcome::Blocked(_) => {}
        }
        all
    }

    /// The candidate of the contract.
    pub(super) fn finish(
        self,
        statute: &Statute<'_>,
        request: &ProposeRequest<'_>,
    ) -> RuleCandidate {
        let text = statute.flow.line(self.quote.clone());
        let settled = |label: Option<&str>| unit(self.rule_type, label, statute, request);
        let (status, rule_data, reason, confidence) = match self.outcome {
            // A letter is a currency only where the document names its country.
            Outcome::Clear(_, label) if settled(label.as_deref()).as_deref() == Some("N") => {
                let reason = "the letter N names no currency that the text settles";
                (RuleStatus::Unclear, None, Some(reason), "0.5")
            }
            Outcome::Clear(value, label) => {
                let unit = settled(label.as_deref());
                let data = RuleData {
                    value,
                    unit,
                    conditions: conditions(statute, &self.conditions),
                };
                (RuleStatus::Candidate, Some(data), None, self.confidence)
            }
            Outcome::Unclear(reason) => (RuleStatus::Unclear, None, Some(reason), "0.5"),
            Outcome::Blocked(reason) => (RuleStatus::Blocked, None, Some(reason), "0"),
        };
        RuleCandidate {
            rule_type: self.rule_type,
            status,
            rule_data,
            source_pages: statute.flow.pages(statute.document, self.quote),
            source_text: Some(text),
            confidence: Confidence::parse(confidence).unwrap_or(Confidence::ZERO),
            ambiguity_reason: reason.map(str::to_owned),
            conflicting_candidates: None,
            extracted_at: request.extracted_at.to_owned(),
            extractor_version: PROPOSER_VERSION.to_owned(),
        }
    }
}

fn unit(
    rule_type: RuleType,
    label: Option<&str>,
    statute: &Statute<'_>,
    request: &ProposeRequest<'_>,
) -> Option<String> {
    match rule_type {
        RuleType::Definition => None,
        RuleType::Rate => Some("percent".to_owned()),
        RuleType::TaxSlab | RuleType::Threshold | RuleType::Exemption => {
            label.map(|label| match is_counted(label) {
                true => label.to_owned(),
                false => currency::unit(label, request.currency, statute.document.text()),
            })
        }
    }
}

/// The conditions in the text's words, each once; in parts where a note of the margin stands
/// inside of one.
fn conditions(statute: &Statute<'_>, ranges: &[Range<usize>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for range in ranges {
        let parts = statute.flow.between_notes(range);
        let whole = parts.len() == 1;
        for part in parts {
            let line = statute.flow.line(part);
            let worded = whole || line.chars().filter(|c| c.is_alphabetic()).count() >= 3;
            if worded && !line.is_empty() && !all.contains(&line) {
                all.push(line);
            }
        }
    }
    all
}

/// What encloses a block, as conditions: headings without their signs, leads as they stand.
pub(super) fn enclosing(statute: &Statute<'_>, block: &Block) -> Vec<Range<usize>> {
    let trimmed = block.above.iter().map(|range| {
        let text = statute.flow.slice(range.clone());
        let signs = text
            .len()
            .saturating_sub(text.trim_start_matches(['#', ' ', '‘', '“']).len());
        range.start.saturating_add(signs)..range.end
    });
    trimmed.collect()
}

/// What encloses a block, and the words of a sentence around its figure: what they say of it is
/// its condition too.
pub(super) fn with_own_words(
    statute: &Statute<'_>,
    block: &Block,
    sentence: &Range<usize>,
    figure: &Range<usize>,
) -> Vec<Range<usize>> {
    let mut all = enclosing(statute, block);
    for range in [sentence.start..figure.start, figure.end..sentence.end] {
        if range.start < range.end {
            all.extend(piece(statute, statute.skeleton.to_flow(&range)));
        }
    }
    all
}

/// The words of a stretch without the marks around them; nothing where no word is left.
pub(super) fn piece(statute: &Statute<'_>, range: Range<usize>) -> Option<Range<usize>> {
    let text = statute.flow.slice(range.clone());
    let marks = |c: char| c.is_whitespace() || ",;:.—–-|”’\"'".contains(c);
    let mut start = range.start;
    let mut rest = text.trim_start_matches(marks);
    for joint in ["and ", "or ", "calculated "] {
        rest = rest.strip_prefix(joint).unwrap_or(rest);
    }
    start = start.saturating_add(text.len().saturating_sub(rest.len()));
    let mut rest = rest.trim_end_matches(marks);
    for joint in ["; and", "; or", ", calculated", " calculated"] {
        rest = rest
            .strip_suffix(joint)
            .unwrap_or(rest)
            .trim_end_matches(marks);
    }
    let said = rest.chars().filter(|c| c.is_alphanumeric()).count() >= 3;
    said.then(|| start..start.saturating_add(rest.len()))
}

/// A range of the flow without these marks at its ends.
pub(super) fn trimmed(statute: &Statute<'_>, flow: Range<usize>, marks: &[char]) -> Range<usize> {
    let text = statute.flow.slice(flow.clone());
    let cut = |left: &str| text.len().saturating_sub(left.len());
    let head = cut(text.trim_start_matches(marks));
    let tail = cut(text.trim_end_matches(marks));
    flow.start.saturating_add(head)..flow.end.saturating_sub(tail)
}
