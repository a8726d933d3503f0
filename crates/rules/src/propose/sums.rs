//! Amounts that stand by themselves: thresholds and exemptions.

use std::ops::Range;

use groundstop_contract::{Direction, RuleType, RuleValue};

use super::draft::{Draft, Outcome, trimmed, with_own_words};
use super::rates::is_amendment;
use crate::outline::Block;
use crate::patterns::{Bounds, Side};
use crate::skeleton::{MONEY, PERCENT};
use crate::statute::{Statute, amount};

/// Words that make a sentence speak of a part of a computation.
const COMPUTES: &[&str] = &[
    "by which",
    "by more than",
    "that exceeds",
    "total amount payable",
    "had been substituted",
    "fine",
    "penalty",
    "imprisonment",
    "whichever",
    "at the rate",
    "multiplied",
];
const EXEMPTS: &[&str] = &[
    "exempt from",
    "is exempt",
    "are exempt",
    "be exempt",
    "exempted",
    "no tax shall be charged",
    "no tax shall be payable",
    "no tax is payable",
    "not be liable to tax",
    "not be chargeable to tax",
    "not chargeable to tax",
];

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let free = |range: &Range<usize>| {
        !before
            .iter()
            .any(|draft| draft.used.start < range.end && range.start < draft.used.end)
    };
    statute
        .ranges
        .iter()
        .filter(|range| free(range))
        .filter_map(|range| draft(statute, range))
        .collect()
}

fn draft(statute: &Statute<'_>, range: &Range<usize>) -> Option<Draft> {
    let block = statute
        .block(range.start)
        .filter(|block| !block.is_heading)?;
    let sentence = statute.sentence(block, range);
    let words = statute.skeleton.slice(sentence.clone());
    let single = words.matches(MONEY).count() == 1 && !words.contains(PERCENT);
    if !single || computes(words) || is_amendment(statute, block) || sentence.end < range.end {
        return None;
    }
    let bounds = Bounds::read(&statute.skeleton, range);
    let exempt = exempts(words);
    let rule_type = match (exempt, bounds.side) {
        (true, Side::UpTo | Side::Below) => RuleType::Exemption,
        (true, _) => return None,
        (false, _) => RuleType::Threshold,
    };
    let part = statute.skeleton.slice(range.clone()).contains("first ");
    if rule_type == RuleType::Threshold && (part || !conditional(statute, &sentence, range)) {
        return None;
    }
    Some(Draft {
        rule_type,
        outcome: outcome(rule_type, &bounds),
        conditions: with_own_words(statute, block, &sentence, range),
        quote: quote(statute, block, sentence),
        used: range.clone(),
        confidence: "0.85",
    })
}

/// Whether a sentence exempts something.
pub(super) fn exempts(words: &str) -> bool {
    EXEMPTS.iter().any(|each| words.contains(each))
}

/// Whether a sentence is a part of a computation.
pub(super) fn computes(words: &str) -> bool {
    COMPUTES.iter().any(|each| words.contains(each))
}

/// Whether the amount decides: "if", "where" or "whose" stands before it in its sentence.
pub(super) fn conditional(
    statute: &Statute<'_>,
    sentence: &Range<usize>,
    range: &Range<usize>,
) -> bool {
    let before = statute.skeleton.slice(sentence.start..range.start);
    let before = before.replace("as if ", "");
    let mut words = before.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "if" | "where" | "when" | "whose" | "unless"))
}

fn outcome(rule_type: RuleType, bounds: &Bounds<'_>) -> Outcome {
    let figure = bounds.figures.first();
    if figure.is_some_and(|found| found.rounded) {
        return Outcome::Unclear("the amount is rounded");
    }
    let read = figure
        .and_then(|found| amount(found))
        .zip(bounds.currency());
    let Some((amount, label)) = read else {
        return Outcome::Unclear("the amount cannot be read in one way");
    };
    let direction = (rule_type == RuleType::Threshold).then_some(match bounds.side {
        Side::Above | Side::Between => Direction::Above,
        Side::AtLeast => Direction::AtOrAbove,
        Side::UpTo => Direction::AtOrBelow,
        Side::Below => Direction::Below,
    });
    Outcome::Clear(
        RuleValue::Amount { amount, direction },
        Some(label.to_owned()),
    )
}

fn quote(statute: &Statute<'_>, block: &Block, sentence: Range<usize>) -> Range<usize> {
    let flow = statute.skeleton.to_flow(&sentence);
    let flow = flow.start.max(block.words)..flow.end;
    trimmed(statute, flow, &[' ', '\n', ',', ';', ':', '.'])
}
