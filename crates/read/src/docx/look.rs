//! How letters look, as far as it decides whether a person sees them.

use super::colour::{Colour, INK, PAPER, Theme, drawn, hex, highlight, look_the_same};
use super::xml::Element;

/// Letters below this size are not meant to be read, in half points.
const TINY_HALF_POINTS: u32 = 6;
/// The size of letters that nothing gives a size, in half points.
const USUAL_HALF_POINTS: u32 = 20;
/// Letters squeezed to this part of their width are not read, in per cent.
const SQUEEZED_PERCENT: u32 = 20;
/// Half a line, where lines are counted in such parts.
const HALF_A_LINE: i64 = 120;
/// An indent below or above these leaves the page, in twentieths of a point.
pub(super) const OFF_PAGE_TWIPS: (i64, i64) = (-2160, 11_000);
/// A fill that lets this much through is not seen, in thousandths of a per cent.
const CLEAR: u32 = 90_000;
/// Fonts that draw signs where the text has letters.
const SIGN_FONTS: &[&str] = &[
    "wingdings",
    "webdings",
    "symbol",
    "marlett",
    "zapfdingbats",
    "zapf dingbats",
    "bookshelf symbol",
    "mt extra",
    "ms reference specialty",
    "opensymbol",
];

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
    /// A shading: letters without a colour of their own turn white on a dark one.
    Shade(Colour),
    /// The fill of a shape or a marker: they stay black.
    Fill(Colour),
    /// A fill of a colour that is not worked out.
    Unknown,
}

/// The height of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// So many twentieths of a point, whatever stands in it.
    Exact(i64),
    /// So many 240ths of what stands in it.
    Parts(i64),
}

/// Settings that were made; the rest is somebody else's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    pub(super) hidden: Option<bool>,
    pub(super) struck: Option<bool>,
    half_points: Option<u32>,
    squeezed: Option<bool>,
    /// Added between letters, in twentieths of a point.
    apart: Option<i64>,
    /// Above the line, in half points.
    above: Option<i64>,
    colour: Option<Paint>,
    ground: Option<Ground>,
    raised: Option<bool>,
    line: Option<Line>,
    /// An indent or a frame puts it off the page.
    off_page: Option<bool>,
    /// A font of signs.
    signs: Option<bool>,
}

impl Look {
    /// Takes in one setting of a run, a paragraph or a style, where it is one.
    pub(crate) fn take(&mut self, element: &Element, theme: &Theme) {
        let value = element.attribute("val");
        match element.name.as_str() {
            "vanish" | "webHidden" | "specVanish" => self.hidden = Some(element.is_on()),
            // A value that was struck out by hand is seen, and no longer meant.
            "strike" | "dstrike" => self.struck = Some(element.is_on()),
            "sz" => self.half_points = value.parse().ok().or(self.half_points),
            "w" => {
                let percent = value.trim_end_matches('%').parse::<u32>();
                self.squeezed = Some(percent.is_ok_and(|given| given <= SQUEEZED_PERCENT));
            }
            "spacing" => self.take_spacing(element),
            "position" => self.above = value.parse().ok(),
            "color" => {
                let names = ["themeColor", "themeTint", "themeShade"];
                let colour = theme.of(element, value, names).map(Paint::Colour);
                self.colour = Some(colour.unwrap_or(Paint::Automatic));
            }
            "shd" => self.ground = shading(element, theme).map(Ground::Shade).or(self.ground),
            "highlight" if value != "none" => {
                let known = highlight(value).map(Ground::Fill);
                self.ground = Some(known.unwrap_or(Ground::Unknown));
            }
            "vertAlign" => self.raised = Some(value == "superscript"),
            "ind" => self.take_indent(element),
            "framePr" => self.take_frame(element),
            "rFonts" => self.take_fonts(element),
            _ => {}
        }
    }

    fn take_spacing(&mut self, element: &Element) {
        if let Some(apart) = element.number("val") {
            self.apart = Some(apart);
        }
        if let Some(line) = element.number("line") {
            self.line = match element.attribute("lineRule") {
                "exact" => Some(Line::Exact(line)),
                "atLeast" => None,
                _ => Some(Line::Parts(line)),
            };
        }
    }

