//! What lies under and over the text: a coarse picture of the page.
//!
//! Each cell remembers the last colour painted on it and when something opaque
//! covered it last. Text in the colour of its ground, or covered afterwards, is
//! there for a machine and not for a person. The picture knows fills, straight
//! thick strokes and pictures; where it runs out of work it says so.

use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};

/// Cells of a page, at most.
const CELLS_MAX: f64 = 200_000.0;
/// The side of a cell, at least, in points.
const CELL_POINTS: f64 = 1.5;
/// Cells written, and path segments tested, for one page.
const WORK_MAX: usize = 40_000_000;
/// How far two colours may differ in each part and still look the same.
const SAME_COLOUR: u8 = 10;

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

    /// Paints the cells of a rectangle, cut by the clip, that a test lets through.
    fn paint(&mut self, area: Rect, stroke: Stroke, cost: usize, inside: impl Fn(Point) -> bool) {
        let (first_column, last_column) = span(area.x0, area.x1, self.side, self.columns);
        let (first_row, last_row) = span(area.y0, area.y1, self.side, self.rows);
        let cells = last_column
            .saturating_sub(first_column)
            .saturating_mul(last_row.saturating_sub(first_row));
        let work = cells.saturating_mul(cost.max(1));
        if work > self.work_left {
            self.work_left = 0;
            return;
        }
        self.work_left = self.work_left.saturating_sub(work);
        if self.cells.is_empty() && cells > 0 {
            let cell = Cell {
                ink: PAPER,
                covered: 0,
            };
            self.cells = vec![cell; self.columns.saturating_mul(self.rows)];
        }
        for row in first_row..last_row {
            for column in first_column..last_column {
                let at = Point::new(self.middle(column), self.middle(row));
                let index = row.saturating_mul(self.columns).saturating_add(column);
                if let Some(cell) = self.cells.get_mut(index)
                    && inside(at)
                {
                    cell.ink = stroke.ink;
                    if stroke.opaque {
                        cell.covered = stroke.order;
                    }
                }
            }
        }
    }

    fn middle(&self, index: usize) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "a page has few cells")]
        let index = index as f64;
        (index + 0.5) * self.side
    }

    /// Paints a rectangle, which a transform may have turned.
    pub(crate) fn rect(&mut self, rect: Rect, transform: Affine, clip: Rect, stroke: Stroke) {
        let [xx, xy, yx, yy, ..] = transform.as_coeffs();
        let straight = (xy.abs() < 1e-9 && yx.abs() < 1e-9) || (xx.abs() < 1e-9 && yy.abs() < 1e-9);
        if straight {
            let area = transform.transform_rect_bbox(rect).intersect(clip);
            self.paint(area, stroke, 1, |_| true);
        } else {
            self.path(&rect.to_path(0.1), transform, clip, stroke);
        }
    }

    /// Paints the inside of a path.
    pub(crate) fn path(&mut self, path: &BezPath, transform: Affine, clip: Rect, stroke: Stroke) {
        let path = transform * path.clone();
        let area = path.bounding_box().intersect(clip);
        let cost = path.elements().len();
        self.paint(area, stroke, cost, |at| path.contains(at));
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
        let mut from = Point::ZERO;
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(to) => from = to,
                PathEl::LineTo(to) => {
                    let line = Rect::from_points(transform * from, transform * to);
                    if line.width() < 0.5 || line.height() < 0.5 {
                        let area = line.inflate(
                            if line.width() < 0.5 { width / 2.0 } else { 0.0 },
                            if line.height() < 0.5 {
                                width / 2.0
                            } else {
                                0.0
                            },
                        );
                        self.paint(area.intersect(clip), stroke, 1, |_| true);
                    }
                    from = to;
                }
                PathEl::QuadTo(_, to) | PathEl::CurveTo(_, _, to) => from = to,
                PathEl::ClosePath => {}
            }
        }
    }
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
