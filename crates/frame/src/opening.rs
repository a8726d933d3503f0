//! What opens a sentence and leaves what follows open: an alternative, an adverb of doubt, a note in
//! brackets, a purpose for which alone it is said.

use crate::clause::Sentence;
use crate::later;
use crate::lead::DETERMINERS;
use crate::lexicon::{Class, LEXICON, Mark};
use crate::token::Token;

/// The token of an opening that leaves the value's clause open.
pub(crate) fn found(text: &str, sentence: &Sentence) -> Option<usize> {
    alternative(sentence)
        .or_else(|| doubted(sentence))
        .or_else(|| prefaced(text, sentence))
        .or_else(|| for_one_purpose(sentence))
}

fn is(sentence: &Sentence, at: usize, words: &[&str]) -> bool {
    sentence.is_visible(at) && sentence.token(at).is_some_and(|token| token.is_any(words))
}

/// "Either the fee is $500, or a court decides": one of two clauses holds. "Either the Seller or the
/// Buyer" is two subjects of one.
fn alternative(sentence: &Sentence) -> Option<usize> {
    let either = (0..sentence.value).rev().find(|at| {
        let opens = *at == 0
            || is(
                sentence,
                at.saturating_sub(1),
                &[",", ";", ":", "that", "and"],
            );
        opens && is(sentence, *at, &["either"])
    })?;
    let next = either.saturating_add(1);
    let whole = is(sentence, next, DETERMINERS) && sentence.clause_begins(next);
    let or = (next..sentence.tokens.len()).any(|at| {
        is(sentence, at, &["or"])
            && sentence.has_finite(next..at)
            && sentence.clause_begins(at.saturating_add(1))
    });
    (whole && or).then_some(either)
}

/// "Probably the fee is $500": an adverb that says how sure it is, before the whole clause.
fn doubted(sentence: &Sentence) -> Option<usize> {
    let first = sentence
        .tokens
        .iter()
        .position(Token::is_word)
        .filter(|first| *first < sentence.value)?;
    let adverb = sentence
        .token(first)
        .is_some_and(|token| token.word.ends_with("ly") || token.is_any(&["perhaps", "maybe"]));
    let lone = |mark: &Mark| {
        let unsure = matches!(mark.class, Class::Modal | Class::Reported);
        unsure && mark.start == first && mark.end == first.saturating_add(1)
    };
    let next = first.saturating_add(1);
    let over = is(sentence, next, DETERMINERS) || is(sentence, next, &[","]);
    (adverb && over && sentence.marks.iter().any(lone)).then_some(first)
}

/// "[Template text, replace before sending] The fee is $500.": a note in brackets before the sentence
/// that is about it, not about the page, and no blank to be filled in.
fn prefaced(text: &str, sentence: &Sentence) -> Option<usize> {
    let opens = sentence.token(0).is_some_and(|token| token.is("["));
    let close = (1..sentence.value)
        .find(|at| sentence.token(*at).is_some_and(|token| token.is("]")))
        .filter(|_| opens)?;
    let inside = sentence.tokens.get(..close.saturating_add(1))?;
    let place = inside.first()?.span.start..inside.last()?.span.end;
    let loud = !text.get(place)?.chars().any(char::is_lowercase);
    let after = close.saturating_add(1);
    let begins = sentence.token(after)?.capital
        && !sentence.is_finite(after)
        && sentence.has_finite(after..sentence.tokens.len());
    (begins && !loud && later::is_remark(inside)).then_some(0)
}

/// "Solely for the purpose of the bonus it shall be deemed that …": for anything else it does not hold.
fn for_one_purpose(sentence: &Sentence) -> Option<usize> {
    let solely = is(sentence, 0, &["solely", "only", "merely", "purely"])
        && is(sentence, 1, &["for"])
        && (2..6).any(|at| is(sentence, at, &["purpose", "purposes"]));
    let deemed = (2..sentence.value).any(|at| is(sentence, at, LEXICON.deemed));
    (solely && deemed).then_some(0)
}
