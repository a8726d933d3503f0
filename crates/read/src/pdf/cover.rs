//! What lies under and over the text: a coarse picture of the page.
//!
//! Each cell remembers the last colour painted on it and when something opaque
//! covered it last. Text in the colour of its ground, or covered afterwards, is
//! there for a machine and not for a person. The picture knows fills, straight
//! thick strokes and pictures; where it runs out of work it says so.

use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{self, Affine, BezPath, PathEl, Point, Rect, Shape};

/// Cells of a page, at most.
const CELLS_MAX: f64 = 200_000.0;
/// The side of a cell, at least, in points.
const CELL_POINTS: f64 = 1.5;
/// Cells written, and path segments tested, for one page.
const WORK_MAX: usize = 40_000_000;
/// How far a flattened curve may lie beside the curve, in points.
const FLAT_POINTS: f64 = 0.1;
/// How far two colours may differ in each part and still look the same.
const SAME_COLOUR: u8 = 24;
/// A colour is dark where no part of it is lighter.
const DARK: u8 = 64;

/// What is seen at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// One colour.
    Colour([u8; 3]),
    /// Something of unknown colour: a picture, a pattern, a blend.
    Unknown,
}

/// Paper is white.
const PAPER: Ink = Ink::Colour([255, 255, 255]);

impl Ink {
    /// Whether one cannot be told from the other.
    pub(crate) fn looks_like(self, other: Ink) -> bool {
        match (self, other) {
            (Ink::Colour(a), Ink::Colour(b)) => a
                .iter()
                .zip(&b)
                .all(|(one, two)| one.abs_diff(*two) <= SAME_COLOUR),
            _ => false,
        }
    }

    /// Whether black letters under it are lost.
    pub(crate) fn is_dark(self) -> bool {
        matches!(self, Ink::Colour(parts) if parts.iter().all(|part| *part <= DARK))
    }

    pub(crate) fn is_paper(self) -> bool {
        self.looks_like(PAPER)
    }
}

#[derive(Clone, Copy)]
struct Cell {
    ink: Ink,
    covered: u32,
}

/// A coarse picture of one page.
pub(crate) struct Cover {
    side: f64,
    columns: usize,
    rows: usize,
    /// Empty until something is painted.
    cells: Vec<Cell>,
    work_left: usize,
}

/// Something painted: its colour, whether it hides what is under it, and when.
#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) ink: Ink,
    pub(crate) opaque: bool,
    pub(crate) order: u32,
}

impl Cover {
    pub(crate) fn new(width: f64, height: f64) -> Cover {
        let side = (width * height / CELLS_MAX).sqrt().max(CELL_POINTS);
        let columns = count(width / side).saturating_add(1);
        let rows = count(height / side).saturating_add(1);
        // A page as long as a road and as thin as a thread must not cost more.
        let wanted = columns.saturating_mul(rows);
        let fits = wanted <= count(CELLS_MAX * 4.0);
        Cover {
            side,
            columns,
            rows,
            cells: Vec::new(),
            work_left: if fits { WORK_MAX } else { 0 },
        }
    }

    /// Whether everything painted could be followed.
    pub(crate) fn is_whole(&self) -> bool {
        self.work_left > 0
    }

    fn cell(&self, at: Point) -> Option<&Cell> {
        if at.x < 0.0 || at.y < 0.0 {
            return None;
        }
        let (column, row) = (count(at.x / self.side), count(at.y / self.side));
        if column >= self.columns {
            return None;
        }
        self.cells
            .get(row.checked_mul(self.columns)?.checked_add(column)?)
    }

    /// The colour at a place so far.
    pub(crate) fn ink(&self, at: Point) -> Ink {
        if self.cells.is_empty() {
            return if self.is_whole() { PAPER } else { Ink::Unknown };
        }
        self.cell(at).map_or(Ink::Unknown, |cell| cell.ink)
    }

    /// Whether something opaque was painted there after a moment.
    pub(crate) fn covered_after(&self, at: Point, order: u32) -> bool {
        self.cell(at).is_some_and(|cell| cell.covered > order)
    }

    /// Takes work from what is left for the page; false where it does not suffice.
    fn afford(&mut self, work: usize) -> bool {
        let fits = work <= self.work_left;
        self.work_left = if fits {
            self.work_left.saturating_sub(work)
        } else {
            0
        };
        if fits && work > 0 && self.cells.is_empty() {
            let cell = Cell {
                ink: PAPER,
                covered: 0,
            };
            self.cells = vec![cell; self.columns.saturating_mul(self.rows)];
        }
        fits
    }

