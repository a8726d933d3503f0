//! Field schemas: read from TOML or JSON, and checked before anything is judged.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use groundstop_canon::jcs;
use groundstop_contract::report::SchemaIdentity;
use groundstop_contract::{
    BoundKind, CandidateRecord, EvidenceRequirements, FieldRecord, FieldType, SchemaRecord,
};
use groundstop_value::{Cue, Kind};

use crate::fault::Fault;
use crate::phrases;

/// The most fields a schema may have.
pub const MAX_FIELDS: usize = 10_000;

/// What is wrong with a schema, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct SchemaError {
    line: Option<usize>,
    message: String,
    cure: String,
}

impl SchemaError {
    pub(crate) fn new(message: impl Into<String>, cure: impl Into<String>) -> SchemaError {
        SchemaError {
            line: None,
            message: message.into(),
            cure: cure.into(),
        }
    }

    fn at(mut self, line: Option<usize>) -> SchemaError {
        self.line = self.line.or(line);
        self
    }

    /// How to mend it.
    #[must_use]
    pub fn cure(&self) -> &str {
        &self.cure
    }
}

/// A schema that was checked.
#[derive(Clone, Debug)]
pub struct Schema {
    record: SchemaRecord,
    sha256: String,
    kinds: Vec<Kind>,
    names: BTreeSet<String>,
}

impl Schema {
    /// Reads a schema file: JSON where it begins with a brace, else TOML.
    ///
    /// # Errors
    /// Where the file is not a schema; the error names the line and the cure.
    pub fn parse(text: &str) -> Result<Schema, SchemaError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        if text.trim_start().starts_with('[')
            && serde_json::from_str::<Vec<serde_json::Value>>(text).is_ok()
        {
            return Err(SchemaError::new(
                "a schema is an object, and this is a JSON array, as candidates are",
                "give the file with the fields; `groundstop schema show contract` prints one to start from",
            ));
        }
        let record = if text.trim_start().starts_with('{') {
            parse_json(text)?
        } else {
            parse_toml(text)?
        };
        Schema::check(record).map_err(|error| {
            let line = line_of_subject(text, &error.message);
            error.at(line)
        })
    }

    /// Checks a schema that is already a record.
    ///
    /// # Errors
    /// Where something in it makes no sense or loosens the contract.
    pub fn check(record: SchemaRecord) -> Result<Schema, SchemaError> {
        check_head(&record)?;
        let mut names = BTreeSet::new();
        for field in &record.fields {
            check_field(field)?;
            if !names.insert(field.name.as_str()) {
                return Err(SchemaError::new(
                    format!("the field `{}` is there twice", field.name),
                    "give every field a name of its own, or set `many = true` on one",
                ));
            }
        }
        let sha256 = jcs::digest(&record).map_err(|error| {
            SchemaError::new(error.to_string(), "write numbers with fewer digits")
        })?;
        let kinds = record.fields.iter().map(Kind::of).collect();
        let names = record
            .fields
            .iter()
            .map(|field| field.name.clone())
            .collect();
        Ok(Schema {
            record,
            sha256,
            kinds,
            names,
        })
    }

    /// The schema for candidates that come without one: every field is text.
    ///
    /// # Errors
    /// Where a field's name is empty.
    pub fn untyped(candidates: &[CandidateRecord], many: bool) -> Result<Schema, SchemaError> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for candidate in candidates {
            let count = counts.entry(&candidate.field_name).or_default();
            *count = count.saturating_add(1);
        }
        let mut fields = Vec::new();
        for candidate in candidates {
            // Taken out at its first mention, so that the file's order is kept.
            if let Some(count) = counts.remove(candidate.field_name.as_str()) {
                fields.push(text_field(&candidate.field_name, many && count > 1));
            }
        }
        Schema::check(SchemaRecord {
            name: "untyped".to_owned(),
            version: "1.0.0".to_owned(),
            evidence: EvidenceRequirements::default(),
            fields,
        })
    }

    /// The schema as it is written.
    #[must_use]
    pub fn record(&self) -> &SchemaRecord {
        &self.record
    }

    /// Name, version and digest.
    #[must_use]
    pub fn identity(&self) -> SchemaIdentity {
        SchemaIdentity {
            name: self.record.name.clone(),
            version: self.record.version.clone(),
            sha256: self.sha256.clone(),
        }
    }

    /// The fields with the kinds of their values.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&FieldRecord, &Kind)> {
        self.record.fields.iter().zip(&self.kinds)
    }

    /// The field's name that comes nearest to an unknown one.
    #[must_use]
    pub fn nearest_field(&self, name: &str) -> Option<&str> {
        let fields = self.record.fields.iter().map(|field| field.name.as_str());
        nearest(name, fields)
    }

    /// Whether the schema has a field of this name.
    #[must_use]
    pub fn has_field(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// The spelling among several that comes nearest, where one comes near at all.
#[must_use]
pub fn nearest<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    among
        .map(|other| (strsim::damerau_levenshtein(word, other), other))
        .filter(|(distance, other)| distance.saturating_mul(2) <= other.chars().count())
        .min()
        .map(|(_, other)| other)
}

