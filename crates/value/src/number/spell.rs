//! Numbers in words: "one hundred and twenty-five thousand", "two crore fifty lakh".
//!
//! The words that belong together are collected first and then weighed by a
//! strict grammar. A run the grammar refuses ("twenty fifteen", "one two") is
//! broken as a whole: no part of it is read.

use groundstop_language::NumberWord;

use groundstop_canon::Decimal;

use super::fraction::tail;
use super::words::piece;
use crate::token::{Tokens, ahead, next};

/// A number spelled in words.
pub(crate) struct Spelled {
    /// The index after its last token.
    pub(crate) end: usize,
    pub(crate) value: Decimal,
    /// Whether it has a fraction.
    pub(crate) fraction: bool,
    /// Whether a fraction was multiplied by a scale word.
    pub(crate) scaled: bool,
    /// Whether a scale word belongs to it.
    pub(crate) has_scale: bool,
}

/// What stands at a number word.
pub(crate) enum Outcome {
    Read(Spelled),
    Broken(usize),
    Nothing,
}

/// Reads the number that begins with the word at `i`.
pub(crate) fn read(t: &Tokens<'_>, i: usize) -> Outcome {
    let Some(run) = collect(t, i) else {
        return Outcome::Nothing;
    };
    let with_commas = weigh(&run.pieces);
    let before_comma = run.pieces.get(..run.comma).unwrap_or(&run.pieces);
    let (whole, end) = match with_commas {
        Some(whole) => (whole, run.end),
        None if run.comma < run.pieces.len() => match weigh(before_comma) {
            Some(whole) => (whole, run.comma_end),
            None => return Outcome::Broken(run.end),
        },
        None => return Outcome::Broken(run.end),
    };
    let has_scale = run
        .pieces
        .iter()
        .any(|p| matches!(p, NumberWord::Scale(_) | NumberWord::Hundred));
    let Some(value) = Decimal::parse(&whole.to_string()) else {
        return Outcome::Broken(end);
    };
    let plain = Spelled {
        end,
        value,
        fraction: false,
        scaled: false,
        has_scale,
    };
    tail(t, whole, plain)
}

struct Run {
    pieces: Vec<NumberWord>,
    end: usize,
    /// How many pieces stand before the first comma, and the index of that comma.
    comma: usize,
    comma_end: usize,
}

fn collect(t: &Tokens<'_>, i: usize) -> Option<Run> {
    let (first, mut end) = match piece(t.word(i)?) {
        Some(NumberWord::Scale(_) | NumberWord::Hundred) => return None,
        Some(first) => (first, next(i)),
        // "a hundred", "a million": the article counts as one before a scale only.
        None if t.says(i, "a") && t.blank(next(i)) => match piece(t.word(ahead(i, 2))?)? {
            NumberWord::Scale(_) | NumberWord::Hundred => (NumberWord::Unit(1), next(i)),
            NumberWord::Unit(_) | NumberWord::Tens(_) => return None,
        },
        None => return None,
    };
    let mut run = Run {
        pieces: vec![first],
        end,
        comma: usize::MAX,
        comma_end: end,
    };
    while let Some((at, comma)) = joined(t, end, run.pieces.last().copied()) {
        let Some(found) = t.word(at).and_then(piece) else {
            break;
        };
        if comma {
            if !promises_more(t, at) {
                break;
            }
            if run.comma == usize::MAX {
                run.comma = run.pieces.len();
                run.comma_end = end;
            }
        }
        run.pieces.push(found);
        end = next(at);
        run.end = end;
    }
    Some(run)
}

/// The index of the next word of the run, and whether a comma stands before it.
fn joined(t: &Tokens<'_>, end: usize, last: Option<NumberWord>) -> Option<(usize, bool)> {
    let after_scale = matches!(last, Some(NumberWord::Hundred | NumberWord::Scale(_)));
    if t.hyphen(end) {
        return Some((next(end), false));
    }
    if t.is(end, ',') && t.blank(next(end)) && matches!(last, Some(NumberWord::Scale(_))) {
        let at = ahead(end, 2);
        return Some((if t.says(at, "and") { ahead(at, 2) } else { at }, true));
    }
    let at = t.blank(end).then(|| next(end))?;
    let and = (t.says(at, "and") || t.is(at, '&')) && t.blank(next(at));
    Some((if and && after_scale { ahead(at, 2) } else { at }, false))
}

/// Whether the words after a comma go on with hundreds or a scale: "one million, two hundred".
fn promises_more(t: &Tokens<'_>, at: usize) -> bool {
    let mut i = at;
    while let Some(found) = t.word(i).and_then(piece) {
        if matches!(found, NumberWord::Hundred | NumberWord::Scale(_)) {
            return true;
        }
        if !t.blank(next(i)) && !t.hyphen(next(i)) {
            return false;
        }
        i = ahead(i, 2);
    }
    false
}

