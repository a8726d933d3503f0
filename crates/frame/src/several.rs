//! Several values of one kind in a sentence: alternatives, schedules, formulas.
//!
//! A second value of the same kind that is joined to the first without a name of
//! its own is said of the same thing: "5% for the first year and 7% after". Where
//! another name stands between them, each has its own ("a fee of $50 and a
//! deposit of $90").

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_value::{Kind, Reading, read_all, read_whole};

use crate::Frame;
use crate::asks::Asks;
use crate::clause::Sentence;
use crate::lexicon::{Class, Mark};
use crate::token::{Shape, Token};

/// Words that join two values of one thing, or tell which case each is for.
const JOINTS: &[&str] = &[
    "and",
    "or",
    "then",
    "to",
    "thereafter",
    "afterwards",
    "later",
    "increasing",
    "rising",
    "decreasing",
    "falling",
    "going",
    "stepping",
    "up",
    "down",
    "alternatively",
    "otherwise",
    "at",
    "for",
    "on",
    "in",
    "of",
    "by",
    "the",
    "a",
    "an",
    "with",
    "but",
    "between",
    "from",
    "not",
    "is",
    "shall",
    "be",
    "will",
    "it",
    "that",
    "after",
    "which",
];

/// The frame that other values of the same kind in the sentence give this one.
pub(crate) fn frame(
    kind: &Kind,
    text: &str,
    range: &Range<usize>,
    span: &Range<usize>,
    sentence: &Sentence,
    asks: &Asks,
) -> Frame {
    if asks.many {
        return Frame::Asserted;
    }
    if matches!(kind, Kind::Text) {
        return names(text, span, sentence);
    }
    let own = text
        .get(span.clone())
        .and_then(|said| read_whole(kind, said));
    let said = text.get(range.clone()).unwrap_or_default();
    let mut frame = indexed(kind, sentence);
    // Another date has another digit.
    let digit = |part: Range<usize>| {
        text.get(part)
            .is_some_and(|part| part.bytes().any(|byte| byte.is_ascii_digit()))
    };
    let others = digit(range.start..span.start) || digit(span.end..range.end);
    if matches!(kind, Kind::Date { .. }) && !others {
        return frame;
    }
    for reading in read_all(kind, said) {
        let place = range.start.saturating_add(reading.span.start)
            ..range.start.saturating_add(reading.span.end);
        let apart = place.end <= span.start || span.end <= place.start;
        // Twelve months and one year are one value.
        let same = |own: &Reading| match (own.values.as_slice(), reading.values.as_slice()) {
            ([one], [two]) => one.agrees(two),
            (one, two) => one == two,
        };
        let other = !own.as_ref().is_some_and(same);
        if apart && other && !reading.bare {
            frame = frame.or(|| beside(kind, sentence, span, &place));
        }
    }
    frame
}

/// "Ohio or Texas": two names, of which the text chooses neither.
fn names(text: &str, span: &Range<usize>, sentence: &Sentence) -> Frame {
    if crate::sentence::is_clause(&Kind::Text, text, span) {
        return Frame::Asserted;
    }
    let capital = |at: Option<usize>| {
        at.and_then(|at| sentence.token(at))
            .is_some_and(|token| token.capital)
    };
    let or = |at: Option<usize>| {
        at.and_then(|at| sentence.token(at))
            .is_some_and(|token| token.is_any(&["or", "and/or"]))
    };
    let (after, before) = (sentence.value.checked_add(1), sentence.value.checked_sub(1));
    let next = or(after) && capital(sentence.value.checked_add(2));
    let last = or(before) && capital(sentence.value.checked_sub(2));
    let named = text
        .get(span.clone())
        .is_some_and(|said| said.starts_with(char::is_uppercase));
    match [after.filter(|_| next), before.filter(|_| last)]
        .into_iter()
        .flatten()
        .next()
    {
        Some(at) if named => Frame::Unclear {
            because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
        },
        _ => Frame::Asserted,
    }
}

