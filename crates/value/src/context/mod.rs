//! What the words around a value take back.
//!
//! A value counts only while its sentence stands behind it. The rules here are
//! narrow on purpose, in both directions: a word far off in a long sentence
//! withdraws nothing, ordinary provisos ("unless terminated earlier", "not
//! later than", "shall not exceed") withdraw nothing, and what does withdraw a
//! value is named with its code and its own bytes.

mod blank;
mod computed;
mod condition;
pub mod currency;
mod document;
mod doubt;
pub mod form;
mod instruction;
mod lookalike;
mod negation;
mod pattern;
mod place;
mod rate;
mod replaced;
mod sentence;

use std::ops::Range;

use groundstop_contract::RejectCode;

use crate::kind::Kind;
use crate::read::read_whole;
use place::Place;

pub use lookalike::latin_of;
pub use rate::base_of_rate;
pub use sentence::{sentence_around, statement_around};

/// Why a value does not count, and the words that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// The reason.
    pub code: RejectCode,
    /// The bytes of the text that give it.
    pub because: Range<usize>,
}

/// Whether the text around `span` takes the value there back.
///
/// The first rule that holds answers: blanks and redactions, orders to the
/// reader, superseded text, negations, other documents, examples, conditions,
/// estimates, computations.
#[must_use]
pub fn withdrawn(kind: &Kind, text: &str, span: Range<usize>) -> Option<Withdrawal> {
    let plain = lookalike::plain(text, span.clone());
    match &plain {
        Some(plain) => judged(kind, &plain.text, plain.span.clone())
            .map(|found| plain.unfolded(found))
            .or_else(|| judged(kind, text, span)),
        None => judged(kind, text, span),
    }
}

fn judged(kind: &Kind, text: &str, span: Range<usize>) -> Option<Withdrawal> {
    let place = Place::new(text, span);
    blank::redacted(kind, &place)
        .or_else(|| blank::placeholder(kind, &place))
        .or_else(|| instruction::instruction(kind, &place))
        .or_else(|| replaced::superseded(kind, &place))
        .or_else(|| negation::negated(kind, &place))
        .or_else(|| document::other_document(kind, &place))
        .or_else(|| match kind {
            Kind::Text => doubted_text(&place),
            Kind::Boolean { .. } | Kind::Choice { .. } => doubt::example(&place)
                .or_else(|| condition::conditional(kind, &place))
                .or_else(|| condition::alternative(kind, &place)),
            Kind::Date { .. } => doubted(kind, &place).or_else(|| computed::computed(&place)),
            Kind::Money { .. } | Kind::Percent { .. } | Kind::Number { .. } | Kind::Duration => {
                doubted(kind, &place)
            }
        })
}

fn doubted(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    doubt::example(place)
        .or_else(|| condition::conditional(kind, place))
        .or_else(|| doubt::estimate(place))
        .or_else(|| condition::alternative(kind, place))
        .or_else(|| computed::factor(kind, place))
}

/// Text is doubted only where the doubt touches it; text that reads as a date
/// or a figure, also where it is called approximate or one of several.
fn doubted_text(place: &Place<'_>) -> Option<Withdrawal> {
    let doubt = doubt::example_tight(place).or_else(|| condition::either_name(place));
    doubt.or_else(|| {
        let kind = typed(place.inside())?;
        condition::conditional_tight(&kind, place)
            .or_else(|| doubt::estimate_tight(place))
            .or_else(|| condition::alternative(&kind, place))
            .or_else(|| match kind {
                Kind::Date { .. } => computed::computed(place),
                _ => computed::factor(&kind, place),
            })
    })
}

/// The kind of value that a text spells as a whole.
fn typed(text: &str) -> Option<Kind> {
    let kinds = [
        Kind::Date {
            order: None,
            century: None,
        },
        Kind::Money {
            currency: None,
            format: None,
            stated: None,
        },
        Kind::Percent {
            ratio: false,
            format: None,
        },
        Kind::Duration,
        Kind::Number { format: None },
    ];
    kinds
        .into_iter()
        .find(|kind| read_whole(kind, text).is_some())
}
