//! Figures of one document that belong together: a net amount, its tax and the total.
//!
//! Where a schema has the three fields and all of them have a value in one currency, they are
//! compared, exactly. A sum that differs makes each of them a NEED_REVIEW that shows the three;
//! nothing is computed into a value.

use groundstop_canon::Decimal;
use groundstop_contract::{
    Decision, FieldDecision, MoneyValue, Review, ReviewCode, StopProof, WireValue,
};

use crate::proof;

/// The fields that are compared: the first two add up to the third.
pub(crate) const SUM: [&str; 3] = ["net", "tax", "total"];

/// Compares the decisions of the three fields and doubts all of them where they contradict each other.
pub(crate) fn compare<'d>(decisions: impl Iterator<Item = &'d mut FieldDecision>) {
    let mut three: Vec<&mut FieldDecision> = decisions
        .filter(|one| SUM.contains(&one.field_name.as_str()))
        .collect();
    // A field with many values has several decisions: which of them belong together nobody says.
    let stated: Vec<Option<MoneyValue>> = SUM
        .iter()
        .map(|name| {
            let mut named = three.iter().filter(|one| one.field_name == *name);
            match (named.next().map(|one| &one.value), named.next()) {
                (Some(Some(WireValue::Money(money))), None) => Some(money.clone()),
                _ => None,
            }
        })
        .collect();
    let [Some(net), Some(tax), Some(total)] = stated.as_slice() else {
        return;
    };
    if net.currency != tax.currency || net.currency != total.currency || adds_up(net, tax, total) {
        return;
    }
    let told =
        |name: &str, money: &MoneyValue| format!("{name} {} {}", money.amount, money.currency);
    let [first, second, sum] = SUM;
    let review = Review {
        texts: vec![told(first, net), told(second, tax), told(sum, total)],
        ..Review::plain(ReviewCode::SumDiffers)
    };
    for decision in &mut three {
        doubt(decision, &review);
    }
}

fn adds_up(net: &MoneyValue, tax: &MoneyValue, total: &MoneyValue) -> bool {
    let read = |money: &MoneyValue| Decimal::parse(&money.amount);
    let sum = read(net)
        .zip(read(tax))
        .and_then(|(net, tax)| net.plus(tax));
    sum.is_some() && sum == read(total)
}

/// Adds a doubt to a decision that has a value.
fn doubt(decision: &mut FieldDecision, review: &Review) {
    match (&mut decision.stop_proof, decision.decision) {
        (_, Decision::Stop) => {}
        (Some(StopProof::Review(known)), _) => known.review.push(review.clone()),
        (_, Decision::Accept | Decision::NeedReview) => {
            decision.decision = Decision::NeedReview;
            decision.stop_proof = Some(proof::review(vec![review.clone()], Vec::new()));
        }
    }
}
