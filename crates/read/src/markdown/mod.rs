//! Markdown: the text as it is shown. Emphasis, links and fences are layout.
//!
//! The events of the parser are written as the web page they stand for, and that page is
//! read as every other web page is: what raw HTML in it hides stays hidden, what is struck
//! out is flagged, and what a picture or a link says is a layer. Three things are kept that
//! a browser would change: lines end where they end in the file, items of lists have the
//! numbers that the file gives them, and a rule stays as it is written.
//!
//! `[***]` is what is left of a figure that somebody took out, and two of them in one
//! paragraph are emphasis to every parser. Such stars, and blanks to be filled in, are put
//! aside before the parser sees them.

mod signs;

use std::borrow::Cow;
use std::ops::Range;

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, DocumentBuilder, HiddenLayer, LayerKind, Table};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use crate::html::{Shown, shown};
use crate::registry::{Looks, ReaderEntry};
use crate::{FileKind, LimitKind, ReadError, ReadLimits};
use groundstop_document::Document;

pub(crate) use signs::is_markdown;

/// The reader of Markdown, with its version.
pub const MARKDOWN_READER: &str = "markdown/1";

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Markdown,
    code: "markdown",
    reader: MARKDOWN_READER,
    about: "Markdown, as it is shown, pages at form feeds",
    extensions: &["md", "markdown"],
    is_text: true,
    looks: |bytes| match is_markdown(bytes) {
        true => Looks::Own,
        false => Looks::Strange,
    },
    read: |bytes, options| read(bytes, &options.limits),
};

/// Reads a Markdown file.
pub(crate) fn read(bytes: &[u8], limits: &ReadLimits) -> Result<DocumentBuilder, ReadError> {
    if bytes.len() > limits.text_file_bytes {
        return Err(ReadError::limit(
            LimitKind::TextFileBytes,
            limits.text_file_bytes,
        ));
    }
    let Ok(source) = std::str::from_utf8(bytes) else {
        return Err(match Document::from_text(bytes) {
            Err(error) => ReadError::NotText(error),
            Ok(_) => ReadError::malformed("Markdown", "it is not UTF-8"),
        });
    };
    let source = source.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let pages: Vec<&str> = source.split('\u{c}').collect();
    if pages.len() > limits.pages {
        return Err(ReadError::limit(LimitKind::Pages, limits.pages));
    }
    let mut builder = DocumentBuilder::new(MARKDOWN_READER);
    let last = pages.len().saturating_sub(1);
    for (index, page) in pages.into_iter().enumerate() {
        let mut shown = page_shown(page, limits)?;
        if index < last {
            shown.text.push('\u{c}');
        }
        let start = builder.text_len();
        if start.saturating_add(shown.text.len()) > limits.text_bytes {
            return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
        }
        builder.page(&shown.text);
        for (from, to) in shown.faint {
            let moved = |at: usize| start.saturating_add(at);
            builder.flag(ByteSpan::new(moved(from), moved(to)), CharacterFlag::Hidden);
        }
        for layer in shown.layers {
            builder.hidden_layer(layer);
        }
        for table in shown.tables {
            builder.table(table.shifted(start));
        }
    }
    Ok(builder)
}

