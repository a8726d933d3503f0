//! Negations: the text says that the value is not so.
//!
//! "Not later than", "no more than" and "shall not exceed" state a bound and
//! deny nothing; only a negation right at the value does.

use groundstop_contract::RejectCode::Negated;

use super::Withdrawal;
use super::pattern::{find, holds, patterns};
use super::place::Place;
use crate::kind::Kind;

patterns! {
    /// "Is not", "shall not be", "does not mean" right before the value.
    NOT = r"(?:\bnot|n['’]t|\bnever)(?: be| been| being| mean| to be| refer to| constitute| equal| include)?(?: an?| the| on| of| at| as of| dated| equal to){0,2}\s*<o>$";
    /// The same for text, where an article is all that may stand between.
    NOT_TIGHT = r"(?:\bnot|n['’]t|\bnever)(?: be| mean| include)?(?: an?| the)?\s*<o>$";
    NOT_IDIOM = r"\b(?:whether or|if|or|why) not\b[^;.]{0,20}$";
    NOT_DEEMED = r"\bnot (?:be )?(?:deemed|construed|considered|interpreted)(?: to be| to mean| as) (?:<w>)?<o>$";
    NOT_GOVERNED = r"\bnot(?: be)? (?:governed|construed|interpreted)\b[^;,.]{0,80}\b(?:laws? of|by)<state-of>";
    NO_LONGER = r"\bno longer <w>{0,3}$|\b(?:ceased|ceases) to be <w>{0,2}$";
    RATHER = r"\b(?:rather than|instead of|as opposed to)(?: <w>{0,2}|\s*)<o>$";
    RATHER_TIGHT = r"\b(?:rather than|instead of|as opposed to|no longer)(?: the| an?)?\s*<o>$";
    IN_LIEU = r"\bin lieu of(?: the)?\s*<o>$";
    OTHER_THAN = r"\bother than(?: on| in| under| the| that of)?\s*<o>$";
    EXCLUDING = r"\b(?:excluding|except(?: for)?|to the exclusion of)(?: the)? (?:laws?|courts?|states?|jurisdiction)(?: of)?<state-of>";
    /// "Non exclusive", where the hyphen was lost or set apart.
    NON = r"\bnon\s?[-‐‑–—]?\s*$";
    FALSE_THAT = r"\bit (?:is|was) (?:false|untrue|incorrect|wrong|denied|not (?:true|correct|the case|so))\b[^.;]{0,40}?\bthat\b[^.;]{0,120}$";
    NOBODY = r"\b(?:nobody|no one|no party|none of the parties|neither party)(?: has| have| had| ever){0,2} (?:agreed|accepted|approved|consented|offered|promised|proposed)\b[^.;]{0,60}$";
    BOUND = r"\b(?:than|exceed|exceeding|up to)\s*<o>$";
    /// A question states nothing.
    QUESTION = r#"^[^?]{0,400}\?+[”"’')\]]{0,2}\s*$"#;
    NEXT_LINE = r"\n\s*(?-i:[A-Z0-9])";
    /// "Does not begin on", "did not become effective on": a verb between.
    NOT_VERB = r"(?:\bnot|n['’]t|\bnever)(?: yet| then)? (?:begin|began|begun|start|started|commence|commenced|take|took|become|became|enter|entered|come|came|expire|expired|end|ended|terminate|terminated|mature|matured|close|closed|occur|occurred|sign|signed|execute|executed|be (?:signed|executed|effective|due|payable))(?: effect| effective| into| in| force| operation| due| payable){0,3}(?: on| as of| from| at)(?: the)?\s*<o>$";
    /// "There is no 5% fee", in small letters: "No 5" numbers things.
    NO = r"(?-i:\bno )(?:such )?$";
    NO_SUCH = r"(?:(?-i:\bno )|^\W*(?-i:No ))(?:<w>){0,2}(?:fee|rent|deposit|charge|payment|bonus|penalty|price|commission|interest|increase|discount|salary|premium) (?:of|at) <o>$";
    NOT_AGREED = r"\b(?:not|never) (?:agreed|consented|accepted|approved)(?: to| on| upon)?(?: an?| the)?(?: <w>{0,2}of)?\s*<o>$|\b(?:rejected|declined|refused)(?: an?| the)?(?: <w>{0,3}of)?\s*<o>$";
    IN_NO_CASE = r"\b(?:in no (?:case|event)|under no circumstances|at no time) <w>{0,6}be\s*<o>$";
    WAS_NEVER = r"^<c>\s*(?:was|were|has|had|is)(?: been)? (?:never|not)(?: been)? (?:agreed|accepted|approved)\b";
    NEITHER = r"\b(?:neither|nor)(?: an?| the)?\s*<o>$";
    IS_NOT_THE = r"^<c>\s*(?:is|was|shall|will)(?: be)? not(?: be)? (?:the|an?) <w>{0,3}(?:date|amount|price|rate|fee|term|value|percentage|number|rent)\b";
}

