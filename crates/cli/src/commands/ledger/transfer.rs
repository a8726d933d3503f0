//! `groundstop ledger export` and `import`.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use groundstop_ledger::{Expected, LedgerError, TransferError};

use super::args::{ExportArgs, ImportArgs};
use super::audit::failed;
use super::find;
use super::home::{Home, refused};
use crate::error::{CliError, Exit, Output};
use crate::files;

pub(super) fn export(home: &Home, args: &ExportArgs) -> Result<Output, CliError> {
    if let Some(named) = &args.record {
        return export_one(home, named, &args.output);
    }
    let ledger = home.open_for_reading()?;
    let unwritten = |error: &dyn std::fmt::Display| {
        CliError::input(
            format!("cannot write `{}`: {error}", args.output.display()),
            "check that the folder exists and has room",
        )
    };
    // A log can be larger than memory: it is written beside, then put in its place.
    let mut name = args.output.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = args.output.with_file_name(name);
    let file = File::create(&beside).map_err(|error| unwritten(&error))?;
    let mut out = BufWriter::new(file);
    let moved = ledger.export(&mut out);
    let done = moved.and_then(|moved| {
        out.get_ref().sync_all()?;
        std::fs::rename(&beside, &args.output)?;
        Ok(moved)
    });
    let moved = done.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        match error {
            TransferError::File(error) => unwritten(&error),
            error => transfer_error(home, &args.output, &error),
        }
    })?;
    Ok(Output::fine(format!(
        "{} records, root {}, in `{}`\n",
        moved.size,
        moved.root,
        args.output.display()
    )))
}

/// One receipt that stands for itself; a checkpoint is signed where none covers it yet.
fn export_one(home: &Home, named: &str, output: &Path) -> Result<Output, CliError> {
    let reading = home.open_for_reading()?;
    let index = find(&reading, home, named)?;
    let public = home.public_key(None)?;
    let receipt = match (reading.receipt(index, public.as_ref()), home.signing_key()?) {
        (Err(LedgerError::NoCheckpoint(_)), Some(key)) => {
            drop(reading);
            let ledger = home.open()?;
            ledger
                .checkpoint(&key, false)
                .map_err(|error| refused(&error))?;
            ledger.receipt(index, Some(key.public()))
        }
        (receipt, _) => receipt,
    };
    let receipt = receipt.map_err(|error| refused(&error))?;
    files::write(output, receipt.as_bytes())?;
    Ok(Output::fine(format!(
        "record {index} in `{}`: `groundstop check` verifies it with the public key\n",
        output.display()
    )))
}

pub(super) fn import(home: &Home, args: &ImportArgs) -> Result<Output, CliError> {
    let file = &args.file;
    if !file.is_file() {
        return Err(CliError::input(
            format!("`{}`: there is no such file", file.display()),
            "give what `groundstop ledger export` wrote",
        ));
    }
    let key = home.public_key(args.key.as_deref())?;
    let expected = Expected {
        key: key.as_ref(),
        origin: home.origin(),
    };
    let ledger = home.open()?;
    let moved = ledger
        .import(|| Ok(BufReader::new(File::open(file)?)), expected)
        .map_err(|error| transfer_error(home, file, &error))?;
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

fn transfer_error(home: &Home, file: &Path, error: &TransferError) -> CliError {
    match error {
        TransferError::Audit(error) => failed(home, error),
        TransferError::Ledger(error) => refused(error),
        TransferError::File(error) => CliError::input(
            format!("`{}`: {error}", file.display()),
            "check the path and its permissions",
        ),
        TransferError::Wrong(_) => CliError {
            exit: Exit::Failed,
            lines: vec![(
                format!("`{}`: {error}; nothing was recorded", file.display()),
                "export the log again, and give its own key".to_owned(),
            )],
        },
        TransferError::OtherRecords => CliError::input(
            error,
            "import into an empty store, or into one that holds the beginning of this log",
        ),
    }
}
