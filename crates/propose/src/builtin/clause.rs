//! What a length of time is for, told by the clause it stands in.
//!
//! "Ninety days before the end, unless" stops a renewal; "for one more year"
//! is one; "two years from the date hereof" is how long an agreement lasts. No
//! single word tells them apart, so the signs here are whole phrases, and those
//! of them that mean something only together are joined.

use std::ops::Range;

use super::pattern::{holds, patterns};
use super::signs::{Feature, Name, sign};

/// How far from its value a phrase is looked for.
const NEAR_BYTES: usize = 130;

/// How far back the sentence before is looked at.
const BACK_BYTES: usize = 420;

patterns! {
    /// "… before the end of the then-current term", "… written notice prior to expiration".
    BEFORE_END = r"(?i)^[’']?s?[’']?[,)]?\s*(?:(?:in|of|written|prior|advance|advanced|notice|notification|calendar|business|days?[’']?)\s+){0,6}(?:prior to|before|preceding|in advance of|ahead of)\s+(?:[<l>’'-]+,?\s+){0,9}?(?:end|ends|expir[<l>]*|terminat[<l>]*|anniversary|conclusion|completion|renewal|commencement|beginning|start|last day|date on which)\b";
    /// "ninety (90) days' prior written notice".
    OF_NOTICE = r"(?i)^[’']?s?[’']?[,)]?\s*(?:(?:in|of|prior|advance|advanced|written|calendar|business|previous)\s+){0,4}(?:notice|notification)\b";
    /// "notice of at least", "notifies the other in writing not later than".
    NOTICE_LEADS = r"(?i)\b(?:notice|notif[<l>]*|notification|advise[<l>]*|inform[<l>]*)\b[^.;]{0,100}$";
    RENEWS = r"(?i)\b(?:renew[<l>]*|exten(?:d|ds|ded|ding|sion|sions)|prolong[<l>]*|successive|roll over|continue (?:thereafter|automatically|in (?:full )?(?:force|effect))|year[- ]to[- ]year|month[- ]to[- ]month)\b";
    AUTOMATIC = r"(?i)\b(?:automatic(?:ally)?|tacitly|shall (?:be )?(?:renew|extend|continue)|will (?:be )?(?:renew|extend|continue)|be deemed)";
    REFUSED = r"(?i)\b(?:non-?\s?renew[<l>]*|not (?:to )?(?:be )?(?:renew|extend|continue)[<l>]*|(?:intent|intention|election|desire|decision|wish)[^.;]{0,30}(?:not to|to terminate|to cancel|to discontinue)|elects? (?:not )?to (?:terminate|renew|extend)|to the contrary|unless|until (?:it is )?terminated|until (?:either|one|any) party)\b";
    /// The end of every request for a renewal.
    TO_RENEW = r"(?i)\bto (?:renew|extend|seek|negotiat)";
    /// Notice that asks for a renewal: an option exercised, a wish to renew.
    ASKED = r"(?i)\b(?:option|right|may|wish(?:es)?|desires?|elects?|intent(?:ion)?|intends?|request(?:s|ed)?|exercis[<l>]*|apply|applies|negotiat[<l>]*)\b[^.;]{0,50}?\bto (?:renew|extend|seek|negotiat[<l>]*)\b";
    /// What else time is given for.
    OTHERWISE = r"(?i)\b(?:cure[ds]?|breach(?:es)?|remed(?:y|ied)|default[<l>]*|invoices?|pay(?:able|ment)?|insolven[<l>]*|bankrupt[<l>]*|force majeure|audit[<l>]*|inspect[<l>]*|insurance|dispute[<l>]*|warrant(?:y|ies)|deliver(?:y|ed|ies)|ship[<l>]*|change of control|assign[<l>]*|fails?|failure)\b";
    ANY_TIME = r"(?i)\b(?:at any time|for any (?:or no )?reason|without cause|for convenience|with or without|for its convenience|no cause)\b";
    /// "for an additional", "for successive terms of", "renewed for a further".
    RENEWAL_LEADS = r"(?i)\b(?:renew[<l>]*|exten(?:d|ds|ded|ding|sion|sions)|prolong[<l>]*|additional|successive|consecutive|further|subsequent|another)\b[^.;]{0,60}$";
    PERIODS_AFTER = r"(?i)^[’']?s?[’']?[,)]?\s*(?:(?:each|renewal|additional|successive|extension|extended|option|long|in length|further)\s+){0,3}(?:terms?|periods?|extensions?|renewals?|increments?|basis|intervals?|each)\b";
    LASTS_LEADS = r"(?i)\b(?:term|duration|terminat[<l>]*|expir[<l>]*|continu[<l>]*|remain[<l>]*|surviv[<l>]*|effective|effect|force|valid|cease[<l>]*|lapse[<l>]*|in effect|binding|last)\b[^.;]{0,90}$";
    /// "The term of this Agreement shall be".
    TERM_IS = r"(?i)\bterm(?: of (?:this|the) (?:[<l>-]+ ){0,3}?(?:agreement|contract|letter|lease|undertaking))?,?(?: [^.;]{0,40}?)? (?:shall|will|is|be|of)\b[^.;]{0,40}$";
    /// "This Agreement shall terminate", "… will remain in effect for".
    ITSELF_ENDS = r"(?i)\b(?:this|the) (?:[<l>-]+ ){0,3}?(?:agreement|contract|letter|undertaking|nda|cda)\b[^.;]{0,90}?\b(?:terminates?|expires?|cease|lapse|remains? in|continues?|be (?:valid|in effect|in force|effective|binding)|in (?:full )?(?:force|effect))\b[^.;]{0,60}$";
    SURVIVES = r"(?i)\bsurviv[<l>]*\b[^.;]{0,120}$|\bterminated (?:by|at|upon)\b[^.;]{0,120}$";
    SELF = r"(?i)\b(?:this|the|such) (?:[<l>-]+ ){0,3}?(?:agreement|contract|letter|undertaking|nda|cda|lease)\b";
    SINCE = r"(?i)^[’']?s?[’']?[,)]?\s*(?:[(][^)]{0,40}[)]\s*)?(?:from|after|following|commencing|beginning|starting|since|of|as of)\s+(?:and including |on |with |from )?(?:its|the|this|such|an?)?\s*(?:[<l>]+ ){0,3}?(?:date|effective|execution|signing|signature|agreement|day|hereof|first)\b";
    SECRECY = r"(?i)\b(?:confidential[<l>]*|non-?disclos[<l>]*|secre[<l>]*|obligations?|restrictions?|undertakings?|use of)\b";
    APART = r"(?i)\b(?:solicit[<l>]*|hire|employ[<l>]*|standstill|securities|acquire|tender|trade secrets?|compet[<l>]*)\b";
    AT_LEAST = r"(?i)\b(?:at least|not less than|no(?:t)? (?:later|fewer|less) than|minimum of|least)\s*$";
    AT_MOST = r"(?i)\b(?:within|no(?:t)? more than|not to exceed|up to|maximum of|between|and|nor more than|or)\s*$";
}

