//! Figures that a clause of a sentence states by itself: a penalty, a fine, interest, a fee, a
//! limit of time, a term. A sentence may state several ("a fine of N500 or imprisonment for
//! three years"); each is quoted with its own clause, and what leads into it is its condition.

use std::ops::Range;

use groundstop_contract::{Direction, Figure, RuleType, RuleValue};
use groundstop_language::pattern::constant;
use groundstop_language::patterns;

use super::bands::rate_of;
use super::draft::{Draft, Outcome, enclosing, piece, trimmed};
use super::rates::is_amendment;
use super::sums::exempts;
use crate::counted::{Counted, counted};
use crate::outline::Block;
use crate::patterns::{Bounds, Side, bounds_rate, other_sum};
use crate::skeleton::{BREAK, Found};
use crate::stated::{Stated, Unit, stated};
use crate::statute::{Statute, amount};

patterns! {
    /// Words that say what is charged, right before its figure.
    CHARGED = constant(
        r"(?:\b(?:penalty|penalties|fine|fines|fee|fees|interest|surcharge|levy|tax|duty|royalty|sum|amount|compensation|deposit|charge)(?: [a-z-]+){0,4}? (?:of|at|equal to|equivalent to|amounting to|is|shall be)(?: a| the rate of| a rate of)?|\bat (?:the|a) rate of|\brate(?: [a-z]+){0,4} plus|\bfine of|\bpenalty of) $",
    );
    /// Words that say how long, right before a length of time.
    LASTS = constant(
        r"\b(?:within(?: a period of| the period of)?|(?:not|no) later than|(?:not|no) (?:more|less) than|not exceeding|exceeding|at least|up ?to|for|period of|term of|tenure of|after(?: the (?:expiry|expiration) of)?|until the (?:expiry|expiration) of|(?:expiry|expiration) of|every|aged?(?: of)?|imprisonment (?:of|for)|preceding|before)(?: a| the| another| further| a further| an additional)?(?: period of| term of)? ?$",
    );
    /// Words that lead into items which begin with what they are: "the limit is—".
    LEADS_TO_VALUE = constant(
        r"\b(?:is|are|be|equals?|equal to|means|exceeds?|exceed|(?:greater|lesser|lower|higher|smaller|larger|sum|excess|amount) of|at|increased by|reduced by)(?: the (?:greater|lesser|lower|higher|smaller|larger|sum) of)? ?$",
    );
    /// What an item says behind the figure it begins with.
    VALUE_FOR = constant(r"^(?: \(|,? (?:for|in the case of|in case of|if|where|of|on|with respect to|in respect of)\b|[,;]? ?(?:and|or)?$)");
    /// Words before a length that is named as a period: "during the 6-year period".
    OF_PERIOD = constant(
        r"\b(?:during|within|for|over|throughout|of|in|before|after) (?:the|an?|any|each|such) (?:[a-z]+ ){0,2}$",
    );
    /// Words that set a time in what leads into a list.
    SETS_TIME = constant(
        r"\b(?:within|(?:not|no) later than|for|before the expiry of|until the expiry of|after the expiry of)(?: a| the| another)?(?: further)?(?: period of| term of)? $",
    );
    /// What a clause can say before the figure that its lead-in charges.
    CASE_FIRST = constant(
        r"^(?:and |or )?(?:(?:in (?:the )?case of|where|for|on) [^,]{1,160}, ?|in addition to )?(?:to )?(?:a |an |the )?$",
    );
    /// A further sum beside a first one.
    FURTHER = constant(
        r"\b(?:penalty|fine|fee) of [^.;]{1,80}?(?:,| and| or)(?: in addition to| to)?(?: an?)? $",
    );
    /// Words that lead into figures of what is charged.
    LEADS_TO_CHARGE = constant(r"\b(?:penalty|penalties|fine|fee|fees|liable to (?:pay)?|interest|rates?)\b");
    /// Words that make a figure a part of a computation.
    REACHES = constant(
        r"\b(?:multiplied|divided|product of|formula|by which|as if|aggregate of the amounts?|half of|one-half|increased by|reduced by)\b",
    );
    /// Words that pick among the figures of a sentence: a condition of each.
    PICKS = constant(r"\bwhichever (?:is|be) [a-z]+(?: [a-z]+)?");
    /// Words by which a clause holds in a case that another sentence names.
    REFERS_BACK = constant(
        r"\bin (?:both|either|such|that|those|these|each) (?:a |an |of (?:these|those|the) )?cases?\b|\bthe (?:former|latter)\b|\bas aforesaid\b",
    );
    /// Words by which a clause says its own case.
    CASE = constant(r"\b(?:in (?:the )?case|where|if|when|for (?:each|every))\b");
}

