//! The elements that are open at a place of a page, and whether one of them
//! keeps what stands there from being seen.

use std::collections::BTreeMap;
use std::rc::Rc;

use html5ever::tokenizer::Tag;
use html5ever::{LocalName, local_name};

use super::cascade::{Cascade, Covered, Look, Origin, Rank};
use super::colour::Ground;
use super::given;
use super::select::Node;
use super::sheet::Sheets;
use super::style::Property;
use super::svg;

/// How far outwards an element is looked for that another one closes.
const REACH: usize = 1024;
/// How many elements outwards a rule is told of.
const ANCESTORS_MAX: usize = 256;
/// Rules that hold perhaps, each of which is looked at alone.
const PERHAPS_MAX: usize = 8;

/// Elements that a paragraph does not go on after, and that an end tag of
/// something inside them does not close.
pub(super) const BLOCKS: &[&str] = &[
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
pub(super) const PARAGRAPHS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"];
/// Elements that do not begin the body of a page.
const OUTSIDE_BODY: &[&str] = &[
    "html", "head", "body", "title", "meta", "link", "style", "script", "base", "noscript",
    "template",
];
const CELLS: &[&str] = &["td", "th"];
const GROUPS: &[&str] = &["tbody", "thead", "tfoot"];

/// How well letters are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sight {
    /// Not at all.
    pub(super) hidden: bool,
    /// Hardly, perhaps not, or struck out.
    pub(super) faint: bool,
}

struct Opened {
    node: Node,
    look: Rc<Look>,
    /// Where its text begins.
    from: usize,
    /// All its text may not be seen, also what came before that was known.
    doubtful: bool,
    /// Its summary has begun, which is what is seen of it while it is folded.
    has_summary: bool,
    /// The text of each choice it offers, and whether that is the one made.
    choices: Vec<(usize, usize, bool)>,
}

/// The open elements, the innermost last.
pub(super) struct Open {
    elements: Vec<Opened>,
    counts: BTreeMap<LocalName, usize>,
    page: Rc<Look>,
    sheets: Sheets,
    /// How much text there is so far.
    pub(super) at: usize,
    /// What turned out not to be seen once an element was closed.
    faint: Vec<(usize, usize)>,
}

impl Open {
    pub(super) fn new(sheets: Sheets) -> Open {
        Open {
            elements: Vec::new(),
            counts: BTreeMap::new(),
            page: Rc::new(Look::of_page()),
            sheets,
            at: 0,
            faint: Vec::new(),
        }
    }

    /// How well what comes next is seen.
    pub(super) fn sight(&self) -> Sight {
        let look = self.look();
        Sight {
            hidden: look.is_hidden(),
            faint: look.is_faint(),
        }
    }

    /// Closes all elements; what turned out not to be seen, in bytes of the text.
    pub(super) fn finish(&mut self) -> Vec<(usize, usize)> {
        self.close(self.elements.len());
        std::mem::take(&mut self.faint)
    }

    fn look(&self) -> &Rc<Look> {
        self.elements.last().map_or(&self.page, |inner| &inner.look)
    }

    /// What the style sheets themselves put into the page.
    pub(super) fn said(&mut self) -> Vec<String> {
        self.sheets.said()
    }

    /// Whether what comes next stands above the line.
    pub(super) fn is_raised(&self) -> bool {
        self.look().raised
    }

    /// Opens an element, and closes those it ends.
    pub(super) fn start(&mut self, tag: &Tag) {
        let drawn = |name: &str| self.is_open(&LocalName::from(name));
        let in_drawing = drawn("svg");
        if in_drawing {
            let node = Node {
                name: tag.name.clone(),
                attributes: tag.attrs.clone(),
            };
            self.draw(svg::shape(&node));
        }
        if tag.self_closing && (in_drawing || self.is_open(&LocalName::from("math"))) {
            return;
        }
        self.stand_in_body(&tag.name);
        self.close_before(&tag.name);
        self.push(Node {
            name: tag.name.clone(),
            attributes: tag.attrs.clone(),
        });
    }

    /// Opens what a page need not write: `html`, and `body` before what is shown.
    fn stand_in_body(&mut self, name: &str) {
        let implied = |name: &str| Node {
            name: LocalName::from(name),
            attributes: Vec::new(),
        };
        if self.elements.is_empty() && name != "html" {
            self.push(implied("html"));
        }
        if !OUTSIDE_BODY.contains(&name) && !self.is_open(&local_name!("body")) {
            self.close_one(&["head"], &[]);
            self.push(implied("body"));
        } else if name == "body" {
            self.close_one(&["head"], &[]);
        }
    }

