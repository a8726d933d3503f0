//! Our own format: `{"field_name": …, "value": …, "quote": …}`.

use groundstop_canon::json::{Json, Number};
use groundstop_contract::{
    CandidateRecord, Confidence, DurationUnit, DurationValue, MoneyValue, WireValue,
};

use crate::error::{ImportError, ImportProblem, problem};
use crate::records::{Placed, read};

const KEYS: [&str; 10] = [
    "field_name",
    "value",
    "quote",
    "value_quote",
    "page",
    "start",
    "end",
    "prefix",
    "suffix",
    "confidence",
];

pub(crate) fn import(bytes: &[u8]) -> Result<Vec<CandidateRecord>, ImportError> {
    let mut candidates = Vec::new();
    let mut problems = Vec::new();
    for placed in read(bytes)? {
        match candidate(&placed) {
            Ok(candidate) => candidates.push(candidate),
            Err(mut found) => problems.append(&mut found),
        }
    }
    if problems.is_empty() {
        Ok(candidates)
    } else {
        Err(ImportError::new(problems))
    }
}

fn candidate(placed: &Placed) -> Result<CandidateRecord, Vec<ImportProblem>> {
    let place = placed.place.as_str();
    let Some(members) = placed.json.as_object() else {
        return Err(vec![problem(
            place,
            format!("a candidate is an object, not {}", placed.json.kind_name()),
            EXAMPLE,
        )]);
    };
    if let Some(flat) = flat_object(members) {
        return Err(vec![problem(place, flat.0, flat.1)]);
    }
    let mut reader = Reader {
        place,
        members,
        problems: Vec::new(),
    };
    reader.refuse_unknown_keys();
    let field_name = reader
        .required("field_name")
        .and_then(|json| reader.name(json));
    let value = reader.required("value").and_then(|json| reader.value(json));
    let quote = reader.text("quote");
    let value_quote = reader.text("value_quote");
    let page = reader.whole("page").and_then(|page| reader.page(page));
    let start = reader.whole("start");
    let end = reader.whole("end");
    if reader.get("start").is_some() != reader.get("end").is_some() {
        reader.say(
            "start",
            "`start` and `end` go together",
            "give both, or neither",
        );
    }
    let prefix = reader.text("prefix");
    let suffix = reader.text("suffix");
    let confidence = reader.confidence();
    match (field_name, value) {
        (Some(field_name), Some(value)) if reader.problems.is_empty() => Ok(CandidateRecord {
            field_name,
            value,
            quote,
            value_quote,
            page,
            start,
            end,
            prefix,
            suffix,
            confidence,
            set_aside: None,
        }),
        _ => Err(reader.problems),
    }
}

const EXAMPLE: &str = r#"write {"field_name": "date", "value": "January 5, 2024", "quote": "dated January 5, 2024", "confidence": 0.9}"#;

/// A model's flat answer, `{"date": "…"}`, with the exact cure.
fn flat_object(members: &[(String, Json)]) -> Option<(String, String)> {
    let known = members.iter().any(|(key, _)| KEYS.contains(&key.as_str()));
    let (key, value) = members.first().filter(|_| !known)?;
    let shown = match value {
        Json::String(text) => text.chars().take(40).collect(),
        Json::Number(number) => number.text().to_owned(),
        _ => "…".to_owned(),
    };
    let row = |field: &str, value: &str| {
        let escape = |text: &str| {
            groundstop_canon::jcs::to_string(&Json::String(text.to_owned())).unwrap_or_default()
        };
        format!(
            r#"[{{"field_name": {}, "value": {}, "quote": "the sentence that says so"}}]"#,
            escape(field),
            escape(value)
        )
    };
    Some((
        format!("`{key}` is no key of a candidate: this is a flat object, field by field"),
        format!("write one candidate per field: {}", row(key, &shown)),
    ))
}

