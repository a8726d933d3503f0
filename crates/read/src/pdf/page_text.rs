//! A page's lines to its text, each character with its box and its flags.

use groundstop_contract::CharacterFlag;
use groundstop_document::fold::is_hyphen;
use groundstop_document::{Area, ByteSpan, TableCell, TableRow};
use hayro_interpret::kurbo::Rect;

use super::bidi::{self, Way};
use super::glyph::{Direction, Glyph};
use super::grid::Rulings;
use super::lines::{Line, median};
use super::reading_order::{self, Item};
use super::table::FoundTable;
use super::words::{SPACE_EM, Word, words};
use crate::raised::raised;

/// A gap at least this wide stands between cells, in ems.
const CELL_EM: f64 = 1.5;
/// A mark above the line is at most this part of its letters' size.
const SMALLER: f64 = 0.85;
/// A mark above the line stands at least this far above it, in ems.
const ABOVE_EM: f64 = 0.15;
/// Lines this many times further apart than usual begin a paragraph.
const PARAGRAPH: f64 = 1.35;

/// The text of one page and what is known about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageText {
    pub(crate) text: String,
    /// Byte offsets of characters with their boxes, in order.
    pub(crate) boxes: Vec<(usize, Area)>,
    /// Stretches of bytes with a flag.
    pub(crate) flags: Vec<(usize, usize, CharacterFlag)>,
    /// Lines of upright text, for the search of page furniture.
    pub(crate) lines: Vec<LinePlace>,
    /// The rows of the tables, in order.
    pub(crate) tables: Vec<Vec<TableRow>>,
}

/// Where a line stands in the text and on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinePlace {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Its baseline, in points from the lower edge.
    pub(crate) base: f64,
}

impl PageText {
    /// Puts glyphs in reading order and writes them down; thin bars rule tables.
    pub(crate) fn of(glyphs: &[Glyph], bars: &[Rect]) -> PageText {
        let mut page = PageText::default();
        page.text.reserve(glyphs.len());
        page.boxes.reserve(glyphs.len());
        let right_to_left = mostly_right_to_left(glyphs);
        for direction in directions(glyphs) {
            let words = words(glyphs, direction);
            let rulings = Rulings::of(bars, direction.upright());
            let items = reading_order::order(&words, right_to_left, &rulings);
            page.write(glyphs, &words, &items, direction);
        }
        page
    }

    fn write(&mut self, glyphs: &[Glyph], words: &[Word], items: &[Item], direction: Direction) {
        let first = |item: &Item| match item {
            Item::Line(line) => Some(line.base),
            Item::Table(_) => None,
        };
        let pitches = items
            .iter()
            .zip(items.iter().skip(1))
            .filter_map(|(upper, lower)| Some(first(upper)? - first(lower)?));
        let usual = median(pitches.filter(|pitch| *pitch > 0.0).collect()).unwrap_or(f64::MAX);
        let mut before: Option<f64> = None;
        for item in items {
            let (top, bottom) = match item {
                Item::Line(line) => (line.base, line.base),
                Item::Table(table) => table.extent(),
            };
            if before.is_some_and(|upper| upper - top > usual * PARAGRAPH) {
                self.text.push('\n');
            }
            match item {
                Item::Line(line) => self.own_line(line.base, direction, |page| {
                    page.line(glyphs, words, line);
                }),
                Item::Table(table) => self.table(glyphs, words, table, direction),
            }
            before = Some(bottom);
        }
    }

    /// Writes a line of the text and notes where it stands.
    fn own_line(&mut self, base: f64, direction: Direction, write: impl FnOnce(&mut PageText)) {
        let start = self.text.len();
        write(self);
        let end = self.text.len();
        if direction == Direction(0) {
            self.lines.push(LinePlace { start, end, base });
        }
        self.text.push('\n');
    }

    /// Writes a table row by row, its cells parted by tabs.
    fn table(
        &mut self,
        glyphs: &[Glyph],
        words: &[Word],
        table: &FoundTable,
        direction: Direction,
    ) {
        let mut rows: Vec<TableRow> = Vec::new();
        for row in &table.rows {
            let mut cells: Vec<TableCell> = Vec::new();
            let base = row.first().and_then(|cell| cell.lines.first());
            let base = base.map_or(0.0, |line| line.base);
            self.own_line(base, direction, |page| {
                for (place, cell) in row.iter().enumerate() {
                    if place > 0 {
                        page.text.push('\t');
                    }
                    let start = page.text.len();
                    for (at, line) in cell.lines.iter().enumerate() {
                        if at > 0 {
                            let broken = page.ends_in_hyphen();
                            page.text.push(if broken { '\n' } else { ' ' });
                        }
                        page.line(glyphs, words, line);
                    }
                    cells.push(TableCell {
                        span: ByteSpan::new(start, page.text.len()),
                        column: cell.column,
                        columns: cell.columns,
                    });
                }
            });
            rows.push(TableRow { cells });
        }
        self.tables.push(rows);
    }

