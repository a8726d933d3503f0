//! One candidate out of an object, whatever its keys are called.
//!
//! Values and quotes are taken as they stand, to the letter. What an object has besides
//! is counted, not judged; what cannot be a candidate is named with its place.

use groundstop_canon::Decimal;
use groundstop_canon::json::{Json, Number};
use groundstop_contract::{
    CandidateRecord, Confidence, DurationUnit, DurationValue, MoneyValue, WireValue,
};
use groundstop_value::{Kind, read_all, read_whole, read_wire};

use super::Importer;
use super::keys::{NAMES, Part, names_of, own_name, plain};
use super::units::{Beside, joined};
use crate::error::{ImportProblem, problem};

/// A candidate's object, and which of its keys were used.
pub(super) struct Members<'j> {
    all: &'j [(String, Json)],
    used: Vec<&'j str>,
}

impl<'j> Members<'j> {
    pub(super) fn new(all: &'j [(String, Json)]) -> Members<'j> {
        Members {
            all,
            used: Vec::new(),
        }
    }

    /// Counts a key as used.
    pub(super) fn use_key(&mut self, key: &'j str) {
        self.used.push(key);
    }

    /// The member that is a part under its surest name, null included.
    pub(super) fn named(&self, part: Part) -> Option<(&'j str, &'j Json)> {
        names_of(part).iter().find_map(|name| {
            let member = self.all.iter().find(|(key, _)| plain(key) == *name)?;
            Some((member.0.as_str(), &member.1))
        })
    }

    /// The same, where it is not null; its key counts as used.
    fn take(&mut self, part: Part) -> Option<(&'j str, &'j Json)> {
        let found = names_of(part).iter().find_map(|name| {
            let member = self
                .all
                .iter()
                .find(|(key, json)| plain(key) == *name && !json.is_null())?;
            Some((member.0.as_str(), &member.1))
        });
        self.used.extend(found.map(|(key, _)| key));
        found
    }

    /// All members that are a part, by whichever of its names, where they are not null; their keys count as used.
    fn take_all(&mut self, part: Part) -> Vec<(&'j str, &'j Json)> {
        let found: Vec<(&str, &Json)> = names_of(part)
            .iter()
            .flat_map(|name| self.all.iter().filter(move |(key, _)| plain(key) == *name))
            .filter(|(_, json)| !json.is_null())
            .map(|(key, json)| (key.as_str(), json))
            .collect();
        self.used.extend(found.iter().map(|(key, _)| *key));
        found
    }

    /// Whether a key names one of some parts.
    pub(super) fn of_parts(key: &str, parts: &[Part]) -> bool {
        part_of(key).is_some_and(|part| parts.contains(&part))
    }

    /// The keys that say something and were not used.
    fn unused(&self) -> impl Iterator<Item = &'j str> + '_ {
        let rest = self.all.iter().filter(|(_, json)| !json.is_null());
        rest.map(|(key, _)| key.as_str())
            .filter(|key| !self.used.contains(key))
    }
}

/// Where a quote stands and how sure its proposer is, as far as an object says.
#[derive(Clone, Debug, Default)]
struct Offered {
    quote: Option<String>,
    value_quote: Option<String>,
    page: Option<u32>,
    offsets: Option<(u64, u64)>,
    prefix: Option<String>,
    suffix: Option<String>,
    row: Option<String>,
    column: Option<String>,
    confidence: Option<Confidence>,
}

impl Offered {
    /// Whether another is the same quote at the same place.
    fn is_at(&self, other: &Offered) -> bool {
        let place = |one: &Offered| (one.page, one.offsets);
        self.quote == other.quote
            && place(self) == place(other)
            && (&self.prefix, &self.suffix) == (&other.prefix, &other.suffix)
            && (&self.row, &self.column) == (&other.row, &other.column)
    }

