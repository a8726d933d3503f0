//! Labelled contracts and NDAs, and when an accepted value is right.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_contract::{FieldRecord, SchemaRecord, WireValue};
use groundstop_value::{Kind, Reading, Value, read_all, read_whole};
use jiff::civil::Date;
use serde_json::Value as Json;

/// Into how many parts the documents are split, by who filed them.
pub(super) const FOLDS: usize = 5;

/// How far beyond labelled words a date they cut is looked for.
const CUT_BYTES: usize = 40;

/// A document with its labels.
pub(super) struct Labelled {
    pub(super) name: String,
    pub(super) schema: &'static str,
    pub(super) text: String,
    pub(super) fold: usize,
    pub(super) fields: BTreeMap<String, Label>,
}

/// What the labels say about one field.
#[derive(Default)]
pub(super) struct Label {
    /// Whether the labels call the field present.
    pub(super) present: bool,
    /// Whether what is there is itself a blank, such as `[]/[]/2000`.
    pub(super) placeholder: bool,
    /// What the value must be, where that is known.
    pub(super) expected: Option<Expected>,
    /// Where it stands, every occurrence of the labelled text included.
    pub(super) spans: Vec<Range<usize>>,
    /// Whether a date stands in the labelled words, and need not be computed.
    pub(super) spelled: bool,
    /// The same where a spelling with several readings, such as `3/4/05`, counts too.
    pub(super) readable: bool,
    /// How many values the labels name, where they count them.
    pub(super) count: usize,
    /// Whether only a value can be compared: the labels name no place.
    pub(super) placeless: bool,
}

/// A value as the labels normalise it.
pub(super) enum Expected {
    /// A date; none where the label is a blank or words.
    Date(Option<Date>),
    /// Lengths of time.
    Durations(Vec<Value>),
    /// Names, compared by their letters and digits.
    Names(Vec<String>),
    /// A value as it is released.
    Exact(WireValue),
}

impl Label {
    /// Whether a right ACCEPT was possible at all.
    pub(super) fn is_stated(&self) -> bool {
        let dated = !matches!(self.expected, Some(Expected::Date(None)));
        self.present && !self.placeholder && dated && self.spelled
    }

    /// Whether the labels give it a value: one the words spell in some reading, or any other words.
    pub(super) fn is_labelled(&self) -> bool {
        let dated = !matches!(self.expected, Some(Expected::Date(None)));
        self.present && !self.placeholder && dated && self.readable
    }

    /// The labelled words, for a person to look at.
    pub(super) fn words(&self, text: &str) -> String {
        let mut words: Vec<&str> = Vec::new();
        for span in &self.spans {
            let said = text.get(span.clone()).unwrap_or_default();
            if !words.contains(&said) {
                words.push(said);
            }
        }
        let value = match &self.expected {
            Some(Expected::Date(Some(date))) => date.to_string(),
            Some(Expected::Durations(list)) => format!("{list:?}"),
            Some(Expected::Names(names)) => names.join(", "),
            Some(Expected::Exact(value)) => serde_json::to_string(value).unwrap_or_default(),
            Some(Expected::Date(None)) | None => String::new(),
        };
        format!("{value} | {}", words.join(" | "))
    }

    /// Whether a value at a place is what the labels say.
    pub(super) fn is_right(&self, value: &WireValue, quote: &Range<usize>) -> bool {
        if !self.present || self.placeholder {
            return false;
        }
        let overlaps = self
            .spans
            .iter()
            .any(|span| span.start < quote.end && quote.start < span.end);
        match &self.expected {
            Some(Expected::Date(date)) => {
                let said = matches!(value, WireValue::Text(text) if date.is_some_and(|date| date.to_string() == *text));
                said && (overlaps || self.placeless)
            }
            Some(Expected::Durations(list)) => {
                let agrees = |read: &Value| list.iter().any(|one| one.agrees(read));
                let said =
                    list.is_empty() || read_duration(value).is_some_and(|read| agrees(&read));
                said && (overlaps || self.placeless)
            }
            Some(Expected::Exact(exact)) => value == exact,
            Some(Expected::Names(names)) => {
                let WireValue::Text(text) = value else {
                    return false;
                };
                let said = letters(text);
                overlaps || names.contains(&said)
            }
            None => overlaps,
        }
    }
}

fn read_duration(value: &WireValue) -> Option<Value> {
    match value {
        WireValue::Duration(duration) => Some(Value::Duration {
            count: groundstop_canon::Decimal::parse(&duration.count)?,
            unit: duration.unit,
        }),
        WireValue::Text(text) => read_whole(&Kind::Duration, text)?.clear().cloned(),
        _ => None,
    }
}

