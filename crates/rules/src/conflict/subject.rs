//! What a rule speaks of, and when: what two of them have to share to contradict each other.

use std::collections::BTreeSet;

use groundstop_contract::{Direction, Figure, RuleCandidate, RuleData, RuleType, RuleValue};
use groundstop_evidence::text_key;

use crate::counted::counted;
use crate::currency::can_mean;
use crate::names::{names, orders};
use crate::patterns::{Bounds, bounds_rate, ranges};
use crate::skeleton::{PERCENT, Skeleton};
use crate::spelling::is_counted;

/// Charges beside the tax itself, the most particular first.
const CHARGES: &[&str] = &[
    "cess",
    "surcharge",
    "duty",
    "fee",
    "penalty",
    "levy",
    "toll",
];

/// A rule, as far as conflicts are concerned.
pub(crate) struct Subject<'c> {
    rule_type: RuleType,
    data: &'c RuleData,
    /// For a rate, what is charged; "tax" where nothing more particular is said.
    charge: &'static str,
    /// What the quote itself names.
    own: BTreeSet<String>,
    /// What the conditions name, and the quote of anything but a definition.
    named: BTreeSet<String>,
    /// The conditions, each as its key.
    conditions: BTreeSet<Vec<u8>>,
    /// The amounts between which it holds, where its words say so.
    ranges: Vec<Held>,
    /// Its term, or its words without figures.
    key: Vec<u8>,
    /// Those of its texts that set it apart from something else.
    ordering: BTreeSet<Vec<u8>>,
    /// Whether it stands in a proviso, which goes before what it is a proviso to.
    is_proviso: bool,
    /// Whether it only bounds a rate, which lower ones do not contradict.
    is_bound: bool,
}

impl<'c> Subject<'c> {
    /// Nothing where the candidate says no rule.
    pub(crate) fn of(candidate: &'c RuleCandidate) -> Option<Subject<'c>> {
        let data = candidate.rule_data.as_ref()?;
        let quote = candidate.source_text.as_deref().unwrap_or_default();
        let skeleton = Skeleton::new(quote);
        let own = names(&unfigured(quote, data));
        // What a term means is the value, not a case in which it means it.
        let mut named = match data.value {
            RuleValue::Definition { .. } => BTreeSet::new(),
            _ => own.clone(),
        };
        for condition in &data.conditions {
            named.extend(names(condition));
        }
        let key = match &data.value {
            RuleValue::Definition { term, .. } => text_key(term),
            _ => skeleton.text().as_bytes().to_vec(),
        };
        let texts = || data.conditions.iter().map(String::as_str).chain([quote]);
        // The range of a slab and the amount of a threshold are values, compared as such.
        let ranges = match data.value {
            RuleValue::Rate { .. } => stated(texts()),
            _ => stated(data.conditions.iter().map(String::as_str)),
        };
        Some(Subject {
            rule_type: candidate.rule_type,
            charge: charge(&skeleton, &data.conditions),
            ranges,
            conditions: data.conditions.iter().map(|c| text_key(c)).collect(),
            ordering: texts().filter(|text| orders(text)).map(text_key).collect(),
            is_proviso: texts().any(is_proviso),
            is_bound: skeleton
                .text()
                .find(PERCENT)
                .and_then(|at| skeleton.text().get(..at))
                .is_some_and(bounds_rate),
            data,
            own,
            named,
            key,
        })
    }

    /// Whether both say different things of one subject under conditions that overlap.
    pub(crate) fn contradicts(&self, other: &Subject<'_>) -> bool {
        self.rule_type == other.rule_type
            && self.differs(other)
            && self.is_about(other)
            && self.overlaps(other)
    }

    /// Whether the values cannot both hold.
    fn differs(&self, other: &Subject<'_>) -> bool {
        match (&self.data.value, &other.data.value) {
            (one, two) if one == two => false,
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
            ) => meet(&(*a, *b), &(*c, *d)),
            (
                RuleValue::Amount {
                    amount: a,
                    direction: x,
                },
                RuleValue::Amount {
                    amount: b,
                    direction: y,
                },
            ) => a != b && same_side(*x, *y),
            (RuleValue::Text { .. }, RuleValue::Text { .. }) => false,
            // What a term does not include stands beside what it means.
            (RuleValue::Definition { text: a, .. }, RuleValue::Definition { text: b, .. }) => {
                excludes(a) == excludes(b)
            }
            _ => true,
        }
    }

    fn is_about(&self, other: &Subject<'_>) -> bool {
        match (&self.data.value, &other.data.value) {
            (RuleValue::Rate { .. }, RuleValue::Rate { .. }) => {
                self.charge == other.charge && self.is_bound == other.is_bound
            }
            (RuleValue::Slab { .. }, RuleValue::Slab { .. }) => self.same_unit(other),
            (RuleValue::Definition { .. }, RuleValue::Definition { .. }) => self.key == other.key,
            (
                RuleValue::Amount { .. } | RuleValue::Text { .. },
                RuleValue::Amount { .. } | RuleValue::Text { .. },
            ) => {
                let same = !self.own.is_empty() && self.own == other.own;
                (same || self.key == other.key) && self.same_unit(other)
            }
            _ => false,
        }
    }

