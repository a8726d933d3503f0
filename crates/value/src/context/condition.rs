//! Conditions that pick among values: the value holds only in one of the cases.
//!
//! An ordinary proviso ("unless terminated earlier", "subject to the terms of
//! this Agreement") leaves the value as it is; what counts here is a text that
//! names several values, or one value for one case.

use groundstop_contract::RejectCode::Conditional;

use super::Withdrawal;
use super::pattern::{find, find_all, holds, patterns};
use super::place::Place;
use crate::kind::Kind;
use crate::read::{read_all, read_whole};
use crate::reading::Reading;

patterns! {
    /// The head of a choice by size or time.
    LATER_OF = r"\b(?:later|earlier|latest|earliest|sooner|first|last|greater|greatest|lesser|lower|lowest|higher|highest|larger|smaller|longer|shorter)(?: to occur| to happen) of\b:?|\b(?:later|earlier|latest|earliest|sooner|greater|greatest|lesser|lower|lowest|higher|highest|larger|smaller|longer|shorter) of\b:?";
    ENUMERATOR = r"\((?:[a-z]|[ivx]{1,4}|[0-9]{1,2})\)";
    AND_OR = r"\b(?:and|or)\b";
    /// The value is one of the alternatives before "whichever".
    WHICHEVER_FIRST = r"^(?:\s*\([^)]{0,40}\))?(?: <w>{0,2}|,\s*|\s*)(?:or|and) [^;]{0,140}\b<whichever>";
    WHICHEVER_FAR = r"^ <w>{0,8}(?:or|and) ([^;]{2,140}?)\b<whichever>";
    WHICHEVER_LAST = r"^[^,;]{0,40},?\s*\(?<whichever>";
    ALTERNATIVE = r"\b(?:or|and) (?:\([a-z0-9]{1,4}\) )?<w>{0,4}<o>$";
    /// The other case.
    OTHERWISE = r"(?:[;,]\s*(?:and |but )?|^\W*)(?:otherwise|failing which|in all other cases|in any other case|if not,),? <w>{0,6}$";
    IF_CLAUSE = r"\b(?:if|where|in the event|in case)\b[^;.]{3,300}(?:,|\bthen\b)[^;.]{0,80}$";
    THEN_OTHERWISE = r"^[^.]{0,160}[,;]\s*(?:(?:but |and )?(?:otherwise|else|in all other cases|in any other case|failing which)\b|(?:but |and )?if not\b)";
    /// "5% if A, or 6% if B".
    IF_AFTER = r"^[\s(]+<w>{0,3}if\b[^.]{1,160}\b(?:or|and|but)\b[^.]{0,60}\b(?:if|otherwise|in all other cases)\b";
    IF_ELSE = r"^[\s(]+<w>{0,3}if\b[^.;]{1,160}[,;)]\s*(?:and |but )?(?:otherwise|else|failing which|in all other cases)\b";
    IF_BEFORE = r"\bif\b[^.]{1,160}\b(?:or|and|but) <w>{0,3}$";
    IF_NEXT = r"^[\s(]+<w>{0,3}(?:if|otherwise|in all other cases|in any other case)\b";
    /// "; if later, X".
    IF_AGAIN = r"^[^.;]{0,60};\s*(?:and |but )?if\b";
    AGAIN_IF = r";\s*(?:and |but )?if [^;]{3,100},\s*<w>{0,6}<o>$";
    IF_LATER_AFTER = r"^\s*,?\s*or,? if (?:later|earlier|sooner|greater|higher|less|lower|more)\b";
    IF_LATER_BEFORE = r"\bor,? if (?:later|earlier|sooner|greater|higher|less|lower|more),? <w>{0,4}<o>$";
    /// "X or such later date as the parties agree".
    OR_SUCH_OTHER = r"^<c>\s*[(\[]?\s*or (?:on |at |by |of )?(?:such|any|some|an?) (?:other |later |earlier |higher |lower |greater |lesser )+(?:date|day|time|amount|sum|price|rate|fee|percentage|number|period|term)\b";
    /// "In the event that …, the fee shall be X".
    CASE = r"(?:^|[;:]\s*|\bprovided,?(?: however,?)? that,? |\bhowever,? |\bbut |\band )\W*(?:if|in the event|in case|should|where (?:the|an?|any|such)) [^;]{5,300}?,\s*(?:then,? )?[^,;]{0,80}\b(?:shall|will|would|must) (?:instead |then |automatically |only )?(?:be|become|equal|be deemed to be|be (?:increased|reduced|decreased|extended|changed|adjusted) to)(?: equal to| an?| the| at| in the amount of| an amount equal to){0,2}\s*<o>$";
    IDLE_CASE = r"\bif (?:any|applicable|necessary|required|appropriate|and to the extent)\b";
    /// "Upon approval by the Board".
    APPROVAL_BEFORE = r"\b(?:upon|subject to|conditional (?:up)?on|conditioned (?:up)?on|contingent (?:up)?on) <w>{0,4}(?:approval|ratification|confirmation)\b[^;.]{0,60}$";
    APPROVAL_AFTER = r"^\s*[,(\[]?\s*(?:but )?(?:subject to|upon|conditional (?:up)?on|conditioned (?:up)?on|contingent (?:up)?on) <w>{0,5}(?:approval|ratification|confirmation)\b";
    /// "Either X or Y".
    EITHER = r"\beither <lead-in>";
    MODAL = r"\b(?:shall|will|may|must)\b";
    EITHER_PERSON = r"\beither (?:party|side|case|event|of)\b";
    OR_BEFORE = r"\beither\b([^;.]{2,100})\bor <lead-in>";
    /// A proper name after "or", and "either" with one before it.
    OR_NAME = r"^<c>\s*or (?:the |an? )?(?-i:[A-Z])";
    NAME_OR = r"\beither (?:the |an? )?(?-i:[A-Z])[^;.,]{1,60} or (?:the |an? )?<o>$";
    /// "Assuming closing occurs by".
    ASSUMING = r"\bassuming(?: that)? [^;.,]{1,60}\b(?:occurs?|closes|takes place|is|are|happens|completes|begins|starts)\b[^;.,]{0,30}$";
    DELETE_ONE = r"^[^.;]{0,60}[(\[]\s*(?:please )?(?:delete|strike)(?: out)? (?:as|where|whichever|one|if|the)\b";
    /// A joint between two values, and "between" before them.
    JOINT = r"^\s*(?:to\b|through\b|or\b|[–—/-])\s*(?:an?\b\s*|the\b\s*)?";
    JOINT_BEFORE = r"^\s*(?:to|through|or|[–—/-])\s*(?:an?\s+|the\s+)?<o>$";
    OR_JOINT = r"^\s*(?:or\b|/)";
    AND_JOINT = r"^ and (?:an? |the )?";
    AND_JOINT_BEFORE = r"^ and(?: an?| the)?\s*<o>$";
    BETWEEN = r"\bbetween(?: an?| the)?\s*<o>$";
    /// A change from one value to another states the second.
    CHANGE = r"\b(?:increas|decreas|reduc|chang|amend|rais|lower|revis|adjust|extend|convert|step)\w*\b[^;.]{0,80}$";
    SLASHED = r"/";
    OR_AFTER = r"^[^;.]{0,60}?\bor\b([^;.]{2,80})";
}