/// The readings in labelled words that can mean a date; a label may cut the words of its date.
fn readings_as(text: &str, span: &Range<usize>, date: Date) -> impl Iterator<Item = Reading> {
    let kind = Kind::Date {
        order: None,
        century: None,
    };
    let low = text.floor_char_boundary(span.start.saturating_sub(CUT_BYTES));
    let high = text.floor_char_boundary((span.end + CUT_BYTES).min(text.len()));
    let said = span.start - low..span.end - low;
    let readings = read_all(&kind, &text[low..high]).into_iter();
    readings
        .filter(move |one| one.span.start < said.end && said.start < one.span.end)
        .filter(move |one| one.values.contains(&Value::Date(date)))
}

/// Whether the words spell a date, and in a way that reads as no other.
fn says(text: &str, span: &Range<usize>, date: Date) -> bool {
    readings_as(text, span, date).any(|reading| reading.clear().is_some())
}

/// Whether the labelled words spell a length of time that the answer has, or any where it has none.
fn spells_time(text: &str, spans: &[Range<usize>], answer: &[Value]) -> bool {
    let agrees = |read: &Value| answer.is_empty() || answer.iter().any(|one| one.agrees(read));
    spans
        .iter()
        .flat_map(|span| read_all(&Kind::Duration, &text[span.clone()]))
        .any(|reading| reading.values.iter().any(agrees))
}

/// All lengths of time in an answer such as "2 successive 10 years".
fn durations(answer: &str) -> Vec<Value> {
    let readings = read_all(&Kind::Duration, answer);
    readings
        .into_iter()
        .flat_map(|reading| reading.values)
        .collect()
}

