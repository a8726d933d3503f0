//! `groundstop check`: a receipt against its document, or against its log's key.

use groundstop_engine::{
    CheckOutcome, CheckRequest, Engine, Mismatch, RunControl, read_public_key,
};
use groundstop_ledger::receipt::{ReceiptError, VerifiedReceipt, is_receipt_file};
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
        Some(path) => Some(Source::open(path, &args.reading)?),
        None => None,
    };
    let name = args.receipt.display().to_string();
    let request = CheckRequest {
        receipt: &receipt,
        receipt_label: &name,
        document: source.as_ref().map(Source::input),
        key: key.as_ref(),
    };
    let (fine, stdout) = match engine.check(request, RunControl::default())? {
        CheckOutcome::Report(differences) => {
            let text = match args.json {
                true => as_json(&differences)?,
                false => as_text(&name, &differences),
            };
            (differences.is_empty(), text)
        }
        CheckOutcome::Exported(checked) => {
            let text = match args.json {
                true => exported_json(&checked)?,
                false => exported_text(args, &checked),
            };
            (checked.is_ok(), text)
        }
    };
    Ok(Output {
        exit: if fine { Exit::Fine } else { Exit::Failed },
        ..Output::fine(stdout)
    })
}

fn exported_json(checked: &Result<VerifiedReceipt, ReceiptError>) -> Result<String, CliError> {
    let report = match checked {
        Ok(verified) => json!({
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

fn exported_text(args: &CheckArgs, checked: &Result<VerifiedReceipt, ReceiptError>) -> String {
    let name = args.receipt.display();
    match checked {
        Ok(verified) => {
            let decided = match &args.document {
                Some(_) => ", and follows from the document, decision by decision",
                None => "",
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

fn as_json(differences: &[Mismatch]) -> Result<String, CliError> {
    let list: Vec<_> = differences
        .iter()
        .map(|d| json!({"path": d.path, "receipt": d.receipt, "derived": d.derived}))
        .collect();
    let report = json!({"verified": differences.is_empty(), "differences": list});
    pretty(&report)
}

fn as_text(name: &str, differences: &[Mismatch]) -> String {
    if differences.is_empty() {
        return format!("verified: `{name}` follows from the document, decision by decision\n");
    }
    let mut text = format!("FAILED: `{name}` does not follow from the document\n");
    for difference in differences {
        let clip = |side: &str| visible(&shortened(side, 200));
        text.push_str(&format!(
            "\n  {}\n    receipt:  {}\n    derived:  {}\n",
            difference.path,
            clip(&difference.receipt),
            clip(&difference.derived)
        ));
    }
    text
}
