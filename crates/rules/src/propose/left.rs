//! What no form of rule took in: every figure that is left is said to be `unclear`, sentence
//! by sentence, or said to state no rule. Nothing is passed over.

use std::ops::Range;

use groundstop_contract::RuleType;

use super::draft::{Draft, Outcome, enclosing, trimmed};
use super::rates::is_amendment;
use super::sums::{computes, exempts};
use crate::outline::Block;
use crate::standing::{shown_under, taken_back};
use crate::stated::{Stated, Unit};
use crate::statute::Statute;

/// Figures that nobody read, sorted into rules to look at and places without a rule.
#[derive(Default)]
pub(super) struct Left {
    /// One for each sentence.
    pub(super) drafts: Vec<Draft>,
    /// Figures that state no rule, with the reason.
    pub(super) no_rule: Vec<(Range<usize>, &'static str)>,
}

/// What becomes of the figures that are left.
pub(super) fn find(statute: &Statute<'_>, left: &[&Stated]) -> Left {
    let mut found = Left::default();
    let mut sentences: Vec<(Range<usize>, Vec<&Stated>)> = Vec::new();
    for one in left {
        if let Some(reason) = no_rule(statute, one) {
            found.no_rule.push((one.range.clone(), reason));
            continue;
        }
        let sentence = sentence_of(statute, one);
        match sentences.last_mut() {
            Some((last, all)) if *last == sentence => all.push(one),
            _ => sentences.push((sentence, vec![one])),
        }
    }
    for (sentence, figures) in sentences {
        found.drafts.push(draft(statute, sentence, &figures));
    }
    found
}

/// The sentence around a figure, in the skeleton; the figure itself where none holds it.
fn sentence_of(statute: &Statute<'_>, one: &Stated) -> Range<usize> {
    let place = statute.skeleton.of_flow(one.range.start)..statute.skeleton.of_flow(one.range.end);
    let sentence = statute
        .block(place.start)
        .map(|block| statute.sentence(block, &place));
    match sentence {
        Some(sentence) if sentence.start <= place.start && place.end <= sentence.end => sentence,
        Some(sentence) => sentence.start.min(place.start)..sentence.end.max(place.end),
        None => place,
    }
}

/// Why a figure states no rule; nothing where it may.
fn no_rule(statute: &Statute<'_>, one: &Stated) -> Option<&'static str> {
    if one.is_line_number {
        return Some("it is the number of a line");
    }
    let block = statute.outline.at(one.range.start)?;
    if block.is_heading {
        return Some("it stands in a heading");
    }
    if let Some(reason) = shown_under(statute, one.range.start) {
        return Some(reason);
    }
    if let Some(reason) = taken_back(statute, &one.range) {
        return Some(reason);
    }
    (is_amendment(statute, block) && is_old(statute, block, &one.range))
        .then_some("it is old wording that the text replaces")
}

/// Whether a place is inside a quotation that the words around give as replaced or left out.
fn is_old(statute: &Statute<'_>, block: &Block, place: &Range<usize>) -> bool {
    let text = statute
        .flow
        .slice(block.words.min(place.start)..block.range.end);
    let base = block.words.min(place.start);
    let at = place.start.saturating_sub(base);
    let before = text.get(..at).unwrap_or_default();
    let Some(open) = before.rfind(['“', '‘', '"']) else {
        return false;
    };
    if before
        .get(open..)
        .is_some_and(|quoted| quoted.contains(['”', '’']))
    {
        return false;
    }
    let lead = before.get(..open).unwrap_or_default().to_ascii_lowercase();
    let clause = lead.rsplit([';', '”', '’']).next().unwrap_or_default();
    let replaced = clause.rfind("for the ").or_else(|| clause.rfind("for “"));
    replaced.is_some() && !clause.contains("substitut")
}

fn draft(statute: &Statute<'_>, sentence: Range<usize>, figures: &[&Stated]) -> Draft {
    let words = statute.skeleton.slice(sentence.clone());
    let flow = statute.skeleton.to_flow(&sentence);
    let percent = figures.iter().find(|one| one.unit == Unit::Percent);
    let first = percent.or(figures.first());
    let rule_type = match first.map(|one| one.unit.rule_type()) {
        Some(RuleType::Threshold) if exempts(words) => RuleType::Exemption,
        Some(rule_type) => rule_type,
        None => RuleType::Threshold,
    };
    let block = statute.outline.at(flow.start);
    let reason = match block {
        Some(block) if is_amendment(statute, block) => {
            "the text changes the words of another provision: what holds there is for a person to settle"
        }
        _ if computes(words) => "the figure is part of a computation that is not read",
        _ if figures.len() > 1 => {
            "the sentence states several figures: which is for what is not settled"
        }
        _ => "the sentence states a figure in no form that is read: what it is for is not settled",
    };
    Draft {
        rule_type,
        outcome: Outcome::Unclear(reason),
        quote: trimmed(statute, flow, &[' ', '\n', ',', ';', ':']),
        conditions: block
            .map(|block| enclosing(statute, block))
            .unwrap_or_default(),
        used: sentence,
        confidence: "0",
    }
}
