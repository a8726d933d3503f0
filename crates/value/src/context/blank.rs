//! Placeholders and redactions: a value that was never filled in, or was taken out.

use groundstop_contract::RejectCode::{Placeholder, Redacted};

use super::Withdrawal;
use super::pattern::{find, holds, patterns};
use super::place::Place;
use crate::kind::Kind;

patterns! {
    /// A value that says itself that it is still open.
    OPEN = r"^[\s\W]*(?:tb[dac]|n/?a|not applicable|(?:yet )?to be (?:determined|agreed(?: upon)?|confirmed|advised|completed|inserted|provided|negotiated|specified|announced|filled in|established)(?: (?:by|between|among) (?:the )?parties| later| in writing| at closing| at a later date)?)[\s\W]*$";
    /// A bracketed word for what belongs there.
    GENERIC = r"^\s*[\[<{]\s*(?:(?:insert|enter|specify)\b[^\]>}]{0,80}|(?:the |full )?(?:date|amount|name|address|number|year|month|day|title|party|company|price|rate|percentage|state|jurisdiction|city|county|country|currency|term|period|signature)s?(?: (?:of|to|here|in)\b[^\]>}]{0,60})?)\s*[\]>}]\s*$";
    /// Letters that hold a place: two or more of the letter X, with marks and digits between.
    LETTERS = r"^\W*x{2,}(?:[\W\d]|x{2,})*$";
    /// What a bracket around a value says when it is still to be confirmed.
    UNSETTLED = r"\b(?:insert|tb[dac]|to be (?:determined|agreed|confirmed|advised|completed|inserted|negotiated|discussed)|confirm|ntd|note to draft|drafting note|placeholder|subject to (?:confirmation|review))\b|●|_{2,}|\?{2,}";
    /// The same, directly after the value.
    UNSETTLED_AFTER = r"^\s*,?\s*[\[(](?:tb[dac]\b|to be (?:determined|agreed|confirmed|advised|completed|negotiated)|subject to confirmation|please confirm|ntd\b|note to draft|placeholder|draft\b|confirm\b|●)|^\s*,?\s*(?:which (?:is|are) )?(?:still )?(?:to be (?:confirmed|agreed|determined)|subject to confirmation)\b";
    /// An open value with a stand-in after it.
    OPEN_BEFORE = r"\b(?:tb[dc]|to be (?:determined|confirmed|agreed))\b[\s(\[,:;–—-]{0,4}(?:currently|presently|provisionally|now)?[\s(\[,:;–—-]{0,4}$";
    /// A box nobody ticked.
    UNTICKED = r"(?:[☐□]|\[\s?\]|\(\s\))\s*$";
    BOXED = r"[☐□☒☑■✓✔\]]\s*$";
    /// The same after the value; one that begins a line of words is the box of those words.
    UNTICKED_AFTER = r"^[\t\x20]*(?:[☐□]|\[\s\])|^\s*(?:[☐□]|\[\s\])[\t\x20]*(?:\n|$)";
    /// A second bracket right beside the value's own: a choice of drafts.
    BRACKET_BESIDE = r"^\s*(?:[/,]|or\b|and/or\b)?\s*\[";
    BRACKET_BEFORE = r"\]\s*(?:[/,]|or|and/or)?\s*$";
    /// A blank line to write on, right before the value.
    LINE_BEFORE = r"[:=]\s*_{2,}\s*$";
    /// Both answers offered: Yes / No.
    OTHER_ANSWER = r"^\s*(?:/|\||or\b)\s*(?:yes|no|true|false)\b";
    OTHER_ANSWER_BEFORE = r"\b(?:yes|no|true|false)\s*(?:/|\||or)\s*$";
    /// The same with no more than a blank or a comma between.
    THEN_NO = r"^[\t\x20]*,?[\t\x20]*(?:no|false)[\t\x20]*(?:$|[.,;/|)\]☐□☒☑○●_\[\n])";
    THEN_YES = r"^[\t\x20]*,?[\t\x20]*(?:yes|true)[\t\x20]*(?:$|[.,;/|)\]☐□☒☑○●_\[\n])";
    NO_THEN = r"\b(?:no|false)[\t\x20]*,?[\t\x20]*$";
    YES_THEN = r"\b(?:yes|true)[\t\x20]*,?[\t\x20]*$";
    /// A tick right before an answer; a filled circle counts beside an empty one.
    TICKED = r"(?:[☒☑✓✔✅]\x{FE0F}?|\[\s?[x✓✔]\s?\]|\(\s?[x✓✔]\s?\)|_+[x✓✔]_+|\bx)\s*$";
    FILLED = r"[●◉⦿🔘]\s*$";
    CIRCLE = r"[○◯⚪]";
    /// Something to tick, left as it was or crossed out.
    LEFT_OPEN = r"(?:[○◯⚪⬜▢✗✘❌❎]\x{FE0F}?|_)\s*$";
    /// An answer without a mark of its own, then a tick: it may belong to either.
    LONE_TICK = r"(?:^|[^\s☐□○◯⚪⬜▢✗✘❌\])_])\s*\b(?:yes|no|true|false)\s*(?:[☒☑✓✔✅]|\[\s?x\s?\]|_+x_+)\s*$";
    TICKED_NEXT = r"^\s*(?:[☒☑✓✔✅]|\[\s?x\s?\]|\(\s?x\s?\)|_+x_+)\s*(?:yes|no|true|false)\s*(?:$|[.,;\n])";
    /// A question about the answer, its meaning, or an order to give it.
    IF_ANSWER = r#"\b(?:if|when|where|unless|whether)(?: the answer is| you answered| answered)?\s*[“"']?$|\b(?:check|mark|tick|circle|select|write)(?: either)?\s*[“"']?$"#;
    MEANS = r#"^[”"']\s*(?:means|shall mean|indicates|is deemed|signifies)\b"#;
    /// A passage taken out.
    TAKEN_OUT = r"\[\s*\*+\s*\]|\[?\*{3,}\]?|█+|■{2,}|[\[(]\s*(?:redacted|confidential(?: treatment requested)?|omitted|withheld|deleted for confidentiality)[^\])]{0,60}[\])]|^\W*redacted\W*$";
    TAKEN_OUT_AFTER = r"^\s?<removed>";
    TAKEN_OUT_BEFORE = r"<removed>\s?$";
}

