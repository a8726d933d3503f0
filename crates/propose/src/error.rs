//! What is wrong with a file of candidates: every place, each with its cure.

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportProblem {
    /// Where: a line, or a candidate's number and key.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub cure: String,
}

/// Everything that is wrong with a file of candidates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", told(.problems))]
pub struct ImportError {
    problems: Vec<ImportProblem>,
}

impl ImportError {
    pub(crate) fn new(problems: Vec<ImportProblem>) -> ImportError {
        ImportError { problems }
    }

    pub(crate) fn one(
        place: impl Into<String>,
        message: impl Into<String>,
        cure: impl Into<String>,
    ) -> ImportError {
        ImportError::new(vec![problem(place, message, cure)])
    }

    /// All problems, in the order of the file.
    #[must_use]
    pub fn problems(&self) -> &[ImportProblem] {
        &self.problems
    }
}

pub(crate) fn problem(
    place: impl Into<String>,
    message: impl Into<String>,
    cure: impl Into<String>,
) -> ImportProblem {
    ImportProblem {
        place: place.into(),
        message: message.into(),
        cure: cure.into(),
    }
}

/// The problems, one a line.
fn told(problems: &[ImportProblem]) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| format!("{}: {}", problem.place, problem.message))
        .collect();
    lines.join("\n")
}
