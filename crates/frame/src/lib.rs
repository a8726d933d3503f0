//! The frame of a quote: does the document *say* it, or does it only contain it?
//!
//! A verbatim quote proves that its words stand in the document. Whether the
//! document asserts them is another question, and the words around the quote
//! answer it: its sentence and the clauses in it, the list it is an item of, the
//! quotation or bracket it stands in, the sentence before that announces it, the
//! one after that takes it back, its heading, its footnote. This room asks which
//! of these words can take a statement back and have the value in their reach.
//!
//! Three answers: *asserted*, *withdrawn* with its code, and *unclear* with the
//! word. What can take a statement back and is not understood is unclear, never
//! asserted.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod after;
mod amended;
mod announced;
mod around;
mod asks;
mod base;
mod beside;
mod case;
mod clause;
mod document;
mod governs;
mod heard;
mod idle;
mod instrument;
mod later;
mod lead;
mod lexicon;
mod markup;
mod opening;
mod otherwise;
mod pointing;
mod rival;
mod role;
mod sentence;
mod several;
mod shown;
mod sought;
mod spoken;
mod tax;
#[cfg(test)]
mod tests;
mod thing;
mod titled;
mod token;
mod unit;

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_language::Language;
use groundstop_value::Kind;
use groundstop_value::context::{statement_around, withdrawn};

pub use asks::Asks;
pub use document::Setting;
pub use rival::{Rival, Stated, rivals};
pub use role::{Roles, other_field};
pub use spoken::Unheard;
pub use tax::tax_words;

/// What the words around a value make of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing takes it back.
    Asserted,
    /// The text takes it back.
    Withdrawn {
        /// How.
        code: RejectCode,
        /// The bytes of the text that do it.
        because: Range<usize>,
    },
    /// A word that can take it back has it in its reach.
    Unclear {
        /// The bytes of that word.
        because: Range<usize>,
    },
    /// The text states a bound, and the field does not ask for one.
    Bound {
        /// The bytes of the words that make it one.
        because: Range<usize>,
    },
    /// The sentence is in a language whose words are not known here.
    Unheard(Unheard),
}

impl Frame {
    /// How much a frame takes back, for choosing among several.
    fn rank(&self) -> u8 {
        match self {
            Frame::Withdrawn { .. } => 3,
            Frame::Unclear { .. } | Frame::Unheard(_) => 2,
            Frame::Bound { .. } => 1,
            Frame::Asserted => 0,
        }
    }

    /// The stronger of two; the first where they are equal.
    #[must_use]
    pub fn or(self, other: impl FnOnce() -> Frame) -> Frame {
        if matches!(self, Frame::Withdrawn { .. }) {
            return self;
        }
        let other = other();
        if other.rank() > self.rank() {
            other
        } else {
            self
        }
    }
}

/// Works out the frame of the value at `span` in `text`.
///
/// `text` is the value's surroundings as they are read: page furniture left out,
/// white space plain. What headings, stamps and captions say is asked of `Setting`.
#[must_use]
pub fn frame(kind: &Kind, text: &str, span: Range<usize>, asks: &Asks) -> Frame {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    let span = start..end;
    let range = around::line_bounds(text, statement_around(text, span.clone()), &span);
    frame_in(kind, text, range, span, asks, None)
}

/// The same where the bounds of the sentence are known, and perhaps its language: a row of a form.
pub(crate) fn frame_in(
    kind: &Kind,
    text: &str,
    range: Range<usize>,
    span: Range<usize>,
    asks: &Asks,
    language: Option<&'static Language>,
) -> Frame {
    let Some(sentence) = clause::Sentence::new(text, range.clone(), &span) else {
        return Frame::Asserted;
    };
    let spoken = match language {
        Some(language) => vec![language],
        None => spoken::heard_in(&sentence.tokens, text),
    };
    let mut heard = Frame::Asserted;
    for language in &spoken {
        heard = heard.or(|| heard::frame(language, kind, text, &range, &span, asks));
    }
    if !spoken.is_empty() && (language.is_some() || spoken::is_other(&sentence.tokens)) {
        return named(kind, text, &span, &range, &sentence, asks)
            .or(|| heard)
            .or(|| base::frame(kind, text, &span, asks))
            .or(|| around::frame_of_layout(text, &range, &span));
    }
    named(kind, text, &span, &range, &sentence, asks)
        .or(|| heard)
        .or(|| base::frame(kind, text, &span, asks))
        .or(|| sentence::frame(kind, text, &sentence, asks))
        .or(|| lead::frame(text, &sentence, sentence::is_clause(kind, text, &span)))
        .or(|| beside::frame(kind, &sentence, asks))
        .or(|| instrument::frame(kind, &sentence))
        .or(|| several::frame(kind, text, &range, &span, &sentence, asks))
        .or(|| unit::frame(kind, text, &span, &sentence, asks))
        .or(|| {
            let clause = sentence::is_clause(kind, text, &span);
            around::frame(text, &range, &span, &sentence, clause)
        })
}

/// Works out what stands around a whole sentence: the words that announce it, the quotation it is given
/// in, the sentences after it that take it back. Its own words speak for themselves.
#[must_use]
pub fn frame_of_sentence(text: &str, span: Range<usize>) -> Frame {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    let span = start..end;
    let words = token::tokens(text, span.clone(), &(0..0));
    let spoken = spoken::heard_in(&words, "");
    if !spoken.is_empty() && spoken::is_other(&words) {
        let all = spoken.iter();
        return all.fold(Frame::Asserted, |frame, language| {
            frame.or(|| heard::frame_of_sentence(language, text, &span))
        });
    }
    match clause::Sentence::new(text, span.clone(), &span) {
        Some(sentence) => around::frame(text, &span, &span, &sentence, true),
        None => Frame::Asserted,
    }
}

/// What the narrow patterns around a value say, as far as their words reach it.
fn named(
    kind: &Kind,
    text: &str,
    span: &Range<usize>,
    range: &Range<usize>,
    sentence: &clause::Sentence,
    asks: &Asks,
) -> Frame {
    match withdrawn(kind, text, span.clone()) {
        // What stands on a line of its own after an entry is no part of its sentence.
        Some(found) if found.code == RejectCode::Negated && found.because.start >= range.end => {
            Frame::Asserted
        }
        Some(found)
            if !asks.forgives(kind, found.code) && sentence.heard(found.code, &found.because) =>
        {
            Frame::Withdrawn {
                code: found.code,
                because: found.because,
            }
        }
        _ => Frame::Asserted,
    }
}
