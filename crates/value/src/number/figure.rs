//! A figure: one number however it is spelled, with its scale and its echo in brackets.
//!
//! Digits or words, times a scale word, and the other spelling in brackets
//! after it: "thirty (30)", "2 crore 50 lakh", "6 1/4". Units, signs and what
//! the neighbours mean are the business of the kind that reads it.

use groundstop_canon::Decimal;
use groundstop_contract::NumberFormat;

use super::words::scale;
use super::{digits, fraction, spell};
use crate::token::{Tokens, ahead, next};

/// One number in the text.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// The index of its first token and the one after its last.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// One value, or two where words and digits disagree.
    pub(crate) values: Vec<Decimal>,
    /// A decimal times a scale word.
    pub(crate) scaled: bool,
    /// Whether a fraction is written.
    pub(crate) fraction: bool,
    /// Whether a scale word belongs to it.
    pub(crate) has_scale: bool,
    /// Whether its first spelling is in words.
    pub(crate) words: bool,
    /// Whether both spellings are there.
    pub(crate) doubled: bool,
    /// `1/2` without a whole number: only a per-cent sign makes it a value.
    pub(crate) slashed: bool,
    /// The dash or slash that joins it to the value read before it.
    pub(crate) joint: Option<usize>,
}

/// What stands at a token.
pub(crate) enum Found {
    Figure(Figure),
    /// Something like a number that is none, up to this index.
    Broken(usize),
    Nothing,
}

/// The figure that starts at `i`, digits or words, with its echo in brackets.
pub(crate) fn figure_at(t: &Tokens<'_>, i: usize, format: Option<NumberFormat>) -> Found {
    match single_at(t, i, format) {
        Found::Figure(figure) => Found::Figure(with_echo(t, figure, format)),
        other => other,
    }
}

/// The figure that starts at `i`, without looking for an echo.
pub(crate) fn single_at(t: &Tokens<'_>, i: usize, format: Option<NumberFormat>) -> Found {
    if t.digits(i).is_some() {
        return digits_at(t, i, format);
    }
    match spell::read(t, i) {
        spell::Outcome::Nothing => Found::Nothing,
        spell::Outcome::Broken(end) => Found::Broken(end),
        spell::Outcome::Read(s) => Found::Figure(Figure {
            start: i,
            end: s.end,
            values: vec![s.value],
            scaled: s.scaled,
            fraction: s.fraction,
            has_scale: s.has_scale,
            words: true,
            doubled: false,
            slashed: false,
            joint: None,
        }),
    }
}

fn digits_at(t: &Tokens<'_>, i: usize, format: Option<NumberFormat>) -> Found {
    let point = i
        .checked_sub(1)
        .filter(|p| super::edge::opens_with_point(t, *p));
    let spelled = match digits::read(t, i, format, point.is_some()) {
        digits::Outcome::Broken(end) => return Found::Broken(end),
        digits::Outcome::Read(spelled) => spelled,
    };
    let mut figure = Figure {
        start: point.unwrap_or(i),
        end: spelled.end,
        values: vec![spelled.value],
        scaled: false,
        fraction: spelled.fraction,
        has_scale: false,
        words: false,
        doubled: false,
        slashed: false,
        joint: None,
    };
    if spelled.plain {
        match slashes(t, i, spelled.value) {
            Slashes::None => match fraction::and_fraction(t, figure.end) {
                Some((Some(part), end)) => match spelled.value.plus(part) {
                    Some(value) => {
                        (figure.values, figure.end) = (vec![value], end);
                        figure.fraction = true;
                    }
                    None => return Found::Broken(end),
                },
                Some((None, end)) => return Found::Broken(end),
                None => {}
            },
            Slashes::Broken(end) => return Found::Broken(end),
            Slashes::Read { value, end, whole } => {
                (figure.values, figure.end) = (vec![value], end);
                (figure.fraction, figure.slashed) = (true, !whole);
            }
        }
    }
    match scales(t, &figure) {
        Ok(figure) => Found::Figure(figure),
        Err(end) => Found::Broken(end),
    }
}

/// "2.5 lakh", "2 crore 50 lakh": scale words after digits, the scales falling. An error is
/// the index after what cannot be understood.
fn scales(t: &Tokens<'_>, figure: &Figure) -> Result<Figure, usize> {
    let mut out = figure.clone();
    let first = figure.values.first().copied().unwrap_or(Decimal::ZERO);
    let (value, end, any) =
        fraction::times_scales(t, first, figure.end).ok_or(ahead(figure.end, 2))?;
    if !any {
        return Ok(out);
    }
    (out.values, out.end, out.has_scale) = (vec![value], end, true);
    out.scaled = figure.fraction;
    let mut sum = value;
    while let Some((addend, end)) = lower_term(t, out.end) {
        if addend >= sum {
            break;
        }
        sum = sum.plus(addend).ok_or(end)?;
        (out.values, out.end) = (vec![sum], end);
    }
    // "3 lakh 50" says something, but not what.
    let unclear = t.blank(out.end) && t.digits(next(out.end)).is_some();
    if unclear {
        Err(ahead(out.end, 2))
    } else {
        Ok(out)
    }
}