    /// Paints the cells whose middle lies in a rectangle.
    fn paint(&mut self, area: Rect, stroke: Stroke) {
        let (first_column, last_column) = span(area.x0, area.x1, self.side, self.columns);
        let (first_row, last_row) = span(area.y0, area.y1, self.side, self.rows);
        let width = last_column.saturating_sub(first_column);
        if self.afford(width.saturating_mul(last_row.saturating_sub(first_row))) {
            for row in first_row..last_row {
                self.paint_row(row, first_column, last_column, stroke);
            }
        }
    }

    fn paint_row(&mut self, row: usize, first: usize, last: usize, stroke: Stroke) {
        let start = row.saturating_mul(self.columns);
        let cells = self
            .cells
            .get_mut(start.saturating_add(first)..start.saturating_add(last));
        for cell in cells.into_iter().flatten() {
            cell.ink = stroke.ink;
            if stroke.opaque {
                cell.covered = stroke.order;
            }
        }
    }

    /// Paints a rectangle, which a transform may have turned.
    pub(crate) fn rect(&mut self, rect: Rect, transform: Affine, clip: Rect, stroke: Stroke) {
        let [xx, xy, yx, yy, ..] = transform.as_coeffs();
        let straight = (xy.abs() < 1e-9 && yx.abs() < 1e-9) || (xx.abs() < 1e-9 && yy.abs() < 1e-9);
        if straight {
            let area = transform.transform_rect_bbox(rect).intersect(clip);
            self.paint(area, stroke);
        } else {
            self.path(
                &rect.to_path(0.1),
                transform,
                clip,
                stroke,
                FillRule::NonZero,
            );
        }
    }

    /// Paints the inside of a path, row by row between the places where it crosses.
    pub(crate) fn path(
        &mut self,
        path: &BezPath,
        transform: Affine,
        clip: Rect,
        stroke: Stroke,
        rule: FillRule,
    ) {
        let mut edges = Edges::new(self.side);
        kurbo::flatten(
            path.elements().iter().map(|element| transform * *element),
            FLAT_POINTS,
            |element| edges.take(element),
        );
        edges.close();
        let Some(bounds) = edges.bounds else {
            return;
        };
        let area = bounds.intersect(clip);
        let (first_column, last_column) = span(area.x0, area.x1, self.side, self.columns);
        let (first_row, last_row) = span(area.y0, area.y1, self.side, self.rows);
        let rows = last_row.saturating_sub(first_row);
        let cells = last_column
            .saturating_sub(first_column)
            .saturating_mul(rows);
        if cells == 0 || !self.afford(cells.saturating_add(edges.work(rows))) {
            return;
        }
        for (row, mut crossings) in (first_row..).zip(edges.crossings(first_row, last_row)) {
            crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut winding = 0i32;
            for ((x, turn), (next, _)) in crossings.iter().zip(crossings.iter().skip(1)) {
                winding = winding.saturating_add(*turn);
                let is_inside = match rule {
                    FillRule::NonZero => winding != 0,
                    FillRule::EvenOdd => winding % 2 != 0,
                };
                if is_inside {
                    let (first, last) = span(*x, *next, self.side, self.columns);
                    let (first, last) = (first.max(first_column), last.min(last_column));
                    self.paint_row(row, first, last, stroke);
                }
            }
        }
    }

    /// Paints the straight lines of a stroked path: bars over text are drawn so.
    pub(crate) fn lines(
        &mut self,
        path: &BezPath,
        transform: Affine,
        clip: Rect,
        width: f64,
        stroke: Stroke,
    ) {
        for line in straight_lines(path, transform) {
            let half = |side: f64| if side < 0.5 { width / 2.0 } else { 0.0 };
            if line.width() < 0.5 || line.height() < 0.5 {
                let area = line.inflate(half(line.width()), half(line.height()));
                self.paint(area.intersect(clip), stroke);
            }
        }
    }
}

/// The straight lines of a path as they are placed, each as the box it fills.
pub(crate) fn straight_lines(path: &BezPath, transform: Affine) -> impl Iterator<Item = Rect> + '_ {
    let mut from = Point::ZERO;
    path.elements().iter().filter_map(move |element| {
        let (line, to) = match *element {
            PathEl::LineTo(to) => (true, to),
            PathEl::MoveTo(to) | PathEl::QuadTo(_, to) | PathEl::CurveTo(_, _, to) => (false, to),
            PathEl::ClosePath => return None,
        };
        let start = std::mem::replace(&mut from, to);
        line.then(|| Rect::from_points(transform * start, transform * to))
    })
}

