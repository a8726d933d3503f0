//! Dates one would have to compute: "thirty days after January 5, 2024".
//!
//! The date in such an expression is stated, but it is where the counting
//! starts and not the date that is meant.

use groundstop_contract::RejectCode::Computed;

use super::Withdrawal;
use super::pattern::{find, patterns};
use super::place::Place;

patterns! {
    COUNTED = r"\b(?:days?|weeks?|months?|quarters?|years?|hours?)[’']?\)? (?:(?:immediately |next )?(?:after|following|before|preceding)|prior to|subsequent to)(?: the)?(?: date of)?\s*$";
    ANNIVERSARY = r"\b(?:anniversary|anniversaries) (?:of|following|after)(?: the)?(?: date of)?\s*$";
    WITHIN_OF = r"\bwithin [^;,.]{0,40}\b(?:days?|weeks?|months?|years?) of(?: the)?\s*$";
    EXPRESSION = r"\b(?:days?|weeks?|months?|quarters?|years?) (?:after|following|from|before|prior to|preceding)\b|\banniversary of\b|\bthe date (?:that|which) is\b";
}

/// Whether the date is only the base of a computation.
pub(crate) fn computed(place: &Place<'_>) -> Option<Withdrawal> {
    place
        .if_before(Computed, &COUNTED)
        .or_else(|| place.if_before(Computed, &ANNIVERSARY))
        .or_else(|| place.if_before(Computed, &WITHIN_OF))
        .or_else(|| {
            find(&EXPRESSION, place.inside())
                .map(|found| place.because(Computed, place.span.start, found))
        })
}
