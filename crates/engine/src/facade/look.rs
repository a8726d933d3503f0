//! The look at accepted quotes: what stands in a PDF's text and is not seen on its page is no
//! evidence for somebody who will look at the page.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use groundstop_contract::report::Report;
use groundstop_contract::{CharacterFlag, Decision};
use groundstop_document::{
    Area, ByteOffset, ByteSpan, CharOffset, Document, DrawnReading, DrawnWords, PageSize,
};
use groundstop_evidence::is_drawn_as;
use groundstop_read::{FileKind, PageLook, Picture, kind_of};

use super::documents::unread;
use super::{DocumentInput, Engine};
use crate::control::{RunControl, Stage};
use crate::error::EngineError;
use crate::read::{Ocr, Reader, ReaderError, WAYS};

/// How many pages one worker draws.
const PAGES_AT_ONCE: usize = 24;
/// How many drawn lines of one document are read.
const LINES_MAX: usize = 400;

impl Engine {
    /// The spans of accepted quotes that are not seen on their pages. What cannot be drawn is not seen.
    ///
    /// # Errors
    /// Where it was cancelled, or no worker can be started.
    pub(super) fn unseen(
        &self,
        input: DocumentInput<'_>,
        document: &Document,
        report: &Report,
        control: RunControl<'_>,
    ) -> Result<Vec<ByteSpan>, EngineError> {
        if kind_of(input.bytes) != FileKind::Pdf {
            return Ok(Vec::new());
        }
        let quoted = quoted_characters(document, report);
        if quoted.is_empty() {
            return Ok(Vec::new());
        }
        control.stage(Stage::Looking)?;
        let mut reader = self.reader(input.reading)?;
        let pages: Vec<(u32, Vec<ByteSpan>)> = quoted.into_iter().collect();
        let mut unseen = Vec::new();
        for batch in pages.chunks(PAGES_AT_ONCE) {
            control.go_on()?;
            let wanted = batch.iter().map(|(page, spans)| PageLook {
                page: *page,
                areas: spans
                    .iter()
                    .filter_map(|span| document.box_at(span.start))
                    .collect(),
            });
            let seen = match reader.look(input.bytes, wanted.collect()) {
                Ok(seen) => seen,
                Err(ReaderError::Cancelled) => return Err(EngineError::cancelled()),
                Err(_) => Vec::new(),
            };
            for (number, (_, spans)) in batch.iter().enumerate() {
                let seen = seen.get(number).map_or(&[][..], Vec::as_slice);
                let missed = spans.iter().enumerate();
                let missed = missed.filter(|(at, _)| seen.get(*at) != Some(&true));
                unseen.extend(missed.map(|(_, span)| *span));
            }
        }
        Ok(unseen)
    }

    /// Who reads drawn lines, where somebody asks for it.
    pub(super) fn looks(&self, language: Option<&str>) -> Result<Option<Ocr>, EngineError> {
        language
            .map(|language| self.tesseract("--look", language))
            .transpose()
    }

    /// The drawn lines of accepted quotes, read by whoever reads pictures; nothing where nobody
    /// is asked to, or the file has no drawn pages.
    ///
    /// # Errors
    /// Where it was cancelled, or Tesseract does not run.
    pub(super) fn drawn(
        &self,
        input: DocumentInput<'_>,
        document: &Document,
        report: &Report,
        looks: Option<Ocr>,
        control: RunControl<'_>,
    ) -> Result<Option<DrawnReading>, EngineError> {
        let Some(ocr) = looks.filter(|_| kind_of(input.bytes) == FileKind::Pdf) else {
            return Ok(None);
        };
        control.stage(Stage::Looking)?;
        let mut reader = self.reader(input.reading)?;
        let failed = |error: ReaderError| unread(&error, input.label);
        let name = ocr.name(&reader).map_err(failed)?;
        let mut pictures = Pictures::default();
        let mut differing = Vec::new();
        for (number, line) in quoted_lines(document, report).into_iter().enumerate() {
            control.go_on()?;
            let read = match number < LINES_MAX {
                true => pictures
                    .read(&mut reader, (&ocr, input.bytes), document, &line)
                    .map_err(failed)?,
                false => Some(Err("there are more lines than are read".to_owned())),
            };
            differing.extend(read.map(|read| DrawnWords {
                span: line.span,
                read,
            }));
        }
        Ok(Some(DrawnReading {
            reader: name,
            differing,
        }))
    }
}

/// Words of a quote that stand on one line of a page.
struct QuotedLine {
    page: u32,
    span: ByteSpan,
    area: Area,
}

/// The drawings of one page.
#[derive(Default)]
struct Pictures {
    page: u32,
    drawn: BTreeMap<u16, Picture>,
}

