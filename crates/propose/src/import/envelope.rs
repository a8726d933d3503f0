//! What a model's answer comes in: the reply of an API, a tool call, a message of a framework.
//!
//! Each form is told by keys of its own. Inside stands a text, which is looked at like a
//! file, or JSON. An answer that says it is incomplete or refused is an error: an unread
//! part is never "nothing found".

use groundstop_canon::json::Json;

use super::outer::holds_json;
use super::stream;
use crate::error::ImportError;

/// What stood in an envelope.
pub(crate) enum Inner {
    /// Text, in which the JSON still has to be found.
    Text(String),
    /// JSON.
    Json(Json),
}

/// An envelope, by its name in reports, and what it holds.
pub(crate) type Opened = (&'static str, Vec<Inner>);

/// Opens one envelope; nothing where the JSON is none.
pub(crate) fn open(json: &Json) -> Result<Option<Opened>, ImportError> {
    // A piece of a stream by itself lacks the rest; a list of them may be whole.
    let pieces: Vec<&Json> = match json {
        Json::Array(items) => items.iter().collect(),
        one => vec![one],
    };
    if let Some(opened) = stream::join(&pieces)? {
        return Ok(Some(opened));
    }
    if let Json::String(text) = json {
        let held = text.trim_start().starts_with(['{', '[']) || text.contains("```");
        return Ok(held.then(|| ("JSON in a string", vec![Inner::Text(text.clone())])));
    }
    if let Some(items) = json.as_array() {
        if let [one] = items
            && let Some(opened) = generated(one)?
        {
            return Ok(Some(opened));
        }
        return match is_blocks(items) {
            true => Ok(Some(("message parts", blocks(items)?))),
            false => conversation(items),
        };
    }
    for form in FORMS {
        if let Some(opened) = form(json)? {
            return Ok(Some(opened));
        }
    }
    // A saved conversation: `{"messages": […]}`, where nothing else was said.
    match json.get("messages").and_then(Json::as_array) {
        Some(messages) => conversation(messages),
        None => Ok(None),
    }
}

type Form = fn(&Json) -> Result<Option<Opened>, ImportError>;

const FORMS: &[Form] = &[
    api_error,
    batch_line,
    chat_completion,
    responses,
    anthropic,
    gemini,
    converse,
    ollama,
    framework_message,
    tool_result,
    tool_call,
    remote_result,
    generated,
];

/// What an API answers in place of a model: nobody read the document, so nothing was proposed and nothing
/// found absent.
pub(super) fn api_error(json: &Json) -> Result<Option<Opened>, ImportError> {
    let Some(error) = json.get("error").filter(|error| !error.is_null()) else {
        return Ok(None);
    };
    let message = error.get("message").and_then(Json::as_str);
    // An error beside nothing that was proposed is the whole answer.
    let alone = json.as_object().is_some_and(|members| {
        let says = |json: &Json| match json {
            Json::Array(items) => !items.is_empty(),
            Json::Object(inner) => !inner.is_empty(),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
        };
        !members
            .iter()
            .any(|(key, json)| key != "error" && says(json))
    });
    let Some(said) = message.or(error.as_str().filter(|_| alone)) else {
        return Ok(None);
    };
    let said: String = said.chars().take(120).collect();
    Err(ImportError::one(
        "the model's answer",
        format!("it is an error of the API: {said}"),
        "ask again; `[]` as a file says that nothing was proposed",
    ))
}

/// One line of a batch's results: the answer stands in its body.
fn batch_line(json: &Json) -> Result<Option<Opened>, ImportError> {
    let body = json
        .get("response")
        .and_then(|response| response.get("body"));
    let body = body.filter(|body| body.as_object().is_some());
    Ok(body.map(|body| ("batch line", vec![Inner::Json(body.clone())])))
}

/// OpenAI's chat completions, and everything that speaks the same.
fn chat_completion(json: &Json) -> Result<Option<Opened>, ImportError> {
    let Some(choices) = json.get("choices").and_then(Json::as_array) else {
        return Ok(None);
    };
    let [choice] = choices else {
        return Err(several(choices.len(), "choices"));
    };
    let finish = choice.get("finish_reason").and_then(Json::as_str);
    self::finish(finish)?;
    let Some(message) = choice.get("message") else {
        let text = choice.get("text").and_then(Json::as_str);
        return Ok(text.map(|text| ("completion", vec![Inner::Text(text.to_owned())])));
    };
    refuse_refusal(message.get("refusal").and_then(Json::as_str))?;
    Ok(Some(("chat completion", message_parts(message)?)))
}

/// What a message of the chat forms holds: its tool calls, else its text, else what was parsed.
fn message_parts(message: &Json) -> Result<Vec<Inner>, ImportError> {
    let calls = message.get("tool_calls").and_then(Json::as_array);
    let mut inner: Vec<Inner> = calls.into_iter().flatten().filter_map(call).collect();
    inner.extend(message.get("function_call").and_then(call));
    if !inner.is_empty() {
        // What the text proposes besides counts as well; mostly it only speaks.
        let said = match message.get("content") {
            Some(Json::String(text)) => text.clone(),
            Some(Json::Array(parts)) => text_of(parts),
            _ => String::new(),
        };
        inner.extend(proposed(said));
        return Ok(inner);
    }
    match message.get("content") {
        Some(Json::String(text)) if !text.trim().is_empty() => {
            return Ok(vec![Inner::Text(text.clone())]);
        }
        Some(Json::Array(parts)) => return blocks(parts),
        _ => {}
    }
    match message.get("parsed").filter(|parsed| !parsed.is_null()) {
        Some(parsed) => Ok(vec![Inner::Json(parsed.clone())]),
        None => Err(nothing_said()),
    }
}

/// The arguments of a tool call, in any of the ways they are written.
pub(super) fn call(call: &Json) -> Option<Inner> {
    let function = call.get("function").or_else(|| call.get("custom"));
    let function = function.unwrap_or(call);
    let arguments = ["arguments", "args", "input", "parameters"]
        .into_iter()
        .find_map(|key| function.get(key).filter(|found| !found.is_null()))?;
    Some(match arguments {
        Json::String(text) => Inner::Text(text.clone()),
        json => Inner::Json(json.clone()),
    })
}

/// OpenAI's responses.
fn responses(json: &Json) -> Result<Option<Opened>, ImportError> {
    let is_response = json.get("object").and_then(Json::as_str) == Some("response");
    let Some(output) = json.get("output").and_then(Json::as_array) else {
        return Ok(None);
    };
    let typed = |item: &Json| item.get("type").is_some();
    if !is_response && !output.iter().all(typed) {
        return Ok(None);
    }
    let why = json
        .get("incomplete_details")
        .and_then(|why| why.get("reason"));
    finish(why.and_then(Json::as_str))?;
    finish(json.get("status").and_then(Json::as_str))?;
    let mut inner = Vec::new();
    for item in output {
        match item.get("type").and_then(Json::as_str) {
            Some("function_call" | "custom_tool_call") => inner.extend(call(item)),
            Some("message") => {
                finish(item.get("status").and_then(Json::as_str))?;
                let parts = item.get("content").and_then(Json::as_array).unwrap_or(&[]);
                inner.extend(blocks(parts)?);
            }
            _ => {}
        }
    }
    found(inner).map(|inner| Some(("response", inner)))
}

/// Anthropic's messages.
fn anthropic(json: &Json) -> Result<Option<Opened>, ImportError> {
    let is_message = json.get("type").and_then(Json::as_str) == Some("message");
    let parts = json.get("content").and_then(Json::as_array);
    let Some(parts) = parts.filter(|_| is_message) else {
        return Ok(None);
    };
    finish(json.get("stop_reason").and_then(Json::as_str))?;
    Ok(Some(("message", blocks(parts)?)))
}

/// Parts of a message: tool calls where there are any, else all text together.
pub(super) fn blocks(parts: &[Json]) -> Result<Vec<Inner>, ImportError> {
    let mut calls = Vec::new();
    let mut text = String::new();
    for part in parts {
        refuse_refusal(part.get("refusal").and_then(Json::as_str))?;
        let input = [
            part.get("input"),
            part.get("functionCall").and_then(|call| call.get("args")),
            part.get("function_call").and_then(|call| call.get("args")),
            part.get("toolUse").and_then(|call| call.get("input")),
            part.get("json"),
        ];
        if let Some(input) = input.into_iter().flatten().next() {
            calls.push(Inner::Json(input.clone()));
            continue;
        }
        // What a model thinks aloud is no part of its answer.
        let thought = part.get("thought").and_then(Json::as_bool) == Some(true);
        let said = part.get("text").and_then(Json::as_str);
        text.push_str(said.filter(|_| !thought).unwrap_or_default());
    }
    match (calls.is_empty(), text.trim().is_empty()) {
        (false, _) => {
            calls.extend(proposed(text));
            Ok(calls)
        }
        (true, false) => Ok(vec![Inner::Text(text)]),
        (true, true) => Err(nothing_said()),
    }
}

/// The text of a message's parts, without what a model thinks aloud.
fn text_of(parts: &[Json]) -> String {
    let thought = |part: &&Json| part.get("thought").and_then(Json::as_bool) == Some(true);
    let said = parts.iter().filter(|part| !thought(part));
    said.filter_map(|part| part.get("text").and_then(Json::as_str))
        .collect()
}

/// A text beside a tool call, where it proposes something too.
pub(super) fn proposed(text: String) -> Option<Inner> {
    holds_json(&text).then_some(Inner::Text(text))
}

/// Whether a list is the parts of a message, and not candidates.
fn is_blocks(items: &[Json]) -> bool {
    let kinds = [
        "text",
        "output_text",
        "tool_use",
        "thinking",
        "redacted_thinking",
    ];
    let part = |item: &Json| {
        let kind = item.get("type").and_then(Json::as_str);
        kind.is_some_and(|kind| kinds.contains(&kind))
            && (item.get("text").is_some()
                || item.get("input").is_some()
                || item.get("thinking").is_some())
    };
    !items.is_empty() && items.iter().all(part)
}

/// Gemini's content.
fn gemini(json: &Json) -> Result<Option<Opened>, ImportError> {
    let blocked = json
        .get("promptFeedback")
        .or_else(|| json.get("prompt_feedback"));
    let reason = |feedback: &Json| {
        let reason = feedback.get("blockReason");
        let reason = reason.or_else(|| feedback.get("block_reason"))?.as_str()?;
        Some(reason.to_owned())
    };
    if let Some(reason) = blocked.and_then(reason) {
        return Err(ImportError::one(
            "the model's answer",
            format!("the question was blocked: `{reason}`"),
            "a higher limit does not help: ask another way, or another model",
        ));
    }
    let Some(candidates) = json.get("candidates").and_then(Json::as_array) else {
        return Ok(None);
    };
    let is_answer = |one: &Json| parts_of(one).is_some() || finish_reason(one).is_some();
    if candidates.is_empty() || !candidates.iter().all(is_answer) {
        return Ok(None);
    }
    let [candidate] = candidates else {
        return Err(several(candidates.len(), "candidates"));
    };
    finish(finish_reason(candidate))?;
    finish(numbered_reason(candidate))?;
    Ok(Some((
        "content",
        blocks(parts_of(candidate).unwrap_or(&[]))?,
    )))
}

/// The parts of one of Gemini's answers.
pub(super) fn parts_of(candidate: &Json) -> Option<&[Json]> {
    candidate.get("content")?.get("parts")?.as_array()
}

/// How one of Gemini's answers ended.
pub(super) fn finish_reason(candidate: &Json) -> Option<&str> {
    let reason = candidate.get("finishReason");
    let reason = reason.or_else(|| candidate.get("finish_reason"))?;
    reason.as_str()
}

/// The same as a number, as a library dumps it: 1 is the only whole end.
fn numbered_reason(candidate: &Json) -> Option<&'static str> {
    let reason = candidate.get("finishReason");
    let reason = reason.or_else(|| candidate.get("finish_reason"))?;
    match reason.as_number()?.text() {
        "0" | "1" => None,
        "2" => Some("max_tokens"),
        "3" => Some("safety"),
        "4" => Some("recitation"),
        _ => Some("other"),
    }
}

