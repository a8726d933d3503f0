//! `cargo xtask eval invoices`: how many of the values that invoices state are accepted, and whether
//! anything is accepted that they do not state.
//!
//! Ours are the PDFs in `examples/invoices/pdf`, in six languages from three makers; every third is
//! held out: what is missed there is counted and never listed, so that no rule is fitted to it. Beside
//! them stand the labelled invoices of the data folder, where there are any.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clap::Args;
use groundstop_contract::{Decision, FieldDecision, WireValue};
use groundstop_engine::extract;
use groundstop_fields::Schema;
use groundstop_propose::builtin::{Proposer, schemas};
use groundstop_read::{ReadOptions, read};
use groundstop_value::{Kind, read_whole};
use serde_json::Value;

/// The time decisions are said to be made at: evaluations have no clock.
const DECIDED_AT: &str = "2026-01-01T00:00:00.000000Z";
/// At least this many of a hundred stated values are to be accepted.
const ACCEPTED_MIN_PERCENT: usize = 85;
/// One invoice in this many is held out.
const HELD_OUT_ONE_IN: usize = 3;

/// What to print besides the counts.
#[derive(Args)]
pub(crate) struct Options {
    /// List every stated value that is not accepted, with its proof; never of held-out invoices
    #[arg(long)]
    missed: bool,
}

#[derive(Default)]
struct Tally {
    stated: usize,
    right: usize,
    wrong: Vec<String>,
    missed: Vec<String>,
    fields: BTreeMap<String, (usize, usize)>,
}

impl Tally {
    fn add(&mut self, name: &str, decision: &FieldDecision, said: Option<bool>) {
        let accepted = decision.decision == Decision::Accept;
        let field = &decision.field_name;
        let told = || {
            let value = serde_json::to_string(&decision.value).unwrap_or_default();
            let proof = serde_json::to_string(&decision.stop_proof).unwrap_or_default();
            format!("{name}: {field}: {value} {proof}")
        };
        if accepted && said != Some(true) {
            self.wrong.push(told());
        }
        if let Some(right) = said {
            let right = accepted && right;
            let count = self.fields.entry(field.clone()).or_default();
            count.0 += usize::from(right);
            count.1 += 1;
            self.stated += 1;
            self.right += usize::from(right);
            if !right {
                self.missed.push(told());
            }
        }
    }

    fn print(&self, title: &str, list: bool) {
        println!(
            "{title}: {} of {} stated values accepted, {} wrong ACCEPTs",
            self.right,
            self.stated,
            self.wrong.len()
        );
        let fields = self.fields.iter();
        let fields: Vec<String> = fields
            .map(|(field, (right, stated))| format!("{field} {right}/{stated}"))
            .collect();
        println!("  {}", fields.join(", "));
        for wrong in &self.wrong {
            println!("  wrong  {wrong}");
        }
        for missed in self.missed.iter().filter(|_| list) {
            println!("  missed {missed}");
        }
    }

    fn meets_goals(&self) -> bool {
        self.wrong.is_empty() && self.right * 100 >= self.stated * ACCEPTED_MIN_PERCENT
    }
}

/// Decides every invoice with the built-in schema and counts.
pub(crate) fn run(data: &Path, options: &Options) -> Result<bool, String> {
    let schema = schemas::named("invoice").ok_or("there is no schema `invoice`")?;
    let schema = Schema::parse(schema.toml).map_err(|error| error.to_string())?;
    let folder = crate::workspace_root().join("examples/invoices/pdf");
    let list = read_text(&folder.join("expected.toml"))?;
    let expected: BTreeMap<String, BTreeMap<String, String>> =
        toml::from_str(&list).map_err(|error| error.to_string())?;
    let (mut seen, mut held_out) = (Tally::default(), Tally::default());
    for (number, (name, said)) in expected.iter().enumerate() {
        let held = number % HELD_OUT_ONE_IN == HELD_OUT_ONE_IN - 1;
        let tally = if held { &mut held_out } else { &mut seen };
        for decision in decide(&folder.join(name), &schema)? {
            let right = said
                .get(&decision.field_name)
                .map(|said| is_said(&schema, &decision, said));
            tally.add(name, &decision, right);
        }
    }
    seen.print("examples/invoices/pdf", options.missed);
    held_out.print("examples/invoices/pdf, held out", false);
    let mut good = seen.meets_goals() && held_out.meets_goals();
    let labels = data.join("invoices/labels.jsonl");
    if labels.exists() {
        let tally = labelled(data, &schema, &read_text(&labels)?)?;
        tally.print("invoices of the data folder", options.missed);
        good &= tally.meets_goals();
    }
    Ok(good)
}

fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("`{}`: {error}", path.display()))
}

fn decide(path: &Path, schema: &Schema) -> Result<Vec<FieldDecision>, String> {
    let fail = |error: &dyn std::fmt::Display| format!("`{}`: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| fail(&error))?;
    let document = read(&bytes, &ReadOptions::default()).map_err(|error| fail(&error))?;
    let proposer = Proposer::new(schema.record());
    let decided = extract(&document, "invoice", schema, &proposer, DECIDED_AT);
    Ok(decided.map_err(|error| fail(&error))?.report.decisions)
}

/// Whether a decision carries the value that is spelled so.
fn is_said(schema: &Schema, decision: &FieldDecision, said: &str) -> bool {
    let fields = &schema.record().fields;
    let Some(field) = fields.iter().find(|one| one.name == decision.field_name) else {
        return false;
    };
    let kind = Kind::of(field);
    let expected = match kind {
        Kind::Text => Some(WireValue::Text(said.to_owned())),
        _ => {
            read_whole(&kind, said).and_then(|reading| reading.clear().map(|value| value.to_wire()))
        }
    };
    match (&expected, &decision.value) {
        (Some(WireValue::Text(expected)), Some(WireValue::Text(value))) => {
            same_letters(expected, value)
        }
        (expected, value) => expected == value,
    }
}

/// Whether two texts are equal but for white space.
fn same_letters(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    plain(one) == plain(other)
}

/// The labelled invoices of the data folder. Fields without a label are not judged.
fn labelled(data: &Path, schema: &Schema, labels: &str) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for line in labels.lines() {
        let label: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let name = label["doc"].as_str().unwrap_or_default();
        let path = data.join(format!("invoices/pdf/{name}.pdf"));
        for decision in decide(&path, schema)? {
            let wanted = match decision.field_name.as_str() {
                "number" => &label["invoice_number"],
                "date" => &label["date"],
                "total" => &label["amount"],
                "net" => &label["amount_untaxed"],
                "seller" => &label["issuer"],
                "currency" => &label["currency"],
                _ => &Value::Null,
            };
            let value = serde_json::to_value(&decision.value).unwrap_or_default();
            if wanted.is_null() {
                if decision.decision == Decision::Accept {
                    println!("  without a label: {name}: {} {value}", decision.field_name);
                }
                continue;
            }
            tally.add(name, &decision, Some(is_labelled(wanted, &value)));
        }
    }
    Ok(tally)
}

/// Whether a value is the one of a label; the label of an issuer is a short form of its name.
fn is_labelled(wanted: &Value, value: &Value) -> bool {
    match wanted {
        Value::Number(wanted) => {
            let amount = value["amount"].as_str().and_then(|text| text.parse().ok());
            let close = |amount: f64| (amount - wanted.as_f64().unwrap_or(f64::NAN)).abs() < 0.005;
            amount.is_some_and(close)
        }
        wanted => {
            let wanted = wanted.as_str().unwrap_or_default().to_lowercase();
            let value = value.as_str().unwrap_or_default().to_lowercase();
            !wanted.is_empty() && value.contains(&wanted)
        }
    }
}
