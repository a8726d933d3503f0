//! A second, plain look at what was given: whatever it states of a field must have been read.
//!
//! The forms are many, and a value, a quote or a doubt that one of them does not look at would
//! hide a contradiction. So all of it is walked once more, by keys alone: another value of a
//! field that no candidate has is refused, another quote must stand in the document too, and
//! of confidences the lowest counts, also of those that stand around the candidates. What is said
//! of another record, or of something that is no candidate, counts for none.

use groundstop_canon::Decimal;
use groundstop_canon::json::Json;
use groundstop_contract::{CandidateRecord, Confidence, WireValue};

use super::Importer;
use super::alike::{Compared, compared, says};
use super::denied::{denies, sets_aside};
use super::entry::wire_value;
use super::keys::{ENDINGS, Part, plain};
use super::members::part_of;
use super::offered::{confidence_at, lower};
use super::outer::{holds_json, read};
use crate::error::problem;

/// How deep one thing may stand in another before it is not looked at.
const DEEPEST: usize = 40;

/// Names of values that say what is proposed, and not how it is written.
const VALUES: [&str; 8] = [
    "value",
    "extracted_value",
    "field_value",
    "corrected_value",
    "final_value",
    "answer",
    "extracted",
    "val",
];

/// Names of other values beside the one that is proposed.
const OTHERS: [&str; 4] = [
    "alternatives",
    "alternative_values",
    "other_values",
    "possible_values",
];

/// Names of quotes that are nothing else.
const QUOTES: [&str; 21] = [
    "quote",
    "exact_quote",
    "verbatim_quote",
    "supporting_quote",
    "source_quote",
    "evidence_quote",
    "cited_text",
    "quoted_text",
    "evidence_text",
    "supporting_text",
    "verbatim",
    "excerpt",
    "snippet",
    "passage",
    "sentence",
    "source_text",
    "original_text",
    "evidence",
    "quotes",
    "evidences",
    "citations",
];

/// Keys under which somebody talks about fields, and proposes nothing for them.
const TALK: [&str; 24] = [
    "reason",
    "reasons",
    "reasoning",
    "rationale",
    "explanation",
    "explanations",
    "thinking",
    "thoughts",
    "analysis",
    "note",
    "notes",
    "comment",
    "comments",
    "description",
    "descriptions",
    "type",
    "types",
    "label",
    "labels",
    "status",
    "schema",
    "usage",
    "logprobs",
    "tools",
];

/// Maps of confidences by field, beside the names of one.
const SURENESS: [&str; 4] = [
    "confidences",
    "confidence_scores",
    "probabilities",
    "scores",
];

/// What the walk is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Under {
    Values,
    Quotes,
    Sureness,
    /// Pages, units and the like, by field.
    Other,
}

/// Something that was given for a field.
enum Stated {
    Value(WireValue),
    /// The value in another spelling: normalised, raw.
    Spelling(WireValue),
    Quote(String),
    Sure(Confidence),
    /// Its proposer takes it back, by this member.
    Denied(String),
}

/// Where a member stands.
struct Place<'a> {
    under: Under,
    /// The field that the object speaks of.
    field: Option<&'a str>,
    /// Whether the object is a candidate for it.
    is_record: bool,
    /// The fields of all candidates in the object, where it speaks of none alone.
    around: &'a [String],
}

/// All that a walk found.
#[derive(Default)]
struct Found {
    stated: Vec<(String, Stated)>,
    /// Keys of confidences that stand around candidates.
    around: Vec<String>,
    /// A text that holds broken JSON about a field.
    broken: bool,
}