/// Whether a condition decides if the value holds.
pub(crate) fn conditional(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    later_of(place)
        .or_else(|| whichever(kind, place))
        .or_else(|| otherwise(place))
        .or_else(|| case(place))
        .or_else(|| approval(kind, place))
        .or_else(|| either(kind, place))
        .or_else(|| open_choice(kind, place))
}

/// Whether the value directly stands in a choice: the only form that counts for text.
pub(crate) fn conditional_tight(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    later_of(place).or_else(|| either(kind, place))
}

/// "Either John Smith or Jane Doe": two names, of which the text chooses neither.
pub(crate) fn either_name(place: &Place<'_>) -> Option<Withdrawal> {
    let named = place.inside().starts_with(char::is_uppercase);
    place
        .if_around(Conditional, &EITHER, &OR_NAME)
        .or_else(|| place.if_before(Conditional, &NAME_OR))
        .filter(|_| named)
}

/// One end of a range, or one of two values joined by "or".
///
/// Dates joined by "to" are the two ends of a period and both stated; and a
/// change "from X to Y" states Y.
pub(crate) fn alternative(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    if matches!(kind, Kind::Boolean { .. } | Kind::Text) {
        return None;
    }
    rival_after(kind, place).or_else(|| rival_before(kind, place))
}

/// How far a rival value is looked for.
const RIVAL_MAX_BYTES: usize = 80;

