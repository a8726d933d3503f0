//! `cargo xtask eval tables`: labelled rows of tables must come out cell after cell.
//!
//! A row is in order where its cells stand one after the other on its page, each
//! set off by white space; white space inside of a cell is not compared, because
//! the labels were made on another text. It is located where the gate finds a
//! quote of its cells, joined by blanks. Some labels leave out blanks that their page
//! shows ("UnitedKingdom"); no quote may, so that these rows are not located. How many
//! these are is told by quoting once more with the blanks that `pdftotext`, which knows
//! nothing of our reader, has inside of the same cells. The documents are halved by a digest of
//! their names, so that whoever works on tables can look at one half only.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use groundstop_canon::sha256_hex;
use groundstop_document::Document;
use groundstop_document::fold::is_hyphen;
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use groundstop_read::{ReadOptions, read};
use serde_json::Value;

use super::quotes::lines;

/// Rows in order, of a hundred, at least.
const IN_ORDER_PERCENT: usize = 97;
/// Rows the gate locates, of a hundred, at least.
const LOCATED_PERCENT: usize = 96;

/// A labelled row.
struct Row {
    page: usize,
    cells: Vec<String>,
}

/// What was counted.
#[derive(Clone, Copy, Default)]
struct Count {
    rows: usize,
    in_order: usize,
    located: usize,
    /// Rows located where the blanks inside of their cells are those of the other reader.
    respelled: usize,
    /// Rows that the other reader has in order.
    other: usize,
}

impl Count {
    fn add(&mut self, more: Count) {
        self.rows += more.rows;
        self.in_order += more.in_order;
        self.located += more.located;
        self.respelled += more.respelled;
        self.other += more.other;
    }
}

/// Runs the evaluation and says whether it met its bounds.
pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let mut documents: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for line in lines(&data.join("tables/rows.jsonl"))? {
        let name = line["doc"].as_str().ok_or("a row without `doc`")?;
        documents
            .entry(name.to_owned())
            .or_default()
            .push(row(&line)?);
    }
    let show = std::env::var("GROUNDSTOP_SHOW").ok();
    let mut halves = [Count::default(); 2];
    let mut compared = true;
    for (name, rows) in &documents {
        let half = half(name);
        let shown = show.as_deref() == Some(["first", "second"][half]);
        let (count, other) = measure(data, name, rows, shown)?;
        compared &= other;
        halves[half].add(count);
    }
    let mut all = halves[0];
    all.add(halves[1]);
    println!(
        "{:<12} {:>6} {:>14} {:>14} {:>20} {:>19}",
        "tables", "rows", "in order", "located", "pdftotext's blanks", "pdftotext -layout"
    );
    for (name, count) in [
        ("first half", halves[0]),
        ("second half", halves[1]),
        ("all", all),
    ] {
        let compared = |part| match compared {
            true => share(part, count.rows),
            false => "-".to_owned(),
        };
        println!(
            "{name:<12} {:>6} {:>14} {:>14} {:>20} {:>19}",
            count.rows,
            share(count.in_order, count.rows),
            share(count.located, count.rows),
            compared(count.respelled),
            compared(count.other),
        );
    }
    if !compared {
        println!("not compared: `pdftotext` is not installed (Debian's poppler-utils)");
    }
    println!();
    let enough = |part: usize, percent: usize| part * 100 >= all.rows * percent;
    // No fold adds a blank that a label leaves out; where nobody tells which, the labels count.
    let spelled = match compared {
        true => all.respelled,
        false => all.located,
    };
    let bounds = [
        (
            format!("at least {IN_ORDER_PERCENT}% of rows in order"),
            enough(all.in_order, IN_ORDER_PERCENT),
        ),
        (
            format!("at least {LOCATED_PERCENT}% of rows located, with the blanks of their page"),
            enough(spelled, LOCATED_PERCENT),
        ),
    ];
    for (bound, met) in &bounds {
        println!("{} {bound}", if *met { "met:   " } else { "MISSED:" });
    }
    if !enough(all.located, LOCATED_PERCENT) {
        println!("told:   below {LOCATED_PERCENT}% are located as the labels spell them");
    }
    Ok(bounds.iter().all(|(_, met)| *met) && all.rows > 0)
}

fn row(line: &Value) -> Result<Row, String> {
    let page = line["page"]
        .as_u64()
        .and_then(|page| usize::try_from(page).ok());
    let cells = line["cells"].as_array().ok_or("a row without `cells`")?;
    let cells = cells.iter().map(|cell| cell.as_str().map(str::to_owned));
    Ok(Row {
        page: page.ok_or("a row without `page`")?,
        cells: cells
            .collect::<Option<_>>()
            .ok_or("a cell that is no text")?,
    })
}

fn share(part: usize, all: usize) -> String {
    let tenths = (part * 1000 + all / 2) / all.max(1);
    format!("{part} ({}.{}%)", tenths / 10, tenths % 10)
}

/// The half a document belongs to, by the digest of its name.
fn half(name: &str) -> usize {
    let digest = sha256_hex(name.as_bytes());
    let byte = digest
        .get(..2)
        .and_then(|hex| u8::from_str_radix(hex, 16).ok());
    usize::from(byte.unwrap_or(0) % 2)
}

