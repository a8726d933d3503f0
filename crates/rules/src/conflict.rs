//! Two rules for one thing.
//!
//! Rules conflict when they are of one type and one subject, hold under conditions and
//! on ranges that overlap, and say different things. Conditions overlap when one's are
//! among the other's, or where only the wording differs; not where each names something
//! that the other does not, and not where the text itself orders them.

mod subject;

use std::collections::BTreeSet;

use groundstop_contract::{
    Confidence, ConflictingRule, ConflictingValue, RuleCandidate, RuleStatus, RuleValue,
};

pub(crate) use subject::Subject;

/// The groups of candidates that contradict each other, by their places in the list.
#[must_use]
pub fn conflicts(candidates: &[&RuleCandidate]) -> Vec<Vec<usize>> {
    let subjects: Vec<(usize, Subject<'_>)> = candidates
        .iter()
        .enumerate()
        .filter_map(|(index, one)| Some((index, Subject::of(one)?)))
        .collect();
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (at, (index, one)) in subjects.iter().enumerate() {
        for (other_index, other) in subjects.iter().skip(at.saturating_add(1)) {
            if one.contradicts(other) {
                join(&mut groups, *index, *other_index);
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = groups
        .into_iter()
        .map(|group| group.into_iter().collect())
        .collect();
    groups.sort_unstable();
    groups
}

/// Puts two into one group, with all that either is in a group with.
fn join(groups: &mut Vec<BTreeSet<usize>>, one: usize, other: usize) {
    let mut joined = BTreeSet::from([one, other]);
    groups.retain(|group| {
        let touches = group.contains(&one) || group.contains(&other);
        if touches {
            joined.extend(group);
        }
        !touches
    });
    groups.push(joined);
}

/// The list with every group that conflicts as one `unclear`, where its first member stood;
/// with each its members, by their places in the list before.
pub(crate) fn merged(candidates: &[RuleCandidate]) -> Vec<(RuleCandidate, Vec<usize>)> {
    let references: Vec<&RuleCandidate> = candidates.iter().collect();
    let groups = conflicts(&references);
    let mut all = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        match groups.iter().find(|group| group.contains(&index)) {
            None => all.push((candidate.clone(), vec![index])),
            Some(group) if group.first() == Some(&index) => {
                let members: Vec<&RuleCandidate> =
                    group.iter().filter_map(|at| candidates.get(*at)).collect();
                all.push((unclear(candidate, &members), group.clone()));
            }
            Some(_) => {}
        }
    }
    all
}

fn unclear(first: &RuleCandidate, members: &[&RuleCandidate]) -> RuleCandidate {
    let mut pages: Vec<u32> = members
        .iter()
        .flat_map(|m| m.source_pages.iter().copied())
        .collect();
    pages.sort_unstable();
    pages.dedup();
    let mut sides: Vec<ConflictingRule> = Vec::new();
    for member in members {
        let side = member.rule_data.as_ref().map(|data| ConflictingRule {
            value: side_of(&data.value),
            source_page: member.source_pages.first().copied().unwrap_or(1),
            source_text: member.source_text.clone().unwrap_or_default(),
        });
        if let Some(side) = side.filter(|side| !sides.contains(side)) {
            sides.push(side);
        }
    }
    RuleCandidate {
        status: RuleStatus::Unclear,
        rule_data: None,
        source_pages: pages,
        source_text: None,
        confidence: Confidence::ZERO,
        ambiguity_reason: Some(
            "the text states different values under conditions that overlap".to_owned(),
        ),
        conflicting_candidates: Some(sides),
        ..first.clone()
    }
}

/// A value as one side of a conflict states it.
pub(crate) fn side_of(value: &RuleValue) -> ConflictingValue {
    match value {
        RuleValue::Rate { rate } => ConflictingValue::Figure(*rate),
        RuleValue::Amount { amount, .. } => ConflictingValue::Figure(*amount),
        RuleValue::Slab { .. } | RuleValue::Text { .. } | RuleValue::Definition { .. } => {
            ConflictingValue::Whole(value.clone())
        }
    }
}
