//! The unit a value is stated in, where the field or the text around says another.
//!
//! A rent of $500 a month is no annual rent; "($500)" in a row of figures is a
//! loss; a price net of tax is none with it.

use std::ops::Range;

use groundstop_value::Kind;

use crate::Frame;
use crate::asks::Asks;
use crate::clause::Sentence;
use crate::tax::{is_added, is_included};
use crate::token::Shape;

/// Periods, each with the words that name it.
const PERIODS: &[(&str, &[&str])] = &[
    (
        "year",
        &["annual", "annually", "yearly", "year", "annum", "p.a"],
    ),
    ("month", &["monthly", "month", "p.m"]),
    ("week", &["weekly", "week"]),
    ("day", &["daily", "day", "diem"]),
    ("quarter", &["quarterly", "quarter"]),
    ("hour", &["hourly", "hour"]),
];

/// The period that a word names.
pub(crate) fn period(word: &str) -> Option<&'static str> {
    let named = PERIODS.iter().find(|(_, words)| words.contains(&word));
    named.map(|(period, _)| *period)
}

/// The frame that the unit gives a value.
pub(crate) fn frame(
    kind: &Kind,
    text: &str,
    span: &Range<usize>,
    sentence: &Sentence,
    asks: &Asks,
) -> Frame {
    match kind {
        Kind::Money { .. } => rated(sentence, asks.period)
            .or(|| negative(text, span, sentence, asks))
            .or(|| taxed(sentence, asks)),
        // A rate without a period is one for a year.
        Kind::Percent { .. } => {
            let usual = (!asks.contingent).then_some("year");
            rated(sentence, asks.period.or(usual))
        }
        Kind::Number { .. } => rated(sentence, asks.period),
        Kind::Date { .. }
        | Kind::Duration
        | Kind::Boolean { .. }
        | Kind::Choice { .. }
        | Kind::Text => Frame::Asserted,
    }
}

/// A value by the month where the field asks for the year, or by the piece.
fn rated(sentence: &Sentence, wanted: Option<&'static str>) -> Frame {
    let Some(wanted) = wanted else {
        return Frame::Asserted;
    };
    let at = |steps: usize| sentence.value.saturating_add(steps);
    let word = |at: usize| sentence.token(at).map_or("", |token| token.word.as_str());
    let per = match word(at(1)) {
        "per" | "a" | "an" | "each" | "every" | "/" => Some(at(2)),
        "p" if word(at(2)) == "." => {
            let stated = if word(at(3)) == "m" { "month" } else { "year" };
            return differs(sentence, wanted, stated, at(1));
        }
        _ => None,
    };
    if let Some(per) = per {
        let mut stated = word(per);
        if sentence
            .token(per)
            .is_some_and(|token| token.shape == Shape::Number)
            || period(stated).is_none()
        {
            // "Per thirty days", "per square foot".
            let next = word(per.saturating_add(1));
            stated = period(next.trim_end_matches('s')).map_or("piece", |_| "span");
        }
        let stated = period(stated).unwrap_or(stated);
        return differs(sentence, wanted, stated, per);
    }
    let start = sentence.clause_start();
    let named = (start..sentence.value).rev().find_map(|at| {
        let token = sentence
            .token(at)
            .filter(|token| token.word.ends_with("ly") || token.is("annual"))?;
        Some((period(&token.word)?, at))
    });
    match named {
        Some((stated, at)) => differs(sentence, wanted, stated, at),
        None => Frame::Asserted,
    }
}

fn differs(sentence: &Sentence, wanted: &str, stated: &str, at: usize) -> Frame {
    if wanted == stated {
        return Frame::Asserted;
    }
    Frame::Unclear {
        because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
    }
}

/// An amount in brackets that no words spell before it is a loss; so is one called so.
fn negative(text: &str, span: &Range<usize>, sentence: &Sentence, asks: &Asks) -> Frame {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let bracketed = before.trim_end_matches(['$', ' ']).ends_with('(') && after.starts_with(')');
    let row = before.trim_end_matches(['$', ' ', '(']).len();
    let gap = before.get(row..).unwrap_or_default();
    // A gap of a table, a cell's edge, or a label right before: nothing spells the amount in words.
    let spelled = before
        .get(..row)
        .and_then(|head| head.split_whitespace().next_back())
        .is_some_and(|word| {
            let word = word.to_lowercase();
            let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
            plain.starts_with("dollar")
                || plain.ends_with("hundred")
                || plain.ends_with("thousand")
                || plain.ends_with("million")
                || matches!(
                    plain,
                    "euros"
                        | "euro"
                        | "pounds"
                        | "francs"
                        | "cents"
                        | "100"
                        | "usd"
                        | "no"
                        | "amount"
                        | "price"
                        | "fee"
                        | "rupees"
                        | "only"
                        | "yen"
                )
        });
    let cell = gap.contains("  ")
        || before
            .get(..row)
            .is_some_and(|head| head.ends_with(['|', '\t', ')']))
        || !spelled;
    if bracketed && cell && !spelled {
        return Frame::Unclear {
            because: span.clone(),
        };
    }
    let debit = after.trim_start();
    if debit.starts_with("DR")
        || debit.starts_with("Dr.")
        || debit.starts_with("CR")
        || debit.starts_with("Cr.")
    {
        return Frame::Unclear {
            because: span.end..span.end.saturating_add(2),
        };
    }
    if asks.gain {
        let loss = (sentence.clause_start()..sentence.value).find(|at| {
            sentence
                .token(*at)
                .is_some_and(|token| token.is_any(&["loss", "losses", "deficit", "shortfall"]))
        });
        if let Some(at) = loss {
            return Frame::Unclear {
                because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
            };
        }
    }
    Frame::Asserted
}

/// A price without tax where the field asks for one with it, and the other way round.
fn taxed(sentence: &Sentence, asks: &Asks) -> Frame {
    let Some(including) = asks.tax else {
        return Frame::Asserted;
    };
    let contrary = match including {
        true => is_added,
        false => is_included,
    };
    let found = (sentence.clause_start()..sentence.clause_end()).find(|at| {
        sentence
            .token(*at)
            .is_some_and(|token| contrary(&token.word))
    });
    match found {
        Some(at) => Frame::Unclear {
            because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
        },
        None => Frame::Asserted,
    }
}
