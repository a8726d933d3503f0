//! `groundstop doctor`: what this build is, what it reads and where its limits are.

use groundstop_document::TEXT_READER;
use groundstop_engine::{CONTRACT, PRODUCT};
use serde_json::json;

use crate::args::DoctorArgs;
use crate::error::{CliError, Output};
use crate::files::DEFAULT_MAX_BYTES;

pub(crate) fn run(args: &DoctorArgs) -> Result<Output, CliError> {
    let contracts = groundstop_contract::lock::current().map_err(CliError::fault)?;
    if args.json {
        let report = json!({
            "product": PRODUCT,
            "decides_by": CONTRACT,
            "contracts": contracts
                .iter()
                .map(|(name, version, sha256)| json!({"name": name, "version": version, "sha256": sha256}))
                .collect::<Vec<_>>(),
            "readers": [TEXT_READER],
            "limits": {"file_bytes": DEFAULT_MAX_BYTES},
        });
        let text = serde_json::to_string_pretty(&report).map_err(CliError::fault)?;
        return Ok(Output::fine(format!("{text}\n")));
    }
    let mut text = format!("{PRODUCT}\n\ncontracts\n");
    for (name, version, sha256) in &contracts {
        text.push_str(&format!("  {name} {version}  sha256 {sha256}\n"));
    }
    text.push_str(&format!(
        "\nreaders\n  {TEXT_READER}  UTF-8 text and Markdown, pages at form feeds\n"
    ));
    text.push_str(&format!(
        "\nlimits\n  a file: {DEFAULT_MAX_BYTES} bytes (--max-bytes)\n\nall is well\n"
    ));
    Ok(Output::fine(text))
}
