//! `cargo xtask eval hidden`: what nobody sees is not accepted, and what everybody sees is.
//!
//! The collection `hidden` holds files that carry a sentence out of sight. Beside it the same
//! words are shown plainly in the same ways of making files, and further ways of our own come
//! in pairs. All of them go through `groundstop verify` as anybody's files do.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use groundstop_testing::sight::{Made, SAID, pairs, twins};
use serde_json::{Value, json};

use crate::bench::build_release;
use crate::workspace_root;

const SCHEMA: &str = "name = \"hidden\"\nversion = \"1.0.0\"\n\n[[field]]\nname = \"fee\"\n\
                      type = \"money\"\ncurrency = \"USD\"\n";

/// How a file's field ended: the decision, and what was doubted or failed.
type Endings = BTreeMap<String, (String, String)>;

/// What is looked at.
#[derive(Args)]
pub(crate) struct Options {
    /// Count the honest lines of PDFs that `--look` sends to a person, and nothing else
    #[arg(long)]
    look: bool,
}

/// Runs the evaluation and says whether it met its bounds.
pub(crate) fn run(data: &Path, options: &Options) -> Result<bool, String> {
    let program = build_release()?.join("groundstop");
    let work = workspace_root().join("target/eval/hidden");
    let _ = fs::remove_dir_all(&work);
    if options.look {
        return super::looked::run(data, &program, &work);
    }
    let given = decided(&program, &data.join("hidden"), &work.join("given"))?;
    let honest = decide_made(&program, &work.join("twins"), twins())?;
    let (hidden, plain): (Vec<Made>, Vec<Made>) = pairs()
        .into_iter()
        .map(|pair| (pair.hidden, pair.plain))
        .unzip();
    let hidden = decide_made(&program, &work.join("pairs-hidden"), hidden)?;
    let plain = decide_made(&program, &work.join("pairs-plain"), plain)?;
    println!("{:<44} {:>6} {:>8}", "files", "all", "accepted");
    for (name, endings) in [
        ("the collection, out of sight", &given),
        ("the same ways, in sight", &honest),
    ] {
        println!("{name:<44} {:>6} {:>8}", endings.len(), accepted(endings));
    }
    for ending in ["pdf", "docx", "html"] {
        for (name, endings) in [("out of sight", &hidden), ("in sight", &plain)] {
            let own: Endings = endings
                .iter()
                .filter(|(file, _)| file.ends_with(ending))
                .map(|(file, end)| (file.clone(), end.clone()))
                .collect();
            let name = format!("ways of our own, {ending}, {name}");
            println!("{name:<44} {:>6} {:>8}", own.len(), accepted(&own));
        }
    }
    println!();
    for (file, (decision, why)) in given.iter().chain(&hidden) {
        if decision == "ACCEPT" {
            println!("accepted though nobody sees it: {file} {why}");
        }
    }
    for (file, (decision, why)) in honest.iter().chain(&plain) {
        if decision != "ACCEPT" {
            println!("refused though everybody sees it: {file}: {decision} {why}");
        }
    }
    let bounds = [
        ("no file of the collection accepted", accepted(&given) == 0),
        (
            "every twin of it accepted",
            accepted(&honest) == given.len() && honest.len() == given.len(),
        ),
        ("no hidden file of ours accepted", accepted(&hidden) == 0),
        (
            "every plain file of ours accepted",
            accepted(&plain) == plain.len(),
        ),
    ];
    for (bound, met) in bounds {
        println!("{} {bound}", if met { "met:   " } else { "MISSED:" });
    }
    Ok(bounds.iter().all(|(_, met)| *met) && !given.is_empty())
}

fn accepted(endings: &Endings) -> usize {
    let all = endings.values();
    all.filter(|(decision, _)| decision == "ACCEPT").count()
}

/// Writes files and decides them.
fn decide_made(program: &Path, work: &Path, files: Vec<Made>) -> Result<Endings, String> {
    let folder = work.join("files");
    make_folder(&folder)?;
    for file in files {
        write(&folder.join(&file.name), &file.bytes)?;
    }
    decided(program, &folder, work)
}

/// Decides every file of a folder: does it say the fee?
fn decided(program: &Path, folder: &Path, work: &Path) -> Result<Endings, String> {
    make_folder(work)?;
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| !name.ends_with(".md"))
        .collect();
    names.sort();
    let proposed = json!([{
        "field_name": "fee", "value": "$500", "quote": SAID, "confidence": 0.95
    }]);
    let lines: Vec<String> = names
        .iter()
        .map(|name| json!({"document": name, "candidates": proposed}).to_string())
        .collect();
    let (schema, answers) = (work.join("schema.toml"), work.join("answers.jsonl"));
    write(&schema, SCHEMA.as_bytes())?;
    write(&answers, lines.join("\n").as_bytes())?;
    let output = Command::new(program)
        .arg("verify")
        .args([folder, &answers])
        .arg("--schema")
        .arg(&schema)
        .args(["--jsonl", "--exit-zero", "--quiet"])
        .output()
        .map_err(|error| format!("cannot start `{}`: {error}", program.display()))?;
    let mut endings: Endings = names
        .into_iter()
        .map(|name| (name, ("UNREAD".to_owned(), String::new())))
        .collect();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let report: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let name = report["document"]["name"].as_str().unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or_default();
        let decision = &report["decisions"][0];
        let end = decision["decision"].as_str().unwrap_or("UNREAD").to_owned();
        endings.insert(name.to_owned(), (end, why(decision)));
    }
    Ok(endings)
}

/// The codes of a decision that is no ACCEPT.
fn why(decision: &Value) -> String {
    let proof = &decision["stop_proof"];
    let lists = ["review", "issues", "candidates"];
    let codes = lists
        .iter()
        .flat_map(|list| proof[list].as_array().into_iter().flatten())
        .map(|one| format!("{} {}", one["code"], one["flags"]).replace(['"', '\n'], ""));
    let reason = decision["stop_reason"].as_str().unwrap_or_default();
    let codes: Vec<String> = codes.collect();
    format!("{reason} {}", codes.join(", ")).trim().to_owned()
}

fn make_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &PathBuf, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
