//! Superseded values: what an amendment takes out, and what used to hold.
//!
//! In "deleting X and inserting Y" X is withdrawn and Y is not: a word of
//! insertion between the deletion and the value saves it.

use groundstop_contract::RejectCode::Superseded;

use super::Withdrawal;
use super::pattern::{holds, patterns};
use super::place::Place;
use crate::kind::Kind;

patterns! {
    /// A word that takes out what follows.
    DELETING = r"\b(?:deleting|deletes?|deletion of|striking(?: out)?|in place of|in substitution (?:for|of))\b";
    /// A word that puts in what follows.
    INSERTING = r"\b(?:with|insert\w*|substitut\w*|adding|add|therefor|to read|as follows|in its place|within|by)\b";
    /// Everyday verbs take out a value only when it is replaced on the spot.
    REPLACING = r"\b(?:replacing|replaces?|remov(?:ing|es?)|substituting)(?: the| such| each| all| any| references? to| reference to| words?| figure| amount| date| number| percentage| phrase){0,4}\s*<o>$";
    REPLACED_WITH = r"^<c>\s*(?:[^;.,]{0,40} )?(?:with|by|and (?:inserting|substituting|replacing))\b";
    FOR_WORDS = r"\bfor(?: the)? (?:words?|figures?|letters?|expression|brackets?|sum|amount)(?:,? (?:and |or )?(?:words?|figures?|letters?|brackets?))*\s*<o>$";
    SUBSTITUTED_AFTER = r"\bsubstituted\b";
    SUBSTITUTED_FOR = r"\bsubstitut(?:ing|ed|e)\b[^;.]{0,80}\bfor (?:the |such )?<o>$";
    /// "X is hereby deleted", "X is replaced by Y".
    PASSIVE = r"^<c>(?:[^;.]{0,40}?\b)?<is> (?:deleted|omitted|superseded|stricken|struck|rescinded|read as|amended(?: and restated)?(?: in its entirety)? to (?:read|be))\b";
    REPLACED_BY = r"^<c>(?:(?:in|of) Section [0-9.]{1,8} )?<is>(?: deleted and)? replaced (?:in its entirety )?(?:by|with)\b";
    /// Words of an amendment, without which "deleted" may speak of records and files.
    AMENDING = r"\bhereby\b|\bamend|\bsections?\b|\bclauses?\b|\bparagraph|\breferences?\b|\bdefinition|\bwords?\b|\bfigures?\b|\bphrase\b|\bamount of\b|\brate of\b";
    /// Words after a deletion that lead to another thing than what is deleted.
    ELSEWHERE = r"\b(?:by|within|after|before|than|on|at|for|under|from|until|upon)\b";
    CHANGED = r"^<c>(?:is|are|was|were|has been|have been)(?: hereby)? (?:changed|increased|decreased|reduced|extended|revised|lowered|raised|amended|postponed) to\b";
    GONE = r"^[^;.,]{0,60}\b(?:is|was|has been|are|were)? ?(?:no longer (?:in effect|applies|applicable|valid|in force)|superseded)\b";
    /// "Formerly", "previously".
    FORMERLY = r"\b(?:formerly|previously|originally|theretofore|prior to (?:the|this|such) amendment|as originally),? <w>{0,3}<o>$";
    FORMERLY_NEAR = r"\b(?:formerly|previously|originally)(?: known as| called| named)?(?: an?| the| of)?\s*<o>$";
    FORMER_NAME = r"\b(?:prior|previous|former|old|superseded) (?:monthly |annual |base |interest |purchase |expiration |maturity |closing |effective )?(?:rent|rate|price|amount|fee|date|term|name|address|salary)(?: of| was| is|:|,)?\s*<o>$";
    WAS = r"\b(?:was|were|used to be) <w>{0,2}$";
    UNTIL = r"^[^;.]{0,40}\buntil\b";
    /// "Increased from X to Y", "extend the date from X to Y".
    FROM = r"\b(?:increas|decreas|reduc|chang|amend|rais|lower|revis|adjust)\w*\b[^;.]{0,80}\bfrom\s*<o>$";
    FROM_DATE = r"\b(?:chang|amend|revis|postpon)\w*\b[^;.]{0,80}\bfrom\s*<o>$|\b(?:extend|mov)(?:s|ing|ed|e)? (?:the|its|such|each|hereby) [^;.]{0,60}\bfrom\s*<o>$|\b(?:is|are|was|were|been)(?: hereby)? (?:extended|moved) from\s*<o>$";
    TO = r"^<c>\s*(?:\([^)]{0,40}\) )?\s*(?:per <w>)?to\b";
    HEREBY_AFTER = r"^[^;.]{0,60}\bhereby\b|^\s*has been superseded\b";
    STRUCK = r"(?:<s>|<del>|<strike>|\[deleted:)[^\]<]{0,200}$";
    INITIALLY = r"\b(?:initially|at first)(?: an?| the| of| at| set at)?\s*<o>$";
    NOW = r"^[^;.]{0,60}\b(?:is|are) (?:now|currently)\b|^[^;.]{0,60}\b(?:has since|was later|were later)\b";
    MARKED = r"^<c>[(\[]\s*(?:deleted|struck(?: out)?|superseded|withdrawn|void|obsolete|replaced|cancell?ed|removed)\b[^)\]]{0,40}[)\]]";
    STRUCK_FROM = r"~~[^~]{0,200}$";
    STRUCK_TO = r"^[^~]{0,200}~~";
}