impl Pictures {
    /// What is read where a line stands, if it is not the line: in every way there is.
    fn read(
        &mut self,
        reader: &mut Reader,
        (ocr, bytes): (&Ocr, &[u8]),
        document: &Document,
        line: &QuotedLine,
    ) -> Result<Option<Result<String, String>>, ReaderError> {
        let words = document.slice(line.span).unwrap_or_default();
        let Some(size) = page_size(document, line.page) else {
            return Ok(Some(Err("the page has no size".to_owned())));
        };
        if line.page != self.page {
            self.page = line.page;
            self.drawn.clear();
        }
        let mut first = None;
        for way in WAYS {
            let picture = match self.drawn.entry(way.dpi) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => match reader.draw(bytes, line.page, way.dpi) {
                    Ok(picture) => place.insert(picture),
                    Err(error) => return Ok(Some(Err(error.to_string()))),
                },
            };
            let read = reader.read_place(ocr, picture, (size, line.area), way)?;
            if is_drawn_as(words, &read) {
                return Ok(None);
            }
            first.get_or_insert(read);
        }
        Ok(first.map(Ok))
    }
}

fn page_size(document: &Document, number: u32) -> Option<PageSize> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    document.pages().get(index)?.size
}

/// The lines of accepted quotes, each once. What was read from a picture was read already.
fn quoted_lines(document: &Document, report: &Report) -> Vec<QuotedLine> {
    let mut lines: Vec<QuotedLine> = Vec::new();
    for span in quoted_spans(document, report) {
        let said = document.slice(span).unwrap_or_default();
        let mut open: Option<QuotedLine> = None;
        for (offset, c) in said.char_indices() {
            let from = span.start.0.saturating_add(offset);
            let one = ByteSpan::new(from, from.saturating_add(c.len_utf8()));
            let Some(area) = document.box_at(one.start) else {
                continue;
            };
            let page = document.page_of(one.start);
            match &mut open {
                Some(line) if line.page == page && is_beside(line.area, area) => {
                    line.span.end = one.end;
                    line.area = line.area.union(area);
                }
                _ => lines.extend(open.replace(QuotedLine {
                    page,
                    span: one,
                    area,
                })),
            }
        }
        lines.extend(open);
    }
    lines.sort_by_key(|line| (line.page, line.span));
    lines.dedup_by_key(|line| line.span);
    lines
}

/// Whether a character goes on with a line: as high as it, and not far off.
fn is_beside(line: Area, next: Area) -> bool {
    let tall = (line.y1 - line.y0).max(1.0);
    let middle = (next.y0 + next.y1) / 2.0;
    let far = 4.0 * tall;
    line.y0 <= middle && middle <= line.y1 && next.x0 >= line.x0 && next.x0 <= line.x1 + far
}

/// The letters, digits and currency signs of accepted quotes, by their page. What was read from a
/// picture was seen, and other marks may have hardly any ink.
fn quoted_characters(document: &Document, report: &Report) -> BTreeMap<u32, Vec<ByteSpan>> {
    let mut pages: BTreeMap<u32, Vec<ByteSpan>> = BTreeMap::new();
    for span in quoted_spans(document, report) {
        let said = document.slice(span).unwrap_or_default();
        for (offset, c) in said.char_indices() {
            let from = span.start.0.saturating_add(offset);
            let one = ByteSpan::new(from, from.saturating_add(c.len_utf8()));
            if is_inked(c) && document.box_at(ByteOffset(from)).is_some() {
                let page = document.page_of(one.start);
                pages.entry(page).or_default().push(one);
            }
        }
    }
    for spans in pages.values_mut() {
        spans.sort_unstable();
        spans.dedup();
    }
    pages
}

/// Where accepted quotes stand, and what states the currency of an amount elsewhere, but for what
/// was read from a picture.
fn quoted_spans(document: &Document, report: &Report) -> Vec<ByteSpan> {
    let accepted = report
        .decisions
        .iter()
        .filter(|decision| decision.decision == Decision::Accept)
        .filter_map(|decision| decision.evidence.as_ref());
    let at = |count: u64| document.byte_of(CharOffset(usize::try_from(count).ok()?));
    let stretches = accepted.flat_map(|evidence| {
        let currency = evidence.currency.iter().map(|said| (said.start, said.end));
        evidence.segments.iter().copied().chain(currency)
    });
    stretches
        .filter_map(|(start, end)| at(start).zip(at(end)))
        .map(|(start, end)| ByteSpan { start, end })
        .filter(|span| !document.flags_in(*span).contains(&CharacterFlag::Ocr))
        .collect()
}

fn is_inked(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '$' | '\u{a3}' | '\u{a5}' | '\u{20ac}' | '\u{20b9}' | '%')
}
