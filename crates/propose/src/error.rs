//! What is wrong with a file of candidates: every place, each with its cure.

use std::fmt;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: a line, or a candidate's number and key.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub cure: String,
}

/// Everything that is wrong with a file of candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    problems: Vec<Problem>,
}

impl ImportError {
    pub(crate) fn new(problems: Vec<Problem>) -> ImportError {
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
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

pub(crate) fn problem(
    place: impl Into<String>,
    message: impl Into<String>,
    cure: impl Into<String>,
) -> Problem {
    Problem {
        place: place.into(),
        message: message.into(),
        cure: cure.into(),
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}: {}", problem.place, problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for ImportError {}