/// The straight edges of a path, with the way each goes.
struct Edges {
    side: f64,
    edges: Vec<(Point, Point)>,
    bounds: Option<Rect>,
    start: Point,
    at: Point,
}

impl Edges {
    fn new(side: f64) -> Edges {
        Edges {
            side,
            edges: Vec::new(),
            bounds: None,
            start: Point::ZERO,
            at: Point::ZERO,
        }
    }

    fn take(&mut self, element: PathEl) {
        match element {
            PathEl::MoveTo(to) => {
                self.close();
                self.start = to;
                self.at = to;
            }
            PathEl::LineTo(to) => self.edge(to),
            PathEl::ClosePath => self.close(),
            // A flat path has no curves.
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
        }
    }

    fn edge(&mut self, to: Point) {
        if self.at.is_finite() && to.is_finite() {
            let area = Rect::from_points(self.at, to);
            self.bounds = Some(self.bounds.map_or(area, |bounds| bounds.union(area)));
            self.edges.push((self.at, to));
        }
        self.at = to;
    }

    /// A filled shape is closed, whether it says so or not.
    fn close(&mut self) {
        if self.at != self.start {
            self.edge(self.start);
        }
    }

    /// The most crossings that rows can have.
    fn work(&self, rows: usize) -> usize {
        self.edges.len().saturating_mul(rows)
    }

    /// Where the edges cross the middle of each row, and whether up or down.
    fn crossings(&self, first: usize, last: usize) -> Vec<Vec<(f64, i32)>> {
        let mut rows = vec![Vec::new(); last.saturating_sub(first)];
        for (from, to) in &self.edges {
            let (low, high, turn) = if from.y <= to.y {
                (from, to, 1)
            } else {
                (to, from, -1)
            };
            // From the lower end up to the upper one, which belongs to the next edge.
            let begin = count((low.y / self.side - 0.5).ceil().max(0.0)).max(first);
            let end = count((high.y / self.side - 0.5).ceil().max(0.0)).min(last);
            for row in begin..end {
                let part = (middle(row, self.side) - low.y) / (high.y - low.y);
                if let Some(row) = rows.get_mut(row.saturating_sub(first)) {
                    row.push((low.x + part * (high.x - low.x), turn));
                }
            }
        }
        rows
    }
}

/// The middle of a row or a column of cells.
fn middle(index: usize, side: f64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a page has few cells")]
    let index = index as f64;
    (index + 0.5) * side
}

/// The cells whose middle lies between two edges.
fn span(low: f64, high: f64, side: f64, cells: usize) -> (usize, usize) {
    let first = count((low / side - 0.5).ceil().max(0.0));
    let last = count((high / side - 0.5).floor() + 1.0);
    (first.min(cells), last.min(cells))
}

/// A count from a number that may be anything.
fn count(number: f64) -> usize {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and what is no number counts as none"
    )]
    let count = number as usize;
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn polygon(corners: &[(f64, f64)]) -> BezPath {
        let mut path = BezPath::new();
        for (index, corner) in corners.iter().enumerate() {
            match index {
                0 => path.move_to(*corner),
                _ => path.line_to(*corner),
            }
        }
        path.close_path();
        path
    }

    proptest! {
        /// The rows between crossings are the cells whose middle lies inside.
        #[test]
        fn a_painted_path_covers_the_cells_inside_it(
            corners in proptest::collection::vec((-20.0..120.0f64, -20.0..120.0f64), 3..9),
        ) {
            let path = polygon(&corners);
            let mut cover = Cover::new(100.0, 100.0);
            let stroke = Stroke { ink: Ink::Unknown, opaque: true, order: 1 };
            let clip = Rect::new(0.0, 0.0, 100.0, 100.0);
            cover.path(&path, Affine::IDENTITY, clip, stroke, FillRule::NonZero);
            for row in 0..60 {
                for column in 0..60 {
                    let at = Point::new(middle(column, cover.side), middle(row, cover.side));
                    let painted = cover.covered_after(at, 0);
                    prop_assert_eq!(painted, path.contains(at), "{:?}", at);
                }
            }
        }
    }
}
