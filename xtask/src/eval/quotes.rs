//! `cargo xtask eval quotes`: lies must not be found, true quotes must be.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_contract::DifferenceKind;
use groundstop_document::Document;
use groundstop_evidence::{FoldedDocument, Hints, diagnose, locate_all};
use serde_json::Value;

/// What was counted for one kind of case.
#[derive(Default)]
struct Count {
    cases: usize,
    located: usize,
    exact: usize,
    /// Lies whose nearest text was found, and how their worst difference was called.
    near: usize,
    called: BTreeMap<DifferenceKind, usize>,
}

/// Runs the evaluation and says whether it met its bounds.
pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let texts = texts(data)?;
    let cases = lines(&data.join("quotes/cases.jsonl"))?;
    let mut table: BTreeMap<(String, String), Count> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in &cases {
        let name = text(case, "doc")?;
        let source = texts.get(name).ok_or(format!("no document `{name}`"))?;
        let edited = edit(source, case)?;
        let quote = text(case, "quote")?;
        let (span, called) = locate(&edited, quote)?;
        let expect = text(case, "expect")?;
        let labelled = (case["start"].as_u64(), case["end"].as_u64());
        let key = (expect.to_owned(), text(case, "kind")?.to_owned());
        let count = table.entry(key).or_default();
        count.cases += 1;
        if let Some((start, end)) = span {
            count.located += 1;
            count.exact += usize::from(labelled == (Some(start), Some(end)));
        }
        if let Some(kind) = called {
            count.near += 1;
            *count.called.entry(kind).or_default() += 1;
        }
        let fine = match expect {
            "align" => span.is_some(),
            "reject" => span.is_none(),
            _ => true,
        };
        if !fine {
            wrong.push(text(case, "id")?.to_owned());
        }
    }
    Ok(print(&table, &wrong))
}

fn print(table: &BTreeMap<(String, String), Count>, wrong: &[String]) -> bool {
    println!(
        "{:<8} {:<20} {:>6} {:>8} {:>14}",
        "expect", "kind", "cases", "located", "right offsets"
    );
    let mut sums: BTreeMap<&str, Count> = BTreeMap::new();
    for ((expect, kind), count) in table {
        println!(
            "{expect:<8} {kind:<20} {:>6} {:>8} {:>14}",
            count.cases, count.located, count.exact
        );
        let sum = sums.entry(expect).or_default();
        sum.cases += count.cases;
        sum.located += count.located;
        sum.exact += count.exact;
    }
    println!("\nwhat the proof calls a lie: nearest text found, then the most telling difference");
    for ((_, kind), count) in table.iter().filter(|((expect, _), _)| expect == "reject") {
        let called: Vec<String> = count
            .called
            .iter()
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        println!(
            "  {kind:<20} {:>3} of {:<3} {}",
            count.near,
            count.cases,
            called.join(", ")
        );
    }
    let empty = Count::default();
    let reject = sums.get("reject").unwrap_or(&empty);
    let align = sums.get("align").unwrap_or(&empty);
    println!();
    println!(
        "reject: {} of {} located (must be 0)",
        reject.located, reject.cases
    );
    println!(
        "align:  {} of {} located, {} of them with exactly the right start and end (at least 99%, all right)",
        align.located, align.cases, align.exact
    );
    for id in wrong {
        println!("  not as expected: {id}");
    }
    reject.cases > 0
        && align.cases > 0
        && reject.located == 0
        && align.located * 100 >= align.cases * 99
        && align.exact == align.located
}

/// A quote's place in code points.
type Place = (u64, u64);

/// The quote's place, or for a miss the kind of its most telling difference.
fn locate(document: &str, quote: &str) -> Result<(Option<Place>, Option<DifferenceKind>), String> {
    let document = Document::from_text(document.as_bytes()).map_err(|error| error.to_string())?;
    let folded = FoldedDocument::new(&document);
    let hints = Hints {
        quote,
        ..Hints::default()
    };
    let located = locate_all(&folded, &[hints]).pop().ok_or("no answer")?;
    if let Ok(evidence) = located {
        let record = evidence.record(&document);
        return Ok((Some((record.start, record.end)), None));
    }
    let nearest = diagnose(&folded, &[quote]).pop().flatten();
    let first = nearest.and_then(|near| near.differences.first().map(|one| one.kind));
    Ok((None, first))
}

/// Applies the edits of a case, from the last to the first.
fn edit(source: &str, case: &Value) -> Result<String, String> {
    let mut chars: Vec<char> = source.chars().collect();
    let edits = case["doc_edits"].as_array().cloned().unwrap_or_default();
    for edit in edits.iter().rev() {
        let at = |index: usize| {
            edit[index]
                .as_u64()
                .and_then(|number| usize::try_from(number).ok())
        };
        let (Some(start), Some(end), Some(text)) = (at(0), at(1), edit[2].as_str()) else {
            return Err("an edit is not [start, end, text]".to_owned());
        };
        chars.splice(start..end, text.chars());
    }
    Ok(chars.into_iter().collect())
}

fn texts(data: &Path) -> Result<BTreeMap<String, String>, String> {
    lines(&data.join("cuad/contracts.jsonl"))?
        .iter()
        .map(|line| {
            Ok((
                text(line, "doc_id")?.to_owned(),
                text(line, "text")?.to_owned(),
            ))
        })
        .collect()
}

/// Reads a file of one JSON value a line.
pub(crate) fn lines(path: &Path) -> Result<Vec<Value>, String> {
    let content = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    content
        .lines()
        .map(|line| {
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))
        })
        .collect()
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, String> {
    value[key].as_str().ok_or(format!("a line without `{key}`"))
}
