//! `cargo xtask fuzz`: coverage-guided fuzzing of what reads untrusted bytes.
//!
//! The targets are instrumented by the compiler that is there; nothing has to
//! be installed. What was kept under `fuzz/kept` is replayed by ordinary tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use clap::Args;
use groundstop_read::{FileKind, READERS};

use crate::workspace_root;

/// How long, and on what.
#[derive(Args)]
pub(crate) struct Options {
    /// What is fuzzed: the code of a reader, `tables`, `look` or `frame`
    #[arg(value_parser = target)]
    target: String,
    /// How long
    #[arg(long, default_value_t = 600)]
    seconds: u32,
}

/// What there is to fuzz: every reader of files that are not plain text, tables of words and
/// rulings, the look at drawn pages, and the frames on a worker's pipes.
fn targets() -> Vec<&'static str> {
    let readers = READERS.iter().filter(|entry| entry.kind != FileKind::Text);
    readers
        .map(|entry| entry.code)
        .chain(["tables", "look", "frame"])
        .collect()
}

fn target(name: &str) -> Result<String, String> {
    match targets().contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("it is one of {}", targets().join(", "))),
    }
}

/// Edges between blocks, compared values and called functions guide the fuzzer.
const INSTRUMENTED: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1";

pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let name = options.target.as_str();
    let folder = workspace_root().join("fuzz");
    let triple = host()?;
    let target_dir = workspace_root().join("target/fuzz");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--bin", name, "--target", &triple])
        .current_dir(&folder)
        .env("RUSTFLAGS", INSTRUMENTED)
        .env("CARGO_TARGET_DIR", &target_dir)
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !built.success() {
        return Err("the instrumented build failed".to_owned());
    }
    let corpus = target_dir.join("corpus").join(name);
    let found = target_dir.join("found").join(name);
    let kept = folder.join("kept").join(name);
    for path in [&corpus, &found] {
        fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let status = Command::new(target_dir.join(&triple).join("release").join(name))
        .args([&corpus, &kept])
        .arg(format!("-max_total_time={}", options.seconds))
        .arg(format!("-artifact_prefix={}/", found.display()))
        .args([
            "-timeout=20",
            "-rss_limit_mb=2048",
            "-max_len=65536",
            "-print_final_stats=1",
        ])
        .status()
        .map_err(|error| format!("cannot start the target: {error}"))?;
    let count = files_in(&found)?;
    println!(
        "{name}: {count} inputs found that must not be (in {})",
        found.display()
    );
    Ok(status.success() && count == 0)
}

fn files_in(folder: &Path) -> Result<usize, String> {
    fs::read_dir(folder)
        .map(Iterator::count)
        .map_err(|error| format!("{}: {error}", folder.display()))
}

fn host() -> Result<String, String> {
    let said = Command::new("rustc")
        .arg("-vV")
        .output()
        .map_err(|error| format!("cannot start rustc: {error}"))?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    said.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "rustc does not say its host".to_owned())
}
