//! `cargo xtask eval read`: labelled quotes must be found in what is read from
//! PDFs, and every file must end in a result that has a name.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use std::path::Path;

use groundstop_contract::CharacterFlag;
use groundstop_document::{Document, PageState};
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use groundstop_read::{ReadError, ReadOptions, read};
use serde_json::Value;

use super::quotes::lines;

/// Quotes looked for and found.
#[derive(Default)]
struct Count {
    quotes: usize,
    found: usize,
    exact: usize,
    crossing: usize,
}

/// Runs the evaluation and says whether it met its bounds.
pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let tax = tax(data)?;
    let cuad = contracts(data, "cuad/contracts.jsonl")?;
    let ndas = contracts(data, "kleister_nda/ndas.jsonl")?;
    println!(
        "{:<34} {:>7} {:>7} {:>7} {:>15}",
        "quotes", "labels", "found", "exact", "across pages"
    );
    for (name, count) in [
        ("tax, on the right page", &tax),
        ("CUAD contracts", &cuad),
        ("Kleister NDAs", &ndas),
    ] {
        println!(
            "{name:<34} {:>7} {:>7} {:>7} {:>15}",
            count.quotes, count.found, count.exact, count.crossing
        );
    }
    println!();
    let files = files(data)?;
    let bounds = [
        (
            "at least 99 of 100 tax quotes",
            tax.found * 100 >= tax.quotes * 99,
        ),
        ("all CUAD quotes", cuad.found == cuad.quotes),
        ("all Kleister quotes", ndas.found == ndas.quotes),
        ("every file as its class calls for", files),
    ];
    println!();
    for (bound, met) in bounds {
        println!("{} {bound}", if met { "met:   " } else { "MISSED:" });
    }
    Ok(bounds.iter().all(|(_, met)| *met) && tax.quotes > 0 && cuad.quotes > 0)
}

/// The statutes: each quote on the page its label names.
fn tax(data: &Path) -> Result<Count, String> {
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
        find(name, &open(&file)?, &hints, &mut count);
    }
    Ok(count)
}

/// Contracts whose labels were made on another text: each quote anywhere.
fn contracts(data: &Path, labels: &str) -> Result<Count, String> {
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
            &open(&data.join("pdfs").join(file))?,
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
            }
            Err(issues) => println!("not found in {name}, page {page:?}: {quote:?} {issues:?}"),
        }
    }
}

/// Every file of every class, and whether it ended as the class calls for.
fn files(data: &Path) -> Result<bool, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for entry in lines(&data.join("pdfs/manifest.jsonl"))? {
        let file = format!("pdfs/{}", text(&entry, "file")?);
        entries.push(Entry {
            class: text(&entry, "class")?,
            file,
            password: entry["password"].as_str().map(str::to_owned),
            pages: entry["pages"].as_u64(),
            chars: entry["text_chars"].as_u64(),
        });
    }
    for entry in lines(&data.join("tax/documents.jsonl"))? {
        let file = format!("tax/{}", text(&entry, "file")?);
        if file.ends_with(".pdf") {
            entries.push(Entry {
                class: "statute".to_owned(),
                file,
                password: None,
                pages: entry["pages"].as_u64(),
                chars: None,
            });
        }
    }
    println!(
        "{:<16} {:<52} {:>5} {:>6} {:>8} {:>7} {:>8}  outcome",
        "class", "file", "pages", "unread", "chars", "hidden", "unmapped"
    );
    let mut fine = true;
    for entry in &entries {
        let Entry {
            class,
            file,
            password,
            ..
        } = entry;
        let bytes = bytes(&data.join(file))?;
        let plain = outcome(&bytes, None)?;
        let mut verdict = judge(class, &plain, password.is_some()) && entry.nothing_lost(&plain);
        if password.is_some() {
            let opened = outcome(&bytes, password.as_deref())?;
            let wrong = outcome(&bytes, Some("not the password"))?;
            verdict &= opened.is_ok() && wrong == Err(ReadError::PasswordWrong);
        }
        let short = file.rsplit('/').next().unwrap_or(file);
        let short: String = short.chars().take(52).collect();
        let mark = if verdict { "" } else { "  <- NOT AS EXPECTED" };
        match &plain {
            Ok(seen) => println!(
                "{class:<16} {short:<52} {:>5} {:>6} {:>8} {:>7} {:>8}  {}{mark}",
                seen.pages, seen.unread, seen.chars, seen.hidden, seen.unmapped, seen.reason
            ),
            Err(error) => println!(
                "{class:<16} {short:<52} {:>5} {:>6} {:>8} {:>7} {:>8}  {error}{mark}",
                "-", "-", "-", "-", "-"
            ),
        }
        fine &= verdict;
    }
    Ok(fine)
}

