//! Which glyphs were painted near a place: text painted twice is one text.
//!
//! Places fall into squares, squares into a table of fixed size. The table is
//! made when the first glyph comes and holds chains, the latest glyph first.

use hayro_interpret::kurbo::{Point, Vec2};

/// The side of a square, in points.
const SQUARE_POINTS: f64 = 6.0;
/// Glyphs of one square that are compared, the latest first.
const SAME_PLACE_MAX: usize = 64;
/// Steps along a chain, those through squares that share it included.
const STEPS_MAX: usize = 512;
/// Squares each way until the table begins again.
const SIDE: i64 = 128;

/// One glyph in a chain.
struct Link {
    square: (i64, i64),
    glyph: usize,
    /// The link before it, counted from 1; 0 for none.
    before: usize,
}

/// All glyphs so far, by their place.
#[derive(Default)]
pub(crate) struct Seen {
    /// The latest link of each chain, counted from 1; empty before the first.
    heads: Vec<usize>,
    links: Vec<Link>,
}

impl Seen {
    /// Remembers a glyph at its place.
    pub(crate) fn note(&mut self, at: Point, glyph: usize) {
        if self.heads.is_empty() {
            self.heads = vec![0; slot((SIDE - 1, SIDE - 1)).saturating_add(1)];
        }
        let square = square(at);
        if let Some(head) = self.heads.get_mut(slot(square)) {
            self.links.push(Link {
                square,
                glyph,
                before: *head,
            });
            *head = self.links.len();
        }
    }

    /// The latest glyph not further away than `near`, each way, that passes a test.
    pub(crate) fn near(&self, at: Point, near: f64, test: impl Fn(usize) -> bool) -> Option<usize> {
        let low = square(at - Vec2::new(near, near));
        let high = square(at + Vec2::new(near, near));
        // Two squares at most each way, whatever the size of the letters.
        let several = |low: i64, high: i64| if low == high { 1 } else { 2 };
        let rows = [low.1, high.1];
        for column in [low.0, high.0].iter().take(several(low.0, high.0)) {
            for row in rows.iter().take(several(low.1, high.1)) {
                let found = self.in_square((*column, *row)).find(|glyph| test(*glyph));
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn in_square(&self, wanted: (i64, i64)) -> impl Iterator<Item = usize> + '_ {
        let head = self.heads.get(slot(wanted)).copied().unwrap_or(0);
        let link = |number: usize| self.links.get(number.checked_sub(1)?);
        std::iter::successors(link(head), move |here| link(here.before))
            .take(STEPS_MAX)
            .filter(move |here| here.square == wanted)
            .take(SAME_PLACE_MAX)
            .map(|here| here.glyph)
    }
}

/// The square a place falls into.
fn square(at: Point) -> (i64, i64) {
    #[allow(clippy::cast_possible_truncation, reason = "the cast saturates")]
    let whole = |points: f64| (points / SQUARE_POINTS).floor() as i64;
    (whole(at.x), whole(at.y))
}

/// The chain of a square.
fn slot((column, row): (i64, i64)) -> usize {
    let wrapped = row.rem_euclid(SIDE) * SIDE + column.rem_euclid(SIDE);
    usize::try_from(wrapped).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(places: &[(f64, f64)]) -> Seen {
        let mut seen = Seen::default();
        for (index, (x, y)) in places.iter().enumerate() {
            seen.note(Point::new(*x, *y), index);
        }
        seen
    }

    #[test]
    fn the_latest_glyph_of_a_neighbouring_square_is_found() {
        let seen = seen(&[(5.9, 5.9), (5.95, 5.95), (300.0, 300.0)]);
        assert_eq!(seen.near(Point::new(6.1, 6.1), 0.5, |_| true), Some(1));
        assert_eq!(
            seen.near(Point::new(6.1, 6.1), 0.5, |index| index == 0),
            Some(0)
        );
        assert_eq!(seen.near(Point::new(20.0, 6.1), 0.5, |_| true), None);
    }

    #[test]
    fn squares_that_share_a_chain_are_told_apart() {
        let far = SQUARE_POINTS * 128.0;
        let seen = seen(&[(1.0, 1.0), (1.0 + far, 1.0), (1.0, 1.0 - far)]);
        assert_eq!(seen.near(Point::new(1.0, 1.0), 0.1, |_| true), Some(0));
        assert_eq!(
            seen.near(Point::new(1.0 + far, 1.0), 0.1, |_| true),
            Some(1)
        );
        assert_eq!(Seen::default().near(Point::ZERO, 1.0, |_| true), None);
    }
}