fn text_field(name: &str, many: bool) -> FieldRecord {
    FieldRecord {
        name: name.to_owned(),
        kind: FieldType::Text,
        order: None,
        century: None,
        currency: None,
        ratio: false,
        format: None,
        options: Vec::new(),
        phrases: BTreeMap::new(),
        yes: Vec::new(),
        no: Vec::new(),
        required: true,
        many,
        description: None,
        cues: Vec::new(),
        require_cue: false,
        bound: BoundKind::None,
        not: Vec::new(),
        section: Vec::new(),
        position: None,
    }
}

fn parse_json(text: &str) -> Result<SchemaRecord, SchemaError> {
    groundstop_canon::strict::parse(text)
        .map_err(|error| SchemaError::new(error.to_string(), "mend the JSON at that place"))?;
    serde_json::from_str(text).map_err(|error| {
        let values = serde_json::from_str(text).ok();
        explain(values, &error.to_string()).at(Some(error.line()))
    })
}

fn parse_toml(text: &str) -> Result<SchemaRecord, SchemaError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| line_at(text, &span));
        explain(toml::from_str(text).ok(), error.message()).at(line)
    })
}

fn line_at(text: &str, span: &Range<usize>) -> usize {
    let before = text.get(..span.start).unwrap_or(text);
    before.matches('\n').count().saturating_add(1)
}

/// The line of the first thing named in backticks, for errors found after parsing.
fn line_of_subject(text: &str, message: &str) -> Option<usize> {
    let subject = message.split('`').nth(1)?;
    let quoted = format!("\"{subject}\"");
    let at = text.find(&quoted).or_else(|| text.find(subject))?;
    Some(line_at(text, &(at..at)))
}

/// What is wrong with a file that is no schema, and the cure. Where the file could be
/// read as plain values, the fault is known; else only the parser's words are.
fn explain(values: Option<serde_json::Value>, message: &str) -> SchemaError {
    let fault = values.and_then(Fault::of::<SchemaRecord>);
    let fault = fault.unwrap_or_else(|| Fault::Other(message.trim().replace('\n', " ")));
    let among = |found: &str, known: &[&str], all: &str| match nearest(found, known.iter().copied())
    {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{all}: {}", known.join(", ")),
    };
    let cure = match &fault {
        Fault::UnknownKey { found, known } => among(found, known, "the keys here are"),
        Fault::UnknownWord { found, known } => among(found, known, "write one of"),
        Fault::Missing(key) => format!("add the key `{key}`"),
        Fault::Other(message) if message.contains("invalid basic string") => {
            "close the text with a quotation mark on its line".to_owned()
        }
        Fault::Other(_) => {
            "`groundstop schema show contract` prints a schema to start from".to_owned()
        }
    };
    SchemaError::new(fault.to_string(), cure)
}

fn check_head(record: &SchemaRecord) -> Result<(), SchemaError> {
    if record.name.trim().is_empty() || record.version.trim().is_empty() {
        return Err(SchemaError::new(
            "`name` and `version` must not be empty",
            "name the schema and give it a version such as \"1.0.0\"",
        ));
    }
    let least = EvidenceRequirements::contract_min_confidence();
    if record.evidence.min_confidence < least {
        return Err(SchemaError::new(
            format!(
                "`min_confidence` is {}, below the contract's {least}",
                record.evidence.min_confidence
            ),
            format!("raise it to {least} or more, or leave it out"),
        ));
    }
    if record.fields.len() > MAX_FIELDS {
        return Err(SchemaError::new(
            format!("{} fields are more than {MAX_FIELDS}", record.fields.len()),
            "split the schema",
        ));
    }
    Ok(())
}

