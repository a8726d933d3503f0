//! Mail: the headers a reader sees with the names of what is attached, and the message as it
//! is shown. What is attached is a document of its own, which [`attachments`] takes out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, DocumentBuilder, HiddenLayer, LayerKind};
use mail_parser::{
    Address, HeaderName, Message, MessageParser, MessagePart, MimeHeaders, PartType,
};

use serde::{Deserialize, Serialize};

use crate::{LimitKind, ReadError, ReadLimits, html, kind_of};

/// The reader of mail, with its version.
pub const MAIL_READER: &str = "mail/2 mail-parser 0.11.1";

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Mail,
    code: "mail",
    reader: MAIL_READER,
    about: "mail, the message; attachments are documents of their own",
    extensions: &["eml"],
    is_text: true,
    looks: looks_mail,
    read: |bytes, options| read(bytes, &options.limits),
};
use crate::FileKind;
use crate::kind::looks_mail;
use crate::registry::ReaderEntry;

const FORMAT: &str = "mail";
/// Attachments of one mail, at most.
const ATTACHMENTS_MAX: usize = 1_000;
/// Characters of an attachment's name, at most.
const NAME_CHARS: usize = 200;

/// Reads a mail message.
pub(crate) fn read(bytes: &[u8], limits: &ReadLimits) -> Result<DocumentBuilder, ReadError> {
    let message = parse(bytes)?;
    let mut body = Body {
        text: headers(&message),
        ..Body::default()
    };
    for part in shown(&message) {
        body.take(part, limits)?;
    }
    body.layers.extend(not_shown(&message));
    body.layers.extend(unread_headers(&message));
    let mut builder = DocumentBuilder::new(MAIL_READER);
    body.text.push('\n');
    if body.text.len() > limits.text_bytes {
        return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
    }
    match body.damaged {
        true => builder.unread_page(&body.text, "a part of it is damaged and may be cut short"),
        false => builder.page(&body.text),
    };
    for (start, end) in body.faint {
        builder.flag(ByteSpan::new(start, end), CharacterFlag::Hidden);
    }
    for layer in body.layers {
        builder.hidden_layer(layer);
    }
    Ok(builder)
}

/// The parts a mail program shows: HTML where there is any, plain text otherwise.
fn shown<'m>(message: &'m Message<'m>) -> Vec<&'m MessagePart<'m>> {
    let is_html = |part: &&MessagePart<'_>| matches!(part.body, PartType::Html(_));
    if message.html_bodies().any(|part| is_html(&part)) {
        message.html_bodies().collect()
    } else {
        message.text_bodies().collect()
    }
}

/// The plain text a message offers to programs that do not show HTML.
fn not_shown(message: &Message<'_>) -> Vec<HiddenLayer> {
    let shown = shown(message);
    let is_shown = |part: &MessagePart<'_>| shown.iter().any(|one| std::ptr::eq(*one, part));
    let others = message.text_bodies().filter(|part| !is_shown(part));
    others
        .filter_map(|part| match &part.body {
            PartType::Text(text) => Some(HiddenLayer {
                kind: LayerKind::Hidden,
                text: text.to_string(),
            }),
            _ => None,
        })
        .collect()
}

/// Headers that no mail program shows, a layer each.
fn unread_headers(message: &Message<'_>) -> Vec<HiddenLayer> {
    const SHOWN: [&str; 5] = ["from", "to", "cc", "date", "subject"];
    let hidden = message
        .headers_raw()
        .filter(|(name, _)| !SHOWN.contains(&name.to_ascii_lowercase().as_str()));
    hidden
        .map(|(name, value)| HiddenLayer {
            kind: LayerKind::Metadata,
            text: format!("{name}: {}", value.trim()),
        })
        .collect()
}

/// The message's text as it grows.
#[derive(Default)]
struct Body {
    text: String,
    layers: Vec<HiddenLayer>,
    faint: Vec<(usize, usize)>,
    damaged: bool,
}

