//! The look at accepted quotes: what stands in a PDF's text and is not seen on its page is no
//! evidence for somebody who will look at the page.

use std::collections::BTreeMap;

use groundstop_contract::report::Report;
use groundstop_contract::{CharacterFlag, Decision};
use groundstop_document::{ByteOffset, ByteSpan, CharOffset, Document};
use groundstop_read::{FileKind, PageLook, kind_of};

use super::{DocumentInput, Engine};
use crate::control::{RunControl, Stage};
use crate::error::EngineError;
use crate::read::ReaderError;

/// How many pages one worker draws.
const PAGES_AT_ONCE: usize = 24;

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
}

/// The letters, digits and currency signs of accepted quotes, by their page. What was read from a
/// picture was seen, and other marks may have hardly any ink.
fn quoted_characters(document: &Document, report: &Report) -> BTreeMap<u32, Vec<ByteSpan>> {
    let mut pages: BTreeMap<u32, Vec<ByteSpan>> = BTreeMap::new();
    let accepted = report
        .decisions
        .iter()
        .filter(|decision| decision.decision == Decision::Accept)
        .filter_map(|decision| decision.evidence.as_ref());
    for (start, end) in accepted.flat_map(|evidence| &evidence.segments) {
        let at = |count: u64| {
            let count = usize::try_from(count).ok()?;
            document.byte_of(CharOffset(count))
        };
        let Some((start, end)) = at(*start).zip(at(*end)) else {
            continue;
        };
        let span = ByteSpan { start, end };
        if document.flags_in(span).contains(&CharacterFlag::Ocr) {
            continue;
        }
        let said = document.slice(span).unwrap_or_default();
        for (offset, c) in said.char_indices() {
            let from = start.0.saturating_add(offset);
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

fn is_inked(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '$' | '\u{a3}' | '\u{a5}' | '\u{20ac}' | '\u{20b9}' | '%')
}
