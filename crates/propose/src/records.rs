//! JSON values out of a file: one document, an array, or one value a line.

use groundstop_canon::json::{Json, ParseError, ParseErrorKind};
use groundstop_canon::strict;

use crate::error::{ImportError, ImportProblem, problem};

/// A value and where it stands in the file.
pub(crate) struct Placed {
    pub(crate) place: String,
    pub(crate) json: Json,
}

/// Reads an array's items, a single value, or one value a line.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Placed>, ImportError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        return Err(ImportError::one(
            "line 1",
            "the file is empty",
            "write a JSON array of candidates; `[]` says that nothing was proposed",
        ));
    }
    match strict::parse(bytes) {
        Ok(Json::Array(items)) => Ok(items
            .into_iter()
            .zip(1usize..)
            .map(|(json, number)| Placed {
                place: format!("candidate {number}"),
                json,
            })
            .collect()),
        Ok(json) => Ok(vec![Placed {
            place: "candidate 1".to_owned(),
            json,
        }]),
        Err(error) if looks_like_lines(bytes) => read_lines(bytes).map_err(|found| {
            if found.problems().is_empty() {
                ImportError::one("line 1", error.to_string(), MEND_JSON)
            } else {
                found
            }
        }),
        Err(error) => Err(ImportError::one(
            "candidates",
            error.to_string(),
            cure(&error),
        )),
    }
}

fn cure(error: &ParseError) -> &'static str {
    match error.kind() {
        ParseErrorKind::DuplicateKey => "keep one of the two: which one is meant cannot be known",
        ParseErrorKind::InexactNumber => {
            "write it with fewer digits; a value may also be a string, which keeps them all"
        }
        ParseErrorKind::Depth => "write the candidates flat: an array of objects",
        _ => MEND_JSON,
    }
}

const MEND_JSON: &str = "mend the JSON at that place; comments and trailing commas are not JSON";

/// Whether every other line begins an object of its own.
fn looks_like_lines(bytes: &[u8]) -> bool {
    let mut lines = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    first.starts_with(b"{") && first.ends_with(b"}")
        || lines
            .next()
            .is_some_and(|second| second.starts_with(b"{") && first.starts_with(b"{"))
}

fn read_lines(bytes: &[u8]) -> Result<Vec<Placed>, ImportError> {
    let mut values = Vec::new();
    let mut problems: Vec<ImportProblem> = Vec::new();
    for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1usize..) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let place = format!("line {number}");
        match strict::parse(line) {
            Ok(json) => values.push(Placed { place, json }),
            Err(error) => {
                let message = error.to_string();
                // Each line is parsed by itself, so "line 1" would only mislead.
                let message = message.replace("line 1, ", "");
                problems.push(problem(place, message, cure(&error)));
            }
        }
    }
    if problems.is_empty() {
        return Ok(values);
    }
    // Leaving a line out could hide a conflict, so nothing is judged until all can be read.
    let (bad, good) = (problems.len(), values.len());
    if let Some(last) = problems.last_mut() {
        last.cure = format!(
            "{}; of {} lines {good} can be read and {bad} cannot, and nothing was decided",
            last.cure,
            good.saturating_add(bad)
        );
    }
    Err(ImportError::new(problems))
}
