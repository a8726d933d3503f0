//! What an element says about its looks by its name and its attributes.

use super::cascade::Look;
use super::colour::{self, Colour, Ground};
use super::length::{LETTERS_PX, Size};
use super::select::Node;
use super::style::{Effects, Property, Said, Setting};
use super::svg::{self, Drawn};

/// What is known of an element before any rule.
pub(crate) struct Given {
    /// Declarations that any rule overrides.
    pub(crate) effects: Effects,
    pub(crate) doubt: bool,
    gone: bool,
    raised: bool,
    /// The colour a page gives its links.
    link: Option<Colour>,
    drawn: Option<bool>,
    /// What it is as a part of a drawing; nothing outside of one.
    part: Option<Drawn>,
}

/// Reads an element's name and attributes.
pub(crate) fn of(node: &Node, outer: &Look, in_formula: bool) -> Given {
    let name: &str = &node.name;
    let drawn = match name {
        "svg" => Some(true),
        "foreignobject" => Some(false),
        _ => None,
    };
    let in_drawing = drawn.unwrap_or(outer.drawn);
    let is_part = outer.view.is_some() || drawn == Some(true);
    Given {
        part: is_part.then(|| svg::drawn(node, outer.view, outer.font)),
        effects: effects(node, in_drawing, outer.link),
        link: node
            .attribute("link")
            .filter(|_| name == "body")
            .and_then(colour::legacy),
        // What is struck out is no longer meant, what is turned round is read otherwise.
        doubt: matches!(name, "del" | "s" | "strike" | "bdo" | "marquee" | "maction"),
        gone: is_never_shown(node, in_drawing, in_formula),
        raised: name == "sup",
        drawn,
    }
}

impl Given {
    /// Whether an element looks as what it stands in.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.link.is_none()
            && !self.doubt
            && !self.gone
            && !self.raised
            && self.drawn.is_none()
            && self.part.is_none()
    }

    /// What rules made of an element, with what its name makes of it.
    pub(crate) fn complete(&self, mut look: Look) -> Look {
        look.doubt |= self.doubt;
        look.gone |= self.gone;
        look.raised |= self.raised;
        look.link = self.link.or(look.link);
        look.drawn = self.drawn.unwrap_or(look.drawn);
        if let Some(part) = self.part {
            look.gone |= part.gone;
            look.doubt |= part.doubt;
            look.shrink *= part.shrink.unwrap_or(1.0);
            // A foreign object holds a page of its own.
            look.view = part.view.filter(|_| self.drawn != Some(false));
        }
        look
    }
}

/// Elements whose inside a page does not show.
fn is_never_shown(node: &Node, in_drawing: bool, in_formula: bool) -> bool {
    match &*node.name {
        "template" | "noscript" | "datalist" | "object" | "audio" | "video" | "canvas" | "rp"
        | "meter" | "progress" | "fencedframe" | "portal" | "permission" | "geolocation"
        | "usermedia" | "frameset" => true,
        "defs" | "symbol" | "clippath" | "desc" | "metadata" | "mask" | "marker" | "pattern" => {
            in_drawing
        }
        "annotation" | "annotation-xml" | "mphantom" => in_formula,
        "text" | "tspan" => node.attribute("fill") == Some("none"),
        _ => false,
    }
}

/// Attributes of drawings that are declarations.
const DRAWN: &[&str] = &[
    "fill",
    "fill-opacity",
    "opacity",
    "visibility",
    "display",
    "font-size",
    "font-family",
    "color",
    "clip-path",
    "mask",
    "filter",
    "letter-spacing",
    "word-spacing",
    "text-decoration",
    "unicode-bidi",
];

fn effects(node: &Node, in_drawing: bool, link: Option<Colour>) -> Effects {
    let mut effects = Effects::default();
    if matches!(&*node.name, "textarea" | "select" | "svg") {
        // What does not fit is cut off, whatever the page says.
        effects.take("overflow", "auto", false);
    }
    if node.attributes.is_empty() && &*node.name != "dialog" {
        return effects;
    }
    if &*node.name == "textarea" {
        let narrow = |side: &str| {
            let count = node
                .attribute(side)
                .and_then(|side| side.trim().parse().ok());
            count.is_some_and(|count: u32| (1..=2).contains(&count))
        };
        if narrow("cols") {
            effects.take("width", "0", false);
        }
    }
    let has = |name: &str| node.attribute(name).is_some();
    let shut = &*node.name == "dialog" && !has("open");
    if has("hidden") || has("popover") || shut {
        effects.take("display", "none", false);
    }
    if let Some(face) = node.attribute("face").filter(|_| &*node.name == "font") {
        effects.take("font-family", &face.to_lowercase(), false);
    }
    let mut set = |property: Property, said: Option<Said>| {
        let important = false;
        let setting = said.map(|said| Setting {
            property,
            said,
            important,
        });
        effects.settings.extend(setting);
    };
    let colour = |name: &str| node.attribute(name).and_then(colour::legacy);
    match &*node.name {
        "font" => {
            set(Property::Colour, colour("color").map(Said::Colour));
            let size = has("size").then_some(Said::Size(Size::Px(LETTERS_PX)));
            set(Property::FontSize, size);
        }
        "a" if has("href") => set(Property::Colour, link.map(Said::Colour)),
        "body" => set(Property::Colour, colour("text").map(Said::Colour)),
        _ => {}
    }
    if matches!(
        &*node.name,
        "body" | "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th"
    ) {
        let ground = colour("bgcolor").map(Ground::Colour).map(Said::Ground);
        set(Property::Ground, ground);
        set(Property::Picture, has("background").then_some(Said::Yes));
    }
    for (name, property) in [
        ("mathcolor", "color"),
        ("mathbackground", "background-color"),
        ("mathsize", "font-size"),
    ] {
        if let Some(value) = node.attribute(name) {
            effects.take(property, value.trim().to_lowercase().as_str(), false);
        }
    }
    if in_drawing {
        for name in DRAWN {
            if let Some(value) = node.attribute(name) {
                effects.take(name, value.trim().to_lowercase().as_str(), false);
            }
        }
    }
    effects
}
