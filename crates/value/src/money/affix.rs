//! The currency before or after an amount.

use super::currency::{code, is_wordlike, national, qualified, sign, word};
use crate::number::edge::is_sign;
use crate::token::{Shape, Tokens, ahead, next};

/// A currency found beside an amount.
pub(crate) struct Affix {
    pub(crate) label: &'static str,
    /// For a prefix its first token; for a suffix the index after it.
    pub(crate) edge: usize,
}

/// What stands on one side of an amount.
pub(crate) enum Side {
    Currency(Affix),
    /// A sign with letters nobody knows, such as `XY$`.
    Unknown,
    None,
}

/// The currency before the amount that starts at `start`.
pub(crate) fn prefix(t: &Tokens<'_>, start: usize, declared: Option<&str>) -> Side {
    let Some(at) = t.back_over_blank(start) else {
        return Side::None;
    };
    match t.shape(at) {
        // "45,00 €\t900,00 €": the sign is that of the amount before.
        Some(Shape::Mark(c)) if is_sign(c) && is_taken(t, at, start) => Side::None,
        Some(Shape::Mark(c)) if is_sign(c) => match sign(c) {
            Some(label) => qualified_sign(t, at, label),
            None => Side::Unknown,
        },
        Some(Shape::Mark('.')) => match at.checked_sub(1) {
            Some(word_at) if t.says_any(word_at, &["rs", "re"]) => found("Rs", word_at),
            _ => Side::None,
        },
        Some(Shape::Word) => word_prefix(t, at, start, declared),
        _ => Side::None,
    }
}

/// Whether a sign apart from the amount after it, in another cell or line, follows another amount.
fn is_taken(t: &Tokens<'_>, at: usize, start: usize) -> bool {
    let apart = next(at) < start && t.str(next(at)).contains(['\t', '\n']);
    let before = t.back_over_blank(at);
    let figure = before.is_some_and(|before| t.digits(before).is_some());
    apart && figure
}

fn found(label: &'static str, edge: usize) -> Side {
    Side::Currency(Affix { label, edge })
}

/// `$` with what qualifies it: `US$`, `U.S.$`, `US $`, `USD $`.
fn qualified_sign(t: &Tokens<'_>, at: usize, label: &'static str) -> Side {
    let Some(before) = at.checked_sub(1) else {
        return found(label, at);
    };
    if let Some(letters) = t.word(before) {
        return match qualified(letters)
            .filter(|_| label == "$")
            .or_else(|| code(letters))
        {
            Some(code) if !glued_before(t, before) => found(code, before),
            _ => Side::Unknown,
        };
    }
    if matches!(t.shape(before), Some(Shape::Digits | Shape::Numeral)) {
        return Side::Unknown;
    }
    let spaced = t.back_over_blank(at).unwrap_or(before);
    if label == "$" {
        if let Some(start) = united_states(t, spaced) {
            return found("USD", start);
        }
        if let Some(code) = t.word(spaced).and_then(dollar) {
            return found(code, spaced);
        }
        if let Some((code, start)) = nation(t, spaced, label) {
            return found(code, start);
        }
    }
    found(label, at)
}

/// The dollar that letters standing apart name: "CDN", "USD". One letter is an article or a name.
fn dollar(letters: &str) -> Option<&'static str> {
    let short = qualified(letters).filter(|_| letters.len() > 1);
    short.or_else(|| code(letters).filter(|code| code.ends_with('D')))
}

/// The first token of "US" or "U.S." that ends at `last`.
fn united_states(t: &Tokens<'_>, last: usize) -> Option<usize> {
    if t.word(last) == Some("US") && free_before(t, last) {
        return Some(last);
    }
    let start = last.checked_sub(3)?;
    let spelled = t.word(start) == Some("U")
        && t.is(next(start), '.')
        && t.word(ahead(start, 2)) == Some("S")
        && t.is(last, '.');
    (spelled && free_before(t, start)).then_some(start)
}

/// Whether letters or digits stand right before; a dash is for the amount to judge.
fn glued_before(t: &Tokens<'_>, i: usize) -> bool {
    matches!(
        t.shape_before(i),
        Some(Shape::Word | Shape::Digits | Shape::Numeral | Shape::Mark('_' | '.'))
    )
}

