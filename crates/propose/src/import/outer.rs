//! The JSON text in what was given: alone, in a code fence, between a model's sentences, or
//! one value a line.
//!
//! Nothing is repaired. A text that is not JSON is refused with its line, what is
//! wrong in plain words, and what to change; two JSON texts are refused because which
//! one is meant cannot be known.

use groundstop_canon::json::{Json, ParseError};
use groundstop_canon::strict;

use super::broken::{refused, told};
use super::stream;
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
    let decoded = utf16(bytes)?;
    let bytes = decoded.as_deref().map_or(bytes, str::as_bytes);
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
    if let Some(values) = std::str::from_utf8(bytes).ok().and_then(sequence) {
        return Ok(Outer {
            values,
            around: None,
            lines: true,
        });
    }
    if looks_like_lines(bytes) {
        let values = read_lines(bytes)?;
        return Ok(Outer {
            values,
            around: None,
            lines: true,
        });
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(match is_document(bytes) {
            true => ImportError::one(
                "the file",
                "it is a document, not candidates",
                "name the document first and the file of candidates after it",
            ),
            false => refused(&whole, "", 0),
        });
    };
    if let Some(events) = stream::events(text) {
        return events;
    }
    let said = after_thinking(text)?;
    if let Some(calls) = tagged_calls(text, said)? {
        return Ok(calls);
    }
    let skipped = text.len().saturating_sub(said.len());
    match fenced(said).as_slice() {
        [] => between_sentences(text, said, skipped, &whole),
        [(at, inner)] => {
            let start = skipped.saturating_add(*at);
            only_one(said, *at, inner)?;
            match strict::parse(inner) {
                Ok(json) => Ok(alone(json, Some("code fence"))),
                Err(_) if is_sequence(inner) => Ok(in_fences(vec![(*at, *inner)])),
                Err(_) if looks_like_lines(inner.as_bytes()) => Ok(Outer {
                    values: read_lines(inner.as_bytes())?,
                    around: Some("code fence"),
                    lines: true,
                }),
                Err(error) => {
                    // What stands after the fence is no part of the JSON that was cut off in it.
                    let end = start.saturating_add(inner.len());
                    let until = text.get(..end).unwrap_or(text);
                    Err(refused(&error, until, start))
                }
            }
        }
        // One object in each is one answer in parts.
        all if all.iter().all(|(_, inner)| is_sequence(inner)) && !says_more(said, all) => {
            Ok(in_fences(all.to_vec()))
        }
        [..] => Err(two_texts(
            "the text holds several code fences with JSON in them",
        )),
    }
}

/// Objects one after another, with nothing between them but blanks, commas and marks of a list.
fn sequence(text: &str) -> Option<Vec<Placed>> {
    let mut values = Vec::new();
    let mut rest = text;
    let mut line = 1_usize;
    loop {
        let start = rest.find('{').unwrap_or(rest.len());
        let (between, object) = rest.split_at_checked(start)?;
        if !is_between(between) {
            return None;
        }
        line = line.saturating_add(between.matches('\n').count());
        if object.is_empty() {
            return Some(values).filter(|values| !values.is_empty());
        }
        let (inside, after) = object.split_at_checked(balanced(object)?)?;
        let json = strict::parse(inside).ok()?;
        let place = format!("line {line}");
        values.push(Placed { place, json });
        line = line.saturating_add(inside.matches('\n').count());
        rest = after;
    }
}

/// Whether a text between two objects says nothing: blanks, a comma, the marks of a list, the
/// sign that begins a record of a JSON sequence.
fn is_between(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '\u{1e}'));
    let number = text.trim_end_matches(['.', ')']);
    let is_number = number.len() < text.len() && number.bytes().all(|byte| byte.is_ascii_digit());
    text.is_empty() || matches!(text, "-" | "*" | "+" | "\u{2022}") || is_number
}

/// Whether a text is objects one after another.
fn is_sequence(inner: &str) -> bool {
    sequence(inner).is_some()
}

