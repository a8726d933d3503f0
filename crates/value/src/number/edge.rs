//! What may stand directly before and after a number.
//!
//! A number glued to something unexpected is no number: the lists here say
//! what is expected, and everything else refuses.

use super::words::{denominator, ordinal, piece};
use crate::token::{Shape, Tokens, ahead, is_dash, next};

/// What stands directly before a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    /// Nothing that belongs to it.
    Clean,
    /// A minus sign, at this index.
    Minus(usize),
    /// Something it is part of.
    Glued,
}

/// What stands directly before a number that may be the second end of a range:
/// the `joint` right after the value before it belongs to neither.
pub(crate) fn before_of(t: &Tokens<'_>, start: usize, joint: Option<usize>) -> Before {
    if joint.is_some() && t.back_over_blank(start) == joint {
        return Before::Clean;
    }
    before(t, start)
}

/// What stands directly before the number that starts at `start`.
fn before(t: &Tokens<'_>, start: usize) -> Before {
    let Some(i) = start.checked_sub(1) else {
        return Before::Clean;
    };
    match t.shape(i) {
        None => Before::Clean,
        Some(Shape::Blank) => before_blank(t, i),
        Some(Shape::Word | Shape::Digits | Shape::Numeral) => Before::Glued,
        Some(Shape::Mark(mark)) => before_mark(t, i, mark),
    }
}

/// ": - 500" may be negative; "- 500" at the head of a list is not.
fn before_blank(t: &Tokens<'_>, blank: usize) -> Before {
    let Some(i) = blank.checked_sub(1) else {
        return Before::Clean;
    };
    let opened = t
        .back_over_blank(i)
        .is_some_and(|at| matches!(t.mark(at), Some(':' | '=')) || is_sign_at(t, at));
    if t.says_any(i, &["minus", "negative"]) || spoken_point(t, i) {
        return Before::Glued;
    }
    match t.mark(i) {
        Some('\u{2212}' | '±') => Before::Glued,
        Some('-' | '\u{2013}') if opened => Before::Glued,
        _ => Before::Clean,
    }
}

/// "point five percent", but not "at this point five percent".
fn spoken_point(t: &Tokens<'_>, i: usize) -> bool {
    const POINTED: &[&str] = &[
        "this", "that", "which", "the", "any", "every", "some", "each", "no",
    ];
    let worded = t.word(ahead(i, 2)).is_some();
    let pointed = t
        .back_over_blank(i)
        .is_some_and(|before| t.says_any(before, POINTED));
    worded && t.says(i, "point") && !pointed
}

fn before_mark(t: &Tokens<'_>, i: usize, mark: char) -> Before {
    let further = t.shape_before(i);
    let open = match further {
        None | Some(Shape::Blank) => true,
        Some(Shape::Mark(c)) => matches!(c, '(' | '[' | ':' | '=' | '|') || is_sign(c),
        Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
    };
    match mark {
        '-' | '\u{2212}' if open => Before::Minus(i),
        ':' | '+' if further == Some(Shape::Digits) => Before::Glued,
        '\u{2014}' if further == Some(Shape::Digits) => Before::Glued,
        c if is_sign(c) => Before::Clean,
        '(' | '[' | '{' | '"' | '\'' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2018}'
        | '\u{2019}' | '«' | '»' | ':' | ';' | '!' | '?' | '=' | '+' | '<' | '>' | '≤' | '≥'
        | '~' | '≈' | '\u{2014}' | '|' | '•' | '#' | '§' | '¶' | '†' | '‡' => {
            Before::Clean
        }
        _ => Before::Glued,
    }
}

/// Whether the decimal mark at `i` begins a number: `.5`, not `Sec.5`.
pub(crate) fn opens_with_point(t: &Tokens<'_>, i: usize) -> bool {
    t.is(i, '.')
        && match t.shape_before(i) {
            None => true,
            // "12 .5" is a torn number.
            Some(Shape::Blank) => t
                .back_over_blank(i)
                .is_none_or(|before| t.digits(before).is_none()),
            Some(Shape::Mark(c)) => matches!(c, '(' | '[' | '-' | '\u{2212}' | '"') || is_sign(c),
            Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
        }
}

