//! HTML: the text a page shows, by blocks; what it does not show is kept apart.
//!
//! The tokens of the page are enough for that, and they need no tree: a million
//! elements one inside the other cost a million steps and no stack.

mod decode;
mod open;
mod select;
mod sheet;
mod sink;
mod style;
mod text;

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, DocumentBuilder, HiddenLayer};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};

use crate::{LimitKind, Limits, ReadError};
use sheet::Sheets;
use sink::Sink;

/// The reader of HTML files, with its version.
pub const HTML_READER: &str = "html/1";

/// How much of the file is given to the tokenizer at once, in bytes.
const PIECE_BYTES: usize = 1 << 16;

/// Reads an HTML file.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<DocumentBuilder, ReadError> {
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
    Ok(builder)
}

/// What a page shows, and what it carries besides.
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) layers: Vec<HiddenLayer>,
    /// Where letters are hard to see or struck out, in bytes of the text.
    pub(crate) faint: Vec<(usize, usize)>,
}

/// Reads the tokens of a page.
pub(crate) fn shown(source: &str, limits: &Limits) -> Result<Shown, ReadError> {
    let tokenizer = Tokenizer::new(
        Sink::new(Sheets::of_page(source), limits),
        TokenizerOpts::default(),
    );
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
    let (shown, overflow) = tokenizer.sink.finish();
    if overflow || shown.text.len() > limits.text_bytes {
        return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
    }
    Ok(shown)
}

/// Where the next piece ends.
fn boundary(text: &str) -> usize {
    let wanted = PIECE_BYTES.min(text.len());
    (wanted..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}
