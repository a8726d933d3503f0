//! Whether a rule says under which conditions it holds.
//!
//! What encloses a quote, its headings, its lead-ins and the rest of its own sentence, can
//! restrict it: "In the case of every resident individual". A rule that leaves that out says
//! more than the text. Which words restrict is told by how they are introduced; that they are
//! among the conditions, by what they name. Of alternatives ("a firm or a company") one is enough.

use std::collections::BTreeSet;
use std::ops::Range;

use groundstop_contract::{RuleData, RuleValue};

use crate::counted::{Counted, counted};
use crate::names::names;
use crate::patterns::{other_sum, ranges};
use crate::skeleton::{BREAK, MONEY, PERCENT, Skeleton};
use crate::statute::Statute;

/// How words begin that restrict what they stand around.
const OPENINGS: &[&str] = &[
    "in the case of ",
    "in case of ",
    "in respect of ",
    "in relation to ",
    "where ",
    "if ",
    "when ",
    "who ",
    "whose ",
    "being ",
    "having ",
    "on ",
    "other than ",
    "not being ",
    "every ",
    "any ",
    "a ",
    "an ",
];
/// The same in the middle of a clause.
const INSIDE: &[&str] = &[
    " in the case of ",
    " of every ",
    " on every ",
    " by every ",
    " to every ",
    " for every ",
    " where ",
    " if ",
    " whose ",
];
/// Where the subject of a clause ends.
const VERBS: &[&str] = &[
    " shall ", " may ", " must ", " is ", " are ", " was ", " were ", " pays ", " pay ", " has ",
];
/// Whom or what a title is about where it restricts.
const TITLES: &str = "individual company companie firm resident trust estate society partnership \
    corporation employee employer married unmarried spouse widow family citizen pensioner minor \
    cooperative salary dividend royalty interest rent gain winning lottery pension gift export \
    import agricultural business profession";
/// What a title is at most, in words.
const LONGEST_TITLE_WORDS: usize = 12;

/// Nothing, or the first words that restrict the quote and stand in no condition.
pub(super) fn missing(
    statute: &Statute<'_>,
    place: &Range<usize>,
    data: &RuleData,
) -> Option<String> {
    let block = statute.outline.at(place.start)?;
    let quote = statute.flow.slice(place.clone());
    let mut said: BTreeSet<String> = data.conditions.iter().flat_map(|c| named(c)).collect();
    if matches!(data.value, RuleValue::Rate { .. })
        && let Some(range) = lost_range(quote, &data.conditions, &said)
    {
        return Some(range);
    }
    said.extend(named(quote));
    let skeleton = &statute.skeleton;
    let own = skeleton.of_flow(place.start)..skeleton.of_flow(place.end);
    let sentence = statute.sentence(block, &own);
    let rest = skeleton.slice(own.end..sentence.end.max(own.end));
    let end = other_sum(rest).map_or(sentence.end, |at| own.end.saturating_add(at));
    let behind = own.end..own_end(statute, own.end..end, &data.value);
    let around = [sentence.start..own.start, behind];
    let leads = block
        .above
        .iter()
        .map(|lead| skeleton.of_flow(lead.start)..skeleton.of_flow(lead.end));
    leads
        .chain(around)
        .filter(|range| range.start < range.end)
        .find_map(|range| uncovered(statute, range, &said))
}

/// Where the rest of a sentence stops speaking of a quote: at the next figure of its kind, which
/// is another rule's; but a case that is stated behind that can be the case of both.
fn own_end(statute: &Statute<'_>, rest: Range<usize>, value: &RuleValue) -> usize {
    let sign = match value {
        RuleValue::Rate { .. } => PERCENT,
        RuleValue::Amount { .. } => MONEY,
        RuleValue::Slab { .. } | RuleValue::Text { .. } | RuleValue::Definition { .. } => {
            return rest.end;
        }
    };
    let text = statute.skeleton.slice(rest.clone());
    let Some(at) = text.find(sign) else {
        return rest.end;
    };
    let other = text.get(at..).unwrap_or_default();
    let cases = [
        " where ",
        " if ",
        " when ",
        " unless ",
        " case ",
        " except ",
        " only ",
        " other than ",
        " provided ",
        " subject to ",
        " not being ",
        " excluding ",
        " during ",
        " until ",
        " till ",
    ];
    let case = cases.iter().filter_map(|case| other.find(case)).min();
    // "and N500 for each day on which it goes on" names the case of that figure alone.
    let own = [" for each ", " for every "];
    let own = own.iter().filter_map(|each| other.find(each)).min();
    match (case, own) {
        (Some(case), Some(own)) if own < case => joint_before(text, at, rest.start),
        (Some(_), _) => rest.end,
        (None, _) => joint_before(text, at, rest.start),
    }
}

/// Where the words begin that lead to the figure at a place: at the last joint before it.
fn joint_before(text: &str, at: usize, from: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let joints = [", ", "; ", " and ", " or ", " plus "];
    let last = joints.iter().filter_map(|joint| before.rfind(joint)).max();
    // ", plus interest at": the comma before the joint is its own.
    let last = last.map(|last| {
        let head = before.get(..last).unwrap_or_default();
        head.trim_end().trim_end_matches(',').len()
    });
    from.saturating_add(last.unwrap_or(at))
}