/// One page as it is shown.
fn page_shown(source: &str, limits: &ReadLimits) -> Result<Shown, ReadError> {
    let aside = Aside::of(source);
    let marked = aside.put(source);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let parser = Parser::new_ext(&marked, options);
    let mut layers: Vec<HiddenLayer> = parser
        .reference_definitions()
        .iter()
        .filter_map(|(_, definition)| marked.get(definition.span.clone()))
        .map(|definition| layer(LayerKind::Comment, definition))
        .collect();
    let mut page = Page::new(&marked);
    for (event, range) in parser.into_offset_iter() {
        page.take(event, range);
    }
    let mut written = String::with_capacity(marked.len());
    pulldown_cmark::html::push_html(&mut written, page.events.into_iter());
    layers.append(&mut page.layers);
    let mut shown = shown(&written, limits)?;
    layers.append(&mut shown.layers);
    // The stretches of faint letters first, then those of the tables.
    let mut spans = shown.faint.clone();
    let mut tables = std::mem::take(&mut shown.tables);
    for span in tables.iter_mut().flat_map(Table::spans_mut) {
        spans.push((span.start.0, span.end.0));
    }
    let (text, mut faint) = aside.back(&shown.text, &spans);
    let mut moved = faint.split_off(shown.faint.len()).into_iter();
    for span in tables.iter_mut().flat_map(Table::spans_mut) {
        if let Some((start, end)) = moved.next() {
            *span = ByteSpan::new(start, end);
        }
    }
    for layer in &mut layers {
        layer.text = aside.back(&layer.text, &[]).0;
    }
    Ok(Shown {
        text,
        layers,
        faint,
        tables,
    })
}

fn layer(kind: LayerKind, text: &str) -> HiddenLayer {
    HiddenLayer {
        kind,
        text: text.trim().to_owned(),
    }
}

/// The events of a page on their way to what is shown of it.
struct Page<'s> {
    source: &'s str,
    events: Vec<Event<'s>>,
    layers: Vec<HiddenLayer>,
    /// What stands before the text about the file itself, while we are inside of it.
    front: Option<String>,
    /// How many lists are open.
    lists: usize,
    /// Whether the mark of an item came last.
    after_mark: bool,
    /// Whether the paragraph that is open stands on the line of its item's mark.
    beside_mark: bool,
}

/// A blank line before what comes next.
const APART: &str = "<p></p>";

impl<'s> Page<'s> {
    fn new(source: &'s str) -> Page<'s> {
        Page {
            source,
            events: Vec::new(),
            layers: Vec::new(),
            front: None,
            lists: 0,
            after_mark: false,
            beside_mark: false,
        }
    }

    fn take(&mut self, event: Event<'s>, range: Range<usize>) {
        if self.front.is_some() {
            return self.front(&event);
        }
        let after_mark = std::mem::take(&mut self.after_mark);
        match event {
            Event::Start(Tag::MetadataBlock(_)) => self.front = Some(String::new()),
            Event::SoftBreak | Event::HardBreak => self.raw("<br>"),
            Event::Start(Tag::List(_)) => {
                self.apart();
                self.lists = self.lists.saturating_add(1);
            }
            Event::End(TagEnd::List(_)) => {
                self.lists = self.lists.saturating_sub(1);
                self.apart();
            }
            Event::Start(Tag::Item) => {
                let mark = self.mark(range);
                self.raw(format!("<div>{mark} "));
                self.after_mark = true;
            }
            Event::End(TagEnd::Item) => self.raw("</div>"),
            Event::Start(Tag::Paragraph) if after_mark => self.beside_mark = true,
            Event::End(TagEnd::Paragraph) if std::mem::take(&mut self.beside_mark) => {
                self.raw(APART);
            }
            Event::Start(Tag::Table(_)) => {
                self.apart();
                self.events.push(event);
            }
            Event::End(TagEnd::Table) => {
                self.events.push(event);
                self.apart();
            }
            Event::Rule => {
                let written = self.source.get(range).unwrap_or_default().trim();
                self.raw(format!("<p>{written}</p>"));
            }
            Event::TaskListMarker(done) => self.raw(if done { "[x] " } else { "[ ] " }),
            other => self.events.push(other),
        }
    }

    /// What is said about the file itself.
    fn front(&mut self, event: &Event<'s>) {
        match (event, &mut self.front) {
            (Event::Text(text), Some(front)) => front.push_str(text),
            (Event::End(TagEnd::MetadataBlock(_)), front) => {
                let text = front.take().unwrap_or_default();
                self.layers.push(layer(LayerKind::Metadata, &text));
            }
            _ => {}
        }
    }

    /// A list or a table stands apart from the text around it; one in an item does not.
    fn apart(&mut self) {
        if self.lists == 0 {
            self.raw(APART);
        }
    }

    /// The mark that the file gives an item.
    fn mark(&self, range: Range<usize>) -> &'s str {
        let written = self.source.get(range).unwrap_or_default().trim_start();
        let digits = written.bytes().take_while(u8::is_ascii_digit).count();
        match written.get(..digits.saturating_add(1)) {
            Some(mark) if mark.ends_with(['.', ')', '-', '*', '+']) => mark,
            _ => "-",
        }
    }