    fn same_unit(&self, other: &Subject<'_>) -> bool {
        match (&self.data.unit, &other.data.unit) {
            (Some(a), Some(b)) => a == b || can_mean(a, b) || can_mean(b, a),
            _ => true,
        }
    }

    /// Whether there can be a case in which both hold.
    fn overlaps(&self, other: &Subject<'_>) -> bool {
        let apart = self.ranges.iter().any(|own| {
            let mut theirs = other.ranges.iter();
            theirs.any(|theirs| own.is_measured_as(theirs) && !meet(&own.ends, &theirs.ends))
        });
        if apart {
            return false;
        }
        match self.data.value {
            RuleValue::Rate { .. } => !self.is_set_apart(other) && self.within(other),
            _ if self.conditions == other.conditions => true,
            _ => !self.is_set_apart(other) && self.within(other),
        }
    }

    /// Whether what one names is among what the other names.
    fn within(&self, other: &Subject<'_>) -> bool {
        self.named.is_subset(&other.named) || other.named.is_subset(&self.named)
    }

    /// Whether words that only one of them has order the two.
    fn is_set_apart(&self, other: &Subject<'_>) -> bool {
        self.ordering != other.ordering || self.is_proviso != other.is_proviso
    }
}

/// Whether a meaning only says what a term leaves out.
fn excludes(text: &str) -> bool {
    let mut words = text.split_whitespace().skip(1);
    words.next() == Some("not") && matches!(words.next(), Some("include" | "mean"))
}

/// Whether words begin a proviso.
fn is_proviso(text: &str) -> bool {
    let bare = text.trim_start_matches(['“', '‘', '"', '\'']);
    let next = bare.strip_prefix("Provided ").unwrap_or_default();
    ["that", "further", "also"]
        .iter()
        .any(|word| next.starts_with(word))
}

/// A quote without the figure that is the value itself: years, days and counts name nothing there.
fn unfigured(quote: &str, data: &RuleData) -> String {
    let mut text = quote.to_owned();
    if data.unit.as_deref().is_some_and(is_counted) {
        for one in counted(quote).into_iter().rev() {
            text.replace_range(one.range, " ");
        }
    }
    text
}

/// A stretch of amounts on which a rule holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Held {
    ends: (Figure, Option<Figure>),
    /// What is measured, where the words before say it.
    measure: Option<&'static str>,
}

impl Held {
    fn is_measured_as(&self, other: &Held) -> bool {
        self.measure.is_none() || other.measure.is_none() || self.measure == other.measure
    }
}

/// Whether two stretches share an amount.
fn meet(one: &(Figure, Option<Figure>), other: &(Figure, Option<Figure>)) -> bool {
    one.1.is_none_or(|end| other.0 < end) && other.1.is_none_or(|end| one.0 < end)
}

fn same_side(one: Option<Direction>, other: Option<Direction>) -> bool {
    let up = |d: Direction| matches!(d, Direction::Above | Direction::AtOrAbove);
    match (one, other) {
        (Some(a), Some(b)) => up(a) == up(b),
        _ => true,
    }
}

/// What is charged: the word nearest to the rate, in its own sentence before that around it.
fn charge(quote: &Skeleton, conditions: &[String]) -> &'static str {
    let named = |text: &str| {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        CHARGES.iter().copied().find(|charge| {
            words
                .iter()
                .any(|word| word.strip_suffix('s').unwrap_or(word) == *charge || word == charge)
        })
    };
    let before = quote.text().split(PERCENT).next().unwrap_or_default();
    // Interest is charged where it is "at" a rate; income "by way of interest" is taxed.
    let interest = ["interest at ", "interest of ", "interest equal "];
    if interest.iter().any(|words| before.contains(words)) {
        return "interest";
    }
    // "of such income-tax and surcharge": what the rate is of is not what is charged.
    let around = conditions
        .iter()
        .rev()
        .map(|condition| condition.to_ascii_lowercase())
        .filter(|condition| !condition.starts_with("of ") && !condition.starts_with(". of"));
    named(before)
        .or_else(|| around.into_iter().find_map(|text| named(&text)))
        .unwrap_or("tax")
}

/// The stretches of amounts that the words state, those of "the amount by which" aside.
fn stated<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<Held> {
    const MEASURES: &[&str] = &[
        "income",
        "turnover",
        "receipt",
        "value",
        "price",
        "consideration",
        "rent",
        "profit",
        "quantity",
        "weight",
    ];
    let mut all = Vec::new();
    for text in texts {
        let skeleton = Skeleton::new(text);
        for range in ranges(&skeleton) {
            let before = skeleton.slice(0..range.start);
            if before.ends_with("by which") {
                continue;
            }
            let last = MEASURES
                .iter()
                .filter_map(|measure| Some((before.rfind(measure)?, *measure)))
                .max();
            let ends = Bounds::read(&skeleton, &range).ends();
            all.extend(ends.map(|ends| Held {
                ends,
                measure: last.map(|(_, measure)| measure),
            }));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