/// Whether a character is the sign of a currency.
pub(crate) fn is_sign(c: char) -> bool {
    matches!(c, '$' | '£' | '¥' | '฿' | '\u{20a0}'..='\u{20c0}')
}

fn is_sign_at(t: &Tokens<'_>, i: usize) -> bool {
    t.mark(i).is_some_and(is_sign)
}

/// Whether the number that ends before `end` stands free of what follows.
pub(crate) fn free_after(t: &Tokens<'_>, end: usize) -> bool {
    match t.shape(end) {
        None => true,
        Some(Shape::Numeral) => raised_after_amount(t, end),
        Some(Shape::Word | Shape::Digits) => false,
        Some(Shape::Blank) => free_after_blank(t, end),
        Some(Shape::Mark('[')) => refers_to_note(t, end),
        Some(Shape::Mark(mark)) => free_after_mark(t, end, mark),
    }
}

/// "[1]" right after a value: the number of a note.
pub(crate) fn refers_to_note(t: &Tokens<'_>, open: usize) -> bool {
    t.is(open, '[')
        && t.digits(next(open)).is_some_and(|digits| digits.len() <= 2)
        && t.is(ahead(open, 2), ']')
}

/// "$500¹": after an amount of money a raised digit is the mark of a note, not a power.
fn raised_after_amount(t: &Tokens<'_>, end: usize) -> bool {
    let raised = |i: usize| {
        let said = t.str(i);
        t.shape(i) == Some(Shape::Numeral)
            && said
                .chars()
                .all(|c| matches!(c, '¹' | '²' | '³' | '\u{2070}'..='\u{2079}'))
    };
    let mut past = end;
    while raised(past) {
        past = next(past);
    }
    let mut start = end;
    while let Some(before) = start.checked_sub(1)
        && (t.digits(before).is_some() || matches!(t.mark(before), Some(',' | '.')))
    {
        start = before;
    }
    let amount = start.checked_sub(1).is_some_and(|at| is_sign_at(t, at));
    let closed = !matches!(
        t.shape(past),
        Some(Shape::Word | Shape::Digits | Shape::Numeral)
    );
    raised(end) && amount && closed
}

/// Words that make another number of the one before them, or no exact number at all.
const NOT_ALONE: &[&str] = &[
    "st",
    "nd",
    "rd",
    "th",
    "dozen",
    "dozens",
    "odd",
    "m",
    "k",
    "b",
    "mn",
    "bn",
    "tn",
    "mm",
    "cr",
    "crs",
    "mio",
    "mrd",
    "mia",
    "tsd",
    "millionen",
    "milliarden",
    "tausend",
    "millones",
    "mil",
    "milliards",
    "milioni",
    "miliardi",
    "miljoen",
    "miljard",
    "milhões",
    "mille",
];

fn free_after_blank(t: &Tokens<'_>, blank: usize) -> bool {
    let at = next(blank);
    match t.shape(at) {
        Some(Shape::Numeral) => false,
        // "5 th day", "twenty fifth", "two dozen", "5 million" where the scale was refused.
        Some(Shape::Word) => {
            !t.says_any(at, NOT_ALONE)
                && !times(t, at)
                && t.word(at).is_none_or(|word| {
                    piece(word).is_none() && ordinal(word).is_none() && denominator(word).is_none()
                })
        }
        Some(Shape::Mark('×' | '±')) => false,
        // "5 ,000", "12 .5": a torn number.
        Some(Shape::Mark(',' | '.')) => t.digits(next(at)).is_none(),
        Some(Shape::Mark('(')) => !amounts_in_scale(t, next(at)),
        // A range: "5 - 7" is neither five nor seven.
        Some(Shape::Mark(_)) if t.dash(at) && t.blank(next(at)) => {
            let right = ahead(at, 2);
            t.digits(right).is_none()
        }
        _ => true,
    }
}