/// The objects of code fences, each with its place in its fence.
fn in_fences(fences: Vec<(usize, &str)>) -> Outer {
    let each = (1_usize..).zip(fences);
    let values = each.flat_map(|(number, (_, inner))| {
        let inside = sequence(inner).unwrap_or_default().into_iter();
        inside.map(move |one| Placed {
            place: format!("code fence {number}, {}", one.place),
            json: one.json,
        })
    });
    Outer {
        values: values.collect(),
        around: Some("code fence"),
        lines: true,
    }
}

/// Whether a file begins as documents do: a PDF, an archive such as DOCX, a picture.
fn is_document(bytes: &[u8]) -> bool {
    const BEGINNINGS: [&[u8]; 5] = [
        b"%PDF-",
        b"PK\x03\x04",
        b"\x89PNG",
        b"\xFF\xD8\xFF",
        b"\xD0\xCF\x11\xE0",
    ];
    BEGINNINGS.iter().any(|begins| bytes.starts_with(begins))
}

/// Whether a text has JSON or another fence beside its fences of JSON.
fn says_more(said: &str, fences_of_json: &[(usize, &str)]) -> bool {
    let mut outside = String::new();
    let mut from = 0_usize;
    for (at, inner) in fences_of_json {
        outside.push_str(said.get(from..*at).unwrap_or_default());
        from = at.saturating_add(inner.len());
    }
    outside.push_str(said.get(from..).unwrap_or_default());
    let others = fences(said).into_iter().filter(|(at, inner)| {
        !inner.trim().is_empty() && !fences_of_json.iter().any(|(start, _)| start == at)
    });
    holds_json(&outside) || others.count() > 0
}

/// A text in UTF-16, as its mark says; nothing where there is no such mark.
fn utf16(bytes: &[u8]) -> Result<Option<String>, ImportError> {
    let (is_little, units) = match bytes {
        [0xFF, 0xFE, units @ ..] => (true, units),
        [0xFE, 0xFF, units @ ..] => (false, units),
        [0, b'{' | b'[' | b'"', ..] | [b'{' | b'[' | b'"', 0, ..] => {
            return Err(not_utf8("the file is UTF-16 without its mark"));
        }
        _ => return Ok(None),
    };
    let units = units.chunks(2).map(|two| match two {
        [first, second] if is_little => u16::from_le_bytes([*first, *second]),
        [first, second] => u16::from_be_bytes([*first, *second]),
        // Half a unit is no character.
        _ => 0xD800,
    });
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.map(Some)
        .map_err(|_| not_utf8("the file begins as UTF-16 does, and goes on otherwise"))
}

fn not_utf8(what: &str) -> ImportError {
    ImportError::one("line 1", what, "save the file as UTF-8")
}

/// What a text says after a model thought aloud, which is no part of its answer.
fn after_thinking(text: &str) -> Result<&str, ImportError> {
    const TAGS: [&str; 6] = [
        "think",
        "thinking",
        "thought",
        "reasoning",
        "scratchpad",
        "analysis",
    ];
    let begun = text.trim_start();
    let opened = TAGS.iter().find_map(|tag| {
        let rest = begun.strip_prefix(&format!("<{tag}>"))?;
        rest.split_once(&format!("</{tag}>"))
    });
    if let Some((_, answer)) = opened {
        return Ok(answer);
    }
    // Some models are made to begin with a thought: only its end is written then. A line of its
    // own cannot stand inside a JSON string.
    let mut said = text;
    let mut at = 0_usize;
    for line in text.split_inclusive('\n') {
        at = at.saturating_add(line.len());
        let is_end = |tag: &str| line.trim() == format!("</{tag}>");
        if TAGS.iter().any(|tag| is_end(tag)) {
            said = text.get(at..).unwrap_or_default();
        }
    }
    // A thought begins in words: what begins as JSON is an answer, and not the only one.
    let before = text.get(..text.len().saturating_sub(said.len()));
    let before = before.unwrap_or_default().trim_start();
    match before.starts_with(['{', '[']) && holds_json(before) {
        true => Err(two_texts(
            "JSON stands before the end of a thought and after it",
        )),
        false => Ok(said),
    }
}

