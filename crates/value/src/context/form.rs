//! Forms: a line that sets a value beside its label, or a row under its heading.
//!
//! On a form the label says what a value is; the lines above and below are
//! about other things. Only what is plainly set so counts: cells parted by
//! tabs, bars or wide gaps, or a short label and its colon.

use std::ops::Range;

use groundstop_language::{LANGUAGES, has};

/// A line of a form is no longer than this on either side of its value.
const LINE_MAX_BYTES: usize = 240;

/// A label has no more bytes than this.
const LABEL_MAX_BYTES: usize = 60;

/// A label has no more words than this.
const LABEL_MAX_WORDS: usize = 7;

/// A value on a form, with what labels it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The label's bytes.
    pub label: Range<usize>,
    /// The bytes of the cell the value stands in.
    pub cell: Range<usize>,
}

/// The form entry a value belongs to, where its line is one of a form.
#[must_use]
pub fn entry_around(text: &str, span: Range<usize>) -> Option<Entry> {
    let line = line_around(text, span.clone())?;
    let cells = cells(text, line.clone());
    if let Some((label, cell)) = over_cells(text, &cells, &span) {
        return Some(Entry { label, cell });
    }
    let at = cells
        .iter()
        .position(|cell| cell.start <= span.start && span.end <= cell.end)?;
    let cell = cells.get(at)?.clone();
    // "… · Fällig 14.02.2025": in a row the words before a value in its own cell come first.
    let lead = cell.start..span.start;
    if cells.len() > 1 && is_lead(text, &lead) {
        return Some(Entry { label: lead, cell });
    }
    let before = cells.get(..at)?;
    let beside = before
        .iter()
        .rev()
        .find(|cell| is_worded(text, cell))
        .filter(|cell| is_label(text, cell));
    let label = match beside {
        Some(label) => label.clone(),
        None => heading(text, &line, cells.len(), at)?,
    };
    Some(Entry { label, cell })
}

/// The label of an amount whose currency ends the cell before it, and both cells: "Total EUR", "34.73".
fn over_cells(
    text: &str,
    cells: &[Range<usize>],
    span: &Range<usize>,
) -> Option<(Range<usize>, Range<usize>)> {
    let pairs = cells.iter().zip(cells.iter().skip(1));
    let (first, last) = { pairs }.find(|(first, last)| {
        first.start < span.start
            && span.start < first.end
            && span.end > first.end
            && span.end <= last.end
    })?;
    let label = first.start..span.start;
    let said = text.get(label.clone())?;
    let label = first.start..first.start.saturating_add(said.trim_end().len());
    is_label(text, &label).then_some((label, first.start..last.end))
}

/// Whether the words before a value in its cell label it.
fn is_lead(text: &str, lead: &Range<usize>) -> bool {
    const LEAD_MIN_LETTERS: usize = 4;
    let said = text.get(lead.clone()).unwrap_or_default().trim_end();
    let letters = said.chars().filter(|c| c.is_alphabetic()).count();
    let plain = !said.chars().any(|c| c.is_ascii_digit());
    letters >= LEAD_MIN_LETTERS && plain && is_label(text, lead)
}

/// All that can label a value on a form, the likeliest first: the words before it in its own cell, the
/// cell beside it, the head of its column, the line above where it stands alone on its own.
#[must_use]
pub fn labels_around(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let mut labels = Vec::new();
    let Some(line) = line_around(text, span.clone()) else {
        return labels;
    };
    let row = cells(text, line.clone());
    if let Some((label, _)) = over_cells(text, &row, &span) {
        labels.push(label);
        return labels;
    }
    let inside = |cell: &Range<usize>| cell.start <= span.start && span.end <= cell.end;
    let Some(at) = row.iter().position(inside) else {
        return labels;
    };
    let lettered = |range: &Range<usize>| {
        let said = text.get(range.clone()).unwrap_or_default();
        said.chars().any(char::is_alphabetic)
    };
    let lead = row.get(at).map(|cell| cell.start..span.start);
    labels.extend(lead.filter(lettered));
    let before = row.get(..at).unwrap_or_default().iter().rev();
    labels.extend(before.filter(|cell| is_worded(text, cell)).take(1).cloned());
    labels.extend(heading(text, &line, row.len(), at));
    let above = line_above(text, &line).map(|above| cells(text, above));
    let lone = above.filter(|above| above.len() == 1 && row.len() == 1);
    labels.extend(lone.into_iter().flatten());
    labels
}

