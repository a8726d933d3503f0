//! Answers that came in pieces: what a streaming API writes, one JSON value a piece.
//!
//! The pieces come as lines, as server-sent events or in an array. Their texts are put
//! together, letter by letter and in their order, and what comes of it is read like any
//! other answer. A stream without its end is refused: what was not said is not "nothing
//! found".

use std::collections::BTreeMap;

use groundstop_canon::json::Json;
use groundstop_canon::strict;

use super::envelope::{
    Inner, Opened, api_error, finish, finish_reason, parts_of, refuse_refusal, several,
};
use super::outer::{Outer, Placed};
use crate::error::ImportError;

/// Puts the pieces of one answer together; nothing where the values are no pieces.
pub(super) fn join(values: &[&Json]) -> Result<Option<Opened>, ImportError> {
    let Some(kind) = KINDS.iter().find(|kind| belongs(kind, values)) else {
        return Ok(None);
    };
    let mut told = Told::default();
    for value in values {
        api_error(value)?;
        (kind.take)(value, &mut told)?;
    }
    if values.len() == 1 && !told.ended {
        return Err(ImportError::one(
            "the model's answer",
            "it is one piece of a stream",
            "save all pieces, one a line, or ask without streaming",
        ));
    }
    told.end().map(|inner| Some((kind.name, inner)))
}

/// Whether an envelope of this name was put together out of pieces.
pub(super) fn is_in_pieces(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.name == name)
}

/// One way in which answers are cut into pieces.
struct Kind {
    /// Its name in reports.
    name: &'static str,
    /// Whether a value is a piece that makes the whole one of this kind.
    is_piece: fn(&Json) -> bool,
    /// Whether one piece by itself is known for one; else it is a whole answer.
    tells_alone: bool,
    /// Whether a value may stand among such pieces.
    is_beside: fn(&Json) -> bool,
    /// Adds what a piece says.
    take: fn(&Json, &mut Told) -> Result<(), ImportError>,
}

fn belongs(kind: &Kind, values: &[&Json]) -> bool {
    (values.len() > 1 || kind.tells_alone)
        && values.iter().any(|value| (kind.is_piece)(value))
        && values
            .iter()
            .all(|value| (kind.is_piece)(value) || (kind.is_beside)(value))
}

const KINDS: &[Kind] = &[
    Kind {
        name: "chat completion in pieces",
        is_piece: is_chunk,
        tells_alone: true,
        is_beside: |value| value.get("choices").is_some() || value.get("error").is_some(),
        take: take_chunk,
    },
    Kind {
        name: "message in pieces",
        is_piece: |value| kind_is(value, |kind| kind.starts_with("content_block")),
        tells_alone: true,
        is_beside: |value| {
            kind_is(value, |kind| {
                kind.starts_with("message_") || ["ping", "error"].contains(&kind)
            })
        },
        take: take_event,
    },
    Kind {
        name: "response in pieces",
        is_piece: |value| kind_is(value, |kind| kind.starts_with("response.")),
        tells_alone: true,
        is_beside: |value| kind_is(value, |kind| kind == "error"),
        take: take_response,
    },
    Kind {
        name: "chat message in pieces",
        is_piece: |value| is_undone(value) && value.get("message").is_some(),
        tells_alone: true,
        is_beside: |value| value.get("done").is_some() && value.get("message").is_some(),
        take: take_ollama,
    },
    Kind {
        name: "generated text in pieces",
        is_piece: |value| is_undone(value) && value.get("response").is_some(),
        tells_alone: true,
        is_beside: |value| value.get("done").is_some() && value.get("response").is_some(),
        take: take_ollama,
    },
    Kind {
        name: "content in pieces",
        is_piece: |value| {
            let answers = contents(value);
            !answers.is_empty() && answers.iter().all(|one| finish_reason(one).is_none())
        },
        tells_alone: false,
        is_beside: |value| !contents(value).is_empty() || value.get("usageMetadata").is_some(),
        take: take_content,
    },
    Kind {
        name: "converse in pieces",
        is_piece: |value| value.get("contentBlockDelta").is_some(),
        tells_alone: true,
        is_beside: |value| {
            let keys = ["messageStart", "contentBlockStart", "contentBlockStop"];
            let ends = ["messageStop", "metadata"];
            keys.iter().chain(&ends).any(|key| value.get(key).is_some())
        },
        take: take_converse,
    },
];