fn free_before(t: &Tokens<'_>, i: usize) -> bool {
    match t.shape_before(i) {
        Some(Shape::Word | Shape::Digits | Shape::Numeral | Shape::Mark('_')) => false,
        Some(Shape::Mark(mark)) => !crate::token::is_hyphen(mark),
        None | Some(Shape::Blank) => true,
    }
}

fn word_prefix(t: &Tokens<'_>, at: usize, start: usize, declared: Option<&str>) -> Side {
    let Some(text) = t.word(at) else {
        return Side::None;
    };
    if let Some(code) = code(text) {
        let usable = !is_wordlike(code) || declared == Some(code);
        return if usable && free_before(t, at) {
            found(code, at)
        } else {
            Side::None
        };
    }
    // "A word" glued to digits is no currency, except the short forms of rupees.
    let glued = next(at) == start;
    let Some(label) = word(text).filter(|_| !glued || t.says(at, "rs")) else {
        return Side::None;
    };
    if t.says(at, "re") && text != "Re" || !free_before(t, at) {
        return Side::None;
    }
    match t
        .back_over_blank(at)
        .and_then(|before| nation(t, before, label))
    {
        Some((code, start)) => found(code, start),
        None => found(label, at),
    }
}

/// The adjective that ends at `last` and makes a code of the currency: its code and first token.
fn nation(t: &Tokens<'_>, last: usize, label: &'static str) -> Option<(&'static str, usize)> {
    if label == "$"
        && let Some(start) = united_states(t, last)
    {
        return Some(("USD", start));
    }
    let adjective = t.word(last)?;
    let code = national(adjective, label)?;
    let first = match adjective.to_ascii_lowercase().as_str() {
        "states" => Some("united"),
        "zealand" => Some("new"),
        "kong" => Some("hong"),
        _ => None,
    };
    match first {
        None => Some((code, last)),
        Some(first) => {
            let before = t.back_over_blank(last)?;
            t.says(before, first).then_some((code, before))
        }
    }
}

/// The currency after the amount that ends before `end`. A dollar sign before it
/// lets an adjective or a bracket say whose dollar it is.
pub(crate) fn suffix(
    t: &Tokens<'_>,
    end: usize,
    declared: Option<&str>,
    after_dollar: bool,
) -> Side {
    if after_dollar && let Some(found) = in_funds(t, end) {
        return found;
    }
    let at = if t.hyphen(end) {
        next(end)
    } else {
        t.over_blank(end)
    };
    match t.shape(at) {
        Some(Shape::Mark('(')) if after_dollar => bracketed(t, next(at)).unwrap_or(Side::None),
        Some(Shape::Mark(c)) => match sign(c) {
            // A sign before the next number belongs to that.
            Some(label) if t.digits(t.over_blank(next(at))).is_none() => found(label, next(at)),
            _ => Side::None,
        },
        Some(Shape::Word) if at > end => match word_suffix(t, at, declared, after_dollar) {
            // "4\tEUR 40.00": the code in the next cell is that of the amount in it.
            Side::Currency(affix) if parts_cells(t, end) && figure_follows(t, affix.edge) => {
                Side::None
            }
            side => side,
        },
        _ => Side::None,
    }
}

/// Whether a cell or a line ends at a token.
pub(crate) fn parts_cells(t: &Tokens<'_>, i: usize) -> bool {
    t.blank(i) && t.str(i).contains(['\t', '\n'])
}

/// Whether a figure stands behind a blank that ends no cell.
fn figure_follows(t: &Tokens<'_>, i: usize) -> bool {
    !parts_cells(t, i) && t.digits(t.over_blank(i)).is_some()
}