    /// What a candidate says of a quote with what its evidence says: the candidate's own counts,
    /// and where they differ the other place must hold as well.
    fn with(&self, evidence: Offered) -> Vec<Offered> {
        let confidence = lower(self.confidence, evidence.confidence);
        let one = Offered {
            quote: self.quote.clone(),
            value_quote: self.value_quote.clone(),
            page: self.page.or(evidence.page),
            offsets: self.offsets.or(evidence.offsets),
            prefix: self.prefix.clone().or_else(|| evidence.prefix.clone()),
            suffix: self.suffix.clone().or_else(|| evidence.suffix.clone()),
            row: self.row.clone().or_else(|| evidence.row.clone()),
            column: self.column.clone().or_else(|| evidence.column.clone()),
            confidence,
        };
        let other = Offered {
            quote: self.quote.clone(),
            value_quote: self.value_quote.clone(),
            page: evidence.page.or(self.page),
            offsets: evidence.offsets.or(self.offsets),
            prefix: evidence.prefix.or_else(|| self.prefix.clone()),
            suffix: evidence.suffix.or_else(|| self.suffix.clone()),
            row: evidence.row.or_else(|| self.row.clone()),
            column: evidence.column.or_else(|| self.column.clone()),
            confidence,
        };
        match one.is_at(&other) {
            true => vec![one],
            false => vec![one, other],
        }
    }
}

/// A candidate, and the other quotes and places that were given for it.
pub(super) struct Made {
    pub(super) candidate: CandidateRecord,
    pub(super) others: Vec<CandidateRecord>,
}

fn record(
    field: &str,
    value: WireValue,
    offered: Offered,
    value_quote: Option<String>,
) -> CandidateRecord {
    CandidateRecord {
        field_name: field.to_owned(),
        value,
        quote: offered.quote,
        value_quote,
        page: offered.page,
        start: offered.offsets.map(|(start, _)| start),
        end: offered.offsets.map(|(_, end)| end),
        prefix: offered.prefix,
        suffix: offered.suffix,
        row: offered.row,
        column: offered.column,
        confidence: offered.confidence,
        set_aside: None,
    }
}

/// The lower of two confidences, or the one there is.
fn lower(one: Option<Confidence>, two: Option<Confidence>) -> Option<Confidence> {
    one.into_iter().chain(two).min()
}

/// A confidence in any of its forms; of several in an object the lowest.
fn confidence_of(json: &Json) -> Option<Confidence> {
    let given = match json {
        Json::Number(number) => number.decimal(),
        Json::String(text) => match text.trim().strip_suffix('%') {
            Some(percent) => Decimal::parse(percent.trim()).and_then(Decimal::hundredth),
            None => Decimal::parse(text.trim()),
        },
        // `{"score": 0.9, "reason": "…"}`
        Json::Object(all) => {
            let mut members = Members::new(all);
            let mut named = members.take_all(Part::Confidence);
            named.extend(members.take_all(Part::Value));
            return named
                .into_iter()
                .filter_map(|(_, json)| confidence_of(json))
                .min();
        }
        Json::Null | Json::Bool(_) | Json::Array(_) => None,
    };
    given.and_then(Confidence::new)
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

    /// What an object says of a quote's place, and how sure its proposer is.
    fn locate(&mut self, members: &mut Members<'_>, place: &str, offered: &mut Offered) {
        if let Some((key, json)) = members.take(Part::Page) {
            self.rename(key, Part::Page);
            offered.page = self.page(key, json, place).or(offered.page);
        }
        let (start, end) = (members.take(Part::Start), members.take(Part::End));
        match (start, end) {
            (Some(start), Some(end)) => {
                self.rename(start.0, Part::Start);
                self.rename(end.0, Part::End);
                let start = self.whole(start.0, start.1, place);
                offered.offsets = start.zip(self.whole(end.0, end.1, place));
            }
            (None, None) => {}
            (Some((key, _)), None) | (None, Some((key, _))) => self.problems.push(problem(
                format!("{place}, `{key}`"),
                "`start` and `end` go together",
                "give both, or neither",
            )),
        }
        if let Some((key, json)) = members.take(Part::Span) {
            self.rename(key, Part::Span);
            offered.offsets = interval(json).or(offered.offsets);
        }
        for (part, kept) in [
            (Part::Prefix, &mut offered.prefix),
            (Part::Suffix, &mut offered.suffix),
        ] {
            if let Some((key, json)) = members.take(part) {
                self.rename(key, part);
                *kept = self.text(key, json, place);
            }
        }
        // A number there counts rows, as tools of their own do; heads are words.
        for (part, kept) in [
            (Part::Row, &mut offered.row),
            (Part::Column, &mut offered.column),
        ] {
            let worded = members.named(part).and_then(|(_, json)| json.as_str());
            if worded.is_some()
                && let Some((key, json)) = members.take(part)
            {
                self.rename(key, part);
                *kept = self.text(key, json, place);
            }
        }
        for ((key, json), number) in members.take_all(Part::Confidence).into_iter().zip(0usize..) {
            // Of several the lowest counts; what is none under a second name says nothing.
            if number > 0 && confidence_of(json).is_none() {
                self.ignore(key);
                continue;
            }
            self.rename(key, Part::Confidence);
            offered.confidence = lower(offered.confidence, self.confidence(key, json, place));
        }
    }

    /// The quotes that evidence gives: a string, an object, or a list of these.
    fn evidence(&mut self, key: &str, json: &Json, place: &str, around: &Offered) -> Vec<Offered> {
        match json {
            Json::String(quote) => vec![Offered {
                quote: Some(quote.clone()),
                ..around.clone()
            }],
            Json::Object(all) => {
                let mut members = Members::new(all);
                let mut own = Offered::default();
                let quote = members
                    .take(Part::Quote)
                    .or_else(|| members.take(Part::Value));
                self.locate(&mut members, place, &mut own);
                for key in members.unused() {
                    self.ignore(key);
                }
                let places = around.with(own);
                let Some((inner, json)) = quote else {
                    return places;
                };
                let each = places.iter().map(|offered| match json {
                    Json::Array(_) | Json::Object(_) => self.evidence(inner, json, place, offered),
                    json => vec![Offered {
                        quote: self.text(inner, json, place),
                        ..offered.clone()
                    }],
                });
                let all: Vec<Vec<Offered>> = each.collect();
                all.into_iter().flatten().collect()
            }
            Json::Array(items) => {
                let each = items
                    .iter()
                    .map(|item| self.evidence(key, item, place, around));
                let all: Vec<Vec<Offered>> = each.collect();
                all.into_iter().flatten().collect()
            }
            Json::Null => Vec::new(),
            Json::Bool(_) | Json::Number(_) => {
                self.problems.push(problem(
                    format!("{place}, `{key}`"),
                    format!("`{key}` is {}, not a string", json.kind_name()),
                    "write the words of the document as a string",
                ));
                Vec::new()
            }
        }
    }

    fn text(&mut self, key: &str, json: &Json, place: &str) -> Option<String> {
        let text = json.as_str().map(str::to_owned);
        if text.is_none() {
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                format!("`{key}` is {}, not a string", json.kind_name()),
                "write a string",
            ));
        }
        text
    }

    fn whole(&mut self, key: &str, json: &Json, place: &str) -> Option<u64> {
        let whole = whole_number(json);
        if whole.is_none() {
            let shown = json.as_number().map_or(json.kind_name(), Number::text);
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                format!("`{key}` is {shown}, not a whole number from 0 on"),
                "offsets count code points of the text that `groundstop text` prints",
            ));
        }
        whole
    }

    fn page(&mut self, key: &str, json: &Json, place: &str) -> Option<u32> {
        // A list of pages names a place only where it has one.
        let one = match json {
            Json::Array(items) => match items.as_slice() {
                [one] => one,
                _ => return None,
            },
            one => one,
        };
        let page = whole_number(one)
            .and_then(|page| u32::try_from(page).ok())
            .filter(|page| *page > 0);
        if page.is_none() {
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                "pages are numbers, counted from 1",
                "name the page's number, or leave it out",
            ));
        }
        page
    }

    fn confidence(&mut self, key: &str, json: &Json, place: &str) -> Option<Confidence> {
        let confidence = confidence_of(json);
        let word = match json {
            Json::Object(all) => Members::new(all)
                .named(Part::Confidence)
                .or_else(|| Members::new(all).named(Part::Value))
                .map_or(json, |(_, json)| json),
            json => json,
        };
        // "High" is no number, and none is made of it.
        if let (None, Json::String(word)) = (&confidence, word)
            && !word.contains(|c: char| c.is_numeric())
        {
            self.ignore(&format!("{key}: {word}"));
            return None;
        }
        if confidence.is_none() {
            let shown = json.as_number().map_or_else(
                || json.as_str().unwrap_or(json.kind_name()).to_owned(),
                |number| number.text().to_owned(),
            );
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                format!("the confidence is {shown}, not a number from 0 to 1"),
                "write a number such as 0.9 or \"90%\", or leave it out (missing counts as 0)",
            ));
        }
        confidence
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
    fn kind_of(&self, field: &str) -> Kind {
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

/// The part that a key names.
fn part_of(key: &str) -> Option<Part> {
    let key = plain(key);
    let found = NAMES
        .iter()
        .find(|(_, names)| names.contains(&key.as_str()));
    found.map(|(part, _)| *part)
}

const VALUE_FORMS: &str = r#"write a string, a number, true or false, {"amount": "500", "currency": "USD"} or {"count": "30", "unit": "day"}"#;

/// Whether a key names a span of the document, which is its own value.
fn is_span(key: &str) -> bool {
    matches!(
        plain(key).as_str(),
        "text" | "word" | "mention_text" | "extraction_text" | "span_text" | "text_span"
    )
}

/// The quote that states the value: the first whose reading equals it, else the first that holds its
/// letters, else the first.
fn choose<'o>(kind: &Kind, value: &WireValue, evidence: &'o [Offered]) -> Option<&'o Offered> {
    let wanted = read_wire(kind, value).map(|reading| reading.values);
    let quoted = |one: &Offered| one.quote.clone().unwrap_or_default();
    let states = |one: &&Offered| {
        let wanted = wanted.as_deref().unwrap_or_default();
        read_all(kind, &quoted(one))
            .iter()
            .any(|found| !wanted.is_empty() && found.values == wanted)
    };
    let holds = |one: &&Offered| match value {
        WireValue::Text(text) => quoted(one).contains(text.as_str()),
        WireValue::Boolean(_) | WireValue::Money(_) | WireValue::Duration(_) => false,
    };
    let stated = evidence.iter().find(states);
    stated
        .or_else(|| evidence.iter().find(holds))
        .or(evidence.first())
}

