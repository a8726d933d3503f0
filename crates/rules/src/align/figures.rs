//! The figures of a rule, read at the place of its quote.

use std::ops::Range;

use groundstop_canon::Decimal;
use groundstop_contract::{Direction, RuleCandidate, RuleData, RuleValue};
use groundstop_evidence::text_key;

use super::{counted, exempt};
use crate::align::{Verdict, listed};
use crate::currency::can_mean;
use crate::measure::measured_otherwise;
use crate::patterns::{Bounds, Side};
use crate::skeleton::Found;
use crate::spelling::is_counted;
use crate::statute::Statute;

/// Every figure of the value is the one the quote states, and the quote cuts none.
pub(super) fn numbers(
    statute: &Statute<'_>,
    place: &Range<usize>,
    candidate: &RuleCandidate,
) -> Verdict {
    let Some(data) = &candidate.rule_data else {
        return Ok(());
    };
    let seen = Seen::new(statute, place);
    match &data.value {
        RuleValue::Definition { term, text } => {
            said(candidate, term)?;
            return said(candidate, text);
        }
        RuleValue::Text { text } => return exempt::stated(statute, place, candidate, text),
        RuleValue::Slab { .. } | RuleValue::Rate { .. } | RuleValue::Amount { .. } => {}
    }
    if let (RuleValue::Amount { amount, direction }, Some(unit)) = (&data.value, &data.unit)
        && is_counted(unit)
    {
        return counted::stated(statute, place, amount.number(), unit, *direction);
    }
    seen.whole()?;
    match &data.value {
        RuleValue::Slab {
            income_min,
            income_max,
            rate,
        } => {
            seen.rate(rate.number())?;
            seen.of_income()?;
            seen.range(income_min.number(), income_max.map(|max| max.number()))
        }
        RuleValue::Rate { rate } => seen.rate(rate.number()),
        RuleValue::Amount { amount, direction } => seen.amount(amount.number(), *direction),
        RuleValue::Text { .. } | RuleValue::Definition { .. } => Ok(()),
    }
}

/// The unit is stated beside the figures.
pub(super) fn unit(statute: &Statute<'_>, place: &Range<usize>, data: &RuleData) -> Verdict {
    let Some(unit) = &data.unit else {
        return Ok(());
    };
    if is_counted(unit) {
        return counted::unit(statute, place, unit);
    }
    let seen = Seen::new(statute, place);
    if matches!(data.value, RuleValue::Rate { .. }) {
        return match seen.rates().is_empty() {
            true => Err("the quote states no percentage".to_owned()),
            false => Ok(()),
        };
    }
    let mut labels: Vec<&str> = seen
        .money()
        .iter()
        .filter_map(|found| found.currency.as_deref())
        .collect();
    labels.dedup();
    match labels.iter().find(|label| !can_mean(label, unit)) {
        Some(other) => Err(format!("the quote says `{other}`, which is not {unit}")),
        None if labels.is_empty() => Err("the quote states no currency".to_owned()),
        None => Ok(()),
    }
}

pub(super) fn said(candidate: &RuleCandidate, words: &str) -> Verdict {
    let quote = text_key(candidate.source_text.as_deref().unwrap_or_default());
    let key = text_key(words);
    let inside = !key.is_empty() && quote.windows(key.len()).any(|part| part == key);
    if inside {
        Ok(())
    } else {
        Err(format!("the quote does not say `{words}`"))
    }
}

/// What stands at the place of a quote.
struct Seen<'s> {
    statute: &'s Statute<'s>,
    flow: Range<usize>,
    /// The same, in the skeleton.
    range: Range<usize>,
    figures: Vec<&'s Found>,
}

