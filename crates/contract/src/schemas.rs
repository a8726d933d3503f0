//! The JSON Schemas of all public shapes, generated from their types; 2020-12,
//! but draft-07 for rule candidates, as their contract's own snippet reads it.
//!
//! The files under `schemas/` are written from here, and a test fails when
//! they differ. What we write is described as we write it, every key that is
//! always there required; what we read is described as we accept it.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::candidate::CandidateRecord;
use crate::certificate::CertificateFile;
use crate::decision::FieldDecision;
use crate::evidence::EvidenceRecord;
use crate::frozen::SHAPES_VERSION;
use crate::ledger::{LedgerEntry, LedgerRecord, ReceiptFile};
use crate::pack::Pack;
use crate::report::{Receipt, Report};
use crate::rule::rule_candidate_schema;
use crate::schema::SchemaRecord;
use crate::table::TablesRecord;

/// Which side of the JSON a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// What we print.
    Written,
    /// What we accept.
    Read,
}

/// All schemas as file name and pretty JSON text with a newline at its end.
#[must_use]
pub fn all() -> Vec<(&'static str, String)> {
    let candidate = accepting_numbers(root::<CandidateRecord>(Direction::Read), "");
    let candidates = accepting_numbers(
        root::<Vec<CandidateRecord>>(Direction::Read),
        "/$defs/CandidateRecord",
    );
    vec![
        (
            "report.schema.json",
            text(root::<Report>(Direction::Written), "report"),
        ),
        (
            "field-decision.schema.json",
            text(root::<FieldDecision>(Direction::Written), "field-decision"),
        ),
        (
            "evidence.schema.json",
            text(root::<EvidenceRecord>(Direction::Written), "evidence"),
        ),
        (
            "receipt.schema.json",
            text(root::<Receipt>(Direction::Written), "receipt"),
        ),
        (
            "ledger-record.schema.json",
            text(root::<LedgerRecord>(Direction::Written), "ledger-record"),
        ),
        (
            "ledger-entry.schema.json",
            text(root::<LedgerEntry>(Direction::Written), "ledger-entry"),
        ),
        (
            "receipt-file.schema.json",
            text(root::<ReceiptFile>(Direction::Written), "receipt-file"),
        ),
        (
            "answer.schema.json",
            text(root::<Answer>(Direction::Written), "answer"),
        ),
        (
            "pack.schema.json",
            text(root::<Pack>(Direction::Written), "pack"),
        ),
        (
            "certificate.schema.json",
            text(root::<CertificateFile>(Direction::Written), "certificate"),
        ),
        (
            "tables.schema.json",
            text(root::<TablesRecord>(Direction::Written), "tables"),
        ),
        ("candidate.schema.json", text(candidate, "candidate")),
        ("candidates.schema.json", text(candidates, "candidates")),
        (
            "field-schema.schema.json",
            text(root::<SchemaRecord>(Direction::Read), "field-schema"),
        ),
        (
            "rule-candidate.schema.json",
            format!("{:#}\n", rule_candidate_schema()),
        ),
    ]
}

/// The schema of something we print that another room defines, as the text of its file.
#[must_use]
pub fn of_written<T: JsonSchema>(name: &str) -> String {
    text(root::<T>(Direction::Written), name)
}

/// The schema of a type with all it refers to.
pub(crate) fn root<T: JsonSchema>(direction: Direction) -> Value {
    let settings = SchemaSettings::draft2020_12();
    let settings = match direction {
        Direction::Written => settings.for_serialize(),
        Direction::Read => settings.for_deserialize(),
    };
    settings.into_generator().into_root_schema_for::<T>().into()
}

/// Lets the value of a candidate be a JSON number too; it is read as its literal text.
fn accepting_numbers(mut schema: Value, record: &str) -> Value {
    let value = schema.pointer_mut(&format!("{record}/properties/value"));
    if let Some(Value::Object(value)) = value
        && let Some(reference) = value.remove("$ref")
    {
        let either = json!([{ "$ref": reference }, { "type": "number" }]);
        value.insert("anyOf".to_owned(), either);
    }
    schema
}

/// The schema's text, its identity in front.
fn text(mut schema: Value, name: &str) -> String {
    let major = SHAPES_VERSION.split('.').next().unwrap_or_default();
    let id = format!("urn:groundstop:schema:{name}:{major}");
    let mut document = serde_json::Map::new();
    let mut take = |key| {
        schema
            .as_object_mut()
            .and_then(|members| members.remove(key))
    };
    document.extend(take("$schema").map(|draft| ("$schema".to_owned(), draft)));
    document.insert("$id".to_owned(), Value::String(id));
    // The name of a Rust type is nobody's business.
    take("title");
    document.insert("title".to_owned(), Value::String(name.replace('-', " ")));
    document.extend(take("description").map(|words| ("description".to_owned(), words)));
    if let Value::Object(members) = schema {
        document.extend(members);
    }
    format!("{:#}\n", Value::Object(document))
}
