//! What the readers of all formats know about tables.

use groundstop_document::{ByteSpan, Table, TableCell, TableRow};

/// How many of the first rows head the columns, where the file does not say it: those above
/// the first row with a figure beside its first column; years head columns, too.
pub(crate) fn head_rows(text: &str, rows: &[TableRow]) -> usize {
    let is_body = |row: &TableRow| {
        let beside = || row.cells.iter().filter(|cell| cell.column > 0);
        beside().any(|cell| is_figure(of(text, cell)))
            && !beside().all(|cell| is_year(of(text, cell)))
    };
    match rows.iter().position(is_body) {
        Some(first) => first,
        // Words only: the first row names the columns, where it does not say a sentence.
        None => {
            let first = rows.first().filter(|_| rows.len() > 1);
            let names = |row: &TableRow| !row.cells.iter().any(|cell| is_sentence(of(text, cell)));
            usize::from(first.is_some_and(names))
        }
    }
}

/// Whether a cell says more than what heads a column: many words, or an end that a name has not.
fn is_sentence(said: &str) -> bool {
    const HEAD_MAX_WORDS: usize = 8;
    said.split_whitespace().count() > HEAD_MAX_WORDS || said.trim_end().ends_with([',', ';'])
}

fn of<'t>(text: &'t str, cell: &TableCell) -> &'t str {
    let span = cell.span;
    text.get(span.start.0..span.end.0).unwrap_or_default()
}

/// Whether a text is a figure: a digit, and no letters.
fn is_figure(text: &str) -> bool {
    text.chars().any(char::is_numeric) && !text.chars().any(char::is_alphabetic)
}

fn is_year(text: &str) -> bool {
    let digits = text.trim();
    digits.len() == 4 && matches!(digits.parse::<u16>(), Ok(1800..=2199))
}

/// Takes tables down while a text grows: where its rows and cells begin and end.
///
/// A table inside of a table is refused: its text stays part of the cell it stands in.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    done: Vec<Recorded>,
    open: Option<Recorded>,
    /// How many tables are open inside of the one that is taken down.
    inside: usize,
}

#[derive(Debug, Default)]
struct Recorded {
    rows: Vec<Vec<TableCell>>,
    /// Where the open cell begins.
    cell: Option<usize>,
    /// Rows that the file says head the columns.
    heads: usize,
    caption: Option<(usize, usize)>,
    /// Tables that stand inside of its cells.
    nested: usize,
}

/// More columns than a table has.
const COLUMNS_MAX: usize = 10_000;

impl Recorder {
    pub(crate) fn begin_table(&mut self) {
        if self.open.is_some() {
            self.inside = self.inside.saturating_add(1);
            if let Some(open) = &mut self.open {
                open.nested = open.nested.saturating_add(1);
            }
        } else {
            self.open = Some(Recorded::default());
        }
    }

    pub(crate) fn begin_row(&mut self, at: usize) {
        self.end_cell(at);
        if let Some(open) = self.direct() {
            open.rows.push(Vec::new());
        }
    }

    /// A cell of the open row; `head` where the file says that it heads a column.
    pub(crate) fn begin_cell(&mut self, at: usize, columns: usize, head: bool) {
        self.end_cell(at);
        let Some(open) = self.direct() else {
            return;
        };
        let rows = open.rows.len();
        let Some(row) = open.rows.last_mut() else {
            return;
        };
        let last = row.last();
        let column = last.map_or(0, |cell| cell.column.saturating_add(cell.columns));
        if column >= COLUMNS_MAX {
            return;
        }
        row.push(TableCell {
            span: ByteSpan::new(at, at),
            column,
            columns: columns.clamp(1, COLUMNS_MAX),
        });
        open.cell = Some(at);
        if head && column > 0 && open.heads.saturating_add(1) == rows {
            open.heads = rows;
        }
    }

    /// Says that the open row heads the columns.
    pub(crate) fn head_row(&mut self) {
        if let Some(open) = self.direct()
            && open.heads.saturating_add(1) == open.rows.len()
        {
            open.heads = open.rows.len();
        }
    }

    /// Gives the open cell more columns than one.
    pub(crate) fn span_columns(&mut self, columns: usize) {
        let open = self.direct().and_then(|open| open.rows.last_mut());
        if let Some(cell) = open.and_then(|row| row.last_mut()) {
            cell.columns = columns.clamp(1, COLUMNS_MAX);
        }
    }

    pub(crate) fn end_cell(&mut self, at: usize) {
        let Some(open) = self.direct() else {
            return;
        };
        if let Some(start) = open.cell.take()
            && let Some(cell) = open.rows.last_mut().and_then(|row| row.last_mut())
        {
            cell.span = ByteSpan::new(start, at.max(start));
        }
    }

    pub(crate) fn end_table(&mut self, at: usize) {
        if self.inside > 0 {
            self.inside = self.inside.saturating_sub(1);
            return;
        }
        self.end_cell(at);
        self.done.extend(self.open.take());
    }

    /// Forgets the tables whose text was taken back from a place on.
    pub(crate) fn forget_from(&mut self, at: usize) {
        self.open = None;
        self.inside = 0;
        self.done.retain(|recorded| {
            let mut cells = recorded.rows.iter().flatten();
            cells.all(|cell| cell.span.start.0 < at)
        });
    }

    /// Says where the line that names the open table stands.
    pub(crate) fn caption(&mut self, start: usize, end: usize) {
        if let Some(open) = self.direct() {
            open.caption = Some((start, end));
        }
    }

    /// The table that is taken down, where we are directly inside of it.
    fn direct(&mut self) -> Option<&mut Recorded> {
        if self.inside > 0 {
            return None;
        }
        self.open.as_mut()
    }

    /// The tables of the finished text: those with at least two rows of at least two cells.
    pub(crate) fn finish(mut self, text: &str) -> Vec<Table> {
        let end = text.len();
        self.inside = 0;
        self.end_table(end);
        let done = self.done.into_iter();
        done.filter_map(|recorded| recorded.table(text)).collect()
    }
}

impl Recorded {
    fn table(self, text: &str) -> Option<Table> {
        let heads = self.heads;
        let mut empty_heads = 0usize;
        let mut rows = Vec::new();
        for (at, row) in self.rows.into_iter().enumerate() {
            let cells: Vec<TableCell> = row
                .into_iter()
                .filter_map(|cell| {
                    let span = trimmed(text, cell.span.start.0, cell.span.end.0)?;
                    Some(TableCell { span, ..cell })
                })
                .collect();
            if !cells.is_empty() {
                rows.push(TableRow { cells });
            } else if at < heads {
                empty_heads = empty_heads.saturating_add(1);
            }
        }
        let several = rows.iter().filter(|row| row.cells.len() > 1).count();
        if several < 2 {
            return None;
        }
        let head_rows = match heads.saturating_sub(empty_heads) {
            0 => head_rows(text, &rows),
            said => said.min(rows.len()),
        };
        let caption = self.caption;
        let caption = caption.and_then(|(start, end)| trimmed(text, start, end));
        Some(Table {
            rows,
            head_rows,
            caption,
            nested: self.nested,
            ..Table::default()
        })
    }
}

/// A stretch without the white space around its text; none where it has no text.
fn trimmed(text: &str, start: usize, end: usize) -> Option<ByteSpan> {
    let own = text.get(start..end.min(text.len()))?;
    let before = own.len().saturating_sub(own.trim_start().len());
    let words = own.trim();
    let start = start.saturating_add(before);
    let span = ByteSpan::new(start, start.saturating_add(words.len()));
    (!words.is_empty()).then_some(span)
}