/// One figure in its sentence, all places in the skeleton.
struct Place<'s> {
    block: &'s Block,
    figure: Range<usize>,
    /// Its clause, with no other figure of its unit.
    clause: Range<usize>,
    /// What leads into the first figure of the sentence, where that is another one.
    lead: Option<Range<usize>>,
    /// "whichever is earlier": what picks among the figures of the sentence.
    picks: Option<Range<usize>>,
}

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let all: Vec<(Range<usize>, Stated)> = stated(statute)
        .into_iter()
        .map(|one| {
            let start = statute.skeleton.of_flow(one.range.start);
            (start..statute.skeleton.of_flow(one.range.end), one)
        })
        .collect();
    let times = counted(statute.flow.text());
    let used = |place: &Range<usize>| {
        let mut drafts = before.iter();
        drafts.any(|draft| draft.used.start < place.end && place.start < draft.used.end)
    };
    all.iter()
        .filter(|(figure, one)| !one.is_line_number && !used(figure))
        .filter_map(|(figure, one)| {
            let place = place(statute, figure, one.unit, &all)?;
            match one.unit {
                Unit::Percent => rate(statute, &place),
                Unit::Money => sum(statute, &place),
                Unit::Time => {
                    let time = times.iter().find(|time| time.figure == one.range)?;
                    length(statute, &place, time)
                }
            }
        })
        .collect()
}

fn place<'s>(
    statute: &'s Statute<'_>,
    figure: &Range<usize>,
    unit: Unit,
    all: &[(Range<usize>, Stated)],
) -> Option<Place<'s>> {
    let block = statute
        .block(figure.start)
        .filter(|block| !block.is_heading && !is_amendment(statute, block))?;
    let sentence = statute.sentence(block, figure);
    let words = statute.skeleton.slice(sentence.clone());
    // Words that lead into a list are a condition of its items, not a rule; but they can set a
    // time.
    let before = read_before(statute, sentence.start..figure.start.max(sentence.start));
    if leads_on(words) && !(unit == Unit::Time && SETS_TIME.is_match(&before)) {
        return None;
    }
    if sentence.end < figure.end || REACHES.is_match(words) || exempts(words) {
        return None;
    }
    let of_unit = || {
        all.iter()
            .filter(|(other, one)| {
                one.unit == unit && sentence.start <= other.start && other.end <= sentence.end
            })
            .map(|(other, _)| other)
    };
    let last = of_unit().rfind(|other| other.end <= figure.start);
    let next = of_unit().find(|other| other.start >= figure.end);
    // "N5,000 or more, or": the joint of a range is none between clauses.
    let ranged = |place: &Range<usize>| {
        let mut ranges = statute.ranges.iter();
        let range = ranges.find(|range| range.start <= place.start && place.end <= range.end);
        range.cloned().unwrap_or(place.clone())
    };
    let own = ranged(figure);
    let start = match last.map(ranged) {
        Some(last) if last.end < own.start => first_mark(statute, last.end..own.start)?,
        Some(_) => return None,
        None => sentence.start,
    };
    let end = match next.map(ranged) {
        Some(next) if own.end < next.start => last_mark(statute, own.end..next.start)?,
        Some(_) => return None,
        None => {
            let rest = statute.skeleton.slice(own.end..sentence.end);
            other_sum(rest).map_or(sentence.end, |at| own.end.saturating_add(at))
        }
    };
    let clause = start..end;
    let lead = match (last, of_unit().next()) {
        (Some(_), Some(first)) => lead_of(
            statute,
            sentence.start..first.start,
            clause.start..figure.start,
        ),
        _ => None,
    };
    let picks = PICKS.find(words).map(|hit| {
        let shift = |at: usize| sentence.start.saturating_add(at);
        shift(hit.start())..shift(hit.end())
    });
    Some(Place {
        block,
        figure: figure.clone(),
        clause,
        lead,
        picks,
    })
}

fn leads_on(words: &str) -> bool {
    words.trim_end().ends_with(['—', '–', '-', ':'])
}

