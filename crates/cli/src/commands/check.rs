//! `groundstop check`: a receipt against its document, or against its log's key.

use groundstop_document::Document;
use groundstop_engine::{
    CheckError, Difference, check, check_receipt, report_of_record, second_reader_of,
};
use groundstop_ledger::receipt::{ReceiptError, VerifiedReceipt, is_receipt_file, verify_receipt};
use serde_json::json;

use super::ledger::home::read_public_key;
use super::reading::{Source, second_reader};
use crate::args::CheckArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::{shortened, visible};

pub(crate) fn run(args: &CheckArgs) -> Result<Output, CliError> {
    let receipt = files::read(&args.receipt, args.reading.max_bytes)?;
    if args.key.is_some() || is_receipt_file(&receipt) {
        return check_exported(args, &receipt);
    }
    let document = document(args, &receipt)?.ok_or_else(|| {
        CliError::input(
            "this receipt is decided again from its document",
            "add `--document FILE`",
        )
    })?;
    let name = args.receipt.display();
    let differences = check(&receipt, &document).map_err(|error| match error {
        CheckError::NotAReceipt(message) => CliError::input(
            format!("`{name}` is not a receipt: {message}"),
            "give what `groundstop verify --json` prints",
        ),
        CheckError::Unjudgeable(message) => CliError {
            exit: Exit::Failed,
            lines: vec![(
                format!("`{name}` cannot be decided again: {message}"),
                "the receipt was changed, or another version wrote it".to_owned(),
            )],
        },
    })?;
    let exit = if differences.is_empty() {
        Exit::Fine
    } else {
        Exit::Failed
    };
    let stdout = if args.json {
        as_json(&differences)?
    } else {
        as_text(&name.to_string(), &differences)
    };
    Ok(Output {
        stdout,
        stderr: String::new(),
        exit,
        styled: false,
    })
}

/// The document, read as the report says it was.
fn document(args: &CheckArgs, report: &[u8]) -> Result<Option<Document>, CliError> {
    let Some(path) = &args.document else {
        return Ok(None);
    };
    let mut source = Source::open(path, &args.reading)?;
    let document = source.read_to_decide(|_, _| ())?;
    // What the receipt was compared with is compared again.
    match second_reader_of(report) {
        Some(_) => source.read_again(document, &second_reader()?).map(Some),
        None => Ok(Some(document)),
    }
}

/// A receipt of a ledger: the public key is enough; with the document it is decided again too.
fn check_exported(args: &CheckArgs, receipt: &[u8]) -> Result<Output, CliError> {
    let key = args.key.as_deref().ok_or_else(|| {
        CliError::input(
            "an exported receipt is verified with the public key of its log",
            "add `--key KEY`, a file or the key itself",
        )
    })?;
    let key = read_public_key(key)?;
    let checked = verify_receipt(receipt, &key).and_then(|verified| {
        let report = report_of_record(&verified.record)?;
        Ok(report.and_then(|report| serde_json::to_vec(&report).ok()))
    });
    let checked = match checked {
        Err(error) => Err(error),
        Ok(report) => {
            let document = document(args, report.as_deref().unwrap_or_default())?;
            check_receipt(receipt, &key, document.as_ref())
        }
    };
    let exit = match &checked {
        Ok(_) => Exit::Fine,
        Err(_) => Exit::Failed,
    };
    let stdout = match args.json {
        true => exported_json(&checked)?,
        false => exported_text(args, &checked),
    };
    Ok(Output {
        exit,
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
    let text = serde_json::to_string_pretty(&report).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
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

fn as_json(differences: &[Difference]) -> Result<String, CliError> {
    let list: Vec<_> = differences
        .iter()
        .map(|d| json!({"path": d.path, "receipt": d.receipt, "derived": d.derived}))
        .collect();
    let report = json!({"verified": differences.is_empty(), "differences": list});
    let text = serde_json::to_string_pretty(&report).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}

fn as_text(name: &str, differences: &[Difference]) -> String {
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