/// "5 x 10": a product.
fn times(t: &Tokens<'_>, at: usize) -> bool {
    let right = t.over_blank(next(at));
    t.says(at, "x") && (t.digits(right).is_some() || is_sign_at(t, right))
}

/// "(in thousands)": the number is not what it says.
fn amounts_in_scale(t: &Tokens<'_>, i: usize) -> bool {
    t.says(i, "in")
        && t.word(ahead(i, 2))
            .is_some_and(|word| super::words::scale(word).is_some())
}

fn free_after_mark(t: &Tokens<'_>, end: usize, mark: char) -> bool {
    let following = t.shape(next(end));
    // "$96,000.*": one star after the point is the mark of a note.
    let star = matches!(mark, '.' | ',')
        && t.is(next(end), '*')
        && matches!(t.shape(ahead(end, 2)), None | Some(Shape::Blank));
    let hidden = !star
        && matches!(
            following,
            Some(Shape::Mark('*' | '█' | '_' | '[' | '●' | '#' | '■'))
        );
    match mark {
        '.' if t.is(next(end), '.') => t.digits(ahead(end, 2)).is_none(),
        '.' => {
            !hidden
                && !matches!(
                    following,
                    Some(Shape::Word | Shape::Digits | Shape::Numeral)
                )
        }
        ',' => !hidden && !matches!(following, Some(Shape::Digits | Shape::Numeral)),
        ':' | '/' | '·' | '<' => following != Some(Shape::Digits),
        '\'' | '\u{2019}' => !matches!(following, Some(Shape::Digits | Shape::Word)),
        '*' => !hidden && following != Some(Shape::Digits),
        '\u{2014}' => following != Some(Shape::Digits),
        c if is_dash(c) => !matches!(
            following,
            Some(Shape::Digits | Shape::Word | Shape::Numeral)
        ),
        c if is_sign(c) => true,
        ';' | '!' | '?' | ')' | ']' | '}' | '"' | '\u{201c}' | '\u{201d}' | '\u{2018}' | '»'
        | '«' | '>' | '=' | '|' | '°' | '†' | '‡' | '•' | '%' => true,
        _ => false,
    }
}

/// Whether the unit, sign or code that ends before `end` is a whole token.
pub(crate) fn unit_free_after(t: &Tokens<'_>, end: usize) -> bool {
    match t.shape(end) {
        Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
        Some(Shape::Mark('_' | '█' | '%' | '‰')) => false,
        Some(Shape::Blank) => t.shape(next(end)) != Some(Shape::Numeral),
        _ => true,
    }
}

/// Whether a fraction "of" which this number is the whole stands before it: "half a million".
pub(crate) fn part_of_before(t: &Tokens<'_>, start: usize) -> bool {
    let Some(mut at) = t.back_over_blank(start) else {
        return false;
    };
    for skipped in ["a", "an", "of"] {
        if t.says(at, skipped) {
            let Some(before) = t.back_over_blank(at) else {
                return false;
            };
            at = before;
        }
    }
    // "one-half of", "three quarters of", "1/2 of"; never the ordinals alone.
    let fraction = t.word(at).and_then(denominator).is_some_and(|part| {
        t.says_any(at, &["half", "halves", "quarter", "quarters"]) || part.plural
    });
    let of = t.says(next(next(at)), "of");
    let numerator = of && t.word(at).and_then(denominator).is_some();
    let numeral = of && t.shape(at) == Some(Shape::Numeral);
    // "1/8 of" and "1/8th of".
    let below = if t.says_any(at, &["nd", "rd", "th", "ths", "nds", "rds"]) {
        at.checked_sub(1).unwrap_or(at)
    } else {
        at
    };
    let over = below.checked_sub(1).is_some_and(|s| t.is(s, '/'));
    let slashed = of && t.digits(below).is_some() && over;
    let unnamed = of && t.says_any(at, &["fraction", "fractions"]);
    fraction || numerator || numeral || slashed || unnamed
}

