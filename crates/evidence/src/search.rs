//! Finding many quotes in one pass.
//!
//! All keys go into one automaton; each hit is then decided by comparing the
//! sites of both sides. The work is bounded by a multiple of the input's
//! length, and a search that reaches the bound says so instead of answering.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use groundstop_document::{ByteSpan, Document};
use memchr::memmem;

use crate::direction::Directions;
use crate::fold::{Folded, Gap, Site};
use crate::relaxed::Wording;
use groundstop_document::fold::{is_hyphen, is_ignorable};

/// Longer keys enter the automaton with their first bytes only.
const PATTERN_BYTES: usize = 256;
/// So many quotes are found faster one by one than by an automaton.
const FEW_QUOTES: usize = 24;
/// Steps of work allowed per byte of document and quotes.
const WORK_PER_BYTE: usize = 64;
/// Steps of work allowed in any case.
const WORK_FLOOR: usize = 1 << 22;

/// A document folded once, ready for any number of searches.
pub struct FoldedDocument<'a> {
    pub(crate) document: &'a Document,
    pub(crate) whole: Folded,
    /// The text without page furniture, where there is any (F8).
    pub(crate) flowing: Option<Folded>,
    pub(crate) directions: Directions,
    /// Its words, worked out when a quote is first missed.
    wording: OnceLock<Wording>,
}

impl<'a> FoldedDocument<'a> {
    /// Folds a document.
    #[must_use]
    pub fn new(document: &'a Document) -> FoldedDocument<'a> {
        let furniture = document.furniture();
        FoldedDocument {
            document,
            whole: Folded::new(document.text(), &[]),
            flowing: (!furniture.is_empty()).then(|| Folded::new(document.text(), furniture)),
            directions: Directions::new(document.text()),
            wording: OnceLock::new(),
        }
    }

    pub(crate) fn wording(&self) -> &Wording {
        self.wording
            .get_or_init(|| Wording::new(self.document.text()))
    }

    /// The document that was folded.
    #[must_use]
    pub fn document(&self) -> &'a Document {
        self.document
    }
}

/// Which fold of the document a hit was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stream {
    Whole,
    Flowing,
}

/// One place where a quote stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hit {
    pub(crate) span: ByteSpan,
    pub(crate) stream: Stream,
    pub(crate) key: usize,
}

/// A quote ready to be searched.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) folded: Folded,
    /// The part of the key that is searched.
    core: std::ops::Range<usize>,
    /// A hyphen before the first letter, or behind the last one, is compared in the text itself.
    hyphen_before: bool,
    hyphen_behind: bool,
    blanks_before: usize,
    blanks_behind: usize,
}

impl Query {
    pub(crate) fn new(quote: &str) -> Query {
        let folded = Folded::new(quote, &[]);
        let letter = |text: Option<&str>, front: bool| {
            let c = text.and_then(|text| match front {
                true => text.chars().next(),
                false => text.chars().next_back(),
            });
            c.is_some_and(char::is_alphabetic)
        };
        let key = std::str::from_utf8(&folded.key).unwrap_or_default();
        let hyphen_before = letter(key.strip_prefix('-'), true);
        let hyphen_behind = letter(key.strip_suffix('-'), false);
        let start = usize::from(hyphen_before);
        let end = key.len().saturating_sub(usize::from(hyphen_behind));
        let blank = |c: &char| c.is_whitespace() || is_ignorable(*c);
        let spaces = |c: &char| c.is_whitespace();
        Query {
            core: start..end.max(start),
            hyphen_before,
            hyphen_behind,
            blanks_before: quote.chars().take_while(blank).filter(spaces).count(),
            blanks_behind: quote.chars().rev().take_while(blank).filter(spaces).count(),
            folded,
        }
    }

    /// Whether there is nothing visible in the quote.
    pub(crate) fn is_blank(&self) -> bool {
        self.folded.key.iter().all(|byte| *byte == b' ')
    }

    pub(crate) fn key(&self) -> &[u8] {
        self.folded.key.get(self.core.clone()).unwrap_or_default()
    }
}

/// All places of one quote.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hits {
    pub(crate) places: Vec<Hit>,
    pub(crate) limited: bool,
}

/// What was found for many quotes; equal quotes share one entry.
pub(crate) struct Searched {
    found: Vec<(Query, Hits)>,
    entry: Vec<usize>,
}

impl Searched {
    /// The entries, one for each quote in the order they were given.
    pub(crate) fn each(&self) -> impl Iterator<Item = &(Query, Hits)> {
        self.entry.iter().filter_map(|index| self.found.get(*index))
    }
}

