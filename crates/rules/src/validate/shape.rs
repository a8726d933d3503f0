//! The schema as one table: the same answers as the published file, with reasons.
//!
//! The tables say of every key what must stand there and which rule of the contract is
//! broken where it does not. [`check`] compares a candidate with them and tells what is
//! wrong; [`built`] takes the candidate out of what was found right.

use groundstop_canon::json::Number;
use groundstop_canon::{Decimal, Json, jcs};
use groundstop_contract::ContractRule::{
    self, Must1, Must2, Must3, Must4, Must5, MustNot1, MustNot2, MustNot3, MustNot4, MustNot5,
    Schema,
};
use groundstop_contract::{Direction, RuleStatus, RuleType};

use super::{Problems, demands};
use crate::spelling::{is_blank, is_counted, is_currency, is_semver, is_utc};

/// The members of an object, as they stand.
pub(super) type Members = [(String, Json)];

/// One key of an object.
struct Key {
    name: &'static str,
    /// The rule its absence breaks.
    missing: ContractRule,
    /// The rule a wrong value breaks.
    wrong: ContractRule,
    shape: Shape,
    optional: bool,
    /// When its value is looked at: after those of the same and of earlier turns.
    turn: u8,
}

/// What a value must be.
#[derive(Clone, Copy)]
enum Shape {
    /// A value that passes a test; what it must be, in words.
    Plain(fn(&Json) -> bool, &'static str),
    /// A code of a closed list.
    Code(fn(&str) -> bool, fn() -> Vec<&'static str>),
    /// An exact number that is not negative.
    Figure,
    /// The same, or null.
    FigureOrNull,
    /// Pages, each once.
    Pages,
    /// An object with a value, its unit and its conditions, or null.
    Data,
    /// What the rule says, by its type; a single figure may stand bare.
    Value,
    /// What one side of a conflict says: a bare figure stands for a rate or an amount.
    Side,
    /// The unit of what it says, by its type.
    Unit,
    /// Conditions, each once.
    Conditions,
    /// What contradicts what.
    Conflicts,
}

const WORDS: Shape = Shape::Plain(is_words, "it must be words");
const WORDS_OR_NULL: Shape = Shape::Plain(
    |json| json.is_null() || is_words(json),
    "it must be words or null",
);
const PAGE: Shape = Shape::Plain(is_page, "a page is a whole number from 1 upwards");

const fn key(
    name: &'static str,
    missing: ContractRule,
    wrong: ContractRule,
    shape: Shape,
    turn: u8,
) -> Key {
    Key {
        name,
        missing,
        wrong,
        shape,
        optional: false,
        turn,
    }
}

/// A key inside of what a rule says: what the text does not say is `blocked`.
const fn said(name: &'static str, shape: Shape, turn: u8) -> Key {
    key(name, MustNot4, Schema, shape, turn)
}

/// A candidate, in the order of the contract.
const CANDIDATE: [Key; 10] = [
    key(
        "rule_type",
        MustNot1,
        MustNot1,
        Shape::Code(
            |code| RuleType::of(code).is_some(),
            || RuleType::ALL.iter().map(|known| known.code()).collect(),
        ),
        0,
    ),
    key(
        "status",
        Schema,
        Schema,
        Shape::Plain(
            |json| json.as_str().and_then(RuleStatus::of).is_some(),
            "it must be candidate, unclear or blocked",
        ),
        0,
    ),
    key("rule_data", Must5, Schema, Shape::Data, 1),
    key("source_pages", Must1, Must1, Shape::Pages, 0),
    key("source_text", Must2, Must2, WORDS_OR_NULL, 0),
    key(
        "confidence",
        Must4,
        Schema,
        Shape::Plain(is_share, "it must be a number from 0 to 1"),
        0,
    ),
    key("ambiguity_reason", Must3, Must3, WORDS_OR_NULL, 0),
    key(
        "conflicting_candidates",
        MustNot2,
        MustNot2,
        Shape::Conflicts,
        1,
    ),
    key(
        "extracted_at",
        Schema,
        Schema,
        Shape::Plain(
            |json| json.as_str().is_some_and(is_utc),
            "it must be a time in UTC such as 2026-01-25T12:00:00Z",
        ),
        1,
    ),
    key(
        "extractor_version",
        Schema,
        Schema,
        Shape::Plain(
            |json| json.as_str().is_some_and(is_semver),
            "it must be a semantic version such as 1.0.0",
        ),
        1,
    ),
];

/// What a rule says, with its unit and the conditions under which it holds.
const DATA: [Key; 3] = [
    said("value", Shape::Value, 0),
    said("unit", Shape::Unit, 0),
    said("conditions", Shape::Conditions, 0),
];

/// One side of a conflict.
const CONFLICT: [Key; 3] = [
    said("value", Shape::Side, 0),
    key("source_page", MustNot4, Must1, PAGE, 0),
    key("source_text", MustNot4, Must2, WORDS, 0),
];

const SLAB: [Key; 3] = [
    said("income_min", Shape::Figure, 0),
    said("income_max", Shape::FigureOrNull, 1),
    said("rate", Shape::Figure, 0),
];
const RATE: [Key; 1] = [said("rate", Shape::Figure, 0)];
const AMOUNT: [Key; 1] = [said("amount", Shape::Figure, 0)];
const TEXT: [Key; 1] = [said("text", WORDS, 0)];
const DEFINITION: [Key; 2] = [said("term", WORDS, 0), said("text", WORDS, 0)];
const THRESHOLD: [Key; 2] = [
    said("amount", Shape::Figure, 0),
    Key {
        optional: true,
        ..said(
            "direction",
            Shape::Code(
                |code| Direction::of(code).is_some(),
                || Direction::ALL.iter().map(|known| known.code()).collect(),
            ),
            0,
        )
    },
];

/// The keys of what a rule of a type says; an exemption is an amount or words.
fn value_keys(rule_type: RuleType, json: &Json) -> &'static [Key] {
    match rule_type {
        RuleType::TaxSlab => &SLAB,
        RuleType::Rate => &RATE,
        RuleType::Threshold => &THRESHOLD,
        RuleType::Definition => &DEFINITION,
        RuleType::Exemption if has_text(json) => &TEXT,
        RuleType::Exemption => &AMOUNT,
    }
}

/// Whether an exemption is one by its words.
pub(super) fn has_text(json: &Json) -> bool {
    let members = json.as_object();
    members.is_some_and(|members| member(members, "text").is_some())
}

/// Tells what is wrong with the shape of a candidate.
pub(super) fn check(json: &Json, problems: &mut Problems) {
    let Some(members) = json.as_object() else {
        let message = format!("a candidate is an object, not {}", json.kind_name());
        problems.add(Schema, "", message);
        return;
    };
    for key in &CANDIDATE {
        if member(members, key.name).is_none() {
            let message = format!("`{}` is missing", key.name);
            problems.add(key.missing, &format!("/{}", key.name), message);
        }
    }
    foreign_keys(members, &CANDIDATE, "", problems);
    let rule_type = member(members, "rule_type").and_then(Json::as_str);
    let mut checked = Check {
        rule_type: rule_type.and_then(RuleType::of),
        problems,
    };
    checked.values(members, &CANDIDATE, "");
    let status = member(members, "status").and_then(Json::as_str);
    if let Some(status) = status.and_then(RuleStatus::of) {
        demands::of_status(status, members, problems);
    }
    demands::of_citations(members, problems);
}

/// A candidate on its way through the tables.
struct Check<'p> {
    /// Without a known type there is no shape to compare with, as in the schema.
    rule_type: Option<RuleType>,
    problems: &'p mut Problems,
}

