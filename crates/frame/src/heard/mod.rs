//! The frame of a quote in the languages beside English whose words are known.
//!
//! The grammar is one and the words are data (`language`): a sentence is cut into
//! parts; words that take a statement back count in the value's own part wherever
//! they stand in it, before or after the value, because German and Dutch put a verb
//! and its denial last. A part before it counts where it governs the value's (`… dass`,
//! `que`, `che`, `dat`), where it is a case the value holds in, and where the value's part has no
//! verb of its own. A verb before `dass` that is not known leaves the value unclear.

mod around;
mod lexicon;
mod parts;
mod sentence;

use std::ops::Range;

use groundstop_language::Language;
use groundstop_value::Kind;

use crate::Frame;
use crate::asks::Asks;

pub(crate) use around::heading;
pub(crate) use lexicon::{Lexicon, lexicon_of};

/// The frame of the value at `span` in the sentence `range`, in one language.
pub(crate) fn frame(
    language: &Language,
    kind: &Kind,
    text: &str,
    range: &Range<usize>,
    span: &Range<usize>,
    asks: &Asks,
) -> Frame {
    let Some(lexicon) = lexicon_of(language) else {
        return Frame::Asserted;
    };
    let said = parts::Said::new(lexicon, text, range.clone(), span);
    sentence::frame(kind, text, range, span, &said, asks).or(|| around::frame(text, range, &said))
}

/// What stands around a whole sentence in one language.
pub(crate) fn frame_of_sentence(language: &Language, text: &str, span: &Range<usize>) -> Frame {
    match lexicon_of(language) {
        Some(lexicon) => {
            let said = parts::Said::new(lexicon, text, span.clone(), span);
            around::frame(text, span, &said)
        }
        None => Frame::Asserted,
    }
}
