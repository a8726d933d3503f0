//! A text with its figures taken out: every amount is one sign, every
//! percentage another, the words in small letters. Patterns of statutes are
//! written on it, so that no pattern ever reads a number.

use std::ops::Range;

use groundstop_canon::Decimal;
use groundstop_language::pattern::constant;
use groundstop_language::patterns;
use groundstop_value::{Reading, Value, read_all};

use crate::rounded::{is_rounded, money, percent};

/// Stands for an amount of money.
pub(crate) const MONEY: char = '\u{e000}';
/// Stands for a percentage.
pub(crate) const PERCENT: char = '\u{e001}';
/// Stands between paragraphs.
pub(crate) const BREAK: char = '¶';

patterns! {
    /// Where one cell of a table ends and the next begins although only blanks stand between.
    CELLS = constant(r"(\n)\n|[0-9]([ \n])(?:[Nn]il|NIL)\b|[0-9]([ \n])[0-9]{1,3}(?:\.[0-9]+)?\s?(?:%|per\s?cent)");
    /// Naira as bills are typed: a capital N right before a number with its thousands apart, or
    /// with kobo. Nothing else is written so.
    NAIRA = constant(r"(?:^|[^A-Za-z0-9])N([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{2})?|[0-9]+\.[0-9]{2})(?:[^0-9A-Za-z,.]|[,.](?:[^0-9]|$)|$)");
    /// Rows of points that lead the eye from one cell to the next.
    LEADERS = constant(r"…+|\.{2,}|\.(?: \.){2,}");
}

/// The text with blanks in the place of such rows, byte for byte as long.
fn without_leaders(flow: &str) -> String {
    let mut out = flow.to_owned();
    for row in LEADERS.find_iter(flow) {
        out.replace_range(row.range(), &" ".repeat(row.len()));
    }
    out
}

