//! Columns and rows of a table, from the words of its region.
//!
//! Columns are parted by gutters that persist from line to line. A band, what
//! lies between two stripes or rulings across, is one row of cells or several
//! rows: several where a column holds a figure on each line, or where lines end
//! though the next word had room.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{are_cells, is_narrow};
use super::gaps::{is_more_than_blanks, is_ragged};
use super::grid::Rulings;
use super::lines::{Line, is_prose, lines, median};
use super::spanning;
use super::words::Word;

/// A gutter at least this wide parts columns on any lines, in ems.
pub(crate) const GUTTER_EM: f64 = 0.8;
/// A gutter this wide parts columns where words line up along it, in ems.
pub(crate) const NARROW_EM: f64 = 0.2;
/// How far edges that line up may differ, in ems.
const EDGE_EM: f64 = 0.2;
/// Lines on which a narrow gutter must be seen.
const NARROW_LINES: usize = 4;
/// A line of at least this many words is one of running text.
const LONG_WORDS: usize = 6;
/// Lines of one head stand at most this far from each other, in ems.
const HEAD_PITCH_EM: f64 = 1.8;
/// A blank between two words is at most this wide, in ems.
pub(crate) const BLANK_EM: f64 = 0.35;
/// Sizes of lines differ by more than this part of the larger.
const SIZES_DIFFER: f64 = 0.04;
/// Lines that figures must stand on to make rows of a column.
const FIGURES_MIN: usize = 2;

/// A table on a page: its rows from top to bottom.
#[derive(Clone, Debug)]
pub(crate) struct FoundTable {
    pub(crate) rows: Vec<Vec<FoundCell>>,
}

/// What stands in a column of a row.
#[derive(Clone, Debug)]
pub(crate) struct FoundCell {
    pub(crate) column: usize,
    /// How many columns it takes; at least one.
    pub(crate) columns: usize,
    pub(crate) lines: Vec<Line>,
}

impl FoundTable {
    /// The table, where at least two rows have at least two cells.
    pub(crate) fn of(words: &[Word], rows: Vec<Vec<Vec<usize>>>) -> Option<FoundTable> {
        let rows: Vec<Vec<FoundCell>> = rows
            .into_iter()
            .map(|row| cells(words, row))
            .filter(|row| !row.is_empty())
            .collect();
        let rows = spanning::joined(words, rows);
        let several = rows.iter().filter(|row| row.len() > 1).count();
        (several > 1).then_some(FoundTable { rows })
    }

    /// The baselines of its highest line and of its lowest.
    pub(crate) fn extent(&self) -> (f64, f64) {
        let cells = || self.rows.iter().flatten();
        let bases = || cells().flat_map(|cell| &cell.lines).map(|line| line.base);
        (
            bases().fold(f64::MIN, f64::max),
            bases().fold(f64::MAX, f64::min),
        )
    }
}

fn cells(words: &[Word], row: Vec<Vec<usize>>) -> Vec<FoundCell> {
    let filled = row.into_iter().enumerate();
    let filled = filled.filter(|(_, members)| !members.is_empty());
    filled
        .map(|(column, members)| FoundCell {
            column,
            columns: 1,
            lines: lines(words, &members),
        })
        .collect()
}

/// Where columns part, from the left: inside each gutter, where the fewest words of
/// heads reach into it.
pub(crate) fn gutters(words: &[Word], whole: &[Line], em: f64, gap: f64) -> Vec<f64> {
    parting(words, whole, em, gap, true)
}

/// The same, but for narrow gutters, which need words that line up along them.
pub(crate) fn wide_gutters(words: &[Word], whole: &[Line], em: f64, gap: f64) -> Vec<f64> {
    parting(words, whole, em, gap, false)
}

