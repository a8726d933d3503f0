//! Whether direction controls change what a reader sees.
//!
//! Embeddings and overrides (U+202A to U+202E) can make a text read
//! differently from the order of its characters. For every paragraph that has
//! such controls, the visible order is worked out with and without them; a
//! quote may fold them only where its characters keep their order.

use groundstop_document::ByteSpan;
use unicode_bidi::BidiInfo;

use groundstop_document::fold::{is_direction_override, is_ignorable};

/// The paragraphs whose visible order the controls change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directions {
    paragraphs: Vec<Paragraph>,
}

#[derive(Clone, Debug)]
struct Paragraph {
    span: ByteSpan,
    /// For each visible character, by byte: its rank with the controls, its rank without.
    ranks: Vec<(usize, usize, usize)>,
}

impl Directions {
    pub(crate) fn new(text: &str) -> Directions {
        if !text.contains(is_direction_override) {
            return Directions::default();
        }
        let mut paragraphs = Vec::new();
        let mut start = 0usize;
        for paragraph in text.split_inclusive([
            '\n', '\r', '\u{2029}', '\u{85}', '\u{1C}', '\u{1D}', '\u{1E}',
        ]) {
            if paragraph.contains(is_direction_override) {
                paragraphs.extend(changed_paragraph(paragraph, start));
            }
            start = start.saturating_add(paragraph.len());
        }
        Directions { paragraphs }
    }

    /// Whether the controls change the visible order of a span's characters.
    pub(crate) fn change_order(&self, span: ByteSpan) -> bool {
        let first = self
            .paragraphs
            .partition_point(|p| p.span.end <= span.start);
        self.paragraphs
            .iter()
            .skip(first)
            .take_while(|paragraph| paragraph.span.start < span.end)
            .any(|paragraph| paragraph.changes(span))
    }
}

impl Paragraph {
    fn changes(&self, span: ByteSpan) -> bool {
        let from = self
            .ranks
            .partition_point(|(byte, ..)| *byte < span.start.0);
        let to = self.ranks.partition_point(|(byte, ..)| *byte < span.end.0);
        let mut seen = self
            .ranks
            .get(from..to.max(from))
            .unwrap_or_default()
            .to_vec();
        seen.sort_unstable_by_key(|(_, with, _)| *with);
        !seen.is_sorted_by_key(|(_, _, without)| *without)
    }
}

/// The paragraph's ranks, where its visible order changes at all.
fn changed_paragraph(text: &str, base: usize) -> Option<Paragraph> {
    let mut plain = String::with_capacity(text.len());
    let mut origins: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text
        .char_indices()
        .filter(|(_, c)| !is_direction_override(*c))
    {
        origins.push((plain.len(), at));
        plain.push(c);
    }
    let with = visible_order(text);
    let without: Vec<usize> = visible_order(&plain)
        .iter()
        .filter_map(|at| look_up(&origins, *at))
        .collect();
    if with == without {
        return None;
    }
    let mut rank_without: Vec<(usize, usize)> = without
        .iter()
        .enumerate()
        .map(|(rank, at)| (*at, rank))
        .collect();
    rank_without.sort_unstable();
    let mut ranks: Vec<(usize, usize, usize)> = with
        .iter()
        .enumerate()
        .filter_map(|(rank, at)| {
            let other = look_up(&rank_without, *at)?;
            Some((base.saturating_add(*at), rank, other))
        })
        .collect();
    ranks.sort_unstable();
    Some(Paragraph {
        span: ByteSpan::new(base, base.saturating_add(text.len())),
        ranks,
    })
}

/// The second of the pair whose first is `key`, in a sorted list.
fn look_up(pairs: &[(usize, usize)], key: usize) -> Option<usize> {
    let index = pairs.binary_search_by_key(&key, |(first, _)| *first).ok()?;
    pairs.get(index).map(|(_, second)| *second)
}

/// The bytes of the visible characters in the order in which they are seen.
fn visible_order(text: &str) -> Vec<usize> {
    let info = BidiInfo::new(text, None);
    let mut order = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let level = levels.get(run.start).copied();
            let mut places: Vec<usize> = text
                .get(run.clone())
                .unwrap_or_default()
                .char_indices()
                .filter(|(_, c)| !is_ignorable(*c) && !c.is_whitespace())
                .map(|(at, _)| run.start.saturating_add(at))
                .collect();
            if level.is_some_and(|level| level.is_rtl()) {
                places.reverse();
            }
            order.append(&mut places);
        }
    }
    order
}
