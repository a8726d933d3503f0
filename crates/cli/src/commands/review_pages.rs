//! The pages for reviewers: one file for one document; for several a folder of them, with an
//! index that counts how the fields ended and why.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use groundstop_canon::sha256_hex;
use groundstop_contract::report::Report;
use groundstop_document::Document;
use groundstop_engine::{DocumentInput, Engine};

use super::verify::page;
use crate::error::CliError;
use crate::files;
use crate::output::listing::{self, Listed};

/// Where pages are written, if anywhere.
pub(crate) struct Pages {
    target: Option<PathBuf>,
    is_many: bool,
    written: Mutex<BTreeMap<String, Listed>>,
    /// Documents that could not be decided, with the reason.
    failed: Mutex<BTreeMap<String, String>>,
}

impl Pages {
    /// Makes the folder where it is missing.
    pub(crate) fn open(target: Option<&Path>, is_many: bool) -> Result<Pages, CliError> {
        if let Some(path) = target.filter(|_| is_many) {
            std::fs::create_dir_all(path).map_err(|error| {
                CliError::input(
                    format!("cannot make the folder `{}`: {error}", path.display()),
                    "with several documents `--html` names a folder",
                )
            })?;
        }
        Ok(Pages {
            target: target.map(Path::to_owned),
            is_many,
            written: Mutex::new(BTreeMap::new()),
            failed: Mutex::new(BTreeMap::new()),
        })
    }

    /// Writes the page of one document.
    pub(crate) fn write(
        &self,
        engine: &Engine,
        input: DocumentInput<'_>,
        document: &Document,
        report: &Report,
    ) -> Result<(), CliError> {
        let Some(target) = &self.target else {
            return Ok(());
        };
        let page = page(engine, input, document, report)?;
        if !self.is_many {
            return files::write(target, page.as_bytes());
        }
        // The same name in another folder is another page.
        let short: String = sha256_hex(input.label.as_bytes()).chars().take(8).collect();
        let last = input.name.rsplit('/').next().unwrap_or(input.name);
        let file = format!("{last}.{short}.html");
        files::write(&target.join(&file), page.as_bytes())?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(input.name.to_owned(), Listed::of(report, file));
        Ok(())
    }

    /// What came of a document, which the index names where it could not be decided.
    pub(crate) fn noted<T>(&self, name: &str, done: Result<T, CliError>) -> Result<T, CliError> {
        if let Err(error) = &done {
            let message = error.diagnostics.first().map(|one| one.message.clone());
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.insert(name.to_owned(), message.unwrap_or_default());
        }
        done
    }

    /// Writes the index of what was written.
    pub(crate) fn finish(&self) -> Result<(), CliError> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.target {
            Some(target) if self.is_many => {
                let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
                let index = listing::page(&written, &failed);
                files::write(&target.join("index.html"), index.as_bytes())
            }
            _ => Ok(()),
        }
    }
}
