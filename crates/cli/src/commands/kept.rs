//! Reports kept in a folder, one file a document, so that a long run can go on
//! where it was interrupted.

use std::fs;
use std::path::{Path, PathBuf};

use groundstop_canon::sha256_hex;
use groundstop_contract::report::{ProposerRecord, Report};
use groundstop_engine::is_sealed;
use groundstop_fields::Schema;

use crate::error::CliError;
use crate::files;

/// The folder, and what its reports must have been decided with.
pub(super) struct Kept<'a> {
    folder: &'a Path,
    schema: Option<&'a Schema>,
    proposer: Option<&'a ProposerRecord>,
}

impl<'a> Kept<'a> {
    /// Makes the folder where it is missing.
    pub(super) fn open(
        folder: &'a Path,
        schema: Option<&'a Schema>,
        proposer: Option<&'a ProposerRecord>,
    ) -> Result<Kept<'a>, CliError> {
        fs::create_dir_all(folder).map_err(|error| {
            CliError::input(
                format!("cannot make the folder `{}`: {error}", folder.display()),
                "name a folder that can be written to",
            )
        })?;
        Ok(Kept {
            folder,
            schema,
            proposer,
        })
    }

    /// Removes what an interrupted run had begun to write and could not finish.
    pub(super) fn sweep(&self) {
        for entry in fs::read_dir(self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let begun = name
                .to_str()
                .and_then(|name| name.strip_suffix(".part")?.rsplit_once(".json."))
                .is_some_and(|(_, id)| id.bytes().all(|byte| byte.is_ascii_digit()));
            if begun {
                // What cannot be removed is in nobody's way.
                fs::remove_file(entry.path()).ok();
            }
        }
    }

    /// The file a document's report is kept in: its name, and a digest of all that makes
    /// it another decision than that of a document of this name.
    fn file(&self, document: &Path, key: &str) -> PathBuf {
        let name = document.file_name().unwrap_or_default().to_string_lossy();
        let digest = sha256_hex(key.as_bytes());
        let short: String = digest.chars().take(12).collect();
        self.folder.join(format!("{name}.{short}.json"))
    }

    /// The report of an earlier run, if it is whole and was decided on the same things.
    pub(super) fn find(&self, document: &Path, key: &str, sha256: &str) -> Option<Report> {
        let bytes = fs::read(self.file(document, key)).ok()?;
        let report: Report = serde_json::from_slice(&bytes).ok()?;
        let alike = report.document.sha256 == sha256
            && is_sealed(&report)
            && self
                .schema
                .is_none_or(|schema| report.schema == schema.identity())
            && self
                .proposer
                .is_none_or(|proposer| report.proposer == *proposer);
        alike.then_some(report)
    }

    /// Keeps a report: all of it, or what was there before.
    pub(super) fn keep(&self, document: &Path, key: &str, report: &Report) -> Result<(), CliError> {
        let text = serde_json::to_string_pretty(report).map_err(CliError::fault)?;
        files::write(&self.file(document, key), format!("{text}\n").as_bytes())
    }
}