/// The one value of the field's kind that a marked phrase tells: "annual fee of US$384,000.00".
fn told_in(kind: &Kind, phrase: &str) -> Option<String> {
    if *kind == Kind::Text || read_whole(kind, phrase).is_some() {
        return None;
    }
    let readings = read_all(kind, phrase);
    let [reading] = readings.as_slice() else {
        return None;
    };
    phrase.get(reading.span.clone()).map(str::to_owned)
}

fn whole_number(json: &Json) -> Option<u64> {
    let decimal = match json {
        Json::Number(number) => number.decimal()?,
        Json::String(text) => Decimal::parse(text.trim())?,
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => return None,
    };
    Some(decimal)
        .filter(|decimal| decimal.is_whole())?
        .to_string()
        .parse()
        .ok()
}

/// Two offsets in one member: `[10, 25]`, or an object with a start and an end.
fn interval(json: &Json) -> Option<(u64, u64)> {
    match json {
        Json::Array(items) => match items.as_slice() {
            [start, end] => whole_number(start).zip(whole_number(end)),
            _ => None,
        },
        Json::Object(all) => {
            let mut members = Members::new(all);
            let start = members
                .take(Part::Start)
                .and_then(|(_, json)| whole_number(json));
            start.zip(
                members
                    .take(Part::End)
                    .and_then(|(_, json)| whole_number(json)),
            )
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
    }
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
    let unit: DurationUnit = DurationUnit::parse(&unit)?;
    Some(WireValue::Duration(DurationValue { count, unit }))
}

/// Whether a key is a name of some part of a candidate.
pub(super) fn is_part(key: &str) -> bool {
    part_of(key).is_some()
}

/// What is said of an item that is no object.
pub(super) fn not_an_object(json: &Json, place: &str) -> ImportProblem {
    problem(
        place,
        format!("a candidate is an object, not {}", json.kind_name()),
        r#"write {"field_name": "date", "value": "January 5, 2024", "quote": "dated January 5, 2024", "confidence": 0.9}"#,
    )
}
