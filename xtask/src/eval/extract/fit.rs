//! Learning the weights: a logistic model per group of fields, then a table
//! from its sums to the share of right readings, both written as whole numbers
//! and decimals.
//!
//! Floating point is at home here and only here: what is committed has none.

use std::collections::{BTreeMap, BTreeSet};

use groundstop_contract::{Confidence, EvidenceRequirements};
use groundstop_propose::builtin::{Feature, Group, Model, Step};

/// A sign seen in fewer documents than this teaches nothing.
const SEEN_MIN_DOCUMENTS: usize = 8;

/// How strongly weights can be drawn towards nothing. Which of these serves a field best is settled
/// on readings the weights have not seen; the first serves where nothing is to be chosen.
const RIDGES: [f64; 4] = [4.0, 2.0, 8.0, 16.0];

/// How many steps the descent takes.
const STEPS: usize = 400;

/// One hundredth of a logit is the unit of the weights.
const UNIT: f64 = 100.0;

/// Into how many parts the examples are split to find out what sums mean.
const INNER_FOLDS: usize = 8;

/// A step of the table stands on at least this many readings.
const STEP_MIN_READINGS: usize = 12;

/// Of what would be accepted of a field, at least this many in a hundred are to be right: two more
/// than the project asks of a field, for documents nobody has seen.
const RIGHT: usize = 95;

/// The same where a field has several values, for all of them are to be right.
const RIGHT_OF_MANY: usize = 97;

/// Fewer than this would-be ACCEPTs say nothing about a field.
const ACCEPTED_MIN: usize = 8;

/// One reading with what the labels say about it.
#[derive(Clone)]
pub(super) struct Example {
    pub(super) document: usize,
    /// The group of weights it teaches.
    pub(super) group: String,
    pub(super) features: Vec<Feature>,
    pub(super) right: bool,
    /// What readings of the same value have in common.
    pub(super) value: String,
    /// Whether every value of the field is a decision of its own.
    pub(super) many: bool,
}

/// A reading as weights that have not seen it judge it.
struct Unseen<'a> {
    example: &'a Example,
    score: i64,
}

/// Learns a model from examples.
pub(super) fn fit(examples: &[&Example]) -> Model {
    let mut by_group: BTreeMap<&str, Vec<&Example>> = BTreeMap::new();
    for example in examples {
        by_group.entry(&example.group).or_default().push(example);
    }
    let groups = by_group
        .into_iter()
        .map(|(name, examples)| (name.to_owned(), fit_group(name, &examples)))
        .collect();
    Model { groups }
}

fn fit_group(name: &str, examples: &[&Example]) -> Group {
    // Pooled weights serve fields nobody has labelled: the contract's floor is theirs.
    if !name.contains('.') {
        let [ridge, ..] = RIDGES;
        return Group {
            table: table(&unseen(examples, ridge)),
            ..descend(examples, ridge)
        };
    }
    let tried = RIDGES.map(|ridge| {
        let unseen = unseen(examples, ridge);
        let table = table(&unseen);
        let (least, right) = least(&table, &unseen);
        (ridge, table, least, right)
    });
    let most = tried.iter().map(|(.., right)| *right).max();
    let best = tried.into_iter().find(|(.., right)| Some(*right) == most);
    best.map_or_else(Group::default, |(ridge, table, least, _)| Group {
        table,
        least: Some(least),
        ..descend(examples, ridge)
    })
}

/// Every reading as weights learnt from other documents judge it: what a score is worth.
fn unseen<'a>(examples: &[&'a Example], ridge: f64) -> Vec<Unseen<'a>> {
    let mut unseen = Vec::new();
    for inner in 0..INNER_FOLDS {
        let (out, learn): (Vec<&Example>, Vec<&Example>) = examples
            .iter()
            .partition(|example| example.document % INNER_FOLDS == inner);
        let part = descend(&learn, ridge);
        unseen.extend(out.into_iter().map(|example| Unseen {
            score: score(&part, &example.features),
            example,
        }));
    }
    unseen
}

