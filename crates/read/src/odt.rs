//! ODT: the text of an OpenDocument text as it would be shown.
//!
//! It is one page, as a DOCX is. Deleted text, notes in the margin and what is hidden are
//! layers; struck out letters, and those of the colour of their ground or too small to be
//! seen, are flagged. Headers and footers are page furniture at the start and the end,
//! footnotes stand labelled after the text. Numbers of lists are read where the file states
//! them; they are not worked out.

mod style;

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, DocumentBuilder, HiddenLayer, LayerKind};

use crate::docx::package::Package;
use crate::docx::xml::{Element, Node, walk_as};
use crate::raised::raised;
use crate::registry::{Looks, ReaderEntry};
use crate::{FileKind, LimitKind, ReadError, ReadLimits, markup};
use style::{Look, Styles};

/// The reader of ODT files, with its version.
pub const ODT_READER: &str = "odt/2";

pub(crate) const FORMAT: &str = "ODT";

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Odt,
    code: "odt",
    reader: ODT_READER,
    about: "ODT, tracked changes as they would be accepted",
    extensions: &["odt"],
    is_text: false,
    looks: |bytes| match bytes
        .get(MIMETYPE_AT..)
        .is_some_and(|at| at.starts_with(MIMETYPE))
    {
        true => Looks::Own,
        false => Looks::Strange,
    },
    read: |bytes, options| read(bytes, &options.limits),
};

/// Where the first file of the container begins, which says what it is and is not packed.
const MIMETYPE_AT: usize = 30;
const MIMETYPE: &[u8] = b"mimetypeapplication/vnd.oasis.opendocument.text";

/// Reads an ODT.
fn read(bytes: &[u8], limits: &ReadLimits) -> Result<DocumentBuilder, ReadError> {
    let mut package = Package::open_as(FORMAT, bytes, limits)?;
    let manifest = package.optional("META-INF/manifest.xml")?;
    let manifest = String::from_utf8_lossy(&manifest.unwrap_or_default()).into_owned();
    if manifest.contains("encryption-data") {
        return Err(ReadError::Encryption(
            "encrypted ODT files are not read".into(),
        ));
    }
    let content = package.required("content.xml")?;
    let common = package.optional("styles.xml")?.unwrap_or_default();
    let styles = Styles::read(&[&common, &content])?;
    let mut header = Body::new(&styles, limits);
    walk_as(FORMAT, &common, |node| header.take(node, Part::Header))?;
    let mut footer = Body::new(&styles, limits);
    walk_as(FORMAT, &common, |node| footer.take(node, Part::Footer))?;
    let mut body = Body::new(&styles, limits);
    walk_as(FORMAT, &content, |node| body.take(node, Part::Text))?;
    let mut about = package.optional("meta.xml")?.unwrap_or_default();
    about = markup::words(&String::from_utf8_lossy(&about)).into_bytes();
    let mut builder = assemble(header, body, footer, limits)?;
    let text = String::from_utf8_lossy(&about).trim().to_owned();
    if !text.is_empty() {
        let kind = LayerKind::Metadata;
        builder.hidden_layer(HiddenLayer { kind, text });
    }
    Ok(builder)
}

/// Everything in its order: headers, text, notes, footers.
fn assemble(
    header: Body<'_>,
    body: Body<'_>,
    footer: Body<'_>,
    limits: &ReadLimits,
) -> Result<DocumentBuilder, ReadError> {
    let mut text = String::new();
    let mut faint: Vec<(usize, usize)> = Vec::new();
    let mut changed: Vec<(usize, usize)> = Vec::new();
    let mut furniture: Vec<(usize, usize)> = Vec::new();
    let mut layers = Vec::new();
    let is_tracked = body.is_tracked;
    for (part, is_furniture) in [(header, true), (body, false), (footer, true)] {
        let start = text.len();
        let mut flows = vec![(String::new(), part.text)];
        let noted = part.notes.into_iter();
        flows.extend(noted.map(|(mark, flow)| (format!("[footnote {mark}] "), flow)));
        for (label, flow) in flows {
            if flow.text.is_empty() {
                continue;
            }
            text.push_str(&label);
            let at = text.len();
            text.push_str(&flow.text);
            text.push('\n');
            let moved = |place: usize| at.saturating_add(place);
            let spans = flow.faint.iter();
            faint.extend(spans.map(|(from, to)| (moved(*from), moved(*to))));
            let spans = flow.changed.iter();
            changed.extend(spans.map(|(from, to)| (moved(*from), moved(*to))));
        }
        if is_furniture && text.len() > start {
            furniture.push((start, text.len()));
        }
        layers.extend(part.layers);
        layers.push((LayerKind::Hidden, part.hidden));
    }
    if text.len() > limits.text_bytes {
        return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
    }
    let mut builder = DocumentBuilder::new(ODT_READER);
    builder.page(&text);
    for (start, end) in furniture {
        builder.furniture(ByteSpan::new(start, end));
    }
    for (start, end) in faint {
        builder.flag(ByteSpan::new(start, end), CharacterFlag::Hidden);
    }
    for (start, end) in changed {
        builder.flag(ByteSpan::new(start, end), CharacterFlag::TrackedChange);
    }
    if is_tracked {
        builder.tracked_changes();
    }
    for (kind, text) in layers {
        let text = text.trim().to_owned();
        if !text.is_empty() {
            builder.hidden_layer(HiddenLayer { kind, text });
        }
    }
    Ok(builder)
}