impl Check<'_> {
    /// The values of the keys that are there, turn by turn.
    fn values(&mut self, members: &Members, keys: &[Key], path: &str) {
        let mut keys: Vec<&Key> = keys.iter().collect();
        keys.sort_by_key(|key| key.turn);
        for key in keys {
            if let Some(json) = member(members, key.name) {
                self.value(key, json, &format!("{path}/{}", key.name));
            }
        }
    }

    /// An object with exactly these keys; its values are looked at where it has them.
    fn closed(&mut self, json: &Json, keys: &[Key], path: &str) {
        let Some(members) = json.as_object() else {
            let message = format!("it must be an object, not {}", json.kind_name());
            self.problems.add(Schema, path, message);
            return;
        };
        let before = self.problems.0.len();
        for key in keys.iter().filter(|key| !key.optional) {
            if member(members, key.name).is_none() {
                let message = format!(
                    "`{}` is missing: what the text does not say is `blocked`",
                    key.name
                );
                let path = format!("{path}/{}", key.name);
                self.problems.add(key.missing, &path, message);
            }
        }
        foreign_keys(members, keys, path, self.problems);
        if self.problems.0.len() == before {
            self.values(members, keys, path);
        }
    }

    fn value(&mut self, key: &Key, json: &Json, path: &str) {
        match key.shape {
            Shape::Plain(fits, wanted) => {
                if !fits(json) {
                    self.problems.add(key.wrong, path, wanted);
                }
            }
            Shape::Code(is_known, codes) => {
                if !json.as_str().is_some_and(is_known) {
                    let message = format!("it must be one of {}", codes().join(", "));
                    self.problems.add(key.wrong, path, message);
                }
            }
            Shape::FigureOrNull if json.is_null() => {}
            Shape::Figure | Shape::FigureOrNull => self.figure(json, path),
            Shape::Pages => self.pages(json, path),
            Shape::Data => self.data(json, path),
            Shape::Value => self.rule_value(json, path),
            Shape::Side => self.side(json, path),
            Shape::Unit => self.unit(json, path),
            Shape::Conditions => self.conditions(json, path),
            Shape::Conflicts => self.conflicts(json, path),
        }
    }

    fn figure(&mut self, json: &Json, path: &str) {
        let wrong = match json.as_number() {
            Some(number) if !is_negative(number) => return,
            None if json.is_null() => (MustNot4, "a missing figure is `blocked`, not null"),
            _ => (MustNot3, "it must be an exact number that is not negative"),
        };
        self.problems.add(wrong.0, path, wrong.1);
    }

    fn pages(&mut self, json: &Json, path: &str) {
        let Some(items) = json.as_array() else {
            self.problems.add(Must1, path, "it must be a list of pages");
            return;
        };
        let page = key("", Must1, Must1, PAGE, 0);
        for (index, item) in items.iter().enumerate() {
            self.value(&page, item, &format!("{path}/{index}"));
        }
        if repeats(items) {
            self.problems.add(Must1, path, "a page is named twice");
        }
    }

    fn data(&mut self, json: &Json, path: &str) {
        if json.is_null() {
            return;
        }
        if json.as_object().is_none() {
            let message = format!("it must be an object or null, not {}", json.kind_name());
            self.problems.add(Schema, path, message);
        } else if self.rule_type.is_some() {
            self.closed(json, &DATA, path);
            self.unit_of_words(json, path);
        }
    }

    /// An amount has its unit; only an exemption in words has none.
    fn unit_of_words(&mut self, data: &Json, path: &str) {
        let of = |key: &str| data.as_object().and_then(|members| member(members, key));
        let amount = of("value").is_some_and(|value| !has_text(value));
        let unitless = of("unit").is_some_and(Json::is_null);
        if self.rule_type == Some(RuleType::Exemption) && unitless && amount {
            let message = "an amount has its unit; only an exemption in words has none";
            self.problems.add(Schema, &format!("{path}/unit"), message);
        }
    }

    fn rule_value(&mut self, json: &Json, path: &str) {
        match self.rule_type {
            Some(RuleType::Rate | RuleType::Threshold | RuleType::Exemption)
                if json.as_number().is_some() =>
            {
                self.figure(json, path);
            }
            Some(rule_type) => self.closed(json, value_keys(rule_type, json), path),
            None => {}
        }
    }

    fn side(&mut self, json: &Json, path: &str) {
        match self.rule_type {
            Some(RuleType::Rate | RuleType::Threshold) => self.figure(json, path),
            Some(RuleType::Exemption) if json.as_object().is_none() => self.figure(json, path),
            Some(RuleType::Exemption) => self.closed(json, &TEXT, path),
            Some(RuleType::TaxSlab | RuleType::Definition) | None => self.rule_value(json, path),
        }
    }

    fn unit(&mut self, json: &Json, path: &str) {
        let currency = json.as_str().is_some_and(is_currency);
        let counted = json.as_str().is_some_and(is_counted);
        let (fits, wanted) = match self.rule_type {
            Some(RuleType::TaxSlab) => (currency, "it must be a currency such as INR"),
            Some(RuleType::Threshold) => (
                currency || counted,
                "it must be a currency such as INR, or year, month, day or count",
            ),
            Some(RuleType::Exemption) => (
                currency || counted || json.is_null(),
                "it must be a currency such as INR, or year, month, day or count; null for words",
            ),
            Some(RuleType::Rate) => (json.as_str() == Some("percent"), "it must be `percent`"),
            Some(RuleType::Definition) => (json.is_null(), "it must be null"),
            None => return,
        };
        if !fits {
            self.problems.add(Schema, path, wanted);
        }
    }

    fn conditions(&mut self, json: &Json, path: &str) {
        let Some(items) = json.as_array() else {
            self.problems
                .add(Schema, path, "it must be a list of words");
            return;
        };
        if repeats(items) {
            self.problems
                .add(Schema, path, "a condition is named twice");
        }
        if !items.iter().all(is_words) {
            self.problems.add(Schema, path, "a condition is words");
        }
    }

    fn conflicts(&mut self, json: &Json, path: &str) {
        if json.is_null() {
            return;
        }
        let Some(items) = json.as_array() else {
            let message = "it must be a list of two or more, or null";
            self.problems.add(MustNot2, path, message);
            return;
        };
        if items.len() < 2 {
            let message = "a conflict has at least two sides";
            self.problems.add(MustNot2, path, message);
        }
        if self.rule_type.is_none() {
            return;
        }
        if repeats(items) {
            self.problems.add(MustNot2, path, "one side is named twice");
        }
        for (index, item) in items.iter().enumerate() {
            self.closed(item, &CONFLICT, &format!("{path}/{index}"));
        }
    }
}