fn parting(words: &[Word], whole: &[Line], em: f64, gap: f64, narrow_too: bool) -> Vec<f64> {
    let body = body(words, whole, em);
    let all: Vec<&Line> = whole.iter().collect();
    let mut found: Vec<(f64, bool)> = Vec::new();
    for (left, right) in stripes(words, &body) {
        let wide = right - left >= gap;
        let narrow = || {
            narrow_too
                && right - left >= NARROW_EM * em
                && lines_up(words, &body, left, right, em)
                && is_more_than_blanks(words, &body, (left + right) / 2.0, em)
        };
        if wide || narrow() {
            found.push((clearest(words, &all, left, right), wide));
        }
    }
    // A column holds words on several lines; bullets and leaders are none.
    let fills = |from: f64, to: f64, wide: bool| {
        let inside = |line: &&&Line| {
            let mut own = line.words.iter().filter_map(|index| words.get(*index));
            own.any(|word| {
                let middle = (word.left + word.right) / 2.0;
                middle >= from && middle < to && (word.letters || word.digits)
            })
        };
        let count = body.iter().filter(inside).count();
        count > 0 && (wide || count.saturating_mul(10) >= body.len().saturating_mul(3))
    };
    let mut kept: Vec<f64> = Vec::new();
    let mut from = f64::NEG_INFINITY;
    for (place, (at, wide)) in found.iter().enumerate() {
        let next = found
            .get(place.saturating_add(1))
            .map_or(f64::INFINITY, |next| next.0);
        if fills(from, *at, *wide) && fills(*at, next, *wide) {
            kept.push(*at);
            from = *at;
        }
    }
    kept
}

/// Where narrow gutters part columns of text: words line up along them, no word crosses
/// them, and lines before them end here and there.
pub(crate) fn narrow_gutters(words: &[Word], whole: &[Line], em: f64) -> Vec<f64> {
    let all: Vec<&Line> = whole.iter().collect();
    let mut extents: Vec<(f64, f64)> = Vec::new();
    for index in all.iter().flat_map(|line| &line.words) {
        extents.extend(words.get(*index).map(|word| (word.left, word.right)));
    }
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut reached = f64::INFINITY;
    let mut found = Vec::new();
    for (left, right) in extents {
        let stripe = left - reached;
        if stripe >= NARROW_EM * em
            && lines_up(words, &all, reached, left, em)
            && is_ragged(words, &all, (reached + left) / 2.0, em)
        {
            found.push((reached + left) / 2.0);
        }
        reached = if reached.is_finite() {
            reached.max(right)
        } else {
            right
        };
    }
    found
}

/// The middle of the widest part of a stripe that the fewest words reach into.
fn clearest(words: &[Word], whole: &[&Line], left: f64, right: f64) -> f64 {
    let mut turns: Vec<(f64, i32)> = vec![(left, 0), (right, 0)];
    for index in whole.iter().flat_map(|line| &line.words) {
        if let Some(word) = words.get(*index)
            && word.right > left
            && word.left < right
        {
            turns.push((word.left.clamp(left, right), 1));
            turns.push((word.right.clamp(left, right), -1));
        }
    }
    turns.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut depth = 0i32;
    let mut best: Option<(i32, f64, f64)> = None;
    for (here, next) in turns.iter().zip(turns.iter().skip(1)) {
        depth = depth.saturating_add(here.1);
        let width = next.0 - here.0;
        let middle = (here.0 + next.0) / 2.0;
        let better = best
            .is_none_or(|(least, widest, _)| depth < least || (depth == least && width > widest));
        if width > 0.0 && better {
            best = Some((depth, width, middle));
        }
    }
    best.map_or((left + right) / 2.0, |(_, _, middle)| middle)
}

/// The lines with about as many pieces as the lines of a table's body have.
fn body<'l>(words: &[Word], whole: &'l [Line], em: f64) -> Vec<&'l Line> {
    let mut counts: Vec<usize> = whole.iter().map(|line| pieces(words, line, em)).collect();
    let most = {
        let mut sorted = counts.clone();
        sorted.sort_unstable();
        let at = sorted.len().saturating_mul(3) / 4;
        sorted
            .get(at.min(sorted.len().saturating_sub(1)))
            .copied()
            .unwrap_or(1)
    };
    let enough = most.saturating_add(1) / 2;
    let enough = enough.max(2.min(most));
    whole
        .iter()
        .zip(counts.drain(..))
        .filter(|(_, count)| *count >= enough)
        .map(|(line, _)| line)
        .collect()
}

fn pieces(words: &[Word], line: &Line, em: f64) -> usize {
    let known = || line.words.iter().filter_map(|index| words.get(*index));
    let gaps = known().zip(known().skip(1));
    let wide = gaps.filter(|(left, right)| right.left - left.right >= GUTTER_EM * em);
    wide.count().saturating_add(1)
}

