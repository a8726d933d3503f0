//! Which form an answer has: a list of candidates, an object a field, values beside
//! quotes, or what LangExtract and Instructor write.
//!
//! The form is told from keys alone, and with a schema from its fields' names. Each form
//! stands in `docs/candidates.md` with a vector in `conformance/candidates`.

use groundstop_canon::json::Json;

use super::Importer;
use super::entry::{not_an_object, wire_value};
use super::envelope::{ended, finish};
use super::keys::{ENDINGS, Part, WRAPPERS, names_of, plain};
use super::members::{Members, is_part};
use super::rest::{DEEPEST, Taken, table};
use crate::error::problem;

/// How many wrappers may stand around the candidates.
const WRAPPERS_MAX: usize = 3;

/// Instructor's keys for the quotes that all other members of an object share.
const SHARED_QUOTES: [&str; 3] = ["substring_quotes", "substring_quote", "substring_phrase"];

/// A key and what stands under it.
type Member<'j> = (&'j str, &'j Json);

impl Importer<'_> {
    /// Takes whatever holds candidates.
    pub(super) fn take(&mut self, json: &Json, place: &str, depth: usize) {
        match json {
            Json::Array(items) => self.take_items(items, place, depth),
            Json::Object(members) => self.take_object(members, place, depth),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
                let place = if place.is_empty() {
                    "candidate 1"
                } else {
                    place
                };
                self.problems.push(not_an_object(json, place));
            }
        }
    }

    fn take_items(&mut self, items: &[Json], place: &str, depth: usize) {
        let documents = items
            .iter()
            .filter_map(Json::as_object)
            .filter_map(langextract);
        if documents.count() > 1 {
            self.problems.push(problem(
                "the file",
                "it holds the extractions of several documents",
                "verify one document at a time: give each its own line in a file of its own",
            ));
            return;
        }
        for (item, number) in items.iter().zip(1usize..) {
            let inside = match place.is_empty() {
                true => format!("candidate {number}"),
                false => format!("{place}, candidate {number}"),
            };
            match item {
                Json::Object(members) => self.take_object(members, &inside, depth),
                other => self.problems.push(not_an_object(other, &inside)),
            }
        }
    }

    fn take_object(&mut self, members: &[(String, Json)], place: &str, depth: usize) {
        if let Err(error) = finish(ended(members)) {
            self.problems.extend(error.problems().iter().cloned());
            return;
        }
        let around = self.around.clone();
        let opened = match self.candidate_of(members) {
            Some(_) => None,
            None => {
                self.note_around(members);
                self.with_texts_opened(members)
            }
        };
        let members = opened.as_deref().unwrap_or(members);
        let taken = self.take_form(members, place, depth);
        self.take_rest(members, &taken, place, depth);
        self.around = around;
    }

    /// Takes the candidates of an object by its form, the surest first; which members were taken.
    fn take_form(&mut self, members: &[(String, Json)], place: &str, depth: usize) -> Taken {
        let named = if place.is_empty() {
            "candidate 1"
        } else {
            place
        };
        if let Some((key, field)) = self.candidate_of(members) {
            self.form("records");
            self.plain = true;
            self.rename(key, Part::Field);
            // A quote under Instructor's name for it.
            let own =
                |(key, json): &(String, Json)| match SHARED_QUOTES.contains(&plain(key).as_str()) {
                    true => ("quote".to_owned(), json.clone()),
                    false => (key.clone(), json.clone()),
                };
            let beside = self.beside_record(members);
            let members: Vec<(String, Json)> = members.iter().map(own).collect();
            let mut parts = Members::new(&members);
            parts.use_key(key);
            for key in &beside {
                parts.use_key(key);
            }
            self.record(&field, parts, named);
            let keys = members.iter().map(|(key, _)| key.clone());
            return Taken::Keys(keys.filter(|key| !beside.contains(&key.as_str())).collect());
        }
        if let Some((_, quotes)) = shared_quotes(members) {
            self.form("instructor");
            self.instructor = true;
            self.shared(members, quotes, named);
            return Taken::All;
        }
        if let Some(list) = langextract(members) {
            self.form("langextract");
            self.langextract(list, named);
            // The text that was annotated and its name belong to the form.
            let own = ["extractions", "text", "document_id"];
            return Taken::Keys(own.map(str::to_owned).to_vec());
        }
        if let Some((values, quotes)) = self.side_by_side(members) {
            self.form("values beside quotes");
            let sure = confidences(members);
            self.pairs(values.1, quotes.1, sure.map(|(_, json)| json), named);
            let keys = [Some(values.0), Some(quotes.0), sure.map(|(key, _)| key)];
            return Taken::Keys(keys.into_iter().flatten().map(str::to_owned).collect());
        }
        // Records under their numbers, as a table is dumped.
        let is_number = |key: &str| key.bytes().all(|byte| byte.is_ascii_digit());
        let is_record = |json: &Json| {
            json.as_object()
                .is_some_and(|one| self.candidate_of(one).is_some())
        };
        if !members.is_empty()
            && members
                .iter()
                .all(|(key, json)| is_number(key) && is_record(json))
        {
            for (key, json) in members {
                let inner = json.as_object().unwrap_or(&[]);
                self.take_object(inner, &format!("candidate `{key}`"), depth);
            }
            return Taken::All;
        }
        if let Some(rows) = table(members) {
            self.take_items(&rows, place, depth.saturating_add(1));
            return Taken::All;
        }
        let wrapper = self.wrapper(members).filter(|_| depth < WRAPPERS_MAX);
        if let Some((key, inner)) = wrapper {
            self.notes.wrappers.push(key.to_owned());
            self.take(inner, place, depth.saturating_add(1));
            return Taken::Keys(vec![key.to_owned()]);
        }
        self.keyed(members, named, depth);
        Taken::All
    }

    /// The field that an object is a candidate for, and the key that names it.
    pub(super) fn candidate_of<'j>(
        &self,
        members: &'j [(String, Json)],
    ) -> Option<(&'j str, String)> {
        let parts = Members::new(members);
        let says = parts.named(Part::Value).is_some() || parts.named(Part::Quote).is_some();
        let names = names_of(Part::Field).iter().filter_map(|name| {
            let member = members.iter().find(|(key, _)| plain(key) == *name)?;
            Some((member.0.as_str(), member.1.as_str()?))
        });
        let names: Vec<(&str, &str)> = names
            .filter(|(_, field)| !field.trim().is_empty())
            .collect();
        let known = names
            .iter()
            .find_map(|(key, field)| Some((*key, self.known(field)?)));
        let own = names.iter().find(|(key, _)| plain(key) == "field_name");
        // A name that the schema knows, else the surest key; `name` of a schema is no key of ours.
        let first = names.iter().find(|(key, _)| self.known(key).is_none());
        // What calls itself `field_name` is the field's name, whatever a category says besides.
        let own_known = own.map(|(key, field)| {
            let known = self.known(field);
            (*key, known.unwrap_or_else(|| (*field).to_owned()))
        });
        let chosen = own_known
            .or(known)
            .or_else(|| first.map(|(key, field)| (*key, (*field).to_owned())))?;
        (says || own.is_some()).then_some(chosen)
    }

    /// A candidate under its field, where the schema has it.
    fn record(&mut self, field: &str, members: Members<'_>, place: &str) {
        match self.schema.is_some() && self.known(field).is_none() {
            true => self.outside(field),
            false => {
                let field = self.known(field).unwrap_or_else(|| field.to_owned());
                self.entry(&field, members, place);
            }
        }
    }

    /// LangExtract's extractions: the text of each is value and quote.
    fn langextract(&mut self, list: &[Json], place: &str) {
        self.langextract = true;
        for (extraction, number) in list.iter().zip(1usize..) {
            let place = format!("{place}, extraction {number}");
            let class = extraction.get("extraction_class").and_then(Json::as_str);
            let (Some(class), Some(members)) = (class, extraction.as_object()) else {
                self.problems.push(problem(
                    place,
                    "`extraction_class` and `extraction_text` must be strings",
                    "run the extraction again, or remove this entry",
                ));
                continue;
            };
            // Only an exact alignment is a claim about a place; the rest is a guess.
            let status = extraction.get("alignment_status").and_then(Json::as_str);
            let exact = status == Some("match_exact");
            if !exact
                && members
                    .iter()
                    .any(|(key, json)| key == "char_interval" && !json.is_null())
            {
                let count = &mut self.notes.offsets_left_out;
                *count = count.saturating_add(1);
            }
            let kept = [
                "extraction_class",
                "extraction_text",
                "char_interval",
                "confidence",
            ];
            let mut own: Vec<(String, Json)> = members
                .iter()
                .filter(|(key, _)| {
                    let sure = Members::of_parts(key, &[Part::Confidence]);
                    (sure || kept.contains(&key.as_str())) && (exact || key != "char_interval")
                })
                .cloned()
                .collect();
            // A currency among the attributes is a part of the value.
            let attributes = extraction.get("attributes").and_then(Json::as_object);
            let money = attributes.unwrap_or(&[]).iter().filter(|(key, json)| {
                Members::of_parts(key, &[Part::Currency, Part::Confidence])
                    && json.as_str().is_some()
            });
            own.extend(money.cloned());
            let mut parts = Members::new(&own);
            parts.use_key("extraction_class");
            self.record(class, parts, &place);
        }
    }

    /// Instructor's objects: each scalar member is a field, offered with the quote that states it.
    fn shared(&mut self, members: &[(String, Json)], quotes: &Json, place: &str) {
        let texts: Option<Vec<&str>> = match quotes {
            Json::Array(items) => items.iter().map(Json::as_str).collect(),
            Json::String(text) => Some(vec![text.as_str()]),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => None,
        };
        let Some(texts) = texts else {
            self.problems.push(problem(
                format!("{place}, `substring_quotes`"),
                format!(
                    "the quotes are {}, not a list of strings",
                    quotes.kind_name()
                ),
                "write a list of strings",
            ));
            return;
        };
        let parts = [Part::Page, Part::Currency, Part::Unit];
        let beside = members.iter().find(|(key, json)| {
            !json.is_null() && self.known(key).is_none() && Members::of_parts(key, &parts)
        });
        if let Some((key, _)) = beside.filter(|_| self.schema.is_some()) {
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                "which of the fields it belongs to is not said beside shared quotes",
                "write one object a candidate: {\"field_name\": \"…\", \"value\": \"…\", \"quote\": \"…\"}",
            ));
            return;
        }
        let mut chosen: Vec<String> = Vec::new();
        let from = self.candidates.len();
        for (name, json) in members {
            match json {
                _ if SHARED_QUOTES.contains(&name.as_str()) => {}
                Json::Array(_) | Json::Object(_) if wire_value(json).is_none() => {
                    self.nested(json, place);
                }
                Json::Null => self.notes.empty.push(name.clone()),
                json if self.schema.is_none() || self.known(name).is_some() => {
                    let field = self.known(name).unwrap_or_else(|| name.clone());
                    chosen.extend(self.simple(&field, json, &texts, place));
                }
                _ => self.outside(name),
            }
        }
        self.unchosen(&texts, &chosen, from);
    }

    /// A shared quote that states no field's value was given for all of them.
    fn unchosen(&mut self, texts: &[&str], chosen: &[String], from: usize) {
        let left = texts
            .iter()
            .filter(|text| !chosen.iter().any(|one| one == *text));
        for text in left {
            self.ignore(super::OTHER_QUOTES);
            for (index, candidate) in self.candidates.iter().enumerate().skip(from) {
                let mut other = candidate.clone();
                other.quote = Some((*text).to_owned());
                self.others.push((index, other));
            }
        }
    }

    /// What stands deeper in an object with shared quotes.
    fn nested(&mut self, json: &Json, place: &str) {
        let items = match json {
            Json::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        for members in items.iter().filter_map(Json::as_object) {
            if shared_quotes(members).is_some() {
                self.take_object(members, place, 0);
            }
        }
    }

    /// Two maps by field, one of values and one of quotes.
    fn side_by_side<'j>(&self, members: &'j [(String, Json)]) -> Option<(Member<'j>, Member<'j>)> {
        let object = |names: &[&str]| {
            let found = members.iter().find(|(key, json)| {
                names.contains(&plain(key).as_str()) && json.as_object().is_some()
            });
            found.map(|(key, json)| (key.as_str(), json))
        };
        let values = object(&[
            "values",
            "fields",
            "data",
            "extracted_data",
            "result",
            "answers",
            "output",
        ])?;
        let quotes = object(&[
            "quotes",
            "evidence",
            "citations",
            "sources",
            "source_texts",
            "grounding",
        ])?;
        let plainly = |json: &Json| {
            let members = json.as_object().unwrap_or(&[]);
            members
                .iter()
                .all(|(_, json)| wire_value(json).is_some() || json.is_null())
        };
        plainly(values.1).then_some((values, quotes))
    }

    fn pairs(&mut self, values: &Json, quotes: &Json, sure: Option<&Json>, place: &str) {
        for (key, json) in values.as_object().unwrap_or(&[]) {
            let quote = quotes
                .as_object()
                .unwrap_or(&[])
                .iter()
                .find(|(other, _)| other == key);
            let mut all = vec![("value".to_owned(), json.clone())];
            all.extend(quote.map(|(_, quote)| ("quote".to_owned(), quote.clone())));
            let sure = sure.and_then(|sure| sure.get(key));
            all.extend(sure.map(|sure| ("confidence".to_owned(), sure.clone())));
            self.record(key, Members::new(&all), place);
        }
    }

    /// The one member that holds the candidates, where the others only speak of them.
    fn wrapper<'j>(&self, members: &'j [(String, Json)]) -> Option<(&'j str, &'j Json)> {
        let holds = |(key, json): &&(String, Json)| {
            let deep = matches!(json, Json::Array(_) | Json::Object(_));
            deep && wire_value(json).is_none() && self.known(key).is_none()
        };
        WRAPPERS.iter().find_map(|name| {
            let found = members
                .iter()
                .filter(holds)
                .find(|(key, _)| plain(key) == *name)?;
            Some((found.0.as_str(), &found.1))
        })
    }

    /// An object whose keys are the fields.
    fn keyed(&mut self, members: &[(String, Json)], place: &str, depth: usize) {
        let nothing_known = members.iter().all(|(key, _)| self.known(key).is_none());
        let parts = Members::new(members);
        let says = parts.named(Part::Value).is_some() || parts.named(Part::Quote).is_some();
        if nothing_known
            && says
            && parts
                .named(Part::Field)
                .is_some_and(|(_, json)| json.as_array().is_some())
        {
            self.problems.push(problem(
                format!("{place}, `field_name`"),
                "the parts of the candidates stand in lists side by side",
                "write one object a candidate, each with its field, value and quote",
            ));
            return;
        }
        if nothing_known && says && members.iter().all(|(key, _)| is_part(key)) {
            self.problems.push(problem(
                format!("{place}, `field_name`"),
                "`field_name` is missing",
                "name the field the value is for",
            ));
            return;
        }
        // An object around the fields, under a name of its own: `{"lease": {…}}`.
        if let [(key, Json::Object(inner))] = members
            && self.known(key).is_none()
            && depth < WRAPPERS_MAX
            && wire_value(&Json::Object(inner.clone())).is_none()
            && (self.schema.is_some() || inner.iter().all(|(_, json)| json.as_object().is_some()))
            && !inner
                .iter()
                .any(|(key, _)| is_part(key) && self.known(key).is_none())
        {
            self.notes.wrappers.push(key.clone());
            self.take_object(inner, place, depth.saturating_add(1));
            return;
        }
        self.form("keyed by field");
        if let Some((key, json)) = self.only_field(members) {
            let mut all = vec![("value".to_owned(), json.clone())];
            all.extend(members.iter().filter(|(other, _)| other != key).cloned());
            let field = self.known(key).unwrap_or_default();
            self.entry(&field, Members::new(&all), &format!("{place}, `{key}`"));
            return;
        }
        let before = (
            self.candidates.len(),
            self.notes.empty.len(),
            self.problems.len(),
        );
        for (key, json) in members {
            if self.speaks_of_another(members, key) || self.is_around(key, json) {
                continue;
            }
            let field = self.known(key);
            let holds = self.holds_records(json, DEEPEST) || self.is_group(members, key, json);
            if field.is_none() && holds && depth < WRAPPERS_MAX {
                self.notes.wrappers.push(key.clone());
                let place = format!("{place}, `{key}`");
                self.take(json, &place, depth.saturating_add(1));
                continue;
            }
            let Some(field) = field.or_else(|| self.schema.is_none().then(|| key.clone())) else {
                match json.as_object().is_some() || wire_value(json).is_some() {
                    true => self.outside(key),
                    false => self.ignore(key),
                }
                continue;
            };
            if field != *key {
                self.notes.renamed.insert(key.clone(), field.clone());
            }
            let place = format!("{place}, `{key}`");
            self.of_field(&field, key, json, members, &place);
        }
        let after = (
            self.candidates.len(),
            self.notes.empty.len(),
            self.problems.len(),
        );
        if self.schema.is_some() && before == after {
            let keys = members.iter().map(|(key, _)| key.clone());
            self.unrecognised.extend(keys);
        }
    }

    /// The one field of an object whose other members are parts of its candidate: `{"rent": "USD 500", "quote": "…"}`.
    fn only_field<'j>(&self, members: &'j [(String, Json)]) -> Option<(&'j str, &'j Json)> {
        let mut known = members.iter().filter(|(key, _)| self.known(key).is_some());
        let (field, json) = known.next().filter(|_| known.next().is_none())?;
        let others = || members.iter().filter(|(key, _)| key != field);
        let parts = Members::new(members);
        let says = parts.named(Part::Quote).is_some() && parts.named(Part::Value).is_none();
        let is_plain = wire_value(json).is_some() && others().all(|(key, _)| is_part(key));
        (says && is_plain && !is_part(field)).then_some((field.as_str(), json))
    }

    /// What stands under a field's name.
    pub(super) fn of_field(
        &mut self,
        field: &str,
        key: &str,
        json: &Json,
        beside: &[(String, Json)],
        place: &str,
    ) {
        match json {
            Json::Object(members) if wire_value(json).is_none() => {
                let mut all = members.clone();
                all.extend(self.beside_of(field, key, beside));
                self.entry(field, Members::new(&all), place);
            }
            Json::Array(items)
                if items
                    .iter()
                    .any(|item| item.as_object().is_some_and(|_| wire_value(item).is_none())) =>
            {
                for (item, number) in items.iter().zip(1usize..) {
                    let place = format!("{place}, value {number}");
                    match item {
                        Json::Object(members) => self.entry(field, Members::new(members), &place),
                        other => self.problems.push(not_an_object(other, &place)),
                    }
                }
            }
            // A pair of value and quote.
            Json::String(_)
            | Json::Number(_)
            | Json::Bool(_)
            | Json::Array(_)
            | Json::Object(_) => {
                let mut all = vec![("value".to_owned(), json.clone())];
                all.extend(self.beside_of(field, key, beside));
                self.entry(field, Members::new(&all), place);
            }
            Json::Null => self.notes.empty.push(field.to_owned()),
        }
    }

    /// What keys beside a field say of it: the currency, the confidence, the quote.
    fn beside_of(
        &mut self,
        field: &str,
        key: &str,
        beside: &[(String, Json)],
    ) -> Vec<(String, Json)> {
        let mut all = Vec::new();
        for (other, json) in beside {
            if let Some(part) = ending(other, key) {
                let own = super::keys::own_name(part);
                all.push((own.to_owned(), json.clone()));
                let said = format!("{own} of {field}");
                self.notes.renamed.insert(other.clone(), said);
            }
        }
        all
    }

    /// Whether a key only says more about the field beside it: `rent_quote` beside `rent`.
    fn speaks_of_another(&self, members: &[(String, Json)], key: &str) -> bool {
        self.known(key).is_none()
            && members.iter().any(|(other, _)| {
                ending(key, other).is_some()
                    && (self.schema.is_none() || self.known(other).is_some())
            })
    }
}

