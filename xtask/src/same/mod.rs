//! `cargo xtask same`: whether two builds of `groundstop` decide alike.
//!
//! Both run the same commands on the examples, on the contracts, agreements and
//! statutes of the data, on receipts, rule sets and evidence packs that the older
//! build recorded. What must be equal is what a program reads: decisions and their
//! digests, rule sets, answers, exit codes. Times and the identity of a run differ
//! by nature and are left out; words on the screen are not compared.

pub(crate) mod cases;
mod compare;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use cases::{Case, Reads};
use compare::{Tally, settled};

/// Which builds are compared.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The `groundstop` binary of before, which also records what both read again
    #[arg(long, value_name = "BINARY")]
    old: PathBuf,
    /// The `groundstop` binary of after
    #[arg(long, value_name = "BINARY")]
    new: PathBuf,
    /// Only these groups of cases, such as `examples` or `contracts`; may be repeated
    #[arg(long, value_name = "GROUP")]
    group: Vec<String>,
}

/// What one build gave for a case: an exit code, and for every document or line a value.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    code: Option<i32>,
    parts: BTreeMap<String, Value>,
}

/// Runs every case with both builds; `false` where any differs or none could be run.
pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let binary = |path: &Path| {
        let whole = fs::canonicalize(path);
        whole.map_err(|error| format!("`{}`: {error}", path.display()))
    };
    let (old, new) = (binary(&options.old)?, binary(&options.new)?);
    let root = crate::workspace_root();
    let scratch = root.join("target/same");
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).map_err(|error| format!("`{}`: {error}", scratch.display()))?;
    let data = crate::eval::data_dir();
    let record = |args: &[String]| run_binary(&old, &scratch, args).map(|(_, stdout)| stdout);
    let all = cases::all(&root, data.as_deref(), &scratch, &options.group, &record)?;
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for case in &all {
        let before = outcome(&old, &scratch, case, "old")?;
        let after = outcome(&new, &scratch, case, "new")?;
        let tally = tallies.entry(case.group).or_default();
        for told in tally.add(&case.name, &before, &after) {
            println!("DIFFERS {}: {told}", case.group);
        }
    }
    println!("\n{:<12} {:>8} {:>10}", "group", "equal", "different");
    for (group, tally) in &tallies {
        println!("{group:<12} {:>8} {:>10}", tally.equal, tally.different);
    }
    let equal: usize = tallies.values().map(|tally| tally.equal).sum();
    let different: usize = tallies.values().map(|tally| tally.different).sum();
    println!("{:<12} {equal:>8} {different:>10}", "all");
    if data.is_none() {
        println!("\nonly the examples were compared: the data is absent");
    }
    Ok(different == 0 && equal > 0)
}

/// Runs one build on one case.
fn outcome(binary: &Path, scratch: &Path, case: &Case, side: &str) -> Result<Outcome, String> {
    let args: Vec<String> = case
        .args
        .iter()
        .map(|arg| arg.replace("{side}", side))
        .collect();
    let (code, stdout) = run_binary(binary, scratch, &args)?;
    let mut parts = match &case.reads {
        Reads::Text => BTreeMap::from([(String::new(), Value::String(stdout))]),
        Reads::Json => json_parts(&stdout),
        Reads::Folder(folder) => files_in(&scratch.join(folder.replace("{side}", side)))?,
    };
    parts.values_mut().for_each(settled);
    Ok(Outcome { code, parts })
}

/// Starts a build and takes what it prints.
pub(crate) fn run_binary(
    binary: &Path,
    folder: &Path,
    args: &[String],
) -> Result<(Option<i32>, String), String> {
    let output = Command::new(binary)
        .args(args)
        .current_dir(folder)
        .env_remove("GROUNDSTOP_HOME")
        .env_remove("GROUNDSTOP_STORE")
        .env_remove("GROUNDSTOP_PDFIUM")
        .output()
        .map_err(|error| format!("cannot start `{}`: {error}", binary.display()))?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok((output.status.code(), stdout))
}

/// One JSON text, or one a line; reports go by the name of their document.
fn json_parts(stdout: &str) -> BTreeMap<String, Value> {
    if let Ok(whole) = serde_json::from_str::<Value>(stdout) {
        return BTreeMap::from([(String::new(), whole)]);
    }
    let lines = stdout.lines().enumerate().map(|(number, line)| {
        let value = serde_json::from_str(line).unwrap_or_else(|_| Value::from(line));
        let name = value.pointer("/document/name").and_then(Value::as_str);
        let name = name.map_or_else(|| format!("line {}", number + 1), str::to_owned);
        (name, value)
    });
    lines.collect()
}

/// The files of a folder by their names; a rule set is named by its own digest. Where
/// nothing was written there is no folder.
fn files_in(folder: &Path) -> Result<BTreeMap<String, Value>, String> {
    let unreadable = |error| format!("`{}`: {error}", folder.display());
    let mut files = BTreeMap::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        files.insert(name, value);
    }
    Ok(files)
}
