//! Colours of letters and grounds, and those a document names by its theme.

use std::collections::BTreeMap;

use super::xml::{Element, Node, walk};

/// Two colours with less contrast than this look the same, by the formula for screens.
const CONTRAST_MIN: f64 = 1.5;

pub(crate) type Colour = [u8; 3];

pub(crate) const PAPER: Colour = [255; 3];
pub(crate) const INK: Colour = [0; 3];

/// The colours that a document gives names: accents, darks, lights.
#[derive(Debug, Default)]
pub(crate) struct Theme(BTreeMap<String, Colour>);

impl Theme {
    /// Reads a theme; a damaged one costs its colours, not the text.
    pub(crate) fn read(part: Option<&[u8]>) -> Theme {
        let mut named = BTreeMap::new();
        let mut name: Option<String> = None;
        let mut in_scheme = false;
        let _ = walk(part.unwrap_or_default(), |node| {
            match node {
                Node::Start(element) => match element.name.as_str() {
                    "clrScheme" => in_scheme = true,
                    "srgbClr" | "sysClr" if in_scheme => {
                        let value = match element.attribute("lastClr") {
                            "" => element.attribute("val"),
                            last => last,
                        };
                        if let (Some(name), Some(colour)) = (name.take(), hex(value)) {
                            named.insert(name, colour);
                        }
                    }
                    other if in_scheme => name = Some(other.to_owned()),
                    _ => {}
                },
                Node::End("clrScheme") => in_scheme = false,
                _ => {}
            }
            Ok(())
        });
        Theme(named)
    }

    /// The colour of a name; nothing where the theme does not say.
    pub(crate) fn get(&self, name: &str) -> Option<Colour> {
        let (known, usual) = match name {
            "text1" | "tx1" | "dark1" | "dk1" => ("dk1", Some(INK)),
            "background1" | "bg1" | "light1" | "lt1" => ("lt1", Some(PAPER)),
            "text2" | "tx2" | "dark2" => ("dk2", None),
            "background2" | "bg2" | "light2" => ("lt2", None),
            "hyperlink" => ("hlink", None),
            "followedHyperlink" => ("folHlink", None),
            other => (other, None),
        };
        self.0.get(known).copied().or(usual)
    }

    /// A colour that an element names, or spells where the theme does not know it.
    pub(crate) fn of(&self, element: &Element, spelled: &str, names: [&str; 3]) -> Option<Colour> {
        let [name, tint, shade] = names.map(|name| element.attribute(name));
        let Some(colour) = self.get(name) else {
            return hex(spelled);
        };
        let part = |digits: &str| u16::from_str_radix(digits, 16).ok();
        let mixed = |colour: Colour, towards: u16, part: u16| {
            colour.map(|each| {
                let part = part.min(255);
                let rest = 255u16.saturating_sub(part);
                let sum = u32::from(each)
                    .saturating_mul(u32::from(part))
                    .saturating_add(u32::from(towards).saturating_mul(u32::from(rest)));
                u8::try_from(sum.checked_div(255).unwrap_or(0)).unwrap_or(u8::MAX)
            })
        };
        Some(match (part(tint), part(shade)) {
            (Some(tint), _) => mixed(colour, 255, tint),
            (_, Some(shade)) => mixed(colour, 0, shade),
            _ => colour,
        })
    }
}

/// Six digits, two each for red, green and blue.
pub(crate) fn hex(digits: &str) -> Option<Colour> {
    let part = |from: usize| u8::from_str_radix(digits.get(from..from.checked_add(2)?)?, 16).ok();
    (digits.len() == 6).then_some(())?;
    Some([part(0)?, part(2)?, part(4)?])
}

/// A colour of an old drawing: `#0a0`, `#00aa00`, `black [3213]`.
pub(crate) fn drawn(value: &str) -> Option<Colour> {
    let value = value.split_whitespace().next().unwrap_or_default();
    csscolorparser::parse(value).ok().map(|colour| {
        let [red, green, blue, _] = colour.to_rgba8();
        [red, green, blue]
    })
}

/// The colours of a marker pen.
pub(crate) fn highlight(name: &str) -> Option<Colour> {
    Some(match name {
        "white" => PAPER,
        "black" => INK,
        "yellow" => [255, 255, 0],
        "green" => [0, 255, 0],
        "cyan" => [0, 255, 255],
        "magenta" => [255, 0, 255],
        "blue" => [0, 0, 255],
        "red" => [255, 0, 0],
        "lightGray" => [211, 211, 211],
        "darkGray" => [169, 169, 169],
        "darkBlue" => [0, 0, 139],
        "darkCyan" => [0, 139, 139],
        "darkGreen" => [0, 100, 0],
        "darkMagenta" => [139, 0, 139],
        "darkRed" => [139, 0, 0],
        "darkYellow" => [128, 128, 0],
        _ => return None,
    })
}

/// Whether letters of one colour are not seen on the other.
pub(crate) fn look_the_same(one: Colour, two: Colour) -> bool {
    let [one, two] = [one, two].map(brightness);
    (one.max(two) + 0.05) / (one.min(two) + 0.05) < CONTRAST_MIN
}

fn brightness([red, green, blue]: Colour) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.039_28 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}
