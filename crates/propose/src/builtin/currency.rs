//! The currency of a document, told by the sign or code of the amounts that its labels name, or by the
//! words that state it for all of them.

use std::ops::Range;

use groundstop_value::context::currency::Said;
use groundstop_value::{Kind, read_all};

use super::context::Context;
use super::finding::Finding;
use super::pattern::shift;
use super::signs::{Feature, sign};
use super::typed;

/// For every amount of a form the currency that stands beside it, and the one that is stated.
pub(crate) fn findings(
    context: &Context<'_>,
    (field, kind): (usize, &Kind),
    amounts: &[Finding],
    stated: Option<&Said>,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut add = |place: &Range<usize>, quote: Range<usize>, features: &[Feature]| {
        let spelled = context.text.get(place.clone()).unwrap_or_default();
        for reading in read_all(kind, spelled) {
            let key = typed::key(&reading);
            if !found.iter().any(|one| one.key == key) {
                let value = shift(reading.span, place.start);
                let features = features.to_vec();
                found.push(Finding::new(field, value, quote.clone(), key, features));
            }
        }
    };
    for amount in amounts.iter().filter(|one| one.is_of_form()) {
        add(&amount.value, amount.quote.clone(), &amount.features);
    }
    if let Some(said) = stated {
        let features: [Feature; 2] = [
            sign!("after its label").into(),
            sign!("its label is the cue").into(),
        ];
        add(&said.place, context.around(said.place.clone()), &features);
    }
    found
}
