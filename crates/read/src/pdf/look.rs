//! Whether characters are seen: the page is drawn, and each character's box is looked at.
//!
//! Text can be hidden in more ways than anybody lists: covered, clipped, blended away, drawn
//! with empty glyphs, in the colour of what lies under it. All of them end alike: where the
//! character should stand there is no ink that differs from its ground.

use groundstop_document::Area;
use serde::{Deserialize, Serialize};

use super::draw::{Picture, draw_of};
use super::open;
use crate::{ReadError, ReadOptions};

/// Dots to the inch: small print of six points is then twelve dots high.
const LOOK_DPI: u16 = 144;
/// Points to an inch.
const POINTS: f32 = 72.0;
/// Ink and ground are told apart from this contrast on.
const CONTRAST_MIN: f64 = 1.5;
/// Parts of a box that are not looked at: neighbours reach into it from its sides, lines under the
/// text from below and accents of the line below from above.
const SIDE_FREE: f32 = 0.08;
const BELOW_FREE: f32 = 0.26;
const ABOVE_FREE: f32 = 0.08;
/// The fewest dots a box has each way; a smaller one is widened.
const DOTS_MIN: f32 = 2.0;

/// Characters to look at on one page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageLook {
    /// The page, counted from 1.
    pub page: u32,
    /// The boxes of the characters.
    pub areas: Vec<Area>,
}

/// Draws the pages and says of every box whether something is seen in it.
pub(crate) fn look(
    bytes: &[u8],
    options: &ReadOptions,
    wanted: &[PageLook],
) -> Result<Vec<Vec<bool>>, ReadError> {
    let pdf = open(bytes, options.password.as_deref())?;
    let mut seen = Vec::with_capacity(wanted.len());
    for one in wanted {
        let page = Drawn::new(&draw_of(&pdf, options, one.page, LOOK_DPI)?);
        seen.push(one.areas.iter().map(|area| page.shows(*area)).collect());
    }
    Ok(seen)
}

/// A drawn page, as light as its dots are.
struct Drawn {
    width: usize,
    height: usize,
    light: Vec<u8>,
}

impl Drawn {
    fn new(picture: &Picture) -> Drawn {
        let side = |dots: u32| usize::try_from(dots).unwrap_or(0);
        let light = picture.rgb.chunks_exact(3).map(|dot| match dot {
            [red, green, blue] => {
                let sum =
                    u32::from(*red) * 2126 + u32::from(*green) * 7152 + u32::from(*blue) * 722;
                u8::try_from(sum / 10_000).unwrap_or(u8::MAX)
            }
            _ => u8::MAX,
        });
        Drawn {
            width: side(picture.width),
            height: side(picture.height),
            light: light.collect(),
        }
    }

    /// Whether a box holds ink that differs from its ground.
    fn shows(&self, area: Area) -> bool {
        let scale = f32::from(LOOK_DPI) / POINTS;
        let (width, height) = (area.x1 - area.x0, area.y1 - area.y0);
        if !(width.is_finite() && height.is_finite()) || width <= 0.0 || height <= 0.0 {
            return false;
        }
        let x = (
            (area.x0 + width * SIDE_FREE) * scale,
            (area.x1 - width * SIDE_FREE) * scale,
        );
        let tall = to_dots_f(self.height);
        let y = (
            tall - (area.y1 - height * ABOVE_FREE) * scale,
            tall - (area.y0 + height * BELOW_FREE) * scale,
        );
        let (left, right) = dots(widened(x), self.width);
        let (top, bottom) = dots(widened(y), self.height);
        let (mut darkest, mut lightest) = (u8::MAX, u8::MIN);
        for row in top..bottom {
            let start = row.saturating_mul(self.width);
            let (from, to) = (start.saturating_add(left), start.saturating_add(right));
            for light in self.light.get(from..to).unwrap_or_default() {
                darkest = darkest.min(*light);
                lightest = lightest.max(*light);
            }
        }
        darkest < lightest && contrast(darkest, lightest) >= CONTRAST_MIN
    }
}

fn to_dots_f(dots: usize) -> f32 {
    f32::from(u16::try_from(dots).unwrap_or(u16::MAX))
}

fn widened((from, to): (f32, f32)) -> (f32, f32) {
    let missing = (DOTS_MIN - (to - from)).max(0.0) / 2.0;
    (from - missing, to + missing)
}

/// The whole dots that a range touches, inside the picture.
fn dots((from, to): (f32, f32), most: usize) -> (usize, usize) {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    let whole = |at: f32| (at.max(0.0) as usize).min(most);
    (whole(from.floor()), whole(to.ceil()))
}

/// How far two greys differ to the eye, from 1 to 21.
fn contrast(darker: u8, lighter: u8) -> f64 {
    let light = |grey: u8| {
        let part = f64::from(grey) / 255.0;
        match part <= 0.040_45 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
    };
    (light(lighter) + 0.05) / (light(darker) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A white page of 20 by 20 points with a bar of a grey over the middle of a box.
    fn page(grey: u8) -> Drawn {
        let side = 40;
        let mut light = vec![255; side * side];
        for row in 14..26 {
            for dot in 18..22 {
                light[row * side + dot] = grey;
            }
        }
        Drawn {
            width: side,
            height: side,
            light,
        }
    }

    #[test]
    fn ink_is_seen_from_a_contrast_on_and_only_where_it_is() {
        let middle = Area {
            x0: 7.0,
            y0: 5.0,
            x1: 13.0,
            y1: 15.0,
        };
        let corner = Area {
            x0: 0.0,
            y0: 0.0,
            x1: 5.0,
            y1: 5.0,
        };
        assert!(page(0).shows(middle) && page(150).shows(middle));
        assert!(!page(230).shows(middle) && !page(255).shows(middle));
        assert!(!page(0).shows(corner));
    }
}
