//! What keeps a sound candidate from being frozen: something that contradicts it.
//!
//! Nobody picks between sources that conflict, so the gate looks for them wherever they can be:
//! among all candidates it is offered, whatever their confidence; in what an `unclear` names;
//! and in the documents themselves, as the built-in proposer reads them.

use groundstop_contract::{ConflictingRule, RuleCandidate, RuleStatus};
use groundstop_evidence::text_key;

use crate::conflict::{Subject, conflicts, side_of};

/// A candidate that keeps the contract, with its place among those that were offered.
pub(super) struct Offered<'c> {
    pub(super) index: usize,
    pub(super) candidate: &'c RuleCandidate,
    /// Whether its quote and its figures stand in a document. What no document says is a mistake
    /// of its proposer, and contradicts nothing.
    pub(super) stated: bool,
}

/// Everything candidates are compared with.
pub(super) struct Rivals<'c> {
    offered: &'c [Offered<'c>],
    /// Those of the offered ones that can contradict, and the groups they fall into.
    groups: Vec<Vec<usize>>,
    /// What the documents say.
    own: Vec<(&'c RuleCandidate, Subject<'c>)>,
}

impl<'c> Rivals<'c> {
    pub(super) fn new(offered: &'c [Offered<'c>], own: &'c [RuleCandidate]) -> Rivals<'c> {
        let stated: Vec<&Offered<'_>> = offered.iter().filter(|one| one.stated).collect();
        let candidates: Vec<&RuleCandidate> = stated.iter().map(|one| one.candidate).collect();
        let at = |place: &usize| stated.get(*place).map(|one| one.index);
        let groups = conflicts(&candidates)
            .iter()
            .map(|group| group.iter().filter_map(at).collect())
            .collect();
        Rivals {
            offered,
            groups,
            own: own
                .iter()
                .filter_map(|one| Some((one, Subject::of(one)?)))
                .collect(),
        }
    }

    /// Every reason for which a candidate is part of a conflict.
    pub(super) fn against(&self, index: usize, candidate: &RuleCandidate) -> Vec<String> {
        let mut reasons = Vec::new();
        if let Some(group) = self.groups.iter().find(|group| group.contains(&index)) {
            let others: Vec<String> = group
                .iter()
                .filter(|other| **other != index)
                .map(ToString::to_string)
                .collect();
            reasons.push(format!(
                "conflict: it contradicts candidate {} under conditions that overlap",
                others.join(", ")
            ));
        }
        let naming = self
            .offered
            .iter()
            .find(|one| names(one.candidate, candidate));
        if let Some(unclear) = naming {
            reasons.push(format!(
                "conflict: candidate {}, which is `unclear`, names it",
                unclear.index
            ));
        }
        if let Some(other) = self.said_otherwise(candidate) {
            let page = other.source_pages.first().copied().unwrap_or_default();
            let words = other.source_text.as_deref().unwrap_or_default();
            reasons.push(format!(
                "conflict: the document says otherwise on page {page}: `{words}`"
            ));
        }
        reasons
    }

    /// What the documents themselves say against a candidate.
    fn said_otherwise(&self, candidate: &RuleCandidate) -> Option<&RuleCandidate> {
        let subject = Subject::of(candidate)?;
        let against = self.own.iter().find(|(_, own)| subject.contradicts(own));
        against.map(|(own, _)| *own)
    }
}

/// Whether an `unclear` is about a candidate: its words are those of one side, or its own.
fn names(unclear: &RuleCandidate, candidate: &RuleCandidate) -> bool {
    if unclear.status != RuleStatus::Unclear || unclear.rule_type != candidate.rule_type {
        return false;
    }
    let Some(words) = candidate.source_text.as_deref().map(text_key) else {
        return false;
    };
    let same_words = unclear.source_pages == candidate.source_pages
        && unclear.source_text.as_deref().map(text_key).as_ref() == Some(&words);
    let value = candidate
        .rule_data
        .as_ref()
        .map(|data| side_of(&data.value));
    let is_side = |side: &ConflictingRule| {
        let key = text_key(&side.source_text);
        candidate.source_pages.contains(&side.source_page)
            && Some(&side.value) == value.as_ref()
            && (contains(&words, &key) || contains(&key, &words))
    };
    let mut sides = unclear.conflicting_candidates.iter().flatten();
    same_words || sides.any(is_side)
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && text.windows(part.len()).any(|window| window == part)
}