/// The lowest sum from which on enough of what would be accepted is right, and how much that is;
/// beyond all sums if none is.
fn least(table: &[Step], unseen: &[Unseen<'_>]) -> (i64, usize) {
    let floor = EvidenceRequirements::contract_min_confidence();
    let many = unseen.iter().any(|one| one.example.many);
    let percent = if many { RIGHT_OF_MANY } else { RIGHT };
    let mut by_document: BTreeMap<usize, Vec<&Unseen<'_>>> = BTreeMap::new();
    for one in unseen {
        let document = by_document.entry(one.example.document);
        document.or_default().push(one);
    }
    let lowest = table.iter().find(|step| step.confidence >= floor);
    let sums: BTreeSet<i64> = unseen
        .iter()
        .map(|one| one.score)
        .filter(|score| lowest.is_some_and(|step| *score >= step.from))
        .collect();
    let enough = sums.iter().copied().find_map(|from| {
        let (right, all) = by_document
            .values()
            .map(|readings| accepted(readings, from))
            .fold((0, 0), |sum, here| (sum.0 + here.0, sum.1 + here.1));
        (all >= ACCEPTED_MIN && right * 100 >= all * percent).then_some((from, right))
    });
    enough.unwrap_or((sums.last().map_or(0, |last| last + 1), 0))
}

/// How many values of a document would be accepted from a score on, and how many of them are right.
fn accepted(readings: &[&Unseen<'_>], from: i64) -> (usize, usize) {
    let mut values: BTreeMap<&str, &Unseen<'_>> = BTreeMap::new();
    for one in readings.iter().filter(|one| one.score >= from) {
        let best = values.entry(&one.example.value).or_insert(one);
        if one.score > best.score {
            *best = one;
        }
    }
    let many = readings.iter().any(|one| one.example.many);
    if values.len() > 1 && !many {
        return (0, 0);
    }
    let right = values.values().filter(|one| one.example.right).count();
    (right, values.len())
}

fn score(group: &Group, features: &[Feature]) -> i64 {
    let weights = features
        .iter()
        .filter_map(|feature| group.weights.get(feature.as_ref()));
    group.bias + weights.sum::<i64>()
}

/// Full-batch descent with a step of its own for every weight.
fn descend(examples: &[&Example], ridge: f64) -> Group {
    let names = names(examples);
    let rows: Vec<(Vec<usize>, f64)> = examples
        .iter()
        .map(|example| {
            let mut row: Vec<usize> = example
                .features
                .iter()
                .filter_map(|feature| names.get(feature.as_ref()).copied())
                .collect();
            row.push(names.len());
            (row, if example.right { 1.0 } else { 0.0 })
        })
        .collect();
    let mut weights = vec![0.0; names.len() + 1];
    let mut squares = vec![1e-6; names.len() + 1];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = weights.iter().map(|weight| ridge * weight).collect();
        slope[names.len()] = 0.0;
        for (row, right) in &rows {
            let sum: f64 = row.iter().map(|index| weights[*index]).sum();
            let error = 1.0 / (1.0 + (-sum).exp()) - right;
            for index in row {
                slope[*index] += error;
            }
        }
        for ((weight, slope), square) in weights.iter_mut().zip(&slope).zip(&mut squares) {
            *square += slope * slope;
            *weight -= 0.5 * slope / square.sqrt();
        }
    }
    let whole = |weight: f64| {
        #[allow(clippy::cast_possible_truncation, reason = "weights are small")]
        let whole = (weight * UNIT).round() as i64;
        whole
    };
    Group {
        bias: whole(weights[names.len()]),
        weights: names
            .iter()
            .map(|(name, index)| ((*name).to_owned(), whole(weights[*index])))
            .filter(|(_, weight)| *weight != 0)
            .collect(),
        ..Group::default()
    }
}

/// The signs seen in enough documents, numbered.
fn names<'a>(examples: &[&'a Example]) -> BTreeMap<&'a str, usize> {
    let mut seen: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for example in examples {
        for feature in &example.features {
            seen.entry(feature.as_ref())
                .or_default()
                .insert(example.document);
        }
    }
    let known = seen
        .into_iter()
        .filter(|(_, documents)| documents.len() >= SEEN_MIN_DOCUMENTS);
    known
        .enumerate()
        .map(|(index, (name, _))| (name, index))
        .collect()
}

/// Isotonic regression: neighbours whose shares do not rise are pooled, and small ones with them.
fn table(unseen: &[Unseen<'_>]) -> Vec<Step> {
    steps(unseen.iter().map(|one| (one.score, one.example.right)))
}

fn steps(scored: impl Iterator<Item = (i64, bool)>) -> Vec<Step> {
    let mut by_score: BTreeMap<i64, Block> = BTreeMap::new();
    for (score, right) in scored {
        let here = Block {
            from: score,
            right: usize::from(right),
            all: 1,
        };
        by_score
            .entry(score)
            .and_modify(|block| block.take(&here))
            .or_insert(here);
    }
    let mut blocks: Vec<Block> = Vec::new();
    for mut here in by_score.into_values() {
        while let Some(last) = blocks.last()
            && (last.share() >= here.share() || last.all < STEP_MIN_READINGS)
        {
            let mut lower = blocks.remove(blocks.len() - 1);
            lower.take(&here);
            here = lower;
        }
        blocks.push(here);
    }
    if let [.., lower, last] = blocks.as_mut_slice()
        && last.all < STEP_MIN_READINGS
    {
        let last = last.clone();
        lower.take(&last);
        blocks.pop();
    }
    let mut steps: Vec<Step> = Vec::new();
    for block in blocks {
        let Some(confidence) = block.confidence() else {
            continue;
        };
        match steps.last() {
            Some(last) if last.confidence >= confidence => {}
            _ => steps.push(Step {
                from: block.from,
                confidence,
            }),
        }
    }
    steps
}

#[derive(Clone)]
struct Block {
    from: i64,
    right: usize,
    all: usize,
}

impl Block {
    fn take(&mut self, other: &Block) {
        self.right += other.right;
        self.all += other.all;
    }

    fn share(&self) -> f64 {
        self.right as f64 / self.all as f64
    }

    /// The share in hundredths, one reading of each kind added: nothing is ever certain.
    fn confidence(&self) -> Option<Confidence> {
        let hundredths = (self.right * 2 + 1) * 100 / (self.all * 2 + 2);
        Confidence::parse(&format!("0.{hundredths:02}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_only_rise_and_never_reach_one() {
        let scored = (0..200).map(|score| (score, score % 7 != 0 && score > 60));
        let steps = steps(scored);
        assert!(steps.is_sorted_by(|a, b| a.from < b.from && a.confidence < b.confidence));
        assert!(steps.last().unwrap().confidence < Confidence::ONE);
        assert!(steps.len() > 1);
    }

    #[test]
    fn a_telling_sign_gets_a_weight() {
        let example = |document: usize, right: bool| Example {
            document,
            group: "date".into(),
            features: if right {
                Vec::from_iter(Feature::plain("led by the cue"))
            } else {
                Vec::from_iter(Feature::plain("far from the cue"))
            },
            right,
            value: document.to_string(),
            many: false,
        };
        let examples: Vec<Example> = (0..80).map(|n| example(n, n % 3 == 0)).collect();
        let model = fit(&examples.iter().collect::<Vec<_>>());
        let group = &model.groups["date"];
        assert!(group.weights["led by the cue"] > 100);
        assert!(group.weights["far from the cue"] < -100);
    }
}
