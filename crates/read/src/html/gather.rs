//! The style sheets of a page that a browser would take in.

use std::cell::RefCell;
use std::collections::BTreeSet;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

use super::select::Match;
use super::{css, data, media};

/// What a page says about its looks.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// Each sheet, and whether it holds on some screens only.
    pub(crate) sheets: Vec<(String, bool)>,
    /// The variables that `style` attributes set.
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) has: Has,
    /// Elements of drawings change as time goes by.
    pub(crate) drawings_move: bool,
    /// The page makes way for another one by itself.
    pub(crate) leaves: bool,
}

/// The classes, ids and attributes that some element of a page has.
#[derive(Debug, Default)]
pub(crate) struct Has {
    pub(crate) classes: BTreeSet<String>,
    pub(crate) ids: BTreeSet<String>,
    pub(crate) attributes: BTreeSet<(String, String)>,
}

impl Has {
    fn take(&mut self, tag: &Tag) {
        for each in &tag.attrs {
            match &*each.name.local {
                "class" => {
                    let classes = each.value.split_ascii_whitespace();
                    self.classes.extend(classes.map(str::to_owned));
                }
                "id" => {
                    self.ids.insert(each.value.to_string());
                }
                "style" | "href" | "src" => {}
                name => {
                    let value = each.value.to_lowercase();
                    self.attributes.insert((name.to_owned(), value));
                }
            }
        }
    }
}

/// Takes the tokens of a page, for its sheets alone.
#[derive(Debug, Default)]
pub(crate) struct Gather(RefCell<State>);

#[derive(Debug, Default)]
struct State {
    gathered: Gathered,
    /// The sheet that is open, where it holds at all.
    sheet: Option<(String, bool)>,
    templates: usize,
}

impl Gather {
    pub(crate) fn finish(&self) -> Gathered {
        let mut state = self.0.borrow_mut();
        state.end_sheet();
        std::mem::take(&mut state.gathered)
    }
}

impl TokenSink for Gather {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => {
                if let Some((sheet, _)) = &mut state.sheet {
                    sheet.push_str(&text);
                }
            }
            Token::TagToken(tag) => return state.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        if tag.kind == TagKind::EndTag {
            match name {
                "style" => self.end_sheet(),
                "template" => self.templates = self.templates.saturating_sub(1),
                _ => {}
            }
            return TokenSinkResult::Continue;
        }
        self.variables(tag);
        self.gathered.has.take(tag);
        match name {
            "template" => self.templates = self.templates.saturating_add(1),
            "style" => self.begin_sheet(tag),
            "link" => self.linked(tag),
            "meta" => self.refreshed(tag),
            "set" | "animate" | "animatetransform" | "animatemotion" | "animatecolor" => {
                self.gathered.drawings_move = true;
            }
            _ => {}
        }
        match name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            // Where scripts run, what stands in `noscript` is no markup.
            "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            "plaintext" => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }

    fn variables(&mut self, tag: &Tag) {
        let styles = tag
            .attrs
            .iter()
            .filter(|each| &*each.name.local == "style")
            .filter(|each| each.value.contains("--") || each.value.contains('\\'));
        for style in styles {
            let declared = css::declarations(&style.value).into_iter();
            let declared = declared.filter(|one| one.property.starts_with("--"));
            let named = declared.map(|one| (one.property, one.value));
            self.gathered.variables.extend(named);
        }
    }

    fn refreshed(&mut self, tag: &Tag) {
        let has = |name: &str, value: &str| {
            let mut attributes = tag.attrs.iter();
            attributes
                .any(|each| &*each.name.local == name && each.value.to_lowercase().contains(value))
        };
        self.gathered.leaves |= has("http-equiv", "refresh") && has("content", "url");
    }

    /// A sheet that stands in the address of a link.
    fn linked(&mut self, tag: &Tag) {
        let attribute = |name: &str| {
            let found = tag.attrs.iter().find(|each| &*each.name.local == name);
            found.map_or("", |each| &*each.value)
        };
        let relation = attribute("rel").to_lowercase();
        let mut words = relation.split_whitespace();
        let held = media::holds(attribute("media"));
        if self.templates == 0
            && held != Match::No
            && words.any(|word| word == "stylesheet")
            && let Some(sheet) = data::sheet(attribute("href"))
        {
            let conditional = held == Match::Maybe || relation.contains("alternate");
            self.gathered.sheets.push((sheet, conditional));
        }
    }

    fn begin_sheet(&mut self, tag: &Tag) {
        let attribute = |name: &str| {
            let found = tag.attrs.iter().find(|each| &*each.name.local == name);
            found.map(|each| each.value.to_lowercase())
        };
        let kind = attribute("type").unwrap_or_default();
        let kind = kind.trim();
        let held = media::holds(&attribute("media").unwrap_or_default());
        let counts = self.templates == 0 && (kind.is_empty() || kind == "text/css");
        self.sheet = (counts && held != Match::No).then(|| (String::new(), held == Match::Maybe));
    }

    fn end_sheet(&mut self) {
        self.gathered.sheets.extend(self.sheet.take());
    }
}