/// White stripes down some lines; where there are many, one in ten may cross.
fn stripes(words: &[Word], body: &[&Line]) -> Vec<(f64, f64)> {
    let mut turns: Vec<(f64, i32)> = Vec::new();
    for line in body {
        for word in line.words.iter().filter_map(|index| words.get(*index)) {
            turns.push((word.left, 1));
            turns.push((word.right.max(word.left), -1));
        }
    }
    turns.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let allowed = i32::try_from(body.len() / 10).unwrap_or(0);
    let mut depth = 0i32;
    let mut found = Vec::new();
    let mut open: Option<f64> = None;
    for (at, turn) in turns {
        let before = depth;
        depth = depth.saturating_add(turn);
        if before > allowed && depth <= allowed {
            open = Some(at);
        } else if before <= allowed
            && depth > allowed
            && let Some(from) = open.take()
        {
            found.push((from, at));
        }
    }
    found
}

/// Whether words begin or end along a stripe on nearly all lines that pass it.
fn lines_up(words: &[Word], body: &[&Line], left: f64, right: f64, em: f64) -> bool {
    let middle = (left + right) / 2.0;
    let mut ends: Vec<f64> = Vec::new();
    let mut starts: Vec<f64> = Vec::new();
    let mut far: Vec<f64> = Vec::new();
    for line in body {
        let known = || line.words.iter().filter_map(|index| words.get(*index));
        let before = known().rfind(|word| word.right <= middle);
        let after = known().find(|word| word.left >= middle);
        if let (Some(before), Some(after)) = (before, after) {
            ends.push(before.right);
            starts.push(after.left);
            far.push(after.right);
        }
    }
    if starts.len() < NARROW_LINES || starts.len().saturating_mul(2) < body.len() {
        return false;
    }
    let common = |edges: Vec<f64>| {
        let count = edges.len();
        let middle = median(edges.clone()).unwrap_or(0.0);
        let near = edges
            .into_iter()
            .filter(|edge| (edge - middle).abs() <= EDGE_EM * em);
        near.count().saturating_mul(10) >= count.saturating_mul(8)
    };
    common(starts) || common(ends) || common(far)
}

/// Puts words into columns parted at some places.
pub(crate) fn columns(words: &[Word], chosen: &[usize], parts: &[f64]) -> Vec<Vec<usize>> {
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); parts.len().saturating_add(1)];
    for index in chosen {
        let Some(word) = words.get(*index) else {
            continue;
        };
        let middle = (word.left + word.right) / 2.0;
        let column = parts.partition_point(|part| *part <= middle);
        if let Some(column) = columns.get_mut(column) {
            column.push(*index);
        }
    }
    columns
}

/// Whether columns are running text, with notes in its margin or numbers of its items.
pub(crate) fn is_text(words: &[Word], columns: &[Vec<usize>]) -> bool {
    let by_column: Vec<Vec<Line>> = columns.iter().map(|column| lines(words, column)).collect();
    if is_margined(words, columns, &by_column) {
        return true;
    }
    let long = |column: &Vec<Line>| {
        let count: usize = column.iter().map(|line| line.words.len()).sum();
        count >= column.len().saturating_mul(LONG_WORDS)
    };
    // Numbers of lines are short; figures beside long text are longer.
    let short = if by_column.iter().any(long) { 2 } else { 0 };
    let is_long_figure = |line: &&Line| {
        let glyphs = line.words.iter().filter_map(|index| words.get(*index));
        is_figure(words, line) && glyphs.map(|word| word.glyphs.len()).sum::<usize>() > short
    };
    let figures = by_column.iter().skip(1).any(|column| {
        let count = column.iter().filter(is_long_figure).count();
        count > 1 && count.saturating_mul(2) >= column.len()
    });
    if figures {
        let runs_on = |(at, column): (usize, &Vec<Line>)| {
            is_prose(column) && long(column) && runs_on(words, columns, at)
        };
        return by_column.iter().enumerate().any(runs_on);
    }
    let prose = |column: &Vec<Line>| is_prose(column) || long(column);
    by_column.iter().any(prose) || is_list(words, columns)
}

