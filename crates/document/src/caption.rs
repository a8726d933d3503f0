//! What stands above a table: the line that names it, the line that says in what its
//! figures are, and whether it goes on from the page before.
//!
//! Formats that say so themselves are believed; elsewhere the lines right above the first
//! row are asked, because nothing else ties a caption to its table.

use groundstop_language::{LANGUAGES, has};

use crate::{ByteSpan, Document, Table};

/// Lines above a table that are asked.
const LINES_ASKED: usize = 3;
/// A caption has no more bytes than this.
const CAPTION_MAX_BYTES: usize = 300;
/// A line that says the unit has no more words than this.
const UNIT_MAX_WORDS: usize = 12;
/// Blank space between a table and its caption, in bytes at most.
const GAP_MAX_BYTES: usize = 16;

/// What numbers a table, in the six languages that are heard.
const NAMES: [&str; 10] = [
    "table",
    "tabelle",
    "tableau",
    "tabla",
    "cuadro",
    "tabella",
    "tabel",
    "exhibit",
    "schedule",
    "übersicht",
];

/// What amounts that are never shortened are called, in the six languages.
const PER_SHARE: [&str; 6] = [
    "per share",
    "je aktie",
    "par action",
    "por acción",
    "per azione",
    "per aandeel",
];

/// Finds what stands above each table, where its format did not say it.
pub(crate) fn complete(text: &str, tables: &mut [Table], pages: &[ByteSpan]) {
    let mut before: Option<(usize, usize, ByteSpan)> = None;
    for table in tables {
        let Some(span) = table.span() else {
            continue;
        };
        let page = pages.partition_point(|page| page.end <= span.start);
        let top = pages.get(page).map_or(0, |page| page.start.0);
        if table.caption.is_none() || table.unit.is_none() {
            name(text, table, top, span.start.0);
        }
        table.continues = table.caption.is_none()
            && before.is_some_and(|(columns, known, end)| {
                known.saturating_add(1) == page
                    && columns == table.columns()
                    && is_furniture_free(text, end, pages.get(known))
                    && begins_page(text, top, span.start.0)
            });
        before = Some((table.columns(), page, span));
    }
}

/// Whether nothing but a short line, as a page's number, stands behind a table on its page.
fn is_furniture_free(text: &str, table: ByteSpan, page: Option<&ByteSpan>) -> bool {
    let end = page.map_or(table.end.0, |page| page.end.0);
    let rest = text.get(table.end.0..end).unwrap_or_default();
    lines_of_text(rest) <= 1
}

/// Whether nothing but a running header stands before a table on its page.
fn begins_page(text: &str, top: usize, start: usize) -> bool {
    lines_of_text(text.get(top..start).unwrap_or_default()) <= 1
}

fn lines_of_text(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty()).count()
}

fn name(text: &str, table: &mut Table, top: usize, start: usize) {
    let mut end = start;
    for _ in 0..LINES_ASKED {
        let Some(above) = text.get(top..end) else {
            return;
        };
        let said = above.trim_end();
        if said.is_empty() || above.len().saturating_sub(said.len()) > GAP_MAX_BYTES {
            return;
        }
        let from = said
            .rfind(['\n', '\u{c}'])
            .map_or(0, |at| at.saturating_add(1));
        let line = said.get(from..).unwrap_or_default();
        let lead = line.len().saturating_sub(line.trim_start().len());
        let place = top.saturating_add(from).saturating_add(lead);
        let line = line.trim_start();
        if line.len() > CAPTION_MAX_BYTES {
            return;
        }
        if table.unit.is_none()
            && let Some((from, to)) = unit(line)
        {
            let at = |offset: usize| place.saturating_add(offset);
            table.unit = Some(ByteSpan::new(at(from), at(to)));
        }
        if table.caption.is_none() && is_caption(line) {
            table.caption = Some(ByteSpan::new(place, place.saturating_add(line.len())));
            return;
        }
        let Some(next) = place.checked_sub(lead) else {
            return;
        };
        end = next;
    }
}

