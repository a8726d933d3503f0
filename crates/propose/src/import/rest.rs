//! What stands beside the form that was recognised: other lists of candidates, groups of fields,
//! tables. A record is never lost for standing under another key than the first.

use groundstop_canon::json::Json;
use groundstop_canon::strict;

use super::Importer;
use super::entry::wire_value;
use super::keys::{NAMES, Part, WRAPPERS, plain};
use super::members::{Members, is_part};

/// How deep candidates are looked for beside the others.
pub(super) const DEEPEST: usize = 4;

/// Which members of an object its form took.
pub(super) enum Taken {
    /// All of them were looked at.
    All,
    /// These; the others may hold more.
    Keys(Vec<String>),
}

impl Importer<'_> {
    /// Takes the candidates that stand beside those of the recognised form, and counts what is none.
    pub(super) fn take_rest(
        &mut self,
        members: &[(String, Json)],
        taken: &Taken,
        place: &str,
        depth: usize,
    ) {
        let Taken::Keys(keys) = taken else { return };
        let rest = members
            .iter()
            .filter(|(key, json)| !json.is_null() && !keys.contains(key));
        for (key, json) in rest {
            let inside = format!("{place}, `{key}`");
            match self.known(key) {
                Some(field) if !is_part(key) => self.of_field(&field, key, json, &[], &inside),
                _ if self.holds_records(json, DEEPEST) => {
                    self.notes.wrappers.push(key.clone());
                    self.take(json, &inside, depth.saturating_add(1));
                }
                _ if self.is_around(key, json) => {}
                _ => self.ignore(key),
            }
        }
    }

    /// The same members, where candidates stand under a wrapper's name as JSON in a string: nothing
    /// that was proposed is lost for being written as a text.
    pub(super) fn with_texts_opened(
        &mut self,
        members: &[(String, Json)],
    ) -> Option<Vec<(String, Json)>> {
        let held = |key: &String, json: &Json| {
            let is_wrapper = WRAPPERS.contains(&plain(key).as_str()) && self.known(key).is_none();
            let text = json.as_str().filter(|_| is_wrapper)?.trim();
            let inner = text
                .starts_with(['{', '['])
                .then(|| strict::parse(text).ok())??;
            self.holds_records(&inner, DEEPEST).then_some(inner)
        };
        let found: Vec<Option<Json>> = members.iter().map(|(key, json)| held(key, json)).collect();
        if found.iter().all(Option::is_none) {
            return None;
        }
        self.notes.envelopes.push("JSON in a string");
        let each = members.iter().zip(found);
        let opened =
            each.map(|((key, json), inner)| (key.clone(), inner.unwrap_or_else(|| json.clone())));
        Some(opened.collect())
    }

    /// The members of a candidate that hold other candidates.
    pub(super) fn beside_record<'j>(&self, members: &'j [(String, Json)]) -> Vec<&'j str> {
        let parts = Members::new(members);
        let own: Vec<&str> = NAMES
            .iter()
            .filter_map(|(part, _)| parts.named(*part).map(|(key, _)| key))
            .collect();
        let holds = |(key, json): &&(String, Json)| {
            let is_own = own.contains(&key.as_str());
            let keyed = self.known(key).is_some() && !is_part(key) && is_entry(json);
            !is_own && (keyed || self.holds_records(json, DEEPEST))
        };
        members
            .iter()
            .filter(holds)
            .map(|(key, _)| key.as_str())
            .collect()
    }

    /// Whether candidates stand somewhere in a value: records for known fields, or such fields with
    /// theirs.
    pub(super) fn holds_records(&self, json: &Json, depth: usize) -> bool {
        let Some(deeper) = depth.checked_sub(1) else {
            return false;
        };
        match json {
            Json::Array(items) => items.iter().any(|item| self.holds_records(item, deeper)),
            Json::Object(members) => {
                self.is_record(members)
                    || members
                        .iter()
                        .any(|(key, json)| self.known(key).is_some() && is_entry(json))
                    || members
                        .iter()
                        .any(|(_, json)| self.holds_records(json, deeper))
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
        }
    }

    /// Whether an object is a candidate for a field that is known; without a schema, one that calls
    /// its field so.
    fn is_record(&self, members: &[(String, Json)]) -> bool {
        let Some((key, field)) = self.candidate_of(members) else {
            return false;
        };
        match self.schema {
            Some(_) => self.known(&field).is_some(),
            None => ["field_name", "field"].contains(&plain(key).as_str()),
        }
    }

    /// Whether a member says the currency or the unit of all that stands beside it.
    pub(super) fn is_around(&self, key: &str, json: &Json) -> bool {
        let parts = Members::of_parts(key, &[Part::Currency, Part::Unit]);
        parts && json.as_str().is_some() && self.known(key).is_none()
    }

    /// Keeps the currency and the unit that stand beside candidates or fields.
    pub(super) fn note_around(&mut self, members: &[(String, Json)]) {
        for (key, json) in members {
            if !self.is_around(key, json) {
                continue;
            }
            let said = json.as_str().map(str::to_owned);
            match Members::of_parts(key, &[Part::Currency]) {
                true => self.around.currency = said,
                false => self.around.unit = said,
            }
            self.rename(key, Part::Unit);
        }
    }

    /// Whether an object holds fields under a name of a group: `{"dates": {"effective_date": "…"}}`.
    pub(super) fn is_group(&self, beside: &[(String, Json)], key: &str, json: &Json) -> bool {
        let inner = json.as_object().unwrap_or(&[]);
        let names = |all: &[(String, Json)]| -> Vec<String> {
            all.iter().filter_map(|(key, _)| self.known(key)).collect()
        };
        let (own, others) = (names(inner), names(beside));
        !is_part(key)
            && wire_value(json).is_none()
            && !own.is_empty()
            && own.iter().all(|name| !others.contains(name))
    }
}

/// Records of a table that names its columns once: `{"columns": […], "rows": [[…], …]}`.
pub(super) fn table(members: &[(String, Json)]) -> Option<Vec<Json>> {
    let list = |names: &[&str]| {
        let found = members
            .iter()
            .find(|(key, _)| names.contains(&plain(key).as_str()));
        found.and_then(|(_, json)| json.as_array())
    };
    let columns: Option<Vec<&str>> = list(&["columns", "headers", "header"])?
        .iter()
        .map(Json::as_str)
        .collect();
    let columns = columns?;
    // Two columns of one name: which one is meant cannot be known.
    let mut names: Vec<String> = columns.iter().map(|name| plain(name)).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() < columns.len() {
        return None;
    }
    let rows = list(&["rows", "data", "values"])?;
    let row = |row: &Json| {
        let cells = row
            .as_array()
            .filter(|cells| cells.len() == columns.len())?;
        let members = columns.iter().zip(cells);
        Some(Json::Object(
            members
                .map(|(name, cell)| ((*name).to_owned(), cell.clone()))
                .collect(),
        ))
    };
    rows.iter().map(row).collect()
}

/// Whether what stands under a field's name is a candidate, or a list of them.
pub(super) fn is_entry(json: &Json) -> bool {
    match json {
        Json::Array(items) => !items.is_empty() && items.iter().any(is_entry),
        Json::Object(members) => {
            let parts = Members::new(members);
            wire_value(json).is_none()
                && (parts.named(Part::Value).is_some() || parts.named(Part::Quote).is_some())
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    }
}
