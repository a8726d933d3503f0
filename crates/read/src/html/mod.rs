//! HTML: the text a page shows, by blocks; what it does not show is kept apart.
//!
//! The tokens of the page are enough for that, and they need no tree: a million
//! elements one inside the other cost a million steps and no stack.

mod cascade;
mod colour;
mod css;
mod data;
pub(crate) mod decode;
mod gather;
mod given;
mod judged;
mod length;
mod media;
mod names;
mod open;
mod select;
mod shape;
mod sheet;
mod sink;
mod style;
mod svg;
mod text;
mod variables;

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, DocumentBuilder, HiddenLayer, Table};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, TokenSink, Tokenizer, TokenizerOpts};

use crate::FileKind;
use crate::kind::looks_html;
use crate::registry::ReaderEntry;
use crate::{LimitKind, ReadError, ReadLimits};
use gather::{Gather, Gathered};
use sheet::Sheets;
use sink::Sink;

/// The reader of HTML files, with its version.
pub const HTML_READER: &str = "html/3";

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Html,
    code: "html",
    reader: HTML_READER,
    about: "HTML, what is shown; hidden parts kept apart",
    extensions: &["html", "htm", "xhtml"],
    is_text: true,
    looks: looks_html,
    read: |bytes, options| read(bytes, &options.limits),
};

/// How much of the file is given to the tokenizer at once, in bytes.
const PIECE_BYTES: usize = 1 << 16;

/// Reads an HTML file.
pub(crate) fn read(bytes: &[u8], limits: &ReadLimits) -> Result<DocumentBuilder, ReadError> {
    if bytes.len() > limits.html_bytes {
        return Err(ReadError::limit(LimitKind::HtmlBytes, limits.html_bytes));
    }
    let shown = shown(&decode::decode(bytes)?, limits)?;
    let mut builder = DocumentBuilder::new(HTML_READER);
    builder.page(&shown.text);
    for (start, end) in shown.faint {
        builder.flag(ByteSpan::new(start, end), CharacterFlag::Hidden);
    }
    for layer in shown.layers {
        builder.hidden_layer(layer);
    }
    for table in shown.tables {
        builder.table(table);
    }
    Ok(builder)
}

/// What a page shows, and what it carries besides.
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) layers: Vec<HiddenLayer>,
    /// Where letters are hard to see or struck out, in bytes of the text.
    pub(crate) faint: Vec<(usize, usize)>,
    pub(crate) tables: Vec<Table>,
}

/// Reads the tokens of a page.
pub(crate) fn shown(source: &str, limits: &ReadLimits) -> Result<Shown, ReadError> {
    let sheets = Sheets::of_page(&gathered(source));
    let tokenizer = tokenized(source, Sink::new(sheets, limits));
    let (shown, overflow) = tokenizer.sink.finish();
    if overflow || shown.text.len() > limits.text_bytes {
        return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
    }
    Ok(shown)
}

/// The style sheets of a page; where there are none it is not gone through for them.
fn gathered(source: &str) -> Gathered {
    const TAGS: &[&str] = &["style", "link", "set", "animate"];
    let mut tags = source.split('<').skip(1);
    let begins = |rest: &str, tag: &str| {
        let begin = rest.as_bytes().get(..tag.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(tag.as_bytes()))
    };
    let refreshes =
        |rest: &str| begins(rest, "meta") && rest.to_ascii_lowercase().contains("refresh");
    if tags.any(|rest| TAGS.iter().any(|tag| begins(rest, tag)) || refreshes(rest)) {
        tokenized(source, Gather::default()).sink.finish()
    } else {
        Gathered::default()
    }
}

/// Gives the tokens of a page to a sink.
fn tokenized<S: TokenSink>(source: &str, sink: S) -> Tokenizer<S> {
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let input = BufferQueue::default();
    let mut rest = source;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(boundary(rest));
        input.push_back(StrTendril::from_slice(piece));
        // What the tokenizer asks for here, a script to run or an encoding, it does not get.
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
        rest = after;
    }
    tokenizer.end();
    tokenizer
}

/// Where the next piece ends.
fn boundary(text: &str) -> usize {
    let wanted = PIECE_BYTES.min(text.len());
    (wanted..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}
