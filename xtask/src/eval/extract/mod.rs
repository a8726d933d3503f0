//! The built-in proposer on labelled contracts, cross-validated by document.
//!
//! Every fifth of the documents is decided with weights learnt from the other
//! four, split by who filed them, so that no figure is one of memorised files.

mod curves;
mod fit;
pub(super) mod labels;
mod outcome;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clap::Args;
use groundstop_contract::{FieldRecord, FieldType, WireValue};
use groundstop_document::Document;
use groundstop_engine::extract;
use groundstop_fields::Schema;
use groundstop_propose::builtin::{Feature, Finding, Model, Proposer, schemas};
use groundstop_value::context::form::entry_around;
use groundstop_value::context::withdrawn;
use groundstop_value::{Cue, Kind, read_whole};

use fit::{Example, fit};
use labels::{FOLDS, Label, Labelled, invoices, load};
use outcome::{Cause, Outcome, Tally};

/// The time decisions are said to be made at: evaluations have no clock.
const DECIDED_AT: &str = "2026-01-01T00:00:00.000000Z";

/// The part of the documents that nobody looks at while rules are written.
const HELD_OUT: usize = 4;

/// The schema whose documents were written for the project.
const WRITTEN: &str = "invoice";

/// The signs that a form gives, whatever is written on it.
const FORMAL: &[&str] = &[
    "its label is the cue",
    "the cue in its label",
    "on the line below",
    "without a rival",
    "one rival",
    "many rivals",
    "said again",
];

/// Whether readings of any type can have a sign: how they stand to their cue, and to each other.
fn is_shared(feature: &str) -> bool {
    let beginnings = [
        "after its label",
        "named by the cue",
        "defined by the cue",
        "led by the cue",
        "near the cue",
        "before the cue",
        "far from the cue",
        "in cover",
        "in opening",
        "in body",
        "in signature",
        "in attachment",
        "under ",
        "of this instrument",
        "several readings",
        "backed by",
        "against a",
        "the first strong one",
    ];
    FORMAL.contains(&feature) || beginnings.iter().any(|known| feature.starts_with(known))
}

/// What to print besides the tables.
#[derive(Args)]
pub(crate) struct Options {
    /// List every wrong ACCEPT
    #[arg(long)]
    wrong: bool,
    /// List the documents in which this field, such as `contract.title`, was missed
    #[arg(long, value_name = "FIELD")]
    missed: Vec<String>,
    /// Also list those of the held-out part
    #[arg(long)]
    held_out: bool,
}

pub(crate) fn run(data: &Path, options: &Options) -> Result<bool, String> {
    let schemas = checked_schemas()?;
    let documents = all_documents(data, &schemas)?;
    let examples = examples(&documents, &schemas)?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for fold in 0..FOLDS {
        let learn: Vec<&Example> = examples
            .iter()
            .filter(|example| documents[example.document].fold != fold)
            .collect();
        let model = fit(&learn);
        let proposers: BTreeMap<&str, Proposer> = schemas
            .iter()
            .map(|(name, schema)| (*name, Proposer::with_model(schema.record(), model.clone())))
            .collect();
        for labelled in documents.iter().filter(|labelled| labelled.fold == fold) {
            outcomes.extend(decide(
                labelled,
                &schemas[labelled.schema],
                &proposers[labelled.schema],
            )?);
        }
    }
    let shown = |outcome: &&Outcome| options.held_out || outcome.fold != HELD_OUT;
    if options.wrong {
        outcomes.iter().filter(shown).for_each(Outcome::print_wrong);
    }
    for field in &options.missed {
        outcomes
            .iter()
            .filter(shown)
            .for_each(|outcome| outcome.print_missed(field));
    }
    let (written, outcomes): (Vec<Outcome>, Vec<Outcome>) = outcomes
        .into_iter()
        .partition(|outcome| outcome.name().starts_with(WRITTEN));
    let tally = Tally::of(&outcomes);
    tally.print();
    println!("\nthe invoices in `examples/invoices`, written for the project:");
    Tally::of(&written).print();
    curves::show(&outcomes)?;
    Ok(tally.meets_goals())
}

/// Learns the weights from all documents and writes them where the proposer reads them.
pub(crate) fn fit_weights(data: &Path) -> Result<bool, String> {
    let schemas = checked_schemas()?;
    let documents = all_documents(data, &schemas)?;
    let examples = examples(&documents, &schemas)?;
    let model = fit(&examples.iter().collect::<Vec<_>>());
    let path = crate::workspace_root().join("crates/propose/src/builtin/weights.json");
    let text = serde_json::to_string_pretty(&model).map_err(|error| error.to_string())?;
    fs::write(&path, format!("{text}\n"))
        .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    println!(
        "{} readings of {} documents; {} groups",
        examples.len(),
        documents.len(),
        model.groups.len()
    );
    Ok(true)
}

/// The labelled documents, and behind them the invoices written for the project.
fn all_documents(data: &Path, schemas: &BTreeMap<&str, Schema>) -> Result<Vec<Labelled>, String> {
    let mut documents = load(data)?;
    let folder = crate::workspace_root().join("examples/invoices");
    documents.extend(invoices(&folder, schemas[WRITTEN].record())?);
    Ok(documents)
}

fn checked_schemas() -> Result<BTreeMap<&'static str, Schema>, String> {
    schemas::ALL
        .iter()
        .map(|schema| {
            Ok((
                schema.name,
                Schema::parse(schema.toml).map_err(|error| error.to_string())?,
            ))
        })
        .collect()
}