/// Whether the text denies the value.
pub(crate) fn negated(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    if let Some(found) = asked(place).or_else(|| place.if_before(Negated, &FALSE_THAT)) {
        return Some(found);
    }
    if *kind == Kind::Text {
        let named = place.inside().starts_with(char::is_uppercase);
        return plain_not(place, true)
            .or_else(|| place.if_before(Negated, &OTHER_THAN).filter(|_| named))
            .or_else(|| place.if_before(Negated, &EXCLUDING))
            .or_else(|| place.if_before(Negated, &NOT_GOVERNED))
            .or_else(|| place.if_before(Negated, &RATHER_TIGHT));
    }
    plain_not(place, false)
        .or_else(|| place.if_before(Negated, &NOT_DEEMED))
        .or_else(|| match kind {
            Kind::Choice { .. } => place
                .if_before(Negated, &NOT_GOVERNED)
                .or_else(|| place.if_before(Negated, &OTHER_THAN))
                .or_else(|| place.if_before(Negated, &EXCLUDING))
                .or_else(|| place.if_before(Negated, &NON)),
            // "Payment in lieu of 30 days' notice" leaves the notice as it is.
            Kind::Money { .. } | Kind::Percent { .. } => place.if_before(Negated, &IN_LIEU),
            Kind::Date { .. } => place
                .if_before(Negated, &NOT_VERB)
                .or_else(|| place.if_before(Negated, &IN_LIEU))
                .or_else(|| place.if_before(Negated, &OTHER_THAN)),
            _ => None,
        })
        .or_else(|| place.if_before(Negated, &NO_LONGER))
        .or_else(|| place.if_before(Negated, &RATHER))
        .or_else(|| place.if_before(Negated, &NO))
        .or_else(|| place.if_before(Negated, &NO_SUCH))
        .or_else(|| place.if_before(Negated, &NOT_AGREED))
        .or_else(|| {
            let bound = holds(&BOUND, place.before());
            place.if_before(Negated, &NOBODY).filter(|_| !bound)
        })
        .or_else(|| place.if_before(Negated, &IN_NO_CASE))
        .or_else(|| place.if_after(Negated, &WAS_NEVER))
        .or_else(|| place.if_before(Negated, &NEITHER))
        .or_else(|| place.if_after(Negated, &IS_NOT_THE))
}

/// Whether the value stands in a question; a new line that starts afresh asks its own.
fn asked(place: &Place<'_>) -> Option<Withdrawal> {
    let fresh = holds(&NEXT_LINE, place.after());
    place.if_after(Negated, &QUESTION).filter(|_| !fresh)
}

fn plain_not(place: &Place<'_>, tight: bool) -> Option<Withdrawal> {
    let found = find(if tight { &NOT_TIGHT } else { &NOT }, place.before())?;
    (!holds(&NOT_IDIOM, place.before())).then(|| place.because_before(Negated, found))
}
