//! Rates on a range of income: rows of rate tables, clauses, and surcharges.

use std::ops::Range;

use groundstop_contract::{Figure, RuleType, RuleValue};
use groundstop_language::patterns;
use regex::Regex;

use super::draft::{Draft, Outcome, enclosing, piece};
use crate::measure::{measured_otherwise, names_another};
use crate::outline::Block;
use crate::patterns::{Bounds, Side, pattern};
use crate::skeleton::{Found, MONEY};
use crate::statute::{Statute, amount, fraction};

patterns! {
    /// "at the rate of ten per cent. of such tax, where the income exceeds …"
    RATE_THEN_RANGE = pattern(r"(at (?:the|a) rate of (?:P|nil\b))(GAP{0,420}?)\b(RANGE)");
    /// "… exceeding one crore rupees, at the rate of ten per cent."
    THEN_PROSE = pattern(r"^GAP{0,200}?(?:at (?:the|a) rate of|taxed at|charged at) (P|nil\b)");
    /// The next cell of the row, with or without an amount before the rate.
    THEN_CELL = pattern(
        r"^[ ,;:¶–—|-]{0,8}(?:at (?:the rate of )?|@ ?|the rate of tax is |tax(?:ed)? at )?(?:(?:M|nil),? (?:plus|\+|and) )?(P|nil\b)",
    );
    /// What the rate is of.
    OF_INCOME = pattern(
        r"^\.?,? ?(?:of|on) (?:the |such |so much of the |his |its )?(?:amount (?:by which|of|in excess)GAP{0,90}?M|(?:amount in )?excess(?: (?:over|of|above) M)?|(?:(?:total|taxable|net|gross|chargeable|assessable) )*(?:income|profits))",
    );
    OF_TAX = pattern(
        r"^\.?,? ?(?:of|on) (?:such |the |said |the said |the amount of )?(?:income-? ?tax|tax|surcharge|duty)\b",
    );
    NEXT_RATE = pattern(r"^[ .;:¶–—|-]{0,8}(?:P|nil\b)");
}

/// A range and its rate, in the skeleton.
struct Band {
    range: Range<usize>,
    rate: Range<usize>,
    /// The words that state the rate, "at the rate of" included.
    phrase: Range<usize>,
    /// Behind the last word that belongs to it.
    end: usize,
    of_income: bool,
    of_tax: bool,
    torn: bool,
}

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let mut bands = backwards(statute);
    let taken: Vec<Range<usize>> = before
        .iter()
        .map(|draft| draft.used.clone())
        .chain(bands.iter().map(|band| band.phrase.start..band.range.end))
        .collect();
    bands.extend(forwards(statute, &taken));
    bands
        .iter()
        .filter_map(|band| draft(statute, band))
        .collect()
}

/// The rate first, then the range.
fn backwards(statute: &Statute<'_>) -> Vec<Band> {
    let text = statute.skeleton.text();
    let found = RATE_THEN_RANGE.captures_iter(text).filter_map(|hit| {
        let (phrase, gap, range) = (hit.get(1)?, hit.get(2)?, hit.get(3)?);
        let words = gap.as_str();
        let joined = ["where", " if ", "having", "in case", "when"]
            .iter()
            .any(|word| words.contains(word));
        let rest = words.get(3..).unwrap_or_default();
        let one_sentence = !rest.contains(". ") && !rest.contains(": ");
        let rate_start = phrase
            .as_str()
            .rfind(' ')
            .map_or(0, |at| at.saturating_add(1));
        (joined && one_sentence).then(|| Band {
            range: range.range(),
            rate: phrase.start().saturating_add(rate_start)..phrase.end(),
            phrase: phrase.range(),
            end: range.end(),
            of_income: matches_at(&OF_INCOME, text, phrase.end()).is_some(),
            of_tax: matches_at(&OF_TAX, text, phrase.end()).is_some(),
            torn: false,
        })
    });
    found.collect()
}

