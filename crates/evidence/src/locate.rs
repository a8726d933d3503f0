//! From a quote and its hints to one place of the document.

use groundstop_contract::{Fold, IssueCode, MatchKind};
use groundstop_document::{ByteOffset, ByteSpan, CharOffset};

use crate::fold::{Folded, Gap};
use crate::hyphen;
use crate::made::{Evidence, PLACES_LISTED};
use crate::search::{FoldedDocument, Hit, Hits, Query, SitePair, Stream, pair_sites, search};
use groundstop_document::fold::{is_hyphen, is_ignorable, is_joiner, ligature, straight_quote};

/// A quote and what a proposer says about its place.
#[derive(Clone, Debug, Default)]
pub struct Hints<'a> {
    /// The quote.
    pub quote: &'a str,
    /// The page it stands on, counted from 1.
    pub page: Option<u32>,
    /// Where it starts and ends, in code points.
    pub offsets: Option<(u64, u64)>,
    /// The text just before it.
    pub prefix: Option<&'a str>,
    /// The text just behind it.
    pub suffix: Option<&'a str>,
}

/// Either the evidence or everything that does not hold.
pub type Located = Result<Evidence, Vec<IssueCode>>;

/// Locates many quotes in one pass over the document.
#[must_use]
pub fn locate_all(document: &FoldedDocument<'_>, hints: &[Hints<'_>]) -> Vec<Located> {
    let quotes: Vec<&str> = hints.iter().map(|hint| hint.quote).collect();
    search(document, &quotes)
        .each()
        .zip(hints)
        .map(|((query, hits), hint)| locate(document, query, hits, hint))
        .collect()
}

fn locate(document: &FoldedDocument<'_>, query: &Query, hits: &Hits, hints: &Hints<'_>) -> Located {
    if query.is_blank() {
        return Err(vec![IssueCode::QuoteEmpty]);
    }
    if hits.limited {
        return Err(vec![IssueCode::SearchLimit]);
    }
    let mut issues = Vec::new();
    if hits.places.is_empty() {
        issues.push(IssueCode::QuoteNotFound);
    }
    if hints
        .page
        .is_some_and(|page| document.document.page_span(page).is_none())
    {
        issues.push(IssueCode::PageOutOfRange);
    }
    let offsets = match hints.offsets.map(|offsets| byte_span(document, offsets)) {
        Some(Err(code)) => {
            issues.push(code);
            None
        }
        Some(Ok(span)) => Some(span),
        None => None,
    };
    if !issues.is_empty() {
        return Err(issues);
    }
    let (hit, value_place) = choose(document, hits, hints, offsets).map_err(|code| vec![code])?;
    Ok(make(document, query, hits, hit, hints.quote, value_place))
}

/// Offsets in code points as a span of the text.
fn byte_span(
    document: &FoldedDocument<'_>,
    (start, end): (u64, u64),
) -> Result<ByteSpan, IssueCode> {
    if end <= start {
        return Err(IssueCode::OffsetReversed);
    }
    let byte = |offset: u64| {
        let offset = usize::try_from(offset).ok()?;
        document.document.byte_of(CharOffset(offset))
    };
    match (byte(start), byte(end)) {
        (Some(start), Some(end)) => Ok(ByteSpan { start, end }),
        _ => Err(IssueCode::OffsetOutOfRange),
    }
}

/// Picks the place that the hints name; without hints the first.
fn choose(
    document: &FoldedDocument<'_>,
    hits: &Hits,
    hints: &Hints<'_>,
    offsets: Option<ByteSpan>,
) -> Result<(Hit, Option<ByteSpan>), IssueCode> {
    let named = offsets.map(|span| at_offsets(document, hits, hints.quote, span));
    if named.as_ref().is_some_and(Vec::is_empty) {
        return Err(IssueCode::OffsetMismatch);
    }
    let on_page = |hit: &Hit| {
        hints
            .page
            .is_none_or(|page| document.document.page_of(hit.span.start) == page)
    };
    let mut left: Vec<(Hit, Option<ByteSpan>)> = match named {
        Some(named) => named.into_iter().filter(|(hit, _)| on_page(hit)).collect(),
        // Places are in order, so those of a page stand together.
        None => {
            let most = match hints.prefix.or(hints.suffix) {
                Some(_) => usize::MAX,
                None => 1,
            };
            let hits = page_of_hits(document, hits, hints.page).iter();
            hits.take(most).map(|hit| (*hit, None)).collect()
        }
    };
    if left.is_empty() {
        return Err(IssueCode::QuoteNotOnPage);
    }
    if hints.prefix.is_none() && hints.suffix.is_none() {
        return left.into_iter().next().ok_or(IssueCode::QuoteNotOnPage);
    }
    let prefix = hints.prefix.map(key_of);
    let suffix = hints.suffix.map(key_of);
    let length = Query::new(hints.quote).key().len();
    left.retain(|(hit, _)| {
        let (before, behind) = around(document, hit, length);
        prefix
            .as_ref()
            .is_none_or(|prefix| before.ends_with(prefix))
            && suffix
                .as_ref()
                .is_none_or(|suffix| behind.starts_with(suffix))
    });
    left.into_iter().next().ok_or(IssueCode::ContextMismatch)
}