fn kind_is(value: &Json, is: impl Fn(&str) -> bool) -> bool {
    value.get("type").and_then(Json::as_str).is_some_and(is)
}

fn is_undone(value: &Json) -> bool {
    value.get("done").and_then(Json::as_bool) == Some(false)
}

fn is_chunk(value: &Json) -> bool {
    let choices = value.get("choices").and_then(Json::as_array).unwrap_or(&[]);
    let object = value.get("object").and_then(Json::as_str);
    object == Some("chat.completion.chunk")
        || choices.iter().any(|choice| choice.get("delta").is_some())
}

/// What the pieces said so far.
#[derive(Default)]
struct Told {
    text: String,
    /// The arguments of tool calls, by their places.
    calls: BTreeMap<String, String>,
    /// What a piece holds whole.
    whole: Vec<Inner>,
    refusal: String,
    ended: bool,
    /// Something was said after the end: a second answer.
    goes_on: bool,
}

impl Told {
    fn say(&mut self, said: Option<&Json>) {
        let said = said.and_then(Json::as_str).unwrap_or_default();
        self.goes_on |= self.ended && !said.is_empty();
        self.text.push_str(said);
    }

    fn call(&mut self, place: String, arguments: Option<&Json>) {
        let arguments = arguments.and_then(Json::as_str).unwrap_or_default();
        self.goes_on |= self.ended && !arguments.is_empty();
        self.calls.entry(place).or_default().push_str(arguments);
    }

    /// Notes how the answer ended, where a piece says so.
    fn ends(&mut self, how: Option<&Json>) -> Result<(), ImportError> {
        if let Some(how) = how.and_then(Json::as_str).filter(|how| !how.is_empty()) {
            finish(Some(how))?;
            self.ended = true;
        }
        Ok(())
    }

    fn end(self) -> Result<Vec<Inner>, ImportError> {
        refuse_refusal(Some(&self.refusal))?;
        if self.goes_on {
            return Err(several(2, "answers"));
        }
        if !self.ended {
            return Err(ImportError::one(
                "the model's answer",
                "it is a stream without its end: the last piece is missing",
                "save the whole stream, or ask without streaming",
            ));
        }
        let mut inner = self.whole;
        let calls = self.calls.into_values();
        inner.extend(calls.filter(|text| !text.is_empty()).map(Inner::Text));
        match inner.is_empty() {
            true if !self.text.trim().is_empty() => inner.push(Inner::Text(self.text)),
            true => {}
            false => inner.extend(super::envelope::proposed(self.text)),
        }
        super::envelope::found(inner)
    }
}

/// The place of a piece among several: its number as it is written.
fn place(value: &Json, key: &str) -> String {
    let number = value.get(key).and_then(Json::as_number);
    // Numbers of one length sort as they count.
    number.map_or_else(String::new, |number| format!("{:0>8}", number.text()))
}

fn take_chunk(value: &Json, told: &mut Told) -> Result<(), ImportError> {
    let choices = value.get("choices").and_then(Json::as_array).unwrap_or(&[]);
    for choice in choices {
        let index = place(choice, "index");
        if !index.trim_start_matches('0').is_empty() {
            return Err(several(2, "choices"));
        }
        let delta = choice.get("delta").unwrap_or(&Json::Null);
        told.say(delta.get("content"));
        told.say(choice.get("text"));
        if let Some(said) = delta.get("refusal").and_then(Json::as_str) {
            told.refusal.push_str(said);
        }
        let calls = delta.get("tool_calls").and_then(Json::as_array);
        for call in calls.unwrap_or(&[]) {
            let function = call.get("function").unwrap_or(&Json::Null);
            told.call(place(call, "index"), function.get("arguments"));
        }
        told.ends(choice.get("finish_reason"))?;
    }
    Ok(())
}