/// What another value at `place` makes of the one at `span`.
fn beside(kind: &Kind, sentence: &Sentence, span: &Range<usize>, place: &Range<usize>) -> Frame {
    let gap = match place.start >= span.end {
        true => span.end..place.start,
        false => place.end..span.start,
    };
    let between: Vec<&Token> = sentence
        .tokens
        .iter()
        .filter(|token| gap.start <= token.span.start && token.span.end <= gap.end)
        .collect();
    let words = |list: &[&str]| between.iter().any(|token| token.is_any(list));
    // Boxes to tick: the ticked one is chosen.
    if words(&["\u{2610}", "\u{2611}", "\u{2612}", "\u{25cb}", "\u{25cf}"])
        || words(&["["]) && words(&["]"]) && between.len() <= 4
    {
        return Frame::Asserted;
    }
    let unclear = Frame::Unclear {
        because: place.clone(),
    };
    let [first] = between.as_slice() else {
        return joined(
            kind,
            &between,
            unclear,
            words(&["or", "alternatively", "/"]),
            place,
        );
    };
    match first.word.as_str() {
        "of" => Frame::Withdrawn {
            code: RejectCode::Computed,
            because: first.span.clone(),
        },
        _ => joined(kind, &between, unclear, words(&["or", "/"]), place),
    }
}

fn joined(
    kind: &Kind,
    between: &[&Token],
    unclear: Frame,
    alternative: bool,
    place: &Range<usize>,
) -> Frame {
    // Two ends of a period, and two dates with words of their own, are both stated.
    let dates = matches!(kind, Kind::Date { .. });
    let ends = between
        .iter()
        .any(|token| token.is_any(&["to", "through", "until", "ending", "till"]));
    if dates && ends && !alternative {
        return Frame::Asserted;
    }
    // The words since the last joint: a name of its own makes it another thing.
    let joint = between.iter().rposition(|token| {
        token.is_any(&["and", "or", ",", ";", "but", "/", "then", "alternatively"])
    });
    let Some(joint) = joint else {
        // Nothing joins them: "up to $100,000: 5%" or "$5 [$6]".
        let touching = between.iter().all(|token| token.shape == Shape::Mark);
        return match touching && !dates {
            true => unclear,
            false => Frame::Asserted,
        };
    };
    let named = between
        .iter()
        .skip(joint.saturating_add(1))
        .any(|token| token.is_word() && !token.is_any(JOINTS));
    if named {
        return Frame::Asserted;
    }
    match alternative {
        true => Frame::Withdrawn {
            code: RejectCode::Conditional,
            because: place.clone(),
        },
        false => unclear,
    }
}

/// A rate that is added to a rate that moves is no rate of its own.
fn indexed(kind: &Kind, sentence: &Sentence) -> Frame {
    if !matches!(kind, Kind::Percent { .. }) {
        return Frame::Asserted;
    }
    let range = sentence.clause_start()..sentence.clause_end();
    let index = range.clone().find(|at| {
        let next = |words: &[&str]| {
            sentence
                .token(at.saturating_add(1))
                .is_some_and(|token| token.is_any(words))
        };
        sentence.token(*at).is_some_and(|token| {
            token.is_any(&["libor", "sofr", "euribor", "sonia", "estr", "tibor", "bbsw"])
                || token.is_any(&["prime", "base", "bank", "benchmark", "reference", "federal"])
                    && next(&["rate", "lending", "funds"])
        })
    });
    match index {
        Some(at) => Frame::Withdrawn {
            code: RejectCode::Computed,
            because: sentence.bytes(Mark {
                class: Class::Computed,
                start: at,
                end: at.saturating_add(1),
            }),
        },
        None => Frame::Asserted,
    }
}

