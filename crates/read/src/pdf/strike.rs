//! Letters that are struck out: a thin bar runs through their middle.
//!
//! Bars come from the page itself, from what annotations draw, and from
//! annotations that say so. A line under letters or between rows of a table
//! runs elsewhere.

use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};
use hayro_syntax::object::dict::keys::{ANNOTS, F, RECT, SUBTYPE};
use hayro_syntax::object::{Array, Dict, Name, Rect as PdfRect};
use hayro_syntax::page::Page;

use super::cover::straight_lines;
use super::forms::{ANNOTATIONS_MAX, UNSEEN};
use super::glyph::Glyph;

/// A bar is at most this thick, in points, and at least this long.
const THICK_POINTS: f64 = 6.0;
const LONG_POINTS: f64 = 2.0;
/// A bar through letters is at most this thick, in ems.
const THICK_EM: f64 = 0.15;
/// Where the middle of a bar through letters runs above their baseline, in ems.
const LOW_EM: f64 = 0.18;
const HIGH_EM: f64 = 0.5;
/// Parts of a letter's width that a bar may leave free at each side.
const FREE: f64 = 0.2;
/// Bars that are kept for a page; with more, all its letters are in doubt.
const BARS_MAX: usize = 200_000;
/// Bars compared with letters on one page.
const WORK_MAX: usize = 20_000_000;

/// The bars of a page.
#[derive(Debug, Default)]
pub(crate) struct Bars {
    bars: Vec<Bar>,
    lost: bool,
}

#[derive(Clone, Copy, Debug)]
struct Bar {
    area: Rect,
    /// When it was painted.
    order: u32,
}

impl Bars {
    fn note(&mut self, area: Rect, clip: Rect, order: u32) {
        let area = area.intersect(clip.inflate(THICK_POINTS, THICK_POINTS));
        let (thin, long) = (
            area.width().min(area.height()),
            area.width().max(area.height()),
        );
        if !area.is_finite() || thin > THICK_POINTS || long < LONG_POINTS {
            return;
        }
        if self.bars.len() < BARS_MAX {
            self.bars.push(Bar { area, order });
        } else {
            self.lost = true;
        }
    }

    /// The bars that run across the page or down it: some are the rulings of tables.
    pub(crate) fn areas(&self) -> impl Iterator<Item = Rect> + '_ {
        self.bars.iter().map(|bar| bar.area)
    }

    /// Notes the thin parts of a filled path.
    pub(crate) fn fill(&mut self, path: &BezPath, transform: Affine, clip: Rect, order: u32) {
        let mut part = BezPath::new();
        for element in path.elements() {
            if matches!(element, PathEl::MoveTo(_)) && part.elements().len() > 1 {
                self.rect(part.bounding_box(), transform, clip, order);
                part = BezPath::new();
            }
            // Behind a closed part a path may go on without saying where.
            match (part.elements().is_empty(), *element) {
                (true, PathEl::LineTo(to)) => part.push(PathEl::MoveTo(to)),
                (true, element) if !matches!(element, PathEl::MoveTo(_)) => {}
                (_, element) => part.push(element),
            }
        }
        if part.elements().len() > 1 {
            self.rect(part.bounding_box(), transform, clip, order);
        }
    }

    /// Notes a filled rectangle.
    pub(crate) fn rect(&mut self, rect: Rect, transform: Affine, clip: Rect, order: u32) {
        self.note(transform.transform_rect_bbox(rect), clip, order);
    }

    /// Notes the straight lines of a stroked path.
    pub(crate) fn lines(
        &mut self,
        path: &BezPath,
        transform: Affine,
        clip: Rect,
        width: f64,
        order: u32,
    ) {
        for line in straight_lines(path, transform) {
            if line.width() < 1.0 || line.height() < 1.0 {
                let half = width / 2.0;
                let (x, y) = if line.width() > line.height() {
                    (0.0, half)
                } else {
                    (half, 0.0)
                };
                self.note(line.inflate(x, y), clip, order);
            }
        }
    }

    /// Marks the letters a bar runs through that nothing covered since.
    pub(crate) fn mark(&self, glyphs: &mut [Glyph], covered: impl Fn(Point, u32) -> bool) {
        if self.bars.is_empty() {
            return;
        }
        let mut work = WORK_MAX;
        for turn in [0, 90, 180, 270] {
            let bars = self.turned(turn);
            let turned = glyphs.iter_mut().filter(|glyph| glyph.direction.0 == turn);
            for glyph in turned.filter(|glyph| !glyph.hidden) {
                let upright = glyph.direction.upright();
                let base = (upright * glyph.origin).y;
                let area = upright.transform_rect_bbox(glyph.area);
                let free = area.width() * FREE;
                let first =
                    bars.partition_point(|(at, _)| at.center().y < base + glyph.em * LOW_EM);
                let near = bars.get(first..).unwrap_or_default().iter();
                let near = near.take_while(|(at, _)| at.center().y <= base + glyph.em * HIGH_EM);
                let struck = |(at, bar): &(Rect, Bar)| {
                    work = work.saturating_sub(1);
                    at.height() <= glyph.em * THICK_EM
                        && at.x0 <= area.x0 + free
                        && at.x1 >= area.x1 - free
                        && !covered(crossing(bar.area, glyph.area), bar.order)
                };
                glyph.hidden = { near }.any(struck) || work == 0 || self.lost;
            }
        }
    }

    /// The bars along a direction, turned upright, from the lowest up.
    fn turned(&self, turn: i32) -> Vec<(Rect, Bar)> {
        let upright = super::glyph::Direction(turn).upright();
        let mut bars: Vec<(Rect, Bar)> = self
            .bars
            .iter()
            .map(|bar| (upright.transform_rect_bbox(bar.area), *bar))
            .filter(|(at, _)| at.width() >= at.height())
            .collect();
        bars.sort_by(|a, b| a.0.center().y.total_cmp(&b.0.center().y));
        bars
    }
}