/// The cells of a line.
#[must_use]
pub fn cells(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let said = text.get(line.clone()).unwrap_or_default();
    let mut cells = Vec::new();
    let mut start = 0usize;
    let mut at = 0usize;
    while let Some(rest) = said.get(at..).filter(|rest| !rest.is_empty()) {
        let gap = gap_len(rest);
        if gap > 0 {
            cells.push(start..at);
            at = at.saturating_add(gap);
            start = at;
        } else {
            let next = rest.chars().next().map_or(1, char::len_utf8);
            at = at.saturating_add(next);
            let whole = said.get(start..at).unwrap_or_default();
            let follows = said.get(at..).unwrap_or_default();
            // "No.: 4711 Date: 3 May": behind a label its value, which ends where the figures do.
            let paired = whole.ends_with(':') && ends_in_label(said, &cells);
            let value = if paired { value_before(whole) } else { 0 };
            let label = whole.get(value..).unwrap_or_default();
            if label.ends_with(':')
                && follows.starts_with(|c: char| c.is_whitespace() || c == '*')
                && words(label) <= LABEL_MAX_WORDS
            {
                let label = start.saturating_add(value);
                if value > 0 {
                    cells.push(start..label);
                }
                cells.push(label..at);
                start = at;
            }
        }
    }
    cells.push(start..said.len());
    let trimmed = |cell: Range<usize>| {
        let inner = said.get(cell.clone()).unwrap_or_default();
        // Marks of emphasis are no part of a cell.
        let mark = |c: char| c.is_whitespace() || c == '*';
        let lead = inner
            .len()
            .saturating_sub(inner.trim_start_matches(mark).len());
        let start = cell.start.saturating_add(lead);
        let end = start.saturating_add(inner.trim_matches(mark).len());
        line.start.saturating_add(start)..line.start.saturating_add(end)
    };
    let mut cells: Vec<Range<usize>> = cells.into_iter().map(trimmed).collect();
    cells.retain(|cell| !cell.is_empty());
    parted(text, cells)
}

/// Whether the last of some cells is a label with its colon.
fn ends_in_label(said: &str, cells: &[Range<usize>]) -> bool {
    let last = cells.last().and_then(|cell| said.get(cell.clone()));
    last.is_some_and(|last| last.ends_with(':'))
}

/// Where a value with figures ends before the label behind it; nothing where there is none.
fn value_before(whole: &str) -> usize {
    let figures = whole.rfind(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let rest = whole.get(figures..).unwrap_or_default();
    let end = rest.find(char::is_whitespace);
    end.map_or(0, |end| figures.saturating_add(end))
}

/// Cells with an amount and the label of the next one apart: "€ 124.61 Total" before "€ 717.97".
fn parted(text: &str, cells: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let said = |cell: &Range<usize>| text.get(cell.clone()).unwrap_or_default();
    let mut found: Vec<Range<usize>> = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        let next = cells.get(at.saturating_add(1));
        let figure = next.is_some_and(|next| {
            let letters = said(next).chars().filter(|c| c.is_alphabetic()).count();
            letters <= CODE_LETTERS && said(next).chars().any(|c| c.is_ascii_digit())
        });
        match amount_before(said(cell)).filter(|_| figure) {
            Some(end) => {
                let end = cell.start.saturating_add(end);
                let blank = text.get(end..cell.end).unwrap_or_default();
                let blank = blank.len().saturating_sub(blank.trim_start().len());
                found.push(cell.start..end);
                found.push(end.saturating_add(blank)..cell.end);
            }
            None => found.push(cell.clone()),
        }
    }
    found
}

/// Letters of a currency's code.
const CODE_LETTERS: usize = 3;
/// Letters that make a word of a label.
const WORD_LETTERS: usize = 3;

/// Where an amount with two decimals ends that begins a cell, where words follow it.
fn amount_before(said: &str) -> Option<usize> {
    let figures = said.find(|c: char| c.is_ascii_digit())?;
    let sign = said.get(..figures)?.trim();
    let is_sign = sign.chars().count() <= 1 && !sign.chars().any(char::is_alphanumeric);
    let rest = said.get(figures..)?;
    let length = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '\''))?;
    let digits = rest.get(..length)?;
    let cents = digits.len().checked_sub(3).and_then(|at| digits.get(at..));
    let is_amount = cents.is_some_and(|cents| cents.starts_with(['.', ',']));
    let mut end = figures.saturating_add(length);
    let behind = said.get(end..)?.trim_start();
    if let Some(c) = behind
        .chars()
        .next()
        .filter(|c| matches!(c, '€' | '$' | '£' | '¥' | '₹'))
    {
        end = said
            .len()
            .saturating_sub(behind.len())
            .saturating_add(c.len_utf8());
    }
    let words = said.get(end..)?;
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    let plain =
        words.starts_with(char::is_whitespace) && !words.chars().any(|c| c.is_ascii_digit());
    (is_sign && is_amount && plain && letters >= WORD_LETTERS).then_some(end)
}