/// Where the first mark or joint in a stretch stands: behind it a clause of its own begins.
fn first_mark(statute: &Statute<'_>, between: Range<usize>) -> Option<usize> {
    let text = statute.skeleton.slice(between.clone());
    let marks = [",", ";", " and ", " or ", " plus "];
    let at = marks
        .iter()
        .filter_map(|mark| Some((text.find(mark)?, mark.trim_end().len())))
        .min()?;
    Some(between.start.saturating_add(at.0).saturating_add(at.1))
}

/// The place of the first mark or joint, before which the clause ends.
fn last_mark(statute: &Statute<'_>, between: Range<usize>) -> Option<usize> {
    let text = statute.skeleton.slice(between.clone());
    let marks = [",", ";", " and ", " or ", " plus "];
    let at = marks.iter().filter_map(|mark| text.find(mark)).min()?;
    Some(between.start.saturating_add(at))
}

/// What leads into all figures of a sentence; without the case of the first one where this
/// one names its own.
fn lead_of(statute: &Statute<'_>, before: Range<usize>, own: Range<usize>) -> Option<Range<usize>> {
    let text = statute.skeleton.slice(before.clone());
    let own_case = CASE.is_match(statute.skeleton.slice(own));
    let end = match (own_case, CASE.find_iter(text).last()) {
        (true, Some(case)) if case.start() > 0 => {
            before.start.saturating_add(text.get(..case.start())?.len())
        }
        (true, Some(_)) => return None,
        _ => before.end,
    };
    (before.start < end).then_some(before.start..end)
}

/// Words right before a place of the skeleton, within its clause.
fn words_before(statute: &Statute<'_>, place: &Place<'_>, at: usize) -> String {
    read_before(statute, place.clause.start.min(at)..at)
}

/// A stretch of the skeleton before a figure, every gap one blank, numbers of lines left out.
fn read_before(statute: &Statute<'_>, range: Range<usize>) -> String {
    let words: Vec<&str> = statute
        .skeleton
        .slice(range)
        .split(|c: char| c.is_whitespace() || c == BREAK)
        .filter(|word| !word.is_empty())
        .collect();
    format!("{} ", words.join(" "))
}

fn rate(statute: &Statute<'_>, place: &Place<'_>) -> Option<Draft> {
    let words = words_before(statute, place, place.figure.start);
    let limited = super::rates::is_limit(statute.skeleton.text(), place.figure.start);
    // A bound of a rate is read as the rate, and what bounds it is among its conditions.
    let charged = CHARGED.is_match(&words)
        || charged_above(statute, place, &words)
        || is_value(statute, place, &place.figure);
    if !(charged && !limited || bounds_rate(&words)) {
        return None;
    }
    let outcome = match rate_of(statute, &place.figure) {
        Some((rate, false)) => Outcome::Clear(RuleValue::Rate { rate }, None),
        Some((_, true)) => Outcome::Unclear("the rate is rounded"),
        None => Outcome::Unclear("the rate cannot be read in one way"),
    };
    Some(draft(
        statute,
        place,
        RuleType::Rate,
        outcome,
        place.figure.clone(),
    ))
}

/// Whether a figure that begins its clause is what the words that lead into it charge: "liable
/// to a penalty of— (a) N100 for the first month".
fn charged_above(statute: &Statute<'_>, place: &Place<'_>, words: &str) -> bool {
    let begins = CASE_FIRST.is_match(words.trim_start());
    let led = place.lead.clone().map(|lead| {
        let flow = statute.skeleton.to_flow(&lead);
        statute.flow.line(flow).to_ascii_lowercase()
    });
    let above = place.block.above.last();
    let above = above.map(|lead| statute.flow.line(lead.clone()).to_ascii_lowercase());
    let says = |text: &String| LEADS_TO_CHARGE.is_match(text);
    let led_by = |text: &String| CHARGED.is_match(&format!("{} ", text.trim_end()));
    begins && (led.iter().chain(&above).any(says) || led.iter().any(led_by))
}

/// Whether an item begins with its figure, which is what the words that lead into it say: "the
/// limit is— (A) $3,000 for a single person".
fn is_value(statute: &Statute<'_>, place: &Place<'_>, phrase: &Range<usize>) -> bool {
    let block = place.block;
    let first = statute.words_of(block).start == phrase.start;
    let item = block.words > block.range.start;
    let above = block.above.last();
    let lead = above.map(|lead| statute.flow.read(lead.clone()).to_ascii_lowercase());
    let lead = lead.unwrap_or_default();
    let behind = statute.skeleton.slice(phrase.end..place.clause.end);
    let led = LEADS_TO_VALUE.is_match(lead.trim_end_matches(['—', '–', '-', ':', ',', ' ']));
    item && first && led && VALUE_FOR.is_match(behind.trim_end_matches(['.', ' ', '¶']))
}