/// Finds every place of every quote; equal quotes are searched once.
pub(crate) fn search(document: &FoldedDocument<'_>, quotes: &[&str]) -> Searched {
    let mut number = BTreeMap::new();
    for quote in quotes {
        let next = number.len();
        number.entry(*quote).or_insert(next);
    }
    let mut found: Vec<(usize, Query, Hits)> = number
        .iter()
        .map(|(quote, index)| (*index, Query::new(quote), Hits::default()))
        .collect();
    found.sort_unstable_by_key(|(index, ..)| *index);
    let mut found: Vec<_> = found
        .into_iter()
        .map(|(_, query, hits)| (query, hits))
        .collect();

    scan(document, Stream::Whole, &document.whole, &mut found);
    if let Some(flowing) = &document.flowing {
        scan(document, Stream::Flowing, flowing, &mut found);
    }
    for (_, hits) in &mut found {
        hits.places.sort_unstable();
        hits.places.dedup_by_key(|hit| hit.span);
    }
    let entry = quotes
        .iter()
        .filter_map(|quote| number.get(quote).copied())
        .collect();
    Searched { found, entry }
}

/// Runs all queries over one stream of the document.
fn scan(
    document: &FoldedDocument<'_>,
    stream: Stream,
    folded: &Folded,
    found: &mut [(Query, Hits)],
) {
    let quoted: usize = found.iter().map(|(query, _)| query.key().len()).sum();
    let budget = folded
        .key
        .len()
        .saturating_add(quoted)
        .saturating_mul(WORK_PER_BYTE)
        .max(WORK_FLOOR);
    let mut pass = Pass {
        text: document.document.text(),
        stream,
        folded,
        work: budget,
    };
    let searched = found.iter().filter(|(query, _)| !query.is_blank()).count();
    let finished = if searched <= FEW_QUOTES {
        pass.one_by_one(found)
    } else {
        pass.all_at_once(found)
    };
    if !finished {
        // Nothing may pass for searched that was not searched to the end.
        found.iter_mut().for_each(|(_, hits)| hits.limited = true);
    }
}

/// One pass over one stream of the document, with the work it may still do.
struct Pass<'a> {
    text: &'a str,
    stream: Stream,
    folded: &'a Folded,
    work: usize,
}

impl Pass<'_> {
    /// A few quotes: each is searched for by itself.
    fn one_by_one(&mut self, found: &mut [(Query, Hits)]) -> bool {
        for (query, hits) in found.iter_mut().filter(|(query, _)| !query.is_blank()) {
            let finder = memmem::Finder::new(query.key());
            let mut from = 0usize;
            while let Some(at) = self
                .folded
                .key
                .get(from..)
                .and_then(|rest| finder.find(rest))
            {
                let start = from.saturating_add(at);
                // Finding the next hit compares the whole key once more.
                if !self.hit(query, hits, start, query.key().len()) {
                    return false;
                }
                from = start.saturating_add(1);
            }
        }
        true
    }

    /// Many quotes: one automaton finds them all.
    fn all_at_once(&mut self, found: &mut [(Query, Hits)]) -> bool {
        let searched: Vec<usize> = (0..found.len())
            .filter(|index| {
                found
                    .get(*index)
                    .is_some_and(|(query, _)| !query.is_blank())
            })
            .collect();
        let patterns: Vec<&[u8]> = searched
            .iter()
            .filter_map(|index| found.get(*index))
            .map(|(query, _)| {
                let key = query.key();
                key.get(..PATTERN_BYTES).unwrap_or(key)
            })
            .collect();
        let built = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(&patterns);
        let Ok(automaton) = built else {
            return false;
        };
        for hit in automaton.find_overlapping_iter(&self.folded.key) {
            let Some((query, hits)) = searched
                .get(hit.pattern().as_usize())
                .and_then(|index| found.get_mut(*index))
            else {
                continue;
            };
            let unseen = query.key().len().saturating_sub(PATTERN_BYTES);
            if !self.hit(query, hits, hit.start(), unseen) {
                return false;
            }
        }
        true
    }

    /// Verifies one hit; answers whether there is work left to do more.
    fn hit(&mut self, query: &Query, hits: &mut Hits, key: usize, compared: usize) -> bool {
        let end = key.saturating_add(query.key().len());
        let sites = self.folded.sites_within(key, end).len();
        self.work = self
            .work
            .saturating_sub(cost(query, compared).saturating_add(sites));
        if let Some(span) = verify(self.text, self.folded, query, key) {
            let stream = self.stream;
            hits.places.push(Hit { span, stream, key });
        }
        self.work > 0
    }
}

/// What it costs at most to verify one hit after comparing so many bytes.
fn cost(query: &Query, compared_bytes: usize) -> usize {
    /// Bytes are compared this many at a time.
    const LANES: usize = 16;
    (compared_bytes / LANES)
        .saturating_add(query.folded.sites.len())
        .saturating_add(1)
}