/// Whether a figure in accounting brackets stands beside a word of loss: "Net loss ($500)".
pub(crate) fn is_loss(t: &Tokens<'_>, start: usize, end: usize) -> bool {
    const LOSSES: &[&str] = &[
        "loss",
        "losses",
        "deficit",
        "decrease",
        "decline",
        "shortfall",
        "outflow",
        "outflows",
    ];
    const REACH_MAX_WORDS: usize = 5;
    let Some(open) = t.back_over_blank(start).filter(|at| t.is(*at, '(')) else {
        return false;
    };
    if !t.is(t.over_blank(end), ')') {
        return false;
    }
    let mut at = t.back_over_blank(open);
    if let Some(colon) = at.filter(|at| t.is(*at, ':')) {
        at = t.back_over_blank(colon);
    }
    for _ in 0..REACH_MAX_WORDS {
        let Some(word) = at.filter(|at| t.word(*at).is_some()) else {
            return false;
        };
        if t.says_any(word, LOSSES) {
            return true;
        }
        at = t.back_over_blank(word);
    }
    false
}

/// Whether a minus closes the figure that ends at `end`: "$500-".
pub(crate) fn minus_after(t: &Tokens<'_>, end: usize) -> bool {
    matches!(t.mark(end), Some('-' | '\u{2212}'))
        && match t.shape(next(end)) {
            None | Some(Shape::Blank) => true,
            Some(Shape::Mark(c)) => !is_dash(c) && !is_sign(c),
            Some(Shape::Word | Shape::Digits | Shape::Numeral) => false,
        }
}

/// The index after a number torn apart behind `end`: "5, 000", "5. 50", "5,O00", "5 OOO".
///
/// "$500. 10. Term" and a new line after the point begin a clause of their own.
pub(crate) fn torn_after(t: &Tokens<'_>, end: usize) -> Option<usize> {
    let marked = matches!(t.mark(end), Some(',' | '.'));
    let at = if marked { next(end) } else { end };
    let digits_at = t.over_blank(at);
    let spaced = digits_at > at;
    if like_digits(t, digits_at) {
        return Some(next(digits_at));
    }
    if !marked {
        return None;
    }
    let scaled = spaced
        && t.word(digits_at)
            .is_some_and(|w| super::words::scale(w).is_some());
    if scaled {
        return Some(next(digits_at));
    }
    let digits = t.digits(digits_at).filter(|_| spaced)?;
    let torn = if t.is(end, ',') {
        digits.len() == 3
    } else {
        let clause = matches!(t.mark(next(digits_at)), Some('.' | ')'))
            && t.shape(ahead(digits_at, 2)) == Some(Shape::Blank);
        digits.len() <= 3 && !clause && !t.str(at).contains(['\n', '\r'])
    };
    torn.then(|| next(digits_at))
}

/// Letters that stand where digits belong: "OOO", "O00", "l00".
fn like_digits(t: &Tokens<'_>, i: usize) -> bool {
    let Some(word) = t.word(i).filter(|word| word.len() <= 3) else {
        return false;
    };
    let alike = word.chars().all(|c| matches!(c, 'O' | 'o' | 'l' | 'I'));
    let more = t.digits(next(i)).is_some();
    alike && (more || word.len() >= 2 && word.contains(['O', 'o']))
}

/// Whether the digits at `i` only number something: "Year 1", "Section 3".
fn is_label(t: &Tokens<'_>, i: usize) -> bool {
    const NAMES: &[&str] = &[
        "year", "years", "month", "quarter", "tier", "level", "class", "phase", "step", "series",
        "note", "no", "number", "grade", "band", "stage", "option", "lot", "group", "type", "line",
    ];
    super::scan::is_reference(t, i)
        || t.back_over_blank(i)
            .is_some_and(|before| t.says_any(before, NAMES))
}

