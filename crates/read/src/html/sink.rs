//! Tokens to visible text and hidden layers.

use std::cell::RefCell;

use groundstop_document::{HiddenLayer, LayerKind};
use html5ever::LocalName;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

use super::Shown;
use super::open::{BLOCKS, Open, PARAGRAPHS};
use super::sheet::Sheets;
use super::text::Text;
use crate::ReadLimits;
use crate::raised::raised;
use crate::tables::Recorder;

/// Takes the tokens of a page.
pub(crate) struct Sink(RefCell<State>);

struct State {
    text: Text,
    layers: Vec<HiddenLayer>,
    layer_bytes: usize,
    open: Open,
    /// What the hidden elements say that we are inside of.
    hidden: Option<Text>,
    faint_spans: Vec<(usize, usize)>,
    /// The element whose raw text comes next: a style, a script, a title.
    raw: Option<String>,
    raw_text: String,
    pre: usize,
    row_has_cell: bool,
    tables: Recorder,
    /// Whether the open rows head their table, and where its caption begins.
    in_head: bool,
    caption: Option<usize>,
    limit: usize,
    overflow: bool,
}

const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
impl Sink {
    /// A sink for a page with these style sheets.
    pub(crate) fn new(sheets: Sheets, limits: &ReadLimits) -> Sink {
        Sink(RefCell::new(State {
            text: Text::default(),
            layers: Vec::new(),
            layer_bytes: 0,
            open: Open::new(sheets),
            hidden: None,
            faint_spans: Vec::new(),
            raw: None,
            raw_text: String::new(),
            pre: 0,
            row_has_cell: false,
            tables: Recorder::default(),
            in_head: false,
            caption: None,
            limit: limits.text_bytes,
            overflow: false,
        }))
    }