/// "Table 3: Revenue", "Tabelle A-1".
fn is_caption(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let named = words.next().is_some_and(|word| {
        let word = word.to_lowercase();
        NAMES.contains(&word.as_str())
    });
    let numbered = words.next().is_some_and(|word| {
        let short = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let roman = !short.is_empty() && short.chars().all(|c| "IVXLC".contains(c));
        let letter = short.chars().count() == 1 && short.chars().all(char::is_uppercase);
        short.chars().any(|c| c.is_ascii_digit()) || roman || letter
    });
    named && numbered
}

/// Where a line says in what figures are: "(in thousands of EUR)", "EUR million".
fn unit(line: &str) -> Option<(usize, usize)> {
    if let Some(open) = line.find('(')
        && let Some(close) = line.get(open..)?.find(')')
    {
        let to = open.saturating_add(close);
        let inner = line.get(open.saturating_add(1)..to)?;
        if says_unit(inner) {
            return Some((open.saturating_add(1), to));
        }
    }
    says_unit(line).then_some((0, line.len()))
}

/// Whether short words say a scale or a currency, and hardly anything else.
fn says_unit(said: &str) -> bool {
    let words: Vec<&str> = said
        .split(|c: char| c.is_whitespace() || c == ',')
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !is_sign(c)))
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() || words.len() > UNIT_MAX_WORDS {
        return false;
    }
    let is_scale = |word: &&&str| is_scale(word);
    let is_currency = |word: &&&str| {
        let sign = word.chars().next().is_some_and(is_sign) && !word.contains(char::is_numeric);
        let code = word.len() == 3 && word.chars().all(|c| c.is_ascii_uppercase());
        sign || code
    };
    let is_in = |word: &&&str| matches!(word.to_lowercase().as_str(), "in" | "en");
    let scaled = words.iter().any(|word| is_scale(&word));
    let money = words.iter().any(|word| is_currency(&word));
    let led = words.iter().any(|word| is_in(&word));
    let digits = said.chars().filter(char::is_ascii_digit).count();
    let figures = digits > 0 && !said.contains("000");
    !figures && (scaled && (led || money) || money && led)
}

fn is_scale(word: &str) -> bool {
    let lower = word.to_lowercase();
    let word = lower.trim_start_matches(['\'', '’']);
    LANGUAGES
        .iter()
        .any(|language| has(language.words.scales, word))
}

/// Whether a unit says by how much figures are scaled, and not only in what currency they are.
fn is_scaled(unit: &str) -> bool {
    let mut words = unit.split(|c: char| !c.is_alphanumeric());
    words.any(is_scale)
}

fn is_sign(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹')
}

impl Document {
    /// The words by which the heads of a figure's column, or the line above its table, say that it
    /// is short of its noughts. Amounts for one share never are.
    #[must_use]
    pub fn scale_of(&self, figure: ByteSpan) -> Option<ByteSpan> {
        let (table, row, cell) = self.cell_at(figure)?;
        let known = self.tables().get(table)?;
        if row < known.head_rows {
            return None;
        }
        let heads = self.column_heads(table, cell.column);
        let of_head = |head: &ByteSpan| {
            let (from, to) = unit(self.slice(*head)?)?;
            let at = |offset: usize| head.start.0.saturating_add(offset);
            Some(ByteSpan::new(at(from), at(to)))
        };
        let says = |span: &ByteSpan| self.slice(*span).is_some_and(is_scaled);
        let of_heads = heads.iter().filter_map(of_head).find(says);
        let found = of_heads.or_else(|| self.unit_of(table).filter(says))?;
        let single = |span: ByteSpan| {
            let said = self.slice(span).unwrap_or_default().to_lowercase();
            PER_SHARE.iter().any(|words| said.contains(words))
        };
        let of_one = known.head_of_row(row).is_some_and(|head| single(head.span));
        (!of_one && !heads.iter().copied().any(single)).then_some(found)
    }

