//! `groundstop ledger export` and `import`.

use groundstop_engine::{Engine, ExportTarget, Exported};

use super::args::{ExportArgs, ImportArgs};
use crate::error::{CliError, Output};
use crate::files;
use crate::output::csv;

pub(super) fn export(args: &ExportArgs, engine: &Engine) -> Result<Output, CliError> {
    let Some(path) = args.output.as_deref().filter(|_| !args.resolved) else {
        return resolved(args, engine);
    };
    let target = match &args.record {
        Some(named) => ExportTarget::Record(named),
        None => ExportTarget::Log,
    };
    let output = path.display();
    Ok(Output::fine(match engine.ledger_export(target, path)? {
        Exported::Log(moved) => {
            format!(
                "{} records, root {}, in `{output}`\n",
                moved.size, moved.root
            )
        }
        Exported::Record(index) => format!(
            "record {index} in `{output}`: `groundstop check` verifies it with the public key\n"
        ),
    }))
}

/// The decisions with what people made of them.
fn resolved(args: &ExportArgs, engine: &Engine) -> Result<Output, CliError> {
    let rows = engine.ledger_resolved()?;
    let text = match args.jsonl {
        true => rows
            .iter()
            .map(|row| serde_json::to_string(row).map(|line| line + "\n"))
            .collect::<Result<String, _>>()
            .map_err(CliError::fault)?,
        false => csv::resolved(&rows, args.bom),
    };
    match &args.output {
        Some(path) => {
            files::write(path, text.as_bytes())?;
            Ok(Output::fine(format!(
                "{} decisions in `{}`\n",
                rows.len(),
                path.display()
            )))
        }
        None => Ok(Output::fine(text)),
    }
}

pub(super) fn import(args: &ImportArgs, engine: &Engine) -> Result<Output, CliError> {
    let (moved, key) = engine.ledger_import(&args.file, args.key.as_deref())?;
    let signed = match (moved.checkpoints, &key) {
        (0, _) => "no signed checkpoint came with it: nobody vouches for these records".to_owned(),
        (count, Some(key)) => format!(
            "{count} checkpoints came with it, signatures verified with the key of `{}`",
            key.name()
        ),
        (count, None) => format!(
            "{count} checkpoints came with it, their signatures NOT verified: no public key is known, add `--key KEY`"
        ),
    };
    Ok(Output::fine(format!(
        "{} records, {} of them new, root {}\n  {signed}\n",
        moved.size, moved.added, moved.root
    )))
}
