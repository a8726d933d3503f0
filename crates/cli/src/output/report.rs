//! A report as it is printed: as a table, as JSON or as rows.

use groundstop_contract::report::Report;
use groundstop_contract::{Decision, FieldDecision};

use super::{csv, table};
use crate::args::Only;
use crate::commands::many::Format;
use crate::error::CliError;

/// How reports are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printing {
    pub(crate) format: Format,
    /// Which decisions; of JSON always all, since the receipt is about all of them.
    pub(crate) only: Option<Only>,
    /// Whether other reports follow.
    pub(crate) is_many: bool,
}

impl Printing {
    /// One report.
    pub(crate) fn report(&self, report: &Report) -> Result<String, CliError> {
        let printed = match self.format {
            Format::Csv { .. } => return Ok(csv::rows(report, self.only)),
            Format::Table | Format::Explained => {
                let any = report.decisions.iter().any(|one| is_shown(self.only, one));
                return Ok(match (self.only, any) {
                    (Some(_), false) => String::new(),
                    _ => table::report(report, self.only) + if self.is_many { "\n" } else { "" },
                });
            }
            Format::Json => serde_json::to_string_pretty(report),
            Format::JsonLines => serde_json::to_string(report),
        };
        let line = printed.map_err(CliError::fault)?;
        Ok(format!("{line}\n"))
    }
}

/// Whether a decision is among those that were asked for.
pub(crate) fn is_shown(only: Option<Only>, decision: &FieldDecision) -> bool {
    match (only, decision.decision) {
        (None, _) | (Some(Only::Stops), Decision::Stop) => true,
        (Some(Only::Reviews), Decision::NeedReview) => true,
        (Some(Only::Stops), Decision::Accept | Decision::NeedReview) => false,
        (Some(Only::Reviews), Decision::Accept | Decision::Stop) => false,
    }
}
