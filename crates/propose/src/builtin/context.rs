//! What every reader of a field needs to see of the document.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use groundstop_contract::{FieldRecord, Position};
use groundstop_value::Cue;
use groundstop_value::context::sentence_around;

use super::dateline;
use super::scan::{Hit, Scanner};
use super::signs::{Feature, sign};
use super::structure::{Part, Structure};
use super::term;

/// How far a quote reaches around a value that stands far from its cue.
const AROUND_BYTES: usize = 80;

/// The cover is looked at this far back from the opening.
const COVER_BYTES: usize = 2_000;

/// A letter bears its date in this many bytes.
const HEAD_BYTES: usize = 1_000;

/// A document, its structure, and the schema's fields.
pub(crate) struct Context<'a> {
    pub(crate) text: &'a str,
    pub(crate) structure: &'a Structure,
    pub(crate) scanner: &'a Scanner,
    pub(crate) fields: &'a [FieldRecord],
    pub(crate) sections: &'a [Vec<Cue>],
    /// The signs of every date that was looked at, for the next cue or field that meets it.
    pub(crate) dates: RefCell<BTreeMap<(usize, usize), Vec<Feature>>>,
}

impl Context<'_> {
    /// What tells for what a date stands.
    pub(crate) fn date_features(&self, date: &Range<usize>) -> Vec<Feature> {
        let known = || {
            let mut features = dateline::features(self.text, date);
            features.extend(term::sign_of(self.text, date).map(Feature::from));
            if self.is_alone(date) {
                features.push(sign!("alone on its line").into());
            }
            features
        };
        let mut dates = self.dates.borrow_mut();
        let seen = dates.entry((date.start, date.end)).or_insert_with(known);
        seen.clone()
    }

    /// Whether what was found by its words is a phrase that itself says the value read there.
    pub(crate) fn tells(&self, field: usize, hit: &Hit, reading: &Range<usize>) -> bool {
        let phrase = self.scanner.phrase(hit);
        let overlap = hit.place.start < reading.end && reading.start < hit.place.end;
        let mut fields = self.fields.get(field).into_iter();
        overlap && fields.any(|field| field.telling_phrases().any(|one| one == phrase))
    }

    pub(crate) fn wants_opening(&self, field: usize) -> bool {
        let field = self.fields.get(field);
        field.is_some_and(|field| field.position == Some(Position::Opening))
    }

    /// Whether the schema expects the field in another part of the document.
    pub(crate) fn is_out_of_place(&self, field: usize, at: usize) -> bool {
        let wanted = self.fields.get(field).and_then(|field| field.position);
        let part = self.structure.part(at);
        match wanted {
            None => false,
            // A document that bears its date at its end bears it there.
            Some(Position::Opening) => matches!(part, Part::Body | Part::Attached),
            Some(Position::Signature) => part != Part::Signature,
        }
    }

    /// The head of the document, the cover and the opening.
    pub(crate) fn opening_reach(&self) -> Vec<Range<usize>> {
        let cut = |at: usize| self.text.floor_char_boundary(at.min(self.text.len()));
        let Some(opening) = &self.structure.opening else {
            return std::iter::once(0..cut(COVER_BYTES)).collect();
        };
        let start = cut(opening.start.saturating_sub(COVER_BYTES));
        if start <= HEAD_BYTES {
            return std::iter::once(0..opening.end).collect();
        }
        [0..cut(HEAD_BYTES), start..opening.end].into()
    }

    /// Whether the headings above are those of the field.
    pub(crate) fn section_features(&self, field: usize, at: usize) -> Vec<Feature> {
        let cues = self.sections.get(field).map_or(&[][..], Vec::as_slice);
        if cues.is_empty() {
            return Vec::new();
        }
        let mut under = self
            .structure
            .headings(at)
            .filter_map(|heading| self.text.get(heading.clone()));
        let fits = under.any(|heading| cues.iter().any(|cue| cue.find(heading).is_some()));
        vec![
            if fits {
                sign!("under its heading")
            } else {
                sign!("under another heading")
            }
            .into(),
        ]
    }

    /// Whether nothing else stands on the line.
    pub(crate) fn is_alone(&self, place: &Range<usize>) -> bool {
        let before = self.text.get(..place.start).unwrap_or_default();
        let after = self.text.get(place.end..).unwrap_or_default();
        let blank = |c: &char| matches!(c, ' ' | '\t' | '\r' | '(' | ')' | '.' | ',');
        let left = before.chars().rev().find(|c| !blank(c));
        let right = after.chars().find(|c| !blank(c));
        left.is_none_or(|c| c == '\n') && right.is_none_or(|c| c == '\n')
    }

    /// A stretch moved outwards to the ends of its words.
    pub(crate) fn widen(&self, range: Range<usize>) -> Range<usize> {
        let before = self.text.get(..range.start).unwrap_or_default();
        let start = before
            .rfind(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
            .map_or(0, |at| {
                at.saturating_add(
                    before
                        .get(at..)
                        .and_then(|rest| rest.chars().next())
                        .map_or(1, char::len_utf8),
                )
            });
        let after = self.text.get(range.end..).unwrap_or_default();
        let len = after
            .find(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
            .unwrap_or(after.len());
        start..range.end.saturating_add(len)
    }

    /// The sentence of a value, or some words around it where the sentence is long.
    pub(crate) fn sentence(&self, value: Range<usize>, most: usize) -> Range<usize> {
        let range = sentence_around(self.text, value.clone());
        let said = self.text.get(range.clone()).unwrap_or_default();
        let head = said.len().saturating_sub(said.trim_start().len());
        let start = range.start.saturating_add(head);
        let whole = start..start.saturating_add(said.trim().len());
        match whole.len() <= most && whole.start <= value.start && value.end <= whole.end {
            true => whole,
            false => self.around(value),
        }
    }

    /// A few words on both sides of a value, inside its paragraph.
    pub(crate) fn around(&self, value: Range<usize>) -> Range<usize> {
        let low = self
            .text
            .ceil_char_boundary(value.start.saturating_sub(AROUND_BYTES));
        let high = self
            .text
            .floor_char_boundary(value.end.saturating_add(AROUND_BYTES).min(self.text.len()));
        let head = self.text.get(low..value.start).unwrap_or_default();
        let head_cut = head.rfind('\n').map_or_else(
            || {
                head.find(char::is_whitespace)
                    .map_or(head.len(), |at| at.saturating_add(1))
            },
            |at| at.saturating_add(1),
        );
        let head_cut = if low == 0 && !head.contains('\n') {
            0
        } else {
            head_cut
        };
        let tail = self.text.get(value.end..high).unwrap_or_default();
        let tail_cut = tail
            .find('\n')
            .or_else(|| tail.rfind(char::is_whitespace))
            .unwrap_or(0);
        let start = self
            .text
            .ceil_char_boundary(low.saturating_add(head_cut))
            .min(value.start);
        let end = value.end.saturating_add(tail_cut);
        trim(self.text, start..end, &value)
    }
}

/// A range without the white space at its edges, never smaller than the value.
pub(crate) fn trim(text: &str, range: Range<usize>, value: &Range<usize>) -> Range<usize> {
    let inner = text.get(range.clone()).unwrap_or_default();
    let lead = inner.len().saturating_sub(inner.trim_start().len());
    let trail = inner.len().saturating_sub(inner.trim_end().len());
    range.start.saturating_add(lead).min(value.start)
        ..range.end.saturating_sub(trail).max(value.end)
}