impl Body {
    fn take(&mut self, part: &MessagePart<'_>, limits: &ReadLimits) -> Result<(), ReadError> {
        self.damaged |= part.is_encoding_problem;
        match &part.body {
            PartType::Text(text) => self.add(&text.replace("\r\n", "\n")),
            PartType::Html(source) => {
                let shown = html::shown(source, limits)?;
                self.layers.extend(shown.layers);
                // The text goes in behind one line feed.
                let start = self.text.len().saturating_add(1);
                let moved = |at: usize| start.saturating_add(at);
                self.faint.extend(
                    shown
                        .faint
                        .iter()
                        .map(|(from, to)| (moved(*from), moved(*to))),
                );
                self.add(&shown.text);
            }
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, text: &str) {
        self.text.push('\n');
        self.text.push_str(text.trim_matches('\n'));
        self.text.push('\n');
    }
}

/// The headers as a mail program shows them, one a line.
fn headers(message: &Message<'_>) -> String {
    let attached: Vec<String> = attached(message).map(|(name, _)| name).collect();
    let date = message
        .header_raw(HeaderName::Date)
        .map(|raw| raw.trim().to_owned());
    let shown = [
        ("From", message.from().map(addresses)),
        ("To", message.to().map(addresses)),
        ("Cc", message.cc().map(addresses)),
        ("Date", date),
        ("Subject", message.subject().map(str::to_owned)),
        (
            "Attachments",
            (!attached.is_empty()).then(|| attached.join(", ")),
        ),
    ];
    let lines = shown
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    lines
        .map(|(name, value)| {
            let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{name}: {line}\n")
        })
        .collect()
}

fn addresses(list: &Address<'_>) -> String {
    let one = |address: &mail_parser::Addr<'_>| match (address.name(), address.address()) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (Some(only), None) | (None, Some(only)) => only.to_owned(),
        (None, None) => String::new(),
    };
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A document that came with a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its name, which no other attachment of the mail has and which leads to no folder.
    pub name: String,
    /// Its bytes, decoded.
    pub bytes: Vec<u8>,
}

/// The documents that came with a mail, in their order; nothing has any but a mail.
///
/// # Errors
/// Where the mail cannot be read.
pub fn attachments(bytes: &[u8]) -> Result<Vec<Attachment>, ReadError> {
    if kind_of(bytes) != FileKind::Mail {
        return Ok(Vec::new());
    }
    let message = parse(bytes)?;
    let taken = attached(&message).map(|(name, part)| Attachment {
        name,
        bytes: match &part.body {
            PartType::Message(inner) => inner.raw_message().to_vec(),
            _ => part.contents().to_vec(),
        },
    });
    Ok(taken.collect())
}

fn parse(bytes: &[u8]) -> Result<Message<'_>, ReadError> {
    let parsed = catch_unwind(AssertUnwindSafe(|| MessageParser::default().parse(bytes)))
        .map_err(|_| ReadError::malformed(FORMAT, "the parser failed on it"))?;
    parsed.ok_or_else(|| ReadError::malformed(FORMAT, "it has no headers"))
}

/// What is attached, each under a name of its own; pictures inside the message are part of it.
fn attached<'m>(message: &'m Message<'m>) -> impl Iterator<Item = (String, &'m MessagePart<'m>)> {
    let mut taken: Vec<String> = Vec::new();
    let parts = message.attachments().take(ATTACHMENTS_MAX);
    let parts = parts.filter(|part| !matches!(part.body, PartType::InlineBinary(_)));
    parts.map(move |part| {
        let said = part.attachment_name().unwrap_or_default();
        let name = own_name(said, matches!(part.body, PartType::Message(_)), &taken);
        taken.push(name.clone());
        (name, part)
    })
}

/// A name without folders and signs that nobody sees, which is not yet taken.
fn own_name(said: &str, is_mail: bool, taken: &[String]) -> String {
    let last = said.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| if c.is_control() { '_' } else { c };
    let clean: String = last.trim().chars().map(plain).take(NAME_CHARS).collect();
    let clean = match (clean.trim_matches('.').is_empty(), is_mail) {
        (false, _) => clean,
        (true, true) => "message.eml".to_owned(),
        (true, false) => "attachment".to_owned(),
    };
    let (stem, ending) = match clean.rsplit_once('.') {
        Some((stem, ending)) => (stem.to_owned(), format!(".{ending}")),
        None => (clean.clone(), String::new()),
    };
    let others = (2..).map(|number: usize| format!("{stem} ({number}){ending}"));
    let mut names = std::iter::once(clean.clone()).chain(others);
    names.find(|name| !taken.contains(name)).unwrap_or(clean)
}

/// Whether bytes begin as a message does: header lines, among them those every
/// mail program writes and no other text has.
pub(crate) fn begins(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut seen: Vec<String> = Vec::new();
    for line in text.lines().take_while(|line| !line.trim().is_empty()) {
        if line.starts_with([' ', '\t']) && !seen.is_empty() {
            continue;
        }
        match line.split_once(':') {
            Some((name, _)) if is_header_name(name) => seen.push(name.to_ascii_lowercase()),
            // A mailbox file puts a line of its own before the first header.
            _ if seen.is_empty() && line.starts_with("From ") => {}
            _ => return false,
        }
    }
    let has = |names: &[&str]| names.iter().any(|name| seen.iter().any(|one| one == name));
    has(&["from", "sender"])
        && has(&["date", "to", "subject"])
        && has(&[
            "mime-version",
            "message-id",
            "received",
            "return-path",
            "content-type",
        ])
}

fn is_header_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 78 && name.bytes().all(|byte| byte.is_ascii_graphic())
}