fn take_event(value: &Json, told: &mut Told) -> Result<(), ImportError> {
    let delta = value.get("delta").unwrap_or(&Json::Null);
    match value.get("type").and_then(Json::as_str) {
        Some("content_block_start") => {
            // A block may begin with some of its text.
            let block = value.get("content_block").unwrap_or(&Json::Null);
            told.say(block.get("text"));
        }
        Some("content_block_delta") => {
            told.say(delta.get("text"));
            if let Some(piece) = delta.get("partial_json") {
                told.call(place(value, "index"), Some(piece));
            }
        }
        Some("message_delta") => told.ends(delta.get("stop_reason"))?,
        Some("message_stop") => told.ended = true,
        _ => {}
    }
    Ok(())
}

fn take_response(value: &Json, told: &mut Told) -> Result<(), ImportError> {
    let ends = [
        "response.completed",
        "response.incomplete",
        "response.failed",
    ];
    if kind_is(value, |kind| ends.contains(&kind)) {
        // The last event holds the whole answer, and its own end.
        told.whole
            .extend(value.get("response").cloned().map(Inner::Json));
        told.ended = true;
    }
    Ok(())
}

fn take_ollama(value: &Json, told: &mut Told) -> Result<(), ImportError> {
    let message = value.get("message").unwrap_or(&Json::Null);
    told.say(message.get("content"));
    told.say(value.get("response"));
    let calls = message.get("tool_calls").and_then(Json::as_array);
    let calls = calls.unwrap_or(&[]).iter();
    told.whole.extend(calls.filter_map(super::envelope::call));
    told.ends(value.get("done_reason"))?;
    told.ended |= value.get("done").and_then(Json::as_bool) == Some(true);
    Ok(())
}

fn take_converse(value: &Json, told: &mut Told) -> Result<(), ImportError> {
    if let Some(piece) = value.get("contentBlockDelta") {
        let delta = piece.get("delta").unwrap_or(&Json::Null);
        told.say(delta.get("text"));
        if let Some(call) = delta.get("toolUse") {
            told.call(place(piece, "contentBlockIndex"), call.get("input"));
        }
    }
    let stop = value.get("messageStop");
    told.ends(stop.and_then(|stop| stop.get("stopReason")))
}

/// Gemini's answers in a piece.
fn contents(value: &Json) -> Vec<&Json> {
    let answers = value.get("candidates").and_then(Json::as_array);
    let is_answer = |one: &&Json| parts_of(one).is_some() || finish_reason(one).is_some();
    answers.unwrap_or(&[]).iter().filter(is_answer).collect()
}

fn take_content(value: &Json, told: &mut Told) -> Result<(), ImportError> {
    let answers = contents(value);
    if answers.len() > 1 {
        return Err(several(answers.len(), "candidates"));
    }
    for answer in answers {
        for part in parts_of(answer).unwrap_or(&[]) {
            let thought = part.get("thought").and_then(Json::as_bool) == Some(true);
            told.say(part.get("text").filter(|_| !thought));
            let call = part
                .get("functionCall")
                .or_else(|| part.get("function_call"));
            told.whole.extend(call.and_then(super::envelope::call));
        }
        if let Some(how) = finish_reason(answer) {
            finish(Some(how))?;
            told.ended = true;
        }
    }
    Ok(())
}

/// The values of server-sent events; nothing where a text is none.
pub(super) fn events(text: &str) -> Option<Result<Outer, ImportError>> {
    const HEADS: [&str; 5] = ["data:", "event:", "id:", "retry:", ":"];
    let lines = || (1_usize..).zip(text.lines());
    let said = || lines().filter(|(_, line)| !line.trim().is_empty());
    let is_event = |line: &str| HEADS.iter().any(|head| line.starts_with(head));
    let is_data = |line: &str| line.starts_with("data:");
    if !said().all(|(_, line)| is_event(line)) || !said().any(|(_, line)| is_data(line)) {
        return None;
    }
    let mut values = Vec::new();
    for (number, line) in said() {
        let data = line.strip_prefix("data:").map(str::trim);
        let Some(data) = data.filter(|data| !data.is_empty() && *data != "[DONE]") else {
            continue;
        };
        let place = format!("line {number}");
        match strict::parse(data) {
            Ok(json) => values.push(Placed { place, json }),
            Err(_) => {
                return Some(Err(ImportError::one(
                    place,
                    "this piece of the stream is no whole JSON text",
                    "save the stream as the API sent it: one JSON text after each `data:`",
                )));
            }
        }
    }
    Some(Ok(Outer {
        values,
        around: Some("event stream"),
        lines: false,
    }))
}