    fn push(&mut self, node: Node) {
        let outer = Rc::clone(self.look());
        let mut given = given::of(&node, &outer, self.is_open(&local_name!("math")));
        let from = self.elements.len().saturating_sub(ANCESTORS_MAX);
        let ancestors = self.elements.get(from..).unwrap_or_default();
        let ancestors = || ancestors.iter().map(|one| &one.node).collect();
        let style = node.attribute("style").unwrap_or_default();
        let inline = self.sheets.inline(style);
        let styled = self.sheets.styled(&node, ancestors);
        given.doubt |= styled.doubtful;
        let mut sure = Cascade::default();
        sure.take(&given.effects, Rank::default());
        for (effects, rank) in &styled.sure {
            sure.take(effects, *rank);
        }
        let at = Rank {
            origin: Origin::Inline,
            ..Rank::default()
        };
        sure.take(&inline, at);
        let perhaps = styled.perhaps.as_slice();
        let mut others: Vec<Cascade> = Vec::new();
        let alone = perhaps.iter().take(PERHAPS_MAX).map(std::slice::from_ref);
        for chosen in alone.chain([perhaps]).filter(|chosen| !chosen.is_empty()) {
            let mut other = sure.clone();
            for (effects, rank) in chosen {
                other.take(effects, *rank);
            }
            others.push(other);
        }
        let block = is_block(&node.name);
        given.doubt |= self
            .sheets
            .hides_in_time(sure.is(Property::Animation), outer.drawn);
        let folds = matches!(&*node.name, "details" | "summary");
        let unchanged = sure.is_empty() && others.is_empty() && given.changes_nothing();
        let look = if unchanged && !folds {
            outer
        } else {
            let look = |cascade: &Cascade| given.complete(cascade.under(&outer, block));
            let mut shown = look(&sure);
            self.fold(&node, &mut shown);
            if &*node.name == "html" {
                shown.begin_page();
            }
            for other in others.iter().map(look) {
                shown = either(shown, other);
            }
            Rc::new(shown)
        };
        self.give_shadow(&node);
        if !look.is_hidden() {
            self.cover(sure.covers(&*node.name == "img"));
        }
        *self.counts.entry(node.name.clone()).or_default() += 1;
        self.elements.push(Opened {
            node,
            look,
            from: self.at,
            doubtful: false,
            has_summary: false,
            choices: Vec::new(),
        });
    }

    /// Of closed details only the first summary is seen.
    fn fold(&mut self, node: &Node, look: &mut Look) {
        if &*node.name == "details" {
            look.folded_around = look.folded;
            look.folded |= node.attribute("open").is_none();
        } else if &*node.name == "summary"
            && let Some(around) = self.elements.last_mut()
            && &*around.node.name == "details"
            && !std::mem::replace(&mut around.has_summary, true)
        {
            look.folded = look.folded_around;
        }
    }

    /// A picture that may lie over text.
    pub(super) fn picture(&mut self, tag: &Tag) {
        if self.is_open(&local_name!("body")) {
            self.push(Node {
                name: tag.name.clone(),
                attributes: tag.attrs.clone(),
            });
            self.close(1);
        }
    }

    /// A shape covers the words of its drawing before it, and lies under those after it.
    fn draw(&mut self, shape: Option<Ground>) {
        let Some(ground) = shape else {
            return;
        };
        let drawing = self
            .elements
            .iter()
            .rposition(|one| &*one.node.name == "svg");
        let inside = self.elements.iter_mut().skip(drawing.unwrap_or(0));
        for (depth, one) in inside.enumerate() {
            if depth == 0 && self.at > one.from {
                self.faint.push((one.from, self.at));
            }
            Rc::make_mut(&mut one.look).ground = ground;
        }
    }

    /// What lies over other text may cover it.
    fn cover(&mut self, covered: Option<Covered>) {
        let under = match covered {
            Some(Covered::Around) => self.elements.last_mut(),
            Some(Covered::Page) => self.elements.first_mut(),
            None => None,
        };
        if let Some(under) = under {
            under.doubtful = true;
        }
    }

