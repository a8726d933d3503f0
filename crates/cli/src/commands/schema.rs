//! `groundstop schema`: show and check field schemas.

use std::fmt::Write;
use std::path::Path;

use groundstop_contract::{FieldRecord, SchemaRecord};
use groundstop_fields::Schema;
use groundstop_fields::schema::nearest;
use groundstop_propose::builtin::schemas;

use crate::args::SchemaCommand;
use crate::error::{CliError, Output};
use crate::files::{self, DEFAULT_MAX_BYTES};
use crate::output::visible;

/// A schema to start from: the demo's.
const EXAMPLE: &str = include_str!("../../../../examples/loan/schema.toml");

pub(crate) fn run(command: &SchemaCommand) -> Result<Output, CliError> {
    match command {
        SchemaCommand::List => Ok(Output::fine(list())),
        SchemaCommand::Show {
            schema: None,
            json: false,
        } => Ok(Output::fine(EXAMPLE)),
        SchemaCommand::Show {
            schema: None,
            json: true,
        } => {
            let example = Schema::parse(EXAMPLE).map_err(CliError::fault)?;
            as_json(example.record()).map(Output::fine)
        }
        SchemaCommand::Show {
            schema: Some(path),
            json,
        } => {
            let schema = read(path)?;
            let builtin = schemas::named(&path.to_string_lossy()).filter(|_| !path.exists());
            if let Some(builtin) = builtin.filter(|_| !json) {
                return Ok(Output::fine(builtin.toml));
            }
            match json {
                true => as_json(schema.record()).map(Output::fine),
                false => Ok(Output::fine(as_text(&schema))),
            }
        }
        SchemaCommand::Check { schema } => {
            let schema = read(schema)?;
            let identity = schema.identity();
            Ok(Output::fine(format!(
                "valid: schema {} {}, {} fields, sha256 {}\n",
                visible(&identity.name),
                visible(&identity.version),
                schema.record().fields.len(),
                identity.sha256
            )))
        }
    }
}

/// Reads a schema by its file or its built-in name, and says what is wrong with it in one line.
pub(crate) fn read(path: &Path) -> Result<Schema, CliError> {
    let text = text_of(path)?;
    Schema::parse(&text)
        .map_err(|error| CliError::input(format!("`{}`: {error}", path.display()), error.cure()))
}

/// A schema's text: a file where there is one, else a built-in schema of that name.
fn text_of(path: &Path) -> Result<String, CliError> {
    let name = path.to_string_lossy();
    if path.exists() || name.contains(['/', '\\', '.']) || name == "-" {
        return files::read_text(path, DEFAULT_MAX_BYTES);
    }
    let builtin = schemas::named(&name).ok_or_else(|| {
        let names = schemas::ALL.iter().map(|schema| schema.name);
        let cure = match nearest(&name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "name a file, or one of the built-in schemas: {}",
                names.collect::<Vec<_>>().join(", ")
            ),
        };
        CliError::input(format!("there is no schema `{name}`"), cure)
    })?;
    Ok(builtin.toml.to_owned())
}

fn list() -> String {
    let lines = schemas::ALL
        .iter()
        .map(|schema| format!("{:<10} {}\n", schema.name, schema.about));
    lines.collect()
}

fn as_json(record: &SchemaRecord) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(record).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}

fn as_text(schema: &Schema) -> String {
    let record = schema.record();
    let evidence = &record.evidence;
    let mut text = format!("{} {}\n\n", visible(&record.name), visible(&record.version));
    let width = record
        .fields
        .iter()
        .map(|field| field.name.chars().count())
        .max()
        .unwrap_or(0);
    for field in &record.fields {
        let name = visible(&field.name);
        let kind = field.kind.code();
        let _ = writeln!(text, "  {name:<width$}  {kind:<12} {}", options(field));
    }
    let _ = write!(
        text,
        "\n  confidence at least {}, exact quote {}, span {}, stop on conflict {}, unread pages {}, scanned text {}\n",
        evidence.min_confidence,
        yes(evidence.require_exact_quote, "required", "relaxed"),
        yes(evidence.require_offset_mapping, "required", "relaxed"),
        yes(evidence.stop_on_conflict, "yes", "no"),
        yes(evidence.partial, "accepted", "reviewed"),
        yes(evidence.allow_ocr, "accepted", "reviewed"),
    );
    let _ = writeln!(text, "  sha256 {}", schema.identity().sha256);
    text
}

fn yes(is: bool, yes: &'static str, no: &'static str) -> &'static str {
    if is { yes } else { no }
}

fn options(field: &FieldRecord) -> String {
    let mut notes = vec![yes(field.required, "required", "optional").to_owned()];
    if field.many {
        notes.push("many values".to_owned());
    }
    if let Some(order) = field.order {
        notes.push(format!("order {order}"));
    }
    if let Some(century) = field.century {
        notes.push(format!("two-digit years in the {century}s"));
    }
    if let Some(currency) = &field.currency {
        notes.push(format!("in {}", visible(currency)));
    }
    if field.ratio {
        notes.push("ratios are percentages".to_owned());
    }
    if let Some(format) = field.format {
        notes.push(format!("decimal {format}"));
    }
    if !field.options.is_empty() {
        notes.push(format!("one of {}", visible(&field.options.join(", "))));
    }
    let quoted = |phrases: &[String]| -> String {
        let quoted: Vec<String> = phrases
            .iter()
            .map(|phrase| format!("“{}”", visible(phrase)))
            .collect();
        quoted.join(", ")
    };
    for (answer, phrases) in [("yes", &field.yes), ("no", &field.no)] {
        if !phrases.is_empty() {
            notes.push(format!("{answer} by {}", quoted(phrases)));
        }
    }
    for (option, phrases) in &field.phrases {
        notes.push(format!("{} also by {}", visible(option), quoted(phrases)));
    }
    notes.join(", ")
}