/// Which elements of a file are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Text,
    Header,
    Footer,
}

impl Part {
    /// Whether an element begins it.
    fn begins(self, name: &str) -> bool {
        match self {
            Part::Text => name == "body",
            Part::Header => name.starts_with("header") && name != "header-style",
            Part::Footer => name.starts_with("footer") && name != "footer-style",
        }
    }
}

/// What separates the next character from the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Gap {
    #[default]
    None,
    Space,
    Tab,
    Line,
}

/// A text as it grows.
#[derive(Default)]
struct Flow {
    text: String,
    faint: Vec<(usize, usize)>,
    /// Paragraphs with a change that nobody has accepted.
    changed: Vec<(usize, usize)>,
    gap: Gap,
    /// Where the paragraph began.
    paragraph: usize,
}

impl Flow {
    fn push(&mut self, each: char, is_faint: bool) {
        let gap = std::mem::take(&mut self.gap);
        if !self.text.is_empty() {
            match gap {
                Gap::None => {}
                Gap::Space if self.text.ends_with(char::is_whitespace) => {}
                Gap::Space => self.text.push(' '),
                Gap::Tab => self.text.push('\t'),
                Gap::Line => self.text.push('\n'),
            }
        }
        let start = self.text.len();
        self.text.push(each);
        let end = self.text.len();
        match self.faint.last_mut().filter(|last| last.1 == start) {
            _ if !is_faint => {}
            Some(last) => last.1 = end,
            None => self.faint.push((start, end)),
        }
    }

    /// White space is one space; what separates more stays.
    fn space(&mut self) {
        if self.gap == Gap::None {
            self.gap = Gap::Space;
        }
    }
}

/// An element that is open, and what came with it.
struct Open {
    name: String,
    look: Look,
    is_raised: bool,
}

struct Body<'s> {
    styles: &'s Styles,
    limit: usize,
    open: Vec<Open>,
    /// How many elements were open when the part began.
    begun: Option<usize>,
    text: Flow,
    /// The notes that are done, each with its mark.
    notes: Vec<(String, Flow)>,
    note: Option<Flow>,
    mark: String,
    /// What is kept apart now, and since how many open elements.
    apart: Option<(LayerKind, usize, String)>,
    layers: Vec<(LayerKind, String)>,
    hidden: String,
    row_has_cell: bool,
    is_tracked: bool,
    /// Changes that have begun and not ended.
    changes: usize,
    /// Whether the paragraph holds a change.
    is_changed: bool,
}

