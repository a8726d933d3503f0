//! The document's side of the review page: its text with every quote marked,
//! and beside it, for a PDF, the page as it is printed.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use groundstop_contract::report::Report;
use groundstop_document::{ByteSpan, CharOffset, Document, PageSize};
use groundstop_engine::Picture;
use maud::{Markup, html};

use super::html::{class, considered};
use super::{picture, visible};

/// The pages that were drawn, and how many more hold a mark.
#[derive(Default)]
pub(crate) struct Drawn {
    /// PNG files by page, counted from 1.
    pub(crate) pages: BTreeMap<u32, Vec<u8>>,
    /// Pages with marks that were not drawn.
    pub(crate) left_out: usize,
}

impl Drawn {
    /// Adds a page's picture.
    pub(crate) fn add(&mut self, page: u32, drawn: &Picture) -> Result<(), png::EncodingError> {
        self.pages.insert(page, picture::png(drawn)?);
        Ok(())
    }
}

/// The pages that hold something a decision speaks of, in order.
pub(crate) fn pages_marked(document: &Document, report: &Report) -> BTreeSet<u32> {
    marks(document, report)
        .iter()
        .flat_map(|mark| document.boxes_of(mark.span))
        .map(|place| place.page)
        .collect()
}

/// A stretch of the document that belongs to a decision.
struct Mark<'r> {
    span: ByteSpan,
    decision: usize,
    field: &'r str,
    class: &'static str,
    /// Which of the places that the proof speaks of.
    place: Option<usize>,
}

fn marks<'r>(document: &Document, report: &'r Report) -> Vec<Mark<'r>> {
    let byte = |offset: u64| {
        let offset = usize::try_from(offset).ok()?;
        document.byte_of(CharOffset(offset))
    };
    let mut marks = Vec::new();
    for (index, decision) in report.decisions.iter().enumerate() {
        let quoted = decision
            .evidence
            .iter()
            .flat_map(|evidence| evidence.segments.clone());
        let class = class(decision.decision);
        let near = considered(decision).into_iter().enumerate();
        let near = near.map(|(place, span)| (span, "near", Some(place)));
        let spans = quoted.map(|span| (span, class, None)).chain(near);
        for ((start, end), class, place) in spans {
            if let (Some(start), Some(end)) = (byte(start), byte(end)) {
                marks.push(Mark {
                    span: ByteSpan { start, end },
                    decision: index,
                    field: &decision.field_name,
                    class,
                    place,
                });
            }
        }
    }
    marks
}

/// The document, page by page where pages were drawn.
pub(super) fn column(document: &Document, report: &Report, drawn: &Drawn) -> Markup {
    let marks = marks(document, report);
    if drawn.pages.is_empty() {
        let whole = ByteSpan::new(0, document.text().len());
        let mut named = BTreeSet::new();
        return html! { pre { (marked(document, whole, &marks, &mut named)) } };
    }
    let mut named = BTreeSet::new();
    html! {
        @if drawn.left_out > 0 {
            p.fine { (drawn.left_out) " more pages with marks are not drawn: `groundstop render` draws any page." }
        }
        @for (number, page) in (1u32..).zip(document.pages()) {
            div.page {
                div {
                    h3 { "Page " (number) }
                    pre { (marked(document, page.span, &marks, &mut named)) }
                }
                @if let (Some(png), Some(size)) = (drawn.pages.get(&number), page.size) {
                    (figure(document, number, size, png, &marks))
                }
            }
        }
    }
}

/// A page as it is printed, every mark on it a link to its decision.
fn figure(
    document: &Document,
    number: u32,
    size: PageSize,
    png: &[u8],
    marks: &[Mark<'_>],
) -> Markup {
    let (width, height) = (f64::from(size.width_pt), f64::from(size.height_pt));
    let source = format!("data:image/png;base64,{}", STANDARD.encode(png));
    html! {
        figure {
            svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(format!("Page {number} as it is printed")) {
                image href=(source) width=(width) height=(height) preserveAspectRatio="none" {}
                @for mark in marks {
                    @for place in document.boxes_of(mark.span).iter().filter(|place| place.page == number) {
                        a href=(format!("#d{}", mark.decision)) {
                            rect class=(mark.class) x=(place.x0 - 1.0) y=(height - place.y1 - 1.0)
                                width=(place.x1 - place.x0 + 2.0) height=(place.y1 - place.y0 + 2.0) {
                                title { (mark.field) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A stretch of the document's text, cut where marks begin and end.
fn marked(
    document: &Document,
    stretch: ByteSpan,
    marks: &[Mark<'_>],
    named: &mut BTreeSet<usize>,
) -> Markup {
    // At each cut: the marks that end there, then those that begin.
    let mut cuts: BTreeMap<usize, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    cuts.insert(stretch.start.0, Default::default());
    for (index, mark) in marks.iter().enumerate() {
        if mark.span.overlaps(stretch) {
            let (start, end) = (
                mark.span.start.max(stretch.start),
                mark.span.end.min(stretch.end),
            );
            cuts.entry(start.0).or_default().1.push(index);
            cuts.entry(end.0).or_default().0.push(index);
        }
    }
    let ends = cuts.keys().copied().skip(1).chain([stretch.end.0]);
    let ends: Vec<usize> = ends.collect();
    let mut open: BTreeSet<usize> = BTreeSet::new();
    html! {
        @for ((start, (ended, begun)), end) in cuts.iter().zip(ends) {
            @let () = ended.iter().for_each(|index| { open.remove(index); });
            @let () = open.extend(begun);
            @for index in begun {
                @if let Some(mark) = marks.get(*index).filter(|mark| named.insert(mark.decision)) {
                    a id=(format!("q{}", mark.decision)) {}
                }
            }
            // A place has one address, on the page where it begins.
            @for mark in begun.iter().filter_map(|index| marks.get(*index)) {
                @if let Some(place) = mark.place.filter(|_| mark.span.start.0 == *start) {
                    a id=(format!("q{}-{place}", mark.decision)) {}
                }
            }
            @let text = document.slice(ByteSpan::new(*start, end)).unwrap_or_default();
            @if let Some(mark) = open.first().and_then(|index| marks.get(*index)) {
                a.mark href=(format!("#d{}", mark.decision)) {
                    mark class=(mark.class) title=(mark.field) { (shown(text)) }
                }
            } @else {
                (shown(text))
            }
        }
    }
}

/// The document's own characters, with those nobody would see spelled out. Where a page
/// ends, the line ends.
fn shown(text: &str) -> String {
    let text = text.replace("\n\u{c}", "\n").replace('\u{c}', "\n");
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => format!("{}\n", visible(line)),
            None => visible(line),
        })
        .collect()
}
