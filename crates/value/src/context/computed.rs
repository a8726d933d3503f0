//! Values one would have to compute: "thirty days after January 5, 2024", "10% of $500".
//!
//! The value in such an expression is stated, but it is where the counting
//! starts and not the one that is meant.

use groundstop_contract::RejectCode::Computed;

use super::Withdrawal;
use super::pattern::{find, find_all, holds, patterns};
use super::place::Place;
use crate::kind::Kind;
use crate::read::read_all;

patterns! {
    COUNTED = r"\b(?:days?|weeks?|months?|quarters?|years?|hours?)[’']?\)? (?:(?:immediately |next )?(?:after|following|before|preceding)|prior to|subsequent to)(?: the)?(?: date of)?\s*$";
    ANNIVERSARY = r"\b(?:anniversary|anniversaries) (?:of|following|after)(?: the)?(?: date of)?\s*$";
    WITHIN_OF = r"\bwithin [^;,.]{0,40}\b(?:days?|weeks?|months?|years?) of(?: the)?\s*$";
    EXPRESSION = r"\b(?:days?|weeks?|months?|quarters?|years?) (?:after|following|from|before|prior to|preceding)\b|\banniversary of\b|\bthe date (?:that|which) is\b";
    /// "30 days from", right before the date.
    FROM = r"^[’')]{0,2} from(?: and after)?(?: the)?(?: date of)?\s*$";
    /// A term that starts on the date states it.
    TERM_OF = r"\b(?:term|period|duration)(?: of)?\W*$|\b(?:for|during|of)(?: an?| the)?\W*$";
    TERM = r"\b(?:term|period|warranty|duration|lease|tenure|valid|effective|in force|continu\w*|runs?)\b";
    DUE = r"\b(?:due|payable|paid|expir\w+|closing|closes?|occurs?|lapses?|terminat\w+|ends?|matures?|no later than|not later than|deadline)\b|\b(?:starts?|begins?|commences?|takes? effect)\W*$";
    COUNTS = r"\b(?:is|are|be|falls?|within|by|on the date)\W*$|^\W*$";
    /// A product or a part.
    TIMES = r"(?:[0-9)] ?[x×*]|\b[a-z]+ x)\s*<o>$|(?:[0-9)]|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|several)(?: and a half)?) times(?: the)?\s*<o>$|\b(?:twice|thrice|double|triple|multiplied by)(?: the)?\s*<o>$|(?:%|\bper ?cent\.?)\)? of(?: the)?(?: (?:sum|amount) of)?\s*<o>$";
    TIMES_AFTER = r"^<c>\s*(?:multiplied by|times|[x×*]\s*[0-9])";
    /// The caption of a table whose figures are short of their noughts.
    CAPTION = r"[(\[]\s*(?:\$|us\$|usd|eur|amounts?|figures?|dollars|all|stated|expressed|presented|shown|are|unaudited,?|[\s,])*in (?:thousands|millions|billions|lakhs?|crores?)\b[^)\]]{0,60}[)\]]|\b(?:amounts?|figures?|expressed|stated|presented|shown|reported|dollars|values?)(?: are| is)?(?: expressed| stated| presented| shown| reported)? in (?:thousands|millions|billions|lakhs|crores)\b|\bin (?:thousands|millions|billions|lakhs|crores) of (?:us |u\.s\. |canadian |indian |united states )?(?:dollars|euros?|pounds|francs|yen|rupees|usd|eur|gbp|chf|inr)\b|[(\[][$€£₹]?\s?['’]?000(?:['’]?s)?(?: omitted)?[)\]]";
    SENTENCE_END = r"[.;!?][)\]”]?\s+";
    PER_SHARE = r"\bper (?:common )?share\b";
}

/// Whether the date is only the base of a computation.
pub(crate) fn computed(place: &Place<'_>) -> Option<Withdrawal> {
    place
        .if_before(Computed, &COUNTED)
        .or_else(|| place.if_before(Computed, &ANNIVERSARY))
        .or_else(|| place.if_before(Computed, &WITHIN_OF))
        .or_else(|| counted_from(place))
        .or_else(|| {
            find(&EXPRESSION, place.inside())
                .map(|found| place.because(Computed, place.span.start, found))
        })
}

/// "Due 30 days from X" means another date than X; "a term of two years from X" states X.
fn counted_from(place: &Place<'_>) -> Option<Withdrawal> {
    let before = place.before();
    let length = read_all(&Kind::Duration, before).pop()?;
    let head = before.get(..length.span.start)?;
    if !holds(&FROM, before.get(length.span.end..)?) || holds(&TERM_OF, head) {
        return None;
    }
    let another = holds(&DUE, head) || holds(&COUNTS, head) && !holds(&TERM, head);
    another.then(|| place.because_before(Computed, length.span.start..before.len()))
}

/// Whether an amount is only a factor, or stands under a caption that multiplies it.
pub(crate) fn factor(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    let product = || {
        place
            .if_before(Computed, &TIMES)
            .or_else(|| place.if_after(Computed, &TIMES_AFTER))
    };
    match kind {
        Kind::Money { .. } => product().or_else(|| captioned(place)),
        Kind::Percent { .. } => product(),
        Kind::Number { .. } => captioned(place),
        Kind::Date { .. }
        | Kind::Duration
        | Kind::Boolean { .. }
        | Kind::Choice { .. }
        | Kind::Text => None,
    }
}

/// "(in thousands)" on the lines right before: the figure is not what it says.
fn captioned(place: &Place<'_>) -> Option<Withdrawal> {
    const REACH_MAX_BYTES: usize = 200;
    let head = place.text.get(..place.span.start)?;
    let from = head.ceil_char_boundary(head.len().saturating_sub(REACH_MAX_BYTES));
    let near = head.get(from..)?;
    let cut = find_all(&SENTENCE_END, near).pop().map_or(0, |end| end.end);
    let near = near.get(cut..)?;
    let found = find_all(&CAPTION, near).pop()?;
    let line = near.get(found.end..)?;
    let after = place.after();
    let after = after.get(..after.floor_char_boundary(40))?;
    // Amounts per share are never shortened.
    let single = holds(&PER_SHARE, line) || holds(&PER_SHARE, after);
    let base = from.saturating_add(cut);
    (!single).then(|| place.because(Computed, base, found))
}
