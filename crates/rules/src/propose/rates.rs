//! Rates that hold whatever the amount: "at the rate of four per cent.", the
//! items of a list of rates, "a tax equal to 20 percent of …".

use std::ops::Range;

use groundstop_contract::{RuleType, RuleValue};
use groundstop_language::patterns;

use super::bands::rate_of;
use super::draft::{Draft, Outcome, enclosing, piece, trimmed};
use crate::outline::Block;
use crate::patterns::pattern;
use crate::skeleton::PERCENT;
use crate::statute::Statute;

patterns! {
    /// A rate in a sentence.
    IN_WORDS = pattern(
        r"(?:at (?:the|a) rate of |\b(?:tax|surcharge|cess|duty|levy)(?: thereon| on GAP{1,60}?)?(?:,? (?:equal to|of|at)) )(P|nil\b)",
    );
    /// A list of rates says so in its head.
    LIST_OF_RATES = pattern(
        r"\b(?:rates? of (?:income-? ?)?tax|following rates?|rates? in force|rates? for deduction|at the rates?|rates? of deduction|rates? specified)\b",
    );
    /// Words that make a percentage a limit or a share instead of a rate.
    LIMIT = pattern(
        r"(?:not exceed(?:ing)?|exceed(?:s|ing)?|less than|more than|at least|not more than|maximum of|minimum of|up ?to|holding|by)(?: the rate of| a rate of)? ?$",
    );
}

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let free = |range: &Range<usize>| {
        !before
            .iter()
            .any(|draft| draft.used.start < range.end && range.start < draft.used.end)
    };
    let mut drafts = in_words(statute, &free);
    let listed: Vec<Draft> = statute
        .outline
        .blocks()
        .iter()
        .filter(|block| !block.is_heading)
        .filter_map(|block| in_list(statute, block))
        .filter(|draft| free(&draft.used))
        .filter(|draft| {
            !drafts
                .iter()
                .any(|other| other.used.start < draft.used.end && draft.used.start < other.used.end)
        })
        .collect();
    drafts.extend(listed);
    drafts
}

fn in_words(statute: &Statute<'_>, free: &impl Fn(&Range<usize>) -> bool) -> Vec<Draft> {
    let text = statute.skeleton.text();
    let drafts = IN_WORDS.captures_iter(text).filter_map(|hit| {
        let (phrase, rate) = (hit.get(0)?.range(), hit.get(1)?.range());
        let block = statute
            .block(rate.start)
            .filter(|block| !block.is_heading)?;
        let sentence = statute.sentence(block, &phrase);
        let amended = is_amendment(statute, block);
        let limited = is_limit(text, phrase.start) || is_limit(text, rate.start);
        if !free(&phrase) || limited || amended || sentence.end < rate.end {
            return None;
        }
        let several = several_rates(statute, &sentence);
        let phrase = match text.get(phrase.clone()) {
            Some(words) if words.starts_with("at ") => phrase,
            _ => rate.clone(),
        };
        Some(draft(statute, block, sentence, phrase, rate, several))
    });
    drafts.collect()
}

