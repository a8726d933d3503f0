//! Documents with what was proposed for them, one a line: what a pipeline writes.
//!
//! `{"document": "a/lease.pdf", "candidates": …}`. The candidates may have any form that a
//! file of candidates may have, as JSON or as a text; not a character of them is changed.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use groundstop_canon::json::ParseErrorKind;
use groundstop_canon::strict;
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

/// What a line calls its document, its candidates, and what it may say besides.
const DOCUMENT: [&str; 3] = ["document", "file", "path"];
const CANDIDATES: [&str; 4] = ["candidates", "answer", "response", "output"];
const BESIDE: [&str; 10] = [
    "created",
    "custom_id",
    "id",
    "metadata",
    "model",
    "prompt",
    "request_id",
    "schema",
    "timestamp",
    "usage",
];

/// A line that is no document with its candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The line, counted from 1.
    pub line: usize,
    /// The document it names, where it names one.
    pub document: Option<String>,
    /// What is wrong with it.
    pub message: String,
    /// What helps.
    pub help: String,
}

/// Reads such lines, the bad ones apart in their places; `label` is what messages call them.
///
/// # Errors
/// Where no line is a document with its candidates.
pub fn proposed_lines(
    text: &str,
    label: &str,
) -> Result<Vec<Result<ProposedLine, BadLine>>, EngineError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read: Vec<_> = lines.map(|(number, line)| one_line(number, line)).collect();
    let good = read.iter().any(Result::is_ok);
    match read.iter().find_map(|line| line.as_ref().err()) {
        Some(bad) if !good => Err(EngineError::input(&bad.message, &bad.help).about(label)),
        _ => Ok(read),
    }
}

fn one_line(number: usize, line: &str) -> Result<ProposedLine, BadLine> {
    let bad = |document: Option<String>, what: String, help: &str| BadLine {
        line: number,
        document,
        message: format!("line {number}{what}"),
        help: help.to_owned(),
    };
    let (document, candidates) = proposal(line).map_err(|wrong| {
        let help =
            "write {\"document\": \"lease.pdf\", \"candidates\": […]} on one line a document";
        match wrong {
            NoProposal::NotJson(column) => {
                let what = format!(", column {column}: it is no whole JSON text");
                bad(document_of(line), what, help)
            }
            NoProposal::Other => {
                let what = " is no object with a `document` and its `candidates`".to_owned();
                bad(document_of(line), what, help)
            }
            NoProposal::Twice => {
                let help = "keep the one that is meant";
                bad(document_of(line), ": a key stands twice".to_owned(), help)
            }
            NoProposal::Key(key) => {
                let what = format!(": its key `{key}` is not known");
                let help = "take it out, or put it into the candidates it is about";
                bad(document_of(line), what, help)
            }
        }
    })?;
    if !is_inside(&document) {
        let what = format!(": `{document}` is not in the folder");
        let help = "name a document by its path in the folder, without `..`";
        return Err(bad(None, what, help));
    }
    Ok(ProposedLine {
        document,
        candidates,
        line: number,
    })
}

/// Why a line is no document with its candidates.
enum NoProposal {
    /// It breaks off as JSON, at this column.
    NotJson(usize),
    /// It has a key that may change what its candidates say.
    Key(String),
    /// One of its keys stands twice.
    Twice,
    Other,
}

/// The document of a line and its candidates.
fn proposal(line: &str) -> Result<(String, Vec<u8>), NoProposal> {
    let members: BTreeMap<String, &RawValue> =
        serde_json::from_str(line).map_err(|error| match error.is_data() {
            true => NoProposal::Other,
            false => NoProposal::NotJson(error.column()),
        })?;
    let twice = strict::parse(line.as_bytes())
        .is_err_and(|error| error.kind() == ParseErrorKind::DuplicateKey);
    if twice {
        return Err(NoProposal::Twice);
    }
    let one = |names: &[&str]| {
        let mut found = members
            .iter()
            .filter(|(key, _)| names.contains(&key.as_str()));
        let first = found.next().map(|(_, raw)| raw.get());
        first.filter(|_| found.next().is_none())
    };
    let document = one(&DOCUMENT).and_then(|raw| serde_json::from_str::<String>(raw).ok());
    let (Some(document), Some(raw)) = (document, one(&CANDIDATES)) else {
        return Err(NoProposal::Other);
    };
    let known =
        |key: &str| DOCUMENT.contains(&key) || CANDIDATES.contains(&key) || BESIDE.contains(&key);
    if let Some(key) = members.keys().find(|key| !known(key)) {
        return Err(NoProposal::Key(key.clone()));
    }
    // A model's answer may come as the text it is.
    let candidates = match serde_json::from_str::<String>(raw) {
        Ok(text) => text.into_bytes(),
        Err(_) => raw.as_bytes().to_vec(),
    };
    Ok((document, candidates))
}

