//! Files of candidates: an array, one object, an object that holds them under `candidates`, or one
//! object a line; a code fence around the whole is passed over.

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
    let (text, above) = unfenced(text);
    let whole = match parse(text) {
        Ok(json) => return Ok(unwrapped(json).into_iter().map(Given::Json).collect()),
        Err(error) => error,
    };
    let lines: Vec<(usize, &str)> = (above.saturating_add(1)..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let first = lines.first().map(|(_, line)| line.trim_end());
    let is_lines = lines.len() > 1 && first.is_some_and(|line| parse(line).is_ok());
    if !is_lines {
        return Err(InputError(reason(text, &whole, above)));
    }
    let read = |(number, line): &(usize, &str)| match parse(line) {
        Ok(json) => Given::Json(json),
        Err(error) => Given::Unreadable(format!("line {number}: {}", reason(line, &error, 0))),
    };
    Ok(lines.iter().map(read).collect())
}

/// What stands in the one code fence around a whole text, as models write it, and how many lines
/// stand above it.
fn unfenced(text: &str) -> (&str, usize) {
    let trimmed = text.trim();
    let inner = trimmed
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
        .and_then(|rest| rest.split_once('\n'))
        .map(|(_, inner)| inner);
    let Some(inner) = inner.filter(|inner| !inner.contains("```")) else {
        return (text, 0);
    };
    let blank = text.len().saturating_sub(text.trim_start().len());
    let skipped = text.get(..blank).unwrap_or_default().matches('\n').count();
    (inner, skipped.saturating_add(1))
}

/// The candidates of an array, of an object that holds them under `candidates`, or of one alone.
fn unwrapped(json: Json) -> Vec<Json> {
    match json {
        Json::Array(items) => items,
        Json::Object(mut members) => {
            let held =
                matches!(members.as_slice(), [(name, Json::Array(_))] if name == "candidates");
            match members.pop() {
                Some((_, Json::Array(items))) if held => items,
                Some(member) => {
                    members.push(member);
                    vec![Json::Object(members)]
                }
                None => vec![Json::Object(members)],
            }
        }
        json => vec![json],
    }
}

/// The parser's words, and a better one for comments; so many lines stand above the text.
fn reason(text: &str, error: &ParseError, above: usize) -> String {
    let commented = text
        .lines()
        .map(str::trim_start)
        .any(|line| line.starts_with("//") || line.starts_with("/*") || line.starts_with('#'));
    let position = error.position();
    let told = format!(
        "{} at line {}, column {}",
        error.problem(),
        position.line.saturating_add(above),
        position.column
    );
    match commented {
        true => format!("{told}; JSON has no comments: take them out"),
        false => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_wrappers_fences_and_lines_hold_the_same_candidates() {
        for text in [
            "[{\"a\":1},{\"a\":2}]",
            "{\"candidates\": [{\"a\":1},{\"a\":2}]}",
            "```json\n[{\"a\":1},{\"a\":2}]\n```\n",
            "```\n{\"candidates\": [{\"a\":1},{\"a\":2}]}\n```",
            "{\"a\":1}\n{\"a\":2}\n",
        ] {
            let read = read_candidates(text).unwrap();
            assert_eq!(read.len(), 2, "{text}");
            assert!(
                read.iter()
                    .all(|one| matches!(one, Given::Json(Json::Object(_))))
            );
        }
        assert_eq!(read_candidates("{\"a\":1}").unwrap().len(), 1);
        assert!(read_candidates("```json\n[1]\n```\ntext\n```\n[2]\n```").is_err());
    }

    #[test]
    fn lines_are_counted_from_the_top_of_the_file_inside_a_fence() {
        for (text, line) in [
            ("[\n{\"a\": oops}\n]", "line 2"),
            ("```json\n[\n{\"a\": oops}\n]\n```\n", "line 3"),
            ("\n\n```json\n[\n{\"a\": oops}\n]\n```\n", "line 5"),
        ] {
            let error = read_candidates(text).unwrap_err().to_string();
            assert!(error.contains(line), "{text}: {error}");
        }
        let fenced = "```\n{\"a\":1}\n{oops\n{\"a\":2}\n```";
        let read = read_candidates(fenced).unwrap();
        assert!(
            matches!(&read[1], Given::Unreadable(why) if why.starts_with("line 3:")),
            "{read:?}"
        );
    }
}
