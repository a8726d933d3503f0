//! How every field of every document ended, counted and printed.

use std::collections::BTreeMap;

use groundstop_contract::{Confidence, Decision, FieldDecision, FieldRecord};

use super::labels::Labelled;

/// What a field is to reach: its name, and the coverage in per cent.
const COVERAGE_GOALS: [(&str, usize); 7] = [
    ("contract.title", 85),
    ("contract.governing_law", 85),
    ("contract.agreement_date", 75),
    ("contract.parties", 75),
    ("contract.effective_date", 50),
    ("contract.renewal_term", 50),
    ("contract.notice_period", 50),
];

/// How the gate ended one field of one document, beside its label.
pub(super) struct Outcome {
    document: String,
    pub(super) fold: usize,
    schema: &'static str,
    field: String,
    /// How many values must be accepted for the field to be covered.
    enough: usize,
    present: bool,
    /// Whether its value stands in the labelled words, and in one reading.
    pub(super) stated: bool,
    /// The same in one reading or several, or in words that are no value.
    labelled: bool,
    placeholder: bool,
    decisions: Vec<FieldDecision>,
    /// For every ACCEPT, whether it is right.
    right: Vec<bool>,
    /// Why the field was missed, where it was: what became of the best right reading.
    cause: Cause,
    /// The labelled words.
    words: String,
}

/// What became of the surest right reading of a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    /// No reading was right.
    Unseen,
    /// The words around it take it back.
    TakenBack(&'static str),
    /// It was not the surest reading.
    Outweighed(Confidence),
    /// It was the surest, and this sure.
    Sure(Confidence),
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cause::Unseen => f.write_str("no right reading"),
            Cause::TakenBack(code) => write!(f, "taken back: {code}"),
            Cause::Outweighed(confidence) => write!(f, "outweighed, {confidence} sure"),
            Cause::Sure(confidence) => write!(f, "the surest, {confidence} sure"),
        }
    }
}

impl Outcome {
    pub(super) fn new(
        labelled: &Labelled,
        field: &FieldRecord,
        decisions: Vec<FieldDecision>,
        cause: Cause,
    ) -> Outcome {
        let label = &labelled.fields[field.name.as_str()];
        let right = decisions
            .iter()
            .filter(|decision| decision.decision == Decision::Accept)
            .map(|decision| {
                let value = decision.value.as_ref();
                let evidence = decision.evidence.as_ref();
                value.zip(evidence).is_some_and(|(value, evidence)| {
                    let at = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX);
                    label.is_right(value, &(at(evidence.byte_start)..at(evidence.byte_end)))
                })
            })
            .collect();
        Outcome {
            document: labelled.name.clone(),
            fold: labelled.fold,
            schema: labelled.schema,
            field: field.name.clone(),
            enough: if field.many {
                label.count.clamp(1, 2)
            } else {
                1
            },
            present: label.present,
            stated: label.is_stated(),
            labelled: label.is_labelled(),
            placeholder: label.placeholder,
            decisions,
            right,
            cause,
            words: label.words(&labelled.text),
        }
    }

    fn accepts(&self) -> impl Iterator<Item = (&FieldDecision, bool)> {
        let accepted = self
            .decisions
            .iter()
            .filter(|decision| decision.decision == Decision::Accept);
        accepted.zip(self.right.iter().copied())
    }

    /// One right value, or at least two parties and all of them right.
    fn is_covered(&self) -> bool {
        self.right.len() >= self.enough && self.right.iter().all(|right| *right)
    }

    /// The same, had the schema asked for more confidence.
    pub(super) fn at_least(&self, least: Confidence) -> (usize, usize, bool) {
        let kept: Vec<bool> = self
            .accepts()
            .filter(|(decision, _)| decision.confidence >= least)
            .map(|(_, right)| right)
            .collect();
        let right = kept.iter().filter(|right| **right).count();
        (
            right,
            kept.len() - right,
            self.stated && kept.len() >= self.enough && right == kept.len(),
        )
    }

    pub(super) fn name(&self) -> String {
        format!("{}.{}", self.schema, self.field)
    }

    pub(super) fn print_wrong(&self) {
        for (decision, right) in self.accepts() {
            if !right {
                let quote = decision
                    .evidence
                    .as_ref()
                    .map_or("", |evidence| &evidence.quote);
                println!(
                    "WRONG {} [{}] {:?} at {} present={} {}: {}",
                    self.name(),
                    decision.confidence,
                    decision
                        .value
                        .as_ref()
                        .map(|v| serde_json::to_string(v).unwrap_or_default())
                        .unwrap_or_default(),
                    decision.evidence.as_ref().map_or(0, |e| e.start),
                    self.present,
                    shorten(&self.document, 40),
                    shorten(quote, 260)
                );
            }
        }
    }

    pub(super) fn print_missed(&self, field: &str) {
        if self.name() != field || !self.labelled || self.is_covered() {
            return;
        }
        let proof = self.decisions.iter().map(|decision| {
            format!(
                "{:?} {}",
                decision.decision,
                serde_json::to_string(&decision.stop_proof).unwrap_or_default()
            )
        });
        println!(
            "MISSED {}{}: {}\n    label: {}\n    {}",
            if self.stated { "" } else { "(not stated) " },
            shorten(&self.document, 60),
            self.cause,
            shorten(&self.words, 600),
            shorten(&proof.collect::<Vec<_>>().join(" || "), 900)
        );
    }
}

