//! The built-in schemas, written as any user's.

use groundstop_contract::{FieldRecord, SchemaRecord};

/// A built-in schema: its name, what it is for, and its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinSchema {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The file, as TOML.
    pub toml: &'static str,
}

/// All built-in schemas.
pub const ALL: &[BuiltinSchema] = &[
    BuiltinSchema {
        name: "contract",
        about: "commercial contracts: title, parties, dates, renewal, governing law",
        toml: include_str!("schemas/contract.toml"),
    },
    BuiltinSchema {
        name: "nda",
        about: "non-disclosure agreements: date, parties, term, jurisdiction",
        toml: include_str!("schemas/nda.toml"),
    },
    BuiltinSchema {
        name: "invoice",
        about: "invoices in six languages: number, dates, seller, buyer, net, tax, total, IBAN",
        toml: include_str!("schemas/invoice.toml"),
    },
];

/// The built-in schema of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static BuiltinSchema> {
    ALL.iter().find(|schema| schema.name == name)
}

/// Whether documents of a built-in schema are labelled, so that its fields have weights of their own.
pub(crate) fn is_labelled(schema: &str) -> bool {
    matches!(schema, "contract" | "nda")
}

/// Whether a field is a built-in one, unchanged.
pub(crate) fn owns(schema: &str, field: &FieldRecord) -> bool {
    let record: Option<SchemaRecord> =
        named(schema).and_then(|schema| toml::from_str(schema.toml).ok());
    record.is_some_and(|record| record.fields.contains(field))
}
