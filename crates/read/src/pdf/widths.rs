//! How wide the glyphs of a run are.
//!
//! A font that is not in the file is replaced, and its glyphs are stretched to
//! the widths the file states; the stretch is part of the glyph's transform and
//! must not be counted twice. Text set with horizontal scaling looks the same
//! from outside, so the distance to the next glyph decides between the two.

use hayro_interpret::font::{Glyph, GlyphRun};

use super::collect::{advance, scales};
use super::glyph::length;

/// A character wide enough to be a whole em, in thousandths.
const WIDE: f64 = 1500.0;
/// An unstated width, in thousandths of an em.
const USUAL: f64 = 500.0;

/// What a run tells about its glyphs' widths.
pub(crate) struct RunWidths {
    /// Whether the horizontal scale holds a stretch that the widths hold too.
    stretched: bool,
    /// How much larger the letters are than the font's size says.
    em_factor: f64,
}

impl RunWidths {
    pub(crate) fn of(run: &GlyphRun<'_, '_>) -> RunWidths {
        let mut as_scaled = 0.0;
        let mut as_stretched = 0.0;
        let mut drawn = 0.0;
        let mut drawn_count = 0.0;
        for (glyph, next) in run.glyphs().iter().zip(run.glyphs().iter().skip(1)) {
            let Some(width) = advance(glyph) else {
                continue;
            };
            let [.., x, y] = glyph.transform().as_coeffs();
            let [.., next_x, next_y] = next.transform().as_coeffs();
            let moved = length(next_x - x, next_y - y);
            let (along, across) = scales(glyph.transform());
            as_scaled += (moved - width * along).abs();
            as_stretched += (moved - width * across).abs();
        }
        for glyph in run.glyphs() {
            if let (Glyph::Type3(_), Some(width)) = (&**glyph, advance(glyph)) {
                drawn += width;
                drawn_count += 1.0;
            }
        }
        // Drawn letters may be of any size in a font of size one.
        let mean = if drawn_count > 0.0 {
            drawn / drawn_count
        } else {
            0.0
        };
        RunWidths {
            stretched: as_stretched < as_scaled,
            em_factor: if mean > WIDE { mean / USUAL } else { 1.0 },
        }
    }

    /// A glyph's width in the units of its transform, and the factor of its em.
    pub(crate) fn width(
        &self,
        glyph: &hayro_interpret::font::PositionedGlyph<'_>,
        vertical: bool,
    ) -> (f64, f64) {
        let stated = if vertical { None } else { advance(glyph) };
        let width = stated.unwrap_or(if vertical { 1000.0 } else { USUAL });
        let (along, across) = scales(glyph.transform());
        if self.stretched && along > 0.0 {
            (width * across / along, self.em_factor)
        } else {
            (width, self.em_factor)
        }
    }
}