    /// The line that says in what the figures of a table are; of one that goes on from the page
    /// before, that of the first.
    #[must_use]
    pub fn unit_of(&self, table: usize) -> Option<ByteSpan> {
        let mut at = table;
        loop {
            let known = self.tables().get(at)?;
            match at.checked_sub(1) {
                Some(before) if known.unit.is_none() && known.continues => at = before,
                _ => return known.unit,
            }
        }
    }

    /// The cells that head a column of a table, from the top; of a table that goes on from the
    /// page before and has no heads of its own, those of that table.
    #[must_use]
    pub fn column_heads(&self, table: usize, column: usize) -> Vec<ByteSpan> {
        let mut at = table;
        loop {
            let Some(known) = self.tables().get(at) else {
                return Vec::new();
            };
            let heads: Vec<ByteSpan> = known.heads_of(column).map(|cell| cell.span).collect();
            match at.checked_sub(1) {
                Some(before) if known.head_rows == 0 && known.continues => at = before,
                _ => return heads,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_names_a_table_and_its_number() {
        for line in [
            "Table 3: Revenue",
            "Tabelle A-1",
            "TABLE II. Loans",
            "Tabla 4",
        ] {
            assert!(is_caption(line), "{line}");
        }
        for line in ["Table of contents", "The table 3 shows", "Tables 3"] {
            assert!(!is_caption(line), "{line}");
        }
    }

    #[test]
    fn a_unit_line_says_a_scale_or_a_currency_and_little_else() {
        let said = |line: &'static str| unit(line).and_then(|(from, to)| line.get(from..to));
        assert_eq!(said("(in thousands of EUR)"), Some("in thousands of EUR"));
        assert_eq!(said("Table 2: Revenue (EUR million)"), Some("EUR million"));
        assert_eq!(said("In Mio. EUR"), Some("In Mio. EUR"));
        assert_eq!(said("$ in millions"), Some("$ in millions"));
        assert_eq!(said("We sold 3 million units in 2020"), None);
        assert_eq!(said("The house in Bern"), None);
        assert_eq!(said("Rent (USD 400)"), None);
    }

    /// A table of the lines of a page that have tabs.
    fn table(builder: &mut crate::DocumentBuilder, page: &str, head_rows: usize) {
        let mut at = builder.page(page).start.0;
        let mut rows = Vec::new();
        for line in page.split('\n') {
            let mut cells = Vec::new();
            let mut start = at;
            for (column, cell) in line.split('\t').enumerate() {
                cells.push(crate::TableCell {
                    span: ByteSpan::new(start, start + cell.len()),
                    column,
                    columns: 1,
                });
                start += cell.len() + 1;
            }
            if cells.len() > 1 {
                rows.push(crate::TableRow { cells });
            }
            at += line.len() + 1;
        }
        builder.table(Table {
            rows,
            head_rows,
            ..Table::default()
        });
    }

    #[test]
    fn a_table_goes_on_over_the_page_and_keeps_its_heads() {
        let mut builder = crate::DocumentBuilder::new("test/1");
        table(
            &mut builder,
            "Before.\n\nTable 1: Rooms\n(in thousands)\nWing\tRooms\nNorth\t12\n\n1\n",
            1,
        );
        table(&mut builder, "South\t9\nWest\t3\n\nAfter.\n", 0);
        table(
            &mut builder,
            "Text of its own.\nAnd more.\nEast\t1\nAll\t2\n",
            0,
        );
        let document = builder.finish(b"");
        let [first, second, third] = document.tables() else {
            panic!("{:?}", document.tables());
        };
        let said = |span: Option<ByteSpan>| span.and_then(|span| document.slice(span));
        assert_eq!(said(first.caption), Some("Table 1: Rooms"));
        assert_eq!(said(first.unit), Some("in thousands"));
        assert!(!first.continues && second.continues && !third.continues);
        let heads = |table| {
            let heads = document.column_heads(table, 1).into_iter();
            heads
                .filter_map(|head| document.slice(head))
                .collect::<Vec<_>>()
        };
        assert_eq!(heads(0), ["Rooms"]);
        assert_eq!(heads(1), ["Rooms"]);
        assert!(heads(2).is_empty());
    }
}
