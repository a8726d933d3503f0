//! Instructor's models with `substring_quotes`.
//!
//! Every object that carries quotes speaks for its other members: each is a
//! field, offered with the first of the quotes that has its text.

use groundstop_canon::json::Json;
use groundstop_contract::{CandidateRecord, WireValue};

use crate::error::{ImportError, ImportProblem, problem};
use crate::plain::wire_value;
use crate::records::read;

const QUOTE_KEYS: [&str; 2] = ["substring_quotes", "substring_quote"];

pub(crate) fn import(bytes: &[u8]) -> Result<Vec<CandidateRecord>, ImportError> {
    let mut found = Found::default();
    for placed in read(bytes)? {
        let before = found.objects;
        found.walk(&placed.json, &placed.place);
        if found.objects == before {
            found.problems.push(problem(
                placed.place,
                "no object here has `substring_quotes`",
                "give the JSON of a model that uses Instructor's citations",
            ));
        }
    }
    if found.problems.is_empty() {
        Ok(found.candidates)
    } else {
        Err(ImportError::new(found.problems))
    }
}

#[derive(Default)]
struct Found {
    candidates: Vec<CandidateRecord>,
    problems: Vec<ImportProblem>,
    objects: usize,
}

impl Found {
    fn walk(&mut self, json: &Json, place: &str) {
        match json {
            Json::Array(items) => items.iter().for_each(|item| self.walk(item, place)),
            Json::Object(members) => {
                let quotes = members
                    .iter()
                    .find(|(key, _)| QUOTE_KEYS.contains(&key.as_str()));
                if let Some((key, quotes)) = quotes {
                    self.objects = self.objects.saturating_add(1);
                    self.object(members, key, quotes, place);
                }
                let nested =
                    |json: &&(String, Json)| matches!(json.1, Json::Array(_) | Json::Object(_));
                members
                    .iter()
                    .filter(nested)
                    .for_each(|(_, json)| self.walk(json, place));
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }

    fn object(&mut self, members: &[(String, Json)], key: &str, quotes: &Json, place: &str) {
        let texts: Option<Vec<&str>> = match quotes {
            Json::Array(items) => items.iter().map(Json::as_str).collect(),
            Json::String(text) => Some(vec![text]),
            _ => None,
        };
        let Some(texts) = texts else {
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                format!(
                    "the quotes are {}, not a list of strings",
                    quotes.kind_name()
                ),
                "write a list of strings",
            ));
            return;
        };
        for (name, json) in members {
            let scalar = matches!(json, Json::Bool(_) | Json::Number(_) | Json::String(_));
            let Some(value) = wire_value(json).filter(|_| scalar && name != key) else {
                continue;
            };
            self.candidates.push(CandidateRecord {
                field_name: name.clone(),
                quote: pick(&texts, &value).map(str::to_owned),
                value,
                value_quote: None,
                page: None,
                start: None,
                end: None,
                prefix: None,
                suffix: None,
                confidence: None,
                set_aside: None,
            });
        }
    }
}

fn pick<'a>(quotes: &[&'a str], value: &WireValue) -> Option<&'a str> {
    let holds = |quote: &&&str| match value {
        WireValue::Text(text) => quote.contains(text.as_str()),
        _ => false,
    };
    quotes.iter().find(holds).or(quotes.first()).copied()
}