/// What of a file of candidates is about one document.
pub(crate) struct Own {
    /// Its candidates, not a character of them changed.
    pub(crate) candidates: Vec<u8>,
    /// The other documents that lines name, and on how many lines.
    pub(crate) others: BTreeMap<String, u64>,
}

/// Keeps of lines what is not about another document: a line may name its own.
///
/// # Errors
/// Where every line is about another one, and where more stands beside a line that holds a
/// document's candidates: as in a folder, what is proposed for one document stands on one line.
pub(crate) fn about(bytes: &[u8], document: &str, label: &str) -> Result<Own, EngineError> {
    let mut own = Own {
        candidates: bytes.to_vec(),
        others: BTreeMap::new(),
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(own);
    };
    // Standard input has no name that a line could name.
    let is_other = |named: &String| document != "-" && !is_same(named, document);
    for other in listed(text).into_iter().filter(is_other) {
        let count = own.others.entry(other).or_default();
        *count = count.saturating_add(1);
    }
    if !own.others.is_empty() {
        return Err(of_others(&own, document).about(label));
    }
    let lines = (1_usize..).zip(text.trim_start_matches('\u{feff}').lines());
    let mut kept = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        match document_of(line).filter(is_other) {
            Some(other) => {
                let count = own.others.entry(other).or_default();
                *count = count.saturating_add(1);
            }
            None => kept.push((number, line)),
        }
    }
    if kept.is_empty() && !own.others.is_empty() {
        return Err(of_others(&own, document).about(label));
    }
    // In a list over several lines no line stands for itself.
    let is_lines = kept
        .iter()
        .all(|(_, line)| line.trim_start().starts_with('{'));
    let proposals = kept.iter().filter(|_| is_lines);
    let proposals = proposals.map(|(at, line)| (at, proposal(line).ok()));
    let mut proposals = proposals.filter_map(|(at, line)| Some((*at, line?)));
    match (proposals.next(), kept.as_slice()) {
        // One line of a pipeline holds its candidates as it would for a folder.
        (Some((_, (_, candidates))), [_]) => own.candidates = candidates,
        (Some((first, _)), _) => return Err(beside_a_line(first, &kept, document).about(label)),
        (None, _) if !own.others.is_empty() => {
            let lines: Vec<&str> = kept.iter().map(|(_, line)| *line).collect();
            own.candidates = lines.join("\n").into_bytes();
        }
        (None, _) => {}
    }
    Ok(own)
}

/// The documents that the objects of a list name beside their candidates.
fn listed(text: &str) -> Vec<String> {
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) else {
        return Vec::new();
    };
    let holds = |item: &&&RawValue| {
        let members: Option<BTreeMap<String, &RawValue>> = serde_json::from_str(item.get()).ok();
        members.is_some_and(|members| members.keys().any(|key| CANDIDATES.contains(&key.as_str())))
    };
    let items = items.iter().filter(holds);
    items.filter_map(|item| document_of(item.get())).collect()
}

/// Every line is about another document.
fn of_others(own: &Own, document: &str) -> EngineError {
    let names: Vec<String> = own
        .others
        .keys()
        .take(3)
        .map(|name| format!("`{name}`"))
        .collect();
    EngineError::input(
        format!(
            "no line is about `{document}`; they are about {}",
            names.join(", ")
        ),
        "name the document they are about, or its folder in place of the document",
    )
}

/// More stands beside a line that holds all candidates of a document.
fn beside_a_line(first: usize, kept: &[(usize, &str)], document: &str) -> EngineError {
    let others: Vec<String> = kept
        .iter()
        .filter(|(at, _)| *at != first)
        .take(3)
        .map(|(at, _)| at.to_string())
        .collect();
    EngineError::input(
        format!(
            "line {first} holds the candidates of a document, and more for `{document}` stands on line {}",
            others.join(", ")
        ),
        "put all that is proposed for one document on one line",
    )
}