impl<'s> Body<'s> {
    fn new(styles: &'s Styles, limits: &ReadLimits) -> Body<'s> {
        Body {
            styles,
            limit: limits.text_bytes,
            open: Vec::new(),
            begun: None,
            text: Flow::default(),
            notes: Vec::new(),
            note: None,
            mark: String::new(),
            apart: None,
            layers: Vec::new(),
            hidden: String::new(),
            row_has_cell: false,
            is_tracked: false,
            changes: 0,
            is_changed: false,
        }
    }

    fn take(&mut self, node: Node<'_>, part: Part) -> Result<(), ReadError> {
        match node {
            Node::Start(element) => self.start(&element, part),
            Node::End(name) => self.end(name),
            Node::Text(text) => self.characters(text),
        }
        match self.text.text.len().saturating_add(self.hidden.len()) > self.limit {
            true => Err(ReadError::limit(LimitKind::TextBytes, self.limit)),
            false => Ok(()),
        }
    }

    fn flow(&mut self) -> &mut Flow {
        match &mut self.note {
            Some(note) => note,
            None => &mut self.text,
        }
    }

    fn start(&mut self, element: &Element, part: Part) {
        let name = element.name.as_str();
        let depth = self.open.len();
        if self.begun.is_none() && part.begins(name) {
            self.begun = Some(depth);
        }
        let above = self.open.last().map(|open| open.look).unwrap_or_default();
        let look = self.styles.look_of(element, above);
        self.open.push(Open {
            name: name.to_owned(),
            look,
            is_raised: name == "note-citation",
        });
        if self.begun.is_none() || self.apart.is_some() {
            return;
        }
        let apart = match name {
            "deletion" => Some(LayerKind::Deleted),
            "annotation" => Some(LayerKind::Comment),
            "hidden-text" | "hidden-paragraph" | "scripts" => Some(LayerKind::Hidden),
            "desc" | "title" => Some(LayerKind::Attribute),
            "change-info" | "binary-data" => Some(LayerKind::Metadata),
            _ => None,
        };
        if let Some(kind) = apart {
            self.apart = Some((kind, depth, String::new()));
        }
        match name {
            "tracked-changes" => self.is_tracked = true,
            "p" | "h" => {
                let flow = self.flow();
                flow.paragraph = flow.text.len();
                self.is_changed = self.changes > 0;
            }
            "change" => self.is_changed = true,
            "change-start" => {
                self.is_changed = true;
                self.changes = self.changes.saturating_add(1);
            }
            "change-end" => self.changes = self.changes.saturating_sub(1),
            "s" => {
                let count = element.attribute("c").parse().unwrap_or(1usize);
                (0..count.min(1_000)).for_each(|_| self.push(' '));
            }
            "tab" => self.push('\t'),
            "line-break" => self.flow().gap = Gap::Line,
            "table-row" => self.row_has_cell = false,
            "table-cell" if std::mem::replace(&mut self.row_has_cell, true) => {
                self.flow().gap = Gap::Tab;
            }
            "note-body" => self.note = Some(Flow::default()),
            "note" => self.mark.clear(),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        // Elements that end without having begun end nothing.
        if self.open.last().is_none_or(|open| open.name != name) {
            return;
        }
        let ended = self.open.pop();
        let is_hidden = ended.is_some_and(|open| open.look.is_hidden);
        let depth = self.open.len();
        if self.apart.as_ref().is_some_and(|(_, at, _)| *at == depth)
            && let Some((kind, _, text)) = self.apart.take()
        {
            self.layers.push((kind, text));
        }
        match name {
            "p" | "h" if is_hidden && self.apart.is_none() => self.hidden.push('\n'),
            "p" | "h" | "table-row" if self.apart.is_some() => self.push('\n'),
            "p" | "h" | "table-row" => {
                if std::mem::take(&mut self.is_changed) && name != "table-row" {
                    let flow = self.flow();
                    let span = (flow.paragraph, flow.text.len());
                    flow.changed.extend((span.0 < span.1).then_some(span));
                }
                self.flow().gap = Gap::Line;
            }
            // A number that the file states stands before its paragraph.
            "number" => self.push(' '),
            "note-body" => {
                let note = self.note.take().unwrap_or_default();
                let mark = std::mem::take(&mut self.mark);
                self.notes.push((mark, note));
            }
            _ => {}
        }
        if self.begun == Some(depth) {
            self.begun = None;
        }
    }

    fn characters(&mut self, text: &str) {
        let in_words = self.open.iter().rev().any(|open| {
            matches!(
                open.name.as_str(),
                "p" | "h" | "number" | "creator" | "date"
            )
        });
        if self.begun.is_none() || !(in_words || self.apart.is_some()) {
            return;
        }
        let is_raised = self.open.last().is_some_and(|open| open.is_raised);
        let is_hidden = self.open.last().is_some_and(|open| open.look.is_hidden);
        let is_shown = self.apart.is_none() && !is_hidden;
        for each in text.chars() {
            if is_raised {
                self.mark.push(each);
            }
            match each {
                ' ' | '\t' | '\n' | '\r' if is_shown => self.flow().space(),
                each if is_raised => self.push(raised(each)),
                each => self.push(each),
            }
        }
    }

    fn push(&mut self, each: char) {
        let look = self.open.last().map(|open| open.look).unwrap_or_default();
        if let Some((_, _, text)) = &mut self.apart {
            text.push(each);
        } else if look.is_hidden {
            self.hidden.push(each);
        } else {
            self.flow().push(each, look.is_faint());
        }
    }
}