/// Whether a column is text: several words on most of its lines, not numbers of items,
/// bullets or words that typewriting put below each other.
pub(crate) fn has_wording(words: &[Word], column: &[usize]) -> bool {
    let own = lines(words, column);
    let says = |line: &&Line| {
        let known = line.words.iter().filter_map(|index| words.get(*index));
        known.filter(|word| word.letters).count() > 1
    };
    own.iter().filter(says).count().saturating_mul(2) > own.len()
}

/// Whether two columns are items of a list and their numbers.
fn is_list(words: &[Word], columns: &[Vec<usize>]) -> bool {
    let is_number = |line: &Line| match line.words.as_slice() {
        [only] => words.get(*only).is_some_and(|word| word.glyphs.len() <= 6),
        _ => false,
    };
    let numbers = columns.first().map(|first| lines(words, first));
    columns.len() == 2 && numbers.is_some_and(|first| first.iter().all(is_number))
}

/// Whether a column's text runs on past the figures beside it.
fn runs_on(words: &[Word], columns: &[Vec<usize>], text: usize) -> bool {
    let all: Vec<usize> = columns.iter().flatten().copied().collect();
    let whole = lines(words, &all);
    let own = columns.get(text).map(Vec::as_slice).unwrap_or_default();
    let free = free_lines(words, own, &whole);
    let own: BTreeSet<usize> = own.iter().copied().collect();
    let beside = |line: &Line| {
        let others = line.words.iter().filter(|index| !own.contains(index));
        { others }.any(|index| {
            words
                .get(*index)
                .is_some_and(|word| word.digits && !word.letters)
        })
    };
    let begun = whole
        .iter()
        .zip(free)
        .skip(1)
        .filter(|(line, _)| beside(line));
    let (mut all, mut parted) = (0usize, 0usize);
    for (_, free) in begun {
        all = all.saturating_add(1);
        parted = parted.saturating_add(usize::from(free));
    }
    parted.saturating_mul(2) < all
}

/// Whether most lines have words in one column only, and that is long: running text with
/// notes or the numbers of its lines in the margin.
fn is_margined(words: &[Word], columns: &[Vec<usize>], by_column: &[Vec<Line>]) -> bool {
    let all: Vec<usize> = columns.iter().flatten().copied().collect();
    let whole = lines(words, &all);
    let longest = (0..by_column.len()).max_by_key(|column| {
        let own = by_column.get(*column);
        own.map_or(0, |lines| {
            lines.iter().map(|line| line.words.len()).sum::<usize>()
        })
    });
    let Some((own, text)) = longest.and_then(|at| Some((columns.get(at)?, by_column.get(at)?)))
    else {
        return false;
    };
    let own: BTreeSet<usize> = own.iter().copied().collect();
    let alone = whole
        .iter()
        .filter(|line| line.words.iter().all(|index| own.contains(index)))
        .count();
    let count: usize = text.iter().map(|line| line.words.len()).sum();
    alone.saturating_mul(2) >= whole.len() && count >= text.len().saturating_mul(5)
}

/// How a band stands in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Band {
    /// Between two rulings, in a table in which rulings part the rows.
    Closed,
    /// Above the first figures of a table.
    Head,
    /// In a table that only narrow gutters part: its cells are of several lines. Where it
    /// is all there is, no stripe parts its rows.
    Narrow { alone: bool },
    /// Any other.
    Open,
}

/// Whether a band holds a figure beside its first column.
pub(crate) fn has_figures(words: &[Word], band: &[Vec<usize>]) -> bool {
    let holds = |column: &Vec<usize>| {
        let own = lines(words, column);
        own.iter().any(|line| is_figure(words, line))
    };
    band.iter().skip(1).any(holds)
}

/// The rows of some bands; those above the first figures head the table.
pub(crate) fn all_rows(
    words: &[Word],
    bands: Vec<Vec<Vec<usize>>>,
    kind: Band,
    rulings: &Rulings,
) -> Vec<Vec<Vec<usize>>> {
    let first = bands.iter().position(|band| has_figures(words, band));
    let mut rows = Vec::new();
    for (at, band) in bands.into_iter().enumerate() {
        let heads = kind == Band::Open && first.is_some_and(|first| at < first);
        rows.extend(self::rows(
            words,
            band,
            if heads { Band::Head } else { kind },
            rulings,
        ));
    }
    rows
}

