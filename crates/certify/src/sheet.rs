//! The sheet of one box: what was tried, and what did not hold.

use std::fmt;

use groundstop_contract::certificate::{BoxResult, CertifiedBox, CertifiedRow};

/// Failures that are told of one box.
const FAILURES_TOLD: usize = 5;
/// Characters that are told of one failure.
const FAILURE_CHARS: usize = 300;

/// Why a check could not be made.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotRun(String);

impl NotRun {
    pub(crate) fn because(what: &str, why: &dyn fmt::Display) -> NotRun {
        NotRun(format!("{what}: {why}"))
    }
}

/// The cases of a box.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    cases: u64,
    failed: u64,
    failures: Vec<String>,
}

impl Sheet {
    /// A case that holds or not; the words are needed only if it does not.
    pub(crate) fn expect(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.cases = self.cases.saturating_add(1);
        if holds {
            return;
        }
        self.failed = self.failed.saturating_add(1);
        if self.failures.len() < FAILURES_TOLD {
            self.failures.push(short(&otherwise()));
        }
    }

    /// A case whose outcome is known beforehand.
    pub(crate) fn equal<T: PartialEq + fmt::Debug>(&mut self, what: &str, found: &T, expected: &T) {
        self.expect(found == expected, || {
            format!("{what}: {found:?} in place of {expected:?}")
        });
    }

    /// The row of the certificate. A box of which nothing was tried, or not
    /// everything could be, does not pass.
    pub(crate) fn row(
        mut self,
        name: CertifiedBox,
        ran: &str,
        done: Result<(), NotRun>,
    ) -> CertifiedRow {
        let done = match done {
            Ok(()) if self.cases == 0 => Err(NotRun("no case was tried".to_owned())),
            done => done,
        };
        let result = match (&done, self.failed) {
            (_, 1..) => BoxResult::Failed,
            (Err(_), 0) => BoxResult::NotRun,
            (Ok(()), 0) => BoxResult::Passed,
        };
        if let Err(NotRun(why)) = done {
            self.failures.push(short(&format!("not run: {why}")));
        }
        CertifiedRow {
            name,
            ran: ran.to_owned(),
            cases: self.cases,
            failed: self.failed,
            result,
            failures: self.failures,
        }
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(FAILURE_CHARS) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(sheet: Sheet, done: Result<(), NotRun>) -> CertifiedRow {
        sheet.row(CertifiedBox::NoSource, "something", done)
    }

    #[test]
    fn a_box_of_which_nothing_was_tried_does_not_pass() {
        assert_eq!(row(Sheet::default(), Ok(())).result, BoxResult::NotRun);
    }

    #[test]
    fn a_box_that_was_not_run_to_its_end_does_not_pass() {
        let mut sheet = Sheet::default();
        sheet.equal("one", &1, &1);
        let done = Err(NotRun::because("the server", &"no port"));
        let row = row(sheet, done);
        assert_eq!((row.result, row.cases), (BoxResult::NotRun, 1));
        assert_eq!(row.failures, ["not run: the server: no port"]);
    }

    #[test]
    fn one_case_that_does_not_hold_fails_the_box_and_is_told() {
        let mut sheet = Sheet::default();
        sheet.equal("one", &1, &1);
        (0..9).for_each(|_| sheet.equal("two", &2, &3));
        let row = row(sheet, Ok(()));
        assert_eq!(
            (row.result, row.cases, row.failed),
            (BoxResult::Failed, 10, 9)
        );
        assert_eq!(row.failures.len(), FAILURES_TOLD);
        assert_eq!(row.failures[0], "two: 2 in place of 3");
    }
}
