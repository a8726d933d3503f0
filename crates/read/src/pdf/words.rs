//! Glyphs to words: what stands together without a gap.

use hayro_interpret::kurbo::{Affine, Rect};

use super::glyph::{Direction, Glyph};

/// A gap at least this wide parts two words, in ems.
pub(crate) const SPACE_EM: f64 = 0.17;
/// A glyph this far off the baseline belongs to another line, in ems.
const LINE_EM: f64 = 0.6;
/// A glyph may reach this far back over the one before it, in ems.
const BACK_EM: f64 = 0.35;

/// Glyphs that stand together, in coordinates in which their text runs rightwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Word {
    /// Its glyphs, from left to right, as indexes into the page's glyphs.
    pub(crate) glyphs: Vec<usize>,
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    pub(crate) top: f64,
    /// The baseline of its largest glyph.
    pub(crate) base: f64,
    pub(crate) em: f64,
    /// Whether the file itself puts a space behind it.
    pub(crate) spaced: bool,
    /// Whether it ends in a colon, as a label does.
    pub(crate) colon: bool,
    /// Whether it holds a letter.
    pub(crate) letters: bool,
    /// Whether it holds a digit.
    pub(crate) digits: bool,
    /// Whether it begins with a small letter.
    pub(crate) lower: bool,
    /// Whether it is the number of an item: `(1)`, `(iii)`, `2.`
    pub(crate) item: bool,
}

/// One glyph in upright coordinates.
struct Upright {
    area: Rect,
    base: f64,
    em: f64,
}

impl Upright {
    fn of(glyph: &Glyph, turn: Affine) -> Upright {
        if glyph.direction == Direction(0) {
            return Upright {
                area: glyph.area,
                base: glyph.origin.y,
                em: glyph.em,
            };
        }
        Upright {
            area: turn.transform_rect_bbox(glyph.area),
            base: (turn * glyph.origin).y,
            em: glyph.em,
        }
    }
}

/// The words of the glyphs that run in one direction, in the order of the file.
pub(crate) fn words(glyphs: &[Glyph], direction: Direction) -> Vec<Word> {
    let turn = direction.upright();
    let mut done: Vec<Word> = Vec::new();
    let mut open: Option<(Word, Upright)> = None;
    for (index, glyph) in glyphs.iter().enumerate() {
        if glyph.direction != direction {
            continue;
        }
        if glyph.chars.is_white() {
            if let Some((mut word, last)) = open.take() {
                // A space painted elsewhere says nothing about this word.
                let here = Upright::of(glyph, turn);
                word.spaced = (here.base - last.base).abs() < LINE_EM * last.em
                    && here.area.x0 > last.area.x1 - last.em
                    && here.area.x0 < last.area.x1 + last.em;
                done.push(word);
            }
            continue;
        }
        let here = Upright::of(glyph, turn);
        match &mut open {
            Some((word, last)) if joins(last, &here, glyph) => {
                word.take(index, &here);
                *last = here;
            }
            _ => {
                done.extend(open.take().map(|(word, _)| word));
                open = Some((Word::new(index, &here), here));
            }
        }
    }
    done.extend(open.map(|(word, _)| word));
    for word in &mut done {
        let chars = || {
            let glyphs = word.glyphs.iter().filter_map(|index| glyphs.get(*index));
            glyphs.flat_map(|glyph| glyph.chars.each())
        };
        let colon = chars().last() == Some(':');
        let letters = chars().any(char::is_alphabetic);
        let digits = chars().any(char::is_numeric);
        let lower = chars().next().is_some_and(char::is_lowercase);
        let item = (2..=6).contains(&word.glyphs.len())
            && chars().any(char::is_alphanumeric)
            && match chars().last() {
                Some(')') => true,
                Some('.') => chars().all(|each| each.is_numeric() || each == '.'),
                _ => false,
            };
        (word.colon, word.letters) = (colon, letters);
        (word.digits, word.lower, word.item) = (digits, lower, item);
        let left = |index: &usize| {
            let known = glyphs.get(*index);
            known.map_or(0.0, |glyph| turn.transform_rect_bbox(glyph.area).x0)
        };
        // Letters painted from right to left are put as they are seen.
        if glyphs_run_left(glyphs, word) {
            word.glyphs.sort_by(|a, b| left(a).total_cmp(&left(b)));
        }
    }
    done
}

fn joins(last: &Upright, here: &Upright, glyph: &Glyph) -> bool {
    let em = last.em.max(here.em);
    if (here.base - last.base).abs() >= LINE_EM * em {
        return false;
    }
    let gap = here.area.x0 - last.area.x1;
    let left_gap = last.area.x0 - here.area.x1;
    if glyph.chars.each().all(is_combining) {
        return gap.abs() < em * 1.5;
    }
    let after = gap < SPACE_EM * em && gap > -BACK_EM * em;
    let before = left_gap.abs() < SPACE_EM * em && glyph.chars.each().any(super::bidi::is_rtl);
    after || before
}

fn glyphs_run_left(glyphs: &[Glyph], word: &Word) -> bool {
    word.glyphs
        .iter()
        .filter_map(|index| glyphs.get(*index))
        .any(|glyph| glyph.chars.each().any(super::bidi::is_rtl))
}

/// Marks that stand over or under the letter before them.
fn is_combining(each: char) -> bool {
    matches!(each,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{900}'..='\u{903}'
        | '\u{93a}'..='\u{93c}' | '\u{93e}'..='\u{94f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}')
}

impl Word {
    fn new(index: usize, glyph: &Upright) -> Word {
        Word {
            glyphs: vec![index],
            left: glyph.area.x0,
            right: glyph.area.x1,
            bottom: glyph.area.y0,
            top: glyph.area.y1,
            base: glyph.base,
            em: glyph.em,
            spaced: false,
            colon: false,
            letters: false,
            digits: false,
            lower: false,
            item: false,
        }
    }

    fn take(&mut self, index: usize, glyph: &Upright) {
        self.glyphs.push(index);
        self.left = self.left.min(glyph.area.x0);
        self.right = self.right.max(glyph.area.x1);
        self.bottom = self.bottom.min(glyph.area.y0);
        self.top = self.top.max(glyph.area.y1);
        if glyph.em > self.em {
            self.em = glyph.em;
            self.base = glyph.base;
        }
    }
}
