//! Text read from the picture of a page, put into a document that lacked it.

use groundstop_contract::CharacterFlag;
use serde::{Deserialize, Serialize};

use crate::{Area, ByteOffset, ByteSpan, Document, DocumentBuilder, PageState};

/// A word read from a picture, and how sure its reader was of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureWord {
    /// Which characters.
    pub span: ByteSpan,
    /// How sure the reader was, out of a hundred.
    pub confidence_percent: u8,
}

/// What was read from the picture of one page; spans are within `text`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureText {
    /// The page's words in reading order.
    pub text: String,
    /// Each word with its place on the page.
    pub words: Vec<(PictureWord, Area)>,
}

impl DocumentBuilder {
    /// Puts what was read from its picture on an unread page, which is read
    /// then. Every character is flagged; those of a word its reader was less
    /// sure of than `sure_percent` are flagged as inferred too.
    pub fn read_picture(&mut self, page: u32, read: &PictureText, sure_percent: u8) {
        let Some(index) = usize::try_from(page).ok().and_then(|n| n.checked_sub(1)) else {
            return;
        };
        let Some(known) = self.pages.get_mut(index) else {
            return;
        };
        known.state = PageState::Read;
        let own = self
            .text
            .get(known.span.start.0..known.span.end.0)
            .unwrap_or_default();
        let kept = own.strip_suffix('\u{c}').unwrap_or(own);
        let apart = if kept.trim().is_empty() { "" } else { "\n" };
        let at = known.span.start.0.saturating_add(kept.len());
        self.insert(index, at, &format!("{apart}{}", read.text));
        let start = at.saturating_add(apart.len());
        let shifted = |span: ByteSpan| {
            ByteSpan::new(
                start.saturating_add(span.start.0),
                start.saturating_add(span.end.0),
            )
        };
        self.flag(
            shifted(ByteSpan::new(0, read.text.len())),
            CharacterFlag::Ocr,
        );
        for (word, area) in &read.words {
            let span = shifted(word.span);
            if word.confidence_percent < sure_percent {
                self.flag(span, CharacterFlag::Inferred);
            }
            let letters = read.text.get(word.span.start.0..word.span.end.0);
            for (offset, _) in letters.unwrap_or_default().char_indices() {
                self.char_box(ByteOffset(span.start.0.saturating_add(offset)), *area);
            }
            self.words.push(PictureWord {
                span,
                confidence_percent: word.confidence_percent,
            });
        }
    }

    /// Says who else read a part of the document.
    pub fn also_read_by(&mut self, reader: &str) {
        self.reader = format!("{} + {reader}", self.reader);
    }

    /// Inserts text; everything that lies behind moves, and the page of this index grows.
    fn insert(&mut self, grown: usize, at: usize, text: &str) {
        if !self.text.is_char_boundary(at) {
            return;
        }
        self.text.insert_str(at, text);
        let moved = |offset: &mut ByteOffset| {
            if offset.0 >= at {
                offset.0 = offset.0.saturating_add(text.len());
            }
        };
        let moved_span = |span: &mut ByteSpan| {
            // What ends where the new text begins does not hold it.
            moved(&mut span.start);
            if span.end.0 > at {
                moved(&mut span.end);
            }
        };
        for (index, page) in self.pages.iter_mut().enumerate().skip(grown) {
            if index > grown {
                page.span.start.0 = page.span.start.0.saturating_add(text.len());
            }
            page.span.end.0 = page.span.end.0.saturating_add(text.len());
        }
        self.boxes.iter_mut().for_each(|known| moved(&mut known.at));
        self.furniture.iter_mut().for_each(moved_span);
        self.flagged
            .iter_mut()
            .for_each(|flagged| moved_span(&mut flagged.span));
        self.words
            .iter_mut()
            .for_each(|word| moved_span(&mut word.span));
        for table in &mut self.tables {
            table.spans_mut().for_each(moved_span);
        }
    }
}

impl Document {
    /// Whether a page is unread that a picture of it would show.
    #[must_use]
    pub fn has_pictures_unread(&self) -> bool {
        let shown = |state: &PageState| {
            matches!(
                state,
                PageState::Unread {
                    in_picture: true,
                    ..
                }
            )
        };
        self.pages.iter().any(|page| shown(&page.state))
    }

    /// The words that were read from pictures, in order.
    #[must_use]
    pub fn picture_words(&self) -> &[PictureWord] {
        &self.words
    }

    /// How sure the reader of the picture was of the word a byte belongs to.
    #[must_use]
    pub fn confidence_at(&self, byte: ByteOffset) -> Option<u8> {
        let after = self.words.partition_point(|word| word.span.start <= byte);
        let word = self.words.get(after.checked_sub(1)?)?;
        (byte < word.span.end).then_some(word.confidence_percent)
    }
}
