//! Page furniture: running headers, footers and page numbers.
//!
//! It is what repeats at the edge of pages: the same words at the same height,
//! digits aside. Only lines that reach from the edge inwards without a break
//! count, so that a sentence of the text itself is never taken for furniture.

use std::collections::BTreeMap;

use super::page_text::PageText;

/// Lines at each edge that are looked at.
const EDGE_LINES: usize = 5;
/// Pages on which furniture must repeat.
const PAGES_MIN: usize = 3;
/// How far its height may differ from page to page, in points.
const HEIGHT_POINTS: f64 = 4.0;
/// The longest line that can be furniture, in characters.
const CHARS_MAX: usize = 250;

/// One line at the edge of one page.
struct Edge<'p> {
    page: usize,
    from_top: bool,
    /// How many lines lie between it and the edge.
    depth: usize,
    start: usize,
    end: usize,
    base: f64,
    text: &'p str,
}

/// The furniture of each page, as stretches of its text.
pub(crate) fn find(pages: &[PageText]) -> Vec<Vec<(usize, usize)>> {
    let edges: Vec<Edge<'_>> = pages
        .iter()
        .enumerate()
        .flat_map(|(page, text)| edge_lines(page, text))
        .collect();
    let mut alike: BTreeMap<(bool, String), Vec<usize>> = BTreeMap::new();
    for (index, edge) in edges.iter().enumerate() {
        let key = (edge.from_top, masked(edge.text));
        alike.entry(key).or_default().push(index);
    }
    let mut repeats = vec![false; edges.len()];
    for ((_, text), members) in &alike {
        for index in members {
            if let (Some(edge), Some(mark)) = (edges.get(*index), repeats.get_mut(*index)) {
                *mark = repeated(edge, text, members, &edges);
            }
        }
    }
    let mut found = vec![Vec::new(); pages.len()];
    for from_top in [true, false] {
        for (page, spans) in found.iter_mut().enumerate() {
            let mut own: Vec<(&Edge<'_>, bool)> = edges
                .iter()
                .zip(&repeats)
                .filter(|(edge, _)| edge.page == page && edge.from_top == from_top)
                .map(|(edge, repeats)| (edge, *repeats))
                .collect();
            own.sort_by_key(|(edge, _)| edge.depth);
            let outer = own.iter().take_while(|(_, repeats)| *repeats);
            spans.extend(outer.map(|(edge, _)| (edge.start, edge.end)));
        }
    }
    for spans in &mut found {
        spans.sort_unstable();
        spans.dedup();
    }
    found
}

fn edge_lines(page: usize, text: &PageText) -> Vec<Edge<'_>> {
    let count = text.lines.len();
    let take = EDGE_LINES.min(count);
    let top = text.lines.iter().take(take).enumerate();
    let bottom = text.lines.iter().rev().take(take).enumerate();
    let edge = |from_top: bool, depth: usize, line: &super::page_text::LinePlace| {
        let words = text.text.get(line.start..line.end)?;
        (words.chars().count() <= CHARS_MAX).then_some(Edge {
            page,
            from_top,
            depth,
            start: line.start,
            end: line.end,
            base: line.base,
            text: words,
        })
    };
    let top = top.filter_map(|(depth, line)| edge(true, depth, line));
    let bottom = bottom.filter_map(|(depth, line)| edge(false, depth, line));
    top.chain(bottom).collect()
}

/// Whether enough other pages have the same line at the same height.
fn repeated(edge: &Edge<'_>, masked: &str, members: &[usize], edges: &[Edge<'_>]) -> bool {
    let mut pages: Vec<usize> = members
        .iter()
        .filter_map(|index| edges.get(*index))
        .filter(|other| (other.base - edge.base).abs() <= HEIGHT_POINTS)
        .filter(|other| !is_number(masked) || steps_with(edge, other))
        .map(|other| other.page)
        .collect();
    pages.sort_unstable();
    pages.dedup();
    // A page number proves itself by counting on; two pages are enough.
    let enough = if is_number(masked) { 2 } else { PAGES_MIN };
    pages.len() >= enough
}

/// Whether a line is nothing but a page number.
fn is_number(masked: &str) -> bool {
    let rest = masked.replace("page", "").replace("of", "");
    masked.contains('#')
        && rest.chars().all(|each| {
            matches!(
                each,
                '#' | '-' | '–' | '—' | '[' | ']' | '(' | ')' | '|' | '/' | '.' | ' '
            )
        })
        && !masked.contains("#.#")
}

/// Whether two page numbers differ as their pages do.
fn steps_with(one: &Edge<'_>, other: &Edge<'_>) -> bool {
    let number = |edge: &Edge<'_>| -> Option<i64> {
        let digits: String = edge
            .text
            .chars()
            .skip_while(|each| !each.is_ascii_digit())
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse().ok()
    };
    let page = |edge: &Edge<'_>| i64::try_from(edge.page).ok();
    let offset = |edge: &Edge<'_>| number(edge)?.checked_sub(page(edge)?);
    offset(one).is_some() && offset(one) == offset(other)
}

/// A line without what may change from page to page.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for each in text.chars() {
        if each.is_numeric() {
            if !masked.ends_with('#') {
                masked.push('#');
            }
        } else if each.is_whitespace() {
            if !masked.ends_with(' ') {
                masked.push(' ');
            }
        } else {
            masked.extend(each.to_lowercase());
        }
    }
    masked.trim().to_owned()
}