fn shorten(text: &str, most: usize) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.chars().take(most).collect()
}

/// The counts of one field.
#[derive(Default)]
struct Row {
    right: usize,
    wrong: usize,
    covered: usize,
    stated: usize,
    covered_labelled: usize,
    labelled: usize,
    absent: usize,
    absent_stopped: usize,
    placeholders: usize,
    placeholders_stopped: usize,
    reasons: BTreeMap<String, usize>,
}

/// All counts, by field.
pub(super) struct Tally {
    rows: BTreeMap<String, Row>,
}

impl Tally {
    pub(super) fn of(outcomes: &[Outcome]) -> Tally {
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        for outcome in outcomes {
            rows.entry(outcome.name()).or_default().take(outcome);
        }
        Tally { rows }
    }

    pub(super) fn print(&self) {
        println!(
            "{:<26} {:>5} {:>5} {:>7} {:>14} {:>8} {:>16} {:>8} {:>14} {:>9}  reasons of STOPs on stated fields",
            "field",
            "right",
            "wrong",
            "precise",
            "covered/stated",
            "coverage",
            "covered/labelled",
            "coverage",
            "absent stopped",
            "blanks"
        );
        let mut all = Row::default();
        for (name, row) in &self.rows {
            row.print(name);
            all.add(row);
        }
        all.print("all");
    }

    /// Says of every goal whether it is reached.
    pub(super) fn meets_goals(&self) -> bool {
        let mut all = Row::default();
        self.rows.values().for_each(|row| all.add(row));
        let mut goals = vec![
            (
                "all: right at least 98%".to_owned(),
                at_least(all.right, all.right + all.wrong, 98),
            ),
            (
                "all: absent fields stopped at least 98%".to_owned(),
                at_least(all.absent_stopped, all.absent, 98),
            ),
            (
                "all: covered at least 62% of stated".to_owned(),
                at_least(all.covered, all.stated, 62),
            ),
            (
                "all: covered at least 62% of labelled".to_owned(),
                at_least(all.covered_labelled, all.labelled, 62),
            ),
        ];
        for (name, row) in &self.rows {
            goals.push((
                format!("{name}: right at least 93%"),
                at_least(row.right, row.right + row.wrong, 93),
            ));
        }
        for (name, least) in COVERAGE_GOALS {
            let row = self.rows.get(name);
            let stated = row.is_some_and(|row| at_least(row.covered, row.stated, least));
            goals.push((
                format!("{name}: covered at least {least}% of stated"),
                stated,
            ));
            let met = row.is_some_and(|row| at_least(row.covered_labelled, row.labelled, least));
            goals.push((
                format!("{name}: covered at least {least}% of labelled"),
                met,
            ));
        }
        println!();
        for (goal, met) in &goals {
            println!("{} {goal}", if *met { "reached" } else { "MISSED " });
        }
        goals.iter().all(|(_, met)| *met)
    }
}

/// Whether a share reaches a number of per cent; nothing of nothing does.
fn at_least(part: usize, whole: usize, least: usize) -> bool {
    part * 100 >= whole * least
}

impl Row {
    fn take(&mut self, outcome: &Outcome) {
        let right = outcome.right.iter().filter(|right| **right).count();
        self.right += right;
        self.wrong += outcome.right.len() - right;
        let stopped = outcome.right.is_empty();
        if outcome.placeholder {
            self.placeholders += 1;
            self.placeholders_stopped += usize::from(stopped);
        } else if !outcome.present {
            self.absent += 1;
            self.absent_stopped += usize::from(stopped);
        }
        if outcome.labelled {
            self.labelled += 1;
            self.covered_labelled += usize::from(outcome.is_covered());
        }
        if outcome.stated {
            self.stated += 1;
            self.covered += usize::from(outcome.is_covered());
            if stopped {
                let reason = outcome
                    .decisions
                    .first()
                    .and_then(|decision| decision.stop_reason);
                let name = reason.map_or("NEED_REVIEW", |reason| reason.code());
                *self.reasons.entry(name.to_owned()).or_default() += 1;
            }
        }
    }

    fn add(&mut self, other: &Row) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.covered += other.covered;
        self.stated += other.stated;
        self.covered_labelled += other.covered_labelled;
        self.labelled += other.labelled;
        self.absent += other.absent;
        self.absent_stopped += other.absent_stopped;
        self.placeholders += other.placeholders;
        self.placeholders_stopped += other.placeholders_stopped;
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
    }

    fn print(&self, name: &str) {
        let reasons: Vec<String> = self
            .reasons
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        println!(
            "{name:<26} {:>5} {:>5} {:>6}% {:>14} {:>7}% {:>16} {:>7}% {:>14} {:>9}  {}",
            self.right,
            self.wrong,
            percent(self.right, self.right + self.wrong),
            format!("{}/{}", self.covered, self.stated),
            percent(self.covered, self.stated),
            format!("{}/{}", self.covered_labelled, self.labelled),
            percent(self.covered_labelled, self.labelled),
            format!("{}/{}", self.absent_stopped, self.absent),
            format!("{}/{}", self.placeholders_stopped, self.placeholders),
            reasons.join(", ")
        );
    }
}

/// A share in per cent with one decimal.
pub(super) fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let tenths = (part * 2000 + whole) / (whole * 2);
    format!("{}.{}", tenths / 10, tenths % 10)
}
