//! Tokens to visible text and hidden layers.

use std::cell::RefCell;

use groundstop_document::{HiddenLayer, LayerKind};
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

use super::Shown;
use super::hide::{HidingRules, fades, hides, is_paper};
use super::text::Text;
use crate::Limits;

/// Takes the tokens of a page.
pub(crate) struct Sink(RefCell<State>);

struct State {
    text: Text,
    layers: Vec<HiddenLayer>,
    layer_bytes: usize,
    rules: HidingRules,
    /// The hidden elements we are inside of, and how often their name is open in them.
    hidden: Option<Hidden>,
    /// The element whose letters are hard to see, and how often its name is open in it.
    faint: Option<(String, usize)>,
    faint_spans: Vec<(usize, usize)>,
    /// The element whose raw text comes next: a style, a script, a title.
    raw: Option<String>,
    raw_text: String,
    pre: usize,
    row_has_cell: bool,
    limit: usize,
    overflow: bool,
}

struct Hidden {
    name: String,
    depth: usize,
    text: Text,
}

const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "option",
    "section",
    "select",
    "summary",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
];
const PARAGRAPHS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"];
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
/// Elements that a second one of their kind closes.
const SELF_CLOSING: &[&str] = &["p", "li", "tr", "td", "th", "dt", "dd", "option"];

impl Sink {
    pub(crate) fn new(limits: &Limits) -> Sink {
        Sink(RefCell::new(State {
            text: Text::default(),
            layers: Vec::new(),
            layer_bytes: 0,
            rules: HidingRules::default(),
            hidden: None,
            faint: None,
            faint_spans: Vec::new(),
            raw: None,
            raw_text: String::new(),
            pre: 0,
            row_has_cell: false,
            limit: limits.text_bytes,
            overflow: false,
        }))
    }

    /// What is shown, and whether there was too much of it.
    pub(crate) fn finish(&self) -> (Shown, bool) {
        let mut state = self.0.borrow_mut();
        state.end_hidden();
        state.end_raw();
        let layers = std::mem::take(&mut state.layers);
        let shown = Shown {
            text: state.text.finish(),
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
        let keeps = self.pre > 0;
        let before = self.text.len();
        let target = match &mut self.hidden {
            Some(hidden) => &mut hidden.text,
            None => &mut self.text,
        };
        if target.len() > self.limit {
            self.overflow = true;
        } else if keeps {
            target.kept(text);
        } else {
            target.flow(text);
        }
        if self.faint.is_some() && self.text.len() > before {
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
                self.end(name);
                TokenSinkResult::Continue
            }
        }
    }

    fn start(&mut self, name: &str, tag: &Tag) -> TokenSinkResult<()> {
        self.attributes(name, tag);
        if !VOID.contains(&name) {
            self.open(name, tag);
            self.open_faint(name, tag);
        }
        self.breaks(name);
        match name {
            "br" => match &mut self.hidden {
                Some(hidden) => hidden.text.forced_line(),
                None => self.text.forced_line(),
            },
            "pre" | "textarea" | "listing" => self.pre = self.pre.saturating_add(1),
            "tr" => self.row_has_cell = false,
            "td" | "th" if std::mem::replace(&mut self.row_has_cell, true) => self.text.cell(),
            _ => {}
        }
        let raw = match name {
            "script" => Some(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(RawKind::Rawtext),
            "title" => Some(RawKind::Rcdata),
            _ => None,
        };
        match raw {
            Some(kind) => {
                self.raw = Some(name.to_owned());
                TokenSinkResult::RawData(kind)
            }
            None if name == "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            None if name == "plaintext" => TokenSinkResult::Plaintext,
            None => TokenSinkResult::Continue,
        }
    }

    /// Begins a hidden element, or counts one more of its name inside it.
    fn open(&mut self, name: &str, tag: &Tag) {
        if self.hidden.as_ref().is_some_and(|hidden| {
            hidden.name == name && hidden.depth == 1 && SELF_CLOSING.contains(&name)
        }) {
            self.end_hidden();
        }
        if let Some(hidden) = &mut self.hidden {
            if hidden.name == name {
                hidden.depth = hidden.depth.saturating_add(1);
            }
        } else if self.is_hidden(name, tag) {
            self.hidden = Some(Hidden {
                name: name.to_owned(),
                depth: 1,
                text: Text::default(),
            });
        }
    }

    /// Begins an element with letters that are hard to see, or counts its name in it.
    fn open_faint(&mut self, name: &str, tag: &Tag) {
        if let Some((open, depth)) = &mut self.faint {
            if open == name {
                *depth = depth.saturating_add(1);
            }
        } else if !VOID.contains(&name) && self.is_faint(name, tag) {
            self.faint = Some((name.to_owned(), 1));
        }
    }

    fn close_faint(&mut self, name: &str) {
        if let Some((open, depth)) = &mut self.faint
            && open == name
        {
            *depth = depth.saturating_sub(1);
            if *depth == 0 {
                self.faint = None;
            }
        }
    }

    fn is_faint(&self, name: &str, tag: &Tag) -> bool {
        let attribute = |wanted: &str| {
            let found = tag.attrs.iter().find(|each| &*each.name.local == wanted);
            found.map(|each| each.value.as_ref()).unwrap_or_default()
        };
        matches!(name, "del" | "s" | "strike")
            || (name == "font" && is_paper(&attribute("color").to_ascii_lowercase()))
            || fades(attribute("style"))
            || self.rules.fade(attribute("class"), attribute("id"))
    }

    fn is_hidden(&self, name: &str, tag: &Tag) -> bool {
        let attribute = |wanted: &str| {
            let found = tag.attrs.iter().find(|each| &*each.name.local == wanted);
            found.map(|each| each.value.as_ref()).unwrap_or_default()
        };
        let has = |wanted: &str| tag.attrs.iter().any(|each| &*each.name.local == wanted);
        matches!(
            name,
            "template" | "noscript" | "datalist" | "object" | "audio" | "video" | "canvas"
        ) || has("hidden")
            || has("popover")
            || (name == "dialog" && !has("open"))
            || hides(attribute("style"))
            || self.rules.hide(attribute("class"), attribute("id"))
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
            Some(hidden) => hidden.text.line(lines),
            None => self.text.line(lines),
        }
    }

    fn end(&mut self, name: &str) {
        if self.raw.as_deref() == Some(name) {
            self.end_raw();
            return;
        }
        if matches!(name, "pre" | "textarea" | "listing") {
            self.pre = self.pre.saturating_sub(1);
        }
        self.breaks(name);
        self.close_faint(name);
        let closes = match &mut self.hidden {
            Some(hidden) if hidden.name == name => {
                hidden.depth = hidden.depth.saturating_sub(1);
                hidden.depth == 0
            }
            _ => false,
        };
        if closes {
            self.end_hidden();
        }
    }

    fn end_hidden(&mut self) {
        if let Some(mut hidden) = self.hidden.take() {
            let text = hidden.text.finish();
            self.layer(LayerKind::Hidden, &text);
        }
    }

    fn end_raw(&mut self) {
        let text = std::mem::take(&mut self.raw_text);
        match self.raw.take().as_deref() {
            Some("style") => self.rules.take(&text),
            Some("title") => self.layer(LayerKind::Metadata, &text),
            Some("xmp") => self.text.kept(&text),
            Some("noembed" | "noframes" | "iframe") => self.layer(LayerKind::Hidden, &text),
            _ => {}
        }
    }
}