fn rival_after(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    let after = place.after();
    let after = after.get(..after.floor_char_boundary(RIVAL_MAX_BYTES))?;
    let joint = match find(&JOINT, after) {
        Some(joint) => joint,
        None => find(&AND_JOINT, after)
            .filter(|_| !matches!(kind, Kind::Date { .. } | Kind::Choice { .. }))
            .filter(|_| holds(&BETWEEN, place.before()))?,
    };
    let said = after.get(joint.clone())?;
    let joined = holds(&OR_JOINT, said)
        || !matches!(kind, Kind::Date { .. }) && !holds(&CHANGE, place.before());
    let rest = after.get(joint.end..)?;
    let rival = read_all(kind, rest).into_iter().next()?;
    let found = joint.start..joint.end.saturating_add(rival.span.end);
    (joined && rival.span.start == 0 && !rival.bare && differs(kind, place, &rival))
        .then(|| place.because_after(Conditional, found))
}

fn rival_before(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    let before = place.before();
    let from = before.ceil_char_boundary(before.len().saturating_sub(RIVAL_MAX_BYTES));
    let from = before
        .get(from..)?
        .find(char::is_whitespace)
        .map_or(from, |i| if from == 0 { 0 } else { from.saturating_add(i) });
    let near = before.get(from..)?;
    let rival = read_all(kind, near).pop().filter(|rival| !rival.bare)?;
    let joint = near.get(rival.span.end..)?;
    let head = before.get(..from.saturating_add(rival.span.start))?;
    let range = holds(&JOINT_BEFORE, joint)
        && (holds(&OR_JOINT, joint) || !matches!(kind, Kind::Date { .. }) && !holds(&CHANGE, head));
    let between = holds(&AND_JOINT_BEFORE, joint)
        && holds(&BETWEEN, head)
        && !matches!(kind, Kind::Date { .. } | Kind::Choice { .. });
    let found = from.saturating_add(rival.span.start)..before.len();
    ((range || between) && differs(kind, place, &rival))
        .then(|| place.because_before(Conditional, found))
}

/// Whether another reading says something else than the value here.
fn differs(kind: &Kind, place: &Place<'_>, rival: &Reading) -> bool {
    read_whole(kind, place.inside()).is_none_or(|own| own.values != rival.values)
}

/// "(delete as applicable)", and an option beside another one inside brackets.
fn open_choice(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    if let Some(found) = place.if_after(Conditional, &DELETE_ONE) {
        return Some(found);
    }
    let bracket = place
        .bracket()
        .filter(|_| matches!(kind, Kind::Choice { .. }))?;
    let around = [bracket.start..place.span.start, place.span.end..bracket.end];
    let slashed = around
        .into_iter()
        .any(|part| holds(&SLASHED, place.text.get(part).unwrap_or("")));
    slashed.then_some(Withdrawal {
        code: Conditional,
        because: bracket,
    })
}

