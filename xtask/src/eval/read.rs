//! `cargo xtask eval read`: labelled quotes must be found in what is read from
//! PDFs, and every file must end in a result that has a name.

mod boxes;
mod outcomes;
mod slabs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use groundstop_document::{Document, SecondReading};
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use groundstop_pdfium::Library;
use groundstop_read::{ReadLimits, ReadOptions, read};
use serde_json::Value;

use super::quotes::lines;
use crate::peers;

/// Quotes looked for and found.
#[derive(Default)]
struct Count {
    quotes: usize,
    found: usize,
    exact: usize,
    crossing: usize,
    /// True quotes that a second reader would send to a person.
    differing: usize,
}

/// pdfium, where it is installed; a process can load it once.
fn library() -> Result<Option<Library>, String> {
    let installed = peers::pdfium_installed();
    let opened = installed.map(|path| Library::open(&path)).transpose();
    opened.map_err(|error| error.to_string())
}

/// Runs the evaluation and says whether it met its bounds.
pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let library = library()?;
    let library = library.as_ref();
    let tax = tax(data, library)?;
    let cuad = contracts(data, "cuad/contracts.jsonl", library)?;
    let ndas = contracts(data, "kleister_nda/ndas.jsonl", library)?;
    println!(
        "{:<34} {:>7} {:>7} {:>7} {:>15} {:>15}",
        "quotes", "labels", "found", "exact", "across pages", "readers differ"
    );
    for (name, count) in [
        ("tax, on the right page", &tax),
        ("CUAD contracts", &cuad),
        ("Kleister NDAs", &ndas),
    ] {
        let differing = match library {
            Some(_) => count.differing.to_string(),
            None => "-".to_owned(),
        };
        println!(
            "{name:<34} {:>7} {:>7} {:>7} {:>15} {differing:>15}",
            count.quotes, count.found, count.exact, count.crossing
        );
    }
    if library.is_none() {
        println!("readers not compared: pdfium is not installed (`cargo xtask pdfium`)");
    }
    println!();
    let slabs = slabs::run(data)?;
    println!();
    let files = outcomes::run(data)?;
    println!();
    let boxes = boxes::run(data, library)?;
    let bounds = [
        (
            "at least 99 of 100 tax quotes",
            tax.found * 100 >= tax.quotes * 99,
        ),
        ("all CUAD quotes", cuad.found == cuad.quotes),
        ("all Kleister quotes", ndas.found == ndas.quotes),
        ("rows of slab tables in their order", slabs),
        ("every file as its class calls for", files),
        (
            "boxes: one for each glyph's character, where pdfium has it",
            boxes,
        ),
    ];
    println!();
    for (bound, met) in bounds {
        println!("{} {bound}", if met { "met:   " } else { "MISSED:" });
    }
    Ok(bounds.iter().all(|(_, met)| *met) && tax.quotes > 0 && cuad.quotes > 0)
}

/// The statutes: each quote on the page its label names.
fn tax(data: &Path, library: Option<&Library>) -> Result<Count, String> {
    let mut wanted: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::new();
    for span in lines(&data.join("tax/rule_spans.jsonl"))? {
        let page = span["page"]
            .as_u64()
            .and_then(|page| u32::try_from(page).ok());
        wanted
            .entry(text(&span, "doc_id")?)
            .or_default()
            .push((text(&span, "quote")?, page.ok_or("a quote without a page")?));
    }
    let mut count = Count::default();
    for (name, quotes) in &wanted {
        let file = data.join(format!("tax/pdf/{name}.pdf"));
        let hints: Vec<(&str, Option<u32>)> = quotes
            .iter()
            .map(|(quote, page)| (quote.as_str(), Some(*page)))
            .collect();
        find(name, &open_twice(&file, library)?, &hints, &mut count);
    }
    Ok(count)
}

/// Contracts whose labels were made on another text: each quote anywhere.
fn contracts(data: &Path, labels: &str, library: Option<&Library>) -> Result<Count, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for entry in lines(&data.join("pdfs/manifest.jsonl"))? {
        if let Some(id) = entry["text_doc_id"].as_str() {
            files.insert(id.to_owned(), text(&entry, "file")?);
        }
    }
    let mut count = Count::default();
    for contract in lines(&data.join(labels))? {
        let id = text(&contract, "doc_id")?;
        let Some(file) = files.get(&id) else {
            continue;
        };
        let mut quotes = BTreeSet::new();
        spans(&contract["fields"], &mut quotes);
        let hints: Vec<(&str, Option<u32>)> = quotes.iter().map(|quote| (*quote, None)).collect();
        find(
            &id,
            &open_twice(&data.join("pdfs").join(file), library)?,
            &hints,
            &mut count,
        );
    }
    Ok(count)
}

/// Every labelled text under a value, however deep.
fn spans<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                match (key.as_str(), inner.as_array()) {
                    ("spans", Some(list)) => {
                        found.extend(list.iter().filter_map(|span| span["text"].as_str()));
                    }
                    _ => spans(inner, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| spans(inner, found)),
        _ => {}
    }
}

fn find(name: &str, document: &Document, quotes: &[(&str, Option<u32>)], count: &mut Count) {
    let folded = FoldedDocument::new(document);
    let hints: Vec<Hints<'_>> = quotes
        .iter()
        .map(|(quote, page)| Hints {
            quote,
            page: *page,
            ..Hints::default()
        })
        .collect();
    for ((quote, page), located) in quotes.iter().zip(locate_all(&folded, &hints)) {
        count.quotes += 1;
        match located {
            Ok(evidence) => {
                let span = evidence.span();
                count.found += 1;
                count.exact += usize::from(document.slice(span) == Some(quote));
                let crosses = document.page_of(span.start) != document.page_of(span.end);
                count.crossing += usize::from(crosses);
                let differing = evidence.disagreements(document);
                count.differing += usize::from(!differing.is_empty());
                for word in differing {
                    println!("readers differ in {name}: {word:?}");
                }
            }
            Err(issues) => println!("not found in {name}, page {page:?}: {quote:?} {issues:?}"),
        }
    }
}

/// Reads a file, and once more where there is a second reader.
fn open_twice(path: &Path, library: Option<&Library>) -> Result<Document, String> {
    let document = open(path)?;
    let Some(library) = library else {
        return Ok(document);
    };
    let pages = library.second_reading(&bytes(path)?, None, ReadLimits::default().pages);
    Ok(document.with_second_reading(SecondReading {
        reader: library.name().to_owned(),
        pages: pages.map_err(|error| error.to_string()),
    }))
}

fn open(path: &Path) -> Result<Document, String> {
    read(&bytes(path)?, &ReadOptions::default())
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

fn text(value: &Value, key: &str) -> Result<String, String> {
    let text = value[key].as_str();
    text.map(str::to_owned)
        .ok_or_else(|| format!("a line without `{key}`"))
}
