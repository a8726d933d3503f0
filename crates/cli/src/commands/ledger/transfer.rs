//! `groundstop ledger export` and `import`.

use groundstop_engine::{Engine, ExportTarget, Exported};

use super::args::{ExportArgs, ImportArgs};
use crate::error::{CliError, Output};

pub(super) fn export(args: &ExportArgs, engine: &Engine) -> Result<Output, CliError> {
    let target = match &args.record {
        Some(named) => ExportTarget::Record(named),
        None => ExportTarget::Log,
    };
    let output = args.output.display();
    Ok(Output::fine(
        match engine.ledger_export(target, &args.output)? {
            Exported::Log(moved) => {
                format!(
                    "{} records, root {}, in `{output}`\n",
                    moved.size, moved.root
                )
            }
            Exported::Record(index) => format!(
                "record {index} in `{output}`: `groundstop check` verifies it with the public key\n"
            ),
        },
    ))
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
