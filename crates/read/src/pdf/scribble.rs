//! Letters struck out by a line that is not straight: a wave, a zigzag, a stroke of a pen.
//!
//! A line of any shape that runs over several letters and through the middle of one
//! strikes it out. Lines around letters and waves under them run elsewhere.

use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, flatten};

use super::glyph::Glyph;

/// How finely curves are followed, in points.
const FLAT_POINTS: f64 = 0.3;
/// A line runs over letters where it is this much longer than one, in ems.
const LONG_EM: f64 = 1.5;
/// An edge that rises less than this is straight, and known as a bar, in points.
const SLOPE_POINTS: f64 = 0.5;
/// Edges that are kept for a page; with more, what they run through is in doubt.
const EDGES_MAX: usize = 200_000;
/// Edges compared with letters on one page.
const WORK_MAX: usize = 20_000_000;
/// The parts of a letter's box around its middle.
const SIDE_FREE: f64 = 0.2;
const BELOW_FREE: f64 = 0.36;
const ABOVE_FREE: f64 = 0.34;

/// The crooked lines of a page.
#[derive(Debug, Default)]
pub(crate) struct Scribbles {
    lines: Vec<Scribble>,
    edges: usize,
    lost: bool,
}

#[derive(Debug)]
struct Scribble {
    area: Rect,
    edges: Vec<(Point, Point)>,
    /// When it was painted.
    order: u32,
}

impl Scribbles {
    /// Notes a stroked path, where it has edges that are not straight across or down.
    pub(crate) fn note(&mut self, path: &BezPath, transform: Affine, clip: Rect, order: u32) {
        let mut edges = Vec::new();
        let (mut start, mut at) = (Point::ZERO, Point::ZERO);
        let mut placed = path.clone();
        placed.apply_affine(transform);
        if !placed.control_box().is_finite() {
            return;
        }
        flatten(placed.iter(), FLAT_POINTS, |element| match element {
            PathEl::MoveTo(to) => (start, at) = (to, to),
            PathEl::LineTo(to) => {
                edges.push((at, to));
                at = to;
            }
            PathEl::ClosePath => {
                edges.push((at, start));
                at = start;
            }
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
        });
        let crooked = edges.iter().any(|(from, to)| {
            (from.x - to.x).abs() > SLOPE_POINTS && (from.y - to.y).abs() > SLOPE_POINTS
        });
        if !crooked {
            return;
        }
        self.edges = self.edges.saturating_add(edges.len());
        if self.edges > EDGES_MAX {
            self.lost = true;
            return;
        }
        let corners = edges.iter().map(|(from, to)| Rect::from_points(*from, *to));
        let Some(area) = corners.reduce(|one, other| one.union(other)) else {
            return;
        };
        let area = area.intersect(clip);
        if area.width() > 0.0 || area.height() > 0.0 {
            self.lines.push(Scribble { area, edges, order });
        }
    }

    /// Marks the letters a line runs through that nothing covered since.
    pub(crate) fn mark(&self, glyphs: &mut [Glyph], covered: impl Fn(Point, u32) -> bool) {
        let mut work = WORK_MAX;
        for glyph in glyphs.iter_mut().filter(|glyph| !glyph.hidden) {
            if self.lost {
                glyph.hidden = true;
                continue;
            }
            let middle = core(glyph.area);
            let struck = self.lines.iter().any(|line| {
                work = work.saturating_sub(1);
                let long = line.area.width().max(line.area.height()) >= LONG_EM * glyph.em;
                let near = line.area.overlaps(middle);
                if !long || !near {
                    return false;
                }
                work = work.saturating_sub(line.edges.len());
                let crosses = line
                    .edges
                    .iter()
                    .any(|(from, to)| passes(middle, *from, *to));
                crosses && !covered(middle.center(), line.order)
            });
            glyph.hidden = struck || work == 0;
        }
    }
}

/// The middle of a letter's box, in which every letter has ink.
fn core(area: Rect) -> Rect {
    let (side, low, high) = (
        area.width() * SIDE_FREE,
        area.height() * BELOW_FREE,
        area.height() * ABOVE_FREE,
    );
    Rect::new(
        area.x0 + side,
        area.y0 + low,
        area.x1 - side,
        area.y1 - high,
    )
}

/// Whether a straight edge passes through a box.
fn passes(area: Rect, from: Point, to: Point) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (start, step, low, high) in [
        (from.x, to.x - from.x, area.x0, area.x1),
        (from.y, to.y - from.y, area.y0, area.y1),
    ] {
        if step.abs() < f64::EPSILON {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (first, second) = ((low - start) / step, (high - start) / step);
        enter = enter.max(first.min(second));
        leave = leave.min(first.max(second));
    }
    enter <= leave
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_passes_through_a_box_or_beside_it() {
        let area = Rect::new(0.0, 0.0, 10.0, 10.0);
        let point = Point::new;
        assert!(passes(area, point(-5.0, -5.0), point(15.0, 15.0)));
        assert!(passes(area, point(5.0, -5.0), point(5.0, 15.0)));
        assert!(passes(area, point(2.0, 2.0), point(3.0, 3.0)));
        assert!(!passes(area, point(-5.0, 8.0), point(3.0, 15.0)));
        assert!(!passes(area, point(11.0, -5.0), point(11.0, 15.0)));
    }
}