/// The line that holds a span, unless it is too long for a form.
#[must_use]
pub fn line_around(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let low = text.ceil_char_boundary(span.start.saturating_sub(LINE_MAX_BYTES));
    let high = text.floor_char_boundary(span.end.saturating_add(LINE_MAX_BYTES).min(text.len()));
    let head = text.get(low..span.start)?;
    let start = match head.rfind('\n') {
        Some(at) => low.saturating_add(at).saturating_add(1),
        None if low == 0 => 0,
        None => return None,
    };
    let tail = text.get(span.start..high)?;
    let end = match tail.find('\n') {
        Some(at) => span.start.saturating_add(at),
        None if high == text.len() => high,
        None => return None,
    };
    (span.end <= end).then_some(start..end)
}

/// The line above, a rule under headings left out; none where a blank line is between.
fn line_above(text: &str, line: &Range<usize>) -> Option<Range<usize>> {
    let step = |line: &Range<usize>| {
        let end = line.start.checked_sub(1)?;
        line_around(text, end..end).filter(|above| !is_blank(text, above))
    };
    let above = step(line)?;
    if is_rule(text, &above) {
        step(&above)
    } else {
        Some(above)
    }
}

/// The line below, a rule under headings left out; none where a blank line is between.
#[must_use]
pub fn line_below(text: &str, line: &Range<usize>) -> Option<Range<usize>> {
    let step = |line: &Range<usize>| {
        let start = line.end.checked_add(1)?;
        line_around(text, start..start).filter(|below| !is_blank(text, below))
    };
    let below = step(line)?;
    if is_rule(text, &below) {
        step(&below)
    } else {
        Some(below)
    }
}

/// The line below one blank line: a row of values may be set far below its heads.
#[must_use]
pub fn line_far_below(text: &str, line: &Range<usize>) -> Option<Range<usize>> {
    let start = line.end.checked_add(1)?;
    let blank = line_around(text, start..start).filter(|below| is_blank(text, below))?;
    line_below(text, &blank)
}

fn is_blank(text: &str, line: &Range<usize>) -> bool {
    text.get(line.clone())
        .is_none_or(|said| said.trim().is_empty())
}

/// A line drawn with characters.
fn is_rule(text: &str, line: &Range<usize>) -> bool {
    let said = text.get(line.clone()).unwrap_or_default();
    said.chars()
        .all(|c| matches!(c, '-' | '=' | '_' | '|' | '+' | ':' | ' ' | '\t' | '\r'))
}

/// How many bytes of a gap between two cells a text begins with; none where it begins with words.
fn gap_len(rest: &str) -> usize {
    let blank = rest
        .len()
        .saturating_sub(rest.trim_start_matches([' ', '\u{a0}']).len());
    let after = rest.get(blank..).unwrap_or_default();
    if after.starts_with(['\t', '|']) {
        return blank.saturating_add(1);
    }
    // "Datum 30.01.2025 · Fällig 14.02.2025": a dot in the middle, with a blank on both sides.
    let dot = after.chars().next().filter(|c| matches!(c, '·' | '•'));
    if let Some(dot) = dot.filter(|_| blank > 0) {
        let length = blank.saturating_add(dot.len_utf8());
        if rest.get(length..).is_some_and(|rest| rest.starts_with(' ')) {
            return length;
        }
    }
    if blank >= 3 { blank } else { 0 }
}

/// The heading of a column: the same cell of a line above that has as many, none with figures. Heads set
/// far above their values have a blank line below them.
fn heading(text: &str, line: &Range<usize>, count: usize, at: usize) -> Option<Range<usize>> {
    let far = || {
        let end = line.start.checked_sub(1)?;
        let blank = line_around(text, end..end).filter(|above| is_blank(text, above))?;
        line_above(text, &blank)
    };
    let above = line_above(text, line).or_else(far)?;
    let cells = cells(text, above);
    let plain = |cell: &Range<usize>| {
        let said = text.get(cell.clone()).unwrap_or_default();
        is_label(text, cell)
            && said.chars().any(char::is_alphabetic)
            && !said.chars().any(|c| c.is_ascii_digit())
    };
    let headings = count >= 2 && cells.len() == count && cells.iter().all(plain);
    let heads = headings && !is_listed(text, line, at);
    cells.get(at).filter(|_| heads).cloned()
}

/// Whether a row and the one below have figures in a column: the head of both names neither alone.
fn is_listed(text: &str, line: &Range<usize>, at: usize) -> bool {
    let row = cells(text, line.clone());
    let Some(below) = line_below(text, line).map(|below| cells(text, below)) else {
        return false;
    };
    let figure = |row: &[Range<usize>]| {
        let said = row.get(at).and_then(|cell| text.get(cell.clone()));
        said.is_some_and(|said| said.chars().any(|c| c.is_ascii_digit()))
    };
    row.len() == below.len() && figure(&row) && figure(&below)
}

