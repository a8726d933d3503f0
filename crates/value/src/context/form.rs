//! Forms: a line that sets a value beside its label, or a row under its heading.
//!
//! On a form the label says what a value is; the lines above and below are
//! about other things. Only what is plainly set so counts: cells parted by
//! tabs, bars or wide gaps, or a short label and its colon.

use std::ops::Range;

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
            let label = said.get(start..at).unwrap_or_default();
            let follows = said.get(at..).unwrap_or_default();
            if label.ends_with(':')
                && follows.starts_with(|c: char| c.is_whitespace() || c == '*')
                && words(label) <= LABEL_MAX_WORDS
            {
                cells.push(start..at);
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
    cells
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
    cells.get(at).filter(|_| headings).cloned()
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
