//! Thresholds that count something else than money: "if … for a period exceeding 182 days",
//! "where … employs not less than twenty persons".

use std::ops::Range;

use groundstop_canon::Decimal;
use groundstop_contract::{Figure, RuleType, RuleValue};

use super::draft::{Draft, Outcome, trimmed, with_own_words};
use super::rates::is_amendment;
use super::sums::{computes, conditional};
use crate::counted::{Counted, counted};
use crate::skeleton::{MONEY, PERCENT};
use crate::statute::Statute;

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let text = statute.flow.text();
    let all = counted(text);
    all.iter()
        .filter_map(|one| draft(statute, one, &all, before))
        .collect()
}

fn draft(statute: &Statute<'_>, one: &Counted, all: &[Counted], before: &[Draft]) -> Option<Draft> {
    let skeleton = &statute.skeleton;
    let place = skeleton.of_flow(one.range.start)..skeleton.of_flow(one.range.end);
    let block = statute
        .block(place.start)
        .filter(|block| !block.is_heading)?;
    let sentence = statute.sentence(block, &place);
    let words = skeleton.slice(sentence.clone());
    let flow = skeleton.to_flow(&sentence);
    let inside = |other: &&Counted| flow.start <= other.range.start && other.range.end <= flow.end;
    let single = all.iter().filter(inside).count() == 1;
    let used = |draft: &Draft| draft.used.start < sentence.end && sentence.start < draft.used.end;
    // A date by which something is done is no threshold, and neither is a figure without a side.
    let direction = one.direction?;
    let after = statute
        .flow
        .slice(one.range.end..flow.end.max(one.range.end));
    let deadline = ["prior to", "before"]
        .iter()
        .any(|words| after.trim_start().starts_with(words));
    // "one or more persons" is anybody.
    let few = one.unit == "count" && one.number.is_some_and(|n| n <= Decimal::from_u64(2));
    let fits = single
        && !deadline
        && !few
        && !words.contains([MONEY, PERCENT])
        && !computes(words)
        && !is_amendment(statute, block)
        && conditional(statute, &sentence, &place)
        && sentence.end >= place.end
        && !before.iter().any(used);
    if !fits {
        return None;
    }
    let outcome = match (one.rounded, one.number.and_then(Figure::new)) {
        (true, _) => Outcome::Unclear("the figure is rounded"),
        (false, None) => Outcome::Unclear("the figure cannot be read in one way"),
        (false, Some(amount)) => {
            let direction = Some(direction);
            Outcome::Clear(
                RuleValue::Amount { amount, direction },
                Some(one.unit.to_owned()),
            )
        }
    };
    Some(Draft {
        rule_type: RuleType::Threshold,
        outcome,
        quote: quote(statute, flow),
        conditions: with_own_words(statute, block, &sentence, &place),
        used: place,
        confidence: "0.85",
    })
}

fn quote(statute: &Statute<'_>, flow: Range<usize>) -> Range<usize> {
    trimmed(statute, flow, &[' ', '\n', ',', ';', ':', '.'])
}