/// The range first, then the rate: in the same sentence or in the next cell.
fn forwards(statute: &Statute<'_>, taken: &[Range<usize>]) -> Vec<Band> {
    let skeleton = &statute.skeleton;
    let text = skeleton.text();
    let free = |range: &Range<usize>| {
        !taken
            .iter()
            .any(|other| other.start < range.end && range.start < other.end)
    };
    let mut bands: Vec<Band> = Vec::new();
    let mut last_bare: Option<usize> = None;
    for range in statute.ranges.iter().cloned() {
        if !free(&range) || bands.last().is_some_and(|band| range.start < band.end) {
            continue;
        }
        let cell = matches_at(&THEN_CELL, text, range.end);
        let found = cell.or_else(|| matches_at(&THEN_PROSE, text, range.end));
        let Some((phrase, rate)) = found.filter(|(phrase, _)| free(phrase)) else {
            last_bare = Some(range.end);
            continue;
        };
        let of_tax = matches_at(&OF_TAX, text, rate.end).is_some();
        let income = matches_at(&OF_INCOME, text, rate.end)
            .filter(|_| !of_tax)
            .map(|(whole, _)| whole.end);
        let end = income.unwrap_or(rate.end);
        // Cells in columns instead of rows: two ranges or two rates stand side by side.
        let beside = last_bare.is_some_and(|at| {
            let between = skeleton.slice(at..range.start);
            between.chars().filter(|c| c.is_alphanumeric()).count() <= 2
        });
        let torn = beside || matches_at(&NEXT_RATE, text, end).is_some();
        bands.push(Band {
            range,
            rate,
            phrase,
            end,
            of_income: income.is_some(),
            of_tax,
            torn,
        });
        last_bare = None;
    }
    bands
}

/// A pattern at a place: what it matched, and its first group.
fn matches_at(regex: &Regex, text: &str, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let hit = regex.captures(text.get(at..)?)?;
    let shift = |range: Range<usize>| at.saturating_add(range.start)..at.saturating_add(range.end);
    let whole = hit.get(0)?.range();
    let group = hit.get(1).map_or(whole.clone(), |group| group.range());
    Some((shift(whole), shift(group)))
}

fn draft(statute: &Statute<'_>, band: &Band) -> Option<Draft> {
    let first = band.range.start.min(band.phrase.start);
    let last = band.end.max(band.phrase.end).max(band.range.end);
    let block = statute.block(first)?;
    if block.is_heading {
        return None;
    }
    let rule_type = kind(statute, band, block)?;
    let words = statute.words_of(block);
    // The row's own words from their start, unless another row's figures stand between.
    let sentence = statute.sentence(block, &(first..last));
    let start = sentence.start.max(words.start);
    let near = start <= first && statute.skeleton.figures(&(start..first)).is_empty();
    let start = if near { start } else { first };
    let end = match rule_type {
        RuleType::Rate => statute
            .sentence(statute.block(last.saturating_sub(1))?, &(first..last))
            .end
            .max(last),
        _ => last,
    };
    let quote = trimmed(statute, start..end);
    let mut conditions = enclosing(statute, block);
    if near {
        conditions.extend(own_conditions(statute, rule_type, band, start..end));
    }
    Some(Draft {
        rule_type,
        outcome: outcome(statute, rule_type, band),
        quote,
        conditions,
        used: first..end,
        confidence: "0.95",
    })
}

/// The stretch of the flow without blanks and marks at its edges.
fn trimmed(statute: &Statute<'_>, range: Range<usize>) -> Range<usize> {
    let flow = statute.skeleton.to_flow(&range);
    let text = statute.flow.slice(flow.clone());
    let head = text
        .len()
        .saturating_sub(text.trim_start_matches([' ', '\n', ',', ';', ':']).len());
    let tail = text
        .len()
        .saturating_sub(text.trim_end_matches([' ', '\n', ',', ';', ':']).len());
    flow.start.saturating_add(head)..flow.end.saturating_sub(tail)
}

/// A slab where the rate is of income, a rate where it is of a tax.
fn kind(statute: &Statute<'_>, band: &Band, block: &Block) -> Option<RuleType> {
    if band.of_tax || !ranges_over_income(statute, band, block) {
        return Some(RuleType::Rate);
    }
    if band.of_income {
        return Some(RuleType::TaxSlab);
    }
    let above = statute.above(block);
    let own = statute.skeleton.slice(statute.words_of(block));
    let says = |words: &[&str]| words.iter().any(|w| above.contains(w) || own.contains(w));
    if says(&[
        "surcharge",
        "cess",
        "deduct",
        "penalty",
        "interest",
        "fee",
        "duty",
    ]) {
        return Some(RuleType::Rate);
    }
    let income = says(&[
        "total income",
        "taxable income",
        "chargeable income",
        "income-tax",
        "income tax",
        "rate of tax",
        "rates of tax",
    ]);
    let in_words = statute
        .skeleton
        .slice(band.phrase.clone())
        .contains("rate of");
    match (income, in_words) {
        (true, _) => Some(RuleType::TaxSlab),
        (false, true) => Some(RuleType::Rate),
        (false, false) => None,
    }
}