/// The text with a mark between paragraphs and cells, byte for byte as long: no
/// figure reaches from one cell into the next.
fn parted(flow: &str) -> String {
    let mut bytes = flow.as_bytes().to_vec();
    for hit in CELLS.captures_iter(flow) {
        for gap in hit.iter().skip(1).flatten() {
            if let Some(byte) = bytes.get_mut(gap.start()) {
                *byte = b';';
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| flow.to_owned())
}

/// Amounts after a capital N, which only this room knows as a sign of money.
fn naira(text: &str) -> Vec<Reading> {
    let hits = NAIRA.captures_iter(text).filter_map(|hit| {
        let number = hit.get(1)?;
        let digits: String = number.as_str().chars().filter(|c| *c != ',').collect();
        let scaled = [" million", " billion", " thousand", "million", "billion"];
        let rest = text.get(number.end()..)?;
        let money = Value::Money {
            amount: Decimal::parse(&digits)?,
            currency: "N".to_owned(),
        };
        let is_scaled = scaled.iter().any(|word| rest.starts_with(word));
        (!is_scaled).then(|| Reading {
            span: number.start().saturating_sub(1)..number.end(),
            values: vec![money],
            scaled: false,
            bare: false,
        })
    });
    hits.collect()
}

/// A figure as the text has it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The number: an amount, or the per-cent number.
    pub(crate) number: Option<Decimal>,
    /// The currency of an amount, as the text names it.
    pub(crate) currency: Option<String>,
    /// Whether the text gives it only roughly.
    pub(crate) rounded: bool,
    /// Its place in the flow.
    pub(crate) range: Range<usize>,
}

/// The text without figures, and the figures.
pub(crate) struct Skeleton {
    text: String,
    /// For every byte, its place in the flow.
    origin: Vec<usize>,
    figures: Vec<(usize, Found)>,
}

impl Skeleton {
    pub(crate) fn new(flow: &str) -> Skeleton {
        let flow = without_leaders(flow);
        let flow = flow.as_str();
        let cells = parted(flow);
        let mut readings = read_all(&money(), &cells);
        readings.extend(read_all(&percent(), &cells));
        readings.extend(naira(&cells));
        readings.sort_by_key(|reading| reading.span.start);
        let mut skeleton = Skeleton {
            text: String::with_capacity(flow.len()),
            origin: Vec::with_capacity(flow.len()),
            figures: Vec::new(),
        };
        let mut from = 0usize;
        for reading in readings {
            if reading.span.start < from {
                continue;
            }
            skeleton.words(flow, from..reading.span.start);
            from = reading.span.end;
            skeleton.figure(flow, reading);
        }
        skeleton.words(flow, from..flow.len());
        skeleton
    }

    fn words(&mut self, flow: &str, range: Range<usize>) {
        let text = flow.get(range.clone()).unwrap_or_default();
        let mut breaks = false;
        for (at, c) in text.char_indices() {
            let place = range.start.saturating_add(at);
            let ends = text.get(at..).is_some_and(|rest| rest.starts_with("\n\n"));
            let c = match c {
                _ if std::mem::take(&mut breaks) => continue,
                '\n' if ends => {
                    breaks = true;
                    BREAK
                }
                '\n' => ' ',
                MONEY | PERCENT | BREAK => '?',
                '’' | '‘' => '\'',
                '‑' | '‐' => '-',
                c => c.to_ascii_lowercase(),
            };
            self.push(c, place);
        }
    }

    fn figure(&mut self, flow: &str, reading: Reading) {
        let rounded = is_rounded(flow, &reading);
        let (sign, number, currency) = match reading.clear() {
            Some(Value::Money { amount, currency }) => {
                (MONEY, Some(*amount), Some(currency.clone()))
            }
            Some(Value::Percent(number)) => (PERCENT, Some(*number), None),
            _ => match reading.values.first() {
                Some(Value::Percent(_)) => (PERCENT, None, None),
                _ => (MONEY, None, None),
            },
        };
        self.figures.push((
            self.text.len(),
            Found {
                number,
                currency,
                rounded,
                range: reading.span.clone(),
            },
        ));
        self.push(sign, reading.span.start);
    }

    fn push(&mut self, c: char, place: usize) {
        self.text.push(c);
        self.origin.extend(std::iter::repeat_n(place, c.len_utf8()));
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// The figures inside a stretch of the skeleton.
    pub(crate) fn figures(&self, range: &Range<usize>) -> &[(usize, Found)] {
        let from = self.figures.partition_point(|(at, _)| *at < range.start);
        let to = self.figures.partition_point(|(at, _)| *at < range.end);
        self.figures.get(from..to).unwrap_or_default()
    }

    /// Where a stretch of the skeleton stands in the flow.
    pub(crate) fn to_flow(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.origin.get(range.start).copied().unwrap_or_default();
        let Some(last) = range.end.checked_sub(1) else {
            return start..start;
        };
        let figure = self
            .figures(&(last.saturating_sub(2)..range.end))
            .last()
            .filter(|(at, _)| at.saturating_add(MONEY.len_utf8()) == range.end);
        let end = match figure {
            Some((_, found)) => found.range.end,
            None => {
                let at = self.origin.get(last).copied().unwrap_or(start);
                let width = self
                    .text
                    .get(..range.end)
                    .and_then(|t| t.chars().next_back());
                at.saturating_add(width.map_or(1, |c| if c.is_ascii() { 1 } else { c.len_utf8() }))
            }
        };
        start..end.max(start)
    }

    /// Where a place of the flow stands in the skeleton.
    pub(crate) fn of_flow(&self, place: usize) -> usize {
        self.origin.partition_point(|at| *at < place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_points_between_cells_are_blanks() {
        for leader in [" … ", " .... ", " . . . . ", "……"] {
            let flow = format!("Over Rs. 5,00,000{leader}20 per cent. of it");
            let read = Skeleton::new(&flow);
            let words: Vec<&str> = read.text().split_whitespace().collect();
            let expected = format!("over {MONEY} {PERCENT}. of it");
            assert_eq!(words.join(" "), expected, "{leader}");
        }
    }

    #[test]
    fn figures_are_taken_out_and_can_be_asked_for() {
        let flow = "Over Rs. 2,50,000 but\nnot over five lakh rupees\n\n5 per cent. of it";
        let skeleton = Skeleton::new(flow);
        assert_eq!(
            skeleton.text(),
            format!("over {MONEY} but not over {MONEY}{BREAK}{PERCENT}. of it")
        );
        let all = skeleton.figures(&(0..skeleton.text().len()));
        let numbers: Vec<String> = all
            .iter()
            .map(|(_, found)| found.number.unwrap().to_string())
            .collect();
        assert_eq!(numbers, ["250000", "500000", "5"]);
        let end = skeleton.text().find(" but").unwrap();
        assert_eq!(&flow[skeleton.to_flow(&(0..end))], "Over Rs. 2,50,000");
    }
}