    fn take_indent(&mut self, element: &Element) {
        let sides = ["left", "start", "right", "end", "firstLine"];
        let off = sides.iter().filter_map(|side| element.number(side));
        let hangs = element.number("hanging").map(|by| by.saturating_neg());
        self.off_page = Some(off.chain(hangs).any(is_off_page));
    }

    fn take_frame(&mut self, element: &Element) {
        let mut places = ["x", "y"].iter().filter_map(|at| element.number(at));
        let exact = element.attribute("hRule") == "exact";
        let low = exact && element.number("h").is_some_and(|high| high < 60);
        let narrow = element.number("w").is_some_and(|wide| wide < 60);
        self.off_page = Some(low || narrow || places.any(is_off_page));
    }

    fn take_fonts(&mut self, element: &Element) {
        let names = ["ascii", "hAnsi", "cs"].map(|name| element.attribute(name).to_lowercase());
        let mut named = names.iter().filter(|name| !name.is_empty()).peekable();
        if named.peek().is_some() {
            let signs = |name: &String| SIGN_FONTS.iter().any(|font| name.starts_with(font));
            self.signs = Some(named.any(signs));
        }
    }

    /// Takes in a part of what letters are filled with.
    pub(crate) fn take_letter_fill(&mut self, element: &Element, theme: &Theme) {
        let value = element.attribute("val");
        match element.name.as_str() {
            "noFill" => self.colour = Some(Paint::Clear),
            "srgbClr" => self.colour = hex(value).map(Paint::Colour).or(self.colour),
            "schemeClr" => self.colour = theme.get(value).map(Paint::Colour).or(self.colour),
            "alpha" if value.parse::<u32>().is_ok_and(|clear| clear >= CLEAR) => {
                self.colour = Some(Paint::Clear);
            }
            _ => {}
        }
    }

    /// Takes in a part of what a shape is filled with.
    pub(crate) fn take_shape_fill(&mut self, element: &Element, theme: &Theme) {
        let value = element.attribute("val");
        match element.name.as_str() {
            "solidFill" | "gradFill" | "blipFill" | "pattFill" => {
                self.ground = Some(Ground::Unknown);
            }
            "srgbClr" if self.ground.is_some() => {
                self.ground = hex(value).map(Ground::Fill).or(self.ground);
            }
            "schemeClr" if self.ground.is_some() => {
                self.ground = theme.get(value).map(Ground::Fill).or(self.ground);
            }
            "lumMod" | "lumOff" | "tint" | "shade" if self.ground.is_some() => {
                self.ground = Some(Ground::Unknown);
            }
            // Here it says how much of the fill is seen.
            "alpha" if value.parse::<u32>().is_ok_and(|seen| seen < 50_000) => self.ground = None,
            "fillRef" if element.attribute("idx") != "0" && self.ground.is_none() => {
                self.ground = Some(Ground::Unknown);
            }
            _ => {}
        }
    }

    /// The colour that a shape gives letters without one.
    pub(crate) fn take_shape_letters(&mut self, element: &Element, theme: &Theme) {
        let value = element.attribute("val");
        let colour = match element.name.as_str() {
            "schemeClr" => theme.get(value),
            _ => hex(value),
        };
        self.colour = colour.map(Paint::Colour).or(self.colour);
    }

    /// A ground of this colour, where it is one.
    pub(crate) fn on(colour: &str) -> Look {
        Look {
            ground: hex(colour).map(Ground::Shade),
            ..Look::default()
        }
    }

    /// The fill of an old drawing.
    pub(crate) fn on_drawn(colour: &str) -> Look {
        Look {
            ground: Some(drawn(colour).map_or(Ground::Unknown, Ground::Fill)),
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
            half_points: self.half_points.or(below.half_points),
            squeezed: self.squeezed.or(below.squeezed),
            apart: self.apart.or(below.apart),
            above: self.above.or(below.above),
            colour: self.colour.or(below.colour),
            ground: self.ground.or(below.ground),
            raised: self.raised.or(below.raised),
            line: self.line.or(below.line),
            off_page: self.off_page.or(below.off_page),
            signs: self.signs.or(below.signs),
        }
    }

