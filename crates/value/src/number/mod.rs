//! Numbers as a kind of their own.

pub(crate) mod digits;
pub(crate) mod edge;
pub(crate) mod figure;
pub(crate) mod fraction;
pub(crate) mod scan;
pub(crate) mod spell;
pub(crate) mod words;

use groundstop_contract::NumberFormat;

use crate::date;
use crate::percent;
use crate::reading::{Draft, Reading};
use crate::token::{Tokens, ahead, next};
use crate::value::Value;
use edge::{Before, before_of, free_after, noughts_after, part_of_before, run_on_before, runs_on};
use figure::Figure;
use scan::Verdict;

/// Every number in the text.
pub(crate) fn read_all(t: &Tokens<'_>, format: Option<NumberFormat>) -> Vec<Reading> {
    scan::scan(t, format, |figure| number(t, figure))
}

fn number(t: &Tokens<'_>, figure: &Figure) -> Verdict {
    let Some((start, negative)) = standing(t, figure) else {
        return Verdict::Pass;
    };
    let values = figure
        .values
        .iter()
        .map(|value| Value::Number(if negative { value.negated() } else { *value }));
    Verdict::Read(Draft::new(
        start,
        figure.end,
        values.collect(),
        figure.scaled,
        false,
    ))
}

/// Where the figure starts with its sign, and whether it is negative, if it
/// stands free as a number of its own: no per cent, no part of a date or an idiom.
pub(crate) fn standing(t: &Tokens<'_>, figure: &Figure) -> Option<(usize, bool)> {
    let (start, negative) = match before_of(t, figure.start, figure.joint) {
        Before::Clean => (figure.start, false),
        Before::Minus(sign) => (sign, true),
        Before::Glued => return None,
    };
    let free = free_after(t, figure.end)
        && !figure.slashed
        && !runs_on(t, figure.start, figure.end)
        && !run_on_before(t, figure.start)
        && !noughts_after(t, figure.end)
        && !scan::is_reference(t, figure.start)
        && percent::sign_after(t, figure.end).is_none()
        && !part_of_before(t, figure.start)
        && !date::beside_month(t, figure.start, figure.end)
        && !between_in_words(t, figure)
        && !idiom(t, figure)
        && !lends_scale(t, figure);
    free.then_some((start, negative))
}

/// "between one hundred and five thousand": the words run on, the numbers do not.
pub(crate) fn between_in_words(t: &Tokens<'_>, figure: &Figure) -> bool {
    let between = t
        .back_over_blank(figure.start)
        .is_some_and(|at| t.says(at, "between"));
    between && (figure.start..figure.end).any(|i| t.says(i, "and"))
}

/// "no one", "one or more", "one of the": the word counts nothing.
fn idiom(t: &Tokens<'_>, figure: &Figure) -> bool {
    let alone = figure.words && figure.end == next(figure.start) && t.says(figure.start, "one");
    if !alone {
        // A fraction "of one per cent" is no number by itself.
        let of = t.blank(figure.end) && t.says(next(figure.end), "of");
        return figure.words
            && figure.fraction
            && of
            && t.says_any(ahead(figure.end, 3), &["a", "one"]);
    }
    let before = t.back_over_blank(figure.start);
    let after = t.over_blank(figure.end);
    before.is_some_and(|at| {
        t.says_any(
            at,
            &[
                "no", "any", "every", "each", "some", "this", "that", "the", "which", "another",
            ],
        )
    }) || t.says_any(after, &["another", "of"])
        || t.says(after, "or") && t.says_any(ahead(after, 2), &["more", "both", "the", "another"])
}

/// "5 to 7 million": the first number lacks the scale it shares.
pub(crate) fn lends_scale(t: &Tokens<'_>, figure: &Figure) -> bool {
    if !is_hundred_only(t, figure) {
        return false;
    }
    let at = t.over_blank(figure.end);
    if !scan::is_connector(t, at) {
        return false;
    }
    let mut right = t.over_blank(next(at));
    // The second amount may repeat the sign: "$5 to $7 million".
    while t.mark(right).is_some_and(edge::is_sign)
        || t.word(right)
            .is_some_and(|word| crate::money::currency::code(word).is_some())
        || t.blank(right)
    {
        right = next(right);
    }
    match figure::single_at(t, right, None) {
        figure::Found::Figure(second) => {
            second.has_scale && (!second.words || figure.words) && !is_hundred_only(t, &second)
        }
        figure::Found::Broken(_) | figure::Found::Nothing => false,
    }
}

/// Below a thousand nothing is shared: "five or one hundred".
fn is_hundred_only(t: &Tokens<'_>, figure: &Figure) -> bool {
    !(figure.start..figure.end).any(|i| t.word(i).is_some_and(|w| words::scale(w).is_some()))
}
