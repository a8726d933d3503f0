//! What was filed with a regulator: EDGAR puts the documents of a filing into one file, each
//! between `<DOCUMENT>` and `</DOCUMENT>` with a few lines about it and its text after
//! `<TEXT>`. Every document begins a page of its own; an exhibit that was downloaded alone
//! has the same lines around it.
//!
//! The text of a document is a web page or plain text. What is packed into letters, such as
//! a picture or a PDF, is a page that was not read.

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, DocumentBuilder, HiddenLayer, LayerKind};

use crate::html::{self, decode};
use crate::kind::{is_fragment, is_page};
use crate::registry::{Looks, ReaderEntry};
use crate::{FileKind, LimitKind, ReadError, ReadLimits};

/// The reader of filings, with its version.
pub const FILING_READER: &str = "filing/1";

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Filing,
    code: "filing",
    reader: FILING_READER,
    about: "EDGAR filings, each document on pages of its own",
    extensions: &[],
    is_text: true,
    looks: |bytes| match is_filing(bytes) {
        true => Looks::Own,
        false => Looks::Strange,
    },
    read: |bytes, options| read(bytes, &options.limits),
};

/// Bytes in which the header of a filing has come to its first document.
const HEADER_BYTES: usize = 64 * 1024;
/// How a line begins that stands before the first document.
const HEADERS: [&str; 4] = ["<sec-", "<ims-", "-----begin privacy", "<submission"];

/// Whether bytes begin as a filing does.
fn is_filing(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(HEADER_BYTES));
    let head = String::from_utf8_lossy(head.unwrap_or_default()).to_ascii_lowercase();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    let mut lines = head.lines().map(str::trim);
    let known = HEADERS.iter().any(|header| head.starts_with(header));
    let first = match known {
        true => lines.find(|line| *line == "<document>"),
        false => lines.next().filter(|line| *line == "<document>"),
    };
    first.is_some() && lines.next().is_some_and(|line| line.starts_with("<type>"))
}

/// Reads a filing.
fn read(bytes: &[u8], limits: &ReadLimits) -> Result<DocumentBuilder, ReadError> {
    if bytes.len() > limits.html_bytes {
        return Err(ReadError::limit(LimitKind::HtmlBytes, limits.html_bytes));
    }
    let source = decode::decode(bytes)?;
    let (about, parts) = parts(&source);
    let mut pages = Vec::new();
    let mut layers = vec![about];
    for part in parts {
        layers.push(part.about);
        part_pages(&part.text, limits, &mut pages)?;
    }
    if pages.len() > limits.pages {
        return Err(ReadError::limit(LimitKind::Pages, limits.pages));
    }
    let mut builder = DocumentBuilder::new(FILING_READER);
    let last = pages.len().saturating_sub(1);
    for (index, mut page) in pages.into_iter().enumerate() {
        if index < last {
            page.text.push('\u{c}');
        }
        let start = builder.text_len();
        if start.saturating_add(page.text.len()) > limits.text_bytes {
            return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
        }
        match page.unread {
            Some(why) => builder.unread_page(&page.text, why),
            None => builder.page(&page.text),
        };
        for (from, to) in page.faint {
            let moved = |at: usize| start.saturating_add(at);
            builder.flag(ByteSpan::new(moved(from), moved(to)), CharacterFlag::Hidden);
        }
        page.layers
            .into_iter()
            .for_each(|layer| builder.hidden_layer(layer));
    }
    for text in layers.into_iter().filter(|text| !text.is_empty()) {
        let kind = LayerKind::Metadata;
        builder.hidden_layer(HiddenLayer { kind, text });
    }
    Ok(builder)
}

/// One document of a filing: what is said about it, and its text.
#[derive(Default)]
struct Part {
    about: String,
    text: String,
}

/// The lines before the first document, and the documents.
fn parts(source: &str) -> (String, Vec<Part>) {
    let mut about = String::new();
    let mut parts: Vec<Part> = Vec::new();
    let mut in_text = false;
    for line in source.split_inclusive('\n') {
        let bare = line.trim();
        let is = |tag: &str| bare.eq_ignore_ascii_case(tag);
        if is("<document>") && !in_text {
            parts.push(Part::default());
            continue;
        }
        let Some(part) = parts.last_mut() else {
            about.push_str(line);
            continue;
        };
        if in_text && is("</text>") {
            in_text = false;
        } else if in_text {
            part.text.push_str(line);
        } else if let Some(rest) = strip_tag(line, "<text>") {
            in_text = true;
            part.text.push_str(rest);
        } else if !is("</document>") {
            part.about.push_str(line);
        }
    }
    (about.trim().to_owned(), parts)
}

/// What follows a tag at the start of a line.
fn strip_tag<'l>(line: &'l str, tag: &str) -> Option<&'l str> {
    let line = line.trim_start();
    let begins = line.get(..tag.len())?.eq_ignore_ascii_case(tag);
    begins.then(|| line.get(tag.len()..))?
}

/// A page under way.
#[derive(Default)]
struct PageText {
    text: String,
    faint: Vec<(usize, usize)>,
    layers: Vec<HiddenLayer>,
    unread: Option<&'static str>,
}

/// The pages of one document.
fn part_pages(text: &str, limits: &ReadLimits, out: &mut Vec<PageText>) -> Result<(), ReadError> {
    let mut text = text.trim_start();
    // A wrapper says what a document is written in; the document says it again.
    for wrapper in ["<xbrl>", "<pdf>", "<xml>"] {
        text = strip_tag(text, wrapper).map_or(text, str::trim_start);
    }
    let first = text.lines().next().unwrap_or_default();
    let begin = text.as_bytes();
    if first.starts_with("begin ") {
        out.push(PageText {
            unread: Some(
                "a document of the filing is packed as letters; save it and read it on its own",
            ),
            ..PageText::default()
        });
    } else if is_page(begin) || is_fragment(begin) {
        let shown = html::shown(text, limits)?;
        out.push(PageText {
            text: shown.text,
            faint: shown.faint,
            layers: shown.layers,
            unread: None,
        });
    } else {
        let plain: String = text.split_inclusive('\n').filter_map(plain_line).collect();
        let pages = plain.split('\u{c}').map(|page| PageText {
            text: page.to_owned(),
            ..PageText::default()
        });
        // A mark at the very top of a document begins no second page.
        out.extend(pages.filter(|page| !page.text.trim().is_empty()));
    }
    Ok(())
}

/// A line of a plain document: marks of pages are form feeds, marks of tables are no text.
fn plain_line(line: &str) -> Option<&str> {
    const MARKS: [&str; 7] = [
        "<table>",
        "</table>",
        "<caption>",
        "</caption>",
        "<s>",
        "<c>",
        "<fn>",
    ];
    let mut words = line.split_whitespace().peekable();
    if line.trim().eq_ignore_ascii_case("<page>") {
        return Some("\u{c}");
    }
    let has_words = words.peek().is_some();
    let only_marks = words.all(|word| MARKS.iter().any(|mark| word.eq_ignore_ascii_case(mark)));
    (!(has_words && only_marks)).then_some(line)
}