/// How many letters and digits beside a redaction still make a value worth something.
const REMAINDER_MIN_CHARS: usize = 9;

/// Whether the value is a redaction, or cut by one.
pub(crate) fn redacted(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    let inside = place.inside();
    if let Some(found) = find(&TAKEN_OUT, inside) {
        let rest = visible(&TAKEN_OUT.replace_all(inside, ""));
        if rest < REMAINDER_MIN_CHARS {
            return Some(place.because(Redacted, place.span.start, found));
        }
    }
    if *kind == Kind::Text {
        return None;
    }
    place
        .if_after(Redacted, &TAKEN_OUT_AFTER)
        .or_else(|| place.if_before(Redacted, &TAKEN_OUT_BEFORE))
}

fn visible(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Whether the value is a blank, or stands where one is still to be filled in.
pub(crate) fn placeholder(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    let inside = place.inside();
    // Among currencies a sign is an answer.
    let open = visible(inside) == 0 && !inside.trim().is_empty() && !kind.is_of_currencies()
        || [&OPEN, &GENERIC, &LETTERS]
            .into_iter()
            .any(|pattern| holds(pattern, inside));
    if open {
        return Some(Withdrawal {
            code: Placeholder,
            because: place.span.clone(),
        });
    }
    let typed = *kind != Kind::Text;
    in_open_bracket(place)
        .or_else(|| {
            place
                .if_after(Placeholder, &UNSETTLED_AFTER)
                .filter(|_| typed)
        })
        .or_else(|| place.if_before(Placeholder, &OPEN_BEFORE).filter(|_| typed))
        .or_else(|| {
            place
                .if_before(Placeholder, &LINE_BEFORE)
                .filter(|_| typed && !matches!(kind, Kind::Boolean { .. }) && !filled_in(place))
        })
        .or_else(|| place.if_before(Placeholder, &UNTICKED))
        .or_else(|| {
            let boxed = holds(&BOXED, place.before());
            place
                .if_after(Placeholder, &UNTICKED_AFTER)
                .filter(|_| !boxed)
        })
        .or_else(|| both_answers(kind, place))
}

/// A line that somebody wrote the value on: it stands right on it, and nothing is left open.
fn filled_in(place: &Place<'_>) -> bool {
    let on = place.before().ends_with('_');
    let rest = place.after().trim_start_matches('_');
    on && !rest.contains("__")
}

/// A bracket around the value that asks for confirmation, or that has a rival beside it.
fn in_open_bracket(place: &Place<'_>) -> Option<Withdrawal> {
    let bracket = place.bracket()?;
    let said = place.text.get(bracket.clone())?;
    let head = place.text.get(bracket.start..place.span.start)?;
    let tail = place.text.get(place.span.end..bracket.end)?;
    let after = place
        .text
        .get(bracket.end..place.sentence.end.max(bracket.end))?;
    let before = place.text.get(place.sentence.start..bracket.start)?;
    let unsettled = holds(&UNSETTLED, head) || holds(&UNSETTLED, tail);
    // "[ten] [fifteen] days": only a short bracket offers a draft of the value.
    let short = said.len() <= place.inside().len().saturating_add(24);
    let rival = short && (holds(&BRACKET_BESIDE, after) || holds(&BRACKET_BEFORE, before));
    (unsettled || rival).then_some(Withdrawal {
        code: Placeholder,
        because: bracket,
    })
}

fn both_answers(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    if !matches!(kind, Kind::Boolean { .. }) {
        return None;
    }
    let before = place.before();
    if let Some(found) = place.if_before(Placeholder, &LONE_TICK) {
        return Some(found);
    }
    let filled = holds(&FILLED, before) && holds(&CIRCLE, place.whole());
    if filled || holds(&TICKED, before) {
        return None;
    }
    let yes = matches!(
        place.inside().as_bytes().first(),
        Some(b'y' | b'Y' | b't' | b'T')
    );
    let (then, first) = if yes {
        (&THEN_NO, &NO_THEN)
    } else {
        (&THEN_YES, &YES_THEN)
    };
    place
        .if_after(Placeholder, &OTHER_ANSWER)
        .or_else(|| place.if_before(Placeholder, &OTHER_ANSWER_BEFORE))
        .or_else(|| place.if_before(Placeholder, &LEFT_OPEN))
        .or_else(|| place.if_after(Placeholder, then))
        .or_else(|| place.if_before(Placeholder, first))
        .or_else(|| place.if_after(Placeholder, &TICKED_NEXT))
        .or_else(|| place.if_before(Placeholder, &IF_ANSWER))
        .or_else(|| place.if_after(Placeholder, &MEANS))
}