/// Bedrock's converse.
fn converse(json: &Json) -> Result<Option<Opened>, ImportError> {
    let message = json.get("output").and_then(|output| output.get("message"));
    let Some(parts) = message
        .and_then(|message| message.get("content"))
        .and_then(Json::as_array)
    else {
        return Ok(None);
    };
    finish(json.get("stopReason").and_then(Json::as_str))?;
    Ok(Some(("converse", blocks(parts)?)))
}

/// Ollama's chat and generate, Cohere's chat.
fn ollama(json: &Json) -> Result<Option<Opened>, ImportError> {
    let done = json.get("done").is_some();
    finish(json.get("done_reason").and_then(Json::as_str))?;
    if let Some(message) = json
        .get("message")
        .filter(|message| message.get("content").is_some() || message.get("tool_calls").is_some())
    {
        finish(json.get("finish_reason").and_then(Json::as_str))?;
        return Ok(Some(("chat message", message_parts(message)?)));
    }
    let said = json.get("response").and_then(Json::as_str);
    Ok(said
        .filter(|_| done)
        .map(|text| ("generated text", vec![Inner::Text(text.to_owned())])))
}

/// A message by itself, or as LangChain dumps it.
fn framework_message(json: &Json) -> Result<Option<Opened>, ImportError> {
    let kind = json.get("type").and_then(Json::as_str);
    let message = match kind {
        Some("constructor") => json.get("kwargs"),
        Some("ai") => json.get("data").or(Some(json)),
        Some("AIMessage" | "AIMessageChunk") => Some(json),
        _ => {
            let role = json.get("role").and_then(Json::as_str);
            role.filter(|role| *role == "assistant").map(|_| json)
        }
    };
    let message = message.filter(|message| message.get("content").is_some());
    message
        .map(|message| Ok(("framework message", message_parts(message)?)))
        .transpose()
}

