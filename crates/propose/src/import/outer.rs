//! The JSON text in what was given: alone, in a code fence, between a model's sentences, or
//! one value a line.
//!
//! Nothing is repaired. A text that is not JSON is refused with its line, what is
//! wrong in plain words, and what to change; two JSON texts are refused because which
//! one is meant cannot be known.

use groundstop_canon::json::{Json, ParseError, ParseErrorKind};
use groundstop_canon::strict;

use crate::error::{ImportError, ImportProblem, problem};

/// How many brackets of sentences are passed over in the search for the JSON between them: each may
/// be looked through to the end of the text.
const BRACKETS_MAX: usize = 100;

/// A value and where it stands in the file.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) place: String,
    pub(crate) json: Json,
}

/// What was found, and how it was wrapped.
#[derive(Debug)]
pub(crate) struct Outer {
    /// The values, in the order of the file: one, or one a line.
    pub(crate) values: Vec<Placed>,
    /// What stood around the JSON, where something did.
    pub(crate) around: Option<&'static str>,
    /// Whether there was one value a line.
    pub(crate) lines: bool,
}

/// Finds the JSON of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Outer, ImportError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        return Err(ImportError::one(
            "line 1",
            "the file is empty",
            "write a JSON array of candidates; `[]` says that nothing was proposed",
        ));
    }
    let whole = match strict::parse(bytes) {
        Ok(json) => return Ok(alone(json, None)),
        Err(error) => error,
    };
    if looks_like_lines(bytes) {
        let values = read_lines(bytes)?;
        return Ok(Outer {
            values,
            around: None,
            lines: true,
        });
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(refused(&whole, "", 0));
    };
    // What a model thinks aloud is no part of its answer.
    let said = text
        .trim_start()
        .strip_prefix("<think>")
        .and_then(|rest| rest.rsplit_once("</think>"))
        .map_or(text, |(_, answer)| answer);
    let skipped = text.len().saturating_sub(said.len());
    match fenced(said).as_slice() {
        [] => between_sentences(text, said, skipped, &whole),
        [(at, inner)] => {
            let start = skipped.saturating_add(*at);
            match strict::parse(inner) {
                Ok(json) => Ok(alone(json, Some("code fence"))),
                Err(_) if looks_like_lines(inner.as_bytes()) => Ok(Outer {
                    values: read_lines(inner.as_bytes())?,
                    around: Some("code fence"),
                    lines: true,
                }),
                Err(error) => Err(refused(&error, text, start)),
            }
        }
        [..] => Err(two_texts(
            "the text holds several code fences with JSON in them",
        )),
    }
}

fn alone(json: Json, around: Option<&'static str>) -> Outer {
    Outer {
        values: vec![Placed {
            place: String::new(),
            json,
        }],
        around,
        lines: false,
    }
}

/// The JSON text between a model's sentences, where there is exactly one.
fn between_sentences(
    text: &str,
    said: &str,
    skipped: usize,
    whole: &ParseError,
) -> Result<Outer, ImportError> {
    let mut found: Option<Json> = None;
    let mut from = 0_usize;
    let mut passed = 0_usize;
    while let Some(at) = said
        .get(from..)
        .and_then(|rest| rest.find(['{', '[']))
        .map(|at| at.saturating_add(from))
    {
        let rest = said.get(at..).unwrap_or_default();
        let end = balanced(rest).unwrap_or(rest.len());
        match strict::parse(rest.get(..end).unwrap_or_default()) {
            // "[1]" in a sentence is a mark of a note, "{}" says nothing.
            Ok(json) if holds_objects(&json) => {
                if found.is_some() {
                    return Err(two_texts("the text holds two JSON texts"));
                }
                found = Some(json);
                from = at.saturating_add(end);
            }
            Ok(_) => from = at.saturating_add(end),
            Err(error) => {
                let inside = rest.get(..end).unwrap_or_default();
                // A bracket of a sentence is not broken JSON.
                if inside.contains("\":") || inside.contains("':") {
                    return Err(refused(&error, text, skipped.saturating_add(at)));
                }
                passed = passed.saturating_add(1);
                if passed > BRACKETS_MAX {
                    return Err(refused(whole, text, 0));
                }
                from = at.saturating_add(1);
            }
        }
    }
    match found {
        Some(json) if whole_is_text(said) => Ok(alone(json, None)),
        Some(json) => Ok(alone(json, Some("sentences"))),
        None => Err(refused(whole, text, 0)),
    }
}

/// Whether a text is one JSON text after all, blanks apart.
fn whole_is_text(said: &str) -> bool {
    strict::parse(said.trim()).is_ok()
}

/// Whether a value can hold candidates: an object with members, or a list of objects.
fn holds_objects(json: &Json) -> bool {
    match json {
        Json::Object(members) => !members.is_empty(),
        Json::Array(items) => {
            !items.is_empty() && items.iter().all(|item| item.as_object().is_some())
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    }
}

/// Where the bracket that a text begins with is closed; strings are passed over.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth = depth.saturating_add(1),
            b'}' | b']' if !quoted => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at.saturating_add(1));
                }
            }
            _ => {}
        }
    }
    None
}

