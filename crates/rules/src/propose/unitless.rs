//! Rules that state their figure in no unit a candidate can have: a fraction in words, a day of
//! a month by which something is due. Each is `unclear`, so that nothing is passed over.

use std::ops::Range;

use groundstop_contract::RuleType;
use groundstop_language::pattern::constant;
use groundstop_language::patterns;

use super::draft::{Draft, Outcome, enclosing, trimmed};
use super::rates::is_amendment;
use crate::skeleton::PERCENT;
use crate::standing::shown_under;
use crate::statute::Statute;

patterns! {
    /// A part of what is charged or paid.
    FRACTION = constant(
        r"\b(?:one[ -]half|half|(?:one|two)[ -]thirds?|(?:one|three)[ -](?:fourths?|quarters?)|(?:one|two|three|four)[ -]fifths?|one[ -]tenth) (?:of )?(?:the |such |that |its |his |any )(?:[a-z]+ ){0,3}?(?:tax|duty|amount|rate|penalty|fee|fine|interest|levy|sum|income|gain|cost|value|royalty)\b",
    );
    /// A day of a month that comes again.
    DAY_OF_MONTH = constant(
        r"\b(?:on or before|not later than|no later than|before|by) the +(?:[0-9]{1,2}(?:st|nd|rd|th)|first|last|[a-z]+th) +(?:working |business )?day +of +(?:the|each|every)(?: next| following| succeeding)? +(?:(?:calendar )?month|quarter|year|week)\b",
    );
}

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let fraction = "the part is stated without a unit: whether it is a rate is not settled";
    let day = "the time is set by a day of the calendar, which is no length of time";
    [
        (&*FRACTION, RuleType::Rate, fraction),
        (&*DAY_OF_MONTH, RuleType::Threshold, day),
    ]
    .into_iter()
    .flat_map(|(form, rule_type, reason)| {
        let hits = form.find_iter(statute.skeleton.text());
        hits.filter_map(move |hit| draft(statute, before, hit.range(), rule_type, reason))
    })
    .collect()
}

fn draft(
    statute: &Statute<'_>,
    before: &[Draft],
    place: Range<usize>,
    rule_type: RuleType,
    reason: &'static str,
) -> Option<Draft> {
    let block = statute
        .block(place.start)
        .filter(|block| !block.is_heading && !is_amendment(statute, block))?;
    let sentence = statute.sentence(block, &place);
    let taken = |draft: &Draft| draft.used.start < place.end && place.start < draft.used.end;
    let flow = statute.skeleton.to_flow(&sentence);
    let stated = statute.skeleton.slice(sentence.clone()).contains(PERCENT);
    if sentence.end < place.end || before.iter().any(taken) || stated {
        return None;
    }
    shown_under(statute, flow.start).is_none().then(|| Draft {
        rule_type,
        outcome: Outcome::Unclear(reason),
        quote: trimmed(statute, flow, &[' ', '\n', ',', ';', ':']),
        conditions: enclosing(statute, block),
        used: place,
        confidence: "0",
    })
}