/// Counts the rows of one document, and says whether the other reader is there.
fn measure(data: &Path, name: &str, rows: &[Row], show: bool) -> Result<(Count, bool), String> {
    let path = data.join(format!("tables/pdf/{name}.pdf"));
    let bytes = std::fs::read(&path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let document = read(&bytes, &ReadOptions::default())
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let ours: Vec<Marks> = document.text().split('\u{c}').map(Marks::of).collect();
    let other = pdftotext(&path);
    let theirs: Vec<Marks> = match &other {
        Some(text) => text.split('\u{c}').map(Marks::of).collect(),
        None => Vec::new(),
    };
    let plain: Vec<String> = rows.iter().map(|row| row.cells.join(" ")).collect();
    let respelled: Vec<String> = rows
        .iter()
        .map(|row| {
            let page = row.page.checked_sub(1).and_then(|at| theirs.get(at));
            let spelled = page.and_then(|page| page.spell(&row.cells));
            spelled.unwrap_or_else(|| row.cells.join(" "))
        })
        .collect();
    let located = located(&document, &plain)
        .into_iter()
        .zip(self::located(&document, &respelled));
    let mut count = Count::default();
    for (row, (located, respelled)) in rows.iter().zip(located) {
        let holds = |pages: &[Marks]| {
            let page = row.page.checked_sub(1).and_then(|page| pages.get(page));
            page.is_some_and(|page| page.hold(&row.cells))
        };
        let in_order = holds(&ours);
        count.add(Count {
            rows: 1,
            in_order: usize::from(in_order),
            located: usize::from(located),
            respelled: usize::from(located || respelled),
            other: usize::from(holds(&theirs)),
        });
        if show && !(in_order && located) {
            let what = match (in_order, respelled) {
                (false, _) => "out of order",
                (true, true) => "blanks left out by its label",
                (true, false) => "not located",
            };
            println!(
                "{what}: {name}, page {}: {}",
                row.page,
                Value::from(row.cells.clone())
            );
        }
    }
    Ok((count, other.is_some()))
}

/// Whether the gate finds each quote of a row.
fn located(document: &Document, quotes: &[String]) -> Vec<bool> {
    let hints: Vec<Hints<'_>> = quotes
        .iter()
        .map(|quote| Hints {
            quote,
            ..Hints::default()
        })
        .collect();
    let folded = FoldedDocument::new(document);
    let found = locate_all(&folded, &hints).into_iter();
    found.map(|found| found.is_ok()).collect()
}

/// What Debian's `pdftotext -layout` reads, where it is installed.
fn pdftotext(path: &Path) -> Option<String> {
    let run = Command::new("pdftotext")
        .arg("-layout")
        .arg(path)
        .arg("-")
        .output();
    let output = run.ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The characters of a text without its white space, and where there was some.
struct Marks {
    text: Vec<char>,
    /// Whether white space stands before each of them, and before the end.
    apart: Vec<bool>,
}

impl Marks {
    fn of(text: &str) -> Marks {
        let mut marks = Marks {
            text: Vec::new(),
            apart: Vec::new(),
        };
        let mut apart = true;
        for each in text.chars() {
            if each.is_whitespace() {
                apart = true;
                continue;
            }
            marks.text.push(plain(each));
            marks.apart.push(std::mem::take(&mut apart));
        }
        marks.apart.push(true);
        marks
    }

    /// Whether cells stand here one after the other, white space around each.
    fn hold(&self, cells: &[String]) -> bool {
        self.place(cells).is_some()
    }

    /// The characters of cells with a blank wherever this text has white space.
    fn spell(&self, cells: &[String]) -> Option<String> {
        let (at, own) = (self.place(cells)?, cells.concat());
        let own = own.chars().filter(|each| !each.is_whitespace());
        let mut spelled = String::new();
        for (offset, each) in own.enumerate() {
            if offset > 0 && self.apart.get(at + offset) == Some(&true) {
                spelled.push(' ');
            }
            spelled.push(each);
        }
        Some(spelled)
    }

    /// Where cells stand one after the other, white space around each.
    fn place(&self, cells: &[String]) -> Option<usize> {
        let mut wanted: Vec<char> = Vec::new();
        let mut edges = vec![0];
        for cell in cells {
            wanted.extend(Marks::of(cell).text);
            edges.push(wanted.len());
        }
        let stands = |(at, window): (usize, &[char])| {
            window == wanted
                && edges
                    .iter()
                    .all(|edge| self.apart.get(at + edge) == Some(&true))
        };
        if wanted.is_empty() {
            return None;
        }
        self.text.windows(wanted.len()).enumerate().position(stands)
    }
}

/// A character as both readers and the labels may have spelled it: how a dash looks or
/// whether a digit is raised is not what is measured here.
fn plain(each: char) -> char {
    match each {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from_u32(u32::from(each) - 0x2074 + u32::from('4')).unwrap_or(each),
        '⁽' => '(',
        '⁾' => ')',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        _ if is_hyphen(each) => '-',
        _ => each,
    }
}
