//! `cargo xtask test`: every check there is, step by step, with its seconds.
//!
//! Steps that do not wait for one another go in lanes side by side: the debug build
//! with lints and tests, the release build with what is tried on it. Each lane has a
//! folder of cargo's to itself, so that neither waits for the other's lock.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{eval, workspace_root};

/// What a step came to.
struct Ended {
    name: &'static str,
    took: Duration,
    fine: bool,
    passed: u64,
    failed: u64,
}

/// What is done in a step.
enum Step {
    /// A line for cargo; what its test runners count is added up.
    Cargo(&'static str),
    /// Something this program does itself.
    Chore(fn() -> Result<bool, String>),
}

/// One lane: its steps come one after the other.
type Lane = &'static [(&'static str, Step)];

/// What must be there before any lane begins.
const FIRST: Lane = &[
    ("Debian packages", Step::Chore(install)),
    ("format", Step::Cargo("fmt --all --check")),
];

/// The lanes, side by side.
const LANES: [Lane; 2] = [
    &[
        (
            "lints",
            Step::Cargo("clippy --workspace --all-targets --quiet -- -D warnings"),
        ),
        (
            "tests",
            Step::Cargo("test --workspace --quiet --no-fail-fast"),
        ),
    ],
    &[
        (
            "release build",
            Step::Cargo("build --release --quiet --package groundstop"),
        ),
        ("demo", Step::Cargo("run --release --quiet -- demo")),
        (
            "certification",
            Step::Cargo("run --release --quiet -- certify"),
        ),
        ("tidy", Step::Chore(crate::tidy)),
        ("eval quotes", Step::Chore(|| eval::run(eval::quotes::run))),
        ("eval inputs", Step::Chore(eval::inputs::short)),
    ],
];

/// Runs all steps; a failing one does not hide the others.
pub(crate) fn run() -> Result<bool, String> {
    let start = Instant::now();
    let mut ended: Vec<Ended> = lane(FIRST);
    ended.extend(
        std::thread::scope(|scope| {
            let running: Vec<_> = LANES
                .into_iter()
                .map(|steps| scope.spawn(|| lane(steps)))
                .collect();
            let lanes = running.into_iter().map(|one| one.join().ok());
            lanes.collect::<Option<Vec<_>>>()
        })
        .ok_or("a lane of steps broke off")?
        .into_iter()
        .flatten(),
    );
    Ok(print(&ended, start.elapsed()))
}

fn lane(steps: Lane) -> Vec<Ended> {
    steps.iter().map(|(name, step)| step.run(name)).collect()
}

impl Step {
    fn run(&self, name: &'static str) -> Ended {
        println!("== {name}");
        let start = Instant::now();
        let mut ended = Ended {
            name,
            took: Duration::ZERO,
            fine: false,
            passed: 0,
            failed: 0,
        };
        let done = match self {
            Step::Cargo(line) => ended.cargo(line),
            Step::Chore(chore) => chore(),
        };
        ended.fine = done.unwrap_or_else(|error| {
            println!("[{name}] {error}");
            false
        });
        ended.took = start.elapsed();
        // A step without a test runner counts as one test; a failing step never as none.
        match (ended.fine, ended.passed + ended.failed) {
            (true, 0) => ended.passed = 1,
            (false, _) if ended.failed == 0 => ended.failed = 1,
            _ => {}
        }
        ended
    }
}

impl Ended {
    /// Runs cargo, shows what it prints, and adds up what its test runners counted.
    fn cargo(&mut self, line: &str) -> Result<bool, String> {
        let mut child = Command::new(env!("CARGO"))
            .args(line.split(' '))
            .current_dir(workspace_root())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                println!("[{}] {line}", self.name);
                self.count(&line);
            }
        }
        let status = child.wait().map_err(|error| error.to_string())?;
        Ok(status.success())
    }

    /// Adds a line such as `test result: ok. 5 passed; 0 failed; …`.
    fn count(&mut self, line: &str) {
        let Some(result) = line.trim().strip_prefix("test result: ") else {
            return;
        };
        let number = |word: &str| -> u64 {
            let before = result.split(word).next().unwrap_or_default();
            before
                .split_whitespace()
                .next_back()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed");
    }
}

/// Prints the seconds per step and the totals; `false` where anything failed.
fn print(ended: &[Ended], took: Duration) -> bool {
    println!("\nseconds per step (lanes run side by side)");
    for step in ended {
        let mark = if step.fine { "ok" } else { "FAILED" };
        println!("  {:>7.1}  {}  {mark}", step.took.as_secs_f64(), step.name);
    }
    println!("  {:>7.1}  in all", took.as_secs_f64());
    let passed: u64 = ended.iter().map(|step| step.passed).sum();
    let failed: u64 = ended.iter().map(|step| step.failed).sum();
    println!("\n{passed} passed, {failed} failed");
    failed == 0
}

/// Programs the tests use, and the Debian packages they come from.
const PROGRAMS: [(&str, &str); 4] = [
    ("tesseract", "tesseract-ocr"),
    ("pdftotext", "poppler-utils"),
    ("npm", "npm"),
    ("postgres", "postgresql"),
];

/// Where Debian keeps a program that it does not put on the search path.
fn is_aside(program: &str) -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let mut versions = versions.into_iter().flatten().flatten();
    program == "postgres" && versions.any(|one| one.path().join("bin/postgres").exists())
}

/// Installs what is missing. Without it the tests that need it say so, and on CI fail.
fn install() -> Result<bool, String> {
    let runs = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null());
        command.stderr(Stdio::null()).status().is_ok()
    };
    for (program, package) in PROGRAMS {
        if runs(program) || is_aside(program) {
            println!("{program} is there");
            continue;
        }
        let apt = |args: &[&str]| {
            let done = Command::new("apt-get")
                .args(args)
                .stdout(Stdio::null())
                .status();
            done.is_ok_and(|status| status.success())
        };
        let installed = apt(&["install", "--yes", "--quiet", package])
            || (apt(&["update"]) && apt(&["install", "--yes", "--quiet", package]));
        match installed {
            true => println!("installed {package}"),
            false => println!("{program} is missing and `apt-get install {package}` did not work"),
        }
    }
    Ok(true)
}

/// The oracle on a million random lists.
pub(crate) fn oracle() -> Result<bool, String> {
    let status = Command::new(env!("CARGO"))
        .args([
            "test",
            "--release",
            "--package",
            "groundstop-fields",
            "--test",
            "all",
        ])
        .args(["--", "--nocapture", "oracle::"])
        .env("GROUNDSTOP_ORACLE_CASES", "1000000")
        .current_dir(workspace_root())
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    Ok(status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_test_runners_are_added_up() {
        let mut ended = Step::Chore(|| Ok(true)).run("nothing");
        assert_eq!((ended.passed, ended.failed), (1, 0));
        ended.count("test result: ok. 12 passed; 0 failed; 0 ignored; finished in 0.1s");
        ended.count("test result: FAILED. 3 passed; 2 failed; 0 ignored");
        ended.count("something else, 9 passed");
        assert_eq!((ended.passed, ended.failed), (16, 2));
    }

    #[test]
    fn a_failing_step_is_never_no_failure() {
        let broken = Step::Chore(|| Err("broken".to_owned())).run("broken");
        let wrong = Step::Chore(|| Ok(false)).run("wrong");
        assert_eq!((broken.failed, wrong.failed), (1, 1));
        assert!(!print(&[broken, wrong], Duration::ZERO));
    }
}
