//! Two rules for one thing.
//!
//! Rules conflict when they are of one type, hold under the same conditions on
//! ranges that overlap, and say different things. Rules with different
//! conditions are different rules, never a conflict.

use std::collections::BTreeMap;

use groundstop_contract::{
    Confidence, ConflictingRule, ConflictingValue, RuleCandidate, RuleData, RuleStatus, RuleType,
    RuleValue,
};
use groundstop_evidence::text_key;

/// What makes two rules speak of one thing.
type Subject = (RuleType, Vec<Vec<u8>>, Vec<u8>);

/// What a candidate speaks of: its type, its conditions, and for what its
/// conditions do not say, its own words without figures.
fn subject(candidate: &RuleCandidate, data: &RuleData) -> Subject {
    let mut conditions: Vec<Vec<u8>> = data.conditions.iter().map(|c| text_key(c)).collect();
    conditions.sort_unstable();
    conditions.dedup();
    let own = match &data.value {
        RuleValue::Definition { term, .. } => text_key(term),
        RuleValue::Amount { .. } | RuleValue::Text { .. } => {
            let words = candidate.source_text.as_deref().unwrap_or_default();
            let skeleton = crate::skeleton::Skeleton::new(words);
            skeleton.text().as_bytes().to_vec()
        }
        RuleValue::Slab { .. } | RuleValue::Rate { .. } => {
            data.unit.clone().unwrap_or_default().into_bytes()
        }
    };
    (candidate.rule_type, conditions, own)
}

/// Whether two values of one subject contradict each other.
fn contradict(one: &RuleValue, other: &RuleValue) -> bool {
    if one == other {
        return false;
    }
    match (one, other) {
        (
            RuleValue::Slab {
                income_min: a,
                income_max: b,
                ..
            },
            RuleValue::Slab {
                income_min: c,
                income_max: d,
                ..
            },
        ) => b.is_none_or(|b| *c < b) && d.is_none_or(|d| *a < d),
        _ => true,
    }
}

/// The groups of candidates that contradict each other, by their places in the list.
#[must_use]
pub fn conflicts(candidates: &[&RuleCandidate]) -> Vec<Vec<usize>> {
    let mut subjects: BTreeMap<Subject, Vec<usize>> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if let Some(data) = &candidate.rule_data {
            subjects
                .entry(subject(candidate, data))
                .or_default()
                .push(index);
        }
    }
    let value = |index: &usize| {
        candidates
            .get(*index)
            .and_then(|candidate| candidate.rule_data.as_ref())
            .map(|data| &data.value)
    };
    let mut groups = Vec::new();
    for members in subjects.values() {
        let fights = |one: &usize| {
            members.iter().any(|other| {
                value(one)
                    .zip(value(other))
                    .is_some_and(|(a, b)| contradict(a, b))
            })
        };
        let group: Vec<usize> = members
            .iter()
            .copied()
            .filter(|index| fights(index))
            .collect();
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups.sort_unstable();
    groups
}

/// The list with every group that conflicts as one `unclear`, where its first member stood.
pub(crate) fn merged(candidates: Vec<RuleCandidate>) -> Vec<RuleCandidate> {
    let references: Vec<&RuleCandidate> = candidates.iter().collect();
    let groups = conflicts(&references);
    let mut all = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        match groups.iter().find(|group| group.contains(&index)) {
            None => all.push(candidate.clone()),
            Some(group) if group.first() == Some(&index) => {
                let members: Vec<&RuleCandidate> =
                    group.iter().filter_map(|at| candidates.get(*at)).collect();
                all.push(unclear(candidate, &members));
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
            "the text states different values under the same conditions".to_owned(),
        ),
        conflicting_candidates: Some(sides),
        ..first.clone()
    }
}

fn side_of(value: &RuleValue) -> ConflictingValue {
    match value {
        RuleValue::Rate { rate } => ConflictingValue::Figure(*rate),
        RuleValue::Amount { amount, .. } => ConflictingValue::Figure(*amount),
        RuleValue::Slab { .. } | RuleValue::Text { .. } | RuleValue::Definition { .. } => {
            ConflictingValue::Whole(value.clone())
        }
    }
}