impl<'s> Seen<'s> {
    fn new(statute: &'s Statute<'_>, place: &Range<usize>) -> Seen<'s> {
        let range = statute.skeleton.of_flow(place.start)..statute.skeleton.of_flow(place.end);
        let figures = statute.skeleton.figures(&range);
        Seen {
            statute,
            flow: place.clone(),
            figures: figures.iter().map(|(_, found)| found).collect(),
            range,
        }
    }

    fn money(&self) -> Vec<&Found> {
        let money = self.figures.iter().filter(|found| found.currency.is_some());
        money.copied().collect()
    }

    /// The rates the quote states, as fractions; "nil" is nought.
    fn rates(&self) -> Vec<Decimal> {
        let mut rates: Vec<Decimal> = self
            .figures
            .iter()
            .filter(|found| found.currency.is_none())
            .filter_map(|found| found.number?.hundredth())
            .collect();
        let words = self.statute.skeleton.slice(self.range.clone());
        let nil = words
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == "nil");
        if nil {
            rates.push(Decimal::ZERO);
        }
        rates.sort_unstable();
        rates.dedup();
        rates
    }

    /// No figure and no range reaches over the quote's edge, and none is rough.
    fn whole(&self) -> Verdict {
        let around = self.range.start.saturating_sub(120)..self.range.end.saturating_add(120);
        let cut = |other: &Range<usize>, own: &Range<usize>| {
            let touches = other.start < own.end && own.start < other.end;
            touches && (other.start < own.start || own.end < other.end)
        };
        for (_, found) in self.statute.skeleton.figures(&around) {
            if cut(&found.range, &self.flow) {
                let words = self.statute.flow.line(found.range.clone());
                return Err(format!("the quote cuts the figure `{words}`"));
            }
        }
        for range in &self.statute.ranges {
            if cut(range, &self.range) {
                let words = self.statute.flow.line(self.statute.skeleton.to_flow(range));
                return Err(format!("the quote cuts the range `{words}`"));
            }
        }
        for found in &self.figures {
            let words = self.statute.flow.line(found.range.clone());
            if found.rounded {
                return Err(format!("`{words}` is rounded"));
            }
            if found.number.is_none() {
                return Err(format!("`{words}` can be read in more than one way"));
            }
        }
        Ok(())
    }

    fn rate(&self, rate: Decimal) -> Verdict {
        match self.rates().as_slice() {
            [] => Err("the quote states no rate".to_owned()),
            [one] if *one == rate => Ok(()),
            [one] => Err(format!(
                "the quote states the rate {one}, the candidate {rate}"
            )),
            several => Err(format!(
                "the quote states several rates: {}",
                listed(several)
            )),
        }
    }

    /// The ranges inside the quote, those of "the amount by which …" aside.
    fn stated(&self) -> Vec<Bounds<'s>> {
        let skeleton = &self.statute.skeleton;
        let inside =
            |range: &Range<usize>| range.start >= self.range.start && range.end <= self.range.end;
        self.statute
            .ranges
            .iter()
            .filter(|range| inside(range))
            .filter(|range| {
                let before = skeleton.slice(self.range.start..range.start);
                let clause = before.rsplit([',', ';', '¶']).next().unwrap_or_default();
                !clause.contains("by which") && !clause.trim_end().ends_with("excess")
            })
            .map(|range| Bounds::read(skeleton, range))
            .collect()
    }

    /// The range of a slab is one of income.
    fn of_income(&self) -> Verdict {
        let statute = self.statute;
        let inside =
            |range: &&Range<usize>| self.range.start <= range.start && range.end <= self.range.end;
        let Some(range) = statute.ranges.iter().find(inside) else {
            return Ok(());
        };
        let block = statute.block(range.start);
        match block.and_then(|block| measured_otherwise(statute, block, range)) {
            None => Ok(()),
            Some(measure) => Err(format!(
                "the range is one of {measure}, not of income: that is a rate with the range among its conditions"
            )),
        }
    }

    fn range(&self, min: Decimal, max: Option<Decimal>) -> Verdict {
        let mut stated: Vec<(Decimal, Option<Decimal>)> = self
            .stated()
            .iter()
            .filter_map(Bounds::ends)
            .map(|(low, high)| (low.number(), high.map(|high| high.number())))
            .collect();
        stated.dedup();
        match stated.as_slice() {
            [] => Err("the quote states no range of income".to_owned()),
            [one] if *one == (min, max) => Ok(()),
            [(low, high)] => {
                let end =
                    |end: &Option<Decimal>| end.map_or("no end".to_owned(), |e| e.to_string());
                Err(format!(
                    "the quote states {low} to {}, the candidate {min} to {}",
                    end(high),
                    end(&max)
                ))
            }
            _ => Err("the quote states several ranges".to_owned()),
        }
    }

    fn amount(&self, amount: Decimal, direction: Option<Direction>) -> Verdict {
        let mut amounts: Vec<Decimal> = self
            .money()
            .iter()
            .filter_map(|found| found.number)
            .collect();
        amounts.sort_unstable();
        amounts.dedup();
        match amounts.as_slice() {
            [] => return Err("the quote states no amount".to_owned()),
            [one] if *one == amount => {}
            [one] => return Err(format!("the quote states {one}, the candidate {amount}")),
            several => {
                return Err(format!(
                    "the quote states several amounts: {}",
                    listed(several)
                ));
            }
        }
        let Some(direction) = direction else {
            return Ok(());
        };
        let stated = self.stated().first().map(|bounds| match bounds.side {
            Side::Above | Side::Between => Direction::Above,
            Side::AtLeast => Direction::AtOrAbove,
            Side::UpTo => Direction::AtOrBelow,
            Side::Below => Direction::Below,
        });
        match stated {
            Some(stated) if stated == direction => Ok(()),
            Some(stated) => Err(format!(
                "the quote says {}, the candidate {}",
                stated.code(),
                direction.code()
            )),
            None => Err("the quote does not say on which side of the amount it holds".to_owned()),
        }
    }
}
