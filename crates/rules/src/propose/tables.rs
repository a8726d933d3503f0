//! Tables of rates that nothing else could read: amounts without a currency, rows without
//! words, cells in an order of their own. A table that is there is never passed over in
//! silence; whoever looks at it decides.

use std::ops::Range;

use groundstop_contract::RuleType;
use groundstop_language::pattern::constant;
use groundstop_language::patterns;

use super::draft::{Draft, Outcome, enclosing};
use super::rates::is_amendment;
use crate::measure::measured_otherwise;
use crate::skeleton::{BREAK, MONEY, PERCENT};
use crate::statute::Statute;

patterns! {
    /// What a cell of a range says beside its figures.
    RANGE_WORDS = constant(
        r"\b(?:up ?to|upto|not|over|above|exceed(?:s|ing)?|more|less|than|but|from|to|and|the|first|next|between|below|of|on|at|nil|rs|balance|remainder|per|cent|or|in|excess|does|do|plus)\b",
    );
    /// A number that can be an amount.
    LARGE = constant(r"\b[0-9]{1,3}(?:,[0-9]{2,3})+\b|\b[0-9]{4,}\b");
    NUMBER = constant(r"[0-9]+(?:[.,][0-9]+)*");
    NIL = constant(r"\bnil\b");
    /// Words over a table of rates.
    ABOUT_RATES = constant(r"\b(?:rates?|tax|duty|slabs?|brackets?|cess|levy|surcharge)\b");
}

/// What a line can hold beside its figures, in letters.
const MOST_OTHER_LETTERS: usize = 14;
/// How far above a table its words may stand, in bytes of the skeleton.
const HEAD_WITHIN_BYTES: usize = 300;
/// What a table quotes at most, in bytes.
const LONGEST_QUOTE_BYTES: usize = 1200;

/// A line of the skeleton as a table has it.
struct Row {
    range: Range<usize>,
    amounts: usize,
    rates: usize,
}

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for table in tables(statute) {
        let amounts: usize = table.iter().map(|row| row.amounts).sum();
        let rates: usize = table.iter().map(|row| row.rates).sum();
        if amounts < 2 || rates < 2 || !is_headed(statute, &table) {
            continue;
        }
        let unread: Vec<&Row> = table.iter().filter(|row| !is_read(row, before)).collect();
        drafts.extend(draft(statute, &unread));
    }
    drafts
}

/// Whether something else took a row in.
fn is_read(row: &Row, before: &[Draft]) -> bool {
    before
        .iter()
        .any(|draft| draft.used.start < row.range.end && row.range.start < draft.used.end)
}

/// Lines that look like rows and stand together.
fn tables(statute: &Statute<'_>) -> Vec<Vec<Row>> {
    let mut all: Vec<Vec<Row>> = Vec::new();
    let mut open = false;
    for line in lines(statute) {
        match row(statute, line) {
            Some(row) if open => {
                if let Some(table) = all.last_mut() {
                    table.push(row);
                }
            }
            Some(row) => {
                all.push(vec![row]);
                open = true;
            }
            None => open = false,
        }
    }
    all
}

/// The lines of the flow, in the skeleton.
fn lines(statute: &Statute<'_>) -> Vec<Range<usize>> {
    let text = statute.flow.text();
    let mut all = Vec::new();
    let mut start = 0usize;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        if !words.is_empty() {
            let end = start.saturating_add(words.len());
            all.push(statute.skeleton.of_flow(start)..statute.skeleton.of_flow(end));
        }
        start = start.saturating_add(line.len());
    }
    all
}

/// A line that is nothing but figures and the words of ranges.
fn row(statute: &Statute<'_>, range: Range<usize>) -> Option<Row> {
    let text = statute.skeleton.slice(range.clone());
    let money = text.matches(MONEY).count();
    let stated = text
        .matches(PERCENT)
        .count()
        .saturating_add(NIL.find_iter(text).count());
    let large = LARGE.find_iter(text).count();
    let numbers = NUMBER.find_iter(text).count();
    let other = RANGE_WORDS.replace_all(text, "");
    let letters = other
        .chars()
        .filter(|c| c.is_alphabetic() && *c != MONEY && *c != PERCENT);
    if letters.count() > MOST_OTHER_LETTERS {
        return None;
    }
    let amounts = money.saturating_add(large);
    // "300001 - 600000  5": the last number of a row of numbers is its rate.
    let bare = stated == 0 && money == 0 && large > 0 && numbers > large.max(1);
    let rates = if bare { 1 } else { stated };
    (amounts > 0 || rates > 0).then_some(Row {
        range,
        amounts,
        rates,
    })
}

/// Whether the words over a table speak of rates.
fn is_headed(statute: &Statute<'_>, table: &[Row]) -> bool {
    let Some(first) = table.first() else {
        return false;
    };
    let text = statute.skeleton.text();
    let mut from = first.range.start.saturating_sub(HEAD_WITHIN_BYTES);
    while !text.is_char_boundary(from) {
        from = from.saturating_add(1);
    }
    let head = text.get(from..first.range.start).unwrap_or_default();
    ABOUT_RATES.is_match(head)
}

fn draft(statute: &Statute<'_>, unread: &[&Row]) -> Option<Draft> {
    let (first, last) = (unread.first()?, unread.last()?);
    let whole = first.range.start..last.range.end;
    let range = match whole.len() <= LONGEST_QUOTE_BYTES {
        true => whole,
        false => first.range.clone(),
    };
    let block = statute.block(range.start)?;
    if block.is_heading || is_amendment(statute, block) {
        return None;
    }
    let rule_type = match measured_otherwise(statute, block, &range) {
        Some(_) => RuleType::Rate,
        None => RuleType::TaxSlab,
    };
    let money = statute.skeleton.slice(range.clone()).contains(MONEY);
    let reason = match money {
        true => "a table of rates whose rows cannot be read in one way",
        false => "a table of rates whose amounts name no currency",
    };
    let flow = statute.skeleton.to_flow(&range);
    Some(Draft {
        rule_type,
        outcome: Outcome::Blocked(reason),
        quote: super::draft::trimmed(statute, flow, &[' ', '\n', BREAK]),
        conditions: enclosing(statute, block),
        used: range,
        confidence: "0",
    })
}