/// The places whose first character stands on a page; all of them without a page.
fn page_of_hits<'h>(document: &FoldedDocument<'_>, hits: &'h Hits, page: Option<u32>) -> &'h [Hit] {
    let Some(span) = page.and_then(|page| document.document.page_span(page)) else {
        return hits.places.get(..).unwrap_or_default();
    };
    let from = hits
        .places
        .partition_point(|hit| hit.span.start < span.start);
    let to = hits.places.partition_point(|hit| hit.span.start < span.end);
    hits.places.get(from..to.max(from)).unwrap_or_default()
}

/// The places that offsets name: the quote itself, or a stretch inside it.
fn at_offsets(
    document: &FoldedDocument<'_>,
    hits: &Hits,
    quote: &str,
    span: ByteSpan,
) -> Vec<(Hit, Option<ByteSpan>)> {
    if let Some(hit) = hits.places.iter().find(|hit| hit.span == span) {
        return vec![(*hit, None)];
    }
    // Offsets may take in folded characters at the edges that the search leaves out.
    if document.document.slice(span) == Some(quote) {
        let inner = hits.places.iter().find(|hit| span.contains(hit.span));
        if let Some(hit) = inner {
            return vec![(Hit { span, ..*hit }, None)];
        }
    }
    hits.places
        .iter()
        .filter(|hit| hit.span.contains(span))
        .map(|hit| (*hit, Some(span)))
        .collect()
}

fn key_of(text: &str) -> Vec<u8> {
    Folded::new(text, &[]).key.trim_ascii().to_vec()
}

/// The document's key before and behind a place, blanks between left out.
fn around<'d>(document: &'d FoldedDocument<'_>, hit: &Hit, length: usize) -> (&'d [u8], &'d [u8]) {
    let folded = match (hit.stream, &document.flowing) {
        (Stream::Flowing, Some(flowing)) => flowing,
        _ => &document.whole,
    };
    let end = hit.key.saturating_add(length);
    let before = folded.key.get(..hit.key).unwrap_or_default();
    let behind = folded.key.get(end..).unwrap_or_default();
    (before.trim_ascii_end(), behind.trim_ascii_start())
}

fn make(
    document: &FoldedDocument<'_>,
    query: &Query,
    hits: &Hits,
    hit: Hit,
    quote: &str,
    value_place: Option<ByteSpan>,
) -> Evidence {
    let folded = match (hit.stream, &document.flowing) {
        (Stream::Flowing, Some(flowing)) => flowing,
        _ => &document.whole,
    };
    let segments = segments(document, hit);
    let exact = segments.len() == 1 && document.document.slice(hit.span) == Some(quote);
    let end = hit.key.saturating_add(query.key().len());
    let pairs = pair_sites(folded, query, hit.key, end);
    let broken: Vec<&SitePair> = pairs
        .iter()
        .filter(|pair| hyphen::needs_fold(pair))
        .collect();
    let folds = if exact {
        Vec::new()
    } else {
        folds_used(document, &segments, quote, &broken)
    };
    let unsettled = broken.iter().filter_map(|pair| {
        let at = folded.map.start_of(pair.key).unwrap_or(hit.span.start.0);
        hyphen::unsettled(document.document, pair, at)
    });
    let kept = broken
        .iter()
        .filter(|pair| pair.quote.is_some_and(|site| site.gap == Gap::Hyphen));
    let several = hits.places.len() > 1;
    Evidence {
        span: hit.span,
        matched: if exact {
            MatchKind::Exact
        } else {
            MatchKind::Layout
        },
        folds,
        occurrences: hits.places.len(),
        places: match several {
            true => hits
                .places
                .iter()
                .take(PLACES_LISTED)
                .map(|hit| hit.span)
                .collect(),
            false => Vec::new(),
        },
        value_place,
        kept_hyphens: kept
            .filter_map(|pair| pair.document.map(|site| site.start))
            .collect(),
        unsettled: unsettled.map(|word| (word.used, word.other)).collect(),
        reordered: segments
            .iter()
            .any(|segment| document.directions.change_order(*segment)),
        segments,
        skipped: None,
    }
}