/// A row of a schedule: its label is a year, a period or a tier, and the next row has another value.
pub(crate) fn schedule(kind: &Kind, text: &str, span: &Range<usize>) -> Frame {
    if matches!(kind, Kind::Text | Kind::Date { .. } | Kind::Boolean { .. }) {
        return Frame::Asserted;
    }
    let line = line_at(text, span.start);
    let label = text.get(line.start..span.start).unwrap_or_default();
    let Some(tier) = tier(label).or_else(|| graded(text, &line)) else {
        return Frame::Asserted;
    };
    let rest = text.get(line.end..).unwrap_or_default();
    let next = line_at(text, line.end.saturating_add(1).min(text.len()));
    let before = line.start.checked_sub(1).map(|at| line_at(text, at));
    let rivals = [Some(next).filter(|_| !rest.is_empty()), before];
    let other = rivals.into_iter().flatten().any(|line| {
        let said = text.get(line).unwrap_or_default();
        let alike = self::tier(said).is_some() || first_word(said) == first_word(label);
        alike && read_all(kind, said).iter().any(|one| !one.bare)
    });
    match other {
        true => Frame::Unclear {
            because: line.start.saturating_add(tier.start)..line.start.saturating_add(tier.end),
        },
        false => Frame::Asserted,
    }
}

/// "Grade A: 1 month" above "Grade B: 2 months": one label for several cases.
fn graded(text: &str, line: &Range<usize>) -> Option<Range<usize>> {
    let said = text.get(line.clone())?;
    let word = first_word(said)?;
    let label = |line: &str| line.contains([':', '|', '\t']);
    let next = line_at(text, line.end.saturating_add(1).min(text.len()));
    let before = line.start.checked_sub(1).map(|at| line_at(text, at));
    let same = |other: Range<usize>| {
        let other = text.get(other).unwrap_or_default();
        // "Fee" twice is one label; "Grade A" and "Grade B" are two cases of one.
        let head = |line: &str| line.split([':', '|', '\t']).next().map(str::to_owned);
        label(other) && first_word(other) == Some(word) && head(other) != head(said)
    };
    let sibling = next.start > line.end && same(next) || before.is_some_and(same);
    (label(said) && sibling).then_some(0..word.len())
}

fn first_word(line: &str) -> Option<&str> {
    line.split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty())
        .filter(|word| word.chars().any(char::is_alphabetic))
}

/// The bytes of the line that holds a byte.
pub(crate) fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = text.floor_char_boundary(at.min(text.len()));
    let start = text
        .get(..at)
        .and_then(|head| head.rfind('\n'))
        .map_or(0, |found| found.saturating_add(1));
    let end = text
        .get(at..)
        .and_then(|tail| tail.find('\n'))
        .map_or(text.len(), |found| at.saturating_add(found));
    start..end
}

/// Where a line says which period or tier it is for.
fn tier(line: &str) -> Option<Range<usize>> {
    const TIERS: &[&str] = &[
        "year",
        "lease year",
        "contract year",
        "month",
        "months",
        "quarter",
        "phase",
        "tier",
        "period",
        "level",
        "step",
        "up to",
        "above",
        "over",
        "below",
        "under",
        "fewer",
        "less than",
        "more than",
        "between",
        "from",
        "first",
        "next",
        "thereafter",
        "years",
        "band",
    ];
    let lower = line.to_lowercase();
    let head = lower.trim_start_matches(['|', ' ', '\t', '-']);
    let base = lower.len().saturating_sub(head.len());
    let first: String = head.chars().take_while(|c| c.is_alphanumeric()).collect();
    let counted = !first.is_empty()
        && first.len() <= 2
        && first.chars().all(|c| c.is_ascii_digit())
        && head.get(first.len()..).is_some_and(|rest| {
            rest.starts_with(['|', '\t']) || rest.starts_with(" |") || rest.starts_with("  ")
        });
    if counted {
        return Some(base..base.saturating_add(first.len()));
    }
    let words: Vec<&str> = head
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .take(3)
        .collect();
    let named = |tier: &&&str| {
        let parts: Vec<&str> = tier.split(' ').collect();
        words
            .windows(parts.len())
            .any(|window| window == parts.as_slice())
    };
    TIERS
        .iter()
        .find(named)
        .map(|_| base..base.saturating_add(head.find([':', '|', '\t']).unwrap_or(first.len())))
}
