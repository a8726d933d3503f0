//! One glyph as it stands on the page, and the directions text runs in.

use groundstop_document::Area;
use hayro_interpret::kurbo::{Affine, Point, Rect};

/// How far below the baseline a box reaches, in ems.
const BELOW_EM: f64 = 0.22;
/// How far above the baseline a box reaches, in ems.
const ABOVE_EM: f64 = 0.82;
/// Text that leans less than this from upright counts as upright, in degrees.
const UPRIGHT_DEGREES: f64 = 8.0;
/// Other directions are told apart in steps of this many degrees.
const STEP_DEGREES: f64 = 15.0;

/// The characters a glyph stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Chars {
    One(char),
    Many(Box<str>),
}

impl Chars {
    pub(crate) fn of(text: &str) -> Chars {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Chars::One(only),
            _ => Chars::Many(text.into()),
        }
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = char> + '_ {
        let (one, many) = match self {
            Chars::One(only) => (Some(*only), ""),
            Chars::Many(text) => (None, text.as_ref()),
        };
        one.into_iter().chain(many.chars())
    }

    pub(crate) fn is_white(&self) -> bool {
        self.each().all(char::is_whitespace)
    }
}

/// Which way a line of text runs, in whole degrees against the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Direction(pub(crate) i32);

impl Direction {
    pub(crate) fn of(x: f64, y: f64) -> Direction {
        // Nearly all text, without asking for the angle.
        if y.abs() < x * 0.1 {
            return Direction(0);
        }
        let degrees = y.atan2(x).to_degrees();
        let quarter = (degrees / 90.0).round() * 90.0;
        let turned = if (degrees - quarter).abs() <= UPRIGHT_DEGREES {
            quarter
        } else {
            (degrees / STEP_DEGREES).round() * STEP_DEGREES
        };
        Direction(whole(turned).rem_euclid(360))
    }

    /// Page coordinates turned so that the text runs from left to right.
    pub(crate) fn upright(self) -> Affine {
        match self.0 {
            0 => Affine::IDENTITY,
            // Exact for quarter turns, where sines would leave crumbs.
            90 => Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, 0.0]),
            180 => Affine::new([-1.0, 0.0, 0.0, -1.0, 0.0, 0.0]),
            270 => Affine::new([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
            other => Affine::rotate(-f64::from(other).to_radians()),
        }
    }
}

/// The length of a vector; nearly all of them run along an axis.
pub(crate) fn length(x: f64, y: f64) -> f64 {
    if x.abs() <= 0.0 {
        y.abs()
    } else if y.abs() <= 0.0 {
        x.abs()
    } else {
        x.hypot(y)
    }
}

/// The whole number nearest to an angle.
fn whole(degrees: f64) -> i32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "an angle is far from the ends"
    )]
    let whole = degrees.round() as i32;
    whole
}

/// A glyph on the page.
#[derive(Clone, Debug)]
pub(crate) struct Glyph {
    pub(crate) chars: Chars,
    /// Its box on the page, in points from the lower left.
    pub(crate) area: Rect,
    /// Where it starts on its baseline.
    pub(crate) origin: Point,
    /// The height of its font on the page, in points.
    pub(crate) em: f64,
    pub(crate) direction: Direction,
    pub(crate) hidden: bool,
    pub(crate) unmapped: bool,
    /// When it was painted, counted over everything painted on the page.
    pub(crate) order: u32,
    /// Points inside it at which the page is looked at, to see whether it shows.
    pub(crate) probes: [Point; 3],
}

impl Glyph {
    pub(crate) fn area(&self) -> Area {
        Area {
            x0: narrow(self.area.x0),
            y0: narrow(self.area.y0),
            x1: narrow(self.area.x1),
            y1: narrow(self.area.y1),
        }
    }
}

/// Points as they are kept: far finer than a page needs.
fn narrow(points: f64) -> f32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "it rounds, and overflow is infinite"
    )]
    let points = points as f32;
    points
}

/// Where a glyph stands, from the transform of its font's thousandths of an em.
pub(crate) struct Placed {
    pub(crate) area: Rect,
    pub(crate) origin: Point,
    pub(crate) em: f64,
    pub(crate) direction: Direction,
    pub(crate) probes: [Point; 3],
}

impl Placed {
    /// None where the transform leads nowhere.
    pub(crate) fn new(
        transform: Affine,
        width: f64,
        em_factor: f64,
        vertical: bool,
    ) -> Option<Placed> {
        let [xx, xy, yx, yy, x, y] = transform.as_coeffs();
        if ![xx, xy, yx, yy, x, y, width]
            .iter()
            .all(|number| number.is_finite())
        {
            return None;
        }
        let em = length(yx, yy) * 1000.0 * em_factor;
        let (below, above) = (
            -BELOW_EM * 1000.0 * em_factor,
            ABOVE_EM * 1000.0 * em_factor,
        );
        let area = transform.transform_rect_bbox(Rect::new(0.0, below, width, above));
        let direction = if vertical {
            Direction::of(-yx, -yy)
        } else {
            Direction::of(xx, xy)
        };
        let probe = |part: f64| transform * Point::new(width * part, above * 0.3);
        Some(Placed {
            area,
            origin: Point::new(x, y),
            em,
            direction,
            probes: [probe(0.2), probe(0.5), probe(0.8)],
        })
    }
}