/// The document that a line names, where it names a file.
fn document_of(line: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        #[serde(alias = "file", alias = "path")]
        document: String,
    }
    let named: Named = serde_json::from_str(line).ok()?;
    let ending = Path::new(&named.document).extension()?;
    let is_ending = ending.len() <= 5 && !named.document.contains('\n');
    is_ending.then_some(named.document)
}

/// Whether two paths may name one file: the shorter is the end of the longer.
fn is_same(one: &str, two: &str) -> bool {
    let parts = |path: &str| -> Vec<String> {
        let parts = Path::new(path).components().rev();
        let named = parts.filter(|part| !matches!(part, Component::CurDir));
        named
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect()
    };
    let (one, two) = (parts(one), parts(two));
    one.iter().zip(&two).all(|(one, two)| one == two)
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
        let lines: Vec<_> = lines.into_iter().map(Result::unwrap).collect();
        assert_eq!(lines[0].candidates, b"[{\"value\": 1.50}]");
        assert_eq!(lines[1].candidates, b"```json\n[]\n```");
        assert_eq!((lines[1].document.as_str(), lines[1].line), ("b.txt", 3));
    }

    const WRONG: [&str; 7] = [
        "{\"document\": \"/etc/hostname\", \"candidates\": []}",
        "{\"document\": \"../a.txt\", \"candidates\": []}",
        "{\"document\": \"in/../../a.txt\", \"candidates\": []}",
        "{\"document\": \"a\"}",
        "[]",
        "{\"document\": 1, \"candidates\": []}",
        "x",
    ];

    #[test]
    fn a_line_that_is_none_is_named_and_the_others_are_read() {
        for wrong in WRONG {
            let good = "{\"document\": \"a\", \"candidates\": []}";
            let lines = proposed_lines(&format!("{good}\n{wrong}\n{good}\n"), "x.jsonl").unwrap();
            let bad = lines[1].as_ref().unwrap_err();
            assert!(bad.message.starts_with("line 2"), "{bad:?}");
            assert!(lines[0].is_ok() && lines[2].is_ok(), "{wrong}");
            let error = proposed_lines(wrong, "x.jsonl").unwrap_err();
            assert!(error.messages().contains("line 1"), "{}", error.messages());
        }
    }

    #[test]
    fn nothing_is_lost_beside_a_line_with_candidates() {
        let listed = r#"{"document": "a.txt", "candidates": [{"field_name": "x"}]}"#;
        let in_text = r#"{"document": "a.txt", "candidates": "[{\"field_name\": \"x\"}]"}"#;
        let absolute = r#"{"document": "/deals/a.txt", "candidates": "[]"}"#;
        let plain = r#"{"field_name": "x", "value": "1"}"#;
        let other = r#"{"document": "b.txt", "candidates": []}"#;
        for (one, two) in [
            (listed, in_text),
            (in_text, in_text),
            (in_text, plain),
            (plain, in_text),
            (absolute, in_text),
        ] {
            for document in ["a.txt", "-"] {
                let text = format!("{other}\n{one}\n\n{two}\n");
                let text = text.get(if document == "-" { other.len() } else { 0 }..);
                let error = about(text.unwrap().as_bytes(), document, "x.jsonl").err();
                let told = error.map(|error| error.messages()).unwrap_or_default();
                assert!(told.contains("on line "), "{one} {two}: {told}");
            }
        }
        let alone = format!("{other}\n{absolute}\n");
        assert_eq!(
            about(alone.as_bytes(), "a.txt", "x").unwrap().candidates,
            b"[]"
        );
        let lines = format!("{plain}\n{plain}\n");
        assert_eq!(
            about(lines.as_bytes(), "-", "x").unwrap().candidates,
            lines.as_bytes()
        );
    }

    #[test]
    fn lines_about_another_document_are_left_out_and_named() {
        let line = |name: &str| format!("{{\"document\": \"{name}\", \"candidates\": []}}\n");
        let both = line("deals/a.txt") + &line("b.txt") + &line("b.txt");
        let own = about(both.as_bytes(), "a.txt", "x.jsonl").unwrap();
        assert_eq!(own.candidates, b"[]");
        assert_eq!(own.others.get("b.txt"), Some(&2));
        let error = about(line("b.txt").as_bytes(), "a.txt", "x.jsonl").err();
        assert!(error.is_some_and(|error| error.messages().contains("`b.txt`")));
        let plain = br#"[{"field_name": "document", "value": "b.txt"}]"#;
        let kept = about(plain, "a.txt", "x.json").unwrap();
        assert!(kept.candidates == plain && kept.others.is_empty());
    }
}