impl Importer<'_> {
    /// Looks through the whole of what was given for what no form has read.
    pub(super) fn look_again(&mut self) {
        let given = std::mem::take(&mut self.given);
        if self.candidates.is_empty() {
            return;
        }
        let mut found = Found::default();
        for json in &given {
            self.walk(json, Under::Values, None, DEEPEST, &mut found);
        }
        if found.broken {
            self.problems.push(problem(
                "a text beside the candidates",
                "it holds JSON about a field that is broken off or not whole",
                "ask again for one whole answer, or take that text out",
            ));
        }
        for key in found.around {
            self.notes.outside.remove(&key);
            self.notes.ignored.remove(&key);
        }
        for (field, stated) in found.stated {
            match stated {
                Stated::Value(value) => self.account_for(&field, &value, false),
                Stated::Spelling(value) => self.account_for(&field, &value, true),
                Stated::Quote(text) => self.add_quote(&field, &text),
                Stated::Sure(sure) => self.lower_all(&field, sure),
                Stated::Denied(member) => {
                    self.ignore(&member);
                    if let Some(none) = Confidence::new(Decimal::ZERO) {
                        self.lower_all(&field, none);
                    }
                }
            }
        }
    }

    /// Refuses a value of a field that no candidate has; another spelling only where it plainly
    /// means something else.
    fn account_for(&mut self, field: &str, stated: &WireValue, spelling: bool) {
        let kind = self.kind_of(field);
        let all = spelled(stated);
        let text = all.last().map_or("", |text| text.trim());
        if text.is_empty() {
            return;
        }
        let is_read = |one: &CandidateRecord| match compared(&kind, &one.value, stated) {
            Compared::Same => true,
            Compared::Other => false,
            Compared::Unknown => {
                let said = spelled(&one.value);
                spelling
                    || said
                        .iter()
                        .any(|part| all.iter().any(|text| says(part, text)))
            }
        };
        let mut own = self
            .candidates
            .iter()
            .filter(|one| one.field_name == field)
            .peekable();
        if own.peek().is_some() && !own.any(is_read) {
            let shown: String = text.chars().take(60).collect();
            self.problems.push(problem(
                format!("`{field}`"),
                format!("it is also given as `{shown}`, at a place that this form does not have"),
                "keep the value that is meant, or put both into one list of candidates",
            ));
        }
    }

    /// A quote that no candidate of the field has must stand in the document as well.
    fn add_quote(&mut self, field: &str, text: &str) {
        let is_it = |quote: &Option<String>| quote.as_deref() == Some(text);
        let own = || {
            self.candidates
                .iter()
                .enumerate()
                .filter(|(_, one)| one.field_name == field)
        };
        let read = own().any(|(_, one)| is_it(&one.quote) || is_it(&one.value_quote))
            || self
                .others
                .iter()
                .any(|(_, other)| other.field_name == field && is_it(&other.quote));
        if read || text.trim().is_empty() {
            return;
        }
        let further: Vec<_> = own()
            .map(|(index, one)| {
                let mut other = one.clone();
                other.quote = Some(text.to_owned());
                other.value_quote = None;
                (other.start, other.end, other.page) = (None, None, None);
                (index, other)
            })
            .collect();
        for one in further {
            self.ignore(super::OTHER_QUOTES);
            self.others.push(one);
        }
    }

    /// Lowers the candidates of a field, where nobody has taken this confidence into account.
    fn lower_all(&mut self, field: &str, sure: Confidence) {
        let own = || self.candidates.iter().filter(|one| one.field_name == field);
        if own().any(|one| one.confidence == Some(sure)) {
            return;
        }
        for candidate in &mut self.candidates {
            if candidate.field_name == field {
                candidate.confidence = lower(candidate.confidence, Some(sure));
            }
        }
    }

    fn walk(
        &self,
        json: &Json,
        under: Under,
        field: Option<&str>,
        depth: usize,
        found: &mut Found,
    ) {
        let Some(deeper) = depth.checked_sub(1) else {
            found.broken = true;
            return;
        };
        match json {
            Json::Array(items) => {
                for item in items {
                    match (item, field) {
                        (Json::String(text), Some(field)) if under == Under::Quotes => {
                            found
                                .stated
                                .push((field.to_owned(), Stated::Quote(text.clone())));
                        }
                        _ => self.walk(item, under, field, deeper, found),
                    }
                }
            }
            Json::Object(members) if !is_anothers(json) => {
                let named = self.candidate_of(members).map(|(_, name)| name);
                let is_anothers = named.as_ref().is_some_and(|name| self.own(name).is_none());
                let record = named.and_then(|name| self.own(&name));
                let field = record.as_deref().or(field.filter(|_| !is_anothers));
                if let (Some(field), Some(value)) = (field, wire_value(json))
                    && under == Under::Values
                {
                    found
                        .stated
                        .push((field.to_owned(), Stated::Spelling(value)));
                }
                let mut told = Vec::new();
                if field.is_none() && !is_anothers {
                    self.fields_in(json, DEEPEST, &mut told);
                }
                let at = Place {
                    under,
                    field,
                    is_record: record.is_some(),
                    around: &told,
                };
                for (key, json) in members.iter().filter(|(_, json)| !json.is_null()) {
                    self.walk_member(key, json, &at, deeper, found);
                }
            }
            Json::String(text) if holds_json(text) => self.walk_text(text, under, deeper, found),
            _ => {}
        }
    }

    fn walk_member(&self, key: &str, json: &Json, at: &Place<'_>, depth: usize, found: &mut Found) {
        let Place { under, field, .. } = *at;
        let part = part_of(key);
        let name = plain(key);
        if let Some(own) = self.own(key).filter(|_| part.is_none() || !at.is_record) {
            match wire_value(json).filter(|_| under != Under::Other) {
                Some(_) if under != Under::Values => state(found, &own, key, json, under),
                Some(value) => found.stated.push((own, Stated::Value(value))),
                None => self.walk(json, under, Some(&own), depth, found),
            }
            return;
        }
        if let Some((own, part)) = self.said_of(&name) {
            match part {
                Part::Confidence => state(found, &own, key, json, Under::Sureness),
                Part::Quote => state(found, &own, key, json, Under::Quotes),
                Part::Value => {
                    let value = wire_value(json).map(Stated::Spelling);
                    found.stated.extend(value.map(|value| (own, value)));
                }
                _ => {}
            }
            return;
        }
        self.deny(key, json, at, found);
        match part {
            Some(Part::Confidence) => self.walk_sureness(key, json, at, depth, found),
            None if SURENESS.contains(&name.as_str())
                && json.as_object().is_some()
                && field.is_none() =>
            {
                self.walk(json, Under::Sureness, None, depth, found);
            }
            Some(Part::Value) => match (field, wire_value(json)) {
                (Some(field), Some(value)) if VALUES.contains(&name.as_str()) => {
                    found.stated.push((field.to_owned(), Stated::Value(value)));
                }
                (Some(field), Some(value)) if at.is_record => {
                    found
                        .stated
                        .push((field.to_owned(), Stated::Spelling(value)));
                }
                _ => self.walk(json, under, field, depth, found),
            },
            Some(Part::Quote) if QUOTES.contains(&name.as_str()) => match (field, json) {
                (Some(field), Json::String(text)) => {
                    found
                        .stated
                        .push((field.to_owned(), Stated::Quote(text.clone())));
                }
                _ => self.walk(json, Under::Quotes, field, depth, found),
            },
            _ if TALK.contains(&name.as_str()) && !matches!(json, Json::Array(_)) => {}
            Some(
                Part::Page | Part::Unit | Part::Currency | Part::Start | Part::End | Part::Span,
            ) => {
                self.walk(json, Under::Other, field, depth, found);
            }
            _ => {
                if let (Some(field), Json::Array(items)) = (field, json)
                    && OTHERS.contains(&name.as_str())
                {
                    let values = items.iter().filter_map(wire_value).map(Stated::Value);
                    found
                        .stated
                        .extend(values.map(|value| (field.to_owned(), value)));
                }
                self.walk(json, under, field, depth, found);
            }
        }
    }

    /// A confidence: of the record it stands in, of fields by their names, or of all the candidates
    /// that the object around it holds.
    fn walk_sureness(
        &self,
        key: &str,
        json: &Json,
        at: &Place<'_>,
        depth: usize,
        found: &mut Found,
    ) {
        match at.field {
            Some(field) => state(found, field, key, json, Under::Sureness),
            None if json.as_object().is_some() => {
                self.walk(json, Under::Sureness, None, depth, found);
            }
            None => {
                let sure = confidence_at(key, json);
                if sure.is_some() && !at.around.is_empty() {
                    found.around.push(key.to_owned());
                }
                let each = at.around.iter().zip(std::iter::repeat(sure));
                let stated =
                    each.filter_map(|(own, sure)| Some((own.clone(), Stated::Sure(sure?))));
                found.stated.extend(stated);
            }
        }
    }

    /// What a member takes back: its record, what it holds, or all that stands in its object.
    fn deny(&self, key: &str, json: &Json, at: &Place<'_>, found: &mut Found) {
        let mut of = Vec::new();
        let mut shown = key.to_owned();
        if sets_aside(key, json) {
            self.fields_in(json, DEEPEST, &mut of);
        } else if denies(key, json) {
            of.extend(at.field.map(str::to_owned));
            let said = wire_value(json).map(|value| spelled(&value).join(" "));
            shown = format!("{key}: {}", said.unwrap_or_default());
        }
        let denied = of
            .into_iter()
            .map(|own| (own, Stated::Denied(shown.clone())));
        found.stated.extend(denied);
    }

    /// The fields of candidates that stand somewhere in what was given.
    fn fields_in(&self, json: &Json, depth: usize, told: &mut Vec<String>) {
        let Some(deeper) = depth.checked_sub(1) else {
            return;
        };
        match json {
            Json::Array(items) => {
                for item in items {
                    self.fields_in(item, deeper, told);
                }
            }
            Json::Object(members) if !is_anothers(json) => {
                if let Some((_, name)) = self.candidate_of(members) {
                    told.extend(self.own(&name).filter(|own| !told.contains(own)));
                    return;
                }
                for (key, json) in members.iter().filter(|(_, json)| !json.is_null()) {
                    match self.own(key) {
                        Some(own) => told.extend(Some(own).filter(|own| !told.contains(own))),
                        None => self.fields_in(json, deeper, told),
                    }
                }
            }
            _ => {}
        }
    }

    /// JSON in a text: a tool's arguments, a fence.
    fn walk_text(&self, text: &str, under: Under, depth: usize, found: &mut Found) {
        match read(text.as_bytes()) {
            Ok(outer) => {
                for one in outer.values {
                    self.walk(&one.json, under, None, depth, found);
                }
            }
            Err(_) => {
                let mut names = self.candidates.iter().map(|one| one.field_name.as_str());
                found.broken |= names.any(|name| text.contains(&format!("\"{name}")));
            }
        }
    }

    /// The field of a candidate that a name means.
    fn own(&self, name: &str) -> Option<String> {
        let wanted = self
            .known(name)
            .map_or_else(|| plain(name), |known| plain(&known));
        let mut names = self.candidates.iter().map(|one| &one.field_name);
        names.find(|own| plain(own) == wanted).cloned()
    }

    /// The field and the part that a key speaks of: `rent_quote`.
    fn said_of(&self, key: &str) -> Option<(String, Part)> {
        ENDINGS.iter().find_map(|(ending, part)| {
            let own = self.own(key.strip_suffix(ending)?)?;
            Some((own, *part))
        })
    }
}