/// The result of a tool, as MCP writes it.
fn tool_result(json: &Json) -> Result<Option<Opened>, ImportError> {
    let failed = ["isError", "is_error"]
        .iter()
        .any(|key| json.get(key).and_then(Json::as_bool) == Some(true));
    let is_result = ["content", "structuredContent", "result"]
        .iter()
        .any(|key| json.get(key).is_some());
    if failed && is_result {
        return Err(ImportError::one(
            "the model's answer",
            "the tool says that it failed (`isError`)",
            "run it again; what was not said is not \"nothing found\"",
        ));
    }
    if let Some(structured) = json
        .get("structuredContent")
        .filter(|found| !found.is_null())
    {
        return Ok(Some(("tool result", vec![Inner::Json(structured.clone())])));
    }
    let parts = json.get("content").and_then(Json::as_array);
    let text = |part: &Json| part.get("type").and_then(Json::as_str) == Some("text");
    match parts.filter(|parts| !parts.is_empty() && parts.iter().all(text)) {
        Some(parts) => Ok(Some(("tool result", blocks(parts)?))),
        None => Ok(None),
    }
}

/// A result under `result`, with the marks of whoever sent it: JSON-RPC of MCP, a line of Anthropic's
/// batches, a command line's last word.
fn remote_result(json: &Json) -> Result<Option<Opened>, ImportError> {
    let Some(result) = json.get("result").filter(|result| !result.is_null()) else {
        return Ok(None);
    };
    if json.get("jsonrpc").is_some() && result.as_object().is_some() {
        return Ok(Some(("JSON-RPC", vec![Inner::Json(result.clone())])));
    }
    if json.get("custom_id").is_some()
        && let Some(kind) = result.get("type").and_then(Json::as_str)
    {
        finish(Some(match kind {
            "errored" | "expired" => "failed",
            kind => kind,
        }))?;
        let message = result.get("message").cloned();
        return Ok(message.map(|message| ("batch line", vec![Inner::Json(message)])));
    }
    let is_last = json.get("type").and_then(Json::as_str) == Some("result");
    let subtype = json.get("subtype").and_then(Json::as_str);
    match (is_last.then_some(subtype).flatten(), result) {
        (Some("success"), Json::String(text)) => {
            Ok(Some(("result", vec![Inner::Text(text.clone())])))
        }
        (Some(other), Json::String(_)) => Err(ImportError::one(
            "the model's answer",
            format!("the model failed to answer: it ended with `{other}`"),
            "ask again; what was not said is not \"nothing found\"",
        )),
        _ => Ok(None),
    }
}

