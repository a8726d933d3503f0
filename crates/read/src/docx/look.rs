//! How letters look, as far as it decides whether a person sees them.
//!
//! A run has its own settings, then those of its style, of its paragraph's
//! style, of the styles those are based on, and of the document.

use std::collections::BTreeMap;

use super::xml::{Element, Node, walk};

/// Letters up to this size are not meant to be read, in half points.
const TINY_HALF_POINTS: u32 = 4;
/// Letters squeezed to this part of their width are not either, in per cent.
const SQUEEZED_PERCENT: u32 = 5;
/// How far two colours may differ in each part and still look the same.
const SAME_COLOUR: u8 = 24;
/// A fill that lets this much through is not seen, in thousandths of a per cent.
const CLEAR: u32 = 90_000;
/// Styles based on one another.
const STYLES_MAX: usize = 16;

type Colour = [u8; 3];

const PAPER: Colour = [255; 3];
const INK: Colour = [0; 3];

/// The paint of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paint {
    /// The program takes one that is seen.
    Automatic,
    Colour(Colour),
    /// None.
    Clear,
}

/// What letters stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Colour(Colour),
    /// A fill of a colour that is not worked out.
    Unknown,
}

/// Settings that were made; the rest is somebody else's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    hidden: Option<bool>,
    struck: Option<bool>,
    tiny: Option<bool>,
    squeezed: Option<bool>,
    colour: Option<Paint>,
    ground: Option<Ground>,
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
            "color" => {
                let colour = colour_of(element).map(Paint::Colour);
                self.colour = Some(colour.unwrap_or(Paint::Automatic));
            }
            "shd" => self.ground = shading(element).map(Ground::Colour).or(self.ground),
            "highlight" if value != "none" => {
                self.ground = highlight(value).map(Ground::Colour);
            }
            "vertAlign" => self.raised = Some(value == "superscript"),
            _ => {}
        }
    }

    /// Takes in a part of what letters are filled with.
    pub(crate) fn take_letter_fill(&mut self, element: &Element) {
        let value = element.attribute("val");
        match element.name.as_str() {
            "noFill" => self.colour = Some(Paint::Clear),
            "srgbClr" => self.colour = hex(value).map(Paint::Colour).or(self.colour),
            "schemeClr" if is_paper(value) => self.colour = Some(Paint::Colour(PAPER)),
            "alpha" if value.parse::<u32>().is_ok_and(|clear| clear >= CLEAR) => {
                self.colour = Some(Paint::Clear);
            }
            _ => {}
        }
    }

    /// Takes in a part of what a shape is filled with.
    pub(crate) fn take_shape_fill(&mut self, element: &Element) {
        match element.name.as_str() {
            "solidFill" | "gradFill" | "blipFill" | "pattFill" => {
                self.ground = Some(Ground::Unknown);
            }
            "srgbClr" if self.ground.is_some() => {
                let known = hex(element.attribute("val")).map(Ground::Colour);
                self.ground = known.or(self.ground);
            }
            "fillRef" if element.attribute("idx") != "0" && self.ground.is_none() => {
                self.ground = Some(Ground::Unknown);
            }
            _ => {}
        }
    }

    /// A ground of this colour, where it is one.
    pub(crate) fn on(colour: &str) -> Look {
        Look {
            ground: hex(colour).map(Ground::Colour),
            ..Look::default()
        }
    }

    /// A ground of any colour.
    pub(crate) fn on_unknown() -> Look {
        Look {
            ground: Some(Ground::Unknown),
            ..Look::default()
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

    /// All but the ground.
    fn letters_only(self) -> Look {
        Look {
            ground: None,
            ..self
        }
    }

    /// Whether it is not shown.
    pub(crate) fn is_hidden(self) -> bool {
        self.hidden == Some(true)
    }

    /// Whether a person does not see it, or sees that it is struck out.
    pub(crate) fn is_faint(self) -> bool {
        let same = match (self.colour, self.ground.unwrap_or(Ground::Colour(PAPER))) {
            (Some(Paint::Clear), _) => true,
            (Some(Paint::Colour(colour)), Ground::Colour(ground)) => colour
                .iter()
                .zip(&ground)
                .all(|(one, two)| one.abs_diff(*two) <= SAME_COLOUR),
            _ => false,
        };
        let marks = [self.struck, self.tiny, self.squeezed];
        same || marks.contains(&Some(true))
    }

    /// Whether it stands above the line.
    pub(crate) fn is_raised(self) -> bool {
        self.raised == Some(true)
    }
}

/// The colour of letters; nothing where the program chooses one that is seen.
fn colour_of(element: &Element) -> Option<Colour> {
    if is_paper(element.attribute("themeColor")) {
        return Some(PAPER);
    }
    hex(element.attribute("val"))
}

fn is_paper(theme: &str) -> bool {
    matches!(theme, "background1" | "light1" | "bg1" | "lt1")
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
    /// It fills cells, all of them or some.
    fills: bool,
}

impl Styles {
    /// Damaged styles cost the look, not the text.
    pub(crate) fn read(part: Option<&[u8]>) -> Styles {
        let mut all = Styles::default();
        let mut id = String::new();
        let mut in_table = 0usize;
        let mut in_fill = false;
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
                    "shd" if shading(&element).is_some() => {
                        let style = all.styles.entry(id.clone()).or_default();
                        style.fills = true;
                        if in_table == 0 {
                            style.look.take(&element);
                        }
                    }
                    "textFill" => in_fill = true,
                    _ if in_fill && in_table == 0 => {
                        let style = all.styles.entry(id.clone()).or_default();
                        style.look.take_letter_fill(&element);
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
                Node::End("textFill") => in_fill = false,
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

    /// Whether a style, or one it is based on, fills cells of a table.
    pub(crate) fn fills(&self, name: &str) -> bool {
        let mut next = Some(name);
        for _ in 0..STYLES_MAX {
            let Some(style) = next.and_then(|name| self.styles.get(name)) else {
                return false;
            };
            if style.fills {
                return true;
            }
            next = style.based_on.as_deref();
        }
        false
    }

    /// What letters look like: their own settings over their style, over that of
    /// their paragraph and of their table.
    pub(crate) fn look(
        &self,
        own: Look,
        run_style: &str,
        paragraph_style: &str,
        table_style: &str,
    ) -> Look {
        let paragraph_style = if paragraph_style.is_empty() {
            &self.ordinary
        } else {
            paragraph_style
        };
        own.over(self.of(run_style))
            .over(self.of(paragraph_style))
            .over(self.of(table_style).letters_only())
            .over(self.defaults)
    }
}
