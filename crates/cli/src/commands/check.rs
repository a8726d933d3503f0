//! `groundstop check`: a receipt against its document.

use groundstop_engine::{CheckError, Difference, check, second_reader_of};
use serde_json::json;

use super::reading::{Source, second_reader};
use crate::args::CheckArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;
use crate::output::{shortened, visible};

pub(crate) fn run(args: &CheckArgs) -> Result<Output, CliError> {
    let receipt = files::read(&args.receipt, args.reading.max_bytes)?;
    let mut source = Source::open(&args.document, &args.reading)?;
    let mut document = source.read_to_decide(|_, _| ())?;
    // What the receipt was compared with is compared again.
    if second_reader_of(&receipt).is_some() {
        document = source.read_again(document, &second_reader()?)?;
    }
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
