//! A term stated from end to end: "the lease begins on April 1, 2023 and ends on March 31, 2028".
//!
//! Such a sentence says of both dates what they are, wherever it stands; few labelled contracts have
//! one, so its dates are weighed with weights of their own and not with those of all dates.

use std::ops::Range;

use super::pattern::{holds, patterns};
use super::signs::{Name, sign};

/// How far around a date the other one is looked for.
const REACH_BYTES: usize = 240;

/// What begins or ends: the instrument, or its term.
macro_rules! subject {
    () => {
        r#"(?i)\b(?:this|the|its|said)\s+(?:[<l>-]+\s+){0,3}?(?:term|lease|tenancy|agreement|contract|licen[sc]e|subscription|engagement)(?:\s+of\s+(?:this|the)\s+[^.;,]{3,40}?)?(?:\s*\([^()]{0,60}\))?,?\s+(?:(?:shall|will)\s+)?(?:begins?|commences?|starts?|runs?)\s+"#
    };
}

patterns! {
    /// What leads to the day on which a term begins.
    BEGINS = concat!(subject!(), r"(?:on|from|as of)?\s*(?:the\s+)?$");
    /// What follows that day: the other one.
    GOES_ON = r"(?i)^(?:\s*\([^()]{0,60}\))?,?\s+(?:and|until|through|to)\b[^.;]{0,60}?(?:\b(?:ends?|ending|expires?|expiring|terminates?|concludes?|continues?\s[^.;]{0,40}?until|until|through|to)\s+)(?:on\s+|at\s+midnight\s+on\s+)?(?:the\s+)?(?:<month>|\d)";
    RUNS_TO = r"(?i)^(?:\s*\([^()]{0,60}\))?,?\s+(?:until|through|to)\s+(?:the\s+)?(?:<month>|\d)";
    /// What leads to the day on which it ends.
    ENDS = concat!(subject!(), r"(?:on|from|as of)?\s*[^.;]{0,10}\d[^.;]{0,90}?\b(?:(?:ends?|ending|expires?|expiring|terminates?|concludes?)\s+(?:on\s+|at\s+midnight\s+on\s+)?|(?:until|through|to)\s+)(?:the\s+)?$");
    /// A term that is not the one agreed on now.
    ANOTHER = r"(?i)\b(?:additional|renewal|renewed|extended|extension|option(?:al)?|second|third|fourth|next|trial|each|any|prior|previous|existing)\s+(?:[<l>-]+\s+){0,2}(?:term|lease|tenancy|agreement|contract|licen[sc]e|subscription|engagement)\b[^.;]{0,160}$";
}

/// What a date is to a term that is stated from end to end.
pub(crate) fn sign_of(text: &str, value: &Range<usize>) -> Option<Name> {
    let low = text.ceil_char_boundary(value.start.saturating_sub(REACH_BYTES));
    let high = text.floor_char_boundary(value.end.saturating_add(REACH_BYTES).min(text.len()));
    let before = text.get(low..value.start)?;
    let after = text.get(value.end..high)?;
    let start = || holds(&BEGINS, before) && (holds(&GOES_ON, after) || holds(&RUNS_TO, after));
    let sign = if start() {
        sign!("begins a stated term")
    } else if holds(&ENDS, before) {
        sign!("ends a stated term")
    } else {
        return None;
    };
    (!holds(&ANOTHER, before)).then_some(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signs of the first and the last date, told by their months.
    fn signs(text: &str) -> [Option<Name>; 2] {
        let at = |day: &str| {
            let start = text.find(day).unwrap();
            sign_of(text, &(start..start + day.len()))
        };
        [at("April 1, 2023"), at("March 31, 2028")]
    }

    #[test]
    fn both_ends_of_a_stated_term_are_told() {
        let both = [
            Some(sign!("begins a stated term")),
            Some(sign!("ends a stated term")),
        ];
        for text in [
            "The lease begins on April 1, 2023 and ends on March 31, 2028.",
            "The initial term of this Agreement shall commence on April 1, 2023 and shall expire on March 31, 2028.",
            "The term (the \"Term\") will start April 1, 2023, and end on March 31, 2028.",
            "This Agreement runs from April 1, 2023 to March 31, 2028.",
            "The Term shall commence on April 1, 2023 (the \"Start\") and continue in full force until March 31, 2028.",
        ] {
            assert_eq!(signs(text), both, "{text}");
        }
    }

    #[test]
    fn other_terms_and_other_things_are_not() {
        for text in [
            "The renewal term begins on April 1, 2023 and ends on March 31, 2028.",
            "Phase I will commence on April 1, 2023 and end on March 31, 2028.",
            "The lease begins on April 1, 2023. Rent is due. The audit ends on March 31, 2028.",
            "The lease was signed on April 1, 2023 and ends on March 31, 2028.",
        ] {
            assert_eq!(signs(text), [None, None], "{text}");
        }
    }
}
