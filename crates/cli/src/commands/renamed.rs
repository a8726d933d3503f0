//! Which keys of a model's answer were read as which parts of a candidate, in one plain line.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use groundstop_contract::report::Report;

use crate::output::visible;

/// How many names are told; the reports have all of them.
const TOLD_MAX: usize = 8;

/// The names that candidates of one run had for something else.
#[derive(Default)]
pub(super) struct Renamed(Mutex<BTreeSet<(String, String)>>);

impl Renamed {
    /// Adds what was renamed for one report.
    pub(super) fn add(&self, report: &Report) {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let renamed = report.import.iter().flat_map(|import| &import.renamed);
        names.extend(renamed.map(|(key, own)| (key.clone(), own.clone())));
    }

    /// The line for people; nothing where every key had its own name.
    pub(super) fn told(&self) -> String {
        let names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = names.iter().take(TOLD_MAX);
        let told = told.map(|(key, own)| format!("`{}` as {}", visible(key), visible(own)));
        let mut told: Vec<String> = told.collect();
        if told.is_empty() {
            return String::new();
        }
        if let more @ 1.. = names.len().saturating_sub(TOLD_MAX) {
            told.push(format!("{more} more"));
        }
        format!("note: read {}\n", told.join(", "))
    }
}