/// The last member of a name, as readers of JSON take it.
pub(super) fn member<'j>(members: &'j Members, key: &str) -> Option<&'j Json> {
    let found = members.iter().rev().find(|(name, _)| name == key);
    found.map(|(_, value)| value)
}

fn foreign_keys(members: &Members, known: &[Key], path: &str, problems: &mut Problems) {
    for (name, _) in members {
        if !known.iter().any(|key| key.name == name) {
            let pointer = name.replace('~', "~0").replace('/', "~1");
            let message = format!("`{name}` is not a field of the schema");
            problems.add(MustNot5, &format!("{path}/{pointer}"), message);
        }
    }
}

fn is_words(json: &Json) -> bool {
    json.as_str().is_some_and(|text| !is_blank(text))
}

fn is_negative(number: &Number) -> bool {
    number
        .decimal()
        .is_some_and(|decimal| decimal < Decimal::ZERO)
}

/// Whether a number can be a page; what no decimal holds is left to the exact rules.
fn is_page(json: &Json) -> bool {
    let fits = |decimal: Decimal| decimal.is_whole() && decimal >= Decimal::ONE;
    json.as_number()
        .is_some_and(|number| number.decimal().is_none_or(fits))
}

fn is_share(json: &Json) -> bool {
    let too_much = |number: &Number| number.decimal().is_some_and(|d| d > Decimal::ONE);
    json.as_number()
        .is_some_and(|number| !is_negative(number) && !too_much(number))
}

/// Whether two items mean the same.
fn repeats(items: &[Json]) -> bool {
    let mut texts: Vec<String> = items
        .iter()
        .filter_map(|item| jcs::to_string(item).ok())
        .collect();
    texts.sort_unstable();
    texts.windows(2).any(|pair| pair.first() == pair.last())
}