/// The signs of the clause around a length of time.
pub(crate) fn features(text: &str, sentence: &Range<usize>, value: &Range<usize>) -> Vec<Feature> {
    let low = value.start.saturating_sub(NEAR_BYTES).max(sentence.start);
    let high = value.end.saturating_add(NEAR_BYTES).min(text.len());
    let back = sentence.start.saturating_sub(BACK_BYTES);
    let part = |from: usize, to: usize| {
        let from = text.ceil_char_boundary(from);
        text.get(from..text.floor_char_boundary(to))
            .unwrap_or_default()
    };
    let (before, after) = (part(low, value.start), part(value.end, high));
    let whole = part(sentence.start, sentence.end.max(value.end));
    let earlier = part(back, sentence.start);

    let before_end = holds(&BEFORE_END, after);
    let of_notice = holds(&OF_NOTICE, after);
    let led_by_notice = holds(&NOTICE_LEADS, before);
    let at_least = holds(&AT_LEAST, before);
    let notice = before_end && (led_by_notice || of_notice || at_least);
    let renews = holds(&RENEWS, whole);
    let automatic = renews && holds(&AUTOMATIC, whole);
    let refused = holds(&REFUSED, whole);
    let asked = !refused && holds(&TO_RENEW, whole) && holds(&ASKED, whole);
    let renewed_before = !renews && holds(&RENEWS, earlier);
    let apart = holds(&APART, whole);
    let survives = holds(&SURVIVES, before);
    let otherwise = holds(&OTHERWISE, whole);
    let lasts = holds(&LASTS_LEADS, before);
    let since = holds(&SINCE, after);
    let itself = holds(&SELF, whole);
    let renewal_length = holds(&RENEWAL_LEADS, before) && !of_notice && !before_end;
    let term_is = says_term(before) && holds(&TERM_IS, before);
    let ends = lasts && !survives && holds(&ITSELF_ENDS, before);
    let signs: [(bool, Name); 29] = [
        (before_end, sign!("before an end")),
        (of_notice, sign!("of notice")),
        (led_by_notice, sign!("after notice")),
        (renews, sign!("renewal in its sentence")),
        (renewed_before, sign!("renewal in the sentence before")),
        (asked, sign!("asks for a renewal")),
        (otherwise, sign!("about something else")),
        (holds(&ANY_TIME, whole), sign!("at any time")),
        (at_least, sign!("at least")),
        (holds(&AT_MOST, before), sign!("at most")),
        (
            automatic && refused && (before_end || of_notice),
            sign!("stops an automatic renewal"),
        ),
        (
            renews && refused && notice,
            sign!("notice against a renewal before an end"),
        ),
        (
            notice && renewed_before,
            sign!("notice before an end, after a renewal"),
        ),
        (
            renews && of_notice && !otherwise,
            sign!("notice beside a renewal, nothing else"),
        ),
        (
            before_end && refused && !otherwise,
            sign!("refused before an end, nothing else"),
        ),
        (renewal_length, sign!("length of a renewal")),
        (
            renewal_length && holds(&PERIODS_AFTER, after),
            sign!("length of renewed periods"),
        ),
        (
            renewal_length && automatic,
            sign!("length of an automatic renewal"),
        ),
        (lasts, sign!("how long it lasts")),
        (since, sign!("counted from a date")),
        (lasts && since, sign!("lasts from a date")),
        (
            lasts && since && itself,
            sign!("this instrument lasts from a date"),
        ),
        (
            lasts && itself && !otherwise && !apart,
            sign!("this instrument lasts, nothing else"),
        ),
        (
            since && holds(&SECRECY, whole),
            sign!("secrecy from a date"),
        ),
        (apart, sign!("another promise")),
        (term_is, sign!("the term is")),
        (survives, sign!("outlives the instrument")),
        (ends && !of_notice, sign!("this instrument ends by itself")),
        (
            (ends || term_is) && since && !apart,
            sign!("the term, from a date, nothing else"),
        ),
    ];
    signs
        .into_iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, sign)| sign.into())
        .collect()
}

/// Whether a text has the word at all; the phrase around it is dearer to look for.
fn says_term(text: &str) -> bool {
    text.as_bytes()
        .windows(4)
        .any(|four| four.eq_ignore_ascii_case(b"term"))
}