    /// Whether the text ends in a word that goes on in the next line.
    fn ends_in_hyphen(&self) -> bool {
        let mut last = self.text.chars().rev();
        let hyphen = last.next().is_some_and(is_hyphen);
        hyphen && last.next().is_some_and(char::is_alphabetic)
    }

    fn line(&mut self, glyphs: &[Glyph], words: &[Word], line: &Line) {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut before: Option<&Word> = None;
        for word in line.words.iter().filter_map(|index| words.get(*index)) {
            if let Some(left) = before {
                pieces.extend(separator(left, word).map(Piece::Separator));
            }
            pieces.extend(word.glyphs.iter().map(|index| Piece::Glyph(*index)));
            before = Some(word);
        }
        let way_of = |piece: &Piece| match piece {
            Piece::Glyph(index) => glyphs
                .get(*index)
                .map_or(Way::Neither, |glyph| bidi::way(glyph.chars.each())),
            Piece::Separator(_) => Way::Neither,
        };
        let mut attached = false;
        for piece in bidi::logical(pieces, way_of) {
            let separates = matches!(piece, Piece::Separator(_));
            match piece {
                Piece::Separator(each) => self.text.push(each),
                Piece::Glyph(index) => {
                    if let Some(glyph) = glyphs.get(index) {
                        self.glyph(glyph, is_raised(glyph, line) && attached);
                    }
                }
            }
            attached = !separates;
        }
    }

    /// Writes a glyph down; digits above the line are no digits of the figure before them.
    fn glyph(&mut self, glyph: &Glyph, above: bool) {
        let area = glyph.area();
        let start = self.text.len();
        for each in glyph.chars.each() {
            // A glyph cannot break a line or a page of the text.
            let each = if each.is_control() { ' ' } else { each };
            self.boxes.push((self.text.len(), area));
            self.text.push(if above { raised(each) } else { each });
        }
        let end = self.text.len();
        if glyph.hidden {
            self.flag(start, end, CharacterFlag::Hidden);
        }
        if glyph.unmapped {
            self.flag(start, end, CharacterFlag::Unmapped);
        }
    }

    /// Flags a stretch; one that follows its like is made part of it.
    pub(crate) fn flag(&mut self, start: usize, end: usize, flag: CharacterFlag) {
        let same = |known: &&mut (usize, usize, CharacterFlag)| known.2 == flag;
        if let Some(known) = self.flags.iter_mut().rev().take(4).find(same)
            // Separators between two hidden words are hidden with them.
            && self.text.get(known.1..start).is_some_and(|between| between.trim().is_empty())
        {
            known.1 = end;
            return;
        }
        self.flags.push((start, end, flag));
    }
}

enum Piece {
    Glyph(usize),
    Separator(char),
}

/// Whether a glyph stands above its line and is smaller than its letters.
fn is_raised(glyph: &Glyph, line: &Line) -> bool {
    glyph.direction == Direction(0)
        && glyph.em <= line.em * SMALLER
        && glyph.origin.y - line.base >= line.em * ABOVE_EM
}

/// What stands between two words of a line.
fn separator(left: &Word, right: &Word) -> Option<char> {
    let gap = right.left - left.right;
    let em = left.em.max(right.em);
    if gap >= CELL_EM * em {
        Some('\t')
    } else if gap >= SPACE_EM * em || left.spaced {
        Some(' ')
    } else {
        None
    }
}

/// The directions of a page's text, the commonest first.
fn directions(glyphs: &[Glyph]) -> Vec<Direction> {
    let mut counts: std::collections::BTreeMap<Direction, usize> =
        std::collections::BTreeMap::new();
    for glyph in glyphs.iter().filter(|glyph| !glyph.chars.is_white()) {
        let count = counts.entry(glyph.direction).or_default();
        *count = count.saturating_add(1);
    }
    let mut sorted: Vec<(Direction, usize)> = counts.into_iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    sorted.into_iter().map(|(direction, _)| direction).collect()
}

fn mostly_right_to_left(glyphs: &[Glyph]) -> bool {
    let mut left = 0usize;
    let mut right = 0usize;
    for glyph in glyphs {
        match bidi::way(glyph.chars.each()) {
            Way::Left => left = left.saturating_add(1),
            Way::Right => right = right.saturating_add(1),
            Way::Neither => {}
        }
    }
    left > right
}