struct Reader<'a> {
    place: &'a str,
    members: &'a [(String, Json)],
    problems: Vec<ImportProblem>,
}

impl<'a> Reader<'a> {
    fn say(&mut self, key: &str, message: impl Into<String>, cure: impl Into<String>) {
        self.problems
            .push(problem(format!("{}, `{key}`", self.place), message, cure));
    }

    /// A member that is there and not null.
    fn get(&self, key: &str) -> Option<&'a Json> {
        let found = self.members.iter().find(|(name, _)| name == key);
        found.map(|(_, json)| json).filter(|json| !json.is_null())
    }

    fn refuse_unknown_keys(&mut self) {
        let unknown: Vec<&str> = self
            .members
            .iter()
            .map(|(key, _)| key.as_str())
            .filter(|key| !KEYS.contains(key))
            .collect();
        for key in unknown {
            let cure = format!("remove it; the keys are {}", KEYS.join(", "));
            self.say(key, format!("unknown key `{key}`"), cure);
        }
    }

    fn required(&mut self, key: &str) -> Option<&'a Json> {
        let found = self.get(key);
        if found.is_none() {
            let cure = match key {
                "value" => {
                    "give the value, or leave the candidate out: a field without candidates stops as not found"
                }
                _ => "name the field the value is for",
            };
            self.say(key, format!("`{key}` is missing"), cure);
        }
        found
    }

    fn name(&mut self, json: &Json) -> Option<String> {
        match json.as_str() {
            Some(name) if !name.trim().is_empty() => Some(name.to_owned()),
            _ => {
                self.say(
                    "field_name",
                    "a field's name is a string that is not empty",
                    "name the field",
                );
                None
            }
        }
    }

    fn value(&mut self, json: &Json) -> Option<WireValue> {
        let value = wire_value(json);
        if value.is_none() {
            self.say(
                "value",
                format!("the value is {}", json.kind_name()),
                r#"write a string, a number, true or false, {"amount": "500", "currency": "USD"} or {"count": "30", "unit": "day"}"#,
            );
        }
        value
    }

    fn text(&mut self, key: &str) -> Option<String> {
        let json = self.get(key)?;
        match json.as_str() {
            Some(text) => Some(text.to_owned()),
            None => {
                self.say(
                    key,
                    format!("`{key}` is {}, not a string", json.kind_name()),
                    "write a string",
                );
                None
            }
        }
    }

    fn whole(&mut self, key: &str) -> Option<u64> {
        let json = self.get(key)?;
        let whole = json.as_number().and_then(whole_number);
        if whole.is_none() {
            let shown = json.as_number().map_or(json.kind_name(), Number::text);
            self.say(
                key,
                format!("`{key}` is {shown}, not a whole number from 0 on"),
                "offsets count code points of the text that `groundstop text` prints",
            );
        }
        whole
    }

    fn page(&mut self, page: u64) -> Option<u32> {
        let page = u32::try_from(page).ok().filter(|page| *page > 0);
        if page.is_none() {
            self.say("page", "pages are counted from 1", "name the page's number");
        }
        page
    }

    fn confidence(&mut self) -> Option<Confidence> {
        let json = self.get("confidence")?;
        let number = json.as_number();
        let confidence = number.and_then(Number::decimal).and_then(Confidence::new);
        if confidence.is_none() {
            let shown = number.map_or(json.kind_name(), Number::text);
            self.say(
                "confidence",
                format!("the confidence is {shown}, not a number from 0 to 1"),
                "write a number such as 0.9, or leave it out (missing counts as 0)",
            );
        }
        confidence
    }
}

fn whole_number(number: &Number) -> Option<u64> {
    let decimal = number.decimal().filter(|decimal| decimal.is_whole())?;
    decimal.to_string().parse().ok()
}

/// A value in any of its JSON forms; a number keeps its literal text.
pub(crate) fn wire_value(json: &Json) -> Option<WireValue> {
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
                _ => None,
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