/// Refuses what stands around the one code fence with JSON, where it may be an answer too.
fn only_one(said: &str, at: usize, inner: &str) -> Result<(), ImportError> {
    let before = said.get(..at).unwrap_or_default();
    let after = said
        .get(at.saturating_add(inner.len())..)
        .unwrap_or_default();
    if holds_json(before) || holds_json(after) {
        return Err(two_texts("JSON stands in a code fence and outside of it"));
    }
    let other = fences(said)
        .into_iter()
        .any(|(start, other)| start != at && !other.trim().is_empty());
    match other {
        true => Err(two_texts(
            "beside the code fence with JSON stands another one, which is not read",
        )),
        false => Ok(()),
    }
}

/// Whether a text has JSON in it that can hold candidates, broken or not.
pub(super) fn holds_json(text: &str) -> bool {
    let mut from = 0_usize;
    let mut passed = 0_usize;
    while let Some(at) = text
        .get(from..)
        .and_then(|rest| rest.find(['{', '[']))
        .map(|at| at.saturating_add(from))
    {
        let rest = text.get(at..).unwrap_or_default();
        let end = balanced(rest).unwrap_or(rest.len());
        let inside = rest.get(..end).unwrap_or_default();
        from = match strict::parse(inside) {
            Ok(json) if holds_objects(&json) => return true,
            Ok(_) => at.saturating_add(end),
            Err(_) if is_nearly_json(inside) => return true,
            Err(_) => at.saturating_add(1),
        };
        passed = passed.saturating_add(1);
        if passed > BRACKETS_MAX {
            return true;
        }
    }
    false
}

/// Whether what stands in a bracket is meant as JSON: a key in quotation marks of any kind and a colon,
/// or a key without them right after the bracket.
fn is_nearly_json(inside: &str) -> bool {
    let marks = ['"', '\'', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];
    let quoted = inside.match_indices(':').any(|(at, _)| {
        let before = inside.get(..at).unwrap_or_default().trim_end();
        before.ends_with(marks)
    });
    let first = inside.trim_start_matches(['{', '[']).trim_start();
    let key = first.split(':').next().unwrap_or_default().trim();
    let bare = inside.starts_with(['{', '['])
        && inside.contains('{')
        && first.contains(':')
        && !key.is_empty()
        && key.chars().all(|c| c.is_alphanumeric() || c == '_');
    quoted || bare
}

/// Tool calls between tags, as some models write them: `<tool_call>{…}</tool_call>`, one or many.
fn tagged_calls(text: &str, said: &str) -> Result<Option<Outer>, ImportError> {
    const OPEN: &str = "<tool_call>";
    let mut values = Vec::new();
    let mut rest = said;
    while let Some((before, inner)) = rest.split_once(OPEN) {
        // JSON before a call or a call that does not end: which part is meant is not told by the tags.
        let Some((call, after)) = inner.split_once("</tool_call>") else {
            return Ok(None);
        };
        if before.contains(['{', '[']) {
            return Ok(None);
        }
        let place = format!("tool call {}", values.len().saturating_add(1));
        match strict::parse(call.trim()) {
            Ok(json) => values.push(Placed { place, json }),
            Err(_) if values.is_empty() => return Ok(None),
            Err(error) => {
                let left = after.len().saturating_add("</tool_call>".len());
                let start = text
                    .len()
                    .saturating_sub(left.saturating_add(call.trim_start().len()));
                return Err(refused(&error, text, start));
            }
        }
        rest = after;
    }
    if values.is_empty() || rest.contains(['{', '[']) {
        return Ok(None);
    }
    Ok(Some(Outer {
        values,
        around: Some("tool calls"),
        lines: false,
    }))
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
                if is_nearly_json(inside) {
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

/// Whether a value can hold candidates: an object with members, however deep in lists.
fn holds_objects(json: &Json) -> bool {
    match json {
        Json::Object(members) => !members.is_empty(),
        Json::Array(items) => items.iter().any(holds_objects),
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
    let mut inside = fences(text);
    inside.retain(|(_, inner)| inner.trim_start().starts_with(['{', '[']));
    inside
}

/// The insides of all code fences, with their places.
fn fences(text: &str) -> Vec<(usize, &str)> {
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
    inside
}

fn two_texts(message: &str) -> ImportError {
    ImportError::one(
        "candidates",
        message,
        "keep the one that is meant, or join them in one array",
    )
}

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
                let place = format!("{place}, column {}", error.position().column);
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
