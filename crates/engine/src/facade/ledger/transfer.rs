//! A log on its way out of a store and into another.
#![allow(
    clippy::disallowed_methods,
    reason = "a log can be larger than memory: it goes from and to a file directly"
)]

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use groundstop_ledger::note::VerifyingKey;
use groundstop_ledger::{Expected, LedgerError, Moved, TransferError};

use super::super::Engine;
use super::audit::audit_error;
use crate::error::EngineError;
use crate::files;
use crate::home::{Home, refused};

/// What is exported.
#[derive(Clone, Copy, Debug)]
pub enum ExportTarget<'a> {
    /// The whole log.
    Log,
    /// One record, by number or id, as a receipt that stands for itself.
    Record(&'a str),
}

/// What was exported.
#[derive(Debug)]
pub enum Exported {
    /// The whole log.
    Log(Moved),
    /// The record of this place.
    Record(u64),
}

impl Engine {
    /// Writes the log, or one receipt that stands for itself, to a file. A checkpoint is
    /// signed where none covers the record yet and there is a key.
    ///
    /// # Errors
    /// Where the record is not there, nothing covers it, or the file cannot be written.
    pub fn ledger_export(
        &self,
        target: ExportTarget<'_>,
        output: &Path,
    ) -> Result<Exported, EngineError> {
        let home = self.need_home()?;
        match target {
            ExportTarget::Log => self.export_log(home, output).map(Exported::Log),
            ExportTarget::Record(named) => export_one(home, named, output).map(Exported::Record),
        }
    }

    fn export_log(&self, home: &Home, output: &Path) -> Result<Moved, EngineError> {
        let ledger = home.open_for_reading()?;
        let unwritten = |error: &dyn std::fmt::Display| {
            EngineError::input(
                format!("cannot write `{}`: {error}", output.display()),
                "check that the folder exists and has room",
            )
        };
        // It is written beside, then put in its place.
        let mut name = output.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", self.setup.process));
        let beside = output.with_file_name(name);
        let file = File::create(&beside).map_err(|error| unwritten(&error))?;
        let mut out = BufWriter::new(file);
        let moved = ledger.export(&mut out);
        let done = moved.and_then(|moved| {
            out.get_ref().sync_all()?;
            std::fs::rename(&beside, output)?;
            Ok(moved)
        });
        done.map_err(|error| {
            let _ = std::fs::remove_file(&beside);
            match error {
                TransferError::File(error) => unwritten(&error),
                error => transfer_error(home, output, &error),
            }
        })
    }

    /// Takes an exported log into this store, which is empty or holds its beginning. With
    /// a public key the signatures of its checkpoints are verified first; the key that was
    /// used comes back.
    ///
    /// # Errors
    /// Where the file is wrong or the store holds other records.
    pub fn ledger_import(
        &self,
        file: &Path,
        key: Option<&str>,
    ) -> Result<(Moved, Option<VerifyingKey>), EngineError> {
        let home = self.need_home()?;
        if !file.is_file() {
            return Err(EngineError::input(
                format!("`{}`: there is no such file", file.display()),
                "give what `groundstop ledger export` wrote",
            ));
        }
        let key = home.public_key(key)?;
        let expected = Expected {
            key: key.as_ref(),
            origin: home.origin(),
        };
        let ledger = home.open()?;
        let moved = ledger
            .import(|| Ok(BufReader::new(File::open(file)?)), expected)
            .map_err(|error| transfer_error(home, file, &error))?;
        Ok((moved, key))
    }
}

fn export_one(home: &Home, named: &str, output: &Path) -> Result<u64, EngineError> {
    let reading = home.open_for_reading()?;
    let index = home.find_record(&reading, named)?;
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
    Ok(index)
}

fn transfer_error(home: &Home, file: &Path, error: &TransferError) -> EngineError {
    match error {
        TransferError::Audit(error) => audit_error(home, error),
        TransferError::Ledger(error) => refused(error),
        TransferError::File(error) => EngineError::input(
            format!("`{}`: {error}", file.display()),
            "check the path and its permissions",
        ),
        TransferError::Wrong(_) => EngineError::failed(
            format!("`{}`: {error}; nothing was recorded", file.display()),
            "export the log again, and give its own key",
        ),
        TransferError::OtherRecords => EngineError::input(
            error,
            "import into an empty store, or into one that holds the beginning of this log",
        ),
    }
}