/// Text that a server generated: `generated_text`, `predictions`, `content` with its `stop`.
fn generated(json: &Json) -> Result<Option<Opened>, ImportError> {
    let text = |json: &Json| Inner::Text(json.as_str().unwrap_or_default().to_owned());
    if let Some(said) = json
        .get("generated_text")
        .filter(|said| said.as_str().is_some())
    {
        let details = json.get("details");
        let reason = details.and_then(|details| details.get("finish_reason"));
        finish(reason.and_then(Json::as_str))?;
        return Ok(Some(("generated text", vec![text(said)])));
    }
    if let Some([one]) = json.get("predictions").and_then(Json::as_array) {
        let said = one.get("content").or_else(|| one.get("generated_text"));
        return Ok(match said.filter(|said| said.as_str().is_some()) {
            Some(said) => Some(("prediction", vec![text(said)])),
            None => Some(("prediction", vec![Inner::Json(one.clone())])),
        });
    }
    let said = json.get("content").filter(|said| said.as_str().is_some());
    let Some(said) = said.filter(|_| json.get("stop").and_then(Json::as_bool).is_some()) else {
        return Ok(None);
    };
    let limited = json.get("stopped_limit").and_then(Json::as_bool) == Some(true);
    let kind = json.get("stop_type").and_then(Json::as_str) == Some("limit");
    let cut = json.get("stop").and_then(Json::as_bool) == Some(false);
    finish((limited || kind || cut).then_some("length"))?;
    Ok(Some(("generated text", vec![text(said)])))
}