/// " 50 lakh", " and 50 thousand" after a scaled number.
fn lower_term(t: &Tokens<'_>, end: usize) -> Option<(Decimal, usize)> {
    let mut at = t.blank(end).then(|| next(end))?;
    if t.says(at, "and") {
        at = ahead(at, 2);
    }
    let count = t.digits(at).filter(|digits| digits.len() <= 3)?;
    let word = t.word(ahead(at, 2)).filter(|_| t.blank(next(at)))?;
    let exponent = scale(word)?;
    let factor = Decimal::from_u64(10_u64.checked_pow(exponent.into())?);
    Some((Decimal::parse(count)?.times(factor)?, ahead(at, 3)))
}

enum Slashes {
    None,
    Broken(usize),
    Read {
        value: Decimal,
        end: usize,
        whole: bool,
    },
}

/// `6 1/4`, `6-1/4` and `1/2` in plain characters.
fn slashes(t: &Tokens<'_>, i: usize, whole: Decimal) -> Slashes {
    let after = next(i);
    if t.is(after, '/') {
        return match slash_fraction(t, i) {
            Some((Some(value), end)) => Slashes::Read {
                value,
                end,
                whole: false,
            },
            Some((None, end)) => Slashes::Broken(end),
            None => Slashes::None,
        };
    }
    if !(t.blank(after) || t.hyphen(after)) {
        return Slashes::None;
    }
    match slash_fraction(t, next(after)) {
        Some((Some(part), end)) => match whole.plus(part) {
            Some(value) => Slashes::Read {
                value,
                end,
                whole: true,
            },
            None => Slashes::Broken(end),
        },
        Some((None, end)) => Slashes::Broken(end),
        None => Slashes::None,
    }
}

/// The digits, slash and digits at `i`: their exact value, if they have one, and the index after.
fn slash_fraction(t: &Tokens<'_>, i: usize) -> Option<(Option<Decimal>, usize)> {
    let (above, below) = (t.digits(i)?, t.digits(ahead(i, 2))?);
    let end = ahead(i, 3);
    if !t.is(next(i), '/') || t.is(end, '/') || above.len() > 3 || below.len() > 3 {
        return None;
    }
    // Halves to sixty-fourths in lowest terms: `5/10` may as well be a choice of two.
    let unit = match below {
        "2" => "0.5",
        "4" => "0.25",
        "8" => "0.125",
        "16" => "0.0625",
        "32" => "0.03125",
        "64" => "0.015625",
        _ => return Some((None, end)),
    };
    let odd = above.ends_with(['1', '3', '5', '7', '9']);
    let (above, below) = (Decimal::parse(above)?, Decimal::parse(below)?);
    let value = (odd && above < below)
        .then(|| Decimal::parse(unit)?.times(above))
        .flatten();
    Some((value, end))
}

/// The other spelling in brackets, if there is one: "thirty (30)", "30 (thirty)".
fn with_echo(t: &Tokens<'_>, figure: Figure, format: Option<NumberFormat>) -> Figure {
    let Some(inside) = bracket_at(t, figure.end) else {
        return figure;
    };
    let Found::Figure(echo) = single_at(t, inside, format) else {
        return figure;
    };
    let close = t.over_blank(echo.end);
    if !t.is(close, ')') || echo.words == figure.words || echo.slashed || figure.slashed {
        return figure;
    }
    let mut both = figure;
    both.end = next(close);
    both.values = agreed(both.values, &echo.values);
    both.scaled |= echo.scaled;
    both.fraction |= echo.fraction;
    both.doubled = true;
    both
}

/// The first index inside a bracket that opens after `end`.
pub(crate) fn bracket_at(t: &Tokens<'_>, end: usize) -> Option<usize> {
    let open = t.over_blank(end);
    t.is(open, '(').then(|| t.over_blank(next(open)))
}

/// The values of two spellings of one number: one if they agree, all if they do not.
pub(crate) fn agreed(mut first: Vec<Decimal>, second: &[Decimal]) -> Vec<Decimal> {
    first.extend_from_slice(second);
    first.sort_unstable();
    first.dedup();
    first
}