    fn raw(&mut self, html: impl Into<Cow<'s, str>>) {
        self.events
            .push(Event::InlineHtml(CowStr::from(html.into())));
    }
}

/// Stars and blanks that are no emphasis, as signs that the text does not have.
struct Aside {
    star: char,
    blank: char,
}

impl Aside {
    /// Two signs of the private use area that the text has not.
    fn of(source: &str) -> Aside {
        let mut free = ('\u{e000}'..='\u{f8ff}').filter(|sign| !source.contains(*sign));
        // A text that has all 6,400 of them gives up its last two.
        Aside {
            star: free.next().unwrap_or('\u{f8fe}'),
            blank: free.next().unwrap_or('\u{f8ff}'),
        }
    }

    fn put(&self, source: &str) -> String {
        let mut out = String::with_capacity(source.len());
        let (mut before, mut begins_line) = (None, true);
        let mut rest = source;
        while let Some(first) = rest.chars().next() {
            let alike = rest.trim_start_matches(first);
            let run = match first {
                '*' | '_' => rest.len().saturating_sub(alike.len()),
                _ => first.len_utf8(),
            };
            let (here, after) = rest.split_at(run);
            let sign = match first {
                '*' if is_gap(before, run, begins_line, after) => Some(self.star),
                '_' if run >= LINE_SIGNS || is_gap(before, run, begins_line, after) => {
                    Some(self.blank)
                }
                _ => None,
            };
            match sign {
                Some(sign) => out.extend(std::iter::repeat_n(sign, run)),
                None => out.push_str(here),
            }
            begins_line = first == '\n' || begins_line && (first == ' ' || first == '>');
            before = Some(first);
            rest = after;
        }
        out
    }

    /// The text with its own signs again, and the spans in it.
    fn back(&self, text: &str, spans: &[(usize, usize)]) -> (String, Vec<(usize, usize)>) {
        let mut out = String::with_capacity(text.len());
        let mut taken = 0usize;
        let mut shifts: Vec<(usize, usize)> = Vec::new();
        for (at, each) in text.char_indices() {
            let own = match each {
                _ if each == self.star => '*',
                _ if each == self.blank => '_',
                _ => each,
            };
            out.push(own);
            let less = each.len_utf8().saturating_sub(own.len_utf8());
            if less > 0 {
                taken = taken.saturating_add(less);
                shifts.push((at.saturating_add(each.len_utf8()), taken));
            }
        }
        let shifted = |at: usize| {
            let known = shifts.partition_point(|(from, _)| *from <= at);
            let by = known.checked_sub(1).and_then(|index| shifts.get(index));
            at.saturating_sub(by.map_or(0, |(_, by)| *by))
        };
        let moved = spans
            .iter()
            .map(|(from, to)| (shifted(*from), shifted(*to)));
        (out, moved.collect())
    }
}

/// So many underscores are a line to write on.
const LINE_SIGNS: usize = 3;

/// Whether a run of signs stands where figures were taken out or are to be filled in:
/// between white space, brackets, and the signs of money and per cent.
fn is_gap(before: Option<char>, run: usize, begins_line: bool, after: &str) -> bool {
    let opens = before.is_none_or(|c| c.is_whitespace() || "[($€£¥>".contains(c));
    let next = after.chars().next();
    let closes = next.is_none_or(|c| c.is_whitespace() || "])%.,;:".contains(c));
    // The mark of a list, or a rule.
    let line = after.split('\n').next().unwrap_or_default();
    let is_mark = begins_line && (run == 1 || line.trim().is_empty());
    opens && closes && !is_mark
}