/// Whether a figure in digits goes on from digits before it over a blank: "1 2%".
pub(crate) fn run_on_before(t: &Tokens<'_>, start: usize) -> bool {
    let blank = start.checked_sub(1).filter(|at| t.str(*at) == " ");
    let before = blank.and_then(|at| at.checked_sub(1));
    let Some((before, digits)) = before.and_then(|at| Some((at, t.digits(at)?))) else {
        return false;
    };
    t.digits(start).is_some() && digits.len() <= 3 && !is_label(t, before) && !joined(t, before)
}

/// Whether a figure in digits goes on from digits and a mark before it: "0. 5%", "0,\n5%".
pub(crate) fn torn_before(t: &Tokens<'_>, start: usize) -> bool {
    let Some(blank) = start.checked_sub(1).filter(|at| t.blank(*at)) else {
        return false;
    };
    let Some(before) = blank.checked_sub(1).filter(|_| t.digits(start).is_some()) else {
        return false;
    };
    let broken = t.str(blank).contains(['\n', '\r']);
    let Some(mark) = t.mark(before).filter(|mark| matches!(mark, ',' | '.')) else {
        return false;
    };
    let Some(left) = before.checked_sub(1) else {
        return mark == '.';
    };
    let Some(digits) = t.digits(left) else {
        return mark == '.' && t.blank(left) && !broken;
    };
    let heads_line = match left.checked_sub(1) {
        None => true,
        Some(at) => t.blank(at) && t.str(at).contains(['\n', '\r']),
    };
    let free = joined(t, left) || is_label(t, left) || crate::date::beside_month(t, left, before);
    match mark {
        _ if digits == "0" => !joined(t, left),
        '.' => digits.len() <= 2 && !heads_line && !broken && !free,
        _ => digits.len() <= 2 && !free,
    }
}

/// Whether the digits at `i` end something longer: "3.1", "2024-01-05".
fn joined(t: &Tokens<'_>, i: usize) -> bool {
    i.checked_sub(1).is_some_and(|mark| {
        matches!(t.mark(mark), Some('.' | '/')) || t.dash(mark) || t.is(mark, '\'')
    })
}

/// Whether digits go on after a figure in digits: "10 5 units".
pub(crate) fn runs_on(t: &Tokens<'_>, start: usize, end: usize) -> bool {
    let Some(last) = end.checked_sub(1) else {
        return false;
    };
    t.digits(last).is_some_and(|digits| digits.len() <= 3)
        && t.str(end) == " "
        && t.digits(next(end)).is_some()
        && crate::date::shadow(t, next(end)).is_none()
        && !is_label(t, start)
}

/// Whether a group of noughts stands torn off after a number: "5, 000".
pub(crate) fn noughts_after(t: &Tokens<'_>, end: usize) -> bool {
    torn_after(t, end).is_some_and(|past| {
        past.checked_sub(1)
            .is_some_and(|at| t.digits(at) == Some("000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minus_counts_only_where_a_sign_can_stand() {
        let at = |text: &str| {
            let tokens = Tokens::new(text);
            let start = (0..tokens.len())
                .find(|i| tokens.digits(*i).is_some())
                .unwrap();
            before(&tokens, start)
        };
        assert!(matches!(at("-5"), Before::Minus(0)));
        assert!(matches!(at("is −5"), Before::Minus(_)));
        assert_eq!(at("A-5"), Before::Glued);
        assert_eq!(at("–5"), Before::Glued);
        assert_eq!(at("Total: - 5"), Before::Glued);
        assert_eq!(at("- 5"), Before::Clean);
        assert_eq!(at("x5"), Before::Glued);
        assert_eq!(at("fee—5"), Before::Clean);
    }
}
