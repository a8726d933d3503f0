//! How letters look, as far as it decides whether a person sees them.
//!
//! A run has its own settings, then those of its style, of its paragraph's
//! style, of the styles those are based on, and of the document.

use std::collections::BTreeMap;

use super::xml::{Element, Node, walk};

/// Letters up to this size are not meant to be read, in half points.
const TINY_HALF_POINTS: u32 = 2;
/// Letters squeezed to this part of their width are not either, in per cent.
const SQUEEZED_PERCENT: u32 = 5;
/// How far two colours may differ in each part and still look the same.
const SAME_COLOUR: u8 = 24;
/// Styles based on one another.
const STYLES_MAX: usize = 16;

type Colour = [u8; 3];

const PAPER: Colour = [255; 3];
const INK: Colour = [0; 3];

/// Settings that were made; the rest is somebody else's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    hidden: Option<bool>,
    struck: Option<bool>,
    tiny: Option<bool>,
    squeezed: Option<bool>,
    colour: Option<Colour>,
    ground: Option<Colour>,
    raised: Option<bool>,
}

impl Look {
    /// Takes in one setting of a run, where it is one.
    pub(crate) fn take(&mut self, element: &Element) {
        let value = element.attribute("val");
        let at_most = |most: u32| value.parse::<u32>().is_ok_and(|given| given <= most);
        match element.name.as_str() {
            "vanish" | "webHidden" | "specVanish" => self.hidden = Some(element.is_on()),
            // A value that was struck out by hand is seen, and no longer meant.
            "strike" | "dstrike" => self.struck = Some(element.is_on()),
            "sz" => self.tiny = Some(at_most(TINY_HALF_POINTS)),
            "w" => self.squeezed = Some(at_most(SQUEEZED_PERCENT)),
            "color" => self.colour = Some(colour_of(element).unwrap_or(INK)),
            "shd" => self.ground = shading(element).or(self.ground),
            "highlight" if value != "none" => self.ground = highlight(value),
            "vertAlign" => self.raised = Some(value == "superscript"),
            _ => {}
        }
    }

    /// These settings over those.
    pub(crate) fn over(self, below: Look) -> Look {
        Look {
            hidden: self.hidden.or(below.hidden),
            struck: self.struck.or(below.struck),
            tiny: self.tiny.or(below.tiny),
            squeezed: self.squeezed.or(below.squeezed),
            colour: self.colour.or(below.colour),
            ground: self.ground.or(below.ground),
            raised: self.raised.or(below.raised),
        }
    }

    /// The ground alone, which what stands on it shares.
    pub(crate) fn ground_only(self) -> Look {
        Look {
            ground: self.ground,
            ..Look::default()
        }
    }

    /// Whether it is not shown.
    pub(crate) fn is_hidden(self) -> bool {
        self.hidden == Some(true)
    }

    /// Whether a person does not see it, or sees that it is struck out.
    pub(crate) fn is_faint(self) -> bool {
        let ground = self.ground.unwrap_or(PAPER);
        let colour = self.colour.unwrap_or(INK);
        let same = colour
            .iter()
            .zip(&ground)
            .all(|(one, two)| one.abs_diff(*two) <= SAME_COLOUR);
        let marks = [self.struck, self.tiny, self.squeezed];
        (same && self.colour.is_some()) || marks.contains(&Some(true))
    }

    /// Whether it stands above the line.
    pub(crate) fn is_raised(self) -> bool {
        self.raised == Some(true)
    }
}

/// The colour of letters; nothing where the program chooses one that is seen.
fn colour_of(element: &Element) -> Option<Colour> {
    match element.attribute("themeColor") {
        "background1" | "light1" | "bg1" | "lt1" => Some(PAPER),
        _ => hex(element.attribute("val")),
    }
}

fn shading(element: &Element) -> Option<Colour> {
    // Of a pattern the colour of its foreground counts where it covers all.
    match element.attribute("val") {
        "solid" => hex(element.attribute("color")).or(Some(INK)),
        _ => hex(element.attribute("fill")),
    }
}

fn highlight(name: &str) -> Option<Colour> {
    Some(match name {
        "white" => PAPER,
        "black" => INK,
        "yellow" => [255, 255, 0],
        "lightGray" => [211, 211, 211],
        dark if dark.starts_with("dark") => [64, 64, 64],
        _ => [128, 128, 128],
    })
}

fn hex(digits: &str) -> Option<Colour> {
    let part = |from: usize| u8::from_str_radix(digits.get(from..from.checked_add(2)?)?, 16).ok();
    (digits.len() == 6).then_some(())?;
    Some([part(0)?, part(2)?, part(4)?])
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    defaults: Look,
    styles: BTreeMap<String, Style>,
    /// The style of paragraphs that name none.
    ordinary: String,
}

#[derive(Debug, Default)]
struct Style {
    look: Look,
    based_on: Option<String>,
}

impl Styles {
    /// Damaged styles cost the look, not the text.
    pub(crate) fn read(part: Option<&[u8]>) -> Styles {
        let mut all = Styles::default();
        let mut id = String::new();
        let mut in_table = 0usize;
        let _ = walk(part.unwrap_or_default(), |node| {
            match node {
                Node::Start(element) => match element.name.as_str() {
                    "style" => {
                        element.attribute("styleId").clone_into(&mut id);
                        if element.attribute("type") == "paragraph"
                            && matches!(element.attribute("default"), "1" | "true" | "on")
                        {
                            id.clone_into(&mut all.ordinary);
                        }
                    }
                    // What a table does to its first row is no setting of the style itself.
                    "tblStylePr" => in_table = in_table.saturating_add(1),
                    _ if in_table > 0 => {}
                    "basedOn" => {
                        let base = element.attribute("val").to_owned();
                        all.styles.entry(id.clone()).or_default().based_on = Some(base);
                    }
                    _ if id.is_empty() => all.defaults.take(&element),
                    _ => all
                        .styles
                        .entry(id.clone())
                        .or_default()
                        .look
                        .take(&element),
                },
                Node::End("tblStylePr") => in_table = in_table.saturating_sub(1),
                _ => {}
            }
            Ok(())
        });
        all
    }

    /// The look of a style, with all it is based on.
    fn of(&self, name: &str) -> Look {
        let mut look = Look::default();
        let mut next = Some(name);
        for _ in 0..STYLES_MAX {
            let Some(style) = next.and_then(|name| self.styles.get(name)) else {
                break;
            };
            look = look.over(style.look);
            next = style.based_on.as_deref();
        }
        look
    }

    /// What letters look like: their own settings over their style, over that of
    /// their paragraph.
    pub(crate) fn look(&self, own: Look, run_style: &str, paragraph_style: &str) -> Look {
        let paragraph_style = if paragraph_style.is_empty() {
            &self.ordinary
        } else {
            paragraph_style
        };
        own.over(self.of(run_style))
            .over(self.of(paragraph_style))
            .over(self.defaults)
    }
}
