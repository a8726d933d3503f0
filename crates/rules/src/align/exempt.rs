//! An exemption in words, at the place of its quote.

use std::ops::Range;

use groundstop_contract::RuleCandidate;
use groundstop_evidence::text_key;

use super::Verdict;
use super::figures::said;
use crate::marker;
use crate::statute::Statute;

/// Words by which a text exempts.
const EXEMPTS: &[&str] = &[
    "exempt",
    "not be liable",
    "not liable",
    "not be chargeable",
    "not chargeable",
    "not be charged",
    "not be included",
    "not be subject",
    "not subject",
    "not apply",
    "not include",
];
/// What "no tax shall be" goes on with.
const CHARGED: &[&str] = &[
    "payable",
    "charged",
    "chargeable",
    "levied",
    "leviable",
    "imposed",
    "collected",
];
/// How a provision says what it does not apply to.
const APPLIES: &str = " shall apply ";
/// How words go on behind what is exempt.
const GOES_ON: &[&str] = &["is ", "are ", "shall ", "will ", "may ", "exempt"];

/// What stands before that which is exempt: "no tax shall be payable on".
const TAXED: &[&str] = &[
    " on ",
    " upon ",
    " in respect of ",
    " with respect to ",
    " in the case of ",
    "exempt: ",
    "exempt:— ",
    " apply to ",
    " apply in respect of ",
    " apply in relation to ",
    " apply in the case of ",
    " include ",
];

/// The text is what the quote exempts: the whole of it, from its beginning to the verb, or from
/// the verb to its end; and the quote, or what encloses it, does exempt.
pub(super) fn stated(
    statute: &Statute<'_>,
    place: &Range<usize>,
    candidate: &RuleCandidate,
    text: &str,
) -> Verdict {
    said(candidate, text)?;
    let quote = statute.flow.line(place.clone());
    let above = statute
        .outline
        .at(place.start)
        .map(|block| statute.above(block))
        .unwrap_or_default();
    let lower = quote.to_ascii_lowercase();
    let exempts = |words: &str| {
        let none = words.starts_with("no ") || words.contains(" no ");
        let charged = CHARGED.iter().any(|each| words.contains(each));
        let left_out = words.contains("nothing ") && words.contains(APPLIES);
        none && charged || left_out || EXEMPTS.iter().any(|each| words.contains(each))
    };
    if !exempts(&lower) && !exempts(&above) {
        return Err("the quote exempts nothing".to_owned());
    }
    match whole(&quote, text) {
        true => Ok(()),
        false => Err(format!("`{text}` cuts what the quote exempts")),
    }
}

fn whole(quote: &str, text: &str) -> bool {
    let marked = marker::read(quote).and_then(|mark| quote.get(mark.end..));
    let marks = |c: char| c.is_whitespace() || ",;:.".contains(c);
    let key = text_key(text.trim_matches(marks));
    [Some(quote), marked].into_iter().flatten().any(|quote| {
        let quote = quote.trim_matches(marks);
        let lower = quote.to_ascii_lowercase();
        let verbs = GOES_ON.iter().flat_map(|verb| lower.match_indices(verb));
        let mut before = verbs.filter_map(|(at, _)| quote.get(..at));
        let taxed = TAXED.iter().flat_map(|on| lower.match_indices(on));
        let mut behind = taxed.filter_map(|(at, on)| quote.get(at.saturating_add(on.len())..));
        let is = |words: &str| text_key(words.trim_matches(marks)) == key;
        is(quote) || before.any(is) || behind.any(is)
    })
}
