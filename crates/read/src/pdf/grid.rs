//! Ruled tables: where thin bars across and down enclose cells.
//!
//! Bars in one line are joined, bars that touch belong to one grid, and the
//! grid's lines part the page into columns and bands. A frame around text, an
//! axis of a chart or a line under a heading encloses no cells.

use std::collections::BTreeMap;

use hayro_interpret::kurbo::{Affine, Rect};

use super::lines::Line;
use super::words::Word;

/// A bar at most this thick is a ruling, in points.
const THICK_POINTS: f64 = 4.0;
/// A ruling is at least this long, in points.
const LONG_POINTS: f64 = 6.0;
/// Rulings this near to each other are one, or touch, in points.
const NEAR_POINTS: f64 = 3.0;
/// Rulings looked at on a page, at most; a drawing has more.
const RULINGS_MAX: usize = 4_000;
/// Columns and bands of one grid, at most.
const LINES_MAX: usize = 400;

/// A straight ruling: where it lies across its run, and from where to where it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ruling {
    pub(crate) at: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// The rulings of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rulings {
    /// Those that run from left to right, from the lowest up.
    pub(crate) across: Vec<Ruling>,
    /// Those that run from bottom to top, from the left.
    pub(crate) down: Vec<Ruling>,
}

impl Rulings {
    /// The rulings among thin bars, turned as the text is.
    pub(crate) fn of(bars: &[Rect], turn: Affine) -> Rulings {
        let mut across = Vec::new();
        let mut down = Vec::new();
        for bar in bars {
            let bar = turn.transform_rect_bbox(*bar);
            if bar.width() >= bar.height() {
                if bar.height() <= THICK_POINTS {
                    across.push(Ruling {
                        at: bar.center().y,
                        from: bar.x0,
                        to: bar.x1,
                    });
                }
            } else if bar.width() <= THICK_POINTS {
                down.push(Ruling {
                    at: bar.center().x,
                    from: bar.y0,
                    to: bar.y1,
                });
            }
        }
        if across.len() > RULINGS_MAX || down.len() > RULINGS_MAX {
            return Rulings::default();
        }
        Rulings {
            across: joined(across),
            down: joined(down),
        }
    }

    /// Whether a ruling runs between two lines, over a part of their width.
    pub(crate) fn between(&self, upper: &Line, lower: &Line) -> bool {
        let (low, high) = (lower.base + 0.5 * lower.em, upper.base);
        let (left, right) = (upper.left.min(lower.left), upper.right.max(lower.right));
        let inside = |ruling: &&Ruling| ruling.at > low && ruling.at < high;
        let across = self.across.iter().filter(inside);
        let covered: f64 = across
            .map(|ruling| (ruling.to.min(right) - ruling.from.max(left)).max(0.0))
            .sum();
        covered >= 0.25 * (right - left)
    }

    /// The grids of a page, each with its rulings.
    pub(crate) fn grids(&self) -> Vec<Grid> {
        let across = self.across.len();
        let count = across.saturating_add(self.down.len());
        let mut group: Vec<usize> = (0..count).collect();
        for (h, flat) in self.across.iter().enumerate() {
            for (v, steep) in self.down.iter().enumerate() {
                let meet = steep.at >= flat.from - NEAR_POINTS
                    && steep.at <= flat.to + NEAR_POINTS
                    && flat.at >= steep.from - NEAR_POINTS
                    && flat.at <= steep.to + NEAR_POINTS;
                if meet {
                    join(&mut group, h, across.saturating_add(v));
                }
            }
        }
        let mut members: BTreeMap<usize, (Vec<Ruling>, Vec<Ruling>)> = BTreeMap::new();
        for (one, ruling) in self.across.iter().enumerate() {
            members
                .entry(root(&group, one))
                .or_default()
                .0
                .push(*ruling);
        }
        for (one, ruling) in self.down.iter().enumerate() {
            let one = across.saturating_add(one);
            members
                .entry(root(&group, one))
                .or_default()
                .1
                .push(*ruling);
        }
        let members = members.into_values();
        members
            .filter_map(|(flat, steep)| Grid::of(flat, steep))
            .collect()
    }
}

fn root(group: &[usize], mut one: usize) -> usize {
    while let Some(above) = group.get(one).copied().filter(|above| *above != one) {
        one = above;
    }
    one
}

fn join(group: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(group, one), root(group, other));
    let (low, high) = (one.min(other), one.max(other));
    if let Some(place) = group.get_mut(high) {
        *place = low;
    }
}

