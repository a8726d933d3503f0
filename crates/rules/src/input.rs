//! Files of candidates: an array, one object, or one object a line.

use groundstop_canon::Json;
use groundstop_canon::json::{ParseError, parse};

/// One candidate of a file: the JSON, or why a line is none.
#[derive(Clone, Debug)]
pub enum Given {
    /// JSON, whatever its shape.
    Json(Json),
    /// A line of a JSON Lines file that cannot be read.
    Unreadable(String),
}

/// Why a file holds no candidates at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InputError(String);

/// Reads the candidates of a file, in order.
///
/// # Errors
/// Where the file is neither JSON nor JSON Lines.
pub fn read_candidates(text: &str) -> Result<Vec<Given>, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = match parse(text) {
        Ok(Json::Array(items)) => return Ok(items.into_iter().map(Given::Json).collect()),
        Ok(json) => return Ok(vec![Given::Json(json)]),
        Err(error) => error,
    };
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let first = lines.first().map(|(_, line)| line.trim_end());
    let is_lines = lines.len() > 1 && first.is_some_and(|line| parse(line).is_ok());
    if !is_lines {
        return Err(InputError(reason(text, &whole)));
    }
    let read = |(number, line): &(usize, &str)| match parse(line) {
        Ok(json) => Given::Json(json),
        Err(error) => Given::Unreadable(format!("line {number}: {}", reason(line, &error))),
    };
    Ok(lines.iter().map(read).collect())
}

/// The parser's words, and a better one for comments.
fn reason(text: &str, error: &ParseError) -> String {
    let commented = text
        .lines()
        .map(str::trim_start)
        .any(|line| line.starts_with("//") || line.starts_with("/*") || line.starts_with('#'));
    match commented {
        true => format!("{error}; JSON has no comments: take them out"),
        false => error.to_string(),
    }
}