/// "The later of (a) X and (b) Y".
fn later_of(place: &Place<'_>) -> Option<Withdrawal> {
    let (found, gap) = place.gaps_before(&LATER_OF).pop()?;
    in_list(gap).then(|| place.because_before(Conditional, found))
}

/// Whether the words from the head of a list to the value stay inside the list.
fn in_list(gap: &str) -> bool {
    if let Some(last) = find_all(&ENUMERATOR, gap).pop() {
        let item = gap.get(last.end..).unwrap_or("");
        return !item.contains([',', ';']) && !holds(&MODAL, item);
    }
    let joints = find_all(&AND_OR, gap);
    let item = match joints.as_slice() {
        [] => gap,
        [joint] => gap.get(joint.end..).unwrap_or(""),
        _ => return false,
    };
    !item.contains([',', ';']) && !holds(&MODAL, item) && item.split_whitespace().count() <= 12
}

fn whichever(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    // Farther off, the other alternative must be a value of the same kind.
    let far = WHICHEVER_FAR.captures(place.after());
    if let Some(captures) = far
        && let (Some(whole), Some(rival)) = (captures.get(0), captures.get(1))
        && reads(kind, rival.as_str())
    {
        return Some(place.because_after(Conditional, whole.range()));
    }
    place.if_after(Conditional, &WHICHEVER_FIRST).or_else(|| {
        holds(&ALTERNATIVE, place.before())
            .then(|| place.if_after(Conditional, &WHICHEVER_LAST))
            .flatten()
    })
}

fn otherwise(place: &Place<'_>) -> Option<Withdrawal> {
    place
        .if_before(Conditional, &OTHERWISE)
        .or_else(|| place.if_around(Conditional, &IF_CLAUSE, &THEN_OTHERWISE))
        .or_else(|| place.if_around(Conditional, &IF_CLAUSE, &IF_AGAIN))
        .or_else(|| place.if_before(Conditional, &AGAIN_IF))
        .or_else(|| place.if_after(Conditional, &IF_LATER_AFTER))
        .or_else(|| place.if_after(Conditional, &OR_SUCH_OTHER))
        .or_else(|| place.if_before(Conditional, &IF_LATER_BEFORE))
        .or_else(|| place.if_after(Conditional, &IF_AFTER))
        .or_else(|| place.if_after(Conditional, &IF_ELSE))
        .or_else(|| place.if_before(Conditional, &ASSUMING))
        .or_else(|| place.if_around(Conditional, &IF_BEFORE, &IF_NEXT))
}

/// A case and the value that holds in it, but not "if applicable".
fn case(place: &Place<'_>) -> Option<Withdrawal> {
    let found = find(&CASE, place.before())?;
    let said = place.before().get(found.clone())?;
    (!holds(&IDLE_CASE, said)).then(|| place.because_before(Conditional, found))
}

fn approval(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    if *kind == Kind::Duration {
        // "Thirty days upon approval" counts from the approval.
        return None;
    }
    place
        .if_before(Conditional, &APPROVAL_BEFORE)
        .or_else(|| place.if_after(Conditional, &APPROVAL_AFTER))
}

/// "Either X or Y", where both are values of this kind.
fn either(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    if let Some(found) = find(&EITHER, place.before()) {
        let other = OR_AFTER.captures(place.after()).and_then(|c| c.get(1));
        let rival = other.is_some_and(|text| reads(kind, text.as_str()));
        return rival.then(|| place.because_before(Conditional, found));
    }
    let captures = OR_BEFORE.captures(place.before())?;
    let (whole, first) = (captures.get(0)?, captures.get(1)?);
    let rival = reads(kind, first.as_str()) && !holds(&EITHER_PERSON, whole.as_str());
    rival.then(|| place.because_before(Conditional, whole.range()))
}

fn reads(kind: &Kind, text: &str) -> bool {
    *kind == Kind::Text || !read_all(kind, text).is_empty()
}
