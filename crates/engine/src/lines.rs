//! Documents with what was proposed for them, one a line: what a pipeline writes.
//!
//! `{"document": "a/lease.pdf", "candidates": …}`. The candidates may have any form that a
//! file of candidates may have, as JSON or as a text; not a character of them is changed.

use std::path::{Component, Path};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::EngineError;

/// One document of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedLine {
    /// The document's path, from the folder on that was named.
    pub document: String,
    /// What was proposed, as it would stand in a file of its own.
    pub candidates: Vec<u8>,
    /// The line it stands on, counted from 1.
    pub line: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    #[serde(alias = "file", alias = "path")]
    document: String,
    #[serde(borrow, alias = "answer", alias = "response", alias = "output")]
    candidates: &'a RawValue,
}

/// Reads such lines; `label` is what messages call them.
///
/// # Errors
/// Where a line is none.
pub fn proposed_lines(text: &str, label: &str) -> Result<Vec<ProposedLine>, EngineError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        let parsed: Line<'_> = serde_json::from_str(line).map_err(|error| {
            let message = match error.is_data() {
                true => {
                    format!("line {number} is no object with a `document` and its `candidates`")
                }
                false => format!("line {number}: {error}"),
            };
            EngineError::input(
                message,
                "write {\"document\": \"lease.pdf\", \"candidates\": […]} on one line a document",
            )
            .about(label)
        })?;
        if !is_inside(&parsed.document) {
            return Err(EngineError::input(
                format!("line {number}: `{}` is not in the folder", parsed.document),
                "name a document by its path in the folder, without `..`",
            )
            .about(label));
        }
        let raw = parsed.candidates.get();
        // A model's answer may come as the text it is.
        let candidates = match serde_json::from_str::<String>(raw) {
            Ok(text) => text.into_bytes(),
            Err(_) => raw.as_bytes().to_vec(),
        };
        Ok(ProposedLine {
            document: parsed.document,
            candidates,
            line: number,
        })
    };
    lines.map(read).collect()
}

/// Whether a path leads to something in the folder it is joined to.
fn is_inside(document: &str) -> bool {
    let mut parts = Path::new(document).components();
    parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_keep_every_character_and_may_be_a_text() {
        let text = "{\"document\": \"a.txt\", \"candidates\": [{\"value\": 1.50}]}\n\n{\"path\": \"b.txt\", \"answer\": \"```json\\n[]\\n```\"}\n";
        let lines = proposed_lines(text, "x.jsonl").unwrap();
        assert_eq!(lines[0].candidates, b"[{\"value\": 1.50}]");
        assert_eq!(lines[1].candidates, b"```json\n[]\n```");
        assert_eq!((lines[1].document.as_str(), lines[1].line), ("b.txt", 3));
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        for wrong in [
            "{\"document\": \"/etc/hostname\", \"candidates\": []}",
            "{\"document\": \"../a.txt\", \"candidates\": []}",
            "{\"document\": \"in/../../a.txt\", \"candidates\": []}",
            "{\"document\": \"a\"}",
            "[]",
            "{\"document\": 1, \"candidates\": []}",
            "x",
        ] {
            let text = format!("{{\"document\": \"a\", \"candidates\": []}}\n{wrong}\n");
            let error = proposed_lines(&text, "x.jsonl").unwrap_err();
            assert!(error.messages().contains("line 2"), "{}", error.messages());
        }
    }
}