/// One tool call by itself: it says so, or has a tool's name and its arguments and nothing else.
fn tool_call(json: &Json) -> Result<Option<Opened>, ImportError> {
    const KEYS: [&str; 8] = [
        "name",
        "arguments",
        "parameters",
        "args",
        "id",
        "call_id",
        "index",
        "type",
    ];
    let kind = json.get("type").and_then(Json::as_str);
    let is_call = matches!(
        kind,
        Some("function" | "function_call" | "tool_use" | "tool_call")
    );
    let members = json.as_object().unwrap_or(&[]);
    let named = json.get("name").and_then(Json::as_str).is_some();
    let is_bare = named && members.iter().all(|(key, _)| KEYS.contains(&key.as_str()));
    Ok(call(json)
        .filter(|_| is_call || is_bare)
        .map(|inner| ("tool call", vec![inner])))
}

/// A conversation: what the assistant said last.
fn conversation(messages: &[Json]) -> Result<Option<Opened>, ImportError> {
    let role = |message: &Json| {
        message
            .get("role")
            .and_then(Json::as_str)
            .map(str::to_owned)
    };
    if messages.is_empty() || !messages.iter().all(|message| role(message).is_some()) {
        return Ok(None);
    }
    let last = messages
        .iter()
        .rev()
        .find(|message| matches!(role(message).as_deref(), Some("assistant" | "model" | "ai")));
    match last {
        Some(message) => Ok(Some(("conversation", message_parts(message)?))),
        None => Err(nothing_said()),
    }
}