/// Every reading of every document, with what the labels say about it.
fn examples(
    documents: &[Labelled],
    schemas: &BTreeMap<&str, Schema>,
) -> Result<Vec<Example>, String> {
    let proposers: BTreeMap<&str, Proposer> = schemas
        .iter()
        .map(|(name, schema)| {
            (
                *name,
                Proposer::with_model(schema.record(), Model::default()),
            )
        })
        .collect();
    let mut examples = Vec::new();
    for (index, labelled) in documents.iter().enumerate() {
        let document =
            Document::from_text(labelled.text.as_bytes()).map_err(|error| error.to_string())?;
        let fields = &schemas[labelled.schema].record().fields;
        let proposer = &proposers[labelled.schema];
        for finding in proposer.findings(&document) {
            let field = &fields[finding.field];
            let kind = Kind::of(field);
            let taken_back = withdrawn(&kind, document.text(), finding.value.clone()).is_some()
                || is_elsewhere(field, document.text(), &finding);
            if finding.set_aside.is_some() || taken_back {
                continue;
            }
            let label = &labelled.fields[field.name.as_str()];
            let right = is_right(label, &kind, &labelled.text, &finding);
            examples.extend(taught(
                index,
                proposer.group_of(finding.field, &finding),
                field,
                &finding,
                right,
            ));
        }
    }
    Ok(examples)
}

/// Whether the label of a form gives a value to another field, as the gate will see.
fn is_elsewhere(field: &FieldRecord, text: &str, finding: &Finding) -> bool {
    let entry = entry_around(text, finding.value.clone());
    entry.is_some_and(|entry| {
        let label = &text[entry.label];
        let named = |phrase: &String| Cue::new(phrase).is_some_and(|cue| cue.find(label).is_some());
        field.not.iter().any(named)
    })
}

fn is_right(label: &Label, kind: &Kind, text: &str, finding: &Finding) -> bool {
    let spelled = &text[finding.value.clone()];
    let reading = read_whole(kind, spelled);
    let value = match (kind, &reading) {
        (Kind::Text, _) => WireValue::Text(spelled.to_owned()),
        (_, Some(reading)) => match reading.clear() {
            Some(value) => value.to_wire(),
            None => return false,
        },
        (_, None) => return false,
    };
    label.is_right(&value, &finding.quote)
}

/// A reading teaches its own group, and the pooled ones that serve users' fields.
fn taught(
    document: usize,
    group: &str,
    field: &FieldRecord,
    finding: &Finding,
    right: bool,
) -> Vec<Example> {
    let pooled: &[&str] = match field.kind {
        FieldType::Date => &["date", "typed"],
        FieldType::Duration => &["duration", "typed"],
        FieldType::Party => &["party"],
        FieldType::Jurisdiction => &["jurisdiction"],
        FieldType::Title => &["title"],
        _ => &[],
    };
    // Words of one field's cues and neighbours say nothing about another field.
    let general = |feature: &&Feature| {
        !["cue ", "after \"", "before \"", "word "]
            .iter()
            .any(|own| feature.name().starts_with(own))
    };
    let general: Vec<Feature> = finding.features.iter().filter(general).cloned().collect();
    let example = |group: &str, features: Vec<Feature>| Example {
        document,
        group: group.to_owned(),
        features,
        right,
        // A document has one title; what else looks like one is no second value.
        value: match field.kind {
            FieldType::Title => String::new(),
            _ => finding.key.clone(),
        },
        many: field.many,
    };
    // What was written for the project teaches what forms are worth, and nothing else.
    if !group.contains('.') {
        let formal = |feature: &&Feature| FORMAL.contains(&feature.name());
        let formal = finding.features.iter().filter(formal).cloned().collect();
        let apart = group == "form" || group.starts_with("term ");
        let taught = apart.then(|| example(group, formal));
        return taught.into_iter().collect();
    }
    let mut examples = vec![example(group, finding.features.clone())];
    examples.extend(pooled.iter().map(|group| {
        let shared = |feature: &&Feature| *group != "typed" || is_shared(feature.name());
        example(group, general.iter().filter(shared).cloned().collect())
    }));
    examples
}

/// Decides one document and compares every decision with its label.
fn decide(
    labelled: &Labelled,
    schema: &Schema,
    proposer: &Proposer,
) -> Result<Vec<Outcome>, String> {
    let document =
        Document::from_text(labelled.text.as_bytes()).map_err(|error| error.to_string())?;
    let extraction = extract(&document, &labelled.name, schema, proposer, DECIDED_AT)
        .map_err(|error| error.to_string())?;
    let fields = &schema.record().fields;
    let of_field = |field: &FieldRecord| -> Vec<&Finding> {
        let named = |one: &&Finding| {
            let owner = fields.get(one.field);
            owner.is_some_and(|owner| owner.name == field.name)
        };
        extraction.findings.iter().filter(named).collect()
    };
    Ok(fields
        .iter()
        .map(|field| {
            let decisions = extraction
                .report
                .decisions
                .iter()
                .filter(|decision| decision.field_name == field.name);
            let cause = cause(labelled, &document, field, &of_field(field));
            Outcome::new(labelled, field, decisions.cloned().collect(), cause)
        })
        .collect())
}

/// What became of the surest right reading of a field.
fn cause(
    labelled: &Labelled,
    document: &Document,
    field: &FieldRecord,
    findings: &[&Finding],
) -> Cause {
    let kind = Kind::of(field);
    let label = &labelled.fields[field.name.as_str()];
    let right = |finding: &&&Finding| is_right(label, &kind, &labelled.text, finding);
    let Some(best) = findings.iter().find(right) else {
        return Cause::Unseen;
    };
    match withdrawn(&kind, document.text(), best.value.clone()) {
        Some(withdrawal) => Cause::TakenBack(withdrawal.code.code()),
        None if findings[0].key == best.key => Cause::Sure(best.confidence),
        None => Cause::Outweighed(best.confidence),
    }
}