/// Whether the range is one of income: no word before it, and none around, names another measure.
fn ranges_over_income(statute: &Statute<'_>, band: &Band, block: &Block) -> bool {
    // Where the rate comes first, what it is of stands before the range and is no measure of it.
    if band.phrase.end <= band.range.start {
        let words = statute.skeleton.slice(band.phrase.end..band.range.start);
        return words.contains("income") || !names_another(words);
    }
    measured_otherwise(statute, block, &band.range).is_none()
}

fn outcome(statute: &Statute<'_>, rule_type: RuleType, band: &Band) -> Outcome {
    let bounds = Bounds::read(&statute.skeleton, &band.range);
    let rate = rate_of(statute, &band.rate);
    let rounded = bounds.rounded() || rate.is_none_or(|(_, rounded)| rounded);
    let (Some((rate, _)), Some((income_min, income_max)), Some(label)) =
        (rate, bounds.ends(), bounds.currency())
    else {
        return Outcome::Unclear("a figure of the band cannot be read in one way");
    };
    if rounded {
        return Outcome::Unclear("a figure of the band is rounded");
    }
    if band.torn {
        return Outcome::Unclear(
            "the page gives ranges and rates in columns: which rate belongs to the range is not settled",
        );
    }
    if income_max.is_some_and(|max| max <= income_min) {
        return Outcome::Unclear("the band ends before it begins");
    }
    if rule_type == RuleType::Rate {
        return Outcome::Clear(RuleValue::Rate { rate }, None);
    }
    let base = base_of(statute, band);
    if base.is_some_and(|base| bounds.side != Side::UpTo && Some(base) != Some(income_min)) {
        return Outcome::Unclear("the rate counts from another amount than the range begins with");
    }
    let value = RuleValue::Slab {
        income_min,
        income_max,
        rate,
    };
    Outcome::Clear(value, Some(label.to_owned()))
}

/// The rate, and whether it is rounded; "nil" is nought.
pub(super) fn rate_of(statute: &Statute<'_>, range: &Range<usize>) -> Option<(Figure, bool)> {
    let figure = statute
        .skeleton
        .figures(range)
        .first()
        .map(|(_, found)| found);
    match figure {
        Some(found) => Some((fraction(found)?, found.rounded)),
        None => Some((Figure::ZERO, false)),
    }
}

/// The amount from which the rate counts: "of the amount by which the income exceeds …"
fn base_of(statute: &Statute<'_>, band: &Band) -> Option<Figure> {
    let tail = statute.skeleton.figures(&(band.rate.end..band.end));
    let named: Vec<&Found> = tail.iter().map(|(_, found)| found).collect();
    let ends_in_money = statute
        .skeleton
        .slice(band.rate.end..band.end)
        .ends_with(MONEY);
    named
        .last()
        .filter(|_| ends_in_money)
        .and_then(|found| amount(found))
}

/// The band's own words beside its figures.
fn own_conditions(
    statute: &Statute<'_>,
    rule_type: RuleType,
    band: &Band,
    quote: Range<usize>,
) -> Vec<Range<usize>> {
    let flow = |range: Range<usize>| {
        let range = statute.skeleton.to_flow(&range);
        (range.start < range.end)
            .then(|| piece(statute, range))
            .flatten()
    };
    if rule_type == RuleType::Rate {
        let phrase = band.rate_phrase(statute);
        return [quote.start..phrase.start, phrase.end..quote.end]
            .into_iter()
            .filter(|range| range.start < range.end)
            .filter_map(flow)
            .collect();
    }
    let before = quote.start..band.range.start;
    if before.start >= before.end {
        return Vec::new();
    }
    let words = statute.skeleton.slice(before.clone());
    // "where the total income does" says nothing that the bounds do not.
    let plain = [
        "where",
        "if",
        "on",
        "having",
        "a",
        "the",
        "total",
        "taxable",
        "income",
        "does",
        "do",
        "is",
        "tax",
        "chargeable",
        "his",
        "its",
    ];
    let said = words
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .any(|word| !plain.contains(&word));
    if said {
        flow(before).into_iter().collect()
    } else {
        Vec::new()
    }
}

impl Band {
    /// The words from "at the rate of" to the percentage.
    fn rate_phrase(&self, statute: &Statute<'_>) -> Range<usize> {
        let words = statute.skeleton.slice(self.phrase.clone());
        let start = words
            .rfind("at the rate of")
            .or_else(|| words.rfind("at a rate of"));
        match start {
            Some(at) => self.phrase.start.saturating_add(at)..self.rate.end,
            None => self.rate.clone(),
        }
    }
}