fn check_field(field: &FieldRecord) -> Result<(), SchemaError> {
    let name = &field.name;
    if name.trim().is_empty() {
        return Err(SchemaError::new(
            "a field's `name` is empty",
            "name the field",
        ));
    }
    let numeric = [FieldType::Number, FieldType::Money, FieldType::Percent];
    let options: [(&str, bool, &[FieldType]); 9] = [
        ("order", field.order.is_some(), &[FieldType::Date]),
        ("century", field.century.is_some(), &[FieldType::Date]),
        ("currency", field.currency.is_some(), &[FieldType::Money]),
        ("ratio", field.ratio, &[FieldType::Percent]),
        ("format", field.format.is_some(), &numeric),
        ("options", !field.options.is_empty(), &[FieldType::Choice]),
        ("phrases", !field.phrases.is_empty(), &[FieldType::Choice]),
        ("yes", !field.yes.is_empty(), &[FieldType::Boolean]),
        ("no", !field.no.is_empty(), &[FieldType::Boolean]),
    ];
    for (option, given, kinds) in options {
        if given && !kinds.contains(&field.kind) {
            let kinds: Vec<String> = kinds.iter().map(|kind| type_name(*kind)).collect();
            return Err(SchemaError::new(
                format!("`{name}` has the option `{option}`, which its type does not know"),
                format!("`{option}` belongs to the type {}", kinds.join(", ")),
            ));
        }
    }
    if field.kind == FieldType::Choice && field.options.is_empty() {
        return Err(SchemaError::new(
            format!("the choice `{name}` has no `options`"),
            "list the values it can have: options = [\"…\", \"…\"]",
        ));
    }
    if field
        .century
        .is_some_and(|century| century % 100 != 0 || !(1000..=9900).contains(&century))
    {
        return Err(SchemaError::new(
            format!("the `century` of `{name}` is not a century"),
            "write the first year of it, such as 1900 or 2000",
        ));
    }
    check_phrases(field)
}

fn check_phrases(field: &FieldRecord) -> Result<(), SchemaError> {
    let name = &field.name;
    let lists = [
        ("options", &field.options),
        ("cues", &field.cues),
        ("not", &field.not),
        ("section", &field.section),
        ("yes", &field.yes),
        ("no", &field.no),
    ];
    let said = field.phrases.values().map(|list| ("phrases", list));
    let lists = lists.into_iter().chain(said);
    for (key, list) in lists {
        if list
            .iter()
            .any(|phrase| !phrase.chars().any(char::is_alphanumeric))
        {
            return Err(SchemaError::new(
                format!("`{name}` has an entry without letters or digits in `{key}`"),
                "remove it: it could never match",
            ));
        }
    }
    check_cues(field)?;
    phrases::check(field)?;
    if field
        .currency
        .as_ref()
        .is_some_and(|currency| currency.trim().is_empty())
    {
        return Err(SchemaError::new(
            format!("the `currency` of `{name}` is empty"),
            "write a code such as \"USD\"",
        ));
    }
    Ok(())
}

/// A cue must be able to introduce a value: it must be found in its own words, and not be a `not` phrase.
fn check_cues(field: &FieldRecord) -> Result<(), SchemaError> {
    for phrase in &field.cues {
        let found = Cue::new(phrase).and_then(|cue| cue.find(phrase));
        if found.is_none() {
            return Err(SchemaError::new(
                format!("the cue `{phrase}` of `{}` can never match", field.name),
                "write plain words: a semicolon between two words parts them",
            ));
        }
        let forbidden = |not: &&String| Cue::new(not).is_some_and(|cue| cue.find(phrase).is_some());
        if let Some(not) = field.not.iter().find(forbidden) {
            return Err(SchemaError::new(
                format!(
                    "the cue `{phrase}` of `{}` can never match: `not` has \"{not}\"",
                    field.name
                ),
                "remove one of the two",
            ));
        }
    }
    Ok(())
}

/// A type as schemas spell it.
fn type_name(kind: FieldType) -> String {
    kind.code().to_owned()
}