/// The rows of a band, each as the words of its columns.
pub(crate) fn rows(
    words: &[Word],
    band: Vec<Vec<usize>>,
    kind: Band,
    rulings: &Rulings,
) -> Vec<Vec<Vec<usize>>> {
    let members: Vec<usize> = band.iter().flatten().copied().collect();
    let whole = lines(words, &members);
    if whole.len() < 2 {
        return vec![band];
    }
    // What stands alone between two rulings is text in a frame: its lines stay lines.
    if band.iter().filter(|cell| !cell.is_empty()).count() == 1 {
        return cut(words, &band, &whole, &vec![true; whole.len()]);
    }
    let by_column: Vec<Vec<Line>> = band.iter().map(|column| lines(words, column)).collect();
    let figures = figure_columns(words, &by_column);
    let most = figures
        .iter()
        .filter_map(|column| by_column.get(*column))
        .map(Vec::len)
        .max()
        .unwrap_or(0);
    if kind == Band::Closed && !(most >= FIGURES_MIN && is_tabled(words, &band, &figures, &whole)) {
        return vec![band];
    }
    let starts = if most >= FIGURES_MIN {
        anchored(words, &band, &figures, &whole, rulings)
    } else if kind == Band::Head && band.iter().filter(|cell| !cell.is_empty()).count() > 2 {
        let mut starts = vec![false; whole.len()];
        head(words, &band, &whole, &mut starts, rulings);
        starts
    } else if let Band::Narrow { alone } = kind {
        text_starts(words, &band, &whole, alone)
    } else if is_one_row(words, &band, &by_column, &whole) {
        return vec![band];
    } else {
        vec![true; whole.len()]
    };
    cut(words, &band, &whole, &starts)
}

/// Whether each line with figures has a label of its own in the first column.
fn is_tabled(words: &[Word], band: &[Vec<usize>], figures: &[usize], whole: &[Line]) -> bool {
    let anchor = anchors(words, band, figures, whole);
    let Some(first) = band.iter().position(|cell| !cell.is_empty()) else {
        return false;
    };
    let labels = |line: &Line| {
        let own = band.get(first);
        line.words
            .iter()
            .any(|index| own.is_some_and(|own| own.contains(index)))
    };
    !figures.contains(&first)
        && anchor
            .iter()
            .zip(whole)
            .all(|(anchor, line)| !anchor || labels(line))
}

/// Columns that hold a figure on nearly each of several lines.
fn figure_columns(words: &[Word], by_column: &[Vec<Line>]) -> Vec<usize> {
    let holds = |column: &&(usize, &Vec<Line>)| {
        let all = column.1.len();
        let figures = column
            .1
            .iter()
            .filter(|line| is_figure(words, line))
            .count();
        figures >= FIGURES_MIN && figures.saturating_mul(10) >= all.saturating_mul(5)
    };
    let numbered: Vec<(usize, &Vec<Line>)> = by_column.iter().enumerate().collect();
    numbered
        .iter()
        .filter(holds)
        .map(|(index, _)| *index)
        .collect()
}

/// Whether a line is a figure: a digit, and no letters.
pub(crate) fn is_figure(words: &[Word], line: &Line) -> bool {
    let known = || line.words.iter().filter_map(|index| words.get(*index));
    known().any(|word| word.digits) && known().all(|word| !word.letters)
}

/// Which lines have figures in columns of figures.
fn anchors(words: &[Word], band: &[Vec<usize>], figures: &[usize], whole: &[Line]) -> Vec<bool> {
    let own: BTreeSet<usize> = figures
        .iter()
        .filter_map(|column| band.get(*column))
        .flatten()
        .copied()
        .collect();
    let is_anchor = |line: &Line| {
        let inside = line.words.iter().filter(|index| own.contains(index));
        let mut inside = inside.filter_map(|index| words.get(*index));
        inside.any(|word| word.digits && !word.letters)
    };
    whole.iter().map(is_anchor).collect()
}