    /// What is shown, and whether there was too much of it.
    pub(crate) fn finish(&self) -> (Shown, bool) {
        let mut state = self.0.borrow_mut();
        state.end_hidden();
        state.end_raw();
        state.open.at = state.text.len();
        let late = state.open.finish();
        state.faint_spans.extend(late);
        for said in state.open.said() {
            state.layer(LayerKind::Attribute, &said);
        }
        let layers = std::mem::take(&mut state.layers);
        let text = state.text.finish();
        let shown = Shown {
            tables: std::mem::take(&mut state.tables).finish(&text),
            text,
            layers,
            faint: std::mem::take(&mut state.faint_spans),
        };
        (shown, state.overflow)
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => state.characters(&text),
            Token::NullCharacterToken => state.characters("\u{fffd}"),
            Token::CommentToken(text) => state.layer(LayerKind::Comment, &text),
            Token::TagToken(tag) => return state.tag(&tag),
            Token::DoctypeToken(_) | Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn characters(&mut self, text: &str) {
        if self.raw.is_some() {
            if self.raw_text.len() <= self.limit {
                self.raw_text.push_str(text);
            }
            return;
        }
        let above: String;
        let text = if self.open.is_raised() {
            above = text.chars().map(raised).collect();
            &above
        } else {
            text
        };
        let keeps = self.pre > 0;
        let before = self.text.len();
        let target = match &mut self.hidden {
            Some(hidden) => hidden,
            None => &mut self.text,
        };
        if target.len() > self.limit {
            self.overflow = true;
        } else if keeps {
            target.kept(text);
        } else {
            target.flow(text);
        }
        if self.open.sight().faint && self.text.len() > before {
            self.faint_spans.push((before, self.text.len()));
        }
    }

    fn layer(&mut self, kind: LayerKind, text: &str) {
        let text = text.trim();
        self.layer_bytes = self.layer_bytes.saturating_add(text.len());
        if self.layer_bytes > self.limit {
            self.overflow = true;
        } else if !text.is_empty() {
            let text = text.to_owned();
            self.layers.push(HiddenLayer { kind, text });
        }
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        match tag.kind {
            TagKind::StartTag => self.start(name, tag),
            TagKind::EndTag => {
                self.end(&tag.name);
                TokenSinkResult::Continue
            }
        }
    }

    fn start(&mut self, name: &str, tag: &Tag) -> TokenSinkResult<()> {
        self.attributes(name, tag);
        if name == "img" {
            self.open.at = self.text.len();
            self.open.picture(tag);
        }
        if !VOID.contains(&name) {
            self.open.at = self.text.len();
            self.open.start(tag);
            self.in_sight();
        }
        self.breaks(name);
        match name {
            "br" => match &mut self.hidden {
                Some(hidden) => hidden.forced_line(),
                None => self.text.forced_line(),
            },
            "pre" | "textarea" | "listing" => self.pre = self.pre.saturating_add(1),
            "tr" => self.row_has_cell = false,
            "td" | "th" if std::mem::replace(&mut self.row_has_cell, true) => self.text.cell(),
            "input" => {
                if let Some(mark) = box_of(tag) {
                    self.characters(mark);
                }
            }
            _ => {}
        }
        self.begin_table_part(name, tag);
        let raw = match name {
            "script" => Some(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(RawKind::Rawtext),
            "title" => Some(RawKind::Rcdata),
            _ => None,
        };
        match raw {
            Some(kind) => {
                let is_data = tag
                    .attrs
                    .iter()
                    .any(|each| &*each.name.local == "type" && each.value.ends_with("json"));
                let known = if is_data { "ld+json" } else { name };
                self.raw = Some(known.to_owned());
                TokenSinkResult::RawData(kind)
            }
            None if name == "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            None if name == "plaintext" => TokenSinkResult::Plaintext,
            None => TokenSinkResult::Continue,
        }
    }

    /// Takes down what begins of a table.
    fn begin_table_part(&mut self, name: &str, tag: &Tag) {
        let at = self.text.len();
        match name {
            "table" => {
                self.tables.begin_table();
                self.in_head = false;
            }
            "thead" => self.in_head = true,
            "tbody" | "tfoot" => self.in_head = false,
            "caption" => self.caption = Some(at),
            "tr" => {
                self.tables.begin_row(at);
                if self.in_head {
                    self.tables.head_row();
                }
            }
            "td" | "th" => {
                let mut named = tag.attrs.iter();
                let spans = named.find(|each| &*each.name.local == "colspan");
                let columns = spans.and_then(|each| each.value.trim().parse().ok());
                self.tables
                    .begin_cell(at, columns.unwrap_or(1), name == "th");
            }
            _ => {}
        }
    }

    /// Takes down what ends of a table.
    fn end_table_part(&mut self, name: &str) {
        let at = self.text.len();
        match name {
            "td" | "th" | "tr" => self.tables.end_cell(at),
            "thead" => self.in_head = false,
            "caption" => {
                if let Some(start) = self.caption.take() {
                    self.tables.caption(start, at);
                }
            }
            "table" => self.tables.end_table(at),
            _ => {}
        }
    }

    /// Begins or ends a hidden span, as the open elements say.
    fn in_sight(&mut self) {
        match (self.open.sight().hidden, self.hidden.is_some()) {
            (true, false) => self.hidden = Some(Text::default()),
            (false, true) => self.end_hidden(),
            _ => {}
        }
    }

    /// Descriptions, and what a page says about itself.
    fn attributes(&mut self, name: &str, tag: &Tag) {
        for each in &tag.attrs {
            let kind = match (name, &*each.name.local) {
                ("meta", "content") => LayerKind::Metadata,
                (_, "alt" | "title" | "aria-label" | "aria-description" | "placeholder") => {
                    LayerKind::Attribute
                }
                ("input", "value") | ("track" | "option" | "optgroup", "label") => {
                    LayerKind::Attribute
                }
                ("iframe", "srcdoc") => LayerKind::Hidden,
                (_, "href" | "src" | "action") if says_something(&each.value) => {
                    LayerKind::Attribute
                }
                (_, other) if other.starts_with("data-") || other.starts_with("aria-") => {
                    LayerKind::Attribute
                }
                _ => continue,
            };
            self.layer(kind, &each.value);
        }
    }

    fn breaks(&mut self, name: &str) {
        let lines = if PARAGRAPHS.contains(&name) {
            2
        } else if BLOCKS.contains(&name) {
            1
        } else {
            return;
        };
        match &mut self.hidden {
            Some(hidden) => hidden.line(lines),
            None => self.text.line(lines),
        }
    }

    fn end(&mut self, name: &LocalName) {
        let ends_data = &**name == "script" && self.raw.as_deref() == Some("ld+json");
        if ends_data || self.raw.as_deref() == Some(name) {
            self.end_raw();
        } else if matches!(&**name, "pre" | "textarea" | "listing") {
            self.pre = self.pre.saturating_sub(1);
        }
        self.end_table_part(name);
        self.breaks(name);
        self.open.at = self.text.len();
        self.open.end(name);
        self.in_sight();
    }

    fn end_hidden(&mut self) {
        if let Some(mut hidden) = self.hidden.take() {
            let text = hidden.finish();
            self.layer(LayerKind::Hidden, &text);
        }
    }

    fn end_raw(&mut self) {
        let text = std::mem::take(&mut self.raw_text);
        match self.raw.take().as_deref() {
            Some("title" | "ld+json") => self.layer(LayerKind::Metadata, &text),
            Some("xmp") => {
                self.pre = self.pre.saturating_add(1);
                self.characters(&text);
                self.pre = self.pre.saturating_sub(1);
            }
            Some("noembed" | "noframes" | "iframe") => self.layer(LayerKind::Hidden, &text),
            _ => {}
        }
    }
}

/// Whether an address carries words, as a query or an escaped path does.
fn says_something(address: &str) -> bool {
    address.contains(['?', '+', ' ']) || address.contains("%20") || address.starts_with("data:text")
}

/// The box that a form shows, ticked or not: what stands beside an empty one is not chosen.
fn box_of(tag: &Tag) -> Option<&'static str> {
    let value = |name: &str| {
        let mut found = tag.attrs.iter().filter(|each| &*each.name.local == name);
        found.next().map(|each| each.value.to_ascii_lowercase())
    };
    let kind = value("type")?;
    let is_box = matches!(kind.trim(), "checkbox" | "radio");
    is_box.then(|| match value("checked") {
        Some(_) => "\u{2611} ",
        None => "\u{2610} ",
    })
}