/// How sure the proposer is, by field.
fn confidences(members: &[(String, Json)]) -> Option<(&str, &Json)> {
    let names = ["confidence", "confidences", "confidence_scores", "scores"];
    let found = members
        .iter()
        .find(|(key, json)| names.contains(&plain(key).as_str()) && json.as_object().is_some());
    found.map(|(key, json)| (key.as_str(), json))
}

/// What a key says of the field named by another: `rent_page` of `rent`.
fn ending(key: &str, field: &str) -> Option<Part> {
    let (key, field) = (plain(key), plain(field));
    let rest = key.strip_prefix(field.as_str())?;
    let found = ENDINGS.iter().find(|(ending, _)| *ending == rest);
    found
        .map(|(_, part)| *part)
        .filter(|part| *part != Part::Value)
}

fn shared_quotes(members: &[(String, Json)]) -> Option<(&str, &Json)> {
    let found = members
        .iter()
        .find(|(key, _)| SHARED_QUOTES.contains(&plain(key).as_str()));
    found
        .map(|(key, json)| (key.as_str(), json))
        .or_else(|| deeper(members))
}

/// A list of objects with shared quotes makes its parent one.
fn deeper(members: &[(String, Json)]) -> Option<(&str, &Json)> {
    static NONE: Json = Json::Array(Vec::new());
    let lists = members
        .iter()
        .filter_map(|(key, json)| Some((key, json.as_array()?)));
    let mut lists = lists.filter(|(_, items)| {
        !items.is_empty()
            && items.iter().all(|item| {
                let inside = item.as_object().unwrap_or(&[]);
                inside
                    .iter()
                    .any(|(key, _)| SHARED_QUOTES.contains(&plain(key).as_str()))
            })
    });
    lists.next().map(|(key, _)| (key.as_str(), &NONE))
}

/// The extractions of a document that LangExtract annotated.
fn langextract(members: &[(String, Json)]) -> Option<&[Json]> {
    let (_, list) = members.iter().find(|(key, _)| key == "extractions")?;
    let list = list.as_array()?;
    let marked = |item: &Json| item.get("extraction_class").is_some();
    (list.is_empty() || list.iter().any(marked)).then_some(list)
}