/// Notes what a member says of a field, by what it stands under.
fn state(found: &mut Found, field: &str, key: &str, json: &Json, under: Under) {
    let stated = match under {
        Under::Sureness => confidence_at(key, json).map(Stated::Sure),
        Under::Quotes => json.as_str().map(|text| Stated::Quote(text.to_owned())),
        Under::Values | Under::Other => None,
    };
    found
        .stated
        .extend(stated.map(|stated| (field.to_owned(), stated)));
}

/// Whether an object is what somebody else said, or a thought.
fn is_anothers(json: &Json) -> bool {
    let says = |key: &str| {
        json.get(key)
            .and_then(Json::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    matches!(
        says("role").as_str(),
        "user" | "system" | "developer" | "tool" | "human" | "function"
    ) || matches!(
        says("type").as_str(),
        "thinking" | "redacted_thinking" | "reasoning" | "human" | "system"
    ) || json.get("thought").and_then(Json::as_bool) == Some(true)
}

/// The words of a value, part by part.
fn spelled(value: &WireValue) -> Vec<String> {
    match value {
        WireValue::Text(text) => vec![text.trim().to_owned()],
        WireValue::Boolean(yes) => vec![yes.to_string()],
        WireValue::Money(money) => vec![
            money.amount.clone(),
            format!("{} {}", money.amount, money.currency),
        ],
        WireValue::Duration(length) => {
            vec![
                length.count.clone(),
                format!("{} {}", length.count, length.unit.code()),
            ]
        }
    }
}
