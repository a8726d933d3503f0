//! Whether a statute enacts what it says, or only shows, explains, proposes or deletes it.
//!
//! Conditions, bounds and exceptions are a rule's data and never take it back. Text
//! that is quoted as deleted or replaced, given as an example, proposed by a
//! memorandum or explained in a note states no rule.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_frame::{Frame, frame_of_sentence};
use groundstop_value::context::sentence_around;

use crate::statute::Statute;

/// Headings under which a bill only explains or shows.
const EXPLAINING: &[&str] = &[
    "example",
    "explanatory memorandum",
    "explanatory note",
    "illustration",
    "memorandum explaining",
    "notes on clauses",
    "statement of objects",
];
/// Words by which a sentence tells of law that is not, or not yet, enacted by it.
const TELLING: &[&str] = &[
    "existing provision",
    "for example",
    "for instance",
    "it is further proposed",
    "it is proposed",
    "it is, therefore, proposed",
    "prior to its amendment",
    "prior to the amendment",
    "prior to their amendment",
    "stood before",
    "under the existing",
];

/// Whether a place stands under a heading that only explains or shows, as a reason.
pub(crate) fn shown_under(statute: &Statute<'_>, place: usize) -> Option<&'static str> {
    let block = statute.outline.at(place);
    let above = block.map(|block| statute.above(block)).unwrap_or_default();
    let mut headings = above.split(" / ");
    headings
        .any(|heading| EXPLAINING.iter().any(|words| heading.starts_with(words)))
        .then_some("the text stands under a heading that only explains or shows")
}

/// Why the words at a place of the flow state no rule; nothing where they do.
pub(crate) fn taken_back(statute: &Statute<'_>, quote: &Range<usize>) -> Option<&'static str> {
    let text = statute.flow.text();
    if let Some(reason) = shown_under(statute, quote.start) {
        return Some(reason);
    }
    let block = statute.outline.at(quote.start);
    let above = block.map(|block| statute.above(block)).unwrap_or_default();
    if TELLING.iter().any(|words| above.contains(words)) {
        return Some("the words that lead into it tell of law that is not enacted here");
    }
    let sentence = sentence_around(text, quote.clone());
    let lower = text.get(sentence).unwrap_or_default().to_ascii_lowercase();
    if TELLING.iter().any(|words| lower.contains(words)) {
        return Some("the sentence tells of law that it does not enact");
    }
    match frame_of_sentence(text, quote.clone()) {
        Frame::Withdrawn { code, .. } => reason(code),
        Frame::Asserted | Frame::Unclear { .. } | Frame::Bound { .. } | Frame::Unheard(_) => None,
    }
}

/// What a code means for a rule; nothing for what is a rule's own data.
fn reason(code: RejectCode) -> Option<&'static str> {
    match code {
        RejectCode::Superseded => Some("the text around gives this as deleted or replaced"),
        RejectCode::Example => Some("the text around gives this as an example"),
        RejectCode::Proposed => Some("the text around only proposes this"),
        RejectCode::Reported | RejectCode::Supposed | RejectCode::OtherDocument => {
            Some("the text around gives this as the words of another text")
        }
        RejectCode::ValueNotOfType
        | RejectCode::Placeholder
        | RejectCode::Redacted
        | RejectCode::Estimate
        | RejectCode::Conditional
        | RejectCode::Negated
        | RejectCode::OtherField
        | RejectCode::Computed
        | RejectCode::Instruction
        | RejectCode::Asked
        | RejectCode::WeakContext => None,
    }
}