/// Which lines begin a row, where figures make rows.
fn anchored(
    words: &[Word],
    band: &[Vec<usize>],
    figures: &[usize],
    whole: &[Line],
    rulings: &Rulings,
) -> Vec<bool> {
    let anchor = anchors(words, band, figures, whole);
    let mut starts = anchor.clone();
    let places: Vec<usize> = (0..whole.len())
        .filter(|at| anchor.get(*at) == Some(&true))
        .collect();
    let above = places.first().copied().unwrap_or(0);
    if let (Some(lines), Some(starts)) = (whole.get(..above), starts.get_mut(..above)) {
        head(words, band, lines, starts, rulings);
    }
    let labels = band.iter().find(|cell| !cell.is_empty());
    let free = free_lines(words, labels.map(Vec::as_slice).unwrap_or_default(), whole);
    let end = whole.len().saturating_sub(1);
    let ends = places.iter().skip(1).copied().chain([end]);
    for (upper, lower) in places.iter().copied().zip(ends) {
        let last = places.last() == Some(&upper);
        if lower.saturating_sub(upper) < 2 && !last {
            continue;
        }
        let between = upper.saturating_add(1)..=lower;
        let mut cuts: Vec<usize> = between
            .clone()
            .filter(|at| free.get(*at) == Some(&true))
            .collect();
        if cuts.is_empty() && !last {
            cuts.push(boundary(words, whole, upper, lower));
        }
        for at in between {
            if let Some(start) = starts.get_mut(at) {
                *start = cuts.contains(&at);
            }
        }
    }
    starts
}

/// Which lines of a head begin a row of it: those below a line that stands over several
/// columns, and a heading of the rows below alone in the first.
fn head(
    words: &[Word],
    band: &[Vec<usize>],
    whole: &[Line],
    starts: &mut [bool],
    rulings: &Rulings,
) {
    let mut columns: BTreeMap<usize, usize> = BTreeMap::new();
    for (column, members) in band.iter().enumerate() {
        columns.extend(members.iter().map(|index| (*index, column)));
    }
    let column_of = |index: &usize| columns.get(index).copied();
    let spans = |line: &Line| {
        let pairs = line.words.iter().zip(line.words.iter().skip(1));
        { pairs }.any(|(left, right)| {
            let parted = column_of(left) != column_of(right);
            let gap = match (words.get(*left), words.get(*right)) {
                (Some(left), Some(right)) => (right.left - left.right) / left.em.max(right.em),
                _ => f64::MAX,
            };
            parted && gap < BLANK_EM
        })
    };
    let labels_only = |line: &Line| line.words.iter().all(|index| column_of(index) == Some(0));
    for at in 0..whole.len() {
        let (Some(line), Some(start)) = (whole.get(at), starts.get_mut(at)) else {
            continue;
        };
        let above = at.checked_sub(1).and_then(|above| whole.get(above));
        *start = match above {
            None => true,
            Some(above) => {
                above.base - line.base > HEAD_PITCH_EM * above.em.max(line.em)
                    || spans(above)
                    || rulings.between(above, line)
                    || (labels_only(line) && !labels_only(above))
            }
        };
    }
}

/// Which lines begin a row of text: the first, and those that begin anew in the first
/// column, with a number or, where nothing else parts rows, behind a line that ended early.
fn text_starts(words: &[Word], band: &[Vec<usize>], whole: &[Line], alone: bool) -> Vec<bool> {
    let first: BTreeSet<usize> = band.first().into_iter().flatten().copied().collect();
    let labels: Vec<usize> = first.iter().copied().collect();
    let free = free_lines(words, &labels, whole);
    let begins = |line: &Line| {
        let own = line.words.iter().find(|index| first.contains(index));
        own.and_then(|index| words.get(*index))
            .is_some_and(|word| word.item)
    };
    let numbered = whole.iter().filter(|line| begins(line)).count() > 1;
    let lines = whole.iter().zip(free).enumerate();
    lines
        .map(|(at, (line, free))| {
            at == 0
                || if numbered {
                    begins(line)
                } else {
                    free && alone
                }
        })
        .collect()
}

/// Lines whose first word had room on the line before, in the column that labels rows.
fn free_lines(words: &[Word], column: &[usize], whole: &[Line]) -> Vec<bool> {
    let column: BTreeSet<usize> = column.iter().copied().collect();
    let own = |line: &Line| -> Vec<&Word> {
        let inside = line.words.iter().filter(|index| column.contains(index));
        inside.filter_map(|index| words.get(*index)).collect()
    };
    let labels: Vec<Vec<&Word>> = whole.iter().map(own).collect();
    let right = labels
        .iter()
        .filter_map(|label| label.last())
        .map(|word| word.right)
        .fold(f64::MIN, f64::max);
    let had_room = |at: usize| {
        let before = at
            .checked_sub(1)
            .and_then(|before| labels.get(before))?
            .last()?;
        let next = labels.get(at)?.first()?;
        let width = next.right - next.left;
        Some(!next.lower && before.right + 0.3 * before.em + width < right)
    };
    (0..whole.len())
        .map(|at| had_room(at).unwrap_or(false))
        .collect()
}