/// The span without the page furniture inside it.
fn segments(document: &FoldedDocument<'_>, hit: Hit) -> Vec<ByteSpan> {
    if hit.stream == Stream::Whole {
        return vec![hit.span];
    }
    let mut segments = Vec::new();
    let mut from = hit.span.start;
    let inside = |span: &&ByteSpan| span.overlaps(hit.span);
    for furniture in document.document.furniture().iter().filter(inside) {
        segments.push(ByteSpan {
            start: from,
            end: furniture.start.max(from),
        });
        from = furniture.end.max(from);
    }
    segments.push(ByteSpan {
        start: from,
        end: hit.span.end,
    });
    segments.retain(|segment| !segment.is_empty());
    segments
}

/// The characters a fold is about, as one side has them.
#[derive(Default, PartialEq, Eq)]
struct Profile {
    spaces: Vec<String>,
    quotes: Vec<char>,
    hyphens: Vec<char>,
    ignorables: Vec<char>,
    ligatures: Vec<char>,
    rest: String,
}

/// Takes a text apart, leaving out the broken words that F6 already explains.
fn profile(text: &str, skip: &[(usize, usize)]) -> Profile {
    let mut profile = Profile::default();
    let mut in_space = false;
    for (at, c) in text.char_indices() {
        if skip.iter().any(|(start, end)| at >= *start && at < *end) {
            continue;
        }
        if is_ignorable(c) || is_joiner(c) {
            profile.ignorables.push(c);
            continue;
        }
        if c.is_whitespace() {
            if !in_space {
                profile.spaces.push(String::new());
            }
            if let Some(run) = profile.spaces.last_mut() {
                run.push(c);
            }
            in_space = true;
            continue;
        }
        in_space = false;
        if let Some(straight) = straight_quote(c) {
            profile.quotes.push(c);
            profile.rest.push(straight);
        } else if is_hyphen(c) {
            profile.hyphens.push(c);
        } else if let Some(letters) = ligature(c) {
            profile.ligatures.push(c);
            profile.rest.push_str(letters);
        } else {
            profile.rest.push(c);
        }
    }
    profile
}

/// Which folds it took to make the quote and the document's text equal.
fn folds_used(
    document: &FoldedDocument<'_>,
    segments: &[ByteSpan],
    quote: &str,
    broken: &[&SitePair],
) -> Vec<Fold> {
    let theirs: String = segments
        .iter()
        .filter_map(|segment| document.document.slice(*segment))
        .collect();
    let in_segments = |byte: usize| {
        let before = segments
            .iter()
            .filter(|segment| segment.end.0 <= byte)
            .map(|s| s.len());
        let inside = segments
            .iter()
            .find(|s| s.start.0 <= byte && byte < s.end.0);
        let within = inside.map_or(0, |segment| byte.saturating_sub(segment.start.0));
        before.sum::<usize>().saturating_add(within)
    };
    let document_skips: Vec<_> = broken
        .iter()
        .filter_map(|pair| pair.document)
        .map(|site| (in_segments(site.start), in_segments(site.end)))
        .collect();
    let quote_skips: Vec<_> = broken
        .iter()
        .filter_map(|pair| pair.quote)
        .map(|site| (site.start, site.end))
        .collect();
    let one = profile(&theirs, &document_skips);
    let other = profile(quote, &quote_skips);
    let used = [
        (Fold::F1, one.spaces != other.spaces),
        (Fold::F2, one.quotes != other.quotes),
        (Fold::F3, one.hyphens != other.hyphens),
        (Fold::F4, one.ignorables != other.ignorables),
        (Fold::F5, one.ligatures != other.ligatures),
        (Fold::F6, !broken.is_empty()),
        (Fold::F7, one.rest != other.rest),
        (Fold::F8, segments.len() > 1),
    ];
    let mut folds: Vec<Fold> = used
        .into_iter()
        .filter_map(|(fold, used)| used.then_some(fold))
        .collect();
    if folds.is_empty() {
        // The same characters at other places: only those without a place of their own can move.
        folds.push(if one.ignorables.is_empty() {
            Fold::F1
        } else {
            Fold::F4
        });
    }
    folds
}

impl Evidence {
    /// Whether a byte of the document is a line-end hyphen that belongs to its word.
    pub(crate) fn keeps_hyphen(&self, at: ByteOffset) -> bool {
        self.kept_hyphens.contains(&at.0)
    }
}