/// How the words below a scale stand so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Empty,
    AfterTens,
    AfterHundred,
    Closed,
}

/// The value of a run of pieces, if the grammar of numbers allows it.
fn weigh(pieces: &[NumberWord]) -> Option<u128> {
    let indian = pieces.iter().any(|p| matches!(p, NumberWord::Scale(5 | 7)));
    let western = pieces
        .iter()
        .any(|p| matches!(p, NumberWord::Scale(6 | 9 | 12)));
    if indian && western {
        return None;
    }
    let (mut terms, mut chunk, mut stage) = (Vec::new(), 0_u128, Stage::Empty);
    let mut hundreds = false;
    for found in pieces {
        match *found {
            NumberWord::Unit(0) if pieces.len() > 1 => return None,
            NumberWord::Unit(n) => {
                let fits = match stage {
                    Stage::Empty | Stage::AfterHundred => true,
                    Stage::AfterTens => n <= 9,
                    Stage::Closed => false,
                };
                chunk = fits.then(|| chunk.checked_add(n.into()))??;
                stage = Stage::Closed;
            }
            NumberWord::Tens(n) => {
                let fits = matches!(stage, Stage::Empty | Stage::AfterHundred);
                chunk = fits.then(|| chunk.checked_add(n.into()))??;
                stage = Stage::AfterTens;
            }
            NumberWord::Hundred => {
                let fits = matches!(stage, Stage::Closed | Stage::AfterTens) && !hundreds;
                chunk = fits.then(|| chunk.checked_mul(100))??;
                (stage, hundreds) = (Stage::AfterHundred, true);
            }
            NumberWord::Scale(exponent) => {
                add_term(&mut terms, chunk, exponent)?;
                (chunk, stage, hundreds) = (0, Stage::Empty, false);
            }
        }
    }
    terms
        .iter()
        .try_fold(chunk, |sum, (value, _)| sum.checked_add(*value))
}

/// Multiplies what stands before a scale word, and keeps the scales falling.
fn add_term(terms: &mut Vec<(u128, u8)>, chunk: u128, exponent: u8) -> Option<()> {
    let mut before = chunk;
    while let Some((value, lower)) = terms.last().copied() {
        let carried = match exponent {
            7 => matches!(lower, 3 | 5),
            6 | 9 | 12 => lower == 3,
            _ => false,
        };
        if !carried {
            break;
        }
        before = before.checked_add(value)?;
        terms.pop();
    }
    let limit = match exponent {
        3 => 9_999,
        5 => 999,
        7 => 9_999_999,
        _ => 999_999,
    };
    let falling = terms.last().is_none_or(|(_, higher)| *higher > exponent);
    if before == 0 || before > limit || !falling {
        return None;
    }
    terms.push((
        before.checked_mul(10_u128.checked_pow(exponent.into())?)?,
        exponent,
    ));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<String> {
        let tokens = Tokens::new(text);
        match read(&tokens, 0) {
            Outcome::Read(s) if s.end == tokens.len() => Some(s.value.to_string()),
            _ => None,
        }
    }

    #[test]
    fn words_read_as_their_number() {
        let table = [
            ("zero", "0"),
            ("nil", "0"),
            ("seventeen", "17"),
            ("twenty-five", "25"),
            ("Twenty Five", "25"),
            ("a hundred", "100"),
            ("one hundred and five", "105"),
            ("twelve hundred", "1200"),
            ("one thousand and one", "1001"),
            ("one hundred and twenty-five thousand", "125000"),
            ("One Million, Two Hundred Fifty Thousand", "1250000"),
            ("three lakh", "300000"),
            ("two crore fifty lakh", "25000000"),
            ("one lakh crore", "1000000000000"),
            ("one thousand million", "1000000000"),
            ("nine hundred ninety-nine billion", "999000000000"),
            ("one half", "0.5"),
            ("one-eighth", "0.125"),
            ("three quarters", "0.75"),
            ("two and a half", "2.5"),
            ("six and three-quarters", "6.75"),
            ("two and a half million", "2500000"),
            ("six point two five", "6.25"),
            ("five hundred and no/100", "500"),
            ("Five Hundred AND 50/100", "500.5"),
        ];
        for (text, expected) in table {
            assert_eq!(value(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_run_that_is_no_number_is_not_read_in_part() {
        for text in [
            "one third",
            "two thirds",
            "one two",
            "twenty fifteen",
            "nineteen ninety-nine",
            "one million two lakh",
            "twenty-fifth",
            "two quarters",
            "one hundred two hundred",
            "million",
            "zero five",
            "three lakh two lakh",
            "five and 1/2",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
