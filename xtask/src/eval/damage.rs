//! Damaged candidates: one thing changed each, none of which may pass.

use groundstop_canon::Decimal;
use groundstop_contract::{Figure, RuleCandidate, RuleValue};

/// Every damaged copy of a candidate, with what was done to it.
pub(crate) fn damaged(candidate: &RuleCandidate) -> Vec<(&'static str, RuleCandidate)> {
    let mut all: Vec<(&'static str, RuleCandidate)> = Vec::new();
    for (what, value) in values(candidate) {
        let mut copy = candidate.clone();
        if let Some(data) = &mut copy.rule_data {
            data.value = value;
        }
        all.push((what, copy));
    }
    for (what, text) in texts(candidate.source_text.as_deref().unwrap_or_default()) {
        let source_text = Some(text);
        all.push((
            what,
            RuleCandidate {
                source_text,
                ..candidate.clone()
            },
        ));
    }
    for (what, step) in [
        ("the next page", 1i64),
        ("a page more", 0),
        ("the page before", -1),
    ] {
        let shifted = |page: &u32| u32::try_from(i64::from(*page) + step).ok();
        let mut pages: Vec<u32> = candidate.source_pages.iter().filter_map(shifted).collect();
        if step == 0 {
            pages.extend(pages.last().map(|last| last + 1));
        }
        pages.retain(|page| *page > 0);
        if pages.len() >= candidate.source_pages.len() {
            all.push((
                what,
                RuleCandidate {
                    source_pages: pages,
                    ..candidate.clone()
                },
            ));
        }
    }
    let mut copy = candidate.clone();
    if let Some(data) = &mut copy.rule_data {
        data.conditions
            .push("in the case of every unicorn".to_owned());
    }
    all.push(("a condition that is not there", copy));
    all
}

fn values(candidate: &RuleCandidate) -> Vec<(&'static str, RuleValue)> {
    let Some(data) = &candidate.rule_data else {
        return Vec::new();
    };
    let more = |figure: Figure, by: &str| {
        let sum = figure.number().plus(Decimal::parse(by)?)?;
        Figure::new(sum)
    };
    let mut all = Vec::new();
    match data.value.clone() {
        RuleValue::Slab {
            income_min,
            income_max,
            rate,
        } => {
            let slab = |income_min, income_max, rate| RuleValue::Slab {
                income_min,
                income_max,
                rate,
            };
            all.extend(
                more(rate, "0.01").map(|r| ("another rate", slab(income_min, income_max, r))),
            );
            all.extend(
                more(rate, "1").map(|r| ("a rate past one", slab(income_min, income_max, r))),
            );
            all.extend(
                more(income_min, "1").map(|m| ("another lower end", slab(m, income_max, rate))),
            );
            match income_max {
                Some(max) => {
                    let end = more(max, "1").map(Some);
                    all.extend(end.map(|m| ("another upper end", slab(income_min, m, rate))));
                    all.push(("no upper end", slab(income_min, None, rate)));
                    all.push(("ends swapped", slab(max, Some(income_min), rate)));
                }
                None => {
                    let end = more(income_min, "1000").map(Some);
                    all.extend(end.map(|m| ("an upper end too many", slab(income_min, m, rate))));
                }
            }
        }
        RuleValue::Rate { rate } => {
            for (what, by) in [("another rate", "0.01"), ("a rate past one", "1")] {
                all.extend(more(rate, by).map(|rate| (what, RuleValue::Rate { rate })));
            }
        }
        RuleValue::Amount { amount, direction } => {
            let other = more(amount, "1");
            all.extend(
                other.map(|amount| ("another amount", RuleValue::Amount { amount, direction })),
            );
        }
        RuleValue::Text { .. } | RuleValue::Definition { .. } => {}
    }
    all
}

/// The quote with something changed in it.
fn texts(text: &str) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for (what, from, to) in [
        ("an upper end dropped", " but not exceeding", " exceeding"),
        ("an upper end dropped", " but does not exceed", " exceed"),
        ("an upper end dropped", " but not over", " over"),
        ("a negation dropped", " not ", " "),
        ("another word", "income", "revenue"),
        ("a word dropped", "the ", ""),
        ("a figure's digit", "0,000", "1,000"),
        ("another number word", "ten ", "eleven "),
        ("another number word", "crore", "lakh"),
    ] {
        if text.contains(from) {
            all.push((what, text.replacen(from, to, 1)));
        }
    }
    // Cut off where the upper end begins: the rest is verbatim, and a lie.
    for end in [
        " but not exceeding",
        " but does not exceed",
        ", but not exceeding",
    ] {
        if let Some(at) = text.rfind(end)
            && text[..at].contains("per cent")
        {
            all.push(("cut before its upper end", text[..at].to_owned()));
        }
    }
    all
}
