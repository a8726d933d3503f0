//! One candidate out of an object, whatever its keys are called.
//!
//! Values and quotes are taken as they stand, to the letter. What an object has besides
//! is counted, not judged; what cannot be a candidate is named with its place.

use groundstop_canon::json::Json;
use groundstop_contract::{CandidateRecord, DurationUnit, DurationValue, MoneyValue, WireValue};
use groundstop_value::Kind;

use super::Importer;
use super::keys::{Part, own_name, plain};
use super::members::{Members, is_part, part_of};
use super::offered::{Offered, choose, record, told_in};
use super::units::{Beside, joined};
use crate::error::{ImportProblem, problem};

/// A candidate, and the other quotes and places that were given for it.
pub(super) struct Made {
    pub(super) candidate: CandidateRecord,
    pub(super) others: Vec<CandidateRecord>,
}

/// A part that an object and the candidate in it both state, and differently; of confidences the
/// lower one counts.
fn stated_twice<'j>(
    outer: &'j [(String, Json)],
    key: &str,
    inner: &'j [(String, Json)],
) -> Option<&'j str> {
    let differs = |(other, json): &&(String, Json)| {
        let part = part_of(other).filter(|part| {
            other != key && !json.is_null() && !matches!(part, Part::Confidence | Part::Field)
        });
        let inside = part.and_then(|part| Members::new(inner).take(part));
        inside.is_some_and(|(_, own)| own != json)
    };
    outer.iter().find(differs).map(|(other, _)| other.as_str())
}

/// Two keys of an object that name one part and say two things.
fn differing(members: &[(String, Json)]) -> Option<(&str, &str)> {
    const PARTS: [Part; 9] = [
        Part::ValueQuote,
        Part::Page,
        Part::Start,
        Part::End,
        Part::Prefix,
        Part::Suffix,
        Part::Currency,
        Part::Unit,
        Part::Span,
    ];
    PARTS.iter().find_map(|part| {
        let mut all = members
            .iter()
            .filter(|(key, json)| part_of(key) == Some(*part) && !json.is_null());
        let (one, first) = all.next()?;
        let (two, _) = all.find(|(_, other)| other != first)?;
        Some((one.as_str(), two.as_str()))
    })
}