/// The insides of code fences that begin like JSON, with their places.
fn fenced(text: &str) -> Vec<(usize, &str)> {
    let mut inside = Vec::new();
    let mut open: Option<usize> = None;
    let mut at = 0_usize;
    for line in text.split_inclusive('\n') {
        let end = at.saturating_add(line.len());
        if line.trim_start().starts_with("```") {
            match open.take() {
                None => open = Some(end),
                Some(start) => inside.extend(text.get(start..at).map(|inner| (start, inner))),
            }
        }
        at = end;
    }
    // A fence that was never closed ends with the text.
    if let Some(start) = open {
        inside.extend(text.get(start..).map(|inner| (start, inner)));
    }
    inside.retain(|(_, inner)| inner.trim_start().starts_with(['{', '[']));
    inside
}

fn two_texts(message: &str) -> ImportError {
    ImportError::one(
        "candidates",
        message,
        "keep the one that is meant, or join them in one array",
    )
}

/// The error of a text that is not JSON, with its line in the whole file.
fn refused(error: &ParseError, text: &str, start: usize) -> ImportError {
    let before = text.get(..start).unwrap_or_default();
    let skipped = before.bytes().filter(|byte| *byte == b'\n').count();
    let position = error.position();
    let line = position.line.saturating_add(skipped);
    let rest = text.get(start..).unwrap_or_default();
    let (cause, cure) = told(error, rest);
    ImportError::one(format!("line {line}"), cause, cure)
}

/// What is wrong with a text in plain words, and what to change.
fn told(error: &ParseError, text: &str) -> (String, &'static str) {
    let rest = text.get(error.position().byte..).unwrap_or_default();
    let at = rest.trim_start();
    let before = text.get(..error.position().byte).unwrap_or_default();
    let first = text.trim_start();
    match error.kind() {
        ParseErrorKind::DuplicateKey => (
            error.to_string(),
            "keep one of the two: which one is meant cannot be known",
        ),
        ParseErrorKind::InexactNumber => (
            error.to_string(),
            "write it with fewer digits; a value may also be a string, which keeps them all",
        ),
        ParseErrorKind::Depth => (
            error.to_string(),
            "write the candidates flat: an array of objects",
        ),
        ParseErrorKind::Utf8 => (error.to_string(), "save the file as UTF-8"),
        ParseErrorKind::LoneSurrogate => (error.to_string(), MEND_JSON),
        ParseErrorKind::Syntax if !first.starts_with(['{', '[', '"']) => (
            "there is no JSON in it".to_owned(),
            "give a JSON array of candidates; `groundstop prompt --schema S` prints a prompt that asks a model for one",
        ),
        ParseErrorKind::Syntax if at.starts_with('\'') => (
            "text in single quotes is Python's own spelling, not JSON".to_owned(),
            "write it with `json.dumps(…)`, or `model_dump_json()` of pydantic",
        ),
        ParseErrorKind::Syntax
            if at.starts_with("//") || at.starts_with("/*") || at.starts_with('#') =>
        {
            ("JSON has no comments".to_owned(), "take the comment out")
        }
        ParseErrorKind::Syntax
            if at.starts_with(['}', ']']) && before.trim_end().ends_with(',') =>
        {
            (
                "a comma stands before the closing bracket".to_owned(),
                "take that comma out",
            )
        }
        ParseErrorKind::Syntax
            if ["True", "False", "None", "NaN", "Infinity", "-Infinity"]
                .iter()
                .any(|word| at.starts_with(word)) =>
        {
            (
                "True, False, None and NaN are Python's words, not JSON's".to_owned(),
                "write true, false or null, or write the file with `json.dumps(…)`",
            )
        }
        ParseErrorKind::Syntax if at.is_empty() => (
            "the text ends in the middle of the JSON".to_owned(),
            "the answer was cut off: ask again with a higher limit of tokens",
        ),
        ParseErrorKind::Syntax if at.starts_with(['{', '[']) => (
            "a second JSON text begins here".to_owned(),
            "keep the one that is meant, join them in one array, or write one object a line",
        ),
        ParseErrorKind::Syntax => (error.to_string(), MEND_JSON),
    }
}

const MEND_JSON: &str = "mend the JSON at that place; nothing is repaired here";

/// Whether every other line begins an object of its own.
fn looks_like_lines(bytes: &[u8]) -> bool {
    let mut lines = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let second = lines.next().unwrap_or_default();
    first.starts_with(b"{") && first.ends_with(b"}") && second.starts_with(b"{")
        || first.starts_with(b"{\"") && second.starts_with(b"{\"")
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
                let text = std::str::from_utf8(line).unwrap_or_default();
                let (message, cure) = told(&error, text);
                // Each line is parsed by itself, so "line 1" would only mislead.
                let message = message.replace("line 1, ", "");
                problems.push(problem(place, message, cure));
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
