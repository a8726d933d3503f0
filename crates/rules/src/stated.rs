//! Every figure with a unit that a statute states: per cent, money, years, months, days.
//!
//! What the readers of values understand is taken from them; beside it stands whatever has
//! the form of a number before its unit, read or not. So a figure that no reader understands
//! is still counted, and somebody has to say what became of it.

use std::ops::Range;

use groundstop_contract::RuleType;
use groundstop_language::pattern::constant;
use groundstop_language::patterns;
use regex::Regex;

use crate::counted::counted;
use crate::statute::Statute;

/// Numbers in words, as parts of a compound.
const WORDS: &str = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\
    thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fourty|\
    fifty|sixty|seventy|eighty|ninety|hundred|thousand|lakhs?|lacs?|crores?|million|billion";

fn with_numbers(text: &str) -> Regex {
    let number = format!(
        r"(?:[0-9][0-9,]*(?:\.[0-9]+)?(?:[\s-]+(?:{WORDS}))*|(?:{WORDS})(?:[\s-]+(?:and[\s-]+)?(?:{WORDS}))*)"
    );
    constant(&text.replace("NUMBER", &number))
}

patterns! {
    /// A number before its unit, whatever way it is written.
    BEFORE_UNIT = with_numbers(
        r"(?i)\bNUMBER\)?[\s-]*(?:(?:consecutive|calendar|working|business|clear|successive|complete|full|further|more)\s+)?(?:(%|per[\s-]*cent(?:um)?\b|percent\b)|(rupees?\b|naira\b|dollars?\b|euros?\b|pounds?\b)|(years?\b|months?\b|days?\b))",
    );
    /// A sign of money before its number.
    BEHIND_SIGN = constant(
        r"(?:\b(?:(?i:rs)\.?|INR|NGN|USD|EUR|GBP|N)|[₹₦$€£])\s?[0-9][0-9,]*(?:\.[0-9]+)?",
    );
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Percent,
    Money,
    Time,
}

impl Unit {
    /// The type of rule that a figure of this unit states, where nothing else tells it.
    pub(crate) fn rule_type(self) -> RuleType {
        match self {
            Unit::Percent => RuleType::Rate,
            Unit::Money | Unit::Time => RuleType::Threshold,
        }
    }
}

/// A figure with its unit.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    pub(crate) unit: Unit,
    /// Its place in the flow.
    pub(crate) range: Range<usize>,
    /// Whether its number is that of a line, which only stands before a unit.
    pub(crate) is_line_number: bool,
}

/// All of them, in order, none inside another.
pub(crate) fn stated(statute: &Statute<'_>) -> Vec<Stated> {
    let text = statute.flow.text();
    let skeleton = &statute.skeleton;
    let figures = skeleton.figures(&(0..skeleton.text().len()));
    let mut all: Vec<Stated> = figures
        .iter()
        .map(|(at, found)| Stated {
            unit: match skeleton.text().get(*at..) {
                Some(rest) if rest.starts_with(crate::skeleton::PERCENT) => Unit::Percent,
                _ => Unit::Money,
            },
            range: found.range.clone(),
            is_line_number: false,
        })
        .collect();
    let times = counted(text).into_iter().filter(|one| one.unit != "count");
    all.extend(times.map(|one| Stated {
        unit: Unit::Time,
        range: one.figure,
        is_line_number: false,
    }));
    let written = BEFORE_UNIT.captures_iter(text).filter_map(|hit| {
        let unit = match (hit.get(1), hit.get(2)) {
            (Some(_), _) => Unit::Percent,
            (None, Some(_)) => Unit::Money,
            (None, None) => Unit::Time,
        };
        Some((unit, hit.get(0)?.range()))
    });
    let signed = BEHIND_SIGN
        .find_iter(text)
        .map(|hit| (Unit::Money, hit.range()));
    let mut more: Vec<Stated> = Vec::new();
    for (unit, range) in written.chain(signed) {
        let known = |one: &Stated| one.range.start < range.end && range.start < one.range.end;
        if !all.iter().any(known) && !more.iter().any(known) {
            more.push(Stated {
                unit,
                range,
                is_line_number: false,
            });
        }
    }
    all.extend(more);
    let counted_lines = BEFORE_UNIT
        .find_iter(statute.flow.verbatim())
        .map(|hit| hit.range())
        .filter(|range| statute.flow.has_line_number(range));
    let numbers: Vec<Stated> = counted_lines
        .filter(|range| {
            let known = |one: &Stated| one.range.start < range.end && range.start < one.range.end;
            !all.iter().any(known)
        })
        .map(|range| Stated {
            unit: Unit::Time,
            range,
            is_line_number: true,
        })
        .collect();
    all.extend(numbers);
    all.sort_by_key(|one| (one.range.start, one.range.end));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundstop_document::Document;

    #[test]
    fn every_form_of_a_figure_is_counted() {
        for (text, unit) in [
            ("at twenty-\nfive per cent. of it", Unit::Percent),
            ("at 7½% of it, or 12 percent", Unit::Percent),
            ("pay thirty-\nfive lakh rupees", Unit::Money),
            ("pay N50,000 to it", Unit::Money),
            ("within thirty (30) days of it", Unit::Time),
            ("in two years and ten days", Unit::Time),
            ("twenty-one successive days", Unit::Time),
        ] {
            let document = Document::from_text(text.as_bytes()).unwrap();
            let all = stated(&Statute::new(&document));
            assert!(all.iter().any(|one| one.unit == unit), "{text}: {all:?}");
        }
        let none = "the 31st day of March, 1961, under section 12 of the Act of 2020";
        let document = Document::from_text(none.as_bytes()).unwrap();
        assert!(stated(&Statute::new(&document)).is_empty());
    }
}
