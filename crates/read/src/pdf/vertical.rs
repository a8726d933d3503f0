//! Columns of characters that the file places one under the other.
//!
//! Vertical text need not be set with a vertical font: many files place each
//! character by itself. A chain of them straight down is a line of its own.

use super::glyph::{Direction, Glyph};

/// Down the page.
const DOWN: Direction = Direction(270);
/// Steps down that make a chain.
const STEPS_MIN: usize = 2;

/// Turns chains of characters straight down into vertical text.
pub(crate) fn mark(glyphs: &mut [Glyph]) {
    let steps: Vec<bool> = glyphs
        .iter()
        .zip(glyphs.iter().skip(1))
        .map(|(upper, lower)| steps_down(upper, lower))
        .collect();
    let mut start = 0usize;
    while start < steps.len() {
        let run = steps.iter().skip(start).take_while(|step| **step).count();
        if run >= STEPS_MIN {
            let chain = glyphs.iter_mut().skip(start).take(run.saturating_add(1));
            chain.for_each(|glyph| glyph.direction = DOWN);
        }
        start = start.saturating_add(run).saturating_add(1);
    }
}

fn steps_down(upper: &Glyph, lower: &Glyph) -> bool {
    let em = upper.em.max(lower.em);
    let down = upper.origin.y - lower.origin.y;
    let upright =
        |glyph: &Glyph| glyph.direction == Direction(0) && glyph.chars.each().all(is_square);
    upright(upper)
        && upright(lower)
        && (upper.origin.x - lower.origin.x).abs() <= 0.25 * em
        && (0.5 * em..=1.7 * em).contains(&down)
}

/// Characters of scripts that are also written downwards.
fn is_square(each: char) -> bool {
    matches!(each,
        '\u{3000}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{2ffff}')
}