/// Every place where the words of a label stand, letter case and white space apart.
fn occurrences(text: &str, said: &str) -> Vec<Range<usize>> {
    // Labels often run on into a bracket or a comma.
    let said = said.trim_matches(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = said.split_whitespace().map(regex::escape).collect();
    let pattern = format!("(?i){}", words.join(r"\s+"));
    let Ok(regex) = regex::RegexBuilder::new(&pattern)
        .size_limit(1 << 26)
        .build()
    else {
        return text
            .match_indices(said)
            .map(|(at, _)| at..at + said.len())
            .collect();
    };
    regex.find_iter(text).map(|found| found.range()).collect()
}

/// The letters and digits of a name, with its legal form in one spelling.
fn letters(text: &str) -> String {
    let text = text.to_lowercase().replace('&', " and ");
    let forms = [
        ("incorporated", "inc"),
        ("corporation", "corp"),
        ("company", "co"),
        ("limited", "ltd"),
    ];
    let text = forms
        .iter()
        .fold(text, |text, (long, short)| text.replace(long, short));
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// All labelled documents of both collections.
pub(super) fn load(data: &Path) -> Result<Vec<Labelled>, String> {
    let mut all = read(&data.join("cuad/contracts.jsonl"), contract)?;
    all.extend(read(&data.join("kleister_nda/ndas.jsonl"), nda)?);
    Ok(all)
}

fn read(path: &Path, make: fn(&Json) -> Option<Labelled>) -> Result<Vec<Labelled>, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    text.lines()
        .map(|line| {
            let json: Json = serde_json::from_str(line).map_err(|error| error.to_string())?;
            make(&json)
                .ok_or_else(|| format!("`{}`: a line is not a labelled document", path.display()))
        })
        .collect()
}

/// Documents of one filer stay together, whatever their order.
fn fold_of(group: &str) -> usize {
    let digest = sha256_hex(group.as_bytes());
    let number = u64::from_str_radix(&digest[..8], 16).unwrap_or(0);
    usize::try_from(number).unwrap_or(0) % FOLDS
}

const CONTRACT_FIELDS: [(&str, &str, bool); 8] = [
    ("title", "Document Name", false),
    ("parties", "Parties", false),
    ("agreement_date", "Agreement Date", true),
    ("effective_date", "Effective Date", true),
    ("expiration_date", "Expiration Date", true),
    ("renewal_term", "Renewal Term", false),
    ("notice_period", "Notice Period To Terminate Renewal", false),
    ("governing_law", "Governing Law", false),
];

fn contract(json: &Json) -> Option<Labelled> {
    let text = json["text"].as_str()?.to_owned();
    let mut fields = BTreeMap::new();
    for (name, category, dated) in CONTRACT_FIELDS {
        let field = &json["fields"][category];
        let answer = field["answer"].as_str().unwrap_or_default();
        let mut spans = Vec::new();
        for span in field["spans"].as_array()? {
            let said = span["text"].as_str()?;
            spans.extend(occurrences(&text, said));
        }
        let date = american_date(answer).filter(|_| dated);
        let timed = matches!(name, "renewal_term" | "notice_period");
        fields.insert(
            name.to_owned(),
            Label {
                present: field["status"] == "present",
                spelled: date.is_none_or(|date| spans.iter().any(|span| says(&text, span, date)))
                    && (!timed || spells_time(&text, &spans, &durations(answer))),
                readable: date.is_none_or(|date| {
                    let mut spans = spans.iter();
                    spans.any(|span| readings_as(&text, span, date).next().is_some())
                }),
                placeholder: (dated || timed) && answer.contains("[]"),
                expected: match name {
                    _ if dated => Some(Expected::Date(american_date(answer))),
                    _ if timed => Some(Expected::Durations(durations(answer))),
                    _ => None,
                },
                spans,
                count: 2,
                placeless: false,
            },
        );
    }
    Some(Labelled {
        name: json["doc_id"].as_str()?.to_owned(),
        schema: "contract",
        fold: fold_of(json["group"].as_str()?),
        text,
        fields,
    })
}

/// A date as the contracts' labels write it: month, day, and a year of two or four digits.
pub(in crate::eval) fn american_date(answer: &str) -> Option<Date> {
    let parts: Vec<&str> = answer.trim().split('/').collect();
    let [month, day, year] = parts.as_slice() else {
        return None;
    };
    let number: i16 = year.parse().ok()?;
    let year = match year.len() {
        2 if number < 60 => 2000 + number,
        2 => 1900 + number,
        _ => number,
    };
    Date::new(year, month.parse().ok()?, day.parse().ok()?).ok()
}

fn nda(json: &Json) -> Option<Labelled> {
    let text = json["text"].as_str()?.to_owned();
    let labels = json["fields"].as_object()?;
    let mut fields = BTreeMap::new();
    for (name, category) in [
        ("effective_date", "effective_date"),
        ("jurisdiction", "jurisdiction"),
        ("parties", "party"),
        ("term", "term"),
    ] {
        let field = labels.get(category)?;
        let values = field["values"].as_array()?;
        let said: Vec<&str> = values
            .iter()
            .filter_map(|value| value["value"].as_str())
            .collect();
        let mut spans = Vec::new();
        for span in values
            .iter()
            .flat_map(|value| value["spans"].as_array())
            .flatten()
        {
            let at = |key: &str| usize::try_from(span[key].as_u64()?).ok();
            spans.push(at("byte_start")?..at("byte_end")?);
        }
        let expected = match category {
            "effective_date" => Expected::Date(said.first().and_then(|date| date.parse().ok())),
            "term" => Expected::Durations(
                said.iter()
                    .filter_map(|term| read_whole(&Kind::Duration, term)?.clear().cloned())
                    .collect(),
            ),
            _ => Expected::Names(said.iter().map(|name| letters(name)).collect()),
        };
        fields.insert(
            name.to_owned(),
            Label {
                present: field["status"] == "present",
                spelled: true,
                readable: true,
                placeholder: false,
                expected: Some(expected),
                spans,
                count: values.len(),
                placeless: true,
            },
        );
    }
    let party = labels["party"]["values"][0]["value"]
        .as_str()
        .unwrap_or_default();
    Some(Labelled {
        name: json["doc_id"].as_str()?.to_owned(),
        schema: "nda",
        fold: fold_of(&letters(party)),
        text,
        fields,
    })
}

/// The invoices written for the project, with what each of them says.
pub(super) fn invoices(folder: &Path, schema: &SchemaRecord) -> Result<Vec<Labelled>, String> {
    let fail =
        |path: &Path, error: &dyn std::fmt::Display| format!("`{}`: {error}", path.display());
    let list = folder.join("expected.toml");
    let text = fs::read_to_string(&list).map_err(|error| fail(&list, &error))?;
    let expected: BTreeMap<String, BTreeMap<String, String>> =
        toml::from_str(&text).map_err(|error| fail(&list, &error))?;
    let mut all = Vec::new();
    for (number, (name, said)) in expected.into_iter().enumerate() {
        let path = folder.join(&name);
        let bytes = fs::read(&path).map_err(|error| fail(&path, &error))?;
        let document = groundstop_read::read(&bytes, &groundstop_read::ReadOptions::default())
            .map_err(|error| fail(&path, &error))?;
        let mut fields = BTreeMap::new();
        for field in &schema.fields {
            let label = match said.get(&field.name) {
                Some(said) => stated(field, said).ok_or_else(|| {
                    format!("`{}`: `{said}` is no {}", list.display(), field.name)
                })?,
                None => Label::default(),
            };
            fields.insert(field.name.clone(), label);
        }
        all.push(Labelled {
            name,
            schema: "invoice",
            text: document.text().to_owned(),
            fold: number % FOLDS,
            fields,
        });
    }
    Ok(all)
}

fn stated(field: &FieldRecord, said: &str) -> Option<Label> {
    let kind = Kind::of(field);
    let value = match kind {
        Kind::Text => WireValue::Text(said.to_owned()),
        _ => read_whole(&kind, said)?.clear()?.to_wire(),
    };
    Some(Label {
        present: true,
        spelled: true,
        readable: true,
        expected: Some(Expected::Exact(value)),
        ..Label::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digit_years_fall_into_the_right_century() {
        assert_eq!(american_date("9/1/04").unwrap().to_string(), "2004-09-01");
        assert_eq!(american_date("8/24/95").unwrap().to_string(), "1995-08-24");
        assert_eq!(american_date("[]/[]/2000"), None);
    }
}
