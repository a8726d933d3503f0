//! `groundstop check`: a receipt against its document, or against its log's key.

use groundstop_engine::{
    CheckOutcome, CheckRequest, Checked, Engine, ExportedCheck, Mismatch, OtherGate, RunControl,
    read_public_key,
};
use groundstop_ledger::receipt::is_receipt_file;
use serde_json::json;

use super::pretty;
use super::reading::Source;
use crate::args::CheckArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::{shortened, visible};

pub(crate) fn run(args: &CheckArgs, engine: &Engine) -> Result<Output, CliError> {
    let receipt = files::read(&args.receipt, args.reading.max_bytes)?;
    let key = match &args.key {
        Some(key) => Some(read_public_key(key)?),
        None if is_receipt_file(&receipt) => {
            return Err(CliError::input(
                "an exported receipt is verified with the public key of its log",
                "add `--key KEY`, a file or the key itself",
            ));
        }
        None => None,
    };
    let source = match &args.document {
        Some(path) => Some(Source::open(engine, path, &args.reading)?),
        None => None,
    };
    let name = args.receipt.display().to_string();
    let request = CheckRequest {
        receipt: &receipt,
        receipt_label: &name,
        document: source.as_ref().map(Source::input),
        key: key.as_ref(),
    };
    let mut stderr = String::new();
    let (exit, stdout) = match engine.check(request, RunControl::default())? {
        CheckOutcome::Report(checked) => {
            stderr = other_document(&checked);
            let text = match args.json {
                true => as_json(&checked)?,
                false => as_text(&name, &checked),
            };
            (exit_of(&checked), text)
        }
        CheckOutcome::Exported(checked) => {
            let text = match args.json {
                true => exported_json(&checked)?,
                false => exported_text(args, &checked),
            };
            let fine = if checked.is_ok() {
                Exit::Fine
            } else {
                Exit::Failed
            };
            (fine, text)
        }
    };
    Ok(Output {
        exit,
        stderr,
        ..Output::fine(stdout)
    })
}

/// What helps where everything differs because the document is another one.
fn other_document(checked: &Checked) -> String {
    let other = |one: &Mismatch| one.path == "document.sha256";
    match checked.differences.iter().any(other) {
        true => "help: the receipt is about a document with other bytes: give that one with `--document`\n".to_owned(),
        false => String::new(),
    }
}

/// Nobody vouches for what another gate decided in a receipt without a signature: where this one
/// decides otherwise, a person has to look.
fn exit_of(checked: &Checked) -> Exit {
    let otherwise = checked
        .other_gate
        .as_ref()
        .is_some_and(|other| !other.otherwise.is_empty());
    match (checked.differences.is_empty(), otherwise) {
        (false, _) => Exit::Failed,
        (true, true) => Exit::Review,
        (true, false) => Exit::Fine,
    }
}

/// "decided by another gate version (2.0.0)".
fn told(other: &OtherGate) -> String {
    match &other.named {
        Some(gate) => format!(
            "decided by another gate version ({}, data {})",
            visible(&gate.version),
            visible(&shortened(&gate.data_sha256, 12))
        ),
        None => "decided by another gate version (it names none)".to_owned(),
    }
}

fn gate_json(other: Option<&OtherGate>) -> serde_json::Value {
    match other {
        Some(other) => json!({
            "other_gate": true,
            "gate": other.named,
            "decided_otherwise": mismatches(&other.otherwise),
        }),
        None => json!({"other_gate": false}),
    }
}

fn exported_json(checked: &ExportedCheck) -> Result<String, CliError> {
    let report = match checked {
        Ok((verified, other_gate)) => json!({
            "decided_by": gate_json(other_gate.as_ref()),
            "verified": true,
            "origin": verified.checkpoint.origin,
            "index": verified.index,
            "size": verified.checkpoint.size,
            "kind": verified.facts.kind,
        }),
        Err(error) => json!({
            "verified": false,
            "reason": error.fault().code(),
            "message": error.to_string(),
        }),
    };
    pretty(&report)
}

fn exported_text(args: &CheckArgs, checked: &ExportedCheck) -> String {
    let name = args.receipt.display();
    match checked {
        Ok((verified, other_gate)) => {
            let decided = match (&args.document, other_gate) {
                (Some(_), None) => ", and follows from the document, decision by decision".into(),
                (Some(_), Some(other)) if other.otherwise.is_empty() => {
                    format!(", {}; this gate decides the same", told(other))
                }
                (Some(_), Some(other)) => {
                    format!(", {}; it was not decided again", told(other))
                }
                (None, _) => String::new(),
            };
            format!(
                "verified: `{name}` is record {} of `{}`, which had {} records when it was signed{decided}\n",
                verified.index,
                visible(&verified.checkpoint.origin),
                verified.checkpoint.size
            )
        }
        Err(error) => format!(
            "FAILED: `{name}`: {}\n",
            visible(&shortened(&error.to_string(), 400))
        ),
    }
}

fn mismatches(differences: &[Mismatch]) -> Vec<serde_json::Value> {
    differences
        .iter()
        .map(|d| json!({"path": d.path, "receipt": d.receipt, "derived": d.derived}))
        .collect()
}

fn as_json(checked: &Checked) -> Result<String, CliError> {
    let report = json!({
        "verified": checked.differences.is_empty(),
        "differences": mismatches(&checked.differences),
        "decided_by": gate_json(checked.other_gate.as_ref()),
    });
    pretty(&report)
}

/// What a receipt without a signature cannot show.
const UNPROVEN: &str = "  unsigned: when it was decided and who proposed are not proven\n";

fn as_text(name: &str, checked: &Checked) -> String {
    let differences = &checked.differences;
    if differences.is_empty() {
        return match &checked.other_gate {
            None => format!(
                "verified: `{name}` follows from the document, decision by decision\n{UNPROVEN}"
            ),
            Some(other) if other.otherwise.is_empty() => format!(
                "verified: `{name}` was {}; this gate decides the same\n{UNPROVEN}",
                told(other)
            ),
            Some(other) => format!(
                "`{name}` was {} and was not decided again: it is whole, its quotes stand in the \
                 document, and this gate would decide otherwise\n{}\
                 help: nobody vouches for it without a signature; run `groundstop verify` on the \
                 document for decisions of this gate\n",
                told(other),
                listed(&other.otherwise)
            ),
        };
    }
    format!(
        "FAILED: `{name}` does not follow from the document\n{}",
        listed(differences)
    )
}

fn listed(differences: &[Mismatch]) -> String {
    let clip = |side: &str| visible(&shortened(side, 200));
    let mut text = String::new();
    for difference in differences {
        text.push_str(&format!(
            "\n  {}\n    receipt:  {}\n    derived:  {}\n",
            difference.path,
            clip(&difference.receipt),
            clip(&difference.derived)
        ));
    }
    text
}
