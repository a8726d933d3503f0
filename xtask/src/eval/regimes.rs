//! The slab tables a statute states: slabs under the same conditions are one
//! table. Tables that get mixed overlap or leave gaps, and show here.

use std::collections::BTreeMap;

use groundstop_contract::{Figure, RuleCandidate, RuleValue};

/// What was found in one document.
#[derive(Default)]
pub(super) struct Regimes {
    /// Tables, by the conditions their slabs share.
    pub(super) tables: usize,
    /// Those that begin at 0, go on without gap or overlap and have no end.
    pub(super) complete: usize,
    /// Rules that are unclear because values contradict each other.
    pub(super) conflicts: usize,
}

pub(super) fn regimes(candidates: &[RuleCandidate]) -> Regimes {
    let mut tables: BTreeMap<&[String], Vec<(Figure, Option<Figure>)>> = BTreeMap::new();
    for data in candidates.iter().filter_map(|one| one.rule_data.as_ref()) {
        if let RuleValue::Slab {
            income_min,
            income_max,
            ..
        } = &data.value
        {
            let table = tables.entry(&data.conditions).or_default();
            table.push((*income_min, *income_max));
        }
    }
    Regimes {
        tables: tables.len(),
        complete: tables.into_values().filter_map(is_complete).count(),
        conflicts: candidates
            .iter()
            .filter(|one| one.conflicting_candidates.is_some())
            .count(),
    }
}

/// Something where the slabs make one table.
fn is_complete(mut slabs: Vec<(Figure, Option<Figure>)>) -> Option<()> {
    slabs.sort();
    let begins = slabs
        .first()
        .is_some_and(|(start, _)| *start == Figure::ZERO);
    let ends = slabs.last().is_some_and(|(_, end)| end.is_none());
    let joined = slabs.windows(2).all(|pair| pair[0].1 == Some(pair[1].0));
    (begins && ends && joined).then_some(())
}