/// Whether a cell says something, and is no bare figure.
fn is_worded(text: &str, cell: &Range<usize>) -> bool {
    let whole = text.get(cell.clone()).unwrap_or_default();
    // "VAT 20% on £450.00": the figures after a rate say what it is taken of.
    let said = whole.split('%').next().unwrap_or(whole);
    let letters = said.chars().filter(|c| c.is_alphabetic()).count();
    let digits = said.chars().filter(char::is_ascii_digit).count();
    letters >= 3 && letters > digits || said.contains('#')
}

/// Whether a word is one at the head of a row that adds others up.
#[must_use]
pub fn is_sum_word(word: &str) -> bool {
    let word = word.to_lowercase();
    LANGUAGES
        .iter()
        .any(|language| has(language.words.totals, &word))
}

/// Whether the head of a row begins with such a word.
#[must_use]
pub fn says_sum(head: &str) -> bool {
    let mut words = head.split(|c: char| !c.is_alphanumeric() && c != '-');
    words.find(|word| !word.is_empty()).is_some_and(is_sum_word)
}

fn is_label(text: &str, cell: &Range<usize>) -> bool {
    let said = text.get(cell.clone()).unwrap_or_default();
    let short = said.len() <= LABEL_MAX_BYTES && words(said) <= LABEL_MAX_WORDS;
    short && (!said.ends_with('.') || is_shortened(said))
        || said.ends_with("no.")
        || said.ends_with("No.")
}

/// "Rechnungs-Nr.", "Fattura n.": a few words of which a point shortens the last.
fn is_shortened(said: &str) -> bool {
    const SHORT_MAX_LETTERS: usize = 4;
    const SHORTENED_MAX_WORDS: usize = 4;
    let last = said.trim_end_matches('.');
    let last = last.rsplit(|c: char| !c.is_alphabetic()).next();
    let letters = last.map_or(0, |last| last.chars().count());
    words(said) <= 2
        || (1..=SHORT_MAX_LETTERS).contains(&letters) && words(said) <= SHORTENED_MAX_WORDS
}

fn words(said: &str) -> usize {
    said.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label<'a>(text: &'a str, value: &str) -> Option<&'a str> {
        let at = text.find(value).unwrap();
        entry_around(text, at..at + value.len()).map(|entry| &text[entry.label])
    }

    #[test]
    fn a_label_stands_beside_its_value_or_over_its_column() {
        let text = "Invoice date: 3 May 2024\nDue date\t2 June 2024\n\
                    Acme Ltd            Balance due     $12.00\n\
                    No.        Issued        Due\nA-7        1 May 2024    9 May 2024\n";
        assert_eq!(label(text, "3 May 2024"), Some("Invoice date:"));
        assert_eq!(label(text, "2 June 2024"), Some("Due date"));
        assert_eq!(label(text, "$12.00"), Some("Balance due"));
        assert_eq!(label(text, "9 May 2024"), Some("Due"));
    }

    #[test]
    fn labels_and_values_may_follow_each_other_with_a_blank() {
        let text = "Number: 4711 Customer no.: 88 Invoice date: 3 May 2024\n\
                    VAT 21%\t€ 124,61 Total\t€ 717,97\nTotal EUR\t34,73\n1 Chair\t3,89\n";
        assert_eq!(label(text, "4711"), Some("Number:"));
        assert_eq!(label(text, "3 May 2024"), Some("Invoice date:"));
        assert_eq!(label(text, "€ 124,61"), Some("VAT 21%"));
        assert_eq!(label(text, "€ 717,97"), Some("Total"));
        assert_eq!(label(text, "EUR\t34,73"), Some("Total"));
        assert_eq!(label(text, "3,89"), Some("1 Chair"));
    }

    #[test]
    fn the_head_of_several_figures_labels_none_of_them() {
        let text = "No\tTotal\n1\t20.00\n2\t5.00\n";
        assert_eq!(label(text, "20.00"), None);
        assert_eq!(
            label("No\tTotal\n1\t20.00\n\nThanks\n", "20.00"),
            Some("Total")
        );
    }

    #[test]
    fn prose_has_no_labels() {
        let text =
            "This Agreement is made on 3 May 2024 between the parties.\nIt ends on 9 May 2025.";
        assert_eq!(label(text, "3 May 2024"), None);
        assert_eq!(label(text, "9 May 2025"), None);
        let endless = format!(
            "{} Due: 3 May 2024 {}",
            "word ".repeat(80),
            "word ".repeat(80)
        );
        assert_eq!(label(&endless, "3 May 2024"), None);
    }
}
