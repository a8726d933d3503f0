//! "Tax 15% on $112.90": what a rate is taken of is no tax.
//!
//! Right after a percentage and a word such as "on" or "of" stands the base that the rate is
//! applied to. A field for a tax is not filled with it; the tax itself would have to be computed.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_language::{LANGUAGES, has};
use groundstop_value::Kind;

use crate::Frame;
use crate::asks::Asks;
use crate::token::{Shape, Token, tokens};

/// How far before an amount its rate stands, in bytes.
const BEFORE_MAX_BYTES: usize = 80;
/// How many words may stand between the rate and the amount: "15% on the net amount of".
const BETWEEN_MAX_TOKENS: usize = 6;

/// Whether an amount is the base of a rate, for a field that asks for a tax.
pub(crate) fn frame(kind: &Kind, text: &str, span: &Range<usize>, asks: &Asks) -> Frame {
    if !asks.levies || !matches!(kind, Kind::Money { .. }) {
        return Frame::Asserted;
    }
    let from = text.floor_char_boundary(span.start.saturating_sub(BEFORE_MAX_BYTES));
    let head = text.get(from..span.start).unwrap_or_default();
    let line = head.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let before = tokens(text, from.saturating_add(line)..span.start, &(0..0));
    // A sign right before the amount is the amount's.
    let signs = before.iter().rev().take_while(|token| token.shape == Shape::Mark);
    let end = before.len().saturating_sub(signs.count());
    let near = end.saturating_sub(BETWEEN_MAX_TOKENS)..end;
    let words = before.get(near).unwrap_or_default();
    let Some(of) = words.iter().rposition(is_of) else {
        return Frame::Asserted;
    };
    // Between the word and the amount no other figure may stand.
    let figures = words.iter().skip(of).any(|token| token.shape == Shape::Number);
    let rated = of.checked_sub(1).and_then(|at| words.get(at)).is_some_and(is_percent);
    match (rated && !figures, words.get(of)) {
        (true, Some(of)) => Frame::Withdrawn {
            code: RejectCode::OtherField,
            because: of.span.start..span.end,
        },
        _ => Frame::Asserted,
    }
}

/// A word between a rate and what it is taken of, in any language.
fn is_of(token: &Token) -> bool {
    let listed = LANGUAGES
        .iter()
        .any(|language| has(language.words.rate_of, &token.word));
    token.is_word() && listed
}

fn is_percent(token: &Token) -> bool {
    token.is_any(&["%", "percent", "cent", "prozent", "procent", "pourcent"])
}
