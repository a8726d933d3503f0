//! From what was seen around a reading to how often such readings are right.
//!
//! The weights were learnt from labelled contracts by `cargo xtask fit` and
//! stand in `weights.json`: whole numbers for every sign, and a table from sums
//! to shares. Nothing here computes with floating point.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use groundstop_canon::sha256_hex;
use groundstop_contract::{Confidence, EvidenceRequirements};
use groundstop_language::pattern::compiled;
use serde::{Deserialize, Serialize};

use super::signs::Feature;

/// The learnt file.
const WEIGHTS: &str = include_str!("weights.json");

/// The learnt weights of every group of fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// One group a kind of value.
    pub groups: BTreeMap<String, Group>,
}

/// What was learnt about one kind of value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// What a reading starts with.
    pub bias: i64,
    /// What every sign adds.
    pub weights: BTreeMap<String, i64>,
    /// From this sum on, readings were right this often; sums ascend.
    pub table: Vec<Step>,
    /// The sum from which on a reading is put forward, where the contract's floor is not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
}

/// One step of a table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The least sum.
    pub from: i64,
    /// The share of right readings.
    pub confidence: Confidence,
}

impl Model {
    /// The weights that were learnt for this version.
    #[must_use]
    pub fn learnt() -> Model {
        static LEARNT: LazyLock<Model> =
            LazyLock::new(|| compiled("weights.json", serde_json::from_str(WEIGHTS)));
        LEARNT.clone()
    }

    /// Whether readings with this sum were right often enough to be put forward.
    #[must_use]
    pub fn trusts(&self, group: &str, score: i64, confidence: Confidence) -> bool {
        let least = self.groups.get(group).and_then(|group| group.least);
        confidence >= EvidenceRequirements::contract_min_confidence()
            && least.is_none_or(|least| score >= least)
    }

    /// The digest of the learnt file, as the proposer's version states it.
    #[must_use]
    pub fn digest() -> String {
        static DIGEST: LazyLock<String> = LazyLock::new(|| sha256_hex(WEIGHTS.as_bytes()));
        DIGEST.clone()
    }

    /// The sum for some signs, and how often such sums were right.
    #[must_use]
    pub fn weigh(&self, group: &str, features: &[Feature]) -> (i64, Confidence) {
        let Some(group) = self.groups.get(group) else {
            return (0, Confidence::ZERO);
        };
        let weight = |feature: &Feature| group.weights.get(feature.name()).copied();
        let score = features
            .iter()
            .filter_map(weight)
            .fold(group.bias, i64::saturating_add);
        let step = group.table.iter().rev().find(|step| score >= step.from);
        (score, step.map_or(Confidence::ZERO, |step| step.confidence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learnt_file_is_well_formed() {
        let model: Model = serde_json::from_str(WEIGHTS).unwrap();
        for group in [
            "date",
            "duration",
            "party",
            "jurisdiction",
            "title",
            "typed",
        ] {
            let group = &model.groups[group];
            assert!(
                group
                    .table
                    .is_sorted_by(|a, b| a.from < b.from && a.confidence < b.confidence)
            );
            assert!(!group.weights.is_empty() && !group.table.is_empty());
        }
    }
}