/// Whether the value was taken out or used to hold.
pub(crate) fn superseded(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    if *kind == Kind::Text {
        return deleted(place)
            .or_else(|| place.if_before(Superseded, &FORMERLY_NEAR))
            .or_else(|| struck(place))
            .or_else(|| {
                place
                    .if_after(Superseded, &PASSIVE)
                    .filter(|_| quoted(place))
            });
    }
    deleted(place)
        .or_else(|| place.if_around(Superseded, &REPLACING, &REPLACED_WITH))
        .or_else(|| place.if_before(Superseded, &SUBSTITUTED_FOR))
        .or_else(|| place.if_around(Superseded, &FOR_WORDS, &SUBSTITUTED_AFTER))
        .or_else(|| {
            place
                .if_after(Superseded, &PASSIVE)
                .filter(|_| amending(place))
        })
        .or_else(|| place.if_after(Superseded, &REPLACED_BY))
        .or_else(|| place.if_after(Superseded, &CHANGED))
        .or_else(|| place.if_after(Superseded, &GONE))
        .or_else(|| place.if_before(Superseded, formerly(kind)))
        .or_else(|| place.if_before(Superseded, &FORMER_NAME))
        .or_else(|| place.if_around(Superseded, &WAS, &UNTIL))
        .or_else(|| place.if_around(Superseded, &INITIALLY, &NOW))
        .or_else(|| place.if_around(Superseded, from(kind), &TO))
        .or_else(|| struck(place))
}

/// Text that is marked as struck out.
fn struck(place: &Place<'_>) -> Option<Withdrawal> {
    commented(place)
        .or_else(|| place.if_after(Superseded, &MARKED))
        .or_else(|| place.if_before(Superseded, &STRUCK))
        .or_else(|| place.if_around(Superseded, &STRUCK_FROM, &STRUCK_TO))
}

/// A comment of the source: nobody who reads the document sees it.
fn commented(place: &Place<'_>) -> Option<Withdrawal> {
    const REACH_MAX_BYTES: usize = 2_000;
    let head = place.text.get(..place.span.start)?;
    let from = head.ceil_char_boundary(head.len().saturating_sub(REACH_MAX_BYTES));
    let near = head.get(from..)?;
    let open = near
        .rfind("<!--")
        .filter(|open| !near.get(*open..).unwrap_or("").contains("-->"))?;
    let found = open..open.saturating_add(4);
    Some(place.because(Superseded, from, found))
}

/// Counts and times stand near "previously" for other reasons: "previously paid within 30 days".
fn formerly(kind: &Kind) -> &'static super::pattern::Pattern {
    match kind {
        Kind::Duration | Kind::Number { .. } | Kind::Boolean { .. } => &FORMERLY_NEAR,
        Kind::Date { .. }
        | Kind::Money { .. }
        | Kind::Percent { .. }
        | Kind::Choice { .. }
        | Kind::Text => &FORMERLY,
    }
}

/// A deletion before the value that nothing has turned into an insertion.
fn deleted(place: &Place<'_>) -> Option<Withdrawal> {
    const REACH_MAX_BYTES: usize = 120;
    let (found, gap) = place.gaps_before(&DELETING).pop()?;
    let near = gap.len() <= REACH_MAX_BYTES && !gap.contains([';', ',']);
    let direct = quoted(place) || !holds(&ELSEWHERE, gap);
    (near && direct && !holds(&INSERTING, gap)).then(|| place.because_before(Superseded, found))
}

/// A lease "extends from" a date to another; only an amount is simply raised from one to another.
fn from(kind: &Kind) -> &'static super::pattern::Pattern {
    if matches!(kind, Kind::Date { .. }) {
        &FROM_DATE
    } else {
        &FROM
    }
}

fn amending(place: &Place<'_>) -> bool {
    quoted(place) || holds(&AMENDING, place.before()) || holds(&HEREBY_AFTER, place.after())
}

fn quoted(place: &Place<'_>) -> bool {
    place.before().trim_end().ends_with(['“', '"', '‘'])
}
