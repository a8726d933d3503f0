//! Tables of rates: their rows must come out in the order in which they stand.
//!
//! Each row of a slab table is a label: its cells read from left to right. A
//! row is in order where it stands whole on its page, behind the row before it.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use serde_json::Value;

use super::{lines, open, text};

/// One labelled row: where its label says it starts, and its words.
type Row = (u64, String);

/// Prints how many rows are in order, statute by statute.
pub(super) fn run(data: &Path) -> Result<bool, String> {
    let mut statutes: BTreeMap<String, BTreeMap<u32, Vec<Row>>> = BTreeMap::new();
    for span in lines(&data.join("tax/rule_spans.jsonl"))? {
        if !text(&span, "kind")?.starts_with("slab") {
            continue;
        }
        let number = |key: &str| span[key].as_u64().ok_or(format!("a row without `{key}`"));
        let page = u32::try_from(number("page")?).map_err(|error| error.to_string())?;
        let pages = statutes.entry(text(&span, "doc_id")?).or_default();
        let row = (number("start")?, text(&span, "quote")?);
        pages.entry(page).or_default().push(row);
    }
    println!("{:<34} {:>7} {:>9}", "slab tables", "rows", "in order");
    let mut fine = !statutes.is_empty();
    for (name, pages) in &mut statutes {
        let document = open(&data.join(format!("tax/pdf/{name}.pdf")))?;
        let folded = FoldedDocument::new(&document);
        let (mut rows_count, mut in_order) = (0, 0);
        for (page, rows) in pages {
            rows.sort();
            rows_count += rows.len();
            in_order += rows_in_order(&folded, *page, rows);
        }
        println!("{name:<34} {rows_count:>7} {in_order:>9}");
        fine &= in_order == rows_count;
    }
    Ok(fine)
}

/// How many rows stand on the page, each behind the one before it.
fn rows_in_order(folded: &FoldedDocument<'_>, page: u32, rows: &[Row]) -> usize {
    let hints: Vec<Hints<'_>> = rows
        .iter()
        .map(|(_, quote)| Hints {
            quote,
            page: Some(page),
            ..Hints::default()
        })
        .collect();
    let mut reached = None;
    let mut count = 0;
    for ((_, quote), located) in rows.iter().zip(locate_all(folded, &hints)) {
        let span = located.ok().map(|evidence| evidence.span());
        match span {
            Some(span) if reached.is_none_or(|reached| reached <= span.start) => {
                count += 1;
                reached = Some(span.end);
            }
            _ => println!("out of order, page {page}: {}", Value::from(quote.as_str())),
        }
    }
    count
}
