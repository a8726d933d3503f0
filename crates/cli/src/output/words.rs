//! The codes of a proof in plain words.

use groundstop_contract::{
    DifferenceKind, FieldDecision, FieldType, IssueCode, RejectCode, ReviewCode, StopProof,
    StopReason, WireValue,
};

use super::visible;

/// A field's value as a person writes it. A percentage carries the sign or the words that its quote
/// has, and none that is not written there.
pub(crate) fn value_of(kind: FieldType, given: &WireValue, quote: Option<&str>) -> String {
    let text = value(given);
    let bare = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    match quote.filter(|_| kind == FieldType::Percent && bare) {
        Some(quote) => format!("{text}{}", sign_in(quote)),
        None => text,
    }
}

/// How a quote says that a number is a percentage.
fn sign_in(quote: &str) -> &'static str {
    const SIGNS: [(&str, &str); 5] = [
        ("%", "%"),
        ("percent", " percent"),
        ("per centum", " per centum"),
        ("per cent", " per cent"),
        ("prozent", " Prozent"),
    ];
    let quote = quote.to_lowercase();
    let quote = quote.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = SIGNS.iter().find(|(sign, _)| quote.contains(sign));
    found.map_or("", |(_, shown)| shown)
}

/// A value as a person writes it.
fn value(value: &WireValue) -> String {
    match value {
        WireValue::Boolean(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        WireValue::Money(money) => {
            format!("{} {}", visible(&money.currency), visible(&money.amount))
        }
        WireValue::Duration(duration) => {
            let unit = duration.unit.code().replace('_', " ");
            let plural = if duration.count == "1" { "" } else { "s" };
            format!("{} {unit}{plural}", visible(&duration.count))
        }
        WireValue::Text(text) => visible(text),
    }
}

/// Why a field stopped; nothing where it did not.
pub(crate) fn stopped(decision: &FieldDecision) -> Option<&'static str> {
    Some(match decision.stop_reason? {
        StopReason::NoCandidatesFound if has_rejected(decision) => {
            "everything that was proposed was set aside"
        }
        StopReason::NoCandidatesFound => "nothing was proposed",
        StopReason::ConflictingValues => "different values were found",
        StopReason::InsufficientConfidence => "the proposer is not sure enough",
        StopReason::MissingEvidence => "the value came without a quote",
        StopReason::EvidenceIntegrityFailed => "the evidence does not hold",
    })
}

/// Whether something was proposed for a field and set aside.
fn has_rejected(decision: &FieldDecision) -> bool {
    match &decision.stop_proof {
        Some(StopProof::NoCandidates(proof)) => {
            let detail = proof.detail.as_ref();
            detail.is_some_and(|detail| !detail.rejected.is_empty())
        }
        Some(
            StopProof::Review(_)
            | StopProof::Conflict(_)
            | StopProof::Confidence(_)
            | StopProof::Integrity(_)
            | StopProof::Missing(_),
        )
        | None => false,
    }
}

pub(crate) fn issue(code: IssueCode) -> &'static str {
    match code {
        IssueCode::QuoteEmpty => "the quote has no visible character",
        IssueCode::QuoteNotFound => "the quote is not in the document",
        IssueCode::QuoteNotOnPage => "the quote is not on the page it names",
        IssueCode::PageOutOfRange => "the document has no such page",
        IssueCode::OffsetReversed => "the offsets end before they start",
        IssueCode::OffsetOutOfRange => "the offsets lie outside the document",
        IssueCode::OffsetMismatch => "the quote does not stand at its offsets",
        IssueCode::ContextMismatch => "the quote does not stand between its prefix and suffix",
        IssueCode::ValueNotInQuote => "the quote does not say the value",
        IssueCode::ValueCut => "the value is cut out of a longer one",
        IssueCode::ValueAmbiguousInQuote => "the quote says several values",
        IssueCode::ValueQuoteNotInQuote => "the value's own quote is not inside the quote",
        IssueCode::CellMismatch => "the value is not in the cell of the row and column named",
        IssueCode::SearchLimit => "the search reached its limit of work",
    }
}

pub(crate) fn review(code: ReviewCode) -> &'static str {
    match code {
        ReviewCode::ConflictRelaxed => "different values were found, and the schema lets that pass",
        ReviewCode::OffsetsRelaxed => "there is no quote, and the schema lets that pass",
        ReviewCode::QuoteRelaxed => {
            "letter case, punctuation or an ellipsis differs, and the schema lets that pass"
        }
        ReviewCode::Hyphenation => "a word broken at a line end has two possible spellings",
        ReviewCode::EdgeInToken => "the value begins or ends inside a word or number",
        ReviewCode::DirectionOverride => "direction controls change what a reader sees",
        ReviewCode::UnreadPages => "some pages could not be read",
        ReviewCode::FlaggedCharacters => "some characters are hidden or uncertain",
        ReviewCode::Ocr => "the quote was read from a picture",
        ReviewCode::ReadersDiffer => "two readers of the document differ here",
        ReviewCode::FrameUnclear => "words around the value may take it back",
        ReviewCode::OtherField => "the words around do not give the value to this field",
        ReviewCode::Bound => "the document states a bound, and the field does not ask for one",
        ReviewCode::RivalFound => "the document may give this field another value elsewhere",
        ReviewCode::TrackedChange => {
            "somebody changed this paragraph, and nobody has accepted that"
        }
        ReviewCode::SumDiffers => "net and tax do not add up to the total",
    }
}

pub(crate) fn rejected(code: RejectCode) -> &'static str {
    match code {
        RejectCode::ValueNotOfType => "not a value of the field's type",
        RejectCode::Placeholder => "a placeholder",
        RejectCode::Redacted => "redacted",
        RejectCode::Estimate => "an estimate",
        RejectCode::Conditional => "depends on a condition",
        RejectCode::Negated => "the text denies it",
        RejectCode::OtherDocument => "of another document",
        RejectCode::OtherField => "of another field",
        RejectCode::Example => "an example",
        RejectCode::Superseded => "superseded",
        RejectCode::Computed => "would have to be computed",
        RejectCode::Instruction => "an order to the reader",
        RejectCode::Reported => "somebody says it, the document does not",
        RejectCode::Proposed => "only proposed, planned or wanted",
        RejectCode::Supposed => "only supposed",
        RejectCode::Asked => "only asked",
        RejectCode::WeakContext => "too weak a sign of the field",
    }
}

pub(crate) fn difference(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Number => "another number",
        DifferenceKind::Date => "another date",
        DifferenceKind::Negation => "a negation more or less",
        DifferenceKind::Modal => "another modal verb",
        DifferenceKind::Unit => "another unit",
        DifferenceKind::Party => "another party",
        DifferenceKind::Order => "another order of words",
        DifferenceKind::Insertion => "words the document does not have",
        DifferenceKind::Deletion => "words left out",
        DifferenceKind::Case => "letter case",
        DifferenceKind::Punctuation => "punctuation",
        DifferenceKind::Wording => "other words",
    }
}