    /// An element with a shadow shows that, and of its own text what the shadow lets in.
    fn give_shadow(&mut self, node: &Node) {
        if &*node.name == "template"
            && node.attribute("shadowrootmode").is_some()
            && let Some(host) = self.elements.last_mut()
        {
            host.doubtful = true;
        }
    }

    /// What is known of an element's text once it is whole.
    fn look_back(&mut self, closed: &Opened) {
        let length = u32::try_from(self.at.saturating_sub(closed.from)).unwrap_or(u32::MAX);
        let cut = closed
            .look
            .room
            .is_some_and(|room| f64::from(length) > room);
        if closed.doubtful || cut {
            self.faint.push((closed.from, self.at));
        }
        let has = |name: &str| closed.node.attribute(name);
        if &*closed.node.name == "option" {
            let choice = (closed.from, self.at, has("selected").is_some());
            let mut around = self.elements.iter_mut().rev().take(REACH);
            if let Some(select) = around.find(|one| &*one.node.name == "select") {
                select.choices.push(choice);
            }
        }
        let rows = has("size").and_then(|size| size.trim().parse::<u32>().ok());
        if has("multiple").is_some() || rows.is_some_and(|rows| rows > 1) {
            return;
        }
        // The last one chosen is shown, or else the first.
        let chosen = closed.choices.iter().rposition(|(_, _, chosen)| *chosen);
        let others = closed.choices.iter().enumerate();
        let others = others.filter(|(index, _)| *index != chosen.unwrap_or(0));
        self.faint
            .extend(others.map(|(_, (from, to, _))| (*from, *to)));
    }

    /// Closes an element, and what was left open inside it.
    pub(super) fn end(&mut self, name: &LocalName) {
        if !self.is_open(name) {
            return;
        }
        let block = is_block(name);
        let inner = self.elements.iter().rev().take(REACH);
        for (inside, opened) in inner.enumerate() {
            if opened.node.name == *name {
                return self.close(inside.saturating_add(1));
            }
            if !block && is_block(&opened.node.name) {
                return;
            }
        }
        if block {
            // It is open somewhere further out: everything inside it ends here.
            while let Some(last) = self.elements.last() {
                let found = last.node.name == *name;
                self.close(1);
                if found {
                    return;
                }
            }
        }
    }

    fn is_open(&self, name: &LocalName) -> bool {
        self.counts.get(name).is_some_and(|open| *open > 0)
    }

    fn close(&mut self, count: usize) {
        for _ in 0..count {
            let Some(last) = self.elements.pop() else {
                return;
            };
            if let Some(open) = self.counts.get_mut(&last.node.name) {
                *open = open.saturating_sub(1);
            }
            self.look_back(&last);
        }
    }

    /// Closes what the start of an element ends: a paragraph, an item, a cell.
    fn close_before(&mut self, name: &str) {
        match name {
            "li" => self.close_one(&["li"], &["ul", "ol", "menu"]),
            "dt" | "dd" => self.close_one(&["dt", "dd"], &["dl"]),
            "tr" => self.close_one(&["tr"], &["table"]),
            "td" | "th" => self.close_one(CELLS, &["tr", "table"]),
            "option" => self.close_one(&["option"], &["select", "datalist"]),
            "tbody" | "thead" | "tfoot" => self.close_one(GROUPS, &["table"]),
            _ => {}
        }
        if is_block(name) {
            self.close_one(&["p"], BLOCKS);
        }
    }

    fn close_one(&mut self, names: &[&str], stops: &[&str]) {
        let mut open = names
            .iter()
            .filter(|name| self.is_open(&LocalName::from(**name)));
        if open.next().is_none() {
            return;
        }
        let inner = self.elements.iter().rev().take(REACH);
        for (inside, opened) in inner.enumerate() {
            let name: &str = &opened.node.name;
            if names.contains(&name) {
                return self.close(inside.saturating_add(1));
            }
            if stops.contains(&name) || CELLS.contains(&name) {
                return;
            }
        }
    }
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name) || PARAGRAPHS.contains(&name) || CELLS.contains(&name)
}

/// What is hidden in one case only is shown, with doubt.
fn either(look: Look, other: Look) -> Look {
    let (hidden, faint) = (look.is_hidden(), look.is_faint());
    let doubt = hidden != other.is_hidden() || (!hidden && !faint && other.is_faint());
    let mut shown = if hidden { other } else { look };
    shown.doubt |= doubt;
    shown
}