/// Where the lower of two rows begins: behind the widest gap, else with its figures.
fn boundary(words: &[Word], whole: &[Line], upper: usize, lower: usize) -> usize {
    let gap = |at: usize| {
        let above = whole
            .get(at.saturating_sub(1))
            .map_or(0.0, |line| line.base);
        above - whole.get(at).map_or(0.0, |line| line.base)
    };
    let continues = |at: usize| {
        let first = whole.get(at).and_then(|line| line.words.first());
        first
            .and_then(|index| words.get(*index))
            .is_some_and(|word| word.lower)
    };
    let all = upper.saturating_add(1)..=lower;
    let places: Vec<usize> = all.clone().filter(|at| !continues(*at)).collect();
    let widest = places
        .iter()
        .copied()
        .max_by(|a, b| gap(*a).total_cmp(&gap(*b)));
    let least = all.map(gap).fold(f64::MAX, f64::min);
    match widest {
        Some(at) if gap(at) > 1.15 * least => at,
        _ => places.last().copied().unwrap_or(lower),
    }
}

/// Whether lines side by side are one row of cells of several lines.
fn is_one_row(
    words: &[Word],
    band: &[Vec<usize>],
    by_column: &[Vec<Line>],
    whole: &[Line],
) -> bool {
    let parts: Vec<Vec<usize>> = band
        .iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect();
    if parts.len() < 2 {
        return true;
    }
    let narrow = |cell: &Vec<Line>| cell.len() > 1 && is_narrow(words, cell);
    !by_column.iter().any(narrow)
        && !by_column.iter().any(|cell| differs_in_size(cell))
        && are_cells(words, &parts, whole)
        && !breaks_early(words, by_column)
}

/// Whether lines below each other differ in size: a label and its value, and no wrapped text.
fn differs_in_size(cell: &[Line]) -> bool {
    let mut pairs = cell.iter().zip(cell.iter().skip(1));
    pairs.any(|(upper, lower)| (upper.em - lower.em).abs() > SIZES_DIFFER * upper.em.max(lower.em))
}

/// Whether most lines end though the first word of the next had room.
fn breaks_early(words: &[Word], by_column: &[Vec<Line>]) -> bool {
    let (mut breaks, mut early) = (0usize, 0usize);
    for column in by_column {
        let right = column
            .iter()
            .map(|line| line.right)
            .fold(f64::MIN, f64::max);
        for (upper, lower) in column.iter().zip(column.iter().skip(1)) {
            let next = lower.words.first().and_then(|index| words.get(*index));
            let width = next.map_or(0.0, |word| word.right - word.left);
            breaks = breaks.saturating_add(1);
            early = early.saturating_add(usize::from(upper.right + 0.3 * upper.em + width < right));
        }
    }
    early.saturating_mul(3) > breaks.saturating_mul(2)
}

/// Cuts a band where rows begin.
fn cut(
    words: &[Word],
    band: &[Vec<usize>],
    whole: &[Line],
    starts: &[bool],
) -> Vec<Vec<Vec<usize>>> {
    let mut row_of: BTreeMap<usize, usize> = BTreeMap::new();
    let mut row = 0usize;
    for (at, (line, start)) in whole.iter().zip(starts).enumerate() {
        if *start && at > 0 {
            row = row.saturating_add(1);
        }
        row_of.extend(line.words.iter().map(|index| (*index, row)));
    }
    let mut rows = vec![vec![Vec::new(); band.len()]; row.saturating_add(1)];
    for (column, members) in band.iter().enumerate() {
        for index in members.iter().filter(|index| words.get(**index).is_some()) {
            let at = row_of.get(index).copied().unwrap_or(0);
            if let Some(cell) = rows.get_mut(at).and_then(|row| row.get_mut(column)) {
                cell.push(*index);
            }
        }
    }
    rows
}