    /// What a paragraph gives the letters that stand in it: its ground, its place, its lines.
    pub(crate) fn of_paragraph(self) -> Look {
        Look {
            ground: self.ground,
            line: self.line,
            off_page: self.off_page,
            ..Look::default()
        }
    }

    /// All but the ground.
    pub(super) fn letters_only(self) -> Look {
        Look {
            ground: None,
            ..self
        }
    }

    /// Whether it says what letters stand on.
    pub(super) fn has_ground(self) -> bool {
        self.ground.is_some()
    }

    /// Whether what letters stand on is not worked out.
    pub(super) fn is_on_unknown(self) -> bool {
        self.ground == Some(Ground::Unknown)
    }

    /// The same letters on another ground.
    pub(super) fn moved_to(self, ground: Look) -> Look {
        Look {
            ground: ground.ground,
            ..self
        }
    }

    /// Whether it is not shown.
    pub(crate) fn is_hidden(self) -> bool {
        self.hidden == Some(true)
    }

    /// Whether a person does not see it, or sees that it is struck out.
    pub(crate) fn is_faint(self) -> bool {
        let same = match (self.colour, self.ground.unwrap_or(Ground::Shade(PAPER))) {
            (Some(Paint::Clear), _) => true,
            (Some(Paint::Colour(colour)), Ground::Shade(ground) | Ground::Fill(ground)) => {
                look_the_same(colour, ground)
            }
            (_, Ground::Fill(ground)) => look_the_same(INK, ground),
            _ => false,
        };
        let marks = [self.struck, self.squeezed, self.off_page];
        same || marks.contains(&Some(true)) || self.is_cut()
    }

    /// Whether letters are too small, cut off by their line or pushed over one another.
    fn is_cut(self) -> bool {
        let half_points = self.half_points.unwrap_or(USUAL_HALF_POINTS);
        let twips = i64::from(half_points).saturating_mul(10);
        let above = self.above.unwrap_or(0).saturating_abs().saturating_mul(10);
        let cut = match self.line {
            Some(Line::Exact(line)) => line.saturating_mul(2) < twips || above > line,
            Some(Line::Parts(parts)) => parts < HALF_A_LINE,
            None => false,
        };
        let apart = self.apart.unwrap_or(0);
        let together = apart.saturating_mul(-4) >= twips;
        half_points < TINY_HALF_POINTS || cut || together
    }

    /// Whether it stands above the line.
    pub(crate) fn is_raised(self) -> bool {
        self.raised == Some(true)
    }

    /// Whether its font draws signs instead of letters.
    pub(crate) fn is_signs(self) -> bool {
        self.signs == Some(true)
    }
}

/// Whether a distance from a margin, in twentieths of a point, leaves the page.
pub(super) fn is_off_page(twips: i64) -> bool {
    twips <= OFF_PAGE_TWIPS.0 || twips >= OFF_PAGE_TWIPS.1
}

/// A colour of which so many per cent lie over another.
fn mixed(colour: Colour, ground: Colour, percent: u32) -> Colour {
    let mut mixed = ground;
    for (below, above) in mixed.iter_mut().zip(colour) {
        let above = u32::from(above).saturating_mul(percent.min(100));
        let rest = u32::from(*below).saturating_mul(100u32.saturating_sub(percent));
        let sum = above.saturating_add(rest).checked_div(100).unwrap_or(0);
        *below = u8::try_from(sum).unwrap_or(u8::MAX);
    }
    mixed
}

fn shading(element: &Element, theme: &Theme) -> Option<Colour> {
    // Of a pattern the colour of its foreground counts where it covers all.
    match element.attribute("val") {
        "solid" => {
            let names = ["themeColor", "themeTint", "themeShade"];
            let colour = theme.of(element, element.attribute("color"), names);
            colour.or(Some(INK))
        }
        // So much of the one colour over the other.
        dots if dots.starts_with("pct") => {
            let part = dots.trim_start_matches("pct").parse().unwrap_or(0);
            let colour = hex(element.attribute("color")).unwrap_or(INK);
            let ground = hex(element.attribute("fill")).unwrap_or(PAPER);
            Some(mixed(colour, ground, part))
        }
        _ => {
            let names = ["themeFill", "themeFillTint", "themeFillShade"];
            theme.of(element, element.attribute("fill"), names)
        }
    }
}
