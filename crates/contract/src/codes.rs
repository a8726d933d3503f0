//! Every code a decision can carry, each list closed and in its own order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares a closed list of codes with their spelling and an array of all of them.
macro_rules! codes {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)+
        }

        impl $name {
            /// All codes, in their fixed order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The code as it is written in JSON.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self { $($name::$variant => $code,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.code())
            }
        }
    };
}

pub(crate) use codes;

codes! {
    /// How a field ends.
    Decision {
        /// The value stands in the document, and its quote is proof of it.
        Accept = "ACCEPT",
        /// The value is not released; the proof says why.
        Stop = "STOP",
        /// A person has to look: a named doubt is left.
        NeedReview = "NEED_REVIEW",
    }
}

codes! {
    /// The STOP triggers, in the order in which they are evaluated.
    StopReason {
        /// Nothing was proposed, or everything proposed was set aside.
        NoCandidatesFound = "no_candidates_found",
        /// Different values were proposed for one field.
        ConflictingValues = "conflicting_values",
        /// The best candidate is less certain than the threshold.
        InsufficientConfidence = "insufficient_confidence",
        /// The value comes without a span of the document.
        MissingEvidence = "missing_evidence",
        /// The quote, its place or the value in it does not hold.
        EvidenceIntegrityFailed = "evidence_integrity_failed",
    }
}

codes! {
    /// Why evidence failed the integrity check.
    IssueCode {
        /// The quote has no visible character.
        QuoteEmpty = "quote_empty",
        /// The quote does not stand in the document.
        QuoteNotFound = "quote_not_found",
        /// The quote stands in the document, but not on the page named.
        QuoteNotOnPage = "quote_not_on_page",
        /// The document has no such page.
        PageOutOfRange = "page_out_of_range",
        /// The end of the offsets does not lie after their start.
        OffsetReversed = "offset_reversed",
        /// The offsets point past the end of the document.
        OffsetOutOfRange = "offset_out_of_range",
        /// The quote does not stand at the offsets named.
        OffsetMismatch = "offset_mismatch",
        /// No occurrence of the quote has the prefix or suffix named.
        ContextMismatch = "context_mismatch",
        /// The quote does not say the value.
        ValueNotInQuote = "value_not_in_quote",
        /// The value is a piece of a longer value.
        ValueCut = "value_cut",
        /// The quote says several different values and nothing names one.
        ValueAmbiguousInQuote = "value_ambiguous_in_quote",
        /// The value's own quote does not stand inside the quote.
        ValueQuoteNotInQuote = "value_quote_not_in_quote",
        /// The value does not stand in the cell that the row and column heads named lead to.
        CellMismatch = "cell_mismatch",
        /// The search gave up at its limit of work.
        SearchLimit = "search_limit",
    }
}

codes! {
    /// The doubts that lead to NEED_REVIEW; nothing else does.
    ReviewCode {
        /// Values differ, and the schema does not stop on conflict.
        ConflictRelaxed = "conflict_relaxed",
        /// There is no span, and the schema does not require one.
        OffsetsRelaxed = "offsets_relaxed",
        /// Only letter case or punctuation differs, and the schema does not require an exact quote.
        QuoteRelaxed = "quote_relaxed",
        /// A word broken at a line end could be spelled with or without its hyphen.
        Hyphenation = "hyphenation",
        /// A text value begins or ends inside a run of letters or digits.
        EdgeInToken = "edge_in_token",
        /// Direction controls change the visible order of the quoted characters.
        DirectionOverride = "direction_override",
        /// Pages of the document could not be read.
        UnreadPages = "unread_pages",
        /// The quote has hidden, inferred or unmapped characters.
        FlaggedCharacters = "flagged_characters",
        /// The quote was read from a picture.
        Ocr = "ocr",
        /// Two readers of the document differ at the quote.
        ReadersDiffer = "readers_differ",
        /// A word that can take the statement back has it in its reach.
        FrameUnclear = "frame_unclear",
        /// The words around give the value to another field, or to none.
        OtherField = "other_field",
        /// The document states a bound, and the field does not ask for one.
        Bound = "bound",
        /// A reading of the document gives the field another value, less surely than a conflict asks.
        RivalFound = "rival_found",
        /// The quote's paragraph holds a change that nobody has accepted or rejected.
        TrackedChange = "tracked_change",
        /// Figures of the document that belong together contradict each other.
        SumDiffers = "sum_differs",
    }
}

codes! {
    /// Why a proposed value was set aside before it was judged.
    RejectCode {
        /// The type of the field cannot read the value.
        ValueNotOfType = "value_not_of_type",
        /// A blank, a bracketed placeholder, "to be determined".
        Placeholder = "placeholder",
        /// The text is blacked out or withheld.
        Redacted = "redacted",
        /// The text calls the value approximate, expected or estimated.
        Estimate = "estimate",
        /// The text picks among values by a condition.
        Conditional = "conditional",
        /// The text denies the value.
        Negated = "negated",
        /// The value belongs to another document.
        OtherDocument = "other_document",
        /// The value belongs to another field.
        OtherField = "other_field",
        /// The value is an example.
        Example = "example",
        /// The text was amended, replaced or deleted.
        Superseded = "superseded",
        /// The value would have to be computed from what the text says.
        Computed = "computed",
        /// The text is an order addressed to its reader.
        Instruction = "instruction",
        /// Somebody says it or disputes it; the document does not say it.
        Reported = "reported",
        /// Somebody proposes, plans or wants it.
        Proposed = "proposed",
        /// The text only supposes it.
        Supposed = "supposed",
        /// The text asks whether it is so.
        Asked = "asked",
        /// The words around are too weak a sign of the field.
        WeakContext = "weak_context",
    }
}

codes! {
    /// What kind of difference separates a quote from the nearest text.
    DifferenceKind {
        /// Another number.
        Number = "number",
        /// Another date.
        Date = "date",
        /// A negation more or less.
        Negation = "negation",
        /// Another modal verb.
        Modal = "modal",
        /// Another unit.
        Unit = "unit",
        /// Another party, or parties exchanged.
        Party = "party",
        /// The same words in another order.
        Order = "order",
        /// Words that the document does not have.
        Insertion = "insertion",
        /// Words of the document left out.
        Deletion = "deletion",
        /// Only letter case.
        Case = "case",
        /// Only punctuation.
        Punctuation = "punctuation",
        /// Other words.
        Wording = "wording",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_spelled_in_json_as_it_is_printed() {
        for reason in StopReason::ALL {
            let json = serde_json::to_string(reason).unwrap();
            assert_eq!(json, format!("\"{}\"", reason.code()));
        }
        for decision in Decision::ALL {
            let json = serde_json::to_string(decision).unwrap();
            assert_eq!(json, format!("\"{}\"", decision.code()));
        }
    }

    #[test]
    fn the_triggers_stand_in_the_order_of_the_contract() {
        let codes: Vec<_> = StopReason::ALL.iter().map(|reason| reason.code()).collect();
        assert_eq!(
            codes,
            [
                "no_candidates_found",
                "conflicting_values",
                "insufficient_confidence",
                "missing_evidence",
                "evidence_integrity_failed"
            ]
        );
    }
}