pub(super) fn found(inner: Vec<Inner>) -> Result<Vec<Inner>, ImportError> {
    match inner.is_empty() {
        true => Err(nothing_said()),
        false => Ok(inner),
    }
}

fn nothing_said() -> ImportError {
    ImportError::one(
        "the model's answer",
        "it holds neither text nor a tool call",
        "ask the model again; `[]` as a file says that nothing was proposed",
    )
}

pub(super) fn several(count: usize, what: &str) -> ImportError {
    ImportError::one(
        "the model's answer",
        format!("it holds {count} {what}, and which one is meant cannot be known"),
        "keep one of them, or put the candidates of all into one array",
    )
}

/// How answers end that are not whole, in small letters.
const CUT: [&str; 13] = [
    "token_limit",
    "max_new_tokens",
    "max_length",
    "model_length",
    "pause_turn",
    "in_progress",
    "queued",
    "max_output_reached",
    "length",
    "max_tokens",
    "max_output_tokens",
    "incomplete",
    "model_context_window_exceeded",
];
const REFUSED: [&str; 11] = [
    "content_filter",
    "content_filtered",
    "guardrail_intervened",
    "refusal",
    "safety",
    "recitation",
    "prohibited_content",
    "blocklist",
    "spii",
    "image_safety",
    "error_toxic",
];
const FAILED: [&str; 12] = [
    "other",
    "canceled",
    "timeout",
    "malformed_response",
    "no_image",
    "error_limit",
    "failed",
    "cancelled",
    "error",
    "malformed_function_call",
    "unexpected_tool_call",
    "language",
];

/// How an object beside candidates says that their answer ended.
pub(super) fn ended(members: &[(String, Json)]) -> Option<&str> {
    let names = [
        "finish_reason",
        "finishReason",
        "stop_reason",
        "stopReason",
        "done_reason",
    ];
    let found = members
        .iter()
        .find(|(key, _)| names.contains(&key.as_str()));
    found.and_then(|(_, json)| json.as_str())
}

/// Refuses an answer that its own end calls incomplete, refused or failed.
pub(super) fn finish(ended: Option<&str>) -> Result<(), ImportError> {
    let Some(ended) = ended else { return Ok(()) };
    let end = ended.to_ascii_lowercase();
    let among = |list: &[&str]| list.contains(&end.as_str());
    let (what, cure) = if among(&CUT) {
        (
            "it is not complete",
            "ask again with a higher limit of tokens; what was not said is not \"nothing found\"",
        )
    } else if among(&REFUSED) {
        (
            "the model or its filter refused to answer",
            "a higher limit does not help: ask another way, or another model",
        )
    } else if among(&FAILED) {
        (
            "the model failed to answer",
            "ask again; what was not said is not \"nothing found\"",
        )
    } else {
        return Ok(());
    };
    Err(ImportError::one(
        "the model's answer",
        format!("{what}: it ended with `{ended}`"),
        cure,
    ))
}

pub(super) fn refuse_refusal(said: Option<&str>) -> Result<(), ImportError> {
    match said.filter(|said| !said.trim().is_empty()) {
        Some(said) => {
            let said: String = said.chars().take(120).collect();
            Err(ImportError::one(
                "the model's answer",
                format!("the model refused: {said}"),
                "ask another way, or another model",
            ))
        }
        None => Ok(()),
    }
}