fn word_suffix(t: &Tokens<'_>, at: usize, declared: Option<&str>, after_dollar: bool) -> Side {
    let Some(text) = t.word(at) else {
        return Side::None;
    };
    if t.is(next(at), '$') {
        return match qualified(text) {
            Some(code) if t.digits(t.over_blank(ahead(at, 2))).is_none() => {
                found(code, ahead(at, 2))
            }
            _ => Side::None,
        };
    }
    if let Some(code) = code(text) {
        let usable = !is_wordlike(code) || declared == Some(code);
        return if usable {
            found(code, next(at))
        } else {
            Side::None
        };
    }
    if let Some(label) = word(text).filter(|_| !t.says_any(at, &["re", "rs"])) {
        return after_word(t, at, label);
    }
    national_suffix(t, at)
        .or_else(|| after_dollar.then(|| adjective_alone(t, at)).flatten())
        .unwrap_or(Side::None)
}

/// "$500, in Canadian funds", "$500 in Canadian dollars".
fn in_funds(t: &Tokens<'_>, end: usize) -> Option<Side> {
    let at = t.over_blank(if t.is(end, ',') { next(end) } else { end });
    let (label, last) = named_dollar(t, ahead(at, 2)).filter(|_| t.says(at, "in"))?;
    let noun = ahead(last, 2);
    let spelled = t.blank(next(last)) && t.says_any(noun, &["dollars", "funds", "currency"]);
    spelled.then(|| found(label, next(noun)))
}

/// "$500 (CAD)", "$500 (in Canadian dollars)": a currency alone in brackets.
fn bracketed(t: &Tokens<'_>, inside: usize) -> Option<Side> {
    let inside = if t.says(inside, "in") {
        ahead(inside, 2)
    } else {
        inside
    };
    let (label, last) = named_dollar(t, inside)?;
    let noun = ahead(last, 2);
    let spelled = t.blank(next(last)) && t.says_any(noun, &["dollars", "funds", "currency"]);
    let close = if spelled { next(noun) } else { next(last) };
    t.is(close, ')').then(|| found(label, next(close)))
}

/// "$500 Canadian", "$500 US", if no other noun follows that the adjective belongs to.
fn adjective_alone(t: &Tokens<'_>, at: usize) -> Option<Side> {
    let (label, last) = named_dollar(t, at).filter(|_| t.word(at).is_some_and(|w| w.len() > 1))?;
    let noun = ahead(last, 2);
    let followed = t.blank(next(last)) && t.word(noun).is_some();
    let funds = followed && t.says_any(noun, &["funds", "currency"]);
    (!followed || funds).then(|| found(label, if funds { next(noun) } else { next(last) }))
}

/// The dollar that a code, letters or an adjective at `i` names, and its last token.
fn named_dollar(t: &Tokens<'_>, i: usize) -> Option<(&'static str, usize)> {
    let word = t.word(i)?;
    if word == "U" && united_states(t, ahead(i, 3)).is_some() {
        return Some(("USD", ahead(i, 3)));
    }
    let label = dollar(word)
        .or_else(|| code(word))
        .or_else(|| national(word, "$"))?;
    Some((label, i))
}

/// "pounds", and "pounds sterling".
fn after_word(t: &Tokens<'_>, at: usize, label: &'static str) -> Side {
    let sterling = ahead(at, 2);
    if label == "£" && t.blank(next(at)) && t.says(sterling, "sterling") {
        return found("GBP", next(sterling));
    }
    // "500 pounds of flour" are a weight.
    let weighed = t.blank(next(at)) && t.says_any(sterling, &["of", "per"]);
    if label == "£" && weighed {
        Side::None
    } else {
        found(label, next(at))
    }
}

/// "US dollars", "U.S. dollars", "United States dollars", "Swiss francs".
fn national_suffix(t: &Tokens<'_>, at: usize) -> Option<Side> {
    let last = match t.word(at)? {
        "U" => ahead(at, 3),
        first
            if ["united", "new", "hong"]
                .iter()
                .any(|w| first.eq_ignore_ascii_case(w)) =>
        {
            ahead(at, 2)
        }
        _ => at,
    };
    let noun = ahead(last, 2);
    let label = t
        .word(noun)
        .filter(|_| t.blank(next(last)))
        .and_then(word)?;
    let (code, start) = nation(t, last, label)?;
    (start == at).then(|| found(code, next(noun)))
}
