//! `cargo xtask eval hidden --look`: lines of ordinary PDFs as their own quotes, read in their
//! drawing too. Nobody lies here, so each one that differs is one too many.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use groundstop_document::{ByteSpan, Document};
use groundstop_read::{ReadOptions, read};
use serde_json::{Value, json};

/// How many files, and how many lines of each.
const FILES: usize = 50;
const LINES: usize = 8;
/// The most of all lines that may differ, in a hundred.
const MOST_PERCENT: usize = 3;

/// Runs the evaluation and says whether it met its bound.
pub(super) fn run(data: &Path, program: &Path, work: &Path) -> Result<bool, String> {
    fs::create_dir_all(work).map_err(|error| error.to_string())?;
    let (mut files, mut accepted, mut differing) = (0, 0, 0);
    for path in listed(data)? {
        if files == FILES {
            break;
        }
        let bytes = fs::read(&path).map_err(|error| error.to_string())?;
        let Ok(document) = read(&bytes, &ReadOptions::default()) else {
            continue;
        };
        let lines = lines(&document);
        if lines.is_empty() {
            continue;
        }
        files += 1;
        let (same, other) = decided(program, work, &path, &lines)?;
        accepted += same;
        for said in &other {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            println!("differs in {name}: {said}");
        }
        differing += other.len();
    }
    let all = accepted + differing;
    println!("{files} files, {all} lines that are accepted without `--look`: {differing} differ");
    let met = differing * 100 <= all * MOST_PERCENT;
    println!(
        "{} at most {MOST_PERCENT} in a hundred honest lines differ",
        if met { "met:   " } else { "MISSED:" }
    );
    Ok(met && accepted > 0)
}

/// The PDFs, in an order that mixes their sources.
fn listed(data: &Path) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for folder in ["pdfs/files", "tax/pdf"] {
        let entries = fs::read_dir(data.join(folder)).map_err(|error| error.to_string())?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|ending| ending == "pdf"))
            .collect();
        paths.sort();
        all.push(paths);
    }
    let longest = all.iter().map(Vec::len).max().unwrap_or(0);
    Ok((0..longest)
        .flat_map(|at| all.iter().filter_map(move |paths| paths.get(at).cloned()))
        .collect())
}

/// Lines of letters spread over a document.
fn lines(document: &Document) -> Vec<String> {
    let text = document.text();
    let mut at = 0;
    let mut fit = Vec::new();
    for line in text.split_inclusive('\n') {
        let said = line.trim();
        let span = ByteSpan::new(at, at + line.len());
        at += line.len();
        let letters = said
            .chars()
            .filter(|each| each.is_ascii_alphanumeric())
            .count();
        let plain = said.is_ascii() && (20..=110).contains(&said.len()) && letters >= 15;
        if plain && document.flags_in(span).is_empty() && text.matches(said).count() == 1 {
            fit.push(said.to_owned());
        }
    }
    let step = (fit.len() / LINES).max(1);
    fit.into_iter().step_by(step).take(LINES).collect()
}

/// How many lines are accepted, and what is said of those that are not because they differ.
fn decided(
    program: &Path,
    work: &Path,
    document: &Path,
    lines: &[String],
) -> Result<(usize, Vec<String>), String> {
    let candidates: Vec<Value> = lines
        .iter()
        .zip(1..)
        .map(|(line, number)| {
            json!({"field_name": format!("f{number}"), "value": line, "quote": line, "confidence": 0.95})
        })
        .collect();
    // Whether a line is asserted is another question.
    let fields = (1..=lines.len())
        .map(|number| format!("[[field]]\nname = \"f{number}\"\ntype = \"text\"\n"));
    let fields: String = fields.collect();
    let schema = work.join("schema.toml");
    let said = format!(
        "name = \"lines\"\nversion = \"1.0.0\"\n[evidence]\nassertion = \"words_only\"\n{fields}"
    );
    fs::write(&schema, said).map_err(|error| error.to_string())?;
    let file = work.join("candidates.json");
    fs::write(&file, json!(candidates).to_string()).map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .arg("verify")
        .args([document, &file])
        .arg("--schema")
        .arg(&schema)
        .args(["--look", "--json", "--exit-zero", "--quiet"])
        .output()
        .map_err(|error| error.to_string())?;
    let report: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("{}: {error} {said}", document.display())
    })?;
    let mut done = (0, Vec::new());
    for decision in report["decisions"].as_array().into_iter().flatten() {
        let reviews = decision["stop_proof"]["review"].as_array();
        match (decision["decision"].as_str(), reviews.map(Vec::as_slice)) {
            (Some("ACCEPT"), _) => done.0 += 1,
            (_, Some([one])) if one["code"] == "readers_differ" => {
                done.1.push(one["texts"].to_string());
            }
            _ => {}
        }
    }
    Ok(done)
}
