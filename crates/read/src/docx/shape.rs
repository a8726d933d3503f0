//! Text boxes: what they are filled with, and whether they are on the page at all.

use super::look::Look;
use super::xml::Element;

/// A side below this leaves no room for letters, in EMU (12,700 to the point).
const NO_ROOM_EMU: i64 = 50_800;
/// The same for old drawings, in points.
const NO_ROOM_POINTS: f64 = 4.0;
/// A page no program makes larger, in EMU and in points.
const PAGE_EMU: i64 = 10_700_000;
const PAGE_POINTS: f64 = 850.0;
/// How far above or left of where it belongs a box may begin, in EMU and in points.
const ABOVE_EMU: i64 = 1_828_800;
const ABOVE_POINTS: f64 = 144.0;
/// Letters shrunk to fit below this part are not read, in thousandths of a per cent.
const SHRUNK: i64 = 25_000;

/// A drawing of today: where it stands and how large it is, in EMU.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// Across and down, and whether the sheet is what they are counted from.
    at: [Option<(i64, bool)>; 2],
    size: [Option<i64>; 2],
    /// Counted from the corner of the sheet.
    simple: bool,
    /// Which direction the numbers to come are about, and from what they are counted.
    direction: usize,
    of_sheet: bool,
    hidden: bool,
}

impl Drawing {
    /// Begins a drawing.
    pub(crate) fn begin(element: &Element) -> Drawing {
        let on = |name: &str| matches!(element.attribute(name), "1" | "true" | "on");
        Drawing {
            simple: on("simplePos"),
            hidden: on("hidden"),
            ..Drawing::default()
        }
    }

    /// Takes in what says where it is.
    pub(crate) fn take(&mut self, element: &Element) {
        match element.name.as_str() {
            "simplePos" if self.simple => {
                let at = |name: &str| element.number(name).map(|at| (at, true));
                self.at = [at("x"), at("y")];
            }
            "positionH" | "positionV" => {
                self.direction = usize::from(element.name == "positionV");
                self.of_sheet = element.attribute("relativeFrom") == "page";
            }
            "extent" => self.size = [element.number("cx"), element.number("cy")],
            "docPr" => self.hidden |= matches!(element.attribute("hidden"), "1" | "true" | "on"),
            _ => {}
        }
    }

    /// Takes in a distance, in EMU or in thousandths of a per cent of the page.
    pub(crate) fn take_distance(&mut self, text: &str, is_part: bool) {
        let Ok(distance) = text.trim().parse::<i64>() else {
            return;
        };
        let distance = if is_part {
            distance.saturating_mul(PAGE_EMU / 100_000)
        } else {
            distance
        };
        if !self.simple
            && let Some(at) = self.at.get_mut(self.direction)
        {
            *at = Some((distance, self.of_sheet));
        }
    }

    /// Whether nobody sees it.
    pub(crate) fn is_unseen(&self) -> bool {
        let off = self.at.iter().zip(&self.size).any(|(at, size)| {
            let Some((at, of_sheet)) = *at else {
                return false;
            };
            let end = at.saturating_add(size.unwrap_or(0));
            let before = if of_sheet { 0 } else { -ABOVE_EMU };
            end <= before || at >= PAGE_EMU
        });
        self.hidden || off || has_no_room(self.size)
    }
}

/// Whether a size in EMU leaves no room for letters.
pub(crate) fn has_no_room(size: [Option<i64>; 2]) -> bool {
    let mut sides = size.iter().flatten();
    sides.any(|side| *side < NO_ROOM_EMU)
}

/// Whether what is said about the text of a box leaves nothing of it.
pub(crate) fn hides_text(element: &Element) -> bool {
    let at_least = |name: &str, most: i64| element.number(name).is_some_and(|one| one >= most);
    match element.name.as_str() {
        "bodyPr" => ["lIns", "tIns", "rIns", "bIns"]
            .iter()
            .any(|side| at_least(side, ABOVE_EMU)),
        "normAutofit" => {
            let scale = element.number("fontScale");
            scale.is_some_and(|scale| scale < SHRUNK)
        }
        // Turned in space: how far is not worked out.
        "rot" => ["lat", "lon"].iter().any(|turn| at_least(turn, 1)),
        _ => false,
    }
}

/// What an old drawing is filled with.
pub(crate) fn drawn_fill(element: &Element) -> Look {
    let filled = !matches!(element.attribute("filled"), "f" | "false" | "0");
    match element.attribute("fillcolor") {
        "" => Look::default(),
        _ if !filled => Look::default(),
        colour => Look::on_drawn(colour),
    }
}

/// Whether the style of an old drawing hides it, takes its room or puts it off the page.
///
/// In a group lengths are of the group's own, and not worked out.
pub(crate) fn is_drawn_unseen(element: &Element, in_group: bool) -> bool {
    let style = element.attribute("style").to_lowercase();
    style.split(';').any(|one| {
        let Some((name, value)) = one.split_once(':') else {
            return false;
        };
        let value = value.trim();
        match name.trim() {
            "visibility" => value != "visible" && value != "inherit",
            "display" => value == "none",
            _ if in_group => false,
            "width" | "height" => points(value).is_some_and(|side| side < NO_ROOM_POINTS),
            "left" | "top" | "margin-left" | "margin-top" => {
                points(value).is_some_and(|at| at <= -ABOVE_POINTS || at >= PAGE_POINTS)
            }
            _ => false,
        }
    })
}

/// A length of an old drawing in points; one without a unit is of the drawing's own.
fn points(value: &str) -> Option<f64> {
    let end = value.find(|each: char| each.is_ascii_alphabetic() || each == '%');
    let (number, unit) = value.split_at_checked(end.unwrap_or(value.len()))?;
    let number: f64 = number.trim().parse().ok()?;
    Some(match unit {
        "" | "px" => number * 0.75,
        "in" => number * 72.0,
        "cm" => number * 28.35,
        "mm" => number * 2.835,
        "pt" => number,
        "pc" => number * 12.0,
        "emu" => number / 12_700.0,
        _ => return None,
    })
}

/// Takes in what an old drawing says about its fill apart.
pub(crate) fn take_drawn_fill(element: &Element, shape: Option<&mut Look>) {
    let Some(shape) = shape else {
        return;
    };
    let seen = element.attribute("opacity").trim_end_matches(['%', 'f']);
    if seen.parse::<f64>().is_ok_and(|seen| seen < 0.5) {
        *shape = Look::default();
    } else if !matches!(element.attribute("type"), "" | "solid") {
        *shape = Look::on_unknown();
    } else if !element.attribute("color").is_empty() {
        *shape = Look::on_drawn(element.attribute("color"));
    }
}