/// Decides whether a quote stands at a place of the key; answers its span.
pub(crate) fn verify(text: &str, folded: &Folded, query: &Query, start: usize) -> Option<ByteSpan> {
    let key = query.key();
    let end = start.checked_add(key.len())?;
    if folded.key.get(start..end)? != key || !sites_agree(folded, query, start, end) {
        return None;
    }
    let mut first = folded.map.start_of(start)?;
    let mut last = folded.map.end_of(end)?;
    if query.hyphen_before {
        let (at, c) = text
            .get(..first)?
            .char_indices()
            .rev()
            .find(|(_, c)| !is_ignorable(*c))?;
        first = is_hyphen(c).then_some(at)?;
    } else if query.blanks_before > 0 {
        first = last_blanks(text, first, query.blanks_before)?;
    }
    if query.hyphen_behind {
        let (at, c) = text
            .get(last..)?
            .char_indices()
            .find(|(_, c)| !is_ignorable(*c))?;
        last = is_hyphen(c).then(|| last.saturating_add(at).saturating_add(c.len_utf8()))?;
    } else if query.blanks_behind > 0 {
        last = first_blanks(text, last, query.blanks_behind)?;
    }
    Some(ByteSpan::new(first, last))
}

/// Of a run of blanks that begins at `start`, only as many as the quote has.
fn last_blanks(text: &str, start: usize, count: usize) -> Option<usize> {
    let run: Vec<usize> = blanks(text.get(start..)?).map(|(at, _)| at).collect();
    let skip = run.len().saturating_sub(count);
    start.checked_add(*run.get(skip)?)
}

/// Of a run of blanks that ends at `end`, only as many as the quote has.
fn first_blanks(text: &str, end: usize, count: usize) -> Option<usize> {
    let run: Vec<(usize, char)> = text
        .get(..end)?
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_whitespace() || is_ignorable(*c))
        .filter(|(_, c)| c.is_whitespace())
        .collect();
    let skip = run.len().saturating_sub(count);
    let (at, c) = run.get(skip)?;
    at.checked_add(c.len_utf8())
}

fn blanks(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    text.char_indices()
        .take_while(|(_, c)| c.is_whitespace() || is_ignorable(*c))
        .filter(|(_, c)| c.is_whitespace())
}

/// Whether the gaps of both sides may stand for each other, one by one.
fn sites_agree(folded: &Folded, query: &Query, start: usize, end: usize) -> bool {
    pair_sites(folded, query, start, end).iter().all(|pair| {
        gaps_agree(
            pair.document.map(|site| site.gap),
            pair.quote.map(|site| site.gap),
        )
    })
}

/// The gaps of document and quote at one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SitePair {
    pub(crate) document: Option<Site>,
    pub(crate) quote: Option<Site>,
    /// The place in the document's key.
    pub(crate) key: usize,
}

/// All places inside a match where either side has a gap.
pub(crate) fn pair_sites(
    folded: &Folded,
    query: &Query,
    start: usize,
    end: usize,
) -> Vec<SitePair> {
    let mut theirs = folded.sites_within(start, end).iter().copied().peekable();
    let offset = query.core.start;
    let core = query.core.clone();
    let mut ours = query
        .folded
        .sites_within(core.start, core.end)
        .iter()
        .copied()
        .peekable();
    let place = |site: &Site| site.key.saturating_sub(offset).saturating_add(start);
    let mut pairs = Vec::new();
    loop {
        let document_at = theirs.peek().map(|site| site.key);
        let quote_at = ours.peek().map(place);
        let key = match (document_at, quote_at) {
            (None, None) => return pairs,
            (Some(at), None) | (None, Some(at)) => at,
            (Some(one), Some(other)) => one.min(other),
        };
        pairs.push(SitePair {
            document: theirs.next_if(|site| site.key == key),
            quote: ours.next_if(|site| place(site) == key),
            key,
        });
    }
}

/// Which gaps may stand for each other: white space for white space, a broken
/// word for either of its spellings, a CJK line break for none.
fn gaps_agree(document: Option<Gap>, quote: Option<Gap>) -> bool {
    use Gap::{CjkBreak, CjkSpace, Hyphen, HyphenBreak, HyphenSpace, SoftBreak};
    let one_way = |one: Option<Gap>, other: Option<Gap>| match one {
        Some(HyphenBreak) => matches!(other, None | Some(Hyphen | HyphenSpace | SoftBreak)),
        Some(SoftBreak) => other.is_none(),
        Some(CjkBreak) => matches!(other, None | Some(CjkSpace)),
        Some(Hyphen | HyphenSpace | CjkSpace) | None => false,
    };
    document == quote || one_way(document, quote) || one_way(quote, document)
}