/// The range on which a rate holds, where its quote states one and its conditions do not.
fn lost_range(quote: &str, conditions: &[String], said: &BTreeSet<String>) -> Option<String> {
    let skeleton = Skeleton::new(quote);
    let words = |range: &Range<usize>| {
        let flow = skeleton.to_flow(range);
        quote.get(flow).unwrap_or_default().to_owned()
    };
    let amounts = ranges(&skeleton).into_iter().find(|range| {
        let before = skeleton.slice(0..range.start);
        let computed = before.ends_with("by which") || before.trim_end().ends_with("excess");
        let mut figures = skeleton.figures(range).iter();
        let lost = figures.any(|(_, found)| {
            let amount = found.number.map(|number| format!("amount {number}"));
            amount.is_some_and(|amount| !said.contains(&amount))
        });
        lost && !computed
    });
    if let Some(range) = amounts {
        return Some(words(&range));
    }
    let kept: Vec<Counted> = conditions.iter().flat_map(|c| counted(c)).collect();
    let lost = counted(quote).into_iter().find(|one| {
        let is = |other: &Counted| other.number == one.number && other.unit == one.unit;
        one.direction.is_some() && !kept.iter().any(is)
    });
    lost.and_then(|one| quote.get(one.range).map(str::to_owned))
}

/// What a text names, its amounts included.
fn named(text: &str) -> BTreeSet<String> {
    let mut all = names(text);
    let skeleton = Skeleton::new(text);
    let figures = skeleton.figures(&(0..skeleton.text().len()));
    let amounts = figures
        .iter()
        .filter(|(_, found)| found.currency.is_some())
        .filter_map(|(_, found)| found.number);
    all.extend(amounts.map(|amount| format!("amount {amount}")));
    all
}

/// The first restricting words of a stretch of the skeleton that are not covered.
fn uncovered(
    statute: &Statute<'_>,
    range: Range<usize>,
    said: &BTreeSet<String>,
) -> Option<String> {
    for alternatives in restrictions(statute, &range) {
        let texts: Vec<String> = alternatives
            .iter()
            .map(|part| statute.flow.read(statute.skeleton.to_flow(part)))
            .collect();
        let covered = texts.iter().any(|text| named(text).is_subset(said));
        if !covered {
            return texts.into_iter().next();
        }
    }
    // A clause with a figure of its own states another rule and is no title.
    let own_figure = |sign: char| statute.skeleton.slice(range.clone()).contains(sign);
    if own_figure(MONEY) || own_figure(PERCENT) {
        return None;
    }
    let title = statute.flow.read(statute.skeleton.to_flow(&range));
    let short = title.split_whitespace().count() <= LONGEST_TITLE_WORDS;
    let told = names(&title);
    let restricts = told
        .iter()
        .filter(|name| TITLES.split(' ').any(|known| known == name.as_str()));
    let covered = restricts.into_iter().all(|name| said.contains(name));
    (short && !covered).then_some(title)
}

/// The restricting parts of a stretch of the skeleton, each with its alternatives.
fn restrictions(statute: &Statute<'_>, range: &Range<usize>) -> Vec<Vec<Range<usize>>> {
    let mut all: Vec<Vec<Range<usize>>> = Vec::new();
    let mut open = false;
    for clause in clauses(statute.skeleton.slice(range.clone()), range.start) {
        let text = statute.skeleton.slice(clause.clone());
        let continues = text.starts_with("or ");
        match (restriction(text, clause.start), continues, all.last_mut()) {
            (Some(part), true, Some(last)) if open => last.extend(by_or(statute, part)),
            (Some(part), _, _) => {
                all.push(by_or(statute, part));
                open = true;
            }
            (None, true, Some(last)) if open => last.push(clause),
            (None, ..) => open = false,
        }
    }
    all
}

/// The clauses of a text, without the blanks around them.
fn clauses(text: &str, from: usize) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut start = 0usize;
    let ends = text
        .match_indices([',', ';', ':', '—', '–', BREAK])
        .map(|(at, sign)| (at, at.saturating_add(sign.len())));
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        let part = text.get(start..end).unwrap_or_default();
        let head = start.saturating_add(part.len().saturating_sub(part.trim_start().len()));
        let words = part.trim();
        if !words.is_empty() {
            let head = from.saturating_add(head);
            all.push(head..head.saturating_add(words.len()));
        }
        start = next;
    }
    all
}

/// The part of a clause that restricts: from where it is introduced to the verb of its subject.
fn restriction(text: &str, from: usize) -> Option<Range<usize>> {
    let mut rest = text;
    for joint in ["and ", "or ", "but "] {
        rest = rest.strip_prefix(joint).unwrap_or(rest);
    }
    let skipped = text.len().saturating_sub(rest.len());
    let opened = OPENINGS.iter().any(|opening| rest.starts_with(opening));
    let start = match opened {
        true => skipped,
        false => INSIDE.iter().filter_map(|inside| text.find(inside)).min()?,
    };
    let part = text.get(start..)?;
    let subject = ["every ", "any ", "a ", "an "]
        .iter()
        .any(|article| part.trim_start().starts_with(article));
    let end = match subject {
        true => VERBS.iter().filter_map(|verb| part.find(verb)).min(),
        false => None,
    };
    let start = from.saturating_add(start);
    Some(start..start.saturating_add(end.unwrap_or(part.len())))
}

/// The alternatives of a part: what "or" stands between.
fn by_or(statute: &Statute<'_>, part: Range<usize>) -> Vec<Range<usize>> {
    let text = statute.skeleton.slice(part.clone());
    let mut all = Vec::new();
    let mut start = 0usize;
    for (at, joint) in text.match_indices(" or ") {
        all.push(part.start.saturating_add(start)..part.start.saturating_add(at));
        start = at.saturating_add(joint.len());
    }
    all.push(part.start.saturating_add(start)..part.end);
    all
}