impl Importer<'_> {
    /// Adds the candidates of one object: one, or one a value of a list.
    pub(super) fn entry(&mut self, field: &str, mut members: Members<'_>, place: &str) {
        // A whole candidate under a name for its value: `"extraction": {"value": …, "quote": …}`.
        if let Some((key, inner)) = inner_candidate(&members) {
            self.rename(key, Part::Value);
            if let Some(other) = stated_twice(members.all, key, inner) {
                self.problems.push(problem(
                    format!("{place}, `{other}`"),
                    format!("`{other}` stands twice, in the candidate and under `{key}`, and the two differ"),
                    "keep the one that is meant",
                ));
                return;
            }
            let has = |part| part != Part::Confidence && Members::new(inner).named(part).is_some();
            let missing = |(other, _): &&(String, Json)| {
                other != key
                    && !members.used.contains(&other.as_str())
                    && part_of(other).is_none_or(|part| !has(part))
            };
            let mut all = inner.to_vec();
            all.extend(members.all.iter().filter(missing).cloned());
            self.entry(field, Members::new(&all), place);
            return;
        }
        let before = self.problems.len();
        if let Some((one, two)) = differing(members.all) {
            self.problems.push(problem(
                format!("{place}, `{two}`"),
                format!("`{one}` and `{two}` are the same part of a candidate, and the two differ"),
                "keep the one that is meant",
            ));
            return;
        }
        let given = members.take(Part::Value);
        let quotes = members.take(Part::Quote);
        let mut offered = Offered::default();
        self.locate(&mut members, place, &mut offered);
        offered.value_quote = members.take(Part::ValueQuote).and_then(|(key, json)| {
            self.rename(key, Part::ValueQuote);
            self.text(key, json, place)
        });
        let beside = self.beside(&mut members, place);
        let evidence = quotes.map(|(key, json)| {
            self.rename(key, Part::Quote);
            self.evidence(key, json, place, &offered)
        });
        let evidence = evidence
            .filter(|all| !all.is_empty())
            .unwrap_or_else(|| vec![offered]);
        let is_null = members.named(Part::Value).is_some();
        let values: Vec<&Json> = match (given, &quotes) {
            (Some((key, Json::Array(items))), _) => {
                self.rename(key, Part::Value);
                items.iter().collect()
            }
            (Some((key, json)), _) => {
                self.rename(key, Part::Value);
                vec![json]
            }
            // The proposer looked and found nothing.
            (None, _) if is_null => {
                self.notes.empty.push(field.to_owned());
                return;
            }
            // A marked span is value and quote in one.
            (None, Some((key, json @ Json::String(_)))) if is_span(key) => vec![json],
            (None, _) => {
                self.problems.push(problem(
                    format!("{place}, `value`"),
                    "`value` is missing",
                    "give the value, or null where nothing was found",
                ));
                return;
            }
        };
        let marked = given.is_none();
        for key in members.unused() {
            self.ignore(key);
        }
        let mut made = Vec::new();
        for json in values {
            match wire_value(json) {
                Some(value) => match self.candidates(field, value, &evidence, marked, &beside) {
                    Ok(one) => made.push(one),
                    Err(message) => self.problems.push(problem(
                        format!("{place}, `value`"),
                        message,
                        "keep the one that is meant",
                    )),
                },
                None => self.problems.push(problem(
                    format!("{place}, `value`"),
                    format!("the value of `{field}` is {}", json.kind_name()),
                    VALUE_FORMS,
                )),
            }
        }
        if self.problems.len() == before {
            self.add(made);
        }
    }

    /// A candidate with the quote that states its value, of quotes that are shared among fields;
    /// which one was chosen.
    pub(super) fn simple(
        &mut self,
        field: &str,
        json: &Json,
        quotes: &[&str],
        place: &str,
    ) -> Option<String> {
        let Some(value) = wire_value(json) else {
            self.problems.push(problem(
                format!("{place}, `{field}`"),
                format!("the value of `{field}` is {}", json.kind_name()),
                VALUE_FORMS,
            ));
            return None;
        };
        let offered: Vec<Offered> = quotes
            .iter()
            .map(|quote| Offered {
                quote: Some((*quote).to_owned()),
                ..Offered::default()
            })
            .collect();
        let kind = self.kind_of(field);
        let chosen = choose(&kind, &value, &offered).cloned().unwrap_or_default();
        let quote = chosen.quote.clone();
        self.add(vec![Made {
            candidate: record(field, value, chosen, None),
            others: Vec::new(),
        }]);
        quote
    }

    /// What stands beside a value: its own currency and unit, else those of everything around it.
    fn beside(&mut self, members: &mut Members<'_>, place: &str) -> Beside {
        let mut said = |part| {
            let (key, json) = members.take(part)?;
            self.rename(key, part);
            let text = self.text(key, json, place)?;
            Some(text).filter(|text| !text.trim().is_empty())
        };
        let (currency, unit) = (said(Part::Currency), said(Part::Unit));
        Beside {
            currency: currency.or_else(|| self.around.currency.clone()),
            unit: unit.or_else(|| self.around.unit.clone()),
        }
    }

    fn candidates(
        &self,
        field: &str,
        value: WireValue,
        evidence: &[Offered],
        marked: bool,
        beside: &Beside,
    ) -> Result<Made, String> {
        let kind = self.kind_of(field);
        let mut chosen = choose(&kind, &value, evidence).cloned().unwrap_or_default();
        let others = evidence
            .iter()
            .filter(|other| !chosen.is_at(other))
            .cloned()
            .collect::<Vec<Offered>>();
        // Whoever is less sure of any part of it is no surer of the whole.
        chosen.confidence = evidence.iter().filter_map(|one| one.confidence).min();
        let (value, value_quote) = match (&value, marked) {
            (WireValue::Text(phrase), true) => match told_in(&kind, phrase) {
                Some(told) => (WireValue::Text(told.clone()), Some(told)),
                None => (value, chosen.value_quote.clone()),
            },
            _ => (value, chosen.value_quote.clone()),
        };
        let value = joined(&kind, value, beside)?;
        let other = |other: Offered| {
            let other = Offered {
                confidence: chosen.confidence,
                ..other
            };
            record(field, value.clone(), other, None)
        };
        let others = others.into_iter().map(other).collect();
        Ok(Made {
            candidate: record(field, value, chosen, value_quote),
            others,
        })
    }

    pub(super) fn rename(&mut self, key: &str, part: Part) {
        let own = match part {
            Part::Span => "start, end",
            Part::Currency | Part::Unit => "value",
            part => own_name(part),
        };
        if key != own {
            self.notes.renamed.insert(key.to_owned(), own.to_owned());
        }
        if matches!(part, Part::Start | Part::End | Part::Span) && key != own {
            self.foreign_offsets = true;
        }
    }

    /// What a field holds; text where there is no schema.
    pub(super) fn kind_of(&self, field: &str) -> Kind {
        let fields = self
            .schema
            .map_or(&[][..], |schema| schema.fields.as_slice());
        let known = fields.iter().find(|known| known.name == field);
        known.map_or(Kind::Text, Kind::of)
    }
}

