//! What the words beside an amount say of taxes: plus VAT, gross, net of tax.
//!
//! An amount with and one without its tax are both amounts; which of the two a
//! document states is shown beside the value, in the document's own words. A field
//! that asks for one of them is not filled with the other (`unit.rs`).

use std::ops::Range;

use groundstop_language::{LANGUAGES, Language};
use groundstop_value::Kind;
use groundstop_value::context::statement_around;

use crate::around::line_bounds;
use crate::clause::Sentence;
use crate::token::Shape;

/// How many words may stand between an amount and what is said of its tax: "per month, plus VAT".
const GAP_MAX_TOKENS: usize = 6;

/// How many words may stand between "plus" and the tax: "plus any applicable sales tax".
const TAX_MAX_TOKENS: usize = 4;

/// The bytes of the words beside an amount that say how it stands to taxes.
#[must_use]
pub fn tax_words(kind: &Kind, text: &str, span: Range<usize>) -> Option<Range<usize>> {
    if !matches!(kind, Kind::Money { .. }) {
        return None;
    }
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    let span = start..end;
    let range = line_bounds(text, statement_around(text, span.clone()), &span);
    let sentence = Sentence::new(text, range, &span)?;
    after(&sentence).or_else(|| before(&sentence))
}

/// "$500 plus VAT", "$500 (excluding any sales tax)", "$500 net", "CHF 500 inkl. MwSt".
fn after(sentence: &Sentence) -> Option<Range<usize>> {
    let first = sentence.value.saturating_add(1);
    for at in first..first.saturating_add(GAP_MAX_TOKENS) {
        let token = sentence.token(at)?;
        // Another amount, sentence or item has words of its own.
        if token.is_any(&[";", ":", "$"]) || token.shape == Shape::Number {
            return None;
        }
        if !says_how(&token.word) {
            continue;
        }
        if let Some(tax) = tax_after(sentence, at) {
            return Some(token.span.start..tax);
        }
        if at == first && is_side(&token.word) {
            return Some(token.span.clone());
        }
    }
    None
}

/// "A gross rent of $500", "Net price: $500".
fn before(sentence: &Sentence) -> Option<Range<usize>> {
    let from = sentence.value.saturating_sub(GAP_MAX_TOKENS);
    for at in (from..sentence.value).rev() {
        let token = sentence.token(at)?;
        if token.is_any(&[";", ",", "and"]) || token.shape == Shape::Number {
            return None;
        }
        if !says_how(&token.word) {
            continue;
        }
        if let Some(tax) = tax_after(sentence, at) {
            return Some(token.span.start..tax);
        }
        if is_side(&token.word) {
            return Some(token.span.clone());
        }
    }
    None
}

/// Where the name of a tax ends that stands soon after a token.
fn tax_after(sentence: &Sentence, at: usize) -> Option<usize> {
    let next = at.saturating_add(1);
    for at in next..next.saturating_add(TAX_MAX_TOKENS) {
        let token = sentence.token(at)?;
        if any(|language| language.words.taxes, &token.word) {
            return Some(token.span.end);
        }
        if !token.is_word() && !token.is(".") {
            return None;
        }
    }
    None
}

/// Whether a word can say how an amount stands to a tax.
fn says_how(word: &str) -> bool {
    is_added(word) || is_included(word)
}

/// Whether a word says that a tax comes on top of an amount.
pub(crate) fn is_added(word: &str) -> bool {
    any(|language| language.words.tax_added, word)
}

/// Whether a word says that a tax is in an amount.
pub(crate) fn is_included(word: &str) -> bool {
    any(|language| language.words.tax_included, word)
}

/// Whether a word says by itself on which side of a tax an amount stands.
fn is_side(word: &str) -> bool {
    matches!(
        word,
        "gross" | "net" | "netto" | "brutto" | "bruto" | "neto" | "lordo" | "ttc" | "ht"
    )
}

fn any(list: fn(&Language) -> &'static [&'static str], word: &str) -> bool {
    let has = |language: &&Language| groundstop_language::has(list(language), word);
    LANGUAGES.iter().any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, value: &str) -> Option<String> {
        let start = text.find(value).unwrap();
        let kind = Kind::Money {
            currency: None,
            format: None,
            stated: None,
        };
        let found = tax_words(&kind, text, start..start + value.len())?;
        Some(text[found].to_owned())
    }

    #[test]
    fn what_is_said_of_a_tax_is_found_beside_its_amount() {
        for (text, value, words) in [
            ("The fee is $500 plus VAT.", "$500", "plus VAT"),
            (
                "The fee is $500 per month, excluding any applicable sales tax.",
                "$500",
                "excluding any applicable sales tax",
            ),
            ("The price is $500 (incl. VAT).", "$500", "incl. VAT"),
            ("A gross rent of $500 is due.", "$500", "gross"),
            ("Net price: $500", "$500", "Net"),
            ("The fee is $500 net of tax.", "$500", "net of tax"),
            ("Der Preis ist EUR 500 zzgl. MwSt.", "EUR 500", "zzgl. MwSt"),
        ] {
            assert_eq!(told(text, value).as_deref(), Some(words), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_something_else_is_not() {
        for (text, value) in [
            ("The fee is $500.", "$500"),
            ("The fee is $500 plus interest.", "$500"),
            ("The deposit is $500; the fee is $90 plus VAT.", "$500"),
            ("The fee is $500 and $90 plus VAT.", "$500"),
            ("The tax is $500.", "$500"),
            ("Before the closing, $500 is due.", "$500"),
        ] {
            assert_eq!(told(text, value), None, "{text}");
        }
    }
}