/// The middle of a letter on a bar.
fn crossing(bar: Rect, glyph: Rect) -> Point {
    if bar.width() >= bar.height() {
        Point::new(glyph.center().x, bar.center().y)
    } else {
        Point::new(bar.center().x, glyph.center().y)
    }
}

/// Marks the letters that annotations strike out, whether they draw a bar or not.
pub(crate) fn mark_annotated(page: &Page<'_>, place: Affine, glyphs: &mut [Glyph]) {
    let Some(list) = page.raw().get::<Array<'_>>(ANNOTS) else {
        return;
    };
    let annotations = list.iter::<Dict<'_>>().take(ANNOTATIONS_MAX);
    let mut work = WORK_MAX;
    for area in annotations.flat_map(|dict| struck(&dict)) {
        let area = place.transform_rect_bbox(area);
        let rest = work.saturating_sub(glyphs.len());
        for glyph in glyphs.iter_mut() {
            glyph.hidden |= work == 0 || area.contains(glyph.area.center());
        }
        if work == 0 {
            return;
        }
        work = rest;
    }
}

/// What a `StrikeOut` annotation strikes out, in the page's own coordinates.
fn struck(dict: &Dict<'_>) -> Vec<Rect> {
    let kind = dict.get::<Name<'_>>(SUBTYPE);
    let unseen = dict.get::<u32>(F).unwrap_or(0) & UNSEEN != 0;
    // A redaction that was marked and not yet carried out covers what lies under it, too.
    let strikes = kind.is_some_and(|kind| matches!(kind.as_str(), "StrikeOut" | "Redact"));
    if unseen || !strikes {
        return Vec::new();
    }
    let corners: Vec<f64> = dict
        .get::<Array<'_>>(b"QuadPoints" as &[u8])
        .map(|list| list.iter::<f64>().take(BARS_MAX).collect())
        .unwrap_or_default();
    let quads: Vec<Rect> = corners.chunks_exact(8).filter_map(around).collect();
    if !quads.is_empty() {
        return quads;
    }
    let rect = dict.get::<PdfRect>(RECT);
    let rect = rect.map(|rect| Rect::new(rect.x0, rect.y0, rect.x1, rect.y1));
    rect.into_iter().collect()
}

/// The rectangle around four corners.
fn around(corners: &[f64]) -> Option<Rect> {
    let mut points = corners.chunks_exact(2).filter_map(|pair| match pair {
        [x, y] => Some(Point::new(*x, *y)),
        _ => None,
    });
    let first = points.next()?;
    let start = Rect::from_points(first, first);
    Some(points.fold(start, |area, point| area.union_pt(point)))
}