/// A file and what others found in it.
struct Entry {
    class: String,
    file: String,
    password: Option<String>,
    /// Pages by pdfinfo.
    pages: Option<u64>,
    /// Characters by pdftotext.
    chars: Option<u64>,
}

impl Entry {
    /// Whether pages and text that others see are read here, or said to be unread.
    fn nothing_lost(&self, outcome: &Result<Seen, ReadError>) -> bool {
        let Ok(seen) = outcome else {
            return true;
        };
        let same_pages = self.pages.is_none_or(|pages| pages == seen.pages as u64);
        // pdftotext's count holds its own line and page breaks; ours only what is printed.
        let breaks = (seen.pages as u64).saturating_mul(3);
        let enough = |chars: u64| (seen.chars as u64) * 2 >= chars.saturating_sub(breaks);
        same_pages && (seen.unread > 0 || self.chars.is_none_or(enough))
    }
}

/// What came of a file.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    pages: usize,
    unread: usize,
    chars: usize,
    hidden: usize,
    unmapped: usize,
    reason: String,
    boxes_right: bool,
}

fn outcome(bytes: &[u8], password: Option<&str>) -> Result<Result<Seen, ReadError>, String> {
    let options = ReadOptions {
        password: password.map(str::to_owned),
        ..ReadOptions::default()
    };
    let done = catch_unwind(|| read(bytes, &options)).map_err(|_| "the reader panicked")?;
    Ok(done.map(|document| {
        let reasons: BTreeSet<&str> = document
            .pages()
            .iter()
            .filter_map(|page| match &page.state {
                PageState::Unread { reason, .. } => Some(reason.as_str()),
                PageState::Read => None,
            })
            .collect();
        let flagged = |wanted: CharacterFlag| {
            let stretches = document.flagged().iter();
            let own = stretches.filter(|flagged| flagged.flag == wanted);
            own.map(|flagged| flagged.span.len()).sum()
        };
        Seen {
            pages: document.pages().len(),
            unread: document.unread_pages().len(),
            // A character nobody knows is no text.
            chars: document
                .text()
                .chars()
                .filter(|each| !each.is_whitespace() && *each != char::REPLACEMENT_CHARACTER)
                .count(),
            hidden: flagged(CharacterFlag::Hidden),
            unmapped: flagged(CharacterFlag::Unmapped),
            reason: reasons.into_iter().collect::<Vec<_>>().join("; "),
            boxes_right: boxes_right(&document),
        }
    }))
}

/// Whether every visible character has one box; separators of ours have none.
fn boxes_right(document: &Document) -> bool {
    let text = document.text();
    let mut labels = 0usize;
    let bare = text.char_indices().filter(|(at, each)| {
        let boxed = document
            .box_at(groundstop_document::ByteOffset(*at))
            .is_some();
        !boxed && !each.is_whitespace()
    });
    // Labels of form fields are ours as well, and stand in brackets at a line's start.
    for (at, _) in bare {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        labels += usize::from(!text[line..].starts_with('['));
    }
    labels == 0
        && document
            .boxes()
            .windows(2)
            .all(|pair| pair[0].at < pair[1].at)
}

/// What the class of a file calls for.
fn judge(class: &str, outcome: &Result<Seen, ReadError>, has_password: bool) -> bool {
    match (class, outcome) {
        (_, Ok(seen)) if !seen.boxes_right => false,
        ("encrypted", Err(error)) => match error {
            ReadError::PasswordNeeded => true,
            ReadError::Encryption(_) | ReadError::Malformed { .. } => !has_password,
            _ => false,
        },
        ("encrypted", Ok(_)) => !has_password,
        // A picture in a damaged stream does not get as far as being drawn.
        ("scan_or_image", Ok(seen)) => {
            seen.unread == seen.pages
                && ["no text layer", "damaged"]
                    .iter()
                    .any(|reason| seen.reason.contains(reason))
        }
        ("malformed", Ok(seen)) => seen.pages > 0,
        ("malformed", Err(_)) => true,
        ("layout" | "script_or_font", Ok(seen)) => seen.pages > 0,
        ("contract" | "plain" | "multi_column" | "form" | "statute", Ok(seen)) => seen.chars > 0,
        (_, Err(_)) => false,
        _ => true,
    }
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