/// A sentence that states more than one rate does not say which is which.
fn several_rates(statute: &Statute<'_>, sentence: &Range<usize>) -> Option<&'static str> {
    let rates = statute
        .skeleton
        .slice(sentence.clone())
        .matches(PERCENT)
        .count();
    (rates > 1).then_some("the sentence states several percentages")
}

/// One item of a list of rates: words and one percentage.
fn in_list(statute: &Statute<'_>, block: &Block) -> Option<Draft> {
    let words = statute.words_of(block);
    let text = statute.skeleton.slice(words.clone());
    let above = statute.above(block);
    let listed = LIST_OF_RATES.is_match(&above);
    if !listed || text.len() > 1600 || is_amendment(statute, block) {
        return None;
    }
    let at = text.find(PERCENT)?;
    let start = words.start.saturating_add(at);
    let rate = start..start.saturating_add(PERCENT.len_utf8());
    let behind = text.get(at.saturating_add(PERCENT.len_utf8())..)?;
    let before = text.get(..at)?.trim_end();
    // A cell ends here: a mark, the end, or what the rate is of.
    let ends = behind.is_empty() || behind.starts_with([';', '.', ':', ' ', '¶']);
    let worded = before.chars().filter(|c| c.is_alphabetic()).count() >= 5;
    if !ends || !worded || is_limit(statute.skeleton.text(), start) {
        return None;
    }
    let leads = |text: &str| text.ends_with(['—', '–', '-', ':']);
    let goes_on = leads(behind.trim_end()) || leads(before) && behind.trim().len() <= 1;
    let items = goes_on.then(|| items_behind(statute, block)).flatten();
    let reason = if items.is_some() {
        None
    } else if text.matches(PERCENT).count() > 1 {
        Some("the item states several percentages")
    } else if before.ends_with("plus") || behind.contains("by which") {
        Some("the range that the rate is for cannot be read in one way")
    } else if behind.trim_end().ends_with(['—', '–']) {
        Some("what the rate is for goes on in a list")
    } else if before.ends_with(['—', '–', '-', ':']) {
        Some(
            "the rate stands behind the words that lead into a list: which item it belongs to is not settled",
        )
    } else {
        None
    };
    let quote = words.start..items.unwrap_or(words.end);
    Some(draft(statute, block, quote, rate.clone(), rate, reason))
}

/// The end of the items that a block leads into, in the skeleton, where none of them states a
/// rate of its own: the one rate is that of all of them.
fn items_behind(statute: &Statute<'_>, block: &Block) -> Option<usize> {
    let blocks = statute.outline.blocks();
    let from = blocks.partition_point(|one| one.range.start <= block.range.start);
    let led = |one: &&Block| {
        let mut above = one.above.iter();
        above.any(|lead| block.range.start <= lead.start && lead.end <= block.range.end)
    };
    let items: Vec<&Block> = blocks.iter().skip(from).take_while(led).collect();
    let end = statute.skeleton.of_flow(items.last()?.range.end);
    let start = statute.skeleton.of_flow(block.range.end);
    let rated = statute.skeleton.slice(start..end).contains(PERCENT);
    let marked = |one: &&&Block| one.words > one.range.start;
    (!rated && items.iter().filter(marked).count() > 1).then_some(end)
}

fn draft(
    statute: &Statute<'_>,
    block: &Block,
    quote: Range<usize>,
    phrase: Range<usize>,
    rate: Range<usize>,
    doubt: Option<&'static str>,
) -> Draft {
    let figure = rate_of(statute, &rate);
    let outcome = match (doubt, figure) {
        (Some(reason), _) => Outcome::Unclear(reason),
        (None, Some((rate, false))) => Outcome::Clear(RuleValue::Rate { rate }, None),
        (None, Some((_, true))) => Outcome::Unclear("the rate is rounded"),
        (None, None) => Outcome::Unclear("the rate cannot be read in one way"),
    };
    let mut conditions = enclosing(statute, block);
    for range in [quote.start..phrase.start, phrase.end..quote.end] {
        if range.start < range.end {
            conditions.extend(piece(statute, statute.skeleton.to_flow(&range)));
        }
    }
    let flow = statute.skeleton.to_flow(&quote);
    Draft {
        rule_type: RuleType::Rate,
        outcome,
        quote: trimmed(statute, flow, &[' ', '\n', ',', ';', ':']),
        conditions,
        used: quote,
        confidence: "0.9",
    }
}

/// Whether the words before make a percentage a limit or a share.
pub(super) fn is_limit(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let mut from = before.len().saturating_sub(60);
    while !before.is_char_boundary(from) {
        from = from.saturating_add(1);
    }
    let near = before.get(from..).unwrap_or_default();
    LIMIT.is_match(near)
}

/// Whether a block changes words of another act instead of stating a rule.
pub(super) fn is_amendment(statute: &Statute<'_>, block: &Block) -> bool {
    let own = statute.skeleton.slice(statute.words_of(block));
    let changes = [
        "for the words",
        "for the figures",
        "the words “",
        "the words \"",
        "shall be omitted",
        "shall be inserted",
        "by substituting",
        "substituted for",
    ];
    changes.iter().any(|words| own.contains(words))
}