/// What stands under the name of a value and is a candidate itself.
fn inner_candidate<'j>(members: &Members<'j>) -> Option<(&'j str, &'j [(String, Json)])> {
    let (key, json) = members.named(Part::Value)?;
    let inner = json.as_object().filter(|_| wire_value(json).is_none())?;
    // A member that is no part, such as a unit, would be lost.
    let says = Members::new(inner).named(Part::Value).is_some();
    let is_whole = says && inner.iter().all(|(key, _)| is_part(key));
    is_whole.then_some((key, inner))
}

const VALUE_FORMS: &str = r#"write a string, a number, true or false, {"amount": "500", "currency": "USD"} or {"count": "30", "unit": "day"}"#;

/// Whether a key names a span of the document, which is its own value.
fn is_span(key: &str) -> bool {
    matches!(
        plain(key).as_str(),
        "text" | "word" | "mention_text" | "extraction_text" | "span_text" | "text_span"
    )
}

/// What is said of an item that is no object.
pub(super) fn not_an_object(json: &Json, place: &str) -> ImportProblem {
    problem(
        place,
        format!("a candidate is an object, not {}", json.kind_name()),
        r#"write {"field_name": "date", "value": "January 5, 2024", "quote": "dated January 5, 2024", "confidence": 0.9}"#,
    )
}

/// A value in any of its JSON forms; a number keeps its literal text.
pub(super) fn wire_value(json: &Json) -> Option<WireValue> {
    match json {
        Json::String(text) => Some(WireValue::Text(text.clone())),
        Json::Number(number) => Some(WireValue::Text(number.text().to_owned())),
        Json::Bool(yes) => Some(WireValue::Boolean(*yes)),
        Json::Object(members) => object_value(members),
        Json::Null | Json::Array(_) => None,
    }
}

fn object_value(members: &[(String, Json)]) -> Option<WireValue> {
    let text = |key: &str| {
        members
            .iter()
            .find(|(name, _)| name == key)
            .and_then(|(_, json)| match json {
                Json::String(text) => Some(text.clone()),
                Json::Number(number) => Some(number.text().to_owned()),
                Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
            })
    };
    if members.len() != 2 {
        return None;
    }
    if let (Some(amount), Some(currency)) = (text("amount"), text("currency")) {
        return Some(WireValue::Money(MoneyValue { amount, currency }));
    }
    let (count, unit) = (text("count")?, text("unit")?);
    let one = unit.strip_suffix('s').unwrap_or(&unit);
    let unit: DurationUnit = DurationUnit::parse(&one.to_lowercase())?;
    Some(WireValue::Duration(DurationValue { count, unit }))
}