fn sum(statute: &Statute<'_>, place: &Place<'_>) -> Option<Draft> {
    let range = statute
        .ranges
        .iter()
        .find(|range| range.start <= place.figure.start && place.figure.end <= range.end);
    let (phrase, direction) = match range {
        Some(range) => {
            let bounds = Bounds::read(&statute.skeleton, range);
            let words = statute.skeleton.slice(range.clone());
            if bounds.figures.len() != 1 || words.contains("first") {
                return None;
            }
            let direction = match bounds.side {
                Side::Above | Side::Between => Direction::Above,
                Side::AtLeast => Direction::AtOrAbove,
                Side::UpTo => Direction::AtOrBelow,
                Side::Below => Direction::Below,
            };
            (range.clone(), Some(direction))
        }
        None => (place.figure.clone(), None),
    };
    let words = words_before(statute, place, phrase.start);
    let charged = CHARGED.is_match(&words)
        || FURTHER.is_match(&words)
        || is_value(statute, place, &phrase)
        || charged_above(statute, place, &words);
    if direction.is_none() && !charged || !place.contains(&phrase) {
        return None;
    }
    let figures = statute.skeleton.figures(&place.figure);
    let found: &Found = figures.first().map(|(_, found)| found)?;
    let outcome = match (found.rounded, amount(found), found.currency.clone()) {
        (true, ..) => Outcome::Unclear("the amount is rounded"),
        (false, Some(amount), Some(label)) => {
            Outcome::Clear(RuleValue::Amount { amount, direction }, Some(label))
        }
        (false, ..) => Outcome::Unclear("the amount cannot be read in one way"),
    };
    Some(draft(statute, place, RuleType::Threshold, outcome, phrase))
}

fn length(statute: &Statute<'_>, place: &Place<'_>, time: &Counted) -> Option<Draft> {
    let start = statute.skeleton.of_flow(time.range.start);
    let end = statute.skeleton.of_flow(time.range.end);
    let phrase = start..end.max(place.figure.end);
    let words = words_before(statute, place, place.figure.start);
    let behind = statute
        .skeleton
        .slice(place.figure.end..place.clause.end.max(place.figure.end));
    let period = behind.starts_with(" period") && OF_PERIOD.is_match(&words);
    let lasts = time.direction.is_some() || period || LASTS.is_match(&words);
    if !place.contains(&phrase) || !lasts {
        return None;
    }
    let outcome = match (time.rounded, time.number.and_then(Figure::new)) {
        (true, _) => Outcome::Unclear("the figure is rounded"),
        (false, None) => Outcome::Unclear("the figure cannot be read in one way"),
        (false, Some(amount)) => Outcome::Clear(
            RuleValue::Amount {
                amount,
                direction: time.direction,
            },
            Some(time.unit.to_owned()),
        ),
    };
    Some(draft(statute, place, RuleType::Threshold, outcome, phrase))
}

impl Place<'_> {
    fn contains(&self, phrase: &Range<usize>) -> bool {
        self.clause.start <= phrase.start && phrase.end <= self.clause.end
    }
}

fn draft(
    statute: &Statute<'_>,
    place: &Place<'_>,
    rule_type: RuleType,
    outcome: Outcome,
    phrase: Range<usize>,
) -> Draft {
    let mut conditions = enclosing(statute, place.block);
    let stretches = [
        place.lead.clone().unwrap_or(0..0),
        place.clause.start..phrase.start,
        phrase.end..place.clause.end,
        place.picks.clone().unwrap_or(0..0),
    ];
    for range in stretches {
        if range.start < range.end {
            conditions.extend(piece(statute, statute.skeleton.to_flow(&range)));
        }
    }
    let flow = statute.skeleton.to_flow(&place.clause);
    let refers = REFERS_BACK.is_match(statute.skeleton.slice(place.clause.clone()));
    Draft {
        rule_type,
        outcome: match refers {
            true => Outcome::Unclear("the case it holds in is named in another sentence"),
            false => outcome,
        },
        quote: trimmed(statute, flow, &[' ', '\n', ',', ';', ':', '.']),
        conditions,
        used: phrase,
        confidence: "0.85",
    }
}