/// Rulings in one line and touching are one.
fn joined(mut rulings: Vec<Ruling>) -> Vec<Ruling> {
    rulings.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut done: Vec<Ruling> = Vec::new();
    for ruling in rulings {
        let same = done.iter_mut().rev().take(64).find(|known| {
            (known.at - ruling.at).abs() <= NEAR_POINTS / 2.0
                && ruling.from <= known.to + NEAR_POINTS
                && ruling.to >= known.from - NEAR_POINTS
        });
        match same {
            Some(known) => {
                known.from = known.from.min(ruling.from);
                known.to = known.to.max(ruling.to);
            }
            None => done.push(ruling),
        }
    }
    done.retain(|ruling| ruling.to - ruling.from >= LONG_POINTS);
    done
}

/// One grid: its lines, and which of them are drawn where.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    across: Vec<Ruling>,
    down: Vec<Ruling>,
    /// Edges of columns, from the left.
    pub(crate) edges: Vec<f64>,
    /// Edges of bands, from the top.
    pub(crate) heights: Vec<f64>,
}

impl Grid {
    fn of(across: Vec<Ruling>, down: Vec<Ruling>) -> Option<Grid> {
        if across.len() < 2 || down.is_empty() {
            return None;
        }
        let ends = |rulings: &[Ruling]| {
            let from = rulings
                .iter()
                .map(|ruling| ruling.from)
                .fold(f64::MAX, f64::min);
            let to = rulings
                .iter()
                .map(|ruling| ruling.to)
                .fold(f64::MIN, f64::max);
            [from, to]
        };
        let positions = |rulings: &[Ruling], ends: [f64; 2]| {
            let mut at: Vec<f64> = rulings.iter().map(|ruling| ruling.at).chain(ends).collect();
            at.sort_by(f64::total_cmp);
            at.dedup_by(|later, earlier| (*later - *earlier).abs() <= NEAR_POINTS);
            at
        };
        let edges = positions(&down, ends(&across));
        let mut heights = positions(&across, ends(&down));
        heights.reverse();
        let fits = |count: usize, least: usize| (least..=LINES_MAX).contains(&count);
        (fits(edges.len(), 3) && fits(heights.len(), 2)).then_some(Grid {
            across,
            down,
            edges,
            heights,
        })
    }

    /// The column a place across lies in, where it lies in the grid.
    pub(crate) fn column(&self, x: f64) -> Option<usize> {
        let after = self.edges.partition_point(|edge| *edge <= x);
        (after > 0 && after < self.edges.len()).then(|| after.saturating_sub(1))
    }

    /// The band a height lies in, counted from the top, where it lies in the grid.
    pub(crate) fn band(&self, y: f64) -> Option<usize> {
        let above = self.heights.partition_point(|height| *height >= y);
        (above > 0 && above < self.heights.len()).then(|| above.saturating_sub(1))
    }

    /// Whether a wall stands at the left of a column in a band.
    pub(crate) fn walled(&self, band: usize, column: usize) -> bool {
        let (Some(at), Some(high), Some(low)) = (
            self.edges.get(column),
            self.heights.get(band),
            self.heights.get(band.saturating_add(1)),
        ) else {
            return true;
        };
        covers(&self.down, *at, *low, *high)
    }

    /// Whether a ruling runs over a column at the top of a band.
    pub(crate) fn roofed(&self, band: usize, column: usize) -> bool {
        let (Some(at), Some(left), Some(right)) = (
            self.heights.get(band),
            self.edges.get(column),
            self.edges.get(column.saturating_add(1)),
        ) else {
            return true;
        };
        covers(&self.across, *at, *left, *right)
    }

    /// Whether a word lies in the grid, by its middle.
    pub(crate) fn holds(&self, word: &Word) -> Option<(usize, usize)> {
        let middle = word.base + 0.3 * word.em;
        let column = self.column((word.left + word.right) / 2.0)?;
        Some((self.band(middle)?, column))
    }
}

fn covers(rulings: &[Ruling], at: f64, from: f64, to: f64) -> bool {
    let covered: f64 = rulings
        .iter()
        .filter(|ruling| (ruling.at - at).abs() <= NEAR_POINTS)
        .map(|ruling| (ruling.to.min(to) - ruling.from.max(from)).max(0.0))
        .sum();
    covered >= 0.6 * (to - from)
}
